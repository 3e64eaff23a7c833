"""Special balls: which team may bring which, and how many of them."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import Problem, marked
from engine.match.cards import Teams
from engine.match.prematch import PreMatch
from engine.match.sides import SIDES
from engine.rulesets.furniture import Ball
from engine.rulesets.model import Ruleset
from engine.team.sheet import TeamSheet


def balls_of(roster: str, ruleset: Ruleset) -> tuple[Ball, ...]:
    """Those of the team's own first, then everybody's."""
    own = tuple(ball for ball in ruleset.balls if roster in ball.teams)
    return (*own, *(ball for ball in ruleset.balls if not ball.teams))


def most_balls(roster: str, ruleset: Ruleset) -> int:
    """One in a match, unless a team may use each of its own; another one takes the place of one of them."""
    return max(1, sum(ball.besides for ball in ruleset.balls if roster in ball.teams))


def ball_problems(prematch: PreMatch, teams: Teams, ruleset: Ruleset) -> Iterator[Problem]:
    for side in SIDES:
        mine = prematch.side(side)
        balls = tuple(ball for ball in (mine.ball, *mine.more_balls) if ball)
        if balls and not ruleset.options.special_balls:
            yield Problem(
                "special_balls_not_played",
                marked("This league plays without special balls."),
                "special-balls",
                f"prematch.{side}.ball",
                {},
            )
        elif balls:
            yield from _ball_problems(balls, f"prematch.{side}.ball", teams[side], ruleset)


def _ball_problems(balls: tuple[str, ...], where: str, team: TeamSheet, ruleset: Ruleset) -> Iterator[Problem]:
    known, mine = {ball.key: ball for ball in ruleset.balls}, balls_of(team.roster, ruleset)
    for nth, key in enumerate(balls):
        if key not in known:
            yield Problem("ball_unknown", marked("There is no ball “{ball}”."), "special-balls", where, {"ball": key})
        elif known[key] not in mine:
            yield Problem(
                "ball_of_others",
                marked("{ball} is no ball that {team} may bring."),
                "special-balls",
                where,
                {"ball": known[key].name, "team": team.name},
            )
        elif key in balls[:nth]:
            yield Problem(
                "ball_twice",
                marked("{team} brings {ball} twice; once in a match is the most."),
                "special-balls",
                where,
                {"ball": known[key].name, "team": team.name},
            )
    most = most_balls(team.roster, ruleset)
    if len(balls) > most:
        yield Problem(
            "balls_too_many",
            marked("{team} brings {count} special balls; {most} is the most."),
            "special-balls",
            where,
            {"team": team.name, "count": len(balls), "most": most},
        )
