"""What players are credited with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.errors import Problem, marked
from engine.match.checks.players import eligible
from engine.match.checks.scene import OneSide
from engine.match.earning import deeds_of

# No rule of the game: two digits, so that a slip of the finger does not become a legend.
DEEDS_MOST = 99


def deeds(one: OneSide) -> Iterator[Problem]:
    for done in one.mine.deeds:
        where = f"{one.side}.deeds.{done.player}"
        yield from eligible(done.player, one.sheet, one.opponent, where)
        for deed, count in done.counts.items():
            if deed not in deeds_of(one.ruleset):
                yield Problem(
                    "unknown_deed",
                    marked("“{deed}” is nothing a player can be credited with here."),
                    "match-report",
                    where,
                    {"deed": deed},
                )
            elif count < 0:
                yield Problem(
                    "deed_negative",
                    marked("{count} is not a number of deeds."),
                    "match-report",
                    f"{where}.{deed}",
                    {"count": count},
                )
            elif count > DEEDS_MOST:
                yield Problem(
                    "deed_too_often",
                    marked("{count} times is more than one match has room for; the most is {most}."),
                    "match-report",
                    f"{where}.{deed}",
                    {"count": count, "most": DEEDS_MOST},
                )
    for player, times in Counter(done.player for done in one.mine.deeds).items():
        if times > 1:
            yield Problem(
                "deeds_twice",
                marked("{player} is listed {times} times."),
                "match-report",
                f"{one.side}.deeds.{player}",
                {"player": player, "times": times},
            )
    for player in one.mine.sent_off:
        yield from eligible(player, one.sheet, one.opponent, f"{one.side}.sent_off.{player}")
    for player, times in Counter(one.mine.sent_off).items():
        if times > 1:
            yield Problem(
                "sent_off_twice",
                marked("{player} is listed as sent off {times} times."),
                "match-report.players",
                f"{one.side}.sent_off.{player}",
                {"player": player, "times": times},
            )
