"""Between the engine's matches and their rows."""

from collections.abc import Iterable, Mapping
from typing import Any

from engine.dice import Dice, ReplayDice, Roll, SeededDice, TableDice
from engine.match.prematch import PreMatch
from engine.match.report import MatchReport
from engine.typed import build
from matches.models import DiceRoll, DiceSession, MatchDay, Report


def report_from(data: Any) -> MatchReport:
    return build(MatchReport, data, "report")


def report_of(report: Report) -> MatchReport:
    return report_from(report.report)


def prematch_of(day: MatchDay | None) -> PreMatch:
    """What has been recorded before a match, for everybody to see: nothing yet, where nobody has begun."""
    return build(PreMatch, day.prematch if day else {}, "prematch")


def roll_of(row: DiceRoll) -> Roll:
    return Roll.from_data({"key": row.key, "sides": row.sides, "faces": row.faces, "source": row.source})


def dice_of(session: DiceSession, typed: Mapping[str, tuple[int, ...]]) -> Dice:
    """The dice of a session: what already fell, then what coaches threw at the table, then the sealed seed."""
    table = TableDice(typed, otherwise=SeededDice(bytes(session.seed)))
    return ReplayDice((roll_of(row) for row in session.rolls.all()), fresh=table)


def roll_rows(session: DiceSession, rolls: Iterable[Roll], actor_id: int | None) -> list[DiceRoll]:
    fallen = {row.key for row in session.rolls.all()}
    return [
        DiceRoll(
            session=session,
            key=roll.key,
            sides=list(roll.sides),
            faces=list(roll.faces),
            source=roll.source,
            actor_id=actor_id,
        )
        for roll in rolls
        if roll.key not in fallen
    ]
