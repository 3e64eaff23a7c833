"""Changing the rules of a league in the API: what it would do, and doing it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from config.rest import IDEMPOTENCY, WRITING, refusals
from config.shapes import body_of
from leagues.api.serializers import LeagueDetailSerializer, RulesetRefSerializer
from leagues.api.views import LEAGUES, LeagueAnswers
from leagues.policies import allow, can_commission
from leagues.selectors.leagues import league_get
from matches.selectors.changeover import ListChoice, Wish, changeover_preview
from matches.services.changeover import changeover_make
from teams.api.serializers import ProblemField, TeamRefSerializer

AN_EDITION = OpenApiExample(
    "Another edition",
    {
        "edition": "bb2016",
        "house_rules": {"starting-gold": 1_100_000},
        "lists": {"t3": {"roster": "chaos-chosen", "positions": {"beastman": "beastman"}}},
    },
    request_only=True,
    description="`house_rules` are all that shall hold, not only the new ones. `lists` says, by the key of a team, "
    "which list it hires from now on and what becomes of its positions: one that leads to an empty word carries on as "
    "it is, one that is not named becomes what the new list has in its place.",
)


@dataclass(frozen=True, slots=True)
class RulesWanted:
    """Without an edition the league keeps the one it has."""

    edition: str = ""
    house_rules: Mapping[str, Any] = field(default_factory=dict)
    lists: Mapping[str, ListChoice] = field(default_factory=dict)

    @property
    def wish(self) -> Wish:
        return Wish(self.edition, self.house_rules, self.lists)


@dataclass(frozen=True, slots=True)
class RulesChange(RulesWanted):
    """`seen`, if given, is that of the preview you have read: when anything is different by now, nothing is changed."""

    seen: str = ""


class DifferenceSerializer(serializers.Serializer[Any]):
    path = serializers.CharField(help_text="Its address in the ruleset.")
    was = serializers.JSONField()
    now = serializers.JSONField()


class PlayerAfterSerializer(serializers.Serializer[Any]):
    key = serializers.CharField(source="player.key")
    number = serializers.IntegerField(source="player.number")
    name = serializers.CharField(source="player.name")
    position_before = serializers.CharField(source="before")
    position_after = serializers.CharField(source="after")
    carries_on = serializers.BooleanField(help_text="The new list does not know him: he stays as he is.")
    value_before = serializers.IntegerField()
    value_after = serializers.IntegerField()


class TeamAfterSerializer(serializers.Serializer[Any]):
    team = TeamRefSerializer()
    roster = serializers.CharField(source="command.roster", help_text="Empty as long as none is chosen.")
    positions = serializers.DictField(child=serializers.CharField(), source="command.positions")
    value_before = serializers.IntegerField()
    value_after = serializers.IntegerField(allow_null=True)
    players = PlayerAfterSerializer(many=True)
    goods_lost = serializers.SerializerMethodField(help_text="What nobody sells any more, and how many.")
    problems = serializers.ListField(child=ProblemField(), help_text="What stands in the way.")
    notes = serializers.ListField(child=ProblemField(), help_text="What does not fit any more, and stays.")

    def get_goods_lost(self, one: Any) -> dict[str, int]:
        return dict(one.goods_lost)


class PreviewSerializer(serializers.Serializer[Any]):
    ruleset = RulesetRefSerializer(source="rules")
    content_hash = serializers.CharField(source="rules.content_hash")
    changes = DifferenceSerializer(many=True)
    matches = serializers.IntegerField(help_text="Fixtures that will be played by the new rules.")
    teams = TeamAfterSerializer(many=True)
    problems = serializers.ListField(child=ProblemField(), help_text="Why it cannot be done now. Empty: it can.")
    seen = serializers.CharField(source="token", help_text="To be sent along when the rules are changed.")


class LeagueRulesPreview(LeagueAnswers):
    @extend_schema(
        operation_id="rules_preview",
        tags=LEAGUES,
        request=body_of(RulesWanted),
        responses={200: PreviewSerializer, **refusals(400, 401, 403, 404, 413, 415, 422, 429)},
        examples=[AN_EDITION],
    )
    def post(self, request: Request, slug: str) -> Response:
        """What other rules would do to every team of a running league. Nothing is changed."""
        league = league_get(self.visitor, slug)
        allow(can_commission(self.visitor, league))
        return self.one(PreviewSerializer, changeover_preview(league, self.body(RulesWanted).wish))


class LeagueRules(LeagueAnswers):
    @extend_schema(
        operation_id="rules_change",
        tags=LEAGUES,
        parameters=[IDEMPOTENCY],
        request=body_of(RulesChange),
        responses={200: LeagueDetailSerializer, **refusals(*WRITING)},
        examples=[AN_EDITION],
    )
    def post(self, request: Request, slug: str) -> Response:
        """Change the rules of a running league, as a commissioner: another edition, other house rules, or both."""
        league, body = league_get(self.visitor, slug), self.body(RulesChange)
        return self.write(
            lambda: changeover_make(league=league, wish=body.wish, seen=body.seen, actor=self.coach), self.detail
        )
