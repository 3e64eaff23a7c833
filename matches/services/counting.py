"""A match counts: its report takes its place in the ledger, and the post-match sequence begins."""

from django.utils import timezone

from config.publishing import enqueue
from engine.team.sheet import TeamSheet
from engine.typed import plain
from leagues.mapping import ruleset_of
from leagues.models import Coach
from matches.errors import PostMatchRunning
from matches.mapping import dice_of, report_of
from matches.models import DiceSession, Match, MatchSheet, PostMatchStep, Report, StepStatus, Window
from matches.services.dice import rolls_keep
from matches.services.postmatch import ADVANCE, sequence_start
from teams.mapping import sheet_of
from teams.models import Team
from teams.services.ledger import Told, cause_record, league_lock, place_at_end


def match_count(*, match: Match, report: Report, actor: Coach | None) -> None:
    """Called inside ``write()`` by whoever has claimed the match: what its report says happened, from now on."""
    league = league_lock(match.league)
    _sequences_over(match)
    # At kick-off nobody hires any more.
    Window.objects.filter(team__in=(match.home, match.away), closed_at__isnull=True).update(closed_at=timezone.now())
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
        dice=dice_of(session, report_of(report).dice, ruleset_of(match.ruleset_id)),
    )
    decision, _ = cause_record(league=league, told=told, actor=actor)
    rolls_keep(session=session, rolls=decision.rolls, actor=actor)
    sequence_start(match=match)
    enqueue(ADVANCE, match.pk)


def sheets_now(match: Match) -> dict[str, TeamSheet]:
    """Both teams as they stand, by team key."""
    return {team.key: sheet_of(team) for team in _teams(match)}


def _sequences_over(match: Match) -> None:
    """What the last match still does to these teams comes before this one: a late step would rewrite it."""
    teams = (match.home_id, match.away_id)
    open_steps = PostMatchStep.objects.filter(team__in=teams).exclude(match=match).exclude(status=StepStatus.DONE)
    step = open_steps.select_related("team").order_by("pk").first()
    if step is not None:
        raise PostMatchRunning(team=step.team.name)


def _teams(match: Match) -> list[Team]:
    return list(Team.objects.filter(pk__in=[match.home_id, match.away_id]).order_by("pk").prefetch_related("players"))


def _keep_sheets(match: Match) -> None:
    MatchSheet.objects.bulk_create(
        MatchSheet(match=match, team=team, sheet=plain(sheet_of(team)), value=team.value) for team in _teams(match)
    )
