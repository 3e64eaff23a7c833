"""Improvement rolls (league rules, improvement rolls): who may improve, what a throw offers, what it makes of him.

This is the way of editions that throw when a player reaches a level. The throw lies on the table before the choice is
offered, and only what is legal is offered.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine import effects as fx
from engine.dice import Dice, Roll
from engine.errors import ImprovementIllegal, Problem, marked
from engine.rulesets.model import Position, Ruleset, required
from engine.rulesets.tables import CHARACTERISTICS, Characteristic, Gain
from engine.team.sheet import Player, TeamSheet

SKILL = "skill"


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that a throw lets a player become: a skill by its name, or a characteristic."""

    gain: Gain
    what: str
    value: int  # what it adds to his

    @property
    def key(self) -> str:
        return self.what if self.gain in CHARACTERISTICS else f"{SKILL}/{self.what}"


@dataclass(frozen=True, slots=True)
class Improve:
    """The command: the player's ``nth`` improvement, and what was chosen of what the throw offers."""

    player: str
    nth: int
    choice: str | None = None


def improvement_key(team: str, player: str, nth: int) -> str:
    return f"improvement/{team}/{player}/{nth}"


def due(player: Player, ruleset: Ruleset) -> int:
    """How many improvements he has earned and not taken yet."""
    if not player.on_the_roster or ruleset.improvement is None or ruleset.improvement.costs:
        return 0
    most = ruleset.improvement.most
    earned = ruleset.level(player.spp).improvements
    return max(0, (earned if most is None else min(earned, most)) - len(player.improvements))


def problems(command: Improve, sheet: TeamSheet, ruleset: Ruleset) -> tuple[Problem, ...]:
    player = sheet.player(command.player)
    if player is None:
        return (
            Problem(
                "player_unknown",
                marked("{team} has no player {player}."),
                "improvement",
                "player",
                {"team": sheet.name, "player": command.player},
            ),
        )
    if not due(player, ruleset) or command.nth != len(player.improvements) + 1:
        return (_not_due(player, ruleset),)
    return ()


def offers(player: Player, sheet: TeamSheet, ruleset: Ruleset, roll: Roll) -> tuple[Offer, ...]:
    """Everything that this throw lets him become, and nothing else."""
    rules = required(ruleset.improvement, "improvement", ruleset)
    position = sheet.position_of(player, ruleset)
    gains = [gain for result in rules.results if result.first <= roll.total <= result.last for gain in result.offers]
    if len(roll.faces) > 1 and len(set(roll.faces)) == 1:
        gains += rules.double_offers
    found = [offer for gain in gains for offer in _offers(gain, player, position, ruleset)]
    # A skill that is offered both ways is a normal one.
    return tuple({offer.key: offer for offer in reversed(found)}.values())[::-1]


def decide_improvement(
    command: Improve, sheet: TeamSheet, ruleset: Ruleset, dice: Dice
) -> tuple[Offer, ...] | fx.Effect:
    """What is offered, as long as nothing is chosen; then what was chosen."""
    found, player = problems(command, sheet, ruleset), sheet.player(command.player)
    if found or player is None:
        raise ImprovementIllegal(found)
    rules = required(ruleset.improvement, "improvement", ruleset)
    roll = dice.roll(improvement_key(sheet.key, player.key, command.nth), *rules.dice)
    offered = offers(player, sheet, ruleset, roll)
    if command.choice is None:
        return offered
    chosen = next((offer for offer in offered if offer.key == command.choice), None)
    if chosen is None:
        raise ImprovementIllegal((_not_offered(command.choice, player, roll),))
    return fx.ImprovementTaken(player.key, chosen.gain, chosen.what, chosen.value)


def _offers(gain: Gain, player: Player, position: Position, ruleset: Ruleset) -> Iterator[Offer]:
    rules = required(ruleset.improvement, "improvement", ruleset)
    worth = rules.values[gain]
    if gain == "normal" or gain == "double":
        letters = position.primary if gain == "normal" else position.secondary
        owned = {*position.skills, *player.skills}
        for skill in ruleset.learnable(position, letters):
            if skill.name not in owned:
                yield Offer(gain, skill.name, worth)
    elif gain in CHARACTERISTICS and _may_rise(gain, player, position, ruleset):
        yield Offer(gain, gain, worth)


def _may_rise(name: Characteristic, player: Player, position: Position, ruleset: Ruleset) -> bool:
    """By value, not by count: what an injury took may be won back (FAQ on improvements)."""
    rules = required(ruleset.improvement, "improvement", ruleset)
    start, points = position.characteristic(name), player.gained[name] - player.lost[name]
    within = rules.most_gained is None or points < rules.most_gained
    return within and (rules.highest is None or start is None or start + points < rules.highest)


def _not_due(player: Player, ruleset: Ruleset) -> Problem:
    taken = len(player.improvements)
    following = next((level for level in ruleset.levels if level.improvements > taken), None)
    if following is None:
        return Problem(
            "improvements_all_taken",
            marked("{player} has had {taken} improvements; there are no more."),
            "improvement",
            "player",
            {"player": player.name, "taken": taken},
        )
    return Problem(
        "improvement_not_due",
        marked("{player} has {spp} star player points; his next improvement needs {needed}."),
        "improvement",
        "player",
        {"player": player.name, "spp": player.spp, "needed": following.spp},
    )


def _not_offered(choice: str, player: Player, roll: Roll) -> Problem:
    return Problem(
        "improvement_not_offered",
        marked("“{choice}” is nothing that {player} may take after throwing {faces}."),
        "improvement",
        "choice",
        {"choice": choice, "player": player.name, "faces": ", ".join(map(str, roll.faces))},
    )
