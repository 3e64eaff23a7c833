"""What a check looks at: one side of a report, with both teams as they play and the rules they play by."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from engine.errors import Problem
from engine.match.events import Event
from engine.match.report import MatchReport, SideReport
from engine.match.running import Running, kick_off, walked
from engine.match.sides import SIDES, Side, other_side
from engine.rulesets.model import Ruleset
from engine.team.sheet import TeamSheet


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole report, with the sheets of the day."""

    report: MatchReport
    sheets: Mapping[Side, TeamSheet]
    ruleset: Ruleset

    @property
    def sides(self) -> tuple[OneSide, ...]:
        return tuple(OneSide(self, side) for side in SIDES)


@dataclass(frozen=True, slots=True)
class OneSide:
    whole: Whole
    side: Side

    @property
    def report(self) -> MatchReport:
        return self.whole.report

    @property
    def ruleset(self) -> Ruleset:
        return self.whole.ruleset

    @property
    def mine(self) -> SideReport:
        return self.report.side(self.side)

    @property
    def sheet(self) -> TeamSheet:
        return self.whole.sheets[self.side]

    @property
    def opponent(self) -> TeamSheet:
        return self.whole.sheets[other_side(self.side)]

    @property
    def events(self) -> tuple[Event, ...]:
        """Of this side."""
        return tuple(event for event in self.report.events if event.side == self.side)


def ended(whole: Whole) -> Running:
    """How the match stands after its last event."""
    report, start = whole.report, kick_off(whole.report.prematch)
    states = (after for *_, after in walked(report.events, report.prematch, whole.sheets, whole.ruleset))
    return next(iter(deque(states, maxlen=1)), start)


SideCheck = Callable[[OneSide], Iterator[Problem]]
WholeCheck = Callable[[Whole], Iterator[Problem]]
