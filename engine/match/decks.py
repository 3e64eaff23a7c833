"""Decks as they lie on the table: which are in use, what is in them, and how a virtual one is shuffled.

One throw shuffles a whole deck, under a key of its own: its order is settled with the match's seed, before anybody
draws.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.dice import Dice
from engine.match.prematch import HeldCard
from engine.rulesets.furniture import Card, Deck
from engine.rulesets.model import Ruleset

MERGED = "merged"


@dataclass(frozen=True, slots=True)
class Pile:
    """What is shuffled together: a deck, or several where a league merges them."""

    key: str
    name: str
    cost: int
    points: int
    decks: tuple[Deck, ...]

    @property
    def cards(self) -> tuple[HeldCard, ...]:
        """In the order in which they are printed."""
        return tuple(HeldCard(deck.key, card.key) for deck in self.decks for card in deck.cards)


def decks_in_use(ruleset: Ruleset) -> tuple[Deck, ...]:
    """Those that the league has named, or the edition's own."""
    chosen = ruleset.options.decks
    return tuple(deck for deck in ruleset.decks if (deck.key in chosen if chosen else not deck.edition))


def piles(ruleset: Ruleset) -> tuple[Pile, ...]:
    decks = decks_in_use(ruleset)
    if not ruleset.options.merged_decks or not decks:
        return tuple(_pile(deck.key, (deck,)) for deck in decks)
    lowest = min(deck.cost for deck in decks)
    cheapest = tuple(deck for deck in decks if deck.cost == lowest)
    return (_pile(MERGED, cheapest), *(_pile(deck.key, (deck,)) for deck in decks if deck not in cheapest))


def _pile(key: str, decks: tuple[Deck, ...]) -> Pile:
    name = " \N{MIDDLE DOT} ".join(deck.name for deck in decks)
    return Pile(key, name, decks[0].cost, decks[0].points or 0, decks)


def pile_of(deck: str, ruleset: Ruleset) -> Pile | None:
    """Where a deck's cards lie; a pile is found by its own key as well."""
    found = (pile for pile in piles(ruleset) if pile.key == deck or deck in {one.key for one in pile.decks})
    return next(found, None)


def deck_named(key: str, ruleset: Ruleset) -> Deck | None:
    return next((deck for deck in ruleset.decks if deck.key == key), None)


def card_named(held: HeldCard, ruleset: Ruleset) -> Card | None:
    deck = deck_named(held.deck, ruleset)
    return next((card for card in deck.cards if card.key == held.card), None) if deck else None


def shuffle_key(pile: Pile, owner: str) -> str:
    # As many faces as cards: when a correction changes their number, that is another shuffle.
    whose = f"{owner}/" if owner else ""
    return f"shuffle/{whose}{pile.key}/{len(pile.cards)}"


def shuffled(pile: Pile, dice: Dice, owner: str = "") -> tuple[HeldCard, ...]:
    """From the top. ``owner`` is the team whose own decks these are, where the coaches do not share them."""
    left = list(pile.cards)
    sides = tuple(range(len(left), 1, -1))
    faces = dice.roll(shuffle_key(pile, owner), *sides).faces if sides else ()
    return tuple(left.pop(face - 1) for face in (*faces, 1) if left)


def shuffles(key: str) -> bool:
    """Whether a roll tells the order of a deck: nobody sees it while cards are hidden."""
    return key.startswith("shuffle/")


def without(order: tuple[HeldCard, ...], taken: tuple[HeldCard, ...]) -> tuple[HeldCard, ...]:
    return tuple(card for card in order if card not in taken)
