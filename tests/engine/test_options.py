"""House rules: named options and addresses, checked together, recorded, and visible as a diff."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine import rulesets
from engine.match.after import STEPS
from engine.rulesets import Ruleset
from engine.rulesets.export import TOP, exported, imported
from engine.rulesets.options import HouseRulesIllegal, Option, compare, options, options_of, with_options
from engine.rulesets.paths import Difference, address_of, differences, exists, put, value_at
from engine.team.draft import decide_draft, problems
from engine.team.evolve import fold
from engine.team.sheet import TeamSheet
from engine.team.value import value
from engine.typed import plain
from tests.engine.given import RULES, a_draft

ALL = rulesets.available()
NUMBERS = [line.option for line in options_of(RULES) if line.option.kind == "number"]


def refused(changes: dict[str, Any], ruleset: Ruleset = RULES) -> list[str]:
    with pytest.raises(HouseRulesIllegal) as illegal:
        with_options(ruleset, changes)
    return [str(problem) for problem in illegal.value.problems]


def changed(ruleset: Ruleset) -> dict[str, tuple[Any, Any]]:
    return {difference.path: (difference.was, difference.now) for difference in compare(RULES, ruleset)}


@pytest.mark.parametrize("key", ALL)
def test_what_an_edition_offers_to_choose_from_it_can_play(key: str) -> None:
    ruleset = rulesets.get(key)
    for line in options_of(ruleset):
        for choice in line.option.choices if line.option.among else ():
            with_options(ruleset, {line.option.key: choice if line.option.kind == "choice" else [choice]})
            assert choice == "none" or line.names[choice]


@pytest.mark.parametrize(
    ("key", "ways"),
    [
        ("lrb6", ("none", "added-to-inducements", "replacing-inducements", "card-budget")),
        ("bb2020", None),
        ("basic", None),
    ],
)
def test_cards_are_dealt_in_the_ways_that_the_edition_has(key: str, ways: tuple[str, ...] | None) -> None:
    """Optional rules, special play cards: each edition that has cards has ways of its own."""
    ruleset = rulesets.get(key)
    offered = {line.option.key: line.option.choices for line in options_of(ruleset)}
    assert offered.get("cards") == ways
    assert len({line.option.key: line.option.choices for line in options_of(RULES)}["cards"]) == 10
    if ways is not None:
        (said,) = refused({"cards": "round-robin"}, ruleset)
        assert "none, added-to-inducements" in said
        assert "core-draw" not in said


@pytest.mark.parametrize("key", [key for key in ALL if key != "bb2016"])
@pytest.mark.parametrize("option", ["stadiums", "referees", "referee-tables"])
def test_stadiums_and_referees_are_offered_where_there_are_any(key: str, option: str) -> None:
    assert option not in {line.option.key for line in options_of(rulesets.get(key))}
    assert option in {line.option.key for line in options_of(RULES)}


def test_there_are_about_eighty_named_options_each_with_its_group_and_name() -> None:
    assert 80 <= len(options()) <= 130
    assert len({option.key for option in options()}) == len(options())
    assert {option.group for option in options()} == {"draft", "players", "money", "before", "pitch", "league", "dice"}
    assert all(option.name for option in options())


@pytest.mark.parametrize("key", ALL)
def test_every_option_that_fits_can_be_set_to_what_it_is_and_changes_nothing(key: str) -> None:
    ruleset = rulesets.get(key)
    assert len(options_of(ruleset)) > 50
    for line in options_of(ruleset):
        option, default = line.option, line.value
        if default is None or (option.kind == "number" and option.problem(default)):
            continue  # a number that the edition leaves open
        assert compare(ruleset, with_options(ruleset, {option.key: default})) == (), option.key


@pytest.mark.parametrize(
    "option", [line.option for line in options_of(RULES) if line.option.kind == "number"], ids=lambda one: one.key
)
def test_a_number_is_refused_on_both_sides_of_its_range_and_taken_at_its_ends(option: Option) -> None:
    least, most = option.min or 0, option.max
    assert most is not None
    for outside in (least - 1, most + 1, None, "5", 1.5, True):
        assert option.problem(outside) is not None, outside
    for end in (least, most):
        assert option.problem(end) is None


def test_an_option_out_of_range_names_the_range() -> None:
    assert refused({"starting-gold": -1}) == ["Starting gold: -1 is not between 0 and 10,000,000."]


def test_all_that_is_wrong_comes_at_once() -> None:
    found = refused({"starting-gold": -1, "mvp": "dance", "nonsense": 1, "key": "mine", "wizard": "yes"})
    assert len(found) == 5
    assert "Most valuable player: “dance” is not one of: nominated, random, chosen, none." in found
    assert "There is no option and no place “key”." in found


def test_a_house_rule_changes_its_place_and_nothing_else() -> None:
    house = with_options(RULES, {"starting-gold": 1_100_000})
    assert changed(house) == {"draft.gold": (1_000_000, 1_100_000)}
    assert house.house_rules == {"starting-gold": 1_100_000}
    assert house.content_hash != RULES.content_hash
    assert RULES.draft.gold == 1_000_000


def test_house_rules_add_up() -> None:
    house = with_options(with_options(RULES, {"starting-gold": 1_100_000}), {"points-win": 2})
    assert house.house_rules == {"starting-gold": 1_100_000, "points-win": 2}
    assert (house.draft.gold, house.league.points["win"]) == (1_100_000, 2)


def test_any_price_may_be_changed_by_its_address() -> None:
    house = with_options(RULES, {"teams.human.positions.ogre.cost": 150_000, "inducements.bribe.cost": 90_000})
    assert house.roster("human").position("ogre").cost == 150_000
    assert set(changed(house)) == {"teams.human.positions.ogre.cost", "inducements.bribe.cost"}


def test_dwarfs_can_fly() -> None:
    """A custom skill and a custom position, in the schema of the data."""
    house = with_options(
        RULES,
        {
            "skills.Flying": {"name": "Flying", "category": "extraordinary", "effect": "Flies."},
            "teams.dwarf.positions.gyrocopter": {
                **plain(RULES.roster("dwarf").position("runner")),
                "key": "gyrocopter",
                "name": "Gyrocopter",
                "max": 1,
                "skills": ["Flying"],
            },
        },
    )
    assert house.roster("dwarf").position("gyrocopter").skills == ("Flying",)


def test_a_whole_custom_team_may_be_added_and_one_taken_out() -> None:
    squirrel = {**plain(RULES.roster("human")), "key": "squirrel", "name": "Squirrel"}
    house = with_options(RULES, {"teams.squirrel": squirrel, "stars.griff-oberwald": None})
    assert house.roster("squirrel").position("blitzer").cost == 90_000
    assert "griff-oberwald" not in {star.key for star in house.stars}
    assert problems(a_draft("squirrel"), house) == ()


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"skills": ["Flying"]}, "unknown skill 'Flying'"),
        ({"cost": -10_000}, "is not between 0 and 100,000,000"),
        ({"max": 0, "min": 1}, "below its minimum"),
        ({"name": "Blitzer"}, "another one is called 'Blitzer' too"),
        ({"primary": "GX"}, "is not made of GASPM"),
        ({"ma": "six"}, "expected a whole number"),
        ({"wings": 2}, "unknown field"),
    ],
)
def test_a_custom_position_that_does_not_hold_together_never_reaches_a_league(change: dict[str, Any], why: str) -> None:
    ogre = {**plain(RULES.roster("human").position("ogre")), **change}
    assert any(why in found for found in refused({"teams.human.positions.ogre": ogre}))


def test_a_switch_takes_a_step_out_of_the_sequence_and_puts_it_back() -> None:
    without = with_options(RULES, {"expensive-mistakes": False})
    assert "expensive-mistakes" not in without.post_match
    assert set(without.post_match) < set(STEPS)
    assert set(with_options(without, {"expensive-mistakes": True}).post_match) == set(RULES.post_match)


def test_free_fan_factor_is_had_without_buying_and_counts_nothing() -> None:
    """BB2016, optional league rules: free fan factor."""
    house = with_options(RULES, {"free-fan-factor": True})
    assert [problem.code for problem in problems(a_draft(goods={"fan-factor": 1}), house)] == ["good_limit"]
    sheet = fold(TeamSheet("t1"), decide_draft(a_draft(), house))
    assert sheet.goods["fan-factor"] == 5
    assert value(sheet, house).total == 11 * 50_000


def test_a_list_of_keys_is_looked_up_in_the_ruleset() -> None:
    assert with_options(RULES, {"inducements-off": ["bribe"]}).options.inducements_off == ("bribe",)
    assert refused({"inducements-off": ["brick"]}) == ["options.inducements_off: unknown inducement 'brick'"]
    assert refused({"weather": ["sunny"]}) == [
        "Weather tables: “['sunny']” is not one of: standard, winter, subterranean."
    ]


def test_two_editions_side_by_side() -> None:
    differing = {
        difference.path: (difference.was, difference.now) for difference in compare(rulesets.get("lrb6"), RULES)
    }
    assert differing["teams.human.positions.catcher.cost"] == (70_000, 60_000)
    assert differing["mvp.method"] == ("random", "nominated")
    assert "teams.human.positions.blitzer.cost" not in differing


@pytest.mark.parametrize("key", ALL)
def test_an_export_is_one_document_and_comes_back_the_same(key: str) -> None:
    ruleset = rulesets.get(key)
    document = json.loads(json.dumps(exported(ruleset)))
    assert set(document) == {*TOP, "content_hash", "options", "tables"}
    assert imported(document) == ruleset
    for team in document["teams"]:
        assert {"key", "name", "reroll_cost", "apothecary", "positions", "stars", "special_rules"} <= set(team)
        for position in team["positions"]:
            assert {"key", "name", "min", "max", "cost", "ma", "st", "ag", "pa", "av"} <= set(position)
            assert {"skills", "primary", "secondary"} <= set(position)
            assert (position["max_sevens"] is None) == (key != "basic")


def test_an_export_of_house_rules_comes_back_with_them() -> None:
    house = with_options(RULES, {"starting-gold": 1_100_000, "mvp": "none"})
    assert imported(json.loads(json.dumps(exported(house)))) == house


# Taking a team out.


def test_a_team_that_is_taken_out_is_named_by_nothing_any_more() -> None:
    house = with_options(RULES, {"teams.human": None})
    assert "human" not in {roster.key for roster in house.teams}
    naming = json.dumps({**plain(house), "house_rules": {}, "events": [], "rules": {}})
    assert '"human"' not in naming
    assert house.house_rules == {"teams.human": None}
    # Others keep what they shared with it.
    shared = next(star for star in house.stars if star.key == "griff-oberwald")
    assert shared.teams
    ballistics = next(one for one in house.inducements if one.key == "master-of-ballistics")
    assert ballistics.teams == ("human-nobility",)
    assert next(group for group in house.events if group.key == "human").teams == ("human-nobility",)


@pytest.mark.parametrize("key", [roster.key for roster in RULES.teams])
def test_every_team_can_be_taken_out(key: str) -> None:
    assert key not in {roster.key for roster in with_options(RULES, {f"teams.{key}": None}).teams}


def test_what_only_that_team_had_goes_with_it() -> None:
    """A list without teams means every team, so it may not be what is left."""
    house = with_options(RULES, {"teams.goblin": None})
    assert "fungus-the-loon" not in {star.key for star in house.stars}
    assert {ball.key for ball in house.balls} == {ball.key for ball in RULES.balls if ball.teams != ("goblin",)}
    bribe = next(one for one in house.inducements if one.key == "bribe")
    assert bribe.exceptions == ()
    assert bribe.teams == ()
    assert "greenboyz" not in {legend.key for legend in house.hall_of_fame}
    sponsored = with_options(RULES, {"teams.dark-elf": None}).sponsors
    assert sponsored is not None
    assert not any("dark-elf" in sponsor.excluded for sponsor in sponsored.majors)


def test_a_new_star_of_a_team_that_is_taken_out_is_refused_whichever_comes_first() -> None:
    star = {**plain(next(one for one in RULES.stars if one.key == "griff-oberwald")), "key": "griff-ii", "name": "II"}
    why = ["stars.griff-ii.teams: unknown team 'human'"]
    assert refused({"stars.griff-ii": star, "teams.human": None}) == why
    assert refused({"teams.human": None, "stars.griff-ii": star}) == why


# Addresses.


def test_a_problem_names_the_address_of_its_place() -> None:
    data = plain(RULES)
    human = [roster.key for roster in RULES.teams].index("human")
    blitzer = [position.key for position in RULES.roster("human").positions].index("blitzer")
    typed = f"bb2016.teams[{human}].positions[{blitzer}].cost"
    assert address_of(data, typed) == "teams.human.positions.blitzer.cost"
    assert address_of(data, "teams/human.positions.ogre.skills") == "teams.human.positions.ogre.skills"
    assert address_of(data, "skills.Odd[99].category") == "skills.Odd.99.category"


@pytest.mark.parametrize("part", ["teams", "stars", "inducements"])
def test_no_two_are_called_the_same(part: str) -> None:
    twin = {**plain(getattr(RULES, part)[0]), "key": "twin"}
    assert refused({f"{part}.twin": twin}) == [f"{part}.twin.name: another one is called {twin['name']!r} too"]


def test_an_address_names_entries_by_key_or_name() -> None:
    data = plain(RULES)
    assert value_at(data, "teams.orc.positions.troll.st") == 5
    assert value_at(data, "skills.Block.category") == "general"
    assert not exists(data, "teams.squirrel")
    assert not exists(data, "draft.gold.much")


def test_putting_none_into_a_list_takes_the_entry_out() -> None:
    data = {"words": ["a", "b"], "things": [{"key": "x", "n": 1}]}
    put(data, "words.a", None)
    put(data, "words.c", True)
    put(data, "things.x.n", 2)
    put(data, "things.y", {"key": "y"})
    assert data == {"words": ["b", "c"], "things": [{"key": "x", "n": 2}, {"key": "y"}]}


def test_differences_are_told_where_they_are() -> None:
    one = {"a": 1, "list": [{"key": "x", "n": 1}, {"key": "y", "n": 1}], "words": ["p"]}
    other = {"a": 1, "list": [{"key": "x", "n": 2}, {"key": "z", "n": 1}], "words": ["q"]}
    assert list(differences(one, other)) == [
        Difference("list.x.n", 1, 2),
        Difference("list.y", {"key": "y", "n": 1}, None),
        Difference("list.z", None, {"key": "z", "n": 1}),
        Difference("words", ["p"], ["q"]),
    ]
    assert list(differences(one, one)) == []


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"fans.dice": [10**20]}, "cannot be thrown"),
        ({"casualty.dice": [300_000]}, "cannot be thrown"),
        ({"casualty.dice": [100, 100, 100]}, "more dice than a table has room for"),
        ({"draft.gold": 10**30}, "is not between 0 and 100,000,000"),
        ({"spp.touchdown": -3}, "is not between 0 and"),
        ({"goods.reroll.cost": -1}, "is not between 0 and"),
        ({"expensive_mistakes.unit": 0}, "parts of 0"),
        ({"expensive_mistakes.major_divisor": 0}, "parts of 0"),
        ({"expensive_mistakes.bands": []}, "expensive_mistakes.bands: none"),
        ({"casualty.results.broken-neck.loses": "pa"}, "players here have no 'pa'"),
        ({"post_match": ["spp", "spp"]}, "'spp' stands 2 times"),
        ({"league.tie_breakers": []}, "league.tie_breakers: none"),
        ({"most-players": 7}, "least and most players"),
        ({"rerolls-in-a-draft": 16}, "a draft may have 16, a team only 8"),
        ({"spp-deflection": 3}, "There is no option"),
        ({"teams.squirl": None}, "There is no option and no place"),
        ({"expensive-mistakes": 1}, "is not one of: true, false"),
        ({"winnings-again": ["win", "win"]}, "is not one of"),
        ({"fan-factor-in-a-draft": 3, "free-fan-factor": True}, "another of these house rules changes"),
        ({"levels.anything": {"spp": 1, "title": "x", "improvements": 1}}, "There is no option and no place"),
        ({"casualty_earns_spp.foul": "crowd"}, "There is no option and no place"),
    ],
)
def test_a_house_rule_that_would_break_a_match_or_a_page_is_refused(changes: dict[str, Any], why: str) -> None:
    assert any(why in found for found in refused(changes)), refused(changes)


@pytest.mark.parametrize("key", ["a/b", "a.b", "A B", "Ünï", "", "x" * 41, "search", "-a", "a--b"])
def test_a_key_is_a_key(key: str) -> None:
    team = {**plain(RULES.roster("human")), "key": key, "name": "Odd"}
    with pytest.raises(HouseRulesIllegal):
        with_options(RULES, {f"teams.{key}": team})


def test_what_is_so_already_is_no_house_rule() -> None:
    assert with_options(RULES, {"starting-gold": 1_000_000, "expensive-mistakes": True}) is RULES


def test_points_that_are_worth_nothing_stay_on_the_list() -> None:
    house = with_options(RULES, {"spp-touchdown": 0})
    assert changed(house) == {"spp.touchdown": (3, 0)}


def test_an_entry_goes_by_the_name_that_its_address_says() -> None:
    team = {**plain(RULES.roster("human")), "key": "squirrel", "name": "Squirrel"}
    assert refused({"teams.badger": team}) == ["There is no option and no place “teams.badger”."]


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("teams.human.positions.ogre.ma", 99),
        ("teams.human.positions.ogre.av", 0),
        ("teams.human.positions.ogre.skills", ["Loner", "Loner"]),
    ],
)
def test_a_slip_of_the_finger_does_not_become_a_legend(place: str, value: object) -> None:
    with pytest.raises(HouseRulesIllegal) as refused:
        with_options(rulesets.get("bb2016"), {place: value})
    assert len(refused.value.problems) == 1


@pytest.mark.parametrize("most", [1, 16])
def test_characteristics_at_both_ends_are_fine(most: int) -> None:
    bent = with_options(rulesets.get("bb2016"), {"teams.human.positions.ogre.ma": most})
    assert bent.roster("human").position("ogre").ma == most
