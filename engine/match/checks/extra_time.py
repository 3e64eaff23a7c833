"""Extra time: it begins level, and where the edition wants sudden death its first touchdown ends the match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from engine.errors import Problem, marked
from engine.match import endings
from engine.match.checks.scene import Whole
from engine.match.clock import HALVES
from engine.match.events import Event
from engine.match.running import walked
from engine.match.sides import SIDES, Side

NOTHING_PLAYED = ("note", "abandoned", "resumed")  # words between two turns


def extra_time(whole: Whole) -> Iterator[Problem]:
    """Extra time begins level and, where the edition wants sudden death, ends with its first touchdown."""
    report, rules = whole.report, whole.ruleset.overtime
    if rules is None or not report.overtime or report.kind == "exhibition":
        return
    told = _Told.of(whole)
    if rules.sudden_death:
        yield from _by_one(whole)
        yield from _gone_on(told)
    if (before := told.at_half_two(whole, sudden_death=rules.sudden_death)) and before["home"] != before["away"]:
        yield Problem(
            "overtime_not_level",
            marked("Extra time begins at a level score: by what was tapped in it was {home}:{away} after two halves."),
            "match-report.overtime",
            "overtime",
            {"home": before["home"], "away": before["away"]},
        )


def _by_one(whole: Whole) -> Iterator[Problem]:
    """Its first touchdown wins, and then nobody can give up any more."""
    report = whole.report
    home, away = (endings.scored(report, side) for side in SIDES)
    conceded = report.ending == "conceded"
    if abs(home - away) <= (0 if conceded else 1):
        return
    message = marked("The first touchdown of extra time wins: {home}:{away} cannot differ by {difference}, only by 1.")
    if conceded:
        message = marked("The first touchdown of extra time wins: at {home}:{away} nobody could give up any more.")
    yield Problem(
        "overtime_by_more",
        message,
        "match-report.overtime",
        "overtime",
        {"home": home, "away": away, "difference": abs(home - away)},
    )


def _gone_on(told: _Told) -> Iterator[Problem]:
    """What was told of the same turn may have been before it, whatever the order of telling; a touchdown may not."""
    if not told.extra:
        return
    first = told.extra[0]
    for event, turn in told.in_extra:
        again = event.kind == "touchdown" and event.key != first[0].key
        if again or (event.kind not in NOTHING_PLAYED and turn > first[1] > 0):
            yield Problem(
                "overtime_goes_on",
                marked("The first touchdown of extra time (turn {turn}) wins, and this is told after it ({kind})."),
                "match-report.overtime",
                f"events.{event.key}",
                {"turn": first[1], "kind": event.kind},
            )


@dataclass(frozen=True, slots=True)
class _Told:
    """What the events say of extra time: what happened in it, in which turn, and the touchdowns among it."""

    touchdowns: tuple[Event, ...]
    in_extra: tuple[tuple[Event, int], ...]
    dated: bool  # of every touchdown it is known in which half it was

    @classmethod
    def of(cls, whole: Whole) -> _Told:
        order = tuple(walked(whole.report.events, whole.report.prematch, whole.sheets, whole.ruleset))
        touchdowns = tuple(event for event, _, _ in order if event.kind == "touchdown" and event.side)
        return cls(
            touchdowns=touchdowns,
            in_extra=tuple((event, now.turn) for event, _, now in order if event.half == HALVES),
            dated=all(0 < event.half <= HALVES for event in touchdowns),
        )

    @property
    def extra(self) -> tuple[tuple[Event, int], ...]:
        return tuple((event, turn) for event, turn in self.in_extra if event in self.touchdowns)

    def at_half_two(self, whole: Whole, *, sudden_death: bool) -> dict[Side, int] | None:
        """The score before extra time, where the events tell of all touchdowns of it that there can have been."""
        scored = {side: endings.scored(whole.report, side) for side in SIDES}
        counted = Counter(event.side for event in self.touchdowns)
        complete = self.dated and all(counted[side] == scored[side] for side in SIDES)
        if not complete and not (sudden_death and self.extra):
            return None
        extra = Counter(event.side for event, _ in self.extra)
        return {side: scored[side] - extra[side] for side in SIDES}
