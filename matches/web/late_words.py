"""What phones told after the report, and what may be done about it: dispute its lines, or ask to reopen the match."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from django.utils.translation import gettext

from engine.match.late_lines import lines_told_late
from leagues.policies import Visitor
from matches.mapping import report_of
from matches.models import Match, MatchStatus, Report
from matches.policies import can_dispute, can_reopen
from matches.selectors.agreement import open_reports
from matches.selectors.live import LateLine, LiveMatch
from matches.selectors.reopening import may_be_reopened, reopening_of
from matches.web.live_timeline import summary

Way = Literal["", "dispute", "reopen"]
ALL = "all"
COMMENT_LONGEST = 300


def late_way(visitor: Visitor, match: Match) -> Way:
    """What this visitor can do about what came too late."""
    if match.status == MatchStatus.REPORTED:
        return "dispute" if any(can_dispute(visitor, match, report) for report in open_reports(match)) else ""
    if can_reopen(visitor, match) and may_be_reopened(match) and reopening_of(match) is None:
        return "reopen"
    return ""


def chosen(found: LiveMatch, wanted: Sequence[str]) -> tuple[LateLine, ...]:
    """Those of the numbers in a page's address; or all."""
    return tuple(late for late in found.late if ALL in wanted or str(late.entry.number) in wanted)


def late_lines(found: LiveMatch, late: Iterable[LateLine], report: Report) -> dict[str, Any]:
    """What they would change of a report, by the place of the line."""
    events = {event.key: event for event in found.events}
    after = dict(events)
    for one in late:
        if one.event is None:
            after.pop(one.entry.key, None)
        else:
            after[one.entry.key] = one.event
    return lines_told_late(report_of(report), tuple(events.values()), tuple(after.values()), found.scene)


def late_reason(found: LiveMatch, late: Iterable[LateLine]) -> str:
    """In words, as the comment of a line or the reason to reopen."""
    said = "; ".join(_said(one, found) for one in late)
    return gettext("Told after the report: {events}").format(events=said)[:COMMENT_LONGEST] if said else ""


def _said(late: LateLine, found: LiveMatch) -> str:
    if late.event is not None:
        return summary(late.event, found)
    return gettext("{event}, taken back").format(event=summary(late.before, found)) if late.before else ""
