"""Reports: filed by one coach, confirmed by the other; then the match stands in the ledger."""

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from config.writing import write
from engine.errors import Problem, ReportIllegal
from engine.match import checks, played
from engine.match.report import Kind, MatchReport
from engine.team import limits
from engine.team.sheet import TeamSheet
from engine.typed import plain
from leagues.mapping import ruleset_of
from leagues.models import Coach
from leagues.names import clean_remark
from leagues.policies import allow
from matches.errors import AlreadyReported, NothingToConfirm, ReportChanged, ReportOfOtherTeams
from matches.mapping import fallen_of
from matches.models import DiceRoll, Match, MatchStatus, Report
from matches.policies import can_confirm, can_report, can_return
from matches.selectors.rematch import rematch_of
from matches.services.claiming import match_claim, open_status
from matches.services.counting import match_count
from matches.services.placing import place_take
from matches.services.snapshots import sheets_keep, sheets_now, sheets_of_day, sheets_renew
from teams.services.ledger import league_lock


def report_submit(*, match: Match, report: MatchReport, actor: Coach) -> Report:
    """File a report. It stands when the other coach confirms it."""
    allow(can_report(actor, match))
    if (report.home.team, report.away.team) != (match.home.key, match.away.key):
        raise ReportOfOtherTeams(home=match.home.name, away=match.away.name)
    report = replace(report, kind=cast(Kind, match.kind))  # as the fixture has it, whatever was sent
    retired = tuple(limits.team_retired(team.name, "") for team in (match.home, match.away) if team.retired)
    if retired:
        raise ReportIllegal(retired)
    with write("report.submitted", actor=actor, league=match.league) as writing:
        league_lock(match.league)
        match_claim(match, open_status(match), MatchStatus.REPORTED, otherwise=AlreadyReported())
        place_take(match=match)
        sheets = sheets_now(match)
        found = (*played.problems(match.key, report, sheets, ruleset_of(match.ruleset_id)), *rematch_of(match))
        if hindering := checks.blocking(found, report) or _untyped(match, report, sheets):
            raise ReportIllegal(hindering)
        row = Report.objects.create(
            match=match, number=match.reports.count() + 1, report=plain(report), submitted_by=actor
        )
        sheets_keep(match=match, sheets=sheets_of_day(match, report.prematch, sheets))
        sheets_renew(match)
        writing.done(row, subject=f"match:{match.pk}", report=row.number)
    return row


def _untyped(match: Match, report: MatchReport, sheets: Mapping[str, TeamSheet]) -> tuple[Problem, ...]:
    """Dice that coaches throw at the table in this league, and that nobody has told yet."""
    lying = fallen_of(DiceRoll.objects.filter(session__league=match.league_id, session__occasion=match.key))
    return played.dice_missing(match.key, report, sheets, lying, ruleset_of(match.ruleset_id))


def report_return(*, match: Match, reason: str = "", actor: Coach) -> Match:
    """Send an unconfirmed report back: the match is open for a new one; what was filed stays on record."""
    allow(can_return(actor, match))
    reason = clean_remark(reason)
    with write("report.returned", actor=actor, league=match.league) as writing:
        match_claim(match, MatchStatus.REPORTED, open_status(match), otherwise=NothingToConfirm())
        sheets_renew(match)
        writing.done(match, subject=f"match:{match.pk}", reason=reason)
    return match


def report_confirm(*, match: Match, seen: int | None = None, actor: Coach) -> Match:
    """Confirm the report: the match takes its place in the ledger and the post-match sequence begins.

    ``seen`` is the number of the report that the actor has read: another one he does not vouch for.
    """
    report = match.reports.last()
    if report is None:
        raise NothingToConfirm
    allow(can_confirm(actor, match, report))
    if seen is not None and seen != report.number:
        raise ReportChanged
    with write("report.confirmed", actor=actor, league=match.league) as writing:
        # The claim comes first: of two coaches who confirm at the same instant, one goes on.
        match_claim(match, MatchStatus.REPORTED, MatchStatus.CONFIRMED, otherwise=NothingToConfirm())
        match_count(match=match, report=report, actor=actor)
        writing.done(match, subject=f"match:{match.pk}", report=report.number)
    return match
