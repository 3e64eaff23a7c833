"""The desk at which a device's entries arrive: each is stored, known already, or refused with a reason."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from engine.errors import Problem, marked
from engine.match import limits, live
from engine.match.events import Event
from engine.match.live import Entry, Fold, Throw
from engine.typed import DataInvalid, build

# No rule of the game, like the limits of whatever is told of a match (``engine.match.limits``).
# Each coach has that many entries, and so have all commissioners together: nobody uses up what another one needs.
ENTRIES_MOST = limits.EVENTS_MOST // 2
DEVICE_LONGEST, KEY_LONGEST = 40, 60

Outcome = Literal["stored", "known", "refused"]
_WORD = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class Told:
    """An entry as a device sends it. Without an event it takes back the one of that key.

    `rank` is the time of the event in milliseconds; 0: where its half and turn belong, or where it was if it is edited.
    `throw` asks for the server's dice: the first throw alone, or all that there are.
    `seen` is the number of the last entry that the device had seen when this was told. What another device has told of
    the same event since is not overridden unseen: people are asked which of both is right.
    `apart` is the key of an event that another device told alike: both happened.
    """

    sequence: int
    key: str
    event: Event | None = None
    rank: int = 0
    throw: Throw = ""
    seen: int = 0
    apart: str = ""


@dataclass(frozen=True, slots=True)
class Receipt:
    """What became of an entry. The problems of one that was stored are remarks: it is kept all the same."""

    sequence: int
    key: str
    outcome: Outcome
    problems: tuple[Problem, ...] = ()


@dataclass(slots=True)
class Desk:
    device: str
    entries: list[Entry]  # all that ever arrived, in that order
    late: bool
    now: float  # in milliseconds
    room: int  # how many more entries are kept of whoever sends
    fresh: dict[int, Entry] = field(default_factory=dict)  # by number
    wishes: dict[str, Throw] = field(default_factory=dict)  # by event: the dice that are asked for
    receipts: list[Receipt] = field(default_factory=list)
    # What would take long to find again for every entry of a batch.
    _of_device: dict[int, Entry] = field(init=False)  # by sequence
    _last: dict[str, Entry] = field(init=False)  # by event
    _counting: Fold = field(init=False)  # what arrived in time
    _all: Fold = field(init=False)

    def __post_init__(self) -> None:
        self._of_device = {one.sequence: one for one in self.entries if one.device == self.device}
        self._last = {one.key: one for one in self.entries}
        self._counting = Fold(one for one in self.entries if not one.late)
        self._all = Fold(self.entries)

    def take(self, raw: Any) -> None:
        try:
            told = build(Told, raw, "entry")
        except DataInvalid as error:
            self._say(_outline(raw), "refused", _unreadable(error))
            return
        known = self._of_device.get(told.sequence)
        if known is not None and _alike(known, told):
            self._say(told, "known")
        elif known is not None:
            self._say(told, "refused", _sequence_taken(told.sequence))
        elif problems := tuple(self._misfits(told)):
            self._say(told, "refused", *problems)
        else:
            self._keep(told)

    def standing(self) -> list[Entry]:
        """What counts of what arrived in time."""
        return [one.entry for one in self._counting.in_course() if one.entry.event is not None]

    def in_time(self) -> list[Entry]:
        return [one for one in self.entries if not one.late]

    def improve(self, number: int, event: Event) -> None:
        """The event with what its dice mean, in an entry that has just arrived."""
        better = replace(self.fresh[number], event=event)
        # The fresh ones stand behind all others, in the order of their numbers.
        self.entries[number - self.entries[-1].number - 1] = self.fresh[number] = better
        for fold in (self._counting, self._all):
            fold.better(better)

    def remark(self, found: Mapping[str, list[Problem]]) -> None:
        """What was noticed about the events of entries that were stored."""
        self.receipts = [
            replace(one, problems=(*one.problems, *found.get(one.key, ()))) if one.outcome == "stored" else one
            for one in self.receipts
        ]

    def told_unseen(self) -> dict[str, list[Problem]]:
        """Events of which this device told something without having seen what another one had told since."""
        found: dict[str, list[Problem]] = {}
        for key in {one.key for one in self.fresh.values()}:
            standing = self._counting.of(key)
            if standing is not None and standing.against:
                found[key] = [_told_differently(min(one.number for one in (standing.entry, *standing.against)))]
        return found

    def _say(self, told: Told, outcome: Outcome, *problems: Problem) -> None:
        self.receipts.append(Receipt(told.sequence, told.key, outcome, problems))

    def _misfits(self, told: Told) -> Iterator[Problem]:
        event = told.event
        stranger = live.device_of(told.key) != self.device and told.key not in self._last
        if stranger or not is_word(told.key, KEY_LONGEST) or (event is not None and event.key != told.key):
            yield _key_unfit(told.key, self.device)
        if not 0 < told.sequence < 2**31:
            yield _sequence_taken(told.sequence)
        if event is not None and not _has_such_a_turn(event):
            yield _no_such_turn(event)
        elif event is not None:
            yield from limits.problems(event, "event")
        if told.apart and told.apart not in self._last:
            yield _apart_from_nothing(told.apart)
        if len(self.fresh) >= self.room:
            yield _too_many()

    def _keep(self, told: Told) -> None:
        last = self.entries[-1].number if self.entries else 0
        entry = Entry(
            number=last + 1,
            device=self.device,
            sequence=told.sequence,
            key=told.key,
            event=told.event,
            rank=self._rank(told),
            late=self.late,
            # Nobody has seen what has not arrived.
            seen=max(0, min(told.seen, last)),
            apart=told.apart,
        )
        self.entries.append(entry)
        self.fresh[entry.number] = self._of_device[entry.sequence] = self._last[entry.key] = entry
        self._all.add(entry)
        if not entry.late:
            self._counting.add(entry)
        if told.throw and told.event is not None:
            self.wishes[told.key] = told.throw
        self._say(told, "stored")

    def _rank(self, told: Told) -> float:
        if told.rank > 0:
            # Phones have clocks of their own; none of them is ahead of the match.
            return min(float(told.rank), self.now)
        last = self._last.get(told.key)
        if last is not None and _same_turn(last.event, told.event):
            return last.rank
        half, turn = (told.event.half, told.event.turn) if told.event else (0, 0)
        others = [one.entry for one in self._all.in_any_order() if one.entry.key != told.key and one.entry.event]
        return live.rank_at(others, half, turn) if others else self.now


def own_devices(coach: int) -> str:
    """How the names of a coach's devices begin. Everybody reads them, so nobody else may count under one of them."""
    return f"c{coach}-"


def is_word(text: str, longest: int) -> bool:
    return len(text) <= longest and _WORD.fullmatch(text) is not None


def _same_turn(before: Event | None, now: Event | None) -> bool:
    return before is None or now is None or (before.half, before.turn) == (now.half, now.turn)


def _alike(known: Entry, told: Told) -> bool:
    """The very same entry. What the faces of its table mean was added here, so that may be missing."""
    was, is_now = known.event, told.event
    if was is not None and is_now is not None and not is_now.what:
        was = replace(was, what="")
    return (known.key, was) == (told.key, is_now)


def _outline(raw: Any) -> Told:
    """What can be said of something that is no entry, so that its device knows which one is meant."""
    found = raw if isinstance(raw, Mapping) else {}
    sequence, key = found.get("sequence"), found.get("key")
    return Told(
        sequence=sequence if isinstance(sequence, int) and not isinstance(sequence, bool) else 0,
        key=key[:KEY_LONGEST] if isinstance(key, str) else "",
    )


def _has_such_a_turn(event: Event) -> bool:
    most = limits.NUMBERS_MOST
    return 0 <= event.half <= most["half"] and 0 <= event.turn <= most["turn"]


def _unreadable(error: DataInvalid) -> Problem:
    message = marked("The entry has the wrong shape: {mistake}")
    return Problem("entry_shape", message, "", "entry", {"mistake": error.errors[0][: limits.TEXT_LONGEST]})


def _sequence_taken(sequence: int) -> Problem:
    message = marked("This device has sent something else as its number {sequence}.")
    return Problem("entry_sequence", message, "", "sequence", {"sequence": sequence})


def _key_unfit(key: str, device: str) -> Problem:
    message = marked("“{key}” is no key of an event: it begins with the device, {device}, or is that of a known event.")
    return Problem("entry_key", message, "", "key", {"key": key[:KEY_LONGEST], "device": device})


def _no_such_turn(event: Event) -> Problem:
    message = marked("There is no turn {turn} of half {half}.")
    return Problem("entry_turn", message, "", "event.turn", {"half": event.half, "turn": event.turn})


def _apart_from_nothing(key: str) -> Problem:
    message = marked("Nothing was told of “{key}”: nothing can have happened besides it.")
    return Problem("entry_apart", message, "", "apart", {"key": key[:KEY_LONGEST]})


def _told_differently(number: int) -> Problem:
    message = marked(
        "Another phone has told something else of it meanwhile (entry {number}). Say which of both is right."
    )
    return Problem("told_differently", message, "", "event", {"number": number})


def _too_many() -> Problem:
    message = marked("No more than {most} entries of one coach are kept of one match.")
    return Problem("entries_too_many", message, "", "entry", {"most": ENTRIES_MOST})
