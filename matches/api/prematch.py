"""The pre-match in the API: what is recorded, and a call for each step. Other steps build upon ``PreMatchAnswers``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from config.rest import IDEMPOTENCY, READING, WRITING, ApiView, refusals
from config.shapes import body_of, shape_of
from engine.match.prematch import MaybeSide, PreMatch
from engine.rulesets.model import SequenceStep
from matches.api.hiring import ProblemsField
from matches.api.serializers import DiceRollSerializer
from matches.selectors.matchday import PreMatchPage, prematch_page
from matches.selectors.matches import match_get
from matches.services.prematch import kick_record

PREMATCH = ["matches"]


@dataclass(frozen=True, slots=True)
class Kicking:
    """`kicking` is the side that kicks off first. `version`, if given, is that of the day you have seen."""

    kicking: MaybeSide
    version: int | None = None


class PreMatchSerializer(serializers.Serializer[Any]):
    """What is recorded before a match. What a side has decided sealed, only its own coach reads."""

    version = serializers.IntegerField(help_text="Send it with a step.")
    open = serializers.BooleanField(help_text="Something may still be recorded: the report is not filed yet.")
    steps = shape_of(SequenceStep)(many=True, help_text="In the order of the rules; none of them has to be kept to.")
    prematch = shape_of(PreMatch)()
    sealed = serializers.DictField(help_text="By side and step: what you have decided and the other side cannot see.")
    decided = serializers.SerializerMethodField(help_text="By side: the steps that it has decided sealed.")
    rolls = serializers.SerializerMethodField(help_text="What has been thrown.")
    problems = ProblemsField(help_text="What is recorded and cannot have been so.")

    @extend_schema_field(serializers.DictField(child=serializers.ListField(child=serializers.CharField())))
    def get_decided(self, page: PreMatchPage) -> dict[str, list[str]]:
        return {side: sorted(steps) for side, steps in page.decided.items()}

    @extend_schema_field(DiceRollSerializer(many=True))
    def get_rolls(self, page: PreMatchPage) -> Any:
        return DiceRollSerializer(page.rolls.values(), many=True, context=self.context).data


class PreMatchAnswers(ApiView):
    def state(self, pk: int) -> Any:
        return self.sent(PreMatchSerializer, prematch_page(self.visitor, match_get(self.visitor, pk)))


class PreMatchView(PreMatchAnswers):
    @extend_schema(
        operation_id="prematch_get", tags=PREMATCH, responses={200: PreMatchSerializer, **refusals(404, *READING)}
    )
    def get(self, request: Request, pk: int) -> Response:
        """What has been found out, drawn and bought before a match."""
        return Response(self.state(pk))


class PreMatchKick(PreMatchAnswers):
    @extend_schema(
        operation_id="prematch_kick",
        tags=PREMATCH,
        parameters=[IDEMPOTENCY],
        request=body_of(Kicking),
        responses={200: PreMatchSerializer, **refusals(*WRITING)},
        examples=[OpenApiExample("The home side kicks", {"kicking": "home"}, request_only=True)],
    )
    def post(self, request: Request, pk: int) -> Response:
        """Record which side kicks off first."""
        match, body = match_get(self.visitor, pk), self.body(Kicking)
        return self.write(
            lambda: kick_record(match=match, kicking=body.kicking, seen=body.version, actor=self.coach),
            lambda _: self.state(pk),
        )
