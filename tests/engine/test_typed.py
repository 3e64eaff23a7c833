"""Plain data in, frozen dataclasses out, and every mistake at once with its path."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import pytest

from engine.tally import Tally
from engine.typed import DataInvalid, build, plain

Colour = Literal["red", "blue"]


@dataclass(frozen=True, slots=True)
class Inner:
    size: int
    name: str = "unnamed"


@dataclass(frozen=True, slots=True)
class Outer:
    inner: Inner
    many: tuple[Inner, ...]
    pair: tuple[int, str]
    colour: Colour
    by_name: Mapping[str, Inner]
    by_colour: Mapping[Colour, int]
    counts: Tally
    flag: bool
    maybe: int | None
    anything: Any = None


GOOD: dict[str, Any] = {
    "inner": {"size": 1},
    "many": [{"size": 2, "name": "two"}],
    "pair": [1, "one"],
    "colour": "red",
    "by_name": {"x": {"size": 3}},
    "by_colour": {"red": 1, "blue": 2},
    "counts": {"a": 1, "b": 0},
    "flag": True,
    "maybe": None,
    "anything": [1, {"two": 2}],
}


def errors_of(data: Any) -> tuple[str, ...]:
    with pytest.raises(DataInvalid) as invalid:
        build(Outer, data)
    return invalid.value.errors


def test_good_data_becomes_a_typed_value() -> None:
    value = build(Outer, GOOD)
    assert value.inner == Inner(1)
    assert value.many == (Inner(2, "two"),)
    assert value.pair == (1, "one")
    assert value.by_name == {"x": Inner(3)}
    assert value.counts == Tally({"a": 1})
    assert value.maybe is None
    assert value.anything == [1, {"two": 2}]


def test_what_is_written_plainly_is_read_back_equal() -> None:
    value = build(Outer, GOOD)
    assert build(Outer, plain(value)) == value
    assert plain(value)["pair"] == [1, "one"]


@pytest.mark.parametrize(
    ("field", "wrong", "error"),
    [
        ("inner", 5, "Outer.inner: expected an object, found 5"),
        ("inner", {}, "Outer.inner.size: missing"),
        ("inner", {"size": "1"}, 'Outer.inner.size: expected a whole number, found "1"'),
        ("inner", {"size": True}, "Outer.inner.size: expected a whole number, found true"),
        ("inner", {"size": 1.0}, "Outer.inner.size: expected a whole number, found 1.0"),
        ("inner", {"size": None}, "Outer.inner.size: expected a whole number, found null"),
        ("inner", {"size": 1, "colour": "red"}, "Outer.inner.colour: unknown field"),
        ("many", {}, "Outer.many: expected a list, found {}"),
        ("many", "xy", 'Outer.many: expected a list, found "xy"'),
        ("many", [{"size": 1}, {"size": "x"}], 'Outer.many[1].size: expected a whole number, found "x"'),
        ("pair", [1], "Outer.pair: expected a list of 2, found [1]"),
        ("pair", [1, 2], "Outer.pair[1]: expected text, found 2"),
        ("colour", "green", 'Outer.colour: expected one of red, blue, found "green"'),
        ("colour", [], "Outer.colour: expected one of red, blue, found []"),
        ("by_name", [], "Outer.by_name: expected an object, found []"),
        ("by_name", {"x": {"size": 0.5}}, "Outer.by_name.x.size: expected a whole number, found 0.5"),
        ("by_colour", {"red": 1}, "Outer.by_colour.blue: missing"),
        ("by_colour", {"red": 1, "blue": 1, "green": 1}, "Outer.by_colour.green: unknown field"),
        ("counts", [], "Outer.counts: expected an object, found []"),
        ("counts", {"a": "1"}, 'Outer.counts.a: expected a whole number, found "1"'),
        ("flag", 1, "Outer.flag: expected true or false, found 1"),
        ("maybe", "1", 'Outer.maybe: expected a whole number, found "1"'),
    ],
)
def test_a_mistake_is_named_with_its_path(field: str, wrong: Any, error: str) -> None:
    assert errors_of({**GOOD, field: wrong}) == (error,)


def test_all_mistakes_are_reported_at_once() -> None:
    found = errors_of({"inner": {"size": "x", "more": 1}, "many": [{}, 1], "colour": "green"})
    assert found == (
        "Outer.inner.more: unknown field",
        'Outer.inner.size: expected a whole number, found "x"',
        "Outer.many[0].size: missing",
        "Outer.many[1]: expected an object, found 1",
        "Outer.pair: missing",
        'Outer.colour: expected one of red, blue, found "green"',
        "Outer.by_name: missing",
        "Outer.by_colour: missing",
        "Outer.counts: missing",
        "Outer.flag: missing",
        "Outer.maybe: missing",
    )


def test_the_path_may_begin_elsewhere() -> None:
    with pytest.raises(DataInvalid, match=r"^teams\[3\]\.size: missing$"):
        build(Inner, {}, "teams[3]")
