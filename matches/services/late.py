"""What is told late: the dice that it makes later events ask for, and what no longer fits, in words."""

from __future__ import annotations

from collections.abc import Iterator

from engine.dice import Dice, ReplayDice
from engine.errors import Problem, marked
from engine.history import Cause, Redecision
from leagues.models import League
from matches.mapping import roll_of, rolls_from, seeded_from
from matches.models import DiceSession
from matches.services.dice import rolls_keep


class LateDice:
    """Each later event throws from the session of its own occasion: the seed that was sealed for it long ago."""

    def __init__(self, league: League, *, throws: bool = True) -> None:
        self._league, self._throws = league, throws
        self._open: dict[str, tuple[DiceSession, Dice] | None] = {}

    def __call__(self, cause: Cause) -> Dice:
        if cause.occasion not in self._open:
            self._open[cause.occasion] = self._session(cause.occasion)
        found = self._open[cause.occasion]
        return found[1] if found else ReplayDice(())

    def _session(self, occasion: str) -> tuple[DiceSession, Dice] | None:
        sessions = DiceSession.objects.prefetch_related("rolls")
        session = sessions.filter(league=self._league, occasion=occasion).first()
        if session is None:
            return None
        fresh = seeded_from(session) if self._throws else None
        return session, ReplayDice(map(roll_of, rolls_from(session)), fresh=fresh)

    def keep(self) -> None:
        """What fell stays on record."""
        for session, dice in filter(None, self._open.values()):
            rolls_keep(session=session, rolls=dice.log, actor=None)


def misfits(preview: Redecision) -> tuple[Problem, ...]:
    """What has happened since and does not fit any more: each of it once."""
    told = {str(problem): problem for problem in _found(preview)}
    return (*told.values(), *(_die_never_thrown(one.wanted) for one in preview.wanted))


def _found(preview: Redecision) -> Iterator[Problem]:
    for one in preview.conflicts:
        yield from (problem for problem in one.details or (one.conflict,) if problem)


def _die_never_thrown(key: str) -> Problem:
    return Problem(
        "die_never_thrown",
        marked("A die would be needed for {key} that was never thrown."),
        "dice",
        "",
        {"key": key},
    )
