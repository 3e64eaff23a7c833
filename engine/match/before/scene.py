"""What the parts of the pre-match look at, and how they ask for dice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from engine.errors import Problem, marked
from engine.match.prematch import PreMatch
from engine.match.sides import Side
from engine.rulesets.model import Ruleset
from engine.team.sheet import TeamSheet

Faces = tuple[int, ...]
Fallen = Mapping[str, Faces]  # by the key of the roll
COIN = (2,)  # heads or tails


@dataclass(frozen=True, slots=True)
class Ask:
    """A roll that is wanted: under this key, with these dice."""

    key: str
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """The hour before a match: what is recorded, what fell, both teams as they stand, and the rules."""

    prematch: PreMatch
    teams: Mapping[Side, TeamSheet]
    ruleset: Ruleset
    fallen: Fallen
    match: str = ""  # its key: part of those of the journeymen who come for it


@dataclass(frozen=True, slots=True)
class Part:
    """What one step can ask the dice, and what they mean to it."""

    # What is to be thrown now. A roll may want another one, or a word of a coach first.
    wanted: Callable[[Scene], Iterator[Ask]]
    # Every roll that the step can come to, so that coaches may type it in with their report.
    possible: Callable[[Scene], Iterator[Ask]]
    # What is recorded when these dice have fallen.
    decided: Callable[[Scene], PreMatch]
    # Where what is recorded is not what the dice say.
    differs: Callable[[Scene], Iterator[Problem]]


def coin_side(faces: Faces) -> Side:
    return "home" if faces == (1,) else "away"


def differing(thrown: str, told: str, where: str) -> Iterator[Problem]:
    """``thrown`` and ``told`` are names, for people to read."""
    if thrown != told:
        yield Problem(
            "not_what_the_dice_say",
            marked("The dice say {thrown}; recorded is {told}."),
            "dice",
            where,
            {"thrown": thrown, "told": told},
        )
