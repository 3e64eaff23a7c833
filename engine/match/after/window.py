"""Hire and fire, and the journeymen who come when a team is short of players."""

from __future__ import annotations

from engine.errors import ChoiceUnknown, HiringIllegal
from engine.match.after.step import Done, NeedsChoice, StepScene
from engine.team import hiring


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
