"""What a team is worth, line by line (league rules, team roster: team value)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.rulesets.model import Ruleset
from engine.team.sheet import Player, TeamSheet

MISSES_NEXT, RETIRED, NOT_COUNTED = "misses-next", "retired", "not-counted"
ABSENT = (MISSES_NEXT, RETIRED)


@dataclass(frozen=True, slots=True)
class ValuePart:
    """What a player's value adds up from: the price of his position, an improvement, niggling injuries."""

    what: Literal["position", "improvement", "niggles"]
    about: str  # the key of the position, the skill's name or the characteristic
    amount: int
    rule: str = ""  # the special rule by which it counts nothing


@dataclass(frozen=True, slots=True)
class ValueLine:
    """One line of the explanation. ``left_out`` says why a line counts nothing."""

    what: str
    about: str
    times: int
    each: int
    left_out: str = ""
    parts: tuple[ValuePart, ...] = ()  # of a player; they add up to ``each``

    @property
    def amount(self) -> int:
        return 0 if self.left_out else self.times * self.each


@dataclass(frozen=True, slots=True)
class Value:
    lines: tuple[ValueLine, ...]

    @property
    def total(self) -> int:
        return sum(line.amount for line in self.lines)

    @property
    def with_the_missing(self) -> int:
        """The value of the whole roster: players who miss the next match or are temporarily retired included."""
        return sum(line.times * line.each for line in self.lines if line.left_out in ("", *ABSENT))


def player_value(player: Player, sheet: TeamSheet, ruleset: Ruleset) -> int:
    return sum(part.amount for part in player_parts(player, sheet, ruleset))


def player_parts(player: Player, sheet: TeamSheet, ruleset: Ruleset) -> tuple[ValuePart, ...]:
    """His price, whatever he has learned, and what old injuries take from it."""
    learned = tuple(ValuePart("improvement", one.what, one.value) for one in player.improvements)
    niggles = player.niggles * ruleset.value.niggle
    old = (ValuePart("niggles", str(player.niggles), niggles),) if niggles else ()
    return (_price(player, sheet, ruleset), *learned, *old)


def _price(player: Player, sheet: TeamSheet, ruleset: Ruleset) -> ValuePart:
    """What his position costs; of cheap linemen it counts nothing (team special rules, Low Cost Linemen)."""
    position = sheet.position_of(player, ruleset)
    rule = ruleset.value.free_linemen
    if position.journeyman and rule and rule in sheet.special_rules(ruleset.roster(sheet.roster)):
        return ValuePart("position", position.key, 0, rule)
    return ValuePart("position", position.key, position.cost)


def _absent(player: Player, ruleset: Ruleset) -> str:
    if player.status == "retired":
        return RETIRED
    return MISSES_NEXT if player.misses_next and not ruleset.value.missing_count else ""


def value(sheet: TeamSheet, ruleset: Ruleset) -> Value:
    """Players who will play next match, and the team's goods. Gold and players who miss it count nothing."""
    if not sheet.founded:
        return Value(())
    players = tuple(_player(player, sheet, ruleset) for player in sheet.roll_call)
    roster = ruleset.roster(sheet.roster)
    goods = tuple(
        ValueLine(
            what="good",
            about=good.key,
            times=sheet.goods[good.key],
            each=ruleset.good_cost(roster, good.key),
            left_out=NOT_COUNTED if good.key in ruleset.value.left_out else "",
        )
        for good in ruleset.goods
        if sheet.goods[good.key]
    )
    return Value(players + _star(sheet, ruleset) + goods)


def _player(player: Player, sheet: TeamSheet, ruleset: Ruleset) -> ValueLine:
    parts = player_parts(player, sheet, ruleset)
    each = sum(part.amount for part in parts)
    return ValueLine("player", player.key, 1, each, _absent(player, ruleset), parts)


def _star(sheet: TeamSheet, ruleset: Ruleset) -> tuple[ValueLine, ...]:
    """A star on the roster plays, so he counts, at his price (SOURCES: rostered stars)."""
    star = ruleset.star(sheet.star)
    if star is None or star.cost is None:
        return ()
    return (ValueLine(what="star", about=star.key, times=1, each=star.cost),)
