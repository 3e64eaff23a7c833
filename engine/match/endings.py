"""How a match ended, and what that costs and brings: given up, never played, just for fun. The numbers are data."""

from __future__ import annotations

from dataclasses import replace

from engine.match.report import MatchReport
from engine.match.sides import SIDES, Side, other_side
from engine.rulesets.model import Ruleset


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
