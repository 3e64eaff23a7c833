"""Journeymen of a match, where the edition takes them on before it: at their step, and hired as an inducement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.errors import Problem, marked
from engine.match.prematch import PreMatch, SidePreMatch
from engine.match.sides import SIDES, Side
from engine.rulesets.furniture import Inducement
from engine.rulesets.model import Position, Ruleset
from engine.team.evolve import fold
from engine.team.hiring import Effects, journeymen_wanted, taken_on
from engine.team.sheet import TeamSheet

STEP = "journeymen"


def before_match(ruleset: Ruleset) -> bool:
    """Whether a team that is short of players takes them on before a match, and not after the one before."""
    return any(step.key == STEP for step in ruleset.before_match)


def owed(sheet: TeamSheet, ruleset: Ruleset) -> int:
    """How many this team takes on before a match."""
    return journeymen_wanted(sheet, ruleset) if before_match(ruleset) else 0


def hirelings(side: SidePreMatch, ruleset: Ruleset) -> tuple[Inducement, ...]:
    """What this side has bought that brings more of them."""
    bought = {one.what for one in side.induced or ()}
    return tuple(one for one in ruleset.inducements if one.journeymen_dice and one.key in bought)


def effects(side: SidePreMatch, sheet: TeamSheet, ruleset: Ruleset, match: str) -> Effects:
    """All of them, in the order in which they were named; of a position that nobody knows none comes."""
    known = {position.key for position in ruleset.roster(sheet.roster).positions}
    # More than a roster holds never come, however many were typed: that is refused by ``problems``.
    named = (side.journeymen or ())[: ruleset.draft.players_max]
    return taken_on(sheet, ruleset, [key for key in named if key in known], match)


def with_all(side: SidePreMatch, sheet: TeamSheet, ruleset: Ruleset, match: str) -> TeamSheet:
    return fold(sheet, effects(side, sheet, ruleset, match))


def with_owed(side: SidePreMatch, sheet: TeamSheet, ruleset: Ruleset, match: str = "") -> TeamSheet:
    """The team as its value is compared: whoever comes as an inducement is not there yet."""
    taken = effects(side, sheet, ruleset, match)
    return fold(sheet, taken[: owed(sheet, ruleset)] if hirelings(side, ruleset) else taken)


def qualifying(sheet: TeamSheet, ruleset: Ruleset) -> tuple[Position, ...]:
    """The positions of which a journeyman may be."""
    return tuple(position for position in ruleset.roster(sheet.roster).positions if position.journeyman)


def problems(prematch: PreMatch, teams: Mapping[Side, TeamSheet], ruleset: Ruleset) -> Iterator[Problem]:
    """A position that no journeyman has; more of them than a team is short of. How many come for gold is said there."""
    for side in SIDES:
        sheet, names = teams[side], {one.key: one.name for one in qualifying(teams[side], ruleset)}
        taken, most = prematch.side(side).journeymen or (), owed(teams[side], ruleset)
        if len(taken) > most and not hirelings(prematch.side(side), ruleset):
            yield Problem(
                "journeymen_too_many",
                marked("{team} takes on {taken} journeymen; {most} is the most."),
                "hiring.journeymen",
                f"prematch.{side}.journeymen",
                {"team": sheet.name, "taken": len(taken), "most": most},
            )
        for nth, key in enumerate(taken):
            if key not in names:
                yield Problem(
                    "journeyman_position",
                    marked("{team} takes on no journeyman as “{position}”; it may take: {positions}."),
                    "hiring.journeymen",
                    f"prematch.{side}.journeymen.{nth}",
                    {"team": sheet.name, "position": key, "positions": ", ".join(names.values())},
                )
