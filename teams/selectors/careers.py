"""Reading a player's life: every occasion that he had a part in, from his hiring to his last match."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from django.http import Http404

from engine import effects as fx
from engine.rulesets.model import Level, Ruleset
from engine.team.evolve import evolve
from engine.team.sheet import Player, TeamSheet
from leagues.mapping import ruleset_of
from teams.effect_words import amended_words
from teams.mapping import rules_of
from teams.models import EffectRow, Team
from teams.selectors.effects import effects_of, ruling_reason
from teams.selectors.teams import PlayerLine, TeamPage, team_page


@dataclass(frozen=True, slots=True)
class CareerEntry:
    """What one occasion was to him: his hiring, a match, a change of rules."""

    occasion: str
    kind: str
    played: fx.MatchPlayed | None = None
    opponent: Team | None = None
    absent: bool = False  # the team played, and he was not fit
    hired: fx.PlayerHired | None = None
    entered: Player | None = None  # as he was when his team came here
    ruled: tuple[str, ...] = ()  # what a commissioner changed about him
    why: str = ""  # ... and with which reason
    price: int = 0
    deeds: tuple[fx.SppEarned, ...] = ()
    injuries: tuple[tuple[str, fx.InjurySuffered], ...] = ()  # with the name of the result
    improvement: fx.ImprovementTaken | None = None
    rolls: tuple[dict[str, Any], ...] = ()
    died: bool = False
    position: str = ""  # the name of another one that he plays from now on
    carried_on: bool = False
    spp: int = 0  # what he has after it
    level: Level | None = None  # one that he reached by it

    @property
    def earned(self) -> int:
        return sum(one.spp for one in self.deeds)


@dataclass(frozen=True, slots=True)
class Career:
    page: TeamPage
    line: PlayerLine
    entries: tuple[CareerEntry, ...]  # latest first

    @property
    def missed(self) -> int:
        return sum(entry.absent for entry in self.entries)


@dataclass(slots=True)
class _Fold:
    """The team on its way through its history, and what an occasion does to one of its players."""

    team: Team
    key: str
    sheet: TeamSheet = field(init=False)

    def __post_init__(self) -> None:
        self.sheet = TeamSheet(self.team.key)

    @property
    def player(self) -> Player | None:
        return self.sheet.player(self.key)

    def entry(self, occasion: str, rows: Iterable[EffectRow], opponents: Mapping[str, Team]) -> CareerEntry | None:
        before = self.player
        told: list[fx.Effect] = []
        kind, absent, rolls, why = "", False, (), ""
        for row in rows:
            kind = kind or row.revision.cause.kind
            why = why or ruling_reason(row)
            effect = fx.from_data(row.data)
            if isinstance(effect, fx.ImprovementTaken):
                rolls = tuple(row.revision.rolls)
            if isinstance(effect, fx.MatchPlayed):
                absent = before is not None and not before.can_play
            told.append(effect)
            self.sheet = evolve(self.sheet, effect)
        after = self.player
        if after is None or (before is not None and before.status == "dead" and not why):
            return None
        return self._told(occasion, kind, told, opponents, before, after, rolls=rolls, absent=absent, why=why)

    def _told(
        self,
        occasion: str,
        kind: str,
        told: list[fx.Effect],
        opponents: Mapping[str, Team],
        before: Player | None,
        after: Player,
        *,
        rolls: tuple[dict[str, Any], ...],
        absent: bool,
        why: str,
    ) -> CareerEntry | None:
        mine = [effect for effect in told if getattr(effect, "player", None) == self.key]
        played = next((effect for effect in told if isinstance(effect, fx.MatchPlayed)), None)
        entered = self._entered(told)
        if not mine and played is None and entered is None:
            return None
        bought = (one for one in told if isinstance(one, fx.GoldChanged) and one.about == self.key)
        return CareerEntry(
            occasion=occasion,
            kind=kind,
            played=played,
            opponent=opponents.get(played.opponent) if played else None,
            absent=absent,
            hired=next((effect for effect in mine if isinstance(effect, fx.PlayerHired)), None),
            entered=entered,
            ruled=tuple(
                amended_words(one, self.sheet, self.rules) for one in mine if isinstance(one, fx.PlayerAmended)
            ),
            why=why,
            price=-sum(one.amount for one in bought),
            deeds=tuple(effect for effect in mine if isinstance(effect, fx.SppEarned)),
            injuries=tuple((self._result(one), one) for one in mine if isinstance(one, fx.InjurySuffered)),
            improvement=next((effect for effect in mine if isinstance(effect, fx.ImprovementTaken)), None),
            rolls=rolls,
            died=after.status == "dead",
            position=self._position_name() if any(isinstance(one, fx.PositionChanged) for one in mine) else "",
            carried_on=any(isinstance(one, fx.PlayerCarriedOn) for one in mine),
            spp=after.spp,
            level=self._risen(before, after),
        )

    def _entered(self, told: list[fx.Effect]) -> Player | None:
        squads = (effect.players for effect in told if isinstance(effect, fx.TeamEntered))
        return next((player for players in squads for player in players if player.key == self.key), None)

    @property
    def rules(self) -> Ruleset:
        """Those that the team played by at the time."""
        return ruleset_of(rules_of(self.team, self.sheet))

    def _result(self, injury: fx.InjurySuffered) -> str:
        table = self.rules.casualty
        return next((one.name for one in (*table.results, *table.lasting) if one.key == injury.result), injury.result)

    def _position_name(self) -> str:
        player = self.player
        return self.sheet.position_of(player, self.rules).name if player else ""

    def _risen(self, before: Player | None, after: Player) -> Level | None:
        reached = self.rules.level(after.spp)
        return reached if before is not None and self.rules.level(before.spp) != reached else None


def career(team: Team, key: str) -> Career:
    """``team`` comes with its players loaded, as ``team_get`` gives it."""
    page = team_page(team)
    line = next((one for one in page.lines if one.player.key == key), None)
    if line is None:
        raise Http404
    return Career(page, line, tuple(reversed(list(_entries(team, key)))))


def _entries(team: Team, key: str) -> Iterator[CareerEntry]:
    opponents = {other.key: other for other in Team.objects.filter(league=team.league_id)}
    life = _Fold(team, key)
    for occasion, rows in groupby(effects_of(team), key=lambda row: row.revision.cause.occasion):
        entry = life.entry(occasion, rows, opponents)
        if entry is not None:
            yield entry
