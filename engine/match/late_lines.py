"""What events that were told after a report would change of it, line by line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.match.adding_up import report_from_events
from engine.match.comparing import Difference, differences, lines_of
from engine.match.events import Event
from engine.match.live_scene import Scene
from engine.match.report import MatchReport


def lines_told_late(
    report: MatchReport, before: Sequence[Event], after: Sequence[Event], scene: Scene
) -> dict[str, Any]:
    """By place, what a line would say then, and None for one that would be gone.

    The report may say something else than the events that were told in time: what is added to them is added to it.
    """
    said = lines_of(report)
    moved = {
        one.place: _moved(said.get(one.place), one) for one in differences(_told(before, scene), _told(after, scene))
    }
    changed = {place: value for place, value in moved.items() if value != said.get(place)}
    return {place: value for place, value in changed.items() if not _follows(place, changed)}


def _told(events: Sequence[Event], scene: Scene) -> MatchReport:
    return report_from_events(tuple(events), scene.prematch, scene.sheets, scene.ruleset)


def _moved(now: Any, change: Difference) -> Any:
    mine, theirs = change.mine, change.theirs
    if any(isinstance(one, bool) for one in (mine, theirs)):
        return theirs
    if any(isinstance(one, int) for one in (mine, theirs)):
        number = max(0, (now or 0) + (theirs or 0) - (mine or 0))
        return number if number or change.what == "score" else None
    if any(isinstance(one, list) for one in (mine, theirs)):
        return sorted({*(now or ()), *(theirs or ())} - ({*(mine or ())} - {*(theirs or ())})) or None
    if isinstance(now, Mapping) and isinstance(theirs, Mapping):
        # The report has told of him with more than the event says.
        return {**now, "cause": theirs["cause"], "by": theirs["by"]}
    return theirs


def _follows(place: str, changed: Mapping[str, Any]) -> bool:
    """The score moves with the touchdowns of players: who disputes those has disputed it."""
    side, _, rest = place.partition(".")
    return rest == "score" and any(one.startswith(f"{side}.deeds.") and one.endswith(".touchdown") for one in changed)
