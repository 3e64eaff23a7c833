"""What could be chosen for a cause, at its place in a history as it stands or would stand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.dice import Dice
from engine.errors import EngineError
from engine.history import Cause, World, decide
from engine.match.report import MatchReport
from engine.rulesets.model import Ruleset
from engine.team.hiring import journeyman_options


def options_of(cause: Cause, teams: World, report: MatchReport | None, dice: Dice, ruleset: Ruleset) -> tuple[str, ...]:
    """What could be chosen for this cause, whatever was; nothing if there is nothing to choose."""
    if cause.kind == "journeymen":
        return journeyman_options(teams[cause.teams[0]], ruleset) if cause.teams[0] in teams else ()
    inputs: dict[str, Any] = {**cause.inputs, "choice": None}
    if cause.kind == "improvement":
        inputs = {"improvement": {**cause.inputs["improvement"], "choice": None}}
    try:
        decision = decide(replace(cause, inputs=inputs), teams, report, dice, ruleset)
    except EngineError:
        return ()
    return decision.choice.options if decision.choice else ()
