"""Whether a report may stand: errors refuse it, warnings are accepted by whoever files it."""

from __future__ import annotations

from dataclasses import replace

from engine.errors import Problem, ReportIllegal
from engine.match import checks, played
from engine.match.comparing import without_stray_dice
from engine.match.matchday import day_sheets
from engine.match.report import MatchReport
from leagues.mapping import ruleset_of
from matches.models import Match
from matches.services.counting import sheets_now


def report_checked(match: Match, report: MatchReport) -> MatchReport:
    """The report as it is kept, or everything that is wrong with it. Called inside ``write()``."""
    report = of_this_kind(match, report)
    if hindering := checks.blocking(report_problems(match, report), report):
        raise ReportIllegal(hindering)
    return report


def report_made(match: Match, report: MatchReport) -> MatchReport:
    """A report that was put together of lines: what does not belong to it any more is left out, and it is judged anew.

    Whoever took over or ruled on its lines has looked at what is unlikely about them.
    """
    ruleset, teams = ruleset_of(match.ruleset_id), sheets_now(match)
    day = day_sheets(report.prematch, {side: teams[one.team] for side, one, _ in report.sides()}, ruleset, match.key)
    asked = checks.dice_of(report, {sheet.key: sheet for sheet in day.values()}, ruleset)
    report = without_stray_dice(report, dict(asked))
    warned = {problem.code for problem in report_problems(match, report) if problem.severity == "warning"}
    return report_checked(match, replace(report, accepted=tuple(sorted({*report.accepted, *warned}))))


def report_problems(match: Match, report: MatchReport) -> tuple[Problem, ...]:
    return played.problems(match.key, report, sheets_now(match), ruleset_of(match.ruleset_id))


def of_this_kind(match: Match, report: MatchReport) -> MatchReport:
    """What kind of match it was says the fixture, whatever was sent."""
    return replace(report, kind=match.kind)
