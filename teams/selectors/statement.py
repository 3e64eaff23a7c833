"""Reading a team's gold: where it came from and where it went."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from engine import effects as fx
from engine.rulesets import Ruleset
from engine.team.home_acts import sale_named
from engine.team.sheet import TeamSheet
from leagues.mapping import ruleset_of
from teams.mapping import sheet_of
from teams.models import EffectRow, Team
from teams.selectors.effects import effects_of, remark_of

# The rule behind a movement of gold; a reason that is not here goes by the rule of the same name.
RULE_OF_REASON = {
    "starting-treasury": "draft.gold",
    "not-banked": "draft.gold",
    "player-hired": "draft.position",
    "goods-bought": "draft.goods",
    "journeyman-hired": "hiring.journeymen",
    "star-rostered": "hiring.stars",
    "upkeep": "hiring.stars",
    "inducements": "inducements.gold",
    "petty-cash": "inducements.gold",
    "petty-cash-returned": "inducements.gold",
    "residency-kept": "residency",
    "residency-cancelled": "residency",
    "stadium-bought": "residency",
    "stadium-fund": "residency",
    "stadium-sold": "residency",
    "sponsor": "sponsors",
    "sponsorships": "sponsors",
    "insurance": "sponsors",
    "sponsor-fee": "sponsors",
    "sponsor-fee-unpaid": "sponsors",
    "deal": "deals",
    "as-entered": "commissioner",
    "ruling": "commissioner",
}
AS_ENTERED = "as-entered"


@dataclass(frozen=True, slots=True)
class StatementLine:
    """A movement of gold: when, why, how much, what was left."""

    occasion: str
    kind: str
    reason: str
    about: str
    amount: int
    balance: int
    parts: tuple[fx.GoldLine, ...]
    rolls: tuple[dict[str, Any], ...]
    ruleset: Ruleset  # what was played by at the time
    times: int = 1  # how many of what it is about
    note: str = ""  # the reason that was given, where one has to be


@dataclass(frozen=True, slots=True)
class StatementRow:
    """A line of the statement, explained."""

    line: StatementLine
    subject: str  # the player, the good, the star or the team it is about
    rule: str
    rule_name: str

    @property
    def times(self) -> int:
        return self.line.times


@dataclass(frozen=True, slots=True)
class StatementBlock:
    """What one occasion did to the treasury: a match, or something that has no opponent, such as the draft."""

    nth: int  # among the blocks, the oldest first
    occasion: str
    kind: str  # of its first cause
    played: fx.MatchPlayed | None
    opponent: Team | None  # whom it played, or dealt with
    rows: tuple[StatementRow, ...]

    @property
    def amount(self) -> int:
        return sum(row.line.amount for row in self.rows)

    @property
    def balance(self) -> int:
        return self.rows[-1].line.balance

    def only(self, reason: str) -> StatementBlock | None:
        """The same with nothing but movements for this reason; none of them: nothing."""
        rows = tuple(row for row in self.rows if row.line.reason == reason)
        return replace(self, rows=rows) if rows else None


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which movements of gold are asked for: for a reason, from one occasion to another. What is empty is all."""

    reason: str = ""
    since: str = ""
    until: str = ""

    def lines(self, lines: Iterable[StatementLine]) -> tuple[StatementLine, ...]:
        told = tuple(lines)
        first, last = self._range([line.occasion for line in told])
        return tuple(line for line in told[first:last] if self.reason in ("", line.reason))

    def blocks(self, blocks: tuple[StatementBlock, ...]) -> tuple[StatementBlock, ...]:
        """``blocks`` and what is left of them: the latest first."""
        oldest_first = blocks[::-1]
        first, last = self._range([block.occasion for block in oldest_first])
        within = oldest_first[first:last][::-1]
        return tuple(filter(None, (block.only(self.reason) for block in within))) if self.reason else within

    def _range(self, occasions: list[str]) -> tuple[int, int]:
        """An occasion that moved no gold, or that never was, has nothing before it and nothing behind."""
        if (self.since and self.since not in occasions) or (self.until and self.until not in occasions):
            return 0, 0
        first = occasions.index(self.since) if self.since else 0
        last = len(occasions) - occasions[::-1].index(self.until) if self.until else len(occasions)
        return first, last


def statement(team: Team) -> tuple[StatementLine, ...]:
    """Where the gold came from and where it went, oldest first."""
    return tuple(_statement_lines(_moved(team)))


def statement_page(team: Team) -> tuple[StatementBlock, ...]:
    """The statement by occasion, latest first, with names for everything it speaks of."""
    rows = list(_moved(team))
    played = {row.revision.cause.occasion: effect for row in rows if isinstance(effect := _effect(row), fx.MatchPlayed)}
    lines = tuple(_statement_lines(rows))
    names = _Names(team, {one.opponent for one in played.values()} | {line.about for line in lines})
    blocks: list[StatementBlock] = []
    for occasion, group in groupby(lines, key=lambda line: line.occasion):
        told, match = tuple(group), played.get(occasion)
        blocks.append(
            StatementBlock(
                nth=len(blocks) + 1,
                occasion=occasion,
                kind=told[0].kind,
                played=match,
                opponent=names.teams.get(match.opponent if match else told[0].about),
                rows=tuple(names.row(line) for line in told),
            )
        )
    return tuple(reversed(blocks))


class _Names:
    """What people call the things that a line is about."""

    def __init__(self, team: Team, keys: Iterable[str]) -> None:
        self.ruleset: Ruleset = ruleset_of(team.ruleset_id)
        self.sheet: TeamSheet = sheet_of(team)
        found = Team.objects.filter(league=team.league_id, key__in=set(keys))
        self.teams: Mapping[str, Team] = {other.key: other for other in found}

    def row(self, line: StatementLine) -> StatementRow:
        rule = RULE_OF_REASON.get(line.reason, line.reason)
        rules = self.ruleset.rules
        known = rule if rule in rules else ""
        return StatementRow(line, self._subject(line), known, rules[known].name if known else "")

    def _subject(self, line: StatementLine) -> str:
        player = self.sheet.player(line.about)
        if player is not None:
            return f"#{player.number} {player.name}"
        if line.about in self.teams:
            return self.teams[line.about].name
        both = (line.ruleset, self.ruleset)
        goods = {good.key: good.name for rules in both for good in rules.goods}
        stars = {star.key: star.name for rules in both for star in rules.stars}
        sponsors = {one.key: one.name for rules in both if rules.sponsors for one in rules.sponsors.majors}
        sales = (sale_named(line.about, rules) for rules in both)
        sale = next((row.name for row in sales if row), "")
        return goods.get(line.about) or stars.get(line.about) or sponsors.get(line.about) or sale


def _moved(team: Team) -> Iterable[EffectRow]:
    """Gold, what it was paid for, and the matches it came from."""
    kinds = (fx.GoldChanged, fx.GoodsChanged, fx.MatchPlayed, fx.TeamEntered)
    return effects_of(team).filter(kind__in=[kind.kind() for kind in kinds])


def _effect(row: EffectRow) -> fx.Effect:
    return fx.from_data(row.data)


def _statement_lines(rows: Iterable[EffectRow]) -> Iterator[StatementLine]:
    balance = 0
    bought: dict[tuple[int, str], int] = {}  # by the telling it belongs to: the last count of each good
    for row in rows:
        effect, times = _effect(row), 1
        if isinstance(effect, fx.GoodsChanged):
            bought[row.revision_id, effect.good] = effect.by
        if isinstance(effect, fx.TeamEntered):
            effect = fx.GoldChanged(effect.treasury, AS_ENTERED)
        if not isinstance(effect, fx.GoldChanged):
            continue
        if effect.reason == "goods-bought":
            times = bought.get((row.revision_id, effect.about), 1)
        balance += effect.amount
        yield StatementLine(
            occasion=row.revision.cause.occasion,
            kind=row.revision.cause.kind,
            reason=effect.reason,
            about=effect.about,
            amount=effect.amount,
            balance=balance,
            parts=effect.lines,
            rolls=tuple(row.revision.rolls),
            ruleset=ruleset_of(row.revision.ruleset_id),
            times=times,
            note=remark_of(row),
        )
