"""Prayers answered in play, and what they made worth more: no more than was done, and by a prayer that does."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import Problem, marked
from engine.match import boons
from engine.match.checks.players import name_of
from engine.match.checks.scene import OneSide
from engine.match.prayer_checks import unknown_prayer
from engine.match.prayers import prayer_named
from engine.match.sides import other_side


def answered(one: OneSide) -> Iterator[Problem]:
    """When it was, only events say; so the same answer may stand there twice."""
    for nth, prayer in enumerate(one.mine.answered):
        if prayer_named(prayer.prayer, one.ruleset) is None:
            yield unknown_prayer(prayer, f"{one.side}.answered.{nth}")


def blessed(one: OneSide) -> Iterator[Problem]:
    for deeds in one.mine.deeds:
        player = name_of(deeds.player, one.sheet)
        for deed, times in deeds.blessed.items():
            where = f"{one.side}.deeds.{deeds.player}.{deed}.blessed"
            if not 0 <= times <= deeds.counts[deed]:
                yield Problem(
                    "blessed_too_often",
                    marked("{player}, {deed}: a prayer cannot have made {blessed} of {count} worth more."),
                    "prayers",
                    where,
                    {"player": player, "deed": deed, "blessed": times, "count": deeds.counts[deed]},
                )
            elif not boons.blesses(one.report, one.side, one.ruleset, deed):
                yield _by_nothing(where, player, one.sheet.name, deed, times)
    for nth, casualty in enumerate(one.mine.casualties):
        if casualty.blessed and not boons.blesses(
            one.report, other_side(one.side), one.ruleset, "casualty", casualty.cause
        ):
            victim = name_of(casualty.victim, one.sheet)
            where = f"{one.side}.casualties.{nth}.blessed"
            yield _by_nothing(where, victim, one.opponent.name, f"casualty/{casualty.cause}", 1)


def _by_nothing(where: str, player: str, team: str, deed: str, times: int) -> Problem:
    return Problem(
        "blessed_by_nothing",
        marked("{player}: no prayer that {team} was answered with makes “{deed}” worth more ({times} told)."),
        "prayers",
        where,
        {"player": player, "team": team, "deed": deed, "times": times},
    )
