"""Can this have been so before the match? Every part of the pre-match says what does not fit in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from engine.errors import Problem
from engine.match import before, inducements, journeymen
from engine.match.balls import ball_problems
from engine.match.card_checks import card_problems
from engine.match.match_events import event_problems
from engine.match.prayer_checks import prayer_problems
from engine.match.prematch import PreMatch
from engine.match.sides import Side
from engine.rulesets.model import Ruleset
from engine.team.sheet import TeamSheet

# ``where`` of a problem is the place in the pre-match, such as ``prematch.home.induced.2``.
PartCheck = Callable[[PreMatch, Mapping[Side, TeamSheet], Ruleset], Iterator[Problem]]
PARTS: tuple[PartCheck, ...] = (
    before.problems,
    journeymen.problems,
    inducements.problems,
    card_problems,
    prayer_problems,
    event_problems,
    ball_problems,
)


def problems(prematch: PreMatch, teams: Mapping[Side, TeamSheet], ruleset: Ruleset) -> tuple[Problem, ...]:
    """``teams`` are both teams as they stand, without anybody who was taken on for the match."""
    return tuple(problem for part in PARTS for problem in part(prematch, teams, ruleset))
