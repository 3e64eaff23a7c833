"""Inducements in the API: what is for sale to whom, what it comes to, buying, and gold for petty cash."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from config.problems import problem_data
from config.rest import IDEMPOTENCY, READING, WRITING, ApiView, ProblemLineSerializer, refusals
from config.shapes import body_of, shape_of
from engine.effects import GoldLine
from engine.match.inducements import Offer, Purchase
from engine.match.prematch import Induced
from engine.match.sides import Side
from leagues.policies import allow
from matches.api.hiring import ProblemsField
from matches.policies import can_decide
from matches.selectors.inducements import Shop, Shops, shops
from matches.selectors.matchday import prematch_page
from matches.selectors.matches import match_get
from matches.services.inducements import first_choose, gold_transfer, inducements_buy, inducements_return
from matches.services.prematch import prematch_throw
from teams.api.serializers import TeamRefSerializer

INDUCEMENTS = ["matches"]


@dataclass(frozen=True, slots=True)
class Buying:
    """Everything that a side buys, at once: an empty list is nothing, null takes back what it has bought.

    `treasury` is gold of its own that it adds. Where cards are seen before anything else is bought, `goes_on` says that
    these are the cards. `version`, if given, is that of the day you have seen.
    """

    side: Side
    induced: tuple[Induced, ...] | None
    treasury: int = 0
    goes_on: bool = False
    version: int | None = None


@dataclass(frozen=True, slots=True)
class Counting:
    """As if it was bought."""

    side: Side
    induced: tuple[Induced, ...]
    treasury: int = 0


@dataclass(frozen=True, slots=True)
class GoldMoved:
    """`gold` that goes from the treasury of a side to petty cash."""

    side: Side
    gold: int
    version: int | None = None


@dataclass(frozen=True, slots=True)
class First:
    """`throw` has the server throw a die for each coach; otherwise `first` is the side that buys first."""

    throw: bool = False
    first: Literal["home", "away"] = "home"
    version: int | None = None


class InducementOfferSerializer(serializers.Serializer[Any]):
    what = serializers.CharField(help_text="The key of the inducement.")
    about = serializers.CharField(help_text="The star, the position of a mercenary, the deck of a card, or empty.")
    name = serializers.CharField()
    group = serializers.CharField()
    cost = serializers.IntegerField()
    most = serializers.IntegerField(allow_null=True, help_text="null: as many as there is room and gold for.")
    shared = serializers.CharField(help_text="The inducement whose limit it shares with others, or empty.")
    places = serializers.IntegerField(help_text="On the roster, that each of it takes.")
    purse = serializers.CharField(help_text="`cards` where it is paid from a sum for cards alone.")
    skills = serializers.ListField(child=serializers.CharField(), help_text="Of which a mercenary may have one more.")
    skill_cost = serializers.IntegerField()
    effect = serializers.CharField()
    why_not = serializers.SerializerMethodField(help_text="Why this team may not buy it, or null.")

    @extend_schema_field(ProblemLineSerializer(allow_null=True))
    def get_why_not(self, offer: Offer) -> dict[str, Any] | None:
        return problem_data(offer.why_not) if offer.why_not else None


class BoughtSerializer(serializers.Serializer[Any]):
    what = serializers.CharField(source="bought.what")
    about = serializers.CharField(source="bought.about")
    count = serializers.IntegerField(source="bought.count")
    skill = serializers.CharField(source="bought.skill")
    name = serializers.CharField(source="bought.name")
    cost = serializers.IntegerField()
    barred = serializers.BooleanField(help_text="The other side has hired the same: neither may use it.")


class PurseSerializer(serializers.Serializer[Any]):
    value = serializers.IntegerField(help_text="What the team is worth in this comparison.")
    given = shape_of(GoldLine)(many=True)
    own = serializers.IntegerField(help_text="Gold of its own that it has put in.")
    own_most = serializers.IntegerField(help_text="... and that it may.")
    budget = serializers.IntegerField()
    cost = serializers.IntegerField()
    left = serializers.IntegerField()
    spent_own = serializers.IntegerField(help_text="What of its own gold was spent: gold that is given pays first.")
    out_of_treasury = serializers.IntegerField()
    returned = serializers.IntegerField(help_text="Comes back after the match.")
    cards = serializers.IntegerField()
    cards_most = serializers.IntegerField()


class ShopSerializer(serializers.Serializer[Any]):
    side = serializers.CharField()
    team = TeamRefSerializer()
    turn = serializers.BooleanField(help_text="It may buy now.")
    buys = serializers.BooleanField(help_text="You may buy for it now.")
    returns = serializers.BooleanField(help_text="You may take back what it has bought.")
    done = serializers.BooleanField(help_text="It has bought, though it may be nothing.")
    hidden = serializers.BooleanField(help_text="... and what, you do not see yet.")
    places = serializers.IntegerField(source="market.places", help_text="Open on the roster.")
    limits = serializers.DictField(source="market.limits", child=serializers.IntegerField())
    offers = InducementOfferSerializer(source="market.offers", many=True)
    purse = PurseSerializer()
    bought = serializers.SerializerMethodField()
    problems = ProblemsField()

    @extend_schema_field(BoughtSerializer(many=True))
    def get_bought(self, shop: Shop) -> Any:
        bought: tuple[Purchase, ...] = shop.bought
        return BoughtSerializer(bought, many=True).data


class ShopsSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField(help_text="Send it with what you buy.")
    sealed = serializers.BooleanField(help_text="Neither side sees what the other buys until both are done.")
    petty = serializers.BooleanField(help_text="Gold is moved to petty cash in a step of its own.")
    minutes = serializers.IntegerField(help_text="Of a clock that decides nothing; 0: none.")
    buying_until = serializers.SerializerMethodField(help_text="When it is over; null: none, or nobody has begun.")
    first = serializers.CharField(source="turns.first", allow_null=True)
    turn = serializers.CharField(source="turns.turn", allow_null=True)
    undecided = serializers.BooleanField(source="turns.undecided", help_text="Find out first who buys first.")
    cards_first = serializers.BooleanField(help_text="Cards are bought and seen before anything else is.")
    chooser = serializers.CharField(help_text="The side that threw higher and says who buys first, or empty.")
    sides = ShopSerializer(many=True)

    @extend_schema_field(serializers.DateTimeField(allow_null=True))
    def get_buying_until(self, found: Shops) -> Any:
        return found.clock.until if found.clock else None


class InducementAnswers(ApiView):
    def state(self, pk: int) -> Any:
        return self.sent(ShopsSerializer, shops(prematch_page(self.visitor, match_get(self.visitor, pk))))


class Inducements(InducementAnswers):
    @extend_schema(
        operation_id="inducements_get", tags=INDUCEMENTS, responses={200: ShopsSerializer, **refusals(404, *READING)}
    )
    def get(self, request: Request, pk: int) -> Response:
        """What both sides may buy before a match, at which price, and why not; and how their gold stands."""
        return Response(self.state(pk))

    @extend_schema(
        operation_id="inducements_buy",
        tags=INDUCEMENTS,
        parameters=[IDEMPOTENCY],
        request=body_of(Buying),
        responses={200: ShopsSerializer, **refusals(*WRITING)},
        examples=[
            OpenApiExample(
                "A bribe and a star",
                {
                    "side": "home",
                    "induced": [{"what": "bribe"}, {"what": "star-player", "about": "mighty-zug"}],
                    "treasury": 50_000,
                },
                request_only=True,
            ),
            OpenApiExample("Taken back", {"side": "home", "induced": None}, request_only=True),
        ],
    )
    def post(self, request: Request, pk: int) -> Response:
        """Buy for a side, or take back what it has bought."""
        match, body, actor = match_get(self.visitor, pk), self.body(Buying), self.coach
        if body.induced is None:
            return self.write(
                lambda: inducements_return(match=match, side=body.side, seen=body.version, actor=actor),
                lambda _: self.state(pk),
            )
        induced = body.induced
        return self.write(
            lambda: inducements_buy(
                match=match,
                side=body.side,
                induced=induced,
                treasury=body.treasury,
                goes_on=body.goes_on,
                seen=body.version,
                actor=actor,
            ),
            lambda _: self.state(pk),
        )


class InducementBudget(InducementAnswers):
    @extend_schema(
        operation_id="inducements_count",
        tags=INDUCEMENTS,
        parameters=[IDEMPOTENCY],
        request=body_of(Counting),
        responses={200: ShopsSerializer, **refusals(*WRITING)},
    )
    def post(self, request: Request, pk: int) -> Response:
        """What it would come to; nothing is bought."""
        match, body = match_get(self.visitor, pk), self.body(Counting)
        allow(can_decide(self.visitor, match, body.side))
        page = prematch_page(self.visitor, match)
        mine = replace(page.prematch.side(body.side), induced=body.induced, treasury=body.treasury)
        found: Shops = shops(page, {body.side: mine})
        return Response(self.sent(ShopsSerializer, found))


class InducementTransfer(InducementAnswers):
    @extend_schema(
        operation_id="inducements_transfer",
        tags=INDUCEMENTS,
        parameters=[IDEMPOTENCY],
        request=body_of(GoldMoved),
        responses={200: ShopsSerializer, **refusals(*WRITING)},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Move gold from the treasury to petty cash, where the edition has that."""
        match, body, actor = match_get(self.visitor, pk), self.body(GoldMoved), self.coach
        return self.write(
            lambda: gold_transfer(match=match, side=body.side, gold=body.gold, seen=body.version, actor=actor),
            lambda _: self.state(pk),
        )


class InducementFirst(InducementAnswers):
    @extend_schema(
        operation_id="inducements_first",
        tags=INDUCEMENTS,
        parameters=[IDEMPOTENCY],
        request=body_of(First),
        responses={200: ShopsSerializer, **refusals(*WRITING)},
        examples=[OpenApiExample("A die for each", {"throw": True}, request_only=True)],
    )
    def post(self, request: Request, pk: int) -> Response:
        """Find out who buys first, when both teams are worth the same."""
        match, body, actor = match_get(self.visitor, pk), self.body(First), self.coach
        if body.throw:
            return self.write(
                lambda: prematch_throw(match=match, step="inducement", seen=body.version, actor=actor),
                lambda _: self.state(pk),
            )
        return self.write(
            lambda: first_choose(match=match, first=body.first, seen=body.version, actor=actor),
            lambda _: self.state(pk),
        )
