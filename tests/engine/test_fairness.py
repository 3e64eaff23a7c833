"""Are dice fair, and is anybody lucky? Against tables of the chi-square distribution, and by hand."""

from __future__ import annotations

import math
from collections import Counter

import pytest

from engine.dice import SeededDice
from engine.fairness import LEAST_DICE, Fairness, Luck, chi_square_tail, fairness, luck_of


@pytest.mark.parametrize(
    ("x", "freedom", "tail"),
    [
        # The critical values that every table of the distribution has.
        (3.841, 1, 0.05),
        (11.070, 5, 0.05),
        (15.086, 5, 0.01),
        (20.515, 5, 0.001),
        (14.067, 7, 0.05),
        (18.307, 10, 0.05),
        (24.996, 15, 0.05),
        (30.578, 15, 0.01),
        (67.505, 50, 0.05),
        (0.554, 5, 0.99),
        (1.145, 5, 0.95),
    ],
)
def test_the_tail_of_chi_square_agrees_with_the_tables(x: float, freedom: int, tail: float) -> None:
    assert chi_square_tail(x, freedom) == pytest.approx(tail, rel=0.002)


@pytest.mark.parametrize("x", [0.1, 1, 2, 3.9, 4.1, 10, 40])
def test_with_two_degrees_of_freedom_it_is_an_exponential(x: float) -> None:
    """Both ways of computing it, on both sides of where one takes over from the other."""
    assert chi_square_tail(x, 2) == pytest.approx(math.exp(-x / 2), rel=1e-12)


@pytest.mark.parametrize(("x", "freedom"), [(0, 5), (-1, 5), (4, 0)])
def test_what_does_not_differ_at_all_is_never_exceeded(x: float, freedom: int) -> None:
    assert chi_square_tail(x, freedom) == 1


def test_an_uneven_die_by_hand() -> None:
    """Sixty throws, ten of each to be expected: (5² + 2² + 2² + 1²) / 10 = 3.4 with five degrees of freedom."""
    found = fairness(6, {1: 5, 2: 8, 3: 9, 4: 8, 5: 10, 6: 20})
    assert (found.thrown, found.expected) == (60, 10)
    assert found.chi_square == pytest.approx((25 + 4 + 1 + 4 + 0 + 100) / 10)
    assert found.p_value == pytest.approx(0.0199, abs=0.0005)


def test_dice_that_are_as_even_as_can_be() -> None:
    even = Fairness(6, (10,) * 6)
    assert (even.chi_square, even.p_value) == (0, 1)


def test_dice_that_nobody_has_thrown_say_nothing() -> None:
    assert (Fairness(6, (0,) * 6).chi_square, Fairness(6, (0,) * 6).enough) == (0, False)


@pytest.mark.parametrize(("thrown", "enough"), [(29, False), (30, True)])
def test_five_of_each_face_are_to_be_expected_before_anything_is_said(thrown: int, enough: bool) -> None:
    assert fairness(6, {3: thrown}).enough is enough


@pytest.mark.parametrize("sides", [3, 6, 8, 16])
def test_the_dice_of_the_server_are_fair(sides: int) -> None:
    dice = SeededDice(b"fair")
    found = fairness(sides, Counter(dice.roll(f"k{nth}", sides).total for nth in range(6000)))
    assert found.thrown == 6000
    assert 0.01 < found.p_value < 1


def test_loaded_dice_are_found_out() -> None:
    assert fairness(6, {1: 100, 2: 100, 3: 100, 4: 100, 5: 100, 6: 160}).p_value < 0.001


# Luck


def test_a_six_for_winnings_is_two_and_a_half_pips_of_luck() -> None:
    assert luck_of("winnings", "1", (6,), (6,)) == Luck(1, 2.5, 35 / 12)


def test_a_low_casualty_die_is_luck_for_its_victim() -> None:
    assert luck_of("casualty", "p1", (6, 8), (1, 1)).above == 2.5 + 3.5
    assert luck_of("casualty", "p1", (6, 8), (6, 8)).above == -6


@pytest.mark.parametrize(("purpose", "part"), [("mvp", ""), ("weather", ""), ("expensive-mistakes", "minor")])
def test_where_no_face_is_better_than_another_there_is_no_luck(purpose: str, part: str) -> None:
    """The minor incident's die is what it costs; the table's own die is better the higher it is."""
    assert luck_of(purpose, part, (6,), (6,)).dice == 0
    assert luck_of("expensive-mistakes", "", (6,), (6,)).above == 2.5


def test_a_throw_counts_as_often_as_it_fell() -> None:
    once = luck_of("winnings", "1", (6,), (5,))
    assert luck_of("winnings", "1", (6,), (5,), 4) == once.plus(once).plus(once).plus(once)


@pytest.mark.parametrize(("dice", "enough"), [(LEAST_DICE - 1, False), (LEAST_DICE, True)])
def test_of_few_dice_nobody_is_called_lucky(dice: int, enough: bool) -> None:
    assert Luck(dice, 1.0, 1.0).enough is enough


def test_how_many_are_less_lucky() -> None:
    """One, and two, standard deviations of the normal distribution."""
    assert Luck(100, 0.0, 25.0).luckier_than == 0.5
    assert Luck(100, 5.0, 25.0).luckier_than == pytest.approx(0.8413, abs=1e-4)
    assert Luck(100, -10.0, 25.0).luckier_than == pytest.approx(0.0228, abs=1e-4)
    assert Luck(0, 0.0, 0.0).luckier_than == 0.5
    assert Luck(0, 0.0, 0.0).each == 0
