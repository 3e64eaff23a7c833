"""Virtual decks on the table: who has drawn what, what lies in which hand, and whose turn it is.

A dealing is the fold of its moves over decks that one throw each has shuffled. It knows every card; who may see which
is not its business.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from engine.dice import Dice
from engine.errors import RuleViolation, marked
from engine.match.cards import Allowance, Teams, allowance, begins, chooses, most_of_named, use_of
from engine.match.decks import Pile, pile_of, piles, shuffled, without
from engine.match.prematch import HeldCard, PreMatch
from engine.match.sides import SIDES, Side, other_side
from engine.rulesets.furniture import CardUse
from engine.rulesets.model import Ruleset

# name: the one deck of the match. draw: from the top of a pile. buy: the same, of what was bought. keep: of what was
# drawn; the rest goes under its piles, or in a draft to the other side. exchange: give back for others, and be done.
Act = Literal["name", "draw", "buy", "keep", "exchange"]


class CardNotYourTurn(RuleViolation):
    code = "card_not_your_turn"
    message = marked("{team} cannot do that with cards now: it waits for the other side, or is done.")
    rule = "special-play-cards"


class CardPileClosed(RuleViolation):
    code = "card_pile_closed"
    message = marked("{team} cannot draw from {pile} now.")
    rule = "special-play-cards"


class CardsNotInHand(RuleViolation):
    code = "cards_not_in_hand"
    message = marked("{team} does not hold all of these cards.")
    rule = "special-play-cards"


class CardsKeptWrong(RuleViolation):
    code = "cards_kept_wrong"
    message = marked("{team} named {named} cards; it may be {least} to {most}.")
    rule = "special-play-cards"


@dataclass(frozen=True, slots=True)
class CardMove:
    side: Side
    act: Act
    pile: str = ""
    cards: tuple[HeldCard, ...] = ()  # that are kept, or given back


@dataclass(frozen=True, slots=True)
class Hand:
    drawn: tuple[HeldCard, ...] = ()  # not decided yet
    kept: tuple[HeldCard, ...] = ()
    bought: tuple[HeldCard, ...] = ()  # apart from the others until the match begins
    picked: HeldCard | None = None  # in this round of a draft
    done: bool = False

    @property
    def cards(self) -> tuple[HeldCard, ...]:
        """What its coach plays with, once he is done."""
        return (*self.kept, *self.bought)


@dataclass(frozen=True, slots=True)
class Turn:
    """What a side may do now, and from which piles."""

    act: Act
    piles: tuple[str, ...] = ()
    left: int = 0  # cards, or points, that may still be drawn
    least: int = 0  # cards to be named
    most: int = 0


@dataclass(frozen=True, slots=True)
class CardTable:
    """What does not change while cards are dealt."""

    prematch: PreMatch
    teams: Teams
    ruleset: Ruleset
    dice: Dice
    thrown: Mapping[str, int] = field(default_factory=dict)

    def allowance(self, side: Side) -> Allowance:
        return allowance(side, self.prematch, self.teams, self.ruleset, self.thrown)

    def owner(self, side: Side) -> str:
        """Whose decks a side draws from: everybody's, or its own."""
        drafted = (use := self.use()) is not None and use.way == "draft"
        return "" if drafted or self.ruleset.options.shared_decks else self.teams[side].key

    def use(self) -> CardUse | None:
        return use_of(self.ruleset)


@dataclass(frozen=True, slots=True)
class Dealing:
    table: CardTable
    order: Mapping[str, tuple[HeldCard, ...]] = field(
        default_factory=dict
    )  # what is left, from the top, by pile and owner
    hands: Mapping[Side, Hand] = field(default_factory=lambda: dict.fromkeys(SIDES, Hand()))
    spent: Mapping[Side, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))  # points
    draws: int = 0  # of both, in a draft
    deck: str = ""  # the one that was named

    def hand(self, side: Side) -> Hand:
        return self.hands[side]

    def left(self, pile: str, side: Side) -> tuple[HeldCard, ...]:
        key = f"{self.table.owner(side)}/{pile}"
        found = pile_of(pile, self.table.ruleset)
        if key in self.order or found is None:
            return self.order.get(key, ())
        return shuffled(found, self.table.dice, self.table.owner(side))

    def with_left(self, pile: str, side: Side, cards: tuple[HeldCard, ...]) -> Dealing:
        return replace(self, order={**self.order, f"{self.table.owner(side)}/{pile}": cards})

    def with_hand(self, side: Side, hand: Hand) -> Dealing:
        return replace(self, hands={**self.hands, side: hand})


def dealt(table: CardTable, moves: Iterable[CardMove]) -> Dealing:
    """All moves in their order. They were possible when they were made, and stay made whatever is bought later."""
    state = Dealing(table)
    for move in moves:
        state = _MOVES[move.act](state, move)
    return state


def moved(state: Dealing, move: CardMove) -> Dealing:
    """One move more. One that cannot be made is refused."""
    turns = {turn.act: turn for turn in open_turns(state, move.side)}
    turn, team = turns.get(move.act), state.table.teams[move.side].name
    if turn is None:
        raise CardNotYourTurn(team=team)
    if move.act in ("name", "draw", "buy") and move.pile not in turn.piles:
        raise CardPileClosed(team=team, pile=move.pile)
    if move.act in ("keep", "exchange"):
        _check_named(state, move, turn, team)
    return _MOVES[move.act](state, move)


def _check_named(state: Dealing, move: CardMove, turn: Turn, team: str) -> None:
    if len(set(move.cards)) != len(move.cards) or not set(move.cards) <= set(state.hand(move.side).drawn):
        raise CardsNotInHand(team=team)
    if not turn.least <= len(move.cards) <= turn.most:
        raise CardsKeptWrong(team=team, named=len(move.cards), least=turn.least, most=turn.most)


# What may be done.


def open_turns(state: Dealing, side: Side) -> tuple[Turn, ...]:
    """Everything that a side may do now; nothing, when it is done or the other one is at it."""
    use = state.table.use()
    found = [_buying(state, side)]
    if use and use.way == "draft":
        found.append(_drafting(state, side))
    elif use and use.way != "bought" and not state.hand(side).done and _is_up(state, side, use):
        found += _dealing(state, side, use)
    return tuple(turn for turn in found if turn)


def may_look(state: Dealing, side: Side) -> bool:
    """Whether a coach has seen what he has drawn: where cards are drawn face down, once he has drawn all of them."""
    use = state.table.use()
    if use and use.way == "draft":
        return state.draws >= state.table.allowance(side).draw
    return use is None or use.way != "draw" or all(turn.act != "draw" for turn in open_turns(state, side))


def _buying(state: Dealing, side: Side) -> Turn | None:
    """A card for each that was bought of a deck, at any time."""
    bought, have = state.table.allowance(side).bought, state.hand(side).bought
    open_piles: list[str] = []
    left = 0
    for pile in piles(state.table.ruleset):
        keys = {pile.key, *(deck.key for deck in pile.decks)}
        more = sum(bought[key] for key in keys) - sum(card.deck in keys for card in have)
        if more > 0 and state.left(pile.key, side):
            open_piles.append(pile.key)
            left += more
    return Turn("buy", tuple(open_piles), left) if open_piles else None


def _is_up(state: Dealing, side: Side, use: CardUse) -> bool:
    """One after the other; who names the deck does that first."""
    if use.way == "one-deck" and not state.deck:
        return chooses(state.table.teams, state.table.dice, state.table.ruleset) == side
    first = begins(state.table.teams, state.table.dice, state.table.ruleset)
    return first == side or state.hand(first).done


def _dealing(state: Dealing, side: Side, use: CardUse) -> list[Turn | None]:
    hand, allowed = state.hand(side), state.table.allowance(side)
    if use.way == "one-deck" and not state.deck:
        return [Turn("name", tuple(pile.key for pile in piles(state.table.ruleset)))]
    left = allowed.points - state.spent[side] if use.way == "points" else allowed.draw - len(hand.drawn)
    open_piles = tuple(
        pile.key for pile in piles(state.table.ruleset) if left > 0 and _may_draw(state, pile, side, left)
    )
    found: list[Turn | None] = [Turn("draw", open_piles, left) if open_piles else None]
    if use.exchange != 0 and (use.way == "points" or not open_piles):
        most = len(hand.drawn) if use.exchange is None else min(use.exchange, len(hand.drawn))
        found.append(Turn("exchange", least=0, most=most))
    elif use.exchange == 0 and not open_piles:
        most = min(allowed.keep, len(hand.drawn))
        found.append(Turn("keep", least=most, most=most))
    return found


def _may_draw(state: Dealing, pile: Pile, side: Side, left: int) -> bool:
    use, ruleset = state.table.use(), state.table.ruleset
    if use is None or not state.left(pile.key, side) or (state.deck and pile.key != state.deck):
        return False
    if use.way == "points":
        return 0 < pile.points <= left
    have = _counts(state, side)
    if use.ahead is not None and not _even(pile.key, have, use.ahead, use):
        return False
    limits = [most_of_named(deck.key, state.table.prematch.one_off, ruleset) for deck in pile.decks]
    known = [limit for limit in limits if limit is not None]
    return len(known) < len(limits) or have[pile.key] < sum(known)


def _counts(state: Dealing, side: Side) -> dict[str, int]:
    ruleset = state.table.ruleset
    drawn = state.hand(side).drawn
    return {pile.key: sum(card.deck in {deck.key for deck in pile.decks} for card in drawn) for pile in piles(ruleset)}


def _even(pile: str, have: Mapping[str, int], ahead: int, use: CardUse) -> bool:
    """Whether one card more of this pile keeps it level enough with the others."""
    others = [count for key, count in have.items() if key != pile]
    if not others:
        return True
    least = min(others) if use.ahead_of == "all" else max(others)
    return have[pile] + 1 <= least + ahead


def _drafting(state: Dealing, side: Side) -> Turn | None:
    """Both fill their starting decks by turns; then each sets a card aside, and the rest is passed on."""
    size = state.table.allowance(side).draw
    if state.draws < size:
        first = chooses(state.table.teams, state.table.dice, state.table.ruleset)
        up = first if state.draws % 2 == 0 else other_side(first)
        enough = tuple(pile.key for pile in piles(state.table.ruleset) if len(state.left(pile.key, up)) >= 2)
        return Turn("draw", enough, size - state.draws) if up == side and enough else None
    hand = state.hand(side)
    return Turn("keep", least=1, most=1) if not hand.done and hand.picked is None else None


# What is done.


def _name(state: Dealing, move: CardMove) -> Dealing:
    return replace(state, deck=move.pile)


def _draw(state: Dealing, move: CardMove) -> Dealing:
    use = state.table.use()
    if use and use.way == "draft":
        return _draw_for_both(state, move)
    pile = pile_of(move.pile, state.table.ruleset)
    state = _top_into_drawn(state, move.pile, move.side, move.side)
    spent = state.spent[move.side] + (pile.points if pile else 0)
    state = replace(state, spent={**state.spent, move.side: spent})
    allowed, hand = state.table.allowance(move.side), state.hand(move.side)
    finished = use is not None and use.way == "draw" and allowed.draw == allowed.keep == len(hand.drawn)
    return _settled(state, move.side, hand.drawn) if finished else state


def _top_into_drawn(state: Dealing, pile: str, owner: Side, side: Side) -> Dealing:
    top, rest = _top(state, pile, owner)
    hand = state.hand(side)
    return state.with_left(pile, owner, rest).with_hand(side, replace(hand, drawn=(*hand.drawn, *top)))


def _top(state: Dealing, pile: str, owner: Side) -> tuple[tuple[HeldCard, ...], tuple[HeldCard, ...]]:
    """The card on top, and those below; nothing, of a pile that is empty."""
    left = state.left(pile, owner)
    return left[:1], left[1:]


def _draw_for_both(state: Dealing, move: CardMove) -> Dealing:
    """Two cards unseen: one for himself, one for the other."""
    for side in (move.side, other_side(move.side)):
        state = _top_into_drawn(state, move.pile, move.side, side)
    return replace(state, draws=state.draws + 1)


def _buy(state: Dealing, move: CardMove) -> Dealing:
    top, rest = _top(state, move.pile, move.side)
    hand = state.hand(move.side)
    return state.with_left(move.pile, move.side, rest).with_hand(move.side, replace(hand, bought=(*hand.bought, *top)))


def _keep(state: Dealing, move: CardMove) -> Dealing:
    use = state.table.use()
    if use and use.way == "draft":
        return _passed_on(state, move)
    state = _under(state, move.side, without(state.hand(move.side).drawn, move.cards))
    return _settled(state, move.side, move.cards)


def _exchange(state: Dealing, move: CardMove) -> Dealing:
    """All of them go under their piles before any is drawn for them; of an empty pile that is the card itself."""
    kept = without(state.hand(move.side).drawn, move.cards)
    state = _under(state, move.side, move.cards)
    new: list[HeldCard] = []
    for card in move.cards:
        pile = _pile_key(card, state)
        top, rest = _top(state, pile, move.side)
        new += top
        state = state.with_left(pile, move.side, rest)
    return _settled(state, move.side, (*kept, *new))


def _pile_key(card: HeldCard, state: Dealing) -> str:
    pile = pile_of(card.deck, state.table.ruleset)
    return pile.key if pile else card.deck


def _under(state: Dealing, side: Side, cards: tuple[HeldCard, ...]) -> Dealing:
    for card in cards:
        pile = _pile_key(card, state)
        state = state.with_left(pile, side, (*state.left(pile, side), card))
    return state


def _settled(state: Dealing, side: Side, kept: tuple[HeldCard, ...]) -> Dealing:
    return state.with_hand(side, replace(state.hand(side), drawn=(), kept=kept, done=True))


def _passed_on(state: Dealing, move: CardMove) -> Dealing:
    """When both have set a card aside, the hands change sides; the last card of each goes back."""
    state = state.with_hand(move.side, replace(state.hand(move.side), picked=move.cards[0]))
    if any(state.hand(side).picked is None for side in SIDES):
        return state
    before = {side: state.hand(side) for side in SIDES}
    for side in SIDES:
        mine, theirs = before[side], before[other_side(side)]
        picked = (mine.picked,) if mine.picked else ()
        rest = without(theirs.drawn, (theirs.picked,) if theirs.picked else ())
        state = state.with_hand(side, replace(mine, drawn=rest, kept=(*mine.kept, *picked), picked=None))
    for side in SIDES:
        hand = state.hand(side)
        if len(hand.drawn) <= 1:
            state = _under(state, side, hand.drawn)
            state = _settled(state, side, hand.kept)
    return state


_MOVES = {"name": _name, "draw": _draw, "buy": _buy, "keep": _keep, "exchange": _exchange}
