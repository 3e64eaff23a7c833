"""FAME that is lost during a match (BB2016, stadiums: Appalling Stands, Fair Weather Fans)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import effects as fx
from engine import rulesets
from engine.dice import TableDice
from engine.match import checks
from engine.match.adding_up import added_up
from engine.match.comparing import what_of
from engine.match.events import Event
from engine.match.live import kinds_of
from engine.match.played import decide_match
from engine.match.prematch import MaybeSide, PreMatch, Venue
from engine.match.report import MatchReport
from engine.match.sides import Side
from engine.rulesets.model import required
from engine.rulesets.options import with_options
from engine.team.sheet import TeamSheet
from tests.engine.given import RULES, a_report, a_sheet, a_side

STADIUMS = required(RULES.stadiums, "stadiums", RULES)
SHEETS = {"t1": a_sheet("t1"), "t2": a_sheet("t2")}


def told(stadium: str, home: int = 0, away: int = 0, touchdowns: int = 0) -> MatchReport:
    report = a_report(a_side("t1", {"p1": touchdowns} if touchdowns else None))
    report = replace(report, home=replace(report.home, fame_lost=home), away=replace(report.away, fame_lost=away))
    return replace(report, prematch=PreMatch(venue=Venue(stadium=stadium)))


def codes(report: MatchReport) -> list[str]:
    found = checks.errors(checks.problems(report, SHEETS, RULES))
    return [problem.code for problem in found if "fame" in problem.code]


def fame(report: MatchReport, fans: tuple[int, int] = (6, 1)) -> list[int]:
    """Of both sides after the match; the home side brings so many more fans that its FAME is 2."""
    dice = TableDice({"fans/t1": (fans[0],) * 2, "fans/t2": (fans[1],) * 2})
    effects = decide_match("m1", report, SHEETS, dice, RULES)
    return [one.effect.fame for one in effects if isinstance(one.effect, fx.MatchPlayed)]


@pytest.mark.parametrize("lost", [0, 1, 2])
def test_what_was_lost_counts_after_the_match_below_nothing_even(lost: int) -> None:
    """Both attributes: this can take it into negative figures."""
    assert fame(told("appalling-stand", lost, 0)) == [2 - lost, 0]
    assert fame(told("appalling-stand", 0, lost)) == [2, -lost]
    assert fame(told("fair-weather-fan", lost, lost)) == [2 - lost, -lost]


def test_two_places_take_fame_and_no_other_does() -> None:
    places = {result.key for table in STADIUMS.categories for result in table.results}
    taking = {place for place in places if not codes(told(place, 1, 1))}
    assert taking == {"appalling-stand", "fair-weather-fan"}
    assert codes(told("standard", 1, 1)) == codes(told("", 1, 1)) == ["fame_not_lost", "fame_not_lost"]


@pytest.mark.parametrize(("touchdowns", "most"), [(0, 2), (1, 3), (3, 5)])
def test_no_more_is_lost_than_there_were_drives(touchdowns: int, most: int) -> None:
    """Appalling Stands: after each drive. A half begins one, and so does each touchdown."""
    assert codes(told("appalling-stand", most, 0, touchdowns)) == []
    assert codes(told("appalling-stand", most + 1, 0, touchdowns)) == ["fame_not_lost"]
    extra_time = replace(told("appalling-stand", most + 1, 0, touchdowns), overtime=True)
    assert codes(extra_time) == []


def test_nobody_loses_less_than_nothing() -> None:
    assert codes(told("appalling-stand", -1, 0)) == ["fame_not_lost"]


@pytest.mark.parametrize(("home", "away"), [(1, 0), (0, 1), (2, 1)])
def test_where_fans_leave_both_sides_lose_the_same(home: int, away: int) -> None:
    """Fair Weather Fans: each player's FAME is reduced."""
    assert codes(told("fair-weather-fan", home, away)) == ["fame_lost_unlike"]
    assert codes(told("appalling-stand", home, away)) == []


def test_it_is_a_line_of_the_report() -> None:
    assert what_of("home.fame_lost") == "fame_lost"


def test_of_a_match_that_was_never_played_nothing_was_lost() -> None:
    report = replace(told("appalling-stand", 1, 0), ending="walkover", gave_up="away")
    assert codes(report) == ["fame_not_lost"]


# As it is tapped in


def tapped(stadium: str, *sides: MaybeSide) -> list[int]:
    events = tuple(Event(f"a-{nth}", "fame-lost", side=side) for nth, side in enumerate(sides))
    sheets: dict[Side, TeamSheet] = {"home": SHEETS["t1"], "away": SHEETS["t2"]}
    sums = added_up(events, PreMatch(venue=Venue(stadium=stadium)), sheets, RULES)
    return [sums.home.fame_lost, sums.away.fame_lost]


def test_each_tap_is_one_fame_of_that_side() -> None:
    assert tapped("appalling-stand") == [0, 0]
    assert tapped("appalling-stand", "home", "away", "home") == [2, 1]
    assert tapped("appalling-stand", "") == [0, 0]


@pytest.mark.parametrize("side", ["home", "away", ""])
def test_where_fans_leave_one_tap_is_one_fame_of_both(side: MaybeSide) -> None:
    assert tapped("fair-weather-fan", side) == [1, 1]


def test_what_the_report_says_is_held_against_what_was_tapped_in() -> None:
    events = (Event("a-1", "fame-lost", side="home"),)
    agreed = replace(told("appalling-stand", 1, 0), events=events)
    differing = replace(told("appalling-stand", 2, 0), events=events)
    warned = [
        [one.where for one in checks.problems(report, SHEETS, RULES) if one.code == "totals_differ"]
        for report in (agreed, differing)
    ]
    assert warned == [[], ["home.fame_lost"]]


def test_it_can_be_tapped_in_where_the_league_has_such_places() -> None:
    assert "fame-lost" in kinds_of(RULES)
    assert "fame-lost" not in kinds_of(with_options(RULES, {"stadiums": False}))
    assert "fame-lost" not in kinds_of(rulesets.get("lrb6"))
