"""The course of a match after lines of its report were changed: what does not hold any more goes, all else stays.

A line says what counts, the events say how it came about. Where a line says less than the events tell, nobody knows
which of them it was: those that it is about go, and no others. Where it says more, something was never tapped in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from engine.match import endings
from engine.match.events import Event
from engine.match.prematch import SidePreMatch
from engine.match.report import Casualty, MatchReport, SideReport, hurt_part, hurt_subject
from engine.match.running import DEEDS, in_order, once
from engine.match.sides import SIDES, Side

REGULAR_HALVES = 2
# An event by its key as it is from now on; None: it goes.
Mended = tuple[str, Event | None]


@dataclass(frozen=True, slots=True)
class _Turn:
    """One side of a report, before and after, with its events in the order in which they happened."""

    side: Side
    old: MatchReport
    new: MatchReport
    events: tuple[Event, ...]

    @property
    def was(self) -> SideReport:
        return self.old.side(self.side)

    @property
    def now(self) -> SideReport:
        return self.new.side(self.side)

    @property
    def before(self) -> tuple[SidePreMatch, SidePreMatch]:
        both = (self.old.prematch, self.new.prematch)
        was, now = (prematch.side(self.side) if prematch else SidePreMatch() for prematch in both)
        return was, now

    def told(self, kind: str, *, player: str | None = None, what: str | None = None) -> list[Event]:
        return [
            event
            for event in self.events
            if event.kind == kind and player in (None, event.player) and what in (None, event.what)
        ]


def course_after(old: MatchReport, new: MatchReport) -> tuple[Event, ...]:
    """The events of ``old`` that hold in ``new`` as well: the same match, with some lines changed."""
    if new.ending == "walkover" != old.ending:
        return ()  # it was never played
    events = old.events
    if old.overtime and not new.overtime:
        events = tuple(event for event in events if event.half <= REGULAR_HALVES)
    for side in SIDES:
        for mend in (*_MENDING, _nameless):
            mine = tuple(event for event in in_order(once(events)) if event.side == side)
            mended = dict(mend(_Turn(side, old, new, mine)))
            events = tuple(kept for event in events if (kept := mended.get(event.key, event)) is not None)
    return events


def _gone(events: list[Event], holds: int) -> Iterator[Mended]:
    """All of them, where fewer hold than are told: which ones nobody knows."""
    if len(events) > holds:
        yield from ((event.key, None) for event in events)


def _deeds(turn: _Turn) -> Iterator[Mended]:
    """Of a touchdown it stays that somebody scored, and that the drive was over; the score says whether it may."""
    was, now = _counts(turn.was), _counts(turn.now)
    for player, deed in was.keys() | now.keys():
        if was[player, deed] == now[player, deed] or deed not in DEEDS:
            continue
        told = turn.told(deed, player=player)
        if deed == "touchdown" and len(told) > now[player, deed]:
            yield from ((event.key, replace(event, player="")) for event in told)
        else:
            yield from _gone(told, now[player, deed])


def _counts(mine: SideReport) -> Counter[tuple[str, str]]:
    counted: Counter[tuple[str, str]] = Counter()
    for deeds in mine.deeds:
        counted.update({(deeds.player, deed): times for deed, times in deeds.counts.items()})
    return counted


def _nameless(turn: _Turn) -> Iterator[Mended]:
    """Touchdowns of nobody, where the score has come to have no room for them."""
    scored, told = endings.scored(turn.new, turn.side), turn.told("touchdown")
    if scored != endings.scored(turn.old, turn.side) and len(told) > scored:
        yield from ((event.key, None) for event in told if not event.player)


# Casualties: each has an event of its own, which says from now on what its line says.


@dataclass(frozen=True, slots=True)
class _Hurt:
    casualty: Casualty
    dice: Mapping[str, tuple[int, ...]]  # by the part of their key


def _casualties(turn: _Turn) -> Iterator[Mended]:
    for victim in dict.fromkeys(one.victim for one in turn.was.casualties):
        was, now = _hurts(turn.old, turn.was, victim), _hurts(turn.new, turn.now, victim)
        told = turn.told("casualty", player=victim)
        changed, left = list[int](), list(now)
        for nth, hurt in enumerate(was):
            if hurt in left:
                left.remove(hurt)
            else:
                changed.append(nth)
        for nth in changed:
            said = left.pop(0) if left else None
            if nth < len(told):
                yield told[nth].key, _said(told[nth], was[nth], said) if said else None


def _hurts(report: MatchReport, mine: SideReport, victim: str) -> list[_Hurt]:
    own = [casualty for casualty in mine.casualties if casualty.victim == victim]
    return [
        _Hurt(
            casualty,
            {
                hurt_part(key): tuple(faces)
                for key, faces in report.dice.items()
                if hurt_subject(key) == (mine.team, victim, nth)
            },
        )
        for nth, casualty in enumerate(own, start=1)
    ]


def _said(event: Event, was: _Hurt, now: _Hurt) -> Event:
    told, own = now.casualty, event.own and now.casualty.by is None
    kept = {part: faces for part, faces in event.dice.items() if part not in was.dice}
    return replace(
        event,
        other=event.other if own else told.by or "",
        own=own,
        cause=told.cause,
        apothecary=told.apothecary,
        kept=told.kept,
        igor=told.igor,
        result=told.result,
        lasting=told.lasting,
        second=told.second,
        regenerated=told.regenerated,
        dice={**kept, **now.dice},
    )


# Lists, and what was used.


def _healed(turn: _Turn) -> Iterator[Mended]:
    was, now = Counter(turn.was.healed_kos), Counter(turn.now.healed_kos)
    for player in was - now:
        yield from _gone([event for event in turn.told("ko", player=player) if event.apothecary], now[player])


def _sent_off(turn: _Turn) -> Iterator[Mended]:
    """The last time that he was: from the times before it something has brought him back."""
    for player in set(turn.was.sent_off) - set(turn.now.sent_off):
        last = None
        for event in turn.events:
            if event.player == player and event.kind in ("sent-off", "back"):
                last = event if event.kind == "sent-off" else None
        if last is not None:
            yield last.key, None


def _used(turn: _Turn) -> Iterator[Mended]:
    for what, times in turn.was.used.items():
        if turn.now.used[what] < times:
            yield from _gone(turn.told("inducement", what=what), turn.now.used[what])


def _answered(turn: _Turn) -> Iterator[Mended]:
    was, now = (Counter((one.prayer, one.player) for one in mine.answered) for mine in (turn.was, turn.now))
    for prayer, player in was - now:
        yield from _gone(turn.told("prayer", player=player, what=prayer), now[prayer, player])


# What was recorded before the match.


def _cards(turn: _Turn) -> Iterator[Mended]:
    """Nobody has played a card that he did not hold."""
    was, now = turn.before
    if now.cards is None or now.cards == was.cards:
        return
    held = Counter(card.card for card in now.cards)
    for card in {event.what for event in turn.told("card")} - {""}:
        yield from _gone(turn.told("card", what=card), held[card])


def _match_event(turn: _Turn) -> Iterator[Mended]:
    was, now = turn.before
    if was.event and was.event != now.event:
        yield from ((event.key, None) for event in turn.told("event", what=was.event))


_MENDING: tuple[Callable[[_Turn], Iterator[Mended]], ...] = (
    _deeds,
    _casualties,
    _healed,
    _sent_off,
    _used,
    _answered,
    _cards,
    _match_event,
)
