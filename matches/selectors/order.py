"""The order of play: what stands before a match and is not over, and what a match that is told late changes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Q, QuerySet
from django.utils import timezone

from matches.models import Match, MatchKind, MatchStatus
from teams.models import Team

OVER = (MatchStatus.FINISHED, MatchStatus.CALLED_OFF)
SHOWN = 3  # of the matches on either side
COUNTED = (MatchStatus.CONFIRMED, MatchStatus.FINISHED)


def begun_by(teams: Iterable[Team | int]) -> QuerySet[Match]:
    """Matches of these teams that stand in the order of play. An exhibition match is in nobody's way."""
    found = list(teams)
    about = Q(home__in=found) | Q(away__in=found)
    return Match.objects.filter(about, place__isnull=False).exclude(kind=MatchKind.EXHIBITION).order_by("place")


def before(match: Match) -> QuerySet[Match]:
    """What stands before a match of these two teams; all of it, where the match has no place yet."""
    earlier = begun_by((match.home_id, match.away_id)).exclude(pk=match.pk)
    return earlier if match.place is None else earlier.filter(place__lt=match.place)


def counted_later(match: Match) -> bool:
    """Whether something that came after this match has been told, and counts."""
    later = begun_by((match.home_id, match.away_id)).filter(place__gt=match.place or 0)
    return later.filter(status__in=COUNTED).exists()


def waits_for(match: Match) -> QuerySet[Match]:
    """The earlier matches that have to be over before this one can count: a late step of theirs would rewrite it."""
    return before(match).exclude(status__in=OVER)


def uncounted(team: Team) -> Match | None:
    """A match of this team that has begun and that the ledger has not heard of yet."""
    return begun_by((team,)).exclude(status__in=(*OVER, MatchStatus.CONFIRMED)).select_related("home", "away").first()


def playing(teams: Sequence[int]) -> set[int]:
    """Which of these teams have such a match."""
    found = begun_by(teams).exclude(status__in=(*OVER, MatchStatus.CONFIRMED)).values_list("home", "away")
    return {team for sides in found for team in sides}


def next_of(team: Team, match: Match) -> Match | None:
    """The match that this team began after that one."""
    return begun_by((team,)).filter(place__gt=match.place or 0).select_related("home", "away").first()


def day_of(match: Match) -> date:
    """When a match was played, as far as anybody has said."""
    if match.played_on is not None and match.played_on <= timezone.localdate():
        return match.played_on  # what was arranged for a later day was played before it
    if match.kicked_off_at is not None:
        return match.kicked_off_at.date()
    if match.place_taken_at is not None:
        return match.place_taken_at.date()
    filed = match.reports.order_by("number").values_list("submitted_at", flat=True).first()
    return (filed or timezone.now()).date()


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Where a match stands in the order of play: the matches of its teams on either side of it."""

    earlier: tuple[Match, ...]
    later: tuple[Match, ...]
    others: tuple[Match, ...]  # all of them: before any of these it may have been played


def neighbours(match: Match) -> Neighbours:
    others = begun_by((match.home_id, match.away_id)).exclude(pk=match.pk).select_related("home", "away", "season")
    found = tuple(others)
    at = sum(match.place is None or (one.place or 0) < match.place for one in found)
    return Neighbours(found[max(0, at - SHOWN) : at], found[at : at + SHOWN], found)
