"""Dice of the post-match sequence that are typed in before a step asks: which there can be, and what they may show."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, get_args

import pytest

from engine import history, rulesets
from engine.dice import Dice, Roll, ScriptedDice, SeededDice
from engine.errors import DieMissing
from engine.match import ahead
from engine.match.after import ROLLS, STEPS, PossibleRoll, RollScene, possible_rolls, rolls_by_step
from engine.match.afterwards import dice_of
from engine.match.report import Casualty, MatchReport
from engine.match.throwing import AheadDice, LeagueDice
from engine.rulesets.model import Ruleset, StepName
from engine.rulesets.options import with_options
from tests.engine.given import RULES, a_report, a_sheet, a_side
from tests.engine.leagues import League, a_random_league

TABLE, SERVER = (with_options(RULES, {"dice": who}) for who in ("table", "server"))
RANDOM = with_options(RULES, {"mvp": "random"})
THE_LIVING = replace(RANDOM, mvp=replace(RANDOM.mvp, dead_too=False))


def keys(report: MatchReport | None = None, ruleset: Ruleset = RULES, **more: Any) -> dict[str, PossibleRoll]:
    return {roll.key: roll for roll in possible_rolls(RollScene("t1", ruleset, report, a_sheet(**more)))}


def ours(found: dict[str, PossibleRoll]) -> set[str]:
    return {key for key in found if not key.startswith("improvement/")}


def test_every_step_says_which_rolls_it_may_ask_for() -> None:
    assert set(ROLLS) == set(STEPS)
    assert set(ROLLS) <= set(get_args(StepName))


class Listed(Dice):
    """Seeded dice that refuse what no step has said it may ask for."""

    def __init__(self, server: Dice, possible: dict[str, tuple[int, ...]]) -> None:
        super().__init__()
        self._server, self._possible = server, possible

    def _throw(self, key: str, sides: tuple[int, ...]) -> Roll:
        assert self._possible.get(key) == sides, f"{key} was not declared"
        return self._server.roll(key, *sides)


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize("rules", [RULES, RANDOM, THE_LIVING], ids=["nominated", "random", "random, of the living"])
def test_no_step_throws_what_it_has_not_declared(seed: int, rules: Ruleset) -> None:
    """What stands on the page of dice is all there is: nothing else is ever asked for."""
    league: League = a_random_league(seed, matches=3)
    world: dict[str, Any] = {}
    before: dict[str, Any] = {}
    thrown = 0
    for cause in league.causes:
        if cause.kind == "match":
            report = replace(history.report_of(cause))
            report = report if rules is RULES else _without_nominees(report)
            before = dict(world)
        if cause.kind == "post-match":
            team = cause.teams[0]
            step = str(cause.inputs["step"])
            scene = RollScene(team, rules, report, before[team])
            possible = {roll.key: roll.dice for roll in _of_step(scene, step)}
            dice = Listed(SeededDice(cause.occasion.encode()), possible)
            decision = history.decide(cause, world, report, dice, rules)
            thrown += len(decision.rolls)
        world = history.fold([cause], world)
    assert thrown > 10


def _of_step(scene: RollScene, step: str) -> tuple[PossibleRoll, ...]:
    return next((rolls for name, rolls in rolls_by_step(scene) if name == step), ())


def _without_nominees(report: MatchReport) -> MatchReport:
    return replace(report, home=replace(report.home, nominees=()), away=replace(report.away, nominees=()))


def test_before_the_report_every_outcome_is_possible_and_nothing_is_certain() -> None:
    found = keys(None)
    assert ours(found) == {
        "mvp/t1",
        "winnings/t1/1",
        "winnings/t1/2",
        "fan-factor/t1/3d6",
        "fan-factor/t1/2d6",
        "expensive-mistakes/t1/table",
        "expensive-mistakes/t1/minor",
        "expensive-mistakes/t1/kept",
    }
    assert {roll.asked for roll in found.values()} == {"perhaps"}


def test_a_report_says_what_is_certain() -> None:
    """BB2016, post-match sequence: a winner may throw for his winnings again, and throws 3D6 for his fans."""
    found = keys(a_report(a_side("t1", {"p1": 1})))
    certain = {key for key, roll in found.items() if roll.asked == "certain"}
    assert certain == {"mvp/t1", "winnings/t1/1", "fan-factor/t1/3d6"}
    assert found["winnings/t1/2"].asked == "perhaps"
    assert "fan-factor/t1/2d6" not in found


def test_who_has_not_won_does_not_throw_again() -> None:
    assert keys(a_report())["winnings/t1/2"].asked == "idle"
    assert "winnings/t1/2" not in {roll.key for roll in ahead.typeable(keys(a_report()).values(), TABLE)}


def test_a_random_best_player_is_drawn_among_as_many_as_may_be_left() -> None:
    """One of the eleven may have fallen: a die of eleven faces or of ten."""
    hurt = a_report(a_side("t1", casualties=(Casualty("p1", "crowd"),), nominees=()))
    drawn = {key: roll.dice for key, roll in keys(hurt, THE_LIVING).items() if key.startswith("mvp")}
    assert drawn == {"mvp/t1/d11": (11,), "mvp/t1/d10": (10,)}
    assert "mvp/t1/d10" not in keys(hurt, RANDOM)  # where the fallen are in the draw, too


def test_nobody_is_drawn_where_the_best_one_is_named() -> None:
    named = a_report(a_side("t1", nominees=("p4",)))
    assert not [key for key in keys(named, RANDOM) if key.startswith("mvp")]


@pytest.mark.parametrize(("spp", "improves"), [(5, False), (6, True)])
def test_an_improvement_is_possible_for_who_can_reach_a_level(spp: int, improves: bool) -> None:
    """BB2016, league rules: the first level is at 6 points. A touchdown is worth 3, nobody else nominated."""
    sheet = a_sheet()
    players = tuple(replace(one, spp=spp - 3) if one.key == "p9" else one for one in sheet.players)
    report = a_report(a_side("t1", {"p9": 1}))
    scene = RollScene("t1", RULES, report, replace(sheet, players=players))
    assert ("improvement/t1/p9/1" in {roll.key for roll in possible_rolls(scene)}) is improves


def test_a_nominee_may_get_the_points_of_the_best_player() -> None:
    """BB2016: 5 points; with a completion he has the 6 that the first level takes."""
    sheet = a_sheet()
    players = tuple(replace(one, spp=1) if one.key in ("p1", "p9") else one for one in sheet.players)
    found = {roll.key for roll in possible_rolls(RollScene("t1", RULES, a_report(), replace(sheet, players=players)))}
    assert "improvement/t1/p1/1" in found
    assert "improvement/t1/p9/1" not in found


def test_a_report_holds_no_dice_of_improvements() -> None:
    """They belong to the player's own occasion: in a report nothing would ask for them."""
    sheet = a_sheet()
    players = tuple(replace(one, spp=6) for one in sheet.players)
    sheets = {"t1": replace(sheet, players=players), "t2": a_sheet("t2")}
    asked = dict(dice_of(a_report(), sheets, RULES))
    assert "mvp/t1" in asked
    assert not [key for key in asked if key.startswith("improvement")]


def test_after_an_exhibition_nothing_is_possible() -> None:
    assert keys(replace(a_report(), kind="exhibition")) == {}


def test_where_points_are_spent_no_improvement_is_thrown_ahead() -> None:
    """BB2020: what is thrown for is chosen at that moment."""
    rules = rulesets.get("bb2020")
    scene = RollScene("t1", rules, None, a_sheet())
    assert not [roll for roll in possible_rolls(scene) if roll.key.startswith("improvement/")]


# What may be typed in


@pytest.mark.parametrize("face", [0, 1, 6, 7])
def test_a_die_of_seven_is_refused_with_both_numbers(face: int) -> None:
    found = ahead.problems({"winnings/t1/1": (face,)}, keys().values(), TABLE)
    assert [(one.code, one.where, one.params["faces"], one.params["dice"]) for one in found] == (
        [] if face in (1, 6) else [("die_impossible", "dice.winnings/t1/1", str(face), "D6")]
    )


def test_everything_that_is_wrong_is_said_at_once() -> None:
    typed = {"mvp/t1": (4,), "fan-factor/t1/3d6": (1, 2), "mvp/t9": (1,)}
    found = ahead.problems(typed, keys().values(), TABLE)
    assert [one.code for one in found] == ["die_impossible", "die_impossible", "die_not_expected"]


def test_dice_of_the_server_are_not_typed_in() -> None:
    found = ahead.problems({"winnings/t1/1": (4,)}, keys().values(), SERVER)
    assert [one.code for one in found] == ["die_of_the_server"]
    assert list(ahead.typeable(keys().values(), SERVER)) == []


def test_one_purpose_may_be_the_table_s() -> None:
    rules = with_options(RULES, {"dice": "server", "table-rolls": ["winnings"]})
    assert {roll.key for roll in ahead.typeable(keys().values(), rules)} == {"winnings/t1/1", "winnings/t1/2"}


# What a step takes


def thrown(faces: tuple[int, ...], ruleset: Ruleset = RULES, *sides: int) -> Roll:
    server = ScriptedDice(2)
    fresh = LeagueDice({}, server, ruleset)
    return AheadDice({"winnings/t1/1": faces}, fresh, ruleset).roll("winnings/t1/1", *(sides or (6,)))


def test_what_was_typed_ahead_is_taken_when_its_turn_comes() -> None:
    assert thrown((5,)) == Roll("winnings/t1/1", (6,), (5,), "table")
    assert thrown((5,), TABLE) == Roll("winnings/t1/1", (6,), (5,), "table")


def test_what_does_not_fit_what_is_asked_is_left_lying() -> None:
    """Rules may have changed since: then it is asked for anew, or thrown."""
    assert thrown((5,), RULES, 3).source == "scripted"
    assert thrown((5,), SERVER).source == "scripted"
    with pytest.raises(DieMissing):
        thrown((5, 5), TABLE)
