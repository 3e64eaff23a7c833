"""Reading whether a match may still be reopened, and who has asked for it."""

from __future__ import annotations

from django.db.models import Q

from matches.models import Match, MatchStatus, Reopening, ReopeningAnswer
from teams.models import Team

REOPENABLE = (MatchStatus.AGREED, MatchStatus.CONFIRMED, MatchStatus.FINISHED)


def played_on(match: Match) -> Team | None:
    """The team of this match that has kicked off again since."""
    teams = (match.home_id, match.away_id)
    begun = Match.objects.filter(Q(home__in=teams) | Q(away__in=teams)).exclude(pk=match.pk)
    # A report without a place is of a match that was kicked off, wherever it will stand.
    unplaced = Q(place=None, status__in=(MatchStatus.LIVE, MatchStatus.REPORTED, MatchStatus.DISPUTED))
    found = begun.filter(Q(place__gt=match.place or 0) | unplaced).order_by("pk").first()
    if found is None:
        return None
    return match.home if match.home_id in (found.home_id, found.away_id) else match.away


def reopening_of(match: Match) -> Reopening | None:
    """What waits for an answer."""
    return match.reopenings.select_related("asked_by").filter(answer=ReopeningAnswer.ASKED).first()


def may_be_reopened(match: Match) -> bool:
    return match.status in REOPENABLE and played_on(match) is None
