"""What of a match was told anew after it counted: its report, or a step after it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from leagues.models import Coach
from matches.models import Match
from teams.models import HistoryEntry
from teams.services.ledger import follows_from

# What a coach does in his window is taken back and done anew as he likes: that corrects nothing.
KINDS = ("match", "post-match")
FOLLOWS = follows_from("match", "")


@dataclass(frozen=True, slots=True)
class Correction:
    """One cause of the match as it was told last, if that was not the first time."""

    kind: str
    step: str  # the step's name; empty for the match itself
    team: str  # its team's name, of a step
    reason: str
    follows: str  # the key of a match that was told late, if that is the reason
    by: Coach | None
    at: datetime
    voided: bool


def corrections_of(match: Match) -> tuple[Correction, ...]:
    """The latest telling of each, in the order in which they were told."""
    entries = (
        HistoryEntry.objects.filter(
            league=match.league_id, cause__occasion=match.key, cause__kind__in=KINDS, revision__number__gt=1
        )
        .select_related("cause", "revision__actor")
        .prefetch_related("cause__teams")
        .order_by("revision__written_at", "pk")
    )
    return tuple(_correction(entry) for entry in entries)


def _correction(entry: HistoryEntry) -> Correction:
    told, step = entry.revision, entry.cause.kind != "match"
    return Correction(
        kind=entry.cause.kind,
        step=str(told.inputs.get("step", "")) if step else "",
        team=", ".join(team.name for team in entry.cause.teams.all()) if step else "",
        reason="" if told.reason.startswith(FOLLOWS) else told.reason,
        follows=told.reason.removeprefix(FOLLOWS) if told.reason.startswith(FOLLOWS) else "",
        by=told.actor,
        at=told.written_at,
        voided=told.voided,
    )
