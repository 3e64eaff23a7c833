"""Reading who coached a team, and whether it has retired."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from leagues.models import AuditEntry, Coach, League
from teams.errors import CoachUnknown
from teams.models import HistoryEntry, Team

TRANSFERRED = "team.transferred"
RETIREMENT = "retirement"


@dataclass(frozen=True, slots=True)
class CoachChange:
    """A team came into other hands."""

    before: Coach
    after: Coach
    at: datetime
    reason: str


@dataclass(frozen=True, slots=True)
class Retired:
    at: datetime
    remark: str
    by: Coach | None


def coach_changes(team: Team) -> tuple[CoachChange, ...]:
    """Every transfer of the team, the latest first. The audit names coaches by their numbers: an erased one is gone."""
    rows = AuditEntry.objects.filter(league=team.league_id, action=TRANSFERRED, subject=f"team:{team.pk}")
    told = list(rows.order_by("-pk"))
    if not told:
        return ()
    known = Coach.objects.in_bulk({row.data[end] for row in told for end in ("before", "after")})
    return tuple(
        CoachChange(known[row.data["before"]], known[row.data["after"]], row.at, str(row.data["reason"]))
        for row in told
    )


def coaches_to_choose(team: Team) -> QuerySet[Coach]:
    """The coaches of the league, but for its own and those who are gone."""
    members = Coach.objects.filter(memberships__league=team.league_id, erased_at__isnull=True)
    return members.exclude(pk=team.coach_id).order_by("name", "pk")


def coach_get(league: League, pk: int) -> Coach:
    """A coach of the league by his number."""
    members = Coach.objects.filter(memberships__league=league)
    coach = members.filter(pk=pk).first() if 0 < pk < 2**63 else None
    if coach is None:
        raise CoachUnknown(coach=pk)
    return coach


def teams_run_by(coach: Coach, league: League) -> QuerySet[Team]:
    """Those that count against the most that the league allows: retired ones do not."""
    return Team.objects.filter(league=league, coach=coach, retired=False)


def retirement_entry(team: Team) -> HistoryEntry | None:
    """The retirement that stands, if one does."""
    entries = HistoryEntry.objects.filter(cause__kind=RETIREMENT, cause__teams=team, revision__voided=False)
    return entries.select_related("revision__actor").order_by("place", "step", "cause").last()


def retired_since(team: Team) -> Retired | None:
    entry = retirement_entry(team) if team.retired else None
    if entry is None:
        return None
    first = entry.cause.revisions.order_by("number")[0]
    return Retired(first.written_at, str(entry.revision.inputs.get("remark", "")), entry.revision.actor)
