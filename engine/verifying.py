"""Does a history still come to what it says? Each cause is decided again by itself: from what was told, and what fell.

Unlike a correction, nothing follows from a difference: every cause is looked at in the world that is on record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from engine import effects as fx
from engine import history
from engine.dice import ReplayDice, Roll, SeededDice
from engine.errors import DieMissing, EngineError
from engine.history import Cause, RulesFor
from engine.match.report import MatchReport


@dataclass(frozen=True, slots=True)
class Checked:
    """A cause, and what it comes to today."""

    cause: Cause
    effects: tuple[fx.TeamEffect, ...] = ()
    refusal: EngineError | None = None  # why it cannot be decided any more

    @property
    def same(self) -> bool:
        return self.refusal is None and self.effects == self.cause.effects


def checked(
    causes: Iterable[Cause], rules: RulesFor, wanted: Callable[[Cause], bool], world: history.World | None = None
) -> Iterator[Checked]:
    """Those that are ``wanted``, in the order of play. ``world`` is how their teams stood before the first of them."""
    world = dict(world or {})
    reports: dict[str, MatchReport] = {}
    for cause in history.in_order(causes):
        if cause.kind == "match" and not cause.voided:
            reports[cause.occasion] = history.report_of(cause)
        if wanted(cause):
            yield _checked(cause, world, reports.get(cause.occasion), rules)
        world = history.fold([cause], world)


def _checked(cause: Cause, world: history.World, report: MatchReport | None, rules: RulesFor) -> Checked:
    try:
        decision = history.decide(cause, world, report, ReplayDice(cause.rolls), rules(cause))
    except EngineError as refusal:
        return Checked(cause, refusal=refusal)
    if decision.choice is not None:
        # It was decided once: a choice that is asked for now was not asked for then.
        return Checked(cause)
    return Checked(cause, decision.effects)


def wants_a_die(one: Checked) -> str:
    """The key of a roll that it asks for today and that never fell."""
    return str(one.refusal.params["key"]) if isinstance(one.refusal, DieMissing) else ""


def thrown_again(roll: Roll, seed: bytes) -> tuple[int, ...]:
    """What the server's dice show for this roll, whatever is on record."""
    return SeededDice(seed).roll(roll.key, *roll.sides).faces
