"""A report speaks of all that was recorded here, whether whoever files it repeats that or not."""

from __future__ import annotations

from dataclasses import replace

from engine.match import live_dice
from engine.match.events import Event
from engine.match.live_scene import Scene
from engine.match.prematch import PreMatch, Venue
from engine.match.report import MatchReport
from engine.match.sides import SIDES
from leagues.mapping import ruleset_of
from matches.mapping import fallen_of, rolls_in
from matches.models import Match
from matches.selectors.live import live_events
from matches.services.inducements import prematch_recorded
from matches.services.snapshots import sheets_of_day


def completed(match: Match, report: MatchReport) -> MatchReport:
    """With what it does not speak of: the hour before the match, since gold depends on it, and the events."""
    recorded = prematch_recorded(match)
    if report.prematch is None and recorded != PreMatch():
        report = replace(report, prematch=recorded)
    if report.prematch is not None:
        report = replace(report, prematch=_paid(report.prematch, recorded))
    if not report.events and report.ending != "walkover" and match.kicked_off_at is not None:
        report = replace(report, events=live_events(match))
    if any(event.kind == "casualty" for event in report.events):
        report = replace(report, events=_with_dice_that_fell(match, report))
    return report


def _with_dice_that_fell(match: Match, report: MatchReport) -> tuple[Event, ...]:
    """Whoever files a report may send events of his own: dice that nobody threw show nothing."""
    sheets = sheets_of_day(match, report.prematch)
    lying = fallen_of(rolls_in(match.league_id, match.key))
    return live_dice.believed(report.events, report.dice, lying, Scene(sheets, ruleset_of(match.ruleset_id)))


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
