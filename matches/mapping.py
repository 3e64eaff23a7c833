"""Between the engine's matches and their rows."""

from collections.abc import Iterable, Mapping
from typing import Any

from engine.dice import Dice, ReplayDice, Roll, SeededDice, TableDice
from engine.match.report import MatchReport
from engine.typed import build
from matches.models import DiceRoll, DiceSession, Report


def report_from(data: Any) -> MatchReport:
    return build(MatchReport, data, "report")


def report_of(report: Report) -> MatchReport:
    return report_from(report.report)


def roll_of(row: DiceRoll) -> Roll:
    return Roll.from_data({"key": row.key, "sides": row.sides, "faces": row.faces, "source": row.source})


def sessions_from(session: DiceSession) -> list[DiceSession]:
    """The session, and those that go on from it: the last one has the seed that nobody has seen."""
    found = [session]
    while (later := getattr(found[-1], "later", None)) is not None:
        found.append(later)
    return found


def dice_of(session: DiceSession, typed: Mapping[str, tuple[int, ...]], *, corrected: bool = False) -> Dice:
    """The dice of a session: what already fell, then what coaches threw at the table, then the sealed seed.

    ``corrected``: what is typed has been agreed to anew. A die that was typed in wrongly is corrected by it, one that
    the server threw lies as it lies.
    """
    sessions = sessions_from(session)
    table = TableDice(typed, otherwise=SeededDice(bytes(sessions[-1].seed)))
    rolls = [row for one in sessions for row in one.rolls.all()]
    fallen = (roll_of(row) for row in rolls if not corrected or row.source != "table" or row.key not in typed)
    return ReplayDice(fallen, fresh=table)


def roll_rows(session: DiceSession, rolls: Iterable[Roll], actor_id: int | None) -> list[DiceRoll]:
    sessions = sessions_from(session)
    fallen = {row.key for one in sessions for row in one.rolls.all()}
    return [
        DiceRoll(
            session=sessions[-1],
            key=roll.key,
            sides=list(roll.sides),
            faces=list(roll.faces),
            source=roll.source,
            actor_id=actor_id,
        )
        for roll in rolls
        if roll.key not in fallen
    ]
