"""What a coach is told who has confirmed a report."""

from django.utils.translation import gettext

from matches.models import Match, MatchStatus


def confirmed(match: Match) -> str:
    if match.status == MatchStatus.AGREED:
        return gettext("The report is confirmed. It counts by itself when the matches before it are over.")
    if match.status == MatchStatus.FINISHED:
        return gettext("The report is confirmed. Nothing of an exhibition match counts.")
    return gettext("The report is confirmed. The post-match sequence has begun.")
