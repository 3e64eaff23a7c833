"""Chance that follows from a seed: the same league every time, on every machine."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from engine.dice import SeededDice

T = TypeVar("T")


class Chance:
    """What the story leaves open about one match. Keys are as in the rules' dice: one purpose, one outcome."""

    def __init__(self, seed: bytes) -> None:
        self._dice = SeededDice(seed)

    def die(self, key: str, sides: int) -> int:
        return self._dice.roll(key, sides).total

    def one_of(self, key: str, weights: Mapping[T, int]) -> T:
        """One of the keys of ``weights``, each as often as its weight says."""
        place = self.die(key, sum(weights.values()))
        for choice, weight in weights.items():
            place -= weight
            if place <= 0:
                return choice
        raise AssertionError("a die never shows more than its sides")

    def order(self, key: str, things: Sequence[T]) -> list[T]:
        """``things``, shuffled."""
        left, shuffled = list(things), []
        while left:
            shuffled.append(left.pop(self.die(f"{key}/{len(left)}", len(left)) - 1))
        return shuffled
