"""The post-game sequence of BB2020, step by step, each face of each of its tables (readings N-03, N-06 to N-08)."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from engine import effects as fx
from engine import rulesets
from engine.dice import SeededDice, TableDice
from engine.match import afterwards, endings
from engine.match.after import steps
from engine.match.played import decide_match
from engine.match.report import MatchReport
from engine.rulesets.model import Outcome
from engine.rulesets.options import with_options
from engine.tally import Tally
from engine.team.evolve import fold
from engine.team.sheet import TeamSheet
from tests.engine.given import a_sheet, a_side, a_step, after_a, done, with_player
from tests.engine.test_endings import AWAY, HOME, conceded, effects

RULES = rulesets.get("bb2020")
MINOR, MAJOR, CATASTROPHE, AVERTED = "minor-incident", "major-incident", "catastrophe", "crisis-averted"


def scored(mine: int, other: int) -> MatchReport:
    return MatchReport(a_side("t1", {"p1": mine} if mine else {}), a_side("t2", {"p1": other} if other else {}))


def paid(report: MatchReport, outcome: Outcome, fans: int, others: int, **more: Any) -> fx.GoldChanged:
    last = replace(after_a(outcome, fans=fans), opponent_fans=others)
    (effect,) = done(a_step("winnings", a_sheet(), {}, last=last, report=report, ruleset=RULES, **more)).effects
    assert isinstance(effect, fx.GoldChanged)
    return effect


def test_the_steps_stand_in_the_printed_order() -> None:
    """BB2020, post-game sequence: outcome and winnings, fans, advancement, hiring, mistakes, the next fixture."""
    assert steps(RULES) == (
        "league-points",
        "winnings",
        "fan-factor",
        "spp",
        "hire-and-fire",
        "expensive-mistakes",
        "prepare",
    )


# Step 1: winnings


@pytest.mark.parametrize(("fans", "others"), [(2, 2), (2, 3), (3, 4), (7, 9), (1, 0)])
@pytest.mark.parametrize("touchdowns", range(4))
def test_winnings_are_half_of_the_gate_and_the_touchdowns_and_halves_are_kept(
    fans: int, others: int, touchdowns: int
) -> None:
    """BB2020, post-game sequence, step 1: attendance by two, own touchdowns added, times 10,000."""
    outcome: Outcome = "win" if touchdowns > 1 else "draw" if touchdowns == 1 else "loss"
    got = paid(scored(touchdowns, 1), outcome, fans, others)
    assert got.amount == (fans + others) * 5_000 + touchdowns * 10_000
    parts = [("gate", (fans + others) * 5_000), ("touchdowns", touchdowns * 10_000)]
    assert [(line.why, line.amount) for line in got.lines] == [part for part in parts if part[1]]


def test_nobody_throws_for_them_and_nobody_throws_again() -> None:
    for outcome in ("win", "draw", "loss"):
        assert not [key for key, _ in afterwards.ordinary_rolls("t1", outcome, RULES).values() if "winnings" in key]
    dice = TableDice({})
    a_step("winnings", a_sheet(), dice, last=after_a("win", fans=5), report=scored(2, 1), ruleset=RULES)
    assert dice.log == ()


def test_both_sides_are_paid_from_the_same_gate() -> None:
    """BB2020, post-game sequence, step 1: the fan factors of both teams, a D3 and the dedicated fans of each."""
    home = replace(HOME, goods=Tally({"dedicated-fans": 4}))
    away = replace(AWAY, goods=Tally({"dedicated-fans": 1}))
    report = replace(scored(1, 0), dice={"fans/t1": (3,), "fans/t2": (1,)})
    played = decide_match("m1", _unnamed(report), {"t1": home, "t2": away}, TableDice(report.dice), RULES)
    gates = {
        one.team: (one.effect.fans, one.effect.opponent_fans)
        for one in played
        if isinstance(one.effect, fx.MatchPlayed)
    }
    assert gates == {"t1": (7, 2), "t2": (2, 7)}


def _unnamed(report: MatchReport) -> MatchReport:
    return replace(report, home=replace(report.home, nominees=()), away=replace(report.away, nominees=()))


def test_where_winnings_are_thrown_for_the_other_gate_is_not_kept() -> None:
    home, away = a_sheet("t1"), a_sheet("t2")
    played = decide_match("m1", scored(1, 0), {"t1": home, "t2": away}, SeededDice(b"gate"), rulesets.get("bb2016"))
    told = [one.effect for one in played if isinstance(one.effect, fx.MatchPlayed)]
    assert [(one.opponent_fans, one.fans > 0) for one in told] == [(0, True)] * 2


def test_who_takes_a_conceded_match_has_the_whole_gate_and_all_its_touchdowns() -> None:
    """BB2020, conceding: full attendance; his own touchdowns, one more, and those of the loser (reading N-06)."""
    report = conceded(RULES)
    assert report.home.score == 0 + 1 + 1
    (got,) = effects("winnings", HOME, report, {}, RULES, fans=4, opponent_fans=3)
    assert isinstance(got, fx.GoldChanged)
    assert [(line.why, line.amount) for line in got.lines] == [("gate", 70_000), ("touchdowns", 20_000)]


def test_who_gives_up_is_paid_nothing() -> None:
    """BB2020, conceding: no winnings."""
    (got,) = effects("winnings", AWAY, conceded(RULES), {}, RULES, fans=4, opponent_fans=3)
    assert isinstance(got, fx.GoldChanged)
    assert got.amount == 0


def test_without_penalties_both_have_half_of_the_gate() -> None:
    kind = with_options(RULES, {"concession-penalties": False})
    for sheet, touchdowns in ((HOME, 2), (AWAY, 1)):
        (got,) = effects("winnings", sheet, conceded(kind), {}, kind, fans=4, opponent_fans=3)
        assert isinstance(got, fx.GoldChanged)
        assert got.amount == 35_000 + touchdowns * 10_000


# Step 2: dedicated fans


def fans_after(outcome: Outcome, fans: int, face: int | None, rules: rulesets.Ruleset = RULES) -> int:
    sheet = replace(a_sheet(), goods=Tally({"dedicated-fans": fans}))
    faces = {} if face is None else {"fan-factor/t1/d6": (face,)}
    happened = done(a_step("fan-factor", sheet, faces, last=after_a(outcome), ruleset=rules)).effects
    return fold(sheet, happened).goods["dedicated-fans"]


@pytest.mark.parametrize(("fans", "face"), list(product(range(1, 8), range(1, 7))))
def test_a_win_brings_one_more_on_as_many_or_more(fans: int, face: int) -> None:
    """BB2020, post-game sequence, step 2, every face: at least as many as there are (reading N-07)."""
    assert fans_after("win", fans, face) == fans + (face >= fans)
    assert fans_after("loss", fans, face) == max(1, fans - (face < fans))


def test_a_draw_changes_nothing_and_nobody_throws_after_it() -> None:
    """BB2020, post-game sequence, step 2: no change."""
    assert fans_after("draw", 3, None) == 3
    assert "fanfactor" not in afterwards.ordinary_rolls("t1", "draw", RULES)
    assert afterwards.ordinary_rolls("t1", "win", RULES)["fanfactor"] == ("fan-factor/t1/d6", (6,))


def test_the_last_one_stays() -> None:
    """BB2020, post-game sequence, step 2: never below one."""
    assert fans_after("loss", 1, 1) == 1


def test_there_may_be_more_than_a_draft_buys() -> None:
    """The text names no greatest number."""
    assert fans_after("win", 6, 6) == 7


@pytest.mark.parametrize(("face", "left"), [(2, 3), (3, 3), (4, 4)])
def test_a_league_may_want_more_than_as_many(face: int, left: int) -> None:
    """Reading N-07: the two-page sheet prints that the die has to show more."""
    strict = with_options(RULES, {"dedicated-fans-on-an-equal-throw": False})
    assert fans_after("win", 3, face, strict) == left


# Step 3: the most valuable player


def test_one_of_those_who_could_play_and_live_is_drawn() -> None:
    """BB2020, star player points: drawn at random among those eligible who did not die; four points."""
    sheet = with_player(a_sheet(), "p2", status="dead")
    last = after_a("draw", fit=("p1", "p2", "p3"))
    drawn = [
        done(
            a_step("spp", sheet, {"mvp/t1/d2": (face,)}, last=last, report=_unnamed(scored(0, 0)), ruleset=RULES)
        ).effects
        for face in (1, 2)
    ]
    assert drawn == [(fx.SppEarned("p1", "mvp", 1, 4),), (fx.SppEarned("p3", "mvp", 1, 4),)]


def test_the_winner_of_a_conceded_match_keeps_one_and_the_loser_has_none() -> None:
    """BB2020, conceding (reading N-03)."""
    report = conceded(RULES)
    assert (endings.mvps(report, "home", RULES), endings.mvps(report, "away", RULES)) == (1, 0)


# Step 5: expensive mistakes

TABLE = {
    100_000: [MINOR, AVERTED, AVERTED, AVERTED, AVERTED, AVERTED],
    200_000: [MINOR, MINOR, AVERTED, AVERTED, AVERTED, AVERTED],
    300_000: [MAJOR, MINOR, MINOR, AVERTED, AVERTED, AVERTED],
    400_000: [MAJOR, MAJOR, MINOR, MINOR, AVERTED, AVERTED],
    500_000: [CATASTROPHE, MAJOR, MAJOR, MINOR, MINOR, AVERTED],
    600_000: [CATASTROPHE, CATASTROPHE, MAJOR, MAJOR, MINOR, MINOR],
}
EDGES = [(start, treasury) for start in TABLE for treasury in (start, start + 95_000)] + [(600_000, 1_235_000)]


def mistake(treasury: int, face: int, minor: int = 1, kept: tuple[int, int] = (1, 1)) -> tuple[str, int]:
    sheet = a_sheet(treasury=treasury)
    faces = {
        "expensive-mistakes/t1/table": (face,),
        "expensive-mistakes/t1/minor": (minor,),
        "expensive-mistakes/t1/kept": kept,
    }
    happened = done(a_step("expensive-mistakes", sheet, faces, ruleset=RULES)).effects
    assert isinstance(happened[0], fx.MistakeMade)
    return happened[0].result, fold(sheet, happened).treasury


@pytest.mark.parametrize(("start", "treasury"), EDGES)
@pytest.mark.parametrize("face", range(1, 7))
def test_every_cell_of_the_expensive_mistakes_table(start: int, treasury: int, face: int) -> None:
    """BB2020, post-game sequence, step 5: every cell, at both ends of its column."""
    assert mistake(treasury, face)[0] == TABLE[start][face - 1]


@pytest.mark.parametrize("treasury", [0, 95_000, 99_999])
def test_below_100_000_nobody_throws(treasury: int) -> None:
    sheet = a_sheet(treasury=treasury)
    assert done(a_step("expensive-mistakes", sheet, {}, ruleset=RULES)).effects == ()


@pytest.mark.parametrize(
    ("treasury", "lost"), [(300_000, 150_000), (305_000, 150_000), (310_000, 155_000), (395_000, 195_000)]
)
def test_a_major_incident_costs_half_rounded_down_to_5_000(treasury: int, lost: int) -> None:
    """BB2020, expensive mistakes: it is the loss that is rounded (reading N-08)."""
    assert mistake(treasury, 1) == (MAJOR, treasury - lost)


@pytest.mark.parametrize("minor", [1, 2, 3])
def test_a_minor_incident_costs_a_d3_of_ten_thousands(minor: int) -> None:
    assert mistake(105_000, 1, minor=minor) == (MINOR, 105_000 - minor * 10_000)


@pytest.mark.parametrize("kept", [(1, 1), (3, 4), (6, 6)])
def test_a_catastrophe_leaves_2d6_of_ten_thousands(kept: tuple[int, int]) -> None:
    assert mistake(600_000, 2, kept=kept) == (CATASTROPHE, sum(kept) * 10_000)


# Step 6: the next fixture


def test_the_value_is_worked_out_with_and_without_those_who_miss_the_next_match() -> None:
    """BB2020, team value: the current one counts only those who can play."""
    whole = _value(HOME)
    hurt = _value(with_player(HOME, "p1", misses_next=True))
    assert (hurt.value, hurt.current) == (whole.value, whole.value - 50_000)
    assert whole.value == whole.current


def _value(sheet: TeamSheet) -> fx.TeamValued:
    (effect,) = effects("value", sheet, scored(0, 0), {}, rulesets.get("bb2016"))
    assert isinstance(effect, fx.TeamValued)
    return effect


def test_it_leaves_no_mark_on_the_sheet() -> None:
    assert fold(HOME, (fx.TeamValued(1, 1),)) == HOME


def test_league_points_are_a_line_of_the_list_and_change_no_team() -> None:
    """BB2016, post-match sequence, step 2; BB2020, step 1: the table is computed from the results."""
    assert effects("league-points", HOME, scored(1, 0), {}, RULES) == ()
