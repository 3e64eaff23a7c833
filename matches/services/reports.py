"""Reports: filed by one coach, confirmed by the other; then the match stands in the ledger."""

from django.utils import timezone

from config.publishing import enqueue
from config.writing import write
from engine.errors import ReportIllegal
from engine.match import checks
from engine.match.report import MatchReport
from engine.team import limits
from engine.team.sheet import TeamSheet
from engine.typed import plain
from leagues.mapping import ruleset_of
from leagues.models import Coach
from leagues.names import clean_remark
from leagues.policies import allow
from matches.errors import AlreadyReported, NothingToConfirm, PostMatchRunning, ReportChanged, ReportOfOtherTeams
from matches.mapping import dice_of, report_of
from matches.models import DiceSession, Match, MatchSheet, MatchStatus, PostMatchStep, Report, StepStatus, Window
from matches.policies import can_confirm, can_report, can_return
from matches.services.dice import rolls_keep
from matches.services.postmatch import ADVANCE, sequence_start
from teams.mapping import sheet_of
from teams.models import Team
from teams.services.ledger import Told, cause_record, league_lock, place_at_end


def report_submit(*, match: Match, report: MatchReport, actor: Coach) -> Report:
    """File a report. It stands when the other coach confirms it."""
    allow(can_report(actor, match))
    if (report.home.team, report.away.team) != (match.home.key, match.away.key):
        raise ReportOfOtherTeams(home=match.home.name, away=match.away.name)
    retired = tuple(limits.team_retired(team.name, "") for team in (match.home, match.away) if team.retired)
    if retired:
        raise ReportIllegal(retired)
    with write("report.submitted", actor=actor, league=match.league) as writing:
        match_claim(match, MatchStatus.SCHEDULED, MatchStatus.REPORTED, otherwise=AlreadyReported())
        found = checks.problems(report, _sheets(match), ruleset_of(match.ruleset_id))
        if found:
            raise ReportIllegal(found)
        row = Report.objects.create(
            match=match, number=match.reports.count() + 1, report=plain(report), submitted_by=actor
        )
        writing.done(row, subject=f"match:{match.pk}", report=row.number)
    return row


def report_return(*, match: Match, reason: str = "", actor: Coach) -> Match:
    """Send an unconfirmed report back: the match is open for a new one; what was filed stays on record."""
    allow(can_return(actor, match))
    reason = clean_remark(reason)
    with write("report.returned", actor=actor, league=match.league) as writing:
        match_claim(match, MatchStatus.REPORTED, MatchStatus.SCHEDULED, otherwise=NothingToConfirm())
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
        league = league_lock(match.league)
        _sequences_over(match)
        # At kick-off nobody hires any more.
        Window.objects.filter(team__in=(match.home, match.away), closed_at__isnull=True).update(
            closed_at=timezone.now()
        )
        match.place = place_at_end(league)
        match.save(update_fields=["place"])
        _keep_sheets(match)
        session = DiceSession.objects.get(league=league, occasion=match.key)
        told = Told(
            kind="match",
            occasion=match.key,
            place=match.place,
            teams=_teams(match),
            inputs={"report": report.report},
            ruleset=match.ruleset,
            dice=dice_of(session, report_of(report).dice),
        )
        decision, _ = cause_record(league=league, told=told, actor=actor)
        rolls_keep(session=session, rolls=decision.rolls, actor=actor)
        sequence_start(match=match)
        writing.done(match, subject=f"match:{match.pk}", report=report.number)
        enqueue(ADVANCE, match.pk)
    return match


def _sequences_over(match: Match) -> None:
    """What the last match still does to these teams comes before this one: a late step would rewrite it."""
    teams = (match.home_id, match.away_id)
    open_steps = PostMatchStep.objects.filter(team__in=teams).exclude(match=match).exclude(status=StepStatus.DONE)
    step = open_steps.select_related("team").order_by("pk").first()
    if step is not None:
        raise PostMatchRunning(team=step.team.name)


def match_claim(match: Match, expected: MatchStatus, next_status: MatchStatus, *, otherwise: Exception) -> None:
    """Compare and swap: the one lock that holds on every database."""
    claimed = Match.objects.filter(pk=match.pk, status=expected, version=match.version).update(
        status=next_status, version=match.version + 1
    )
    if not claimed:
        raise otherwise
    match.status, match.version = next_status, match.version + 1


def _teams(match: Match) -> list[Team]:
    return list(Team.objects.filter(pk__in=[match.home_id, match.away_id]).order_by("pk").prefetch_related("players"))


def _sheets(match: Match) -> dict[str, TeamSheet]:
    return {team.key: sheet_of(team) for team in _teams(match)}


def _keep_sheets(match: Match) -> None:
    MatchSheet.objects.bulk_create(
        MatchSheet(match=match, team=team, sheet=plain(sheet_of(team)), value=team.value) for team in _teams(match)
    )
