"""Playing matches of the demo: reported by the home coach, confirmed by the other, and seen through to their end."""

from __future__ import annotations

from collections.abc import Callable

from matches.demo.chance import Chance
from matches.demo.play import Lineup, play
from matches.models import DiceRoll, Match, PostMatchStep, StepStatus
from matches.services.between import HIRE_AND_FIRE
from matches.services.postmatch import sequence_advance, step_choose
from matches.services.reports import report_confirm, report_submit
from teams.models import Team

# A winner who threw less than this on the first winnings die throws again.
WORTH_KEEPING = 4
SPONSOR_SEARCH = "sponsor-search"

LineupOf = Callable[[Team, int], Lineup]  # a team, and the round it plays
Errands = Callable[[PostMatchStep], None]  # what a coach does while his window is open


def match_reported(match: Match, secret: bytes, lineup_of: LineupOf, *, winner: bool = False) -> None:
    chance = Chance(secret + match.key.encode())
    teams = Team.objects.filter(pk__in=[match.home_id, match.away_id]).prefetch_related("players")
    lineups = {team.pk: lineup_of(team, match.round) for team in teams}
    report = play(lineups[match.home_id], lineups[match.away_id], chance, winner=winner)
    report_submit(match=match, report=report, actor=match.home.coach)


def match_confirmed(match: Match) -> None:
    report_confirm(match=match, actor=match.away.coach)


def match_finished(match: Match, secret: bytes, lineup_of: LineupOf, errands: Errands) -> None:
    match_reported(match, secret, lineup_of)
    match_confirmed(match)
    sequence_advance(match=match)
    waiting = PostMatchStep.objects.filter(match=match, status=StepStatus.WAITING)
    while steps := list(waiting.select_related("match__league", "team__coach")):
        for step in steps:
            if step.name == HIRE_AND_FIRE:
                errands(step)
            step_choose(step=step, choice=_choice(step), actor=step.team.coach)
        sequence_advance(match=match)


def _choice(step: PostMatchStep) -> str:
    if step.name == SPONSOR_SEARCH:
        return str(step.options[-1])  # the best that there is: a major sponsor, or one who pays after every match
    if "keep" not in step.options:
        return str(step.options[0])  # the window is closed, and journeymen come from the first list that has them
    thrown = DiceRoll.objects.get(session__league=step.match.league, session__occasion=step.match.key, key=step.roll)
    return "keep" if sum(thrown.faces) >= WORTH_KEEPING else "reroll"
