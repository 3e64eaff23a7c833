"""What a concession, a friendly, a walkover, overtime and a redraft mean in each edition."""

from __future__ import annotations

import pytest

from engine.dice import TableDice
from engine.errors import DieMissing
from engine.match.overtime import shoot_out
from engine.rulesets import Ruleset, available, get
from engine.rulesets.model import required
from engine.rulesets.occasions import Concession, Overtime, Redraft, SeasonPlayed
from engine.rulesets.options import HouseRulesIllegal, with_options

ALL = available()


def concession(key: str) -> Concession:
    return required(get(key).concession, "concession", get(key))


def overtime(key: str) -> Overtime:
    return required(get(key).overtime, "overtime", get(key))


def redraft(key: str) -> Redraft:
    return required(get(key).redraft, "redraft", get(key))


@pytest.mark.parametrize("key", ALL)
def test_every_edition_says_what_happens_out_of_the_ordinary(key: str) -> None:
    rules = get(key)
    assert all((rules.concession, rules.friendly, rules.walkover, rules.redraft))
    # Basic, 1.1: a tied match is a draw.
    assert (rules.overtime is None) == (key == "basic")


# Concession


@pytest.mark.parametrize("key", ["lrb6", "bb2016", "basic"])
@pytest.mark.parametrize(("players", "free"), [(0, True), (2, True), (3, False), (11, False)])
def test_giving_up_is_free_with_two_players_or_fewer(key: str, players: int, free: bool) -> None:
    """2016/17 league compendium, conceding; LRB6 (reading L-04); Basic, 2.5."""
    assert concession(key).is_free(players) is free


def test_in_the_newest_edition_giving_up_is_never_free() -> None:
    """BB2020, conceding."""
    assert not any(concession("bb2020").is_free(players) for players in range(12))


@pytest.mark.parametrize(
    ("key", "score"), [("lrb6", 1), ("bb2016", 1), ("basic", 1), ("bb2020", 1 + 1 + 2)], ids=lambda one: str(one)
)
def test_the_score_of_who_was_conceded_to(key: str, score: int) -> None:
    """BB2020, conceding (reading N-06): his own, one more, and the conceder's."""
    assert concession(key).touchdowns(winner=1, conceder=2) == score


@pytest.mark.parametrize("key", ["lrb6", "bb2016"])
@pytest.mark.parametrize(("spp", "thrown_for"), [(50, False), (51, True), (176, True)])
def test_the_famous_may_leave_who_concedes(key: str, spp: int, thrown_for: bool) -> None:
    """2016/17 league compendium, conceding: 51 star player points or more."""
    assert concession(key).may_leave(spp, improvements=6) is thrown_for


@pytest.mark.parametrize(("improvements", "thrown_for"), [(2, False), (3, True), (6, True)])
def test_the_advanced_may_leave_who_concedes(improvements: int, thrown_for: bool) -> None:
    """BB2020, conceding: three advancements or more."""
    assert concession("bb2020").may_leave(spp=0, improvements=improvements) is thrown_for


def test_nobody_leaves_in_the_smallest_edition() -> None:
    """Basic, 2.5: star player points are all it costs."""
    assert not concession("basic").may_leave(spp=999, improvements=6)


@pytest.mark.parametrize("key", ["lrb6", "bb2016", "bb2020"])
def test_a_one_to_three_leaves(key: str) -> None:
    assert [concession(key).leaves(face) for face in range(1, 7)] == [True] * 3 + [False] * 3


@pytest.mark.parametrize(
    ("key", "dice", "mvp"), [("bb2016", (3,), False), ("bb2020", (), False), ("lrb6", (), True)], ids=str
)
def test_a_friendly_counts_for_no_table(key: str, dice: tuple[int, ...], mvp: bool) -> None:
    """2016/17 league compendium, FAQ, friendly games: a D3, no most valuable player, no league points."""
    friendly = required(get(key).friendly, "friendly", get(key))
    assert (friendly.winnings_dice, friendly.mvp, friendly.league_points) == (dice, mvp, False)


# Overtime


def thrown(*throws: tuple[int, int]) -> TableDice:
    faces: dict[str, tuple[int, ...]] = {}
    for nth, (home, away) in enumerate(throws, start=1):
        faces |= {f"shoot-out/t1/{nth}": (home,), f"shoot-out/t2/{nth}": (away,)}
    return TableDice(faces)


@pytest.mark.parametrize(
    ("rerolls", "throws", "winner"),
    [
        ({}, [(4, 3)], "t1"),
        ({}, [(3, 4)], "t2"),
        ({}, [(4, 4), (1, 2)], "t2"),
        ({"t1": 1}, [(3, 4), (4, 4)], "t1"),
        ({"t1": 2}, [(3, 4)], "t1"),
        ({"t1": 1, "t2": 3}, [(4, 3)], "t2"),
    ],
)
@pytest.mark.parametrize("key", ["lrb6", "bb2016"])
def test_the_higher_throw_wins_and_unused_rerolls_add_one_each(
    key: str, rerolls: dict[str, int], throws: list[tuple[int, int]], winner: str
) -> None:
    """2016/17 league compendium, extra rules, overtime: ties are thrown again."""
    dice = thrown(*throws)
    assert shoot_out(overtime(key), "t1", "t2", rerolls, dice) == winner
    assert len(dice.log) == 2 * len(throws)


def test_the_best_of_five_throws() -> None:
    """BB2020, extra time: best of five roll-offs; equal throws are no roll-off, and re-rolls add nothing."""
    rules = overtime("bb2020")
    dice = thrown((6, 1), (1, 6), (3, 3), (6, 1), (1, 6), (5, 4))
    assert shoot_out(rules, "t1", "t2", {"t2": 8}, dice) == "t1"
    assert shoot_out(rules, "t1", "t2", {}, thrown((1, 2), (1, 2), (1, 2))) == "t2"
    with pytest.raises(DieMissing):
        shoot_out(rules, "t1", "t2", {}, thrown((6, 1), (6, 1)))


# Redraft

SEASON = SeasonPlayed(matches=10, wins=4, draws=2, touchdowns=15, casualties=7, treasury=120_000)


@pytest.mark.parametrize(
    ("key", "raised"),
    [
        ("bb2016", 1_000_000 + 120_000 + 10 * 20_000 + 15 * 10_000 + 7 * 10_000),
        ("bb2020", 1_000_000 + 120_000 + 10 * 20_000 + 4 * 20_000 + 2 * 10_000),
        ("lrb6", 1_000_000 + 120_000),
        ("basic", 1_400_000 + 120_000),
    ],
)
def test_the_funds_of_a_new_season(key: str, raised: int) -> None:
    """2016/17 league compendium, FAQ on redrafting, with the league's own numbers; BB2020, raise funds."""
    funds = redraft(key).funds(SEASON, capped=False)
    assert funds.raised == funds.total == raised == sum(line.amount for line in funds.lines)


@pytest.mark.parametrize(
    ("treasury", "capped", "total"),
    [(0, True, 1_300_000), (10_000, True, 1_300_000), (10_000, False, 1_310_000), (0, False, 1_300_000)],
)
def test_a_cap_holds_where_the_league_wants_one(treasury: int, capped: bool, total: int) -> None:
    """BB2020, re-drafting: the cap is optional."""
    season = SeasonPlayed(matches=10, wins=5, treasury=treasury)
    assert redraft("bb2020").funds(season, capped=capped).total == total


def test_a_former_player_costs_his_agents_fee_for_each_season() -> None:
    """BB2020, re-drafting."""
    assert [redraft("bb2020").rehire_price(90_000, seasons) for seasons in (1, 2)] == [110_000, 130_000]
    assert redraft("bb2016").rehire_price(90_000, 3) == 90_000


@pytest.mark.parametrize(("apothecary", "least"), [(False, 4), (True, 3)])
def test_old_injuries_heal_between_seasons(apothecary: bool, least: int) -> None:
    """BB2020, re-drafting, rest and relaxation: on a 4 or more, one better with an apothecary."""
    healing = redraft("bb2020").healing
    assert healing is not None
    assert [face for face in range(1, 7) if healing.heals(face, apothecary=apothecary)] == list(range(least, 7))


# Bad data


@pytest.mark.parametrize(
    ("house_rules", "said"),
    [
        ({"spiralling.step": 0}, "leads nowhere"),
        ({"mvp.nominees": 0}, "cannot be thrown for"),
        ({"overtime.best_of": 4}, "may end without a winner"),
        ({"overtime.shoot_out_dice": []}, "cannot be thrown"),
        ({"spiralling": None, "options.spiralling": True}, "there is no table"),
    ],
)
def test_numbers_that_no_rule_can_work_with_are_refused(house_rules: dict[str, object], said: str) -> None:
    rules: Ruleset = get("bb2016")
    with pytest.raises(HouseRulesIllegal) as refused:
        with_options(rules, house_rules)
    assert said in str([problem.params for problem in refused.value.problems])
