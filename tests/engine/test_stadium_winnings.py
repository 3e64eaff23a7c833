"""Gold and fans after a match, by where it was played (BB2016, post-match sequence step 3; stadiums)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import product

import pytest

from engine import effects as fx
from engine.match import afterwards, checks
from engine.match.after import NeedsChoice
from engine.match.prematch import MaybeSide, PreMatch, Venue
from engine.match.report import MatchReport
from engine.match.throwing import purpose_of
from engine.rulesets.model import Outcome, required
from engine.rulesets.options import with_options
from engine.tally import Tally
from engine.team.sheet import HomeStadium, TeamSheet
from tests.engine.given import RULES, a_report, a_sheet, a_side, a_step, after_a, done

FIRST, OWN = "winnings/t1/1", "winnings/t1/own-stadium"
STALLS, EXPOSURE = "winnings/t1/d3/stadium", "winnings/stadium/d6"
STADIUMS = required(RULES.stadiums, "stadiums", RULES)


def played_at(stadium: str = "standard", home_of: MaybeSide = "") -> MatchReport:
    return replace(a_report(), prematch=PreMatch(venue=Venue(stadium=stadium, home_of=home_of)))


def owner(key: str = "t1", *, owned: bool = True) -> TeamSheet:
    return replace(a_sheet(key), stadium=HomeStadium("ice", owned=owned))


def won(
    faces: Mapping[str, tuple[int, ...]],
    report: MatchReport,
    outcome: Outcome = "draw",
    fame: int = 0,
    sheet: TeamSheet | None = None,
) -> dict[str, int]:
    """What adds up to the winnings, by what it is for. No die is thrown that nobody has given."""
    last = after_a(outcome, fame=fame)
    step = a_step("winnings", sheet or a_sheet(), faces, report=report, last=last, choice="keep")
    (effect,) = done(step).effects
    assert isinstance(effect, fx.GoldChanged)
    assert effect.amount == sum(line.amount for line in effect.lines) >= 0
    return {line.why: line.amount for line in effect.lines}


# At a stadium that a team owns


@pytest.mark.parametrize(("face", "fame"), list(product((1, 2, 3), (-2, -1, 0, 1, 2))))
def test_a_win_at_home_brings_an_owner_a_d3_and_fame_more(face: int, fame: int) -> None:
    """BB2016, post-match sequence step 3: (D3 + FAME) x 10,000. Ours: never less than nothing."""
    found = won({FIRST: (6,), OWN: (face,)}, played_at("ice", "home"), "win", fame, owner())
    assert found.get("own-stadium", 0) == max(0, face + fame) * 10_000


@pytest.mark.parametrize(("face", "fame"), list(product((1, 2, 3), (-2, -1, 0, 1, 2))))
def test_a_defeat_at_home_costs_an_owner_a_d3_less_fame(face: int, fame: int) -> None:
    """BB2016, post-match sequence step 3: (D3 - FAME) x 10,000; reading A-06: a deduction never adds anything."""
    found = won({FIRST: (6,), OWN: (face,)}, played_at("ice", "home"), "loss", fame, owner())
    base = 60_000 + fame * 10_000
    assert -found.get("own-stadium", 0) == min(max(0, face - fame) * 10_000, base)


@pytest.mark.parametrize(("first", "left"), [(1, 0), (2, 0), (3, 0), (4, 10_000)])
def test_a_defeat_at_home_takes_no_more_than_was_won(first: int, left: int) -> None:
    """BB2016, post-match sequence step 3: cannot take their winnings to less than 0."""
    found = won({FIRST: (first,), OWN: (3,)}, played_at("ice", "home"), "loss", 0, owner())
    assert sum(found.values()) == left
    assert "at-least-nothing" not in found


@pytest.mark.parametrize(
    ("report", "sheet", "outcome"),
    [
        (played_at("ice", "home"), owner(), "draw"),
        (played_at("ice", "home"), owner(owned=False), "win"),
        (played_at("ice", "away"), owner(), "win"),
        (played_at("ice"), owner(), "win"),
        (a_report(), owner(), "loss"),
    ],
    ids=["draw", "not the owner's", "away", "another place like it", "unrecorded"],
)
def test_nobody_else_gains_or_loses_by_it(report: MatchReport, sheet: TeamSheet, outcome: Outcome) -> None:
    """Without a die for it: had one been asked for, it would be missing."""
    assert "own-stadium" not in won({FIRST: (3,)}, report, outcome, 1, sheet)


def test_a_winner_sees_all_dice_before_he_decides_about_the_first() -> None:
    report = played_at("integrated-merchandise-stall")
    question = a_step("winnings", a_sheet(), {FIRST: (3,), STALLS: (2,)}, report=report, last=after_a("win"))
    assert isinstance(question, NeedsChoice)


# Attributes


@pytest.mark.parametrize("face", [1, 2, 3])
def test_merchandise_stalls_bring_each_side_a_d3_of_its_own(face: int) -> None:
    """BB2016, stadiums, Integrated Merchandise Stalls."""
    report = played_at("integrated-merchandise-stall")
    assert won({FIRST: (1,), STALLS: (face,)}, report)["stadium"] == face * 10_000
    other = a_step("winnings", a_sheet("t2"), {"winnings/t2/1": (1,), "winnings/t2/d3/stadium": (1,)}, report=report)
    assert sum(one.amount for one in done(other).effects if isinstance(one, fx.GoldChanged)) == 30_000


@pytest.mark.parametrize("face", range(1, 7))
def test_exposure_brings_both_sides_the_same(face: int) -> None:
    """BB2016, stadiums, Desperate for Exposure: both teams receive the same amount."""
    report = played_at("desperate-for-exposure")
    for team in ("t1", "t2"):
        step = a_step("winnings", a_sheet(team), {f"winnings/{team}/1": (1,), EXPOSURE: (face,)}, report=report)
        (effect,) = [one for one in done(step).effects if isinstance(one, fx.GoldChanged)]
        assert [line.amount for line in effect.lines if line.why == "stadium"] == [face * 10_000]


def test_no_other_attribute_adds_to_winnings() -> None:
    paying = {"integrated-merchandise-stall", "desperate-for-exposure"}
    for stadium in (result.key for table in STADIUMS.categories for result in table.results):
        if stadium not in paying:
            assert "stadium" not in won({FIRST: (1,)}, played_at(stadium))


@pytest.mark.parametrize("fame", [0, 1, 2])
def test_where_it_is_solemn_and_silent_fame_counts_after_the_match_as_ever(fame: int) -> None:
    """BB2016, stadiums, Solemn and Silent: used as normal during the post-match sequence."""
    assert won({FIRST: (1,)}, played_at("solemn-and-silent"), fame=fame).get("fame", 0) == fame * 10_000


@pytest.mark.parametrize("fame", [-1, -2, -3, -9])
def test_winnings_are_never_below_nothing_whatever_fame_was_lost(fame: int) -> None:
    """BB2016, stadiums, Appalling Stands and Fair Weather Fans."""
    found = won({FIRST: (2,)}, played_at("appalling-stand"), "loss", fame)
    assert sum(found.values()) == max(0, 20_000 + fame * 10_000)
    assert found.get("at-least-nothing", 0) == max(0, -20_000 - fame * 10_000)


def test_who_gives_up_and_pays_for_it_has_nothing_of_the_place_either() -> None:
    """BB2016, conceding the match: no winnings."""
    report = replace(played_at("desperate-for-exposure"), ending="conceded", gave_up="home")
    step = a_step("winnings", a_sheet(), {}, report=report, last=after_a("loss"))
    assert [one.amount for one in done(step).effects if isinstance(one, fx.GoldChanged)] == [0]


@pytest.mark.parametrize(
    ("outcome", "dice", "score", "current"),
    [("win", (1, 1, 1), 6, 5), ("win", (1, 1, 1), 6, 6), ("draw", (1, 1), 5, 5), ("loss", (3, 4), 10, 11)],
)
def test_a_broadcast_studio_adds_three_to_the_throw_for_the_fan_factor(
    outcome: Outcome, dice: tuple[int, ...], score: int, current: int
) -> None:
    """BB2016, stadiums, Broadcast Studio: both sides of the threshold."""
    assert sum(dice) + 3 == score
    sheet, faces = replace(a_sheet(), goods=Tally({"fan-factor": current})), {f"fan-factor/t1/{len(dice)}d6": dice}
    changes = [
        sum(
            effect.by
            for effect in done(
                a_step("fan-factor", sheet, faces, report=played_at(stadium), last=after_a(outcome))
            ).effects
            if isinstance(effect, fx.GoodsChanged)
        )
        for stadium in ("broadcast-studio", "ice")
    ]
    rules = required(RULES.fan_factor, "fan_factor", RULES)[outcome]
    wanted = [
        rules.higher if total > current else rules.lower if total < current else 0 for total in (score, score - 3)
    ]
    assert changes == wanted


# What may be typed


def test_the_dice_of_the_place_may_be_typed_in_with_the_report() -> None:
    sheets = {"t1": owner(), "t2": a_sheet("t2")}
    level = played_at("ice", "home")
    for ending in (replace(level, home=a_side("t1", {"p1": 1})), replace(level, away=a_side("t2", {"p1": 1}))):
        asked = dict(afterwards.dice_of(ending, sheets, RULES))
        assert asked[OWN] == (3,)
        assert "residency/t1" not in asked
    assert OWN not in dict(afterwards.dice_of(level, sheets, RULES))  # a draw brings and costs its owner nothing
    stalls = dict(afterwards.dice_of(played_at("integrated-merchandise-stall"), sheets, RULES))
    assert (stalls[STALLS], stalls["winnings/t2/d3/stadium"], stalls["residency/t2"]) == ((3,), (3,), (6,))
    assert dict(afterwards.dice_of(played_at("desperate-for-exposure"), sheets, RULES))[EXPOSURE] == (6,)
    ordinary = dict(checks.dice_of(a_report(), sheets, RULES))
    assert not {OWN, STALLS, EXPOSURE, "residency/t1"} & set(ordinary)


@pytest.mark.parametrize("key", [OWN, STALLS, EXPOSURE])
def test_they_are_thrown_by_whoever_throws_for_winnings(key: str) -> None:
    assert purpose_of(key) == "winnings"


def test_a_league_without_stadiums_pays_for_none() -> None:
    rules = with_options(RULES, {"stadiums": False})
    report = played_at("desperate-for-exposure")
    step = a_step("winnings", owner(), {FIRST: (1,)}, report=report, ruleset=rules)
    assert sum(one.amount for one in done(step).effects if isinstance(one, fx.GoldChanged)) == 20_000
