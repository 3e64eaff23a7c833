"""A line of what a step after a match did: words, and gold or something else that was gained or lost."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    text: str
    gold: int | None = None
    gained: str = ""
