"""What a correction changes, in words and numbers: teams, players, later steps and tables, before and after."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from engine import effects as fx
from engine.errors import Problem
from engine.history import Redecided, team_of_step
from engine.match.throwing import thrower_of
from engine.rulesets.model import Ruleset
from engine.season.standings import Result, Standing, standings
from engine.tally import NONE, Tally
from engine.team.sheet import Player, TeamSheet
from engine.team.value import player_value, value
from engine.typed import build
from leagues.mapping import ruleset_of
from matches.models import Correction, Match, Season
from matches.selectors.seasons import result_told
from matches.services.correction_plan import Looked
from matches.services.correction_telling import CHOSEN
from matches.story_words import story_words
from teams.mapping import rules_of
from teams.models import Team


@dataclass(frozen=True, slots=True)
class PlayerState:
    """What of a player a correction may change."""

    status: str
    spp: int
    value: int
    niggles: int = 0
    misses_next: bool = False
    lost: Tally = NONE
    learned: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayerDiffers:
    """Null before: he was not here; null after: he has never been."""

    key: str
    number: int
    name: str
    before: PlayerState | None
    after: PlayerState | None


@dataclass(frozen=True, slots=True)
class TeamState:
    value: int
    treasury: int
    debt: int
    wins: int
    draws: int
    losses: int
    goods: Tally = NONE


@dataclass(frozen=True, slots=True)
class TeamDiffers:
    team: int
    key: str
    name: str
    before: TeamState
    after: TeamState
    players: tuple[PlayerDiffers, ...]


@dataclass(frozen=True, slots=True)
class CauseSaid:
    """Something that is in the history: a match, a step after it, an act, and whose it is."""

    cause: int
    kind: str
    step: str  # the step's name; empty for everything else
    occasion: str
    match: int | None
    name: str  # of the match
    teams: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ToldDiffers:
    """The same, and what it came to before and comes to after, in words."""

    told: CauseSaid
    by_hand: bool  # somebody said so; otherwise it follows
    voided: bool
    gift: bool
    before: tuple[str, ...]
    after: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RowDiffers:
    """A row of a season's table: pairs of before and after."""

    season: int
    season_name: str
    team: int
    name: str
    rank: tuple[int, int]
    points: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Wanted:
    """A roll that is asked for now. Nobody sees its faces before it falls."""

    told: CauseSaid
    key: str
    server: bool  # the server throws it; otherwise coaches do, and it is typed in


@dataclass(frozen=True, slots=True)
class Unfit:
    """Something later that does not fit any more, and what may become of it."""

    told: CauseSaid
    problems: tuple[Problem, ...]
    options: tuple[str, ...]  # what could be chosen instead
    asks: bool  # its coach may be asked again
    reports: bool  # its report may be told otherwise


@dataclass(frozen=True, slots=True)
class CorrectionPreview:
    teams: tuple[TeamDiffers, ...] = ()
    changes: tuple[ToldDiffers, ...] = ()
    table: tuple[RowDiffers, ...] = ()

    @property
    def by_hand(self) -> tuple[ToldDiffers, ...]:
        return tuple(one for one in self.changes if one.by_hand)

    @property
    def following(self) -> tuple[ToldDiffers, ...]:
        return tuple(one for one in self.changes if not one.by_hand)


@dataclass(frozen=True, slots=True)
class InTheWay:
    """What has to be settled before it may count."""

    unfit: tuple[Unfit, ...] = ()
    wanted: tuple[Wanted, ...] = ()

    @property
    def of_the_table(self) -> tuple[Wanted, ...]:
        return tuple(one for one in self.wanted if not one.server)

    @property
    def of_the_server(self) -> tuple[Wanted, ...]:
        return tuple(one for one in self.wanted if one.server)


def previewed(looked: Looked, known: Known | None = None) -> CorrectionPreview:
    """``known`` saves reading it again."""
    known = known or Known(looked)
    return CorrectionPreview(
        teams=tuple(known.teams_changed()), changes=tuple(known.told_changed()), table=tuple(_table(looked, known))
    )


def in_the_way(looked: Looked, known: Known | None = None) -> InTheWay:
    known = known or Known(looked)
    unfit = []
    for one in looked.redecision.conflicts:
        pk = int(one.cause.key)
        found = tuple(problem for problem in one.details or (one.conflict,) if problem)
        options = looked.options(pk) if one.cause.kind in CHOSEN else ()
        kind = one.cause.kind
        unfit.append(Unfit(known.told(one), found, options, kind == "post-match", kind == "match"))
    wanted = []
    for one, key in looked.wanted:
        rules = ruleset_of(looked.rules[int(one.cause.key)])
        wanted.append(Wanted(known.told(one), key, server=thrower_of(key, rules) != "table"))
    return InTheWay(tuple(unfit), tuple(wanted))


def outcome_of(correction: Correction) -> CorrectionPreview:
    """What it changed, as it was confirmed."""
    return build(CorrectionPreview, correction.outcome, "outcome") if correction.outcome else CorrectionPreview()


class Known:
    """The rows that a history's keys stand for: read once, however many things have changed."""

    def __init__(self, looked: Looked) -> None:
        self._looked, self._redecision = looked, looked.redecision
        league = looked.correction.league_id
        self.teams = {team.key: team for team in Team.objects.filter(league=league)}
        matches = Match.objects.filter(league=league).select_related("season", "home", "away")
        self.matches = {match.key: match for match in matches}

    def told(self, one: Redecided) -> CauseSaid:
        cause, match = one.cause, self.matches.get(one.cause.occasion)
        step = str(cause.inputs.get("step", "")) if cause.kind == "post-match" else ""
        whose = (team_of_step(cause),) if step else cause.teams
        return CauseSaid(
            cause=int(cause.key),
            kind=cause.kind,
            step=step,
            occasion=cause.occasion,
            match=match.pk if match else None,
            name=str(match) if match else "",
            teams=tuple(self.teams[key].name for key in whose if key in self.teams),
        )

    def teams_changed(self) -> Iterator[TeamDiffers]:
        before, after = self._redecision.before, self._redecision.after
        for key, team in self.teams.items():
            was, now = before.get(key, TeamSheet(key)), after.get(key, TeamSheet(key))
            if was is not now and was != now:
                yield _team_changed(team, was, now)

    def told_changed(self) -> Iterator[ToldDiffers]:
        by_hand = {int(key) for key in (*self._looked.correction.changes, *self._looked.correction.resolutions)}
        for one in self._redecision.decided:
            pk = int(one.cause.key)
            if not one.changed and pk not in by_hand:
                continue
            rules = ruleset_of(self._looked.rules[pk])
            yield ToldDiffers(
                told=self.told(one),
                by_hand=pk in by_hand,
                voided=bool(self._looked.revised.get(pk, {}).get("voided")),
                gift=pk in self._looked.resolutions,
                before=tuple(self._words(one.cause.effects, one, rules)),
                after=tuple(self._words(one.effects, one, rules)),
            )

    def _words(self, effects: Iterable[fx.TeamEffect], one: Redecided, rules: Ruleset) -> Iterator[str]:
        for effect in effects:
            whose = f"{self.teams[effect.team].name}: " if len(one.cause.teams) > 1 else ""
            yield f"{whose}{story_words(effect.effect, self._sheet(effect.team), rules)}"

    def _sheet(self, team: str) -> TeamSheet:
        """Everybody who was ever here, before or after."""
        after, before = self._redecision.after.get(team), self._redecision.before.get(team)
        if after is None or before is None:
            return after or before or TeamSheet(team)
        more = tuple(player for player in before.players if after.player(player.key) is None)
        return replace(after, players=(*after.players, *more)) if more else after


def _team_changed(team: Team, was: TeamSheet, now: TeamSheet) -> TeamDiffers:
    before, after = {one.key: one for one in was.players}, {one.key: one for one in now.players}
    rules = ruleset_of(rules_of(team, now))
    changed = []
    for key in {**before, **after}:
        one, other = before.get(key), after.get(key)
        if one is other or one == other:
            continue
        states = _player_state(one, was, rules), _player_state(other, now, rules)
        if states[0] != states[1]:
            number, name = next((known.number, known.name) for known in (other, one) if known)
            changed.append(PlayerDiffers(key, number, name, *states))
    return TeamDiffers(team.pk, team.key, team.name, _team_state(was, rules), _team_state(now, rules), tuple(changed))


def _team_state(sheet: TeamSheet, rules: Ruleset) -> TeamState:
    outcomes = sheet.record.outcomes
    worth = value(sheet, rules).total if sheet.founded else 0
    return TeamState(
        worth, sheet.treasury, sheet.debt, outcomes["win"], outcomes["draw"], outcomes["loss"], sheet.goods
    )


def _player_state(player: Player | None, sheet: TeamSheet, rules: Ruleset) -> PlayerState | None:
    if player is None:
        return None
    return PlayerState(
        status=player.status,
        spp=player.spp,
        value=player_value(player, sheet, rules),
        niggles=player.niggles,
        misses_next=player.misses_next,
        lost=player.lost,
        learned=tuple(one.what for one in player.improvements),
    )


def _table(looked: Looked, known: Known) -> Iterator[RowDiffers]:
    """Of each season with a result that changes, the rows that do."""
    told = [one for one in looked.redecision.decided if one.cause.kind == "match"]
    changed = [one for one in told if _played(one.cause.effects) != _played(one.effects)]
    found = {match.season_id for one in changed if (match := known.matches.get(one.cause.occasion))}
    seasons = [pk for pk in found if pk is not None]
    if not seasons:
        return
    for season in Season.objects.filter(pk__in=seasons).prefetch_related("entries__team").order_by("pk"):
        own = [one for one in told if _of(season, known.matches.get(one.cause.occasion))]
        before = _standings(season, (_result(one, one.cause.effects, looked.rules) for one in own))
        after = _standings(season, (_result(one, one.effects, looked.rules) for one in own))
        for key, now in after.items():
            was = before[key]
            if (was.rank, was.points) != (now.rank, now.points):
                team = known.teams[key]
                yield RowDiffers(
                    season.pk, season.name, team.pk, team.name, (was.rank, now.rank), (was.points, now.points)
                )


def _of(season: Season, match: Match | None) -> bool:
    return match is not None and match.season_id == season.pk


def _standings(season: Season, results: Iterable[Result | None]) -> dict[str, Standing]:
    teams = [entry.team.key for entry in season.entries.all()]
    found = [result for result in results if result is not None]
    table = standings(teams, found, ruleset_of(season.ruleset_id).league.tie_breakers)
    return {row.team: row for row in table}


def _played(effects: Iterable[fx.TeamEffect]) -> tuple[tuple[str, fx.MatchPlayed], ...]:
    return tuple((one.team, one.effect) for one in effects if isinstance(one.effect, fx.MatchPlayed))


def _result(one: Redecided, effects: Iterable[fx.TeamEffect], rules: Mapping[int, str]) -> Result | None:
    sides = _played(effects)
    return result_told(*sides, ruleset_of(rules[int(one.cause.key)])) if len(sides) == 2 else None
