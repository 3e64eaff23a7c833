"""The last line of the list: what the team is worth as it leaves the match behind."""

from __future__ import annotations

from engine import effects as fx
from engine.match.after.step import Done, StepScene
from engine.team.value import value


def team_value(scene: StepScene) -> Done:
    """LRB6, post-match step 2.8; BB2020, post-game sequence, step 6: worked out when everything else is done."""
    found = value(scene.sheet, scene.ruleset)
    return Done((fx.TeamValued(value=found.with_the_missing, current=found.total),))
