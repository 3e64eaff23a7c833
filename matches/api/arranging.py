"""Friendlies and exhibition matches in the API."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from config.rest import IDEMPOTENCY, PAGING, READING, WRITING, page_of, refusals
from config.shapes import body_of
from leagues.selectors.leagues import league_get
from matches.api.days import day_of_text
from matches.api.serializers import MatchDetailSerializer, MatchSerializer
from matches.api.views import MATCHES, MatchAnswers
from matches.models import Match
from matches.selectors.arranging import arranged_list
from matches.selectors.matches import match_get
from matches.selectors.seasons import ledger_results, season_teams
from matches.services.arranging import match_accept, match_arrange, match_call_off


@dataclass(frozen=True, slots=True)
class Arranging:
    """Two teams of the league by their `id`. A `friendly` counts for the teams, an `exhibition` for nothing."""

    home: int
    away: int
    kind: str = "friendly"
    played_on: str = ""  # the day, as 2026-11-18


@dataclass(frozen=True, slots=True)
class CallingOff:
    reason: str = ""


class LeagueMatches(MatchAnswers):
    @extend_schema(
        operation_id="arranged_list",
        tags=MATCHES,
        parameters=PAGING,
        responses={200: page_of(MatchSerializer), **refusals(404, *READING)},
    )
    def get(self, request: Request, slug: str) -> Response:
        """The friendlies and exhibition matches of a league, the latest first."""
        league = league_get(self.visitor, slug)
        results: dict[str, Any] = {}

        def with_results(rows: list[Match]) -> list[Match]:
            results.update(ledger_results(league, [match.key for match in rows]))
            return rows

        return self.page(arranged_list(self.visitor, league), MatchSerializer, with_results, results=results)

    @extend_schema(
        operation_id="match_arrange",
        tags=MATCHES,
        parameters=[IDEMPOTENCY],
        request=body_of(Arranging),
        responses={201: MatchDetailSerializer, **refusals(*WRITING)},
        examples=[OpenApiExample("For the fun of it", {"home": 1, "away": 2, "kind": "exhibition"}, request_only=True)],
    )
    def post(self, request: Request, slug: str) -> Response:
        """Propose a match of your team, or arrange one as a commissioner."""
        league, body = league_get(self.visitor, slug), self.body(Arranging)
        home, away = season_teams(league, [body.home, body.away])
        return self.write(
            lambda: match_arrange(
                league=league,
                home=home,
                away=away,
                kind=body.kind,
                played_on=day_of_text(body.played_on),
                actor=self.coach,
            ),
            lambda made: self.detail(made.pk),
            code=201,
            location=lambda made: reverse("api:match", [made.pk], request=request),
        )


class Accept(MatchAnswers):
    @extend_schema(
        operation_id="match_accept",
        tags=MATCHES,
        parameters=[IDEMPOTENCY],
        request=None,
        responses={200: MatchDetailSerializer, **refusals(*WRITING)},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Accept a match that the other coach has proposed."""
        match = match_get(self.visitor, pk)
        return self.write(lambda: match_accept(match=match, actor=self.coach), self._shown)

    def _shown(self, match: Match) -> Any:
        return self.detail(match.pk)


class CallOff(MatchAnswers):
    @extend_schema(
        operation_id="match_call_off",
        tags=MATCHES,
        parameters=[IDEMPOTENCY],
        request=body_of(CallingOff),
        responses={200: MatchDetailSerializer, **refusals(*WRITING)},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Decline a match that was proposed, or call one off that was arranged and not played."""
        match, body = match_get(self.visitor, pk), self.body(CallingOff)
        return self.write(
            lambda: match_call_off(match=match, reason=body.reason, actor=self.coach), lambda off: self.detail(off.pk)
        )
