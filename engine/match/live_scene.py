"""A match that is being played: what its events are about, and what is odd about them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from engine.errors import Problem
from engine.match import told_dice
from engine.match.adding_up import AddedUp, added_up, report_from_events
from engine.match.checks import scene as checked
from engine.match.checks.events import events as event_problems
from engine.match.events import Event
from engine.match.prematch import PreMatch
from engine.match.sides import Side
from engine.rulesets.model import Ruleset
from engine.team.sheet import TeamSheet


@dataclass(frozen=True, slots=True)
class Scene:
    """Both teams as they play, by which rules, and what was recorded before."""

    sheets: Mapping[Side, TeamSheet]
    ruleset: Ruleset
    prematch: PreMatch | None = None

    def sums(self, events: Sequence[Event]) -> AddedUp:
        return added_up(events, self.prematch, self.sheets, self.ruleset)


def remarks(events: Sequence[Event], scene: Scene) -> dict[str, list[Problem]]:
    """What cannot be, or is unlikely, by event: the report will have to do without it. While a match is played it is
    only said."""
    report = report_from_events(tuple(events), scene.prematch, scene.sheets, scene.ruleset)
    found: dict[str, list[Problem]] = {}
    hurt = [event for event in events if event.kind == "casualty"]
    dice = (told_dice.problems(event, scene.prematch, scene.sheets, scene.ruleset) for event in hurt)
    for problem in chain(event_problems(checked.Whole(report, scene.sheets, scene.ruleset)), chain.from_iterable(dice)):
        _, key, *_rest = f"{problem.where}.".split(".")
        found.setdefault(key, []).append(problem)
    return found
