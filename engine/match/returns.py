"""What brings a player back who has left the pitch, by why he left it; and which of that a league's matches have.

Nothing undoes a death, but for a card or one of the staff whose own words reach the dead.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from engine.match import cards
from engine.match.decks import decks_in_use
from engine.rulesets.model import Ruleset

Off = Literal["knocked-out", "casualty", "sent-off"]
Leaving = Literal["knocked-out", "casualty", "sent-off", "dead"]
BRIBE, STAFF = "bribe", "staff"

# Each word that an event of the kind `back` may say. Getting up is for the knocked out, mercy for who was sent off.
UNDOES: Mapping[str, tuple[Leaving, ...]] = {
    "recovered": ("knocked-out",),
    BRIBE: ("sent-off",),
    "argued": ("sent-off",),
    cards.CARD: ("knocked-out", "casualty", "sent-off"),
    "stadium": ("knocked-out", "casualty", "sent-off"),
    STAFF: ("knocked-out", "casualty", "sent-off"),
    "event": ("knocked-out", "casualty", "sent-off"),
    "inducement": ("knocked-out", "casualty"),
}
# What may have stood in for an apothecary.
HEALING = tuple(by for by, leavings in UNDOES.items() if "casualty" in leavings)


def ways_back(ruleset: Ruleset) -> dict[str, tuple[Leaving, ...]]:
    """What can bring somebody back in a match of this edition, as this league plays it."""
    there, dead = _there(ruleset), _even_dead(ruleset)
    return {
        by: (*leavings, *(("dead",) if dead.get(by) else ())) for by, leavings in UNDOES.items() if there.get(by, True)
    }


def _there(ruleset: Ruleset) -> dict[str, bool]:
    bribes, options = ruleset.inducement(BRIBE) is not None, ruleset.options
    return {
        BRIBE: bribes,
        "argued": bribes,  # editions whose referees take no money do not listen either
        cards.CARD: cards.are_played(ruleset),
        "stadium": options.stadiums,
        STAFF: options.staff and any(one.group == STAFF for one in ruleset.inducements),
        "event": options.match_events,
        "inducement": bool(ruleset.inducements),
    }


def _even_dead(ruleset: Ruleset) -> dict[str, bool]:
    return {
        cards.CARD: any(card.even_dead for deck in decks_in_use(ruleset) for card in deck.cards),
        STAFF: any(one.even_dead for one in ruleset.inducements if one.group == STAFF),
    }
