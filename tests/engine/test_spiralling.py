"""Spiralling expenses (LRB6, post-match step 2.3; 2016/17 league compendium, optional league rules)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import effects as fx
from engine.match.after import Done
from engine.rulesets import Ruleset, get
from engine.rulesets.options import with_options
from engine.team.value import value
from tests.engine.given import RULES, a_sheet, a_step, after_a, done

# As it was played before petty cash had a step of its own: rules that a league has stored still say so.
OLDER = replace(get("lrb6"), post_match=tuple(step for step in get("lrb6").post_match if step != "petty-cash"))


def winnings(value: int, *, die: int = 1, treasury: int = 200_000, rules: Ruleset | None = None) -> Done:
    last = after_a("loss", value=value)
    sheet = a_sheet(treasury=treasury)
    return done(a_step("winnings", sheet, {"winnings/t1/1": (die,)}, last=last, ruleset=rules or OLDER))


def petty_cash(value: int, *, left: int = 0, treasury: int = 200_000, rules: Ruleset | None = None) -> Done:
    last = replace(after_a("loss", value=value), petty_cash=left)
    return done(a_step("petty-cash", a_sheet(treasury=treasury), {}, last=last, ruleset=rules or get("lrb6")))


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
    assert gold(petty_cash(value)).get("spiralling-expenses", 0) == -owed
    assert gold(winnings(value, die=6)).get("spiralling-expenses", 0) == -owed


def test_they_are_paid_in_the_step_of_the_petty_cash() -> None:
    """LRB6, post-match: winnings are 2.2, petty cash and the expenses 2.3."""
    rules = get("lrb6")
    assert rules.post_match[1:4] == ("winnings", "petty-cash", "fan-factor")
    assert gold(winnings(2_650_000, rules=rules)) == {"winnings": 10_000}


@pytest.mark.parametrize(("treasury", "left", "owed"), [(0, 0, 0), (0, 30_000, 30_000), (20_000, 50_000, 70_000)])
def test_petty_cash_comes_back_before_they_are_paid(treasury: int, left: int, owed: int) -> None:
    """LRB6, post-match step 2.3: first the transfer, then the expenses, down to nothing (reading A-08)."""
    step = gold(petty_cash(2_650_000, left=left, treasury=treasury))
    assert step.get("petty-cash-returned", 0) == left
    assert step.get("spiralling-expenses", 0) == -owed


def test_a_league_without_expenses_gets_its_petty_cash_back_all_the_same() -> None:
    rules = with_options(get("lrb6"), {"spiralling-expenses": False})
    assert gold(petty_cash(2_650_000, left=50_000, rules=rules)) == {"petty-cash-returned": 50_000}
    assert gold(petty_cash(2_650_000, rules=rules)) == {}


def test_what_the_winnings_do_not_cover_comes_from_the_treasury() -> None:
    """Reading A-08."""
    assert gold(petty_cash(2_650_000, treasury=100_000)) == {"spiralling-expenses": -70_000}
    step = winnings(2_650_000, die=1, treasury=100_000)
    assert gold(step) == {"winnings": 10_000, "spiralling-expenses": -70_000}


def test_the_treasury_never_falls_below_nothing() -> None:
    """2016/17 league compendium, spiralling expenses, last sentence."""
    assert gold(winnings(2_650_000, die=1, treasury=20_000)) == {"winnings": 10_000, "spiralling-expenses": -30_000}
    assert gold(winnings(2_650_000, die=1, treasury=0)) == {"winnings": 10_000, "spiralling-expenses": -10_000}


def test_the_value_at_kick_off_decides() -> None:
    """They are paid before the value is worked out again: what the sheet is worth by now does not matter."""
    assert gold(petty_cash(1_750_000))["spiralling-expenses"] == -10_000
    assert value(a_sheet(), get("lrb6")).total < 1_750_000


def test_the_newer_edition_pays_none_unless_its_league_says_so() -> None:
    assert "spiralling-expenses" not in gold(winnings(3_000_000, rules=RULES))
    bent = with_options(RULES, {"spiralling-expenses": True, "spiralling-breakpoint": 1_000_000})
    assert gold(winnings(1_000_000, rules=bent))["spiralling-expenses"] == -10_000
