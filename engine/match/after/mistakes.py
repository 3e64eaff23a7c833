"""A treasury that is too fat invites mischief."""

from __future__ import annotations

from collections.abc import Iterator

from engine import effects as fx
from engine.match import report as keys
from engine.match.after.step import Done, PossibleRoll, RollScene, StepScene
from engine.rulesets.model import required


def expensive_mistakes(scene: StepScene) -> Done:
    """A throw in the column of the treasury; below the first column there is none."""
    rules = required(scene.ruleset.expensive_mistakes, "expensive_mistakes", scene.ruleset)
    treasury = scene.sheet.treasury
    band = rules.band(treasury)
    if band is None:
        return Done(())
    face = scene.dice.roll(keys.mistakes_key(scene.team), *rules.dice).total
    result = band.results[face - 1]
    loss = min(treasury, _mistake_cost(result, treasury, scene))
    made = fx.MistakeMade(result, treasury)
    if not loss:
        return Done((made,))
    return Done((made, fx.GoldChanged(-loss, "expensive-mistakes", about=result)))


def _mistake_cost(result: str, treasury: int, scene: StepScene) -> int:
    rules = required(scene.ruleset.expensive_mistakes, "expensive_mistakes", scene.ruleset)
    if result == "minor-incident":
        thrown = scene.dice.roll(keys.mistakes_key(scene.team, "minor"), *rules.minor_dice)
        return thrown.total * rules.unit
    if result == "major-incident":
        # Half, rounded up to a whole unit (reading A-16), or down where the edition says so (reading N-08).
        unit = rules.major_unit or rules.unit
        whole, rest = divmod(treasury, rules.major_divisor * unit)
        return (whole + (rest > 0 and rules.major_rounds == "up")) * unit
    if result == "catastrophe":
        kept = scene.dice.roll(keys.mistakes_key(scene.team, "kept"), *rules.kept_dice)
        return max(0, treasury - kept.total * rules.unit)
    return 0


def expensive_mistakes_rolls(scene: RollScene) -> Iterator[PossibleRoll]:
    """Whether the treasury tempts anybody, and what comes of it, is seen when the window is closed."""
    rules = scene.ruleset.expensive_mistakes
    if rules:
        yield PossibleRoll(keys.mistakes_key(scene.team), rules.dice, name="mistakes")
        yield PossibleRoll(keys.mistakes_key(scene.team, "minor"), rules.minor_dice, name="minor")
        yield PossibleRoll(keys.mistakes_key(scene.team, "kept"), rules.kept_dice, name="kept")
