"""House rules where they stand: what the edition says there, what a league has added and what it has taken out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import takewhile, zip_longest
from typing import Any, Literal

from engine.rulesets.paths import differences, name_of
from engine.typed import plain
from leagues.selectors.rules import HouseRule

State = Literal["", "bent", "own"]
# Which page of the rules shows a place, by the longest beginning of its address; what is not named here stands on the
# ruleset's own page.
PAGES = {
    "teams": "team",
    "stars": "stars",
    "skills": "skills",
    "inducements": "inducements",
    "decks": "cards",
    "card_uses": "cards",
    "weather": "tables",
    "kickoff": "tables",
    "prayers": "tables",
    "injury": "tables",
    "referees": "tables",
    "stadiums.roll": "tables",
    "stadiums.categories": "tables",
    "events": "events",
    "balls": "events",
    "hall_of_fame": "events",
    "options": "options",
    "improvement": "league",
    "bounds": "league",
    "special_rules": "league",
    "journeymen": "league",
    "upkeep": "league",
    "spiralling": "league",
    "concession": "league",
    "friendly": "league",
    "overtime": "league",
    "walkover": "league",
    "likely": "league",
    "extra_turns": "league",
    "redraft": "league",
    "stadiums": "league",
    "sponsors": "league",
    "variants": "league",
}


def page_of(path: str) -> str:
    """The part of the rules browser that shows this address; ``team`` for a team's page, nothing for the first page."""
    return next((PAGES[above] for above in reversed([*_ways_to(path)]) if above in PAGES), "")


class Marks:
    """What a league says otherwise than its edition, by address.

    A page asks about every value that it shows. So it is known at its end what has changed there without being shown,
    and the page can say it: no house rule is missing from its page, whatever becomes changeable.
    """

    def __init__(self, rules: Iterable[HouseRule] = ()) -> None:
        self._lines = {line.path: line for rule in rules for line in _lines(rule)}
        self._above = {above for path in self._lines for above in _ways_to(path)}
        self._said: set[str] = set()

    def __bool__(self) -> bool:
        return bool(self._lines)

    def was(self, path: str, now: Any) -> Any:
        """What the edition says here, where the league says ``now``; ``now`` itself if that is the same."""
        if path not in self._above:
            return now
        below = [line for line in self._lines.values() if _is_in(line.path, path)]
        self._said.update(line.path for line in below)
        if path in self._lines:
            return self._lines[path].was
        parts = plain(now)
        # A name may have a dot in it, and so be taken for a part of something that has none.
        if not isinstance(parts, dict):
            return now
        return {**parts, **{line.path.removeprefix(f"{path}."): line.was for line in below}}

    def state(self, path: str) -> State:
        """Whether something is bent at this address or below, or all of it is the league's own."""
        line = self._lines.get(path)
        if line and line.was is None and isinstance(line.now, Mapping):
            self._said.add(path)
            return "own"
        return "bent" if path in self._above else ""

    def gone(self, path: str) -> list[HouseRule]:
        """The entries of this list, or the whole of it, that the league has taken out."""
        out = (line for line in self._lines.values() if _is_gone(line))
        return self._say(line for line in out if path in (line.path, _list_of(line)))

    def say(self, paths: Iterable[str]) -> None:
        """Somebody says these in a way of his own."""
        self._said.update(paths)

    def unsaid(self, *paths: str) -> list[HouseRule]:
        """What has changed at these addresses or below, and has not been shown so far."""
        return self._say(line for line in self._lines.values() if any(_is_in(line.path, path) for path in paths))

    def unsaid_on(self, page: str) -> list[HouseRule]:
        return self._say(line for line in self._lines.values() if page_of(line.path) == page)

    def per_page(self) -> Counter[str]:
        return Counter(map(page_of, self._lines))

    def tops(self) -> set[str]:
        """The first part of every address."""
        return {path.partition(".")[0] for path in self._lines}

    def _say(self, lines: Iterable[HouseRule]) -> list[HouseRule]:
        found = [line for line in lines if line.path not in self._said]
        self._said.update(line.path for line in found)
        return found


def _ways_to(path: str) -> Iterator[str]:
    """Every address above this one, and itself. Names have dots too: what lies between two of them does no harm."""
    parts = path.split(".")
    return (".".join(parts[:length]) for length in range(1, len(parts) + 1))


def _is_in(path: str, above: str) -> bool:
    return path == above or path.startswith(f"{above}.")


def _is_gone(line: HouseRule) -> bool:
    return line.now is None and isinstance(line.was, Mapping)


def _list_of(line: HouseRule) -> str:
    name = name_of(line.was)
    whole = name is not None and line.path.endswith(f".{name}")
    return line.path.removesuffix(f".{name}") if whole else line.path.rpartition(".")[0]


def _lines(rule: HouseRule) -> Iterator[HouseRule]:
    """A house rule, entry by entry where it changes a list whose entries have no address of their own."""
    if not _are_entries(rule.was) or not _are_entries(rule.now) or not [*rule.was, *rule.now]:
        yield rule
        return
    for path, was, now in _entries(rule.path, rule.was, rule.now):
        for line in differences(was, now, path) if was and now else (replace(rule, path=path, was=was, now=now),):
            yield from _lines(replace(rule, path=line.path, was=line.was, now=line.now))


def _are_entries(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(entry, Mapping) for entry in value)


def _entries(path: str, was: list[Any], now: list[Any]) -> Iterator[tuple[str, Any, Any]]:
    """Rows side by side, those that are the same at both ends left out. A row that is gone has no number any more."""
    head = _same(was, now)
    tail = _same(was[head:][::-1], now[head:][::-1])
    middle = zip_longest(was[head : len(was) - tail], now[head : len(now) - tail])
    for nth, (before, after) in enumerate(middle, head):
        named = name_of(after or before)
        yield f"{path}.{named or (nth if after else f'out-{nth}')}", before, after


def _same(one: list[Any], other: list[Any]) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
