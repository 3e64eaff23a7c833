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
from engine.team.improvement import level_of
from engine.team.sheet import Player, TeamSheet
from leagues.mapping import ruleset_of
from teams.effect_words import amended_words
from teams.mapping import rules_of
from teams.models import EffectRow, Team
from teams.selectors.effects import effects_of, remark_of
from teams.selectors.teams import PlayerLine, TeamPage, team_page


@dataclass(frozen=True, slots=True)
class Move:
    """He came from another team, or went there, where he has another key."""

    team: Team
    key: str  # empty: nobody has said


# What gold is paid for.
_PRICED = (fx.PlayerHired, fx.PlayerRaised, fx.JourneymanHired, fx.PlayerBought, fx.PlayerSold)


@dataclass(frozen=True, slots=True)
class Happening:
    """An effect that concerned him, and what it takes to put it into words."""

    effect: fx.Effect
    before: Player | None  # None: he was not here yet
    after: Player
    rules: Ruleset  # those of the time
    position: str  # the name of the one that he plays after it
    price: int = 0
    other: Move | None = None  # where he came from, or went to
    victim: str = ""  # who he was, if he was raised from the dead
    rolls: tuple[dict[str, Any], ...] = ()
    remark: str = ""  # what the commissioner said


@dataclass(frozen=True, slots=True)
class CareerEntry:
    """What one occasion was to him: his hiring, a match, a change of rules."""

    occasion: str
    kind: str  # of the first cause that concerned him
    happenings: tuple[Happening, ...] = ()
    played: fx.MatchPlayed | None = None
    opponent: Team | None = None
    here: bool = True  # he was with the team when the match began
    absent: bool = False  # the team played, and he did not
    resting: bool = False  # ... because he was temporarily retired
    died: bool = False
    spp: int = 0  # what he has after it
    level: Level | None = None  # one that he reached by it

    def of(self, kind: type[fx.Effect]) -> tuple[Happening, ...]:
        return tuple(one for one in self.happenings if isinstance(one.effect, kind))

    @property
    def effects(self) -> tuple[fx.Effect, ...]:
        return tuple(one.effect for one in self.happenings)

    @property
    def hired(self) -> fx.PlayerHired | None:
        return next((effect for effect in self.effects if isinstance(effect, fx.PlayerHired)), None)

    @property
    def price(self) -> int:
        return sum(one.price for one in self.happenings)

    @property
    def deeds(self) -> tuple[fx.SppEarned, ...]:
        return tuple(effect for effect in self.effects if isinstance(effect, fx.SppEarned))

    @property
    def earned(self) -> int:
        return sum(one.spp for one in self.deeds)

    @property
    def injuries(self) -> tuple[tuple[str, fx.InjurySuffered], ...]:
        """With the names of the results."""
        return tuple(
            (result_name(one.effect.result, one.rules), one.effect)
            for one in self.happenings
            if isinstance(one.effect, fx.InjurySuffered)
        )

    @property
    def improvement(self) -> fx.ImprovementTaken | None:
        return next((effect for effect in self.effects if isinstance(effect, fx.ImprovementTaken)), None)

    @property
    def rolls(self) -> tuple[dict[str, Any], ...]:
        """What was thrown for what he took."""
        return tuple(roll for one in self.happenings for roll in one.rolls)

    @property
    def entered(self) -> Player | None:
        """As he was when his team came here."""
        return next((one.after for one in self.of(fx.TeamEntered)), None)

    @property
    def ruled(self) -> tuple[str, ...]:
        """What a commissioner changed about him, in words."""
        found = ((one.effect, one.position) for one in self.happenings)
        return tuple(
            amended_words(effect, position) for effect, position in found if isinstance(effect, fx.PlayerAmended)
        )

    @property
    def why(self) -> str:
        """With which reason something was ruled or dealt."""
        return next((one.remark for one in self.happenings if one.remark), "")

    @property
    def position(self) -> str:
        """The name of another one that he plays from now on."""
        return next((one.position for one in self.of(fx.PositionChanged)), "")

    @property
    def came_from(self) -> Move | None:
        return next((one.other for one in self.of(fx.PlayerBought)), None)

    @property
    def went_to(self) -> Move | None:
        return next((one.other for one in self.of(fx.PlayerSold)), None)

    @property
    def carried_on(self) -> bool:
        return bool(self.of(fx.PlayerCarriedOn))


@dataclass(frozen=True, slots=True)
class Career:
    page: TeamPage
    line: PlayerLine
    entries: tuple[CareerEntry, ...]  # latest first

    @property
    def missed(self) -> int:
        return sum(entry.absent for entry in self.entries)


def result_name(key: str, rules: Ruleset) -> str:
    """An injury by the name that the rules of the time give it."""
    return rules.injury_name(key)


def concerns(effect: fx.Effect, key: str) -> bool:
    """It happened to this player."""
    if isinstance(effect, fx.TeamEntered):
        return any(player.key == key for player in effect.players)
    player = getattr(effect, "player", None)
    return (player.key if isinstance(player, Player) else player) == key


@dataclass(slots=True)
class _Fold:
    """The team on its way through its history, and what an occasion does to one of its players."""

    team: Team
    key: str
    teams: Mapping[str, Team]
    sheet: TeamSheet = field(init=False)

    def __post_init__(self) -> None:
        self.sheet = TeamSheet(self.team.key)

    @property
    def player(self) -> Player | None:
        return self.sheet.player(self.key)

    @property
    def rules(self) -> Ruleset:
        """Those that the team played by at the time."""
        return ruleset_of(rules_of(self.team, self.sheet))

    def entry(self, occasion: str, rows: list[EffectRow]) -> CareerEntry | None:
        before = self.player
        happenings: list[Happening] = []
        kinds: list[str] = []
        played, at_kick_off = None, before
        prices = self._prices(rows)
        for row in rows:
            effect = fx.from_data(row.data)
            if isinstance(effect, fx.MatchPlayed):
                played, at_kick_off = effect, self.player
            happening = self._happen(effect, row, prices.get(row.revision_id, 0))
            if happening is not None:
                happenings.append(happening)
                kinds.append(row.revision.cause.kind)
        after = self.player
        here = at_kick_off is not None and at_kick_off.on_the_roster
        if after is None or not (happenings or (played and here)):
            return None
        absent = here and at_kick_off is not None and played is not None and not at_kick_off.can_play
        return CareerEntry(
            occasion=occasion,
            kind=kinds[0] if kinds else "match",
            happenings=tuple(happenings),
            played=played,
            opponent=self.teams.get(played.opponent) if played else None,
            here=here,
            absent=absent,
            resting=absent and at_kick_off is not None and at_kick_off.status == "retired",
            died=after.status == "dead" and (before is None or before.status != "dead"),
            spp=after.spp,
            level=self._risen(before, after),
        )

    def _happen(self, effect: fx.Effect, row: EffectRow, price: int) -> Happening | None:
        before, last = self.player, self.sheet.last_match
        self.sheet = evolve(self.sheet, effect)
        after = self.player
        if after is None or not concerns(effect, self.key):
            return None
        risen = {one.victim: one.name for one in (last.may_rise if last else ())}
        return Happening(
            effect=effect,
            before=before,
            after=after,
            rules=self.rules,
            position=self.sheet.position_of(after, self.rules).name if self.sheet.founded else after.position,
            price=price if isinstance(effect, _PRICED) else 0,
            other=self._move(effect, row.revision.inputs),
            victim=risen.get(getattr(effect, "victim", ""), ""),
            rolls=tuple(row.revision.rolls) if isinstance(effect, fx.ImprovementTaken) else (),
            remark=remark_of(row),
        )

    def _move(self, effect: fx.Effect, inputs: Mapping[str, Any]) -> Move | None:
        """The other team of a deal. What he is called there stands in its terms."""
        other = self.teams.get(getattr(effect, "team", ""))
        if other is None:
            return None
        sides = [side for side in inputs.get("deal", {}).values() if isinstance(side, dict)]
        pairs = [(one.get("player"), one.get("key")) for side in sides for one in side.get("players", ())]
        sold = isinstance(effect, fx.PlayerSold)
        there = (new if sold else old for old, new in pairs if (old if sold else new) == self.key)
        return Move(other, next((key for key in there if key), ""))

    def _prices(self, rows: Iterable[EffectRow]) -> dict[int, int]:
        """The gold that a telling moved on his account."""
        found: dict[int, int] = {}
        for row in rows:
            if row.kind == fx.GoldChanged.kind() and row.data.get("about") == self.key:
                found[row.revision_id] = found.get(row.revision_id, 0) - row.data["amount"]
        return found

    def _risen(self, before: Player | None, after: Player) -> Level | None:
        reached = level_of(after, self.rules)
        return reached if before is not None and level_of(before, self.rules) != reached else None


def career(team: Team, key: str) -> Career:
    """``team`` comes with its players loaded, as ``team_get`` gives it."""
    page = team_page(team)
    line = next((one for one in (*page.players, *page.gone, *page.dead) if one.player.key == key), None)
    if line is None:
        raise Http404
    return Career(page, line, tuple(reversed(list(_entries(team, key)))))


def _entries(team: Team, key: str) -> Iterator[CareerEntry]:
    teams = {other.key: other for other in Team.objects.filter(league=team.league_id)}
    life = _Fold(team, key, teams)
    for occasion, rows in groupby(effects_of(team), key=lambda row: row.revision.cause.occasion):
        entry = life.entry(occasion, list(rows))
        if entry is not None:
            yield entry
