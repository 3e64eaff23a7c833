"""Who buys inducements first, when both teams are worth the same: a die for each coach, equal ones again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count

from engine.errors import Problem
from engine.match.before.scene import Ask, Part, Scene
from engine.match.inducements.turns import FIRST_DICE, chooser, first_key, turns
from engine.match.prematch import PreMatch
from engine.match.sides import SIDES

TYPED_MOST = 9  # times that equal dice can be typed in with a report


def _possible(scene: Scene) -> Iterator[Ask]:
    unsaid = replace(scene.prematch, chooses_first="")
    if not turns(unsaid, scene.teams, scene.ruleset).undecided:
        return
    for throw in range(1, TYPED_MOST + 1):
        yield from (Ask(first_key(side, throw), FIRST_DICE) for side in SIDES)


def _wanted(scene: Scene) -> Iterator[Ask]:
    if chooser(scene.fallen) or not turns(scene.prematch, scene.teams, scene.ruleset).undecided:
        return
    for throw in count(1):
        missing = [key for side in SIDES if (key := first_key(side, throw)) not in scene.fallen]
        if missing:
            yield from (Ask(key, FIRST_DICE) for key in missing)
            return


def _decided(scene: Scene) -> PreMatch:
    """Whoever threw higher still has to say it."""
    return scene.prematch


def _differs(scene: Scene) -> Iterator[Problem]:
    yield from ()


FIRST = Part(_wanted, _possible, _decided, _differs)
