"""What was found out, drawn and bought before the kick-off. A blank is "not recorded", never an error by itself."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Literal

from engine.match.sides import Side

# Who kicks, who throws for the stadium: one of the sides, or nobody has said.
MaybeSide = Literal["", "home", "away"]


@dataclass(frozen=True, slots=True)
class Induced:
    """Something that is bought for one match: an inducement by its key, and what it is about where that is asked.

    ``about`` is the star, the position of a mercenary, or the deck of a card.
    """

    what: str
    count: int = 1
    about: str = ""
    skill: str = ""  # the one more that a mercenary was given
    name: str = ""  # of a mercenary, if his coach has named him


@dataclass(frozen=True, slots=True)
class HeldCard:
    """A card in a coach's hand. What he plays, an event of the match says."""

    deck: str
    card: str  # its key; of a deck that the ruleset does not list, the title as it was typed


@dataclass(frozen=True, slots=True)
class Prayer:
    """A prayer that was answered: its key on the table, and the player it is about where there is one."""

    prayer: str
    player: str = ""
    others: tuple[str, ...] = ()  # where it is about more than one
    skill: str = ""  # that he gained by it


@dataclass(frozen=True, slots=True)
class SidePreMatch:
    """One side before the match. ``None`` is "not recorded"; an empty list is "none"."""

    journeymen: tuple[str, ...] | None = None  # the position of each who was taken on for this match
    induced: tuple[Induced, ...] | None = None
    treasury: int = 0  # gold of its own that went into inducements, or into petty cash where the edition has that
    cards: tuple[HeldCard, ...] | None = None
    prayers: tuple[Prayer, ...] | None = None
    event: str = ""  # the match event that was drawn for its coach, once it is revealed
    ball: str = ""  # the special ball it brought
    special: str = ""  # the wandering spectator on its side, where that option is on: a star who is not for hire
    sits_out: str = ""  # who makes room for him, where the roster is full
    fans: int | None = None  # who came, as it was told; where dice were thrown for them, they say it
    more_balls: tuple[str, ...] = ()  # of a team that may use several
    goes_on: bool = False  # it has bought cards, and looks at them before it buys anything else

    @property
    def has_bought(self) -> bool:
        """All that it wants, though that may be nothing."""
        return self.induced is not None and not self.goes_on


@dataclass(frozen=True, slots=True)
class Venue:
    """Where the match is played: what the stadium table says, and whose home it is, if it is somebody's."""

    roller: MaybeSide = ""  # whose coach was chosen to throw
    stadium: str = ""  # the key of its attribute, "standard" for one without any
    home_of: MaybeSide = ""
    name: str = ""
    gold: int = 0  # what it gives each side for inducements, where its attribute does: the dice say how much


@dataclass(frozen=True, slots=True)
class PreMatch:
    weather_table: str = ""
    weather: str = ""
    venue: Venue = field(default_factory=Venue)
    referee: str = ""
    kicking: MaybeSide = ""
    chooses_first: MaybeSide = ""  # who buys first when both teams are worth the same
    home: SidePreMatch = field(default_factory=SidePreMatch)
    away: SidePreMatch = field(default_factory=SidePreMatch)
    referee_table: str = ""
    coin: MaybeSide = ""  # who won the toss, and chose to kick or to receive
    one_off: bool = False  # an exhibition match: dice decide what in a league goes by the teams' values
    card_deck: str = ""  # the one that all cards come from, where they come from one

    def side(self, side: Side) -> SidePreMatch:
        return self.home if side == "home" else self.away

    def with_side(self, side: Side, **changes: Any) -> PreMatch:
        changed = replace(self.side(side), **changes)
        return replace(self, home=changed) if side == "home" else replace(self, away=changed)
