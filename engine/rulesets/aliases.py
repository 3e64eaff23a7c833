"""What one edition calls by another name: so that a team that changes editions is offered what it had."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from engine.rulesets.model import Position, Roster
from engine.rulesets.reading import shared
from engine.typed import build

Names = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Aliases:
    """Keys in one group mean the same; positions by the first key of their team's group."""

    teams: tuple[Names, ...]
    positions: Mapping[str, tuple[Names, ...]]


@cache
def aliases() -> Aliases:
    return build(Aliases, shared("aliases.json"), "aliases")


def same_team(one: Roster, others: Iterable[Roster]) -> Roster | None:
    """The list that goes by the same key, the same name, or a name that another edition gave it."""
    names = _group(one.key, aliases().teams)
    rest = list(others)
    by_key = [other for other in rest if other.key == one.key]
    by_name = [other for other in rest if other.name == one.name]
    by_alias = [other for other in rest if other.key in names]
    return next(iter(by_key + by_name + by_alias), None)


def same_position(one: Position, team: str, others: Iterable[Position]) -> Position | None:
    groups = aliases().positions.get(_group(team, aliases().teams)[0], ())
    names = _group(one.key, groups)
    rest = list(others)
    by_key = [other for other in rest if other.key == one.key]
    by_alias = [other for other in rest if other.key in names]
    by_name = [other for other in rest if other.name == one.name]
    return next(iter(by_key + by_alias + by_name), None)


def _group(key: str, groups: Iterable[Names]) -> Names:
    return next((group for group in groups if key in group), (key,))
