"""The clock of a match: which halves and turns it has, and how far it has come, as anybody has told."""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

from engine.match.events import Event
from engine.rulesets.choices import Draws
from engine.rulesets.model import Ruleset

# A half, and a turn of each coach in it. (0, 0): nothing is told of the match yet.
Moment = tuple[int, int]
HALVES = 3  # the third is extra time


def level_score(kind: str, draws: str, ruleset: Ruleset) -> Draws:
    """What becomes of a level score: of a match of a season, what its fixture says (``draws``) or else the league."""
    if kind != "competition" or ruleset.overtime is None:
        return "stand"
    return next((way for way in get_args(Draws) if way == draws), ruleset.options.draws)


def halves(kind: str, ruleset: Ruleset, draws: str = "") -> int:
    """How many a match of this kind can come to. An exhibition its coaches play as they like."""
    extra = level_score(kind, draws, ruleset) == "overtime"
    return HALVES if extra or kind == "exhibition" else HALVES - 1


def turns(half: int, ruleset: Ruleset) -> int:
    """How many turns each coach has in it."""
    return ruleset.overtime.turns if half == HALVES and ruleset.overtime else ruleset.turns


def reached(events: Iterable[Event], asked: Iterable[Moment], last: int, ruleset: Ruleset) -> Moment:
    """The latest moment that was told or asked for; ``last`` is the last half. What no clock shows moves none."""
    told = [(event.half, event.turn) for event in events]
    there = [(half, turn) for half, turn in (*told, *asked) if 1 <= half <= last and 0 <= turn <= turns(half, ruleset)]
    return max(there, default=(0, 0))


def following(moment: Moment, last: int, ruleset: Ruleset) -> Moment:
    """The turn that comes next; after the last one of the match there is none, and it stays."""
    half, turn = moment
    if half and turn < turns(half, ruleset):
        return half, turn + 1
    return (half + 1, 1) if half < last else moment
