"""Dice of the post-match sequence that are typed in before a step asks for them: in any order, corrected until used.

Nothing depends on them before their step comes. It takes what fits, and asks for the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine.dice import fits, notation
from engine.errors import DieImpossible, Problem, marked
from engine.match.after import PossibleRoll
from engine.match.throwing import thrower_of, typed_problems
from engine.rulesets.model import Ruleset


def typeable(found: Iterable[PossibleRoll], ruleset: Ruleset) -> Iterator[PossibleRoll]:
    """Those that coaches may throw themselves, and that this match can still come to."""
    for roll in found:
        if roll.dice and roll.asked != "idle" and thrower_of(roll.key, ruleset) != "server":
            yield roll


def problems(
    typed: Mapping[str, tuple[int, ...]], possible: Iterable[PossibleRoll], ruleset: Ruleset
) -> tuple[Problem, ...]:
    """What cannot be typed in: a roll that nothing asks for, dice of the server, faces that dice do not have."""
    return tuple(_problems(typed, {roll.key: roll.dice for roll in possible}, ruleset))


def _problems(
    typed: Mapping[str, tuple[int, ...]], possible: Mapping[str, tuple[int, ...]], ruleset: Ruleset
) -> Iterator[Problem]:
    for key, faces in typed.items():
        dice = possible.get(key)
        if not dice:
            yield Problem(
                "die_not_expected",
                marked("Nothing that follows this match can ask for the die {key}."),
                "dice",
                f"dice.{key}",
                {"key": key},
            )
            continue
        if not fits(dice, faces):
            error = DieImpossible(key=key, dice=notation(dice), faces=", ".join(map(str, faces)))
            yield Problem(error.code, error.message, error.rule, f"dice.{key}", error.params)
        yield from typed_problems([(key, dice)], ruleset)


def fallen_already(key: str, dice: tuple[int, ...], faces: tuple[int, ...]) -> Problem:
    return Problem(
        "die_fallen",
        marked("The {dice} for {key} has fallen already, as {faces}: it cannot be typed in any more."),
        "dice",
        f"dice.{key}",
        {"key": key, "dice": notation(dice), "faces": ", ".join(map(str, faces))},
    )


def told_in_report(key: str, faces: tuple[int, ...]) -> Problem:
    return Problem(
        "die_in_report",
        marked("The report says already what fell for {key}: {faces}. It is changed there."),
        "dice",
        f"dice.{key}",
        {"key": key, "faces": ", ".join(map(str, faces))},
    )
