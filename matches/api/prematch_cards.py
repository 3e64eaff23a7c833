"""Cards, prayers, match events and balls of the pre-match in the API."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from drf_spectacular.utils import OpenApiExample
from rest_framework.request import Request
from rest_framework.response import Response

from engine.match.dealing import Act
from engine.match.prematch import HeldCard, Prayer
from engine.match.sides import Side
from matches.api.prematch import SERVER, PreMatchStep, documented
from matches.selectors.matches import match_get
from matches.services.prematch_cards import card_deal, card_deck_record, cards_record
from matches.services.prematch_fate import balls_record, match_event_record, match_event_reveal, prayers_record


@dataclass(frozen=True, slots=True)
class CardThrow:
    """`throw` and `dice` as for the weather. Otherwise `deck` is the one from which all cards of the match come."""

    throw: bool = False
    dice: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    deck: str = ""
    version: int | None = None


@dataclass(frozen=True, slots=True)
class CardDeal:
    """What a side does at the virtual table: `name` the deck or `draw` or `buy` from a `pile`, `keep` or `exchange`
    `cards`. What it may do, its `hand` says.
    """

    side: Side
    act: Act
    pile: str = ""
    cards: tuple[HeldCard, ...] = ()
    version: int | None = None


@dataclass(frozen=True, slots=True)
class CardHand:
    """The `cards` that a coach holds, where the decks lie on the table; null takes it back."""

    side: Side
    cards: tuple[HeldCard, ...] | None = None
    version: int | None = None


@dataclass(frozen=True, slots=True)
class Praying:
    """`throw` and `dice` as for the weather. Otherwise what a `side` was answered with; null takes it back."""

    throw: bool = False
    dice: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    side: Side = "home"
    prayers: tuple[Prayer, ...] | None = None
    version: int | None = None


@dataclass(frozen=True, slots=True)
class EventCome:
    """The match event of a `side`. With `half` and `turn`, the one that the server has sealed is revealed if it comes
    then: while the match is played, and at most one turn further on than has been told or asked. Otherwise `event` is
    what was drawn at the table.
    """

    side: Side
    event: str = ""
    half: int | None = None
    turn: int | None = None
    version: int | None = None


@dataclass(frozen=True, slots=True)
class Balls:
    """The special `balls` that a `side` brings."""

    side: Side
    balls: tuple[str, ...] = ()
    version: int | None = None


class PreMatchCards(PreMatchStep):
    @documented("cards", CardThrow, SERVER, OpenApiExample("The one deck", {"deck": "dirty-trick"}, request_only=True))
    def post(self, request: Request, pk: int) -> Response:
        """Throw for the number of cards or for who begins, or say which is the one deck of the match."""
        body = self.body(CardThrow)
        if body.throw or body.dice:
            return self.thrown(pk, "special-play-card", body)
        match, actor = match_get(self.visitor, pk), self.coach
        return self.told(pk, lambda: card_deck_record(match=match, deck=body.deck, seen=body.version, actor=actor))


class PreMatchDeal(PreMatchStep):
    @documented(
        "deal",
        CardDeal,
        OpenApiExample("Draw", {"side": "home", "act": "draw", "pile": "dirty-trick"}, request_only=True),
    )
    def post(self, request: Request, pk: int) -> Response:
        """Draw, keep, give back or pass on cards of virtual decks. Only the side's own coach does, and sees them."""
        match, body, actor = match_get(self.visitor, pk), self.body(CardDeal), self.coach
        return self.told(
            pk,
            lambda: card_deal(
                match=match,
                side=body.side,
                act=body.act,
                pile=body.pile,
                cards=body.cards,
                seen=body.version,
                actor=actor,
            ),
        )


class PreMatchHand(PreMatchStep):
    @documented(
        "hand",
        CardHand,
        OpenApiExample(
            "One card", {"side": "home", "cards": [{"deck": "dirty-trick", "card": "hidden-blade"}]}, request_only=True
        ),
    )
    def post(self, request: Request, pk: int) -> Response:
        """Say which cards a coach holds. Nobody else sees it."""
        match, body, actor = match_get(self.visitor, pk), self.body(CardHand), self.coach
        return self.told(
            pk,
            lambda: cards_record(match=match, side=body.side, cards=body.cards, seen=body.version, actor=actor),
        )


class PreMatchPrayers(PreMatchStep):
    @documented(
        "prayers",
        Praying,
        SERVER,
        OpenApiExample(
            "Told", {"side": "away", "prayers": [{"prayer": "iron-man", "player": "p4"}]}, request_only=True
        ),
    )
    def post(self, request: Request, pk: int) -> Response:
        """Pray to Nuffle, or say what the answers were and whom they are about."""
        body = self.body(Praying)
        if body.throw or body.dice:
            return self.thrown(pk, "prayer", body)
        match, actor = match_get(self.visitor, pk), self.coach
        return self.told(
            pk,
            lambda: prayers_record(match=match, side=body.side, prayers=body.prayers, seen=body.version, actor=actor),
        )


class PreMatchEvent(PreMatchStep):
    @documented(
        "event",
        EventCome,
        OpenApiExample("Does it come now?", {"side": "home", "half": 1, "turn": 3}, request_only=True),
    )
    def post(self, request: Request, pk: int) -> Response:
        """See whether a side's match event comes in this turn, or say which was drawn at the table.

        What is asked stays on record, whether it comes or not.
        """
        match, body, actor = match_get(self.visitor, pk), self.body(EventCome), self.coach
        half, turn = body.half, body.turn
        if half is not None and turn is not None:
            return self.told(
                pk,
                lambda: match_event_reveal(
                    match=match, side=body.side, half=half, turn=turn, seen=body.version, actor=actor
                ),
            )
        return self.told(
            pk,
            lambda: match_event_record(match=match, side=body.side, event=body.event, seen=body.version, actor=actor),
        )


class PreMatchBalls(PreMatchStep):
    @documented(
        "balls", Balls, OpenApiExample("One", {"side": "home", "balls": ["extra-spiky-ball"]}, request_only=True)
    )
    def post(self, request: Request, pk: int) -> Response:
        """Say which special balls a side brings."""
        match, body, actor = match_get(self.visitor, pk), self.body(Balls), self.coach
        return self.told(
            pk, lambda: balls_record(match=match, side=body.side, balls=body.balls, seen=body.version, actor=actor)
        )
