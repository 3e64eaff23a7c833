"""What is thrown for on the tables of a match while it is played: by what, and how it is found again."""

from __future__ import annotations

from typing import Any

from engine.dice import Roll, SeededDice
from engine.match.events import Event
from engine.match.live_dice import table_keys, throw_for, with_rolls
from engine.match.live_scene import Scene
from tests.engine.days import BB2020
from tests.engine.reporting import AWAY, HOME

SCENE = Scene({"home": HOME, "away": AWAY}, BB2020)


def event(key: str, kind: Any = "prayer", **told: Any) -> Event:
    return Event(key, kind, **{"half": 1, "turn": 1, "side": "home", **told})


def keys(*events: Event, doubtful: frozenset[str] = frozenset()) -> list[str]:
    return list(table_keys(events, SCENE, doubtful).values())


def fallen(*events: Event) -> dict[str, Roll]:
    """The server throws for each of them."""
    dice = SeededDice(b"a sealed seed")
    for one in events:
        throw_for(one, events, "first", dice, SCENE)
    return {roll.key: roll for roll in dice.log}


def test_prayers_are_counted_by_side_and_drive() -> None:
    told = (event("a"), event("b"), event("c", side="away"), event("d", half=2), event("e", side=""))
    assert keys(*told) == [
        f"prayer/live/{HOME.key}/1/1/1",
        f"prayer/live/{HOME.key}/1/1/2",
        f"prayer/live/{AWAY.key}/1/1/1",
        f"prayer/live/{HOME.key}/2/1/1",
    ]


def test_what_another_device_told_as_well_counts_once() -> None:
    told = (event("a-1"), event("b-1"), event("a-2"))
    first = f"prayer/live/{HOME.key}/1/1/1"
    assert keys(*told, doubtful=frozenset({"b-1"})) == [first, first, first.replace("/1/1/1", "/1/1/2")]


def test_a_touchdown_or_a_half_begins_a_drive() -> None:
    told = (
        event("a", "kick-off"),
        event("b", "kick-off", turn=2),
        event("c", "touchdown", turn=3),
        event("d", "kick-off", turn=4),
        event("e", "weather", half=0, turn=0),
        event("f", "kick-off", half=2),
    )
    assert keys(*told) == [
        "kick-off/live/1/1",
        "kick-off/live/1/1",
        "kick-off/live/1/2",
        "weather/live/1/2",
        "kick-off/live/2/1",
    ]


def test_what_stands_has_the_rolls_of_its_places_whichever_of_it_was_taken_back() -> None:
    a, b, c = event("a"), event("b"), event("c")
    rolls = fallen(a, b, c)
    three = [one.what for one in with_rolls((a, b, c), rolls, SCENE)]
    assert [one.what for one in with_rolls((b, c), rolls, SCENE)] == three[:2]
    assert [one.what for one in with_rolls((c,), rolls, SCENE)] == three[:1]


def test_a_result_that_was_typed_does_not_cover_what_fell() -> None:
    asked = event("a", "weather", side="")
    rolls = fallen(asked)
    (told,) = with_rolls((asked,), rolls, SCENE)
    other = next(one.key for one in BB2020.weather[0].results if one.key != told.what)
    typed, later = event("a", "weather", what=other), event("b", "weather", what=other, turn=2)
    assert [one.what for one in with_rolls((typed,), rolls, SCENE)] == [told.what]
    assert [one.what for one in with_rolls((asked, later), rolls, SCENE)] == [told.what, other]
    assert [one.what for one in with_rolls((typed, later), rolls, SCENE)] == [told.what, other]


def test_who_was_hurt_twice_keeps_the_dice_of_each_time_whichever_was_told_first() -> None:
    """BB2020, apothecary and Regeneration: a report counts his casualties as they happened, and so does its dice."""
    hurt = {"player": "p1", "cause": "crowd"}
    told = (event("a", "casualty", turn=5, **hurt), event("b", "casualty", turn=4, **hurt))
    rolls = {
        key: Roll(key, (16,), (face,), "seeded")
        for key, face in ((f"casualty/{HOME.key}/p1", 3), (f"casualty/{HOME.key}/p1/2", 12))
    }
    shown = with_rolls(told, rolls, SCENE)
    assert {one.key: one.dice["casualty"] for one in shown} == {"b": (3,), "a": (12,)}
    assert SCENE.sums(shown).dice == {key: roll.faces for key, roll in rolls.items()}
