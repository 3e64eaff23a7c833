"""The most valuable player, by each of the ways a league may find him."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import effects as fx
from engine.dice import TableDice
from engine.match import checks, mvp
from engine.match.report import MatchReport
from engine.rulesets import Ruleset, get
from engine.rulesets.options import with_options
from engine.team.evolve import evolve
from tests.engine.given import RULES, a_report, a_sheet, a_side, a_step, after_a, done, with_player

FIT = ("p1", "p2", "p5", "p9")


def by(method: str) -> Ruleset:
    return with_options(RULES, {"mvp": method}) if method != "nominated" else RULES


def awarded(rules: Ruleset, named: tuple[str, ...], faces: dict[str, tuple[int, ...]]) -> list[str]:
    report = a_report(a_side("t1", nominees=named))
    step = a_step("spp", a_sheet(), faces, last=after_a("draw", fit=FIT), report=report, ruleset=rules)
    return [effect.player for effect in done(step).effects if isinstance(effect, fx.SppEarned)]


@pytest.mark.parametrize(
    ("method", "fit", "asked"),
    [
        ("nominated", 11, (3, 3)),
        ("nominated", 3, (3, 3)),
        ("nominated", 2, (2, 2)),
        ("nominated", 0, (0, 0)),
        ("random", 11, (0, 1)),
        ("random", 0, (0, 0)),
        ("chosen", 11, (1, 1)),
        ("chosen", 0, (0, 0)),
        ("none", 11, (0, 0)),
    ],
)
def test_how_many_a_report_names(method: str, fit: int, asked: tuple[int, int]) -> None:
    assert mvp.asked(by(method).mvp, fit) == asked


@pytest.mark.parametrize(("face", "player"), list(enumerate(FIT, start=1)))
def test_at_random_every_player_who_could_play_has_one_face(face: int, player: str) -> None:
    """LRB6 (reading L-01): a random player of one's own team."""
    assert awarded(get("lrb6"), (), {"mvp/t1/d4": (face,)}) == [player]


def test_one_drawn_at_the_table_is_named_and_nothing_is_thrown() -> None:
    assert awarded(by("random"), ("p7",), {}) == ["p7"]


def test_a_chosen_one_is_not_thrown_for() -> None:
    """LRB6, optional: the coach chooses (2016/17 league compendium, optional league rules)."""
    assert awarded(by("chosen"), ("p7",), {}) == ["p7"]


def test_without_one_nobody_is_thrown_for_even_if_somebody_was_named() -> None:
    assert awarded(by("none"), ("p7",), {}) == []


def test_a_league_of_the_older_edition_may_nominate() -> None:
    rules = with_options(get("lrb6"), {"mvp": "nominated"})
    assert awarded(rules, ("p1", "p2", "p5"), {"mvp/t1": (2,)}) == ["p2"]


@pytest.mark.parametrize(("dead_too", "left"), [(True, FIT), (False, ("p1", "p5", "p9"))])
def test_whether_the_dead_are_in_the_draw(dead_too: bool, left: tuple[str, ...]) -> None:
    """BB2020: a player who died is not picked. BB2016 and LRB6 do not say so."""
    rules = replace(by("random"), mvp=replace(by("random").mvp, dead_too=dead_too))
    sheet = evolve(a_sheet(), fx.PlayerDied("p2"))
    dice = TableDice({f"mvp/t1/d{len(left)}": (2,)})
    report = a_report(a_side("t1", nominees=()))
    step = a_step("spp", sheet, dice, last=after_a("draw", fit=FIT), report=report, ruleset=rules)
    assert done(step).effects == (fx.SppEarned(left[1], "mvp", 1, 5),)


@pytest.mark.parametrize(("dead_too", "chosen"), [(True, "p2"), (False, "p5")])
def test_whether_a_nominee_may_have_died(dead_too: bool, chosen: str) -> None:
    rules = replace(RULES, mvp=replace(RULES.mvp, dead_too=dead_too))
    sheet = evolve(a_sheet(), fx.PlayerDied("p2"))
    report = a_report(a_side("t1", nominees=("p1", "p2", "p5")))
    step = a_step("spp", sheet, {"mvp/t1": (2,)}, last=after_a("draw", fit=FIT), report=report, ruleset=rules)
    assert done(step).effects == (fx.SppEarned(chosen, "mvp", 1, 5),)


def found(rules: Ruleset, report: MatchReport) -> list[str]:
    sheets = {"t1": a_sheet("t1"), "t2": a_sheet("t2")}
    return [problem.code for problem in checks.problems(report, sheets, rules)]


@pytest.mark.parametrize(
    ("method", "named", "wrong"),
    [
        ("nominated", ("p1", "p2"), True),
        ("nominated", ("p1", "p2", "p2"), True),
        ("random", (), False),
        ("random", ("p1",), False),
        ("random", ("p1", "p2"), True),
        ("chosen", (), True),
        ("chosen", ("p1",), False),
        ("chosen", ("p1", "p1"), True),
        ("none", (), False),
        ("none", ("p1",), True),
    ],
)
def test_a_report_names_as_many_as_its_league_asks_for(method: str, named: tuple[str, ...], wrong: bool) -> None:
    report = a_report(a_side("t1", nominees=named), a_side("t2", nominees=named))
    assert found(by(method), report) == ["nominees", "nominees"] * wrong


def test_a_player_who_misses_the_match_is_not_in_the_draw() -> None:
    assert "p3" not in [player.key for player in with_player(a_sheet(), "p3", misses_next=True).fit]
