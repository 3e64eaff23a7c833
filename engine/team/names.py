"""Names for players whom nobody has named yet: the same for the same team and place, however often one asks."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import count
from math import gcd

from engine.rulesets.reading import shared
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
    return build(Names, shared("names.json"), "names")


def suggest(team: str, roster: str, positions: Iterable[str], taken: Collection[str] = ()) -> tuple[str, ...]:
    """A name for each of these players, none of them twice and none that is ``taken``.

    A place is a position and a number within it, so that one lineman more hardly renames anybody. As long as the
    style has enough of them, two players share neither their given names nor their surnames.
    """
    used, seen = set(taken), Counter[str]()
    parts: set[str] = set()
    found: list[str] = []
    for position in positions:
        seen[position] += 1
        style, place = names().style(roster, position), f"{team}/{position}/{seen[position]}"
        fresh = (pair for pair in _pairs(style, place) if not parts & set(pair) and " ".join(pair) not in used)
        pair = next(fresh, None) or next(pair for pair in _numbered(style, place) if " ".join(pair) not in used)
        parts.update(pair)
        used.add(" ".join(pair))
        found.append(" ".join(pair))
    return tuple(found)


def _pairs(style: Style, place: str) -> Iterator[tuple[str, str]]:
    """Every pair of a given name and a surname once, from where the place points."""
    start = int.from_bytes(hashlib.sha256(place.encode()).digest()[:8], "big")
    surnames = len(style.surnames)
    many = len(style.given) * surnames
    # Both parts change with each step, unless that would pass some pairs over.
    stride = surnames + 1 if gcd(surnames + 1, many) == 1 else 1
    for step in range(many):
        given, surname = divmod((start + step * stride) % many, surnames)
        yield style.given[given], style.surnames[surname]


def _numbered(style: Style, place: str) -> Iterator[tuple[str, str]]:
    """All of them, and then all of them again with a number behind: there is always one more."""
    for generation in count(1):
        for given, surname in _pairs(style, place):
            yield given, surname if generation == 1 else f"{surname} {generation}"
