"""Gold after a match: winnings, petty cash that comes back, spiralling expenses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine import effects as fx
from engine.errors import ChoiceUnknown
from engine.match import endings, grounds
from engine.match import report as keys
from engine.match.after.step import Asked, Done, NeedsChoice, PossibleRoll, RollScene, StepScene
from engine.match.sides import other_side
from engine.rulesets.model import required

_ORDINARY: tuple[int, ...] = ()  # no dice of another kind of match


def winnings(scene: StepScene) -> Done | NeedsChoice:
    """A D6, FAME and a bonus, where the winner may throw again and must keep it; or a share of the gate."""
    if scene.report.ending == "walkover":
        return Done(tuple(_walkover_paid(scene)))
    rules = required(scene.ruleset.winnings, "winnings", scene.ruleset)
    if endings.winnings_lost(scene.report, scene.side, scene.ruleset):
        return _with_expenses(scene, ())
    if endings.pays_by_the_gate(scene.ruleset):
        return _with_expenses(scene, tuple(part for part in _of_the_gate(scene) if part.amount))
    dice, special = (kind(scene.report, scene.ruleset) for kind in (endings.winnings_dice, endings.special_winnings))
    first, place = keys.winnings_key(scene.team, 1, special), tuple(_of_the_place(scene))
    die = scene.dice.roll(first, *dice).total
    outcome = scene.last.outcome
    # Who has promised all of it to a stadium has no reason to ask for another throw.
    if outcome in rules.may_reroll and not _promised(scene):
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
        *place,
    )
    return _with_expenses(scene, tuple(_paid_out(scene, [part for part in parts if part.amount])))


def _of_the_place(scene: StepScene) -> Iterator[fx.GoldLine]:
    """What the attribute of a stadium brings to whoever has played there: each throws, or one throw is for both."""
    extra = grounds.extra_of(scene.report, scene.ruleset)
    payment = extra.winnings if extra else None
    if extra is not None and payment is not None:
        team = "" if extra.winnings_shared else scene.team
        key = keys.place_winnings_key(team, payment.dice)
        thrown = scene.dice.roll(key, *payment.dice).total if payment.dice else 0
        yield fx.GoldLine("stadium", thrown * payment.unit + payment.fixed)


def _of_its_own(scene: StepScene, won: int) -> int:
    """At a stadium that the team owns: more for a win, less for a defeat, down to nothing.

    A gain is never a loss, nor a loss a gain, whatever FAME is (reading A-06).
    """
    home, outcome, rules = scene.sheet.stadium, scene.last.outcome, scene.ruleset.stadiums
    if rules is None or home is None or not home.owned or outcome == "draw":
        return 0
    if not grounds.played_at_home(scene.report, scene.side, scene.ruleset):
        return 0
    thrown = scene.dice.roll(keys.own_stadium_key(scene.team), *rules.gain_dice).total
    if outcome == "win":
        return max(0, thrown + scene.last.fame) * rules.gain_unit
    return -min(max(0, thrown - scene.last.fame) * rules.gain_unit, max(0, won))


def _promised(scene: StepScene) -> bool:
    """All winnings of this match go for the home that the team has just taken."""
    return scene.last.sought is not None and scene.last.sought.for_winnings


def _paid_out(scene: StepScene, parts: Sequence[fx.GoldLine]) -> Iterator[fx.GoldLine]:
    """What was won, never less than nothing, and where it went if not into the treasury."""
    won = sum(part.amount for part in parts)
    yield from parts
    if own := _of_its_own(scene, won):
        yield fx.GoldLine("own-stadium", own)
        won += own
    if part := _sponsors_part(scene, won):
        yield fx.GoldLine("sponsor", part)
        won += part
    if won < 0:
        yield fx.GoldLine("at-least-nothing", -won)
    if won > 0 and _promised(scene):
        yield fx.GoldLine("residency", -won)


def _of_the_gate(scene: StepScene) -> Iterator[fx.GoldLine]:
    """BB2020, post-game sequence, step 1: half of all who came, and the touchdowns of the team. Half steps are kept."""
    rules = required(scene.ruleset.winnings, "winnings", scene.ruleset)
    gate = (scene.last.fans + scene.last.opponent_fans) * rules.unit
    yield fx.GoldLine("gate", gate // endings.gate_divisor(scene.report, scene.side, scene.ruleset))
    yield fx.GoldLine("touchdowns", scene.mine.score * rules.touchdown_unit)


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
    yield from _place_rolls(scene)
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


def _place_rolls(scene: RollScene) -> Iterator[PossibleRoll]:
    """What the attribute of the place brings, and the gain or loss of who owns it."""
    report, side, rules = scene.report, scene.side, scene.ruleset.stadiums
    if report is None or side is None or rules is None:
        return
    extra = grounds.extra_of(report, scene.ruleset)
    if extra and extra.winnings:
        team = "" if extra.winnings_shared else scene.team
        yield PossibleRoll(keys.place_winnings_key(team, extra.winnings.dice), extra.winnings.dice)
    home = scene.sheet.stadium if scene.sheet else None
    if home and home.owned and scene.ended != "draw" and grounds.played_at_home(report, side, scene.ruleset):
        yield PossibleRoll(keys.own_stadium_key(scene.team), rules.gain_dice)


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
    yield fx.GoldLine("conceded", max(0, die * rules.unit + _fame_money(scene, scene.last.opponent_fame)))


def _sponsors_part(scene: StepScene, won: int) -> int:
    """What a major sponsor takes of the winnings; never more than there are (reading A-07)."""
    sponsor = scene.ruleset.sponsor(scene.sheet.sponsor)
    return max(sponsor.winnings, -max(0, won)) if sponsor else 0


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
