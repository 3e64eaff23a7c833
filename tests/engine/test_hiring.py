"""Hire and fire: every act between two matches, each limit on both sides of it, in every edition.

BB2016: league rules, post-match step 4, and the star player pool; LRB6: match reference 2.5 to 2.7; Basic: sections 2.3
and 2.5.3; BB2020: post-game step 4.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import effects as fx
from engine import history, rulesets
from engine.dice import TableDice
from engine.errors import ChoiceUnknown, HiringIllegal
from engine.history import Cause
from engine.match.after import Done, NeedsChoice
from engine.match.forecast import Forecast, Mistakes, forecasts
from engine.rulesets.model import Ruleset
from engine.rulesets.options import with_options
from engine.tally import Tally
from engine.team import hiring, legality
from engine.team.evolve import fold
from engine.team.hiring import Act, closing_options, decide_act, price_of_good, problems, take_on
from engine.team.sheet import Gained, LastMatch, Player, Risen, TeamSheet
from engine.team.value import value
from engine.typed import plain
from tests.engine.given import a_step, quickly, the_player, with_player
from tests.soaking import Seeds

BB2016, LRB6, BASIC, BB2020 = (rulesets.get(key) for key in ("bb2016", "lrb6", "basic", "bb2020"))
SEVENS = BASIC.variant("sevens")
ALL = (BB2016, LRB6, BASIC, SEVENS, BB2020)
OLD = (BB2016, LRB6)
BANKING = (BB2016, LRB6, BB2020)
LINEMAN = {"bb2020": "human-lineman"}
RICH = 1_000_000
NEXT_MATCH = fx.MatchPlayed("m2", "t2", "draw", 0, 0, 0, 0, 0, 7000, 0, 0, ())


def named(ruleset: Ruleset) -> str:
    return ruleset.key


def lineman(ruleset: Ruleset) -> str:
    return LINEMAN.get(ruleset.key, "lineman")


def squad(positions: dict[str, int]) -> tuple[Player, ...]:
    keys = [key for key, count in positions.items() for _ in range(count)]
    return tuple(Player(f"p{nth}", nth, f"{key} {nth}", key) for nth, key in enumerate(keys, start=1))


def team(
    roster: str = "human",
    positions: dict[str, int] | None = None,
    *,
    gold: int = RICH,
    goods: dict[str, int] | None = None,
    **more: Any,
) -> TeamSheet:
    return TeamSheet(
        "t1",
        name="Reavers",
        roster=roster,
        balance=gold,
        goods=Tally(goods or {}),
        players=squad(positions or {}),
        **more,
    )


def hire(position: str, number: int = 50, player: str = "p90", name: str = "Newcomer") -> Act:
    return Act("hire", player, position=position, number=number, name=name)


def codes(act: Act, sheet: TeamSheet, ruleset: Ruleset = BB2016) -> list[str]:
    return [problem.code for problem in problems(act, sheet, ruleset)]


def after(act: Act, sheet: TeamSheet, ruleset: Ruleset = BB2016) -> TeamSheet:
    return fold(sheet, decide_act(act, sheet, ruleset))


def played(*may_rise: Risen, raised: tuple[str, ...] = ()) -> LastMatch:
    return LastMatch("m1", "t2", "win", 7000, 0, may_rise=may_rise, raised=raised)


# Players


@pytest.mark.parametrize("ruleset", BANKING, ids=named)
def test_a_player_is_hired_at_the_price_of_the_team_list(ruleset: Ruleset) -> None:
    sheet = team(positions={lineman(ruleset): 11}, gold=120_000)
    hired = after(hire("blitzer"), sheet, ruleset)
    price = ruleset.roster("human").position("blitzer").cost
    assert hired.treasury == 120_000 - price
    assert value(hired, ruleset).total == value(sheet, ruleset).total + price
    newcomer = the_player(hired, "p90")
    assert (newcomer.number, newcomer.name, newcomer.status, newcomer.spp) == (50, "Newcomer", "active", 0)
    assert [one.reason for one in decide_act(hire("blitzer"), sheet, ruleset) if isinstance(one, fx.GoldChanged)] == [
        "player-hired"
    ]


@pytest.mark.parametrize("ruleset", BANKING, ids=named)
def test_one_gold_piece_too_few_is_too_few(ruleset: Ruleset) -> None:
    price = ruleset.roster("human").position("blitzer").cost
    assert codes(hire("blitzer"), team(gold=price), ruleset) == []
    (problem,) = problems(hire("blitzer"), team(gold=price - 1), ruleset)
    assert (problem.code, problem.rule) == ("treasury_too_small", "treasury")
    assert problem.params == {"needed": price, "available": price - 1}


@pytest.mark.parametrize(("ruleset", "most"), [(BB2016, 16), (LRB6, 16), (BASIC, 16), (SEVENS, 10), (BB2020, 16)])
def test_a_roster_has_sixteen_places_or_ten_in_sevens(ruleset: Ruleset, most: int) -> None:
    """BB2016 post-match step 4; Basic 2.2 and 5: injured players keep their place."""
    line = lineman(ruleset)
    room = with_player(team(positions={line: most - 2, "thrower": 1}), "p1", misses_next=True)
    full = with_player(team(positions={line: most - 1, "thrower": 1}), "p1", misses_next=True)
    assert codes(hire(line), room, ruleset) == []
    (problem,) = problems(hire(line), full, ruleset)
    assert (problem.code, problem.params) == ("too_many_players", {"players": most + 1, "most": most})


@pytest.mark.parametrize("gone", ["dead", "fired", "sold", "left", "journeyman"])
def test_who_is_gone_or_only_here_for_a_match_takes_no_place(gone: str) -> None:
    full = team(positions={"lineman": 16})
    assert codes(hire("lineman"), with_player(full, "p1", status=gone)) == []


@pytest.mark.parametrize(
    ("ruleset", "position", "most"),
    [(BB2016, "blitzer", 4), (LRB6, "ogre", 1), (BASIC, "thrower", 2), (SEVENS, "blitzer", 2), (BB2020, "ogre", 1)],
)
@pytest.mark.parametrize(
    "holder", [{}, {"misses_next": True}, {"status": "retired"}], ids=["fit", "injured", "retired"]
)
def test_a_position_is_limited_and_an_injured_holder_counts(
    ruleset: Ruleset, position: str, most: int, holder: dict[str, Any]
) -> None:
    assert codes(hire(position), with_player(team(positions={position: most - 1}), "p1", **holder), ruleset) == []
    full = with_player(team(positions={position: most}), "p1", **holder)
    (problem,) = problems(hire(position), full, ruleset)
    assert (problem.code, problem.rule) == ("position_limit", "draft.position")
    assert (problem.params["taken"], problem.params["most"]) == (most + 1, most)


def test_there_is_no_ogre_in_sevens() -> None:
    """Basic, section 5: positions 0-1 become 0."""
    assert codes(hire("ogre"), team(), SEVENS) == ["position_limit"]


def test_big_guys_are_limited_over_their_positions_together() -> None:
    """BB2020, Chaos Renegade: three big guys of four positions."""
    two = {"renegade-human-lineman": 8, "renegade-troll": 1, "renegade-ogre": 1}
    three = {**two, "renegade-minotaur": 1}
    rat_ogre = hire("renegade-rat-ogre")
    assert codes(rat_ogre, team("chaos-renegade", two), BB2020) == []
    assert codes(rat_ogre, team("chaos-renegade", three), BB2020) == ["too_many_big_guys"]
    assert codes(hire("renegade-orc"), team("chaos-renegade", three), BB2020) == []
    line = BB2020.roster("chaos-renegade").position("renegade-rat-ogre")
    assert hiring.openings(line, team("chaos-renegade", two), BB2020) == 1
    assert hiring.openings(line, team("chaos-renegade", three), BB2020) == 0


def test_how_many_more_may_come_is_the_smallest_of_the_limits() -> None:
    human = BB2016.roster("human")
    sheet = team(positions={"lineman": 11, "blitzer": 3})
    assert hiring.places_left(sheet, BB2016) == 2
    assert [hiring.openings(human.position(key), sheet, BB2016) for key in ("lineman", "blitzer", "ogre")] == [2, 1, 1]
    assert hiring.places_left(team(positions={"lineman": 17}), BB2016) == 0


def test_numbers_are_unique_among_those_on_the_roster() -> None:
    sheet = team(positions={"lineman": 11})
    (problem,) = problems(hire("lineman", number=11), sheet, BB2016)
    assert (problem.code, problem.params) == ("number_worn", {"number": 11, "player": "lineman 11"})
    assert codes(hire("lineman", number=12), sheet) == []
    assert codes(hire("lineman", number=11), with_player(sheet, "p11", status="dead")) == []
    assert codes(hire("lineman", number=11), with_player(sheet, "p11", status="journeyman")) == ["number_worn"]


@pytest.mark.parametrize(("number", "fits"), [(0, False), (1, True), (99, True), (100, False)])
def test_numbers_have_two_digits(number: int, fits: bool) -> None:
    assert (codes(hire("lineman", number=number), team()) == []) is fits


@pytest.mark.parametrize(
    ("act", "code"),
    [
        (hire("wardancer"), "unknown_position"),
        (hire("lineman", player="p1"), "player_key_taken"),
        (hire("lineman", player=""), "player_key_taken"),
        (hire("lineman", name=" "), "player_unnamed"),
        (hire("lineman", name="x" * 81), "name_too_long"),
        (Act("fire", "p99"), "player_not_here"),
        (Act("buy", good="wizard"), "unknown_good"),
        (Act("drop", good="wizard"), "unknown_good"),
        (Act("buy", good="reroll", count=0), "good_count"),
        (Act("drop", good="reroll", count=-1), "good_count"),
        (Act("hire-journeyman", "p1"), "no_journeyman"),
        (Act("hire-journeyman", "p99"), "no_journeyman"),
        (Act("raise", "p90", victim="p3", number=50, name="Z"), "nobody_to_raise"),
        (Act("retire", "p99"), "player_not_here"),
        (Act("release-star"), "no_star"),
    ],
)
def test_what_makes_no_sense_is_refused_by_its_name(act: Act, code: str) -> None:
    sheet = team(positions={"lineman": 1}, goods={"reroll": 1})
    assert codes(act, sheet) == [code]
    with pytest.raises(HiringIllegal):
        decide_act(act, sheet, BB2016)


def test_all_problems_at_once() -> None:
    sheet = team(positions={"lineman": 12, "blitzer": 4}, gold=0)
    found = codes(hire("blitzer", number=1, name=""), sheet)
    assert found == ["player_unnamed", "number_worn", "too_many_players", "position_limit", "treasury_too_small"]


def test_nobody_joins_a_team_that_has_retired() -> None:
    assert codes(hire("lineman"), team(retired=True)) == ["team_retired"]


@pytest.mark.parametrize("ruleset", ALL, ids=named)
@pytest.mark.parametrize("status", ["active", "journeyman", "retired"])
def test_firing_returns_no_gold(ruleset: Ruleset, status: str) -> None:
    """LRB6, match reference 2.5: firing players does not return their value."""
    line = lineman(ruleset)
    sheet = with_player(team(positions={line: 9}), "p1", status=status, spp=40)
    fired = after(Act("fire", "p1"), sheet, ruleset)
    assert (the_player(fired, "p1").status, fired.treasury) == ("fired", sheet.treasury)
    assert codes(Act("fire", "p1"), fired, ruleset) == ["player_not_here"]
    assert codes(hire(line, number=1), fired, ruleset) == []


@pytest.mark.parametrize("ruleset", ALL, ids=named)
def test_a_player_is_renamed_and_keeps_his_number_or_takes_a_free_one(ruleset: Ruleset) -> None:
    sheet = team(positions={lineman(ruleset): 2})
    renamed = the_player(after(Act("rename", "p1", number=1, name="Griff"), sheet, ruleset), "p1")
    assert (renamed.number, renamed.name) == (1, "Griff")
    assert codes(Act("rename", "p1", number=2, name="Griff"), sheet, ruleset) == ["number_worn"]
    assert codes(Act("rename", "p9", number=3, name="Griff"), sheet, ruleset) == ["player_not_here"]


# Goods


@pytest.mark.parametrize(("ruleset", "factor"), [(BB2016, 2), (LRB6, 2), (BB2020, 2)])
def test_a_later_re_roll_costs_double_and_is_worth_the_list_price(ruleset: Ruleset, factor: int) -> None:
    """BB2016 post-match step 4; LRB6 2.5; BB2020 step 4: double price, the basic cost in the team value."""
    sheet = team(goods={"reroll": 2}, gold=100_000)
    bought = after(Act("buy", good="reroll"), sheet, ruleset)
    assert (bought.goods["reroll"], bought.treasury) == (3, 0)
    assert value(bought, ruleset).total - value(sheet, ruleset).total == 50_000
    assert price_of_good(ruleset.good("reroll"), sheet, ruleset) == 50_000 * factor
    assert codes(Act("buy", good="reroll"), team(gold=99_999), ruleset) == ["treasury_too_small"]


@pytest.mark.parametrize(("ruleset", "most"), [(BB2016, 8), (LRB6, 8), (BASIC, 8), (SEVENS, 6)])
def test_no_re_roll_beyond_those_of_the_list(ruleset: Ruleset, most: int) -> None:
    """Reading A-19: the list's 0-8 holds after creation; Basic 2.2, and section 5 for Sevens."""
    assert codes(Act("buy", good="reroll"), team(goods={"reroll": most - 1}), ruleset) == []
    (problem,) = problems(Act("buy", good="reroll"), team(goods={"reroll": most}), ruleset)
    assert (problem.code, problem.params["count"], problem.params["most"]) == ("good_limit", most + 1, most)
    assert codes(Act("buy", good="reroll", count=2), team(goods={"reroll": most - 1}), ruleset) == ["good_limit"]


def test_bb2020_sells_a_ninth_re_roll() -> None:
    assert codes(Act("buy", good="reroll"), team(goods={"reroll": 8}), BB2020) == []


@pytest.mark.parametrize("ruleset", [BB2016, LRB6, BASIC, SEVENS], ids=named)
def test_re_rolls_are_given_up_without_refund(ruleset: Ruleset) -> None:
    sheet = team(goods={"reroll": 2})
    dropped = after(Act("drop", good="reroll", count=2), sheet, ruleset)
    assert (dropped.goods["reroll"], dropped.treasury) == (0, sheet.treasury)
    (problem,) = problems(Act("drop", good="reroll", count=3), sheet, ruleset)
    assert (problem.code, problem.params["most"]) == ("good_not_owned", 2)


def test_bb2020_never_gives_a_re_roll_up() -> None:
    """BB2020, post-game step 4: re-rolls are never removed."""
    assert codes(Act("drop", good="reroll"), team(goods={"reroll": 2}), BB2020) == ["good_never_dropped"]


@pytest.mark.parametrize(("good", "most"), [("assistant-coach", 6), ("cheerleader", 12), ("apothecary", 1)])
def test_bb2020_limits_its_staff(good: str, most: int) -> None:
    assert codes(Act("buy", good=good), team(goods={good: most - 1}), BB2020) == []
    assert codes(Act("buy", good=good), team(goods={good: most}), BB2020) == ["good_limit"]
    dropped = after(Act("drop", good=good), team(goods={good: most}), BB2020)
    assert dropped.goods[good] == most - 1


@pytest.mark.parametrize("ruleset", OLD, ids=named)
def test_as_many_coaches_and_cheerleaders_as_one_can_pay(ruleset: Ruleset) -> None:
    for good in ("assistant-coach", "cheerleader"):
        bought = after(Act("buy", good=good, count=20), team(goods={good: 20}), ruleset)
        assert (bought.goods[good], bought.treasury) == (40, RICH - 200_000)


@pytest.mark.parametrize("ruleset", BANKING, ids=named)
def test_one_apothecary_and_none_where_the_team_may_not(ruleset: Ruleset) -> None:
    undead = "shambling-undead" if ruleset is BB2020 else "undead"
    assert codes(Act("buy", good="apothecary"), team(), ruleset) == []
    assert codes(Act("buy", good="apothecary"), team(goods={"apothecary": 1}), ruleset) == ["good_limit"]
    assert codes(Act("buy", good="apothecary"), team(undead), ruleset) == ["good_not_allowed"]


@pytest.mark.parametrize(("ruleset", "healers", "igors", "kegs"), [(BASIC, 3, 2, 2), (SEVENS, 1, 1, 2)])
def test_basic_has_apothecaries_or_igors_and_kegs(ruleset: Ruleset, healers: int, igors: int, kegs: int) -> None:
    """Basic, sections 2.2 and 5."""
    human, undead = team(), team("undead")
    assert codes(Act("buy", good="apothecary", count=healers), human, ruleset) == []
    assert codes(Act("buy", good="apothecary", count=healers + 1), human, ruleset) == ["good_limit"]
    assert codes(Act("buy", good="igor"), human, ruleset) == ["good_not_allowed"]
    assert codes(Act("buy", good="igor", count=igors), undead, ruleset) == []
    assert codes(Act("buy", good="igor", count=igors + 1), undead, ruleset) == ["good_limit"]
    assert codes(Act("buy", good="apothecary"), undead, ruleset) == ["good_not_allowed"]
    assert codes(Act("buy", good="keg", count=kegs), human, ruleset) == []
    assert codes(Act("buy", good="keg", count=kegs + 1), human, ruleset) == ["good_limit"]


@pytest.mark.parametrize(
    ("ruleset", "good"), [(BB2016, "fan-factor"), (LRB6, "fan-factor"), (BB2020, "dedicated-fans")]
)
def test_fans_are_won_on_the_pitch_after_the_draft(ruleset: Ruleset, good: str) -> None:
    assert codes(Act("buy", good=good), team(goods={good: 2}), ruleset) == ["good_only_at_draft"]
    assert codes(Act("drop", good=good), team(goods={good: 2}), ruleset) == ["good_never_dropped"]


# Journeymen


def with_journeyman(ruleset: Ruleset, positions: dict[str, int], **more: Any) -> TeamSheet:
    """A team whose last player is a journeyman who has learned something."""
    sheet = team(positions={**positions, lineman(ruleset): positions.get(lineman(ruleset), 0) + 1}, **more)
    skilled = (Gained("normal", "Block", 20_000),)
    return with_player(sheet, sheet.players[-1].key, status="journeyman", spp=7, spent=3, improvements=skilled)


@pytest.mark.parametrize(("ruleset", "price"), [(BB2016, 50_000), (LRB6, 50_000), (BB2020, 70_000)])
def test_a_journeyman_is_hired_keeps_what_he_earned_and_loses_loner(ruleset: Ruleset, price: int) -> None:
    """BB2016 step 4 and LRB6 2.6: at the rookie's price (reading A-18); BB2020: at his current value."""
    sheet = with_journeyman(ruleset, {lineman(ruleset): 10}, gold=price)
    key = sheet.players[-1].key
    loner = "Loner (4+)" if ruleset is BB2020 else "Loner"
    assert loner in sheet.skills_of(the_player(sheet, key), ruleset)
    hired = after(Act("hire-journeyman", key), sheet, ruleset)
    player = the_player(hired, key)
    assert (player.status, player.spp, player.spent, player.skills) == ("active", 7, 3, ("Block",))
    assert loner not in hired.skills_of(player, ruleset)
    assert hired.treasury == 0
    assert value(hired, ruleset).total == value(sheet, ruleset).total
    assert codes(Act("hire-journeyman", key), replace(sheet, balance=price - 1), ruleset) == ["treasury_too_small"]


def test_bb2020_a_cheap_lineman_is_hired_at_his_full_price() -> None:
    """Low Cost Linemen count nothing in the value, but their fee is paid."""
    sheet = with_player(team("snotling", {"snotling-lineman": 11}), "p11", status="journeyman")
    assert hiring.price_of_journeyman(the_player(sheet, "p11"), sheet, BB2020) == 15_000
    assert value(sheet, BB2020).total == 0


@pytest.mark.parametrize("ruleset", BANKING, ids=named)
def test_a_journeyman_is_hired_only_with_fewer_than_sixteen_players(ruleset: Ruleset) -> None:
    line = lineman(ruleset)
    last = with_journeyman(ruleset, {line: 15})
    assert codes(Act("hire-journeyman", "p16"), last, ruleset) == []
    full = with_journeyman(ruleset, {line: 16})
    assert codes(Act("hire-journeyman", "p17"), full, ruleset)[0] == "too_many_players"


def test_a_position_of_twelve_takes_no_thirteenth_journeyman() -> None:
    """BB2020, 0-12 positions."""
    sheet = with_player(team("shambling-undead", {"zombie-lineman": 13}), "p13", status="journeyman")
    assert codes(Act("hire-journeyman", "p13"), sheet, BB2020) == ["position_limit"]


@pytest.mark.parametrize("ruleset", BANKING, ids=named)
@pytest.mark.parametrize(("fit", "wanted"), [(12, 0), (11, 0), (10, 1), (3, 8), (0, 11)])
def test_journeymen_fill_the_team_up_to_eleven_fit_players(ruleset: Ruleset, fit: int, wanted: int) -> None:
    line = lineman(ruleset)
    sheet = team(positions={line: fit + 3})
    for key, change in (("p1", {"misses_next": True}), ("p2", {"status": "dead"}), ("p3", {"status": "retired"})):
        sheet = with_player(sheet, key, **change)
    assert hiring.journeymen_wanted(sheet, ruleset) == wanted
    taken = fold(sheet, take_on(sheet, ruleset, line, "m1"))
    assert len(taken.fit) == max(11, fit)
    assert len({player.number for player in taken.roll_call}) == len(taken.roll_call)
    assert hiring.journeymen_wanted(taken, ruleset) == 0


def test_journeymen_count_in_the_value_and_cost_nothing() -> None:
    sheet = team(positions={"lineman": 9})
    taken = fold(sheet, take_on(sheet, BB2016, "lineman", "m7"))
    assert value(taken, BB2016).total == value(sheet, BB2016).total + 100_000
    assert taken.treasury == sheet.treasury
    assert [player.key for player in taken.fit[-2:]] == ["jm7-1", "jm7-2"]


def test_a_rostered_star_is_fit_and_a_duo_is_two() -> None:
    sheet = team(positions={"lineman": 9})
    assert hiring.journeymen_wanted(replace(sheet, star="helmut-wulf"), BB2016) == 1
    assert hiring.journeymen_wanted(replace(sheet, star="grak-and-crumbleberry"), BB2016) == 0


def test_no_journeymen_where_there_are_none() -> None:
    sheet = team(positions={"lineman": 5})
    assert hiring.journeymen_wanted(sheet, BASIC) == 0
    assert hiring.journeymen_wanted(sheet, with_options(BB2016, {"journeymen": False})) == 0
    assert hiring.journeymen_wanted(replace(sheet, retired=True), BB2016) == 0
    assert a_step("journeymen", sheet, {}, ruleset=with_options(BB2016, {"journeymen": False})) == Done(())


def test_the_step_takes_the_only_lineman_by_itself() -> None:
    sheet = team(positions={"lineman": 10})
    taken = a_step("journeymen", sheet, {})
    assert taken == Done((fx.JourneymanTakenOn("jm1-1", 11, "Lineman 1", "lineman"),))
    assert a_step("journeymen", team(positions={"lineman": 11}), {}) == Done(())


def test_the_undead_choose_between_skeletons_and_zombies() -> None:
    """BB2016 step 5: from a position of which the team may have 12 or 16."""
    sheet = team("undead", {"ghoul": 4, "skeleton": 5})
    assert a_step("journeymen", sheet, {}) == NeedsChoice(("skeleton", "zombie"), default="skeleton")
    taken = a_step("journeymen", sheet, {}, choice="zombie")
    assert isinstance(taken, Done)
    assert [one.position for one in taken.effects if isinstance(one, fx.JourneymanTakenOn)] == ["zombie", "zombie"]
    with pytest.raises(ChoiceUnknown):
        a_step("journeymen", sheet, {}, choice="mummy")


# Raising the dead


def victim(raising: str, position: str, key: str = "p3") -> Risen:
    return Risen(key, "The late Bob", raising, position)


def raise_(key: str = "p3", player: str = "p90", number: int = 50) -> Act:
    return Act("raise", player, victim=key, number=number, name="Risen")


@pytest.mark.parametrize(
    ("ruleset", "roster", "rule", "position"),
    [
        (BB2016, "undead", "necromancer", "zombie"),
        (BB2016, "necromantic", "necromancer", "zombie"),
        (LRB6, "undead", "necromancer", "zombie"),
        (BB2020, "shambling-undead", "masters-of-undeath", "zombie-lineman"),
        (BB2020, "vampire", "vampire-lord", "thrall-lineman"),
    ],
)
def test_one_victim_a_match_rises_for_nothing_and_counts_in_full(
    ruleset: Ruleset, roster: str, rule: str, position: str
) -> None:
    """BB2016, coaching staff: the Necromancer; BB2020: Masters of Undeath and Vampire Lord."""
    dead = played(victim(rule, position), victim(rule, position, "p4"))
    sheet = team(roster, {position: 8}, gold=0, last_match=dead)
    risen = after(raise_(), sheet, ruleset)
    assert (the_player(risen, "p90").position, risen.treasury) == (position, 0)
    price = ruleset.roster(roster).position(position).cost
    assert value(risen, ruleset).total == value(sheet, ruleset).total + price
    assert codes(raise_("p4", "p91", 51), risen, ruleset) == ["raised_already"]
    assert codes(raise_("p3", "p91", 51), risen, ruleset) == ["nobody_to_raise"]


@pytest.mark.parametrize("ruleset", OLD, ids=named)
def test_nurgles_rot_raises_as_many_as_it_killed(ruleset: Ruleset) -> None:
    """BB2016, skills: Nurgle's Rot."""
    dead = played(victim("nurgles-rot", "rotter"), victim("nurgles-rot", "rotter", "p4"))
    sheet = team("nurgle", {"rotter": 11}, gold=0, last_match=dead)
    risen = after(raise_("p4", "p91", 51), after(raise_(), sheet, ruleset), ruleset)
    assert [player.name for player in risen.players[-2:]] == ["Risen", "Risen"]


def test_bb2020_a_rotter_is_hired_like_a_journeyman() -> None:
    """BB2020, Plague Ridden."""
    sheet = team(
        "nurgle", {"rotter-lineman": 11}, gold=35_000, last_match=played(victim("plague-ridden", "rotter-lineman"))
    )
    assert after(raise_(), sheet, BB2020).treasury == 0
    assert codes(raise_(), replace(sheet, balance=34_999), BB2020) == ["treasury_too_small"]


def test_who_rises_needs_a_place_a_number_and_a_rule() -> None:
    dead = played(victim("necromancer", "zombie"))
    assert codes(raise_(), team("undead", {"zombie": 16}, last_match=dead)) == ["too_many_players", "position_limit"]
    assert codes(raise_(), team("undead", {"skeleton": 15}, last_match=dead)) == []
    assert codes(raise_(), team("undead", {"skeleton": 16}, last_match=dead)) == ["too_many_players"]
    assert codes(raise_(number=1), team("undead", {"zombie": 1}, last_match=dead)) == ["number_worn"]
    assert codes(raise_("p4"), team("undead", last_match=dead)) == ["nobody_to_raise"]
    assert codes(raise_(), team("undead", last_match=played(victim("voodoo", "zombie")))) == ["nobody_to_raise"]


# Temporary retirement


def test_bb2020_retires_a_player_for_a_season_after_a_lasting_injury() -> None:
    """BB2020: he keeps his place, counts in the team value, and not in the current one."""
    sheet = with_player(team(positions={"human-lineman": 12, "ogre": 1}), "p13", lasting=True)
    retired = after(Act("retire", "p13"), sheet, BB2020)
    assert (the_player(retired, "p13").status, retired.seats(BB2020)) == ("retired", 13)
    assert codes(hire("ogre"), retired, BB2020) == ["position_limit"]
    assert value(retired, BB2020).with_the_missing == value(sheet, BB2020).total
    assert value(retired, BB2020).total == value(sheet, BB2020).total - 140_000
    assert len(retired.fit) == 12
    assert codes(Act("retire", "p13"), retired, BB2020) == ["retirement_not_active"]


def test_retirement_needs_a_lasting_injury_of_the_last_match() -> None:
    sheet = with_player(team(positions={"human-lineman": 2}), "p1", lasting=True)
    assert codes(Act("retire", "p1"), sheet, BB2020) == []
    assert codes(Act("retire", "p2"), sheet, BB2020) == ["retirement_without_injury"]
    assert codes(Act("retire", "p1"), with_player(sheet, "p1", status="journeyman"), BB2020) == [
        "retirement_not_active"
    ]
    assert codes(Act("retire", "p1"), with_player(sheet, "p1", status="dead"), BB2020) == ["player_not_here"]
    assert codes(Act("retire", "p1"), fold(sheet, [NEXT_MATCH]), BB2020) == ["retirement_without_injury"]


@pytest.mark.parametrize("ruleset", [BB2016, LRB6, BASIC], ids=named)
def test_nobody_else_retires_players(ruleset: Ruleset) -> None:
    sheet = with_player(team(positions={"lineman": 2}), "p1", lasting=True)
    assert codes(Act("retire", "p1"), sheet, ruleset) == ["no_temporary_retirement"]


# Rostered stars


def star(key: str) -> Act:
    return Act("roster-star", star=key)


def test_a_star_joins_for_his_price_takes_a_place_and_counts() -> None:
    """BB2016, the star player pool."""
    sheet = team(positions={"lineman": 15}, gold=110_000)
    joined = after(star("helmut-wulf"), sheet)
    assert (joined.star, joined.star_played, joined.treasury, joined.seats(BB2016)) == ("helmut-wulf", False, 0, 16)
    assert value(joined, BB2016).total == value(sheet, BB2016).total + 110_000
    assert codes(hire("lineman"), replace(joined, balance=RICH)) == ["too_many_players"]
    assert codes(star("helmut-wulf"), replace(sheet, balance=109_999)) == ["treasury_too_small"]
    assert codes(star("helmut-wulf"), team(positions={"lineman": 16})) == ["too_many_players"]


def test_a_duo_takes_two_places() -> None:
    assert codes(star("grak-and-crumbleberry"), team(positions={"lineman": 14})) == []
    assert codes(star("grak-and-crumbleberry"), team(positions={"lineman": 15})) == ["too_many_players"]


def test_one_star_at_a_time_and_only_who_plays_for_the_team() -> None:
    sheet = team(star="helmut-wulf")
    (problem,) = problems(star("mighty-zug"), sheet, BB2016)
    assert (problem.code, problem.params) == ("star_already", {"star": "Helmut Wulf", "most": 1})
    assert codes(star("ugroth-bolgrot"), team()) == ["star_not_for_hire"]
    assert codes(star("the-white-dwarf"), team()) == ["star_not_for_hire"]
    assert codes(star("nobody"), team()) == ["star_not_for_hire"]
    released = after(Act("release-star"), sheet)
    assert (released.star, codes(star("mighty-zug"), released)) == ("", [])


@pytest.mark.parametrize("ruleset", [LRB6, BASIC, BB2020, with_options(BB2016, {"rostered-stars": False})])
def test_stars_join_no_roster_where_the_league_has_none(ruleset: Ruleset) -> None:
    assert codes(star("griff-oberwald"), team(), ruleset) == ["no_rostered_stars"]


UPKEEP = [
    (60_000, 20_000),
    (100_000, 20_000),
    (110_000, 30_000),
    (150_000, 30_000),
    (160_000, 40_000),
    (200_000, 40_000),
    (210_000, 50_000),
    (300_000, 50_000),
    (310_000, 60_000),
    (430_000, 60_000),
]


@pytest.mark.parametrize(("price", "owed"), UPKEEP)
def test_upkeep_goes_by_the_price_of_the_star(price: int, owed: int) -> None:
    """BB2016, the star player pool: both ends of every band, by a star of that price."""
    one = next(star for star in BB2016.stars if star.cost == price)
    sheet = team(one.teams[0], gold=owed, star=one.key, star_played=True, last_match=played())
    assert hiring.upkeep_due(sheet, BB2016) == owed
    assert closing_options(sheet, BB2016) == ("pay-upkeep", "release-star")
    paid = fold(sheet, hiring.close(sheet, BB2016, "pay-upkeep"))
    assert (paid.star, paid.treasury) == (one.key, 0)
    assert closing_options(replace(sheet, balance=owed - 1), BB2016) == ("release-star",)
    gone = fold(sheet, hiring.close(sheet, BB2016, "release-star"))
    assert (gone.star, gone.treasury) == ("", owed)


def test_a_star_who_has_not_played_yet_owes_nothing() -> None:
    sheet = team(star="helmut-wulf")
    assert closing_options(sheet, BB2016) == ("done",)
    after_match = fold(sheet, [NEXT_MATCH])
    assert hiring.upkeep_due(after_match, BB2016) == 30_000


# The end of the window


def test_the_step_waits_until_the_coach_is_done_and_journeymen_go() -> None:
    sheet = with_player(team(positions={"lineman": 11}), "p11", status="journeyman")
    assert a_step("hire-and-fire", sheet, {}) == NeedsChoice(("done",), default="")
    assert a_step("hire-and-fire", sheet, {}, choice="done") == Done((fx.PlayerLeft("p11"),))
    with pytest.raises(ChoiceUnknown):
        a_step("hire-and-fire", sheet, {}, choice="pay-upkeep")


def test_without_a_window_nobody_is_asked_unless_there_is_something_to_decide() -> None:
    shut = with_options(BB2016, {"hire-window": False})
    sheet = with_player(team(positions={"lineman": 11}), "p11", status="journeyman")
    assert a_step("hire-and-fire", sheet, {}, ruleset=shut) == Done((fx.PlayerLeft("p11"),))
    starred = replace(sheet, star="helmut-wulf", star_played=True)
    assert isinstance(a_step("hire-and-fire", starred, {}, ruleset=shut), NeedsChoice)
    broke = replace(starred, balance=0)
    assert a_step("hire-and-fire", broke, {}, ruleset=shut) == Done(
        (fx.PlayerLeft("p11"), fx.StarReleased("helmut-wulf"))
    )


def worth(total: int, ruleset: Ruleset) -> TeamSheet:
    """A basic team worth this much: linemen who have learned as much as it takes."""
    sheet = team(positions={"lineman": 7, "blitzer": 2}, gold=0)
    rest = total - value(sheet, ruleset).total
    return with_player(sheet, "p1", improvements=(Gained("normal", "Block", rest),))


@pytest.mark.parametrize(("ruleset", "cap"), [(BASIC, 1_400_000), (SEVENS, 850_000)])
def test_no_act_takes_a_team_above_its_greatest_value(ruleset: Ruleset, cap: int) -> None:
    """Basic, section 2.3: at most 1400 at all times; 850 in Sevens."""
    assert codes(hire("lineman"), worth(cap - 50_000, ruleset), ruleset) == []
    (problem,) = problems(hire("lineman"), worth(cap - 49_000, ruleset), ruleset)
    assert (problem.code, problem.params) == ("value_over_cap", {"worth": cap + 1_000, "most": cap})
    assert codes(Act("buy", good="keg"), worth(cap - 49_999, ruleset), ruleset) == ["value_over_cap"]
    assert codes(Act("buy", good="keg"), worth(cap - 50_000, ruleset), ruleset) == []
    assert not any(isinstance(one, fx.GoldChanged) for one in decide_act(hire("lineman"), worth(0, ruleset), ruleset))


@pytest.mark.parametrize(("ruleset", "cap"), [(BASIC, 1_400_000), (SEVENS, 850_000)])
def test_a_team_above_it_shrinks_in_steps_and_the_window_stays_open_until_it_fits(ruleset: Ruleset, cap: int) -> None:
    """Basic, section 2.5.3: any combination of players and assets may be removed to meet the mark."""
    sheet = worth(cap + 60_000, ruleset)
    assert isinstance(a_step("hire-and-fire", sheet, {}, ruleset=ruleset), NeedsChoice)
    with pytest.raises(HiringIllegal) as refused:
        a_step("hire-and-fire", sheet, {}, ruleset=ruleset, choice="done")
    assert [problem.code for problem in refused.value.problems] == ["value_over_cap"]
    smaller = after(Act("fire", "p2"), sheet, ruleset)
    assert [problem.code for problem in hiring.closing_problems(smaller, ruleset)] == ["value_over_cap"]
    fits = after(Act("fire", "p3"), smaller, ruleset)
    assert a_step("hire-and-fire", fits, {}, ruleset=ruleset, choice="done") == Done(())
    exactly = worth(cap, ruleset)
    assert a_step("hire-and-fire", exactly, {}, ruleset=ruleset, choice="done") == Done(())


def test_where_nobody_hires_a_team_above_its_value_is_asked_all_the_same() -> None:
    shut = with_options(BASIC, {"hire-window": False})
    assert a_step("hire-and-fire", worth(1_400_000, BASIC), {}, ruleset=shut) == Done(())
    assert isinstance(a_step("hire-and-fire", worth(1_400_001, BASIC), {}, ruleset=shut), NeedsChoice)


# In the league's history


def in_history(kind: str, inputs: dict[str, Any], sheet: TeamSheet) -> tuple[fx.Effect, ...]:
    cause = Cause("c1", kind, "w1", (1, 0), ("t1",), inputs)
    decision = history.decide(cause, {"t1": sheet}, None, TableDice({}), BB2016)
    again = history.decide(cause, {"t1": sheet}, None, TableDice({}), BB2016)
    assert decision == again
    return tuple(one.effect for one in decision.effects)


def test_an_act_is_decided_from_its_inputs() -> None:
    sheet = team(positions={"lineman": 11})
    act = plain(hire("lineman"))
    assert in_history("hiring", {"act": act}, sheet) == decide_act(hire("lineman"), sheet, BB2016)
    with pytest.raises(HiringIllegal):
        in_history("hiring", {"act": act}, replace(sheet, balance=0))


def test_journeymen_of_a_commissioners_window_are_decided_from_their_position() -> None:
    short, whole = team("undead", {"skeleton": 10}), team("undead", {"skeleton": 11})
    assert in_history("journeymen", {"position": "zombie"}, short) == (
        fx.JourneymanTakenOn("jw1-1", 11, "Zombie 1", "zombie"),
    )
    assert in_history("journeymen", {"position": "zombie"}, whole) == ()
    with pytest.raises(ChoiceUnknown):
        in_history("journeymen", {"position": "mummy"}, short)


def test_in_a_window_of_bb2020_journeymen_wait_for_the_match() -> None:
    """BB2020, pre-game step 3."""
    short = team(positions={"human-lineman": 9})
    assert hiring.journeymen_wanted(short, BB2020) == 2
    assert hiring.window_options(short, BB2020) == ()
    assert hiring.window_options(team(positions={"lineman": 9}), BB2016) == ("lineman",)


def test_what_follows_is_said_before_the_window_is_closed() -> None:
    sheet = with_player(team(positions={"lineman": 11}, gold=130_000), "p11", status="journeyman")
    (plainly,) = forecasts(sheet, BB2016)
    assert plainly == Forecast(
        "done", leaving=1, mistakes=Mistakes("D6", 100_000, 100_000), journeymen=1, positions=("lineman",)
    )
    paid, gone = forecasts(replace(sheet, star="helmut-wulf", star_played=True, balance=129_999), BB2016)
    assert (paid.choice, paid.upkeep, paid.mistakes) == ("pay-upkeep", 30_000, Mistakes("D6", None, 100_000))
    assert (gone.choice, gone.star, gone.mistakes) == ("release-star", "helmut-wulf", Mistakes("D6", 100_000, 100_000))
    assert (paid.journeymen, gone.journeymen) == (0, 1)
    (basic,) = forecasts(team(positions={"lineman": 5}), BASIC)
    assert basic == Forecast("done")
    (lrb6,) = forecasts(team(positions={"lineman": 10}), LRB6)
    assert lrb6 == Forecast("done", journeymen=1, positions=("lineman",))


# Whatever a coach does


def a_random_act(random: Random, sheet: TeamSheet, ruleset: Ruleset) -> Act:
    roster, somebody = ruleset.roster(sheet.roster), random.choice([*sheet.players, Player("p0", 1, "", "")]).key
    number, fresh = random.randint(1, 30), f"p{len(sheet.players) + 1}"
    risen = sheet.last_match.may_rise if sheet.last_match else ()
    wanted: dict[str, Callable[[], Act]] = {
        "hire": lambda: hire(random.choice(roster.positions).key, number, fresh),
        "fire": lambda: Act("fire", somebody),
        "buy": lambda: Act("buy", good=random.choice(ruleset.goods).key, count=random.randint(1, 3)),
        "drop": lambda: Act("drop", good=random.choice(ruleset.goods).key, count=random.randint(1, 3)),
        "hire-journeyman": lambda: Act("hire-journeyman", somebody),
        "raise": lambda: raise_(random.choice([one.victim for one in risen] or ["p3"]), fresh, number),
        "retire": lambda: Act("retire", somebody),
        "roster-star": lambda: star(random.choice([one.key for one in ruleset.stars] or ["nobody"])),
        "release-star": lambda: Act("release-star"),
        "rename": lambda: Act("rename", somebody, number=number, name="Somebody"),
    }
    return wanted[random.choice([*wanted, "hire", "hire", "buy"])]()


def a_random_team(random: Random, ruleset: Ruleset) -> TeamSheet:
    """A legal one after a match: some are hurt, some have learned something, some are only here for a match."""
    roster = random.choice(ruleset.teams)
    rising = tuple(
        victim(rule.key, rule.position, f"p{nth}")
        for nth, rule in enumerate(ruleset.raising * 2)
        if any(position.key == rule.position for position in roster.positions)
    )
    sheet = team(roster.key, gold=random.choice([0, 50_000, 400_000]), last_match=played(*rising))
    for nth in range(1, 12):
        act = hire(random.choice(roster.positions).key, nth, f"p{nth}")
        if not problems(act, replace(sheet, balance=RICH), ruleset):
            sheet = replace(after(act, replace(sheet, balance=RICH), ruleset), balance=sheet.balance)
    hurt: tuple[dict[str, Any], ...] = (
        {},
        {"misses_next": True},
        {"lasting": True},
        {"status": "dead"},
        {"niggles": 1},
        {"status": "journeyman"},
    )
    for player in sheet.players:
        change = random.choice(hurt)
        if change.get("status") != "journeyman" or sheet.position_of(player, ruleset).journeyman:
            sheet = with_player(sheet, player.key, **change)
    return sheet


def a_career(seed: int, ruleset: Ruleset) -> None:
    """Acts at random: refused ones change nothing, legal ones break nothing."""
    random = Random(seed)
    sheet = a_random_team(random, ruleset)
    gold = sheet.balance
    for _ in range(40):
        act = a_random_act(random, sheet, ruleset)
        found = problems(act, sheet, ruleset)
        if found:
            with pytest.raises(HiringIllegal) as refused:
                decide_act(act, sheet, ruleset)
            assert refused.value.problems == found
            continue
        effects = decide_act(act, sheet, ruleset)
        gold += sum(one.amount for one in effects if isinstance(one, fx.GoldChanged))
        sheet = fold(sheet, effects)
        assert legality.problems(sheet, ruleset) == (), act
        assert sheet.seats(ruleset) <= ruleset.draft.players_max
        assert sheet.balance == gold >= 0
        lines = value(sheet, ruleset).lines
        assert value(sheet, ruleset).total == sum(line.times * line.each for line in lines if not line.left_out)
    closed = fold(sheet, hiring.close(sheet, ruleset, closing_options(sheet, ruleset)[-1]))
    assert not any(player.status == "journeyman" for player in closed.roll_call)
    for option in hiring.journeyman_options(closed, ruleset):
        taken = fold(closed, take_on(closed, ruleset, option, "m1"))
        assert legality.problems(taken, ruleset) == ()
        assert hiring.journeymen_wanted(taken, ruleset) == 0


@pytest.mark.parametrize("ruleset", ALL, ids=named)
@quickly
@given(seed=st.integers(0, 2**48))
def test_random_acts_break_no_limit_spend_no_gold_that_is_not_there_and_explain_the_value(
    ruleset: Ruleset, seed: int
) -> None:
    a_career(seed, ruleset)


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", ALL, ids=named)
def test_thousands_of_windows(ruleset: Ruleset, soak_seeds: Seeds) -> None:
    for seed in soak_seeds(2_000):
        a_career(seed, ruleset)
