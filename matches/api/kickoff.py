"""Beginning a match in the API, and taking that back."""

from __future__ import annotations

from dataclasses import dataclass

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from config.rest import IDEMPOTENCY, WRITING, refusals
from config.shapes import body_of
from matches.api.serializers import MatchDetailSerializer
from matches.api.views import MATCHES, MatchAnswers
from matches.selectors.matches import match_get
from matches.services.kickoff import kick_off_undo, match_kick_off
from matches.services.level_scores import draws_set


@dataclass(frozen=True, slots=True)
class Beginning:
    """`version`, if given, is the match's as you have seen it: what has changed since is refused."""

    version: int | None = None


@dataclass(frozen=True, slots=True)
class LevelScore:
    """`draws` is what becomes of a level score of this match: `stand`, `overtime` (extra time, then a shoot-out),
    `shoot-out`, or nothing: what the league says. `version`, if given, is the match's as you have seen it.
    """

    draws: str
    version: int | None = None


class KickOffView(MatchAnswers):
    @extend_schema(
        operation_id="match_kick_off",
        tags=MATCHES,
        parameters=[IDEMPOTENCY],
        request=body_of(Beginning),
        responses={200: MatchDetailSerializer, **refusals(*WRITING)},
        examples=[OpenApiExample("As seen", {"version": 3}, request_only=True)],
    )
    def post(self, request: Request, pk: int) -> Response:
        """Begin the match: it takes its place in the order of play, and both sheets are kept as they are."""
        match, body = match_get(self.visitor, pk), self.body(Beginning)
        return self.write(
            lambda: match_kick_off(match=match, seen=body.version, actor=self.coach),
            lambda begun: self.detail(begun.pk),
        )


class KickOffUndo(MatchAnswers):
    @extend_schema(
        operation_id="match_kick_off_undo",
        tags=MATCHES,
        parameters=[IDEMPOTENCY],
        request=body_of(Beginning),
        responses={200: MatchDetailSerializer, **refusals(*WRITING)},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Take a kick-off back that was a mistake, as long as nothing has been told of the match."""
        match, body = match_get(self.visitor, pk), self.body(Beginning)
        return self.write(
            lambda: kick_off_undo(match=match, seen=body.version, actor=self.coach),
            lambda undone: self.detail(undone.pk),
        )


class DrawsView(MatchAnswers):
    @extend_schema(
        operation_id="match_draws",
        tags=MATCHES,
        parameters=[IDEMPOTENCY],
        request=body_of(LevelScore),
        responses={200: MatchDetailSerializer, **refusals(*WRITING)},
        examples=[OpenApiExample("A final", {"draws": "overtime"}, request_only=True)],
    )
    def post(self, request: Request, pk: int) -> Response:
        """As a commissioner, say what becomes of a level score of this match, until it is reported."""
        match, body = match_get(self.visitor, pk), self.body(LevelScore)
        return self.write(
            lambda: draws_set(match=match, draws=body.draws, seen=body.version, actor=self.coach),
            lambda said: self.detail(said.pk),
        )
