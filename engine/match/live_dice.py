"""Dice that are thrown while a match is played: for casualties, and on the tables of the match.

The keys are those that a report asks for; so what fell at the table counts when the report stands. A key names what is
thrown for, and its roll is read again by it whenever the events are read, never from the event that asked for it: so
nobody buys another roll by undoing an event, by telling it again or by telling it elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from engine.dice import Dice, Roll, check_faces
from engine.match import injuries, told_dice
from engine.match import report as keys
from engine.match.events import Event
from engine.match.live import Throw
from engine.match.live_scene import Scene
from engine.match.running import casualty_of, in_order
from engine.match.sides import Side, other_side
from engine.match.throwing import thrower_of
from engine.rulesets.tables import DieTable, score_of

FIRST = ("casualty", f"casualty/{injuries.DECAY}")


def throw_for(
    event: Event, events: Sequence[Event], throw: Throw, dice: Dice, scene: Scene, doubtful: Collection[str] = ()
) -> None:
    """Throw what the event asks for; ``events`` are those that stand, this one among them.

    Nothing is thrown for what is known already, nor where nothing can be thrown for.
    """
    if throw and event.kind == "casualty":
        _throw_casualty(event, events, throw, dice, scene)
        return
    table, key = table_of(event, scene), table_keys(events, scene, doubtful).get(event.key)
    if throw and table is not None and key is not None and not event.what:
        dice.roll(key, *table.dice)


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
    return told_dice.table_of(event.kind, scene.prematch, scene.ruleset)


def table_keys(events: Sequence[Event], scene: Scene, doubtful: Collection[str] = ()) -> dict[str, str]:
    """By event, under what it is thrown on its table: the drive, and of prayers the side and the how manieth.

    A drive has one kick-off and one weather: whoever tells of it again finds what has fallen for it. What is
    ``doubtful``, because another device told the same, neither ends a drive nor counts.
    """
    found: dict[str, str] = {}
    prayed: Counter[str] = Counter()
    for event, drive in _by_drive(events, doubtful):
        if event.kind == "prayer" and event.side:
            stem = f"prayer/live/{scene.sheets[event.side].key}/{drive}"
            prayed[stem] += event.key not in doubtful
            found[event.key] = f"{stem}/{max(prayed[stem], 1)}"
        elif event.kind in ("kick-off", "weather"):
            found[event.key] = f"{event.kind}/live/{drive}"
    return found


def with_rolls(
    events: Sequence[Event], rolls: Mapping[str, Roll], scene: Scene, doubtful: Collection[str] = ()
) -> tuple[Event, ...]:
    """The events with what has fallen for them: what fell under the seal counts, whatever was typed."""
    fallen = {injured_key: _fallen(injured, rolls) for injured_key, injured in _injured(events, scene)}
    hurt = (
        replace(event, dice={**event.dice, **fallen[event.key]}) if fallen.get(event.key) else event for event in events
    )
    return tuple(_on_tables(tuple(hurt), rolls, scene, doubtful))


def believed(
    events: Sequence[Event], typed: Mapping[str, tuple[int, ...]], lying: Mapping[str, tuple[int, ...]], scene: Scene
) -> tuple[Event, ...]:
    """The events of a report with those dice of casualties that fell: what lies on the table, what is typed for the
    report, and what an event says where coaches throw at the table. Whatever else a device tells is no die."""
    injured = dict(_injured(events, scene))
    return tuple(
        replace(event, dice=dict(_fell(event, injured[event.key], typed, lying))) if event.key in injured else event
        for event in events
    )


def _fell(
    event: Event, injured: injuries.Injured, typed: Mapping[str, tuple[int, ...]], lying: Mapping[str, tuple[int, ...]]
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """As in the report that counts: what lies there goes before what was typed in."""
    parts = dict.fromkeys([*event.dice, *(part for part, _ in injuries.parts_of(injured))])
    for part in parts:
        key, told = keys.hurt_key(part, *injured.subject), event.dice.get(part)
        if key in lying or key in typed:
            yield part, lying.get(key) or typed[key]
        elif told is not None and thrower_of(key, injured.ruleset) == "table":
            yield part, told


def _by_drive(events: Sequence[Event], doubtful: Collection[str]) -> Iterator[tuple[Event, str]]:
    """Each event with its half and the drive in it: a half or a touchdown begins one, whatever else was told."""
    half = drive = 1
    for event in in_order(events):
        if event.half > half:
            half, drive = event.half, 1
        yield event, f"{half}/{drive}"
        if event.kind == "touchdown" and event.key not in doubtful:
            drive += 1


def _on_tables(
    events: Sequence[Event], rolls: Mapping[str, Roll], scene: Scene, doubtful: Collection[str]
) -> Iterator[Event]:
    keys = table_keys(events, scene, doubtful)
    # Besides the event that has the roll another one of its drive may be told with a result of its own: a mage's
    # weather. Alone it may not: the roll lies on the table.
    held = {keys[event.key] for event in events if event.key in keys and not event.what}
    for event in events:
        key, table = keys.get(event.key, ""), table_of(event, scene)
        roll = rolls.get(key)
        if roll is None or table is None or roll.sides != table.dice or (event.what and key in held):
            yield event
            continue
        held.add(key)
        what = table.result(score_of(roll.faces, table.read)).key
        yield replace(event, what=what, dice={**event.dice, event.kind: roll.faces})


def injured_of(event: Event, events: Sequence[Event], scene: Scene) -> injuries.Injured | None:
    return dict(_injured(events, scene)).get(event.key)


def _injured(events: Iterable[Event], scene: Scene) -> Iterator[tuple[str, injuries.Injured]]:
    """Each casualty of a player of the match, counted by player, as a report would count them: as they happened."""
    times: dict[tuple[Side, str], int] = {}
    for event in in_order(events):
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
