"""What a match does to both teams the moment its report stands: the record, the gate, the injuries."""

from __future__ import annotations

from collections.abc import Mapping

from engine import effects as fx
from engine.dice import Dice
from engine.errors import ReportIllegal
from engine.match import checks, endings, injuries
from engine.match.earning import casualty_counts
from engine.match.matchday import day_sheets
from engine.match.report import MatchReport, SideReport, fans_key
from engine.match.sides import Side, other_side
from engine.rulesets.model import Ruleset
from engine.team.sheet import TeamSheet
from engine.team.value import value


def decide_match(
    match: str, report: MatchReport, sheets: Mapping[str, TeamSheet], dice: Dice, ruleset: Ruleset
) -> tuple[fx.TeamEffect, ...]:
    # Warnings were for whoever filed the report. Once it stands, no later look at it makes them a hindrance.
    found = checks.errors(checks.problems(report, sheets, ruleset))
    if found:
        raise ReportIllegal(found)
    if report.kind == "exhibition":
        return ()  # it was played for fun: nothing of it counts
    day = day_sheets(report.prematch, {side: sheets[mine.team] for side, mine, _ in report.sides()}, ruleset)
    sheets = {mine.team: day[side] for side, mine, _ in report.sides()}
    effects: list[fx.TeamEffect] = []
    risen: list[fx.TeamEffect] = []
    fans = {mine.team: _gate(report, sheets[mine.team], dice, ruleset) for _, mine, _ in report.sides()}
    for side, mine, other in report.sides():
        played = fx.MatchPlayed(
            match=match,
            opponent=other.team,
            outcome=report.outcome(side),
            touchdowns_for=mine.score,
            touchdowns_against=other.score,
            casualties_for=inflicted(other),
            casualties_against=inflicted(mine),
            spp_casualties=earning(other, sheets[mine.team], ruleset),
            fans=fans[mine.team],
            fame=fame(fans[mine.team], fans[other.team], ruleset),
            value=value(sheets[mine.team], ruleset).total,
            fit=tuple(player.key for player in sheets[mine.team].fit),
            # Wanted where one side takes what the other would have earned, and nowhere else.
            opponent_fame=_taken_fame(report, side, fans, ruleset),
            ending=report.ending,
            gave_up=report.ending != "played" and report.gave_up in ("", side),
            friendly=report.kind == "friendly",
            serves=endings.serves_missed_game(report, ruleset),
        )
        effects.append(fx.TeamEffect(mine.team, played))
        for injured, outcome in injuries.suffered(mine, sheets[mine.team], sheets[other.team], dice, ruleset):
            effects += [fx.TeamEffect(mine.team, effect) for effect in outcome.effects]
            if outcome.dead:
                risen += [fx.TeamEffect(other.team, effect) for effect in injuries.risen(injured)]
    # Last of all: who raises them remembers it with the match that he has played.
    return (*effects, *risen)


def inflicted(suffered: SideReport) -> int:
    """Casualties that somebody of the other side caused; the crowd's and one's own falls are nobody's."""
    return sum(casualty.by is not None for casualty in suffered.casualties)


def earning(suffered: SideReport, causers: TeamSheet, ruleset: Ruleset) -> int:
    """Those of them that earned star player points."""
    return sum(casualty_counts(casualty.by, casualty.cause, causers, ruleset) for casualty in suffered.casualties)


def _gate(report: MatchReport, sheet: TeamSheet, dice: Dice, ruleset: Ruleset) -> int:
    """Nobody comes to a match that is not played."""
    return 0 if report.ending == "walkover" else roll_fans(sheet.key, sheet, dice, ruleset)


def _taken_fame(report: MatchReport, side: Side, fans: Mapping[str, int], ruleset: Ruleset) -> int:
    if not endings.winnings_taken(report, side, ruleset):
        return 0
    mine, other = report.side(side).team, report.side(other_side(side)).team
    return fame(fans[other], fans[mine], ruleset)


def roll_fans(team: str, sheet: TeamSheet, dice: Dice, ruleset: Ruleset) -> int:
    """Nobody comes where the rules know no fans."""
    if ruleset.fans is None:
        return 0
    roll = dice.roll(fans_key(team), *ruleset.fans.dice)
    return (roll.total + sheet.goods[ruleset.fans.good]) * ruleset.fans.unit


def fame(mine: int, other: int, ruleset: Ruleset) -> int:
    """Extra rules, the fans and FAME: more fans than the other side, or twice as many."""
    if mine <= other or ruleset.fans is None:
        return 0
    return max((step.fame for step in ruleset.fans.fame if mine >= step.ratio * other), default=0)
