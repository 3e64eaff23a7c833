"""Reading what a coach has typed of a report, and whether he may file one."""

from __future__ import annotations

from leagues.models import Coach
from matches.models import OPEN, Match, MatchStatus, Report, ReportDraft
from matches.policies import can_answer_for
from matches.selectors.agreement import open_reports


def report_draft_of(match: Match, author: Coach) -> ReportDraft | None:
    return match.drafts.filter(author=author).first()


def may_file(match: Match, coach: Coach, reports: tuple[Report, ...] | None = None) -> bool:
    """While nobody has filed, and beside the report of the other coach.

    ``reports``: those that are open, if they were read already.
    """
    if match.status in OPEN:
        return True
    if match.status != MatchStatus.REPORTED:
        return False
    filed = open_reports(match) if reports is None else reports
    return len(filed) == 1 and not can_answer_for(coach, match, filed[0])
