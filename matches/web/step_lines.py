"""What every step of the post-match sequence is told in: lines."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """A line of what a step did: words, and gold or something else that was gained or lost."""

    text: str
    gold: int | None = None
    gained: str = ""
