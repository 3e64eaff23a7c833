"""Reading the list of inducements: what each side may buy and has bought, how its gold stands, whose turn it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.errors import Problem
from engine.match import prematch_checks
from engine.match.cards import seen_first
from engine.match.inducements import (
    Market,
    Purchase,
    Purse,
    Turns,
    chooser,
    first_key,
    markets_of,
    purchases,
    purses,
    turns,
)
from engine.match.inducements.purse import rules_of
from engine.match.inducements.reasons import star_on_a_roster
from engine.match.prematch import MaybeSide, PreMatch, SidePreMatch
from engine.match.sides import SIDES, Side
from engine.match.throwing import thrower_of
from matches.selectors.matchday import Clock, PreMatchPage
from matches.services.inducement_turns import hindrance_to_buying, hindrance_to_returning
from matches.services.inducements import STEP, TRANSFER, bought_of, elsewhere_problems
from teams.models import Team


@dataclass(frozen=True, slots=True)
class Shop:
    """One side's list, as far as who asks may see it."""

    side: Side
    team: Team
    market: Market
    purse: Purse
    bought: tuple[Purchase, ...]
    mine: SidePreMatch  # what was bought or, while it is being typed, what is typed
    done: bool  # it has bought, though it may be nothing
    hidden: bool  # ... and only its own coach sees what
    decides: bool  # whoever asks may buy for it
    turn: bool  # and it is its turn
    buys: bool  # nothing refuses what whoever asks buys for it now
    returns: bool  # ... or that he takes back what it has bought
    problems: tuple[Problem, ...]
    transferred: bool = False  # it has moved gold to petty cash, though it may be none


@dataclass(frozen=True, slots=True)
class Shops:
    home: Shop
    away: Shop
    turns: Turns
    sealed: bool
    petty: bool  # gold is moved in a step of its own
    minutes: int
    clock: Clock | None
    chooser: MaybeSide  # who threw the higher die, if they were thrown
    server: bool  # which the server may throw
    cards_first: bool  # cards are bought, drawn and seen before anything else is
    version: int

    @property
    def sides(self) -> tuple[Shop, Shop]:
        return self.home, self.away

    def side(self, side: Side) -> Shop:
        return self.home if side == "home" else self.away


def shops(page: PreMatchPage, typed: Mapping[Side, SidePreMatch] | None = None) -> Shops:
    """``typed``: instead of what is recorded, what somebody is about to buy."""
    sealed, ruleset = page.ruleset.options.inducements_sealed, page.ruleset
    known = _known(page, typed or {})
    now = turns(page.prematch, page.teams, ruleset)
    found, markets = purses(known, page.teams, ruleset), markets_of(known, page.teams, ruleset)
    bought = purchases(known, page.teams, ruleset)
    problems = prematch_checks.problems(known, page.teams, ruleset, page.match.key)
    both = all(page.prematch.side(side).has_bought for side in SIDES)

    def shop(side: Side) -> Shop:
        recorded = page.prematch.side(side).has_bought
        hidden = STEP in page.decided[side]
        turn = (not both) if sealed else (now.may(side) or (now.first != side and recorded))
        return Shop(
            side=side,
            team=page.team(side),
            market=_without(markets[side], page.held),
            purse=found[side],
            bought=bought[side],
            mine=known.side(side),
            done=recorded or hidden,
            hidden=hidden and side not in page.sealed,
            decides=side in page.decides,
            turn=turn and page.match.kicked_off_at is None,
            buys=side in page.decides and (page.by_paper or hindrance_to_buying(page, side) is None),
            returns=side in page.decides
            and (recorded or hidden or page.prematch.side(side).goes_on)
            and (page.by_paper or hindrance_to_returning(page, side) is None),
            problems=(
                *(
                    one
                    for one in problems
                    if one.where.startswith((f"prematch.{side}.induced", f"prematch.{side}.treasury"))
                ),
                *elsewhere_problems(side, known.side(side), ruleset, page.held),
            ),
            transferred=TRANSFER in page.decided[side],
        )

    return Shops(
        home=shop("home"),
        away=shop("away"),
        turns=now,
        sealed=sealed,
        petty=rules_of(ruleset).returned,
        minutes=ruleset.options.pre_match_minutes,
        clock=page.clock,
        chooser=chooser(page.scene.fallen),
        server=thrower_of(first_key("home", 1), ruleset) != "table",
        cards_first=seen_first(ruleset) and not sealed,
        version=page.version,
    )


def places(side: Side) -> tuple[str, ...]:
    """Where the problems of its purchases are."""
    return (f"prematch.{side}.induced", f"prematch.{side}.treasury", f"prematch.{side}.journeymen")


def _known(page: PreMatchPage, typed: Mapping[Side, SidePreMatch]) -> PreMatch:
    """What is recorded, with what is sealed for who may see it, and with what is being typed."""
    prematch = page.prematch
    for side in SIDES:
        mine = typed.get(side) or bought_of(prematch, page.sealed.get(side), side)
        prematch = replace(prematch, home=mine) if side == "home" else replace(prematch, away=mine)
    return prematch


def _without(market: Market, held: Mapping[str, str]) -> Market:
    """Stars on the rosters of others are not for hire."""
    offers = tuple(
        replace(one, why_not=star_on_a_roster(one.name, held[one.about]))
        if one.open and one.group == "star" and one.about in held
        else one
        for one in market.offers
    )
    return replace(market, offers=offers)
