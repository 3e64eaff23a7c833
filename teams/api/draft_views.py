"""Drafts and logos in the API: kept, copied, submitted, approved or sent back."""

from __future__ import annotations

import base64
import binascii
from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from config.rest import IDEMPOTENCY, PAGING, READING, WRITING, ApiView, AsItIs, page_of, refusals
from config.shapes import body_of, shape_of
from engine.team.draft import TeamDraft
from engine.typed import DataInvalid
from leagues.mapping import ruleset_of
from leagues.policies import allow, can_draft
from leagues.selectors.leagues import league_get
from leagues.selectors.rules import roster_get
from teams.api.serializers import (
    DraftCopying,
    DraftReturning,
    DraftSaving,
    DraftSeen,
    Picturing,
    SavedDraftRefSerializer,
    SavedDraftSerializer,
    TeamSheetSerializer,
)
from teams.api.views import A_DRAFT, TEAMS, TeamAnswers
from teams.errors import LogoNoImage
from teams.logos import BYTES_MOST
from teams.models import Draft
from teams.selectors.drafts import (
    Copied,
    copy_of_draft,
    copy_of_team,
    draft_get,
    draft_list,
    drafts_to_approve,
    sample_of,
)
from teams.selectors.teams import team_get, team_list
from teams.services.drafts import draft_approve, draft_delete, draft_return, draft_save, draft_submit
from teams.services.logos import draft_logo_set, team_logo_set
from teams.serving import logo_response

DRAFTS = ["drafts"]
# Four letters for three bytes, and what stands around them.
PICTURE_BYTES = BYTES_MOST // 3 * 4 + 1024


class DraftAnswers(ApiView):
    permission_classes = [IsAuthenticated]

    def shown(self, draft: Draft, **context: Any) -> Any:
        return self.sent(SavedDraftSerializer, draft_get(self.visitor, draft.pk), **context)


class LeagueDrafts(DraftAnswers):
    @extend_schema(
        operation_id="draft_list",
        tags=DRAFTS,
        parameters=[
            *PAGING,
            OpenApiParameter("waiting", bool, description="Those that wait for you as a commissioner, instead."),
        ],
        responses={200: page_of(SavedDraftRefSerializer), **refusals(401, 403, 404, *READING)},
    )
    def get(self, request: Request, slug: str) -> Response:
        """Your drafts in this league that have not become a team, the latest first."""
        league = league_get(self.visitor, slug)
        allow(can_draft(self.visitor, league))
        waiting = request.query_params.get("waiting", "") in ("1", "true")
        rows = drafts_to_approve(self.coach, league) if waiting else draft_list(self.coach, league)
        return self.page(rows, SavedDraftRefSerializer)

    @extend_schema(
        operation_id="draft_save_new",
        tags=DRAFTS,
        parameters=[IDEMPOTENCY],
        request=body_of(DraftSaving),
        responses={201: SavedDraftSerializer, **refusals(*WRITING)},
        examples=[A_DRAFT],
    )
    def post(self, request: Request, slug: str) -> Response:
        """Keep a draft, legal or not."""
        league, body = league_get(self.visitor, slug), self.body(DraftSaving)
        return self.write(
            lambda: draft_save(league=league, draft=body.draft, colour=body.colour, actor=self.coach),
            self.shown,
            code=201,
            location=lambda draft: draft_url(draft, request),
        )


class CopyDraft(DraftAnswers):
    @extend_schema(
        operation_id="draft_copy",
        tags=DRAFTS,
        parameters=[IDEMPOTENCY],
        request=body_of(DraftCopying),
        responses={201: SavedDraftSerializer, **refusals(*WRITING)},
        examples=[OpenApiExample("As a team was drafted", {"team": 1}, request_only=True)],
    )
    def post(self, request: Request, slug: str) -> Response:
        """Keep a copy of one of your drafts, or of a team's, of the same edition.

        `left_out` names what the rules here do not know.
        """
        league, body = league_get(self.visitor, slug), self.body(DraftCopying)
        allow(can_draft(self.visitor, league))
        copied = self._copied(league, body)
        return self.write(
            lambda: draft_save(
                league=league, draft=copied.draft, colour=copied.colour, logo=copied.logo, actor=self.coach
            ),
            lambda draft: self.shown(draft, left_out=copied.left_out),
            code=201,
            location=lambda draft: draft_url(draft, request),
        )

    def _copied(self, league: Any, body: DraftCopying) -> Copied:
        if (body.draft is None) == (body.team is None):
            raise DataInvalid(["draft: expected either a draft or a team"])
        if body.draft is not None:
            return copy_of_draft(self.coach, league, body.draft)
        return copy_of_team(self.visitor, league, int(body.team or 0))


class Sample(ApiView):
    @extend_schema(
        operation_id="draft_sample",
        tags=DRAFTS,
        parameters=[OpenApiParameter("name", str, description="What the team is to be called.")],
        responses={200: shape_of(TeamDraft), **refusals(404, *READING)},
    )
    def get(self, request: Request, slug: str, roster: str) -> Response:
        """A team to start from, by the rules of the league. Nothing is kept."""
        league = league_get(self.visitor, slug)
        found = roster_get(ruleset_of(league.ruleset_id), roster)
        return self.one(shape_of(TeamDraft), sample_of(league, found.key, request.query_params.get("name", "")))


class DraftView(DraftAnswers):
    @extend_schema(
        operation_id="draft_get", tags=DRAFTS, responses={200: SavedDraftSerializer, **refusals(401, 404, *READING)}
    )
    def get(self, request: Request, pk: int) -> Response:
        """A draft of yours, or one that waits for you; how it stands by the rules of today."""
        return Response(self.shown(draft_get(self.visitor, pk)))

    @extend_schema(
        operation_id="draft_save",
        tags=DRAFTS,
        parameters=[IDEMPOTENCY],
        request=body_of(DraftSaving),
        responses={200: SavedDraftSerializer, **refusals(*WRITING)},
        examples=[A_DRAFT],
    )
    def post(self, request: Request, pk: int) -> Response:
        """Save it again, as a whole; its logo stays. One that waits for the commissioner is taken back by this."""
        found, body = draft_get(self.visitor, pk), self.body(DraftSaving)
        return self.write(
            lambda: draft_save(
                league=found.league,
                draft=body.draft,
                colour=body.colour or found.colour,
                logo=found.logo_id or "",
                saved=found,
                seen=body.version,
                actor=self.coach,
            ),
            self.shown,
        )


class DeleteDraft(DraftAnswers):
    @extend_schema(
        operation_id="draft_delete",
        tags=DRAFTS,
        parameters=[IDEMPOTENCY],
        request=body_of(DraftSeen),
        responses={200: SavedDraftRefSerializer, **refusals(*WRITING)},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Throw a draft away that has not become a team; the answer is how it was."""
        found, body = draft_get(self.visitor, pk), self.body(DraftSeen)
        was = self.sent(SavedDraftRefSerializer, found)
        return self.write(lambda: draft_delete(draft=found, seen=body.version, actor=self.coach), lambda _: was)


class SubmitDraft(DraftAnswers):
    @extend_schema(
        operation_id="draft_submit",
        tags=DRAFTS,
        parameters=[IDEMPOTENCY],
        request=body_of(DraftSeen),
        responses={200: SavedDraftSerializer, **refusals(*WRITING)},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Hand a legal draft in. It becomes a team at once, or waits for the commissioner where he approves drafts."""
        found, body = draft_get(self.visitor, pk), self.body(DraftSeen)
        return self.write(lambda: draft_submit(draft=found, seen=body.version, actor=self.coach), self.shown)


class ApproveDraft(DraftAnswers):
    @extend_schema(
        operation_id="draft_approve",
        tags=DRAFTS,
        parameters=[IDEMPOTENCY],
        request=body_of(DraftSeen),
        responses={200: SavedDraftSerializer, **refusals(*WRITING)},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Let a draft become its coach's team, as a commissioner. It is judged by the rules of today."""
        found, body = draft_get(self.visitor, pk), self.body(DraftSeen)
        return self.write(lambda: draft_approve(draft=found, seen=body.version, actor=self.coach), self.shown)


class ReturnDraft(DraftAnswers):
    @extend_schema(
        operation_id="draft_return",
        tags=DRAFTS,
        parameters=[IDEMPOTENCY],
        request=body_of(DraftReturning),
        responses={200: SavedDraftSerializer, **refusals(*WRITING)},
        examples=[OpenApiExample("With its reason", {"reason": "We have two orc teams already."}, request_only=True)],
    )
    def post(self, request: Request, pk: int) -> Response:
        """Send a draft back, as a commissioner; its coach reads why, mends it and submits it again."""
        found, body = draft_get(self.visitor, pk), self.body(DraftReturning)
        return self.write(
            lambda: draft_return(draft=found, reason=body.reason, seen=body.version, actor=self.coach), self.shown
        )


class DraftLogo(DraftAnswers):
    body_bytes = PICTURE_BYTES

    @extend_schema(
        operation_id="draft_logo",
        tags=DRAFTS,
        parameters=[IDEMPOTENCY],
        request=body_of(Picturing),
        responses={200: SavedDraftSerializer, **refusals(*WRITING)},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Give a draft a logo, or take it away. The team that it becomes wears it."""
        found, body = draft_get(self.visitor, pk), self.body(Picturing)
        image = picture(body)
        return self.write(lambda: draft_logo_set(draft=found, data=image, actor=self.coach), self.shown)


class TeamLogo(TeamAnswers):
    content_negotiation_class = AsItIs
    body_bytes = PICTURE_BYTES

    @extend_schema(
        operation_id="team_logo_get",
        tags=TEAMS,
        responses={(200, "image/png"): OpenApiTypes.BINARY, **refusals(404, *READING)},
    )
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The logo, a square PNG of at most 256 pixels; 404 for a team that has none."""
        return logo_response(request._request, team_list(self.visitor).filter(pk=pk).first())

    @extend_schema(
        operation_id="team_logo",
        tags=TEAMS,
        parameters=[IDEMPOTENCY],
        request=body_of(Picturing),
        responses={200: TeamSheetSerializer, **refusals(*WRITING)},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Give a team a logo, or take it away, as its coach or a commissioner."""
        team, body = team_get(self.visitor, pk), self.body(Picturing)
        image = picture(body)
        return self.write(
            lambda: team_logo_set(team=team, data=image, actor=self.coach), lambda dressed: self.sheet(dressed.pk)
        )


def picture(body: Picturing) -> bytes | None:
    return None if body.image is None else image_of(body.image)


def image_of(text: str) -> bytes:
    """What a picture in Base64 holds."""
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise LogoNoImage from None


def draft_url(draft: Draft, request: Request) -> str:
    return reverse("api:draft", [draft.pk], request=request)
