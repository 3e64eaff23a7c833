"""Reading teams: rows for lists, read models for pages. The number of queries does not grow with the rows."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet
from django.http import Http404

from engine import effects as fx
from engine.errors import Problem
from engine.rulesets import Position, Roster, Ruleset
from engine.rulesets.model import Good, Level
from engine.rulesets.tables import Characteristic
from engine.tally import Tally
from engine.team import draft, legality
from engine.team.draft import TeamDraft
from engine.team.improvement import due
from engine.team.sheet import Player, TeamSheet
from engine.team.value import Value, ValueLine, player_value, value
from engine.typed import build
from leagues.mapping import ruleset_of
from leagues.models import League
from leagues.policies import Visitor
from leagues.selectors.leagues import league_list
from teams.mapping import sheet_of
from teams.models import EffectRow, PlayerRow, Team


@dataclass(frozen=True, slots=True)
class CharacteristicCell:
    name: Characteristic
    now: int | None  # None: he cannot do it at all
    lost: int = 0
    gained: int = 0
    target: bool = False  # written as the number to throw

    @property
    def better(self) -> bool:
        return self.gained > self.lost

    @property
    def worse(self) -> bool:
        return self.lost > self.gained

    def __str__(self) -> str:
        if self.now is None:
            return "\N{EN DASH}"
        return f"{self.now}+" if self.target else str(self.now)


@dataclass(frozen=True, slots=True)
class SkillCell:
    name: str
    learned: bool  # not one he came with

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player as a roster shows him."""

    player: Player
    position: Position
    characteristics: tuple[CharacteristicCell, ...]
    level: Level
    value: int
    skills: tuple[SkillCell, ...]
    improvements_due: int


@dataclass(frozen=True, slots=True)
class GoodLine:
    good: Good
    count: int
    cost: int


@dataclass(frozen=True, slots=True)
class TeamPage:
    """A team sheet, ready to be shown or printed."""

    team: Team
    sheet: TeamSheet
    ruleset: Ruleset
    roster: Roster
    players: tuple[PlayerLine, ...]
    dead: tuple[PlayerLine, ...]
    goods: tuple[GoodLine, ...]
    value: Value
    problems: tuple[Problem, ...]
    lines: tuple[PlayerLine, ...] = ()  # everybody who was ever here, whatever became of him


@dataclass(frozen=True, slots=True)
class ValueRow:
    """A line of the team's value, with the name of what it counts."""

    line: ValueLine
    name: str
    position: str


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A team as a league lists it."""

    team: Team
    roster: Roster


@dataclass(frozen=True, slots=True)
class Fallen:
    """A player who died, and the match that killed him."""

    team: Team
    player: PlayerRow
    position: Position
    occasion: str


@dataclass(frozen=True, slots=True)
class DraftCheck:
    """A draft on its way: what it costs, what is left, and all that stands between it and a legal team."""

    cost: int
    gold: int
    value: int
    problems: tuple[Problem, ...]

    @property
    def left(self) -> int:
        return self.gold - self.cost


def team_list(visitor: Visitor) -> QuerySet[Team]:
    """Teams of the leagues this visitor may see."""
    return (
        Team.objects.filter(league__in=league_list(visitor).values("pk"))
        .select_related("league", "coach", "ruleset")
        .order_by("league", "name", "pk")
    )


def team_get(visitor: Visitor, pk: int) -> Team:
    players = Prefetch("players", queryset=PlayerRow.objects.order_by("pk"))
    team = team_list(visitor).prefetch_related(players).filter(pk=pk).first()
    if team is None:
        raise Http404
    return team


def team_page(team: Team) -> TeamPage:
    """``team`` comes with its players loaded, as ``team_get`` gives it."""
    return page_of_sheet(team, sheet_of(team), ruleset_of(team.ruleset_id))


def page_of_sheet(team: Team, sheet: TeamSheet, ruleset: Ruleset) -> TeamPage:
    """The page of any sheet of this team: today's, or the one a match was played with."""
    roster = ruleset.roster(sheet.roster)
    lines = [_player_line(player, sheet, ruleset) for player in sorted(sheet.players, key=lambda p: (p.number, p.key))]
    return TeamPage(
        team=team,
        sheet=sheet,
        ruleset=ruleset,
        roster=roster,
        players=tuple(line for line in lines if line.player.on_the_roster),
        dead=tuple(line for line in lines if line.player.status == "dead"),
        goods=tuple(
            GoodLine(good, sheet.goods[good.key], ruleset.good_cost(roster, good.key))
            for good in ruleset.goods_of(roster)
        ),
        value=value(sheet, ruleset),
        problems=legality.problems(sheet, ruleset),
        lines=tuple(lines),
    )


def _player_line(player: Player, sheet: TeamSheet, ruleset: Ruleset) -> PlayerLine:
    position = sheet.position_of(player, ruleset)
    level = ruleset.level(player.spp)
    return PlayerLine(
        player=player,
        position=position,
        characteristics=tuple(
            CharacteristicCell(
                name=name,
                now=sheet.characteristic(player, name, ruleset),
                lost=player.lost[name],
                gained=player.gained[name],
                target=name in ruleset.targets,
            )
            for name in ruleset.characteristics
        ),
        level=level,
        value=player_value(player, sheet, ruleset),
        skills=tuple(SkillCell(skill, learned=False) for skill in position.skills)
        + tuple(SkillCell(skill, learned=True) for skill in player.skills),
        improvements_due=due(player, ruleset),
    )


def player_line_of(team: Team, key: str) -> tuple[PlayerLine, TeamSheet]:
    """One player of a team, and its sheet. ``team`` comes with its players loaded."""
    sheet = sheet_of(team)
    player = sheet.player(key)
    if player is None:
        raise Http404
    return _player_line(player, sheet, ruleset_of(team.ruleset_id)), sheet


def draft_check(league: League, command: TeamDraft) -> DraftCheck:
    ruleset = ruleset_of(league.ruleset_id)
    return DraftCheck(
        cost=draft.cost(command, ruleset),
        gold=ruleset.draft.gold,
        value=_draft_value(command, ruleset),
        problems=draft.problems(command, ruleset),
    )


def _draft_value(command: TeamDraft, ruleset: Ruleset) -> int:
    known = {position.key for position in ruleset.roster(command.roster).positions}
    players = (
        Player(f"p{nth}", player.number, player.name, player.position)
        for nth, player in enumerate(command.players, start=1)
        if player.position in known
    )
    goods = Tally({key: count for key, count in command.goods.items() if count > 0})
    sheet = TeamSheet("", name=command.name, roster=command.roster, goods=goods, players=tuple(players))
    return value(sheet, ruleset).total


def value_explained(page: TeamPage) -> tuple[ValueRow, ...]:
    """Every line of the team's value, with names instead of keys."""
    players = {line.player.key: line for line in page.players}
    names = {star.key: star.name for star in page.ruleset.stars}
    names |= {good.key: good.name for good in page.ruleset.goods}
    return tuple(
        ValueRow(line, players[line.about].player.name, players[line.about].position.name)
        if line.what == "player"
        else ValueRow(line, names.get(line.about, line.about), "")
        for line in page.value.lines
    )


def league_teams(league: League) -> tuple[TeamLine, ...]:
    teams = league.teams.select_related("coach").order_by("name", "pk")
    return tuple(TeamLine(team, ruleset_of(team.ruleset_id).roster(team.roster)) for team in teams)


def fallen_in(league: League, most: int) -> tuple[Fallen, ...]:
    """The players who died last, latest first."""
    deaths = list(
        EffectRow.objects.filter(kind=fx.PlayerDied.kind(), revision__entry__league=league)
        .select_related("revision__cause", "team")
        .order_by("-revision__entry__place", "-revision__entry__step", "-nth")[:most]
    )
    rows = PlayerRow.objects.filter(team__in={death.team_id for death in deaths}, status="dead")
    players = {(row.team_id, row.key): row for row in rows}
    return tuple(
        Fallen(
            team=death.team,
            player=player,
            position=position_of(death.team, player),
            occasion=death.revision.cause.occasion,
        )
        for death in deaths
        if (player := players.get((death.team_id, death.data["player"])))
    )


def position_of(team: Team, player: PlayerRow) -> Position:
    """The line of a player's row: his own, or that of the team list."""
    if player.line:
        return build(Position, player.line, f"line of {player.key}")
    return ruleset_of(team.ruleset_id).roster(team.roster).position(player.position)
