"""What things cost a team between two matches: whether it has the gold, and the gold that goes."""

from __future__ import annotations

from collections.abc import Iterator

from engine import effects as fx
from engine.errors import Problem, marked
from engine.rulesets.model import Ruleset
from engine.team.sheet import TeamSheet


def gold_problems(sheet: TeamSheet, price: int, ruleset: Ruleset) -> Iterator[Problem]:
    if ruleset.draft.bank and price > sheet.treasury:
        yield Problem(
            "treasury_too_small",
            marked("It costs {needed} gp but the treasury has {available} gp."),
            "treasury",
            "gold",
            {"needed": price, "available": sheet.treasury},
        )


def paid(price: int, reason: str, about: str, ruleset: Ruleset) -> tuple[fx.Effect, ...]:
    """Without a bank a team buys whatever fits under its greatest value, and no gold moves."""
    return (fx.GoldChanged(-price, reason, about=about),) if price and ruleset.draft.bank else ()
