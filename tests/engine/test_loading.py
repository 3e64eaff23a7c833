"""Reading rulesets: what is published, what is stored with a match, and what is refused."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from itertools import product
from typing import Any, get_args

import pytest

from engine import rulesets
from engine.errors import UnknownName
from engine.match.after import STEPS
from engine.rulesets import RulesetInvalid
from engine.rulesets.model import StepName, TieBreaker
from engine.rulesets.tables import score_of
from engine.season.standings import MEASURES
from engine.typed import plain
from tests.engine.given import MISTAKES, RULES

HUMAN = [roster.key for roster in RULES.teams].index("human")
Change = Callable[[dict[str, Any]], object]


def changed(change: Change) -> dict[str, Any]:
    data: dict[str, Any] = copy.deepcopy(plain(RULES))
    change(data)
    return data


def errors_of(change: Change) -> tuple[str, ...]:
    with pytest.raises(RulesetInvalid) as invalid:
        rulesets.from_data(changed(change))
    return invalid.value.errors


def put(value: Any, *path: str | int) -> Change:
    def change(data: Any) -> None:
        for part in path[:-1]:
            data = data[part]
        data[path[-1]] = value

    return change


def test_bb2016_is_published() -> None:
    assert "bb2016" in rulesets.available()
    assert rulesets.get("bb2016") is rulesets.get("bb2016")


@pytest.mark.parametrize("key", ["bb1989", "", ".", "..", "bb2016/teams", "__pycache__"])
def test_no_other_ruleset_is(key: str) -> None:
    with pytest.raises(UnknownName, match="no ruleset"):
        rulesets.get(key)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: RULES.roster("squirrel"), "no team “squirrel” in Blood Bowl 2016"),
        (lambda: RULES.good("wizard"), "no team good “wizard” in Blood Bowl 2016"),
        (lambda: RULES.roster("orc").position("catcher"), "no position “catcher” in Orc"),
        (lambda: RULES.casualty.result(39), "no casualty result “39”"),
    ],
)
def test_what_a_ruleset_does_not_know_it_says(ask: Callable[[], object], message: str) -> None:
    with pytest.raises(UnknownName, match=message):
        ask()


def test_a_stored_ruleset_equals_the_published_one() -> None:
    stored = json.loads(json.dumps(plain(RULES)))
    assert rulesets.from_data(stored) == RULES
    assert rulesets.from_data(stored).content_hash == RULES.content_hash


def test_the_content_hash_does_not_depend_on_the_order_of_fields() -> None:
    backwards = json.loads(json.dumps(dict(reversed(plain(RULES).items()))))
    assert rulesets.from_data(backwards).content_hash == RULES.content_hash


def test_the_content_hash_changes_with_any_number() -> None:
    dearer = rulesets.from_data(changed(put(60_000, "teams", HUMAN, "positions", 0, "cost")))
    assert dearer.content_hash != RULES.content_hash


# Each table covers each face exactly once


def test_each_score_of_the_casualty_dice_has_one_result() -> None:
    scores = [score_of(faces) for faces in product(range(1, 7), range(1, 9))]
    assert len(scores) == len(set(scores)) == 48
    for score in scores:
        assert sum(row.first <= score <= row.last for row in RULES.casualty.results) == 1


def test_each_column_of_the_expensive_mistakes_table_has_a_result_for_each_face() -> None:
    assert [band.treasury for band in MISTAKES.bands] == [100_000, 200_000, 300_000, 400_000, 500_000]
    assert all(len(band.results) == 6 for band in MISTAKES.bands)


def test_the_mvp_die_has_a_face_for_each_nominee() -> None:
    assert RULES.mvp.dice == (RULES.mvp.nominees,)


def test_the_engine_has_every_step_and_measure_a_ruleset_may_name() -> None:
    assert set(get_args(StepName)) == set(STEPS)
    assert set(get_args(TieBreaker)) == set(MEASURES)


def test_every_rule_has_a_name_and_a_place() -> None:
    assert all(rule.name and rule.place for rule in RULES.rules.values())


# What is refused


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (put("1000000", "draft", "gold"), 'bb2016.draft.gold: expected a whole number, found "1000000"'),
        (put("dance", "post_match", 0), "bb2016.post_match[0]: expected one of"),
        (put("goals", "league", "tie_breakers", 0), "bb2016.league.tie_breakers[0]: expected one of"),
        (lambda data: data["winnings"]["bonus"].pop("draw"), "bb2016.winnings.bonus.draw: missing"),
        (put(1, "league", "points", "defeat"), "bb2016.league.points.defeat: unknown field"),
        (lambda data: data["fan_factor"].pop("loss"), "bb2016.fan_factor.loss: missing"),
        (lambda data: data["teams"][1].pop("name"), "bb2016.teams[1].name: missing"),
        (put("human", "teams", 1, "key"), "teams: 'human' stands 2 times"),
        (put("Block", "skills", 0, "name"), "skills: 'Block' stands 2 times"),
        (put("reroll", "goods", 1, "key"), "goods: 'reroll' stands 2 times"),
        (put("lineman", "teams", HUMAN, "positions", 1, "key"), "teams/human.positions: 'lineman' stands 2 times"),
        (
            put(17, "teams", HUMAN, "positions", 0, "min"),
            "teams/human.positions.lineman: limit 16 is below its minimum 17",
        ),
        (
            put(-1, "teams", HUMAN, "positions", 0, "min"),
            "teams.human.positions.lineman.min: -1 is not between 0 and 100,000,000",
        ),
        (
            put(-10, "teams", HUMAN, "positions", 0, "cost"),
            "teams.human.positions.lineman.cost: -10 is not between 0 and 100,000,000",
        ),
        (
            put(["Flying"], "teams", HUMAN, "positions", 0, "skills"),
            "teams/human.positions.lineman.skills: unknown skill 'Flying'",
        ),
        (put(37, "casualty", "results", 0, "last"), "casualty.results: 38 is covered 0 times"),
        (put(42, "casualty", "results", 1, "last"), "casualty.results: 42 is covered 2 times"),
        (put([], "casualty", "dice"), "casualty.dice: [] cannot be thrown"),
        (put([0], "mvp", "dice"), "mvp.dice: [0] cannot be thrown"),
        (put([6, -6], "fans", "dice"), "fans.dice: [6, -6] cannot be thrown"),
        (put([], "winnings", "dice"), "winnings.dice: [] cannot be thrown"),
        (put([], "fan_factor", "draw", "dice"), "fan_factor.draw.dice: [] cannot be thrown"),
        (put([], "expensive_mistakes", "minor_dice"), "expensive_mistakes.minor_dice: [] cannot be thrown"),
        (put([], "expensive_mistakes", "kept_dice"), "expensive_mistakes.kept_dice: [] cannot be thrown"),
        (put([], "expensive_mistakes", "dice"), "expensive_mistakes.dice: [] cannot be thrown"),
        (put([3, 3], "expensive_mistakes", "dice"), "expensive_mistakes.dice: [3, 3] is more than the one die"),
        (put([8], "expensive_mistakes", "dice"), "expensive_mistakes.bands.100000: 6 results for a D8"),
        (
            put(200_000, "expensive_mistakes", "bands", 0, "treasury"),
            "expensive_mistakes.bands: 200000 does not rise above 200000",
        ),
        (put(["kick"], "casualty_earns_spp"), "casualty_earns_spp: 'kick' is not one of the casualty causes"),
        (put(1, "levels", 0, "spp"), "levels: must start at 0 and rise"),
        (put(16, "levels", 1, "spp"), "levels: must start at 0 and rise"),
        (put(17, "levels", 1, "spp"), "levels: must start at 0 and rise"),
    ],
)
def test_data_that_does_not_hold_together_is_refused(change: Change, error: str) -> None:
    assert any(found.startswith(error) for found in errors_of(change))


def test_a_stretch_may_reach_over_scores_that_cannot_be_thrown() -> None:
    wider = rulesets.from_data(changed(put(39, "casualty", "results", 0, "last")))
    assert wider.casualty.result(38).key == "badly-hurt"


def test_all_mistakes_of_shape_come_at_once() -> None:
    def break_much(data: dict[str, Any]) -> None:
        data["draft"]["gold"] = "much"
        data["teams"][HUMAN]["positions"][2]["av"] = None
        data["surprise"] = 1

    assert errors_of(break_much) == (
        "bb2016.surprise: unknown field",
        'bb2016.draft.gold: expected a whole number, found "much"',
        f"bb2016.teams[{HUMAN}].positions[2].av: expected a whole number, found null",
    )


def test_all_incoherences_come_at_once() -> None:
    def break_much(data: dict[str, Any]) -> None:
        data["teams"][HUMAN]["positions"][0]["max"] = -1
        data["casualty"]["results"].pop()
        data["levels"].pop(0)

    found = errors_of(break_much)
    assert len(found) == 2 + 8 + 1
    assert found[0] == "teams.human.positions.lineman.max: -1 is not between 0 and 100,000,000"
    assert found[-1].startswith("levels")


def test_a_ruleset_without_a_key_is_still_named_in_its_errors() -> None:
    with pytest.raises(RulesetInvalid, match=r"^ruleset\.key: missing"):
        rulesets.from_data({})
