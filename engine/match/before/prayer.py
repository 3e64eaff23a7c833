"""Prayers to Nuffle: thrown one after the other, and again where an answer stands already."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.dice import ReplayDice, Roll
from engine.errors import DieMissing, Problem
from engine.match import prayers
from engine.match.before.scene import Ask, Part, Scene, differing
from engine.match.matchday import day_sheets
from engine.match.prematch import Prayer, PreMatch
from engine.match.sides import SIDES, Side, other_side
from engine.rulesets.furniture import PrayerResult


def _possible(scene: Scene) -> Iterator[Ask]:
    for key, dice in prayers.dice_of(scene.prematch, scene.teams, scene.ruleset, scene.fallen):
        yield Ask(key, dice)


def _wanted(scene: Scene) -> Iterator[Ask]:
    """What was bought counts among the values: before that is known, nobody can say how many there are."""
    if prayers.are_known(scene.prematch):
        yield from (ask for ask in _possible(scene) if ask.key not in scene.fallen)


def _decided(scene: Scene) -> PreMatch:
    prematch, due = scene.prematch, prayers.due(scene.prematch, scene.teams, scene.ruleset)
    for side in SIDES:
        found = _answered(side, due[side], scene)
        if found:
            own = tuple(_about(result, side, scene) for result in found)
            mine = replace(prematch.side(side), prayers=own)
            prematch = replace(prematch, home=mine) if side == "home" else replace(prematch, away=mine)
    return prematch


def _answered(side: Side, times: int, scene: Scene) -> tuple[PrayerResult, ...]:
    """As far as dice have fallen."""
    dice, team, one_off = _dice(scene), scene.teams[side].key, scene.prematch.one_off
    for known in range(times, 0, -1):
        try:
            return prayers.answered(team, known, dice, one_off=one_off, ruleset=scene.ruleset)
        except DieMissing:
            continue
    return ()


def _about(result: PrayerResult, side: Side, scene: Scene) -> Prayer:
    """Whom dice found, or whom the coach has named already."""
    day = day_sheets(scene.prematch, scene.teams, scene.ruleset, scene.match)
    among = prayers.candidates(result, day[side], day[other_side(side)], scene.ruleset)
    said = [one for one in scene.prematch.side(side).prayers or () if one.prayer == result.key]
    kept = said[0] if said else Prayer(result.key)
    try:
        found = prayers.found_by_dice(scene.teams[side].key, result, among, _dice(scene))
    except DieMissing:
        return kept
    if not found:
        return kept
    first, *others = (player.key for player in found)
    return replace(kept, player=first, others=tuple(others))


def _dice(scene: Scene) -> ReplayDice:
    sides = {ask.key: ask.dice for ask in _possible(scene)}
    return ReplayDice(Roll(key, sides[key], faces, "table") for key, faces in scene.fallen.items() if key in sides)


def _differs(scene: Scene) -> Iterator[Problem]:
    """Where as many have fallen as are told, and they say something else."""
    for side in SIDES:
        told = scene.prematch.side(side).prayers or ()
        thrown = _answered(side, len(told), scene)
        if not told or len(thrown) < len(told):
            continue
        names = {result.key: result.name for result in scene.ruleset.prayers.results} if scene.ruleset.prayers else {}
        yield from differing(
            ", ".join(sorted(result.name for result in thrown)),
            ", ".join(sorted(names.get(one.prayer, one.prayer) for one in told)),
            f"prematch.{side}.prayers",
        )


PRAYER = Part(_wanted, _possible, _decided, _differs)
