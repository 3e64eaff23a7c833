"""Whose turn it is to buy: the team that is worth more, and then the other, which sees what was bought."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count

from engine.match.inducements.purse import first_to_buy, rules_of
from engine.match.prematch import MaybeSide, PreMatch
from engine.match.sides import SIDES, Side, other_side
from engine.rulesets.model import Ruleset
from engine.team.sheet import TeamSheet

FIRST_DICE = (6,)
ROLL_OFF = "inducement"


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
    return Turns(first, next((side for side in order if not prematch.side(side).has_bought), None))


def first_key(side: Side, throw: int) -> str:
    return f"{ROLL_OFF}/{side}/{throw}"


def chooser(fallen: Mapping[str, tuple[int, ...]]) -> MaybeSide:
    """Who threw the higher die, and so says who buys first; equal ones are thrown again."""
    for throw in count(1):
        faces = {side: fallen.get(first_key(side, throw)) for side in SIDES}
        if not faces["home"] or not faces["away"]:
            return ""
        if faces["home"] != faces["away"]:
            return "home" if faces["home"] > faces["away"] else "away"
    return ""
