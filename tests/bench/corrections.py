"""A correction in round 1 of a long season. Run as a program: it makes and drops a database of its own."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import django

django.setup()

from matches.models import Match, PostMatchStep, StepStatus  # noqa: E402
from matches.services.postmatch import sequence_advance, step_choose  # noqa: E402
from matches.services.reports import report_confirm, report_submit  # noqa: E402
from teams.mapping import sheet_of  # noqa: E402
from teams.models import Team  # noqa: E402
from tests import cast  # noqa: E402
from tests.engine.leagues import a_random_report  # noqa: E402

TEAMS = 20
UNLIKELY = ("unlikely_match", "unlikely_side", "unlikely_player")  # chance is no coach


def season_played(teams: int = TEAMS) -> Match:
    """Everybody has met everybody, nobody hires; the first match of the first round."""
    league, random = cast.quiet_league("Long"), Random(1)
    playing = [
        cast.team(league, f"Team {nth}", by=f"Coach{nth}", roster=("human", "orc")[nth % 2])
        for nth in range(1, teams + 1)
    ]
    season = cast.season(league, playing)
    fixtures = season.matches.select_related("league", "home__coach", "away__coach").order_by("round", "pk")
    for match in fixtures:
        _play(match, random)
    return cast.reread(fixtures[0])


def _play(match: Match, random: Random) -> None:
    sheets = {team.pk: sheet_of(team) for team in Team.objects.filter(pk__in=[match.home_id, match.away_id])}
    report = a_random_report(random, sheets[match.home_id], sheets[match.away_id])
    report_submit(match=match, report=replace(report, accepted=UNLIKELY), actor=match.home.coach)
    report_confirm(match=match, actor=match.away.coach)
    waiting = PostMatchStep.objects.filter(match=match, status=StepStatus.WAITING)
    sequence_advance(match=match)
    while steps := list(waiting.select_related("match__league", "team__coach")):
        for step in steps:
            step_choose(step=step, choice=step.options[0], actor=step.team.coach)
        sequence_advance(match=match)
