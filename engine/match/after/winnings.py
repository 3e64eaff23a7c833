"""Gold after a match: winnings, petty cash that comes back, spiralling expenses."""

from __future__ import annotations

from collections.abc import Iterator

from engine import effects as fx
from engine.errors import ChoiceUnknown
from engine.match import endings
from engine.match import report as keys
from engine.match.after.step import Asked, Done, NeedsChoice, PossibleRoll, RollScene, StepScene
from engine.match.sides import other_side
from engine.rulesets.model import required

_ORDINARY: tuple[int, ...] = ()  # no dice of another kind of match


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


def winnings_rolls(scene: RollScene) -> Iterator[PossibleRoll]:
    """A throw for each team, and the second one of who may throw again. Who gives up throws for the other's purse."""
    report, side, rules = scene.report, scene.side, scene.ruleset
    if report and side and report.ending == "walkover":
        paid = endings.walkover_payment(report, side, rules)
        if paid:
            yield PossibleRoll(keys.walkover_key(scene.team), paid.dice, "certain", "walkover")
        return
    if rules.winnings is None:
        return
    dice, special = rules.winnings.dice, _ORDINARY
    if report:
        dice, special = endings.winnings_dice(report, rules), endings.special_winnings(report, rules)
    first = PossibleRoll(
        keys.winnings_key(scene.team, 1, special), dice, "certain" if report else "perhaps", "winnings"
    )
    if report and side and endings.penalised(report, side, rules):
        if endings.winnings_taken(report, other_side(side), rules):
            yield first
        return
    yield first
    again = scene.ended is None or scene.ended in rules.winnings.may_reroll
    asked: Asked = "perhaps" if again else "idle"
    yield PossibleRoll(keys.winnings_key(scene.team, 2, special), dice, asked, "winnings2")


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
