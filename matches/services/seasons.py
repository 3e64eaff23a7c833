"""Seasons: who plays, and whom."""

from collections.abc import Iterator, Sequence

from config.writing import write
from engine.errors import Problem, marked
from engine.season.round_robin import round_robin
from engine.team import limits
from leagues.mapping import ruleset_of
from leagues.models import Coach, League
from leagues.names import clean_name
from leagues.policies import allow, can_commission
from leagues.services.leagues import playable
from matches.errors import SeasonIllegal, TeamOfAnotherLeague
from matches.models import Match, Season, SeasonEntry
from matches.services.dice import sessions_open
from teams.models import Team
from teams.services.ledger import league_lock

LEAST_TEAMS = 2
MOST_LEGS = 4


def season_create(
    *,
    league: League,
    name: str,
    teams: Sequence[Team],
    legs: int = 1,
    seed: bytes | None = None,
    actor: Coach,
) -> Season:
    """Start a season: a round robin among these teams, with all its fixtures and their sealed dice."""
    allow(can_commission(actor, league))
    playable(ruleset_of(league.ruleset_id))
    teams = list(dict.fromkeys(teams))
    found = tuple(_problems(league, name, teams, legs))
    if found:
        raise SeasonIllegal(found)
    with write("season.created", actor=actor, league=league) as writing:
        league = league_lock(league)
        number = league.seasons.count() + 1
        season = Season.objects.create(
            league=league, number=number, name=clean_name(name), legs=legs, ruleset=league.ruleset
        )
        SeasonEntry.objects.bulk_create(SeasonEntry(season=season, team=team) for team in teams)
        matches = _fixtures(season, teams)
        league.save(update_fields=["matches_made"])
        sessions_open(league=league, occasions=[match.key for match in matches], seed=seed)
        writing.done(season, subject=f"season:{season.pk}", teams=len(teams), matches=len(matches))
    return season


def _problems(league: League, name: str, teams: Sequence[Team], legs: int) -> Iterator[Problem]:
    if not name.strip():
        yield Problem("season_unnamed", marked("The season needs a name."), where="name")
    if len(teams) < LEAST_TEAMS:
        yield Problem(
            "too_few_teams",
            marked("A season needs at least {least} teams; chosen so far: {teams}."),
            "",
            "teams",
            {"least": LEAST_TEAMS, "teams": len(teams)},
        )
    if not 1 <= legs <= MOST_LEGS:
        yield Problem(
            "legs_out_of_range",
            marked("Teams meet {least} to {most} times in a season, not {legs} times."),
            "",
            "legs",
            {"least": 1, "most": MOST_LEGS, "legs": legs},
        )
    for team in teams:
        if team.league_id != league.pk:
            raise TeamOfAnotherLeague(team=team.name)
        if team.retired:
            yield limits.team_retired(team.name, "teams")


def _fixtures(season: Season, teams: Sequence[Team]) -> list[Match]:
    by_key = {team.key: team for team in teams}
    matches = []
    for nth, pairings in enumerate(round_robin(list(by_key), legs=season.legs), start=1):
        for home, away in pairings:
            season.league.matches_made += 1
            matches.append(
                Match(
                    league=season.league,
                    season=season,
                    key=f"m{season.league.matches_made}",
                    round=nth,
                    home=by_key[home],
                    away=by_key[away],
                    ruleset=season.league.ruleset,
                )
            )
    return Match.objects.bulk_create(matches)
