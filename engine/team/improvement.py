"""Improvement rolls (league rules, improvement rolls): who may improve, what a throw offers, what it makes of him.

This is the way of editions that throw when a player reaches a level; ``spending`` has that of editions in which points
are spent, and whoever does not care which it is comes here. The throw lies on the table before the choice is offered,
and only what is legal is offered.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import cast

from engine import effects as fx
from engine.dice import Dice, Roll
from engine.errors import ImprovementIllegal, Problem, marked
from engine.rulesets.furniture import MajorSponsor
from engine.rulesets.model import Level, Ruleset, required
from engine.rulesets.tables import CHARACTERISTICS, Gain
from engine.team import spending
from engine.team.offers import (
    Improve,
    Improved,
    Offer,
    SkillGain,
    all_taken,
    characteristic_offers,
    dice_key,
    not_offered,
    skill_offers,
    team_retired,
    unknown_player,
    way_unknown,
)
from engine.team.sheet import Player, TeamSheet


def level_of(player: Player, ruleset: Ruleset) -> Level:
    """By his points; where points are spent, by the improvements they have bought."""
    if not spending.spends(ruleset):
        return ruleset.level(player.spp)
    costs = required(ruleset.improvement, "improvement", ruleset).costs
    taken = len(player.improvements)
    titles = (ruleset.levels[0].title, *(row.title for row in costs))
    return Level(0, titles[min(taken, len(costs))], taken)


def due(player: Player, ruleset: Ruleset) -> int:
    """How many improvements he has earned and not taken yet."""
    if not player.on_the_roster or ruleset.improvement is None or spending.spends(ruleset):
        return 0
    most = ruleset.improvement.most
    earned = ruleset.level(player.spp).improvements
    return max(0, (earned if most is None else min(earned, most)) - len(player.improvements))


def can_improve(player: Player, sheet: TeamSheet, ruleset: Ruleset) -> bool:
    """Whether he can improve now: he has reached a level, or can afford something."""
    if sheet.retired:
        return False
    if spending.spends(ruleset):
        return player.on_the_roster and spending.affordable(player, sheet, ruleset)
    return due(player, ruleset) > 0


def next_command(player: Player, sheet: TeamSheet, ruleset: Ruleset, *, way: str = "", category: str = "") -> Improve:
    """His next improvement, before anything is thrown or chosen: with a sponsor's dice, if he provides them."""
    sponsor = ruleset.sponsor(sheet.sponsor)
    whose = sponsor.key if sponsor and sponsor.improvement_dice and not spending.spends(ruleset) else ""
    of_category = category if way in spending.RANDOM else ""
    return Improve(player.key, len(player.improvements) + 1, way=way, category=of_category, sponsor=whose)


def dice_of(command: Improve, ruleset: Ruleset) -> tuple[int, ...]:
    """What is thrown for it: once, or until a random skill is one that he can learn."""
    rules = required(ruleset.improvement, "improvement", ruleset)
    sponsor = ruleset.sponsor(command.sponsor)
    if command.way in spending.RANDOM:
        return rules.random_dice
    return sponsor.improvement_dice if sponsor and sponsor.improvement_dice else rules.dice


def problems(command: Improve, sheet: TeamSheet, ruleset: Ruleset) -> tuple[Problem, ...]:
    player = sheet.player(command.player)
    if player is None:
        return (unknown_player(command.player, sheet),)
    if sheet.retired:
        return (team_retired(sheet),)
    if spending.spends(ruleset):
        return spending.problems(command, player, sheet, ruleset)
    if not due(player, ruleset) or command.nth != len(player.improvements) + 1:
        return (_not_due(player, ruleset),)
    return (way_unknown(command.way, ()),) if command.way else ()


def offers(player: Player, sheet: TeamSheet, ruleset: Ruleset, roll: Roll) -> tuple[Offer, ...]:
    """Everything that this throw lets him become, and nothing else."""
    if spending.spends(ruleset):
        return spending.offers(player, sheet, ruleset, roll)
    found = [offer for kept in _kept(roll, sheet, ruleset) for offer in _offered(kept, roll, player, sheet, ruleset)]
    # A skill that is offered both ways is a normal one.
    return tuple({offer.key: offer for offer in reversed(found)}.values())[::-1]


def decide_improvement(
    command: Improve, sheet: TeamSheet, ruleset: Ruleset, dice: Dice
) -> tuple[Offer, ...] | Improved:
    """What is offered, as long as nothing is chosen; then what was chosen."""
    found, player = problems(command, sheet, ruleset), sheet.player(command.player)
    if found or player is None:
        raise ImprovementIllegal(found)
    if spending.spends(ruleset):
        return spending.decide_spending(command, player, sheet, ruleset, dice)
    roll = dice.roll(dice_key(command, sheet.key), *dice_of(command, ruleset))
    offered = offers(player, sheet, ruleset, roll)
    if command.choice is None:
        return offered
    chosen = next((offer for offer in offered if offer.key == command.choice), None)
    if chosen is None:
        raise ImprovementIllegal((not_offered(command.choice, player, roll.faces),))
    taken = fx.ImprovementTaken(player.key, chosen.gain, chosen.what, chosen.value)
    return Improved((taken, *mishaps(player, sheet, ruleset, roll)))


def mishaps(player: Player, sheet: TeamSheet, ruleset: Ruleset, roll: Roll) -> Iterator[fx.InjurySuffered]:
    """What a sponsor's dice do to the player besides (2016/17 league compendium, sponsorship deals)."""
    sponsor = _throwing(roll, sheet, ruleset)
    for mishap in sponsor.mishaps if sponsor else ():
        if mishap.befalls(roll.faces):
            yield fx.InjurySuffered(player.key, mishap.key, misses_next=mishap.misses_next, niggle=mishap.niggle)


def _throwing(roll: Roll, sheet: TeamSheet, ruleset: Ruleset) -> MajorSponsor | None:
    """The sponsor whose dice these are, as long as the deal lasts."""
    sponsor = ruleset.sponsor(sheet.sponsor)
    provides = sponsor is not None and roll.key.endswith(f"/{sponsor.key}")
    return sponsor if provides else None


def _kept(roll: Roll, sheet: TeamSheet, ruleset: Ruleset) -> tuple[tuple[int, ...], ...]:
    """The dice that count: of a sponsor's, any; when the deal has ended meanwhile, the first ones."""
    counts = len(required(ruleset.improvement, "improvement", ruleset).dice)
    if len(roll.faces) <= counts:
        return (roll.faces,)
    if _throwing(roll, sheet, ruleset) is None:
        return (roll.faces[:counts],)
    return tuple(dict.fromkeys(combinations(roll.faces, counts)))


def _offered(kept: tuple[int, ...], roll: Roll, player: Player, sheet: TeamSheet, ruleset: Ruleset) -> Iterator[Offer]:
    rules = required(ruleset.improvement, "improvement", ruleset)
    gains = [gain for result in rules.results if result.first <= sum(kept) <= result.last for gain in result.offers]
    if len(kept) > 1 and len(set(kept)) == 1:
        gains += rules.double_offers
    shown = kept if kept != roll.faces else ()
    for gain in gains:
        for offer in _offers(gain, player, sheet, ruleset):
            yield Offer(offer.gain, offer.what, offer.value, kept=shown)


def _offers(gain: Gain, player: Player, sheet: TeamSheet, ruleset: Ruleset) -> Iterator[Offer]:
    if gain in CHARACTERISTICS:
        return characteristic_offers(gain, player, sheet, ruleset)
    return skill_offers(cast("SkillGain", gain), player, sheet, ruleset)


def _not_due(player: Player, ruleset: Ruleset) -> Problem:
    taken = len(player.improvements)
    following = next((level for level in ruleset.levels if level.improvements > taken), None)
    if following is None:
        return all_taken(player)
    return Problem(
        "improvement_not_due",
        marked("{player} has {spp} star player points; his next improvement needs {needed}."),
        "improvement",
        "player",
        {"player": player.name, "spp": player.spp, "needed": following.spp},
    )
