"""Effects written into the ledger as they are: for pages that show what no service of a test brings about by itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine import effects as fx
from engine.history import Decision
from engine.team.evolve import fold
from engine.team.sheet import TeamSheet
from teams.mapping import project, sheet_of
from teams.models import HistoryEntry, Team
from teams.services.ledger import Told, _keep, place_at_end


def happen(
    team: Team, *effects: fx.Effect, kind: str = "hiring", occasion: str = "w1", inputs: Mapping[str, Any] | None = None
) -> Team:
    """They happened to the team just now; with a known ``occasion``, at the end of that."""
    team = Team.objects.select_related("league", "ruleset").get(pk=team.pk)
    there = HistoryEntry.objects.filter(league=team.league, cause__occasion=occasion).order_by("step").last()
    told = Told(
        kind=kind,
        occasion=occasion,
        place=there.place if there else place_at_end(team.league),
        step=there.step + 1 if there else 0,
        teams=[team],
        inputs=inputs or {},
        ruleset=team.ruleset,
    )
    _keep(team.league, told, Decision(tuple(fx.TeamEffect(team.key, effect) for effect in effects)), None)
    before = sheet_of(team) if team.players.exists() else TeamSheet(team.key)
    project(team, fold(before, effects))
    return Team.objects.select_related("league", "coach", "ruleset").get(pk=team.pk)
