"""League points: what each side of a match earns for the table, by the rules that the match was played by."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from engine.rulesets.model import Outcome, Ruleset
from engine.season.standings import Result

# What points are for: the outcome, a bonus, or (less than none) not having come.
PointsFor = Literal["win", "draw", "loss", "touchdowns", "clean-sheet", "casualties", "no-show"]


@dataclass(frozen=True, slots=True)
class PointsLine:
    why: PointsFor
    points: int


def awarded(result: Result, rules: Ruleset) -> Result:
    """The result with the points of both sides."""
    home, away = (sum(line.points for line in lines(result, side, rules)) for side in ("home", "away"))
    return replace(result, home_points=home, away_points=away)


def lines(result: Result, side: str, rules: Ruleset) -> tuple[PointsLine, ...]:
    """What the points of one side add up from; nothing of a match that counts for no table."""
    if result.friendly and not (rules.friendly and rules.friendly.league_points):
        return ()
    home_outcome, away_outcome = result.outcomes
    if result.walkover:
        team, outcome = (result.home, home_outcome) if side == "home" else (result.away, away_outcome)
        return tuple(_unplayed(team, outcome, result, rules))
    home, away = result.home_touchdowns, result.away_touchdowns
    if side == "home":
        return tuple(_played(home, away, result.home_spp_casualties, rules, home_outcome))
    return tuple(_played(away, home, result.away_spp_casualties, rules, away_outcome))


def _unplayed(team: str, outcome: Outcome, result: Result, rules: Ruleset) -> Iterator[PointsLine]:
    """No bonus for a match that nobody played; it may cost points not to have come."""
    yield PointsLine(outcome, rules.league.points[outcome])
    if rules.walkover and rules.walkover.no_show_points and team in result.no_show:
        yield PointsLine("no-show", rules.walkover.no_show_points)


def _played(scored: int, conceded: int, casualties: int, rules: Ruleset, outcome: Outcome) -> Iterator[PointsLine]:
    """For the outcome, and whatever bonus the league gives. Casualties are those that earn star player points."""
    yield PointsLine(outcome, rules.league.points[outcome])
    options = rules.options
    if options.bonus_touchdowns and scored >= options.bonus_touchdowns_from:
        yield PointsLine("touchdowns", options.bonus_touchdowns)
    # Read literally: a goalless draw is a clean sheet for both (reading N-10).
    if options.bonus_clean_sheet and conceded == 0:
        yield PointsLine("clean-sheet", options.bonus_clean_sheet)
    if options.bonus_casualties and casualties >= options.bonus_casualties_from:
        yield PointsLine("casualties", options.bonus_casualties)
