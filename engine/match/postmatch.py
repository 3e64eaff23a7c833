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
from engine.match import boons, endings, mvp
from engine.match import report as keys
from engine.match.report import MatchReport, SideReport
from engine.match.sides import Side, other_side
from engine.rulesets.model import Ruleset, required
from engine.rulesets.occasions import Concession
from engine.team import hiring
from engine.team.evolve import fold
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

    @property
    def side(self) -> Side:
        return self.report.side_of(self.team)

    @property
    def mine(self) -> SideReport:
        return self.report.side(self.side)

    @property
    def other(self) -> SideReport:
        return self.report.side(other_side(self.side))


Step = Callable[[StepScene], Done | NeedsChoice]


def spp(scene: StepScene) -> Done:
    """Star player points for deeds, casualties caused, and the most valuable player; then who has had enough goes."""
    effects = tuple(_spp_effects(scene))
    return Done((*effects, *_leaving(scene, fold(scene.sheet, effects))))


def _spp_effects(scene: StepScene) -> Iterator[fx.Effect]:
    """Guests earn nothing: they stand on no sheet but the day's."""
    report, rules = scene.report, scene.ruleset
    concession = rules.concession
    if not (concession and endings.penalised(report, scene.side, rules) and concession.costs("spp")):
        yield from _deeds(scene)
    if concession and concession.winner_spp and endings.favoured(report, scene.side, rules):
        for player in _of_the_winner(scene, concession):
            yield fx.SppEarned(player, "concession", 1, concession.winner_spp)
    yield from _best(scene)


def _of_the_winner(scene: StepScene, rules: Concession) -> Iterator[str]:
    """Whoever could play, the fallen included; and who missed the match, where the edition says so."""
    for player in scene.sheet.players:
        if player.key in scene.last.fit or (rules.absent_too and player.on_the_roster):
            yield player.key


def _deeds(scene: StepScene) -> Iterator[fx.Effect]:
    """What they are worth, prayers that were answered included."""
    for deeds in scene.mine.deeds:
        player = scene.sheet.player(deeds.player)
        for deed, times in deeds.counts.items() if player else ():
            points = boons.deed_points(deeds, deed, player, scene.report, scene.side, scene.ruleset)
            yield fx.SppEarned(deeds.player, deed, times, points)
    for casualty in scene.other.casualties:
        by = scene.sheet.player(casualty.by or "")
        worth = boons.casualty_worth(casualty, by, scene.report, scene.side, scene.ruleset)
        if by is not None and worth.counts:
            yield fx.SppEarned(by.key, "casualty", 1, worth.spp)


def _best(scene: StepScene) -> Iterator[fx.Effect]:
    """The most valuable player; two of them, where the other side had to give up its own."""
    named, fit = _in_the_draw(scene, scene.mine.nominees), _in_the_draw(scene, scene.last.fit)
    for nth in range(1, endings.mvps(scene.report, scene.side, scene.ruleset) + 1):
        best = mvp.drawn(scene.ruleset.mvp, scene.team, named, fit, scene.dice, nth)
        if best is not None and scene.sheet.player(best):
            yield fx.SppEarned(best, "mvp", 1, scene.ruleset.spp.get("mvp", 0))


def _in_the_draw(scene: StepScene, players: tuple[str, ...]) -> tuple[str, ...]:
    """Those of them who have survived the match, where the edition asks for it."""
    fallen = {player.key for player in scene.sheet.players if player.status == "dead"}
    return tuple(key for key in players if scene.ruleset.mvp.dead_too or key not in fallen)


def _leaving(scene: StepScene, sheet: TeamSheet) -> Iterator[fx.Effect]:
    """Conceding: who has made himself a name leaves a team that gives up, on a throw. This match's points count."""
    rules = scene.ruleset.concession
    if rules is None or not rules.leaving_dice or not endings.penalised(scene.report, scene.side, scene.ruleset):
        return
    for player in sheet.roll_call:
        if rules.may_leave(player.spp, len(player.improvements)):
            thrown = scene.dice.roll(keys.leaving_key(scene.team, player.key), *rules.leaving_dice).total
            if rules.leaves(thrown):
                yield fx.PlayerLeft(player.key)


def winnings(scene: StepScene) -> Done | NeedsChoice:
    """Post-match sequence, step 3: a D6, FAME, a bonus; the winner may throw again and must keep it."""
    if scene.report.ending == "walkover":
        return Done(tuple(_walkover_paid(scene)))
    rules = required(scene.ruleset.winnings, "winnings", scene.ruleset)
    if endings.winnings_lost(scene.report, scene.side, scene.ruleset):
        return _with_expenses(scene, ())
    dice, special = (kind(scene.report, scene.ruleset) for kind in (endings.winnings_dice, endings.special_winnings))
    first = keys.winnings_key(scene.team, 1, special)
    die = scene.dice.roll(first, *dice).total
    outcome = scene.last.outcome
    if outcome in rules.may_reroll:
        options = ("keep", "reroll")
        if scene.choice is None:
            return NeedsChoice(options, default="keep", roll=first)
        if scene.choice not in options:
            raise ChoiceUnknown(chosen=scene.choice, options=", ".join(options))
        if scene.choice == "reroll":
            die = scene.dice.roll(keys.winnings_key(scene.team, 2, special), *dice).total
    chosen = scene.ruleset.options
    bonus = (rules.short_bonus if chosen.short_league_money else None) or rules.bonus
    parts = (
        fx.GoldLine("die", die * rules.unit),
        fx.GoldLine("fame", _fame_money(scene, scene.last.fame)),
        fx.GoldLine(outcome, bonus[outcome]),
        *_taken(scene),
    )
    return _with_expenses(scene, tuple(part for part in parts if part.amount))


def _fame_money(scene: StepScene, fame: int) -> int:
    rules = required(scene.ruleset.winnings, "winnings", scene.ruleset)
    return fame * rules.fame_unit * (2 if scene.ruleset.options.double_fame_winnings else 1)


def _taken(scene: StepScene) -> Iterator[fx.GoldLine]:
    """Conceding: what the other side would have had. It is thrown for, and there is no bonus in it (reading A-04)."""
    if not endings.winnings_taken(scene.report, scene.side, scene.ruleset):
        return
    rules = required(scene.ruleset.winnings, "winnings", scene.ruleset)
    special = endings.special_winnings(scene.report, scene.ruleset)
    key = keys.winnings_key(scene.other.team, 1, special)
    die = scene.dice.roll(key, *endings.winnings_dice(scene.report, scene.ruleset)).total
    yield fx.GoldLine("conceded", die * rules.unit + _fame_money(scene, scene.last.opponent_fame))


def _walkover_paid(scene: StepScene) -> Iterator[fx.Effect]:
    """Who came to a match that nobody else came to may be paid for the way; nobody else gets or owes anything."""
    payment = endings.walkover_payment(scene.report, scene.side, scene.ruleset)
    if payment:
        die = scene.dice.roll(keys.walkover_key(scene.team), *payment.dice).total if payment.dice else 0
        lines = tuple(
            line
            for line in (fx.GoldLine("die", die * payment.unit), fx.GoldLine("walkover", payment.fixed))
            if line.amount
        )
        yield fx.GoldChanged(sum(line.amount for line in lines), "winnings", lines=lines)


def _with_expenses(scene: StepScene, lines: tuple[fx.GoldLine, ...]) -> Done:
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
        score = scene.dice.roll(keys.fan_factor_key(scene.team, rules.dice), *rules.dice).total
        change = rules.higher if score > current else rules.lower if score < current else rules.equal
    # There is a least (reading A-09), and who stands there loses nothing.
    change = max(change, good.min - current) if change < 0 else change
    return Done((fx.GoodsChanged(good.key, change),) if change else ())


def _fans_lost(scene: StepScene) -> int:
    """Conceding: so many of them, without a throw whether, or as many as dice say."""
    rules = required(scene.ruleset.concession, "concession", scene.ruleset)
    thrown = scene.dice.roll(keys.fans_lost_key(scene.team), *rules.fans_dice).total if rules.fans_dice else 0
    return thrown - rules.fans


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
