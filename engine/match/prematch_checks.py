"""Can this have been so before the match? Every part of the pre-match says what does not fit in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from engine.errors import Problem, marked
from engine.match import before, inducements, journeymen, limits
from engine.match.balls import ball_problems
from engine.match.card_checks import card_problems
from engine.match.match_events import event_problems
from engine.match.prayer_checks import prayer_problems
from engine.match.prematch import PreMatch
from engine.match.sides import SIDES, Side
from engine.rulesets.model import Ruleset
from engine.team.sheet import TeamSheet

# ``where`` of a problem is the place in the pre-match, such as ``prematch.home.induced.2``.
PartCheck = Callable[[PreMatch, Mapping[Side, TeamSheet], Ruleset], Iterator[Problem]]


def _parts(match: str) -> tuple[PartCheck, ...]:
    return (
        before.problems,
        journeymen.problems,
        inducements.problems,
        card_problems,
        partial(prayer_problems, match=match),
        event_problems,
        ball_problems,
    )


def told_otherwise(recorded: PreMatch, told: PreMatch, teams: Mapping[Side, TeamSheet]) -> Iterator[Problem]:
    """What was bought before the match in front of both coaches, and a report tells otherwise: gold depends on it."""
    for side in SIDES:
        was, now = recorded.side(side), told.side(side)
        if was.has_bought and (was.induced, was.treasury) != (now.induced, now.treasury):
            yield Problem(
                "bought_otherwise",
                marked(
                    "{team}: before the match its purchases were recorded ({recorded} in all) and {spent} gp "
                    "that it offered; the report tells of {told} and {paid} gp. Really?"
                ),
                "inducements",
                f"prematch.{side}.induced",
                {
                    "team": teams[side].name,
                    "recorded": len(was.induced or ()),
                    "spent": was.treasury,
                    "told": len(now.induced or ()),
                    "paid": now.treasury,
                },
                severity="warning",
            )


def problems(
    prematch: PreMatch, teams: Mapping[Side, TeamSheet], ruleset: Ruleset, match: str = ""
) -> tuple[Problem, ...]:
    """``teams`` are both teams as they stand, without anybody who was taken on for the ``match``."""
    if beyond := tuple(limits.problems(prematch, "prematch")):
        return beyond
    return tuple(problem for part in _parts(match) for problem in part(prematch, teams, ruleset))
