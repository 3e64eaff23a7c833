"""Improvement rolls in the API."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from config.rest import IDEMPOTENCY, READING, WRITING, ApiView, refusals
from config.shapes import body_of, shape_of
from engine.dice import Roll
from matches.selectors.improvements import improvement_page
from matches.services.improvements import improvement_choose, improvement_roll
from teams.selectors.teams import team_get

IMPROVEMENTS = ["teams"]


@dataclass(frozen=True, slots=True)
class Throw:
    """`faces` are dice that were thrown at the table; without them the server throws."""

    faces: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Taking:
    choice: str


class OfferSerializer(serializers.Serializer[Any]):
    key = serializers.CharField(help_text="What to choose it by.")
    gain = serializers.CharField(help_text="`normal` or `double` for a skill, or a characteristic.")
    what = serializers.CharField()
    value = serializers.IntegerField(help_text="What it adds to the player's value.")


class ImprovementStateSerializer(serializers.Serializer[Any]):
    due = serializers.IntegerField(help_text="Earned, and not taken yet.")
    roll = shape_of(Roll)(allow_null=True, help_text="The throw that lies on the table.")
    offers = OfferSerializer(many=True, help_text="All that it lets him become, and nothing else.")


class Improvements(ApiView):
    def state(self, pk: int, player: str) -> Any:
        return self.sent(ImprovementStateSerializer, improvement_page(team_get(self.visitor, pk), player))


class ImprovementView(Improvements):
    @extend_schema(
        operation_id="improvement_get",
        tags=IMPROVEMENTS,
        responses={200: ImprovementStateSerializer, **refusals(404, *READING)},
    )
    def get(self, request: Request, pk: int, player: str) -> Response:
        """What a player has earned, the throw that lies on the table, and what it offers."""
        return Response(self.state(pk, player))

    @extend_schema(
        operation_id="improvement_roll",
        tags=IMPROVEMENTS,
        parameters=[IDEMPOTENCY],
        request=body_of(Throw),
        responses={200: ImprovementStateSerializer, **refusals(*WRITING)},
        examples=[OpenApiExample("Thrown at the table", {"faces": [4, 6]}, request_only=True)],
    )
    def post(self, request: Request, pk: int, player: str) -> Response:
        """Throw for an improvement. The throw is kept: throwing again shows the same one."""
        team, body = team_get(self.visitor, pk), self.body(Throw)
        return self.write(
            lambda: improvement_roll(team=team, player=player, faces=body.faces, actor=self.coach),
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
        """Take one of the things that the throw offers."""
        team, body = team_get(self.visitor, pk), self.body(Taking)
        return self.write(
            lambda: improvement_choose(team=team, player=player, choice=body.choice, actor=self.coach),
            lambda _: self.state(pk, player),
        )
