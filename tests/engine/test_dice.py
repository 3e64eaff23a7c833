"""Dice: keyed by purpose, thrown once, logged, and the same for everybody who asks again."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice import Dice, ReplayDice, Roll, ScriptedDice, SeededDice, TableDice, check_faces, notation, seal
from engine.errors import DiceDiverged, DieImpossible, DieMissing, ScriptExhausted
from tests.engine.given import quickly
from tests.soaking import Seeds

SEED = bytes(range(32))
# Chi-square values that a fair die exceeds once in a thousand times, by degrees of freedom.
ONCE_IN_A_THOUSAND = {2: 13.82, 5: 20.52, 7: 24.32, 15: 37.70, 35: 66.62}

keys = st.text(min_size=1, max_size=12)
sides = st.lists(st.sampled_from([3, 6, 8, 16]), min_size=1, max_size=4).map(tuple)
asked = st.dictionaries(keys, sides, min_size=1, max_size=8)


def chi_square(counts: Counter[int], faces: int) -> float:
    expected = sum(counts.values()) / faces
    return sum((counts[face] - expected) ** 2 / expected for face in range(1, faces + 1))


def faces_of(seed: bytes, side: int, throws: int) -> Counter[int]:
    dice = SeededDice(seed)
    return Counter(dice.roll(f"throw/{nth}", side).total for nth in range(throws))


# Seeded dice


@pytest.mark.parametrize(
    ("seed", "key", "sides", "faces"),
    [
        (SEED, "winnings/t1/1", (6,), (1,)),
        (SEED, "casualty/t1/p7", (6, 8), (2, 4)),
        (SEED, "fan-factor/t2/3d6", (6, 6, 6), (2, 5, 6)),
        (b"", "fans/t1", (6, 6), (6, 2)),
        (b"scrimmage", "mvp/t1", (3,), (2,)),
        (b"scrimmage", "sponsor/t1", (16,), (1,)),
        (b"scrimmage", "würfel/тест", (8,), (7,)),
        (SEED, "wide", (2**63 + 1,), (2693019268352803216,)),
        # The first word under this key is past the last whole multiple, so the second one counts.
        (SEED, "wide/2", (2**63 + 1,), (8033265577554842000,)),
    ],
)
def test_the_way_from_seed_and_key_to_faces_never_changes(
    seed: bytes, key: str, sides: tuple[int, ...], faces: tuple[int, ...]
) -> None:
    assert SeededDice(seed).roll(key, *sides) == Roll(key, sides, faces, "seeded")


def test_the_seal_is_the_seeds_sha256() -> None:
    assert seal(SEED) == hashlib.sha256(SEED).hexdigest()
    assert seal(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


@quickly
@given(st.binary(max_size=40), asked, st.randoms(use_true_random=False))
def test_asking_in_another_order_gives_the_same_faces(
    seed: bytes, rolls: dict[str, tuple[int, ...]], random: Random
) -> None:
    one, other = SeededDice(seed), SeededDice(seed)
    shuffled = list(rolls.items())
    random.shuffle(shuffled)
    forwards = {key: one.roll(key, *dice) for key, dice in rolls.items()}
    backwards = {key: other.roll(key, *dice) for key, dice in shuffled}
    assert forwards == backwards


@quickly
@given(st.binary(max_size=40), asked)
def test_every_face_is_one_of_its_die(seed: bytes, rolls: dict[str, tuple[int, ...]]) -> None:
    dice = SeededDice(seed)
    for key, thrown in rolls.items():
        roll = dice.roll(key, *thrown)
        check_faces(key, thrown, roll.faces)
        assert roll.total == sum(roll.faces)


def test_asking_again_shows_what_lies_on_the_table_and_is_logged_once() -> None:
    dice = SeededDice(SEED)
    first = dice.roll("winnings/t1/1", 6)
    assert [dice.roll("winnings/t1/1", 6) for _ in range(20)] == [first] * 20
    assert dice.log == (first,)


def test_another_key_or_another_seed_is_another_roll() -> None:
    one = [SeededDice(SEED).roll(f"fans/t{nth}", 6, 6).faces for nth in range(40)]
    other = [SeededDice(SEED + b"!").roll(f"fans/t{nth}", 6, 6).faces for nth in range(40)]
    assert len(set(one)) > 10
    assert one != other


def test_the_log_keeps_the_order_of_asking() -> None:
    dice = SeededDice(SEED)
    for key in ("c", "a", "b", "a"):
        dice.roll(key, 6)
    assert [roll.key for roll in dice.log] == ["c", "a", "b"]


def test_sixty_thousand_seeded_d6_pass_a_chi_square_check() -> None:
    counts = faces_of(SEED, 6, 60_000)
    assert sorted(counts) == [1, 2, 3, 4, 5, 6]
    assert chi_square(counts, 6) < ONCE_IN_A_THOUSAND[5]


@pytest.mark.parametrize("side", [3, 8, 16])
def test_dice_of_other_sides_are_fair_too(side: int) -> None:
    counts = faces_of(SEED, side, 8_000)
    assert sorted(counts) == list(range(1, side + 1))
    assert chi_square(counts, side) < ONCE_IN_A_THOUSAND[side - 1]


def test_the_two_dice_of_one_roll_are_independent() -> None:
    dice = SeededDice(SEED)
    rolls = (dice.roll(f"throw/{nth}", 6, 6).faces for nth in range(18_000))
    pairs = Counter((first - 1) * 6 + second for first, second in rolls)
    assert chi_square(pairs, 36) < ONCE_IN_A_THOUSAND[35]


@pytest.mark.soak
def test_many_seeds_throw_fair_dice(soak_seeds: Seeds) -> None:
    seeds = soak_seeds(200)
    unlikely = [seed for seed in seeds if chi_square(faces_of(str(seed).encode(), 6, 6_000), 6) > ONCE_IN_A_THOUSAND[5]]
    assert len(unlikely) <= 3, unlikely


# Table dice


def test_table_dice_show_what_was_typed_in() -> None:
    assert TableDice({"fans/t1": (3, 4)}).roll("fans/t1", 6, 6) == Roll("fans/t1", (6, 6), (3, 4), "table")


def test_a_table_die_nobody_threw_is_missing() -> None:
    with pytest.raises(DieMissing) as missing:
        TableDice({}).roll("casualty/t1/p1", 6, 8)
    assert missing.value.params == {"key": "casualty/t1/p1", "dice": "D68"}


def test_a_table_die_nobody_threw_is_left_to_the_server_when_there_is_one() -> None:
    server = SeededDice(SEED)
    roll = TableDice({"fans/t1": (1, 1)}, otherwise=server).roll("winnings/t1/1", 6)
    assert roll == SeededDice(SEED).roll("winnings/t1/1", 6)
    assert server.log == (roll,)


@pytest.mark.parametrize("faces", [(0, 1), (7, 1), (1, 9), (1, 0), (1,), (1, 1, 1), ()])
def test_impossible_faces_are_refused(faces: tuple[int, ...]) -> None:
    with pytest.raises(DieImpossible) as refused:
        TableDice({"casualty/t1/p1": faces}).roll("casualty/t1/p1", 6, 8)
    assert refused.value.params["dice"] == "D68"


@pytest.mark.parametrize("faces", [(1, 1), (6, 8)])
def test_the_lowest_and_the_highest_faces_are_possible(faces: tuple[int, ...]) -> None:
    assert TableDice({"k": faces}).roll("k", 6, 8).faces == faces


# Scripted dice


def test_scripted_dice_fall_in_order_whatever_the_key() -> None:
    dice = ScriptedDice(1, 2, 3)
    assert dice.roll("b", 6) == Roll("b", (6,), (1,), "scripted")
    assert dice.roll("a", 6, 8).faces == (2, 3)
    assert dice.roll("b", 6).faces == (1,)


def test_a_script_ends() -> None:
    dice = ScriptedDice(1)
    with pytest.raises(ScriptExhausted, match="2D6"):
        dice.roll("k", 6, 6)


def test_a_script_cannot_cheat() -> None:
    with pytest.raises(DieImpossible):
        ScriptedDice(7).roll("k", 6)


# Replay


@quickly
@given(st.binary(max_size=40), asked)
def test_a_replay_equals_the_log(seed: bytes, rolls: dict[str, tuple[int, ...]]) -> None:
    dice = SeededDice(seed)
    for key, thrown in rolls.items():
        dice.roll(key, *thrown)
    stored = [Roll.from_data(roll.to_data()) for roll in dice.log]
    replay = ReplayDice(stored)
    for key, thrown in rolls.items():
        replay.roll(key, *thrown)
    assert replay.log == dice.log


def test_a_replay_throws_nothing_new() -> None:
    with pytest.raises(DieMissing):
        ReplayDice([Roll("a", (6,), (1,), "seeded")]).roll("b", 6)


def test_a_replay_takes_what_never_fell_from_fresh_dice() -> None:
    replay = ReplayDice([Roll("a", (6,), (1,), "table")], fresh=TableDice({"a": (6,), "b": (5,)}))
    assert replay.roll("a", 6) == Roll("a", (6,), (1,), "table")
    assert replay.roll("b", 6).faces == (5,)


def test_of_two_records_of_a_roll_the_later_counts() -> None:
    replay = ReplayDice([Roll("a", (6,), (1,), "table"), Roll("a", (6,), (2,), "table")])
    assert replay.roll("a", 6).faces == (2,)


@pytest.mark.parametrize(
    "dice",
    [
        lambda: SeededDice(SEED),
        lambda: TableDice({"a": (1, 2)}),
        lambda: ScriptedDice(1, 2, 3),
        lambda: ReplayDice([Roll("a", (6, 6), (1, 2), "table")]),
    ],
    ids=["seeded", "table", "scripted", "replay"],
)
def test_a_key_stands_for_the_same_dice_for_ever(dice: Callable[[], Dice]) -> None:
    thrown = dice()
    thrown.roll("a", 6, 6)
    with pytest.raises(DiceDiverged) as diverged:
        thrown.roll("a", 6, 6, 6)
    assert diverged.value.params == {"key": "a", "asked": "3D6", "recorded": "2D6"}


@pytest.mark.parametrize(
    ("sides", "written"),
    [
        ((6,), "D6"),
        ((6, 6), "2D6"),
        ((6, 6, 6), "3D6"),
        ((3,), "D3"),
        ((16,), "D16"),
        ((6, 8), "D68"),
        ((8, 6), "D8+D6"),
        ((6, 8, 6), "D6+D8+D6"),
    ],
)
def test_dice_are_written_as_people_write_them(sides: tuple[int, ...], written: str) -> None:
    assert notation(sides) == written
