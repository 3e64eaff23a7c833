"""The score, and how the match ended: played out, given up, or never played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.translation import gettext

from engine.match.clock import level_score
from engine.match.prematch import MaybeSide
from engine.match.report import Ending, MatchReport
from engine.match.sides import SIDES
from matches.web.report_forms.before import BETWEEN
from matches.web.report_forms.desk import Desk, Reading
from matches.web.report_forms.fields import Choices, CountField, choice_field, tick_field, with_typed

MINUTES_MOST = 9_999
PLACES = {"gave_up": "ending", "could_field": "could-field", "shoot_out": "shoot-out"}


def add(desk: Desk) -> Iterator[tuple[str, forms.Field]]:
    for side in SIDES:
        label = gettext("Score of {team}").format(team=desk.teams[side].name)
        yield f"{side}-score", CountField(label=label, initial=0, attrs={"data-score": side})
    yield "ending", choice_field(gettext("How it ended"), with_typed(_endings(desk), desk.said("ending")))
    yield "minutes", CountField(label=gettext("How long it took, in minutes"), max_value=MINUTES_MOST)
    yield "could-field", CountField(label=gettext("Players whom the side that gave up could have set up"))
    # Of an exhibition match its coaches break a level score as they like.
    draws = "overtime" if desk.kind == "exhibition" else level_score(desk.kind, desk.draws, desk.ruleset)
    if draws == "overtime" or desk.said("overtime"):
        yield "overtime", tick_field(gettext("Extra time was played"))
    if draws != "stand" or desk.said("shoot-out"):
        winners: Choices = [("", gettext("There was none")), *((side, desk.teams[side].name) for side in SIDES)]
        yield "shoot-out", choice_field(gettext("Who won the shoot-out"), with_typed(winners, desk.said("shoot-out")))


def _endings(desk: Desk) -> Choices:
    home, away = desk.teams["home"].name, desk.teams["away"].name
    conceded, absent = gettext("{team} gave up"), gettext("{team} did not come")
    return [
        ("", gettext("It was played to its end")),
        (f"conceded{BETWEEN}home", conceded.format(team=home)),
        (f"conceded{BETWEEN}away", conceded.format(team=away)),
        (f"walkover{BETWEEN}home", absent.format(team=home)),
        (f"walkover{BETWEEN}away", absent.format(team=away)),
        (f"walkover{BETWEEN}", gettext("Neither side came")),
    ]


def read(said: Reading) -> dict[str, Any]:
    """As the report has it, by the names of its fields."""
    said.places |= PLACES
    kind, _, by = said.text("ending").partition(BETWEEN)
    ending: Ending = "conceded" if kind == "conceded" else "walkover" if kind == "walkover" else "played"
    return {
        "ending": ending,
        "gave_up": _side(by),
        "could_field": said.number("could-field"),
        "minutes": said.number("minutes"),
        "overtime": said.ticked("overtime"),
        "shoot_out": _side(said.text("shoot-out")),
    }


def _side(text: str) -> MaybeSide:
    return "home" if text == "home" else "away" if text == "away" else ""


def typed(report: MatchReport) -> dict[str, Any]:
    told = report.ending != "played" or report.gave_up
    return {
        # What its end awards, nobody has scored, and nobody types.
        **{f"{side}-score": mine.score - mine.awarded for side, mine, _ in report.sides()},
        "ending": f"{report.ending}{BETWEEN}{report.gave_up}" if told else "",
        "could-field": "" if report.could_field is None else report.could_field,
        "minutes": "" if report.minutes is None else report.minutes,
        "overtime": report.overtime,
        "shoot-out": report.shoot_out,
    }
