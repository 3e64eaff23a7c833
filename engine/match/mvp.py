"""The most valuable player, by each of the ways a league may find him."""

from __future__ import annotations

from engine.dice import Dice
from engine.match.report import mvp_key, random_mvp_key
from engine.rulesets.model import Mvp


def asked(rules: Mvp, fit: int, awards: int = 1) -> tuple[int, int]:
    """The least and the most players that a report names. One drawn at the table may be named instead of thrown for."""
    least, most = {
        "nominated": (rules.nominees, rules.nominees),
        "random": (0, awards),
        "chosen": (1, awards),
        "none": (0, 0),
    }[rules.method]
    return min(least, fit), min(most, fit)


def drawn(rules: Mvp, team: str, named: tuple[str, ...], fit: tuple[str, ...], dice: Dice, nth: int = 1) -> str | None:
    """Who it is, if anybody: of the nominees by the die, the one that was named, or one of those who were fit.

    ``nth`` is which of its awards, where a team has two: nothing says that they go to two players.
    """
    if rules.method == "none":
        return None
    if named and rules.method == "nominated":
        # Fewer nominees than faces (a team short of fit players): the die wraps around.
        return named[(dice.roll(mvp_key(team, nth), *rules.dice).total - 1) % len(named)]
    if named and (nth <= len(named) or rules.method == "chosen"):
        return named[min(nth, len(named)) - 1]
    if rules.method == "random" and fit:
        return fit[dice.roll(random_mvp_key(team, len(fit), nth), len(fit)).total - 1]
    return None
