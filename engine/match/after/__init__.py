"""The post-match sequence: one function per step. The ruleset lists which steps there are, and in which order.

A step looks at one team's sheet and the report, throws what it needs, and is either done with effects or
waits for a coach to choose. Beside each step's function stands another one that says which rolls it may ask for.
"""

from engine.match.after.sequence import (
    AFTER_THE_OTHER,
    CALL_AWAY,
    ROLLS,
    STEPS,
    awaited,
    possible_rolls,
    rolls_by_step,
    steps,
)
from engine.match.after.step import Done, NeedsChoice, PossibleRoll, RollScene, Step, StepScene

__all__ = [
    "AFTER_THE_OTHER",
    "CALL_AWAY",
    "ROLLS",
    "STEPS",
    "Done",
    "NeedsChoice",
    "PossibleRoll",
    "RollScene",
    "Step",
    "StepScene",
    "awaited",
    "possible_rolls",
    "rolls_by_step",
    "steps",
]
