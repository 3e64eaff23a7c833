"""Can both coaches hold these cards? What is too many, what nobody can have drawn, and what lies in two hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from engine.errors import Problem, marked
from engine.match.cards import Allowance, Teams, allowance, are_played, most_of_deck, special_plays, use_of
from engine.match.decks import card_named, deck_named, decks_in_use, pile_of
from engine.match.prematch import HeldCard, PreMatch
from engine.match.sides import SIDES, Side
from engine.rulesets.furniture import CardWay
from engine.rulesets.model import Ruleset

TITLE_LONGEST = 80  # no rule of the game: longer than any card's


@dataclass(frozen=True, slots=True)
class _Hand:
    """The cards of one side, with what they are measured by."""

    side: Side
    team: str
    held: tuple[HeldCard, ...]
    allowed: Allowance
    prematch: PreMatch
    ruleset: Ruleset
    deck: str = ""  # from which all cards of the match come, where they come from one

    @property
    def where(self) -> str:
        return f"prematch.{self.side}.cards"

    @property
    def bought(self) -> Counter[str]:
        """What was bought, by what it is drawn from: decks may have been merged."""
        found: Counter[str] = Counter()
        for deck, times in self.allowed.bought.items():
            found[pile_key(deck, self.ruleset)] += times
        return found

    @property
    def dealt(self) -> tuple[HeldCard, ...]:
        """The cards that were not bought: of each deck, so many fewer as were bought of it."""
        left, dealt = self.bought, []
        for card in self.held:
            pile = pile_key(card.deck, self.ruleset)
            if left[pile]:
                left[pile] -= 1
            else:
                dealt.append(card)
        return tuple(dealt)


def card_problems(prematch: PreMatch, teams: Teams, ruleset: Ruleset) -> Iterator[Problem]:
    """Where no die is known, the most that it could give is allowed."""
    for side in SIDES:
        yield from held_problems(side, prematch, teams, ruleset, {})
    use = use_of(ruleset)
    if use is not None and (ruleset.options.shared_decks or use.way == "draft"):
        yield from _held_by_both(prematch, teams, ruleset)


def held_problems(
    side: Side, prematch: PreMatch, teams: Teams, ruleset: Ruleset, thrown: Mapping[str, int]
) -> Iterator[Problem]:
    """One side's hand by itself, by the faces that have been thrown for the number of cards."""
    mine = prematch.side(side)
    if not mine.cards:
        return
    hand = _hand(side, prematch, teams, ruleset, thrown)
    if not are_played(ruleset):
        yield Problem(
            "cards_not_played",
            marked("This league plays without special play cards."),
            "special-play-cards",
            hand.where,
            {},
        )
        return
    for nth, card in enumerate(hand.held):
        yield from _card_problems(card, nth, hand)
    use = use_of(ruleset)
    if mine.induced is None and special_plays(ruleset):
        # Nobody has written down what was bought: how many cards that brought is not known.
        yield from _over_budget(hand)
    else:
        yield from _too_many(hand)
        yield from _BY_WAY[use.way](hand) if use and use.way else ()
        yield from _of_one_deck(hand)


def _hand(side: Side, prematch: PreMatch, teams: Teams, ruleset: Ruleset, thrown: Mapping[str, int]) -> _Hand:
    """Where nobody wrote down which is the one deck, it is that of the first card that was dealt."""
    hands = [
        _Hand(
            one,
            teams[one].name,
            prematch.side(one).cards or (),
            allowance(one, prematch, teams, ruleset, thrown),
            prematch,
            ruleset,
        )
        for one in SIDES
    ]
    first = next((card.deck for hand in hands for card in hand.dealt), "")
    return replace(next(hand for hand in hands if hand.side == side), deck=prematch.card_deck or first)


def pile_key(deck: str, ruleset: Ruleset) -> str:
    pile = pile_of(deck, ruleset)
    return pile.key if pile else deck


def _card_problems(card: HeldCard, nth: int, hand: _Hand) -> Iterator[Problem]:
    where, ruleset = f"{hand.where}.{nth}", hand.ruleset
    if use_of(ruleset) is None:
        yield from _title_problems(card, where, hand)
        return
    if deck_named(card.deck, ruleset) is None:
        yield _no_deck(card, where, hand)
    elif card.deck not in {deck.key for deck in decks_in_use(ruleset)}:
        yield Problem(
            "card_deck_not_in_use",
            marked("This league does not play with the deck {deck}."),
            "special-play-cards",
            f"{where}.deck",
            {"deck": deck_name(card.deck, ruleset)},
        )
    elif card_named(card, ruleset) is None:
        yield Problem(
            "card_unknown",
            marked("{deck} has no card “{card}”."),
            "special-play-cards",
            f"{where}.card",
            {"deck": deck_name(card.deck, ruleset), "card": card.card},
        )
    if card in hand.held[:nth]:
        yield Problem(
            "card_held_twice",
            marked("{team} holds “{card}” twice; there is one in the deck."),
            "special-play-cards",
            where,
            {"team": hand.team, "card": title_of(card, ruleset)},
        )


def _title_problems(card: HeldCard, where: str, hand: _Hand) -> Iterator[Problem]:
    """Of decks that the ruleset does not list, the coach types the title."""
    tables = [one.table for one in special_plays(hand.ruleset) if one.table]
    found = {result.key for table in tables for result in table.results}
    if found and card.deck not in found:
        yield _no_deck(card, where, hand)
    if not card.card.strip():
        yield Problem("card_untitled", marked("This card has no title."), "special-play-cards", f"{where}.card", {})
    elif len(card.card) > TITLE_LONGEST:
        yield Problem(
            "card_title_too_long",
            marked("A title of {length} characters is too long; {most} is the most."),
            "special-play-cards",
            f"{where}.card",
            {"length": len(card.card), "most": TITLE_LONGEST},
        )


def _no_deck(card: HeldCard, where: str, hand: _Hand) -> Problem:
    return Problem(
        "card_deck_unknown",
        marked("There is no deck “{deck}”."),
        "special-play-cards",
        f"{where}.deck",
        {"deck": card.deck},
    )


def _held_by_both(prematch: PreMatch, teams: Teams, ruleset: Ruleset) -> Iterator[Problem]:
    others = prematch.home.cards or ()
    for nth, card in enumerate(prematch.away.cards or ()):
        if card in others:
            yield Problem(
                "card_held_by_both",
                marked("{home} holds “{card}” already; both coaches draw from the same decks."),
                "special-play-cards",
                f"prematch.away.cards.{nth}",
                {"home": teams["home"].name, "card": title_of(card, ruleset)},
            )


def _too_many(hand: _Hand) -> Iterator[Problem]:
    most = hand.allowed.most
    if most is not None and len(hand.held) > most:
        yield Problem(
            "cards_too_many",
            marked("{team} holds {held} cards; {most} is the most."),
            "special-play-cards",
            hand.where,
            {"team": hand.team, "held": len(hand.held), "most": most},
        )


def _over_budget(hand: _Hand) -> Iterator[Problem]:
    found = (pile_of(card.deck, hand.ruleset) for card in hand.held)
    spent = sum(pile.cost for pile in found if pile)
    if hand.allowed.gold and spent > hand.allowed.gold:
        yield Problem(
            "card_budget_exceeded",
            marked("The cards of {team} cost {spent} gp; {budget} gp is what each coach has for cards."),
            "special-play-cards",
            hand.where,
            {"team": hand.team, "spent": spent, "budget": hand.allowed.gold},
        )


def _drawn(hand: _Hand) -> Iterator[Problem]:
    """All of them together may be few enough, and still not come from the decks that cards were bought of."""
    most = hand.allowed.most
    if most is not None and len(hand.held) <= most and len(hand.dealt) > hand.allowed.keep:
        yield Problem(
            "cards_dealt_too_many",
            marked("{team} holds {held} cards besides those it has bought; {most} is the most."),
            "special-play-cards",
            hand.where,
            {"team": hand.team, "held": len(hand.dealt), "most": hand.allowed.keep},
        )


def _for_points(hand: _Hand) -> Iterator[Problem]:
    found = (pile_of(card.deck, hand.ruleset) for card in hand.dealt)
    spent = sum(pile.points for pile in found if pile)
    if spent > hand.allowed.points:
        yield Problem(
            "card_points_exceeded",
            marked("The cards of {team} cost {spent} points; {points} is what it has."),
            "special-play-cards",
            hand.where,
            {"team": hand.team, "spent": spent, "points": hand.allowed.points},
        )


def _from_one_deck(hand: _Hand) -> Iterator[Problem]:
    yield from _drawn(hand)
    for nth, card in enumerate(hand.held):
        if card in hand.dealt and card.deck != hand.deck:
            yield Problem(
                "card_of_another_deck",
                marked("“{card}” is of {deck}; all cards of this match come from {named}."),
                "special-play-cards",
                f"{hand.where}.{nth}",
                {
                    "card": title_of(card, hand.ruleset),
                    "deck": deck_name(card.deck, hand.ruleset),
                    "named": deck_name(hand.deck, hand.ruleset),
                },
            )


def _bought(hand: _Hand) -> Iterator[Problem]:
    have = Counter(pile_key(card.deck, hand.ruleset) for card in hand.held)
    for pile in sorted({pile_key(card.deck, hand.ruleset) for card in hand.dealt}):
        yield Problem(
            "card_not_bought",
            marked("{team} holds {held} cards of {deck} and has bought {bought}."),
            "special-play-cards",
            hand.where,
            {"team": hand.team, "held": have[pile], "deck": deck_name(pile, hand.ruleset), "bought": hand.bought[pile]},
        )


_BY_WAY: Mapping[CardWay, Callable[[_Hand], Iterator[Problem]]] = {
    "draw": _drawn,
    "points": _for_points,
    "draft": _drawn,
    "one-deck": _from_one_deck,
    "bought": _bought,
}


def _of_one_deck(hand: _Hand) -> Iterator[Problem]:
    for deck, held in Counter(card.deck for card in hand.dealt).items():
        most = most_of_deck(deck, hand.allowed, hand.prematch.one_off, hand.ruleset)
        if most is not None and held > most:
            yield Problem(
                "cards_of_a_deck",
                marked("{team} holds {held} cards of {deck}; {most} is the most here."),
                "special-play-cards",
                hand.where,
                {"team": hand.team, "held": held, "deck": deck_name(deck, hand.ruleset), "most": most},
            )


def title_of(card: HeldCard, ruleset: Ruleset) -> str:
    found = card_named(card, ruleset)
    return found.title if found else card.card


def deck_name(key: str, ruleset: Ruleset) -> str:
    found = deck_named(key, ruleset) or pile_of(key, ruleset)
    return found.name if found else key
