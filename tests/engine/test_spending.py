"""Spending star player points (Blood Bowl 2020: player advancement; readings N-04, N-05, N-12)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from engine import effects as fx
from engine import history
from engine.dice import ReplayDice, Roll, SeededDice, TableDice
from engine.errors import DieMissing, ImprovementIllegal
from engine.history import Cause
from engine.rulesets import get
from engine.rulesets.coherence import incoherent
from engine.rulesets.model import required
from engine.rulesets.tables import Characteristic
from engine.tally import Tally
from engine.team.evolve import evolve, fold
from engine.team.improvement import can_improve, decide_improvement, level_of, next_command, offers, problems
from engine.team.offers import WAYS, Improve, Improved, Way, command_of, dice_key
from engine.team.sheet import Gained, Player, TeamSheet
from engine.team.spending import chosen_offers, purchases
from engine.team.value import player_value, value
from engine.typed import build, plain
from tests.engine.given import a_draft, the_player, with_player

RULES = get("bb2020")
TABLE = required(RULES.improvement, "improvement", RULES)
TACKLE = Gained("chosen-primary", "Tackle", 20_000)

LINEMAN, BLITZER, OGRE = "p1", "p2", "p3"
SHEET = TeamSheet(
    "t1",
    "Reavers",
    "human",
    players=(
        Player(LINEMAN, 1, "Al", "human-lineman"),
        Player(BLITZER, 2, "Bo", "blitzer"),
        Player(OGRE, 3, "Ogg", "ogre"),
    ),
)


def with_points(spp: int, *taken: Gained, key: str = BLITZER, **changes: Any) -> TeamSheet:
    return with_player(SHEET, key, spp=spp, improvements=taken, **changes)


def of(roster: str, position: str, spp: int = 99, **changes: Any) -> TeamSheet:
    return TeamSheet("t1", "Some", roster, players=(Player("p1", 1, "Cy", position, spp=spp, **changes),))


def decided(
    sheet: TeamSheet, way: str, choice: str | None = None, *, key: str = BLITZER, category: str = "", **faces: Any
) -> Any:
    """What is offered, or the one effect. ``throws`` are those of a random skill, ``die`` is that of the table."""
    command = replace(next_command(the_player(sheet, key), sheet, RULES, way=way, category=category), choice=choice)
    stem = dice_key(command, sheet.key)
    lying = {f"{stem}/{nth}": throw for nth, throw in enumerate(faces.get("throws", ()), start=1)}
    if "die" in faces:
        lying[stem] = (faces["die"],)
    outcome = decide_improvement(command, sheet, RULES, TableDice(lying))
    if not isinstance(outcome, Improved):
        return outcome
    (effect,) = outcome.effects
    return effect


def codes(refusal: pytest.ExceptionInfo[ImprovementIllegal]) -> list[str]:
    return [problem.code for problem in refusal.value.problems]


# What it costs

COSTS: Mapping[int, tuple[int, int, int, int, int]] = {
    0: (3, 6, 6, 12, 18),
    1: (4, 8, 8, 14, 20),
    2: (6, 12, 12, 18, 24),
    3: (8, 16, 16, 22, 28),
    4: (10, 20, 20, 26, 32),
    5: (15, 30, 30, 40, 50),
}
SOME = tuple(Gained("chosen-primary", name, 20_000) for name in ("Tackle", "Pro", "Fend", "Guard", "Wrestle", "Kick"))


@pytest.mark.parametrize("taken", COSTS)
@pytest.mark.parametrize("way", WAYS)
def test_both_sides_of_every_price(taken: int, way: Way) -> None:
    """Advancement table: by kind, and by how many improvements he has had."""
    price = dict(zip(WAYS, COSTS[taken], strict=True))[way]
    for spp, allowed in ((price, True), (price - 1, False)):
        sheet = with_points(spp, *SOME[:taken])
        bought = next(one for one in purchases(the_player(sheet, BLITZER), sheet, RULES) if one.way == way)
        assert (bought.cost, bought.problem is None) == (price, allowed)
        command = Improve(BLITZER, taken + 1, way=way, category=_category(way))
        found = problems(command, sheet, RULES)
        assert [one.code for one in found] == ([] if allowed else ["improvement_unaffordable"])


def _category(way: Way) -> str:
    return {"random-primary": "general", "random-secondary": "agility"}.get(way, "")


def test_the_numbers_stand_in_the_refusal() -> None:
    with pytest.raises(ImprovementIllegal) as refused:
        decided(with_points(5), "chosen-primary", "skill/Tackle")
    assert str(refused.value.problems[0]) == "Bo has 5 star player points to spend; this needs 6."


def test_at_most_six() -> None:
    sheet = with_points(500, *SOME)
    assert purchases(the_player(sheet, BLITZER), sheet, RULES) == ()
    assert not can_improve(the_player(sheet, BLITZER), sheet, RULES)
    with pytest.raises(ImprovementIllegal) as refused:
        decided(sheet, "random-primary", category="general")
    assert codes(refused) == ["improvements_all_taken"]


def test_points_that_were_spent_are_gone_and_two_improvements_may_follow_each_other() -> None:
    """Reading N-04: two advancements in one post-game step."""
    sheet = with_points(13)
    sheet = evolve(sheet, decided(sheet, "chosen-primary", "skill/Tackle"))
    player = the_player(sheet, BLITZER)
    assert (player.spp, player.spent, player.unspent) == (13, 6, 7)
    assert can_improve(player, sheet, RULES)
    with pytest.raises(ImprovementIllegal) as refused:
        decided(sheet, "chosen-primary", "skill/Pro")
    assert codes(refused) == ["improvement_unaffordable"]
    sheet = evolve(sheet, decided(sheet, "random-primary", category="general", throws=[(4, 1)]))
    assert the_player(sheet, BLITZER).skills == ("Tackle", "Pro")
    assert the_player(sheet, BLITZER).unspent == 3


def test_nobody_is_forced_to_spend() -> None:
    """Reading N-12: one source only, so points may be saved."""
    sheet = with_points(60)
    assert [one.problem for one in purchases(the_player(sheet, BLITZER), sheet, RULES)] == [None] * len(WAYS)


@pytest.mark.parametrize(("taken", "title"), [*enumerate(["Rookie", *(row.title for row in TABLE.costs)])])
def test_the_level_goes_by_improvements_not_by_points(taken: int, title: str) -> None:
    assert level_of(Player("p1", 1, "Al", "blitzer", spp=500, improvements=SOME[:taken]), RULES).title == title


@pytest.mark.parametrize(("spp", "title"), [(5, "Rookie"), (6, "Experienced"), (176, "Legend")])
def test_where_points_are_counted_the_level_goes_by_them(spp: int, title: str) -> None:
    assert level_of(Player("p1", 1, "Al", "blitzer", spp=spp), get("bb2016")).title == title


# Chosen skills


def test_a_chosen_skill_is_of_his_categories_and_worth_its_kind() -> None:
    """Value increase table."""
    effect = decided(with_points(6), "chosen-primary", "skill/Guard")
    assert effect == fx.ImprovementTaken(BLITZER, "chosen-primary", "Guard", 20_000, 6)
    effect = decided(with_points(12), "chosen-secondary", "skill/Dodge")
    assert effect == fx.ImprovementTaken(BLITZER, "chosen-secondary", "Dodge", 40_000, 12)
    sheet = evolve(with_points(12), effect)
    assert player_value(the_player(sheet, BLITZER), sheet, RULES) == 85_000 + 40_000


def test_what_is_offered_by_choice_is_all_of_his_categories_and_no_trait() -> None:
    sheet = with_points(12)
    found = chosen_offers(the_player(sheet, BLITZER), sheet, RULES)
    category = {skill.name: skill.category for skill in RULES.skills}
    assert {(offer.gain, category[offer.what]) for offer in found} == {
        ("chosen-primary", "general"),
        ("chosen-primary", "strength"),
        ("chosen-secondary", "agility"),
        ("chosen-secondary", "passing"),
    }
    assert {offer.spp for offer in found} == {6, 12}
    only_primary = chosen_offers(the_player(with_points(11), BLITZER), with_points(11), RULES)
    assert {offer.gain for offer in only_primary} == {"chosen-primary"}


@pytest.mark.parametrize(
    ("way", "choice", "code"),
    [
        ("chosen-primary", "skill/Block", "improvement_skill_owned"),
        ("chosen-primary", "skill/Tackle", "improvement_skill_owned"),
        ("chosen-primary", "skill/Dodge", "improvement_skill_closed"),
        ("chosen-secondary", "skill/Guard", "improvement_skill_closed"),
        ("chosen-primary", "skill/Claws", "improvement_skill_closed"),
        ("chosen-primary", "skill/Loner (X+)", "improvement_skill_closed"),
        ("chosen-primary", "skill/Flying", "improvement_skill_closed"),
        ("chosen-primary", "st", "improvement_skill_closed"),
        ("chosen-primary", "", "improvement_skill_closed"),
    ],
)
def test_a_skill_that_he_may_not_take_or_has_already_is_refused(way: str, choice: str, code: str) -> None:
    with pytest.raises(ImprovementIllegal) as refused:
        decided(with_points(99, TACKLE), way, choice)
    assert codes(refused) == [code]


def test_a_skill_with_a_number_is_owned_whatever_its_number() -> None:
    """Mighty Blow (+1) of an ogre; a position of the league's own might have it with another number."""
    strong = replace(RULES.roster("human").position("blitzer"), skills=("Mighty Blow (+2)",))
    for sheet, key in ((with_points(99, key=OGRE), OGRE), (with_points(99, line=strong), BLITZER)):
        assert "Mighty Blow (+1)" not in {one.what for one in chosen_offers(the_player(sheet, key), sheet, RULES)}


@pytest.mark.parametrize(
    ("sheet", "never"),
    [
        (of("norse", "norse-berserker"), "Grab"),
        (of("human", "blitzer", improvements=(Gained("chosen-primary", "Grab", 20_000),)), "Frenzy"),
        (of("goblin", "pogoer"), "Leap"),
        *((of("goblin", "fanatic"), name) for name in ("Frenzy", "Grab", "Leap", "Multiple Block", "Shadowing")),
    ],
)
def test_skills_that_never_go_together(sheet: TeamSheet, never: str) -> None:
    """Skills: Frenzy and Grab, Leap and Pogo Stick; much does not go with Ball and Chain."""
    player = sheet.players[0]
    found = {offer.what for offer in chosen_offers(player, sheet, RULES)}
    assert never not in found
    assert never in {skill.name for skill in RULES.skills}


def test_it_is_enough_that_one_of_them_excludes_the_other() -> None:
    skills = tuple(replace(one, excludes=("Block",)) if one.name == "Tackle" else one for one in RULES.skills)
    sheet = with_points(50)
    found = {offer.what for offer in chosen_offers(the_player(sheet, BLITZER), sheet, replace(RULES, skills=skills))}
    assert "Tackle" not in found
    assert "Wrestle" in found


# Random skills


@pytest.mark.parametrize("category", ["general", "agility", "strength", "passing", "mutation"])
@pytest.mark.parametrize("throw", list(product(range(1, 7), repeat=2)))
def test_every_face_of_every_random_table(category: str, throw: tuple[int, int]) -> None:
    """Random skills: 1-3 is the first half of the category, 4-6 the second; the other die is the row."""
    open_to_all = replace(RULES.roster("human").position("human-lineman"), primary="GASPM", secondary="")
    sheet = with_points(3, line=open_to_all, key=LINEMAN)
    effect = decided(sheet, "random-primary", key=LINEMAN, category=category, throws=[throw])
    skill = next(one for one in RULES.skills if one.name == effect.what)
    assert (skill.category, skill.random) == (category, (1 if throw[0] <= 3 else 2, throw[1]))
    assert (effect.gain, effect.value, effect.spp) == ("random-primary", 10_000, 3)


def test_a_random_secondary_skill() -> None:
    effect = decided(with_points(6), "random-secondary", category="agility", throws=[(1, 1)])
    assert effect == fx.ImprovementTaken(BLITZER, "random-secondary", "Catch", 20_000, 6)


def test_a_skill_that_he_has_is_thrown_again_under_a_key_of_its_own() -> None:
    """Random selection: throw again for a skill that he has. Block and Tackle are his."""
    sheet = with_points(50, TACKLE)
    effect = decided(sheet, "random-primary", category="general", throws=[(2, 1), (5, 5), (6, 6)])
    assert effect.what == "Wrestle"
    with pytest.raises(DieMissing) as missing:
        decided(sheet, "random-primary", category="general", throws=[(2, 1), (5, 5)])
    assert missing.value.params["key"] == "improvement/t1/p2/2/random-primary/general/3"


def test_a_skill_that_never_goes_with_one_of_his_is_thrown_again() -> None:
    """Random selection: or one that is not allowed. Grab for a player with Frenzy."""
    sheet = of("norse", "norse-berserker")
    effect = decided(sheet, "random-primary", key="p1", category="strength", throws=[(1, 4), (1, 5)])
    assert effect.what == "Guard"


@pytest.mark.parametrize("category", ["agility", "passing", "mutation", "trait", "", "G"])
def test_a_category_that_is_not_his_is_refused(category: str) -> None:
    with pytest.raises(ImprovementIllegal) as refused:
        decided(with_points(50), "random-primary", category=category)
    assert codes(refused) == ["improvement_category_closed"]
    assert "Open to him: general, strength." in str(refused.value.problems[0])


def test_a_player_without_primary_categories_has_nothing_to_learn_there() -> None:
    """The beer boar of the Norse has one secondary category and no primary one."""
    sheet = of("norse", "beer-boar")
    found = {one.way: one.problem.code if one.problem else "" for one in purchases(sheet.players[0], sheet, RULES)}
    assert found == {
        "random-primary": "improvement_nothing_left",
        "chosen-primary": "improvement_nothing_left",
        "random-secondary": "",
        "chosen-secondary": "",
        "characteristic": "",
    }


def test_a_category_of_which_he_has_everything_is_not_offered() -> None:
    agile = tuple(skill.name for skill in RULES.skills if skill.category == "agility")
    line = replace(RULES.roster("human").position("human-lineman"), skills=agile, primary="GA", secondary="")
    sheet = with_points(50, key=LINEMAN, line=line)
    bought = purchases(the_player(sheet, LINEMAN), sheet, RULES)[0]
    assert bought.categories == ("general",)


# Characteristics


@pytest.mark.parametrize("die", range(1, 17))
def test_every_face_of_the_characteristic_table(die: int) -> None:
    """Characteristic improvement table (D16); or any skill of his, at the same price (reading N-05)."""
    rising = {14: {"ag", "pa"}, 15: {"st", "ag"}, 16: {"ma", "st", "ag", "pa", "av"}}.get(
        die, {"ma", "av"} if die <= 7 else {"ma", "pa", "av"}
    )
    found = decided(with_points(18), "characteristic", die=die)
    assert {offer.what for offer in found if offer.gain == offer.what} == rising
    assert {offer.gain for offer in found} - rising == {"chosen-primary", "chosen-secondary"}
    assert {offer.spp for offer in found} == {18}


@pytest.mark.parametrize(
    ("name", "worth"), [("av", 10_000), ("ma", 20_000), ("pa", 20_000), ("ag", 40_000), ("st", 80_000)]
)
def test_what_each_characteristic_is_worth(name: Characteristic, worth: int) -> None:
    sheet = with_points(18)
    effect = decided(sheet, "characteristic", name, die=16)
    assert effect == fx.ImprovementTaken(BLITZER, name, name, worth, 18)
    after = evolve(sheet, effect)
    before, now = (one.characteristic(the_player(one, BLITZER), name, RULES) for one in (sheet, after))
    assert before is not None
    assert now == (before - 1 if name in ("ag", "pa") else before + 1)


def test_a_skill_instead_of_a_characteristic_costs_the_same_and_is_worth_what_it_is() -> None:
    """Reading N-05; primary and secondary alike (FAQ)."""
    primary = decided(with_points(18), "characteristic", "skill/Guard", die=1)
    secondary = decided(with_points(18), "characteristic", "skill/Dodge", die=1)
    assert primary == fx.ImprovementTaken(BLITZER, "chosen-primary", "Guard", 20_000, 18)
    assert secondary == fx.ImprovementTaken(BLITZER, "chosen-secondary", "Dodge", 40_000, 18)


def test_what_the_die_does_not_show_is_not_offered() -> None:
    with pytest.raises(ImprovementIllegal) as refused:
        decided(with_points(18), "characteristic", "st", die=14)
    assert codes(refused) == ["improvement_not_offered"]


@pytest.mark.parametrize(("gained", "lost", "may"), [(0, 0, True), (1, 0, True), (2, 0, False), (2, 1, False)])
def test_a_characteristic_improves_twice_at_most_whatever_injuries_took(gained: int, lost: int, may: bool) -> None:
    """The tables count improvements of a characteristic, not points over the start (SOURCES, our own decisions)."""
    sheet = with_points(99, *[Gained("ma", "ma", 20_000)] * gained, lost=Tally({"ma": lost} if lost else {}))
    found = decided(sheet, "characteristic", die=16)
    assert ("ma" in {offer.key for offer in found}) is may


BEST = {"ma": 9, "st": 8, "ag": 1, "pa": 1, "av": 11}


@pytest.mark.parametrize("name", BEST)
def test_never_past_the_best_that_a_characteristic_can_be(name: str) -> None:
    """Characteristics table: between what each stays. AG and PA are better when they are lower."""
    step = 1 if name in ("ag", "pa") else -1
    for start, may in ((BEST[name] + step, True), (BEST[name], False)):
        line = replace(RULES.roster("human").position("blitzer"), **{name: start})
        found = decided(with_points(99, line=line), "characteristic", die=16)
        assert (name in {offer.key for offer in found}) is may


def test_who_cannot_pass_at_all_may_learn_it_as_6() -> None:
    """Player advancement: PA "-" may become 6+, and 5+ with the second improvement."""
    sheet = of("orc", "big-un-blocker")
    for now in (6, 5):
        sheet = evolve(sheet, decided(sheet, "characteristic", "pa", key="p1", die=16))
        assert sheet.characteristic(sheet.players[0], "pa", RULES) == now
    assert "pa" not in {offer.key for offer in decided(sheet, "characteristic", key="p1", die=16)}


def test_when_no_characteristic_is_possible_skills_are_offered() -> None:
    line = replace(RULES.roster("human").position("blitzer"), ma=9, av=11)
    found = decided(with_points(18, line=line), "characteristic", die=3)
    assert {offer.gain for offer in found} == {"chosen-primary", "chosen-secondary"}


# Whoever improves


def test_journeymen_improve_and_the_dead_do_not() -> None:
    sheet = with_points(6, status="journeyman")
    assert can_improve(the_player(sheet, BLITZER), sheet, RULES)
    dead = fold(with_points(60), [fx.PlayerDied(BLITZER)])
    assert not can_improve(the_player(dead, BLITZER), dead, RULES)
    with pytest.raises(ImprovementIllegal) as refused:
        decided(dead, "characteristic", die=1)
    assert codes(refused) == ["improvement_not_on_roster"]


@pytest.mark.parametrize(("spp", "can"), [(0, False), (2, False), (3, True)])
def test_who_can_improve_is_who_can_afford_the_least(spp: int, can: bool) -> None:
    sheet = with_points(spp)
    assert can_improve(the_player(sheet, BLITZER), sheet, RULES) is can


@pytest.mark.parametrize("way", ["", "normal", "chosen", "ma"])
def test_a_way_that_does_not_exist(way: str) -> None:
    with pytest.raises(ImprovementIllegal) as refused:
        decided(with_points(50), way)
    assert codes(refused) == ["improvement_way_unknown"]


def test_an_improvement_out_of_turn() -> None:
    found = problems(Improve(BLITZER, 2, way="chosen-primary"), with_points(50), RULES)
    assert [one.code for one in found] == ["improvement_out_of_turn"]


def test_where_levels_count_nothing_can_be_bought() -> None:
    bb2016 = get("bb2016")
    sheet = TeamSheet("t1", "Old", "human", players=(Player("p1", 1, "Al", "blitzer", spp=6),))
    found = problems(Improve("p1", 1, way="chosen-primary"), sheet, bb2016)
    assert [one.code for one in found] == ["improvement_way_unknown"]


# In history


def test_older_inputs_are_still_read_and_their_dice_keep_their_keys() -> None:
    old = build(Improve, {"player": "p1", "nth": 2, "choice": "skill/Block"}, "improvement")
    assert old == Improve("p1", 2, "skill/Block")
    assert dice_key(old, "t1") == "improvement/t1/p1/2"


@pytest.mark.parametrize(
    "command",
    [
        Improve("p1", 1),
        Improve("p12", 3, way="characteristic"),
        Improve("p1", 1, way="random-secondary", category="agility"),
        Improve("p1", 6, sponsor="steelhelms-sporting-emporium"),
    ],
)
def test_a_throw_says_by_its_key_what_it_was_thrown_for(command: Improve) -> None:
    assert command_of(dice_key(command, "t1")) == command
    assert command_of(f"{dice_key(command, 't1')}/1" if command.category else dice_key(command, "t1")) == command


def test_a_random_skill_is_decided_again_from_its_own_dice() -> None:
    draft = a_draft("human", {"human-lineman": 11})
    points = {"draft": plain(draft)}
    command = Improve("p1", 1, way="random-primary", category="general")
    cause = _cause(2, "improvement", {"improvement": plain(command)})
    found = history.redecide([_cause(1, "draft", points), cause], rules=lambda one: RULES, all_again=True)
    assert [problem.code for problem in found.conflicts[0].details] == ["improvement_unaffordable"]
    rich = {"t1": with_player(_drafted(points), "p1", spp=3)}
    decision = history.decide(cause, rich, None, SeededDice(b"seed"), RULES)
    again = history.decide(cause, rich, None, ReplayDice(decision.rolls), RULES)
    assert again.effects == decision.effects
    assert decision.rolls[0].key == "improvement/t1/p1/1/random-primary/general/1"


def _cause(nth: int, kind: str, inputs: Mapping[str, Any]) -> Cause:
    return Cause(str(nth), kind, "t1", (nth, 0, nth), ("t1",), inputs)


def _drafted(inputs: Mapping[str, Any]) -> TeamSheet:
    decision = history.decide(_cause(1, "draft", inputs), {}, None, SeededDice(b""), RULES)
    return fold(TeamSheet("t1"), [one.effect for one in decision.effects])


# The data


def test_the_random_places_are_checked() -> None:
    block, other = (next(one for one in RULES.skills if one.name == name) for name in ("Block", "Tackle"))
    rest = tuple(one for one in RULES.skills if one not in (block, other))
    wrong = replace(
        RULES, skills=(*rest, replace(block, random=(1, 7)), replace(other, random=(1, 2), excludes=("X",)))
    )
    found = list(incoherent(wrong))
    assert "skills.Block.random: [1, 7] is no place that [6, 6] can show" in found
    assert "skills: 2 general skills have the random place [1, 2]" in found
    assert "skills.Tackle.excludes: unknown skill 'X'" in found
    bare = replace(RULES, improvement=replace(TABLE, random_dice=(6,), values={}))
    found = list(incoherent(bare))
    assert "improvement.random_dice: [6] are not a half and a row" in found
    assert "improvement.values: nothing said of 'random-primary'" in found


def test_a_table_of_the_ruleset_is_read_as_it_lies() -> None:
    sheet = with_points(18)
    roll = Roll("improvement/t1/p2/1/characteristic", (16,), (16,), "table")
    assert {offer.key for offer in offers(the_player(sheet, BLITZER), sheet, RULES, roll)} >= {
        "ma",
        "st",
        "ag",
        "pa",
        "av",
    }


def test_the_value_of_the_team_explains_itself() -> None:
    sheet = evolve(with_points(18), decided(with_points(18), "characteristic", "st", die=15))
    assert value(sheet, RULES).total == value(SHEET, RULES).total + 80_000
    assert sum(line.amount for line in value(sheet, RULES).lines) == value(sheet, RULES).total
