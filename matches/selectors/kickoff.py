"""Whether a match can be kicked off now, and what has to be done first: by whom, and where."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q

from engine.errors import Problem, marked
from engine.match.after import CALL_AWAY
from engine.match.running import stopped
from engine.team import limits
from leagues.policies import Visitor
from matches.models import Match, MatchDay, MatchKind, MatchStatus, PostMatchStep, StepStatus
from matches.policies import can_kick_off
from matches.selectors.live import standing_events
from matches.selectors.rematch import rematch_of
from matches.services.between import HIRE_AND_FIRE
from matches.services.inducements import STEP as INDUCEMENTS
from matches.services.inducements import purchases_sealed, waiting_for
from teams.models import Team


@dataclass(frozen=True, slots=True)
class Hindrance:
    """What stands in the way of a kick-off, and where it is put right."""

    problem: Problem
    match: Match | None = None
    team: Team | None = None
    step: str = ""  # of the hour before this match


@dataclass(frozen=True, slots=True)
class KickOff:
    """What a visitor can do about the kick-off of a match, and what he sees of it."""

    match: Match
    may: bool = False
    may_undo: bool = False
    hindrances: tuple[Hindrance, ...] = ()


def kick_off_of(visitor: Visitor, match: Match) -> KickOff:
    """What the page of a match offers. Who may do nothing about it costs no query."""
    if match.status not in (MatchStatus.SCHEDULED, MatchStatus.LIVE) or not can_kick_off(visitor, match):
        return KickOff(match)
    if match.status == MatchStatus.LIVE:
        return KickOff(match, may_undo=untouched(match))
    if match.place is not None:
        return KickOff(match)  # it has been played: somebody has said when, or both have agreed to a report of it
    return KickOff(match, may=True, hindrances=hindrances(match))


def untouched(match: Match) -> bool:
    """Whether nothing stands that was told of a match since its kick-off: what was taken back or sent back does not."""
    # What both have agreed to has its place for ever, though the match was reopened.
    told = match.reports.filter(Q(number__gt=match.reports_closed) | Q(confirmation__isnull=False))
    return not told.exists() and not standing_events(match)


def hindrances(match: Match) -> tuple[Hindrance, ...]:
    """All that stands in the way. Harmless choices of an open post-match do not: they wait."""
    teams = (match.home, match.away)
    found = [Hindrance(limits.team_retired(team.name, "")) for team in teams if team.retired]
    found += _playing(match, teams)
    found += _sealed(match)
    if match.kind != MatchKind.EXHIBITION:
        found += _undecided(match, teams)
        found += [Hindrance(problem) for problem in rematch_of(match)]
    return tuple(found)


def _playing(match: Match, teams: tuple[Team, Team]) -> list[Hindrance]:
    """A match that has stopped, to go on later, is not played right now: it keeps its place, and holds nobody up."""
    about = Q(home__in=teams) | Q(away__in=teams)
    live = Match.objects.filter(about, status=MatchStatus.LIVE).exclude(pk=match.pk).select_related("home", "away")
    keys = {team.pk for team in teams}
    return [
        Hindrance(
            Problem(
                "team_playing",
                marked("{team} is playing another match right now: {home} against {away}."),
                "",
                "",
                {"team": team.name, "home": other.home.name, "away": other.away.name},
            ),
            match=other,
        )
        for other in live.order_by("pk")
        if not stopped(standing_events(other))
        for team in (other.home, other.away)
        if team.pk in keys
    ]


def _sealed(match: Match) -> list[Hindrance]:
    """What one side has bought is shown when the other has bought too: at kick-off everybody sees the stars."""
    waiting = waiting_for(MatchDay.objects.filter(match=match).first())
    if waiting is None:
        return []
    error = purchases_sealed(match, waiting)
    return [Hindrance(Problem(error.code, error.message, error.rule, "", error.params), step=INDUCEMENTS)]


def _undecided(match: Match, teams: tuple[Team, Team]) -> list[Hindrance]:
    """A window that waits for its coach is asked first: at kick-off it would be too late. So is a choice by which
    players may miss this match."""
    asked_first = (HIRE_AND_FIRE, *CALL_AWAY)
    steps = PostMatchStep.objects.filter(team__in=teams, name__in=asked_first, status=StepStatus.WAITING)
    return [
        _window(step) if step.name == HIRE_AND_FIRE else _choice(step)
        for step in steps.exclude(match=match)
        .select_related("team__coach", "match__home", "match__away")
        .order_by("pk")
    ]


def _window(step: PostMatchStep) -> Hindrance:
    return Hindrance(
        Problem(
            "window_undecided",
            marked("{coach} has not finished hiring and firing for {team} after {home} against {away}."),
            "hiring",
            "",
            _after(step),
        ),
        team=step.team,
    )


def _choice(step: PostMatchStep) -> Hindrance:
    return Hindrance(
        Problem(
            "sponsor_undecided",
            marked("{coach} has not decided about a sponsor of {team} after {home} against {away}."),
            "sponsors",
            "",
            _after(step),
        ),
        match=step.match,
    )


def _after(step: PostMatchStep) -> dict[str, str]:
    return {
        "coach": step.team.coach.name,
        "team": step.team.name,
        "home": step.match.home.name,
        "away": step.match.away.name,
    }
