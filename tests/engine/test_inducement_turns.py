"""Whose turn it is to buy, and the die of two teams that are worth the same."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.match.before import Scene, dice_of, wanted
from engine.match.inducements import chooser, first_key, turns
from engine.match.prematch import PreMatch
from engine.rulesets.model import Ruleset
from tests.engine.days import BB2016, BB2020, LRB6, a_day, bought, two_teams


def test_the_stronger_and_then_the_other() -> None:
    """BB2016, pre-match sequence, step 4."""
    teams = two_teams(1_100_000, 1_000_000)
    assert turns(a_day(), teams, BB2016).turn == "home"
    assert turns(a_day(bought()), teams, BB2016).turn == "away"
    # Whoever has bought before his turn, from paper, is not waited for.
    assert turns(a_day(None, bought()), teams, BB2016).turn == "home"
    assert turns(a_day(bought(), bought()), teams, BB2016).turn is None


@pytest.mark.parametrize(("rules", "undecided"), [(BB2016, True), (LRB6, True), (BB2020, False)])
def test_equals_find_out_first_unless_nobody_spends_anything(rules: Ruleset, undecided: bool) -> None:
    """BB2016, FAQ; BB2020: with equal values nobody gets or spends gold, so no order is needed."""
    now = turns(a_day(), two_teams(rules=rules), rules)
    assert (now.first, now.turn, now.undecided) == (None, None, undecided)
    assert [now.may(side) for side in ("home", "away")] == [not undecided] * 2


def test_gold_that_is_moved_does_not_change_whose_turn_it_is() -> None:
    """LRB6, pre-match, transfer gold: the team with the highest value declares first."""
    teams = two_teams(1_100_000, 1_000_000, treasury=500_000, rules=LRB6)
    assert turns(a_day(None, bought(treasury=300_000)), teams, LRB6).first == "home"


@pytest.mark.parametrize(
    ("thrown", "says"),
    [
        ([], ""),
        ([(6, 1)], "home"),
        ([(1, 6)], "away"),
        ([(3, 3)], ""),
        ([(3, 3), (2, 5)], "away"),
        ([(3, 3), (4, 4), (5, 2)], "home"),
    ],
)
def test_the_higher_die_says_and_equal_ones_are_thrown_again(thrown: list[tuple[int, int]], says: str) -> None:
    """BB2016, FAQ."""
    fallen: dict[str, tuple[int, ...]] = {}
    for nth, (home, away) in enumerate(thrown, 1):
        fallen |= {first_key("home", nth): (home,), first_key("away", nth): (away,)}
    assert chooser(fallen) == says
    scene = Scene(a_day(), two_teams(), BB2016, fallen)
    asked = [ask.key for ask in wanted("inducement", scene)]
    again = len(thrown) + 1
    assert asked == ([] if says else [first_key("home", again), first_key("away", again)])


def test_nothing_is_thrown_where_one_is_stronger_or_it_is_said_already() -> None:
    stronger = Scene(PreMatch(), two_teams(1_100_000, 1_000_000), BB2016, {})
    said = Scene(replace(PreMatch(), chooses_first="away"), two_teams(), BB2016, {})
    assert wanted("inducement", stronger) == wanted("inducement", said) == ()


def test_it_may_be_typed_in_with_the_report() -> None:
    keys = dict(dice_of(PreMatch(), two_teams(), BB2016))
    assert keys[first_key("home", 1)] == keys[first_key("away", 2)] == (6,)
    assert first_key("home", 1) not in dict(dice_of(PreMatch(), two_teams(1_100_000, 1_000_000), BB2016))
