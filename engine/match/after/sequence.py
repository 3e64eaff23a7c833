"""The post-match sequence: which steps there are, by their names. The ruleset lists its own, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from engine.match.after.fans import fan_factor, fan_factor_rolls
from engine.match.after.mistakes import expensive_mistakes, expensive_mistakes_rolls
from engine.match.after.points import spp, spp_rolls
from engine.match.after.step import PossibleRoll, Rolls, RollScene, Step
from engine.match.after.window import hire_and_fire, hire_and_fire_rolls, journeymen
from engine.match.after.winnings import petty_cash, winnings, winnings_rolls
from engine.rulesets.model import Ruleset, StepName

STEPS: dict[str, Step] = {
    "spp": spp,
    "winnings": winnings,
    "petty-cash": petty_cash,
    "fan-factor": fan_factor,
    "hire-and-fire": hire_and_fire,
    "expensive-mistakes": expensive_mistakes,
    "journeymen": journeymen,
}


def no_rolls(scene: RollScene) -> Iterator[PossibleRoll]:
    """Of a step that throws nothing."""
    yield from ()


# Which rolls each step may ask for: what coaches may type in ahead.
ROLLS: Mapping[str, Rolls] = {
    "spp": spp_rolls,
    "winnings": winnings_rolls,
    "petty-cash": no_rolls,
    "fan-factor": fan_factor_rolls,
    "hire-and-fire": hire_and_fire_rolls,
    "expensive-mistakes": expensive_mistakes_rolls,
    "journeymen": no_rolls,
}

# Steps whose dice belong to occasions of their own: to a player who improves, not to the match. No report holds them.
_OF_PLAYERS = frozenset({"hire-and-fire"})

# A step that looks at what the other team has come to, and which of the other's steps has to be over for that. Apart
# from these, the two sequences go their own ways.
AFTER_THE_OTHER: Mapping[str, str] = {}

# Steps that an option leaves out. What is not named here is always there.
_PLAYED: Mapping[str, Callable[[Ruleset], bool]] = {}


def steps(ruleset: Ruleset) -> tuple[StepName, ...]:
    """Those that the ruleset lists, without what the league does not play with."""
    return tuple(step for step in ruleset.post_match if step not in _PLAYED or _PLAYED[step](ruleset))


def rolls_by_step(scene: RollScene, *, of_match: bool = False) -> Iterator[tuple[StepName, tuple[PossibleRoll, ...]]]:
    """What one team may be asked to throw after a match, step by step. Of an exhibition nothing counts.

    ``of_match``: only dice of the match itself, which its report may hold.
    """
    if scene.report is not None and scene.report.kind == "exhibition":
        return
    for step in steps(scene.ruleset):
        if of_match and step in _OF_PLAYERS:
            continue
        found = tuple(ROLLS.get(step, no_rolls)(scene))
        if found:
            yield step, found


def possible_rolls(scene: RollScene, *, of_match: bool = False) -> Iterator[PossibleRoll]:
    for _, found in rolls_by_step(scene, of_match=of_match):
        yield from found
