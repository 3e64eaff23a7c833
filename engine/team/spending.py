"""Spending star player points (Blood Bowl 2020, post-game sequence: player advancement).

A skill is chosen, or thrown for in a category; a characteristic is thrown for, and instead of what the die offers
a skill may be chosen at the same price. What it costs depends on how many improvements he has had.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import cast

from engine import effects as fx
from engine.dice import Dice, Roll
from engine.errors import ImprovementIllegal, Problem, marked
from engine.rulesets.model import Ruleset, Skill, required
from engine.rulesets.tables import CHARACTERISTICS, Improvement, ImprovementCost
from engine.team.offers import (
    WAYS,
    Improve,
    Improved,
    Offer,
    SkillGain,
    Way,
    all_taken,
    categories_of,
    characteristic_offers,
    dice_key,
    not_offered,
    open_skills,
    skill_key,
    skill_offers,
    way_unknown,
)
from engine.team.sheet import Player, TeamSheet

CHARACTERISTIC: Way = "characteristic"
CHOSEN: tuple[Way, ...] = ("chosen-primary", "chosen-secondary")
RANDOM: tuple[Way, ...] = ("random-primary", "random-secondary")


@dataclass(frozen=True, slots=True)
class Purchase:
    """One way to spend points: what it costs, what it gives, and what stands in its way."""

    way: Way
    cost: int
    value: int | None  # what it adds to the player's; None: that depends on the die
    categories: tuple[str, ...] = ()  # of a skill, as far as there is anything left to learn
    problem: Problem | None = None


def spends(ruleset: Ruleset) -> bool:
    return ruleset.improvement is not None and bool(ruleset.improvement.costs)


def purchases(player: Player, sheet: TeamSheet, ruleset: Ruleset) -> tuple[Purchase, ...]:
    """Every way that the rules have, whether he can afford it or not; none when he has had all improvements."""
    rules = required(ruleset.improvement, "improvement", ruleset)
    row = _row(player, rules)
    if row is None or not player.on_the_roster:
        return ()
    return tuple(
        Purchase(
            way=way,
            cost=cost_of(way, row),
            value=None if way == CHARACTERISTIC else rules.values[way],
            categories=_categories(way, player, sheet, ruleset),
            problem=next(iter(_in_the_way(way, row, player, sheet, ruleset)), None),
        )
        for way in WAYS
    )


def affordable(player: Player, sheet: TeamSheet, ruleset: Ruleset) -> bool:
    """Whether he can improve now, in any way."""
    row = _row(player, required(ruleset.improvement, "improvement", ruleset))
    # Most players of a league cannot, and that is seen at a glance.
    if row is None or player.unspent < min(cost_of(way, row) for way in WAYS):
        return False
    return any(purchase.problem is None for purchase in purchases(player, sheet, ruleset))


def cost_of(way: Way, row: ImprovementCost) -> int:
    cost: int = getattr(row, way.replace("-", "_"))
    return cost


def problems(command: Improve, player: Player, sheet: TeamSheet, ruleset: Ruleset) -> tuple[Problem, ...]:
    rules = required(ruleset.improvement, "improvement", ruleset)
    row = _row(player, rules)
    if not player.on_the_roster:
        return (_gone(player),)
    if row is None:
        return (all_taken(player),)
    if command.nth != len(player.improvements) + 1:
        return (_out_of_turn(command, player),)
    if command.way not in WAYS:
        return (way_unknown(command.way, WAYS),)
    way = command.way
    found = _in_the_way(way, row, player, sheet, ruleset)
    if way in RANDOM and not found:
        found = _closed(command.category, way, player, sheet, ruleset)
    return found


def chosen_offers(player: Player, sheet: TeamSheet, ruleset: Ruleset) -> tuple[Offer, ...]:
    """The skills that he can buy without a throw."""
    return tuple(
        offer
        for purchase in purchases(player, sheet, ruleset)
        if purchase.way in CHOSEN and purchase.problem is None
        for offer in skill_offers(_gain(purchase.way), player, sheet, ruleset, purchase.cost)
    )


def way_of(choice: str, player: Player, sheet: TeamSheet, ruleset: Ruleset) -> Way:
    """The way to choose this skill, whether he can afford it or not. Refused if it is none for him to choose."""
    for way in CHOSEN:
        if choice in (skill_key(skill.name) for skill in open_skills(_gain(way), player, sheet, ruleset)):
            return way
    raise ImprovementIllegal((_not_his(choice, player, sheet, ruleset),))


def offers(player: Player, sheet: TeamSheet, ruleset: Ruleset, roll: Roll) -> tuple[Offer, ...]:
    """What a throw for a characteristic lets him become: what the die shows, or any skill of his categories."""
    rules = required(ruleset.improvement, "improvement", ruleset)
    row = _row(player, rules)
    cost = cost_of(CHARACTERISTIC, row) if row else 0
    gains = {gain for result in rules.results if result.first <= roll.total <= result.last for gain in result.offers}
    rising = (
        offer
        for name in CHARACTERISTICS
        if name in gains
        for offer in characteristic_offers(name, player, sheet, ruleset, cost)
    )
    skills = (offer for way in CHOSEN for offer in skill_offers(_gain(way), player, sheet, ruleset, cost))
    return (*rising, *skills)


def decide_spending(
    command: Improve, player: Player, sheet: TeamSheet, ruleset: Ruleset, dice: Dice
) -> tuple[Offer, ...] | Improved:
    """What is offered as long as nothing is chosen; then what was chosen. A random skill leaves nothing to choose."""
    found = problems(command, player, sheet, ruleset)
    if found:
        raise ImprovementIllegal(found)
    rules = required(ruleset.improvement, "improvement", ruleset)
    way = cast("Way", command.way)
    faces: tuple[int, ...] = ()
    if way in RANDOM:
        return _taken(player, _thrown_skill(command, player, sheet, ruleset, dice))
    if way == CHARACTERISTIC:
        roll = dice.roll(dice_key(command, sheet.key), *rules.dice)
        offered, faces = offers(player, sheet, ruleset, roll), roll.faces
    else:
        offered = tuple(offer for offer in chosen_offers(player, sheet, ruleset) if offer.gain == way)
    if command.choice is None:
        return offered
    chosen = next((offer for offer in offered if offer.key == command.choice), None)
    if chosen is None:
        problem = (
            not_offered(command.choice, player, faces) if faces else _not_his(command.choice, player, sheet, ruleset)
        )
        raise ImprovementIllegal((problem,))
    return _taken(player, chosen)


def _taken(player: Player, offer: Offer) -> Improved:
    return Improved((fx.ImprovementTaken(player.key, offer.gain, offer.what, offer.value, offer.spp),))


def _thrown_skill(command: Improve, player: Player, sheet: TeamSheet, ruleset: Ruleset, dice: Dice) -> Offer:
    """One die for the half of the table, one for the row. A skill that is not open to him is thrown again."""
    rules = required(ruleset.improvement, "improvement", ruleset)
    way, stem = cast("Way", command.way), dice_key(command, sheet.key)
    open_to_him = {skill.random: skill for skill in _random_skills(command.category, way, player, sheet, ruleset)}
    throws = (dice.roll(f"{stem}/{nth}", *rules.random_dice) for nth in count(1))
    places = (_place(roll, command.category, ruleset) for roll in throws)
    skill = next(open_to_him[place] for place in places if place in open_to_him)
    row = required(_row(player, rules), "improvement.costs", ruleset)
    return Offer(_gain(way), skill.name, rules.values[way], cost_of(way, row))


def _place(roll: Roll, category: str, ruleset: Ruleset) -> tuple[int, ...]:
    halves = max(skill.random[0] for skill in ruleset.skills if skill.category == category and skill.random)
    (half, row), sides = roll.faces, roll.sides[0]
    return ((half - 1) * halves // sides + 1, row)


def _random_skills(category: str, way: Way, player: Player, sheet: TeamSheet, ruleset: Ruleset) -> tuple[Skill, ...]:
    """The skills of a category that a throw can still give him."""
    skills = open_skills(_gain(way), player, sheet, ruleset)
    return tuple(skill for skill in skills if skill.category == category and skill.random)


def _categories(way: Way, player: Player, sheet: TeamSheet, ruleset: Ruleset) -> tuple[str, ...]:
    if way == CHARACTERISTIC:
        return ()
    if way in RANDOM:
        return _random_categories(way, player, sheet, ruleset)
    left = {skill.category for skill in open_skills(_gain(way), player, sheet, ruleset)}
    return tuple(category for category in categories_of(_gain(way), player, sheet, ruleset) if category in left)


def _random_categories(way: Way, player: Player, sheet: TeamSheet, ruleset: Ruleset) -> tuple[str, ...]:
    """Those whose table still has something for him."""
    rules = required(ruleset.improvement, "improvement", ruleset)
    return tuple(
        category
        for category in categories_of(_gain(way), player, sheet, ruleset)
        if rules.random_dice and _random_skills(category, way, player, sheet, ruleset)
    )


def _row(player: Player, rules: Improvement) -> ImprovementCost | None:
    """What his next improvement costs; None when he has had as many as anybody may have."""
    taken = len(player.improvements)
    most = len(rules.costs) if rules.most is None else min(rules.most, len(rules.costs))
    return rules.costs[taken] if taken < most else None


def _gain(way: Way) -> SkillGain:
    return cast("SkillGain", way)


def _in_the_way(
    way: Way, row: ImprovementCost, player: Player, sheet: TeamSheet, ruleset: Ruleset
) -> tuple[Problem, ...]:
    needed = cost_of(way, row)
    found = [_unaffordable(player, needed)] if player.unspent < needed else []
    if way != CHARACTERISTIC and not _categories(way, player, sheet, ruleset):
        found.append(_nothing_left(player))
    return tuple(found)


def _closed(category: str, way: Way, player: Player, sheet: TeamSheet, ruleset: Ruleset) -> tuple[Problem, ...]:
    open_to_him = _random_categories(way, player, sheet, ruleset)
    if category in open_to_him:
        return ()
    return (
        Problem(
            "improvement_category_closed",
            marked("{player} cannot throw for a skill of “{category}”. Open to him: {categories}."),
            "improvement",
            "category",
            {"player": player.name, "category": category, "categories": ", ".join(open_to_him)},
        ),
    )


def _unaffordable(player: Player, needed: int) -> Problem:
    return Problem(
        "improvement_unaffordable",
        marked("{player} has {available} star player points to spend; this needs {needed}."),
        "improvement",
        "way",
        {"player": player.name, "available": player.unspent, "needed": needed},
    )


def _nothing_left(player: Player) -> Problem:
    return Problem(
        "improvement_nothing_left",
        marked("There is nothing that {player} could learn so."),
        "improvement",
        "way",
        {"player": player.name},
    )


def _gone(player: Player) -> Problem:
    return Problem(
        "improvement_not_on_roster",
        marked("{player} is not on the roster any more."),
        "improvement",
        "player",
        {"player": player.name},
    )


def _out_of_turn(command: Improve, player: Player) -> Problem:
    return Problem(
        "improvement_out_of_turn",
        marked("This would be improvement {nth} of {player}, who has had {taken}."),
        "improvement",
        "player",
        {"player": player.name, "nth": command.nth, "taken": len(player.improvements)},
    )


def _not_his(choice: str, player: Player, sheet: TeamSheet, ruleset: Ruleset) -> Problem:
    """Why he may not choose a skill: he has it, or it is not open to him."""
    if choice in map(skill_key, sheet.skills_of(player, ruleset)):
        return Problem(
            "improvement_skill_owned",
            marked("{player} has “{skill}” already."),
            "improvement",
            "choice",
            {"player": player.name, "skill": choice.partition("/")[2]},
        )
    return Problem(
        "improvement_skill_closed",
        marked("“{choice}” is no skill that {player} may choose."),
        "improvement",
        "choice",
        {"player": player.name, "choice": choice},
    )
