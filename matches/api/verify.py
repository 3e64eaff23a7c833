"""Verifying a match over the API: what the page of it says, for programs."""

from __future__ import annotations

from typing import Any, get_args

from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from config.problems import problem_data
from config.rest import READING, ApiView, ProblemLineSerializer, refusals
from matches.api.views import MATCHES
from matches.selectors.matches import match_get
from matches.selectors.verification import RollState, SeedCheck, Verified, match_verified


class RollCheckSerializer(serializers.Serializer[Any]):
    """A roll that was thrown again. Of a sealed seed only whether it gives the same is said."""

    key = serializers.CharField(source="roll.key")
    sides = serializers.ListField(child=serializers.IntegerField(), source="roll.sides")
    faces = serializers.ListField(child=serializers.IntegerField(), source="roll.faces", help_text="On record.")
    again = serializers.ListField(
        child=serializers.IntegerField(), help_text="From the seed; empty while it is sealed."
    )
    state = serializers.ChoiceField(choices=get_args(RollState), help_text="table: a coach's word.")


class SeedCheckSerializer(serializers.Serializer[Any]):
    """A seed with everything that fell by it. Improvements have seeds of their own, which stay sealed."""

    occasion = serializers.CharField()
    seal = serializers.CharField()
    seed = serializers.SerializerMethodField(help_text="In hexadecimal digits; null while it is sealed.")
    holds = serializers.BooleanField(help_text="The seal is the SHA-256 of the seed.")
    rolls = RollCheckSerializer(many=True)

    def get_seed(self, one: SeedCheck) -> str | None:
        return one.seed or None


class CauseCheckSerializer(serializers.Serializer[Any]):
    """Something that happened, decided again from what was told and what fell."""

    kind = serializers.CharField()
    step = serializers.CharField(help_text="Of the post-match sequence; else empty.")
    teams = serializers.ListField(child=serializers.CharField(), help_text="By their keys.")
    same = serializers.BooleanField()
    engine_version = serializers.CharField(help_text="Of the engine that told it, where that is not today's.")


class VerifiedSerializer(serializers.Serializer[Any]):
    """Whether a match still says the same: `problems` names every difference."""

    sealed = serializers.BooleanField(help_text="A seed of the match has not been shown yet.")
    seeds = SeedCheckSerializer(many=True)
    causes = CauseCheckSerializer(many=True)
    problems = serializers.SerializerMethodField()

    @extend_schema_field(ProblemLineSerializer(many=True))
    def get_problems(self, verified: Verified) -> Any:
        return [problem_data(problem) for problem in verified.problems]


class VerifyView(ApiView):
    @extend_schema(
        operation_id="match_verify", tags=MATCHES, responses={200: VerifiedSerializer, **refusals(404, *READING)}
    )
    def get(self, request: Request, pk: int) -> Response:
        """Throw every die of a match again from its seed, and decide everything that it did again."""
        return self.one(VerifiedSerializer, match_verified(match_get(self.visitor, pk)))
