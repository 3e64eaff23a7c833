"""Who kicks off: a coin falls, and its winner chooses to kick or to receive."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.errors import Problem
from engine.match.before.scene import COIN, Ask, Part, Scene, coin_side, differing
from engine.match.prematch import PreMatch

KEY = "kick"


def _possible(scene: Scene) -> Iterator[Ask]:
    yield Ask(KEY, COIN)


def _wanted(scene: Scene) -> Iterator[Ask]:
    if KEY not in scene.fallen:
        yield Ask(KEY, COIN)


def _decided(scene: Scene) -> PreMatch:
    faces = scene.fallen.get(KEY)
    return replace(scene.prematch, coin=coin_side(faces)) if faces else scene.prematch


def _differs(scene: Scene) -> Iterator[Problem]:
    faces, told = scene.fallen.get(KEY), scene.prematch.coin
    if faces and told:
        thrown = scene.teams[coin_side(faces)].name
        yield from differing(thrown, scene.teams[told].name, "prematch.coin")


KICK = Part(_wanted, _possible, _decided, _differs)
