"""Match events: one for each coach, drawn before the match, and known to nobody until its turn comes.

A coach draws from the events that are everybody's and those of his own team's group, each as likely as any other. Dice
say in which of his turns it comes: they stay sealed as well.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.dice import Dice
from engine.errors import Problem, marked
from engine.match.cards import Teams
from engine.match.prematch import PreMatch
from engine.match.sides import SIDES
from engine.rulesets.furniture import MatchEvent
from engine.rulesets.model import Ruleset

SEALED = "match-event/"


def pool(roster: str, ruleset: Ruleset) -> tuple[MatchEvent, ...]:
    """What a team of this list may draw, in the order of its numbers: everybody's first."""
    common = (group for group in ruleset.events if not group.teams)
    own = (group for group in ruleset.events if roster in group.teams)
    return tuple(event for group in (*common, *own) for event in group.events)


def event_key(team: str, roster: str, ruleset: Ruleset) -> str:
    # As many faces as events: under other rules it is another draw.
    return f"match-event/{team}/d{len(pool(roster, ruleset))}"


def turn_key(team: str) -> str:
    return f"match-event/turn/{team}"


def turn_dice(ruleset: Ruleset) -> tuple[int, ...]:
    """The half, and the turn of that half; none where no dice say when an event comes."""
    return next((group.turn_dice for group in ruleset.events if group.turn_dice), ())


def drawn(team: str, roster: str, dice: Dice, ruleset: Ruleset) -> MatchEvent | None:
    events = pool(roster, ruleset)
    if not events:
        return None
    return events[dice.roll(event_key(team, roster, ruleset), len(events)).total - 1]


def comes(team: str, dice: Dice, ruleset: Ruleset) -> tuple[int, ...]:
    """The half and the turn of its coach in which it comes."""
    sides = turn_dice(ruleset)
    return dice.roll(turn_key(team), *sides).faces if sides else ()


def is_due(when: tuple[int, ...], half: int, turn: int) -> bool:
    return not when or (half, turn) >= when


def sealed(key: str) -> bool:
    """Whether a roll tells what nobody knows before its turn."""
    return key.startswith(SEALED)


def event_named(key: str, ruleset: Ruleset) -> MatchEvent | None:
    return next((event for group in ruleset.events for event in group.events if event.key == key), None)


def dice_of(teams: Teams, ruleset: Ruleset) -> Iterator[tuple[str, tuple[int, ...]]]:
    if not ruleset.options.match_events:
        return
    for side in SIDES:
        team, roster = teams[side].key, teams[side].roster
        if pool(roster, ruleset):
            yield event_key(team, roster, ruleset), (len(pool(roster, ruleset)),)
            if turn_dice(ruleset):
                yield turn_key(team), turn_dice(ruleset)


def event_problems(prematch: PreMatch, teams: Teams, ruleset: Ruleset) -> Iterator[Problem]:
    for side in SIDES:
        key, team = prematch.side(side).event, teams[side]
        if not key:
            continue
        where, found = f"prematch.{side}.event", event_named(key, ruleset)
        if not ruleset.options.match_events:
            yield Problem(
                "match_events_not_played", marked("This league plays without match events."), "match-events", where, {}
            )
        elif found is None:
            yield Problem(
                "match_event_unknown",
                marked("There is no match event “{event}”."),
                "match-events",
                where,
                {"event": key},
            )
        elif found not in pool(team.roster, ruleset):
            yield Problem(
                "match_event_of_others",
                marked("{event} is no match event that {team} can draw."),
                "match-events",
                where,
                {"event": found.name, "team": team.name},
            )
