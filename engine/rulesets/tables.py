"""Tables that dice are thrown on, and the tables of a league: what is earned, paid, lost and won back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Literal

from engine.errors import UnknownName

Characteristic = Literal["ma", "st", "ag", "pa", "av"]
Reading = Literal["sum", "digits"]


def score_of(faces: tuple[int, ...], read: Reading = "digits") -> int:
    """Faces added up, or read as digits, the way a D68 is read."""
    return sum(faces) if read == "sum" else int("".join(map(str, faces)))


@dataclass(frozen=True, slots=True)
class DieResult:
    """A stretch of a table, both ends included, and what happens there."""

    first: int
    last: int
    key: str
    name: str
    effect: str = ""
    keeps_off: bool = False  # of weather: whoever is neither hurt nor off may not be set up for a drive all the same


@dataclass(frozen=True, slots=True)
class DieTable:
    """Dice, and what each score of theirs means."""

    key: str
    name: str
    dice: tuple[int, ...]
    results: tuple[DieResult, ...]
    read: Reading = "sum"
    use: str = ""  # when it is thrown on, and by whom

    def result(self, score: int) -> DieResult:
        for result in self.results:
            if result.first <= score <= result.last:
                return result
        raise UnknownName(kind="result", name=str(score), ruleset=self.name)


@dataclass(frozen=True, slots=True)
class Payment:
    """Gold that dice decide: so many times the unit, on top of what is fixed."""

    dice: tuple[int, ...]
    unit: int
    fixed: int = 0


@dataclass(frozen=True, slots=True)
class Modifier:
    """What is added to a roll, and when. Modifiers add up."""

    key: str
    when: str
    modifier: int
    skill: str = ""  # where it is a player's skill that makes the difference
    least: int | None = None  # where something is counted: from so many


@dataclass(frozen=True, slots=True)
class Band:
    """A row of a table that goes by gold or value: from here to the next row."""

    start: int
    amount: int


# What a player who has earned enough may become.

Gain = Literal[
    "normal",
    "double",
    "random-primary",
    "chosen-primary",
    "random-secondary",
    "chosen-secondary",
    "ma",
    "st",
    "ag",
    "pa",
    "av",
]
CHARACTERISTICS: tuple[Characteristic, ...] = ("ma", "st", "ag", "pa", "av")
# Skills that are paid for with star player points.
BOUGHT: tuple[Gain, ...] = ("random-primary", "chosen-primary", "random-secondary", "chosen-secondary")


@dataclass(frozen=True, slots=True)
class ImprovementResult:
    """What a throw on the improvement table offers."""

    first: int
    last: int
    offers: tuple[Gain, ...]


@dataclass(frozen=True, slots=True)
class ImprovementCost:
    """What an improvement costs in star player points, by how many the player has had."""

    title: str
    random_primary: int
    chosen_primary: int
    random_secondary: int
    chosen_secondary: int
    characteristic: int


@dataclass(frozen=True, slots=True)
class Improvement:
    """How players improve: a throw at each level, or points that are spent."""

    dice: tuple[int, ...]
    results: tuple[ImprovementResult, ...]
    values: Mapping[str, int]  # by gain: what it adds to the player's value
    double_offers: tuple[Gain, ...] = ()  # offered as well when all dice are equal
    most_gained: int | None = None  # a characteristic never rises by more than this
    highest: int | None = None  # ... nor above this
    costs: tuple[ImprovementCost, ...] = ()  # where points are spent, by improvements so far
    most: int | None = None  # improvements a player may have
    by_times: bool = False  # what a characteristic gained is counted by improvements, whatever injuries took of it
    random_dice: tuple[int, ...] = ()  # for a random skill: the half of its category's table, the row


@dataclass(frozen=True, slots=True)
class DiceMishap:
    """What happens to whoever throws with so many dice showing the same face."""

    key: str
    name: str
    equal: int
    face: int = 0  # this one; 0: any
    misses_next: bool = False
    niggle: bool = False

    def befalls(self, faces: tuple[int, ...]) -> bool:
        seen = (face for face in set(faces) if self.face in (0, face))
        return any(faces.count(face) >= self.equal for face in seen)


@dataclass(frozen=True, slots=True)
class SppBand:
    """Where star player points are thrown for: the score, and the points."""

    first: int
    last: int
    spp: int


# What a modifier of that throw counts, of the match or of the player.
SppCondition = Literal["team-won", "team-touchdowns", "team-casualties", "player-touchdown", "player-casualty"]


@dataclass(frozen=True, slots=True)
class SppModifier:
    """What is added when so many of something were counted. Modifiers add up."""

    key: SppCondition
    when: str
    modifier: int
    at_least: int = 1


@dataclass(frozen=True, slots=True)
class SppRoll:
    """Star player points that are thrown for, for each player, after the match."""

    dice: tuple[int, ...]
    modifiers: tuple[SppModifier, ...]
    results: tuple[SppBand, ...]

    def points(self, score: int) -> int:
        """Beyond either end of the table its first or its last row counts."""
        lowest = min(band.first for band in self.results)
        reached = (band for band in self.results if band.first <= max(score, lowest))
        return max(reached, key=lambda band: band.first).spp


@dataclass(frozen=True, slots=True)
class Upkeep:
    """A star on the roster: one at a time, paid for after each match, by his price."""

    bands: tuple[Band, ...]
    rostered_max: int
    skills: tuple[str, ...]

    def owed(self, cost: int) -> int:
        return max((band for band in self.bands if cost >= band.start), key=lambda band: band.start).amount


@dataclass(frozen=True, slots=True)
class Raising:
    """Opponents who were killed come back as players of this team, where its list or its special rule lets them."""

    key: str
    name: str
    position: str
    st_max: int
    without: tuple[str, ...]  # skills that keep a victim in his grave
    teams: tuple[str, ...] = ()  # none named: whoever has the special rule
    special_rule: str = ""
    killer_skill: str = ""  # only the victims of players who have it
    causes: tuple[str, ...] = ()  # none named: however he died
    most: int | None = None  # in one match
    paid: bool = False  # he is hired at the price of a rookie, not for nothing


@dataclass(frozen=True, slots=True)
class Spiralling:
    """Expenses of a team that has grown too valuable: from the breakpoint on, and again at each step."""

    breakpoint: int
    step: int
    amount: int

    def owed(self, value: int) -> int:
        return 0 if value < self.breakpoint else self.amount * (1 + (value - self.breakpoint) // self.step)


@dataclass(frozen=True, slots=True)
class Journeymen:
    up_to: int
    skill: str
    hired_at: Literal["rookie", "current"]
    effect: str = ""


def uncovered(dice: tuple[int, ...], spans: tuple[tuple[int, int], ...], read: Reading) -> Iterator[tuple[int, int]]:
    """Every score that the dice can show and that is not covered exactly once, with how often it is."""
    if not dice:
        return
    scores = sorted({score_of(faces, read) for faces in product(*(range(1, side + 1) for side in dice))})
    for score in scores:
        hits = sum(first <= score <= last for first, last in spans)
        if hits != 1:
            yield score, hits
