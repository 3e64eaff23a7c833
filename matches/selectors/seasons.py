"""Reading seasons: fixtures by round, results from the ledger, and the table they make."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.db.models import Count, Prefetch, Q, QuerySet
from django.http import Http404

from engine import effects as fx
from engine.rulesets.model import Ruleset
from engine.season.points import awarded
from engine.season.round_robin import round_robin
from engine.season.standings import Result, Standing, standings
from leagues.mapping import ruleset_of
from leagues.models import League
from leagues.policies import Visitor
from leagues.selectors.leagues import league_list
from matches.errors import TeamOfAnotherLeague
from matches.models import Match, MatchStatus, Season, SeasonEntry
from teams.models import EffectRow, Team

RESULT = fx.MatchPlayed.kind()  # what tells of a result


@dataclass(frozen=True, slots=True)
class Fixture:
    """A match with its result, if it has one."""

    match: Match
    result: Result | None


@dataclass(frozen=True, slots=True)
class Round:
    number: int
    fixtures: tuple[Fixture, ...]


@dataclass(frozen=True, slots=True)
class StandingRow:
    standing: Standing
    team: Team


@dataclass(frozen=True, slots=True)
class SeasonPage:
    season: Season
    standings: tuple[StandingRow, ...]
    rounds: tuple[Round, ...]


@dataclass(frozen=True, slots=True)
class SeasonPlan:
    """How long a round robin would be."""

    teams: int
    rounds: int
    matches: int


def season_plan(teams: int, legs: int) -> SeasonPlan:
    rounds = round_robin([str(seat) for seat in range(teams)], legs=legs)
    return SeasonPlan(teams, len(rounds), sum(map(len, rounds)))


def season_list(visitor: Visitor) -> QuerySet[Season]:
    entries = Prefetch("entries", queryset=SeasonEntry.objects.select_related("team__coach"))
    return (
        Season.objects.filter(league__in=league_list(visitor).values("pk"))
        .select_related("league__ruleset")
        .prefetch_related(entries)
        .order_by("league", "-number")
    )


def season_get(visitor: Visitor, pk: int) -> Season:
    season = season_list(visitor).filter(pk=pk).first()
    if season is None:
        raise Http404
    return season


def season_running(league: League) -> Season | None:
    """The last season that has matches left to play; ``to_play`` says how many."""
    unplayed = Count("matches", filter=~Q(matches__status=MatchStatus.FINISHED))
    return league.seasons.annotate(to_play=unplayed).filter(to_play__gt=0).order_by("-number").first()


def season_latest(visitor: Visitor, league: League) -> Season | None:
    return season_list(visitor).filter(league=league).first()


def season_teams(league: League, ids: Iterable[int]) -> list[Team]:
    """Teams of this league by their ids, in the order given."""
    wanted = list(ids)
    found = Team.objects.filter(league=league).in_bulk(wanted)
    for pk in wanted:
        if pk not in found:
            raise TeamOfAnotherLeague(team=pk)
    return [found[pk] for pk in wanted]


def season_page(season: Season) -> SeasonPage:
    """``season`` comes with its entries loaded, as ``season_get`` gives it."""
    results = results_of(season)
    matches = season.matches.select_related("home__coach", "away__coach", "league").order_by("round", "pk")
    fixtures = [Fixture(match, results.get(match.key)) for match in matches]
    rounds = groupby(fixtures, key=lambda fixture: fixture.match.round)
    return SeasonPage(
        season=season,
        standings=season_standings(season, results.values()),
        rounds=tuple(Round(number, tuple(group)) for number, group in rounds),
    )


def season_standings(season: Season, results: Iterable[Result] | None = None) -> tuple[StandingRow, ...]:
    teams = {entry.team.key: entry.team for entry in season.entries.all()}
    found = results_of(season).values() if results is None else results
    table = standings(list(teams), found, ruleset_of(season.ruleset_id).league.tie_breakers)
    return tuple(StandingRow(row, teams[row.team]) for row in table)


def results_of(season: Season) -> dict[str, Result]:
    """Results by match key, as the ledger has them: a voided match has none, a corrected one its new one."""
    return ledger_results(season.league, season.matches.values("key"))


def ledger_results(league: League, keys: QuerySet[Match, Any] | list[str]) -> dict[str, Result]:
    rows = (
        EffectRow.objects.filter(
            kind=RESULT,
            revision__entry__league=league,
            revision__cause__occasion__in=keys,
        )
        .select_related("team", "revision")
        .order_by("revision__entry__place", "nth")
    )
    return results_told(rows)


def results_told(rows: Iterable[EffectRow]) -> dict[str, Result]:
    """The same of rows that were read already: what each side tells of a match, the home side first."""
    told: dict[str, list[EffectRow]] = {}
    for row in rows:
        told.setdefault(row.data["match"], []).append(row)
    return {key: _result(*sides) for key, sides in told.items()}


def _let_wait(side: fx.MatchPlayed, foe: fx.MatchPlayed) -> bool:
    return side.ending == "walkover" and side.gave_up and not foe.gave_up


def _result(home: EffectRow, away: EffectRow) -> Result:
    """Both sides tell of the match; the home side first. It counts by the rules it was played by."""
    mine, other = fx.from_data(home.data), fx.from_data(away.data)
    if not isinstance(mine, fx.MatchPlayed) or not isinstance(other, fx.MatchPlayed):
        raise TypeError("These rows tell of no match.")
    return result_told((home.team.key, mine), (away.team.key, other), ruleset_of(home.revision.ruleset_id))


def result_told(home: tuple[str, fx.MatchPlayed], away: tuple[str, fx.MatchPlayed], ruleset: Ruleset) -> Result:
    """What both sides tell of a match, each with its team."""
    (home_key, mine), (away_key, other) = home, away
    result = Result(
        home=home_key,
        away=away_key,
        home_touchdowns=mine.touchdowns_for,
        away_touchdowns=other.touchdowns_for,
        home_casualties=mine.casualties_for,
        away_casualties=other.casualties_for,
        home_spp_casualties=mine.spp_casualties,
        away_spp_casualties=other.spp_casualties,
        home_outcome=mine.outcome,
        away_outcome=other.outcome,
        friendly=mine.friendly,
        walkover=mine.ending == "walkover",
        no_show=tuple(
            key for key, side, foe in ((home_key, mine, other), (away_key, other, mine)) if _let_wait(side, foe)
        ),
    )
    return awarded(result, ruleset)
