"""What of a match was told anew after it counted, and the corrections by which commissioners have done so."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet
from django.http import Http404
from django.utils import timezone

from leagues.models import Coach, League
from leagues.policies import Visitor, can_commission
from leagues.selectors.leagues import league_list, read_for, role_along
from matches.models import Correction, CorrectionStatus, Match
from teams.models import HistoryEntry
from teams.services.ledger import follows_from

# What a coach does in his window is taken back and done anew as he likes: that corrects nothing.
KINDS = ("match", "post-match")
LATELY, MOST = timedelta(days=14), 5
FOLLOWS = follows_from("match", "")


@dataclass(frozen=True, slots=True)
class Retold:
    """One cause of the match as it was told last, if that was not the first time."""

    kind: str
    step: str  # the step's name; empty for the match itself
    team: str  # its team's name, of a step
    reason: str
    follows: str  # the key of a match that was told late, if that is the reason
    by: Coach | None
    at: datetime
    voided: bool


def retold_of(match: Match) -> tuple[Retold, ...]:
    """The latest telling of each, in the order in which they were told."""
    entries = (
        HistoryEntry.objects.filter(
            league=match.league_id, cause__occasion=match.key, cause__kind__in=KINDS, revision__number__gt=1
        )
        .select_related("cause", "revision__actor")
        .prefetch_related("cause__teams")
        .order_by("revision__written_at", "pk")
    )
    return tuple(_retold(entry) for entry in entries)


def _retold(entry: HistoryEntry) -> Retold:
    told, step = entry.revision, entry.cause.kind != "match"
    return Retold(
        kind=entry.cause.kind,
        step=str(told.inputs.get("step", "")) if step else "",
        team=", ".join(team.name for team in entry.cause.teams.all()) if step else "",
        reason="" if told.reason.startswith(FOLLOWS) else told.reason,
        follows=told.reason.removeprefix(FOLLOWS) if told.reason.startswith(FOLLOWS) else "",
        by=told.actor,
        at=told.written_at,
        voided=told.voided,
    )


# Reading corrections.


def correction_list(visitor: Visitor) -> QuerySet[Correction]:
    """Public like rulings: what counts or counted, and what dice have fallen for. Drafts are the commissioners'."""
    found = Correction.objects.filter(league__in=league_list(visitor).values("pk"))
    return found.select_related(
        "league__ruleset", "match__league", "match__home", "match__away", "author", "settled_by", "undoes"
    ).order_by("-pk")


def league_corrections(visitor: Visitor, league: League) -> QuerySet[Correction]:
    found = correction_list(visitor).filter(league=league)
    return found if can_commission(visitor, league) else found.filter(_public())


def match_corrections(match: Match) -> QuerySet[Correction]:
    return Correction.objects.filter(_public(), match=match).select_related("author", "settled_by").order_by("pk")


def correction_get(visitor: Visitor, pk: int) -> Correction:
    """With the role of whoever asks. A draft is found by commissioners alone."""
    found = correction_list(visitor).filter(pk=pk).annotate(visitor_role=role_along(visitor, "league")).first()
    if found is None:
        raise Http404
    read_for(visitor, found.league, found.visitor_role)
    read_for(visitor, found.match.league, found.visitor_role)
    hidden = found.status in (CorrectionStatus.PROPOSED, CorrectionStatus.DROPPED) and not found.thrown
    if hidden and not can_commission(visitor, found.league):
        raise Http404
    return found


def corrections_for(coach: Coach, meeting: QuerySet[Match]) -> tuple[Correction, ...]:
    """Lately, about his teams and those that he is to meet."""
    about = Q(teams__coach=coach) | Q(teams__in=meeting.values("home")) | Q(teams__in=meeting.values("away"))
    counts = (CorrectionStatus.CONFIRMED, CorrectionStatus.UNDONE)
    recent = Correction.objects.filter(about, status__in=counts, settled_at__gte=timezone.now() - LATELY)
    recent = recent.filter(league__in=league_list(coach).values("pk")).distinct()
    return tuple(recent.select_related("league", "match__home", "match__away", "author").order_by("-pk")[:MOST])


def correction_drafts(coach: Coach) -> QuerySet[Correction]:
    """What he has begun to correct and not settled."""
    drafts = Correction.objects.filter(author=coach, status=CorrectionStatus.PROPOSED)
    return drafts.select_related("league", "match__home", "match__away").order_by("pk")


def _public() -> Q:
    return Q(status__in=(CorrectionStatus.CONFIRMED, CorrectionStatus.UNDONE)) | Q(thrown=True)
