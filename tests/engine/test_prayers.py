"""Prayers to Nuffle (BB2020, pre-game sequence, prayers to Nuffle): how many, what the answer is, about whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from engine import rulesets
from engine.dice import ScriptedDice, TableDice
from engine.errors import DieMissing
from engine.match import prayers, prematch_checks
from engine.match.before import Scene, decided, dice_of, differences, wanted
from engine.match.matchday import day_sheets
from engine.match.prayer_checks import prayer_problems
from engine.match.prematch import Induced, Prayer, PreMatch, SidePreMatch
from engine.rulesets.model import required
from engine.team.draft import decide_draft
from engine.team.evolve import fold
from engine.team.sheet import TeamSheet
from tests.engine.given import RULES, a_draft, with_player

BB2020 = rulesets.get("bb2020")
TABLE = required(BB2020.prayers, "prayers", BB2020)
KEYS = [result.key for result in TABLE.results]


def a_team(key: str, positions: Mapping[str, int] | None = None) -> TeamSheet:
    names = {"human-lineman": 11} if positions is None else positions
    return fold(TeamSheet(key), decide_draft(a_draft("human", names, name=f"Team {key}"), BB2020))


LINE = next(one.key for one in BB2020.roster("human").positions if one.journeyman)
HOME, AWAY = a_team("t1", {LINE: 11}), a_team("t2", {LINE: 11})


def richer(sheet: TeamSheet, gold: int) -> TeamSheet:
    line = sheet.position_of(sheet.players[0], BB2020)
    return with_player(sheet, sheet.players[0].key, line=replace(line, cost=line.cost + gold))


def teams(short: int = 0) -> dict[Any, TeamSheet]:
    """The home team is worth so much less."""
    return {"home": HOME, "away": richer(AWAY, short)}


BOUGHT = SidePreMatch(induced=())


def recorded(*said: Prayer, induced: tuple[Induced, ...] = (), **more: Any) -> PreMatch:
    return PreMatch(home=SidePreMatch(induced=induced, prayers=said or None), away=BOUGHT, **more)


@pytest.mark.parametrize(
    ("short", "count"), [(0, 0), (49_999, 0), (50_000, 1), (99_999, 1), (100_000, 2), (800_000, 16), (2_000_000, 16)]
)
def test_one_prayer_for_each_full_50000_of_difference(short: int, count: int) -> None:
    assert prayers.due(recorded(), teams(short), BB2020) == {"home": count, "away": 0}


def test_what_was_bought_counts_in_the_difference() -> None:
    """The errata: after inducements."""
    kegs = Induced("bloodweiser-keg", 1)
    prices = {one.key: one.cost for one in BB2020.inducements}
    assert prices["bloodweiser-keg"] == 50_000
    assert prayers.due(recorded(induced=(kegs,)), teams(100_000), BB2020)["home"] == 1


def test_outside_every_league_eight_are_the_most() -> None:
    assert prayers.due(recorded(one_off=True), teams(2_000_000), BB2020)["home"] == 8
    assert prayers.dice_for(True, TABLE) == (8,)
    assert prayers.dice_for(False, TABLE) == (16,)
    assert [result.key for result in prayers.results(True, TABLE)] == KEYS[:8]


def test_nobody_prays_by_other_rules() -> None:
    sheets: dict[Any, TeamSheet] = {"home": HOME, "away": AWAY}
    assert prayers.due(PreMatch(), sheets, RULES) == {"home": 0, "away": 0}


@pytest.mark.parametrize(("face", "key"), list(enumerate(KEYS, 1)))
def test_every_face_is_answered(face: int, key: str) -> None:
    (found,) = prayers.answered("t1", 1, ScriptedDice(face), one_off=False, ruleset=BB2020)
    assert found.key == key


def test_what_stands_already_is_thrown_again() -> None:
    dice = ScriptedDice(4, 4, 4, 9)
    found = prayers.answered("t1", 2, dice, one_off=False, ruleset=BB2020)
    assert [result.first for result in found] == [4, 9]
    assert [roll.key for roll in dice.log] == ["prayer/t1/1", "prayer/t1/2", "prayer/t1/2/2", "prayer/t1/2/3"]


def test_there_are_no_more_answers_than_there_are() -> None:
    dice = TableDice({f"prayer/t1/{nth}": (nth,) for nth in range(1, 9)})
    assert len(prayers.answered("t1", 20, dice, one_off=True, ruleset=BB2020)) == 8


def test_every_die_of_a_prayer_can_be_typed_in_and_a_double_asks_for_another() -> None:
    def asked(typed: Mapping[str, tuple[int, ...]]) -> list[str]:
        return [key for key, _ in dice_of(recorded(), teams(100_000), BB2020, typed) if key.startswith("prayer")]

    assert asked({}) == ["prayer/t1/1", "prayer/t1/2"]
    twice = {"prayer/t1/1": (4,), "prayer/t1/2": (4,)}
    assert asked(twice) == ["prayer/t1/1", "prayer/t1/2", "prayer/t1/2/2"]
    assert asked({**twice, "prayer/t1/2/2": (99,)}) == ["prayer/t1/1", "prayer/t1/2", "prayer/t1/2/2"]


# About whom

LONER = with_player(HOME, "p1", status="journeyman")


def test_a_loner_is_never_the_one() -> None:
    about = {result.key: result for result in TABLE.results}
    among = prayers.candidates(about["stiletto"], LONER, AWAY, BB2020)
    assert [player.key for player in among] == [f"p{nth}" for nth in range(2, 12)]
    everybody = prayers.candidates(about["greasy-cleats"], AWAY, LONER, BB2020)
    assert len(everybody) == 11
    assert prayers.candidates(about["perfect-passing"], HOME, AWAY, BB2020) == ()


@pytest.mark.parametrize(("face", "player"), [(1, "p1"), (6, "p6"), (11, "p11")])
def test_a_die_finds_the_player(face: int, player: str) -> None:
    result = TABLE.results[2]
    among = prayers.candidates(result, HOME, AWAY, BB2020)
    (found,) = prayers.found_by_dice("t1", result, among, ScriptedDice(face))
    assert found.key == player


@pytest.mark.parametrize("number", [1, 2, 3])
def test_bad_habits_finds_as_many_as_the_die_says_each_once(number: int) -> None:
    result = TABLE.results[5]
    among = prayers.candidates(result, HOME, AWAY, BB2020)
    found = prayers.found_by_dice("t1", result, among, ScriptedDice(number, 1, 1, 1))
    assert [player.key for player in found] == ["p1", "p2", "p3"][:number]
    assert prayers.found_by_dice("t1", result, among[:1], ScriptedDice(3)) == among[:1]


def test_a_coach_chooses_where_the_table_says_so() -> None:
    result = TABLE.results[3]
    assert prayers.found_by_dice("t1", result, prayers.candidates(result, HOME, AWAY, BB2020), ScriptedDice()) == ()


def test_intensive_training_brings_a_primary_skill_that_he_has_not() -> None:
    found = prayers.skills(TABLE.results[15], "p1", HOME, BB2020)
    assert "Block" in found
    assert "Guard" not in found
    assert prayers.skills(TABLE.results[15], "", HOME, BB2020) == ()
    assert prayers.skills(TABLE.results[4], "p1", HOME, BB2020) == ()


# Thrown by the step of the pre-match


def scene(fallen: Mapping[str, tuple[int, ...]], prematch: PreMatch | None = None, short: int = 100_000) -> Scene:
    return Scene(prematch or recorded(), teams(short), BB2020, fallen)


def test_nothing_is_thrown_before_it_is_known_what_was_bought() -> None:
    assert wanted("prayer", scene({}, PreMatch(home=BOUGHT))) == ()
    assert [ask.key for ask in wanted("prayer", scene({}))] == ["prayer/t1/1", "prayer/t1/2"]


def test_the_dice_are_followed_to_the_last_player() -> None:
    fallen: dict[str, tuple[int, ...]] = {"prayer/t1/1": (6,), "prayer/t1/2": (6,)}
    assert [ask.key for ask in wanted("prayer", scene(fallen))] == ["prayer/t1/2/2"]
    fallen["prayer/t1/2/2"] = (3,)
    prematch = decided("prayer", scene(fallen))
    assert [one.prayer for one in prematch.home.prayers or ()] == ["bad-habits", "stiletto"]
    asked = [ask.key for ask in wanted("prayer", scene(fallen, prematch))]
    assert asked[:2] == ["prayer/number/t1/bad-habits", "prayer/player/t1/bad-habits/1/d11"]
    for ask in wanted("prayer", scene(fallen, prematch)):
        fallen[ask.key] = (1,)
    done = decided("prayer", scene(fallen, prematch)).home.prayers or ()
    assert done == (Prayer("bad-habits", "p1"), Prayer("stiletto", "p1"))


def test_whom_a_coach_named_stays_named() -> None:
    prematch = recorded(Prayer("iron-man", "p5"))
    done = decided("prayer", scene({"prayer/t1/1": (4,)}, prematch, 50_000))
    assert done.home.prayers == (Prayer("iron-man", "p5"),)


def test_telling_something_else_than_the_dice_is_shown() -> None:
    fallen = {"prayer/t1/1": (4,)}
    told = recorded(Prayer("stiletto"))
    found = differences(told, fallen, teams(50_000), BB2020)
    assert [one.code for one in found] == ["not_what_the_dice_say"]
    assert differences(recorded(Prayer("iron-man")), fallen, teams(50_000), BB2020) == ()
    assert differences(recorded(), fallen, teams(50_000), BB2020) == ()


# What cannot have been


def found(prematch: PreMatch, short: int = 100_000) -> list[tuple[str, str]]:
    return [(one.code, one.where) for one in prayer_problems(prematch, teams(short), BB2020)]


def test_as_many_as_are_due_and_not_one_more() -> None:
    two = (Prayer("iron-man"), Prayer("stiletto"))
    assert found(recorded(*two)) == []
    assert found(recorded(*two), 99_999) == [("prayers_too_many", "prematch.home.prayers")]
    (one,) = prayer_problems(recorded(*two), teams(99_999), BB2020)
    assert (one.params["said"], one.params["due"], one.params["unit"]) == (2, 1, 50_000)


def test_how_many_are_due_is_open_while_nobody_wrote_down_what_was_bought() -> None:
    assert found(PreMatch(home=SidePreMatch(prayers=(Prayer("iron-man"),))), 0) == []


def test_what_was_not_recorded_is_no_problem() -> None:
    assert found(recorded()) == []
    assert found(PreMatch()) == []


def test_unknown_and_doubled_prayers() -> None:
    assert found(recorded(Prayer("rain"))) == [("prayer_unknown", "prematch.home.prayers.0")]
    assert found(recorded(Prayer("stiletto"), Prayer("stiletto"))) == [("prayer_twice", "prematch.home.prayers.1")]


def test_outside_a_league_the_rest_of_the_table_is_out_of_reach() -> None:
    assert found(recorded(Prayer(KEYS[7]), one_off=True)) == []
    assert found(recorded(Prayer(KEYS[8]), one_off=True)) == [("prayer_out_of_reach", "prematch.home.prayers.0")]


def test_who_is_named_has_to_be_one_of_those_it_can_be_about() -> None:
    where = "prematch.home.prayers.0.player"
    assert found(recorded(Prayer("iron-man", "p1"))) == []
    assert found(recorded(Prayer("iron-man", "p99"))) == [("prayer_about", where)]
    assert found(recorded(Prayer("perfect-passing", "p1"))) == [("prayer_about", where)]
    assert found(recorded(Prayer("bad-habits", "p1", ("p2", "p3")))) == []
    assert found(recorded(Prayer("bad-habits", "p1", ("p1",)))) == [("prayer_about", where)]
    assert found(recorded(Prayer("bad-habits", "p1", ("p2", "p3", "p4")))) == [("prayer_about_too_many", where)]
    assert found(recorded(Prayer("iron-man", "p1", ("p2",)))) == [("prayer_about_too_many", where)]


SHORT = replace(HOME, players=HOME.players[2:])  # nine of eleven: two journeymen come for the match


def test_a_prayer_may_be_about_a_journeyman_of_the_day() -> None:
    """BB2020, prayers to Nuffle, Greasy Cleats: any player of the other side, who has two journeymen in this match."""
    lines = SidePreMatch(induced=(), journeymen=(LINE, LINE))
    sheets: dict[Any, TeamSheet] = {"home": SHORT, "away": AWAY}

    def wrong(player: str) -> list[str]:
        prematch = PreMatch(home=lines, away=SidePreMatch(prayers=(Prayer("greasy-cleats", player),)))
        return [one.code for one in prematch_checks.problems(prematch, sheets, BB2020, "m7")]

    assert [wrong("jm7-1"), wrong("jm7-2"), wrong("p11")] == [[], [], []]
    assert [wrong("jm7-3"), wrong("jm8-1"), wrong("p1")] == [["prayer_about"]] * 3
    fallen = {"prayer/t2/1": (7,), "prayer/player/t2/greasy-cleats/1/d11": (11,)}
    asked = Prayer("greasy-cleats")
    prematch = PreMatch(home=lines, away=SidePreMatch(induced=(), prayers=(asked,)))
    richer_home: dict[Any, TeamSheet] = {"home": richer(SHORT, 50_000), "away": AWAY}
    found = decided("prayer", Scene(prematch, richer_home, BB2020, fallen, "m7")).away.prayers
    assert found == (Prayer("greasy-cleats", "jm7-2"),)


@pytest.mark.parametrize(
    ("home", "players"),
    [
        (SidePreMatch(induced=(), journeymen=(LINE, LINE)), 11),
        (SidePreMatch(induced=(Induced("star-player", about=BB2020.stars[0].key),)), 9 + len(BB2020.stars[0].members)),
    ],
)
def test_who_is_here_for_the_match_counts_once_among_those_a_die_can_find(home: SidePreMatch, players: int) -> None:
    """BB2020, prayers to Nuffle: the sheets of the day are what a report is held against, and have them already."""
    sheets: dict[Any, TeamSheet] = {"home": SHORT, "away": AWAY}
    prematch = PreMatch(home=home, away=SidePreMatch(induced=(), prayers=(Prayer("greasy-cleats", "p3"),)))
    day = day_sheets(prematch, sheets, BB2020, "m7")
    for teams_told in (sheets, day):
        asked = dict(dice_of(prematch, teams_told, BB2020))
        assert [key for key in asked if "player" in key] == [f"prayer/player/t2/greasy-cleats/1/d{players}"]


def test_only_a_skill_that_he_can_learn() -> None:
    assert found(recorded(Prayer("intensive-training", "p1", skill="Block"))) == []
    assert found(recorded(Prayer("intensive-training", "p1", skill="Guard"))) == [
        ("prayer_skill", "prematch.home.prayers.0.skill")
    ]


def test_prayers_by_rules_that_have_none() -> None:
    prematch = PreMatch(home=SidePreMatch(prayers=(Prayer("iron-man"),)))
    sheets: dict[Any, TeamSheet] = {"home": HOME, "away": AWAY}
    assert [one.code for one in prayer_problems(prematch, sheets, rulesets.get("basic"))] == ["prayers_not_played"]


def test_a_die_that_has_not_been_thrown_is_asked_for() -> None:
    with pytest.raises(DieMissing):
        prayers.answered("t1", 1, TableDice({}), one_off=False, ruleset=BB2020)
