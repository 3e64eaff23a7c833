"""Reading a team's gold: where it came from and where it went."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from django.db.models import QuerySet

from engine import effects as fx
from engine.rulesets import Ruleset
from engine.team.sheet import TeamSheet
from leagues.mapping import ruleset_of
from teams.mapping import sheet_of
from teams.models import EffectRow, Team
from teams.selectors.effects import effects_of, ruling_reason

# The rule behind a movement of gold; a reason that is not here goes by the rule of the same name.
RULE_OF_REASON = {
    "starting-treasury": "draft.gold",
    "player-hired": "draft.position",
    "goods-bought": "draft.goods",
    "as-entered": "commissioner",
    "ruling": "commissioner",
}


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
    note: str = ""  # why a commissioner ruled so


@dataclass(frozen=True, slots=True)
class StatementRow:
    """A line of the statement, explained."""

    line: StatementLine
    subject: str  # the player or the good it is about
    times: int  # how many of it
    rule: str
    rule_name: str


@dataclass(frozen=True, slots=True)
class StatementBlock:
    """What one occasion did to the treasury: a match, or the draft, which has no opponent."""

    occasion: str
    played: fx.MatchPlayed | None
    opponent: Team | None
    rows: tuple[StatementRow, ...]

    @property
    def kind(self) -> str:
        return self.rows[0].line.kind

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


def statement(team: Team) -> tuple[StatementLine, ...]:
    """Where the gold came from and where it went, oldest first."""
    kinds = (fx.GoldChanged.kind(), fx.TeamEntered.kind())
    return tuple(_statement_lines(effects_of(team).filter(kind__in=kinds)))


def statement_page(team: Team) -> tuple[StatementBlock, ...]:
    """The statement by occasion, latest first, with names for everything it speaks of."""
    ruleset, sheet = ruleset_of(team.ruleset_id), sheet_of(team)
    rows = list(effects_of(team).filter(kind__in=(fx.MatchPlayed.kind(), fx.GoodsChanged.kind())))
    told = [(row.revision.cause.occasion, fx.from_data(row.data)) for row in rows]
    played = {occasion: effect for occasion, effect in told if isinstance(effect, fx.MatchPlayed)}
    bought = {(occasion, effect.good): effect.by for occasion, effect in told if isinstance(effect, fx.GoodsChanged)}
    opponents = {one.opponent for one in played.values()}
    teams = {other.key: other for other in Team.objects.filter(league=team.league_id, key__in=opponents)}
    blocks = []
    for occasion, lines in groupby(statement(team), key=lambda line: line.occasion):
        match = played.get(occasion)
        blocks.append(
            StatementBlock(
                occasion=occasion,
                played=match,
                opponent=teams.get(match.opponent) if match else None,
                rows=tuple(_statement_row(line, bought, sheet, ruleset) for line in lines),
            )
        )
    return tuple(reversed(blocks))


def _statement_row(
    line: StatementLine, bought: Mapping[tuple[str, str], int], sheet: TeamSheet, ruleset: Ruleset
) -> StatementRow:
    player = sheet.player(line.about)
    goods = {good.key: good.name for rules in (line.ruleset, ruleset) for good in rules.goods}
    rule = RULE_OF_REASON.get(line.reason, line.reason)
    return StatementRow(
        line=line,
        subject=f"#{player.number} {player.name}" if player else goods.get(line.about, ""),
        times=bought.get((line.occasion, line.about), 1),
        rule=rule if rule in ruleset.rules else "",
        rule_name=ruleset.rules[rule].name if rule in ruleset.rules else "",
    )


def _statement_lines(rows: QuerySet[EffectRow]) -> Iterator[StatementLine]:
    balance = 0
    for row in rows:
        effect = fx.from_data(row.data)
        if isinstance(effect, fx.TeamEntered):
            effect = fx.GoldChanged(effect.treasury, "as-entered")
        if not isinstance(effect, fx.GoldChanged):
            continue
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
            note=ruling_reason(row),
        )
