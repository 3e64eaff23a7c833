"""Compare and swap on a match: the one lock that holds on every database."""

from matches.models import Match, MatchStatus


def match_claim(match: Match, expected: MatchStatus, next_status: MatchStatus, *, otherwise: Exception) -> None:
    """Of two who come for the same match at the same instant, one goes on."""
    claimed = Match.objects.filter(pk=match.pk, status=expected, version=match.version).update(
        status=next_status, version=match.version + 1
    )
    if not claimed:
        raise otherwise
    match.status, match.version = next_status, match.version + 1


def open_status(match: Match) -> MatchStatus:
    """What a match is while a report of it may be filed."""
    return MatchStatus.LIVE if match.kicked_off_at else MatchStatus.SCHEDULED


def reports_close(match: Match) -> None:
    """What was filed so far is of no account any more. Called inside ``write()``."""
    last = match.reports.order_by("number").values_list("number", flat=True).last()
    match.reports_closed = last or 0
    match.save(update_fields=["reports_closed"])
