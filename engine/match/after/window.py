"""Hire and fire, and the journeymen who come when a team is short of players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.errors import ChoiceUnknown, HiringIllegal
from engine.match.after.points import for_deeds
from engine.match.after.step import Done, NeedsChoice, PossibleRoll, RollScene, StepScene
from engine.rulesets.model import Ruleset
from engine.team import hiring, improvement, spending
from engine.team.offers import dice_key
from engine.team.sheet import Player


def hire_and_fire(scene: StepScene) -> Done | NeedsChoice:
    """Hire and fire: the coach does what he likes, as causes of their own, until he says that he is done."""
    options = hiring.closing_options(scene.sheet, scene.ruleset)
    found = hiring.closing_problems(scene.sheet, scene.ruleset)
    if scene.choice is None:
        # Where nobody hires after a match, a coach is asked all the same when there is something to decide.
        if scene.ruleset.options.hire_window or len(options) > 1 or found:
            return NeedsChoice(options, default="")
        return Done(hiring.close(scene.sheet, scene.ruleset, options[0]))
    if scene.choice not in options:
        raise ChoiceUnknown(chosen=scene.choice, options=", ".join(options))
    if found:
        raise HiringIllegal(found)
    return Done(hiring.close(scene.sheet, scene.ruleset, scene.choice))


def hire_and_fire_rolls(scene: RollScene) -> Iterator[PossibleRoll]:
    """The window itself throws nothing; in it, players improve who have reached a level by then.

    Where points are spent, what is thrown for is a choice of that moment: nothing can be thrown ahead.
    """
    sheet, ruleset = scene.sheet, scene.ruleset
    if sheet is None or ruleset.improvement is None or spending.spends(ruleset):
        return
    earned: Counter[str] = Counter()
    for one in for_deeds(scene.report, scene.report.side_of(sheet.key), sheet, ruleset) if scene.report else ():
        earned[one.player] += one.times * one.spp
    for player in sheet.roll_call:
        if _may_improve(player, earned[player.key], scene, ruleset):
            command = improvement.next_command(player, sheet, ruleset)
            yield PossibleRoll(dice_key(command, scene.team), improvement.dice_of(command, ruleset))


def _may_improve(player: Player, earned: int, scene: RollScene, ruleset: Ruleset) -> bool:
    """Whether he can have a level by then that he has not taken yet; without a report, whether there is one at all."""
    if scene.report is None or scene.side is None:
        return any(level.improvements > len(player.improvements) for level in ruleset.levels)
    named = scene.report.side(scene.side).nominees
    best = not named or player.key in named
    points = player.spp + earned + (ruleset.spp.get("mvp", 0) if best else 0)
    return ruleset.level(points).improvements > len(player.improvements)


def journeymen(scene: StepScene) -> Done | NeedsChoice:
    """Prepare for next match: who cannot field a full side takes journeymen on, of one of the linemen's positions."""
    options = hiring.journeyman_options(scene.sheet, scene.ruleset)
    if not options:
        return Done(())
    if scene.choice is None and len(options) > 1:
        return NeedsChoice(options, default=options[0])
    if scene.choice not in (None, *options):
        raise ChoiceUnknown(chosen=scene.choice, options=", ".join(options))
    return Done(hiring.take_on(scene.sheet, scene.ruleset, scene.choice or options[0], scene.last.match))
