"""A season of each edition, played to its end by a fixed script, ends as it is written down.

UPDATE_GOLDEN=1 writes the files anew: on purpose, to be looked at as a diff, and committed with what changed them.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from engine import effects as fx
from engine import history, rulesets
from engine.match.after import steps
from engine.rulesets.model import Ruleset
from tests.golden.facts import Facts, facts_of, results, written
from tests.golden.season import Season

FOLDER = Path(__file__).parent
# Four lists of each edition, among them one that raises its victims where there is one.
ROSTERS: Mapping[str, tuple[str, ...]] = {
    "bb2016": ("human", "undead", "orc", "skaven"),
    "lrb6": ("human", "nurgle", "wood-elf", "orc"),
    "bb2020": ("human", "shambling-undead", "orc", "nurgle"),
    "basic": ("human", "khemri", "orc", "skaven"),
    "sevens": ("human", "khemri", "orc", "skaven"),
}


def rules_of(name: str) -> Ruleset:
    return rulesets.get("basic").variant("sevens") if name == "sevens" else rulesets.get(name)


@cache
def season_of(name: str) -> Season:
    return Season(rules_of(name), ROSTERS[name])


def golden(name: str) -> Facts:
    found = facts_of(season_of(name))
    file = FOLDER / f"{name}.json"
    if os.environ.get("UPDATE_GOLDEN"):
        file.write_text(written(found), encoding="utf-8")
    kept: Facts = json.loads(file.read_text(encoding="utf-8"))
    return kept


@pytest.mark.parametrize("name", ROSTERS)
def test_the_season_ends_as_it_is_written_down(name: str) -> None:
    assert facts_of(season_of(name)) == golden(name)


@pytest.mark.parametrize("name", ROSTERS)
def test_the_file_is_sorted_and_has_one_fact_on_a_line(name: str) -> None:
    kept = golden(name)
    text = (FOLDER / f"{name}.json").read_text(encoding="utf-8")
    assert text == written(kept)
    assert list(kept) == list(facts_of(season_of(name)))
    assert len(text.splitlines()) == len(kept) + 2


@pytest.mark.parametrize("name", ROSTERS)
def test_the_script_reaches_what_it_is_there_for(name: str) -> None:
    season = season_of(name)
    kinds = {type(one.effect) for cause in season.causes for one in cause.effects}
    assert {fx.InjurySuffered, fx.PlayerDied, fx.SppEarned, fx.ImprovementTaken, fx.PlayerHired} <= kinds
    hired = [cause for cause in season.causes if cause.kind == "hiring"]
    assert any(isinstance(one.effect, fx.PlayerHired) for cause in hired for one in cause.effects)
    if not season.rules.draft.bank:
        assert fx.PlayerFired in kinds, "nobody grew over the greatest value"
    endings = {report.ending for report in season.reports.values()}
    assert endings == {"played", "conceded", "walkover"}
    assert sum(result.friendly for result in results(season).values()) == 1
    assert len(season.reports) == 12 + 1  # each of four against each of the others, twice, and the friendly


@pytest.mark.parametrize("name", ROSTERS)
def test_every_step_of_the_ruleset_was_played_by_both_teams_after_each_match(name: str) -> None:
    season = season_of(name)
    for match, report in season.reports.items():
        for team in (report.home.team, report.away.team):
            told = [
                cause.inputs["step"]
                for cause in season.causes
                if cause.kind == "post-match" and cause.occasion == match and history.team_of_step(cause) == team
            ]
            assert told == list(steps(rules_of(name)))


@pytest.mark.parametrize("name", ROSTERS)
def test_deciding_the_season_again_changes_nothing_and_no_gold_is_made(name: str) -> None:
    season = season_of(name)
    again = history.redecide(season.causes, rules=lambda cause: season.rules, all_again=True)
    assert (again.changes, again.conflicts, again.wanted) == ((), (), ())
    assert again.after == season.world
    for team, sheet in season.world.items():
        moved = [one.effect for cause in season.causes for one in cause.effects if one.team == team]
        assert sum(one.amount for one in moved if isinstance(one, fx.GoldChanged)) == sheet.balance >= 0
