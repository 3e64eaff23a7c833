"""The dice of a league in numbers: counts of faces, how likely they are, and the luck of each team."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from config.rest import READING, ApiView, refusals
from engine.fairness import LEAST_DICE, LEAST_EXPECTED
from leagues.api.serializers import CoachRefSerializer
from leagues.selectors.leagues import league_get
from matches.api.views import MATCHES
from matches.selectors.dice_statistics import SOURCES, league_dice_statistics
from teams.api.serializers import TeamRefSerializer


class FairnessSerializer(serializers.Serializer[Any]):
    """Dice of one size."""

    sides = serializers.IntegerField()
    thrown = serializers.IntegerField()
    counts = serializers.ListField(child=serializers.IntegerField(), help_text="Of each face, from 1.")
    expected = serializers.FloatField(help_text="Of each face.")
    chi_square = serializers.FloatField(help_text="Pearson's; one degree of freedom less than faces.")
    p_value = serializers.FloatField(help_text="How often fair dice fall at least as unevenly.")
    enough = serializers.BooleanField(help_text=f"At least {LEAST_EXPECTED} of each face are to be expected.")


class SourceSerializer(serializers.Serializer[Any]):
    source = serializers.ChoiceField(choices=SOURCES)  # type: ignore[assignment]  # the word for where a roll came from
    thrown = serializers.IntegerField()
    dice = FairnessSerializer(many=True)


class LuckSerializer(serializers.Serializer[Any]):
    """Of dice that have a good end, how far they were from the middle in that direction."""

    team = TeamRefSerializer()
    coach = CoachRefSerializer(source="team.coach")
    dice = serializers.IntegerField(source="luck.dice")
    above = serializers.FloatField(source="luck.above", help_text="Pips better than the middle, all together.")
    each = serializers.FloatField(source="luck.each")
    luckier_than = serializers.FloatField(source="luck.luckier_than", help_text="Of 1; 0.5 is the middle.")
    enough = serializers.BooleanField(source="luck.enough", help_text=f"At least {LEAST_DICE} dice.")


class DiceStatisticsSerializer(serializers.Serializer[Any]):
    sources = SourceSerializer(many=True)
    teams = LuckSerializer(many=True, help_text="The luckiest first; those with too few dice last.")


class LeagueDice(ApiView):
    @extend_schema(
        operation_id="league_dice", tags=MATCHES, responses={200: DiceStatisticsSerializer, **refusals(404, *READING)}
    )
    def get(self, request: Request, slug: str) -> Response:
        """Whether the dice of a league are fair, and who is lucky."""
        return self.one(DiceStatisticsSerializer, league_dice_statistics(league_get(self.visitor, slug)))
