"""The commissioner's hand in the API: rulings about a team, what one would do, making and undoing it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from config.rest import IDEMPOTENCY, READING, WRITING, ApiView, page_of, refusals
from config.shapes import body_of
from engine.team.ruling import Change, Ruling
from leagues.api.serializers import CoachRefSerializer
from leagues.policies import allow, can_commission
from teams.api.serializers import ProblemField, TeamRefSerializer
from teams.api.views import TEAMS
from teams.selectors.rulings import ruling_get, ruling_preview, rulings_of
from teams.selectors.teams import team_get
from teams.services.rulings import ruling_make, ruling_undo

WANTED = {
    "reason": "The report of round 3 forgot it; the fine is for the pitch invasion.",
    "changes": [{"kind": "learn", "player": "p4", "what": "Block"}, {"kind": "gold", "by": -20_000}],
}
A_WISH = OpenApiExample("A forgotten skill and a fine", WANTED, request_only=True)
A_RULING = OpenApiExample("A forgotten skill and a fine", {**WANTED, "seen": 12}, request_only=True)


@dataclass(frozen=True, slots=True)
class RulingWanted:
    """Changes follow each other. Whoever is hired gets the next key of the team; leave `player` out."""

    reason: str
    changes: tuple[Change, ...]

    @property
    def ruling(self) -> Ruling:
        return Ruling(" ".join(self.reason.split()), self.changes)


@dataclass(frozen=True, slots=True)
class RulingMaking(RulingWanted):
    """`seen`, if given, is the `version` of the team that you looked at: if it has changed since, nothing happens."""

    seen: int | None = None


@dataclass(frozen=True, slots=True)
class RulingUndoing:
    reason: str


class UndoneSerializer(serializers.Serializer[Any]):
    by = CoachRefSerializer(source="actor", allow_null=True)
    at = serializers.DateTimeField(source="written_at")
    reason = serializers.CharField()


class RulingSerializer(serializers.Serializer[Any]):
    key = serializers.CharField(help_text="Within the league, and for ever; also the occasion of its effects.")
    team = TeamRefSerializer()
    reason = serializers.CharField()
    by = CoachRefSerializer(allow_null=True)
    at = serializers.DateTimeField()
    words = serializers.ListField(child=serializers.CharField(), help_text="What it changed.")
    undone = UndoneSerializer(allow_null=True)


class RuledPlayerSerializer(serializers.Serializer[Any]):
    key = serializers.SerializerMethodField()
    value_before = serializers.IntegerField(source="before.value", default=None, allow_null=True)
    value_after = serializers.IntegerField(source="after.value", default=None, allow_null=True)

    def get_key(self, one: Any) -> str:
        return str((one.after or one.before).player.key)


class RulingPreviewSerializer(serializers.Serializer[Any]):
    words = serializers.ListField(child=serializers.CharField(), help_text="What it would change.")
    value_before = serializers.IntegerField(source="before.value.total")
    value_after = serializers.IntegerField(source="after.value.total")
    treasury_before = serializers.IntegerField(source="before.sheet.treasury")
    treasury_after = serializers.IntegerField(source="after.sheet.treasury")
    players = RuledPlayerSerializer(many=True, help_text="Those whose line would change.")
    notes = serializers.ListField(child=ProblemField(), help_text="What would not fit the rules any more, and stays.")
    seen = serializers.IntegerField(source="before.team.version", help_text="To be sent along with the ruling.")


class TeamRulings(ApiView):
    @extend_schema(
        operation_id="ruling_list",
        tags=TEAMS,
        responses={200: page_of(RulingSerializer), **refusals(404, *READING)},
    )
    def get(self, request: Request, pk: int) -> Response:
        """What commissioners have ruled about the team, the latest first; undone rulings stay on record."""
        return self.whole(rulings_of(team_get(self.visitor, pk)), RulingSerializer)

    @extend_schema(
        operation_id="ruling_make",
        tags=TEAMS,
        parameters=[IDEMPOTENCY],
        request=body_of(RulingMaking),
        responses={201: RulingSerializer, **refusals(*WRITING)},
        examples=[A_RULING],
    )
    def post(self, request: Request, pk: int) -> Response:
        """Rule about a team, as a commissioner: any change, outside all limits, with a reason."""
        team, body = team_get(self.visitor, pk), self.body(RulingMaking)
        return self.write(
            lambda: ruling_make(team=team, ruling=body.ruling, seen=body.seen, actor=self.coach),
            lambda key: self.sent(RulingSerializer, ruling_get(team_get(self.visitor, pk), key)),
            code=201,
        )


class TeamRulingPreview(ApiView):
    @extend_schema(
        operation_id="ruling_preview",
        tags=TEAMS,
        request=body_of(RulingWanted),
        responses={200: RulingPreviewSerializer, **refusals(400, 401, 403, 404, 413, 415, 422, 429)},
        examples=[A_WISH],
    )
    def post(self, request: Request, pk: int) -> Response:
        """What a ruling would do to the team. Nothing is changed."""
        team = team_get(self.visitor, pk)
        allow(can_commission(self.visitor, team.league))
        return self.one(RulingPreviewSerializer, ruling_preview(team, self.body(RulingWanted).ruling))


class RulingUndo(ApiView):
    @extend_schema(
        operation_id="ruling_undo",
        tags=TEAMS,
        parameters=[IDEMPOTENCY],
        request=body_of(RulingUndoing),
        responses={200: RulingSerializer, **refusals(*WRITING)},
        examples=[OpenApiExample("Undo it", {"reason": "It was the other team."}, request_only=True)],
    )
    def post(self, request: Request, pk: int, ruling: str) -> Response:
        """Take a ruling back, as if it had never been made; refused when something later needs it."""
        team, body = team_get(self.visitor, pk), self.body(RulingUndoing)
        return self.write(
            lambda: ruling_undo(team=team, key=ruling, reason=body.reason, actor=self.coach),
            lambda _: self.sent(RulingSerializer, ruling_get(team_get(self.visitor, pk), ruling)),
        )
