"""The table: computed from results each time it is looked at, so it cannot be out of step with them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from engine.rulesets.model import Outcome, TieBreaker
from engine.tally import NONE, Tally


@dataclass(frozen=True, slots=True)
class Result:
    home: str
    away: str
    home_touchdowns: int
    away_touchdowns: int
    home_casualties: int = 0
    away_casualties: int = 0
    home_spp_casualties: int = 0  # those that earned star player points
    away_spp_casualties: int = 0
    home_points: int = 0
    away_points: int = 0
    # As the match's report has it: who gave up has lost whatever the score, and a shoot-out wins a drawn match.
    home_outcome: Outcome | None = None
    away_outcome: Outcome | None = None
    friendly: bool = False  # it counts for no table
    walkover: bool = False  # it was never played
    no_show: tuple[str, ...] = ()  # whoever let the other side wait

    @property
    def outcomes(self) -> tuple[Outcome, Outcome]:
        """Of home and away; where nobody has told them, the score does."""
        home, away = self.home_touchdowns, self.away_touchdowns
        return self.home_outcome or scored_outcome(home, away), self.away_outcome or scored_outcome(away, home)


def scored_outcome(scored: int, conceded: int) -> Outcome:
    return "draw" if scored == conceded else "win" if scored > conceded else "loss"


@dataclass(frozen=True, slots=True)
class Standing:
    team: str
    rank: int = 0
    points: int = 0
    outcomes: Tally = NONE
    touchdowns_for: int = 0
    touchdowns_against: int = 0
    casualties_for: int = 0
    casualties_against: int = 0
    decided_by: str = ""  # what separates this team from the one above it

    @property
    def played(self) -> int:
        return sum(self.outcomes.values())

    @property
    def touchdown_difference(self) -> int:
        return self.touchdowns_for - self.touchdowns_against

    @property
    def casualty_difference(self) -> int:
        return self.casualties_for - self.casualties_against


MEASURES: dict[str, Callable[[Standing], int]] = {
    "points": lambda row: row.points,
    "touchdown-difference": lambda row: row.touchdown_difference,
    "touchdowns-for": lambda row: row.touchdowns_for,
    "casualty-difference": lambda row: row.casualty_difference,
}


def standings(
    teams: Sequence[str], results: Iterable[Result], tie_breakers: Sequence[TieBreaker]
) -> tuple[Standing, ...]:
    """Teams by rank. Teams that no tie-breaker separates share a rank, in the order they were given.

    Results bring their points along: a match counts by the rules it was played by, whatever the league plays now.
    """
    rows = {team: Standing(team) for team in teams}
    for result in results:
        for team, row in _both_sides(result):
            if team in rows:
                rows[team] = _sum(rows[team], row)
    measures = [(name, MEASURES[name]) for name in tie_breakers]
    ordered = sorted(rows.values(), key=lambda row: [-measure(row) for _, measure in measures])
    ranked: list[Standing] = []
    for nth, row in enumerate(ordered, start=1):
        above = ranked[-1] if ranked else None
        decided = next((name for name, measure in measures if above and measure(row) != measure(above)), "")
        rank = above.rank if above and not decided else nth
        ranked.append(replace(row, rank=rank, decided_by=decided))
    return tuple(ranked)


def _both_sides(result: Result) -> tuple[tuple[str, Standing], tuple[str, Standing]]:
    home_outcome, away_outcome = result.outcomes
    home = _row(
        result.home,
        home_outcome,
        result.home_points,
        (result.home_touchdowns, result.away_touchdowns),
        (result.home_casualties, result.away_casualties),
    )
    away = _row(
        result.away,
        away_outcome,
        result.away_points,
        (result.away_touchdowns, result.home_touchdowns),
        (result.away_casualties, result.home_casualties),
    )
    return (result.home, home), (result.away, away)


def _row(
    team: str, outcome: Outcome, points: int, touchdowns: tuple[int, int], casualties: tuple[int, int]
) -> Standing:
    scored, conceded = touchdowns
    return Standing(
        team=team,
        points=points,
        outcomes=Tally({outcome: 1}),
        touchdowns_for=scored,
        touchdowns_against=conceded,
        casualties_for=casualties[0],
        casualties_against=casualties[1],
    )


def _sum(row: Standing, other: Standing) -> Standing:
    outcomes = row.outcomes
    for outcome, times in other.outcomes.items():
        outcomes = outcomes.plus(outcome, times)
    return replace(
        row,
        points=row.points + other.points,
        outcomes=outcomes,
        touchdowns_for=row.touchdowns_for + other.touchdowns_for,
        touchdowns_against=row.touchdowns_against + other.touchdowns_against,
        casualties_for=row.casualties_for + other.casualties_for,
        casualties_against=row.casualties_against + other.casualties_against,
    )
