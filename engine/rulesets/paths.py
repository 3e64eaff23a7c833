"""Addresses in a ruleset's plain data: ``teams.human.positions.blitzer.cost``.

Entries of a list are named by their key, or their name where they have none; words in a list by themselves. The same
addresses say what a house rule changes, and in what two rulesets differ.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.errors import UnknownName

_ABSENT = object()
_NUMBERED = re.compile(r"([^.\[]+)|\[(\d+)\]")


@dataclass(frozen=True, slots=True)
class Difference:
    """One place in which two rulesets differ. ``None`` stands for: it is not there."""

    path: str
    was: Any
    now: Any


def value_at(data: Any, path: str) -> Any:
    for part in path.split("."):
        data = _step(data, part, path)
    return data


def exists(data: Any, path: str) -> bool:
    try:
        value_at(data, path)
    except UnknownName:
        return False
    return True


def put(data: Any, path: str, value: Any) -> None:
    """Set what stands at ``path``. In a list: ``None`` takes the entry out, and one that is not there is added."""
    *parents, last = path.split(".")
    for part in parents:
        data = _step(data, part, path)
    if isinstance(data, dict):
        data[last] = value
    elif isinstance(data, list):
        _put_in_list(data, last, value)
    else:
        raise UnknownName(kind="place", name=path, ruleset="the ruleset")


def differences(one: Any, other: Any, path: str = "") -> Iterator[Difference]:
    """Every place in which ``other`` differs from ``one``, in the order of ``one``."""
    if one == other:
        return
    here, there = _children(one), _children(other)
    if here is None or there is None:
        yield Difference(path, None if one is _ABSENT else one, None if other is _ABSENT else other)
        return
    for name in dict.fromkeys([*here, *there]):
        below = f"{path}.{name}" if path else name
        yield from differences(here.get(name, _ABSENT), there.get(name, _ABSENT), below)


def address_of(data: Any, path: str) -> str:
    """The address of a place that a reader of the data names by file and number: ``bb2016.teams[3].cost``."""
    top = f"{data.get('key')}."
    parts = []
    for name, number in _NUMBERED.findall(path.removeprefix(top).replace("teams/", "teams.")):
        if name:
            data = data.get(name) if isinstance(data, Mapping) else None
        elif isinstance(data, list) and int(number) < len(data):
            data = data[int(number)]
            name = name_of(data)
        parts.append(name or number)
    return ".".join(parts)


def without_team(entries: Iterable[Mapping[str, Any]], team: str) -> list[dict[str, Any]]:
    """Entries that no longer name a team. What was that team's alone goes: no teams at all would mean every team."""
    kept = [entry for entry in entries if set(entry.get("teams") or ()) != {team}]
    return [{name: _unnamed(name, value, team) for name, value in entry.items()} for entry in kept]


def _unnamed(name: str, value: Any, team: str) -> Any:
    if name == "exceptions":
        return without_team(value, team)
    return [one for one in value if one != team] if name in ("teams", "excluded") else value


def name_of(entry: Any) -> str | None:
    """What an entry of a list goes by."""
    if isinstance(entry, str):
        return entry
    if isinstance(entry, Mapping):
        named = entry.get("key") or entry.get("name")
        return str(named) if named else None
    return None


def _children(value: Any) -> dict[str, Any] | None:
    """The named parts of a value; nothing for one that is a whole."""
    if isinstance(value, Mapping):
        return {str(name): part for name, part in value.items()}
    if isinstance(value, list | tuple):
        named = {name_of(entry): entry for entry in value}
        if value and None not in named and len(named) == len(value) and not isinstance(value[0], str):
            return {str(name): entry for name, entry in named.items()}
    return None


def _step(data: Any, part: str, path: str) -> Any:
    if isinstance(data, Mapping) and part in data:
        return data[part]
    if isinstance(data, list):
        for entry in data:
            if name_of(entry) == part:
                return entry
    raise UnknownName(kind="place", name=path, ruleset="the ruleset")


def _put_in_list(entries: list[Any], name: str, value: Any) -> None:
    """A word is put in with ``True``; an entry goes by the name that its address says."""
    words = all(isinstance(entry, str) for entry in entries) and (value is None or value is True)
    named = not words and (value is None or name_of(value) == name) and all(map(name_of, entries))
    if not words and not named:
        raise UnknownName(kind="place", name=name, ruleset="the list")
    new = [name if words else value] if value is not None else []
    places = [nth for nth, entry in enumerate(entries) if name_of(entry) == name]
    if places and new:
        entries[places[0]] = new[0]
    else:
        entries[:] = [entry for entry in entries if name_of(entry) != name] + new
