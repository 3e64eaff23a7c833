"""Improvements in the API: who can, what it costs, throwing, choosing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from config.rest import IDEMPOTENCY, READING, WRITING, ApiView, page_of, refusals
from config.shapes import body_of, shape_of
from engine.dice import Roll
from leagues.selectors.leagues import league_get
from matches.api.serializers import ImproverSerializer
from matches.selectors.improvements import improvement_page, league_improvers
from matches.services.improvements import improvement_choose, improvement_roll
from teams.api.serializers import ProblemField
from teams.selectors.teams import team_get

IMPROVEMENTS = ["teams"]


@dataclass(frozen=True, slots=True)
class Throw:
    """`faces` are dice that were thrown at the table; without them the server throws.

    Where points are spent, `way` says on what: `random-primary`, `random-secondary` (with the `category`) or
    `characteristic`. With `nth` nothing happens if the player has improved since you looked.
    """

    faces: tuple[int, ...] = ()
    way: str = ""
    category: str = ""
    nth: int | None = None


@dataclass(frozen=True, slots=True)
class Taking:
    """With `nth` nothing happens if the player has improved since you looked."""

    choice: str
    nth: int | None = None


class OfferSerializer(serializers.Serializer[Any]):
    key = serializers.CharField(help_text="What to choose it by.")
    gain = serializers.CharField(help_text="What kind of skill, or a characteristic.")
    what = serializers.CharField()
    value = serializers.IntegerField(help_text="What it adds to the player's value.")
    spp = serializers.IntegerField(help_text="What it costs in star player points, where they are spent.")
    kept = serializers.ListField(
        child=serializers.IntegerField(), help_text="The dice it is offered for, if more were thrown than count."
    )


class PurchaseSerializer(serializers.Serializer[Any]):
    way = serializers.CharField()
    cost = serializers.IntegerField(help_text="In star player points.")
    value = serializers.IntegerField(allow_null=True, help_text="What it adds to his value; null: the die decides.")
    categories = serializers.ListField(child=serializers.CharField(), help_text="Of a skill.")
    problem = ProblemField(allow_null=True, help_text="What stands in its way, or null.")


class ImprovementStateSerializer(serializers.Serializer[Any]):
    due = serializers.IntegerField(help_text="Earned by levels, and not taken yet.")
    nth = serializers.IntegerField(help_text="Which improvement of his comes next.")
    to_spend = serializers.IntegerField(
        allow_null=True, help_text="Star player points; null where levels count and points are not spent."
    )
    ways = PurchaseSerializer(many=True, source="purchases", help_text="Every way to spend points, and its price.")
    sponsor = serializers.CharField(
        source="sponsor.key", default=None, allow_null=True, help_text="The team's major sponsor, who may have a say."
    )
    roll = shape_of(Roll)(allow_null=True, help_text="The throw that lies on the table.")
    mishaps = serializers.ListField(
        child=serializers.CharField(), help_text="What the sponsor's dice do to him besides: it comes with the choice."
    )
    offers = OfferSerializer(many=True, help_text="All that he may choose now, and nothing else.")


class Improvements(ApiView):
    def state(self, pk: int, player: str) -> Any:
        return self.sent(ImprovementStateSerializer, improvement_page(team_get(self.visitor, pk), player))


class LeagueImprovers(ApiView):
    @extend_schema(
        operation_id="league_improvements",
        tags=IMPROVEMENTS,
        responses={200: page_of(ImproverSerializer), **refusals(404, *READING)},
    )
    def get(self, request: Request, slug: str) -> Response:
        """Who can improve now, in all teams of a league."""
        return self.whole(league_improvers(league_get(self.visitor, slug)), ImproverSerializer)


class ImprovementView(Improvements):
    @extend_schema(
        operation_id="improvement_get",
        tags=IMPROVEMENTS,
        responses={200: ImprovementStateSerializer, **refusals(404, *READING)},
    )
    def get(self, request: Request, pk: int, player: str) -> Response:
        """What a player has earned or can spend, the throw that lies on the table, and what he may choose."""
        return Response(self.state(pk, player))

    @extend_schema(
        operation_id="improvement_roll",
        tags=IMPROVEMENTS,
        parameters=[IDEMPOTENCY],
        request=body_of(Throw),
        responses={200: ImprovementStateSerializer, **refusals(*WRITING)},
        examples=[
            OpenApiExample("Thrown at the table", {"faces": [4, 6]}, request_only=True),
            OpenApiExample("A random skill", {"way": "random-primary", "category": "general"}, request_only=True),
        ],
    )
    def post(self, request: Request, pk: int, player: str) -> Response:
        """Throw for an improvement. The throw is kept: throwing again shows the same one.

        A random skill is his at once, and its points are spent.
        """
        team, body = team_get(self.visitor, pk), self.body(Throw)
        return self.write(
            lambda: improvement_roll(
                team=team,
                player=player,
                faces=body.faces,
                way=body.way,
                category=body.category,
                nth=body.nth,
                actor=self.coach,
            ),
            lambda _: self.state(pk, player),
        )


class ImprovementChoose(Improvements):
    @extend_schema(
        operation_id="improvement_choose",
        tags=IMPROVEMENTS,
        parameters=[IDEMPOTENCY],
        request=body_of(Taking),
        responses={200: ImprovementStateSerializer, **refusals(*WRITING)},
        examples=[OpenApiExample("A skill", {"choice": "skill/Block"}, request_only=True)],
    )
    def post(self, request: Request, pk: int, player: str) -> Response:
        """Take one of the things that are offered: by the throw, or for points without one."""
        team, body = team_get(self.visitor, pk), self.body(Taking)
        return self.write(
            lambda: improvement_choose(team=team, player=player, choice=body.choice, nth=body.nth, actor=self.coach),
            lambda _: self.state(pk, player),
        )
