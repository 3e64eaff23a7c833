"""What is possible and unlikely: one asks whether it is really so. What matches are like, the edition's data says."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import Problem, marked
from engine.match.checks.players import name_of
from engine.match.checks.scene import OneSide, Whole
from engine.match.sides import other_side
from engine.rulesets.model import Likely
from engine.tally import NONE, Tally

MINUTES = "minutes"


def likely(whole: Whole) -> Iterator[Problem]:
    of_sides = {one.side: _of_side(one) for one in whole.sides}
    for asked in whole.ruleset.likely:
        if asked.scope == "match":
            yield from _match(asked, whole, sum(counts[asked.what] for counts in of_sides.values()))
            continue
        for one in whole.sides:
            if asked.scope == "side":
                count = of_sides[one.side][asked.what]
                if count >= asked.ask_from:
                    yield _side(asked, one, count)
                continue
            for player, counts in _of_players(one).items():
                if counts[asked.what] >= asked.ask_from:
                    yield _player(asked, one, player, counts[asked.what])


def _of_side(one: OneSide) -> Tally:
    """Deeds are its players', casualties and knock-outs are what it suffered."""
    counted: Tally = NONE
    for deeds in one.mine.deeds:
        for deed, times in deeds.counts.items():
            counted = counted.plus(deed, times)
    knocked_out = sum(event.kind == "ko" for event in one.events)
    suffered = {"casualty": len(one.mine.casualties), "sent-off": len(one.mine.sent_off), "ko": knocked_out}
    return Tally({**counted, **suffered})


def _of_players(one: OneSide) -> dict[str, Tally]:
    """What each did; a casualty is whose who caused it."""
    counted = {deeds.player: deeds.counts for deeds in one.mine.deeds}
    for casualty in one.report.side(other_side(one.side)).casualties:
        if casualty.by is not None:
            counted[casualty.by] = counted.get(casualty.by, NONE).plus("casualty")
    return counted


def _match(asked: Likely, whole: Whole, count: int) -> Iterator[Problem]:
    if asked.what == MINUTES:
        minutes = whole.report.minutes
        if minutes is not None and minutes >= 0 and not asked.ask_below <= minutes < asked.ask_from:
            yield Problem(
                "unlikely_duration",
                marked("The match took {minutes} minutes; most take about {usual}. Really?"),
                "match-report.likely",
                "minutes",
                {"minutes": minutes, "usual": asked.per_hundred // 100, "from": asked.ask_from},
                "warning",
            )
    elif count >= asked.ask_from:
        yield Problem(
            "unlikely_match",
            marked("{what}: {count} in one match; a hundred matches have about {usual}. Really?"),
            "match-report.likely",
            asked.what,
            {"count": count, "what": asked.what, "usual": asked.per_hundred, "from": asked.ask_from},
            "warning",
        )


def _side(asked: Likely, one: OneSide, count: int) -> Problem:
    return Problem(
        "unlikely_side",
        marked("{team}, {what}: {count}; in a hundred matches a side has about {usual}. Really?"),
        "match-report.likely",
        f"{one.side}.{asked.what}",
        {
            "team": one.sheet.name,
            "count": count,
            "what": asked.what,
            "usual": asked.per_hundred,
            "from": asked.ask_from,
        },
        "warning",
    )


def _player(asked: Likely, one: OneSide, player: str, count: int) -> Problem:
    return Problem(
        "unlikely_player",
        marked("{player} of {team}, {what}: {count}; from {from} on one asks. Really?"),
        "match-report.likely",
        f"{one.side}.deeds.{player}" if asked.what == "casualty" else f"{one.side}.deeds.{player}.{asked.what}",
        {
            "player": name_of(player, one.sheet),
            "team": one.sheet.name,
            "count": count,
            "what": asked.what,
            "from": asked.ask_from,
        },
        "warning",
    )
