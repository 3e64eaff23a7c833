"""Effects: written once, read for ever, and the only way a team changes."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import effects as fx
from engine.errors import Problem
from engine.tally import Tally
from engine.team.evolve import evolve, fold
from engine.team.legality import problems
from engine.team.sheet import Record, TeamSheet
from engine.typed import DataInvalid
from tests.engine.given import RULES, a_sheet, quickly, the_player
from tests.soaking import Seeds

SAMPLES: list[dict[str, Any]] = json.loads(Path(__file__).with_name("effect_samples.json").read_text("utf-8"))

players = st.sampled_from([f"p{nth}" for nth in range(1, 14)])
goods = st.sampled_from([good.key for good in RULES.goods])
some_effects = st.one_of(
    st.builds(fx.TeamFounded, st.text(max_size=5), st.sampled_from(["human", "orc"])),
    st.builds(fx.PlayerHired, players, st.integers(), st.text(max_size=5), st.just("lineman")),
    st.builds(fx.GoodsChanged, goods, st.integers(-12, 12)),
    st.builds(fx.GoldChanged, st.integers(-600_000, 600_000), st.just("winnings")),
    st.builds(
        fx.MatchPlayed,
        match=st.sampled_from(["m1", "m2"]),
        opponent=st.just("t2"),
        outcome=st.sampled_from(["win", "draw", "loss"]),
        touchdowns_for=st.integers(0, 9),
        touchdowns_against=st.integers(0, 9),
        casualties_for=st.integers(0, 9),
        casualties_against=st.integers(0, 9),
        fans=st.integers(0, 40_000),
        fame=st.integers(0, 2),
    ),
    st.builds(
        fx.InjurySuffered,
        players,
        st.just("broken-neck"),
        st.booleans(),
        st.booleans(),
        st.sampled_from([None, "ma", "st", "ag", "av"]),
    ),
    st.builds(fx.PlayerDied, players),
    st.builds(fx.SppEarned, players, st.sampled_from(list(RULES.spp)), st.integers(1, 5), st.integers(0, 25)),
    st.builds(fx.MistakeMade, st.just("catastrophe"), st.integers(100_000, 900_000)),
    st.builds(
        fx.ImprovementTaken, players, st.sampled_from(["normal", "st"]), st.sampled_from(["Block", "st"]), st.just(1)
    ),
    st.builds(fx.RulesChanged, st.just("another"), st.sampled_from(["human", "orc"])),
    st.builds(fx.PositionChanged, players, st.sampled_from(["lineman", "bruiser"])),
    st.builds(fx.PlayerCarriedOn, players, st.sampled_from(RULES.roster("human").positions)),
    # Whatever else was ever written, as it stands in the samples.
    st.sampled_from(SAMPLES).map(fx.from_data),
)
any_effect = st.one_of(*[st.from_type(cls) for cls in fx.KINDS.values()])


# Written and read


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: f"{sample['kind']}-{sample['v']}")
def test_every_effect_ever_written_is_still_read(sample: dict[str, Any]) -> None:
    effect = fx.from_data(sample)
    assert effect.kind() == sample["kind"]
    if sample["v"] == effect.version:
        assert fx.to_data(effect) == sample


def test_every_version_of_every_kind_has_a_sample() -> None:
    kept = {(sample["kind"], sample["v"]) for sample in SAMPLES}
    written = {(kind, version) for kind, cls in fx.KINDS.items() for version in range(1, cls.version + 1)}
    assert written <= kept


def test_every_kind_of_effect_is_registered() -> None:
    assert {cls.kind() for cls in fx.Effect.__subclasses__() if cls.__module__ == fx.__name__} == set(fx.KINDS)


@quickly
@given(any_effect)
def test_an_effect_survives_being_stored(effect: fx.Effect) -> None:
    assert fx.from_data(json.loads(json.dumps(fx.to_data(effect)))) == effect


def test_a_damaged_effect_is_refused_with_its_path() -> None:
    with pytest.raises(DataInvalid, match=r"^gold_changed\.amount: expected a whole number, found \"5\"$"):
        fx.from_data({"kind": "gold_changed", "v": 1, "amount": "5", "reason": "winnings"})


def test_an_older_form_is_read_through_its_upgrades(monkeypatch: pytest.MonkeyPatch) -> None:
    @dataclass(frozen=True, slots=True)
    class Renamed(fx.Effect):
        version: ClassVar[int] = 3
        fans: int
        gate: int

    monkeypatch.setitem(fx.KINDS, "renamed", Renamed)
    monkeypatch.setitem(fx.UPGRADES, ("renamed", 1), lambda old: {"fans": old["crowd"]})
    monkeypatch.setitem(fx.UPGRADES, ("renamed", 2), lambda old: {**old, "gate": 2 * old["fans"]})
    assert fx.from_data({"kind": "renamed", "v": 1, "crowd": 5}) == Renamed(5, 10)
    assert fx.from_data({"kind": "renamed", "v": 2, "fans": 6}) == Renamed(6, 12)
    assert fx.from_data({"kind": "renamed", "v": 3, "fans": 7, "gate": 1}) == Renamed(7, 1)


# Evolve


@pytest.mark.parametrize(
    "effect",
    [
        fx.InjurySuffered("p99", "broken-neck", misses_next=True, loses="ag"),
        fx.PlayerDied("p99"),
        fx.SppEarned("p99", "touchdown", 1, 3),
        fx.MistakeMade("catastrophe", 300_000),
        fx.CasualtySaved("p1", "dead", "apothecary"),
        fx.PlayerFired("p99"),
        fx.PlayerSold("p99", "t2"),
        fx.PlayerLeft("p99"),
        fx.PlayerRetired("p99"),
        fx.PlayerReturned("p1"),
        fx.JourneymanHired("p1"),
        fx.PlayerRenamed("p99", 9, "Nobody"),
        fx.PlayerAmended("p99", spp=3),
        fx.StarReleased("griff-oberwald"),
        fx.SponsorLost("mcmurtys-burger-emporium"),
        fx.TrophyLost("Spike! Trophy"),
        fx.DeadMayRise("p4", "Hans", "necromancer", "zombie"),
        fx.TeamEntered("Twice", "orc", 5, Tally(), (), Record(), {}),
    ],
)
def test_an_effect_that_finds_nobody_leaves_the_sheet_alone(effect: fx.Effect) -> None:
    sheet = a_sheet()
    assert evolve(sheet, effect) == sheet


def test_an_effect_nobody_has_heard_of_leaves_the_sheet_alone() -> None:
    sheet = a_sheet()
    assert evolve(sheet, fx.Effect()) == sheet


def test_a_key_is_given_to_one_player_only() -> None:
    sheet = a_sheet()
    assert evolve(sheet, fx.PlayerHired("p1", 99, "Twin", "ogre")) == sheet


@pytest.mark.parametrize(
    "effect",
    [
        fx.PlayerFired("p1"),
        fx.PlayerSold("p1", "t2"),
        fx.PlayerLeft("p1"),
        fx.PlayerRetired("p1"),
        fx.PlayerReturned("p1"),
    ],
)
def test_the_dead_stay_dead_whatever_is_done_with_them(effect: fx.Effect) -> None:
    sheet = evolve(a_sheet(), fx.PlayerDied("p1"))
    assert evolve(sheet, effect) == sheet
    raised = evolve(sheet, fx.PlayerAmended("p1", status="active"))
    assert the_player(raised, "p1").can_play, "the commissioner's word is law"


@pytest.mark.parametrize(
    ("effect", "status", "counted", "fit"),
    [
        (fx.PlayerFired("p1"), "fired", 10, 10),
        (fx.PlayerSold("p1", "t2"), "sold", 10, 10),
        (fx.PlayerLeft("p1"), "left", 10, 10),
        (fx.PlayerRetired("p1"), "retired", 11, 10),
        (fx.PlayerDied("p1"), "dead", 10, 10),
    ],
)
def test_who_is_gone_counts_no_more(effect: fx.Effect, status: str, counted: int, fit: int) -> None:
    sheet = evolve(a_sheet(), effect)
    assert the_player(sheet, "p1").status == status
    assert (len(sheet.members), len(sheet.roll_call), len(sheet.fit)) == (counted, counted, fit)


def test_a_journeyman_plays_and_takes_no_place_until_he_is_hired() -> None:
    sheet = evolve(a_sheet(), fx.JourneymanTakenOn("jm1-1", 12, "Lineman 1", "lineman"))
    assert (len(sheet.members), len(sheet.fit)) == (11, 12)
    assert sheet.skills_of(the_player(sheet, "jm1-1"), RULES) == ("Loner",)
    hired = evolve(sheet, fx.JourneymanHired("jm1-1"))
    assert (len(hired.members), len(hired.fit)) == (12, 12)
    assert hired.skills_of(the_player(hired, "jm1-1"), RULES) == ()


def test_goods_do_not_go_below_zero() -> None:
    sheet = evolve(a_sheet(goods={"fan-factor": 1}), fx.GoodsChanged("fan-factor", -3))
    assert sheet.goods["fan-factor"] == 0
    assert evolve(sheet, fx.GoodsChanged("fan-factor", 2)).goods["fan-factor"] == 2


def test_gold_that_was_not_there_is_a_debt_and_no_treasury() -> None:
    sheet = evolve(a_sheet(treasury=20_000), fx.GoldChanged(-50_000, "winnings"))
    assert (sheet.balance, sheet.treasury, sheet.debt) == (-30_000, 0, 30_000)
    assert [problem.code for problem in problems(sheet, RULES)] == ["in_debt"]
    assert evolve(sheet, fx.GoldChanged(30_000, "winnings")).debt == 0


def test_injuries_add_up() -> None:
    sheet = fold(
        a_sheet(),
        [
            fx.InjurySuffered("p1", "smashed-hip", misses_next=True, loses="ma"),
            fx.InjurySuffered("p1", "smashed-ankle", misses_next=False, loses="ma"),
            fx.InjurySuffered("p1", "damaged-back", niggle=True),
        ],
    )
    player = the_player(sheet, "p1")
    assert (player.lost["ma"], player.niggles, player.misses_next) == (2, 1, True)
    assert sheet.characteristic(player, "ma", RULES) == 4


def test_deeds_and_points_add_up() -> None:
    earned = [fx.SppEarned("p1", "touchdown", 2, 6), fx.SppEarned("p1", "mvp", 1, 5)]
    player = the_player(fold(a_sheet(), earned), "p1")
    assert player.spp == 11
    assert dict(player.deeds) == {"mvp": 1, "touchdown": 2}


def check_that_evolve_is_total(effects: list[fx.Effect], sheet: TeamSheet) -> None:
    gold = sheet.balance
    for effect in effects:
        keys, entered = [player.key for player in sheet.players], not sheet.founded
        if entered and isinstance(effect, fx.TeamEntered):
            gold, keys = gold + effect.treasury, []
        sheet = evolve(sheet, effect)
        gold += effect.amount if isinstance(effect, fx.GoldChanged) else 0
        assert sheet.balance == gold
        assert sheet.treasury >= 0
        assert sheet.debt >= 0
        assert sheet.treasury - sheet.debt == sheet.balance
        assert all(count >= 0 for count in sheet.goods.values())
        assert [player.key for player in sheet.players][: len(keys)] == keys
        assert not any(player.can_play for player in sheet.players if player.status == "dead")
        assert all(isinstance(problem, Problem) and str(problem) for problem in problems(sheet, RULES))


@quickly
@given(st.lists(some_effects, max_size=25))
def test_evolve_is_total_whatever_history_it_is_given(effects: list[fx.Effect]) -> None:
    check_that_evolve_is_total(effects, TeamSheet("t1"))
    check_that_evolve_is_total(effects, a_sheet())


@quickly
@given(st.lists(some_effects, max_size=20), st.integers(0, 20))
def test_a_fold_may_be_cut_anywhere(effects: list[fx.Effect], cut: int) -> None:
    assert fold(fold(a_sheet(), effects[:cut]), effects[cut:]) == fold(a_sheet(), effects)


@pytest.mark.soak
def test_evolve_is_total_over_thousands_of_histories(soak_seeds: Seeds) -> None:
    for seed in soak_seeds(3_000):
        random = Random(seed)
        effects = [fx.from_data(random.choice(SAMPLES)) for _ in range(random.randint(0, 60))]
        check_that_evolve_is_total(effects, a_sheet(roster=random.choice(["human", "orc"])))
