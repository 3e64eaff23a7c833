"""Corrections in tests: told, looked at, confirmed, and the whole state of a league to compare."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine import history
from leagues.models import League
from matches.mapping import report_from
from matches.models import Correction, Match, PostMatchStep
from matches.selectors.correcting import CorrectionPreview, InTheWay, in_the_way, previewed
from matches.selectors.seasons import season_standings
from matches.services.correction_plan import look
from matches.services.correction_telling import CorrectionChange, Way
from matches.services.corrections import (
    correction_confirm,
    correction_propose,
    correction_resolve,
    correction_tell,
    correction_throw,
    correction_undo,
)
from teams.mapping import player_columns, sheet_in, team_columns
from teams.models import EffectRow, HistoryEntry, Team
from teams.services.ledger import history_head, league_causes
from tests import cast


def again(row: Correction) -> Correction:
    return Correction.objects.select_related("league", "match__league", "match__home", "match__away").get(pk=row.pk)


def cause_of(match: Match, kind: str = "match", *, step: str = "", team: Team | None = None) -> int:
    """The id of a cause of this match: of itself, or of a step or an act of one of its teams."""
    entries = HistoryEntry.objects.filter(league=match.league_id, cause__kind=kind, cause__occasion=match.key)
    if team is not None:
        entries = entries.filter(cause__teams=team)
    found = [entry for entry in entries.select_related("revision") if not step or entry.revision.inputs["step"] == step]
    return int(found[0].cause_id)


def proposed(match: Match, reason: str = "The paper says otherwise.") -> Correction:
    return correction_propose(match=cast.reread(match), reason=reason, actor=cast.commissioner_of(match.league))


def told(row: Correction, cause: int, what: Any, **more: Any) -> Correction:
    row = again(row)
    change = CorrectionChange(cause, what, **more)
    correction_tell(correction=row, change=change, seen=row.version, actor=cast.commissioner_of(row.league))
    return again(row)


def reported(row: Correction, match: Match, score: tuple[int, int] = (2, 1), **more: Any) -> Correction:
    report = report_from(cast.report(match, score, **more))
    return told(row, cause_of(match), "report", report=report)


def resolved(row: Correction, cause: int, way: Way) -> Correction:
    row = again(row)
    correction_resolve(correction=row, cause=cause, way=way, seen=row.version, actor=cast.commissioner_of(row.league))
    return again(row)


def confirmed(row: Correction) -> Correction:
    row = again(row)
    actor, head = cast.commissioner_of(row.league), history_head(row.league)
    return again(correction_confirm(correction=row, seen=row.version, head=head, actor=actor))


def thrown(row: Correction) -> Correction:
    row = again(row)
    correction_throw(correction=row, seen=row.version, actor=cast.commissioner_of(row.league))
    return again(row)


def undoing(row: Correction, reason: str = "The paper was right.") -> Correction:
    return again(correction_undo(correction=again(row), reason=reason, actor=cast.commissioner_of(row.league)))


def seen(row: Correction) -> tuple[CorrectionPreview, InTheWay]:
    looked = look(again(row))
    return previewed(looked), in_the_way(looked)


def dump(league: League) -> dict[str, Any]:
    """Everything that a league comes to: what stands in its history, teams, players, steps, matches and tables."""
    world = history.fold(league_causes(league))
    teams = {team.key: team for team in Team.objects.filter(league=league).prefetch_related("players")}
    return {
        "effects": list(
            EffectRow.objects.filter(revision__entry__league=league)
            .order_by("revision__entry__place", "revision__entry__step", "revision__cause", "nth")
            .values_list("revision__cause", "team", "data")
        ),
        "inputs": list(
            HistoryEntry.objects.filter(league=league, revision__voided=False)
            .order_by("place", "step", "cause")
            .values_list("cause", "place", "step", "revision__inputs", "revision__stands")
        ),
        "teams": {key: team_columns(team, sheet_in(world, team)) for key, team in teams.items()},
        "players": {key: player_columns(team, sheet_in(world, team)) for key, team in teams.items()},
        "rows": {team.key: (team.treasury, team.value, team.record) for team in teams.values()},
        "steps": list(
            PostMatchStep.objects.filter(match__league=league)
            .order_by("match", "nth", "team")
            .values_list("match", "team", "name", "status", "choice", "words", "cause")
        ),
        "matches": list(Match.objects.filter(league=league).order_by("pk").values_list("key", "status", "place")),
        "tables": [
            [(row.team.key, row.standing) for row in season_standings(season)]
            for season in league.seasons.prefetch_related("entries__team")
        ],
    }


def faces(row: Mapping[str, Any]) -> list[int]:
    return list(row["faces"])
