"""Between two matches: where in the league's history a coach's act stands, and whether it may happen now."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q

from leagues.models import League, StoredRuleset
from matches.errors import MatchUnderWay, NextMatchBegun, PostMatchRunning
from matches.models import Match, PostMatchStep, StepStatus, Window
from matches.selectors.order import day_of, next_of, uncounted
from teams.models import Team
from teams.services.ledger import league_lock, place_at_end

HIRE_AND_FIRE = "hire-and-fire"


@dataclass(frozen=True, slots=True)
class Moment:
    """A team between two matches: the place of what its coach does now, and the window that is open, if one is."""

    place: int
    step: int
    occasion: str  # of the window; empty when none is open
    match_step: PostMatchStep | None = None
    window: Window | None = None
    late: Match | None = None  # the next match has begun already: the window can only be closed

    @property
    def open(self) -> bool:
        return bool(self.occasion)

    def rules_for(self, team: Team) -> StoredRuleset:
        """What is played by at this moment: after a match, what the match was played by."""
        return self.match_step.match.ruleset if self.match_step else team.ruleset


def team_locked(team: Team) -> tuple[League, Team]:
    """The team as it stands now; nobody else writes its league's history meanwhile. Called inside ``write()``."""
    league = league_lock(team.league)
    found = Team.objects.select_related("ruleset", "league").prefetch_related("players").get(pk=team.pk)
    return league, found


def moment_of(team: Team) -> Moment:
    """When something may be done to a team. Refused while its last match, or what follows from it, is under way.

    What happens in the window after a match stands with that match, however late it is told; but nothing is done
    there any more once the next match has begun, which would be played by another team then.
    """
    moment = window_of(team)
    if moment.late is not None:
        raise begun_meanwhile(team, moment.late)
    return moment


def begun_meanwhile(team: Team, late: Match) -> NextMatchBegun:
    """Why nothing is done in the window of the match before it any more."""
    return NextMatchBegun(team=team.name, home=late.home.name, away=late.away.name, on=day_of(late).isoformat())


def window_of(team: Team) -> Moment:
    """The same for who closes a window: that may be done however late it is."""
    current = _current_step(team)
    if current is not None:
        if current.name != HIRE_AND_FIRE or current.status != StepStatus.WAITING:
            raise PostMatchRunning(team=team.name)
        match = current.match
        return Moment(match.place or 0, current.nth, match.key, match_step=current, late=next_of(team, match))
    playing = uncounted(team)
    if playing is not None:
        raise MatchUnderWay(home=playing.home.name, away=playing.away.name)
    return _between(team)


def any_moment_of(team: Team) -> Moment:
    """The same for what may happen at any time: in the midst of a sequence it stands before the step that comes."""
    current = _current_step(team)
    if current is None:
        return _between(team)
    waits = current.name == HIRE_AND_FIRE and current.status == StepStatus.WAITING
    return Moment(current.match.place or 0, current.nth, current.match.key if waits else "", match_step=current)


def settled_moment_of(team: Team) -> Moment:
    """The same for what takes gold: not while a match is under way, of which nobody knows yet what it has spent."""
    moment = any_moment_of(team)
    if moment.match_step is not None:
        late = next_of(team, moment.match_step.match)
        if late is not None:
            raise begun_meanwhile(team, late)
        return moment
    playing = uncounted(team)
    if playing is not None:
        raise MatchUnderWay(home=playing.home.name, away=playing.away.name)
    return moment


def _between(team: Team) -> Moment:
    window = Window.objects.filter(team=team, closed_at__isnull=True).select_related("opened_by").first()
    return Moment(place_at_end(team.league), 0, window.key if window else "", window=window)


def _current_step(team: Team) -> PostMatchStep | None:
    steps = PostMatchStep.objects.filter(Q(status=StepStatus.WAITING) | Q(status=StepStatus.DUE), team=team)
    return steps.select_related("match__ruleset").order_by("match__place", "nth").first()
