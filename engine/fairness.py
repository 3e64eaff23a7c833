"""Are dice fair, and is anybody lucky? Arithmetic over faces that fell, with nothing but the standard library."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

# So many of each face are to be expected before an unevenness says anything (the usual rule of thumb of this test).
LEAST_EXPECTED = 5
# So many dice of his own before anybody is called lucky or unlucky.
LEAST_DICE = 30

# Purposes of which a high face is good for the team that the key names, and those of which a low one is. Elsewhere
# (who is most valuable, what the weather is) no face is better than another.
GOOD_WHEN_HIGH = frozenset({"winnings", "walkover", "fan-factor", "expensive-mistakes", "improvement", "regeneration"})
GOOD_WHEN_LOW = frozenset({"casualty"})
# Parts of a purpose that are about something else than the rest of it.
LEFT_OUT = frozenset({"minor"})


@dataclass(frozen=True, slots=True)
class Fairness:
    """How evenly dice of one size have fallen."""

    sides: int
    counts: tuple[int, ...]  # of each face, from 1

    @property
    def thrown(self) -> int:
        return sum(self.counts)

    @property
    def expected(self) -> float:
        """Of each face."""
        return self.thrown / self.sides

    @property
    def enough(self) -> bool:
        return self.expected >= LEAST_EXPECTED

    @property
    def chi_square(self) -> float:
        """How far the counts are from what is expected, all faces taken together."""
        if not self.thrown:
            return 0.0
        return sum((count - self.expected) ** 2 for count in self.counts) / self.expected

    @property
    def p_value(self) -> float:
        """How often fair dice fall at least as unevenly as these."""
        return chi_square_tail(self.chi_square, self.sides - 1)


@dataclass(frozen=True, slots=True)
class Luck:
    """Of dice where one end is better: how far they were from the middle, in the direction that is good."""

    dice: int
    above: float  # pips better than the middle, all together
    variance: float  # of that sum, if chance alone is at work

    @property
    def enough(self) -> bool:
        return self.dice >= LEAST_DICE

    @property
    def each(self) -> float:
        """Pips for each die."""
        return self.above / self.dice if self.dice else 0.0

    @property
    def luckier_than(self) -> float:
        """Of so many who throw as many of the same dice, this one is luckier: 0.5 is the middle."""
        if not self.variance:
            return 0.5
        return (1 + math.erf(self.above / math.sqrt(2 * self.variance))) / 2

    def plus(self, other: Luck) -> Luck:
        return Luck(self.dice + other.dice, self.above + other.above, self.variance + other.variance)


NO_LUCK = Luck(0, 0.0, 0.0)


def fairness(sides: int, faces: Mapping[int, int]) -> Fairness:
    """``faces`` counts how often each has fallen."""
    return Fairness(sides, tuple(faces.get(face, 0) for face in range(1, sides + 1)))


def luck_of(purpose: str, part: str, sides: tuple[int, ...], faces: tuple[int, ...], times: int = 1) -> Luck:
    """What a roll says about luck, if it has a good end; thrown like that so many times."""
    direction = 1 if purpose in GOOD_WHEN_HIGH else -1 if purpose in GOOD_WHEN_LOW else 0
    if not direction or part in LEFT_OUT:
        return NO_LUCK
    above = sum(face - (side + 1) / 2 for face, side in zip(faces, sides, strict=True))
    variance = sum((side * side - 1) / 12 for side in sides)
    return Luck(times * len(sides), times * direction * above, times * variance)


def chi_square_tail(x: float, freedom: int) -> float:
    """The probability that a chi-square variable with so many degrees of freedom is at least ``x``."""
    if x <= 0 or freedom < 1:
        return 1.0
    return _upper_gamma(freedom / 2, x / 2)


def _upper_gamma(a: float, x: float) -> float:
    """The regularised incomplete gamma function Q(a, x): by its series below a + 1, by its continued fraction above."""
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        nth = a
        while term > total * 1e-15:
            nth += 1
            term *= x / nth
            total += term
        return max(0.0, 1 - total * scale)
    return scale * _fraction(a, x)


def _fraction(a: float, x: float) -> float:
    """Lentz's way through the continued fraction of Q."""
    tiny = 1e-300
    b = x + 1 - a
    c, d = 1 / tiny, 1 / b
    value = d
    for nth in range(1, 1000):
        factor = -nth * (nth - a)
        b += 2
        d = 1 / (factor * d + b or tiny)
        c = b + factor / c or tiny
        value *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return value
