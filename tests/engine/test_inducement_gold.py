"""Gold for inducements: the difference, the treasury, what a place gives, and who may spend when nobody is ahead."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice import SeededDice
from engine.effects import GoldChanged
from engine.errors import ReportIllegal
from engine.match.after import Done
from engine.match.inducements import problems, purses
from engine.match.inducements.purse import first_to_buy
from engine.match.played import decide_match
from engine.match.prematch import Induced, PreMatch, Venue
from engine.match.report import MatchReport, SideReport
from engine.match.sides import SIDES, Side, other_side
from engine.rulesets.model import Ruleset
from engine.team.evolve import fold
from engine.team.sheet import TeamSheet
from engine.team.value import value
from tests.engine.days import (
    BASIC,
    BB2016,
    BB2020,
    LRB6,
    a_day,
    bought,
    changed,
    two_teams,
    with_choices,
)
from tests.engine.given import a_step, after_a, done, quickly


def gifts(prematch: PreMatch, teams: dict[Side, TeamSheet], rules: Ruleset) -> tuple[int, int]:
    found = purses(prematch, teams, rules)
    return found["home"].gift, found["away"].gift


def codes(prematch: PreMatch, teams: dict[Side, TeamSheet], rules: Ruleset) -> list[str]:
    return [f"{one.code} {one.where}" for one in problems(prematch, teams, rules)]


# The difference


@pytest.mark.parametrize("rules", [BB2016, LRB6, BB2020], ids=lambda rules: rules.key)
@pytest.mark.parametrize(
    ("home", "away", "given"),
    [
        (1_250_000, 1_000_000, (0, 250_000)),
        (1_000_000, 1_010_000, (10_000, 0)),
        (1_000_000, 1_000_000, (0, 0)),
    ],
)
def test_the_underdog_is_given_the_difference(home: int, away: int, given: tuple[int, int], rules: Ruleset) -> None:
    """BB2016, pre-match sequence, step 4 (the first case is the book's own example); LRB6 and BB2020 the same."""
    assert gifts(a_day(), two_teams(home, away, rules=rules), rules) == given


def test_players_who_miss_the_match_count_nothing() -> None:
    """BB2016, league rules, team value."""
    teams = two_teams(1_000_000, 1_100_000)
    teams["away"] = changed(teams["away"], {"p2": {"misses_next": True}, "p3": {"misses_next": True}})
    assert gifts(a_day(), teams, BB2016) == (0, 0)


def test_basic_knows_no_inducements() -> None:
    """Basic, section 1.1: nothing happens before a match but the toss."""
    teams = two_teams(1_000_000, 1_400_000, rules=BASIC, treasury=50_000)
    found = purses(a_day(bought("bribe", treasury=50_000)), teams, BASIC)["home"]
    assert (found.budget, found.cost, found.own_most) == (0, 0, 0)
    assert codes(a_day(bought("bribe", treasury=50_000)), teams, BASIC) == [
        "inducement_unknown prematch.home.induced.0",
        "inducement_treasury_closed prematch.home.treasury",
    ]


# Their own gold


def test_the_favourites_gold_does_not_raise_the_others_in_bb2016() -> None:
    """BB2016, pre-match sequence, step 4; reading A-20."""
    teams = two_teams(1_200_000, 1_000_000, treasury=300_000)
    assert gifts(a_day(bought("bribe", treasury=100_000)), teams, BB2016) == (0, 200_000)


def test_transfers_of_both_sides_count_as_value_in_lrb6() -> None:
    """LRB6, pre-match, transfer gold: it does affect the value."""
    teams = two_teams(1_200_000, 1_000_000, treasury=300_000, rules=LRB6)
    assert gifts(a_day(bought(treasury=100_000)), teams, LRB6) == (0, 300_000)
    assert gifts(a_day(bought(treasury=100_000), bought(treasury=50_000)), teams, LRB6) == (0, 250_000)
    assert gifts(a_day(None, bought(treasury=300_000)), teams, LRB6) == (100_000, 0)


def test_what_the_favourite_spends_the_underdog_is_given_in_bb2020() -> None:
    """BB2020, pre-game sequence, inducements (errata): only what is spent, not what lies ready."""
    teams = two_teams(1_200_000, 1_000_000, treasury=300_000, rules=BB2020)
    assert gifts(a_day(bought("bribe", treasury=300_000)), teams, BB2020) == (0, 300_000)
    assert gifts(a_day(bought(treasury=300_000)), teams, BB2020) == (0, 200_000)


def test_the_underdog_spends_none_of_his_own_in_bb2020() -> None:
    """BB2020, errata; reading N-09. The printed rule is an option."""
    teams = two_teams(1_200_000, 1_000_000, treasury=300_000, rules=BB2020)
    day = a_day(None, bought("bribe", treasury=10_000))
    assert codes(day, teams, BB2020) == ["inducement_treasury_closed prematch.away.treasury"]
    assert purses(day, teams, BB2020)["away"].own_most == 0
    printed = with_choices(BB2020, petty_cash="difference")
    assert codes(day, teams, printed) == []
    assert purses(day, teams, printed)["away"].own_most == 300_000


@pytest.mark.parametrize(("rules", "refused"), [(BB2016, False), (LRB6, False), (BB2020, True)])
def test_with_equal_values_both_spend_their_own_or_nobody_does(rules: Ruleset, refused: bool) -> None:
    """BB2016, FAQ: they choose in turn; BB2020: nobody gets or spends anything."""
    teams = two_teams(treasury=100_000, rules=rules)
    found = codes(a_day(bought("bribe", treasury=100_000)), teams, rules)
    closed = ["inducement_treasury_closed prematch.home.treasury", "inducements_too_dear prematch.home.induced"]
    assert found == (closed if refused else [])


@pytest.mark.parametrize("rules", [BB2016, LRB6, BB2020], ids=lambda rules: rules.key)
@pytest.mark.parametrize(("own", "refused"), [(0, False), (99_999, False), (100_000, False), (100_001, True)])
def test_nobody_spends_gold_that_is_not_there(own: int, refused: bool, rules: Ruleset) -> None:
    teams = two_teams(1_200_000, 1_000_000, treasury=100_000, rules=rules)
    found = codes(a_day(bought(treasury=own)), teams, rules)
    assert found == (["inducement_treasury prematch.home.treasury"] if refused else [])


def test_less_than_nothing_is_no_gold() -> None:
    teams = two_teams(1_200_000, 1_000_000, treasury=100_000)
    assert codes(a_day(bought(treasury=-1)), teams, BB2016) == ["inducement_treasury prematch.home.treasury"]


# Which purse pays, and what is left


@pytest.mark.parametrize(
    ("own", "kegs", "taken", "lost"), [(50_000, 1, 0, 50_000), (50_000, 2, 0, 0), (50_000, 0, 0, 100_000)]
)
def test_gold_that_is_given_pays_first_and_its_rest_is_lost(own: int, kegs: int, taken: int, lost: int) -> None:
    """BB2016, pre-match sequence, step 4; reading A-21: own gold is only touched for what the gift does not cover."""
    teams = two_teams(1_000_000, 1_100_000, treasury=100_000)
    lines = (Induced("bloodweiser-keg", kegs),) if kegs else ()
    purse = purses(a_day(bought(*lines, treasury=own)), teams, BB2016)["home"]
    assert (purse.out_of_treasury, purse.lost, purse.returned) == (taken, lost, 0)


def test_own_gold_pays_the_rest() -> None:
    teams = two_teams(1_000_000, 1_100_000, treasury=100_000)
    purse = purses(a_day(bought("bribe", "bloodweiser-keg", treasury=100_000)), teams, BB2016)["home"]
    assert (purse.gift, purse.cost, purse.out_of_treasury, purse.left) == (100_000, 150_000, 50_000, 50_000)


def test_petty_cash_that_is_not_spent_comes_back() -> None:
    """LRB6, post-match step 2.3; reading L-05: gold that was given pays first, so that petty cash can return."""
    teams = two_teams(1_100_000, 1_000_000, treasury=200_000, rules=LRB6)
    day = a_day(bought("bribe", treasury=150_000), bought(Induced("bribe", 2), "bloodweiser-babe", treasury=0))
    mine, theirs = (purses(day, teams, LRB6)[side] for side in SIDES)
    assert (mine.gift, mine.out_of_treasury, mine.returned, mine.lost) == (0, 150_000, 50_000, 0)
    assert (theirs.gift, theirs.out_of_treasury, theirs.returned, theirs.lost) == (250_000, 0, 0, 0)


@pytest.mark.parametrize(("kegs", "refused"), [(1, False), (2, False)])
def test_exactly_what_is_there_is_enough(kegs: int, refused: bool) -> None:
    teams = two_teams(1_000_000, 1_100_000)
    assert bool(codes(a_day(bought(Induced("bloodweiser-keg", kegs))), teams, BB2016)) is refused


@pytest.mark.parametrize(("away", "refused"), [(1_100_000, False), (1_090_000, True)])
def test_ten_thousand_too_little_is_too_little(away: int, refused: bool) -> None:
    found = [*problems(a_day(bought("bribe")), two_teams(1_000_000, away), BB2016)]
    assert [str(one) for one in found] == (
        ["Team t1: what was bought costs 100,000 gp, and there are 90,000 gp for it."] if refused else []
    )


# The place


def test_who_visits_another_teams_home_is_given_50000() -> None:
    """BB2016, stadiums, becoming residents."""
    teams = two_teams()
    assert gifts(a_day(venue=Venue(home_of="home")), teams, BB2016) == (0, 50_000)
    assert gifts(a_day(venue=Venue(home_of="away")), teams, BB2016) == (50_000, 0)
    assert gifts(a_day(venue=Venue(home_of="home")), two_teams(1_000_000, 1_200_000), BB2016) == (200_000, 50_000)


@pytest.mark.parametrize(
    ("gold", "refused"),
    [(0, False), (10_000, True), (20_000, False), (120_000, False), (125_000, True), (130_000, True)],
)
def test_a_reputation_for_spectacle_gives_both_the_same(gold: int, refused: bool) -> None:
    """BB2016, stadiums, luxury stadium 2: 2D6 tens of thousands for inducements."""
    day = a_day(venue=Venue(stadium="reputation-for-spectacle", gold=gold))
    assert gifts(day, two_teams(), BB2016) == (gold, gold)
    assert codes(day, two_teams(), BB2016) == (["stadium_gold prematch.venue.gold"] if refused else [])


def test_no_other_stadium_gives_gold() -> None:
    day = a_day(venue=Venue(stadium="astrogranite", gold=20_000))
    assert gifts(day, two_teams(), BB2016) == (0, 0)
    assert codes(day, two_teams(), BB2016) == ["stadium_gold prematch.venue.gold"]


# Journeymen count


def test_journeymen_of_the_match_count_before_gold_is_counted() -> None:
    """BB2020, pre-game sequence: journeymen are taken on before inducements, and count in the current value."""
    teams = two_teams(1_100_000, 1_000_000, rules=BB2020)
    nine = replace(teams["away"], players=teams["away"].players[:9])
    teams["away"] = nine
    lineman = nine.players[0].position
    worth = value(nine, BB2020).total
    price = BB2020.roster("human").position(lineman).cost
    day = a_day(None, bought(journeymen=(lineman,) * 2))
    assert gifts(day, teams, BB2020) == (0, 1_100_000 - worth - 2 * price)
    untold = a_day(None, bought("bribe"))
    assert "journeymen_not_told prematch.away.journeymen" in codes(untold, teams, BB2020)
    # As long as no gold hangs on it, a blank is no error.
    assert codes(a_day(), teams, BB2020) == []


# Who buys first


@pytest.mark.parametrize(
    ("home", "away", "chosen", "first"),
    [
        (1_010_000, 1_000_000, "", "home"),
        (1_000_000, 1_010_000, "home", "away"),
        (1_000_000, 1_000_000, "away", "away"),
        (1_000_000, 1_000_000, "home", "home"),
        (1_000_000, 1_000_000, "", None),
    ],
)
def test_the_stronger_buys_first_and_the_die_decides_between_equals(
    home: int, away: int, chosen: Literal["", "home", "away"], first: Side | None
) -> None:
    """BB2016, pre-match sequence, step 4; FAQ: a D6 each, the winner chooses."""
    assert first_to_buy(a_day(chooses_first=chosen), two_teams(home, away), BB2016) == first


# Recounted slowly


MODES: list[Any] = ["difference", "treasury-counts", "underdog-only"]
lines = st.lists(
    st.builds(
        Induced, st.sampled_from(["bribe", "bloodweiser-keg", "extra-team-training", "horatio-x-scottenheim"]),
        st.integers(1, 3),
    ),
    max_size=4,
)  # fmt: skip
tens = st.integers(0, 40).map(lambda tens: tens * 10_000)


def recounted_gift(mode: str, mine: int, theirs: int, own: int, other: int, spent: int) -> int:
    """In the words of the books, without looking at the code: what the weaker side is given."""
    if mode == "difference":
        return max(0, theirs - mine)
    if mode == "treasury-counts":
        return max(0, theirs + other - mine - own)
    return theirs - mine + spent if theirs > mine else 0


@quickly
@given(
    mode=st.sampled_from(MODES),
    values=st.tuples(tens, tens),
    treasuries=st.tuples(tens, tens),
    own=st.tuples(tens, tens),
    wanted=st.tuples(lines, lines),
)
def test_gold_is_conserved_and_budgets_are_kept(
    mode: Any, values: tuple[int, int], treasuries: tuple[int, int], own: tuple[int, int], wanted: tuple[Any, Any]
) -> None:
    rules = with_choices(BB2016, petty_cash=mode)
    rules = replace(rules, post_match=LRB6.post_match) if mode == "treasury-counts" else rules
    home, away = (1_000_000 + extra for extra in values)
    teams = two_teams(home, away, treasury=treasuries, rules=rules)
    day = a_day(bought(*wanted[0], treasury=own[0]), bought(*wanted[1], treasury=own[1]))
    prices = {one.key: one.cost or 0 for one in rules.inducements}
    cost = {side: sum(prices[one.what] * one.count for one in day.side(side).induced or ()) for side in SIDES}
    worth = {"home": home, "away": away}
    report = MatchReport(SideReport("t1", 0, nominees=FIRST), SideReport("t2", 0, nominees=FIRST), prematch=day)
    sheets = {sheet.key: sheet for sheet in teams.values()}
    try:
        happened = decide_match("m1", report, sheets, SeededDice(b"gold"), rules)
    except ReportIllegal:
        assert any(True for _ in problems(day, teams, rules))
        return
    for side in SIDES:
        other = other_side(side)
        mine = [one.effect for one in happened if one.team == teams[side].key]
        paid = -sum(effect.amount for effect in mine if isinstance(effect, GoldChanged))
        after = fold(teams[side], mine)
        back = done(returned(after, rules)) if mode == "treasury-counts" else None
        refund = sum(e.amount for e in back.effects if isinstance(e, GoldChanged)) if back else 0
        spent = paid - refund
        gift = recounted_gift(
            mode, worth[side], worth[other], own[SIDES.index(side)], own[SIDES.index(other)], cost[other]
        )
        assert after.treasury + paid == teams[side].treasury
        assert 0 <= spent <= own[SIDES.index(side)] <= teams[side].treasury or spent == 0
        assert cost[side] <= gift + spent
        assert spent == max(0, cost[side] - gift)
        for effect in mine:
            if isinstance(effect, GoldChanged) and effect.lines:
                assert sum(line.amount for line in effect.lines) == effect.amount


FIRST = ("p1", "p2", "p3")


def returned(sheet: TeamSheet, rules: Ruleset) -> Any:
    assert sheet.last_match is not None
    return a_step("petty-cash", sheet, {}, last=sheet.last_match, ruleset=with_choices(rules, spiralling=False))


def test_the_step_of_the_petty_cash_gives_back_what_the_match_remembers() -> None:
    """LRB6, post-match step 2.3."""
    teams = two_teams(1_100_000, 1_000_000, treasury=200_000, rules=LRB6)
    report = MatchReport(SideReport("t1", 0), SideReport("t2", 0), prematch=a_day(bought("bribe", treasury=150_000)))
    happened = decide_match("m1", report, {one.key: one for one in teams.values()}, SeededDice(b"petty"), LRB6)
    gold = [one.effect for one in happened if one.team == "t1" and isinstance(one.effect, GoldChanged)]
    assert [(one.reason, one.amount) for one in gold] == [("petty-cash", -150_000), ("inducements", 0)]
    after = fold(teams["home"], [one.effect for one in happened if one.team == "t1"])
    assert after.treasury == 50_000
    assert fold(after, done(returned(after, LRB6)).effects).treasury == 100_000


def test_a_match_before_which_nothing_was_put_in_gives_nothing_back() -> None:
    step = a_step("petty-cash", two_teams(rules=LRB6)["home"], {}, last=after_a("win"), ruleset=LRB6)
    assert step == Done(())
