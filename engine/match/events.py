"""The events of a match, as they are tapped in at the table: who, when, whom, how. They add up to a report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from engine.match.prematch import MaybeSide

EventKind = Literal[
    "kick-off",  # a drive begins: ``what`` is the result of the kick-off table
    "turn",  # a team's turn begins
    "touchdown",
    "completion",
    "superb-throw",
    "interception",
    "deflection",
    "casualty",
    "ko",
    "foul",
    "sent-off",
    "back",  # a player who was off returns: by a bribe, a card, the stadium ...: ``what`` says by what
    "reroll",
    "inducement",
    "card",
    "prayer",
    "event",  # a match event is revealed
    "weather",
    "abandoned",  # play stopped, to go on later
    "resumed",
    "note",
]
Kept = Literal["", "first", "second"]


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened. ``player`` is who did it; of a casualty or a knock-out, whom it befell.

    ``half`` 3 is overtime; 0 says that nobody has written down when it was.
    """

    key: str  # for ever: the device that it was entered on, and its number there
    kind: EventKind
    half: int = 0
    turn: int = 0
    side: MaybeSide = ""  # of ``player``; of a turn, whose it is
    player: str = ""
    other: str = ""  # of the other side: who caused it, or the victim of a foul
    cause: str = ""  # of a casualty or a knock-out: how it came about
    what: str = ""  # the result of a table, or the key of what was used, played or answered
    result: str = ""  # of a casualty, if the result is known and its dice are not
    apothecary: bool = False
    kept: Kept = ""
    igor: bool = False
    note: str = ""
    dice: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # thrown at the table, by the part of their key
