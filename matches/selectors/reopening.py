"""Reading whether a match may still be reopened, and who has asked for it."""

from __future__ import annotations

from matches.models import Match, MatchKind, MatchStatus, Reopening, ReopeningAnswer
from matches.policies import coaches_of
from matches.selectors.order import begun_by
from teams.models import Team

REOPENABLE = (MatchStatus.AGREED, MatchStatus.CONFIRMED, MatchStatus.FINISHED)


def played_on(match: Match) -> Team | None:
    """The team of this match that has kicked off again since."""
    teams = (match.home_id, match.away_id)
    # An exhibition match is nobody's next match.
    begun = begun_by(teams).filter(place__gt=match.place or 0).exclude(pk=match.pk)
    found = begun.exclude(kind=MatchKind.EXHIBITION).order_by("place").first()
    if found is None:
        return None
    return match.home if match.home_id in (found.home_id, found.away_id) else match.away


def reopening_of(match: Match) -> Reopening | None:
    """What waits for an answer. Who has asked and coaches neither team any more does not ask."""
    asked = match.reopenings.select_related("asked_by").filter(answer=ReopeningAnswer.ASKED).first()
    return asked if asked and asked.asked_by_id in coaches_of(match) else None


def may_be_reopened(match: Match) -> bool:
    return match.status in REOPENABLE and played_on(match) is None
