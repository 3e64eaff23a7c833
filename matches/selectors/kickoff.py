"""Whether a match can be kicked off now, and what has to be done first: by whom, and where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db.models import Q

from engine.errors import Problem, marked
from engine.match.after import CALL_AWAY
from engine.team import limits
from leagues.policies import Visitor
from matches.models import Match, MatchDay, MatchKind, MatchStatus, PostMatchStep
from matches.policies import can_kick_off
from matches.selectors.choices import is_decision, pending_of
from matches.selectors.live import playing_elsewhere, standing_events, team_playing
from matches.selectors.rematch import rematch_of
from matches.services.between import HIRE_AND_FIRE
from matches.services.inducements import STEP as INDUCEMENTS
from matches.services.inducements import purchases_sealed, waiting_for
from teams.models import Team

# Steps that wait for a word about where a team is at home.
ABOUT_HOMES = ("residency", "residency-deal", "losing-residency")


@dataclass(frozen=True, slots=True)
class Hindrance:
    """What stands in the way of a kick-off, and where it is put right."""

    problem: Problem
    match: Match | None = None
    team: Team | None = None
    step: str = ""  # of the hour before this match
    decision: PostMatchStep | None = None  # of the last match


@dataclass(frozen=True, slots=True)
class KickOff:
    """What a visitor can do about the kick-off of a match, and what he sees of it."""

    match: Match
    may: bool = False
    may_undo: bool = False
    hindrances: tuple[Hindrance, ...] = ()
    pending: tuple[PostMatchStep, ...] = ()  # of the last matches of both teams: it waits, and holds nobody up


def kick_off_of(visitor: Visitor, match: Match) -> KickOff:
    """What the page of a match offers. Who may do nothing about it costs no query."""
    if match.status not in (MatchStatus.SCHEDULED, MatchStatus.LIVE) or not can_kick_off(visitor, match):
        return KickOff(match)
    if match.status == MatchStatus.LIVE:
        return KickOff(match, may_undo=untouched(match))
    if match.place is not None:
        return KickOff(match)  # it has been played: somebody has said when, or both have agreed to a report of it
    pending = _pending(match)
    found = tuple(_hindrances(match, pending))
    return KickOff(match, may=True, hindrances=found, pending=tuple(one for one in pending if not is_decision(one)))


def untouched(match: Match) -> bool:
    """Whether nothing stands that was told of a match since its kick-off: what was taken back or sent back does not."""
    # What both have agreed to has its place for ever, though the match was reopened.
    told = match.reports.filter(Q(number__gt=match.reports_closed) | Q(confirmation__isnull=False))
    # Who has asked for his match event knows whether it came; what was revealed stays known.
    asked = MatchDay.objects.filter(match=match).exclude(asked={})
    return not told.exists() and not standing_events(match) and not asked.exists()


def hindrances(match: Match) -> tuple[Hindrance, ...]:
    """All that stands in the way. Harmless choices of an open post-match do not: they wait."""
    return tuple(_hindrances(match, _pending(match)))


def _hindrances(match: Match, pending: Sequence[PostMatchStep]) -> Iterator[Hindrance]:
    teams = (match.home, match.away)
    yield from (Hindrance(limits.team_retired(team.name, "")) for team in teams if team.retired)
    yield from _playing(match)
    yield from _sealed(match)
    if match.kind != MatchKind.EXHIBITION:
        yield from map(_undecided, filter(is_decision, pending))
        yield from map(Hindrance, rematch_of(match))


def _pending(match: Match) -> list[PostMatchStep]:
    """What is left of the last matches of both teams. An exhibition match asks nobody for it."""
    if match.kind == MatchKind.EXHIBITION:
        return []
    return [step for step in pending_of((match.home_id, match.away_id)) if step.match_id != match.pk]


def _playing(match: Match) -> list[Hindrance]:
    """A match that has stopped, to go on later, is not played right now: it keeps its place, and holds nobody up."""
    return [Hindrance(team_playing(team, other), match=other) for team, other in playing_elsewhere(match)]


def _sealed(match: Match) -> list[Hindrance]:
    """What one side has bought is shown when the other has bought too: at kick-off everybody sees the stars."""
    waiting = waiting_for(MatchDay.objects.filter(match=match).first())
    if waiting is None:
        return []
    error = purchases_sealed(match, waiting)
    return [Hindrance(Problem(error.code, error.message, error.rule, "", error.params), step=INDUCEMENTS)]


def _undecided(step: PostMatchStep) -> Hindrance:
    """What waits for its coach, and for nobody else, is asked first: at kick-off it would be too late."""
    said = {
        "coach": step.team.coach.name,
        "team": step.team.name,
        "home": step.match.home.name,
        "away": step.match.away.name,
    }
    if step.name == HIRE_AND_FIRE:
        words = marked("{coach} has not finished hiring and firing for {team} after {home} against {away}.")
        return Hindrance(Problem("window_undecided", words, "hiring", "", said), team=step.team)
    if step.name in ABOUT_HOMES:
        words = marked("{coach} has not decided yet about a home for {team}, after {home} against {away}.")
        return Hindrance(Problem("home_undecided", words, "residency", "", said), decision=step)
    if step.name in CALL_AWAY:
        words = marked("{coach} has not decided about a sponsor of {team} after {home} against {away}.")
        return Hindrance(Problem("sponsor_undecided", words, "sponsors", "", said), decision=step)
    words = marked("{coach} has something to decide for {team} after {home} against {away}: nobody does it for him.")
    return Hindrance(Problem("choice_undecided", words, "", "", said), decision=step)
