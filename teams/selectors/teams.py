"""Reading teams: rows for lists, read models for pages. The number of queries does not grow with the rows."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet
from django.http import Http404

from engine import effects as fx
from engine.errors import Problem
from engine.rulesets import Position, Roster, Ruleset
from engine.rulesets.furniture import Star, StarMember
from engine.rulesets.model import Good, Level
from engine.rulesets.tables import Characteristic
from engine.team import draft, legality, sponsoring
from engine.team.draft import TeamDraft
from engine.team.improvement import can_improve, due, level_of
from engine.team.sheet import Player, TeamSheet
from engine.team.spending import spends
from engine.team.value import Value, ValueLine, player_value, value
from engine.typed import build
from leagues.mapping import ruleset_of
from leagues.models import League
from leagues.policies import Visitor
from leagues.selectors.leagues import league_list
from teams.effect_words import sponsor_words
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
    to_spend: int | None = None  # star player points, where they are spent
    can_improve: bool = False


@dataclass(frozen=True, slots=True)
class GoodLine:
    good: Good
    count: int
    cost: int


@dataclass(frozen=True, slots=True)
class StarMemberLine:
    name: str
    characteristics: tuple[CharacteristicCell, ...]
    skills: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StarLine:
    """The star on a roster; a duo has two lines and one price."""

    star: Star
    members: tuple[StarMemberLine, ...]


@dataclass(frozen=True, slots=True)
class ChoiceLine:
    """What the team list let a team choose, once."""

    name: str
    chosen: str


@dataclass(frozen=True, slots=True)
class TeamPage:
    """A team sheet, ready to be shown or printed."""

    team: Team
    sheet: TeamSheet
    ruleset: Ruleset
    roster: Roster
    players: tuple[PlayerLine, ...]
    gone: tuple[PlayerLine, ...]  # fired, sold, left
    dead: tuple[PlayerLine, ...]
    goods: tuple[GoodLine, ...]
    choices: tuple[ChoiceLine, ...]
    star: StarLine | None
    stadium: str  # its name, or what kind of place it is
    sponsor: str  # the name of the major one
    blacklisted: tuple[str, ...]  # names of major sponsors who want nothing to do with it
    equipped: Player | None  # by the major sponsor
    value: Value
    problems: tuple[Problem, ...]
    lines: tuple[PlayerLine, ...] = ()  # everybody who was ever here, whatever became of him

    @property
    def improvers(self) -> tuple[PlayerLine, ...]:
        """Who can improve now."""
        return tuple(line for line in self.players if line.can_improve)

    @property
    def fans(self) -> GoodLine | None:
        """The good that brings spectators, where the edition has one."""
        good = self.ruleset.fans.good if self.ruleset.fans else ""
        return next((line for line in self.goods if line.good.key == good), None)

    @property
    def banks(self) -> bool:
        """It has a treasury; without one, a team buys up to its greatest value."""
        return self.ruleset.draft.bank

    @property
    def journeymen(self) -> int:
        return sum(line.player.status == "journeyman" for line in self.players)


@dataclass(frozen=True, slots=True)
class ValueRow:
    """A line of the team's value, with the name of what it counts."""

    line: ValueLine
    name: str
    position: str
    base_price: bool = False  # what was paid above its price does not count


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
        gone=tuple(line for line in lines if not line.player.on_the_roster and line.player.status != "dead"),
        dead=tuple(line for line in lines if line.player.status == "dead"),
        goods=tuple(
            GoodLine(good, sheet.goods[good.key], ruleset.good_cost(roster, good.key))
            for good in ruleset.goods_of(roster)
        ),
        choices=_choices(sheet, roster),
        star=_star_line(sheet.star, ruleset),
        stadium=_stadium_name(sheet, ruleset),
        sponsor=sponsor_words(sheet.sponsor, ruleset),
        blacklisted=tuple(sponsor_words(key, ruleset) for key in sheet.blacklisted),
        equipped=sponsoring.equipped(sheet),
        value=value(sheet, ruleset),
        problems=legality.problems(sheet, ruleset),
        lines=tuple(lines),
    )


def _choices(sheet: TeamSheet, roster: Roster) -> tuple[ChoiceLine, ...]:
    names = {choice.key: choice.name for choice in roster.choices}
    return tuple(ChoiceLine(names.get(key, key), chosen) for key, chosen in sheet.choices.items())


def _star_line(key: str, ruleset: Ruleset) -> StarLine | None:
    star = next((star for star in ruleset.stars if star.key == key), None)
    return StarLine(star, tuple(_star_member(one, ruleset) for one in star.members)) if star else None


def line_cells(line: Position | StarMember, ruleset: Ruleset) -> tuple[CharacteristicCell, ...]:
    """The characteristics of a line as its list prints it."""
    return tuple(
        CharacteristicCell(name, getattr(line, name), target=name in ruleset.targets)
        for name in ruleset.characteristics
    )


def _star_member(member: StarMember, ruleset: Ruleset) -> StarMemberLine:
    also = ruleset.upkeep.skills if ruleset.upkeep else ()
    return StarMemberLine(
        name=member.name,
        characteristics=line_cells(member, ruleset),
        skills=(*member.skills, *(skill for skill in also if skill not in member.skills)),
    )


def _stadium_name(sheet: TeamSheet, ruleset: Ruleset) -> str:
    """What the team calls it, and what kind of place it is; a kind that no table has is shown by its key."""
    home = sheet.stadium
    if home is None:
        return ""
    tables = ruleset.stadiums.categories if ruleset.stadiums else ()
    kind = next((one.name for table in tables for one in table.results if one.key == home.stadium), home.stadium)
    return f"{home.name} ({kind})" if home.name and kind else home.name or kind


def characteristic_cells(player: Player, sheet: TeamSheet, ruleset: Ruleset) -> tuple[CharacteristicCell, ...]:
    """A player's as they stand on this sheet."""
    return tuple(
        CharacteristicCell(
            name=name,
            now=sheet.characteristic(player, name, ruleset),
            lost=player.lost[name],
            gained=player.gained[name],
            target=name in ruleset.targets,
        )
        for name in ruleset.characteristics
    )


def _player_line(player: Player, sheet: TeamSheet, ruleset: Ruleset) -> PlayerLine:
    position = sheet.position_of(player, ruleset)
    return PlayerLine(
        player=player,
        position=position,
        characteristics=characteristic_cells(player, sheet, ruleset),
        level=level_of(player, ruleset),
        value=player_value(player, sheet, ruleset),
        skills=_skills(player, sheet, ruleset),
        improvements_due=due(player, ruleset),
        to_spend=player.unspent if spends(ruleset) else None,
        can_improve=can_improve(player, sheet, ruleset),
    )


def _skills(player: Player, sheet: TeamSheet, ruleset: Ruleset) -> tuple[SkillCell, ...]:
    """Each once, those that he learned marked; what marks a journeyman stands last."""
    learned = set(player.skills) - set(sheet.position_of(player, ruleset).skills)
    return tuple(SkillCell(skill, skill in learned) for skill in dict.fromkeys(sheet.skills_of(player, ruleset)))


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
        value=value(draft.sheet_so_far(command, ruleset), ruleset).total,
        problems=draft.problems(command, ruleset),
    )


def value_explained(page: TeamPage) -> tuple[ValueRow, ...]:
    """Every line of the team's value, with names instead of keys."""
    players = {line.player.key: line for line in page.players}
    goods = {good.key: good for good in page.ruleset.goods}

    def row(line: ValueLine) -> ValueRow:
        if line.what == "player":
            return ValueRow(line, players[line.about].player.name, players[line.about].position.name)
        if line.what == "star":
            return ValueRow(line, page.star.star.name if page.star else line.about, "")
        good = goods[line.about]
        return ValueRow(line, good.name, "", base_price=good.later_factor > 1)

    return tuple(map(row, page.value.lines))


def league_teams(league: League) -> tuple[TeamLine, ...]:
    """By name; those that have retired stand below."""
    teams = league.teams.select_related("coach").order_by("retired", "name", "pk")
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
