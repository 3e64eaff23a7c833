"""The demo league, played: people register, draft, report, confirm and choose, each through the service for it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import replace

from engine.team.hiring import problems
from leagues.mapping import ruleset_of
from leagues.models import Coach, League
from leagues.services.accounts import coach_register
from leagues.services.leagues import league_create, league_join
from matches.demo import story
from matches.demo.chance import Chance
from matches.demo.editions import editions_draft
from matches.demo.play import Lineup, play
from matches.demo.squads import CELLAR_SQUADS, SQUADS, Squad
from matches.models import DiceRoll, Match, PostMatchStep, StepStatus
from matches.services.between import HIRE_AND_FIRE
from matches.services.hiring import act_do
from matches.services.postmatch import sequence_advance, step_choose
from matches.services.reports import report_confirm, report_submit
from matches.services.seasons import season_create
from teams.mapping import sheet_of
from teams.models import Team
from teams.services.teams import team_draft

# A winner who threw less than this on the first winnings die throws again.
WORTH_KEEPING = 4
WINNINGS, SPONSOR_SEARCH = "winnings", "sponsor-search"

_SQUADS = {squad.name: squad for squad in SQUADS}


def demo_league() -> League | None:
    return League.objects.filter(name=story.LEAGUE).order_by("pk").first()


def demo_coaches() -> list[Coach]:
    """The people of the demo who are still here, the commissioner first."""
    mails = [story.COMMISSIONER_MAIL, *(story.mail_of(squad.coach) for squad in SQUADS)]
    found = {coach.email: coach for coach in Coach.objects.filter(email__in=mails, is_active=True)}
    return [found[mail] for mail in mails if mail in found]


def league_play(*, seed: int) -> League:
    """Play the whole demo. The same seed gives the same league, down to the last die."""
    secret = hashlib.sha256(f"scrimmage demo {seed}".encode()).digest()
    coaches = {squad.coach: _register(squad.coach, story.mail_of(squad.coach)) for squad in SQUADS}
    commissioner = _register(story.COMMISSIONER, story.COMMISSIONER_MAIL)
    league = league_create(name=story.LEAGUE, ruleset=story.RULESET, public=True, actor=commissioner)
    teams = _teams_draft(league, SQUADS, coaches)
    season = season_create(league=league, name=story.SEASON, teams=teams, seed=secret, actor=commissioner)
    matches = season.matches.select_related("league", "home__coach", "away__coach").order_by("round", "pk")
    for match in (match for match in matches if match.round <= story.ROUNDS_PLAYED):
        _finish(match, secret)
    _leave_open([match for match in matches if match.round == story.ROUNDS_PLAYED + 1], secret)
    cellar = league_create(name=story.CELLAR, ruleset=story.RULESET, public=False, actor=commissioner)
    _teams_draft(cellar, CELLAR_SQUADS, coaches)
    editions_draft(coaches=coaches, commissioner=commissioner)
    return league


def _register(name: str, mail: str) -> Coach:
    return coach_register(email=mail, name=name, password=story.PASSWORD)


def _teams_draft(league: League, squads: Iterable[Squad], coaches: dict[str, Coach]) -> list[Team]:
    teams = []
    for squad in squads:
        coach = coaches[squad.coach]
        league_join(league=league, invitation=league.invitation, actor=coach)
        teams.append(team_draft(league=league, draft=squad.draft, colour=squad.colour, actor=coach))
    return teams


def _leave_open(matches: list[Match], secret: bytes) -> None:
    """The round that is being played: one match in every state."""
    finished, choosing, reported, _scheduled = matches
    _finish(finished, secret)
    _report(choosing, secret, winner=True)
    _confirm(choosing)
    sequence_advance(match=choosing)
    _report(reported, secret)


def _finish(match: Match, secret: bytes) -> None:
    _report(match, secret)
    _confirm(match)
    sequence_advance(match=match)
    waiting = PostMatchStep.objects.filter(match=match, status=StepStatus.WAITING)
    while steps := list(waiting.select_related("match__league", "team__coach")):
        for step in steps:
            if step.name == HIRE_AND_FIRE:
                _errands(step)
            step_choose(step=step, choice=_choice(step), actor=step.team.coach)
        sequence_advance(match=match)


def _report(match: Match, secret: bytes, *, winner: bool = False) -> None:
    chance = Chance(secret + match.key.encode())
    teams = Team.objects.filter(pk__in=[match.home_id, match.away_id]).prefetch_related("players")
    lineups = {team.pk: _lineup(team, match.round) for team in teams}
    report = play(lineups[match.home_id], lineups[match.away_id], chance, winner=winner)
    report_submit(match=match, report=report, actor=match.home.coach)


def _confirm(match: Match) -> None:
    report_confirm(match=match, actor=match.away.coach)


def _lineup(team: Team, round_number: int) -> Lineup:
    return Lineup(
        sheet=sheet_of(team),
        squad=_SQUADS[team.name],
        evening=story.evening_of(round_number, team.name),
        spared=story.spared(round_number, team.name),
        ruleset=ruleset_of(team.ruleset_id),
    )


def _errands(step: PostMatchStep) -> None:
    """What the story has the coach do, once, when he can pay for it."""
    for act in story.errands_of(step.match.round, step.team.name):
        team = Team.objects.select_related("league").prefetch_related("players").get(pk=step.team_id)
        sheet, squad = sheet_of(team), _SQUADS[team.name]
        done = sheet.goods[act.good] > squad.goods[act.good] or any(one.name == act.name for one in sheet.players)
        if not done and not problems(replace(act, player="new"), sheet, ruleset_of(team.ruleset_id)):
            act_do(team=team, act=act, actor=step.team.coach)


def _choice(step: PostMatchStep) -> str:
    if step.name == SPONSOR_SEARCH:
        return str(step.options[-1])  # the best that there is: a major sponsor, or one who pays after every match
    if not step.roll or step.name != WINNINGS:
        return str(step.options[0])  # the window is closed, and journeymen come from the first list that has them
    thrown = DiceRoll.objects.get(session__league=step.match.league, session__occasion=step.match.key, key=step.roll)
    return "keep" if sum(thrown.faces) >= WORTH_KEEPING else "reroll"
