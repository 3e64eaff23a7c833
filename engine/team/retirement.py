"""A team retires: it plays, hires and deals no more, and what it did stays on record."""

from __future__ import annotations

from engine import effects as fx
from engine.errors import TeamRetiredAlready
from engine.team.sheet import TeamSheet


def decide_retirement(sheet: TeamSheet) -> tuple[fx.Effect, ...]:
    if sheet.retired:
        raise TeamRetiredAlready(team=sheet.name)
    return (fx.TeamRetired(),)
