"""A team's own gold in a match: what it offered for inducements, and what of it was spent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.match.inducements.purse import purses
from engine.match.matchday import as_it_came
from engine.match.prematch import PreMatch
from engine.match.sides import SIDES, Side
from engine.rulesets.model import Ruleset
from engine.team.sheet import TeamSheet
from matches.selectors.matches import MatchPage


@dataclass(frozen=True, slots=True)
class OwnGold:
    """Gold that is given pays first (readings A-21, L-05), so less may go than was offered."""

    offered: int
    spent: int


def own_gold_of(page: MatchPage, prematch: PreMatch | None, ruleset: Ruleset) -> dict[Side, OwnGold]:
    """``prematch``: what the match was played with. None, and nobody has paid anything."""
    sheets: Mapping[Side, TeamSheet] = {"home": page.sides[0].sheet, "away": page.sides[1].sheet}
    if prematch is None or not any(prematch.side(side).treasury for side in SIDES):
        return {}
    found = purses(prematch, {side: as_it_came(sheets[side], ruleset) for side in SIDES}, ruleset)
    return {side: OwnGold(prematch.side(side).treasury, found[side].spent_own) for side in SIDES}
