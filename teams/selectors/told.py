"""Reading many causes of the history at once, as they stand: for whoever decides all of them again.

Values and not rows: a thousand matches have twenty thousand causes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from engine import effects as fx
from engine.dice import Roll
from engine.history import Cause as EngineCause
from engine.team.evolve import evolve
from engine.team.sheet import TeamSheet
from teams.mapping import key_order
from teams.models import Cause, EffectRow, HistoryEntry


@dataclass(frozen=True, slots=True)
class ToldCause:
    """A cause with what was on record when it was told last: by which rules, by which version of the engine."""

    cause: EngineCause
    ruleset: str
    engine_version: str


_FIELDS = (
    "cause",
    "cause__kind",
    "cause__occasion",
    "place",
    "step",
    "revision",
    "revision__inputs",
    "revision__rolls",
    "revision__voided",
    "revision__ruleset",
    "revision__engine_version",
)


def told_in(league: int) -> tuple[ToldCause, ...]:
    """The whole history of a league, in the order of play."""
    return _told(HistoryEntry.objects.filter(league=league))


def told_between(league: int, first: int, last: int) -> tuple[ToldCause, ...]:
    """What happened from one place to another, both included."""
    return _told(HistoryEntry.objects.filter(league=league, place__gte=first, place__lte=last))


def world_before(league: int, place: int, teams: Sequence[int] = ()) -> dict[str, TeamSheet]:
    """The teams as they stood before anything happened at a place; of all of them, or of some.

    Their effects are enough for that: what was told and thrown before is not read.
    """
    rows = EffectRow.objects.filter(revision__entry__league=league, revision__entry__place__lt=place)
    if teams:
        rows = rows.filter(team__in=teams)
    ordered = rows.order_by("revision__entry__place", "revision__entry__step", "revision__cause", "nth")
    world: dict[str, TeamSheet] = {}
    for team, data in ordered.values_list("team__key", "data"):
        world[team] = evolve(world.get(team, TeamSheet(team)), fx.from_data(data))
    return world


def _told(entries: QuerySet[HistoryEntry]) -> tuple[ToldCause, ...]:
    told = entries.values("cause")
    teams: defaultdict[int, list[str]] = defaultdict(list)
    for cause, team in Cause.teams.through.objects.filter(cause__in=told).values_list("cause", "team__key"):
        teams[cause].append(team)
    effects: defaultdict[int, list[fx.TeamEffect]] = defaultdict(list)
    rows = EffectRow.objects.filter(revision__in=entries.values("revision")).order_by("revision", "nth")
    for revision, team, data in rows.values_list("revision", "team__key", "data"):
        effects[revision].append(fx.TeamEffect(team, fx.from_data(data)))
    ordered = entries.order_by("place", "step", "cause").values(*_FIELDS)
    return tuple(_cause(row, teams[row["cause"]], effects[row["revision"]]) for row in ordered)


def _cause(row: dict[str, Any], teams: list[str], effects: list[fx.TeamEffect]) -> ToldCause:
    cause = EngineCause(
        key=str(row["cause"]),
        kind=row["cause__kind"],
        occasion=row["cause__occasion"],
        place=(row["place"], row["step"], row["cause"]),
        teams=tuple(sorted(teams, key=key_order)),
        inputs=row["revision__inputs"],
        rolls=tuple(Roll.from_data(roll) for roll in row["revision__rolls"]),
        effects=tuple(effects),
        voided=row["revision__voided"],
    )
    return ToldCause(cause, row["revision__ruleset"], row["revision__engine_version"])
