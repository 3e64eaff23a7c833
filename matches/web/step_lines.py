"""A line of what a step after a match did: words, and gold or something else that was gained or lost."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    text: str
    gold: int | None = None
    gained: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    key: str
    gold: int | None  # what taking it comes to, as far as the dice on the table say
    name: str = ""  # where it is one of the ruleset's own: a position
