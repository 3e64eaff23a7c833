"""What devices tell of a match while it is played: the latest that was told of an event counts.

Editing and taking back are entries of their own. So nothing is ever lost. What a device tells of an event that another
one has told anew, unseen by it, does not win by arriving last: people are asked.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Literal

from engine.match.earning import deeds_of
from engine.match.events import Event, EventKind
from engine.match.running import in_order
from engine.rulesets.model import Ruleset
from engine.team.homes import takes_fame

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
# Who is off the pitch cannot leave it once more before he is back, whenever that was.
LEAVING: tuple[EventKind, ...] = ("casualty", "sent-off")
# What is used is told by its name: two of them are not one.
BY_NAME: tuple[EventKind, ...] = ("inducement", "card", "event")


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
    seen: int = 0  # the number of the last entry that its device had seen
    apart: str = ""  # the key of another event: somebody has said that both happened


@dataclass(frozen=True, slots=True)
class Standing:
    """What counts of an event, and what was told of it against that by devices that had not seen it."""

    entry: Entry
    against: tuple[Entry, ...] = ()


class Fold:
    """What counts of each event, entry after entry in the order of arrival."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._standing: dict[str, Standing] = {}
        self._first: dict[str, int] = {}
        self._told: dict[tuple[str, str], int] = {}
        for entry in sorted(entries, key=lambda one: one.number):
            self.add(entry)

    def add(self, entry: Entry) -> None:
        # What a device sent before something that it told later does not undo that by arriving after it.
        by_this_device = (entry.device, entry.key)
        if entry.sequence < self._told.get(by_this_device, 0):
            return
        self._told[by_this_device] = entry.sequence
        # Who names an event has seen that it was told.
        seen = max(entry.seen, self._first.setdefault(entry.key, entry.number))
        now = self._standing.get(entry.key)
        self._standing[entry.key] = _told_again(now, entry, seen) if now else Standing(entry)

    def better(self, entry: Entry) -> None:
        """The same entry, with more known about its event."""
        now = self._standing[entry.key]
        if now.entry.number == entry.number:
            self._standing[entry.key] = Standing(entry, now.against)

    def of(self, key: str) -> Standing | None:
        return self._standing.get(key)

    def in_any_order(self) -> Iterable[Standing]:
        return self._standing.values()

    def in_course(self) -> tuple[Standing, ...]:
        """In the course of the match."""
        return tuple(sorted(self._standing.values(), key=lambda one: (one.entry.rank, one.entry.number)))


def _told_again(now: Standing, entry: Entry, seen: int) -> Standing:
    against = tuple(one for one in now.against if one.device != entry.device and one.number > seen)
    if now.entry.device == entry.device or now.entry.number <= seen:
        return _event_first(entry, against)
    if now.entry.event == entry.event:
        return _event_first(now.entry, against)
    # Neither had seen the other: what stands goes on standing.
    return _event_first(now.entry, (*against, entry))


def _event_first(entry: Entry, against: tuple[Entry, ...]) -> Standing:
    """An event goes before a taking back that had not seen it: what is gone, nobody would be asked about."""
    event = next((one for one in against if one.event is not None), None)
    if entry.event is not None or event is None:
        return Standing(entry, against)
    return Standing(event, (*(one for one in against if one is not event), entry))


def folded(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Of each event what counts, in the course of the match; an event that was taken back is one without an event."""
    return tuple(standing.entry for standing in Fold(entries).in_course())


def events_of(entries: Iterable[Entry]) -> tuple[Event, ...]:
    """The events that stand, in the course of the match."""
    return tuple(entry.event for entry in folded(entries) if entry.event is not None)


def device_of(key: str) -> str:
    """An event's key names the device that it was entered on, and its number there."""
    return key.rpartition("-")[0]


def likely_twins(events: Sequence[Event]) -> tuple[tuple[str, str], ...]:
    """Pairs of keys: what two devices tell alike is probably one event. Which it is, only people know.

    An event that somebody has told of the very same turn is not looked for in the turn before or after it.
    """
    same, near = [], []
    place = {event.key: nth for nth, event in enumerate(in_order(events))}
    returns = [(event.side, event.player, place[event.key]) for event in events if event.kind == "back"]
    for one, other in _told_alike(events):
        if _when(one) == _when(other):
            same.append((one.key, other.key))
        elif _may_be_one(one, other, place, returns):
            near.append((one.key, other.key))
    paired = {key for pair in same for key in pair}
    found = {*same, *(pair for pair in near if not paired & set(pair))}
    told = {event.key: nth for nth, event in enumerate(events)}
    return tuple(sorted(found, key=lambda pair: (told[pair[0]], told[pair[1]])))


def twins_to_merge(entries: Sequence[Entry]) -> tuple[tuple[str, str], ...]:
    """Those about which nobody has decided: somebody says that both happened, or takes one of them back."""
    apart = {frozenset((entry.key, entry.apart)) for entry in entries if entry.apart}
    return tuple(pair for pair in likely_twins(events_of(entries)) if frozenset(pair) not in apart)


def _told_alike(events: Sequence[Event]) -> Iterator[tuple[Event, Event]]:
    """Pairs of what two devices told of the same player or side, in the course of the match."""
    place = {event.key: nth for nth, event in enumerate(events)}
    alike: defaultdict[tuple[object, ...], defaultdict[str, list[Event]]] = defaultdict(lambda: defaultdict(list))
    for event in events:
        if event.kind not in NEVER_TWINS:
            what = event.what if event.kind in BY_NAME else ""
            alike[event.kind, event.side, event.player, what][device_of(event.key)].append(event)
    for devices in alike.values():
        for mine, theirs in combinations(devices.values(), 2):
            yield from ((a, b) if place[a.key] < place[b.key] else (b, a) for a, b in product(mine, theirs))


def _may_be_one(one: Event, other: Event, place: Mapping[str, int], returns: Sequence[tuple[str, str, int]]) -> bool:
    """Of one player, though not told of the same turn: people count turns differently, or write none down."""
    if one.kind in LEAVING and one.player:
        first, last = sorted((place[one.key], place[other.key]))
        return not any((side, player) == (one.side, one.player) and first < nth < last for side, player, nth in returns)
    if not one.half or not other.half:
        return True
    return one.half == other.half and (not one.turn or not other.turn or abs(one.turn - other.turn) <= 1)


def _when(event: Event) -> tuple[int, int]:
    return event.half, event.turn


def rank_at(standing: Iterable[Entry], half: int, turn: int) -> float:
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
        "fame-lost": takes_fame(ruleset),
    }
    return (*ALWAYS, *(kind for kind, there in more.items() if there))
