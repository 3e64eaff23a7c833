"""Casualties: somebody who could have caused them, a result that the table has, and nobody hurt who was gone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from engine.dice import TableDice
from engine.errors import EngineError, Problem, marked
from engine.match import injuries
from engine.match.adding_up import added_up
from engine.match.checks.players import eligible, name_of
from engine.match.checks.scene import OneSide, Whole, ended
from engine.match.report import Casualty, MatchReport, casualty_key
from engine.team.sheet import TeamSheet


def casualties(one: OneSide) -> Iterator[Problem]:
    for nth, casualty in enumerate(one.mine.casualties):
        where = f"{one.side}.casualties.{nth}"
        yield from eligible(casualty.victim, one.sheet, one.opponent, where)
        if casualty.by is not None:
            yield from eligible(casualty.by, one.opponent, one.sheet, f"{where}.by")
        yield from _cause(casualty, one, where)
        yield from _told(casualty, one, where)
    yield from _twice(one)


def told_against_dice(
    report: MatchReport, sheets: Mapping[str, TeamSheet], lying: Mapping[str, tuple[int, ...]]
) -> Iterator[Problem]:
    """A result that is told though a die lies on the table for it. ``sheets`` are both teams by their key."""
    for side, mine, _ in report.sides():
        times: Counter[str] = Counter()
        for nth, casualty in enumerate(mine.casualties):
            times[casualty.victim] += 1
            faces = lying.get(casualty_key(mine.team, casualty.victim, times[casualty.victim]))
            if casualty.result and faces is not None:
                yield Problem(
                    "told_against_dice",
                    marked("{player}: “{result}” is told, and the dice lie on the table for it: {faces}. Really?"),
                    "match-report.casualties",
                    f"{side}.casualties.{nth}",
                    {
                        "player": name_of(casualty.victim, sheets[mine.team]),
                        "result": casualty.result,
                        "faces": ", ".join(map(str, faces)),
                    },
                    severity="warning",
                )


def _cause(casualty: Casualty, one: OneSide, where: str) -> Iterator[Problem]:
    rules = one.ruleset
    if casualty.cause not in rules.casualty_causes:
        yield Problem(
            "unknown_cause",
            marked("“{cause}” is not a way to be hurt: {causes}."),
            "match-report.casualties",
            f"{where}.cause",
            {"cause": casualty.cause, "causes": ", ".join(rules.casualty_causes)},
        )
    elif casualty.by is not None and "other" not in rules.actors(casualty.cause):
        yield Problem(
            "cause_without_actor",
            marked("{player} was hurt by no opponent (“{cause}”), and {by} is named for it."),
            "match-report.casualties",
            f"{where}.by",
            {
                "player": name_of(casualty.victim, one.sheet),
                "cause": casualty.cause,
                "by": name_of(casualty.by, one.opponent),
            },
        )


def _told(casualty: Casualty, one: OneSide, where: str) -> Iterator[Problem]:
    """A result that is told without its dice is one that the table has, and that this player can have had."""
    table = one.ruleset.casualty
    known = {result.key: result for result in table.results}
    poison = table.poison.key if table.poison else ""
    for part, key in (("result", casualty.result), ("second", casualty.second)):
        if key and key not in known and key != poison:
            yield Problem(
                "unknown_result",
                marked("“{result}” is no result of the casualty table: {results}."),
                "match-report.casualties",
                f"{where}.{part}",
                {"result": key, "results": ", ".join(known)},
            )
    lasting = tuple(result.key for result in table.lasting)
    if casualty.lasting and casualty.lasting not in lasting:
        yield Problem(
            "unknown_lasting",
            marked("“{result}” is no lasting injury: {results}."),
            "match-report.casualties",
            f"{where}.lasting",
            {"result": casualty.lasting, "results": ", ".join(lasting)},
        )
    results = [known[key] for key in (casualty.result, casualty.second) if key in known]
    if casualty.lasting and not any(result.lasting for result in results):
        yield Problem(
            "lasting_unasked",
            marked("A lasting injury comes with a result that has one, and “{result}” has none."),
            "match-report.casualties",
            f"{where}.lasting",
            {"result": casualty.result},
        )
    yield from _his_skills(casualty, one, where)


def _his_skills(casualty: Casualty, one: OneSide, where: str) -> Iterator[Problem]:
    if one.sheet.player(casualty.victim) is None:
        return
    injured = injuries.Injured(casualty, 1, one.sheet, one.opponent, one.ruleset)
    if casualty.second and not (injured.rots and casualty.result):
        yield Problem(
            "second_result",
            marked("Only one result counts for {player}."),
            "match-report.casualties",
            f"{where}.second",
            {"player": injured.player.name},
        )
    if casualty.regenerated and not (injured.regeneration and casualty.result):
        yield Problem(
            "regenerated_without",
            marked("{player} does not regenerate, or it is the dice that say whether he did."),
            "match-report.healing",
            f"{where}.regenerated",
            {"player": injured.player.name},
        )


def _twice(one: OneSide) -> Iterator[Problem]:
    """Who is hurt again was healed before: by dice that fell while the match was played, or something brought him back.

    Those dice were typed in, or they stand with the events that were tapped in: the server may have thrown them.
    """
    times = Counter(casualty.victim for casualty in one.mine.casualties)
    again = {victim: count for victim, count in times.items() if count > 1}
    fallen = {**_tapped_in(one.whole), **one.report.dice} if again else {}
    for victim, count in again.items():
        own = tuple(casualty for casualty in one.mine.casualties if casualty.victim == victim)
        params = {"player": name_of(victim, one.sheet), "times": count}
        unhealed = sum(not _was_healed(own, nth, one, fallen) for nth in range(1, count))
        if not unhealed or unhealed <= _brought_back(victim, one):
            continue
        if all(_may_heal(casualty, one) for casualty in own[:-1]):
            yield Problem(
                "casualty_not_healed",
                marked(
                    "{player} left the pitch as a casualty {times} times, but the dice typed in do not show "
                    "that he was healed each time before."
                ),
                "match-report.healing",
                f"{one.side}.casualties",
                params,
            )
        else:
            yield Problem(
                "casualty_twice",
                marked("{player} left the pitch as a casualty {times} times; once is the most."),
                "match-report.casualties",
                f"{one.side}.casualties",
                params,
            )


def _tapped_in(whole: Whole) -> Mapping[str, tuple[int, ...]]:
    return added_up(whole.report.events, whole.report.prematch, whole.sheets, whole.ruleset).dice


def _brought_back(player: str, one: OneSide) -> int:
    """How often something is recorded that brought him back after a casualty: a card, the staff, the stadium."""
    return ended(one.whole).side(one.side).times_back(player, "casualty")


def _may_heal(casualty: Casualty, one: OneSide) -> bool:
    if one.sheet.player(casualty.victim) is None:
        return False
    patched_up = casualty.apothecary and one.ruleset.casualty.apothecary_reserves
    injured = injuries.Injured(casualty, 1, one.sheet, one.opponent, one.ruleset)
    return patched_up or injured.regeneration is not None


def _was_healed(own: tuple[Casualty, ...], nth: int, one: OneSide, fallen: Mapping[str, tuple[int, ...]]) -> bool:
    if one.sheet.player(own[0].victim) is None:
        return False
    injured = injuries.Injured(own[nth - 1], nth, one.sheet, one.opponent, one.ruleset)
    try:
        return bool(injuries.treated(injured, TableDice(fallen)).saved)
    except EngineError:
        return False
