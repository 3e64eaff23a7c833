"""The gold that both sides have for inducements: where it comes from, what it paid for, what is left of it.

What editions differ in stands behind the option ``petty_cash``: whose own gold counts when the teams are compared, and
who may spend any.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from engine import effects as fx
from engine.match import journeymen
from engine.match.inducements.offers import Market, market
from engine.match.prematch import PreMatch, SidePreMatch
from engine.match.sides import SIDES, Side, other_side
from engine.rulesets.furniture import StadiumExtra
from engine.rulesets.model import Ruleset
from engine.team.sheet import TeamSheet
from engine.team.value import value

DIFFERENCE, OWN_GOLD, VISITOR, STADIUM = "value-difference", "gold-of-their-own", "visitors", "stadium"


@dataclass(frozen=True, slots=True)
class Money:
    """A way of finding out what each side has."""

    counts: Literal["nothing", "spent", "put-in"]  # what of a team's own gold counts as if it were worth more
    underdog: bool = True  # the team that is worth less may spend its own
    level: bool = True  # both may, when they are worth the same
    returned: bool = False  # what was put in and not spent goes back to the treasury after the match


MONEY: Mapping[str, Money] = {
    "difference": Money("nothing"),
    "treasury-counts": Money("put-in", returned=True),
    "underdog-only": Money("spent", underdog=False, level=False),
}


@dataclass(frozen=True, slots=True)
class Purse:
    """One side's. Gold that is given pays first: it is lost otherwise (readings A-21, L-05)."""

    value: int  # what the team is worth, journeymen of the day included and guests not
    given: tuple[fx.GoldLine, ...] = ()
    own: int = 0  # gold of its own that it put in
    own_most: int = 0  # ... and that it may
    cost: int = 0
    cards: int = 0  # what its cards cost, where there is a sum for cards alone
    cards_most: int = 0
    petty: bool = False  # what was put in leaves the treasury whether it is spent or not, until after the match

    @property
    def gift(self) -> int:
        return sum(line.amount for line in self.given)

    @property
    def budget(self) -> int:
        return self.gift + self.own

    @property
    def left(self) -> int:
        return self.budget - self.cost

    @property
    def spent_own(self) -> int:
        return min(self.own, max(0, self.cost - self.gift))

    @property
    def out_of_treasury(self) -> int:
        """What leaves it at kick-off."""
        return self.own if self.petty else self.spent_own

    @property
    def returned(self) -> int:
        """What goes back after the match."""
        return self.out_of_treasury - self.spent_own

    @property
    def lost(self) -> int:
        return max(0, self.gift - self.cost)

    @property
    def worth(self) -> int:
        """The team with what it bought: what prayers are counted by."""
        return self.value + self.cost


def rules_of(ruleset: Ruleset) -> Money:
    return MONEY[ruleset.options.petty_cash]


def purses(prematch: PreMatch, teams: Mapping[Side, TeamSheet], ruleset: Ruleset) -> dict[Side, Purse]:
    """``teams`` as they stand, without anybody who was taken on for the match."""
    money, markets = rules_of(ruleset), markets_of(prematch, teams, ruleset)
    values = values_of(prematch, teams, ruleset)
    costs = {side: cost_of(prematch.side(side), markets[side]) for side in SIDES}
    cards = {side: cost_of(prematch.side(side), markets[side], "cards") for side in SIDES}
    extras = {side: extras_of(side, prematch, ruleset) for side in SIDES}
    may = {side: _may_spend(side, values, money) and bool(ruleset.inducements) for side in SIDES}
    own = {side: max(0, prematch.side(side).treasury) if may[side] else 0 for side in SIDES}
    counted = {side: _counted(money, own[side], costs[side], extras[side]) for side in SIDES}
    return {
        side: Purse(
            value=values[side],
            given=(*_difference(side, values, counted), *extras[side]) if ruleset.inducements else (),
            own=own[side],
            own_most=teams[side].treasury if may[side] else 0,
            cost=costs[side],
            cards=cards[side],
            cards_most=ruleset.options.card_budget,
            petty=money.returned,
        )
        for side in SIDES
    }


def values_of(prematch: PreMatch, teams: Mapping[Side, TeamSheet], ruleset: Ruleset) -> dict[Side, int]:
    """What both teams are worth for this match, with the journeymen that they have taken on for it."""
    present = {side: journeymen.with_owed(prematch.side(side), teams[side], ruleset) for side in SIDES}
    return {side: value(present[side], ruleset).total for side in SIDES}


def markets_of(prematch: PreMatch, teams: Mapping[Side, TeamSheet], ruleset: Ruleset) -> dict[Side, Market]:
    extra = stadium_extra(prematch, ruleset)
    return {
        side: market(
            journeymen.with_owed(prematch.side(side), teams[side], ruleset),
            ruleset,
            opponent=teams[other_side(side)],
            extra=extra,
        )
        for side in SIDES
    }


def stadium_extra(prematch: PreMatch, ruleset: Ruleset) -> StadiumExtra | None:
    return ruleset.stadiums.extra_of(prematch.venue.stadium) if ruleset.stadiums else None


def extras_of(side: Side, prematch: PreMatch, ruleset: Ruleset) -> tuple[fx.GoldLine, ...]:
    """What the place of the match is worth: to who visits another team's home, and by the stadium's attribute."""
    venue, extra = prematch.venue, stadium_extra(prematch, ruleset)
    visits = ruleset.stadiums is not None and venue.home_of == other_side(side)
    visitors = ruleset.stadiums.residency.visitor_gold if ruleset.stadiums and visits else 0
    lines = (fx.GoldLine(VISITOR, visitors), fx.GoldLine(STADIUM, venue.gold if extra and extra.gold else 0))
    return tuple(line for line in lines if line.amount > 0)


def cost_of(side: SidePreMatch, market: Market, purse: str = "inducements") -> int:
    """What was bought costs so much, whether it may be bought or not; what nobody knows costs nothing."""
    total = 0
    for one in side.induced or ():
        offer = market.offer(one.what, one.about)
        if offer and offer.purse == purse:
            total += max(0, one.count) * (offer.cost + (offer.skill_cost if one.skill else 0))
    return total


def first_to_buy(prematch: PreMatch, teams: Mapping[Side, TeamSheet], ruleset: Ruleset) -> Side | None:
    """Whose turn comes first: the team that is worth more. Of two that are worth the same, the coaches' die says."""
    values = values_of(prematch, teams, ruleset)
    if values["home"] == values["away"]:
        return prematch.chooses_first or None
    return "home" if values["home"] > values["away"] else "away"


def _may_spend(side: Side, values: Mapping[Side, int], money: Money) -> bool:
    mine, theirs = values[side], values[other_side(side)]
    return money.level if mine == theirs else (mine > theirs or money.underdog)


def _counted(money: Money, own: int, cost: int, extras: tuple[fx.GoldLine, ...]) -> int:
    if money.counts == "spent":
        return min(own, max(0, cost - sum(line.amount for line in extras)))
    return own if money.counts == "put-in" else 0


def _difference(side: Side, values: Mapping[Side, int], counted: Mapping[Side, int]) -> tuple[fx.GoldLine, ...]:
    """By value, and by gold that counts as value: together never below nothing."""
    other = other_side(side)
    by_value = max(0, values[other] - values[side])
    whole = max(0, values[other] + counted[other] - values[side] - counted[side])
    lines = (fx.GoldLine(DIFFERENCE, by_value), fx.GoldLine(OWN_GOLD, whole - by_value))
    return tuple(line for line in lines if line.amount)
