"""What a step of the post-match sequence looks at, and what it can come to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from engine import effects as fx
from engine.dice import Dice
from engine.match.report import MatchReport, SideReport
from engine.match.sides import Side, other_side
from engine.rulesets.model import Outcome, Ruleset
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


# "certain": it falls whatever else happens, as far as anybody knows now. "idle": this match does not come to it, but a
# report that was filled in before that was known may hold it.
Asked = Literal["certain", "perhaps", "idle"]


@dataclass(frozen=True, slots=True)
class PossibleRoll:
    """A roll that a step may ask for, so that coaches may type it in before it does."""

    key: str
    dice: tuple[int, ...]
    asked: Asked = "perhaps"
    name: str = ""  # the short name of its field in a report, where it has one


@dataclass(frozen=True, slots=True)
class RollScene:
    """What is known when somebody asks which dice a step may throw: before the report, little more than the team."""

    team: str
    ruleset: Ruleset
    report: MatchReport | None = None
    sheet: TeamSheet | None = None  # as it came to the match
    outcome: Outcome | None = None  # where it is known without a report

    @property
    def side(self) -> Side | None:
        return self.report.side_of(self.team) if self.report else None

    @property
    def ended(self) -> Outcome | None:
        return self.report.outcome(self.report.side_of(self.team)) if self.report else self.outcome


# Which rolls a step may ask for. It stands beside the step's function and says everything that that may throw.
Rolls = Callable[[RollScene], Iterator[PossibleRoll]]
