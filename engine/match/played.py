"""What a match does to both teams the moment its report stands: the record, the gate, the injuries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine import effects as fx
from engine.dice import Dice
from engine.errors import Problem, ReportIllegal
from engine.match import checks, injuries, journeymen, prematch_checks
from engine.match.inducements.purchases import Purchase, purchases
from engine.match.inducements.purse import Purse, purses
from engine.match.matchday import day_sheets, in_the_draw
from engine.match.prematch import PreMatch
from engine.match.report import MatchReport, SideReport, fans_key
from engine.match.sides import SIDES, Side
from engine.rulesets.model import Ruleset
from engine.team.sheet import TeamSheet
from engine.team.value import value


def decide_match(
    match: str, report: MatchReport, sheets: Mapping[str, TeamSheet], dice: Dice, ruleset: Ruleset
) -> tuple[fx.TeamEffect, ...]:
    found = problems(match, report, sheets, ruleset)
    if found:
        raise ReportIllegal(found)
    teams = {side: sheets[mine.team] for side, mine, _ in report.sides()}
    before = prematch_effects(match, report.prematch, teams, ruleset)
    effects = [fx.TeamEffect(teams[side].key, effect) for side in SIDES for effect in before[side]]
    found_purses = purses(report.prematch, teams, ruleset) if report.prematch else {}
    day = day_sheets(report.prematch, teams, ruleset, match)
    sheets = {mine.team: day[side] for side, mine, _ in report.sides()}
    risen: list[fx.TeamEffect] = []
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
            fit=tuple(player.key for player in in_the_draw(sheets[mine.team], ruleset.mvp)),
            petty_cash=found_purses[side].returned if side in found_purses else 0,
        )
        effects.append(fx.TeamEffect(mine.team, played))
        for injured, outcome in injuries.suffered(mine, sheets[mine.team], sheets[other.team], dice, ruleset):
            effects += [fx.TeamEffect(mine.team, effect) for effect in outcome.effects]
            if outcome.dead:
                risen += [fx.TeamEffect(other.team, effect) for effect in injuries.risen(injured)]
    # Last of all: who raises them remembers it with the match that he has played.
    return (*effects, *risen)


def problems(match: str, report: MatchReport, sheets: Mapping[str, TeamSheet], ruleset: Ruleset) -> tuple[Problem, ...]:
    """Everything that is wrong with a report and what was recorded before the match, all at once.

    ``sheets`` are both teams as they stand, by team key.
    """
    teams = {side: sheets[mine.team] for side, mine, _ in report.sides()}
    before = prematch_checks.problems(report.prematch, teams, ruleset) if report.prematch else ()
    day = day_sheets(report.prematch, teams, ruleset, match)
    played = {mine.team: day[side] for side, mine, _ in report.sides()}
    return (*before, *checks.problems(report, played, ruleset))


def prematch_effects(
    match: str, prematch: PreMatch | None, teams: Mapping[Side, TeamSheet], ruleset: Ruleset
) -> dict[Side, tuple[fx.Effect, ...]]:
    """What the hour before the match does to both teams: journeymen come, gold goes."""
    if prematch is None:
        return dict.fromkeys(SIDES, ())
    found, bought = purses(prematch, teams, ruleset), purchases(prematch, teams, ruleset)
    return {
        side: (
            *journeymen.effects(prematch.side(side), teams[side], ruleset, match),
            *_paid(found[side], bought[side]),
        )
        for side in SIDES
    }


def _paid(purse: Purse, bought: Sequence[Purchase]) -> Iterator[fx.GoldChanged]:
    """What was bought stands in the ledger even where gold that was given paid for all of it."""
    if purse.petty and purse.own:
        yield fx.GoldChanged(-purse.own, "petty-cash")
    lines = [fx.GoldLine(one.offer.name, -one.cost) for one in bought]
    if not lines:
        return
    paid_for = purse.cost + purse.cards - (0 if purse.petty else purse.spent_own)
    given = fx.GoldLine("given-for-inducements", paid_for)
    yield fx.GoldChanged(
        0 if purse.petty else -purse.spent_own, "inducements", lines=(*lines, *((given,) if paid_for else ()))
    )


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
