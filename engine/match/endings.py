"""How a match ended, and what that costs and brings: given up, never played, just for fun. The numbers are data."""

from __future__ import annotations

from dataclasses import replace

from engine.match.report import MatchReport
from engine.match.sides import SIDES, Side, other_side
from engine.rulesets.model import Ruleset
from engine.rulesets.tables import Payment


def awarded(report: MatchReport, side: Side, ruleset: Ruleset) -> int:
    """Touchdowns of this side that nobody scored. Who came, or did not give up, may get some."""
    if report.ending == "played" or report.gave_up in ("", side):
        return 0
    if report.ending == "walkover":
        return ruleset.walkover.touchdowns if ruleset.walkover else 0
    if ruleset.concession is None:
        return 0
    own, theirs = scored(report, side), scored(report, other_side(side))
    return ruleset.concession.touchdowns(own, theirs) - own


def scored(report: MatchReport, side: Side) -> int:
    """Touchdowns that somebody scored."""
    mine = report.side(side)
    return mine.score - mine.awarded


def with_awarded(report: MatchReport, ruleset: Ruleset) -> MatchReport:
    """The report with what its ending awards, on top of what was scored."""
    extra = {side: awarded(report, side, ruleset) for side in SIDES}
    home, away = (
        replace(report.side(side), score=scored(report, side) + extra[side], awarded=extra[side]) for side in SIDES
    )
    return replace(report, home=home, away=away)


def is_free(report: MatchReport, ruleset: Ruleset) -> bool:
    """Whether whoever gave up lost nothing but the match: too few players for the line, or the league wants it so."""
    if report.ending != "conceded" or ruleset.concession is None or not ruleset.options.concession_penalties:
        return True
    return report.could_field is not None and ruleset.concession.is_free(report.could_field)


def penalised(report: MatchReport, side: Side, ruleset: Ruleset) -> bool:
    """Whether this side gave up and pays for it."""
    return report.ending == "conceded" and report.gave_up == side and not is_free(report, ruleset)


def favoured(report: MatchReport, side: Side, ruleset: Ruleset) -> bool:
    """Whether this side takes what the other loses by giving up."""
    return penalised(report, other_side(side), ruleset)


def came(report: MatchReport, side: Side) -> bool:
    """Of a walkover: whether this side was there to play. Without anybody to blame, neither was."""
    return report.gave_up not in ("", side)


def mvps(report: MatchReport, side: Side, ruleset: Ruleset) -> int:
    """How many players of this side are its most valuable one."""
    if ruleset.mvp.method == "none" or report.kind == "exhibition":
        return 0
    if report.kind == "friendly" and ruleset.friendly and not ruleset.friendly.mvp:
        return 0
    if report.ending == "walkover":
        return ruleset.walkover.mvps if ruleset.walkover and came(report, side) else 0
    rules = ruleset.concession
    if rules and penalised(report, side, ruleset) and rules.costs("mvp"):
        return 0
    return 2 if rules and favoured(report, side, ruleset) and "mvp" in rules.winner_takes else 1


def special_winnings(report: MatchReport, ruleset: Ruleset) -> tuple[int, ...]:
    """The dice of a match that is paid otherwise: a friendly's."""
    return ruleset.friendly.winnings_dice if report.kind == "friendly" and ruleset.friendly else ()


def winnings_dice(report: MatchReport, ruleset: Ruleset) -> tuple[int, ...]:
    ordinary = ruleset.winnings.dice if ruleset.winnings else ()
    return special_winnings(report, ruleset) or ordinary


def winnings_taken(report: MatchReport, side: Side, ruleset: Ruleset) -> bool:
    """Whether this side gets the other's winnings on top of its own: both are thrown for (reading A-04)."""
    rules = ruleset.concession
    return rules is not None and "winnings" in rules.winner_takes and favoured(report, side, ruleset)


def winnings_lost(report: MatchReport, side: Side, ruleset: Ruleset) -> bool:
    rules = ruleset.concession
    return rules is not None and rules.costs("winnings") and penalised(report, side, ruleset)


def pays_by_the_gate(ruleset: Ruleset) -> bool:
    """Whether winnings are a share of what both sides' fans have paid, and not thrown for."""
    return ruleset.winnings is not None and ruleset.winnings.attendance_divisor > 0


def gate_divisor(report: MatchReport, side: Side, ruleset: Ruleset) -> int:
    """What the gate is divided by: who takes all that the other loses by giving up has it whole."""
    rules = ruleset.concession
    if rules is not None and "gate" in rules.winner_takes and favoured(report, side, ruleset):
        return 1
    return ruleset.winnings.attendance_divisor if ruleset.winnings else 1


def walkover_payment(report: MatchReport, side: Side, ruleset: Ruleset) -> Payment | None:
    if report.kind == "exhibition" or report.ending != "walkover" or not came(report, side):
        return None
    return ruleset.walkover.winnings if ruleset.walkover else None


def serves_missed_game(report: MatchReport, ruleset: Ruleset) -> bool:
    """Whether who had to miss a match has missed this one."""
    if report.ending == "walkover":
        return ruleset.options.walkover_serves_missed_game
    return report.kind == "competition" or ruleset.options.friendlies_serve_missed_game
