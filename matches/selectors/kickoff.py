"""Whether a match can be kicked off now, and what has to be done first: by whom, and where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.db.models import Q

from engine.errors import Problem, marked
from engine.match.after import CALL_AWAY
from engine.match.after.unsettled import Unsettled, decides_next_match
from engine.team import limits
from leagues.mapping import ruleset_of
from leagues.policies import Visitor
from matches.mapping import report_from
from matches.models import Match, MatchDay, MatchKind, MatchStatus, PostMatchStep
from matches.policies import can_kick_off
from matches.selectors.choices import is_decision, pending_of
from matches.selectors.live import playing_elsewhere, standing_events, team_playing
from matches.selectors.rematch import rematch_of
from matches.services.between import HIRE_AND_FIRE
from matches.services.inducements import STEP as INDUCEMENTS
from matches.services.inducements import purchases_sealed, waiting_for
from teams.mapping import sheet_of
from teams.models import Team
from teams.services.ledger import occasion_inputs

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
    asked, waiting = _pending(match)
    return KickOff(match, may=True, hindrances=tuple(_hindrances(match, asked)), pending=waiting)


def untouched(match: Match) -> bool:
    """Whether nothing stands that was told of a match since its kick-off: what was taken back or sent back does not."""
    # What both have agreed to has its place for ever, though the match was reopened.
    told = match.reports.filter(Q(number__gt=match.reports_closed) | Q(confirmation__isnull=False))
    # Who has asked for his match event knows whether it came; what was revealed stays known.
    asked = MatchDay.objects.filter(match=match).exclude(asked={})
    return not told.exists() and not standing_events(match) and not asked.exists()


def hindrances(match: Match) -> tuple[Hindrance, ...]:
    """All that stands in the way. Harmless choices of an open post-match do not, as long as nothing stands behind them
    that decides who plays: they wait.
    """
    return tuple(_hindrances(match, _pending(match)[0]))


def _hindrances(match: Match, asked_first: Iterable[PostMatchStep]) -> Iterator[Hindrance]:
    teams = (match.home, match.away)
    yield from (Hindrance(limits.team_retired(team.name, "")) for team in teams if team.retired)
    yield from _playing(match)
    yield from _sealed(match)
    if match.kind != MatchKind.EXHIBITION:
        yield from (_undecided(step) if is_decision(step) else _comes_first(step) for step in asked_first)
        yield from map(Hindrance, rematch_of(match))


def _pending(match: Match) -> tuple[tuple[PostMatchStep, ...], tuple[PostMatchStep, ...]]:
    """What is left of the last matches of both teams: what is asked first, and what waits and holds nobody up.

    An exhibition match asks nobody for it.
    """
    if match.kind == MatchKind.EXHIBITION:
        return (), ()
    found = [step for step in pending_of((match.home_id, match.away_id)) if step.match_id != match.pk]
    first = tuple(step for step in found if is_decision(step) or _holds_back(step))
    return first, tuple(step for step in found if step not in first)


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


def _holds_back(step: PostMatchStep) -> bool:
    """Whether it, or something behind it, would make another team of the one that kicks off."""
    team = Team.objects.prefetch_related("players").get(pk=step.team_id)
    coming = step.match.steps.filter(team=step.team_id, nth__gte=step.nth).values_list("name", flat=True)
    report = report_from(occasion_inputs(step.match.league, step.match.key)["report"])
    scene = Unsettled(team.key, sheet_of(team), report, ruleset_of(step.match.ruleset_id))
    return decides_next_match(coming, scene)


def _comes_first(step: PostMatchStep) -> Hindrance:
    words = marked(
        "{coach} has not gone on for {team} after {home} against {away}: what comes next there decides who plays."
    )
    return Hindrance(Problem("sequence_unfinished", words, "", "", _after(step)), decision=step)


def _after(step: PostMatchStep) -> dict[str, str]:
    return {
        "coach": step.team.coach.name,
        "team": step.team.name,
        "home": step.match.home.name,
        "away": step.match.away.name,
    }


def _undecided(step: PostMatchStep) -> Hindrance:
    """What waits for its coach, and for nobody else, is asked first: at kick-off it would be too late."""
    said = _after(step)
    if step.name == HIRE_AND_FIRE:
        window = marked("{coach} has not finished hiring and firing for {team} after {home} against {away}.")
        return Hindrance(Problem("window_undecided", window, "hiring", "", said), team=step.team)
    if step.name in ABOUT_HOMES:
        home = marked("{coach} has not decided yet about a home for {team}, after {home} against {away}.")
        return Hindrance(Problem("home_undecided", home, "residency", "", said), decision=step)
    if step.name in CALL_AWAY:
        sponsor = marked("{coach} has not decided about a sponsor of {team} after {home} against {away}.")
        return Hindrance(Problem("sponsor_undecided", sponsor, "sponsors", "", said), decision=step)
    words = marked("{coach} has something to decide for {team} after {home} against {away}: nobody does it for him.")
    return Hindrance(Problem("choice_undecided", words, "", "", said), decision=step)
