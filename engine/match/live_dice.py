"""Dice that are thrown while a match is played: for casualties, and on the tables of the match.

The keys are those that a report asks for; so what fell at the table counts when the report stands, and nobody buys
another roll by undoing an event or by telling it again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from engine.dice import Dice, Roll, check_faces
from engine.match import injuries
from engine.match import report as keys
from engine.match.events import Event
from engine.match.live import Throw
from engine.match.live_scene import Scene
from engine.match.running import casualty_of
from engine.match.sides import Side, other_side
from engine.rulesets.tables import DieTable, score_of

FIRST = ("casualty", f"casualty/{injuries.DECAY}")


def thrown(event: Event, events: Sequence[Event], throw: Throw, dice: Dice, scene: Scene) -> Event:
    """The event with what the dice say; ``events`` are those that stand, this one among them.

    Nothing is thrown for what is known already, nor where nothing can be thrown for.
    """
    if not throw:
        return event
    if event.kind == "casualty":
        _throw_casualty(event, events, throw, dice, scene)
        return event
    table = table_of(event, scene)
    if table is None or event.what:
        return event
    roll = dice.roll(table_key(event, events, scene), *table.dice)
    return answered(replace(event, dice={event.kind: roll.faces}), scene)


def dice_for(event: Event, scene: Scene) -> tuple[int, ...]:
    """What is thrown first of all for such an event; nothing for most of them."""
    if event.kind == "casualty":
        return scene.ruleset.casualty.dice
    table = table_of(event, scene)
    return table.dice if table else ()


def typed(event: Event, events: Sequence[Event], scene: Scene) -> dict[str, tuple[int, ...]]:
    """What was thrown at the table for this event, by the keys that a report asks for."""
    if event.kind != "casualty":
        return {}
    injured = injured_of(event, events, scene)
    return dict(injuries.dice_by_key(injured, event.dice)) if injured else {}


def answered(event: Event, scene: Scene) -> Event:
    """The result of a table whose faces were told without it."""
    table, faces = table_of(event, scene), event.dice.get(event.kind)
    if table is None or event.what or not faces:
        return event
    check_faces(event.kind, table.dice, faces)
    return replace(event, what=table.result(score_of(faces, table.read)).key)


def table_of(event: Event, scene: Scene) -> DieTable | None:
    """The table that says what this event is, where there is one."""
    ruleset = scene.ruleset
    if event.kind == "kick-off":
        return _named(ruleset.kickoff, (ruleset.options.kickoff,))
    if event.kind == "weather":
        chosen = scene.prematch.weather_table if scene.prematch else ""
        return _named(ruleset.weather, (chosen, *ruleset.options.weather))
    return ruleset.prayers if event.kind == "prayer" else None


def table_key(event: Event, events: Sequence[Event], scene: Scene) -> str:
    """By what is thrown for, and the how manieth it is: whoever takes it back and tells it again has the same roll."""
    whose = (scene.sheets[event.side].key,) if event.kind == "prayer" and event.side else ()
    alike = [one for one in events if one.kind == event.kind and (not whose or one.side == event.side)]
    told = [one.key for one in alike]
    nth = told.index(event.key) + 1 if event.key in told else len(told) + 1
    return "/".join((event.kind, "live", *whose, str(nth)))


def with_rolls(events: Sequence[Event], rolls: Mapping[str, Roll], scene: Scene) -> tuple[Event, ...]:
    """Casualties with what has fallen for them: what fell under the seal counts, whatever was typed."""
    fallen = {injured_key: _fallen(injured, rolls) for injured_key, injured in _injured(events, scene)}
    return tuple(
        replace(event, dice={**event.dice, **fallen[event.key]}) if fallen.get(event.key) else event for event in events
    )


def injured_of(event: Event, events: Sequence[Event], scene: Scene) -> injuries.Injured | None:
    return dict(_injured(events, scene)).get(event.key)


def _injured(events: Iterable[Event], scene: Scene) -> Iterator[tuple[str, injuries.Injured]]:
    """Each casualty of a player of the match, counted by player, as a report would count them."""
    times: dict[tuple[Side, str], int] = {}
    for event in events:
        if event.kind != "casualty" or event.side == "" or scene.sheets[event.side].player(event.player) is None:
            continue
        nth = times[event.side, event.player] = times.get((event.side, event.player), 0) + 1
        mine, other = scene.sheets[event.side], scene.sheets[other_side(event.side)]
        yield event.key, injuries.Injured(casualty_of(event), nth, mine, other, scene.ruleset)


def _fallen(injured: injuries.Injured, rolls: Mapping[str, Roll]) -> dict[str, tuple[int, ...]]:
    """What lies there of all that it asks for: a throw for an apothecary who was not sent for after all lies unused."""
    fallen = ((part, rolls.get(keys.hurt_key(part, *injured.subject))) for part, _sides in injuries.parts_of(injured))
    return {part: roll.faces for part, roll in fallen if roll is not None}


def _throw_casualty(event: Event, events: Sequence[Event], throw: Throw, dice: Dice, scene: Scene) -> None:
    injured = injured_of(event, events, scene)
    if injured is None or event.result or injured.player.status == "dead":
        return
    if throw == "all":
        injuries.outcome_of(injured, dice)
        return
    # The table alone: whether an apothecary is sent for is decided before anything else is thrown.
    for part, sides in injuries.parts_of(injured):
        if part in FIRST:
            dice.roll(keys.hurt_key(part, *injured.subject), *sides)


def _named(tables: Sequence[DieTable], keys: Sequence[str]) -> DieTable | None:
    known = {table.key: table for table in tables}
    return next((known[key] for key in keys if key in known), None)
