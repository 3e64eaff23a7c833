"""What holds for every ruleset: names exist, tables cover every face, teams can be drafted, nothing gets lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine import rulesets
from engine.errors import UnknownName
from engine.rulesets import Roster, Ruleset
from engine.rulesets.coherence import base_name, die_tables
from engine.rulesets.model import Position
from engine.rulesets.options import HouseRulesIllegal, with_options
from engine.rulesets.tables import score_of, uncovered
from engine.team.draft import DraftedPlayer, TeamDraft, cost, problems
from engine.typed import plain

ALL = rulesets.available()
TEAMS = [(key, roster.key) for key in ALL for roster in rulesets.get(key).teams]


def read_again(name: str) -> dict[str, dict[str, object]]:
    found: dict[str, dict[str, object]] = json.loads(
        Path(__file__).with_name("second_reading").joinpath(f"{name}.json").read_text("utf-8")
    )
    return found


def smallest(roster: Roster, ruleset: Ruleset) -> TeamDraft:
    """The cheapest legal team there is: cheap players first, as many as may be had of each."""
    players: list[str] = []
    for position in sorted(roster.positions, key=lambda one: one.cost):
        players += [position.key] * min(position.max, ruleset.draft.players_min - len(players))
    drafted = tuple(DraftedPlayer(key, number, f"Player {number}") for number, key in enumerate(players, start=1))
    return TeamDraft("The Cheap", roster.key, drafted, choices=first_choices(roster))


def first_choices(roster: Roster) -> dict[str, str]:
    return {choice.key: choice.options[0] for choice in roster.choices}


@pytest.mark.parametrize(
    ("key", "teams", "positions", "stars", "skills"),
    [
        ("basic", 18, 79, 0, 61),
        ("bb2016", 30, 134, 73, 81),
        ("bb2020", 29, 155, 64, 95),
        ("lrb6", 24, 105, 56, 75),
    ],
)
def test_the_lists_are_as_many_as_the_sources_have(
    key: str, teams: int, positions: int, stars: int, skills: int
) -> None:
    ruleset = rulesets.get(key)
    assert len(ruleset.teams) == teams
    assert sum(len(roster.positions) for roster in ruleset.teams) == positions
    assert (len(ruleset.stars), len(ruleset.skills)) == (stars, skills)


@pytest.mark.parametrize(("key", "team"), TEAMS)
def test_each_team_can_draft_a_legal_team(key: str, team: str) -> None:
    ruleset = rulesets.get(key)
    draft = smallest(ruleset.roster(team), ruleset)
    assert problems(draft, ruleset) == ()
    assert 0 < cost(draft, ruleset) <= ruleset.draft.gold


@pytest.mark.parametrize("roster", [roster.key for roster in rulesets.get("basic").teams])
def test_each_team_can_draft_a_legal_sevens_team(roster: str) -> None:
    """Basic Blood Bowl, section 5: ten players at most, 850,000 gp, halved limits."""
    sevens = rulesets.get("basic").variant("sevens")
    assert problems(smallest(sevens.roster(roster), sevens), sevens) == ()


@pytest.mark.parametrize("key", ALL)
def test_each_table_covers_each_face_exactly_once(key: str) -> None:
    ruleset = rulesets.get(key)
    tables = list(die_tables(ruleset))
    assert tables
    for where, table in tables:
        spans = tuple((result.first, result.last) for result in table.results)
        assert list(uncovered(table.dice, spans, table.read)) == [], where
    casualty = ruleset.casualty
    for result in casualty.results:
        assert casualty.result(result.first) is result


@pytest.mark.parametrize("key", ALL)
def test_each_skill_star_inducement_and_team_that_is_named_exists(key: str) -> None:
    ruleset = rulesets.get(key)
    skills = {base_name(skill.name) for skill in ruleset.skills}
    teams = {roster.key for roster in ruleset.teams}
    worn = {skill for roster in ruleset.teams for position in roster.positions for skill in position.skills}
    worn |= {skill for star in ruleset.stars for member in star.members for skill in member.skills}
    assert {base_name(skill) for skill in worn} <= skills
    named = {team for star in ruleset.stars for team in star.teams}
    named |= {team for one in ruleset.inducements for team in (*one.teams, *one.excluded)}
    assert named <= teams


@pytest.mark.parametrize("key", ALL)
def test_each_hireable_star_plays_for_somebody_and_each_inducement_can_be_bought(key: str) -> None:
    ruleset = rulesets.get(key)
    assert [star.key for star in ruleset.stars if not star.teams] == []
    for one in ruleset.inducements:
        assert any(one in ruleset.inducements_of(roster) for roster in ruleset.teams), one.key


@pytest.mark.parametrize("key", ALL)
def test_a_ruleset_goes_out_as_plain_data_and_comes_back_the_same(key: str) -> None:
    ruleset = rulesets.get(key)
    back = rulesets.from_data(json.loads(json.dumps(plain(ruleset))))
    assert back == ruleset
    assert back.content_hash == ruleset.content_hash


@pytest.mark.parametrize("key", ALL)
def test_keys_are_lower_case_singular_words(key: str) -> None:
    ruleset = rulesets.get(key)
    keys = [roster.key for roster in ruleset.teams] + [star.key for star in ruleset.stars]
    keys += [position.key for roster in ruleset.teams for position in roster.positions]
    assert [one for one in keys if one != one.lower() or not one.replace("-", "").isalnum() or not one.isascii()] == []
    assert [roster.key for roster in ruleset.teams if roster.key.endswith("men")] == []


@pytest.mark.parametrize("key", ALL)
def test_prices_are_whole_thousands(key: str) -> None:
    """A wrong price is found by a player within a week: one that is no multiple of 5,000 is a slip."""
    ruleset = rulesets.get(key)
    prices = {f"{roster.key}/{one.key}": one.cost for roster in ruleset.teams for one in roster.positions}
    prices |= {star.key: star.cost or 0 for star in ruleset.stars}
    prices |= {one.key: one.cost or 0 for one in ruleset.inducements}
    assert {name: price for name, price in prices.items() if price % 5_000} == {}


@pytest.mark.parametrize("key", ALL)
def test_every_step_that_is_played_stands_in_the_books_sequence(key: str) -> None:
    ruleset = rulesets.get(key)
    assert ruleset.after_match
    assert len({step.key for step in ruleset.after_match}) == len(ruleset.after_match)


def test_basic_is_as_a_second_reader_read_it() -> None:
    """Basic Blood Bowl, sections 3 to 5: read twice, independently; this is the other reading."""
    basic, other = rulesets.get("basic"), read_again("basic")
    assert {roster.key for roster in basic.teams} == set(other["teams"])
    for roster in basic.teams:
        read = other["teams"][roster.key]
        assert {"reroll_cost": roster.reroll_cost, "apothecary": roster.apothecary}.items() <= read.items()
        assert [_basic_row(position) for position in roster.positions] == read["positions"], roster.key
    assert {skill.name: skill.category for skill in basic.skills} == other["skills"]


def _basic_row(one: Position) -> list[object]:
    limits, numbers = [one.name, one.max, one.max_sevens, one.cost], [one.ma, one.st, one.ag, one.av]
    return [*limits, *numbers, sorted(one.skills), one.primary, one.secondary]


def test_a_league_chooses_sevens_as_an_option() -> None:
    """Basic, 5: the limits of the variant under the edition's own name; other house rules bend the smaller game."""
    basic = rulesets.get("basic")
    chosen = with_options(basic, {"draft.gold": 900_000, "variant": "sevens"})
    sevens = basic.variant("sevens")
    assert (chosen.key, chosen.options.variant, chosen.teams, chosen.goods) == (
        "basic",
        "sevens",
        sevens.teams,
        sevens.goods,
    )
    assert (chosen.draft.players_max, chosen.draft.gold, chosen.value.cap) == (10, 900_000, 850_000)
    assert chosen.house_rules == {"draft.gold": 900_000, "variant": "sevens"}
    assert with_options(basic, {"variant": "whole"}) is basic


@pytest.mark.parametrize(("key", "value"), [("bb2016", "sevens"), ("basic", "eights")])
def test_a_size_that_an_edition_does_not_have_is_refused(key: str, value: str) -> None:
    with pytest.raises(HouseRulesIllegal):
        with_options(rulesets.get(key), {"variant": value})


def test_the_size_of_the_game_is_chosen_by_its_name_only() -> None:
    with pytest.raises(HouseRulesIllegal):
        with_options(rulesets.get("basic"), {"options.variant": "sevens"})


def test_sevens_halves_the_limits_and_names_itself() -> None:
    """Basic Blood Bowl, section 5: half the limit, rounded down; 0-16 becomes 0-10, 0-1 becomes 0."""
    basic = rulesets.get("basic")
    sevens = basic.variant("sevens")
    assert (sevens.draft.gold, sevens.draft.players_min, sevens.draft.players_max) == (850_000, 7, 10)
    assert (sevens.key, sevens.value.cap) == ("basic-sevens", 850_000)
    assert sevens.content_hash != basic.content_hash
    for roster, small in zip(basic.teams, sevens.teams, strict=True):
        for position, halved in zip(roster.positions, small.positions, strict=True):
            assert halved.max == (10 if position.max == 16 else position.max // 2), (roster.key, position.key)
    with pytest.raises(UnknownName, match="no variant “eights”"):
        basic.variant("eights")


def test_big_guys_are_limited_over_all_positions() -> None:
    """BB2020, team rosters: one troll and one ogre are two big guys."""
    bb2020 = rulesets.get("bb2020")
    roster = bb2020.roster("chaos-chosen")
    lines = [position.key for position in roster.positions if position.journeyman] * 11
    big = [position.key for position in roster.positions if position.big_guy]
    for number, expected in ((1, []), (2, ["too_many_big_guys"])):
        keys = [*lines[: 12 - number], *big[:number]]
        players = tuple(DraftedPlayer(key, nth, f"Player {nth}") for nth, key in enumerate(keys, start=1))
        found = problems(TeamDraft("Chosen", "chaos-chosen", players, choices=first_choices(roster)), bb2020)
        assert [problem.code for problem in found] == expected


def test_an_inducement_costs_what_the_team_list_says() -> None:
    """BB2016, inducements: bribes for goblins, the chef for halflings; Igor for those without an apothecary."""
    bb2016 = rulesets.get("bb2016")
    by_key = {one.key: one for one in bb2016.inducements}
    assert [by_key["bribe"].cost_for(team) for team in ("goblin", "orc")] == [50_000, 100_000]
    assert [by_key["halfling-master-chef"].cost_for(team) for team in ("halfling", "human")] == [100_000, 300_000]
    for team, has in (("undead", True), ("human", False)):
        bought = {one.key for one in bb2016.inducements_of(bb2016.roster(team))}
        assert ("igor" in bought, "wandering-apothecary" in bought) == (has, not has)
    assert by_key["bribe"].max_for("goblin") == 3


def test_an_inducement_may_need_a_special_rule() -> None:
    """BB2020: a plague doctor for those favoured of Nurgle."""
    bb2020 = rulesets.get("bb2020")
    doctor = next(one for one in bb2020.inducements if one.key == "plague-doctor")
    assert doctor.may_buy("nurgle", bb2020.roster("nurgle").special_rules)
    assert not doctor.may_buy("human", bb2020.roster("human").special_rules)


@pytest.mark.parametrize(
    ("use", "bands"),
    [
        ("league-draw", [(0, 2, 1), (1_000_000, 3, 2), (2_000_000, 4, 3), (3_000_000, 5, 4)]),
        ("points-system", [(0, 2, 2), (1_300_000, 3, 3), (1_800_000, 4, 4), (2_300_000, 5, 5)]),
        ("card-draft", [(0, 2, 1), (1_300_000, 3, 2), (1_800_000, 4, 3), (2_300_000, 5, 4)]),
        ("one-deck-only", [(0, 2, 2), (1_300_000, 3, 3), (1_800_000, 4, 4), (2_300_000, 5, 5)]),
    ],
)
def test_cards_are_drawn_and_kept_by_the_higher_team_value(use: str, bands: list[tuple[int, int, int]]) -> None:
    """BB2016, pre-match sequence; special play card variants."""
    found = next(one for one in rulesets.get("bb2016").card_uses if one.key == use).by_value
    assert [(band.start, band.draw, band.keep) for band in found] == bands


@pytest.mark.parametrize(
    ("value", "owed"),
    [(1_740_000, 0), (1_750_000, 10_000), (1_890_000, 10_000), (1_900_000, 20_000), (2_640_000, 60_000)],
)
def test_spiralling_expenses_rise_step_by_step(value: int, owed: int) -> None:
    """LRB6, post-match step 2.3: both sides of each threshold."""
    spiralling = rulesets.get("lrb6").spiralling
    assert spiralling is not None
    assert spiralling.owed(value) == owed


def test_a_d16_is_read_as_it_lies() -> None:
    assert [score_of((face,)) for face in (1, 9, 10, 16)] == [1, 9, 10, 16]


@pytest.mark.parametrize("key", ALL)
def test_every_position_may_learn_something_but_nothing_that_is_no_skill(key: str) -> None:
    ruleset = rulesets.get(key)
    for roster in ruleset.teams:
        for position in roster.positions:
            letters = position.primary + position.secondary
            learnable = ruleset.learnable(position, letters)
            assert bool(learnable) == bool(letters), (roster.key, position.key)
            assert not {skill.category for skill in learnable} & {"extraordinary", "trait"}
            assert not {skill.name for skill in learnable} & set(position.skills)


def test_a_human_blitzer_learns_general_and_strength_skills() -> None:
    """BB2016, team rosters, Human: GS, and AP on a double."""
    bb2016 = rulesets.get("bb2016")
    blitzer = bb2016.roster("human").position("blitzer")
    normal = {skill.name for skill in bb2016.learnable(blitzer, blitzer.primary)}
    assert {"Tackle", "Mighty Blow", "Guard"} <= normal
    assert not {"Block", "Dodge", "Pass", "Claws"} & normal
    assert "Dodge" in {skill.name for skill in bb2016.learnable(blitzer, blitzer.secondary)}
