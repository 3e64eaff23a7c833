"""What the match page shows of how far the two coaches agree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext

from config.problems import title_of
from config.words import word
from engine.match.comparing import lines_of
from leagues.mapping import ruleset_of
from leagues.models import Coach
from matches.mapping import report_of
from matches.models import Dispute, DisputeRuling, Match, RulingWay, Verdict
from matches.policies import can_confirm, can_report
from matches.selectors.agreement import Agreement, agreement_of
from matches.selectors.matches import MatchPage
from matches.selectors.write_ups import stories_of
from matches.web.line_words import LineWords

DIFFERENCES_SHOWN = 200


@dataclass(frozen=True, slots=True)
class ComparedLine:
    place: str
    label: str
    one: str
    other: str


@dataclass(frozen=True, slots=True)
class DisputeRow:
    dispute: Dispute
    label: str
    said: str  # what the report says
    wanted: str  # what the other coach would have of it
    ended: str  # how it was settled, if it was


def agreement_context(request: HttpRequest, page: MatchPage) -> dict[str, Any]:
    match, visitor = page.match, request.user
    sheets = {side.team.key: side.sheet for side in page.sides}
    agreement = agreement_of(match, visitor, page.filed)
    said = LineWords(match, sheets, ruleset_of(match.ruleset_id))
    return {
        "agreement": agreement,
        "compared": tuple(compared_lines(agreement, said)),
        "disputed_lines": tuple(dispute_rows(agreement, said)),
        "warned": [title_of(problem) for problem in agreement.warnings],
        "pin_coaches": pin_coaches(agreement, match, visitor) if can_report(visitor, match) else (),
        "stories": stories_of(match, visitor),
        "code": request.GET.get("code", ""),
    }


def compared_lines(agreement: Agreement, said: LineWords) -> Iterator[ComparedLine]:
    for line in agreement.comparison.lines[:DIFFERENCES_SHOWN] if agreement.comparison else ():
        one, other = said.value(line.place, line.mine), said.value(line.place, line.theirs)
        yield ComparedLine(line.place, said.label(line.place), one, other)


def pin_coaches(agreement: Agreement, match: Match, visitor: Any) -> tuple[Coach, ...]:
    """Who may confirm on this phone by his PIN: the other coach, while the author is signed in."""
    if len(agreement.reports) != 1:
        return ()
    (report,) = agreement.reports
    others = dict.fromkeys((match.home.coach, match.away.coach))
    return tuple(one for one in others if one.pk != visitor.pk and one.pin and can_confirm(one, match, report))


def dispute_rows(agreement: Agreement, said: LineWords) -> Iterator[DisputeRow]:
    if agreement.disputed:
        lines = lines_of(report_of(agreement.disputed))
        yield from (dispute_row(dispute, said, lines) for dispute in agreement.disputes)


def dispute_row(dispute: Dispute, said: LineWords, lines: Mapping[str, Any]) -> DisputeRow:
    line = lines.get(dispute.line)
    return DisputeRow(
        dispute,
        said.label(dispute.line),
        said.value(dispute.line, line),
        _wanted(dispute, said),
        ruling_words(dispute.ruling, said) if hasattr(dispute, "ruling") else "",
    )


def _wanted(dispute: Dispute, said: LineWords) -> str:
    if dispute.wants == Verdict.STRUCK:
        return gettext("Nothing: it is to be struck")
    return said.value(dispute.line, dispute.proposal) if dispute.wants else ""


def ruling_words(ruling: DisputeRuling, said: LineWords) -> str:
    """How a line was settled, in a sentence or two."""
    ended = _ended(ruling, said)
    return f"{ended} {gettext('What came later stands as it was told.')}" if ruling.later_stands else ended


def _ended(ruling: DisputeRuling, said: LineWords) -> str:
    change = said.value(ruling.dispute.line, ruling.change)
    if ruling.way == RulingWay.WITHDRAWN:
        return gettext("Withdrawn: the line stands.")
    if ruling.way == RulingWay.ACCEPTED and ruling.verdict == Verdict.STRUCK:
        return gettext("The author agreed: the line is struck.")
    if ruling.way == RulingWay.ACCEPTED:
        return gettext("The author agreed: {change}.").format(change=change)
    if ruling.verdict == Verdict.CHANGED:
        return gettext("Changed: {change}.").format(change=change)
    return word("verdict", ruling.verdict)
