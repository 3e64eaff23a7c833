"""Whether a report may stand: errors refuse it, warnings are accepted by whoever files it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import cast

from engine.errors import Problem, ReportIllegal
from engine.match import before, checks, played, prematch_checks
from engine.match.comparing import without_stray_dice
from engine.match.prematch import PreMatch
from engine.match.report import Kind, MatchReport
from engine.match.sides import Side
from engine.team.sheet import TeamSheet
from leagues.mapping import ruleset_of
from matches.mapping import fallen_of, prematch_of, rolls_in
from matches.models import Match, MatchDay, MatchKind
from matches.selectors.rematch import rematch_of
from matches.services.snapshots import sheets_now, sheets_of_day


def report_checked(match: Match, report: MatchReport) -> MatchReport:
    """The report as it is kept, or everything that is wrong with it. Called inside ``write()``."""
    report, sheets = of_this_kind(match, report), sheets_now(match)
    found = (*_problems(match, report, sheets), *rematch_of(match))
    if hindering := checks.blocking(found, report) or _untyped(match, report, sheets):
        raise ReportIllegal(hindering)
    return report


def report_made(match: Match, report: MatchReport) -> MatchReport:
    """A report that was put together of lines: what does not belong to it any more is left out, and it is judged anew.

    Whoever took over or ruled on its lines has looked at what is unlikely about them.
    """
    day = sheets_of_day(match, report.played_with)
    asked = checks.dice_of(report, {sheet.key: sheet for sheet in day.values()}, ruleset_of(match.ruleset_id))
    report = without_stray_dice(report, dict(asked))
    warned = {problem.code for problem in report_problems(match, report) if problem.severity == "warning"}
    return report_checked(match, replace(report, accepted=tuple(sorted({*report.accepted, *warned}))))


def report_problems(match: Match, report: MatchReport) -> tuple[Problem, ...]:
    return _problems(match, report, sheets_now(match))


def of_this_kind(match: Match, report: MatchReport) -> MatchReport:
    """What kind of match it was says the fixture, whatever was sent."""
    one_off = match.kind == MatchKind.EXHIBITION
    prematch = replace(report.prematch, one_off=one_off) if report.prematch else None
    return replace(report, kind=cast(Kind, match.kind), prematch=prematch)


def _problems(match: Match, report: MatchReport, sheets: Mapping[str, TeamSheet]) -> tuple[Problem, ...]:
    teams: dict[Side, TeamSheet] = {side: sheets[mine.team] for side, mine, _ in report.sides()}
    found = played.problems(match.key, report, sheets, ruleset_of(match.ruleset_id))
    recorded = prematch_of(MatchDay.objects.filter(match=match).first())
    told = prematch_checks.told_otherwise(recorded, report.prematch or PreMatch(), teams)
    return (*found, *told, *_against_dice(match, report, sheets, teams))


def _against_dice(
    match: Match, report: MatchReport, sheets: Mapping[str, TeamSheet], teams: Mapping[Side, TeamSheet]
) -> Iterator[Problem]:
    """What is told otherwise than dice say that lie on the table already: possible at a table, so it is asked."""
    lying, ruleset = fallen_of(rolls_in(match.league_id, match.key)), ruleset_of(match.ruleset_id)
    if report.prematch is not None:
        found = before.differences(report.prematch, lying, teams, ruleset)
        yield from (replace(problem, severity="warning") for problem in found)
    yield from checks.told_against_dice(report, sheets, lying)


def _untyped(match: Match, report: MatchReport, sheets: Mapping[str, TeamSheet]) -> tuple[Problem, ...]:
    """Dice that coaches throw at the table in this league, and that nobody has told yet."""
    lying = fallen_of(rolls_in(match.league_id, match.key))
    return played.dice_missing(match.key, report, sheets, lying, ruleset_of(match.ruleset_id))
