"""Seasons: everybody meets everybody, and the table adds up."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import rulesets
from engine.rulesets import Ruleset
from engine.rulesets.options import with_options
from engine.season.points import awarded, lines
from engine.season.round_robin import round_robin
from engine.season.standings import Result, Standing, standings
from engine.tally import Tally
from tests.engine.given import RULES, quickly
from tests.soaking import Seeds

TIE_BREAKERS = RULES.league.tie_breakers


def a_result(home: str, away: str, *counts: int, rules: Ruleset = RULES) -> Result:
    """A result with its points: touchdowns of both, casualties of both."""
    return awarded(Result(home, away, *counts), rules)


TEAMS = ["a", "b", "c", "d"]


# Round robin


@pytest.mark.parametrize("number", range(2, 41))
@pytest.mark.parametrize("legs", [1, 2])
def test_each_pair_meets_once_per_leg_and_nobody_plays_twice_a_round(number: int, legs: int) -> None:
    teams = [f"t{nth}" for nth in range(number)]
    rounds = round_robin(teams, legs=legs)
    assert len(rounds) == legs * (number - 1 + number % 2)
    for pairings in rounds:
        playing = [team for pairing in pairings for team in pairing]
        assert len(playing) == len(set(playing)) == number - number % 2
    meetings = Counter(frozenset(pairing) for pairings in rounds for pairing in pairings)
    assert meetings == Counter({frozenset(pair): legs for pair in combinations(teams, 2)})


@pytest.mark.parametrize("number", range(2, 41))
def test_home_and_away_are_balanced(number: int) -> None:
    teams = [f"t{nth}" for nth in range(number)]
    for legs in (1, 2):
        pairings = [pairing for pairings in round_robin(teams, legs=legs) for pairing in pairings]
        home, away = Counter(home for home, _ in pairings), Counter(away for _, away in pairings)
        uneven = (number - 1) * legs % 2  # an odd number of matches cannot be split evenly
        assert all(abs(home[team] - away[team]) == uneven for team in teams)


@pytest.mark.parametrize("number", range(2, 41))
def test_in_two_legs_each_pair_meets_once_at_each_home(number: int) -> None:
    rounds = round_robin([f"t{nth}" for nth in range(number)], legs=2)
    pairings = [pairing for pairings in rounds for pairing in pairings]
    assert len(pairings) == len(set(pairings)) == number * (number - 1)


@pytest.mark.parametrize("number", range(2, 41))
def test_nobody_plays_at_home_or_away_more_than_twice_running_in_a_leg(number: int) -> None:
    rounds = round_robin([f"t{nth}" for nth in range(number)])
    for nth in range(number):
        team = f"t{nth}"
        homes = "".join("h" if team == home else "a" for one in rounds for home, away in one if team in (home, away))
        assert "hhh" not in homes
        assert "aaa" not in homes


def test_with_an_odd_number_everybody_rests_once_a_leg() -> None:
    teams = [f"t{nth}" for nth in range(7)]
    resting = [set(teams) - {team for pairing in pairings for team in pairing} for pairings in round_robin(teams)]
    assert Counter(team for rest in resting for team in rest) == Counter(teams)


@pytest.mark.parametrize("teams", [[], ["lonely"]])
def test_fewer_than_two_teams_have_nothing_to_play(teams: list[str]) -> None:
    assert round_robin(teams) == ()


def test_the_plan_depends_on_nothing_but_the_teams() -> None:
    assert round_robin(TEAMS) == round_robin(TEAMS)
    assert round_robin(["a", "b"], legs=3) == ((("a", "b"),), (("b", "a"),), (("a", "b"),))


# Standings

results = st.builds(
    a_result,
    st.sampled_from(TEAMS),
    st.sampled_from(TEAMS),
    *[st.integers(0, 3)] * 4,
).filter(lambda result: result.home != result.away)


def slow_table(teams: list[str], played: list[Result]) -> list[tuple[int, str, int]]:
    """Rank, team and points, reckoned the long way."""
    keys: dict[str, tuple[int, ...]] = {}
    for team in teams:
        mine = [one for one in played if team in (one.home, one.away)]
        scored = [one.home_touchdowns if one.home == team else one.away_touchdowns for one in mine]
        conceded = [one.away_touchdowns if one.home == team else one.home_touchdowns for one in mine]
        hurt = [one.home_casualties if one.home == team else one.away_casualties for one in mine]
        suffered = [one.away_casualties if one.home == team else one.home_casualties for one in mine]
        points = sum(3 if f > a else 1 if f == a else 0 for f, a in zip(scored, conceded, strict=True))
        keys[team] = (points, sum(scored) - sum(conceded), sum(scored), sum(hurt) - sum(suffered))
    table = []
    for team in teams:
        rank = 1 + sum(keys[other] > keys[team] for other in teams)
        table.append((rank, team, keys[team][0]))
    return sorted(table, key=lambda row: (row[0], teams.index(row[1])))


def check_the_table(teams: list[str], played: list[Result]) -> None:
    table = standings(teams, played, TIE_BREAKERS)
    assert [(row.rank, row.team, row.points) for row in table] == slow_table(teams, played)
    assert sum(row.played for row in table) == 2 * len(played)
    assert sum(row.touchdown_difference for row in table) == 0
    assert sum(row.casualty_difference for row in table) == 0


@quickly
@given(st.lists(results, max_size=12))
def test_the_table_equals_a_slow_recount(played: list[Result]) -> None:
    """BB2016, post-match sequence step 2: 3 points for a win, 1 for a draw; the tie-breakers are the league's own."""
    check_the_table(TEAMS, played)


@pytest.mark.soak
def test_the_table_equals_a_slow_recount_thousands_of_times(soak_seeds: Seeds) -> None:
    for seed in soak_seeds(3_000):
        random = Random(seed)
        teams = [f"t{nth}" for nth in range(random.randint(2, 20))]
        pairs = [random.sample(teams, 2) for _ in range(random.randint(0, 60))]
        played = [a_result(home, away, *(random.randint(0, 4) for _ in range(4))) for home, away in pairs]
        check_the_table(teams, played)


@quickly
@given(st.lists(results, max_size=10), st.randoms(use_true_random=False))
def test_the_order_of_the_results_does_not_matter(played: list[Result], random: Random) -> None:
    shuffled = list(played)
    random.shuffle(shuffled)
    assert standings(TEAMS, shuffled, TIE_BREAKERS) == standings(TEAMS, played, TIE_BREAKERS)


def test_a_row_holds_everything_a_team_did() -> None:
    table = standings(["a", "b"], [a_result("a", "b", 2, 1, 0, 3), a_result("b", "a", 1, 1, 2, 1)], TIE_BREAKERS)
    assert table == (
        Standing("a", 1, 4, Tally({"win": 1, "draw": 1}), 3, 2, 1, 5, ""),
        Standing("b", 2, 1, Tally({"loss": 1, "draw": 1}), 2, 3, 5, 1, "points"),
    )


@pytest.mark.parametrize(
    ("decisive", "played"),
    [
        ("points", [a_result("a", "c", 0, 0), a_result("b", "c", 1, 0)]),
        ("touchdown-difference", [a_result("a", "c", 1, 0), a_result("b", "c", 2, 0)]),
        ("touchdowns-for", [a_result("a", "c", 1, 0), a_result("b", "c", 2, 1)]),
        ("casualty-difference", [a_result("a", "c", 1, 0, 2, 1), a_result("b", "c", 1, 0, 2, 0)]),
    ],
)
def test_tie_breakers_decide_in_their_order(decisive: str, played: list[Result]) -> None:
    first, second, _ = standings(["a", "b", "c"], played, TIE_BREAKERS)
    assert (first.team, first.rank) == ("b", 1)
    assert (second.team, second.rank, second.decided_by) == ("a", 2, decisive)


def test_teams_that_nothing_separates_share_a_rank_in_the_order_given() -> None:
    table = standings(["c", "a", "b"], [a_result("a", "b", 1, 1), a_result("c", "x", 0, 1)], TIE_BREAKERS)
    assert [(row.team, row.rank, row.decided_by) for row in table] == [("a", 1, ""), ("b", 1, ""), ("c", 3, "points")]


def test_a_result_against_somebody_outside_the_table_still_counts_for_those_in_it() -> None:
    (row,) = standings(["a"], [a_result("a", "x", 1, 0), a_result("y", "x", 5, 0)], TIE_BREAKERS)
    assert (row.points, row.played, row.touchdowns_for) == (3, 1, 1)


def test_a_league_may_put_its_tie_breakers_in_another_order() -> None:
    table = standings(["a", "b"], [a_result("a", "b", 1, 0, 0, 1)], ("casualty-difference", "points"))
    assert [(row.team, row.decided_by) for row in table] == [("b", ""), ("a", "casualty-difference")]


def test_a_league_may_reward_otherwise() -> None:
    generous = replace(RULES, league=replace(RULES.league, points={"win": 10, "draw": 5, "loss": 1}))
    played = [a_result("a", "b", 1, 0, rules=generous)]
    assert [row.points for row in standings(["a", "b"], played, TIE_BREAKERS)] == [10, 1]


def test_a_match_counts_by_the_rules_it_was_played_by() -> None:
    generous = replace(RULES, league=replace(RULES.league, points={"win": 10, "draw": 5, "loss": 1}))
    played = [a_result("a", "b", 1, 0), a_result("b", "a", 1, 0, rules=generous)]
    assert {row.team: row.points for row in standings(["a", "b"], played, TIE_BREAKERS)} == {"a": 3 + 1, "b": 0 + 10}


@pytest.mark.parametrize(
    ("house_rules", "told", "earned"),
    [
        ({"bonus-touchdowns": 1}, (2, 1, 0), 3),
        ({"bonus-touchdowns": 1}, (3, 1, 0), 3 + 1),
        ({"bonus-touchdowns": 2, "bonus-touchdowns-from": 4}, (3, 1, 0), 3),
        ({"bonus-touchdowns": 2, "bonus-touchdowns-from": 4}, (4, 5, 0), 0 + 2),
        ({"bonus-clean-sheet": 1}, (1, 1, 0), 1),
        ({"bonus-clean-sheet": 1}, (0, 0, 0), 1 + 1),
        ({"bonus-casualties": 1}, (0, 1, 2), 0),
        ({"bonus-casualties": 1}, (0, 1, 3), 0 + 1),
        ({"bonus-touchdowns": 1, "bonus-clean-sheet": 1, "bonus-casualties": 1}, (3, 0, 3), 3 + 1 + 1 + 1),
    ],
)
def test_bonus_points(house_rules: dict[str, int], told: tuple[int, int, int], earned: int) -> None:
    """BB2020, league points, optional bonus: three touchdowns, none conceded, three casualties (reading N-10)."""
    scored, conceded, casualties = told
    result = Result("a", "b", scored, conceded, home_spp_casualties=casualties)
    rules = with_options(RULES, house_rules)
    assert awarded(result, rules).home_points == sum(line.points for line in lines(result, "home", rules)) == earned


@pytest.mark.parametrize(
    ("score", "outcomes", "points_of_both", "tallies"),
    [
        ((2, 1), ("loss", "win"), (0, 3), ("loss", "win")),
        ((1, 1), ("win", "loss"), (3, 0), ("win", "loss")),
        ((0, 0), ("loss", "loss"), (0, 0), ("loss", "loss")),
        ((2, 1), (None, None), (3, 0), ("win", "loss")),
    ],
    ids=["the leader concedes", "a shoot-out", "neither came", "the score alone"],
)
def test_the_table_counts_outcomes_and_not_scores(
    score: tuple[int, int], outcomes: tuple[Any, Any], points_of_both: tuple[int, int], tallies: tuple[str, str]
) -> None:
    """BB2016, conceding the match: who gives up has lost, whatever the score."""
    result = awarded(Result("a", "b", *score, home_outcome=outcomes[0], away_outcome=outcomes[1]), RULES)
    rows = {row.team: row for row in standings(["a", "b"], [result], TIE_BREAKERS)}
    assert (rows["a"].points, rows["b"].points) == points_of_both
    assert [rows[team].outcomes for team in "ab"] == [Tally({outcome: 1}) for outcome in tallies]


def test_before_the_first_match_everybody_leads() -> None:
    assert [row.rank for row in standings(TEAMS, [], TIE_BREAKERS)] == [1, 1, 1, 1]


# Matches that were not played, or not for the table


@pytest.mark.parametrize(("key", "home", "away"), [("bb2016", 3, 0), ("bb2020", 3, -3)])
def test_not_to_come_may_cost_points(key: str, home: int, away: int) -> None:
    """BB2020, unplayed fixtures: three points."""
    rules = with_options(rulesets.get(key), {"bonus-clean-sheet": 1})
    result = Result("a", "b", 1, 0, home_outcome="win", away_outcome="loss", walkover=True, no_show=("b",))
    counted = awarded(result, rules)
    assert (counted.home_points, counted.away_points) == (home, away)


def test_a_match_to_which_neither_came_is_lost_by_both_and_nobody_waited() -> None:
    rules = rulesets.get("bb2020")
    result = Result("a", "b", 0, 0, home_outcome="loss", away_outcome="loss", walkover=True)
    counted = awarded(result, rules)
    assert (counted.home_points, counted.away_points) == (0, 0)


@pytest.mark.parametrize("key", rulesets.available())
def test_a_friendly_earns_no_league_points(key: str) -> None:
    """2016/17 league compendium, FAQ, friendly games."""
    counted = awarded(Result("a", "b", 3, 0, friendly=True), rulesets.get(key))
    assert (counted.home_points, counted.away_points) == (0, 0)
    rules = rulesets.get(key)
    assert rules.friendly is not None
    counting = replace(rules, friendly=replace(rules.friendly, league_points=True))
    assert awarded(Result("a", "b", 3, 0, friendly=True), counting).home_points == rules.league.points["win"]
