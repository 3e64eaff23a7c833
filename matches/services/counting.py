"""A match counts: its report takes its place in the ledger, and the post-match sequence begins."""

from config.publishing import enqueue
from engine.match.played import decide_match
from leagues.mapping import ruleset_of
from leagues.models import Coach
from matches.errors import PostMatchRunning
from matches.mapping import dice_of, report_of
from matches.models import DiceSession, Match, MatchKind, MatchStatus, PostMatchStep, Report, StepStatus
from matches.services.dice import rolls_keep
from matches.services.postmatch import ADVANCE, sequence_start
from matches.services.snapshots import sheets_keep, sheets_now, sheets_of_day
from teams.models import Team
from teams.services.ledger import Told, cause_record, league_lock


def match_count(*, match: Match, report: Report, actor: Coach | None) -> None:
    """Called inside ``write()`` by whoever has claimed the match: what its report says happened, from now on."""
    league = league_lock(match.league)
    if match.kind == MatchKind.EXHIBITION:
        _exhibition_over(match, report, actor)
        return
    _sequences_over(match)
    told_report = report_of(report)
    sheets_keep(match=match, sheets=sheets_of_day(match, told_report.prematch))
    session = DiceSession.objects.get(league=league, occasion=match.key)
    told = Told(
        kind="match",
        occasion=match.key,
        place=match.place or 0,
        teams=_teams(match),
        inputs={"report": report.report},
        ruleset=match.ruleset,
        dice=dice_of(session, told_report.dice, ruleset_of(match.ruleset_id)),
    )
    decision, _ = cause_record(league=league, told=told, actor=actor)
    rolls_keep(session=session, rolls=decision.rolls, actor=actor)
    sequence_start(match=match)
    enqueue(ADVANCE, match.pk)


def _exhibition_over(match: Match, report: Report, actor: Coach | None) -> None:
    """Nothing of it counts: the dice that it asks for are thrown and kept, and the ledger hears nothing."""
    told, session = report_of(report), DiceSession.objects.get(league=match.league, occasion=match.key)
    sheets = sheets_now(match)
    dice = dice_of(session, told.dice, ruleset_of(match.ruleset_id))
    decide_match(match.key, told, sheets, dice, ruleset_of(match.ruleset_id))
    rolls_keep(session=session, rolls=dice.log, actor=actor)
    sheets_keep(match=match, sheets=sheets_of_day(match, told.prematch, sheets))
    match.status = MatchStatus.FINISHED
    match.save(update_fields=["status"])


def _sequences_over(match: Match) -> None:
    """What the last match still does to these teams comes before this one: a late step would rewrite it."""
    teams = (match.home_id, match.away_id)
    open_steps = PostMatchStep.objects.filter(team__in=teams).exclude(match=match).exclude(status=StepStatus.DONE)
    step = open_steps.select_related("team").order_by("pk").first()
    if step is not None:
        raise PostMatchRunning(team=step.team.name)


def _teams(match: Match) -> list[Team]:
    return list(Team.objects.filter(pk__in=[match.home_id, match.away_id]).order_by("pk").prefetch_related("players"))
