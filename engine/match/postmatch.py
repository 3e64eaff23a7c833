"""The post-match sequence: one function per step. The ruleset lists which steps there are, and in which order.

A step looks at one team's sheet and the report, throws what it needs, and is either done with effects or
waits for a coach to choose.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from engine import effects as fx
from engine.dice import Dice
from engine.errors import ChoiceUnknown, HiringIllegal
from engine.match import mvp
from engine.match import report as keys
from engine.match.report import MatchReport
from engine.rulesets.model import Ruleset, required
from engine.team import hiring
from engine.team.sheet import LastMatch, TeamSheet


@dataclass(frozen=True, slots=True)
class Done:
    effects: tuple[fx.Effect, ...]


@dataclass(frozen=True, slots=True)
class NeedsChoice:
    """A choice only the coach can make. ``default`` may be taken for him after a deadline: it harms nobody."""

    options: tuple[str, ...]
    default: str  # empty: nobody chooses for him
    roll: str = ""  # the key of the roll that lies on the table, if one does


@dataclass(frozen=True, slots=True)
class StepScene:
    """Everything a step may look at."""

    team: str
    sheet: TeamSheet
    last: LastMatch
    report: MatchReport
    choice: str | None
    dice: Dice
    ruleset: Ruleset


Step = Callable[[StepScene], Done | NeedsChoice]


def spp(scene: StepScene) -> Done:
    """Star player points for deeds, casualties caused, and the most valuable player."""
    return Done(tuple(_spp_effects(scene)))


def _spp_effects(scene: StepScene) -> Iterator[fx.Effect]:
    mine = scene.report.side(scene.report.side_of(scene.team))
    other = scene.report.away if mine is scene.report.home else scene.report.home
    worth = scene.ruleset.spp
    for deeds in mine.deeds:
        for deed, times in deeds.counts.items() if _earns(deeds.player, scene) else ():
            yield fx.SppEarned(deeds.player, deed, times, times * worth.get(deed, 0))
    for casualty in other.casualties:
        if casualty.by is None or not _earns(casualty.by, scene):
            continue
        if casualty.cause in scene.ruleset.casualty_earns_spp:
            yield fx.SppEarned(casualty.by, "casualty", 1, worth.get("casualty", 0))
    named, fit = _in_the_draw(scene, mine.nominees), _in_the_draw(scene, scene.last.fit)
    best = mvp.drawn(scene.ruleset.mvp, scene.team, named, fit, scene.dice)
    if best is not None and _earns(best, scene):
        yield fx.SppEarned(best, "mvp", 1, worth.get("mvp", 0))


def _earns(player: str, scene: StepScene) -> bool:
    """Stars and mercenaries earn nothing, and an award that falls to one of them is his: no sheet knows them."""
    return scene.sheet.player(player) is not None


def _in_the_draw(scene: StepScene, players: tuple[str, ...]) -> tuple[str, ...]:
    """Those of them who have survived the match, where the edition asks for it."""
    fallen = {player.key for player in scene.sheet.players if player.status == "dead"}
    return tuple(key for key in players if scene.ruleset.mvp.dead_too or key not in fallen)


def winnings(scene: StepScene) -> Done | NeedsChoice:
    """Post-match sequence, step 3: a D6, FAME, a bonus; the winner may throw again and must keep it."""
    rules = required(scene.ruleset.winnings, "winnings", scene.ruleset)
    first = keys.winnings_key(scene.team, 1)
    die = scene.dice.roll(first, *rules.dice).total
    outcome = scene.last.outcome
    if outcome in rules.may_reroll:
        options = ("keep", "reroll")
        if scene.choice is None:
            return NeedsChoice(options, default="keep", roll=first)
        if scene.choice not in options:
            raise ChoiceUnknown(chosen=scene.choice, options=", ".join(options))
        if scene.choice == "reroll":
            die = scene.dice.roll(keys.winnings_key(scene.team, 2), *rules.dice).total
    chosen = scene.ruleset.options
    bonus = (rules.short_bonus if chosen.short_league_money else None) or rules.bonus
    fame_times = 2 if chosen.double_fame_winnings else 1
    parts = (
        fx.GoldLine("die", die * rules.unit),
        fx.GoldLine("fame", scene.last.fame * rules.fame_unit * fame_times),
        fx.GoldLine(outcome, bonus[outcome]),
    )
    lines = tuple(part for part in parts if part.amount)
    won = fx.GoldChanged(sum(line.amount for line in lines), "winnings", lines=lines)
    # Where petty cash has a step of its own, they are paid there.
    later = "petty-cash" in scene.ruleset.post_match
    return Done((won, *(() if later else _spiralling(scene, scene.sheet.treasury + won.amount))))


def petty_cash(scene: StepScene) -> Done:
    """Post-match step 2.3 of LRB6: gold that was put in and not spent goes back, then spiralling expenses are paid."""
    left = scene.last.petty_cash
    back = (fx.GoldChanged(left, "petty-cash-returned"),) if left else ()
    return Done((*back, *_spiralling(scene, scene.sheet.treasury + left)))


def _spiralling(scene: StepScene, treasury: int) -> tuple[fx.GoldChanged, ...]:
    """By the value at kick-off: it is paid before the value is worked out again (LRB6, post-match step 2.3).

    What the winnings do not cover comes from the treasury, down to nothing (reading A-08).
    """
    if not scene.ruleset.options.spiralling:
        return ()
    rules = required(scene.ruleset.spiralling, "spiralling", scene.ruleset)
    owed = min(rules.owed(scene.last.value), treasury)
    return (fx.GoldChanged(-owed, "spiralling-expenses"),) if owed else ()


def fan_factor(scene: StepScene) -> Done:
    """Post-match sequence, step 3: 3D6 after a win, 2D6 otherwise, against the current fan factor."""
    rules = required(scene.ruleset.fan_factor, "fan_factor", scene.ruleset)[scene.last.outcome]
    if not rules.dice:
        return Done(())
    good = scene.ruleset.good(required(scene.ruleset.fans, "fans", scene.ruleset).good)
    score = scene.dice.roll(keys.fan_factor_key(scene.team, rules.dice), *rules.dice).total
    current = scene.sheet.goods[good.key]
    change = rules.higher if score > current else rules.lower if score < current else rules.equal
    change = max(change, good.min - current) if change < 0 else change
    return Done((fx.GoodsChanged(good.key, change),) if change else ())


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


def expensive_mistakes(scene: StepScene) -> Done:
    """Post-match sequence, step 5: a treasury that is too fat invites mischief."""
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


STEPS: dict[str, Step] = {
    "spp": spp,
    "winnings": winnings,
    "petty-cash": petty_cash,
    "fan-factor": fan_factor,
    "hire-and-fire": hire_and_fire,
    "expensive-mistakes": expensive_mistakes,
    "journeymen": journeymen,
}
