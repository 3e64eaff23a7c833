"""What does not fit on a sheet. A played team may be imperfect; the page says so instead of falling over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engine.errors import Problem, marked
from engine.rulesets.model import Roster, Ruleset
from engine.team import limits
from engine.team.sheet import TeamSheet
from engine.team.value import value


def problems(sheet: TeamSheet, ruleset: Ruleset) -> tuple[Problem, ...]:
    if not sheet.founded:
        return (Problem("team_not_founded", marked("This team was never drafted."), "draft"),)
    roster = ruleset.roster(sheet.roster)
    # Whoever carried on from older rules is in no list of these, and in nobody's way.
    positions = Counter(player.position for player in sheet.members if player.line is None)
    return (
        *_debt(sheet),
        *limits.too_many_players(sheet.seats(ruleset), ruleset),
        *_unknown(positions, roster),
        *limits.positions_over(positions, roster),
        *limits.too_many_big_guys(positions, roster),
        *limits.numbers_shared(player.number for player in sheet.roll_call),
        *_goods(sheet, ruleset),
        *worth_problems(sheet, ruleset),
    )


def _unknown(positions: Counter[str], roster: Roster) -> Iterable[Problem]:
    known = {position.key for position in roster.positions}
    for position in sorted(set(positions) - known):
        yield limits.unknown_position(roster, position, "players")


def _debt(sheet: TeamSheet) -> Iterable[Problem]:
    if sheet.debt:
        yield Problem(
            "in_debt",
            marked("{debt} gp were spent that the treasury did not have."),
            "treasury",
            "treasury",
            {"debt": sheet.debt},
        )


def worth_problems(sheet: TeamSheet, ruleset: Ruleset) -> Iterable[Problem]:
    most, worth = ruleset.value.cap, value(sheet, ruleset).total
    if most is not None and worth > most:
        yield Problem(
            "value_over_cap",
            marked("The team is worth {worth} gp but may be worth at most {most} gp."),
            "value",
            "value",
            {"worth": worth, "most": most},
        )


def _goods(sheet: TeamSheet, ruleset: Ruleset) -> Iterable[Problem]:
    for good in ruleset.goods:
        count = sheet.goods[good.key]
        if good.max is not None and count > good.max:
            yield limits.good_limit(good, count, good.max)
