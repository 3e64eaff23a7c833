"""Dice that coaches typed in: asked for by something in the report, and faces that they have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from engine.dice import check_faces
from engine.errors import DieImpossible, Problem, UnknownName, marked
from engine.match import afterwards, before, injuries
from engine.match import report as keys
from engine.match.checks.scene import Whole
from engine.match.report import MatchReport
from engine.match.sides import Side
from engine.match.throwing import typed_problems
from engine.rulesets.model import Outcome, Ruleset
from engine.team.sheet import TeamSheet

Rolls = dict[str, tuple[str, tuple[int, ...]]]


def dice(whole: Whole) -> Iterator[Problem]:
    sheets = {whole.report.side(side).team: sheet for side, sheet in whole.sheets.items()}
    expected = dict(dice_of(whole.report, sheets, whole.ruleset))
    told = dict(_told_without(whole.report))
    for key, faces in whole.report.dice.items():
        sides = expected.get(key)
        if sides is None:
            yield _unasked(key, told.get(key, ""))
            continue
        try:
            check_faces(key, sides, faces)
        except DieImpossible as error:
            yield Problem(error.code, error.message, error.rule, f"dice.{key}", error.params)
    yield from typed_problems(((key, expected[key]) for key in whole.report.dice if key in expected), whole.ruleset)
    if whole.report.prematch is not None:
        yield from before.differences(whole.report.prematch, whole.report.dice, whole.sheets, whole.ruleset)


def _unasked(key: str, result: str) -> Problem:
    if result:
        return Problem(
            "die_beside_result",
            marked("The result “{result}” is told without its dice, and a die is told as well ({key}): leave one out."),
            "dice",
            f"dice.{key}",
            {"key": key, "result": result},
        )
    return Problem(
        "die_unasked", marked("Nothing in this report asks for the die {key}."), "dice", f"dice.{key}", {"key": key}
    )


def _told_without(report: MatchReport) -> Iterator[tuple[str, str]]:
    """By the key of the die that was not needed for it, each result that was told."""
    for _, mine, _ in report.sides():
        times: Counter[str] = Counter()
        for casualty in mine.casualties:
            times[casualty.victim] += 1
            yield keys.casualty_key(mine.team, casualty.victim, times[casualty.victim]), casualty.result


def dice_of(
    report: MatchReport, sheets: Mapping[str, TeamSheet], ruleset: Ruleset
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Every roll this match can ask for, so that coaches may type in what they threw. The sheets are the day's."""
    if report.ending != "walkover":
        by_side: dict[Side, TeamSheet] = {side: sheets[mine.team] for side, mine, _ in report.sides()}
        yield from before.dice_of(report.prematch, by_side, ruleset, report.dice)
    for _, mine, other in report.sides():
        times: Counter[str] = Counter()
        for casualty in mine.casualties:
            times[casualty.victim] += 1
            nth, sheet = times[casualty.victim], sheets[mine.team]
            if sheet.player(casualty.victim):
                yield from _of(injuries.Injured(casualty, nth, sheet, sheets[other.team], ruleset))
            else:
                yield keys.casualty_key(mine.team, casualty.victim, nth), ruleset.casualty.dice
    yield from afterwards.dice_of(report, sheets, ruleset)


def _of(injured: injuries.Injured) -> Iterator[tuple[str, tuple[int, ...]]]:
    try:
        yield from tuple(injuries.dice_of(injured))
    except UnknownName:
        return  # a result that the table does not have is said where it stands


def team_rolls(team: str, outcome: Outcome, ruleset: Ruleset) -> Rolls:
    """The rolls of one team after an ordinary match, by a short name: key and dice."""
    return afterwards.ordinary_rolls(team, outcome, ruleset)
