"""The order of play in the API: where a match stands, what it waits for, what it changes, and when it was played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from config.rest import IDEMPOTENCY, READING, WRITING, refusals
from config.shapes import body_of
from matches.api.days import day_of_text
from matches.api.hiring import ProblemsField
from matches.api.serializers import MatchDetailSerializer, MatchRefSerializer
from matches.api.views import MATCHES, MatchAnswers
from matches.models import Match
from matches.selectors.confirmations import said_to_stand
from matches.selectors.late import LatePreview, late_preview
from matches.selectors.marks import Marks, marks_of
from matches.selectors.matches import match_get
from matches.selectors.order import Neighbours, neighbours
from matches.services.placing import match_place
from matches.services.settling import match_settle
from teams.api.serializers import EffectField, TeamRefSerializer


@dataclass(frozen=True, slots=True)
class Placing:
    """`before` is the id of the match that came after it; `played_on` a day. Neither: it is the last so far."""

    before: int | None = None
    played_on: str = ""
    version: int | None = None


@dataclass(frozen=True, slots=True)
class OrderState:
    """What the answer is drawn from."""

    match: Match
    beside: Neighbours
    marks: Marks
    preview: LatePreview | None
    later_stands: bool


class UnknownSerializer(serializers.Serializer[Any]):
    team = TeamRefSerializer()
    player = serializers.CharField(source="player.key")
    name = serializers.CharField(source="player.name")


class TeamEffectSerializer(serializers.Serializer[Any]):
    team = serializers.CharField(help_text="Its key.")
    effect = EffectField()


class LateChangeSerializer(serializers.Serializer[Any]):
    kind = serializers.CharField(help_text="Of what was told: match, post-match, hiring, ...")
    occasion = serializers.CharField()
    match = MatchRefSerializer(allow_null=True)
    teams = TeamRefSerializer(many=True)
    was = TeamEffectSerializer(many=True, help_text="What it did and would not do any more.")
    then = TeamEffectSerializer(many=True, help_text="What it would do then.")


class TeamChangeSerializer(serializers.Serializer[Any]):
    """Pairs: as it stands, and as it would."""

    team = TeamRefSerializer()
    treasury = serializers.ListField(child=serializers.IntegerField())
    value = serializers.ListField(child=serializers.IntegerField())
    players = serializers.ListField(child=serializers.CharField(), help_text="Names of those who would be others.")


class LatePreviewSerializer(serializers.Serializer[Any]):
    changes = LateChangeSerializer(many=True)
    teams = TeamChangeSerializer(many=True)
    misfits = ProblemsField(help_text="What has happened since and does not fit: it is in the way.")
    wanted = serializers.ListField(child=serializers.CharField(), help_text="Keys of dice that would fall then.")


class OrderSerializer(serializers.Serializer[Any]):
    """`provisional`: reports that nobody has confirmed count in what this match shows."""

    match = MatchRefSerializer()
    earlier = MatchRefSerializer(many=True, source="beside.earlier")
    later = MatchRefSerializer(many=True, source="beside.later")
    waits_for = MatchRefSerializer(many=True, source="marks.earlier", help_text="Matches that have to be over first.")
    provisional = MatchRefSerializer(many=True, source="marks.unconfirmed")
    unfit = MatchRefSerializer(many=True, source="marks.unfit", help_text="Of those, whose report counts nothing yet.")
    unknown = UnknownSerializer(
        many=True, source="marks.unknown", help_text="Players who count as missing it until their dice have fallen."
    )
    preview = serializers.SerializerMethodField(help_text="Null: nothing that was told comes after its report.")
    later_stands = serializers.BooleanField(help_text="A commissioner has said that misfits are not in the way.")

    @extend_schema_field(LatePreviewSerializer(allow_null=True))
    def get_preview(self, state: OrderState) -> Any:
        return LatePreviewSerializer(state.preview, context=self.context).data if state.preview else None


class OrderView(MatchAnswers):
    @extend_schema(
        operation_id="match_order", tags=MATCHES, responses={200: OrderSerializer, **refusals(404, *READING)}
    )
    def get(self, request: Request, pk: int) -> Response:
        """Where a match stands in the order of play, what it waits for, and what it would change if it is told late."""
        return Response(self._state(pk))

    @extend_schema(
        operation_id="match_place",
        tags=MATCHES,
        parameters=[IDEMPOTENCY],
        request=body_of(Placing),
        responses={200: OrderSerializer, **refusals(*WRITING)},
        examples=[OpenApiExample("On a day", {"played_on": "2026-11-14"}, request_only=True)],
    )
    def post(self, request: Request, pk: int) -> Response:
        """Say when a match was played: as its coach before it is reported, as a commissioner until it counts."""
        match, body = match_get(self.visitor, pk), self.body(Placing)
        before = match_get(self.visitor, body.before) if body.before is not None else None
        played_on = day_of_text(body.played_on)
        return self.write(
            lambda: match_place(match=match, before=before, played_on=played_on, seen=body.version, actor=self.coach),
            lambda placed: self._state(placed.pk),
        )

    def _state(self, pk: int) -> Any:
        match = match_get(self.visitor, pk)
        state = OrderState(match, neighbours(match), marks_of(match), late_preview(match), said_to_stand(match))
        return self.sent(OrderSerializer, state)


class Settle(MatchAnswers):
    @extend_schema(
        operation_id="match_settle",
        tags=MATCHES,
        parameters=[IDEMPOTENCY],
        request=None,
        responses={200: MatchDetailSerializer, **refusals(*WRITING)},
    )
    def post(self, request: Request, pk: int) -> Response:
        """As a commissioner, let a late match count although later ones do not fit it: they stand as they were told."""
        match = match_get(self.visitor, pk)
        return self.write(lambda: match_settle(match=match, actor=self.coach), lambda settled: self.detail(settled.pk))
