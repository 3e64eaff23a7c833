"""What fate brings before a match: prayers and whom they are about, match events, special balls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.dice import Dice
from engine.match import match_events
from engine.match.prematch import Prayer, PreMatch, SidePreMatch
from engine.match.sides import Side
from leagues.models import Coach
from matches.errors import MatchEventNotDue, MatchEventShown
from matches.mapping import seeded_from
from matches.models import Match, MatchDay
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
    """
    with preparing("match-event", match=match, side=side, seen=seen, actor=actor) as at:
        team, dice = at.teams[side], seeded_from(at.session)
        if at.prematch.side(side).event:
            raise MatchEventShown(team=team.name)
        found = match_events.drawn(team.key, team.roster, dice, at.ruleset)
        when = match_events.comes(team.key, dice, at.ruleset)
        if found is None or not match_events.is_due(when, half, turn):
            raise MatchEventNotDue(team=team.name, half=half, turn=turn)
        _keep(at, dice)
        at.prematch = _with(at.prematch, side, event=found.key)
        at.noted = {"half": half, "turn": turn}
    return at.day


def _keep(at: Preparation, dice: Dice) -> None:
    """From now on they lie open, like any other roll."""
    rolls_keep(session=at.session, rolls=dice.log, actor=at.actor)


def _with(prematch: PreMatch, side: Side, **changes: object) -> PreMatch:
    own: SidePreMatch = replace(prematch.side(side), **changes)  # type: ignore[arg-type]
    return replace(prematch, home=own) if side == "home" else replace(prematch, away=own)
