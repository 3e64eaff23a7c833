"""Star player rolls (Basic, section 2.5.1): a throw for each player, with what he and his team did on top."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from engine import effects as fx
from engine.match import boons, endings
from engine.match import report as keys
from engine.match.after.points import best_rolls, deeds_done, most_valuable, of_the_winner
from engine.match.after.step import Done, PossibleRoll, RollScene, StepScene
from engine.rulesets.model import required
from engine.rulesets.tables import SppCondition, SppModifier
from engine.team.sheet import Player

ROLLED = "star-player-roll"  # what the points of a throw are written down as


@dataclass(frozen=True, slots=True)
class StarPlayerRoll:
    """One player's: what is added to his die, and why."""

    player: str
    key: str
    modifiers: tuple[SppModifier, ...]

    @property
    def added(self) -> int:
        return sum(one.modifier for one in self.modifiers)


def star_player_rolls(scene: StepScene) -> Done:
    """What each player did stands on his sheet; points come from the dice, and from an opponent who gave up.

    The edition knows no most valuable player; a league that wants one has one.
    """
    return Done((*deeds_done(scene), *_points(scene), *most_valuable(scene)))


def rolls(scene: StepScene) -> tuple[StarPlayerRoll, ...]:
    """One for each player who could play and has survived; none for a side that gave up, or that nobody met."""
    rules, report = scene.ruleset.concession, scene.report
    gave_up = rules is not None and rules.costs("spp") and endings.penalised(report, scene.side, scene.ruleset)
    if gave_up or report.ending == "walkover":
        return ()
    return tuple(_roll(player, scene) for player in scene.sheet.players if _throws(player, scene))


def star_player_possible_rolls(scene: RollScene) -> Iterator[PossibleRoll]:
    """For each player of the day who could play: who has survived by then, only the sequence knows."""
    report, side, table, rules = scene.report, scene.side, scene.ruleset.spp_roll, scene.ruleset.concession
    if report is None or side is None or scene.sheet is None or table is None or report.ending == "walkover":
        return
    if not (rules and rules.costs("spp") and endings.penalised(report, side, scene.ruleset)):
        fit = (player for player in scene.sheet.fit if not player.guest)
        yield from (PossibleRoll(keys.star_player_key(scene.team, player.key), table.dice) for player in fit)
    yield from best_rolls(scene)


def _throws(player: Player, scene: StepScene) -> bool:
    return player.key in scene.last.fit and player.on_the_roster


def _roll(player: Player, scene: StepScene) -> StarPlayerRoll:
    table = required(scene.ruleset.spp_roll, "spp_roll", scene.ruleset)
    fitting = (one for one in table.modifiers if _COUNTED[one.key](player, scene) >= one.at_least)
    return StarPlayerRoll(player.key, keys.star_player_key(scene.team, player.key), tuple(fitting))


def _points(scene: StepScene) -> Iterator[fx.SppEarned]:
    table = required(scene.ruleset.spp_roll, "spp_roll", scene.ruleset)
    for roll in rolls(scene):
        points = table.points(scene.dice.roll(roll.key, *table.dice).total + roll.added)
        if points:
            yield fx.SppEarned(roll.player, ROLLED, 1, points)
    yield from of_the_winner(scene)


# What each modifier counts.


def _won(player: Player, scene: StepScene) -> int:
    return int(scene.last.outcome == "win")


def _team_scored(player: Player, scene: StepScene) -> int:
    return scene.mine.score


def _team_hurt(player: Player, scene: StepScene) -> int:
    return sum(_hurt(one, scene) for one in scene.sheet.players)


def _scored(player: Player, scene: StepScene) -> int:
    return sum(deeds.counts["touchdown"] for deeds in scene.mine.deeds if deeds.player == player.key)


def _hurt(player: Player, scene: StepScene) -> int:
    """By a block of either side, as in the record of the match (Basic, section 2.4)."""
    caused = (one for one in scene.other.casualties if one.by == player.key)
    return sum(boons.casualty_worth(one, player, scene.report, scene.side, scene.ruleset).counts for one in caused)


_COUNTED: Mapping[SppCondition, Callable[[Player, StepScene], int]] = {
    "team-won": _won,
    "team-touchdowns": _team_scored,
    "team-casualties": _team_hurt,
    "player-touchdown": _scored,
    "player-casualty": _hurt,
}
