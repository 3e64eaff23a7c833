"""Limits that hold for a draft and for a running team alike, and the problem of each when it is broken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engine.errors import Problem, marked
from engine.rulesets.model import Good, Position, Roster, Ruleset


def too_many_players(players: int, ruleset: Ruleset) -> Iterable[Problem]:
    most = ruleset.draft.players_max
    if players > most:
        yield Problem(
            "too_many_players",
            marked("The team has {players} players but may have at most {most}."),
            "draft.players",
            "players",
            {"players": players, "most": most},
        )


def positions_over(counts: Counter[str], roster: Roster) -> Iterable[Problem]:
    for position in roster.positions:
        if counts[position.key] > position.max:
            yield position_limit(position, counts[position.key])


def too_many_big_guys(counts: Counter[str], roster: Roster) -> Iterable[Problem]:
    most = roster.big_guys_max
    taken = sum(counts[position.key] for position in roster.positions if position.big_guy)
    if most is not None and taken > most:
        yield Problem(
            "too_many_big_guys",
            marked("The team has {taken} big guys but may have at most {most}, of all positions together."),
            "draft.position",
            "players",
            {"taken": taken, "most": most},
        )


def position_limit(position: Position, taken: int) -> Problem:
    return Problem(
        "position_limit",
        marked("{position}: {taken} taken, {least}-{most} allowed."),
        "draft.position",
        f"positions.{position.key}",
        {"position": position.name, "taken": taken, "least": position.min, "most": position.max},
    )


def unknown_position(roster: Roster, position: str, where: str) -> Problem:
    return Problem(
        "unknown_position",
        marked("{roster} teams have no position “{position}”."),
        "draft.position",
        where,
        {"roster": roster.name, "position": position},
    )


def unknown_good(good: str, where: str) -> Problem:
    return Problem("unknown_good", marked("Nobody sells “{good}”."), "draft.goods", where, {"good": good})


def numbers_shared(numbers: Iterable[int]) -> Iterable[Problem]:
    for number, times in sorted(Counter(numbers).items()):
        if times > 1:
            yield Problem(
                "number_taken",
                marked("{times} players wear number {number}."),
                "draft.number",
                "players",
                {"times": times, "number": number},
            )


def numbers_out_of_range(numbers: Iterable[int], ruleset: Ruleset) -> Iterable[Problem]:
    most = ruleset.draft.number_max
    for number in sorted(set(numbers)):
        if not 1 <= number <= most:
            yield Problem(
                "number_out_of_range",
                marked("Number {number} is not between 1 and {most}."),
                "draft.number",
                "players",
                {"number": number, "most": most},
            )


def good_not_allowed(roster: Roster, good: Good) -> Problem:
    return Problem(
        "good_not_allowed",
        marked("{roster} teams may not buy: {good}."),
        f"draft.{good.key}",
        f"goods.{good.key}",
        {"roster": roster.name, "good": good.name},
    )


def good_limit(good: Good, count: int, most: int) -> Problem:
    return Problem(
        "good_limit",
        marked("{good}: {count} taken, 0-{most} allowed."),
        "draft.goods",
        f"goods.{good.key}",
        {"good": good.name, "count": count, "most": most},
    )


def team_retired(team: str, where: str) -> Problem:
    return Problem(
        "team_retired", marked("{team} has retired and plays no more."), "commissioner", where, {"team": team}
    )
