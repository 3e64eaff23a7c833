"""Who throws: the server, coaches at the table, or either; for all dice of a match, and for each purpose."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, get_args

import pytest

from engine import rulesets
from engine.dice import SeededDice
from engine.errors import DieImpossible, DieMissing
from engine.match import played
from engine.match.checks import problems
from engine.match.prematch import PreMatch
from engine.match.report import Casualty
from engine.match.throwing import DieOfTheServer, LeagueDice, purpose_of, thrower_of
from engine.rulesets import Ruleset
from engine.rulesets.choices import Purpose
from engine.rulesets.options import HouseRulesIllegal, options, with_options
from tests.engine.given import a_report, a_sheet, a_side

BB2016 = rulesets.get("bb2016")
SEED = bytes(range(32))


def ruled(**house_rules: Any) -> Ruleset:
    return with_options(BB2016, {name.replace("_", "-"): value for name, value in house_rules.items()})


TABLE, SERVER = ruled(dice="table"), ruled(dice="server")
MIXED = ruled(server_rolls=["casualty"], table_rolls=["weather", "fans"])


@pytest.mark.parametrize(
    ("key", "purpose"),
    [
        ("weather", "weather"),
        ("stadium/roll", "stadium"),
        ("fans/t1", "fans"),
        ("home-fans/t1", "fans"),
        ("casualty/t1/p3/apothecary", "casualty"),
        ("lasting/t1/p3", "casualty"),
        ("regeneration/t1/p3", "casualty"),
        ("poison/t1/p3", "casualty"),
        ("mvp/t1/d12", "mvp"),
        ("winnings/t1/2", "winnings"),
        ("walkover/t1", "winnings"),
        ("fan-factor/t1/3d6", "fan-factor"),
        ("fans-lost/t1", "fan-factor"),
        ("expensive-mistakes/t1/kept", "expensive-mistakes"),
        ("kick-off/live/1", "kick-off"),
    ],
)
def test_a_key_says_what_its_roll_is_for(key: str, purpose: str) -> None:
    assert purpose_of(key) == purpose
    assert purpose in get_args(Purpose)


@pytest.mark.parametrize(
    ("ruleset", "key", "thrower"),
    [
        (BB2016, "weather", "either"),
        (TABLE, "weather", "table"),
        (SERVER, "weather", "server"),
        (MIXED, "weather", "table"),
        (MIXED, "home-fans/t1", "table"),
        (MIXED, "casualty/t1/p1", "server"),
        (MIXED, "regeneration/t1/p1", "server"),
        (MIXED, "kick", "either"),
        (ruled(dice="server", table_rolls=["kick"]), "kick", "table"),
        (ruled(dice="table", server_rolls=["kick"]), "kick", "server"),
    ],
)
def test_the_word_about_a_purpose_goes_before_the_word_about_all(ruleset: Ruleset, key: str, thrower: str) -> None:
    assert thrower_of(key, ruleset) == thrower


def test_nobody_is_told_twice_who_throws() -> None:
    with pytest.raises(HouseRulesIllegal) as refused:
        ruled(server_rolls=["kick", "fans"], table_rolls=["fans"])
    assert [problem.params["where"] for problem in refused.value.problems] == ["options.table_rolls"]


def test_every_purpose_stands_in_both_options() -> None:
    chosen = {option.key: option.choices for option in options()}
    assert chosen["server-rolls"] == chosen["table-rolls"] == get_args(Purpose)


# The dice themselves


def league_dice(ruleset: Ruleset, **typed: tuple[int, ...]) -> LeagueDice:
    return LeagueDice(typed, SeededDice(SEED), ruleset)


def test_where_either_may_throw_what_was_typed_counts_and_the_server_throws_the_rest() -> None:
    dice = league_dice(BB2016, weather=(4, 3))
    assert (dice.roll("weather", 6, 6).source, dice.roll("kick", 2).source) == ("table", "seeded")
    assert dice.roll("kick", 2) == SeededDice(SEED).roll("kick", 2)


def test_the_server_never_throws_what_is_thrown_at_the_table() -> None:
    dice = league_dice(TABLE, weather=(4, 3))
    assert dice.roll("weather", 6, 6).faces == (4, 3)
    with pytest.raises(DieMissing) as missing:
        dice.roll("kick", 2)
    assert missing.value.params == {"key": "kick", "dice": "D2"}


def test_nobody_types_in_what_the_server_throws() -> None:
    dice = league_dice(SERVER, weather=(4, 3))
    assert dice.roll("kick", 2).source == "seeded"
    with pytest.raises(DieOfTheServer) as refused:
        dice.roll("weather", 6, 6)
    assert (refused.value.rule, refused.value.params["dice"]) == ("dice", "2D6")


@pytest.mark.parametrize("faces", [(0, 3), (7, 3), (3,), (1, 2, 3)])
def test_faces_that_the_dice_do_not_have_are_refused(faces: tuple[int, ...]) -> None:
    with pytest.raises(DieImpossible):
        league_dice(BB2016, weather=faces).roll("weather", 6, 6)


# In a report


def hurt() -> Any:
    return a_side("t1", casualties=(Casualty("p1", "block", "p1"),), nominees=("p2", "p3", "p4"))


def codes(report: Any, ruleset: Ruleset) -> list[tuple[str, str]]:
    found = problems(report, {"t1": a_sheet("t1"), "t2": a_sheet("t2")}, ruleset)
    return [(problem.code, problem.where) for problem in found]


def test_a_report_says_what_was_typed_in_and_is_thrown_by_the_server() -> None:
    dice = {"casualty/t1/p1": (1, 1), "fans/t1": (3, 4), "weather": (3, 4)}
    report = a_report(hurt(), a_side("t2"), **dice)
    assert codes(report, BB2016) == codes(report, TABLE) == []
    assert codes(report, MIXED) == [("die_of_the_server", "dice.casualty/t1/p1")]
    assert [where for _, where in codes(report, SERVER)] == [f"dice.{key}" for key in dice]


def missing(report: Any, ruleset: Ruleset, **lying: tuple[int, ...]) -> list[str]:
    sheets = {"t1": a_sheet("t1"), "t2": a_sheet("t2")}
    found = played.dice_missing("m1", report, sheets, {k.replace("_", "/"): v for k, v in lying.items()}, ruleset)
    assert {problem.code for problem in found} <= {"die_of_the_table"}
    return sorted(problem.where for problem in found)


def test_what_is_thrown_at_the_table_is_asked_for_before_it_is_needed() -> None:
    report = a_report(hurt(), a_side("t2"), **{"fans/t1": (3, 4)})
    assert missing(report, TABLE) == ["dice.casualty/t1/p1", "dice.fans/t2"]
    assert missing(report, TABLE, fans_t2=(1, 1)) == ["dice.casualty/t1/p1"]
    assert missing(report, MIXED) == ["dice.fans/t2"]
    assert missing(report, BB2016) == missing(report, SERVER) == []


def test_fans_that_were_told_need_no_dice_of_the_table() -> None:
    prematch = PreMatch().with_side("home", fans=7_000).with_side("away", fans=7_000)
    assert missing(replace(a_report(), prematch=prematch), TABLE) == []


def test_an_exhibition_match_asks_for_no_dice() -> None:
    assert missing(replace(a_report(), kind="exhibition"), TABLE) == []
