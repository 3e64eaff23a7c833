"""What fate brings before a match: prayers and whom they are about, match events, special balls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from config.writing import answered_already, apart
from engine.dice import Dice
from engine.match import clock, live, match_events
from engine.match.clock import Moment
from engine.match.prematch import Prayer, PreMatch, SidePreMatch
from engine.match.sides import Side
from leagues.models import Coach
from matches.errors import (
    MatchEventAskedLater,
    MatchEventHalfUnknown,
    MatchEventNotDue,
    MatchEventNotPlayed,
    MatchEventShown,
    MatchEventTooSoon,
    MatchEventTurnUnknown,
)
from matches.mapping import asked_of, entries_of, seeded_from
from matches.models import Match, MatchDay, MatchStatus
from matches.services.dice import rolls_keep
from matches.services.matchday import Preparation, preparing


def prayers_record(
    *, match: Match, side: Side, prayers: Sequence[Prayer] | None, seen: int | None = None, actor: Coach
) -> MatchDay:
    """What a side was answered with, and whom it is about; nothing takes it back."""
    places = (f"prematch.{side}.prayers",)
    with preparing("prayer", match=match, side=side, places=places, seen=seen, actor=actor) as at:
        at.prematch = _with(at.prematch, side, prayers=None if prayers is None else tuple(prayers))
    return at.day


def balls_record(*, match: Match, side: Side, balls: Sequence[str], seen: int | None = None, actor: Coach) -> MatchDay:
    """Which special balls a side brings: one, or several where its list lets it."""
    places = (f"prematch.{side}.ball",)
    with preparing("ball", match=match, side=side, places=places, seen=seen, actor=actor) as at:
        ball, *more = (*balls, "")
        at.prematch = _with(at.prematch, side, ball=ball, more_balls=tuple(one for one in more if one))
    return at.day


def match_event_record(*, match: Match, side: Side, event: str, seen: int | None = None, actor: Coach) -> MatchDay:
    """The match event that came to a side, as it was drawn at the table; nothing takes it back."""
    places = (f"prematch.{side}.event",)
    with preparing("match-event", match=match, side=side, places=places, seen=seen, actor=actor) as at:
        at.prematch = _with(at.prematch, side, event=event)
    return at.day


def match_event_reveal(
    *, match: Match, side: Side, half: int, turn: int, seen: int | None = None, actor: Coach
) -> MatchDay:
    """See whether the match event that the server has drawn for a side comes in this turn. When it does, all see it.

    What was drawn, and when it comes, is settled by the sealed seed; nobody knows it before, its own coach neither.
    So he asks in the turn that is being played; what he has asked stays on record, and everybody sees it.
    """
    answered_already()
    with apart():
        _ask(match, side, (half, turn), seen, actor)
    with preparing("match-event", match=match, side=side, actor=actor) as at:
        team, dice = at.teams[side], seeded_from(at.session)
        _check_sealed(at, side)
        found = match_events.drawn(team.key, team.roster, dice, at.ruleset)
        when = match_events.comes(team.key, dice, at.ruleset)
        if found is None or not match_events.is_due(when, half, turn):
            raise MatchEventNotDue(team=team.name, half=half, turn=turn)
        _keep(at, dice)
        at.prematch = _with(at.prematch, side, event=found.key)
        at.noted = {"half": half, "turn": turn}
    return at.day


def _ask(match: Match, side: Side, moment: Moment, seen: int | None, actor: Coach) -> None:
    """It is on record before it is looked at: that it does not come is an answer as well, and undoes nothing."""
    with preparing("match-event", match=match, side=side, seen=seen, actor=actor) as at:
        _check_sealed(at, side)
        asked = asked_of(at.day)[side]
        _check_moment(at, side, moment, asked)
        if moment not in asked:
            at.day.asked = {**at.day.asked, side: [list(one) for one in (*asked, moment)]}
        at.noted = {"asked": True, "half": moment[0], "turn": moment[1]}


def _check_sealed(at: Preparation, side: Side) -> None:
    if at.prematch.side(side).event:
        raise MatchEventShown(team=at.teams[side].name)
    if not Match.objects.filter(pk=at.match.pk, status=MatchStatus.LIVE).exists():
        raise MatchEventNotPlayed(home=at.match.home.name, away=at.match.away.name)


def _check_moment(at: Preparation, side: Side, moment: Moment, asked: Sequence[Moment]) -> None:
    """A moment that there is, not before what this coach has asked, and no further on than the turn that comes next.

    What the other coach asks moves nothing here: he could lead this one past his turns, or ahead of them.
    """
    half, turn = moment
    team, rules, last = at.teams[side].name, at.ruleset, clock.halves(at.match.kind, at.ruleset, at.match.draws)
    if not 1 <= half <= last:
        raise MatchEventHalfUnknown(half=half, halves=last)
    if not 1 <= turn <= clock.turns(half, rules):
        raise MatchEventTurnUnknown(half=half, turn=turn, turns=clock.turns(half, rules))
    if asked and moment < asked[-1]:
        raise MatchEventAskedLater(team=team, half=half, turn=turn, asked_half=asked[-1][0], asked_turn=asked[-1][1])
    told = live.events_of(entry for entry in entries_of(at.match) if not entry.late)
    latest = clock.following(clock.reached(told, asked, last, rules), last, rules)
    if moment > latest:
        raise MatchEventTooSoon(team=team, half=half, turn=turn, next_half=latest[0], next_turn=latest[1])


def _keep(at: Preparation, dice: Dice) -> None:
    """From now on they lie open, like any other roll."""
    rolls_keep(session=at.session, rolls=dice.log, actor=at.actor)


def _with(prematch: PreMatch, side: Side, **changes: object) -> PreMatch:
    own: SidePreMatch = replace(prematch.side(side), **changes)  # type: ignore[arg-type]
    return replace(prematch, home=own) if side == "home" else replace(prematch, away=own)
