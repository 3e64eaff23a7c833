"""The step of the special play cards: virtual decks are dealt here, of others a coach says what he holds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import get_args

from django.http import QueryDict
from django.utils.translation import gettext

from engine.match.cards import Allowance, special_plays
from engine.match.dealing import Act, Turn
from engine.match.decks import Pile, card_named, deck_named, pile_of, piles
from engine.match.prematch import HeldCard
from engine.match.sides import SIDES, Side
from engine.rulesets.model import Ruleset
from leagues.models import Coach
from leagues.policies import Visitor
from matches.models import Match
from matches.policies import is_coach_of
from matches.selectors.hands import HandView
from matches.selectors.matchday import PreMatchPage
from matches.services.prematch_cards import STEP, card_deal, card_deck_record, cards_record
from matches.web.prematch_basics import thrown_or
from matches.web.prematch_dice import Dicing, dicing
from matches.web.prematch_steps import Shown, StepPage, Unreadable, seen

NAME_DECK, WRITE, BLANK = "deck", "write", "blank"


def side_of(typed: QueryDict) -> Side:
    for side in SIDES:
        if typed.get("side") == side:
            return side
    raise Unreadable(gettext("Nobody knows which side this is about."))


# Sent


def _sent(typed: QueryDict, match: Match, coach: Coach) -> object:
    do = typed.get("do", "")
    if do == NAME_DECK:
        return card_deck_record(match=match, deck=typed.get("deck", ""), seen=seen(typed), actor=coach)
    side = side_of(typed)
    for act in get_args(Act):
        if act == do:
            return card_deal(
                match=match,
                side=side,
                act=act,
                pile=typed.get("pile", ""),
                cards=_ticked(typed),
                seen=seen(typed),
                actor=coach,
            )
    cards = None if do == BLANK else (*_ticked(typed), *_titles(typed))
    return cards_record(match=match, side=side, cards=cards, seen=seen(typed), actor=coach)


def _ticked(typed: QueryDict) -> tuple[HeldCard, ...]:
    """``dirty-trick/hidden-blade`` for each."""
    parted = (value.partition("/") for value in typed.getlist("card"))
    return tuple(HeldCard(deck, card) for deck, _, card in parted)


def _titles(typed: QueryDict) -> Iterator[HeldCard]:
    """Of an edition without decks of its own: a deck and a title each, and nothing where no title is."""
    for deck, title in zip(typed.getlist("title-deck"), typed.getlist("title"), strict=False):
        if title.strip():
            yield HeldCard(deck, " ".join(title.split()))


# Shown


@dataclass(frozen=True, slots=True)
class CardLine:
    value: str
    title: str
    deck: str
    timing: str = ""
    effect: str = ""
    ticked: bool = False


@dataclass(frozen=True, slots=True)
class TurnLine:
    turn: Turn
    piles: tuple[Pile, ...]


@dataclass(frozen=True, slots=True)
class TitleLine:
    deck: str
    title: str


@dataclass(frozen=True, slots=True)
class CardSide:
    side: Side
    team: str
    hand: HandView
    allowed: Allowance
    mine: bool  # who looks is its coach
    decides: bool
    cards: tuple[CardLine, ...]
    drawn: tuple[CardLine, ...]
    turns: tuple[TurnLine, ...]
    table: tuple[tuple[str, tuple[CardLine, ...]], ...]  # by deck: what can be ticked
    titles: tuple[TitleLine, ...]  # what can be typed in


@dataclass(frozen=True, slots=True)
class CardStep:
    dicing: Dicing
    virtual: bool
    sides: tuple[CardSide, ...]
    decks: tuple[Pile, ...]  # of which one is named for the match
    named: str
    title_decks: tuple[tuple[str, str], ...]


def _show(page: PreMatchPage, visitor: Visitor, typed: QueryDict) -> Shown:
    rules = page.ruleset
    virtual = rules.options.virtual_cards and bool(rules.decks)
    one_deck = any(use.way == "one-deck" for use in rules.card_uses if use.key == rules.options.cards)
    more = CardStep(
        dicing=dicing(STEP, page, typed),
        virtual=virtual,
        sides=tuple(_side(hand, page, visitor, typed, virtual) for hand in page.hands),
        decks=piles(rules) if one_deck and not virtual else (),
        named=page.prematch.card_deck,
        title_decks=tuple(
            (result.key, result.name) for one in special_plays(rules) if one.table for result in one.table.results
        ),
    )
    waits = [one for one in more.sides if one.hand.busy]
    if waits:
        return Shown("waits", ", ".join(page.team(one.side).coach.name for one in waits), more)
    recorded = all(one.hand.number is not None for one in more.sides)
    return Shown("done" if recorded else "blank", more=more)


def _side(hand: HandView, page: PreMatchPage, visitor: Visitor, typed: QueryDict, virtual: bool) -> CardSide:
    rules, mine = page.ruleset, is_coach_of(visitor, page.match, hand.side)
    sent = typed if typed.get("side") == hand.side else QueryDict()
    ticked = sent.getlist("card") if sent else [_value(card) for card in hand.cards]
    writes = hand.side in page.decides and not virtual
    return CardSide(
        side=hand.side,
        team=page.team(hand.side).name,
        hand=hand,
        allowed=hand.allowed,
        mine=mine,
        decides=hand.side in page.decides,
        cards=tuple(_line(card, rules) for card in hand.cards),
        drawn=tuple(_line(card, rules, ticked) for card in hand.drawn)
        if sent
        else tuple(_line(card, rules) for card in hand.drawn),
        turns=tuple(_turn(turn, rules) for turn in hand.turns) if page.prepares else (),
        table=tuple(_table(rules, ticked)) if writes and rules.decks else (),
        titles=_title_lines(hand, sent) if writes and not rules.decks else (),
    )


def _value(card: HeldCard) -> str:
    return f"{card.deck}/{card.card}"


def _line(card: HeldCard, rules: Ruleset, ticked: list[str] | None = None) -> CardLine:
    found, deck = card_named(card, rules), deck_named(card.deck, rules)
    return CardLine(
        value=_value(card),
        title=found.title if found else card.card,
        deck=deck.name if deck else _deck_word(card.deck, rules),
        timing=found.timing if found else "",
        effect=found.effect if found else "",
        ticked=_value(card) in (ticked or ()),
    )


def _deck_word(key: str, rules: Ruleset) -> str:
    tables = (one.table for one in special_plays(rules) if one.table)
    return next((result.name for table in tables for result in table.results if result.key == key), key)


def _turn(turn: Turn, rules: Ruleset) -> TurnLine:
    return TurnLine(turn, tuple(pile for key in turn.piles if (pile := pile_of(key, rules))))


def _table(rules: Ruleset, ticked: list[str]) -> Iterator[tuple[str, tuple[CardLine, ...]]]:
    for pile in piles(rules):
        yield pile.name, tuple(_line(card, rules, ticked) for card in pile.cards)


def _title_lines(hand: HandView, sent: QueryDict) -> tuple[TitleLine, ...]:
    """As many as may be kept, and as many as are there."""
    pairs = list(zip(sent.getlist("title-deck"), sent.getlist("title"), strict=False))
    pairs = pairs or [(card.deck, card.card) for card in hand.cards]
    wanted = max(hand.allowed.most or 0, len(pairs), 1)
    return tuple(TitleLine(*pair) for pair in [*pairs, *[("", "")] * (wanted - len(pairs))])


STEPS = {
    STEP: StepPage(
        show=_show,
        post=thrown_or(STEP, _sent),
        places=tuple(f"prematch.{side}.cards" for side in SIDES),
    ),
}
