"""Improvement rolls (2016/17 league compendium, league rules: improvement rolls; LRB6 has the same)."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from engine import effects as fx
from engine import history
from engine.dice import Roll, TableDice
from engine.errors import ImprovementIllegal
from engine.history import Cause
from engine.match.injuries import injury
from engine.rulesets import get
from engine.team.evolve import evolve, fold
from engine.team.improvement import decide_improvement, due, offers
from engine.team.offers import Improve, Improved, improvement_key
from engine.team.sheet import Gained, Player, TeamSheet
from engine.team.value import player_value
from engine.typed import plain
from tests.engine.given import RULES, a_draft, a_sheet, the_player, with_player

HUMANS = RULES.roster("human")
SHEET = a_sheet(positions={"lineman": 8, "catcher": 2, "blitzer": 1, "ogre": 1})
CATCHER, OGRE = "p9", "p12"


def offered(sheet: TeamSheet, player: str, *faces: int) -> dict[str, int]:
    roll = Roll(improvement_key(sheet.key, player, 1), (6, 6), faces, "table")
    return {offer.key: offer.value for offer in offers(the_player(sheet, player), sheet, RULES, roll)}


def categories(found: dict[str, int]) -> set[str]:
    names = {key.partition("/")[2] for key in found if key.startswith("skill/")}
    return {skill.category for skill in RULES.skills if skill.name in names}


def with_spp(spp: int, *taken: Gained, key: str = CATCHER) -> TeamSheet:
    return with_player(SHEET, key, spp=spp, improvements=taken)


A_SKILL = Gained("normal", "Block", 20_000)


@pytest.mark.parametrize(
    ("spp", "earned"),
    [
        (0, 0),
        (5, 0),
        (6, 1),
        (15, 1),
        (16, 2),
        (30, 2),
        (31, 3),
        (50, 3),
        (51, 4),
        (75, 4),
        (76, 5),
        (175, 5),
        (176, 6),
    ],
)
def test_both_sides_of_every_level(spp: int, earned: int) -> None:
    """2016/17 league compendium, star player points table."""
    assert due(the_player(with_spp(spp), CATCHER), RULES) == earned
    for taken in range(earned + 1):
        player = the_player(with_spp(spp, *[A_SKILL] * taken), CATCHER)
        assert due(player, RULES) == earned - taken


def test_the_dead_improve_no_more() -> None:
    assert due(the_player(fold(with_spp(31), [fx.PlayerDied(CATCHER)]), CATCHER), RULES) == 0


@pytest.mark.parametrize("faces", list(product(range(1, 7), repeat=2)))
def test_every_throw_of_the_table(faces: tuple[int, int]) -> None:
    """Improvement roll table: 10 offers MA or AV, 11 AG, 12 ST; a skill always; a double the other categories too."""
    found = offered(SHEET, CATCHER, *faces)
    rising = {2: set(), 10: {"ma", "av"}, 11: {"ag"}, 12: {"st"}}.get(sum(faces), set())
    assert {key for key in found if "/" not in key} == rising
    normal = {"general", "agility"}
    assert categories(found) == (normal | {"strength", "passing"} if faces[0] == faces[1] else normal)


def test_what_each_improvement_adds_to_the_value() -> None:
    """Value modifiers table; a normal skill taken on a double costs as a normal one."""
    twelve, ten, eleven = (offered(SHEET, CATCHER, *faces) for faces in ((6, 6), (4, 6), (5, 6)))
    assert (twelve["st"], ten["ma"], ten["av"], eleven["ag"]) == (50_000, 30_000, 30_000, 40_000)
    assert (twelve["skill/Block"], twelve["skill/Guard"]) == (20_000, 30_000)


def test_no_skill_twice() -> None:
    """FAQ: having a skill is binary (reading A-03). His own and those he has learned are not offered."""
    assert "Dodge" in HUMANS.position("catcher").skills
    assert "skill/Dodge" not in offered(SHEET, CATCHER, 1, 2)
    assert "skill/Block" not in offered(with_spp(16, A_SKILL), CATCHER, 1, 2)


def test_a_skill_with_a_number_counts_as_owned_whatever_its_number() -> None:
    """FAQ: having a skill is binary; a position that has Block (2+) has Block."""
    numbered = replace(HUMANS.position("catcher"), skills=("Block (2+)",))
    assert "skill/Block" not in offered(with_player(with_spp(16), CATCHER, line=numbered), CATCHER, 1, 2)


def test_who_has_every_skill_of_his_doubles_is_offered_the_normal_ones() -> None:
    """Rolling doubles: from either column. One that is empty offers nothing more."""
    learned = tuple(
        Gained("double", skill.name, 30_000) for skill in RULES.skills if skill.category in ("strength", "passing")
    )
    found = offered(with_spp(176, *learned), CATCHER, 3, 3)
    assert categories(found) == {"general", "agility"}
    assert set(found.values()) == {20_000}


def test_a_characteristic_at_its_limit_leaves_a_skill() -> None:
    """Characteristic increases: any additional ones must be taken as new skills instead."""
    sheet = with_spp(176, *[Gained("st", "st", 50_000)] * 2)
    found = offered(sheet, CATCHER, 6, 6)
    assert "st" not in found
    assert categories(found) == {"general", "agility", "strength", "passing"}
    (refused,) = [one for one in ("st", "skill/Block") if one not in found]
    with pytest.raises(ImprovementIllegal):
        decided(with_spp(176, *[Gained("st", "st", 50_000)] * 2), refused, (6, 6), nth=3)


@pytest.mark.parametrize(
    ("gained", "lost", "may"), [(0, 0, True), (1, 0, True), (2, 0, False), (2, 1, True), (3, 1, False)]
)
def test_a_characteristic_rises_to_two_over_its_start(gained: int, lost: int, may: bool) -> None:
    """FAQ: the number of improvements and injuries does not matter, only the value does."""
    taken = [Gained("st", "st", 50_000)] * gained
    sheet = with_player(with_spp(176, *taken), CATCHER, lost=the_player(SHEET, CATCHER).lost.plus("st", lost))
    assert ("st" in offered(sheet, CATCHER, 6, 6)) is may


@pytest.mark.parametrize(("start", "may"), [(8, True), (9, True), (10, False)])
def test_a_characteristic_never_rises_above_ten(start: int, may: bool) -> None:
    """FAQ: nor to a value greater than 10."""
    fast = replace(HUMANS.position("catcher"), ma=start)
    sheet = with_player(with_spp(176), CATCHER, line=fast)
    assert ("ma" in offered(sheet, CATCHER, 4, 6)) is may


def decided(sheet: TeamSheet, choice: str | None, faces: tuple[int, ...] = (1, 2), nth: int = 1) -> Any:
    """What is offered, or the one effect of what was chosen."""
    dice = TableDice({improvement_key("t1", CATCHER, nth): faces})
    outcome = decide_improvement(Improve(CATCHER, nth, choice), sheet, RULES, dice)
    if not isinstance(outcome, Improved):
        return outcome
    (effect,) = outcome.effects
    return effect


def test_the_throw_comes_before_the_choice_and_the_choice_makes_the_player() -> None:
    assert "skill/Block" in [offer.key for offer in decided(with_spp(6), None)]
    effect = decided(with_spp(6), "skill/Block")
    assert effect == fx.ImprovementTaken(CATCHER, "normal", "Block", 20_000)
    after = evolve(with_spp(6), effect)
    player = the_player(after, CATCHER)
    assert (player.skills, due(player, RULES)) == (("Block",), 0)
    assert player_value(player, after, RULES) == HUMANS.position("catcher").cost + 20_000


def test_a_characteristic_that_rose_is_higher_on_the_sheet() -> None:
    after = evolve(with_spp(6), decided(with_spp(6), "st", (6, 6)))
    assert after.characteristic(the_player(after, CATCHER), "st", RULES) == 3


@pytest.mark.parametrize(
    ("sheet", "choice", "nth", "code"),
    [
        (with_spp(5), None, 1, "improvement_not_due"),
        (with_spp(6, A_SKILL), None, 2, "improvement_not_due"),
        (with_spp(6), None, 2, "improvement_not_due"),
        (with_spp(999, *[A_SKILL] * 6), None, 7, "improvements_all_taken"),
        (with_spp(6), "skill/Guard", 1, "improvement_not_offered"),
        (with_spp(6), "st", 1, "improvement_not_offered"),
        (with_spp(6), "skill/Dodge", 1, "improvement_not_offered"),
        (with_spp(6), "skill/Flying", 1, "improvement_not_offered"),
        (a_sheet(), None, 1, "improvement_not_due"),
        (fold(with_spp(6), [fx.TeamRetired()]), None, 1, "improvement_team_retired"),
    ],
)
def test_what_is_not_allowed_is_refused_by_its_rule(sheet: TeamSheet, choice: str | None, nth: int, code: str) -> None:
    with pytest.raises(ImprovementIllegal) as refused:
        decided(sheet, choice, nth=nth)
    assert [problem.code for problem in refused.value.problems] == [code]


def test_nobody_of_that_key_improves() -> None:
    with pytest.raises(ImprovementIllegal) as refused:
        decide_improvement(Improve("p99", 1), SHEET, RULES, TableDice({}))
    assert [problem.code for problem in refused.value.problems] == ["player_unknown"]


def test_the_numbers_stand_in_the_refusal() -> None:
    with pytest.raises(ImprovementIllegal) as refused:
        decided(with_spp(15, A_SKILL), None, nth=2)
    assert str(refused.value.problems[0]).endswith("has 15 star player points; his next improvement needs 16.")


def test_an_injury_takes_from_what_was_won_and_stops_at_the_floor() -> None:
    """Reading A-02: the floor counts from the starting value, however much was won."""
    result = next(one for one in RULES.casualty.results if one.loses == "st")
    sheet = with_spp(176, Gained("st", "st", 50_000))
    player: Player = the_player(sheet, CATCHER)
    felt = []
    for _ in range(4):
        effect = injury(player, result, sheet, RULES)
        felt.append(effect.loses)
        sheet = evolve(sheet, effect)
        player = the_player(sheet, CATCHER)
    assert felt == ["st", "st", None, None]
    assert sheet.characteristic(player, "st", RULES) == 1


def test_an_edition_that_spends_points_is_not_asked_here() -> None:
    """BB2020: points are spent, not counted."""
    assert due(the_player(with_spp(176), CATCHER), get("bb2020")) == 0


@pytest.mark.parametrize("face", range(1, 7))
def test_the_smallest_edition_throws_one_die(face: int) -> None:
    """Basic, 2.5: a D6; one die is never a double."""
    basic = get("basic")
    sheet = with_player(TeamSheet("t1", "Small", "human", players=(Player("p1", 1, "Al", "blitzer"),)), "p1", spp=6)
    roll = Roll("improvement/t1/p1/1", (6,), (face,), "table")
    found = offers(the_player(sheet, "p1"), sheet, basic, roll)
    result = (
        next(one for one in basic.improvement.results if one.first <= face <= one.last) if basic.improvement else None
    )
    assert result is not None
    assert {offer.gain for offer in found} == set(result.offers)


def test_a_correction_that_takes_the_points_away_is_a_conflict() -> None:
    command = Improve("p1", 1, "skill/Block")
    causes = [
        Cause("1", "draft", "t1", (1, 0, 1), ("t1",), {"draft": plain(a_draft())}),
        Cause("2", "improvement", "t1-p1-1", (2, 0, 2), ("t1",), {"improvement": plain(command)}),
    ]
    found = history.redecide(causes, rules=lambda cause: RULES, all_again=True)
    (conflict,) = found.conflicts
    assert conflict.conflict is not None
    assert conflict.conflict.code == "improvement_illegal"
    assert [problem.code for problem in conflict.details] == ["improvement_not_due"]
