"""FAME that was lost during a match: only where the stadium takes it, and no more often than it can."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import Problem, marked
from engine.match.checks.scene import OneSide, Whole
from engine.match.grounds import extra_of
from engine.match.report import MatchReport
from engine.match.sides import SIDES

HALVES = 2


def fame_lost(one: OneSide) -> Iterator[Problem]:
    """Stadiums, Appalling Stands and Fair Weather Fans: once for each drive at most."""
    lost, extra = one.mine.fame_lost, extra_of(one.report, one.ruleset)
    most = _drives(one.report) if extra and extra.fame_lost else 0
    if not 0 <= lost <= most:
        yield Problem(
            "fame_not_lost",
            marked("{team}: {lost} FAME cannot have been lost at this stadium in this match; {most} is the most."),
            "stadium",
            f"{one.side}.fame_lost",
            {"team": one.sheet.name, "lost": lost, "most": most},
        )


def fame_lost_alike(whole: Whole) -> Iterator[Problem]:
    """Where fans leave, both sides lose the same."""
    report, extra = whole.report, extra_of(whole.report, whole.ruleset)
    if extra and extra.fame_lost == "both" and report.home.fame_lost != report.away.fame_lost:
        yield Problem(
            "fame_lost_unlike",
            marked("{stadium}: both sides lose the same FAME, and not {home} and {away}."),
            "stadium",
            "away.fame_lost",
            {"stadium": extra.name, "home": report.home.fame_lost, "away": report.away.fame_lost},
        )


def _drives(report: MatchReport) -> int:
    """As many as there can have been: a half begins one, and so does each touchdown."""
    scored = sum(report.side(side).score - report.side(side).awarded for side in SIDES)
    return HALVES + report.overtime + max(0, scored)
