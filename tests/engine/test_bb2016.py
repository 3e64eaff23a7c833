"""The numbers of the 2016 rules, read a second time from the 2016/17 compendium and typed in here by hand."""

from __future__ import annotations

import json
from dataclasses import fields
from importlib.resources import files
from pathlib import Path

import pytest

from engine import rulesets
from engine.match.after import STEPS
from engine.rulesets.model import Position, Ruleset
from engine.season.standings import MEASURES
from engine.team.draft import cost
from tests.engine.given import RULES, a_draft

SECOND = json.loads(Path(__file__).with_name("second_reading").joinpath("bb2016.json").read_text("utf-8"))

# Team lists: limit, name, cost, MA ST AG AV, skills, normal, double.
HUMAN = """
0-16 Lineman    50000 6 3 3 8 None                                                             G  ASP
0-4  Catcher    60000 8 2 3 7 Catch,Dodge                                                      GA SP
0-2  Thrower    70000 6 3 3 8 Sure_Hands,Pass                                                  GP AS
0-4  Blitzer    90000 7 3 3 8 Block                                                            GS AP
0-1  Ogre      140000 5 5 2 9 Loner,Bone-head,Mighty_Blow,Thick_Skull,Throw_Team-Mate          S  GAP
"""
ORC = """
0-16 Lineman    50000 5 3 3 9 None                                                             G  ASP
0-4  Goblin     40000 6 2 3 7 Right_Stuff,Dodge,Stunty                                         A  GSP
0-2  Thrower    70000 5 3 3 8 Sure_Hands,Pass                                                  GP AS
0-4  Black_Orc  80000 4 4 2 9 None                                                             GS AP
0-4  Blitzer    80000 6 3 3 9 Block                                                            GS AP
0-1  Troll     110000 4 5 1 9 Loner,Always_Hungry,Mighty_Blow,Really_Stupid,Regeneration,Throw_Team-Mate S GAP
"""


@pytest.mark.parametrize(("roster", "printed"), [("human", HUMAN), ("orc", ORC)])
def test_the_team_list_is_as_printed(roster: str, printed: str) -> None:
    """BB2016, team rosters."""
    rows = printed.strip().splitlines()
    positions = RULES.roster(roster).positions
    assert len(positions) == len(rows)
    for position, row in zip(positions, rows, strict=True):
        limit, name, price, ma, st, ag, av, skills, normal, double = row.split()
        assert f"{position.min}-{position.max}" == limit
        assert position.name == name.replace("_", " ")
        assert position.cost == int(price)
        assert (position.ma, position.st, position.ag, position.av) == (int(ma), int(st), int(ag), int(av))
        assert position.skills == (() if skills == "None" else tuple(skills.replace("_", " ").split(",")))
        assert (position.primary, position.secondary) == (normal, double)


@pytest.mark.parametrize(("roster", "reroll"), [("human", 50_000), ("orc", 60_000)])
def test_re_rolls_cost_what_the_team_list_says(roster: str, reroll: int) -> None:
    """BB2016, team rosters: 0-8 re-rolls."""
    assert RULES.good_cost(RULES.roster(roster), "reroll") == reroll
    assert RULES.good("reroll").draft_max == RULES.good("reroll").max == 8


def test_the_lists_are_as_many_as_printed() -> None:
    """BB2016, team rosters, star players (three of them duos), skills, cards and match events."""
    assert len(RULES.teams) == 30
    assert (len(RULES.stars), sum(len(star.members) == 2 for star in RULES.stars)) == (73, 3)
    assert len(RULES.skills) == 81
    assert [len([deck for deck in RULES.decks if deck.edition == edition]) for edition in ("", "lrb6")] == [6, 7]
    assert sum(len(group.events) for group in RULES.events) == 40
    without = {roster.key for roster in RULES.teams if not roster.apothecary}
    assert without == {"khemri", "necromantic", "nurgle", "undead"}


def test_every_team_list_is_as_a_second_reader_read_it() -> None:
    """BB2016, team rosters: read twice, independently; this is the other reading."""
    assert {roster.key for roster in RULES.teams} == set(SECOND["teams"])
    for key, read in SECOND["teams"].items():
        roster = RULES.roster(key)
        assert (roster.reroll_cost, roster.apothecary) == (read["reroll_cost"], read["apothecary"]), key
        assert [_row(position) for position in roster.positions] == read["positions"], key


def _row(one: Position) -> list[object]:
    limit, known = f"{one.min}-{one.max}", sorted(one.skills)
    return [limit, one.name, one.cost, one.ma, one.st, one.ag, one.av, known, one.primary, one.secondary]


def test_every_star_is_as_a_second_reader_read_him() -> None:
    """BB2016, star players: price, teams (the union of table and team lists), characteristics and skills."""
    assert {star.key for star in RULES.stars} == set(SECOND["stars"])
    for star in RULES.stars:
        read = SECOND["stars"][star.key]
        assert (star.name, star.cost, sorted(star.teams)) == (read["name"], read["cost"], read["teams"]), star.key
        members = [[one.name, one.ma, one.st, one.ag, one.av, sorted(one.skills)] for one in star.members]
        assert members == read["members"], star.key


def test_every_skill_is_in_the_category_of_the_second_reading() -> None:
    assert {skill.name: skill.category for skill in RULES.skills} == SECOND["skills"]
    assert all(skill.effect for skill in RULES.skills)


@pytest.mark.parametrize(
    ("good", "price", "most"),
    [
        ("fan-factor", 10_000, 9),
        ("assistant-coach", 10_000, None),
        ("cheerleader", 10_000, None),
        ("apothecary", 50_000, 1),
    ],
)
def test_goods_cost_and_are_limited_as_printed(good: str, price: int, most: int | None) -> None:
    """BB2016, extra rules: team re-rolls and fan factor; coaching staff."""
    assert RULES.good(good).cost == price
    assert RULES.good(good).draft_max == most


def test_fan_factor_is_only_limited_when_a_team_is_created() -> None:
    """BB2016, extra rules, team re-rolls and fan factor: up to 9 *when you create your team*."""
    assert RULES.good("fan-factor").max is None


def test_the_draft_has_a_million_for_11_to_16_players() -> None:
    """BB2016, extra rules, buying players."""
    assert (RULES.draft.gold, RULES.draft.players_min, RULES.draft.players_max) == (1_000_000, 11, 16)


def test_the_starter_teams_of_the_core_rules_are_affordable() -> None:
    """Core rulebook 2016: the Human and Orc teams of the box, re-rolls and fan factor included."""
    human = a_draft("human", {"blitzer": 2, "catcher": 2, "thrower": 2, "lineman": 6}, {"reroll": 4, "fan-factor": 6})
    orc = a_draft("orc", {"blitzer": 2, "black-orc": 2, "thrower": 2, "lineman": 6}, {"reroll": 3, "fan-factor": 6})
    assert cost(human, RULES) == 1_000_000
    assert cost(orc, RULES) == 1_000_000


def test_star_player_points_are_as_printed() -> None:
    """BB2016, star player points table."""
    assert dict(RULES.spp) == {"completion": 1, "casualty": 2, "interception": 2, "touchdown": 3, "mvp": 5}


@pytest.mark.parametrize(
    ("first", "last", "title", "improvements"),
    [
        (0, 5, "Rookie", 0),
        (6, 15, "Experienced", 1),
        (16, 30, "Veteran", 2),
        (31, 50, "Emerging Star", 3),
        (51, 75, "Star", 4),
        (76, 175, "Super Star", 5),
        (176, 10_000, "Legend", 6),
    ],
)
def test_a_level_reaches_from_its_first_to_its_last_point(first: int, last: int, title: str, improvements: int) -> None:
    """BB2016, star player points table, both ends of each level."""
    for spp in (first, last):
        assert (RULES.level(spp).title, RULES.level(spp).improvements) == (title, improvements)


def test_league_points_are_3_1_0() -> None:
    """BB2016, post-match sequence step 2."""
    assert dict(RULES.league.points) == {"win": 3, "draw": 1, "loss": 0}


@pytest.mark.parametrize(
    ("skill", "category"),
    [
        ("Always Hungry", "extraordinary"),
        ("Block", "general"),
        ("Bone-head", "extraordinary"),
        ("Catch", "agility"),
        ("Dodge", "agility"),
        ("Loner", "extraordinary"),
        ("Mighty Blow", "strength"),
        ("Pass", "passing"),
        ("Really Stupid", "extraordinary"),
        ("Regeneration", "extraordinary"),
        ("Right Stuff", "extraordinary"),
        ("Stunty", "extraordinary"),
        ("Sure Hands", "general"),
        ("Thick Skull", "strength"),
        ("Throw Team-Mate", "extraordinary"),
    ],
)
def test_a_skill_belongs_to_its_category(skill: str, category: str) -> None:
    """BB2016, skills."""
    assert [known.category for known in RULES.skills if known.name == skill] == [category]


def test_the_steps_stand_in_the_printed_order() -> None:
    """BB2016, post-match sequence: improvement rolls, team stats, residency, winnings, fan factor, sponsors, losing a
    residency, hire and fire, preparation; what insurers ask for depends on who is gone, so it follows hire and fire."""
    assert RULES.post_match == (
        "spp",
        "league-points",
        "residency",
        "residency-deal",
        "winnings",
        "fan-factor",
        "sponsor-search",
        "sponsorships",
        "losing-residency",
        "hire-and-fire",
        "insurance",
        "expensive-mistakes",
        "journeymen",
    )
    assert {step for key in rulesets.available() for step in rulesets.get(key).post_match} == set(STEPS)


def test_every_tie_breaker_can_be_measured() -> None:
    assert RULES.league.tie_breakers[0] == "points"
    assert set(RULES.league.tie_breakers) <= set(MEASURES)


def test_sources_says_where_every_part_of_the_data_comes_from() -> None:
    sources = files("rosters_data").joinpath("SOURCES.md").read_text("utf-8")
    about_itself = {"key", "name", "version", "rules", "preview"}
    parts = {field.name for field in fields(Ruleset)} - about_itself
    assert [part for part in sorted(parts) if f"`{part}`" not in sources] == []
