"""Team value (BB2016, league rules, team roster: team value) and what does not fit on a sheet."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rulesets import Ruleset, available, get
from engine.tally import Tally
from engine.team.legality import problems
from engine.team.sheet import Gained, Player, Status, TeamSheet
from engine.team.value import ValuePart, player_parts, player_value, value
from tests.engine.given import RULES, a_sheet, quickly, the_player, with_player

SHEET = a_sheet(positions={"lineman": 8, "blitzer": 4}, goods={"reroll": 2, "fan-factor": 1, "cheerleader": 1})
WORTH = 8 * 50_000 + 4 * 90_000 + 2 * 50_000 + 10_000 + 10_000


def test_a_team_is_worth_its_players_staff_re_rolls_and_fan_factor() -> None:
    assert value(SHEET, RULES).total == WORTH


def test_an_apothecary_counts_as_staff() -> None:
    assert value(a_sheet(goods={"apothecary": 1}), RULES).total == 11 * 50_000 + 50_000


@pytest.mark.parametrize("treasury", [0, 10_000, 990_000])
def test_gold_counts_nothing(treasury: int) -> None:
    assert value(replace(SHEET, balance=treasury), RULES).total == WORTH


def test_a_player_who_misses_the_next_match_counts_nothing_and_is_shown_as_left_out() -> None:
    worth = value(with_player(SHEET, "p12", misses_next=True), RULES)
    assert worth.total == WORTH - 90_000
    (left_out,) = [line for line in worth.lines if line.left_out]
    assert (left_out.about, left_out.left_out, left_out.each, left_out.amount) == ("p12", "misses-next", 90_000, 0)


def test_a_dead_player_counts_nothing_and_is_not_listed() -> None:
    worth = value(with_player(SHEET, "p1", status="dead"), RULES)
    assert worth.total == WORTH - 50_000
    assert "p1" not in {line.about for line in worth.lines}


def test_an_injured_player_who_may_play_counts_in_full() -> None:
    hurt = with_player(SHEET, "p1", niggles=2, lost=Tally({"ag": 2}))
    assert value(hurt, RULES).total == WORTH
    assert player_value(the_player(hurt, "p1"), hurt, RULES) == 50_000


@quickly
@given(
    st.dictionaries(st.sampled_from([good.key for good in RULES.goods]), st.integers(0, 9)),
    st.sets(st.integers(1, 12)),
    st.sets(st.integers(1, 12)),
)
def test_the_explanation_sums_to_the_total(goods: dict[str, int], missing: set[int], dead: set[int]) -> None:
    sheet = replace(SHEET, goods=Tally(goods))
    for nth in missing:
        sheet = with_player(sheet, f"p{nth}", misses_next=True)
    for nth in dead:
        sheet = with_player(sheet, f"p{nth}", status="dead")
    worth = value(sheet, RULES)
    prices = [50_000] * 8 + [90_000] * 4
    players = sum(price for nth, price in enumerate(prices, start=1) if nth not in missing | dead)
    staff = sum(RULES.good_cost(RULES.roster("human"), key) * count for key, count in goods.items())
    assert sum(line.amount for line in worth.lines) == worth.total == players + staff


def test_a_team_that_was_never_drafted_is_worth_nothing() -> None:
    assert value(TeamSheet("t1"), RULES).total == 0


# What does not fit on a sheet


def codes(sheet: TeamSheet) -> list[str]:
    return [problem.code for problem in problems(sheet, RULES)]


def test_a_drafted_team_fits() -> None:
    assert codes(SHEET) == []


def test_a_team_that_was_never_drafted_is_said_to_be() -> None:
    assert codes(TeamSheet("t1")) == ["team_not_founded"]


def test_too_few_players_are_no_fault_of_a_running_team() -> None:
    assert codes(replace(SHEET, players=SHEET.players[:3])) == []


def test_everything_that_does_not_fit_is_told_at_once() -> None:
    crowd = tuple(Player(f"p{nth}", nth % 16, "Extra", "ogre") for nth in range(13, 30))
    sheet = replace(
        SHEET, players=(*SHEET.players, *crowd), balance=-10_000, goods=Tally({"reroll": 9, "apothecary": 2})
    )
    assert set(codes(sheet)) == {"in_debt", "too_many_players", "position_limit", "number_taken", "good_limit"}
    assert codes(sheet).count("good_limit") == 2


def test_the_dead_take_no_place_and_no_number() -> None:
    crowd = tuple(Player(f"p{nth}", 1, "Dead", "ogre", status="dead") for nth in range(13, 30))
    assert codes(replace(SHEET, players=(*SHEET.players, *crowd))) == []


def test_fan_factor_may_rise_above_nine_once_a_team_plays() -> None:
    """BB2016, post-match sequence step 3: fan factor has no upper limit."""
    assert codes(replace(SHEET, goods=Tally({"fan-factor": 15}))) == []


def test_a_record_counts_the_matches_played() -> None:
    record = replace(SHEET.record, outcomes=Tally({"win": 2, "draw": 1, "loss": 3}))
    assert record.played == 6


@pytest.mark.parametrize(("over", "refused"), [(-10_000, False), (0, False), (10_000, True)])
def test_a_team_worth_more_than_the_cap_is_told_so(over: int, refused: bool) -> None:
    """Basic, 2.3: the cap holds at all times."""
    sheet = a_sheet()
    capped = replace(RULES, value=replace(RULES.value, cap=value(sheet, RULES).total - over))
    assert [problem.code for problem in problems(sheet, capped)] == ["value_over_cap"] * refused


def test_the_value_of_everybody_counts_those_who_miss_the_next_match() -> None:
    """BB2020, team draft: team value, and current team value without players who miss the next game."""
    hurt = with_player(SHEET, "p1", misses_next=True)
    worth = value(hurt, RULES)
    assert (worth.total, worth.with_the_missing) == (WORTH - 50_000, WORTH)


@pytest.mark.parametrize(("key", "both"), [("bb2020", True), ("bb2016", False), ("lrb6", False), ("basic", False)])
def test_one_edition_has_a_name_for_both_values(key: str, both: bool) -> None:
    assert get(key).value.both is both


def test_a_position_that_nobody_knows_is_worth_nothing_and_is_said() -> None:
    """Only a rewritten history brings one; no page falls over it."""
    odd = with_player(SHEET, "p1", position="bruiser")
    assert value(odd, RULES).total == WORTH - 50_000
    assert [problem.code for problem in problems(odd, RULES)] == ["unknown_position"]


EDITIONS = (*(get(key) for key in available()), get("basic").variant("sevens"))


@st.composite
def sheets(draw: st.DrawFn) -> tuple[TeamSheet, Ruleset]:
    """Any sheet of any edition: whoever is on it, whatever he has learned and suffered."""
    ruleset = draw(st.sampled_from(EDITIONS))
    roster = draw(st.sampled_from(ruleset.teams))
    gained = st.builds(
        Gained,
        st.sampled_from(["normal", "double", "chosen-primary", "st"]),
        st.sampled_from(["Block", "Dodge", "st"]),
        st.integers(0, 8).map(lambda tens: tens * 10_000),
    )
    players = draw(
        st.lists(
            st.builds(
                Player,
                key=st.uuids().map(str),
                number=st.integers(1, 99),
                name=st.just("Zog"),
                position=st.sampled_from([*(one.key for one in roster.positions), "nobody-knows"]),
                status=st.sampled_from(get_args(Status)),
                niggles=st.integers(0, 3),
                misses_next=st.booleans(),
                improvements=st.lists(gained, max_size=6).map(tuple),
            ),
            max_size=18,
        )
    )
    goods = {good.key: draw(st.integers(0, 9)) for good in ruleset.goods}
    star = draw(st.sampled_from(["", "nobody", *(one.key for one in ruleset.stars)]))
    choices = {one.key: draw(st.sampled_from(one.options)) for one in roster.choices}
    sheet = TeamSheet("t1", "T", roster.key, 0, Tally(goods), tuple(players), star=star, choices=choices)
    return sheet, ruleset


@given(sheets())
@quickly
def test_the_total_is_what_its_explanation_adds_up_to(drawn: tuple[TeamSheet, Ruleset]) -> None:
    """Every edition, team value: whoever is left out is named with a reason, and everybody else counts in full."""
    sheet, ruleset = drawn
    worth = value(sheet, ruleset)
    counted, all_together = 0, 0
    for line in worth.lines:
        each = sum(part.amount for part in line.parts) if line.what == "player" else line.each
        assert each == line.each
        counted += 0 if line.left_out else line.times * each
        all_together += 0 if line.left_out == "not-counted" else line.times * each
    assert (counted, all_together) == (worth.total, worth.with_the_missing)
    lines = {line.about: line for line in worth.lines if line.what == "player"}
    assert list(lines) == [player.key for player in sheet.roll_call]
    for player in sheet.roll_call:
        absent = player.status == "retired" or (player.misses_next and not ruleset.value.missing_count)
        assert bool(lines[player.key].left_out) is absent
        assert lines[player.key].each == player_value(player, sheet, ruleset)


def test_each_improvement_is_a_part_of_its_own() -> None:
    better = with_player(
        SHEET, "p12", improvements=(Gained("normal", "Guard", 20_000), Gained("st", "st", 50_000)), niggles=2
    )
    parts = player_parts(the_player(better, "p12"), better, RULES)
    assert [(part.what, part.about, part.amount) for part in parts] == [
        ("position", "blitzer", 90_000),
        ("improvement", "Guard", 20_000),
        ("improvement", "st", 50_000),
    ]


def test_niggles_are_a_part_where_they_lower_the_value() -> None:
    """Basic, section 2.5.3: 10,000 less for each niggling injury."""
    basic = get("basic")
    sheet = TeamSheet("t1", "T", "human", players=(Player("p1", 1, "Zog", "lineman", niggles=2),))
    assert player_parts(sheet.players[0], sheet, basic)[-1] == ValuePart("niggles", "2", -20_000)


def test_cheap_linemen_name_the_rule_by_which_they_count_nothing() -> None:
    """BB2020, team special rules, Low Cost Linemen: their price counts nothing, what they learned does."""
    bb2020 = get("bb2020")
    snotling = Player("p1", 1, "Zog", "snotling-lineman", improvements=(Gained("chosen-primary", "Block", 20_000),))
    sheet = TeamSheet("t1", "T", "snotling", players=(snotling,))
    price, learned = player_parts(snotling, sheet, bb2020)
    assert (price.amount, price.rule, learned.amount) == (0, "Low Cost Linemen", 20_000)
