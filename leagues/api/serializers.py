"""The shapes of leagues and rulesets in the API."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from config.shapes import Shape, shape_of, shape_with
from engine.rulesets import model as rules
from engine.rulesets.export import TOP
from engine.rulesets.furniture import Inducement, Star
from engine.rulesets.model import Roster, Rule, Ruleset, Skill
from engine.rulesets.options import Option
from leagues.models import League, Role
from leagues.selectors.rules import house_rules_of


@dataclass(frozen=True, slots=True)
class LeagueFounding:
    name: str
    ruleset: str
    public: bool = True
    house_rules: Mapping[str, Any] = field(default_factory=dict)  # options by their keys, or places by their addresses


@dataclass(frozen=True, slots=True)
class LeagueJoining:
    """A public league needs no invitation."""

    invitation: str = ""


@dataclass(frozen=True, slots=True)
class PinSetting:
    """Four to eight digits; none removes it."""

    pin: str = ""


class PinSerializer(serializers.Serializer[Any]):
    set = serializers.SerializerMethodField(help_text="Whether there is one. It is never shown.")

    def get_set(self, coach: Any) -> bool:
        return bool(coach.pin)


class CoachRefSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()


class RulesetRefSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    name = serializers.CharField()
    version = serializers.CharField()
    url = serializers.HyperlinkedIdentityField(view_name="api:ruleset", lookup_field="key")


class LeaguePointsSerializer(Shape):
    """How a table is made from results."""

    shape = rules.League


class TablesSerializer(Shape):
    """The tables of a league: what things cost, earn and break."""

    shape = Ruleset
    league = LeaguePointsSerializer()
    left_out = TOP


class RulesetSerializer(serializers.Serializer[Any]):
    """One document: what `manage.py rules_export` prints."""

    key = serializers.CharField()
    name = serializers.CharField()
    version = serializers.CharField()
    rules = serializers.DictField(child=shape_of(Rule)(), help_text="What `rule` in a refusal names.")
    content_hash = serializers.CharField(help_text="Another content has another hash.")
    teams = shape_with(Roster, stars=serializers.ListField(child=serializers.CharField(), help_text="By their keys."))(
        many=True
    )
    stars = shape_of(Star)(many=True)
    skills = shape_of(Skill)(many=True)
    inducements = shape_of(Inducement)(many=True)
    options = shape_with(Option, default=serializers.JSONField(help_text="What the ruleset itself says."))(many=True)
    tables = TablesSerializer()


class LeagueRefSerializer(serializers.Serializer[Any]):
    slug = serializers.CharField()
    name = serializers.CharField()
    url = serializers.HyperlinkedIdentityField(view_name="api:league", lookup_field="slug")


class LeagueSerializer(LeagueRefSerializer):
    public = serializers.BooleanField()
    ruleset = RulesetRefSerializer()
    founded_at = serializers.DateTimeField()
    team_count = serializers.IntegerField()
    coach_count = serializers.IntegerField()
    role = serializers.SerializerMethodField(help_text="Yours in this league.")
    teams_url = serializers.HyperlinkedIdentityField(view_name="api:league-teams", lookup_field="slug")
    seasons_url = serializers.HyperlinkedIdentityField(view_name="api:league-seasons", lookup_field="slug")

    @extend_schema_field(serializers.ChoiceField(choices=Role.choices, allow_null=True))
    def get_role(self, league: League) -> str | None:
        return self.context["roles"].get(league.pk)


class MemberSerializer(serializers.Serializer[Any]):
    coach = CoachRefSerializer()
    role = serializers.ChoiceField(choices=Role.choices)
    joined_at = serializers.DateTimeField()


class HouseRuleSerializer(serializers.Serializer[Any]):
    """A place in which a league differs from its edition."""

    path = serializers.CharField(help_text="Its address in the ruleset.")
    name = serializers.CharField(help_text="Of the option that changed it, or empty.")
    was = serializers.JSONField(help_text="Null where the book has nothing.")
    now = serializers.JSONField(help_text="Null where the league took it out.")


class LeagueDetailSerializer(LeagueSerializer):
    house_rules = serializers.SerializerMethodField(help_text="In what it differs from its edition.")
    members = serializers.SerializerMethodField()
    invitation = serializers.SerializerMethodField(help_text="For its commissioners only.")

    @extend_schema_field(MemberSerializer(many=True))
    def get_members(self, league: League) -> Any:
        return MemberSerializer(self.context["members"], many=True).data

    @extend_schema_field(HouseRuleSerializer(many=True))
    def get_house_rules(self, league: League) -> Any:
        return HouseRuleSerializer(house_rules_of(league), many=True).data

    def get_invitation(self, league: League) -> str | None:
        return league.invitation if self.get_role(league) == Role.COMMISSIONER else None


class MembershipSerializer(MemberSerializer):
    league = LeagueRefSerializer()


class IndexSerializer(serializers.Serializer[Any]):
    rulesets = serializers.URLField()
    leagues = serializers.URLField()
    inbox = serializers.URLField()
    schema = serializers.URLField()
    docs = serializers.URLField()
