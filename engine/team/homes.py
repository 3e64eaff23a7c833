"""Home stadiums: what one is called, and what its attribute is."""

from __future__ import annotations

from engine.errors import Problem, marked
from engine.rulesets.model import Ruleset
from engine.rulesets.tables import DieResult
from engine.team.draft import NAME_LONGEST
from engine.team.known import stadium_keys
from engine.team.sheet import TeamSheet


def has_stadiums(ruleset: Ruleset) -> bool:
    """Whether the league plays with them."""
    return ruleset.options.stadiums and ruleset.stadiums is not None


def takes_fame(ruleset: Ruleset) -> bool:
    """Whether there are places in this league where FAME is lost during a match."""
    rules = ruleset.stadiums if has_stadiums(ruleset) else None
    return rules is not None and any(extra.fame_lost for extra in rules.extras)


def not_played(where: str) -> Problem:
    return Problem("stadiums_not_played", marked("This league plays without stadiums."), "stadium", where)


def attribute_of(stadium: str, ruleset: Ruleset) -> DieResult | None:
    """What is special about a stadium, by its key; nothing about an ordinary one."""
    tables = ruleset.stadiums.categories if ruleset.stadiums else ()
    return next((result for table in tables for result in table.results if result.key == stadium), None)


def suggested_name(sheet: TeamSheet, stadium: str, ruleset: Ruleset) -> str:
    """What a home is called until its resident gives it a better name: by the team and the attribute."""
    kind = stadium_keys(ruleset).get(stadium, stadium)
    return f"{sheet.name} {kind}"[:NAME_LONGEST].strip()
