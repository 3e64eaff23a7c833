"""Reading how far two coaches agree: open reports, in what they differ, what is disputed, what time is left."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from engine.errors import Problem
from engine.match.comparing import Difference, differences, lines_of
from engine.rulesets import Ruleset
from leagues.mapping import ruleset_of
from leagues.policies import Visitor
from matches.mapping import report_of
from matches.models import Confirmation, Dispute, Match, MatchStatus, Reopening, Report
from matches.policies import can_answer_for, can_confirm, can_dispute, can_reopen, can_rule, can_withdraw
from matches.selectors.confirmations import confirmation_of
from matches.selectors.reopening import may_be_reopened, reopening_of
from matches.selectors.rulings import DISPUTED_SINCE
from matches.services.checking import report_problems

# When a quarter of the time is left, whoever could still say something is reminded.
REMINDED_AFTER = 3 / 4


def open_reports(match: Match) -> tuple[Report, ...]:
    """The reports that wait to be agreed to: the last one of each side since the match was opened."""
    return latest(match, match.reports.select_related("submitted_by"))


def latest(match: Match, reports: Iterable[Report]) -> tuple[Report, ...]:
    """The same of reports that were read already, in the order of their numbers."""
    open_ones = {report.side: report for report in reports if report.number > match.reports_closed}
    return tuple(sorted(open_ones.values(), key=lambda report: report.number))


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two open reports that do not say the same."""

    one: Report
    other: Report
    lines: tuple[Difference, ...]


def comparison_of(reports: tuple[Report, ...]) -> Comparison | None:
    if len(reports) < 2:
        return None
    one, other = reports
    return Comparison(one, other, differences(report_of(one), report_of(other)))


def disputed_report(match: Match) -> Report | None:
    """The report whose lines are disputed, as long as any is."""
    if match.status != MatchStatus.DISPUTED:
        return None
    about = match.reports.filter(number__gt=match.reports_closed, disputes__isnull=False)
    return about.select_related("submitted_by").distinct().last()


def disputes_of(report: Report) -> tuple[Dispute, ...]:
    """Each with how it ended, if it has."""
    return tuple(report.disputes.select_related("author", "ruling__author"))


def open_disputes(disputes: Iterable[Dispute]) -> tuple[Dispute, ...]:
    return tuple(dispute for dispute in disputes if not hasattr(dispute, "ruling"))


def rules_of(match: Match) -> Ruleset:
    return ruleset_of(match.ruleset_id)


def acceptance_deadline(match: Match, reports: tuple[Report, ...]) -> datetime | None:
    """When an open report counts by itself: not where the league does without, and not while two of them differ."""
    hours = rules_of(match).options.accept_after_hours
    if match.status != MatchStatus.REPORTED or not hours or len(reports) != 1:
        return None
    return reports[0].submitted_at + timedelta(hours=hours)


def reminder_due(match: Match, report: Report) -> datetime:
    """When the other coach is told that the time is running out."""
    hours = rules_of(match).options.accept_after_hours
    return report.submitted_at + timedelta(hours=hours) * REMINDED_AFTER


def ruling_deadline(match: Match, disputes: Iterable[Dispute]) -> datetime | None:
    """When the disputed lines should be ruled on. Nothing is ruled by time: it is said that the time is over."""
    return _ruled_by(match, min((dispute.at for dispute in open_disputes(disputes)), default=None))


def rulings_overdue(to_rule: Iterable[Match]) -> dict[int, datetime]:
    """By match, since when: of those that ``matches_to_rule`` has found."""
    deadlines = {match.pk: _ruled_by(match, getattr(match, DISPUTED_SINCE)) for match in to_rule}
    return {pk: deadline for pk, deadline in deadlines.items() if deadline and deadline <= timezone.now()}


def _ruled_by(match: Match, disputed_since: datetime | None) -> datetime | None:
    return disputed_since + timedelta(hours=rules_of(match).options.dispute_hours) if disputed_since else None


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far the two coaches agree about a match, and what a visitor may do about it."""

    reports: tuple[Report, ...]  # that are open
    to_confirm: Report | None  # by this visitor
    own: Report | None  # his word, among those that are open
    comparison: Comparison | None
    warnings: tuple[Problem, ...]  # about the report that he may confirm: by confirming he accepts them
    deadline: datetime | None  # when it counts by itself
    disputed: Report | None
    disputes: tuple[Dispute, ...]
    undisputed: int  # how many lines of the disputed report stand
    ruling_deadline: datetime | None
    may_dispute: bool
    may_rule: bool
    may_accept: bool  # what the other coach wants of a disputed line
    may_withdraw: bool
    confirmation: Confirmation | None
    reopening: Reopening | None
    may_reopen: bool  # or answer whoever has asked

    @property
    def ruling_overdue_since(self) -> datetime | None:
        """The time to rule is over. Nothing follows from it: the lines wait for a ruling, or for both coaches."""
        due = self.ruling_deadline
        return due if due is not None and due <= timezone.now() else None


def agreement_of(match: Match, visitor: Visitor, filed: Report | None = None) -> Agreement:
    """``filed``, the report that counts, saves reading again who agreed to it."""
    reports = open_reports(match) if match.status == MatchStatus.REPORTED else ()
    others = [report for report in reports if can_confirm(visitor, match, report)]
    to_confirm = others[0] if others else None
    disputed = disputed_report(match)
    disputes = disputes_of(disputed) if disputed else ()
    counts = match.status in (MatchStatus.AGREED, MatchStatus.CONFIRMED, MatchStatus.FINISHED)
    reopens = counts and can_reopen(visitor, match)
    return Agreement(
        reports=reports,
        to_confirm=to_confirm,
        own=next((report for report in reports if can_answer_for(visitor, match, report)), None),
        comparison=comparison_of(reports),
        warnings=_warnings(match, to_confirm) if to_confirm else (),
        deadline=acceptance_deadline(match, reports),
        disputed=disputed,
        disputes=disputes,
        undisputed=len(lines_of(report_of(disputed))) - len(disputes) if disputed else 0,
        ruling_deadline=ruling_deadline(match, disputes),
        may_dispute=can_dispute(visitor, match, to_confirm),
        may_rule=bool(disputed) and can_rule(visitor, match),
        may_accept=disputed is not None and can_answer_for(visitor, match, disputed),
        may_withdraw=any(can_withdraw(visitor, one) for one in disputes),
        confirmation=_confirmation(match, filed) if counts else None,
        reopening=reopening_of(match) if counts else None,
        may_reopen=reopens and may_be_reopened(match),
    )


def _confirmation(match: Match, filed: Report | None) -> Confirmation | None:
    return confirmation_of(match) if filed is None else getattr(filed, "confirmation", None)


def _warnings(match: Match, report: Report) -> tuple[Problem, ...]:
    """What is unlikely about a report, and was accepted by its author."""
    found = report_problems(match, report_of(report))
    return tuple(problem for problem in found if problem.severity == "warning")
