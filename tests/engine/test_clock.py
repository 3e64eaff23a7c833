"""The clock of a match: which moments there are, how far it has come, and what comes next."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import rulesets
from engine.match import clock
from engine.match.events import Event
from engine.rulesets.occasions import Overtime
from tests.engine.given import RULES

assert RULES.overtime is not None
OVERTIME: Overtime = RULES.overtime
LONG = replace(RULES, options=replace(RULES.options, draws="overtime"))
SHORT = replace(RULES, turns=6)


def at(half: int, turn: int) -> Event:
    return Event(f"e-{half}-{turn}", "turn", half, turn)


@pytest.mark.parametrize(
    ("kind", "rules", "halves"),
    [
        ("competition", RULES, 2),
        ("competition", LONG, 3),
        ("friendly", LONG, 2),
        ("exhibition", RULES, 3),
        ("competition", replace(LONG, overtime=None), 2),
    ],
)
def test_extra_time_is_a_half_where_it_can_be_played(kind: str, rules: rulesets.Ruleset, halves: int) -> None:
    assert clock.halves(kind, rules) == halves


def test_a_half_has_the_turns_of_its_edition() -> None:
    assert [clock.turns(half, SHORT) for half in (1, 2)] == [6, 6]
    assert clock.turns(3, SHORT) == OVERTIME.turns
    assert clock.turns(3, replace(SHORT, overtime=None)) == 6


def test_a_match_has_come_to_the_latest_that_was_told_or_asked() -> None:
    assert clock.reached((), (), 2, RULES) == (0, 0)
    assert clock.reached([at(1, 3), at(1, 2), at(0, 0)], (), 2, RULES) == (1, 3)
    assert clock.reached([at(1, 8), at(2, 0)], (), 2, RULES) == (2, 0)
    assert clock.reached([at(1, 3)], [(1, 4)], 2, RULES) == (1, 4)


def test_what_no_clock_shows_moves_it_nowhere() -> None:
    assert clock.reached([at(1, 2), at(1, 9), at(3, 1), at(2, 99)], (), 2, RULES) == (1, 2)
    assert clock.reached([at(1, 8)], (), 2, RULES) == (1, 8)
    assert clock.reached([at(3, 1)], (), 3, LONG) == (3, 1)
    assert clock.reached([at(1, 7)], (), 2, SHORT) == (0, 0)


def test_turn_comes_after_turn_and_half_after_half() -> None:
    assert clock.following((0, 0), 2, RULES) == (1, 1)
    assert clock.following((1, 7), 2, RULES) == (1, 8)
    assert clock.following((1, 8), 2, RULES) == (2, 1)
    assert clock.following((2, 0), 2, RULES) == (2, 1)
    assert clock.following((2, 8), 2, RULES) == (2, 8)
    assert clock.following((2, 8), 3, LONG) == (3, 1)
    assert clock.following((1, 6), 2, SHORT) == (2, 1)
