"""How many touchdowns there is time for: 000, 895-906, scoring in the opponent's turn; 002, 1.1 and section 5."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine import rulesets
from engine.match.report import Deeds, MatchReport
from engine.rulesets.model import Ruleset
from engine.rulesets.options import with_options
from engine.tally import Tally
from tests.engine.given import RULES
from tests.engine.reporting import found, ours, theirs, told, with_sides

BASIC = rulesets.get("basic")
SEVENS = with_options(BASIC, {"variant": "sevens"})
OVERTIME = with_options(RULES, {"draws": "overtime"})


def scoring(times: int, rules: Ruleset, **more: Any) -> MatchReport:
    side: dict[str, Any] = {"score": times, "deeds": (Deeds("p1", Tally({"touchdown": times})),)}
    named = {} if rules.mvp.method == "nominated" else {"nominees": ()}
    return with_sides({**side, **named}, named, **more)


def codes(report: MatchReport, rules: Ruleset = RULES) -> list[str]:
    return [one for one in found(report, rules, severity="error") if one.startswith("touchdowns")]


@pytest.mark.parametrize(("times", "wrong"), [(1, False), (2, False), (3, True)])
def test_a_side_scores_twice_in_a_dated_turn_its_own_and_the_others(times: int, wrong: bool) -> None:
    """000, 895-906."""
    report = told(*(ours("touchdown", f"p{nth}", half=1, turn=2) for nth in range(1, times + 1)))
    assert codes(report) == ([f"touchdowns_in_turn events.e{times}.turn"] if wrong else [])


def test_both_sides_and_both_halves_have_their_own() -> None:
    happened = [
        one("touchdown", "p1", half=half, turn=2) for one in (ours, theirs) for half in (1, 2) for _ in range(2)
    ]
    assert codes(told(*happened)) == []


@pytest.mark.parametrize("what", ["riot", "blitz"])
@pytest.mark.parametrize(("times", "wrong"), [(4, False), (5, True)])
def test_a_recorded_result_that_brings_a_turn_makes_room(what: str, times: int, wrong: bool) -> None:
    """000, 1194-1295, kick-off table: Riot moves the markers, Blitz is a turn."""
    moved = {"kind": "kick-off", "side": "home", "what": what, "half": 1, "turn": 2}
    report = told(moved, *(ours("touchdown", "p1", half=1, turn=2) for _ in range(times)))
    assert bool(codes(report)) is wrong
    assert codes(told({**moved, "what": "high-kick"}, *(ours("touchdown", "p1", half=1, turn=2) for _ in range(3))))


@pytest.mark.parametrize(("rules", "most"), [(RULES, 11), (BASIC, 11), (SEVENS, 9)], ids=["bb2016", "basic", "sevens"])
def test_a_half_has_time_for_one_a_turn_one_more_and_what_is_granted(rules: Ruleset, most: int) -> None:
    """Eight turns, six in Sevens; one in the other's last turn; two that nobody recorded."""
    for times, wrong in ((most, False), (most + 1, True)):
        report = told(*(ours("touchdown", "p1", half=1) for _ in range(times)), rules=rules)
        assert codes(report, rules) == ([f"touchdowns_in_half events.e{times}.half"] if wrong else [])


@pytest.mark.parametrize(
    ("rules", "most", "overtime"),
    [(RULES, 20, False), (BASIC, 20, False), (SEVENS, 16, False), (OVERTIME, 29, True)],
    ids=["bb2016", "basic", "sevens", "overtime"],
)
def test_a_match_has_time_for_both_halves_and_for_overtime(rules: Ruleset, most: int, overtime: bool) -> None:
    """Typed totals, without any events; 002, section 5, Sevens: forty were let pass."""
    assert codes(scoring(most, rules, overtime=overtime), rules) == []
    assert codes(scoring(most + 1, rules, overtime=overtime), rules) == ["touchdowns_in_match home.score"]
    assert "touchdowns_in_match home.score" in codes(scoring(40, rules, overtime=overtime), rules)


@pytest.mark.parametrize(
    ("rules", "home", "away", "wrong"),
    [(RULES, 18, 18, False), (RULES, 19, 18, True), (SEVENS, 14, 14, False), (SEVENS, 15, 14, True)],
    ids=str,
)
def test_both_together_score_once_in_each_turn(rules: Ruleset, home: int, away: int, wrong: bool) -> None:
    """000, 895-935: after each touchdown the other side receives; its turn is the next."""
    one, other = scoring(home, rules).home, scoring(away, rules).home
    report = replace(scoring(home, rules), home=one, away=replace(other, team="t2"))
    assert codes(report, rules) == (["touchdowns_of_both home.score"] if wrong else [])


def test_what_is_awarded_took_no_time() -> None:
    """000, 2994-3002: only what was scored is counted."""
    report = scoring(20, RULES)
    report = replace(report, home=replace(report.home, score=21, awarded=1))
    assert codes(report) == []


def test_more_is_granted_where_more_is_recorded() -> None:
    riots = [{"kind": "kick-off", "side": "home", "what": "riot"} for _ in range(3)]
    report = told(*riots, *(ours("touchdown", "p1") for _ in range(21)))
    assert codes(report) == []
    assert codes(told(*riots[:2], *(ours("touchdown", "p1") for _ in range(21)))) == ["touchdowns_in_match home.score"]
