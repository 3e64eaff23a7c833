"""The post-match sequence, step by step, each face of each table (BB2016, post-match sequence)."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from engine import effects as fx
from engine.dice import ScriptedDice, SeededDice, TableDice
from engine.errors import ChoiceUnknown, DieMissing
from engine.match.after import NeedsChoice
from engine.match.report import Casualty, Deeds, MatchReport, SideReport
from engine.rulesets.model import MistakeBand, Outcome
from engine.rulesets.options import with_options
from engine.tally import Tally
from engine.team.evolve import fold
from tests.engine.given import MISTAKES, RULES, a_report, a_sheet, a_side, a_step, after_a, done

OUTCOMES: tuple[Outcome, ...] = ("win", "draw", "loss")


# Step 1: star player points


def earned(report: MatchReport, team: str = "t1", mvp: int = 1) -> list[fx.Effect]:
    return list(done(a_step("spp", a_sheet(team), {f"mvp/{team}": (mvp,)}, report=report)).effects)


@pytest.mark.parametrize(("deed", "each"), [("completion", 1), ("interception", 2), ("touchdown", 3)])
@pytest.mark.parametrize("times", [1, 2, 5])
def test_deeds_earn_star_player_points(deed: str, each: int, times: int) -> None:
    """BB2016, league rules, how to earn star player points; post-match sequence step 1."""
    side = SideReport("t1", 0, (Deeds("p4", Tally({deed: times})),), nominees=("p1", "p2", "p3"))
    assert earned(a_report(side)) == [fx.SppEarned("p4", deed, times, times * each), fx.SppEarned("p1", "mvp", 1, 5)]


@pytest.mark.parametrize(("cause", "points"), [("block", 2), ("foul", 0), ("crowd", 0), ("other", 0)])
def test_only_a_casualty_by_a_block_earns_points(cause: str, points: int) -> None:
    """BB2016, league rules, how to earn star player points: casualties."""
    report = a_report(None, a_side("t2", casualties=(Casualty("p1", cause, "p7"),)))
    gained = sum(effect.spp for effect in earned(report) if isinstance(effect, fx.SppEarned) and effect.player == "p7")
    assert gained == points


def test_a_casualty_nobody_caused_earns_nobody_points() -> None:
    report = a_report(None, a_side("t2", casualties=(Casualty("p1", "block"),)))
    assert earned(report) == [fx.SppEarned("p1", "mvp", 1, 5)]


def test_casualties_earn_points_for_the_other_side() -> None:
    """BB2016, league rules: causes an *opposing* player to be removed as a casualty."""
    report = a_report(a_side("t1", casualties=(Casualty("p1", "block", "p7"), Casualty("p2", "block", "p7"))))
    assert earned(report, "t1") == [fx.SppEarned("p1", "mvp", 1, 5)]
    assert earned(report, "t2")[:2] == [fx.SppEarned("p7", "casualty", 1, 2)] * 2


@pytest.mark.parametrize(("face", "player"), [(1, "p9"), (2, "p4"), (3, "p6")])
def test_a_d3_chooses_the_most_valuable_player(face: int, player: str) -> None:
    """BB2016, league rules: most valuable player, 5 star player points."""
    report = a_report(a_side("t1", nominees=("p9", "p4", "p6")))
    assert earned(report, mvp=face) == [fx.SppEarned(player, "mvp", 1, 5)]


@pytest.mark.parametrize(("nominees", "chosen"), [(("p1",), ["p1", "p1", "p1"]), (("p1", "p2"), ["p1", "p2", "p1"])])
def test_the_d3_wraps_around_too_few_nominees(nominees: tuple[str, ...], chosen: list[str]) -> None:
    """Our decision (the rules are silent): fewer than three fit players."""
    report = a_report(a_side("t1", nominees=nominees))
    assert [earned(report, mvp=face) for face in (1, 2, 3)] == [[fx.SppEarned(one, "mvp", 1, 5)] for one in chosen]


def test_a_team_without_a_fit_player_has_no_most_valuable_one() -> None:
    dice = TableDice({})
    assert done(a_step("spp", a_sheet(), dice, report=a_report(a_side("t1", nominees=())))).effects == ()
    assert dice.log == ()


# Step 3: winnings


def gold(effects: tuple[fx.Effect, ...]) -> int:
    return sum(effect.amount for effect in effects if isinstance(effect, fx.GoldChanged))


@pytest.mark.parametrize(("face", "outcome", "fame"), list(product(range(1, 7), OUTCOMES, (0, 1, 2))))
def test_winnings_are_a_d6_fame_and_a_bonus_for_not_losing(face: int, outcome: Outcome, fame: int) -> None:
    """BB2016, post-match sequence step 3: every face, outcome and FAME."""
    last = after_a(outcome, fame=fame)
    (effect,) = done(a_step("winnings", a_sheet(), {"winnings/t1/1": (face,)}, last=last, choice="keep")).effects
    bonus = 0 if outcome == "loss" else 10_000
    assert isinstance(effect, fx.GoldChanged)
    assert (effect.amount, effect.reason) == (face * 10_000 + fame * 10_000 + bonus, "winnings")
    assert sum(line.amount for line in effect.lines) == effect.amount
    parts = [("die", face * 10_000), ("fame", fame * 10_000), (outcome, bonus)]
    assert [(line.why, line.amount) for line in effect.lines] == [part for part in parts if part[1]]


@pytest.mark.parametrize(("outcome", "bonus"), [("win", 20_000), ("draw", 20_000), ("loss", 10_000)])
def test_short_leagues_may_pay_more(outcome: Outcome, bonus: int) -> None:
    """2016/17 league compendium, short leagues (reading L-03): instead of the usual bonus, not on top of it."""
    rules = with_options(RULES, {"short-league-money": True})
    step = a_step("winnings", a_sheet(), {"winnings/t1/1": (3,)}, last=after_a(outcome), choice="keep", ruleset=rules)
    assert [effect.amount for effect in done(step).effects if isinstance(effect, fx.GoldChanged)] == [30_000 + bonus]


@pytest.mark.parametrize("fame", [0, 1, 2])
def test_fame_may_count_twice(fame: int) -> None:
    rules = with_options(RULES, {"double-fame-winnings": True})
    last = after_a("loss", fame=fame)
    step = a_step("winnings", a_sheet(), {"winnings/t1/1": (3,)}, last=last, ruleset=rules)
    assert [effect.amount for effect in done(step).effects if isinstance(effect, fx.GoldChanged)] == [
        30_000 + fame * 20_000
    ]


def test_a_winner_sees_the_die_before_he_chooses() -> None:
    """BB2016, post-match sequence step 3: the winner can re-roll the D6."""
    dice = ScriptedDice(2)
    choice = a_step("winnings", a_sheet(), dice, last=after_a("win"))
    assert choice == NeedsChoice(("keep", "reroll"), default="keep", roll="winnings/t1/1")
    assert [(roll.key, roll.faces) for roll in dice.log] == [("winnings/t1/1", (2,))]


@pytest.mark.parametrize("outcome", ["draw", "loss"])
@pytest.mark.parametrize("choice", [None, "reroll", "anything"])
def test_nobody_else_is_asked(outcome: Outcome, choice: str | None) -> None:
    """BB2016, post-match sequence step 3: only the winner."""
    step = a_step("winnings", a_sheet(), {"winnings/t1/1": (2,)}, last=after_a(outcome), choice=choice)
    assert gold(done(step).effects) == 20_000 + (10_000 if outcome == "draw" else 0)


@pytest.mark.parametrize(("first", "second"), list(product(range(1, 7), repeat=2)))
def test_the_second_die_must_be_kept_even_when_it_is_lower(first: int, second: int) -> None:
    """BB2016, post-match sequence step 3: must accept the second result."""
    faces = {"winnings/t1/1": (first,), "winnings/t1/2": (second,)}
    kept = a_step("winnings", a_sheet(), faces, last=after_a("win"), choice="keep")
    thrown_again = a_step("winnings", a_sheet(), faces, last=after_a("win"), choice="reroll")
    assert gold(done(kept).effects) == first * 10_000 + 10_000
    assert gold(done(thrown_again).effects) == second * 10_000 + 10_000


def test_there_is_no_third_choice() -> None:
    with pytest.raises(ChoiceUnknown, match="keep, reroll"):
        a_step("winnings", a_sheet(), {"winnings/t1/1": (1,)}, last=after_a("win"), choice="again")


def test_changing_ones_mind_buys_no_other_second_die() -> None:
    seconds = set()
    for _ in range(5):
        dice = SeededDice(b"match")
        a_step("winnings", a_sheet(), dice, last=after_a("win"))
        seconds.add(gold(done(a_step("winnings", a_sheet(), dice, last=after_a("win"), choice="reroll")).effects))
    assert len(seconds) == 1


# Step 3: fan factor

WIN_FACES = {3: (1, 1, 1), 4: (1, 1, 2), 9: (3, 3, 3), 10: (3, 3, 4), 11: (4, 4, 3), 18: (6, 6, 6)}
OTHER_FACES = {2: (1, 1), 6: (3, 3), 7: (3, 4), 8: (4, 4), 12: (6, 6)}


def fan_factor_after(outcome: Outcome, current: int, faces: tuple[int, ...]) -> int:
    sheet = fold(a_sheet(), [fx.GoodsChanged("fan-factor", current)])
    key = f"fan-factor/t1/{len(faces)}d6"
    return fold(sheet, done(a_step("fan-factor", sheet, {key: faces}, last=after_a(outcome))).effects).goods[
        "fan-factor"
    ]


@pytest.mark.parametrize("score", WIN_FACES)
def test_a_win_raises_fan_factor_on_a_higher_3d6_and_never_lowers_it(score: int) -> None:
    """BB2016, post-match sequence step 3: fan factor after a win, both sides of the threshold."""
    assert fan_factor_after("win", score - 1, WIN_FACES[score]) == score
    assert fan_factor_after("win", score, WIN_FACES[score]) == score
    assert fan_factor_after("win", score + 1, WIN_FACES[score]) == score + 1


@pytest.mark.parametrize("score", OTHER_FACES)
def test_a_draw_raises_fan_factor_on_a_higher_and_lowers_it_on_a_lower_2d6(score: int) -> None:
    """BB2016, post-match sequence step 3: fan factor after a draw, both sides of both thresholds."""
    assert fan_factor_after("draw", score - 1, OTHER_FACES[score]) == score
    assert fan_factor_after("draw", score, OTHER_FACES[score]) == score
    assert fan_factor_after("draw", score + 1, OTHER_FACES[score]) == score


@pytest.mark.parametrize("score", OTHER_FACES)
def test_a_loss_lowers_fan_factor_on_a_lower_2d6_and_never_raises_it(score: int) -> None:
    """BB2016, post-match sequence step 3: fan factor after a loss, both sides of the threshold."""
    assert fan_factor_after("loss", score - 1, OTHER_FACES[score]) == score - 1
    assert fan_factor_after("loss", score, OTHER_FACES[score]) == score
    assert fan_factor_after("loss", score + 1, OTHER_FACES[score]) == score


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_a_fan_factor_of_zero_is_never_lowered(outcome: Outcome) -> None:
    """BB2016, post-match sequence step 3: no roll is lower than 0."""
    faces = (1, 1, 1) if outcome == "win" else (1, 1)
    assert fan_factor_after(outcome, 0, faces) == (0 if outcome == "loss" else 1)


def test_fan_factor_that_does_not_change_leaves_no_effect() -> None:
    sheet = a_sheet(goods={"fan-factor": 7})
    assert done(a_step("fan-factor", sheet, {"fan-factor/t1/2d6": (3, 4)}, last=after_a("draw"))).effects == ()


# Step 5: expensive mistakes

MINOR, MAJOR, CATASTROPHE, AVERTED = "minor-incident", "major-incident", "catastrophe", "crisis-averted"
# BB2016, post-match sequence step 5, as printed (reading A-17 keeps the Minor Incident of a 1 at 200,000-290,000).
TABLE = {
    100_000: [MINOR, MINOR, AVERTED, AVERTED, AVERTED, AVERTED],
    200_000: [MINOR, MINOR, MINOR, AVERTED, AVERTED, AVERTED],
    300_000: [CATASTROPHE, MAJOR, MINOR, MINOR, AVERTED, AVERTED],
    400_000: [CATASTROPHE, CATASTROPHE, MAJOR, MINOR, MINOR, AVERTED],
    500_000: [CATASTROPHE, CATASTROPHE, CATASTROPHE, MAJOR, MINOR, MINOR],
}
EDGES = [
    (start, treasury)
    for start in TABLE
    for treasury in (start, start + 10_000, start + 45_000, start + 90_000, start + 95_000, start + 99_999)
] + [(500_000, 600_000), (500_000, 1_234_567)]


def mistake(treasury: int, face: int, minor: int = 1, kept: tuple[int, int] = (1, 1)) -> tuple[str, int]:
    """The result, and what is left in the treasury."""
    sheet = a_sheet(treasury=treasury)
    faces = {
        "expensive-mistakes/t1/table": (face,),
        "expensive-mistakes/t1/minor": (minor,),
        "expensive-mistakes/t1/kept": kept,
    }
    effects = done(a_step("expensive-mistakes", sheet, faces)).effects
    made = effects[0]
    assert isinstance(made, fx.MistakeMade)
    assert made.treasury == treasury
    return made.result, fold(sheet, effects).treasury


@pytest.mark.parametrize("treasury", [0, 10_000, 90_000, 95_000, 99_999])
def test_a_treasury_below_100_000_makes_no_mistakes(treasury: int) -> None:
    """BB2016, post-match sequence step 5: at least 100,000."""
    dice = TableDice({})
    assert done(a_step("expensive-mistakes", a_sheet(treasury=treasury), dice)).effects == ()
    assert dice.log == ()


def test_a_treasury_of_100_000_must_roll() -> None:
    """BB2016, post-match sequence step 5: at least 100,000."""
    with pytest.raises(DieMissing):
        a_step("expensive-mistakes", a_sheet(treasury=100_000), {})


@pytest.mark.parametrize(("start", "treasury"), EDGES)
@pytest.mark.parametrize("face", range(1, 7))
def test_every_cell_of_the_expensive_mistakes_table(start: int, treasury: int, face: int) -> None:
    """BB2016, post-match sequence step 5: every cell, at the edges of its band; 195,000 is in 100,000-190,000."""
    assert mistake(treasury, face)[0] == TABLE[start][face - 1]


@pytest.mark.parametrize(("treasury", "face"), [(100_000, 3), (299_999, 4), (300_000, 5), (499_999, 6)])
def test_a_crisis_averted_costs_nothing(treasury: int, face: int) -> None:
    """BB2016, expensive mistakes: crisis averted."""
    assert mistake(treasury, face) == (AVERTED, treasury)


@pytest.mark.parametrize(("minor", "lost"), [(1, 10_000), (2, 20_000), (3, 30_000)])
@pytest.mark.parametrize("treasury", [100_000, 195_000, 250_000])
def test_a_minor_incident_costs_a_d3_of_ten_thousands(treasury: int, minor: int, lost: int) -> None:
    """BB2016, expensive mistakes: minor incident."""
    assert mistake(treasury, 1, minor=minor) == (MINOR, treasury - lost)


@pytest.mark.parametrize(
    ("treasury", "left"),
    [
        (300_000, 150_000),
        (310_000, 150_000),
        (320_000, 160_000),
        (305_000, 145_000),
        (340_000, 170_000),
        (390_000, 190_000),
        (399_999, 199_999),
    ],
)
def test_a_major_incident_costs_half_rounded_up_to_ten_thousand(treasury: int, left: int) -> None:
    """BB2016, expensive mistakes: major incident (reading A-16)."""
    assert mistake(treasury, 2) == (MAJOR, left)


@pytest.mark.parametrize("kept", list(product(range(1, 7), repeat=2)))
@pytest.mark.parametrize("treasury", [300_000, 500_000])
def test_a_catastrophe_leaves_2d6_of_ten_thousands(treasury: int, kept: tuple[int, int]) -> None:
    """BB2016, expensive mistakes: catastrophe."""
    assert mistake(treasury, 1, kept=kept) == (CATASTROPHE, sum(kept) * 10_000)


def test_only_the_dice_that_matter_are_thrown() -> None:
    def thrown(treasury: int, face: int) -> list[str]:
        dice = TableDice({"expensive-mistakes/t1/table": (face,)}, otherwise=SeededDice(b"rest"))
        a_step("expensive-mistakes", a_sheet(treasury=treasury), dice)
        return [roll.key.rsplit("/", 1)[1] for roll in dice.log]

    assert thrown(300_000, 6) == ["table"]
    assert thrown(300_000, 3) == ["table", "minor"]
    assert thrown(300_000, 2) == ["table"]
    assert thrown(300_000, 1) == ["table", "kept"]


@pytest.mark.parametrize(("face", "kept"), [(1, (6, 6)), (2, (1, 1)), (3, (1, 1))])
def test_a_mistake_never_takes_more_than_there_is_nor_gives_anything(face: int, kept: tuple[int, int]) -> None:
    """A house rule may let the table begin at nothing: gold still does not go below zero, nor rise."""
    band = MistakeBand(0, ("catastrophe", "minor-incident", "major-incident") * 2)
    mistakes = replace(MISTAKES, bands=(band,))
    sheet = a_sheet(treasury=15_000)
    faces = {
        "expensive-mistakes/t1/table": (face,),
        "expensive-mistakes/t1/minor": (3,),
        "expensive-mistakes/t1/kept": kept,
    }
    rules = replace(RULES, expensive_mistakes=mistakes)
    effects = done(a_step("expensive-mistakes", sheet, faces, ruleset=rules)).effects
    left = fold(sheet, effects)
    assert left.debt == 0
    assert left.treasury == {1: 15_000, 2: 0, 3: 5_000}[face]
