"""What a match does to both teams the moment its report stands: the record, the gate, the injuries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine import effects as fx
from engine.dice import Dice
from engine.errors import ReportIllegal
from engine.match import checks
from engine.match.report import Casualty, MatchReport, SideReport, casualty_key, fans_key
from engine.rulesets.model import CasualtyResult, Ruleset
from engine.rulesets.tables import score_of
from engine.team.sheet import Player, TeamSheet
from engine.team.value import value


def decide_match(
    match: str, report: MatchReport, sheets: Mapping[str, TeamSheet], dice: Dice, ruleset: Ruleset
) -> tuple[fx.TeamEffect, ...]:
    found = checks.problems(report, sheets, ruleset)
    if found:
        raise ReportIllegal(found)
    effects: list[fx.TeamEffect] = []
    fans = {mine.team: roll_fans(mine.team, sheets[mine.team], dice, ruleset) for _, mine, _ in report.sides()}
    for side, mine, other in report.sides():
        played = fx.MatchPlayed(
            match=match,
            opponent=other.team,
            outcome=report.outcome(side),
            touchdowns_for=mine.score,
            touchdowns_against=other.score,
            casualties_for=inflicted(other),
            casualties_against=inflicted(mine),
            spp_casualties=earning(other, ruleset),
            fans=fans[mine.team],
            fame=fame(fans[mine.team], fans[other.team], ruleset),
            value=value(sheets[mine.team], ruleset).total,
            fit=tuple(player.key for player in sheets[mine.team].fit),
        )
        effects.append(fx.TeamEffect(mine.team, played))
        for casualty in mine.casualties:
            injuries = _casualty_effects(casualty, mine, sheets[mine.team], dice, ruleset)
            effects += [fx.TeamEffect(mine.team, effect) for effect in injuries]
    return tuple(effects)


def inflicted(suffered: SideReport) -> int:
    """Casualties that somebody of the other side caused; the crowd's and one's own falls are nobody's."""
    return sum(casualty.by is not None for casualty in suffered.casualties)


def earning(suffered: SideReport, ruleset: Ruleset) -> int:
    """Those of them that earned star player points."""
    return sum(
        casualty.by is not None and casualty.cause in ruleset.casualty_earns_spp for casualty in suffered.casualties
    )


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


def _casualty_effects(
    casualty: Casualty, mine: SideReport, sheet: TeamSheet, dice: Dice, ruleset: Ruleset
) -> Iterator[fx.Effect]:
    roll = dice.roll(casualty_key(mine.team, casualty.victim), *ruleset.casualty.dice)
    result = ruleset.casualty.result(score_of(roll.faces))
    player = next(player for player in sheet.players if player.key == casualty.victim)
    if result.dead:
        yield fx.PlayerDied(player.key)
    else:
        yield injury(player, result, sheet, ruleset)


def injury(player: Player, result: CasualtyResult, sheet: TeamSheet, ruleset: Ruleset) -> fx.InjurySuffered:
    """A characteristic at its floor is spared; the next game is missed all the same (reading A-01, A-02)."""
    loses = result.loses
    if loses is not None:
        start = sheet.position_of(player, ruleset).characteristic(loses) or ruleset.casualty.lowest
        floor = max(ruleset.casualty.lowest, start - ruleset.casualty.most_lost)
        if start + player.gained[loses] - player.lost[loses] <= floor:
            loses = None
    return fx.InjurySuffered(
        player=player.key,
        result=result.key,
        misses_next=result.misses_next,
        niggle=result.niggle,
        loses=loses,
    )
