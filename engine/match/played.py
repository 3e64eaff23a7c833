"""What a match does to both teams the moment its report stands: the record, the gate, the injuries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine import effects as fx
from engine.dice import Dice
from engine.errors import Problem, ReportIllegal
from engine.match import boons, checks, endings, injuries, journeymen, limits, prematch_checks
from engine.match.after.insurers import paid_for
from engine.match.before import Fallen
from engine.match.before.gate import crowd, fame_of
from engine.match.inducements.purchases import Purchase, purchases
from engine.match.inducements.purse import Purse, purses
from engine.match.matchday import day_sheets, in_the_draw
from engine.match.prematch import PreMatch
from engine.match.report import MatchReport, SideReport
from engine.match.sides import SIDES, Side, other_side
from engine.match.throwing import AskingDice
from engine.rulesets.model import Ruleset
from engine.team.sheet import TeamSheet
from engine.team.value import value


def decide_match(
    match: str, report: MatchReport, sheets: Mapping[str, TeamSheet], dice: Dice, ruleset: Ruleset
) -> tuple[fx.TeamEffect, ...]:
    # Warnings were for whoever filed the report. Once it stands, no later look at it makes them a hindrance.
    found = checks.errors(problems(match, report, sheets, ruleset))
    if found:
        raise ReportIllegal(found)
    teams = {side: sheets[mine.team] for side, mine, _ in report.sides()}
    prematch = report.played_with
    before = prematch_effects(match, prematch, teams, ruleset)
    effects = [fx.TeamEffect(teams[side].key, effect) for side in SIDES for effect in before[side]]
    found_purses = purses(prematch, teams, ruleset) if prematch else {}
    day = day_sheets(prematch, teams, ruleset, match)
    sheets = {mine.team: day[side] for side, mine, _ in report.sides()}
    risen: list[fx.TeamEffect] = []
    fans = {side: _gate(report, side, teams[side], dice, ruleset) for side in SIDES}
    for side, mine, other in report.sides():
        played = fx.MatchPlayed(
            match=match,
            opponent=other.team,
            outcome=report.outcome(side),
            touchdowns_for=mine.score,
            touchdowns_against=other.score,
            casualties_for=inflicted(other),
            casualties_against=inflicted(mine),
            spp_casualties=earning(report, side, sheets[mine.team], ruleset),
            fans=fans[side],
            fame=_fame(report, side, fans, ruleset),
            value=value(sheets[mine.team], ruleset).total,
            fit=tuple(player.key for player in in_the_draw(sheets[mine.team], ruleset.mvp)),
            petty_cash=found_purses[side].returned if side in found_purses else 0,
            # Wanted where one side takes what the other would have earned, and nowhere else.
            opponent_fame=_taken_fame(report, side, fans, ruleset),
            ending=report.ending,
            gave_up=report.ending != "played" and report.gave_up in ("", side),
            friendly=report.kind != "competition",
            serves=endings.serves_missed_game(report, ruleset),
            opponent_fans=fans[other_side(side)] if endings.pays_by_the_gate(ruleset) else 0,
        )
        effects.append(fx.TeamEffect(mine.team, played))
        for injured, outcome in injuries.suffered(mine, sheets[mine.team], sheets[other.team], dice, ruleset):
            effects += [fx.TeamEffect(mine.team, effect) for effect in outcome.effects]
            if outcome.dead:
                insured = paid_for(injured.player, injured.sheet, ruleset)
                effects += [fx.TeamEffect(mine.team, effect) for effect in insured]
                risen += [fx.TeamEffect(other.team, effect) for effect in injuries.risen(injured)]
    # Last of all: who raises them remembers it with the match that he has played.
    return (*effects, *risen)


def problems(match: str, report: MatchReport, sheets: Mapping[str, TeamSheet], ruleset: Ruleset) -> tuple[Problem, ...]:
    """Everything that is wrong with a report and what was recorded before the match, all at once.

    ``sheets`` are both teams as they stand, by team key.
    """
    if beyond := tuple(limits.problems(report)):
        return beyond
    teams = {side: sheets[mine.team] for side, mine, _ in report.sides()}
    before = prematch_checks.problems(report.prematch, teams, ruleset, match) if report.prematch else ()
    day = day_sheets(report.played_with, teams, ruleset, match)
    played = {mine.team: day[side] for side, mine, _ in report.sides()}
    return (*before, *checks.problems(report, played, ruleset))


def dice_missing(
    match: str, report: MatchReport, sheets: Mapping[str, TeamSheet], lying: Fallen, ruleset: Ruleset
) -> tuple[Problem, ...]:
    """Rolls that coaches throw at the table in this league, and that nobody has told: the server does not throw them.

    ``lying`` is what fell before the report. Asked of a report that has no problems.
    """
    if report.kind == "exhibition":
        return ()  # nothing of it counts, so nothing is thrown for it
    dice = AskingDice({**report.dice, **lying}, ruleset)
    teams = {side: sheets[mine.team] for side, mine, _ in report.sides()}
    day = day_sheets(report.played_with, teams, ruleset, match)
    for side, mine, _ in report.sides():
        _gate(report, side, teams[side], dice, ruleset)
        for _hurt in injuries.suffered(mine, day[side], day[other_side(side)], dice, ruleset):
            pass  # it is only about what they throw
    return tuple(dice.problems())


def prematch_effects(
    match: str, prematch: PreMatch | None, teams: Mapping[Side, TeamSheet], ruleset: Ruleset
) -> dict[Side, tuple[fx.Effect, ...]]:
    """What the hour before the match does to both teams: journeymen come, gold goes.

    Of a match that was never played there is none: nobody came, and nothing that was bought was used or is paid.
    """
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


def earning(report: MatchReport, side: Side, sheet: TeamSheet, ruleset: Ruleset) -> int:
    """The casualties that a side caused and that earned star player points, under what was in force."""
    suffered = report.side(other_side(side)).casualties
    worths = (boons.casualty_worth(one, sheet.player(one.by or ""), report, side, ruleset) for one in suffered)
    return sum(worth.counts for worth in worths)


def _gate(report: MatchReport, side: Side, team: TeamSheet, dice: Dice, ruleset: Ruleset) -> int:
    """Nobody comes to a match that is not played."""
    return 0 if report.ending == "walkover" else crowd(side, report.prematch, team, dice, ruleset)


def _taken_fame(report: MatchReport, side: Side, fans: Mapping[Side, int], ruleset: Ruleset) -> int:
    if not endings.winnings_taken(report, side, ruleset):
        return 0
    return _fame(report, other_side(side), fans, ruleset)


def _fame(report: MatchReport, side: Side, fans: Mapping[Side, int], ruleset: Ruleset) -> int:
    """As it counts after the match: what was lost during it is gone, below nothing even."""
    return fame_of(side, fans, report.played_with, ruleset) - report.side(side).fame_lost
