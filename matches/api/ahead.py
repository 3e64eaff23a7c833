"""Dice of the post-match sequence in the API: typed in by key, in any order, before anything asks for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, get_args

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from config.rest import IDEMPOTENCY, READING, WRITING, ApiView, refusals
from config.shapes import body_of
from leagues.api.serializers import CoachRefSerializer
from matches.api.views import MATCHES
from matches.selectors.ahead_page import State, ahead_page
from matches.selectors.matches import match_get
from matches.services.ahead import dice_type_ahead
from teams.api.serializers import TeamRefSerializer


@dataclass(frozen=True, slots=True)
class TypingAhead:
    """The faces of rolls by their keys. No faces take a roll back; what is not named stays as it is."""

    dice: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


class AheadLineSerializer(serializers.Serializer[Any]):
    """A roll that a step may ask for."""

    key = serializers.CharField()
    sides = serializers.ListField(child=serializers.IntegerField(), source="dice")
    state = serializers.ChoiceField(
        choices=get_args(State),
        help_text="asked: a step waits for it. typed: it waits for its step. used: it has fallen. unused: nothing asks "
        "for it any more. report: the report tells it.",
    )
    certain = serializers.BooleanField(help_text="It falls whatever else happens, as far as is known now.")
    faces = serializers.ListField(child=serializers.IntegerField())
    typed_by = serializers.SerializerMethodField()

    def get_typed_by(self, line: Any) -> str | None:
        return line.typed.coach.name if line.typed else None


class AheadStepSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(help_text="Empty: rolls that nothing can ask for any more.")
    rolls = AheadLineSerializer(many=True, source="lines")


class AheadSideSerializer(serializers.Serializer[Any]):
    team = TeamRefSerializer()
    coach = CoachRefSerializer(source="team.coach")
    may_type = serializers.BooleanField()
    steps = AheadStepSerializer(many=True)


class AheadSerializer(serializers.Serializer[Any]):
    """The rolls that may be typed in after a match, by side and step, with what became of those that were."""

    open = serializers.SerializerMethodField(help_text="Whether anything can be asked for.")
    sides = AheadSideSerializer(many=True)

    def get_open(self, page: Any) -> bool:
        return not page.shut


class DiceAhead(ApiView):
    @extend_schema(
        operation_id="match_dice_ahead",
        tags=MATCHES,
        responses={200: AheadSerializer, **refusals(404, *READING)},
    )
    def get(self, request: Request, pk: int) -> Response:
        """Which dice may be typed in of what follows a match, and which were."""
        return Response(self._state(pk))

    @extend_schema(
        operation_id="match_dice_type",
        tags=MATCHES,
        parameters=[IDEMPOTENCY],
        request=body_of(TypingAhead),
        responses={200: AheadSerializer, **refusals(*WRITING)},
        examples=[OpenApiExample("A most valuable player", {"dice": {"mvp/t1": [2]}}, request_only=True)],
    )
    def post(self, request: Request, pk: int) -> Response:
        """Type in dice of your team that were thrown at the table. Until a roll is used, it may be corrected."""
        match, body = match_get(self.visitor, pk), self.body(TypingAhead)
        return self.write(
            lambda: dice_type_ahead(match=match, typed=body.dice, actor=self.coach),
            lambda kept: self._state(kept.pk),
        )

    def _state(self, pk: int) -> Any:
        return self.sent(AheadSerializer, ahead_page(self.visitor, match_get(self.visitor, pk)))
