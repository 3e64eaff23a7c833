"""Deals between teams (2016/17 league rules, starting the league): what stands in their way, and what they do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import effects as fx
from engine import history, rulesets
from engine.errors import DealIllegal, HiringIllegal, Problem, TeamRetiredAlready, UnknownTeam
from engine.history import Cause
from engine.rulesets.model import Ruleset
from engine.tally import Tally
from engine.team.deal import Deal, DealSide, Moving, after, decide_deal, problems, settled
from engine.team.draft import decide_draft
from engine.team.evolve import fold
from engine.team.hiring import Act, decide_act
from engine.team.retirement import decide_retirement
from engine.team.sheet import Gained, Player, TeamSheet
from engine.team.value import player_value, value
from engine.typed import build, plain
from tests.engine.given import RULES, a_draft, a_sheet, quickly, the_player, with_player

BASIC = rulesets.get("basic")
POSITIONS = {"lineman": 9, "blitzer": 3}


def humans(treasury: int = 100_000, **positions: int) -> TeamSheet:
    return a_sheet("t1", positions=positions or POSITIONS, treasury=treasury)


def more_humans(treasury: int = 100_000, **positions: int) -> TeamSheet:
    return a_sheet("t2", positions=positions or POSITIONS, treasury=treasury)


def orcs(treasury: int = 100_000, **positions: int) -> TeamSheet:
    return a_sheet("t2", roster="orc", positions=positions or POSITIONS, treasury=treasury)


def a_basic_team(key: str) -> TeamSheet:
    return fold(TeamSheet(key), decide_draft(a_draft("human", {"lineman": 11}, name=key), BASIC))


def a_deal(
    give: Sequence[str | Moving] = (),
    take: Sequence[str | Moving] = (),
    *,
    gold: int = 0,
    paid: int = 0,
) -> Deal:
    def side(team: str, gold: int, players: Sequence[str | Moving]) -> DealSide:
        return DealSide(team, gold, tuple(Moving(one) if isinstance(one, str) else one for one in players))

    return Deal(side("t1", gold, give), side("t2", paid, take))


def settle(deal: Deal, *sheets: TeamSheet) -> Deal:
    return settled(deal, {sheet.key: sheet for sheet in sheets}, {sheet.key: len(sheet.players) for sheet in sheets})


def found(deal: Deal, one: TeamSheet, other: TeamSheet, ruleset: Ruleset = RULES) -> list[Problem]:
    return list(problems(settle(deal, one, other), {"t1": one, "t2": other}, ruleset))


def codes(deal: Deal, one: TeamSheet, other: TeamSheet, ruleset: Ruleset = RULES) -> list[str]:
    return [problem.code for problem in found(deal, one, other, ruleset)]


def made(deal: Deal, one: TeamSheet, other: TeamSheet) -> tuple[TeamSheet, TeamSheet]:
    sheets = {"t1": one, "t2": other}
    told = decide_deal(settle(deal, one, other), sheets, RULES)
    first, second = (fold(sheets[key], [e.effect for e in told if e.team == key]) for key in ("t1", "t2"))
    assert after(settle(deal, one, other), sheets, RULES) == {"t1": first, "t2": second}
    return first, second


# What a deal does


def test_gold_goes_from_one_treasury_to_the_other_and_is_told_of_in_both() -> None:
    told = decide_deal(a_deal(gold=40_000), {"t1": humans(), "t2": orcs()}, RULES)
    assert told == (
        fx.TeamEffect("t1", fx.GoldChanged(-40_000, "deal", about="t2")),
        fx.TeamEffect("t2", fx.GoldChanged(40_000, "deal", about="t1")),
    )


def test_a_player_goes_with_all_that_he_has_earned_and_suffered() -> None:
    one = with_player(
        humans(),
        "p12",
        spp=17,
        deeds=Tally({"touchdown": 4}),
        niggles=1,
        lost=Tally({"ma": 1}),
        misses_next=True,
        games=8,
        improvements=(Gained("normal", "Dodge", 20_000),),
        spent=6,
    )
    first, second = made(a_deal(["p12"]), one, more_humans())
    assert the_player(first, "p12").status == "sold"
    came = the_player(second, "p13")
    assert came == replace(the_player(one, "p12"), key="p13", number=13)
    assert player_value(came, second, RULES) == player_value(the_player(one, "p12"), one, RULES)


def test_by_the_same_list_he_takes_his_position() -> None:
    _, second = made(a_deal(["p12"]), humans(), more_humans())
    assert the_player(second, "p13").line is None


def test_by_another_list_he_keeps_his_line_and_is_nobodys_cheap_lineman() -> None:
    one = humans()
    _, second = made(a_deal(["p1"]), one, orcs())
    came = the_player(second, "p13")
    line = RULES.roster("human").position("lineman")
    assert came.line == replace(line, journeyman=False)
    assert second.position_of(came, RULES).name == line.name
    assert value(second, RULES).total == value(orcs(), RULES).total + line.cost


def test_a_goblin_is_a_goblin_in_every_list_that_has_just_such_ones() -> None:
    """Limits of the team list: an orc team with its goblins gets no more of them from a goblin team."""
    lists = {roster.key for roster in RULES.teams if any(position.key == "goblin" for position in roster.positions)}
    assert {"orc", "goblin"} <= lists
    one = a_sheet("t1", roster="goblin", positions={"goblin": 12}, treasury=0)
    full = orcs(0, lineman=9, goblin=4)
    (problem,) = found(a_deal(["p1"]), one, full)
    assert (problem.code, problem.params["taken"], problem.params["most"]) == ("deal_position_limit", 5, 4)
    _, second = made(a_deal(["p1"]), one, orcs(0, lineman=9, goblin=3))
    assert the_player(second, "p13").line is None


def test_who_comes_home_takes_his_position_again() -> None:
    one, two = made(a_deal(["p12"]), humans(), orcs())
    one, two = made(a_deal(take=["p13"]), one, two)
    home = the_player(one, "p13")
    assert (home.position, home.line) == ("blitzer", None)
    assert the_player(one, "p12").status == "sold"
    assert the_player(two, "p13").status == "sold"


def test_without_a_wish_he_keeps_his_number_if_it_is_free() -> None:
    one = with_player(humans(), "p12", number=44)
    _, second = made(a_deal(["p12", "p1"]), one, more_humans())
    assert (the_player(second, "p13").number, the_player(second, "p14").number) == (44, 13)


def test_a_number_that_leaves_with_its_player_is_free() -> None:
    _, second = made(a_deal(["p12"], ["p12"]), humans(), more_humans())
    assert the_player(second, "p13").number == 12


def test_a_temporarily_retired_player_goes_and_stays_retired() -> None:
    _, second = made(a_deal(["p12"]), with_player(humans(), "p12", status="retired"), more_humans())
    assert the_player(second, "p13").status == "retired"


def test_terms_are_read_back_as_they_were_written() -> None:
    deal = a_deal([Moving("p1", 7, "p13")], gold=5)
    assert build(Deal, plain(deal), "terms") == deal


# What stands in its way, of either side


def test_no_team_deals_with_itself() -> None:
    deal = Deal(DealSide("t1", 10), DealSide("t1"))
    assert [one.code for one in problems(deal, {"t1": humans()}, RULES)] == ["deal_with_itself"]


def test_something_has_to_change_hands() -> None:
    assert codes(a_deal(), humans(), orcs()) == ["deal_empty"]
    assert codes(a_deal(gold=1), humans(), orcs()) == []


@pytest.mark.parametrize("side", ["proposer", "partner"])
def test_gold_has_to_be_there(side: str) -> None:
    def giving(gold: int) -> Deal:
        return a_deal(gold=gold) if side == "proposer" else a_deal(paid=gold)

    assert codes(giving(100_000), humans(), orcs()) == []
    (problem,) = found(giving(100_001), humans(), orcs())
    assert (problem.code, problem.rule, problem.where) == ("deal_gold_missing", "treasury", f"{side}.gold")
    assert (problem.params["needed"], problem.params["available"]) == (100_001, 100_000)


@pytest.mark.parametrize("side", ["proposer", "partner"])
def test_nobody_gives_less_than_nothing(side: str) -> None:
    deal = a_deal(gold=-1) if side == "proposer" else a_deal(paid=-1)
    (problem,) = found(deal, humans(), orcs())
    assert (problem.code, problem.where) == ("deal_gold_negative", f"{side}.gold")


@pytest.mark.parametrize("status", ["dead", "fired", "sold", "left"])
@pytest.mark.parametrize("side", ["proposer", "partner"])
def test_who_is_not_on_the_roster_cannot_go(side: str, status: str) -> None:
    one, two = humans(), orcs()
    deal = a_deal(["p1"]) if side == "proposer" else a_deal(take=["p1"])
    one, two = (
        (with_player(one, "p1", status=status), two)
        if side == "proposer"
        else (one, with_player(two, "p1", status=status))
    )
    (problem,) = found(deal, one, two)
    assert (problem.code, problem.where) == ("deal_player_gone", f"{side}.players.p1")


def test_nobody_gives_whom_he_never_had() -> None:
    assert codes(a_deal(["p99"], ["nobody"]), humans(), orcs()) == ["deal_player_gone", "deal_player_gone"]


@pytest.mark.parametrize("side", ["proposer", "partner"])
def test_a_journeyman_is_nobodys_to_give(side: str) -> None:
    one = with_player(humans(), "p1", status="journeyman")
    two = with_player(orcs(), "p1", status="journeyman")
    deal = a_deal(["p1"]) if side == "proposer" else a_deal(take=["p1"])
    (problem,) = found(deal, one, two)
    assert (problem.code, problem.where) == ("deal_journeyman", f"{side}.players.p1")


@pytest.mark.parametrize("side", ["proposer", "partner"])
def test_a_player_goes_only_once(side: str) -> None:
    deal = a_deal(["p1", "p1"]) if side == "proposer" else a_deal(take=["p1", "p1"])
    said = found(deal, humans(), orcs())
    assert [(one.code, one.params["times"]) for one in said] == [("deal_player_twice", 2)]


@pytest.mark.parametrize("side", ["proposer", "partner"])
def test_sixteen_are_the_most(side: str) -> None:
    """The stranger in the list counts as well."""
    small, fifteen, sixteen = humans(), orcs(0, lineman=15), orcs(0, lineman=16)
    if side == "partner":
        small, fifteen, sixteen = orcs(), humans(0, lineman=15), humans(0, lineman=16)

    def said(full: TeamSheet) -> list[Problem]:
        if side == "proposer":
            return found(a_deal(["p1"]), small, full)
        return found(a_deal(take=["p1"]), full, small)

    assert said(fifteen) == []
    (problem,) = said(sixteen)
    assert (problem.code, problem.params["players"], problem.params["most"]) == ("deal_too_many_players", 17, 16)
    assert problem.where == f"{side}.players"


def test_players_for_players_need_no_place() -> None:
    assert codes(a_deal(["p1"], ["p1"]), humans(0, lineman=16), orcs(0, lineman=16)) == []


def test_a_rostered_star_takes_a_place() -> None:
    star = next(star for star in RULES.stars if "orc" in star.teams and len(star.members) == 1)
    assert codes(a_deal(["p1"]), humans(), replace(orcs(0, lineman=15), star=star.key)) == ["deal_too_many_players"]


@pytest.mark.parametrize("side", ["proposer", "partner"])
def test_the_limit_of_the_team_list_holds_for_who_comes(side: str) -> None:
    """Four blitzers are the most; an injured one counts."""
    fits, full = more_humans(0, lineman=9, blitzer=3), more_humans(0, lineman=8, blitzer=4)
    full = with_player(full, "p12", misses_next=True)
    (problem,) = found(a_deal(["p12"]), humans(), full)
    assert (problem.code, problem.params["taken"], problem.params["most"]) == ("deal_position_limit", 5, 4)
    assert codes(a_deal(["p12"]), humans(), fits) == []
    assert codes(a_deal(["p12"], ["p12"]), humans(), full) == []


def test_who_carries_his_own_line_counts_in_no_limit_of_the_list() -> None:
    assert codes(a_deal(["p12"]), humans(), orcs(0, lineman=8, blitzer=4)) == []


def test_a_team_that_does_not_fit_any_more_may_still_shrink() -> None:
    crowded = replace(humans(), players=tuple(Player(f"p{n}", n, f"Blitzer {n}", "blitzer") for n in range(1, 18)))
    assert codes(a_deal(["p1"]), crowded, orcs()) == []
    assert codes(a_deal(["p1"], ["p1"]), crowded, orcs()) == []
    assert codes(a_deal(gold=10), crowded, orcs()) == []


def test_big_guys_count_together() -> None:
    rules = rulesets.get("bb2020")
    roster = next(one for one in rules.teams if one.big_guys_max is not None)
    big = [position for position in roster.positions if position.big_guy]
    other = next(position for position in roster.positions if not position.big_guy)

    def team(key: str, *keys: str) -> TeamSheet:
        players = [Player(f"p{nth}", nth, f"Player {nth}", position) for nth, position in enumerate(keys, start=1)]
        return TeamSheet(key, name=key, roster=roster.key, players=tuple(players))

    most = roster.big_guys_max or 0
    full = team("t2", *[big[nth % len(big)].key for nth in range(most)])
    (problem,) = found(a_deal(["p1"]), team("t1", big[-1].key), full, rules)
    assert (problem.code, problem.params["taken"], problem.params["most"]) == ("deal_big_guys", most + 1, most)
    assert codes(a_deal(["p1"]), team("t1", other.key), full, rules) == []
    assert codes(a_deal(["p1"], ["p1"]), team("t1", big[-1].key), full, rules) == []


@pytest.mark.parametrize("side", ["proposer", "partner"])
def test_a_number_is_worn_once(side: str) -> None:
    def deal(number: int) -> Deal:
        moving = [Moving("p1", number)]
        return a_deal(moving) if side == "proposer" else a_deal(take=moving)

    (problem,) = found(deal(12), humans(), orcs())
    assert (problem.code, problem.where) == ("deal_number_worn", f"{side}.players.p1")
    assert codes(deal(13), humans(), orcs()) == []


def test_two_who_come_do_not_share_a_number() -> None:
    assert codes(a_deal([Moving("p1", 20), Moving("p2", 20)]), humans(), orcs()) == ["deal_number_worn"]


def test_a_number_stands_on_a_shirt() -> None:
    assert codes(a_deal([Moving("p1", 99)]), humans(), orcs()) == []
    assert codes(a_deal([Moving("p1", 100)]), humans(), orcs()) == ["number_out_of_range"]
    assert codes(a_deal([Moving("p1", -1)]), humans(), orcs()) == ["number_out_of_range"]


def test_a_key_names_one_player_for_ever() -> None:
    sheets = {"t1": humans(), "t2": orcs()}
    for key in ("", "p3"):
        deal = a_deal([Moving("p1", 20, key)])
        assert [one.code for one in problems(deal, sheets, RULES)] == ["deal_key_taken"]
    twice = a_deal([Moving("p1", 20, "p13"), Moving("p2", 21, "p13")])
    assert [one.code for one in problems(twice, sheets, RULES)] == ["deal_key_taken"]


@pytest.mark.parametrize("side", ["proposer", "partner"])
def test_a_retired_team_deals_no_more(side: str) -> None:
    one, two = (replace(sheet, retired=nth == side) for sheet, nth in ((humans(), "proposer"), (orcs(), "partner")))
    (problem,) = found(a_deal(gold=10), one, two)
    assert (problem.code, problem.where) == ("team_retired", f"{side}.team")


def test_without_a_bank_no_gold_changes_hands() -> None:
    """Basic, section 2.5.3: what is not spent is not kept."""
    one, two = map(a_basic_team, ("t1", "t2"))
    assert codes(a_deal(gold=10), one, two, BASIC) == ["deal_without_bank"]
    assert codes(a_deal(["p1"]), one, two, BASIC) == []


def test_where_a_team_may_be_worth_only_so_much_no_deal_takes_it_above() -> None:
    one, two = map(a_basic_team, ("t1", "t2"))
    worth = value(two, BASIC).total + player_value(the_player(one, "p1"), one, BASIC)
    fits, less = (replace(BASIC, value=replace(BASIC.value, cap=cap)) for cap in (worth, worth - 1))
    assert codes(a_deal(["p1"]), one, two, fits) == []
    (problem,) = found(a_deal(["p1"]), one, two, less)
    assert (problem.code, problem.params["worth"], problem.params["most"]) == ("deal_value_over_cap", worth, worth - 1)
    assert codes(a_deal(["p1"], ["p1"]), one, two, less) == []


def test_all_problems_of_both_sides_come_at_once() -> None:
    said = codes(a_deal(["p99"], gold=200_000, paid=-5), humans(), replace(orcs(), retired=True))
    assert said == ["deal_gold_missing", "deal_player_gone", "team_retired", "deal_gold_negative"]


def test_an_illegal_deal_is_refused_with_its_problems() -> None:
    with pytest.raises(DealIllegal) as refusal:
        decide_deal(a_deal(), {"t1": humans(), "t2": orcs()}, RULES)
    assert [one.code for one in refusal.value.problems] == ["deal_empty"]


def test_a_team_that_is_not_there_makes_no_deal() -> None:
    with pytest.raises(UnknownTeam):
        problems(a_deal(gold=1), {"t1": humans()}, RULES)


def test_every_problem_names_a_rule_that_every_edition_has() -> None:
    said = found(
        a_deal(["p99", "p1", "p1"], gold=200_000, paid=-5), humans(), replace(orcs(0, lineman=16), retired=True)
    )
    assert len(said) > 4
    for key in rulesets.available():
        assert {one.rule for one in said} <= set(rulesets.get(key).rules), key


# History


def causes(deal: Deal) -> list[Cause]:
    drafts = [
        Cause(f"d{nth}", "draft", key, (0, nth), (key,), {"draft": plain(a_draft(roster, POSITIONS, name=key))})
        for nth, (key, roster) in enumerate((("t1", "human"), ("t2", "orc")))
    ]
    return [*drafts, Cause("deal", "deal", "d1", (1, 0), ("t1", "t2"), {"deal": plain(deal)})]


def stored(told: list[Cause]) -> list[Cause]:
    done = history.redecide([], {cause.key: cause for cause in told}, rules=lambda cause: RULES)
    assert not done.conflicts
    return [replace(one.cause, effects=one.effects) for one in done.decided]


def test_deciding_a_deal_again_changes_nothing() -> None:
    kept = stored(causes(a_deal([Moving("p12", 20, "p13")], paid=20_000)))
    assert history.redecide(kept, rules=lambda cause: RULES, all_again=True).changes == ()


def test_a_voided_deal_leaves_both_teams_as_they_were() -> None:
    kept = stored(causes(a_deal([Moving("p12", 20, "p13")], paid=20_000)))
    gone = history.redecide(kept, {"deal": replace(kept[-1], voided=True)}, rules=lambda cause: RULES)
    assert gone.conflicts == ()
    assert gone.after == history.fold(kept[:-1])


def test_a_deal_whose_player_was_never_hired_is_a_conflict() -> None:
    kept = stored(causes(a_deal([Moving("p12", 20, "p13")], paid=20_000)))
    smaller = replace(kept[0], inputs={"draft": plain(a_draft("human", {"lineman": 11}, name="t1"))})
    preview = history.redecide(kept, {"d0": smaller}, rules=lambda cause: RULES)
    assert [one.details[0].code for one in preview.conflicts] == ["deal_player_gone"]


@quickly
@given(data=st.data())
def test_gold_and_players_are_neither_made_nor_lost(data: st.DataObject) -> None:
    """Over both teams together, whatever changes hands; and whatever the engine lets pass is legal for both."""
    one, two = humans(data.draw(st.integers(0, 300_000))), orcs(data.draw(st.integers(0, 300_000)))
    keys = [f"p{nth}" for nth in range(1, 14)]
    give, take = (data.draw(st.lists(st.sampled_from(keys), max_size=5)) for _ in range(2))
    deal = a_deal(give, take, gold=data.draw(st.integers(-10, 300_000)), paid=data.draw(st.integers(0, 300_000)))
    if codes(deal, one, two):
        with pytest.raises(DealIllegal):
            made(deal, one, two)
        return
    first, second = made(deal, one, two)
    assert first.balance + second.balance == one.balance + two.balance
    assert min(first.balance, second.balance) >= 0
    assert len(first.members) + len(second.members) == len(one.members) + len(two.members)
    assert sorted(player.name for sheet in (first, second) for player in sheet.members) == sorted(
        player.name for sheet in (one, two) for player in sheet.members
    )
    worth = [sum(player_value(player, sheet, RULES) for player in sheet.members) for sheet in (first, second, one, two)]
    assert worth[0] + worth[1] == worth[2] + worth[3]
    for sheet in (first, second):
        numbers = [player.number for player in sheet.roll_call]
        assert len(numbers) == len(set(numbers)) <= RULES.draft.players_max


# Retirement


def test_a_team_retires_once() -> None:
    assert decide_retirement(humans()) == (fx.TeamRetired(),)
    with pytest.raises(TeamRetiredAlready):
        decide_retirement(replace(humans(), retired=True))


def test_a_retired_team_hires_nobody() -> None:
    act = Act("hire", player="p13", position="lineman", number=13, name="Late")
    assert decide_act(act, humans(), RULES)
    with pytest.raises(HiringIllegal) as refusal:
        decide_act(act, replace(humans(), retired=True), RULES)
    assert [one.code for one in refusal.value.problems] == ["team_retired"]
