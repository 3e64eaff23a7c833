"""Two coaches throw a die each, and the higher one has it; level ones are thrown again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.dice import Dice
from engine.match.sides import SIDES, Side


def roll_off_key(purpose: str, team: str, throw: int) -> str:
    return f"{purpose}/{team}/{throw}"


def roll_off(purpose: str, sides: tuple[int, ...], teams: Mapping[Side, str], dice: Dice) -> Side:
    throw = 0
    while True:
        throw += 1
        home, away = (dice.roll(roll_off_key(purpose, teams[side], throw), *sides).total for side in SIDES)
        if home != away:
            return "home" if home > away else "away"


def dice_of(
    purpose: str, sides: tuple[int, ...], teams: Mapping[Side, str], typed: Mapping[str, tuple[int, ...]]
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """As many throws as were typed in level, and the one after them."""
    throw, level = 0, True
    while level:
        throw += 1
        keys = [roll_off_key(purpose, teams[side], throw) for side in SIDES]
        yield from ((key, sides) for key in keys)
        faces = [typed.get(key) for key in keys]
        level = faces[0] is not None and faces[0] == faces[1]
