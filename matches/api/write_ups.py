"""What coaches write about their match, in the API."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from config.rest import IDEMPOTENCY, READING, WRITING, ApiView, AsItIs, page_of, refusals
from config.shapes import body_of
from leagues.api.serializers import CoachRefSerializer
from matches.api.views import MATCHES
from matches.models import WriteUp
from matches.pictures import BYTES_MOST
from matches.selectors.matches import match_get
from matches.selectors.write_ups import stories_of, story_get
from matches.services.write_ups import write_up_delete, write_up_hide, write_up_save, write_up_show
from matches.serving import picture_response
from teams.api.draft_views import image_of


@dataclass(frozen=True, slots=True)
class Telling:
    """`picture` is a picture in Base64; left out, the one that is there stays, unless `without_picture`."""

    text: str = ""
    picture: str = ""
    without_picture: bool = False
    seen: int | None = None


@dataclass(frozen=True, slots=True)
class Hiding:
    reason: str


class WriteUpSerializer(serializers.Serializer[Any]):
    author = CoachRefSerializer()
    text = serializers.CharField(help_text="Plain text; an empty line begins a new paragraph.")
    picture_url = serializers.SerializerMethodField(help_text="Null: there is none.")
    version = serializers.IntegerField()
    written_at = serializers.DateTimeField()
    hidden = serializers.CharField(help_text="Why a commissioner has hidden it; empty: everybody sees it.")

    @extend_schema_field(serializers.URLField(allow_null=True))
    def get_picture_url(self, story: WriteUp) -> str | None:
        if not story.picture_type:
            return None
        keys = [story.match_id, story.author_id]
        return str(reverse("api:match-write-up-picture", keys, request=self.context["request"]))


class WriteUps(ApiView):
    body_bytes = BYTES_MOST * 4 // 3 + 64 * 1024

    @extend_schema(
        operation_id="write_up_list",
        tags=MATCHES,
        responses={200: page_of(WriteUpSerializer), **refusals(404, *READING)},
    )
    def get(self, request: Request, pk: int) -> Response:
        """What the coaches tell of a match."""
        return self.whole(stories_of(match_get(self.visitor, pk), self.visitor).told, WriteUpSerializer)

    @extend_schema(
        operation_id="write_up_save",
        tags=MATCHES,
        parameters=[IDEMPOTENCY],
        request=body_of(Telling),
        responses={200: WriteUpSerializer, **refusals(*WRITING)},
        examples=[OpenApiExample("A write-up", {"text": "We were robbed."}, request_only=True)],
    )
    def post(self, request: Request, pk: int) -> Response:
        """Write your match up, or change what you wrote."""
        match, body = match_get(self.visitor, pk), self.body(Telling)
        return self.write(
            lambda: write_up_save(
                match=match,
                text=body.text,
                picture=image_of(body.picture) if body.picture else None,
                without_picture=body.without_picture,
                seen=body.seen,
                actor=self.coach,
            ),
            lambda story: self.sent(WriteUpSerializer, story),
        )


class WriteUpDelete(ApiView):
    @extend_schema(
        operation_id="write_up_delete",
        tags=MATCHES,
        parameters=[IDEMPOTENCY],
        request=None,
        responses={200: page_of(WriteUpSerializer), **refusals(*WRITING)},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Take your write-up back; the answer is what is told of the match now."""
        match = match_get(self.visitor, pk)
        return self.write(
            lambda: write_up_delete(match=match, actor=self.coach),
            lambda _: self.whole(stories_of(match, self.visitor).told, WriteUpSerializer).data,
        )


class WriteUpPicture(ApiView):
    content_negotiation_class = AsItIs

    @extend_schema(
        operation_id="write_up_picture",
        tags=MATCHES,
        responses={(200, "image/jpeg"): OpenApiTypes.BINARY, **refusals(404, *READING)},
    )
    def get(self, request: Request, pk: int, author: int) -> HttpResponse:
        """The picture of a write-up."""
        return picture_response(request._request, story_get(match_get(self.visitor, pk), self.visitor, author))


class WriteUpHide(ApiView):
    @extend_schema(
        operation_id="write_up_hide",
        tags=MATCHES,
        parameters=[IDEMPOTENCY],
        request=body_of(Hiding),
        responses={200: WriteUpSerializer, **refusals(*WRITING)},
        examples=[OpenApiExample("Why", {"reason": "No insults."}, request_only=True)],
    )
    def post(self, request: Request, pk: int, author: int) -> Response:
        """As a commissioner: hide a write-up. Its author still sees it, and why."""
        story, body = story_get(match_get(self.visitor, pk), self.visitor, author), self.body(Hiding)
        return self.write(
            lambda: write_up_hide(story=story, reason=body.reason, actor=self.coach),
            lambda hidden: self.sent(WriteUpSerializer, hidden),
        )


class WriteUpShow(ApiView):
    @extend_schema(
        operation_id="write_up_show",
        tags=MATCHES,
        parameters=[IDEMPOTENCY],
        request=None,
        responses={200: WriteUpSerializer, **refusals(*WRITING)},
    )
    def post(self, request: Request, pk: int, author: int) -> Response:
        """As a commissioner: show a write-up again."""
        story = story_get(match_get(self.visitor, pk), self.visitor, author)
        return self.write(
            lambda: write_up_show(story=story, actor=self.coach), lambda shown: self.sent(WriteUpSerializer, shown)
        )
