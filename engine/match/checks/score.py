"""The score is what players scored and what the match's end awarded; a level one is broken as the league says."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import Problem, marked
from engine.match.checks.scene import OneSide, Whole
from engine.match.clock import level_score
from engine.match.report import SideReport
from engine.match.sides import Side


def score(one: OneSide) -> Iterator[Problem]:
    mine, sheet = one.mine, one.sheet
    if mine.score < 0:
        yield Problem(
            "score_negative",
            marked("{team}: a score of {score} is below 0."),
            "match-report.score",
            f"{one.side}.score",
            {"team": sheet.name, "score": mine.score},
        )
    yield from added_up(one.side, mine, sheet.name)


def added_up(side: Side, mine: SideReport, team: str) -> Iterator[Problem]:
    """The score of a side is what its players scored, and what was awarded."""
    scored = sum(deeds.counts["touchdown"] for deeds in mine.deeds) + mine.awarded
    if scored != mine.score:
        message = marked("{team}: the score is {score} but the players' touchdowns add up to {scored}.")
        if mine.awarded:
            message = marked("{team}: the score is {score} but the touchdowns, awarded ones included, are {scored}.")
        yield Problem(
            "score_mismatch",
            message,
            "match-report.score",
            f"{side}.score",
            {"team": team, "score": mine.score, "scored": scored},
        )


def level(whole: Whole) -> Iterator[Problem]:
    """Extra time and a shoot-out: only where the fixture, or else the league, breaks level scores like that."""
    report, rules = whole.report, whole.ruleset
    wanted = level_score(report.kind, report.draws, rules)
    if report.kind == "exhibition":
        return  # its coaches play it as they like
    if report.overtime and wanted != "overtime":
        yield Problem(
            "overtime_not_played",
            marked("No extra time is played here: a level score {home}:{away} is decided otherwise, or stands."),
            "match-report.overtime",
            "overtime",
            {"home": report.home.score, "away": report.away.score},
        )
    if report.shoot_out and (wanted == "stand" or _decided(whole)):
        yield Problem(
            "shoot_out_unneeded",
            marked("There is no shoot-out at {home}:{away}: it decides level scores, where the league wants a winner."),
            "match-report.overtime",
            "shoot_out",
            {"home": report.home.score, "away": report.away.score},
        )
    if wanted == "stand" or _decided(whole):
        return
    if not report.shoot_out:
        yield Problem(
            "winner_missing",
            marked("A level score ({home}:{away}) does not stand here: who won?"),
            "match-report.overtime",
            "shoot_out",
            {"home": report.home.score, "away": report.away.score},
        )
    if wanted == "overtime" and not report.overtime:
        yield Problem(
            "overtime_missing",
            marked("Extra time comes before a shoot-out: at {home}:{away} it has to be played first."),
            "match-report.overtime",
            "overtime",
            {"home": report.home.score, "away": report.away.score},
        )


def _decided(whole: Whole) -> bool:
    return whole.report.ending != "played" or whole.report.home.score != whole.report.away.score
