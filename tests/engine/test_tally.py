"""Tallies: counted things that are equal when they count the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tally import NONE, Tally
from tests.engine.given import quickly

counts = st.dictionaries(st.text(max_size=4), st.integers(-3, 3), max_size=6)


def test_an_absent_name_counts_zero() -> None:
    assert NONE["touchdown"] == 0
    assert "touchdown" not in NONE
    assert len(NONE) == 0


@quickly
@given(counts)
def test_equal_tallies_are_equal_however_they_came_about(numbers: dict[str, int]) -> None:
    at_once = Tally(numbers)
    one_by_one = NONE
    for name, number in reversed(numbers.items()):
        one_by_one = one_by_one.plus(name, number + 2).plus(name, -2)
    assert one_by_one == at_once
    assert hash(one_by_one) == hash(at_once)
    assert list(one_by_one) == sorted(at_once)
    assert 0 not in at_once.values()


def test_a_tally_is_not_changed_by_adding_to_it() -> None:
    before = Tally({"touchdown": 1})
    after = before.plus("touchdown")
    assert (before["touchdown"], after["touchdown"]) == (1, 2)
    assert repr(after) == "Tally({'touchdown': 2})"


def test_a_tally_is_no_dictionary() -> None:
    assert Tally({"a": 1}) != {"a": 1}
    with pytest.raises(TypeError):
        Tally()["a"] = 1
