"""Reports and events that the tests of the checks begin from, and what is found in them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.errors import Severity
from engine.match.adding_up import report_from_events
from engine.match.checks import problems
from engine.match.events import Event
from engine.match.report import MatchReport
from engine.match.sides import Side
from engine.rulesets.model import Ruleset
from engine.team.sheet import TeamSheet
from tests.engine.given import RULES, a_report, a_sheet, a_side

HOME, AWAY = a_sheet(positions={"lineman": 12}), a_sheet("t2", positions={"lineman": 12})
NOMINEES: dict[Side, tuple[str, ...]] = {"home": ("p1", "p2", "p3"), "away": ("p1", "p2", "p3")}


def events(*told: dict[str, Any]) -> tuple[Event, ...]:
    """Each with a key of its own: e1, e2, ..."""
    return tuple(Event(**{"key": f"e{nth}", **event}) for nth, event in enumerate(told, start=1))


def ours(kind: str, player: str = "", **more: Any) -> dict[str, Any]:
    return {"kind": kind, "side": "home", "player": player, **more}


def theirs(kind: str, player: str = "", **more: Any) -> dict[str, Any]:
    return {"kind": kind, "side": "away", "player": player, **more}


def told(
    *happened: dict[str, Any],
    rules: Ruleset = RULES,
    home: TeamSheet = HOME,
    away: TeamSheet = AWAY,
    **more: Any,
) -> MatchReport:
    """The report that these events add up to."""
    named = more.pop("nominees", {})
    nominees = {**NOMINEES, **named} if rules.mvp.method == "nominated" else {}
    sheets: dict[Side, TeamSheet] = {"home": home, "away": away}
    return report_from_events(events(*happened), None, sheets, rules, nominees=nominees, **more)


def found(
    report: MatchReport,
    rules: Ruleset = RULES,
    home: TeamSheet = HOME,
    away: TeamSheet = AWAY,
    severity: Severity | None = None,
) -> list[str]:
    """Each problem as its code and its place."""
    return [
        f"{one.code} {one.where}"
        for one in problems(report, {"t1": home, "t2": away}, rules)
        if severity in (None, one.severity)
    ]


def said(report: MatchReport, rules: Ruleset = RULES, home: TeamSheet = HOME) -> list[str]:
    """Each problem in words."""
    return [str(one) for one in problems(report, {"t1": home, "t2": AWAY}, rules)]


def with_sides(home: dict[str, Any] | None = None, away: dict[str, Any] | None = None, **more: Any) -> MatchReport:
    """A report of a quiet match, but for these fields."""
    report = a_report(replace(a_side("t1"), **(home or {})), replace(a_side("t2"), **(away or {})))
    return replace(report, **more)
