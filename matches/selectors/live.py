"""A match while it is played, as its phones have told it: for the page, the API and whoever files the report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import F, Max, OuterRef, Q, Subquery, Value
from django.db.models.functions import Concat
from django.http import Http404

from engine.dice import Roll
from engine.errors import Problem, marked
from engine.match import live, live_dice
from engine.match.adding_up import AddedUp
from engine.match.events import Event
from engine.match.live import Entry, Fold
from engine.match.live_scene import Scene, remarks
from engine.match.prematch import PreMatch
from engine.match.running import resumed, stopped
from engine.match.sides import Side
from engine.team.sheet import TeamSheet
from leagues.mapping import ruleset_of
from leagues.models import Coach
from leagues.policies import Visitor
from matches.mapping import GOES_ON, entries_of, entry_of, prematch_of, roll_of, rolls_in
from matches.models import DiceRoll, Match, MatchDay, MatchSheet, MatchStatus
from matches.selectors.matches import match_list, match_sheets
from teams.models import Team


@dataclass(frozen=True, slots=True)
class Against:
    """What a phone told of an event without having seen what counts of it: nothing, if it took it back."""

    entry: Entry
    author: Coach


@dataclass(frozen=True, slots=True)
class Line:
    """An event as the timeline shows it: what counts of what was told about it, and by whom."""

    entry: Entry
    event: Event
    author: Coach
    edited: bool
    # What phones told of it that had not seen this: people decide which is right.
    against: tuple[Against, ...] = ()


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

    @property
    def number(self) -> int:
        """Of the last entry: what a page that shows this has seen."""
        return self.entries[-1].number if self.entries else 0

    def line(self, key: str) -> Line | None:
        return next((line for line in self.lines if line.event.key == key), None)


def live_mark(visitor: Visitor, pk: int) -> str:
    """Changes with everything that the live page shows: one query, whoever asks."""
    rolls = DiceRoll.objects.filter(session__league=OuterRef("league")).order_by("-pk").values("pk")
    # Few sessions go on from another one: asked for by themselves, they cost nothing.
    later = rolls.filter(session__goes_on__isnull=False)
    sheets = MatchSheet.objects.filter(match=OuterRef("pk")).order_by("-pk").values("pk")
    # Play may go on while a team plays elsewhere: that is said until the other match is over, or stops.
    others = Match.objects.filter(_of(OuterRef("home"), OuterRef("away")), status=MatchStatus.LIVE)
    others = others.exclude(pk=OuterRef("pk")).order_by("-pk")
    told = others.annotate(told=Max("live_events__number")).values("told")
    found = (
        match_list(visitor)
        .filter(pk=pk)
        .values_list(
            "status",
            "version",
            Max("live_events__number"),
            F("day__version"),
            # Sheets are kept anew when what stands before the match has changed.
            Subquery(sheets[:1]),
            Subquery(rolls.filter(session__occasion=OuterRef("key"))[:1]),
            Subquery(others.values("pk")[:1]),
            Subquery(told[:1]),
            Subquery(later.filter(session__occasion__startswith=Concat(OuterRef("key"), Value(GOES_ON)))[:1]),
        )
        .first()
    )
    if found is None:
        raise Http404
    return ".".join(str(part or 0) for part in found)


def live_match(match: Match) -> LiveMatch:
    rows = list(match.live_events.select_related("author"))
    entries = tuple(entry_of(row) for row in rows)
    scene = scene_of(match)
    rolls = tuple(rolls_in(match.league_id, match.key))
    in_time = [one for one in entries if not one.late]
    twins = live.twins_to_merge(in_time)
    told = [one for one in Fold(in_time).in_course() if one.entry.event is not None]
    events = live_dice.with_rolls(
        [one.entry.event for one in told if one.entry.event], _by_key(rolls), scene, {second for _, second in twins}
    )
    authors, times = {row.number: row.author for row in rows}, Counter(row.key for row in rows)
    lines = tuple(
        Line(
            one.entry,
            event,
            authors[one.entry.number],
            edited=times[one.entry.key] > 1,
            against=tuple(Against(other, authors[other.number]) for other in one.against),
        )
        for one, event in zip(told, events, strict=True)
    )
    return LiveMatch(
        match=match,
        scene=scene,
        entries=entries,
        lines=lines,
        late=tuple(_late(entries, authors)),
        sums=scene.sums(events),
        rolls=rolls,
        twins=twins,
        remarks=_together(remarks(events, scene), gone_on(match, events)),
    )


def late_events(match: Match) -> tuple[LateLine, ...]:
    """What phones told after the report was filed. It changes nothing by itself: people look at it and may dispute."""
    rows = list(match.live_events.select_related("author"))
    if not any(row.late for row in rows):
        return ()
    return tuple(_late([entry_of(row) for row in rows], {row.number: row.author for row in rows}))


def live_events(match: Match) -> tuple[Event, ...]:
    """The events that stand, in the course of the match, with what the server's dice said: what a report is made of."""
    return live_match(match).events


def standing_events(match: Match) -> tuple[Event, ...]:
    """The events that stand, as they were told: enough to know whether there are any, and whether play has stopped."""
    return live.events_of(one for one in entries_of(match) if not one.late)


def playing_elsewhere(match: Match) -> list[tuple[Team, Match]]:
    """Which of its teams play another match right now, and which: none that has stopped is."""
    teams = (match.home_id, match.away_id)
    live_now = Match.objects.filter(_of(*teams), status=MatchStatus.LIVE).exclude(pk=match.pk)
    return [
        (team, other)
        for other in live_now.select_related("home", "away").order_by("pk")
        if not stopped(standing_events(other))
        for team in (other.home, other.away)
        if team.pk in teams
    ]


def team_playing(team: Team, other: Match) -> Problem:
    return Problem(
        "team_playing",
        marked("{team} is playing another match right now: {home} against {away}."),
        "",
        "",
        {"team": team.name, "home": other.home.name, "away": other.away.name},
    )


def gone_on(match: Match, events: Iterable[Event]) -> dict[str, list[Problem]]:
    """By event: play goes on while a team of it plays another match. It is only said, until one of both is over or
    stops: who plays, people know, and what a phone tells is not lost."""
    word = resumed(events)
    if word is None or match.status != MatchStatus.LIVE:
        return {}
    found = [team_playing(team, other) for team, other in playing_elsewhere(match)]
    return {word.key: found} if found else {}


def scene_of(match: Match) -> Scene:
    sheets = match_sheets(match)
    by_side: dict[Side, TeamSheet] = {"home": sheets[match.home.key], "away": sheets[match.away.key]}
    return Scene(by_side, ruleset_of(match.ruleset_id), prematch_recorded(match))


def prematch_recorded(match: Match) -> PreMatch:
    return prematch_of(MatchDay.objects.filter(match=match).first())


def _by_key(rows: Iterable[DiceRoll]) -> dict[str, Roll]:
    return {row.key: roll_of(row) for row in rows}


def _of(home: Any, away: Any) -> Q:
    """Matches that one of these teams plays in."""
    return Q(home=home) | Q(away=home) | Q(home=away) | Q(away=away)


def _together(*found: Mapping[str, list[Problem]]) -> dict[str, list[Problem]]:
    keys = dict.fromkeys(key for one in found for key in one)
    return {key: [problem for one in found for problem in one.get(key, ())] for key in keys}


def _late(entries: Sequence[Entry], authors: Mapping[int, Coach]) -> Iterator[LateLine]:
    in_time = {one.key: one.event for one in live.folded(one for one in entries if not one.late)}
    # A match that was reopened goes on being told: what was told once more is not too late any more.
    again = {one.key: one.number for one in entries if not one.late}
    late = Fold(one for one in entries if one.late).in_course()
    for entry in (one for standing in late for one in (standing.entry, *standing.against)):
        before = in_time.get(entry.key)
        if again.get(entry.key, 0) < entry.number and (entry.event is not None or before is not None):
            yield LateLine(entry, entry.event, before, authors[entry.number])
