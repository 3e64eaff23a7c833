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
    "fame-lost",  # by the stadium
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

    ``half`` 3 is overtime; 0 says that nobody has written down when it was. Of every kind ``half``, ``turn``, ``note``
    and the dice thrown for it may be told; what else there is to tell:

    - kick-off: ``side`` kicks, ``what`` is the result of the table
    - turn: of ``side``
    - touchdown, completion, superb-throw, interception, deflection: ``side``, ``player``
    - casualty: ``side`` and ``player`` are the victim's, ``other`` caused it (``own``: a player of his own side), by
      ``cause``; ``apothecary``, ``kept``, ``igor``; ``result``, ``lasting``, ``second`` and ``regenerated`` where they
      are known and their dice are not. Its dice are ``casualty``, ``lasting``, ``regeneration`` and ``poison``, or
      further throws: ``casualty/apothecary``, ``casualty/decay``, ``lasting/decay``, ``regeneration/igor``
    - ko: ``side`` and ``player`` are the victim's, ``other`` and ``cause`` as of a casualty; with ``apothecary`` he
      stays
    - foul: ``side`` and ``player`` commit it, ``other`` is its victim on the other side
    - sent-off: ``side``, ``player``; without a player it is the coach; ``cause`` says for what
    - back: ``side``, ``player``, and in ``what`` by what: one of ``engine.match.returns.UNDOES``
    - reroll: ``side``, ``what`` if it is no team re-roll: a skill, or what was bought, played or answered
    - fame-lost: ``side``; where the stadium takes it from both, both lose it whichever side is named
    - inducement, card, prayer: ``side``, ``what`` is its key, ``player`` whom it is about
    - event, weather: ``what`` is its key; of an event, ``side`` is whose coach drew it
    - abandoned, resumed, note: the note
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
    lasting: str = ""  # of a casualty, the lasting injury, if it is known and its die is not
    own: bool = False  # ``other`` plays for the side of ``player``
    second: str = ""  # of a casualty, the other result that counts, of those for whom two do
    regenerated: bool = False  # of a casualty whose result is known: whether Regeneration healed it
