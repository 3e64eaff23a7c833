"""Names for players whom nobody has named, and sample teams of every list: the same whenever one asks."""

from __future__ import annotations

import timeit
from dataclasses import replace

import pytest

from engine import rulesets
from engine.rulesets import Ruleset
from engine.rulesets.options import with_options
from engine.tally import Tally
from engine.team.draft import cost, decide_draft, fitting, problems, sheet_so_far
from engine.team.evolve import fold
from engine.team.names import names, suggest
from engine.team.sample import sample, useful_prices
from engine.team.sheet import TeamSheet
from engine.team.value import value
from tests.engine.given import RULES, a_draft

EDITIONS = [*(rulesets.get(key) for key in rulesets.available()), rulesets.get("basic").variant("sevens")]
LISTS = [(ruleset, roster.key) for ruleset in EDITIONS for roster in ruleset.teams]
SEVENS = EDITIONS[-1]


def named(case: object) -> str:
    return case.key if isinstance(case, Ruleset) else str(case)


# --- names ----------------------------------------------------------------------------------------------------------


def test_every_list_has_a_style_and_no_style_is_for_nobody() -> None:
    rosters = {roster.key for ruleset in EDITIONS for roster in ruleset.teams}
    positions = {position.key for ruleset in EDITIONS for roster in ruleset.teams for position in roster.positions}
    known = names()
    assert rosters == set(known.rosters)
    assert set(known.positions) - positions == set()
    assert {*known.rosters.values(), *known.positions.values(), known.otherwise} == set(known.styles)


def test_a_style_has_dozens_of_names_and_none_twice() -> None:
    for key, style in names().styles.items():
        for kind in (style.given, style.surnames):
            assert len(kind) == len(set(kind)) >= 24, key


def test_the_same_team_and_place_get_the_same_name() -> None:
    squad = ["lineman"] * 9 + ["blitzer"] * 3
    assert suggest("Reavers", "human", squad) == suggest("Reavers", "human", squad)
    assert suggest("Reavers", "human", squad) != suggest("Kettles", "human", squad)


def test_one_lineman_more_hardly_renames_anybody() -> None:
    few = suggest("Reavers", "human", ["lineman"] * 3 + ["blitzer"])
    more = suggest("Reavers", "human", ["lineman"] * 4 + ["blitzer"])
    assert (more[:3], more[4]) == (few[:3], few[3])


def test_a_whole_squad_shares_neither_given_names_nor_surnames() -> None:
    for team in ("Reavers", "Kettles", ""):
        squad = suggest(team, "orc", ["lineman"] * 16)
        given, surnames = zip(*(name.split(" ", 1) for name in squad), strict=True)
        assert len(set(given)) == len(set(surnames)) == 16


def test_nobody_is_called_like_another_or_like_somebody_with_a_name() -> None:
    squad = ["lineman"] * 300
    first = suggest("Reavers", "human", squad)
    assert len(set(first)) == 300
    again = suggest("Reavers", "human", squad, taken=first)
    assert set(first) & set(again) == set()


def test_names_do_not_end_where_the_style_does() -> None:
    assert len(set(suggest("Reavers", "human", ["lineman"] * 1300))) == 1300


def test_an_ogre_among_humans_is_called_like_an_ogre_and_a_list_of_a_league_s_own_like_anybody() -> None:
    known = names()
    assert known.style("human", "ogre") is known.styles["ogre"]
    assert known.style("human", "lineman") is known.styles["human"]
    assert known.style("squirrel", "nutter") is known.styles[known.otherwise]


# --- samples --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ruleset", "roster"), LISTS, ids=named)
def test_a_sample_is_legal_and_spends_what_it_can(ruleset: Ruleset, roster: str) -> None:
    """Creating a team, in every edition and in Sevens (Basic, Sevens: 7 to 10 players, 850,000, halved limits)."""
    made = sample(roster, ruleset, "Samples")
    assert problems(made, ruleset) == ()
    left = ruleset.draft.gold - cost(made, ruleset)
    assert 0 <= left < min(min(useful_prices(made, ruleset), default=0), 100_000) or left == 0
    assert made == sample(roster, ruleset, "Samples")
    assert 2 <= made.goods["reroll"] <= 5
    healer = next((good for good in ruleset.goods_of(ruleset.roster(roster)) if good.healer), None)
    assert healer is None or made.goods[healer.key] >= 1
    assert len({player.name for player in made.players}) == len(made.players)


@pytest.mark.parametrize(("ruleset", "roster"), LISTS, ids=named)
def test_the_value_that_is_shown_while_building_is_the_value_of_the_team(ruleset: Ruleset, roster: str) -> None:
    """Team value by the ruleset's rules: cheap linemen count nothing in BB2020, dedicated fans neither."""
    made = sample(roster, ruleset, "Samples")
    drafted = fold(TeamSheet("t1"), decide_draft(made, ruleset))
    so_far = sheet_so_far(made, ruleset)
    assert value(so_far, ruleset).total == value(drafted, ruleset).total
    assert so_far.goods == drafted.goods
    assert so_far.balance == drafted.balance or not ruleset.draft.bank


def test_a_sample_of_sevens_keeps_to_the_halved_limits() -> None:
    """Basic, Sevens: seven to ten players, 850,000 gold pieces."""
    made = sample("human", SEVENS, "Small")
    assert 7 <= len(made.players) <= 10
    assert cost(made, SEVENS) <= 850_000
    assert sum(player.position == "blitzer" for player in made.players) <= 2
    assert not any(player.position == "ogre" for player in made.players)


def test_a_sample_takes_what_the_list_leaves_to_choose() -> None:
    """BB2020, Favoured of …: chosen when the team is drafted."""
    ruleset = rulesets.get("bb2020")
    made = sample("chaos-chosen", ruleset, "Chosen")
    assert made.choices == {"special-rule": ruleset.roster("chaos-chosen").choices[0].options[0]}


def test_a_list_of_a_league_s_own_has_a_sample() -> None:
    """House rules, teams: minimums, a big guys' limit, no apothecary."""
    nutter = {"key": "nutter", "name": "Nutter", "min": 2, "max": 9, "cost": 45_000, "ma": 7, "st": 2, "ag": 3, "av": 7}
    nutter |= {"skills": ["Dodge"], "primary": "A", "secondary": "GSP"}
    hoarder = {**nutter, "key": "hoarder", "name": "Hoarder", "min": 3, "max": 6, "cost": 80_000, "st": 3}
    oak = {**nutter, "key": "oak", "name": "Oak", "min": 0, "max": 4, "cost": 120_000, "big_guy": True}
    squirrels = {
        "key": "squirrel",
        "name": "Squirrels",
        "reroll_cost": 60_000,
        "apothecary": False,
        "positions": [nutter, hoarder, oak],
        "big_guys_max": 1,
    }
    ruleset = with_options(RULES, {"teams.squirrel": squirrels})
    made = sample("squirrel", ruleset, "Nuts")
    assert problems(made, ruleset) == ()
    assert sum(player.position == "oak" for player in made.players) <= 1
    assert sum(player.position == "hoarder" for player in made.players) >= 3


def test_where_gold_does_not_suffice_for_a_team_a_sample_says_so_by_its_problems() -> None:
    poor = replace(RULES, draft=replace(RULES.draft, gold=300_000))
    assert [problem.code for problem in problems(sample("human", poor, "Poor"), poor)] == ["draft_too_expensive"]


# --- copies ---------------------------------------------------------------------------------------------------------


def test_what_the_list_here_does_not_know_is_named_and_left_out() -> None:
    ruleset = rulesets.get("bb2020")
    draft = replace(
        a_draft("chaos-chosen", {"chosen-blocker": 2, "beastman": 3}, {"dedicated-fans": 1, "fan-factor": 3}),
        choices={"special-rule": "Favoured of Khorne", "colour": "red"},
    )
    fit = fitting(draft, ruleset)
    assert (fit.positions, fit.goods, fit.choices) == (("beastman",), ("fan-factor",), ("red",))
    assert [player.position for player in fit.draft.players] == ["chosen-blocker"] * 2
    assert fit.draft.goods == Tally({"dedicated-fans": 1})
    assert fit.draft.choices == {"special-rule": "Favoured of Khorne"}


def test_a_draft_that_fits_is_copied_whole() -> None:
    draft = a_draft("human", {"lineman": 11}, {"reroll": 3})
    assert fitting(draft, RULES).draft == draft


# --- measure --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", EDITIONS, ids=named)
def test_a_draft_is_checked_well_below_a_millisecond(ruleset: Ruleset) -> None:
    """It runs on every keystroke: cost, value and problems together. The best of some runs: others run here too."""
    made = sample(ruleset.teams[0].key, ruleset, "Fast")

    def check() -> None:
        cost(made, ruleset)
        value(sheet_so_far(made, ruleset), ruleset)
        problems(made, ruleset)

    assert min(timeit.repeat(check, number=20, repeat=10)) / 20 < 0.001
