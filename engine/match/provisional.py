"""What a report that nobody has confirmed would do to both teams, as far as its dice have fallen.

Nothing is thrown for it. Who is hurt, and of whose casualty a die is still to fall, misses the next match until then.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine import effects as fx
from engine.dice import Dice, ReplayDice, Roll, TableDice
from engine.errors import EngineError
from engine.match.played import decide_match
from engine.match.report import MatchReport, victim_of
from engine.rulesets.model import Ruleset
from engine.team.sheet import TeamSheet


@dataclass(frozen=True, slots=True)
class Provisional:
    effects: tuple[fx.TeamEffect, ...] = ()
    unknown: tuple[tuple[str, str], ...] = ()  # team and player whose casualty waits for its dice
    fits: bool = True  # False: it cannot be told of these teams as they stand, and nothing of it counts


class Unthrown(Dice):
    """Dice that nobody has thrown: they lie on their lowest faces, and say which they are."""

    def _throw(self, key: str, sides: tuple[int, ...]) -> Roll:
        return Roll(key, sides, (1,) * len(sides), "scripted")


def provisional(
    match: str, report: MatchReport, sheets: Mapping[str, TeamSheet], fallen: Iterable[Roll], ruleset: Ruleset
) -> Provisional:
    """``fallen`` are the rolls of the match that lie on the table already."""
    missing = Unthrown()
    dice = ReplayDice(fallen, fresh=TableDice(report.dice, otherwise=missing))
    try:
        decided = decide_match(match, report, sheets, dice, ruleset)
    except EngineError:
        return Provisional(fits=False)
    hurt = dict.fromkeys(victim for roll in missing.log if (victim := victim_of(roll.key)))
    unknown = tuple((team, player) for team, player in hurt if sheets[team].player(player))
    known = tuple(one for one in decided if not _tells_of(one, hurt))
    absent = tuple(fx.TeamEffect(team, fx.PlayerAmended(player, misses_next=True)) for team, player in unknown)
    return Provisional((*known, *absent), unknown)


def _tells_of(one: fx.TeamEffect, hurt: Mapping[tuple[str, str], None]) -> bool:
    """Whether it says what became of somebody of whom nobody knows yet."""
    if isinstance(one.effect, fx.DeadMayRise):
        return any(one.team != team and one.effect.victim == player for team, player in hurt)
    injury = isinstance(one.effect, fx.InjurySuffered | fx.CasualtySaved | fx.PlayerDied)
    return injury and (one.team, getattr(one.effect, "player", "")) in hurt
