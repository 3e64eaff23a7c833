"""How many people love the team after a match."""

from __future__ import annotations

from collections.abc import Iterator

from engine import effects as fx
from engine.match import endings, grounds
from engine.match import report as keys
from engine.match.after.step import Asked, Done, PossibleRoll, RollScene, StepScene
from engine.rulesets.model import OUTCOMES, required


def fan_factor(scene: StepScene) -> Done:
    """Dice against how many there are now: 3D6 after a win and 2D6 otherwise, or a D6 where the match was decided."""
    if scene.report.ending == "walkover":
        return Done(())
    good = scene.ruleset.good(required(scene.ruleset.fans, "fans", scene.ruleset).good)
    current = scene.sheet.goods[good.key]
    if endings.penalised(scene.report, scene.side, scene.ruleset):
        change = -_fans_lost(scene)
    else:
        rules = required(scene.ruleset.fan_factor, "fan_factor", scene.ruleset)[scene.last.outcome]
        if not rules.dice:
            return Done(())
        score = scene.dice.roll(keys.fan_factor_key(scene.team, rules.dice), *rules.dice).total + _of_the_place(scene)
        change = rules.higher if score > current else rules.lower if score < current else rules.equal
    # There is a least (reading A-09), and who stands there loses nothing.
    change = max(change, good.min - current) if change < 0 else change
    return Done((fx.GoodsChanged(good.key, change),) if change else ())


def _of_the_place(scene: StepScene) -> int:
    extra = grounds.extra_of(scene.report, scene.ruleset)
    return extra.fan_factor if extra else 0


def _fans_lost(scene: StepScene) -> int:
    """Conceding: so many of them, without a throw whether, or as many as dice say."""
    rules = required(scene.ruleset.concession, "concession", scene.ruleset)
    thrown = scene.dice.roll(keys.fans_lost_key(scene.team), *rules.fans_dice).total if rules.fans_dice else 0
    return thrown - rules.fans


def fan_factor_rolls(scene: RollScene) -> Iterator[PossibleRoll]:
    """Other dice after a win than otherwise; a match that was given up has its own, one that was never played none."""
    report, side, rules = scene.report, scene.side, scene.ruleset
    if report and side and report.ending == "walkover":
        return
    if report and side and endings.penalised(report, side, rules):
        dice = rules.concession.fans_dice if rules.concession else ()
        if dice:
            yield PossibleRoll(keys.fans_lost_key(scene.team), dice, "certain", "fanslost")
        return
    ended = scene.ended
    if rules.fan_factor and ended:
        dice = rules.fan_factor[ended].dice
        asked: Asked = "certain" if report else "perhaps"
        yield PossibleRoll(keys.fan_factor_key(scene.team, dice), dice, asked, "fanfactor")
    elif rules.fan_factor:
        for dice in dict.fromkeys(rules.fan_factor[outcome].dice for outcome in OUTCOMES):
            yield PossibleRoll(keys.fan_factor_key(scene.team, dice), dice, name="fanfactor")
