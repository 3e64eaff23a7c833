"""Whose turn it is to buy: the team that is worth more, and then the other, which sees what was bought."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.dice import Roll
from engine.match.inducements.purse import first_to_buy, rules_of
from engine.match.prematch import MaybeSide, PreMatch
from engine.match.sides import SIDES, Side, other_side
from engine.rulesets.model import Ruleset
from engine.team.sheet import TeamSheet

FIRST_DICE = (6,)
ROLL_OFF = "inducements-first"


@dataclass(frozen=True, slots=True)
class Turns:
    """``turn``: None when nobody is waited for."""

    first: Side | None
    turn: Side | None = None
    undecided: bool = False  # two teams that are worth the same have to find out who buys first

    def may(self, side: Side) -> bool:
        """Where nobody spends anything there is no order either."""
        return self.turn == side or (self.first is None and not self.undecided)


def turns(prematch: PreMatch, teams: Mapping[Side, TeamSheet], ruleset: Ruleset) -> Turns:
    first = first_to_buy(prematch, teams, ruleset)
    if first is None:
        return Turns(None, undecided=rules_of(ruleset).level)
    order = (first, other_side(first))
    return Turns(first, next((side for side in order if prematch.side(side).induced is None), None))


def first_key(side: Side, throw: int) -> str:
    return f"{ROLL_OFF}/{side}/{throw}"


def chooser(rolls: Iterable[Roll]) -> MaybeSide:
    """Who threw the higher die, and so says who buys first; equal ones are thrown again."""
    fallen = {roll.key: roll.total for roll in rolls}
    throw = 1
    while all(first_key(side, throw) in fallen for side in SIDES):
        home, away = (fallen[first_key(side, throw)] for side in SIDES)
        if home != away:
            return "home" if home > away else "away"
        throw += 1
    return ""
