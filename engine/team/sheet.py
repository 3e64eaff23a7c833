"""A team and its players at one moment. Frozen: ``evolve`` makes the next one."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Literal

from engine.rulesets.model import Outcome, Position, Ruleset
from engine.rulesets.tables import Characteristic, Gain
from engine.tally import NONE, Tally

Status = Literal["active", "dead"]


@dataclass(frozen=True, slots=True)
class Gained:
    """An improvement as a player has it."""

    gain: Gain
    what: str  # a skill by its name, or a characteristic
    value: int  # what it adds to his


@dataclass(frozen=True, slots=True)
class Player:
    key: str  # team-local and for ever: p1, p2, ...
    number: int
    name: str
    position: str
    status: Status = "active"
    spp: int = 0
    deeds: Tally = NONE
    lost: Tally = NONE  # characteristic points taken by injuries
    niggles: int = 0
    misses_next: bool = False
    games: int = 0
    improvements: tuple[Gained, ...] = ()
    line: Position | None = None  # his own, if his position is in no team list of the rules any more

    @property
    def can_play(self) -> bool:
        return self.status == "active" and not self.misses_next

    @property
    def skills(self) -> tuple[str, ...]:
        """Those that he has learned."""
        return tuple(one.what for one in self.improvements if one.gain in ("normal", "double"))

    @property
    def gained(self) -> Tally:
        """Characteristic points that he has won."""
        return Tally(Counter(one.what for one in self.improvements if one.gain not in ("normal", "double")))

    def characteristic(self, name: Characteristic, position: Position) -> int:
        return position.characteristic(name) + self.gained[name] - self.lost[name]


@dataclass(frozen=True, slots=True)
class Record:
    """What a team has done in the matches that count."""

    outcomes: Tally = NONE
    touchdowns_for: int = 0
    touchdowns_against: int = 0
    casualties_for: int = 0
    casualties_against: int = 0

    @property
    def played(self) -> int:
        return sum(self.outcomes.values())


@dataclass(frozen=True, slots=True)
class LastMatch:
    """The match whose post-match sequence a team is in, as far as its steps need it."""

    match: str
    opponent: str
    outcome: Outcome
    fans: int
    fame: int
    value: int = 0  # the team's, at kick-off
    fit: tuple[str, ...] = ()  # who could play


def unknown_line(key: str) -> Position:
    """The line of a position that no list has: a name, and nothing else."""
    return Position(
        key=key, name=key, min=0, max=0, cost=0, ma=0, st=0, ag=0, av=0, skills=(), primary="", secondary=""
    )


@dataclass(frozen=True, slots=True)
class TeamSheet:
    key: str
    name: str = ""
    roster: str = ""
    balance: int = 0
    goods: Tally = NONE
    players: tuple[Player, ...] = ()
    record: Record = field(default_factory=Record)
    last_match: LastMatch | None = None
    ruleset: str = ""  # the hash of the rules it plays by, if they are not those of its draft any more

    @property
    def founded(self) -> bool:
        return bool(self.roster)

    @property
    def treasury(self) -> int:
        """Gold to spend: never below zero."""
        return max(0, self.balance)

    @property
    def debt(self) -> int:
        """Gold that was spent without having been there: only a rewritten history can cause it."""
        return max(0, -self.balance)

    @property
    def roll_call(self) -> tuple[Player, ...]:
        """The players on the roster: everybody who lives, fit or not."""
        return tuple(player for player in self.players if player.status == "active")

    @property
    def fit(self) -> tuple[Player, ...]:
        """The players who can play the next match."""
        return tuple(player for player in self.players if player.can_play)

    def player(self, key: str) -> Player | None:
        return next((player for player in self.players if player.key == key), None)

    def position_of(self, player: Player, ruleset: Ruleset) -> Position:
        """His line of the team list, or the one that he carried over from older rules.

        It never raises: of a position that nobody knows, only a rewritten history tells, and the sheet says so.
        """
        listed = {position.key: position for position in ruleset.roster(self.roster).positions}
        return player.line or listed.get(player.position) or unknown_line(player.position)
