"""The weather and the referee: one throw on a table that the league plays with."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from engine.errors import Problem, marked
from engine.match.before.scene import Ask, Part, Scene, differing
from engine.match.prematch import PreMatch
from engine.match.sides import Side
from engine.rulesets.model import Ruleset
from engine.rulesets.tables import DieResult, DieTable, score_of
from engine.team.sheet import TeamSheet


class Recorded(NamedTuple):
    """Where a result stands: its table and its key."""

    table: str
    key: str


def weather_tables(ruleset: Ruleset) -> tuple[DieTable, ...]:
    """Those of the league; the first is taken where coaches agree on no other."""
    return tuple(table for table in ruleset.weather if table.key in ruleset.options.weather)


def referee_tables(ruleset: Ruleset) -> tuple[DieTable, ...]:
    if not ruleset.options.referees:
        return ()
    return tuple(table for table in ruleset.referees if table.key in ruleset.options.referee_tables)


def weather_of(prematch: PreMatch, ruleset: Ruleset) -> DieResult | None:
    return _named(Recorded(prematch.weather_table, prematch.weather), weather_tables(ruleset))


def referee_of(prematch: PreMatch, ruleset: Ruleset) -> DieResult | None:
    return _named(Recorded(prematch.referee_table, prematch.referee), referee_tables(ruleset))


def thrown_on(recorded: Recorded, tables: tuple[DieTable, ...]) -> DieTable | None:
    return next((table for table in tables if table.key == recorded.table), tables[0] if tables else None)


def _named(recorded: Recorded, tables: tuple[DieTable, ...]) -> DieResult | None:
    """A result by its key. Where nobody wrote down the table, on whichever of them it stands."""
    on = tuple(table for table in tables if recorded.table in ("", table.key))
    return next((one for table in on for one in table.results if one.key == recorded.key), None)


def _part(step: str, tables_of: Callable[[Ruleset], tuple[DieTable, ...]]) -> Part:
    """The two of them differ in their names."""

    def tables(scene: Scene) -> tuple[DieTable, ...]:
        return tables_of(scene.ruleset)

    def recorded(scene: Scene) -> Recorded:
        return _recorded(step, scene.prematch)

    def possible(scene: Scene) -> Iterator[Ask]:
        table = thrown_on(recorded(scene), tables(scene))
        if table is not None:
            yield Ask(step, table.dice)

    def wanted(scene: Scene) -> Iterator[Ask]:
        yield from (ask for ask in possible(scene) if ask.key not in scene.fallen)

    def says(scene: Scene) -> tuple[DieTable, DieResult] | None:
        table, faces = thrown_on(recorded(scene), tables(scene)), scene.fallen.get(step)
        if table is None or faces is None or len(faces) != len(table.dice):
            return None
        return table, table.result(score_of(faces, table.read))

    def decided(scene: Scene) -> PreMatch:
        found = says(scene)
        if found is None:
            return scene.prematch
        table, result = found
        if step == "weather":
            return replace(scene.prematch, weather_table=table.key, weather=result.key)
        return replace(scene.prematch, referee_table=table.key, referee=result.key)

    def differs(scene: Scene) -> Iterator[Problem]:
        found, told = says(scene), _named(recorded(scene), tables(scene))
        if found is not None and told is not None:
            yield from differing(found[1].name, told.name, f"prematch.{step}")

    return Part(wanted, possible, decided, differs)


WEATHER, REFEREE = _part("weather", weather_tables), _part("referee", referee_tables)


def _recorded(step: str, prematch: PreMatch) -> Recorded:
    if step == "weather":
        return Recorded(prematch.weather_table, prematch.weather)
    return Recorded(prematch.referee_table, prematch.referee)


def problems(prematch: PreMatch, teams: Mapping[Side, TeamSheet], ruleset: Ruleset) -> Iterator[Problem]:
    """A table that the league does not play with, a result that no table has."""
    for step, tables in (("weather", weather_tables(ruleset)), ("referee", referee_tables(ruleset))):
        recorded = _recorded(step, prematch)
        if recorded.table and recorded.table not in {table.key for table in tables}:
            unplayed = Problem(
                "table_not_played",
                marked("This league does not throw on the table “{table}”; it throws on: {tables}."),
                "weather",
                f"prematch.{step}_table",
                {"table": recorded.table, "tables": ", ".join(table.name for table in tables)},
            )
            yield replace(unplayed, rule=step)
        elif recorded.key and _named(recorded, tables) is None:
            unknown = Problem(
                "result_unknown",
                marked("“{result}” stands on none of the tables that this league throws on: {tables}."),
                "weather",
                f"prematch.{step}",
                {"result": recorded.key, "tables": ", ".join(table.name for table in tables)},
            )
            yield replace(unknown, rule=step)
