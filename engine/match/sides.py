"""Home and away."""

from __future__ import annotations

from typing import Literal

Side = Literal["home", "away"]
SIDES: tuple[Side, Side] = ("home", "away")


def other_side(side: Side) -> Side:
    return "away" if side == "home" else "home"
