"""Dice that are told with an event: on which table, and whether they can have fallen like that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.dice import check_faces
from engine.errors import DieImpossible, Problem
from engine.match import injuries
from engine.match.events import Event, EventKind
from engine.match.prematch import PreMatch
from engine.match.running import casualty_of
from engine.match.sides import Side, other_side
from engine.rulesets.model import Ruleset
from engine.rulesets.tables import DieTable
from engine.team.sheet import TeamSheet


def table_of(kind: EventKind, prematch: PreMatch | None, ruleset: Ruleset) -> DieTable | None:
    """The table that says what an event of this kind is, where there is one."""
    if kind == "kick-off":
        return _named(ruleset.kickoff, (ruleset.options.kickoff,))
    if kind == "weather":
        chosen = prematch.weather_table if prematch else ""
        return _named(ruleset.weather, (chosen, *ruleset.options.weather))
    return ruleset.prayers if kind == "prayer" else None


def problems(
    event: Event, prematch: PreMatch | None, sheets: Mapping[Side, TeamSheet], ruleset: Ruleset
) -> Iterator[Problem]:
    """Faces that no such dice have."""
    known = dict(_known(event, prematch, sheets, ruleset))
    for part, faces in event.dice.items():
        if part not in known:
            continue
        try:
            check_faces(part, known[part], faces)
        except DieImpossible as error:
            yield Problem(error.code, error.message, error.rule, f"events.{event.key}.dice.{part}", error.params)


def _known(
    event: Event, prematch: PreMatch | None, sheets: Mapping[Side, TeamSheet], ruleset: Ruleset
) -> Iterator[tuple[str, tuple[int, ...]]]:
    table = table_of(event.kind, prematch, ruleset)
    if table is not None:
        yield event.kind, table.dice
    if event.kind == "casualty":
        yield "casualty", ruleset.casualty.dice
        if event.side and not event.result and sheets[event.side].player(event.player) is not None:
            mine, other = sheets[event.side], sheets[other_side(event.side)]
            yield from injuries.parts_of(injuries.Injured(casualty_of(event), 1, mine, other, ruleset))


def _named(tables: Sequence[DieTable], keys: Sequence[str]) -> DieTable | None:
    known = {table.key: table for table in tables}
    return next((known[key] for key in keys if key in known), None)
