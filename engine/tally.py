"""Counted things: an immutable mapping from a name to a whole number, where an absent name counts zero."""

from __future__ import annotations

from collections.abc import Iterator, Mapping


class Tally(Mapping[str, int]):
    __slots__ = ("_counts",)

    def __init__(self, counts: Mapping[str, int] | None = None) -> None:
        # Zero is never kept, so that equal tallies are equal however they came about.
        self._counts = {name: number for name, number in sorted((counts or {}).items()) if number}

    def __getitem__(self, name: str) -> int:
        return self._counts.get(name, 0)

    def __iter__(self) -> Iterator[str]:
        return iter(self._counts)

    def __len__(self) -> int:
        return len(self._counts)

    def __contains__(self, name: object) -> bool:
        return name in self._counts

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tally) and self._counts == other._counts

    def __hash__(self) -> int:
        return hash(tuple(self._counts.items()))

    def __repr__(self) -> str:
        return f"Tally({self._counts})"

    def plus(self, name: str, by: int = 1) -> Tally:
        return Tally({**self._counts, name: self[name] + by})


NONE = Tally()
