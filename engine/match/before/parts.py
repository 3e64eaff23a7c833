"""All parts of the pre-match whose dice are thrown the same way: ask, throw, decide."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from engine.errors import Problem
from engine.match.before import cards, first, gate, kick, prayer, tables, venue
from engine.match.before.scene import Ask, Fallen, Part, Scene
from engine.match.before.sequence import steps
from engine.match.matchday import as_it_came
from engine.match.prematch import PreMatch
from engine.match.sides import Side
from engine.rulesets.model import Ruleset
from engine.team.sheet import TeamSheet

NOTHING_TYPED: Fallen = MappingProxyType({})
PARTS: Mapping[str, Part] = {
    "weather": tables.WEATHER,
    "stadium": venue.STADIUM,
    "referee": tables.REFEREE,
    "fans": gate.FANS,
    "inducement": first.FIRST,
    "special-play-card": cards.CARDS,
    "prayer": prayer.PRAYER,
    "kick": kick.KICK,
}


def wanted(step: str, scene: Scene) -> tuple[Ask, ...]:
    """What this step has to throw now: one roll may lead to the next."""
    return tuple(PARTS[step].wanted(scene)) if step in PARTS else ()


def decided(step: str, scene: Scene) -> PreMatch:
    """What is recorded now that these dice have fallen."""
    return PARTS[step].decided(scene)


def dice_of(
    prematch: PreMatch | None, teams: Mapping[Side, TeamSheet], ruleset: Ruleset, typed: Fallen = NOTHING_TYPED
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Every roll of these steps, so that coaches may type in with their report what they threw before it.

    What was ``typed`` in may ask for another throw. ``teams`` may be those of the day: who is only here for it comes
    once.
    """
    scene = Scene(prematch or PreMatch(), _as_they_came(teams, ruleset), ruleset, typed)
    for part in _played(ruleset):
        yield from ((ask.key, ask.dice) for ask in part.possible(scene))


def differences(
    prematch: PreMatch, fallen: Fallen, teams: Mapping[Side, TeamSheet], ruleset: Ruleset
) -> tuple[Problem, ...]:
    """Where what is recorded is not what the dice say. Of faces that the dice do not have, another check tells."""
    teams = _as_they_came(teams, ruleset)
    known = dict(dice_of(prematch, teams, ruleset, fallen))
    scene = Scene(prematch, teams, ruleset, {key: faces for key, faces in fallen.items() if _fits(faces, known, key)})
    return tuple(problem for part in _played(ruleset) for problem in part.differs(scene))


def problems(prematch: PreMatch, teams: Mapping[Side, TeamSheet], ruleset: Ruleset) -> Iterator[Problem]:
    """For ``engine.match.prematch_checks``: what cannot have been so, whatever was thrown."""
    for check in (tables.problems, venue.problems, gate.problems):
        yield from check(prematch, teams, ruleset)


def _as_they_came(teams: Mapping[Side, TeamSheet], ruleset: Ruleset) -> dict[Side, TeamSheet]:
    return {side: as_it_came(sheet, ruleset) for side, sheet in teams.items()}


def _fits(faces: tuple[int, ...], known: Mapping[str, tuple[int, ...]], key: str) -> bool:
    sides = known.get(key, ())
    return len(faces) == len(sides) and all(1 <= face <= side for face, side in zip(faces, sides, strict=True))


def _played(ruleset: Ruleset) -> Iterator[Part]:
    yield from (PARTS[step.key] for step in steps(ruleset) if step.key in PARTS)
