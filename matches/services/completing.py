"""A report speaks of all that was recorded here, whether whoever files it repeats that or not."""

from __future__ import annotations

from dataclasses import replace

from engine.match.prematch import PreMatch, Venue
from engine.match.report import MatchReport
from engine.match.sides import SIDES
from matches.models import Match
from matches.selectors.live import live_events
from matches.services.inducements import prematch_recorded


def completed(match: Match, report: MatchReport) -> MatchReport:
    """With what it does not speak of: the hour before the match, since gold depends on it, and the events."""
    recorded = prematch_recorded(match)
    if report.prematch is None and recorded != PreMatch():
        report = replace(report, prematch=recorded)
    if report.prematch is not None:
        report = replace(report, prematch=_paid(report.prematch, recorded))
    if not report.events and report.ending != "walkover" and match.kicked_off_at is not None:
        report = replace(report, events=live_events(match))
    return report


def _paid(told: PreMatch, recorded: PreMatch) -> PreMatch:
    """A blank is "not recorded", and what was recorded here is not blank: of all that gold depends on."""
    if told.venue == Venue():
        told = replace(told, venue=recorded.venue)
    for side in SIDES:
        mine, was = told.side(side), recorded.side(side)
        if mine.induced is None and (was.induced is not None or not mine.treasury):
            told = told.with_side(side, induced=was.induced, treasury=was.treasury)
        told = told.with_side(
            side,
            journeymen=was.journeymen if mine.journeymen is None else mine.journeymen,
            fans=was.fans if mine.fans is None else mine.fans,
        )
    return told
