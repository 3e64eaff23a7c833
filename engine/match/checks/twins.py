"""What two devices told alike, and nobody has decided about: both count until somebody says that it was one event."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine.errors import Problem, marked
from engine.match.checks.players import name_of
from engine.match.events import Event
from engine.match.report import MatchReport
from engine.match.sides import Side
from engine.team.sheet import TeamSheet


def twins_undecided(
    report: MatchReport, pairs: Iterable[tuple[str, str]], sheets: Mapping[Side, TeamSheet]
) -> Iterator[Problem]:
    """``pairs`` are keys of likely same events, by whoever has the entries of the devices: no event says whose it was.

    It is asked about those that the report counts twice.
    """
    events = {event.key: event for event in report.events}
    for first, second in pairs:
        if first in events and second in events:
            yield _asked(events[first], events[second], sheets)


def _asked(first: Event, second: Event, sheets: Mapping[Side, TeamSheet]) -> Problem:
    return Problem(
        "twins_undecided",
        marked(
            "{kind}, {who}: told by two phones (half {half}, turn {turn}, and half {half_again}, turn {turn_again}), "
            "and counted twice. Did it happen twice?"
        ),
        "match-report",
        f"events.{second.key}",
        {
            "kind": first.kind,
            "who": _who(first, sheets),
            "half": first.half,
            "turn": first.turn,
            "half_again": second.half,
            "turn_again": second.turn,
            "first": first.key,
            "second": second.key,
        },
        "warning",
    )


def _who(event: Event, sheets: Mapping[Side, TeamSheet]) -> str:
    """The player and his team; of what no player did, its side's team or both."""
    if event.side == "":
        return ", ".join(sheet.name for sheet in sheets.values())
    sheet = sheets[event.side]
    return f"{name_of(event.player, sheet)} ({sheet.name})" if event.player else sheet.name
