"""How many touchdowns there is time for: in a dated turn, in a half, in a match.

Each turn ends with the first touchdown, and the sides take turns: so a side scores once in its own and once in the
other's. Whoever scores in the other's turn moves his marker for it, so that over a half there is one for each turn of
his own, and one more after the last. Some results bring a turn more; those that are recorded are counted, and of those
that are not, as many as the edition's data grant.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.errors import Problem, marked
from engine.match.checks.scene import OneSide, Whole
from engine.match.endings import scored
from engine.match.events import Event
from engine.match.report import MatchReport
from engine.match.running import walked
from engine.match.sides import SIDES, Side
from engine.rulesets.model import Ruleset

IN_A_TURN = 2  # one in his own, one in the other's
OVERTIME = 3  # the half that is played if there is overtime


def pace(whole: Whole) -> Iterator[Problem]:
    """Of the events; those of a half are looked at where nobody wrote down the turns."""
    extra = extra_turns(whole.report.events, whole.ruleset)
    in_turns: Counter[tuple[Side, int, int]] = Counter()
    in_halves: Counter[tuple[Side, int]] = Counter()
    for event, _, now in walked(whole.report.events, whole.report.prematch, whole.sheets, whole.ruleset):
        if event.kind != "touchdown" or event.side == "":
            continue
        if event.half and event.turn:
            in_turns[event.side, event.half, event.turn] += 1
            count, most = in_turns[event.side, event.half, event.turn], IN_A_TURN * (1 + extra)
            if count > most:
                yield _in_turn(event, count, most, whole)
        if now.half:
            in_halves[event.side, now.half] += 1
            count, most = in_halves[event.side, now.half], _of_a_half(now.half, whole.ruleset) + _more(extra, whole)
            if count > most:
                yield _in_half(event, now.half, count, most, whole)


def too_many(one: OneSide) -> Iterator[Problem]:
    """Of the score: whoever told it, and however. What the end of the match awarded took no time."""
    most = most_of_a_match(one.report, one.ruleset) + _more(extra_turns(one.report.events, one.ruleset), one.whole)
    count = scored(one.report, one.side)
    if count > most:
        yield Problem(
            "touchdowns_in_match",
            marked("{team} scored {count} times; a match has time for {most}."),
            "match-report.clock",
            f"{one.side}.score",
            {"team": one.sheet.name, "count": count, "most": most},
        )


def of_both(whole: Whole) -> Iterator[Problem]:
    """A turn ends with its first touchdown, whoever scored it: so both together have as many as there are turns."""
    report, rules = whole.report, whole.ruleset
    turns = sum(_turns(half, rules) for half in _halves(report)) + _more(extra_turns(report.events, rules), whole)
    count, most = sum(scored(report, side) for side in SIDES), turns * len(SIDES)
    if count > most:
        yield Problem(
            "touchdowns_of_both",
            marked(
                "Both sides scored {count} times; a match has {most} turns at most, and each ends with a touchdown."
            ),
            "match-report.clock",
            "home.score",
            {"count": count, "most": most},
        )


def extra_turns(events: tuple[Event, ...], ruleset: Ruleset) -> int:
    """How often something is recorded that brings a turn more."""
    return sum(event.what in ruleset.extra_turns.by for event in events)


def most_of_a_match(report: MatchReport, ruleset: Ruleset) -> int:
    """Without what brings a turn more."""
    return sum(_of_a_half(half, ruleset) for half in _halves(report))


def _halves(report: MatchReport) -> range:
    return range(1, OVERTIME + 1 if report.overtime else OVERTIME)


def _turns(half: int, ruleset: Ruleset) -> int:
    return ruleset.overtime.turns if half == OVERTIME and ruleset.overtime else ruleset.turns


def _of_a_half(half: int, ruleset: Ruleset) -> int:
    """One in each turn of its own, and one in the other's last."""
    return _turns(half, ruleset) + 1


def _more(recorded: int, whole: Whole) -> int:
    return max(recorded, whole.ruleset.extra_turns.most)


def _in_turn(event: Event, count: int, most: int, whole: Whole) -> Problem:
    return Problem(
        "touchdowns_in_turn",
        marked(
            "{team} scored {count} times in turn {turn} of half {half}; {most} times is the most, in its own turn and "
            "in the other's, unless something is recorded that brought a turn more."
        ),
        "match-report.clock",
        f"events.{event.key}.turn",
        {"team": _team(event, whole), "count": count, "turn": event.turn, "half": event.half, "most": most},
    )


def _in_half(event: Event, half: int, count: int, most: int, whole: Whole) -> Problem:
    return Problem(
        "touchdowns_in_half",
        marked("{team} scored {count} times in half {half}, which has time for {most}."),
        "match-report.clock",
        f"events.{event.key}.half",
        {"team": _team(event, whole), "count": count, "half": half, "most": most},
    )


def _team(event: Event, whole: Whole) -> str:
    return whole.sheets[event.side].name if event.side else ""
