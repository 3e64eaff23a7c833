"""The shapes of teams in the API."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, get_args

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers

from config.problems import problem_data
from config.rest import ProblemLineSerializer
from config.shapes import Shape, shape_of, shape_with
from engine import effects as fx
from engine.dice import Roll
from engine.errors import Problem
from engine.tally import NONE, Tally
from engine.team.draft import DraftedPlayer, TeamDraft
from engine.team.sheet import Player, Record, Status
from engine.team.value import ValueLine
from leagues.api.serializers import CoachRefSerializer, LeagueRefSerializer, RulesetRefSerializer
from teams.models import EffectRow
from teams.selectors.careers import CareerEntry
from teams.selectors.effects import Injury
from teams.selectors.teams import PlayerLine


@dataclass(frozen=True, slots=True)
class Drafting:
    """A team to be. Players get the keys p1, p2, ... in the order in which they stand here."""

    name: str
    roster: str
    players: tuple[DraftedPlayer, ...]
    goods: Tally = NONE
    colour: int | None = None

    @property
    def draft(self) -> TeamDraft:
        return TeamDraft(self.name, self.roster, self.players, self.goods)


class TeamRefSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    key = serializers.CharField(help_text="Within the league, and for ever.")
    name = serializers.CharField()
    url = serializers.HyperlinkedIdentityField(view_name="api:team")


class TeamRecordSerializer(Shape):
    shape = Record
    played = serializers.IntegerField()


class TeamSerializer(TeamRefSerializer):
    league = LeagueRefSerializer()
    coach = CoachRefSerializer()
    roster = serializers.CharField(help_text="A key of the ruleset's `teams`.")
    colour = serializers.IntegerField()
    drafted_at = serializers.DateTimeField()
    version = serializers.IntegerField(help_text="Rises whenever the sheet changes.")
    treasury = serializers.IntegerField()
    value = serializers.IntegerField()


class CharacteristicSerializer(serializers.Serializer[Any]):
    now = serializers.IntegerField(allow_null=True, help_text="null: he cannot do it at all.")
    lost = serializers.IntegerField()
    gained = serializers.IntegerField()


class PlayerLineSerializer(serializers.Serializer[Any]):
    key = serializers.CharField(source="player.key", help_text="Within the team, and for ever.")
    number = serializers.IntegerField(source="player.number")
    name = serializers.CharField(source="player.name")
    position = serializers.CharField(source="player.position")
    status = serializers.ChoiceField(choices=get_args(Status), source="player.status")
    characteristics = serializers.SerializerMethodField()
    skills = serializers.ListField(
        child=serializers.CharField(), help_text="Those he came with, then those he learned."
    )
    spp = serializers.IntegerField(source="player.spp")
    level = serializers.CharField(source="level.title")
    improvements_due = serializers.IntegerField()
    deeds = serializers.DictField(child=serializers.IntegerField(), source="player.deeds")
    games = serializers.IntegerField(source="player.games")
    niggles = serializers.IntegerField(source="player.niggles")
    misses_next = serializers.BooleanField(source="player.misses_next")
    carried_on = serializers.SerializerMethodField(help_text="The team list has no such player any more.")
    injuries = serializers.SerializerMethodField()
    value = serializers.IntegerField()

    def get_carried_on(self, line: PlayerLine) -> bool:
        return line.player.line is not None

    @extend_schema_field(serializers.DictField(child=CharacteristicSerializer()))
    def get_characteristics(self, line: PlayerLine) -> dict[str, Any]:
        return {cell.name: {"now": cell.now, "lost": cell.lost, "gained": cell.gained} for cell in line.characteristics}

    @extend_schema_field(shape_of(Injury)(many=True))
    def get_injuries(self, line: PlayerLine) -> Any:
        return shape_of(Injury)(self.context["injuries"].get(line.player.key, ()), many=True).data


class GoodLineSerializer(serializers.Serializer[Any]):
    key = serializers.CharField(source="good.key")
    name = serializers.CharField(source="good.name")
    count = serializers.IntegerField()
    cost = serializers.IntegerField(help_text="Of one.")


class ValueLineSerializer(Shape):
    shape = ValueLine
    amount = serializers.IntegerField()


@extend_schema_field(ProblemLineSerializer)
class ProblemField(serializers.Field[Problem, Any, Any, Any]):
    """A problem as the refusals have it, in the language asked for."""

    def to_representation(self, problem: Problem) -> dict[str, Any]:
        return problem_data(problem)


class TeamSheetSerializer(TeamSerializer):
    """A team as it stands, with every number explained. Made from a ``TeamPage``."""

    debt = serializers.IntegerField(source="sheet.debt")
    ruleset = RulesetRefSerializer()
    goods = GoodLineSerializer(many=True)
    record = TeamRecordSerializer(source="sheet.record")
    players = PlayerLineSerializer(many=True)
    dead = PlayerLineSerializer(many=True)
    value_with_the_missing = serializers.IntegerField(
        source="value.with_the_missing", help_text="With the players who miss the next match."
    )
    value_lines = ValueLineSerializer(many=True, source="value.lines", help_text="They add up to `value`.")
    problems = serializers.ListField(child=ProblemField(), help_text="What does not fit on this sheet.")
    statement_url = serializers.HyperlinkedRelatedField[Any](
        view_name="api:team-statement", source="team", read_only=True
    )
    effects_url = serializers.HyperlinkedRelatedField[Any](view_name="api:team-effects", source="team", read_only=True)
    pdf_url = serializers.HyperlinkedRelatedField[Any](view_name="api:team-roster-pdf", source="team", read_only=True)

    def get_fields(self) -> dict[str, Any]:
        fields = super().get_fields()
        for name in TeamSerializer._declared_fields:
            # What a list shows of a team, the page keeps one step further in.
            of_team = fields[name].source or name
            fields[name].source = "team" if of_team == "*" else f"team.{of_team}"
        return fields


class StatementLineSerializer(serializers.Serializer[Any]):
    """A movement of gold, with the parts it adds up from and the dice behind it."""

    occasion = serializers.CharField(help_text="The key of a match, or of the team when it was drafted.")
    kind = serializers.CharField()
    reason = serializers.CharField()
    about = serializers.CharField()
    amount = serializers.IntegerField()
    balance = serializers.IntegerField(help_text="What was left.")
    note = serializers.CharField(help_text="Why a commissioner ruled so; or empty.")
    parts = shape_of(fx.GoldLine)(many=True)
    rolls = shape_of(Roll)(many=True)


class DraftCheckSerializer(serializers.Serializer[Any]):
    cost = serializers.IntegerField()
    gold = serializers.IntegerField(help_text="What there is to spend.")
    left = serializers.IntegerField(help_text="Below zero when the draft is too expensive.")
    problems = serializers.ListField(child=ProblemField())


def _effect_shape(kind: str, cls: type[fx.Effect]) -> type[Shape]:
    version = serializers.IntegerField(help_text="Version of this kind of effect.")
    return shape_with(cls, kind=serializers.ChoiceField(choices=[kind]), v=version)


@extend_schema_field(
    PolymorphicProxySerializer(
        component_name="Effect",
        serializers={kind: _effect_shape(kind, cls) for kind, cls in fx.KINDS.items()},
        resource_type_field_name="kind",
    )
)
class EffectField(serializers.Field[fx.Effect, Any, Any, Any]):
    """What happened to a team, as one of the kinds of effects."""

    def to_representation(self, effect: fx.Effect) -> dict[str, Any]:
        return fx.to_data(effect)


class EffectLineSerializer(serializers.Serializer[Any]):
    """An effect that stands, with what caused it."""

    occasion = serializers.CharField(source="revision.cause.occasion")
    cause = serializers.CharField(source="revision.cause.kind")
    step = serializers.IntegerField(source="revision.step", help_text="Within the occasion.")
    revision = serializers.IntegerField(source="revision.number", help_text="Above 1 after a correction.")
    written_at = serializers.DateTimeField(source="revision.written_at")
    effect = serializers.SerializerMethodField()

    @extend_schema_field(EffectField)
    def get_effect(self, row: EffectRow) -> dict[str, Any]:
        return fx.to_data(fx.from_data(row.data))


class CareerEntrySerializer(serializers.Serializer[Any]):
    """What one occasion was to a player."""

    occasion = serializers.CharField(
        help_text="The key of a match, of the team when it was drafted, or of a change of rules."
    )
    cause = serializers.CharField(source="kind")
    opponent = TeamRefSerializer(allow_null=True)
    outcome = serializers.CharField(source="played.outcome", default=None, allow_null=True)
    absent = serializers.BooleanField(help_text="The team played, and he was not fit.")
    price = serializers.IntegerField(help_text="What he was hired for, here.")
    entered = shape_of(Player)(allow_null=True, help_text="As he was when his team was entered; or null.")
    ruled = serializers.ListField(child=serializers.CharField(), help_text="What a commissioner changed about him.")
    why = serializers.CharField(help_text="... and with which reason.")
    deeds = serializers.ListField(child=EffectField())
    injuries = serializers.SerializerMethodField()
    improvement = serializers.SerializerMethodField(help_text="What he took, or null.")
    died = serializers.BooleanField()
    position = serializers.CharField(help_text="Another one, from now on; or empty.")
    carried_on = serializers.BooleanField(help_text="The new team list has no such player: he stays as he was.")
    spp = serializers.IntegerField(help_text="What he has after it.")
    level = serializers.CharField(source="level.title", default=None, allow_null=True, help_text="Reached by it.")

    @extend_schema_field(serializers.ListField(child=EffectField()))
    def get_injuries(self, entry: CareerEntry) -> list[dict[str, Any]]:
        return [fx.to_data(effect) for _, effect in entry.injuries]

    @extend_schema_field(EffectField(allow_null=True))
    def get_improvement(self, entry: CareerEntry) -> dict[str, Any] | None:
        return fx.to_data(entry.improvement) if entry.improvement else None


class CareerSerializer(serializers.Serializer[Any]):
    team = TeamRefSerializer(source="page.team")
    player = PlayerLineSerializer(source="line")
    missed = serializers.IntegerField(help_text="Matches that he was not fit for.")
    life = CareerEntrySerializer(many=True, source="entries", help_text="The latest first.")
