"""Corrections in the API: begun, told, looked at, settled, confirmed, dropped and undone; read by everybody."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from config.rest import IDEMPOTENCY, PAGING, READING, WRITING, ApiView, page_of, refusals
from config.shapes import body_of, shape_of
from engine.team.hiring import Act
from leagues.api.serializers import CoachRefSerializer
from leagues.policies import can_commission
from leagues.selectors.leagues import league_get
from matches.api.hiring import ProblemsField
from matches.api.serializers import MatchRefSerializer
from matches.api.views import MATCHES
from matches.models import Correction, CorrectionStatus
from matches.selectors.correcting import CauseSaid, CorrectionPreview, Wanted, outcome_of
from matches.selectors.correction_desk import Desk, desk_of
from matches.selectors.corrections import correction_get, league_corrections
from matches.selectors.matches import match_get
from matches.services.correction_telling import CorrectionChange, Way
from matches.services.corrections import (
    correction_confirm,
    correction_drop,
    correction_propose,
    correction_resolve,
    correction_tell,
    correction_throw,
    correction_undo,
)


@dataclass(frozen=True, slots=True)
class CorrectionBegun:
    """Everybody may read the `reason`."""

    reason: str


@dataclass(frozen=True, slots=True)
class CorrectionTold:
    """`version` is that of the correction that you looked at."""

    change: CorrectionChange
    version: int


@dataclass(frozen=True, slots=True)
class CorrectionResolved:
    """What becomes of a `cause` that does not fit any more: `gift`, `drop`, `ask`; empty takes that back."""

    cause: int
    way: Way
    version: int


@dataclass(frozen=True, slots=True)
class CorrectionSeen:
    """`version` is that of the correction that you looked at."""

    version: int


@dataclass(frozen=True, slots=True)
class CorrectionConfirmed:
    """`version` of the correction and `head` of the history that you looked at."""

    version: int
    head: int


class UnfitSerializer(serializers.Serializer[Any]):
    """Something later that does not fit any more."""

    told = shape_of(CauseSaid)()
    problems = ProblemsField()
    options = serializers.ListField(child=serializers.CharField(), help_text="What could be chosen instead.")
    asks = serializers.BooleanField(help_text="Its coach may be asked again: `ask`.")
    reports = serializers.BooleanField(help_text="Its report may be told otherwise.")


class ChoiceToldSerializer(serializers.Serializer[Any]):
    told = shape_of(CauseSaid)()
    options = serializers.ListField(child=serializers.CharField())
    chosen = serializers.CharField()
    otherwise = serializers.BooleanField(help_text="By this correction.")


class ActToldSerializer(serializers.Serializer[Any]):
    """What a coach did in the window after the match."""

    told = shape_of(CauseSaid)()
    act = shape_of(Act)()
    otherwise = serializers.BooleanField(help_text="By this correction.")
    voided = serializers.BooleanField(help_text="By this correction it never happened.")


class DieToldSerializer(serializers.Serializer[Any]):
    """A roll that was typed in at the table."""

    told = shape_of(CauseSaid)()
    key = serializers.CharField(source="roll.key")
    faces = serializers.ListField(child=serializers.IntegerField(), source="roll.faces")


class DeskSerializer(serializers.Serializer[Any]):
    """What may be told, what is in the way, and the state that a confirmation has to name."""

    head = serializers.IntegerField()
    confirmable = serializers.BooleanField()
    match_cause = serializers.IntegerField(help_text="The cause that the match's report belongs to.")
    choices = ChoiceToldSerializer(many=True)
    acts = ActToldSerializer(many=True)
    dice = DieToldSerializer(many=True)
    unfit = UnfitSerializer(many=True, source="hindering.unfit")
    wanted = shape_of(Wanted)(many=True, source="hindering.wanted", help_text="To be rolled: nobody sees a face.")


class CorrectionSummarySerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    url = serializers.HyperlinkedIdentityField(view_name="api:correction")
    number = serializers.IntegerField()
    match = MatchRefSerializer()
    reason = serializers.CharField()
    author = CoachRefSerializer()
    own_match = serializers.BooleanField(help_text="Its author coaches one of the two teams.")
    status = serializers.ChoiceField(choices=CorrectionStatus.choices)
    thrown = serializers.BooleanField(help_text="Dice have fallen for it.")
    undoes = serializers.IntegerField(source="undoes_id", allow_null=True)
    proposed_at = serializers.DateTimeField()
    settled_at = serializers.DateTimeField(allow_null=True)


class CorrectionDetailSerializer(CorrectionSummarySerializer):
    """With everything that it changes; while it is prepared, with what a commissioner may do about it."""

    version = serializers.IntegerField()
    changes = shape_of(CorrectionPreview)(source="shown_preview")
    desk = serializers.SerializerMethodField(help_text="Null unless you prepare it.")

    @extend_schema_field(DeskSerializer(allow_null=True))
    def get_desk(self, row: Any) -> Any:
        desk = self.context.get("desk")
        return DeskSerializer(desk, context=self.context).data if desk else None


class CorrectionAnswers(ApiView):
    def detail(self, pk: int) -> Any:
        row = correction_get(self.visitor, pk)
        desk = self._desk(row)
        prepared = row.status == CorrectionStatus.PROPOSED
        preview = desk.preview if desk else CorrectionPreview() if prepared else outcome_of(row)
        return self.sent(CorrectionDetailSerializer, Shown(row, preview), desk=desk)

    def _desk(self, row: Correction) -> Desk | None:
        prepared = row.status == CorrectionStatus.PROPOSED
        return desk_of(row) if prepared and can_commission(self.visitor, row.league) else None


class Shown:
    """A correction with what it changes, for its serializer."""

    def __init__(self, row: Correction, preview: CorrectionPreview) -> None:
        self._row, self.shown_preview = row, preview

    def __getattr__(self, name: str) -> Any:
        return getattr(self._row, name)


class LeagueCorrections(ApiView):
    @extend_schema(
        operation_id="correction_list",
        tags=MATCHES,
        parameters=PAGING,
        responses={200: page_of(CorrectionSummarySerializer), **refusals(404, *READING)},
    )
    def get(self, request: Request, slug: str) -> Response:
        """The corrections of a league, the latest first; drafts for its commissioners."""
        league = league_get(self.visitor, slug)
        return self.page(league_corrections(self.visitor, league), CorrectionSummarySerializer)


class MatchCorrections(CorrectionAnswers):
    @extend_schema(
        operation_id="correction_propose",
        tags=MATCHES,
        parameters=[IDEMPOTENCY],
        request=body_of(CorrectionBegun),
        responses={201: CorrectionDetailSerializer, **refusals(*WRITING)},
        examples=[OpenApiExample("With a reason", {"reason": "The paper says 2 to 2."}, request_only=True)],
    )
    def post(self, request: Request, pk: int) -> Response:
        """As a commissioner, begin to correct a match that counts. Nothing is written before you confirm."""
        match, body = match_get(self.visitor, pk), self.body(CorrectionBegun)
        return self.write(
            lambda: correction_propose(match=match, reason=body.reason, actor=self.coach),
            lambda row: self.detail(row.pk),
            code=201,
            location=lambda row: reverse("api:correction", [row.pk], request=request),
        )


class CorrectionView(CorrectionAnswers):
    @extend_schema(
        operation_id="correction_get",
        tags=MATCHES,
        responses={200: CorrectionDetailSerializer, **refusals(404, *READING)},
    )
    def get(self, request: Request, pk: int) -> Response:
        """A correction: what it says, what it changes, what is in the way."""
        return Response(self.detail(pk))


class CorrectionTell(CorrectionAnswers):
    @extend_schema(
        operation_id="correction_tell",
        tags=MATCHES,
        parameters=[IDEMPOTENCY],
        request=body_of(CorrectionTold),
        responses={200: CorrectionDetailSerializer, **refusals(*WRITING)},
        examples=[
            OpenApiExample(
                "Another choice",
                {"change": {"cause": 12, "what": "choice", "choice": "reroll"}, "version": 0},
                request_only=True,
            )
        ],
    )
    def post(self, request: Request, pk: int) -> Response:
        """Say one thing otherwise: the report, a die of the table, a choice, an act; or that it never happened."""
        row, body = correction_get(self.visitor, pk), self.body(CorrectionTold)
        return self.write(
            lambda: correction_tell(correction=row, change=body.change, seen=body.version, actor=self.coach),
            lambda told: self.detail(told.pk),
        )


class CorrectionResolve(CorrectionAnswers):
    @extend_schema(
        operation_id="correction_resolve",
        tags=MATCHES,
        parameters=[IDEMPOTENCY],
        request=body_of(CorrectionResolved),
        responses={200: CorrectionDetailSerializer, **refusals(*WRITING)},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Say what becomes of something that does not fit any more."""
        row, body = correction_get(self.visitor, pk), self.body(CorrectionResolved)
        return self.write(
            lambda: correction_resolve(
                correction=row, cause=body.cause, way=body.way, seen=body.version, actor=self.coach
            ),
            lambda told: self.detail(told.pk),
        )


class CorrectionThrow(CorrectionAnswers):
    @extend_schema(
        operation_id="correction_throw",
        tags=MATCHES,
        parameters=[IDEMPOTENCY],
        request=body_of(CorrectionSeen),
        responses={200: CorrectionDetailSerializer, **refusals(*WRITING)},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Let the server throw what is asked for: it lies on the table then, whatever becomes of the correction."""
        row, body = correction_get(self.visitor, pk), self.body(CorrectionSeen)
        return self.write(
            lambda: correction_throw(correction=row, seen=body.version, actor=self.coach),
            lambda told: self.detail(told.pk),
        )


class CorrectionConfirm(CorrectionAnswers):
    @extend_schema(
        operation_id="correction_confirm",
        tags=MATCHES,
        parameters=[IDEMPOTENCY],
        request=body_of(CorrectionConfirmed),
        responses={200: CorrectionDetailSerializer, **refusals(*WRITING)},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Let it count. Refused when the history, or the correction, is not as you saw it any more."""
        row, body = correction_get(self.visitor, pk), self.body(CorrectionConfirmed)
        return self.write(
            lambda: correction_confirm(correction=row, seen=body.version, head=body.head, actor=self.coach),
            lambda told: self.detail(told.pk),
        )


class CorrectionDrop(CorrectionAnswers):
    @extend_schema(
        operation_id="correction_drop",
        tags=MATCHES,
        parameters=[IDEMPOTENCY],
        request=body_of(CorrectionSeen),
        responses={200: CorrectionDetailSerializer, **refusals(*WRITING)},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Nothing comes of it."""
        row, body = correction_get(self.visitor, pk), self.body(CorrectionSeen)
        return self.write(
            lambda: correction_drop(correction=row, seen=body.version, actor=self.coach),
            lambda told: self.detail(told.pk),
        )


class CorrectionUndo(CorrectionAnswers):
    @extend_schema(
        operation_id="correction_undo",
        tags=MATCHES,
        parameters=[IDEMPOTENCY],
        request=body_of(CorrectionBegun),
        responses={201: CorrectionDetailSerializer, **refusals(*WRITING)},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Begin to undo it: a correction of its own, to be looked at and confirmed."""
        row, body = correction_get(self.visitor, pk), self.body(CorrectionBegun)
        return self.write(
            lambda: correction_undo(correction=row, reason=body.reason, actor=self.coach),
            lambda undo: self.detail(undo.pk),
            code=201,
            location=lambda undo: reverse("api:correction", [undo.pk], request=request),
        )
