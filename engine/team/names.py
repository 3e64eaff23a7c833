"""Names for players whom nobody has named yet: the same for the same team and place, however often one asks."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from engine.typed import build


@dataclass(frozen=True, slots=True)
class Style:
    """How a people calls its children."""

    given: tuple[str, ...]
    surnames: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Names:
    """Styles, and who is named by which: a position by its own, else by its team list's, else by the common one."""

    otherwise: str
    styles: Mapping[str, Style]
    rosters: Mapping[str, str]
    positions: Mapping[str, str]

    def style(self, roster: str, position: str) -> Style:
        return self.styles[self.positions.get(position) or self.rosters.get(roster) or self.otherwise]


@cache
def names() -> Names:
    text = files("rosters_data").joinpath("names.json").read_text(encoding="utf-8")
    return build(Names, json.loads(text), "names")


def suggest(team: str, roster: str, positions: Iterable[str], taken: Collection[str] = ()) -> tuple[str, ...]:
    """A name for each of these players, none of them twice and none that is ``taken``.

    A place is a position and a number within it, so that one lineman more renames nobody.
    """
    used, seen = set(taken), Counter[str]()
    found: list[str] = []
    for position in positions:
        seen[position] += 1
        offered = _offered(names().style(roster, position), f"{team}/{position}/{seen[position]}")
        name = next(name for name in offered if name not in used)
        used.add(name)
        found.append(name)
    return tuple(found)


def _offered(style: Style, place: str) -> Iterator[str]:
    """Every name of the style once, from where the place points; then numbered ones, without end."""
    start = int.from_bytes(hashlib.sha256(place.encode()).digest()[:8], "big")
    many, surnames = len(style.given) * len(style.surnames), len(style.surnames)
    generation = 1
    while True:
        for step in range(many):
            given, surname = divmod((start + step) % many, surnames)
            suffix = "" if generation == 1 else f" {generation}"
            yield f"{style.given[given]} {style.surnames[surname]}{suffix}"
        generation += 1
