"""The post-match sequence: which steps there are, by their names. The ruleset lists its own, in order."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.match.after.fans import fan_factor
from engine.match.after.insurers import insurance
from engine.match.after.mistakes import expensive_mistakes
from engine.match.after.points import spp
from engine.match.after.sponsors import sponsor_search, sponsorships
from engine.match.after.step import Step
from engine.match.after.window import hire_and_fire, journeymen
from engine.match.after.winnings import petty_cash, winnings
from engine.rulesets.model import Ruleset, StepName

STEPS: dict[str, Step] = {
    "spp": spp,
    "winnings": winnings,
    "petty-cash": petty_cash,
    "fan-factor": fan_factor,
    "sponsor-search": sponsor_search,
    "sponsorships": sponsorships,
    "hire-and-fire": hire_and_fire,
    "insurance": insurance,
    "expensive-mistakes": expensive_mistakes,
    "journeymen": journeymen,
}

# A step that looks at what the other team has come to, and which of the other's steps has to be over for that. Apart
# from these, the two sequences go their own ways.
AFTER_THE_OTHER: Mapping[str, str] = {}

# Steps that an option leaves out. What is not named here is always there.
_PLAYED: Mapping[str, Callable[[Ruleset], bool]] = {
    "sponsor-search": lambda ruleset: ruleset.options.sponsors,
    "sponsorships": lambda ruleset: ruleset.options.sponsors,
    "insurance": lambda ruleset: ruleset.options.sponsors,
}


# Steps whose choice decides who plays the next match: they are asked before its kick-off.
CALL_AWAY: tuple[StepName, ...] = ("sponsor-search", "sponsorships", "insurance")


def steps(ruleset: Ruleset) -> tuple[StepName, ...]:
    """Those that the ruleset lists, without what the league does not play with."""
    return tuple(step for step in ruleset.post_match if step not in _PLAYED or _PLAYED[step](ruleset))
