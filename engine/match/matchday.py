"""The match-day sheet: a team as it plays, with the journeymen and the guests of the day.

Guests (stars and mercenaries) are players of this sheet and of no other: what happens to them never reaches the ledger.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.match.prematch import PreMatch
from engine.match.sides import Side
from engine.rulesets.model import Ruleset
from engine.team.sheet import TeamSheet


def day_sheets(prematch: PreMatch | None, teams: Mapping[Side, TeamSheet], ruleset: Ruleset) -> dict[Side, TeamSheet]:
    """Both teams as they play. Where nothing was recorded, as they stand."""
    return dict(teams)
