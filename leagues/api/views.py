"""Leagues and rulesets in the API."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from config.rest import IDEMPOTENCY, PAGING, READING, WRITING, ApiView, page_of, refusals
from config.shapes import body_of
from leagues.api.serializers import (
    IndexSerializer,
    LeagueDetailSerializer,
    LeagueFounding,
    LeagueJoining,
    LeagueSerializer,
    MembershipSerializer,
    PinSerializer,
    PinSetting,
    RulesetRefSerializer,
    RulesetSerializer,
)
from leagues.models import League
from leagues.selectors.leagues import league_get, league_list, league_to_join, member_list, roles_of
from leagues.selectors.rules import ruleset_document, ruleset_list
from leagues.services.accounts import pin_set
from leagues.services.leagues import league_create, league_join

RULES, LEAGUES, MINE = ["rules"], ["leagues"], ["mine"]


class Index(ApiView):
    """Where everything begins."""

    @extend_schema(operation_id="index", tags=LEAGUES, responses={200: IndexSerializer, **refusals(*READING)})
    def get(self, request: Request) -> Response:
        names = {
            "rulesets": "api:rulesets",
            "leagues": "api:leagues",
            "inbox": "api:inbox",
            "schema": "api-schema",
            "docs": "api-docs",
        }
        return Response({key: reverse(name, request=request) for key, name in names.items()})


class Nowhere(ApiView):
    """Below the API's address, even what does not exist answers in the API's own way."""

    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        raise Http404


class Rulesets(ApiView):
    @extend_schema(
        operation_id="ruleset_list", tags=RULES, responses={200: page_of(RulesetRefSerializer), **refusals(*READING)}
    )
    def get(self, request: Request) -> Response:
        """Every published ruleset."""
        return self.whole(ruleset_list(), RulesetRefSerializer)


class RulesetView(ApiView):
    @extend_schema(
        operation_id="ruleset_get", tags=RULES, responses={200: RulesetSerializer, **refusals(404, *READING)}
    )
    def get(self, request: Request, key: str) -> Response:
        """A whole ruleset: team lists, skills, and every table that a league plays by."""
        return Response(ruleset_document(key))


class LeagueAnswers(ApiView):
    """How a league is shown."""

    def detail(self, league: League) -> Any:
        # Read again: the counts belong to the list that a visitor sees, not to the row a service returns.
        seen = league_get(self.visitor, league.slug)
        return self.sent(LeagueDetailSerializer, seen, roles=roles_of(self.visitor), members=member_list(seen))


class Leagues(LeagueAnswers):
    @extend_schema(
        operation_id="league_list",
        tags=LEAGUES,
        parameters=PAGING,
        responses={200: page_of(LeagueSerializer), **refusals(404, *READING)},
    )
    def get(self, request: Request) -> Response:
        """The public leagues, and your own."""
        return self.page(league_list(self.visitor), LeagueSerializer, roles=roles_of(self.visitor))

    @extend_schema(
        operation_id="league_create",
        tags=LEAGUES,
        parameters=[IDEMPOTENCY],
        request=body_of(LeagueFounding),
        responses={201: LeagueDetailSerializer, **refusals(*WRITING)},
        examples=[
            OpenApiExample(
                "A league",
                {
                    "name": "Old World Cup",
                    "ruleset": "bb2016",
                    "public": True,
                    "house_rules": {"starting-gold": 1_100_000, "teams.human.positions.ogre.cost": 150_000},
                },
                request_only=True,
            )
        ],
    )
    def post(self, request: Request) -> Response:
        """Found a league. You are its first commissioner."""
        body = self.body(LeagueFounding)
        return self.write(
            lambda: league_create(
                name=body.name,
                ruleset=body.ruleset,
                public=body.public,
                house_rules=body.house_rules,
                actor=self.coach,
            ),
            self.detail,
            code=201,
            location=lambda league: reverse("api:league", [league.slug], request=request),
        )


class LeagueView(LeagueAnswers):
    @extend_schema(
        operation_id="league_get", tags=LEAGUES, responses={200: LeagueDetailSerializer, **refusals(404, *READING)}
    )
    def get(self, request: Request, slug: str) -> Response:
        """A league and its members."""
        return Response(self.detail(league_get(self.visitor, slug)))


class Join(ApiView):
    @extend_schema(
        operation_id="league_join",
        tags=LEAGUES,
        parameters=[IDEMPOTENCY],
        request=body_of(LeagueJoining),
        responses={200: MembershipSerializer, **refusals(*WRITING)},
        examples=[OpenApiExample("A private league", {"invitation": "hV1xS9q2k0AbC3dE"}, request_only=True)],
    )
    def post(self, request: Request, slug: str) -> Response:
        """Join a league: a public one just so, a private one by its invitation."""
        invitation = self.body(LeagueJoining).invitation
        league = league_to_join(self.visitor, slug, invitation)
        return self.write(
            lambda: league_join(league=league, invitation=invitation, actor=self.coach),
            lambda membership: self.sent(MembershipSerializer, membership),
        )


class PinView(ApiView):
    permission_classes = [IsAuthenticated]

    @extend_schema(operation_id="pin_get", tags=MINE, responses={200: PinSerializer, **refusals(401, *READING)})
    def get(self, request: Request) -> Response:
        """Whether you have a PIN, by which you confirm a report on somebody else's phone."""
        return self.one(PinSerializer, self.coach)

    @extend_schema(
        operation_id="pin_set",
        tags=MINE,
        parameters=[IDEMPOTENCY],
        request=body_of(PinSetting),
        responses={200: PinSerializer, **refusals(*WRITING)},
        examples=[OpenApiExample("A PIN", {"pin": "4711"}, request_only=True)],
    )
    def post(self, request: Request) -> Response:
        """Set your PIN, change it, or remove it."""
        pin = self.body(PinSetting).pin
        return self.write(lambda: pin_set(pin=pin, actor=self.coach), lambda coach: self.sent(PinSerializer, coach))
