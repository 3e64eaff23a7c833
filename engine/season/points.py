"""League points: what each side of a match earns for the table, by the rules that the match was played by."""

from __future__ import annotations

from dataclasses import replace

from engine.rulesets.model import Outcome, Ruleset
from engine.season.standings import Result, scored_outcome


def awarded(result: Result, rules: Ruleset) -> Result:
    """The result with the points of both sides."""
    home, away = result.home_touchdowns, result.away_touchdowns
    home_outcome, away_outcome = result.outcomes
    if result.friendly and not (rules.friendly and rules.friendly.league_points):
        return replace(result, home_points=0, away_points=0)
    if result.walkover:
        return replace(
            result,
            home_points=_unplayed(result.home, home_outcome, result, rules),
            away_points=_unplayed(result.away, away_outcome, result, rules),
        )
    return replace(
        result,
        home_points=points(home, away, result.home_spp_casualties, rules, home_outcome),
        away_points=points(away, home, result.away_spp_casualties, rules, away_outcome),
    )


def _unplayed(team: str, outcome: Outcome, result: Result, rules: Ruleset) -> int:
    """No bonus for a match that nobody played; it may cost points not to have come."""
    penalty = rules.walkover.no_show_points if rules.walkover and team in result.no_show else 0
    return rules.league.points[outcome] + penalty


def points(scored: int, conceded: int, casualties: int, rules: Ruleset, outcome: Outcome | None = None) -> int:
    """For the outcome, and whatever bonus the league gives. Casualties are those that earn star player points."""
    outcome = outcome or scored_outcome(scored, conceded)
    options = rules.options
    bonus = (
        (options.bonus_touchdowns, scored >= options.bonus_touchdowns_from),
        # Read literally: a goalless draw is a clean sheet for both (reading N-10).
        (options.bonus_clean_sheet, conceded == 0),
        (options.bonus_casualties, casualties >= options.bonus_casualties_from),
    )
    return rules.league.points[outcome] + sum(worth for worth, met in bonus if met)
