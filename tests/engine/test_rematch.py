"""Compendium, league rules: a team plays no more than two matches in a row against the same opponent."""

from __future__ import annotations

import pytest

from engine import rulesets
from engine.season.rematch import in_a_row, rematch


@pytest.mark.parametrize(
    ("before", "after", "times"),
    [
        ((), (), 1),
        (("t2",), (), 2),
        (("t2", "t2"), (), 3),
        (("t2", "t3"), (), 1),
        (("t2", "t3", "t2"), (), 2),
        # Told late: what came after it belongs to the same run.
        (("t2",), ("t2",), 3),
        (("t2",), ("t3", "t2"), 2),
    ],
)
def test_a_run_reaches_as_far_as_nobody_came_between(
    before: tuple[str, ...], after: tuple[str, ...], times: int
) -> None:
    assert in_a_row(before, after, "t2") == times


@pytest.mark.parametrize(("times", "most", "barred"), [(2, 2, False), (3, 2, True), (3, 3, False), (2, 1, True)])
def test_a_match_too_many_in_a_row_is_barred(times: int, most: int, *, barred: bool) -> None:
    found = rematch("Reavers", "Gouged Eye", times=times, most=most)
    assert [(problem.code, problem.rule) for problem in found] == [("rematch_barred", "rematch")] * barred


def test_the_sentence_names_both_numbers() -> None:
    (problem,) = rematch("Reavers", "Gouged Eye", times=3, most=2)
    assert str(problem) == "It would be match 3 in a row of Reavers against Gouged Eye; the most is 2."


@pytest.mark.parametrize(("edition", "most"), [("bb2016", 2), ("lrb6", 2), ("basic", 2), ("bb2020", 99)])
def test_each_edition_says_how_many(edition: str, most: int) -> None:
    """The 2020 rules know no such limit."""
    assert rulesets.get(edition).options.matches_in_a_row == most
