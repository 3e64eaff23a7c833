"""Spiralling expenses (LRB6, post-match step 2.3; 2016/17 league compendium, optional league rules)."""

from __future__ import annotations

import pytest

from engine import effects as fx
from engine.match.postmatch import Done
from engine.rulesets import Ruleset, get
from engine.rulesets.options import with_options
from engine.team.value import value
from tests.engine.given import RULES, a_sheet, a_step, after_a, done


def winnings(value: int, *, die: int = 1, treasury: int = 200_000, rules: Ruleset | None = None) -> Done:
    rules = rules or get("lrb6")
    last = after_a("loss", value=value)
    return done(a_step("winnings", a_sheet(treasury=treasury), {"winnings/t1/1": (die,)}, last=last, ruleset=rules))


def gold(step: Done) -> dict[str, int]:
    return {effect.reason: effect.amount for effect in step.effects if isinstance(effect, fx.GoldChanged)}


@pytest.mark.parametrize(
    ("value", "owed"),
    [
        (1_740_000, 0),
        (1_750_000, 10_000),
        (1_890_000, 10_000),
        (1_900_000, 20_000),
        (2_040_000, 20_000),
        (2_050_000, 30_000),
        (2_190_000, 30_000),
        (2_200_000, 40_000),
        (2_340_000, 40_000),
        (2_350_000, 50_000),
        (2_490_000, 50_000),
        (2_500_000, 60_000),
        (2_640_000, 60_000),
        (2_650_000, 70_000),
    ],
)
def test_both_ends_of_every_band(value: int, owed: int) -> None:
    assert gold(winnings(value, die=6)).get("spiralling-expenses", 0) == -owed


def test_what_the_winnings_do_not_cover_comes_from_the_treasury() -> None:
    """Reading A-08."""
    step = winnings(2_650_000, die=1, treasury=100_000)
    assert gold(step) == {"winnings": 10_000, "spiralling-expenses": -70_000}


def test_the_treasury_never_falls_below_nothing() -> None:
    """2016/17 league compendium, spiralling expenses, last sentence."""
    assert gold(winnings(2_650_000, die=1, treasury=20_000)) == {"winnings": 10_000, "spiralling-expenses": -30_000}
    assert gold(winnings(2_650_000, die=1, treasury=0)) == {"winnings": 10_000, "spiralling-expenses": -10_000}


def test_the_value_at_kick_off_decides() -> None:
    """They are paid before the value is worked out again: what the sheet is worth by now does not matter."""
    assert gold(winnings(1_750_000))["spiralling-expenses"] == -10_000
    assert value(a_sheet(), get("lrb6")).total < 1_750_000


def test_the_newer_edition_pays_none_unless_its_league_says_so() -> None:
    assert "spiralling-expenses" not in gold(winnings(3_000_000, rules=RULES))
    bent = with_options(RULES, {"spiralling-expenses": True, "spiralling-breakpoint": 1_000_000})
    assert gold(winnings(1_000_000, rules=bent))["spiralling-expenses"] == -10_000
