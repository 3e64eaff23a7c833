"""What the report form begins with: what was returned, what the phones told, or what was recorded before the match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.match.adding_up import report_from_events
from engine.match.events import Event
from engine.match.matchday import day_sheets
from engine.match.sides import Side
from engine.rulesets.model import Ruleset
from engine.team.sheet import TeamSheet
from leagues.mapping import ruleset_of
from matches.mapping import fallen_of, report_of
from matches.models import Match, Report
from matches.selectors.live import live_events, prematch_recorded
from matches.selectors.matches import dice_record
from matches.services.snapshots import sheets_now
from matches.web.report_forms import ReportForm, typed_of
from matches.web.report_forms import before as before_the_match


@dataclass(frozen=True, slots=True)
class Start:
    """What every report of a match is about: both teams as they come to it, and what was tapped in."""

    match: Match
    ruleset: Ruleset
    sheets: Mapping[str, TeamSheet]
    events: tuple[Event, ...]
    lying: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # dice that the server has thrown already


def start_of(found: Match) -> Start:
    events = events_told(found)
    lying = fallen_of(dice_record(found).rolls) if events else {}
    return Start(found, ruleset_of(found.ruleset_id), sheets_now(found), events, lying)


def report_form(start: Start, **options: Any) -> ReportForm:
    """The form of this match. The events that were tapped in go along with whatever is typed."""
    told: dict[str, Any] = {"events": start.events, "lying": start.lying, **options}
    return ReportForm(match=start.match, sheets=start.sheets, ruleset=start.ruleset, **told)


def typed_so_far(start: Start, returned: Report | None) -> dict[str, Any]:
    """The report that was sent back; else what the events add up to; else what is known of the pre-match."""
    found, ruleset, events = start.match, start.ruleset, start.events
    if returned is not None:
        return typed_of(report_of(returned), ruleset)
    prematch = prematch_recorded(found)
    if not events:
        return before_the_match.typed(prematch, ruleset)
    bases: dict[Side, TeamSheet] = {"home": start.sheets[found.home.key], "away": start.sheets[found.away.key]}
    day = day_sheets(prematch, bases, ruleset, found.key)
    told = report_from_events(events, prematch, day, ruleset)
    # What the server has thrown lies on the table: nobody has to type it in, and in some leagues nobody may.
    told = replace(told, dice={key: faces for key, faces in told.dice.items() if key not in start.lying})
    return typed_of(told, ruleset)


def events_told(found: Match) -> tuple[Event, ...]:
    return live_events(found) if found.live_events.exists() else ()
