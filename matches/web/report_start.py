"""What the report form begins with: what was returned, what the phones told, or what was recorded before the match."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.match.adding_up import report_from_events
from engine.match.events import Event
from engine.match.matchday import day_sheets
from engine.match.sides import Side
from engine.team.sheet import TeamSheet
from leagues.mapping import ruleset_of
from matches.mapping import fallen_of, report_of
from matches.models import Match, Report
from matches.selectors.live import live_events, prematch_recorded
from matches.selectors.matches import dice_record
from matches.services.snapshots import sheets_now
from matches.web.report_forms import ReportForm, typed_of
from matches.web.report_forms import before as before_the_match


def report_form(found: Match, **options: Any) -> ReportForm:
    """The form of this match. The events that were tapped in go along with whatever is typed."""
    return ReportForm(
        match=found,
        sheets=sheets_now(found),
        ruleset=ruleset_of(found.ruleset_id),
        events=events_told(found),
        **options,
    )


def typed_so_far(found: Match, returned: Report | None) -> dict[str, Any]:
    """The report that was sent back; else what the events add up to; else what is known of the pre-match."""
    ruleset = ruleset_of(found.ruleset_id)
    if returned is not None:
        return typed_of(report_of(returned), ruleset)
    prematch, events = prematch_recorded(found), events_told(found)
    if not events:
        return before_the_match.typed(prematch)
    sheets = sheets_now(found)
    bases: dict[Side, TeamSheet] = {"home": sheets[found.home.key], "away": sheets[found.away.key]}
    day = day_sheets(prematch, bases, ruleset, found.key)
    told = report_from_events(events, prematch, day, ruleset)
    # What the server has thrown lies on the table: nobody has to type it in, and in some leagues nobody may.
    lying = fallen_of(dice_record(found).rolls)
    told = replace(told, dice={key: faces for key, faces in told.dice.items() if key not in lying})
    return typed_of(told, ruleset)


def events_told(found: Match) -> tuple[Event, ...]:
    return live_events(found) if found.live_events.exists() else ()
