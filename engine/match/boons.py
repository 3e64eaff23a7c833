"""What earns more than usual: prayers that were answered, as long as they last.

Of a report that was tapped in, the events say what was in force when something was done. Of one that was typed in, what
lasts the whole match is in force from the start, and of anything else the coaches say under which line it fell.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.match.earning import Boons, Doing, Worth, worth
from engine.match.prayers import prayer_named
from engine.match.prematch import PreMatch
from engine.match.report import Casualty, Deeds, MatchReport
from engine.match.running import Running
from engine.match.sides import Side
from engine.rulesets.model import Ruleset
from engine.team.sheet import Player


def boons(prayers: Iterable[str], ruleset: Ruleset) -> dict[str, int]:
    """What is worth more while these prayers are in force; of two that speak of the same, the better one counts."""
    found: dict[str, int] = {}
    for key in prayers:
        result = prayer_named(key, ruleset)
        for deed, points in (result.boons if result else {}).items():
            found[deed] = max(points, found.get(deed, 0))
    return found


def stands(prayer: str, ruleset: Ruleset, *, since: tuple[int, int], now: tuple[int, int]) -> bool:
    """Whether an answer still counts; moments are the half and the drive."""
    result = prayer_named(prayer, ruleset)
    if result is None:
        return False
    if result.lasts == "drive":
        return since[1] == now[1]
    # Before the first event nobody has written down which half it is: it is the first.
    return result.lasts == "game" or max(since[0], 1) == max(now[0], 1)


def in_force(side: Side, state: Running, ruleset: Ruleset) -> Boons:
    """At one moment of a match that is tapped in, for what that side does."""
    now = (state.half, state.drive)
    answers = state.side(side).prayers
    standing = [
        one.prayer.prayer for one in answers if stands(one.prayer.prayer, ruleset, since=(one.half, one.drive), now=now)
    ]
    return boons(standing, ruleset)


# In a report.


def answered(report: MatchReport, side: Side) -> tuple[str, ...]:
    """Everything that this side was answered with, before the match and in it; what was tapped in has been told too."""
    before = report.prematch.side(side).prayers or () if report.prematch else ()
    told = (event.what for event in report.events if event.kind == "prayer" and event.side == side)
    return tuple(dict.fromkeys((*(one.prayer for one in (*before, *report.side(side).answered)), *told)))


def throughout(prematch: PreMatch | None, side: Side, ruleset: Ruleset) -> Boons:
    """What was in force from the first whistle to the last."""
    before = prematch.side(side).prayers or () if prematch else ()
    found = ((one.prayer, prayer_named(one.prayer, ruleset)) for one in before)
    return boons([key for key, result in found if result and result.lasts == "game"], ruleset)


def blesses(report: MatchReport, side: Side, ruleset: Ruleset, deed: str, cause: str = "") -> bool:
    """Whether a prayer of this side was answered that can have made this worth more."""
    found = boons(answered(report, side), ruleset)
    return deed in found or f"{deed}/{cause}" in found


def casualty_worth(casualty: Casualty, by: Player | None, report: MatchReport, side: Side, ruleset: Ruleset) -> Worth:
    """``side`` is that of ``by``, who caused it."""
    found = boons(answered(report, side), ruleset) if casualty.blessed else throughout(report.prematch, side, ruleset)
    return worth(Doing("casualty", by, casualty.cause), ruleset, found)


def deed_points(deeds: Deeds, deed: str, by: Player | None, report: MatchReport, side: Side, ruleset: Ruleset) -> int:
    """Of all that he did of one kind: the blessed ones are worth what a prayer makes them."""
    times, blessed = deeds.counts[deed], min(deeds.blessed[deed], deeds.counts[deed])
    plain = worth(Doing(deed, by), ruleset, throughout(report.prematch, side, ruleset)).spp
    more = worth(Doing(deed, by), ruleset, boons(answered(report, side), ruleset)).spp
    return (times - blessed) * plain + blessed * more
