"""What devices tell of a match while it is played: the latest that was told of an event counts.

Editing and taking back are entries of their own. So nothing is ever lost, and what two devices tell never conflicts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from engine.match.earning import deeds_of
from engine.match.events import Event, EventKind
from engine.rulesets.model import Ruleset

# Which of the server's dice an entry asks for: the first throw alone, so that a coach may look at it before he sends
# for his apothecary, or all that there is to throw.
Throw = Literal["", "first", "all"]

ALWAYS: tuple[EventKind, ...] = (
    "turn",
    "touchdown",
    "casualty",
    "ko",
    "foul",
    "sent-off",
    "back",
    "reroll",
    "abandoned",
    "resumed",
    "note",
)
# Two phones that tell of the same turn mean the same turn; two notes are two notes.
NEVER_TWINS: tuple[EventKind, ...] = ("turn", "note")


@dataclass(frozen=True, slots=True)
class Entry:
    """What a device told of an event, in the order of arrival. Without an event it takes it back."""

    number: int
    device: str
    sequence: int  # the device's own count
    key: str
    event: Event | None
    rank: float  # where it stands in the course of the match
    late: bool = False  # it arrived after the report was filed: it is kept, and changes nothing


def folded(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Of each event what counts, in the course of the match; an event that was taken back is one without an event."""
    latest: dict[str, Entry] = {}
    told: dict[tuple[str, str], int] = {}
    for entry in sorted(entries, key=lambda one: one.number):
        # What a device sent before something that it told later does not undo that by arriving after it.
        by_this_device = (entry.device, entry.key)
        if entry.sequence < told.get(by_this_device, 0):
            continue
        told[by_this_device] = entry.sequence
        latest[entry.key] = entry
    return tuple(sorted(latest.values(), key=lambda one: (one.rank, one.number)))


def events_of(entries: Iterable[Entry]) -> tuple[Event, ...]:
    """The events that stand, in the course of the match."""
    return tuple(entry.event for entry in folded(entries) if entry.event is not None)


def device_of(key: str) -> str:
    """An event's key names the device that it was entered on, and its number there."""
    return key.rpartition("-")[0]


def likely_twins(events: Sequence[Event]) -> tuple[tuple[str, str], ...]:
    """Pairs of keys: what two devices tell alike is probably one event. Which it is, only people know."""
    return tuple(
        (one.key, other.key)
        for one, other in combinations(events, 2)
        if one.kind not in NEVER_TWINS
        and _what_happened(one) == _what_happened(other)
        and device_of(one.key) != device_of(other.key)
    )


def twins_to_merge(entries: Sequence[Entry]) -> tuple[tuple[str, str], ...]:
    """Those about which nobody has decided: who tells one anew with the other on the table, says that both happened."""
    first = {entry.key: entry.number for entry in reversed(entries)}
    standing = {entry.key: entry for entry in folded(entries)}

    def told_apart(one: str, other: str) -> bool:
        return standing[one].number > max(first[one], first[other])

    return tuple(
        (one, other)
        for one, other in likely_twins(events_of(entries))
        if not told_apart(one, other) and not told_apart(other, one)
    )


def _what_happened(event: Event) -> tuple[object, ...]:
    return event.kind, event.side, event.player, event.half, event.turn


def rank_at(standing: Sequence[Entry], half: int, turn: int) -> float:
    """Where something belongs that is told afterwards: behind all that happened up to that turn."""
    ranks = [(entry.rank, (entry.event.half, entry.event.turn)) for entry in standing if entry.event is not None]
    undated = not half
    before = max((rank for rank, when in ranks if undated or when <= (half, turn)), default=None)
    behind = min((rank for rank, when in ranks if not undated and when > (half, turn)), default=None)
    if before is None:
        return 0.0 if behind is None else behind - 1
    if behind is None or behind <= before:
        return before + 1
    return (before + behind) / 2


def kinds_of(ruleset: Ruleset) -> tuple[EventKind, ...]:
    """What can happen in a match of this edition, as this league plays it."""
    options, deeds = ruleset.options, deeds_of(ruleset)
    more: dict[EventKind, bool] = {
        "completion": "completion" in deeds,
        "interception": "interception" in deeds,
        "deflection": "deflection" in deeds,
        "superb-throw": "superb-throw" in deeds,
        "kick-off": bool(ruleset.kickoff),
        "weather": bool(options.weather and ruleset.weather),
        "inducement": bool(ruleset.inducements),
        "card": options.cards != "none",
        "prayer": ruleset.prayers is not None,
        "event": options.match_events,
    }
    return (*ALWAYS, *(kind for kind, there in more.items() if there))
