"""A match while it is played, as its phones have told it: for the page, the API and whoever files the report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import F, Max, OuterRef, Subquery, Value
from django.db.models.functions import Concat
from django.http import Http404

from engine.dice import Roll
from engine.errors import Problem
from engine.match import live, live_dice
from engine.match.adding_up import AddedUp
from engine.match.events import Event
from engine.match.live import Entry
from engine.match.live_scene import Scene, remarks
from engine.match.prematch import PreMatch
from engine.match.sides import Side
from engine.team.sheet import TeamSheet
from engine.typed import build
from leagues.mapping import ruleset_of
from leagues.models import Coach
from leagues.policies import Visitor
from matches.mapping import GOES_ON, prematch_of, roll_of, rolls_in
from matches.models import DiceRoll, LiveEvent, Match, MatchDay
from matches.selectors.matches import match_list, match_sheets


@dataclass(frozen=True, slots=True)
class Line:
    """An event as the timeline shows it: what counts of what was told about it, and by whom."""

    entry: Entry
    event: Event
    author: Coach
    edited: bool


@dataclass(frozen=True, slots=True)
class LateLine:
    """What arrived after the report: what it tells now, nothing if it takes something back, and what counts instead."""

    entry: Entry
    event: Event | None
    before: Event | None
    author: Coach


@dataclass(frozen=True, slots=True)
class LiveMatch:
    match: Match
    scene: Scene
    entries: tuple[Entry, ...]  # all that arrived, in that order
    lines: tuple[Line, ...]  # the events that stand, in the course of the match
    late: tuple[LateLine, ...]
    sums: AddedUp
    rolls: tuple[DiceRoll, ...]  # what has fallen, whatever became of the events it fell for
    twins: tuple[tuple[str, str], ...]
    remarks: Mapping[str, list[Problem]]  # by event

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(line.event for line in self.lines)

    def line(self, key: str) -> Line | None:
        return next((line for line in self.lines if line.event.key == key), None)


def live_mark(visitor: Visitor, pk: int) -> str:
    """Changes with everything that the live page shows: one query, whoever asks."""
    rolls = DiceRoll.objects.filter(session__league=OuterRef("league")).order_by("-pk").values("pk")
    # Few sessions go on from another one: asked for by themselves, they cost nothing.
    later = rolls.filter(session__goes_on__isnull=False)
    found = (
        match_list(visitor)
        .filter(pk=pk)
        .values_list(
            "status",
            "version",
            Max("live_events__number"),
            F("day__version"),
            Subquery(rolls.filter(session__occasion=OuterRef("key"))[:1]),
            Subquery(later.filter(session__occasion__startswith=Concat(OuterRef("key"), Value(GOES_ON)))[:1]),
        )
        .first()
    )
    if found is None:
        raise Http404
    return ".".join(str(part or 0) for part in found)


def live_match(match: Match) -> LiveMatch:
    rows = list(match.live_events.select_related("author"))
    entries = tuple(_entry(row) for row in rows)
    scene = scene_of(match)
    rolls = tuple(rolls_in(match.league_id, match.key))
    told = [one for one in live.folded(one for one in entries if not one.late) if one.event is not None]
    events = live_dice.with_rolls([one.event for one in told if one.event], _by_key(rolls), scene)
    authors, times = {row.number: row.author for row in rows}, Counter(row.key for row in rows)
    lines = tuple(
        Line(entry, event, authors[entry.number], edited=times[entry.key] > 1)
        for entry, event in zip(told, events, strict=True)
    )
    return LiveMatch(
        match=match,
        scene=scene,
        entries=entries,
        lines=lines,
        late=tuple(_late(entries, authors)),
        sums=scene.sums(events),
        rolls=rolls,
        twins=live.twins_to_merge([one for one in entries if not one.late]),
        remarks=remarks(events, scene),
    )


def late_events(match: Match) -> tuple[LateLine, ...]:
    """What phones told after the report was filed. It changes nothing by itself: people look at it and may dispute."""
    rows = list(match.live_events.select_related("author"))
    if not any(row.late for row in rows):
        return ()
    return tuple(_late([_entry(row) for row in rows], {row.number: row.author for row in rows}))


def live_events(match: Match) -> tuple[Event, ...]:
    """The events that stand, in the course of the match, with what the server's dice said: what a report is made of."""
    return live_match(match).events


def entries_of(match: Match) -> list[Entry]:
    return [_entry(row) for row in match.live_events.all()]


def standing_events(match: Match) -> tuple[Event, ...]:
    """The events that stand, as they were told: enough to know whether there are any, and whether play has stopped."""
    return live.events_of(one for one in entries_of(match) if not one.late)


def scene_of(match: Match) -> Scene:
    sheets = match_sheets(match)
    by_side: dict[Side, TeamSheet] = {"home": sheets[match.home.key], "away": sheets[match.away.key]}
    return Scene(by_side, ruleset_of(match.ruleset_id), prematch_recorded(match))


def prematch_recorded(match: Match) -> PreMatch:
    return prematch_of(MatchDay.objects.filter(match=match).first())


def _entry(row: LiveEvent) -> Entry:
    return Entry(
        number=row.number,
        device=row.device,
        sequence=row.sequence,
        key=row.key,
        event=build(Event, row.event, "event") if row.event is not None else None,
        rank=row.rank,
        late=row.late,
    )


def _by_key(rows: Iterable[DiceRoll]) -> dict[str, Roll]:
    return {row.key: roll_of(row) for row in rows}


def _late(entries: Sequence[Entry], authors: Mapping[int, Coach]) -> Iterator[LateLine]:
    in_time = {one.key: one.event for one in live.folded(one for one in entries if not one.late)}
    for entry in live.folded(one for one in entries if one.late):
        before = in_time.get(entry.key)
        if entry.event is not None or before is not None:
            yield LateLine(entry, entry.event, before, authors[entry.number])
