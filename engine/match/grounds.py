"""Where a match was played, as its report has it: the attribute of the stadium, and whose home it is."""

from __future__ import annotations

from engine.match.prematch import PreMatch, Venue
from engine.match.report import MatchReport
from engine.match.sides import Side
from engine.rulesets.furniture import StadiumExtra
from engine.rulesets.model import Ruleset
from engine.rulesets.tables import DieResult
from engine.team.homes import attribute_of, has_stadiums


def venue_of(report: MatchReport, ruleset: Ruleset) -> Venue:
    """Nowhere in particular, where nobody has recorded it or nobody came to play."""
    before = report.played_with
    return before.venue if before and has_stadiums(ruleset) else Venue()


def attribute_played_at(report: MatchReport, ruleset: Ruleset) -> DieResult | None:
    """What is special about the place; nothing about an ordinary stadium."""
    return attribute_of(venue_of(report, ruleset).stadium, ruleset)


def may_be_sought(report: MatchReport, ruleset: Ruleset) -> bool:
    """Whether anybody can ask to be at home there: it has an attribute, and is nobody's home."""
    return attribute_played_at(report, ruleset) is not None and not venue_of(report, ruleset).home_of


def extra_of(report: MatchReport, ruleset: Ruleset) -> StadiumExtra | None:
    """What the attribute of the place means to both sides, before the match and after it."""
    return extra_at(report.played_with, ruleset)


def extra_at(prematch: PreMatch | None, ruleset: Ruleset) -> StadiumExtra | None:
    """The same by what has been recorded before a match."""
    rules = ruleset.stadiums if prematch and has_stadiums(ruleset) else None
    return rules.extra_of(prematch.venue.stadium) if rules and prematch else None


def played_at_home(report: MatchReport, side: Side, ruleset: Ruleset) -> bool:
    return venue_of(report, ruleset).home_of == side
