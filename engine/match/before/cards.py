"""The throws about cards: how many there are, who begins, and which deck a special play is of."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import Problem
from engine.match import cards
from engine.match.before.scene import Ask, Part, Scene
from engine.match.prematch import PreMatch


def _possible(scene: Scene) -> Iterator[Ask]:
    yield from (Ask(key, dice) for key, dice in cards.dice_of(scene.prematch, scene.teams, scene.ruleset, scene.fallen))


def _wanted(scene: Scene) -> Iterator[Ask]:
    yield from (ask for ask in _possible(scene) if ask.key not in scene.fallen)


def _decided(scene: Scene) -> PreMatch:
    """They say what may be drawn, and nothing that is recorded."""
    return scene.prematch


def _differs(scene: Scene) -> Iterator[Problem]:
    yield from ()


CARDS = Part(_wanted, _possible, _decided, _differs)
