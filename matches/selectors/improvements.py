"""Reading how players improve: who can now, what it costs, the throw that lies on the table, what it offers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from django.db.models import QuerySet

from engine.dice import Roll
from engine.rulesets import Position, Ruleset, Skill
from engine.rulesets.furniture import MajorSponsor
from engine.rulesets.model import CATEGORY_OF, Level
from engine.team.improvement import can_improve, dice_of, due, level_of, mishaps, next_command, offers
from engine.team.offers import Improve, Offer, command_of, dice_key
from engine.team.sheet import Player
from engine.team.spending import CHOSEN, RANDOM, Purchase, chosen_offers, purchases, spends
from leagues.mapping import ruleset_of
from leagues.models import Coach, League
from leagues.selectors.leagues import league_list
from matches.mapping import roll_of
from matches.models import DiceRoll, PostMatchStep, StepStatus, TypedAhead
from matches.selectors.ahead import improvement_ahead
from matches.selectors.order import playing
from matches.services.between import HIRE_AND_FIRE
from teams.mapping import sheet_of
from teams.models import Team
from teams.selectors.teams import CharacteristicCell, PlayerLine, player_line_of


@dataclass(frozen=True, slots=True)
class OfferLine:
    """An offer as a page shows it: a skill with what it does, or a characteristic as it is and as it would be."""

    offer: Offer
    skill: Skill | None
    now: CharacteristicCell | None = None
    then: CharacteristicCell | None = None


Group = tuple[str, tuple[OfferLine, ...]]


@dataclass(frozen=True, slots=True)
class Shelf:
    """A way to spend points, with the skills that may be chosen that way."""

    purchase: Purchase
    groups: tuple[Group, ...]

    @property
    def throws(self) -> bool:
        return self.purchase.way not in CHOSEN


@dataclass(frozen=True, slots=True)
class ImprovementPage:
    team: Team
    ruleset: Ruleset
    line: PlayerLine
    due: int
    command: Improve  # what lies on the table was thrown for it; or what comes next
    roll: Roll | None
    offers: tuple[Offer, ...]
    purchases: tuple[Purchase, ...]
    sponsor: MajorSponsor | None
    ahead: TypedAhead | None = None  # the dice of it, typed in before they were asked for
    mishaps: tuple[str, ...] = ()  # what the dice do to him besides, by name: it comes with the choice

    @property
    def nth(self) -> int:
        return self.command.nth

    @property
    def to_spend(self) -> int | None:
        return self.line.to_spend

    @property
    def dice(self) -> tuple[int, ...]:
        return dice_of(self.command, self.ruleset) if self.ruleset.improvement else ()

    @property
    def random_thrown(self) -> bool:
        """The dice of a random skill have fallen, and what took it was taken back."""
        return self.roll is not None and self.command.way in RANDOM

    @property
    def groups(self) -> tuple[Group, ...]:
        return self._groups(self.offers)

    @property
    def shelves(self) -> tuple[Shelf, ...]:
        """Every way to spend points; nothing else can be bought while a throw lies on the table."""
        if self.roll is not None:
            return ()
        return tuple(
            Shelf(one, self._groups(offer for offer in self.offers if offer.gain == one.way)) for one in self.purchases
        )

    def _groups(self, offered: Iterable[Offer]) -> tuple[Group, ...]:
        """What is offered, characteristics first, then skills by their category, as team lists order them."""
        skills = {skill.name: skill for skill in self.ruleset.skills}
        lines = [self._line(offer, skills.get(offer.what)) for offer in offered]
        names = dict.fromkeys(line.skill.category if line.skill else "" for line in lines)
        found = {
            name: tuple(line for line in lines if (line.skill.category if line.skill else "") == name) for name in names
        }
        return tuple(sorted(found.items(), key=lambda group: _CATEGORIES.index(group[0])))

    def _line(self, offer: Offer, skill: Skill | None) -> OfferLine:
        cell = next((cell for cell in self.line.characteristics if cell.name == offer.gain), None)
        return OfferLine(offer, skill, cell, _improved(cell, self.ruleset) if cell else None)

    def dice_for(self, way: str) -> tuple[int, ...]:
        return dice_of(Improve(self.line.player.key, self.nth, way=way), self.ruleset)


def _improved(cell: CharacteristicCell, ruleset: Ruleset) -> CharacteristicCell:
    """One better: a target falls, and one that he cannot do at all becomes the worst that there is."""
    bound = ruleset.bound(cell.name)
    if bound is None or not bound.low_is_better:
        return replace(cell, now=(cell.now or 0) + 1)
    return replace(cell, now=bound.worst if cell.now is None else cell.now - 1)


@dataclass(frozen=True, slots=True)
class Improver:
    """A player who can improve now."""

    team: Team
    player: Player
    position: Position
    level: Level
    due: int
    to_spend: int | None  # star player points, where they are spent
    cost: int | None  # ... and what the cheapest improvement takes of them
    ready: bool  # no step of the post-match sequence has to be finished first


def occasion_of(team: Team, player: Player) -> str:
    """What the dice of his next improvement belong to."""
    return f"{team.key}-{player.key}-{len(player.improvements) + 1}"


def improvement_page(team: Team, key: str) -> ImprovementPage:
    """``team`` comes with its players loaded, as ``team_get`` gives it."""
    ruleset = ruleset_of(team.ruleset_id)
    line, sheet = player_line_of(team, key)
    player = line.player
    roll = thrown(team, player)
    spent = spends(ruleset)
    command = command_of(roll.key) if roll else next_command(player, sheet, ruleset)
    if roll is None:
        offered = chosen_offers(player, sheet, ruleset) if spent else ()
    else:
        offered = () if command.way in RANDOM else offers(player, sheet, ruleset, roll)
    return ImprovementPage(
        team=team,
        ruleset=ruleset,
        line=line,
        due=due(player, ruleset),
        command=command,
        roll=roll,
        offers=offered,
        purchases=purchases(player, sheet, ruleset) if spent else (),
        sponsor=ruleset.sponsor(sheet.sponsor),
        ahead=ahead_of(team, command) if roll is None and not spent else None,
        mishaps=tuple(ruleset.injury_name(one.result) for one in mishaps(player, sheet, ruleset, roll)) if roll else (),
    )


def ahead_of(team: Team, command: Improve) -> TypedAhead | None:
    """What was typed in for this throw after the last match, before it was made."""
    last = sheet_of(team).last_match
    return improvement_ahead(team, last.match, dice_key(command, team.key)) if last else None


def thrown(team: Team, player: Player) -> Roll | None:
    """The throw of his next improvement, if it has fallen. Its key says what it was thrown for."""
    fallen = DiceRoll.objects.filter(session__league=team.league_id, session__occasion=occasion_of(team, player))
    first = fallen.order_by("pk").first()
    return roll_of(first) if first else None


def league_improvers(league: League) -> tuple[Improver, ...]:
    """Who can improve now, in all teams of a league."""
    return _improvers(Team.objects.filter(league=league))


def coach_improvers(coach: Coach) -> tuple[Improver, ...]:
    """Who can improve now, in the teams that a coach has where he is a member; what has to be finished first, is."""
    teams = Team.objects.filter(coach=coach, league__in=league_list(coach).values("pk"))
    return tuple(one for one in _improvers(teams) if one.ready)


def _improvers(teams: QuerySet[Team]) -> tuple[Improver, ...]:
    rows = list(
        teams.filter(retired=False).select_related("league", "coach").prefetch_related("players").order_by("name", "pk")
    )
    busy = _busy(rows)
    return tuple(one for team in rows for one in _of_team(team, ready=team.pk not in busy))


def _of_team(team: Team, *, ready: bool) -> Iterator[Improver]:
    ruleset, sheet = ruleset_of(team.ruleset_id), sheet_of(team)
    if not sheet.founded:
        return
    for player in sorted(sheet.roll_call, key=lambda player: (player.number, player.key)):
        if not can_improve(player, sheet, ruleset):
            continue
        spent = spends(ruleset)
        bought = [one.cost for one in purchases(player, sheet, ruleset) if one.problem is None] if spent else []
        yield Improver(
            team=team,
            player=player,
            position=sheet.position_of(player, ruleset),
            level=level_of(player, ruleset),
            due=due(player, ruleset),
            to_spend=player.unspent if spent else None,
            cost=min(bought, default=None),
            ready=ready,
        )


def _busy(teams: Iterable[Team]) -> set[int]:
    """Those who are playing, or whose sequence has not come to hiring and firing yet: nobody improves before."""
    open_steps = (
        PostMatchStep.objects.filter(team__in=[team.pk for team in teams], status__in=_UNFINISHED)
        .order_by("match__place", "nth")
        .values_list("team", "name", "status")
    )
    first: dict[int, tuple[str, str]] = {}
    for team, name, status in open_steps:
        first.setdefault(team, (name, status))
    busy = {team for team, step in first.items() if step != (HIRE_AND_FIRE, StepStatus.WAITING)}
    return busy | playing([team.pk for team in teams])


_CATEGORIES = ("", *CATEGORY_OF.values())
_UNFINISHED = (StepStatus.WAITING, StepStatus.DUE)
