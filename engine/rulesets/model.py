"""The shape of a ruleset. Every number of the game lives in ``rosters_data/`` and reaches the rules through here."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from engine.errors import UnknownName
from engine.tally import Tally
from engine.typed import plain

Characteristic = Literal["ma", "st", "ag", "av"]
Outcome = Literal["win", "draw", "loss"]
Mistake = Literal["crisis-averted", "minor-incident", "major-incident", "catastrophe"]
StepName = Literal["spp", "winnings", "fan-factor", "expensive-mistakes"]
TieBreaker = Literal["points", "touchdown-difference", "touchdowns-for", "casualty-difference"]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule's name, as a newcomer looks it up, and where the source has it."""

    name: str
    place: str


@dataclass(frozen=True, slots=True)
class Skill:
    name: str
    category: str


@dataclass(frozen=True, slots=True)
class Position:
    key: str
    name: str
    min: int
    max: int
    cost: int
    ma: int
    st: int
    ag: int
    av: int
    skills: tuple[str, ...]
    primary: str
    secondary: str
    pa: int | None = None

    def characteristic(self, name: Characteristic) -> int:
        return int(getattr(self, name))


@dataclass(frozen=True, slots=True)
class Roster:
    """A team list: the positions a race may hire, and what its goods cost."""

    key: str
    name: str
    reroll_cost: int
    apothecary: bool
    positions: tuple[Position, ...]
    special_rules: tuple[str, ...] = ()

    def position(self, key: str) -> Position:
        for position in self.positions:
            if position.key == key:
                return position
        raise UnknownName(kind="position", name=key, ruleset=self.name)


@dataclass(frozen=True, slots=True)
class Good:
    """Something besides players that a team owns by number: re-rolls, fan factor, staff."""

    key: str
    name: str
    cost: int | None  # None: the roster says what it costs
    draft_max: int | None  # None: no limit
    max: int | None


@dataclass(frozen=True, slots=True)
class Draft:
    gold: int
    players_min: int
    players_max: int
    number_max: int


@dataclass(frozen=True, slots=True)
class Level:
    spp: int
    title: str
    improvements: int


@dataclass(frozen=True, slots=True)
class CasualtyResult:
    """A stretch of the casualty table, both ends included."""

    first: int
    last: int
    key: str
    name: str
    misses_next: bool = False
    niggle: bool = False
    loses: Characteristic | None = None
    dead: bool = False


@dataclass(frozen=True, slots=True)
class CasualtyTable:
    dice: tuple[int, ...]
    results: tuple[CasualtyResult, ...]
    most_lost: int  # a characteristic is never reduced by more than this
    lowest: int  # ... nor below this

    def result(self, score: int) -> CasualtyResult:
        for result in self.results:
            if result.first <= score <= result.last:
                return result
        raise UnknownName(kind="casualty result", name=str(score), ruleset="casualty table")


@dataclass(frozen=True, slots=True)
class Mvp:
    nominees: int
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Fame:
    """The advantage of having at least this many times the other side's fans; more than level always counts."""

    ratio: int
    fame: int


@dataclass(frozen=True, slots=True)
class Fans:
    dice: tuple[int, ...]
    unit: int
    fame: tuple[Fame, ...]


@dataclass(frozen=True, slots=True)
class Winnings:
    dice: tuple[int, ...]
    unit: int
    fame_unit: int
    bonus: Mapping[Outcome, int]
    may_reroll: tuple[Outcome, ...]


@dataclass(frozen=True, slots=True)
class FanFactorRoll:
    dice: tuple[int, ...]
    higher: int
    lower: int


@dataclass(frozen=True, slots=True)
class MistakeBand:
    """A column of the expensive mistakes table: the treasury it starts at, and the result of each face."""

    treasury: int
    results: tuple[Mistake, ...]


@dataclass(frozen=True, slots=True)
class ExpensiveMistakes:
    dice: tuple[int, ...]
    bands: tuple[MistakeBand, ...]
    unit: int
    minor_dice: tuple[int, ...]
    major_divisor: int
    kept_dice: tuple[int, ...]

    def band(self, treasury: int) -> MistakeBand | None:
        reached = [band for band in self.bands if treasury >= band.treasury]
        return reached[-1] if reached else None


@dataclass(frozen=True, slots=True)
class League:
    points: Mapping[Outcome, int]
    tie_breakers: tuple[TieBreaker, ...]


@dataclass(frozen=True)
class Ruleset:
    key: str
    name: str
    version: str
    rules: Mapping[str, Rule]
    draft: Draft
    goods: tuple[Good, ...]
    spp: Tally
    casualty_earns_spp: tuple[str, ...]
    casualty_causes: tuple[str, ...]
    levels: tuple[Level, ...]
    casualty: CasualtyTable
    mvp: Mvp
    fans: Fans
    winnings: Winnings
    fan_factor: Mapping[Outcome, FanFactorRoll]
    expensive_mistakes: ExpensiveMistakes
    league: League
    post_match: tuple[StepName, ...]
    skills: tuple[Skill, ...] = ()
    teams: tuple[Roster, ...] = field(default=())

    def roster(self, key: str) -> Roster:
        for roster in self.teams:
            if roster.key == key:
                return roster
        raise UnknownName(kind="team", name=key, ruleset=self.name)

    def good(self, key: str) -> Good:
        for good in self.goods:
            if good.key == key:
                return good
        raise UnknownName(kind="team good", name=key, ruleset=self.name)

    def good_cost(self, roster: Roster, key: str) -> int:
        cost = self.good(key).cost
        return roster.reroll_cost if cost is None else cost

    def goods_of(self, roster: Roster) -> tuple[Good, ...]:
        return tuple(good for good in self.goods if good.key != "apothecary" or roster.apothecary)

    def level(self, spp: int) -> Level:
        return [level for level in self.levels if spp >= level.spp][-1]

    @cached_property
    def content_hash(self) -> str:
        """The same for the same content, whatever file or database it was read from."""
        text = json.dumps(plain(self), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()
