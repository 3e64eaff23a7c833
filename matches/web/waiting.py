"""What waits for a coach on his home page: each choice with its buttons, and what each of them comes to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from leagues.mapping import ruleset_of
from matches.models import DiceRoll, PostMatchStep
from matches.selectors.choices import choice_deadline, rolls_about
from matches.services.between import HIRE_AND_FIRE
from matches.web.match_steps import Option, is_read_first, option_name, options_of


@dataclass(frozen=True, slots=True)
class Waiting:
    step: PostMatchStep
    roll: DiceRoll | None  # that lies on the table
    options: tuple[Option, ...]
    until: datetime | None  # then `default` is taken
    default: str

    @property
    def window(self) -> bool:
        return self.step.name == HIRE_AND_FIRE


def waiting_of(steps: Sequence[PostMatchStep]) -> tuple[Waiting, ...]:
    lying = rolls_about(steps)
    return tuple(_waiting(step, lying.get(step.pk)) for step in steps)


def _waiting(step: PostMatchStep, roll: DiceRoll | None) -> Waiting:
    ruleset, until = ruleset_of(step.match.ruleset_id), choice_deadline(step)
    elsewhere = step.name == HIRE_AND_FIRE or is_read_first(step)
    options = () if elsewhere else options_of(step, ruleset)
    return Waiting(step, roll, options, until, option_name(step.default, step, ruleset) if until else "")
