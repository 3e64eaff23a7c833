"""No third match in a row: how often two teams have met with nobody between, and whether once more is too often.

Matches that two coaches arrange are held to it. Those of a planned season are not: there it is the plan that rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile

from engine.errors import Problem, marked


def in_a_row(before: Sequence[str], after: Sequence[str], opponent: str) -> int:
    """The length of the run that one more match against this opponent would belong to.

    ``before`` and ``after`` are a team's opponents in the order of play, on either side of that match.
    """
    return _run(reversed(before), opponent) + 1 + _run(after, opponent)


def _run(opponents: Iterable[str], opponent: str) -> int:
    return sum(1 for _ in takewhile(lambda one: one == opponent, opponents))


def rematch(home: str, away: str, *, times: int, most: int) -> tuple[Problem, ...]:
    """``times`` is the longer of both teams' runs: it is too many for one of them, and that is enough."""
    if times <= most:
        return ()
    return (
        Problem(
            "rematch_barred",
            marked("It would be match {times} in a row of {home} against {away}; the most is {most}."),
            "rematch",
            "away",
            {"times": times, "home": home, "away": away, "most": most},
        ),
    )
