"""What a report that was put together of lines cannot have any more: dice, blessings and events without their reason.

The report that it was made of could be true. So what is wrong here came with its new lines, and those have their way.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from engine.match import boons, checks
from engine.match.checks.events import events
from engine.match.checks.scene import Whole
from engine.match.comparing import BLESSED
from engine.match.report import Casualty, Deeds, MatchReport, SideReport
from engine.match.sides import Side, other_side
from engine.rulesets.model import Ruleset
from engine.tally import Tally
from engine.team.sheet import TeamSheet

Sheets = Mapping[Side, TeamSheet]


def without_strays(report: MatchReport, lines: Collection[str], sheets: Sheets, ruleset: Ruleset) -> MatchReport:
    """``lines`` are those that were changed: what they say stays, and is judged. ``sheets`` are those of the day."""
    report = without_stray_blessings(report, lines, ruleset)
    report = without_stray_dice(report, sheets, ruleset)
    return without_stray_events(report, sheets, ruleset)


def without_stray_dice(report: MatchReport, sheets: Sheets, ruleset: Ruleset) -> MatchReport:
    """Only with those dice that the report asks for."""
    asked = dict(checks.dice_of(report, {sheet.key: sheet for sheet in sheets.values()}, ruleset))
    return replace(report, dice={key: faces for key, faces in report.dice.items() if key in asked})


def without_stray_events(report: MatchReport, sheets: Sheets, ruleset: Ruleset) -> MatchReport:
    """Without those that cannot have been, now that others are gone: one after the other, as few as possible."""
    while True:
        found = checks.errors(events(Whole(report, sheets, ruleset)))
        wrong = {key for problem in found if (key := _event_at(problem.where, report))}
        first = next((event.key for event in report.events if event.key in wrong), None)
        if first is None:
            return report
        report = replace(report, events=tuple(event for event in report.events if event.key != first))


def _event_at(where: str, report: MatchReport) -> str:
    """The event that a problem is about: its key may have dots of its own."""
    place = where.removeprefix("events.")
    return next((event.key for event in report.events if place in _places(event.key)), "")


def _places(key: str) -> tuple[str, ...]:
    parts = ("half", "turn", "side", "player", "other", "what", "dice")
    return (key, *(f"{key}.{part}" for part in parts))


def without_stray_blessings(report: MatchReport, lines: Collection[str], ruleset: Ruleset) -> MatchReport:
    """Nothing is worth more by a prayer that was not answered after all."""
    sides = {
        side: replace(
            mine,
            deeds=tuple(_deeds(one, side, report, lines, ruleset) for one in mine.deeds),
            casualties=_casualties(side, mine, report, lines, ruleset),
        )
        for side, mine, _other in report.sides()
    }
    return replace(report, home=sides["home"], away=sides["away"])


def _deeds(one: Deeds, side: Side, report: MatchReport, lines: Collection[str], ruleset: Ruleset) -> Deeds:
    kept = {
        deed: times
        for deed, times in one.blessed.items()
        if f"{side}.deeds.{one.player}.{deed}.{BLESSED}" in lines or boons.blesses(report, side, ruleset, deed)
    }
    return replace(one, blessed=Tally(kept))


def _casualties(
    side: Side, mine: SideReport, report: MatchReport, lines: Collection[str], ruleset: Ruleset
) -> tuple[Casualty, ...]:
    """Of a player whose casualties were changed by a line, each stays as it is."""
    said = {place.split(".")[2] for place in lines if place.startswith(f"{side}.casualties.")}
    return tuple(
        one
        if one.victim in said or boons.blesses(report, other_side(side), ruleset, "casualty", one.cause)
        else replace(one, blessed=False)
        for one in mine.casualties
    )
