"""Star player rolls (Basic, sections 2.4 and 2.5.1; reading B-01): a die for each player, and what is added to it."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from engine import effects as fx
from engine import rulesets
from engine.dice import SeededDice, TableDice
from engine.match import checks
from engine.match.after import STEPS, StepScene, steps
from engine.match.after.star_player_rolls import StarPlayerRoll, rolls
from engine.match.report import Casualty, Deeds, MatchReport, SideReport
from engine.match.throwing import purpose_of, thrower_of
from engine.rulesets.model import Outcome, required
from engine.rulesets.options import with_options
from engine.tally import Tally
from engine.team.sheet import TeamSheet
from tests.engine.given import a_sheet, after_a, done, with_player

BASIC = rulesets.get("basic")
SEVENS = BASIC.variant("sevens")
TABLE = required(BASIC.spp_roll, "spp_roll", BASIC)
# Basic, 2.5.1: below 3, 3-4, 5-6, 7-8, 9-10, above 10.
POINTS = {1: 0, 2: 0, 3: 1, 4: 1, 5: 2, 6: 2, 7: 3, 8: 3, 9: 4, 10: 4, 11: 5}


def blocked(*by: str, cause: str = "block") -> tuple[Casualty, ...]:
    return tuple(Casualty(f"p{nth}", cause, hitter) for nth, hitter in enumerate(by, start=1))


def a_match(touchdowns: dict[str, int] | None = None, hurt: tuple[Casualty, ...] = (), **more: Any) -> MatchReport:
    """``touchdowns`` are those of t1's players, ``hurt`` the casualties of t2."""
    deeds = tuple(Deeds(player, Tally({"touchdown": count})) for player, count in (touchdowns or {}).items())
    home = SideReport("t1", sum((touchdowns or {}).values()), deeds)
    return MatchReport(home, SideReport("t2", 0, casualties=hurt), **more)


def scene(
    report: MatchReport,
    outcome: Outcome = "draw",
    *,
    sheet: TeamSheet | None = None,
    fit: tuple[str, ...] = ("p1", "p2", "p3"),
    faces: dict[str, tuple[int, ...]] | None = None,
    rules: rulesets.Ruleset = BASIC,
) -> StepScene:
    return StepScene(
        team="t1",
        sheet=sheet or a_sheet("t1"),
        last=after_a(outcome, fit=fit),
        report=report,
        choice=None,
        dice=TableDice(faces or {}, otherwise=SeededDice(b"rest")),
        ruleset=rules,
    )


def added(found: tuple[StarPlayerRoll, ...]) -> dict[str, int]:
    return {roll.player: roll.added for roll in found}


def points(one: StepScene) -> dict[str, int]:
    happened = done(STEPS["star-player-rolls"](one)).effects
    return {
        effect.player: effect.spp
        for effect in happened
        if isinstance(effect, fx.SppEarned) and effect.deed == "star-player-roll"
    }


def test_the_steps_stand_in_the_printed_order() -> None:
    """Basic, 2.5: star player rolls, improvement rolls, the roster."""
    assert steps(BASIC) == steps(SEVENS) == ("star-player-rolls", "hire-and-fire")


@pytest.mark.parametrize(("die", "win", "team_scored", "scored"), list(product(range(1, 7), (0, 1), (0, 1), (0, 1))))
def test_every_face_with_every_sum_of_modifiers(die: int, win: int, team_scored: int, scored: int) -> None:
    """Basic, 2.5.1: both ends of every band."""
    touchdowns = {"p1": 1} if scored else {"p2": 1}
    if team_scored:
        touchdowns["p3"] = 1
    one = scene(a_match(touchdowns), "win" if win else "draw", faces={"star-player-roll/t1/p1": (die,)})
    assert added(rolls(one))["p1"] == win + team_scored + scored
    assert points(one).get("p1", 0) == POINTS[die + win + team_scored + scored]


@pytest.mark.parametrize("score", range(-1, 14))
def test_beyond_its_ends_the_first_and_the_last_band_count(score: int) -> None:
    assert TABLE.points(score) == POINTS[min(max(score, 1), 11)]


def test_all_five_modifiers_add_up_to_the_best_there_is() -> None:
    """Basic, 2.5.1: a six, a win, two touchdowns, two casualties, one of each his own."""
    report = a_match({"p1": 2}, blocked("p1", "p2"))
    one = scene(report, "win", faces={"star-player-roll/t1/p1": (6,)})
    assert added(rolls(one)) == {"p1": 5, "p2": 4, "p3": 3}
    assert points(one)["p1"] == 5


@pytest.mark.parametrize(("outcome", "more"), [("win", 1), ("draw", 0), ("loss", 0)])
def test_a_win_adds_one(outcome: Outcome, more: int) -> None:
    assert added(rolls(scene(a_match(), outcome))) == {"p1": more, "p2": more, "p3": more}


@pytest.mark.parametrize(("touchdowns", "more"), [(0, 0), (1, 0), (2, 1), (3, 1)])
def test_the_touchdowns_of_the_team_add_one_from_the_second_on(touchdowns: int, more: int) -> None:
    one = scene(a_match({"p9": touchdowns} if touchdowns else {}))
    assert added(rolls(one))["p1"] == more


@pytest.mark.parametrize(("casualties", "more"), [(0, 0), (1, 0), (2, 1), (3, 1)])
def test_the_casualties_of_the_team_add_one_from_the_second_on(casualties: int, more: int) -> None:
    one = scene(a_match(hurt=blocked(*["p9"] * casualties)))
    assert added(rolls(one))["p1"] == more


@pytest.mark.parametrize("times", [1, 3])
def test_what_a_player_did_adds_one_however_often_he_did_it(times: int) -> None:
    assert added(rolls(scene(a_match({"p1": times}))))["p1"] == 1 + (times >= 2)
    assert added(rolls(scene(a_match(hurt=blocked(*["p1"] * times)))))["p1"] == 1 + (times >= 2)


@pytest.mark.parametrize("cause", ["foul", "crowd", "stab", "other"])
def test_only_casualties_by_a_block_are_counted(cause: str) -> None:
    """Basic, 2.4: valid if a player blocks or is blocked; in any other way they are not counted."""
    assert added(rolls(scene(a_match(hurt=blocked("p1", "p1", cause=cause)))))["p1"] == 0


def test_who_missed_the_match_or_was_killed_in_it_has_no_roll() -> None:
    """Basic, 2.5.1: each surviving player who did not miss the game."""
    sheet = with_player(a_sheet("t1"), "p2", status="dead")
    assert set(added(rolls(scene(a_match(), sheet=sheet, fit=("p1", "p2", "p4"))))) == {"p1", "p4"}


def test_each_player_has_a_roll_of_his_own() -> None:
    one = scene(a_match())
    STEPS["star-player-rolls"](one)
    assert [roll.key for roll in one.dice.log] == [f"star-player-roll/t1/p{nth}" for nth in (1, 2, 3)]


def test_what_was_done_is_written_down_and_worth_nothing_by_itself() -> None:
    """Basic, 2.4 and 2.5.1: touchdowns and casualties are recorded; the points are thrown for."""
    happened = done(STEPS["star-player-rolls"](scene(a_match({"p1": 2}, blocked("p3"))))).effects
    deeds = [one for one in happened if isinstance(one, fx.SppEarned) and one.deed in ("touchdown", "casualty")]
    assert deeds == [fx.SppEarned("p1", "touchdown", 2, 0), fx.SppEarned("p3", "casualty", 1, 0)]


@pytest.mark.parametrize("rules", [BASIC, SEVENS], ids=["basic", "sevens"])
def test_who_gives_up_has_no_rolls_and_the_winner_one_point_more_for_each(rules: rulesets.Ruleset) -> None:
    """Basic, 2.5.2: for any other reason than an empty line."""
    lost = replace(a_match(), ending="conceded", gave_up="home")
    assert done(STEPS["star-player-rolls"](scene(lost, "loss", rules=rules))).effects == ()
    won = replace(a_match(), ending="conceded", gave_up="away")
    happened = done(STEPS["star-player-rolls"](scene(won, "win", rules=rules))).effects
    more = [one for one in happened if isinstance(one, fx.SppEarned) and one.deed == "concession"]
    assert more == [fx.SppEarned(player.key, "concession", 1, 1) for player in a_sheet("t1").players]
    assert {roll.player for roll in rolls(scene(won, "win", rules=rules))} == {"p1", "p2", "p3"}


@pytest.mark.parametrize(
    ("rules", "players", "free"), [(BASIC, 2, True), (BASIC, 3, False), (SEVENS, 1, True), (SEVENS, 2, False)]
)
def test_too_few_for_the_line_is_an_ordinary_loss(rules: rulesets.Ruleset, players: int, free: bool) -> None:
    """Basic, 2.5.2 and 5: fewer than three, or two in Sevens; the winner has no point more (reading B-01)."""
    report = replace(a_match(), ending="conceded", gave_up="away", could_field=players)
    happened = done(STEPS["star-player-rolls"](scene(report, "win", rules=rules))).effects
    assert any(isinstance(one, fx.SppEarned) and one.deed == "concession" for one in happened) is not free
    lost = replace(report, gave_up="home")
    assert bool(rolls(scene(lost, "loss", rules=rules))) is free


def test_nobody_throws_for_a_match_that_was_not_played() -> None:
    report = MatchReport(SideReport("t1", 0), SideReport("t2", 0), ending="walkover", gave_up="away")
    assert done(STEPS["star-player-rolls"](scene(report, "win"))).effects == ()


# The dice of the table


def asked(report: MatchReport, rules: rulesets.Ruleset = BASIC) -> set[str]:
    sheets = {team: with_player(a_sheet(team), "p2", misses_next=True) for team in ("t1", "t2")}
    return {key for key, _ in checks.dice_of(report, sheets, rules) if key.startswith("star-player-roll")}


def test_whoever_can_play_may_have_his_die_typed_in() -> None:
    keys = asked(a_match())
    assert {"star-player-roll/t1/p1", "star-player-roll/t2/p11"} <= keys
    assert len(keys) == 2 * (11 - 1)
    assert not asked(a_match(), rulesets.get("bb2016"))
    assert not asked(replace(a_match(), kind="exhibition"))


def test_nobody_types_in_a_die_that_is_not_thrown() -> None:
    lost = asked(replace(a_match(), ending="conceded", gave_up="home"))
    assert {key.split("/")[1] for key in lost} == {"t2"}
    assert len(asked(replace(a_match(), ending="conceded", gave_up="home", could_field=2))) == 20
    assert not asked(replace(a_match(), ending="walkover", gave_up="home"))


def test_a_league_says_who_throws_them() -> None:
    rules = with_options(BASIC, {"table-rolls": ["star-player-roll"]})
    assert purpose_of("star-player-roll/t1/p1") == "star-player-roll"
    assert thrower_of("star-player-roll/t1/p1", rules) == "table"


def test_a_league_may_bend_the_table() -> None:
    rules = with_options(BASIC, {"spp_roll.modifiers.team-touchdowns.at_least": 1})
    assert added(rolls(scene(a_match({"p9": 1}), rules=rules)))["p1"] == 1
