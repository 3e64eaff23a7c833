"""The dice of a correction: what lies on the table, what was typed in for it, and what falls when it is confirmed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping

from engine.dice import Dice, ReplayDice, Roll, SeededDice, TableDice
from engine.history import Cause, Redecided
from engine.match.provisional import Unthrown
from engine.match.throwing import LeagueDice
from engine.rulesets.model import Ruleset
from leagues.models import Coach, League
from matches.mapping import GOES_ON
from matches.models import DiceRoll, DiceSession, Match, MatchStatus
from matches.services.dice import session_go_on

Typed = Mapping[str, Mapping[str, tuple[int, ...]]]  # by occasion, by the key of the roll


class CorrectionDice:
    """Each event's own dice. ``throws`` are occasions at which what never fell falls now, from their latest seed.

    Elsewhere it is asked for, and nobody sees a face; a match itself is decided as if such dice lay on their lowest
    faces: so much is known of it all the same. Everything is read at once, however much of the history asks for it.
    """

    def __init__(
        self, league: League, typed: Typed, rules: Mapping[str, Ruleset], throws: Collection[str] = ()
    ) -> None:
        self._typed, self._rules = typed, rules
        self._lying: dict[str, list[Roll]] = defaultdict(list)
        rows = DiceRoll.objects.filter(session__league=league).order_by("pk")
        for occasion, *roll in rows.values_list("session__occasion", "key", "sides", "faces", "source"):
            told = dict(zip(("key", "sides", "faces", "source"), roll, strict=True))
            self._lying[_base(occasion)].append(Roll.from_data(told))
        sessions = _latest_sessions(league) if throws else {}
        self._seeds = {one: bytes(sessions[one].seed) for one in throws if one in sessions}
        self._open: dict[tuple[str, bool], Dice] = {}
        self._unthrown: dict[str, Unthrown] = {}

    def __call__(self, cause: Cause) -> Dice:
        key = cause.occasion, cause.kind == "match"
        if key not in self._open:
            self._open[key] = ReplayDice(self._lying[cause.occasion], fresh=self._fresh(*key))
        return self._open[key]

    def _fresh(self, occasion: str, of_match: bool) -> Dice:
        typed, rules = self._typed.get(occasion, {}), self._rules.get(occasion)
        if occasion in self._seeds:
            server = SeededDice(self._seeds[occasion])
            return LeagueDice(typed, server, rules) if rules else TableDice(typed, otherwise=server)
        if not of_match:
            return TableDice(typed)
        self._unthrown[occasion] = Unthrown()
        return TableDice(typed, otherwise=self._unthrown[occasion])

    def lying(self, occasion: str) -> tuple[Roll, ...]:
        return tuple(self._lying[occasion])

    def wanted_of_match(self, occasion: str) -> tuple[str, ...]:
        """What a match asks for and nobody has thrown."""
        return tuple(roll.key for roll in self._unthrown[occasion].log) if occasion in self._unthrown else ()


def fallen_keep(*, league: League, dice: CorrectionDice, decided: Iterable[Redecided], actor: Coach | None) -> int:
    """What fell stays on record, whatever becomes of the correction. Called inside ``write()``; how many rolls did."""
    sessions = _latest_sessions(league)
    known = {occasion: {roll.key for roll in dice.lying(occasion)} for occasion in sessions}
    rows: list[DiceRoll] = []
    for one in decided:
        session = sessions.get(one.cause.occasion)
        if session is None:
            continue
        lying = known[one.cause.occasion]
        new = [roll for roll in one.rolls if roll.key not in lying and roll.source != "scripted"]
        lying |= {roll.key for roll in new}
        rows += [_row(session, roll, actor) for roll in new]
    DiceRoll.objects.bulk_create(rows)
    return len(rows)


def unseen_seeds(*, league: League, occasions: Collection[str]) -> None:
    """Where the seed of an occasion has been shown, a new one is sealed. Called inside ``write()``."""
    shown = Match.objects.filter(league=league, key__in=occasions, status=MatchStatus.FINISHED)
    keys = list(shown.values_list("key", flat=True))
    for session in DiceSession.objects.filter(league=league, occasion__in=keys).order_by("pk"):
        session_go_on(session)


def _latest_sessions(league: League) -> dict[str, DiceSession]:
    """All occasions of a league, each with the session that goes on last."""
    return {_base(one.occasion): one for one in DiceSession.objects.filter(league=league).order_by("pk")}


def _base(occasion: str) -> str:
    return occasion.partition(GOES_ON)[0]


def _row(session: DiceSession, roll: Roll, actor: Coach | None) -> DiceRoll:
    return DiceRoll(
        session=session,
        key=roll.key,
        sides=list(roll.sides),
        faces=list(roll.faces),
        source=roll.source,
        actor=actor if roll.source == "table" else None,
    )
