"""Who scored what a disputed score says more, or whose touchdown it was not: the touchdowns that go with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from django.http import QueryDict

from engine.match.comparing import side_of_line, what_of

SCORERS_MOST = 3


def is_score(place: str) -> bool:
    return what_of(place) == "score"


def scorer_fields(place: str) -> tuple[str, ...]:
    return tuple(f"scorer.{place}.{nth}" for nth in range(SCORERS_MOST))


def touchdowns_meant(place: str, score: Any, typed: QueryDict, lines: Mapping[str, Any]) -> dict[str, int]:
    """By line, how many touchdowns the players who were named have, if the score is what was typed."""
    side, said = side_of_line(place), lines.get(place) or 0
    if not is_score(place) or side is None or not isinstance(score, int) or score == said:
        return {}
    named = Counter(player for name in scorer_fields(place) if (player := typed.get(name, "")))
    found = {}
    for player, times in named.items():
        line = f"{side}.deeds.{player}.touchdown"
        had = lines.get(line) or 0
        found[line] = had + times if score > said else max(0, had - times)
    return found


def scored_by(place: str, touchdowns: Mapping[str, int], lines: Mapping[str, Any]) -> int:
    """What the score comes to with them."""
    said: int = lines.get(place) or 0
    return said + sum(times - (lines.get(line) or 0) for line, times in touchdowns.items())
