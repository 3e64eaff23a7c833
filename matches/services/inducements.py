"""Inducements: bought in the order of the rules, or sealed until both are done; gold for them, and who comes first.

What a coach may not do any more a commissioner may, who enters it from paper.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.errors import Problem
from engine.match import prematch_checks
from engine.match.cards import seen_first
from engine.match.inducements import Market, chooser, markets_of, turns
from engine.match.inducements.purchases import cards_first_problems
from engine.match.inducements.purse import rules_of
from engine.match.inducements.reasons import star_on_a_roster
from engine.match.prematch import Induced, PreMatch, SidePreMatch
from engine.match.sides import SIDES, Side, other_side
from engine.rulesets.model import Ruleset
from engine.typed import build, plain
from leagues.errors import NameInvalid
from leagues.models import Coach
from leagues.names import LONGEST, clean_name
from leagues.policies import can_commission
from matches.errors import (
    FirstIsDecided,
    InducementsStand,
    NotYourTurn,
    PrematchIllegal,
    PurchasesSealed,
)
from matches.mapping import prematch_of
from matches.models import Match, MatchDay
from matches.policies import coaches_of, is_coach_of
from matches.services.inducement_turns import (
    both_bought,
    enters_from_paper,
    hindrance_to_buying,
    hindrance_to_returning,
)
from matches.services.matchday import Preparation, preparing
from teams.models import Team

STEP, TRANSFER = "inducement", "transfer-gold"


@dataclass(frozen=True, slots=True)
class Sealed:
    """What a side has bought, as long as only its own coach sees it."""

    induced: tuple[Induced, ...]
    treasury: int = 0


def inducements_buy(
    *,
    match: Match,
    side: Side,
    induced: Sequence[Induced],
    treasury: int = 0,
    goes_on: bool = False,
    seen: int | None = None,
    actor: Coach,
) -> MatchDay:
    """Everything that a side buys, at once. Nothing bought is bought as well: then it is the other's turn.

    Where cards are seen before anything else is bought, a side that ``goes_on`` has bought its cards, and draws them.
    """
    places = _places(side)
    with preparing(STEP, match=match, side=side, seen=seen, actor=actor) as at:
        if not _by_paper(at, side) and (hindrance := hindrance_to_buying(at, side)):
            raise hindrance
        wanted = Sealed(tuple(induced), _own_gold(at, side, treasury))
        going_on = goes_on and seen_first(at.ruleset) and not _is_sealed(at)
        if _is_sealed(at) and not both_bought(at) and at.match.kicked_off_at is None:
            _check(at, side, _with(_blank(at.prematch, other_side(side)), side, wanted), places)
            at.seal(side, STEP, plain(wanted))
            _reveal(at)
        else:
            before = at.prematch.side(side)
            now = replace(_with(at.prematch, side, wanted).side(side), goes_on=going_on)
            at.prematch = _replaced(at.prematch, side, now)
            _check(at, side, at.prematch, places, cards_first_problems(side, before, now, _market(at, side)))
            _reveal(at)
    return at.day


def inducements_return(*, match: Match, side: Side, seen: int | None = None, actor: Coach) -> MatchDay:
    """Take everything back that a side has bought, as long as nobody has gone by it."""
    with preparing(STEP, match=match, side=side, seen=seen, actor=actor) as at:
        if not _by_paper(at, side) and (stands := hindrance_to_returning(at, side)):
            raise stands
        at.seal(side, STEP, None)
        mine = at.prematch.side(side)
        none = replace(mine, induced=())
        if found := tuple(cards_first_problems(side, mine, none, _market(at, side))):
            raise PrematchIllegal(found)
        kept = mine.treasury if rules_of(at.ruleset).returned else 0
        at.prematch = _replaced(at.prematch, side, replace(mine, induced=None, treasury=kept, goes_on=False))
    return at.day


def gold_transfer(*, match: Match, side: Side, gold: int, seen: int | None = None, actor: Coach) -> MatchDay:
    """Gold from the treasury to petty cash, the team that is worth more first; it counts as value in this match."""
    with preparing(
        TRANSFER, match=match, side=side, places=(f"prematch.{side}.treasury",), seen=seen, actor=actor
    ) as at:
        if not _by_paper(at, side):
            _may_transfer(at, side)
        at.prematch = _replaced(at.prematch, side, replace(at.prematch.side(side), treasury=gold))
        # Nothing is hidden: that a side has decided, and how, everybody may know.
        at.seal(side, TRANSFER, True)
    return at.day


def first_choose(*, match: Match, first: Side, seen: int | None = None, actor: Coach) -> MatchDay:
    """Who buys first, when both teams are worth the same: whoever threw higher says so, or the coaches do."""
    with preparing(STEP, match=match, seen=seen, actor=actor) as at:
        if any(at.prematch.side(side).induced is not None for side in SIDES):
            raise InducementsStand(team=match.home.name, other=match.away.name)
        says = chooser(at.scene.fallen)
        by_paper = can_commission(actor, match.league) and actor.pk not in coaches_of(match)
        if says and not is_coach_of(actor, match, says) and not by_paper:
            raise FirstIsDecided(coach=actor.name)
        at.prematch = replace(at.prematch, chooses_first=first)
    return at.day


def bought_of(at: PreMatch, sealed: Mapping[str, Any] | None, side: Side) -> SidePreMatch:
    """A side with what it has sealed, for whoever may see that."""
    if not sealed or STEP not in sealed:
        return at.side(side)
    return _with(at, side, build(Sealed, sealed[STEP], "sealed")).side(side)


def prematch_recorded(match: Match) -> PreMatch:
    """What was recorded, with what a side has sealed and the other never answered: it was bought all the same."""
    day = MatchDay.objects.filter(match=match).first()
    prematch = prematch_of(day)
    for side in SIDES:
        mine = bought_of(prematch, day.sealed.get(side) if day else None, side)
        prematch = prematch.with_side(side, induced=mine.induced, treasury=mine.treasury)
    return prematch


def waiting_for(day: MatchDay | None) -> Side | None:
    """The side that has to say what it buys, while the other's purchases lie sealed."""
    if day is None:
        return None
    done = {side: STEP in day.sealed.get(side, {}) or prematch_of(day).side(side).has_bought for side in SIDES}
    sealed = [side for side in SIDES if STEP in day.sealed.get(side, {})]
    return next((other_side(side) for side in sealed if not done[other_side(side)]), None)


def purchases_sealed(match: Match, waiting: Side) -> PurchasesSealed:
    return PurchasesSealed(team=_team(match, waiting).name, other=_team(match, other_side(waiting)).name)


def stars_elsewhere(match: Match) -> dict[str, str]:
    """Stars on the rosters of the league, by key, with the name of their team: nobody else hires them."""
    playing = (match.home_id, match.away_id)
    rostered = Team.objects.filter(league=match.league_id, retired=False).exclude(star="").exclude(pk__in=playing)
    return dict(rostered.values_list("star", "name"))


def elsewhere_problems(side: Side, mine: SidePreMatch, ruleset: Ruleset, held: Mapping[str, str]) -> list[Problem]:
    """Whoever is on the roster of a team that does not even play."""
    return [
        replace(star_on_a_roster(star.name, held[one.about]), where=f"prematch.{side}.induced.{nth}")
        for nth, one in enumerate(mine.induced or ())
        if one.about in held and (star := ruleset.star(one.about))
    ]


def _market(at: Preparation, side: Side) -> Market:
    return markets_of(at.prematch, at.teams, at.ruleset)[side]


def _check(
    at: Preparation, side: Side, prematch: PreMatch, places: Sequence[str], more: Iterable[Problem] = ()
) -> None:
    found = prematch_checks.problems(prematch, at.teams, at.ruleset, at.match.key)
    mine = [one for one in found if any(one.where == place or one.where.startswith(f"{place}.") for place in places)]
    mine += elsewhere_problems(side, prematch.side(side), at.ruleset, stars_elsewhere(at.match))
    mine += _names_unfit(side, prematch.side(side))
    mine += more
    if mine:
        raise PrematchIllegal(tuple(mine))


def _names_unfit(side: Side, mine: SidePreMatch) -> Iterator[Problem]:
    """Of a mercenary: what cannot be seen, or turns the page around. How long it is the engine says."""
    for nth, one in enumerate(mine.induced or ()):
        try:
            clean_name(one.name[:LONGEST] or "-")
        except NameInvalid as refusal:
            yield Problem(refusal.code, refusal.message, refusal.rule, f"prematch.{side}.induced.{nth}", refusal.params)


def _places(side: Side) -> tuple[str, ...]:
    """Where it must be right now: its own lines and gold, and whoever counts in the comparison of both teams."""
    return (f"prematch.{side}.induced", f"prematch.{side}.treasury", *(f"prematch.{one}.journeymen" for one in SIDES))


def _may_transfer(at: Preparation, side: Side) -> None:
    match, other = at.match, other_side(side)
    if any(at.prematch.side(one).induced is not None or at.sealed(one, STEP) for one in SIDES):
        raise InducementsStand(team=_team(match, side).name, other=_team(match, other).name)
    first = turns(at.prematch, at.teams, at.ruleset).first
    if first == other and not at.sealed(other, TRANSFER):
        raise NotYourTurn(team=_team(match, side).name, other=_team(match, other).name)
    if first == side and at.sealed(other, TRANSFER):
        raise InducementsStand(team=_team(match, side).name, other=_team(match, other).name)


def _own_gold(at: Preparation, side: Side, treasury: int) -> int:
    """Where gold is moved in a step of its own, what was moved is what there is."""
    return at.prematch.side(side).treasury if rules_of(at.ruleset).returned else treasury


def _reveal(at: Preparation) -> None:
    """Both are done: what they bought is everybody's to see."""
    lie = [side for side in SIDES if at.sealed(side, STEP)]
    if any(side not in lie and not at.prematch.side(side).has_bought for side in SIDES):
        return
    for side in lie:
        at.prematch = _with(at.prematch, side, build(Sealed, at.sealed(side, STEP), "sealed"))
        at.seal(side, STEP, None)


def _is_sealed(at: Preparation) -> bool:
    return at.ruleset.options.inducements_sealed


def _by_paper(at: Preparation, side: Side) -> bool:
    return enters_from_paper(at.actor, at.match)


def _with(prematch: PreMatch, side: Side, wanted: Sealed) -> PreMatch:
    mine = replace(prematch.side(side), induced=wanted.induced, treasury=wanted.treasury)
    return _replaced(prematch, side, mine)


def _blank(prematch: PreMatch, side: Side) -> PreMatch:
    """As if nothing was known of a side's purchases."""
    return _replaced(prematch, side, replace(prematch.side(side), induced=None))


def _replaced(prematch: PreMatch, side: Side, mine: SidePreMatch) -> PreMatch:
    return replace(prematch, home=mine) if side == "home" else replace(prematch, away=mine)


def _team(match: Match, side: Side) -> Team:
    return match.home if side == "home" else match.away
