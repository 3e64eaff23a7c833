"""The dice of a correction: what lies on the table, what was typed in for it, and what falls when it is confirmed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

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
    """Each event's own dice. ``throws``: what never fell falls now; otherwise it is asked for, and nobody sees a face.

    A match itself is decided as if such dice lay on their lowest faces: so much is known of it all the same.
    Everything is read at once, however much of the history asks for it.
    """

    def __init__(self, league: League, typed: Typed, rules: Mapping[str, Ruleset], *, throws: bool = False) -> None:
        self._league, self._typed, self._rules, self._throws = league, typed, rules, throws
        self._lying: dict[str, list[Roll]] = defaultdict(list)
        rows = DiceRoll.objects.filter(session__league=league).order_by("pk")
        for occasion, *roll in rows.values_list("session__occasion", "key", "sides", "faces", "source"):
            told = dict(zip(("key", "sides", "faces", "source"), roll, strict=True))
            self._lying[_base(occasion)].append(Roll.from_data(told))
        self._sealed = _Sessions(league) if throws else None
        self._open: dict[tuple[str, bool], Dice] = {}
        self._unthrown: dict[str, Unthrown] = {}

    def __call__(self, cause: Cause) -> Dice:
        key = cause.occasion, cause.kind == "match"
        if key not in self._open:
            self._open[key] = ReplayDice(self._lying[cause.occasion], fresh=self._fresh(*key))
        return self._open[key]

    def _fresh(self, occasion: str, of_match: bool) -> Dice:
        typed = self._typed.get(occasion, {})
        if self._sealed is not None:
            sealed, rules = self._sealed.dice(occasion), self._rules.get(occasion)
            return LeagueDice(typed, sealed, rules) if rules else TableDice(typed, otherwise=sealed)
        if not of_match:
            return TableDice(typed)
        self._unthrown[occasion] = Unthrown()
        return TableDice(typed, otherwise=self._unthrown[occasion])

    def lying(self, occasion: str) -> tuple[Roll, ...]:
        return tuple(self._lying[occasion])

    def wanted_of_match(self, occasion: str) -> tuple[str, ...]:
        """What a match asks for and nobody has thrown."""
        return tuple(roll.key for roll in self._unthrown[occasion].log) if occasion in self._unthrown else ()

    def keep(self, decided: Iterable[Redecided], actor: Coach | None) -> int:
        """What fell stays on record, whatever becomes of the correction. Says how many rolls did."""
        sessions, rows = self._sealed or _Sessions(self._league), []
        for one in decided:
            occasion = one.cause.occasion
            known = {roll.key for roll in self._lying[occasion]}
            new = {roll.key: roll for roll in one.rolls if roll.key not in known}
            session = sessions.latest(occasion)
            if session is None:
                continue
            self._lying[occasion] += new.values()
            rows += [_row(session, roll, actor) for roll in new.values()]
        DiceRoll.objects.bulk_create(rows)
        return len(rows)


def shown_sessions_go_on(league: League, occasions: Iterable[str]) -> None:
    """Whoever is asked again throws by a seed that nobody has seen."""
    sessions = _Sessions(league)
    for occasion in occasions:
        sessions.unseen(occasion)


class _Sessions:
    """All sessions of a league, each with the one that goes on from it last."""

    def __init__(self, league: League) -> None:
        self._latest: dict[str, DiceSession] = {}
        for session in DiceSession.objects.filter(league=league).order_by("pk"):
            self._latest[_base(session.occasion)] = session
        shown = Match.objects.filter(league=league, status=MatchStatus.FINISHED)
        self._shown = set(shown.values_list("key", flat=True))

    def latest(self, occasion: str) -> DiceSession | None:
        return self._latest.get(occasion)

    def unseen(self, occasion: str) -> DiceSession | None:
        """The session with a secret seed; where the last one has been shown, a new one is sealed."""
        if occasion in self._shown and occasion in self._latest:
            first = DiceSession.objects.get(league=self._latest[occasion].league_id, occasion=occasion)
            self._latest[occasion] = session_go_on(first)
            self._shown.discard(occasion)
        return self.latest(occasion)

    def dice(self, occasion: str) -> Dice:
        return _Sealed(self, occasion) if occasion in self._latest else ReplayDice(())


class _Sealed(Dice):
    """The server's dice of an occasion, sealed before the first of them falls."""

    def __init__(self, sessions: _Sessions, occasion: str) -> None:
        super().__init__()
        self._sessions, self._occasion = sessions, occasion
        self._seeded: SeededDice | None = None

    def _throw(self, key: str, sides: tuple[int, ...]) -> Roll:
        if self._seeded is None:
            session = self._sessions.unseen(self._occasion)
            self._seeded = SeededDice(bytes(session.seed) if session else b"")
        return self._seeded.roll(key, *sides)


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
