"""What is still to come after a match, and whether the next one may begin before it (BB2016, post-match sequence)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import rulesets
from engine.match.after.unsettled import Unsettled, decides_next_match
from engine.match.prematch import PreMatch, Venue
from engine.rulesets.model import Ruleset
from engine.rulesets.options import with_options
from engine.tally import Tally
from engine.team.sheet import TeamSheet
from tests.engine.given import a_report, a_sheet, after_a, with_player

QUIET = with_options(rulesets.get("bb2016"), {"hire-window": False})
# The best throw of its own winnings and of who has given up, twice FAME 2, and the bonus of a win.
MOST_WON = 2 * 60_000 + 40_000 + 10_000


def decides(step: str, sheet: TeamSheet, rules: Ruleset = QUIET, *, stadium: str = "") -> bool:
    report = a_report()
    if stadium:
        report = replace(report, prematch=PreMatch(venue=Venue(stadium=stadium)))
    return decides_next_match([step], Unsettled(sheet.key, sheet, report, rules))


@pytest.mark.parametrize("step", ["spp", "league-points", "fan-factor", "value"])
def test_points_fans_and_worth_decide_nothing(step: str) -> None:
    assert not decides(step, a_sheet(treasury=0))


def test_a_window_decides_if_anybody_is_asked_in_it_or_goes() -> None:
    full = a_sheet(treasury=0)
    assert not decides("hire-and-fire", full)
    assert decides("hire-and-fire", full, rulesets.get("bb2016"))
    assert decides("hire-and-fire", with_player(full, "p11", status="journeyman"))
    assert decides("hire-and-fire", replace(full, star="helmut-wulf", star_played=True, balance=200_000))


def test_journeymen_come_to_who_is_short_of_players() -> None:
    full = a_sheet(treasury=0)
    assert not decides("journeymen", full)
    assert decides("journeymen", with_player(full, "p11", misses_next=True))


def test_expensive_mistakes_take_gold_from_who_may_have_enough_by_then() -> None:
    assert not decides("expensive-mistakes", a_sheet(treasury=0), with_options(QUIET, {"winnings.unit": 1}))
    least = 100_000 - MOST_WON
    assert least < 0  # with the printed winnings, even an empty treasury may reach the table
    assert decides("expensive-mistakes", a_sheet(treasury=0))


def test_the_threshold_of_expensive_mistakes_is_what_the_team_may_come_to() -> None:
    small = with_options(QUIET, {"winnings.unit": 1000, "winnings.fame_unit": 0})
    most = 2 * 6 * 1000 + 10_000
    assert not decides("expensive-mistakes", a_sheet(treasury=100_000 - most - 1), small)
    assert decides("expensive-mistakes", a_sheet(treasury=100_000 - most), small)


def test_sponsors_may_call_players_away_where_they_are_within_reach() -> None:
    unknown = replace(a_sheet(treasury=0), goods=Tally({"fan-factor": 3}))
    assert not decides("sponsor-search", unknown)  # 16 and 3 do not come to 20
    assert decides("sponsor-search", replace(unknown, goods=Tally({"fan-factor": 4})))
    assert not decides("sponsorships", unknown)
    assert decides("sponsorships", replace(unknown, sponsorships=1))
    assert not decides("insurance", replace(unknown, sponsor="mcmurtys-burger-emporium"))
    assert decides("insurance", replace(unknown, sponsor="star-insurance-guild"))


@pytest.mark.parametrize("step", ["residency", "residency-deal", "losing-residency"])
def test_a_home_is_decided_on_where_the_place_has_an_attribute(step: str) -> None:
    assert not decides(step, a_sheet())
    assert not decides(step, a_sheet(), stadium="standard")
    assert decides(step, a_sheet(), stadium="ice")


@pytest.mark.parametrize(("value", "owes"), [(1_749_999, False), (1_750_000, True)])
@pytest.mark.parametrize("step", ["winnings", "petty-cash"])
def test_spiralling_expenses_take_gold_from_who_is_worth_so_much(step: str, value: int, *, owes: bool) -> None:
    """LRB6, post-match step 2.3: from 1,750,000 on, by the value at kick-off."""
    spiralling = with_options(QUIET, {"spiralling-expenses": True})
    sheet = replace(a_sheet(), last_match=after_a("win", value=value))
    assert decides(step, sheet, spiralling) is owes
    assert not decides(step, sheet)
