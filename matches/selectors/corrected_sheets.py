"""The sheets of a match as they would have been, where something before it was corrected since it was played."""

from __future__ import annotations

from dataclasses import replace

from matches.models import CorrectionRevision, CorrectionStatus, Match
from matches.selectors.matches import MatchPage
from matches.services.snapshots import sheets_of_day
from teams.services.ledger import sheets_at


def sheets_corrected(match: Match) -> bool:
    """Whether a correction that counts reaches what its teams had done before. What was played with stays."""
    return CorrectionRevision.objects.filter(
        correction__league=match.league_id,
        correction__status=CorrectionStatus.CONFIRMED,
        correction__undoes=None,
        after__place__lt=match.place or 0,
        after__cause__teams__in=(match.home_id, match.away_id),
    ).exists()


def as_corrected(page: MatchPage) -> MatchPage:
    """The page with both teams as the history has them by now, in the place of those that were kept."""
    match = page.match
    sheets = sheets_at([match.home, match.away], match.place or 0, 0)
    day = sheets_of_day(match, page.report.played_with if page.report else None, sheets)
    home, away = page.sides
    return replace(page, sides=(replace(home, sheet=day["home"]), replace(away, sheet=day["away"])))
