"""What a step of the post-match sequence looks at, and what it can come to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine import effects as fx
from engine.dice import Dice
from engine.match.report import MatchReport, SideReport
from engine.match.sides import Side, other_side
from engine.rulesets.model import Ruleset
from engine.team.sheet import LastMatch, TeamSheet


@dataclass(frozen=True, slots=True)
class Done:
    effects: tuple[fx.Effect, ...]


@dataclass(frozen=True, slots=True)
class NeedsChoice:
    """A choice only the coach can make. ``default`` may be taken for him after a deadline: it harms nobody."""

    options: tuple[str, ...]
    default: str  # empty: nobody chooses for him
    roll: str = ""  # the key of the roll that lies on the table, if one does


@dataclass(frozen=True, slots=True)
class StepScene:
    """Everything a step may look at."""

    team: str
    sheet: TeamSheet
    last: LastMatch
    report: MatchReport
    choice: str | None
    dice: Dice
    ruleset: Ruleset
    words: str = ""  # what the coach typed with his choice: the name of a home
    rival: TeamSheet | None = None  # the other team, where a step looks at what it has come to (``AFTER_THE_OTHER``)

    @property
    def side(self) -> Side:
        return self.report.side_of(self.team)

    @property
    def mine(self) -> SideReport:
        return self.report.side(self.side)

    @property
    def other(self) -> SideReport:
        return self.report.side(other_side(self.side))


Step = Callable[[StepScene], Done | NeedsChoice]
