"""What a team is worth, line by line (league rules, team roster: team value)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.rulesets.model import Ruleset
from engine.team.sheet import Player, TeamSheet


@dataclass(frozen=True, slots=True)
class ValueLine:
    """One line of the explanation. ``left_out`` says why a line counts nothing."""

    what: str
    about: str
    times: int
    each: int
    left_out: str = ""

    @property
    def amount(self) -> int:
        return 0 if self.left_out else self.times * self.each


@dataclass(frozen=True, slots=True)
class Value:
    lines: tuple[ValueLine, ...]

    @property
    def total(self) -> int:
        return sum(line.amount for line in self.lines)


def player_value(player: Player, sheet: TeamSheet, ruleset: Ruleset) -> int:
    return ruleset.roster(sheet.roster).position(player.position).cost


def value(sheet: TeamSheet, ruleset: Ruleset) -> Value:
    """Players who will play next match, and the team's goods. Gold and players who miss it count nothing."""
    if not sheet.founded:
        return Value(())
    players = tuple(
        ValueLine(
            what="player",
            about=player.key,
            times=1,
            each=player_value(player, sheet, ruleset),
            left_out="misses-next" if player.misses_next else "",
        )
        for player in sheet.roll_call
    )
    roster = ruleset.roster(sheet.roster)
    goods = tuple(
        ValueLine(what="good", about=good.key, times=sheet.goods[good.key], each=ruleset.good_cost(roster, good.key))
        for good in ruleset.goods
        if sheet.goods[good.key]
    )
    return Value(players + goods)
