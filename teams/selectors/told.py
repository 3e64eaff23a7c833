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


def told_of(league: int, teams: Sequence[int], up_to: int) -> tuple[ToldCause, ...]:
    """Everything that happened to these teams up to a place."""
    causes = Cause.objects.filter(league=league, teams__in=teams).values("pk")
    return _told(HistoryEntry.objects.filter(league=league, place__lte=up_to, cause__in=causes))


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
