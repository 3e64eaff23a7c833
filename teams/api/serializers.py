"""The shapes of teams in the API."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, get_args

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers
from rest_framework.reverse import reverse

from config.problems import problem_data
from config.rest import ProblemLineSerializer
from config.shapes import Shape, shape_of, shape_with
from engine import effects as fx
from engine.dice import Roll
from engine.errors import Problem
from engine.tally import NONE, Tally
from engine.team.draft import DraftedPlayer, TeamDraft
from engine.team.sheet import HomeStadium, Player, Record, Status
from engine.team.value import ValueLine
from leagues.api.serializers import CoachRefSerializer, LeagueRefSerializer, RulesetRefSerializer
from teams.models import Draft, DraftStatus, EffectRow
from teams.selectors.careers import CareerEntry
from teams.selectors.drafts import roster_of
from teams.selectors.effects import Injury
from teams.selectors.sheets import SheetPage
from teams.selectors.teams import PlayerLine, StarMemberLine, draft_check
from teams.services.drafts import command_of


@dataclass(frozen=True, slots=True)
class Drafting:
    """A team to be. Players get the keys p1, p2, ... in the order in which they stand here."""

    name: str
    roster: str
    players: tuple[DraftedPlayer, ...]
    goods: Tally = NONE
    colour: int | None = None
    choices: Mapping[str, str] = field(default_factory=dict)

    @property
    def draft(self) -> TeamDraft:
        return TeamDraft(self.name, self.roster, self.players, self.goods, self.choices)


@dataclass(frozen=True, slots=True)
class DraftSaving(Drafting):
    """A draft to be kept. With `version`, only if it is still the one that you have read."""

    version: int | None = None


@dataclass(frozen=True, slots=True)
class DraftSeen:
    """Which version of the draft you have read: another one is not acted upon (409)."""

    version: int | None = None


@dataclass(frozen=True, slots=True)
class DraftReturning:
    """Why a draft is sent back. Its coach reads it."""

    reason: str
    version: int | None = None


@dataclass(frozen=True, slots=True)
class DraftCopying:
    """One of the two: a draft of yours, or a team that you may see."""

    draft: int | None = None
    team: int | None = None


@dataclass(frozen=True, slots=True)
class Picturing:
    """A picture in Base64, as a PNG, JPEG, GIF or WebP of up to 2 MB; null takes it away."""

    image: str | None


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
    logo = serializers.CharField(
        source="logo_id", allow_null=True, help_text="The SHA-256 digest of its picture (`teams/{id}/logo/`), or null."
    )
    drafted_at = serializers.DateTimeField()
    version = serializers.IntegerField(help_text="Rises whenever the sheet changes.")
    treasury = serializers.IntegerField()
    value = serializers.IntegerField()
    retired = serializers.BooleanField(help_text="It plays no more.")


class CharacteristicSerializer(serializers.Serializer[Any]):
    now = serializers.IntegerField(allow_null=True, help_text="null: he cannot do it at all.")
    lost = serializers.IntegerField()
    gained = serializers.IntegerField()


class AsOfSerializer(serializers.Serializer[Any]):
    """A moment of a team's history."""

    side = serializers.ChoiceField(choices=["before", "after"])
    match = serializers.CharField(help_text="The key of a match.")


class SheetMatchSerializer(serializers.Serializer[Any]):
    match = serializers.CharField(source="played.match")
    opponent = TeamRefSerializer(allow_null=True)
    outcome = serializers.CharField(source="played.outcome")
    touchdowns_for = serializers.IntegerField(source="played.touchdowns_for")
    touchdowns_against = serializers.IntegerField(source="played.touchdowns_against")
    casualties_for = serializers.IntegerField(source="played.casualties_for")
    casualties_against = serializers.IntegerField(source="played.casualties_against")
    fans = serializers.IntegerField(source="played.fans")
    winnings = serializers.IntegerField()
    value = serializers.IntegerField(source="played.value", help_text="Of the team, at kick-off.")


class PlayerLineSerializer(serializers.Serializer[Any]):
    key = serializers.CharField(source="player.key", help_text="Within the team, and for ever.")
    number = serializers.IntegerField(source="player.number")
    name = serializers.CharField(source="player.name")
    position = serializers.CharField(source="player.position")
    status = serializers.ChoiceField(choices=get_args(Status), source="player.status")
    characteristics = serializers.SerializerMethodField()
    skills = serializers.ListField(
        child=serializers.CharField(), help_text="Those he came with, those he learned, a journeyman's own last."
    )
    learned = serializers.SerializerMethodField(help_text="Of the skills, those he did not come with.")
    spp = serializers.IntegerField(source="player.spp")
    level = serializers.CharField(source="level.title")
    improvements_due = serializers.IntegerField()
    to_spend = serializers.IntegerField(
        allow_null=True, help_text="Star player points left to spend; null where they are not spent."
    )
    can_improve = serializers.BooleanField(help_text="He has reached a level, or can afford something.")
    deeds = serializers.DictField(child=serializers.IntegerField(), source="player.deeds")
    games = serializers.IntegerField(source="player.games")
    niggles = serializers.IntegerField(source="player.niggles")
    misses_next = serializers.BooleanField(source="player.misses_next")
    carried_on = serializers.SerializerMethodField(help_text="The team list has no such player any more.")
    injuries = serializers.SerializerMethodField()
    value = serializers.IntegerField()
    sold_to = serializers.SerializerMethodField(help_text="The team that bought him, or null.")

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_learned(self, line: PlayerLine) -> list[str]:
        return [skill.name for skill in line.skills if skill.learned]

    @extend_schema_field(TeamRefSerializer(allow_null=True))
    def get_sold_to(self, line: PlayerLine) -> Any:
        buyer = self.context.get("buyers", {}).get(line.player.key)
        return TeamRefSerializer(buyer, context=self.context).data if buyer else None

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


class RosteredMemberSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    characteristics = serializers.SerializerMethodField()
    skills = serializers.ListField(child=serializers.CharField())

    @extend_schema_field(serializers.DictField(child=serializers.IntegerField(allow_null=True)))
    def get_characteristics(self, member: StarMemberLine) -> dict[str, int | None]:
        return {cell.name: cell.now for cell in member.characteristics}


class RosteredStarSerializer(serializers.Serializer[Any]):
    key = serializers.CharField(source="star.key")
    name = serializers.CharField(source="star.name")
    cost = serializers.IntegerField(source="star.cost", allow_null=True)
    members = RosteredMemberSerializer(many=True)


class ValueLineSerializer(Shape):
    shape = ValueLine
    amount = serializers.IntegerField()


@extend_schema_field(ProblemLineSerializer)
class ProblemField(serializers.Field[Problem, Any, Any, Any]):
    """A problem as the refusals have it, in the language asked for."""

    def to_representation(self, problem: Problem) -> dict[str, Any]:
        return problem_data(problem)


class TeamSheetSerializer(TeamSerializer):
    """A team at one moment, with every number explained. Made from a ``SheetPage``."""

    as_of = AsOfSerializer(allow_null=True, help_text="null: as it stands.")
    earlier = AsOfSerializer(allow_null=True, help_text="The moment before this one.")
    later = AsOfSerializer(allow_null=True, help_text="The moment after it; null: as it stands.")
    corrected = serializers.SerializerMethodField(
        help_text="Of a sheet at kick-off: something before it was corrected after the match was reported. "
        "The print shows what was known then."
    )
    entered = serializers.BooleanField(help_text="It was a running team when it came here.")
    debt = serializers.IntegerField(source="page.sheet.debt")
    ruleset = RulesetRefSerializer(source="page.ruleset")
    choices = serializers.DictField(
        child=serializers.CharField(), source="page.sheet.choices", help_text="What the team list let it choose, once."
    )
    goods = GoodLineSerializer(many=True, source="page.goods")
    star = RosteredStarSerializer(allow_null=True, source="page.star", help_text="The star on its roster.")
    stadium = shape_of(HomeStadium)(allow_null=True, source="page.sheet.stadium")
    fund = serializers.IntegerField(source="page.sheet.fund", help_text="Saved for a stadium.")
    sponsor = serializers.CharField(source="page.sheet.sponsor", help_text="The key of the major one, or empty.")
    sponsorships = serializers.IntegerField(source="page.sheet.sponsorships", help_text="Ongoing ones.")
    sponsored = serializers.CharField(
        source="page.sheet.sponsored", help_text="The key of the player whom the major sponsor equips, or empty."
    )
    blacklisted = serializers.ListField(
        child=serializers.CharField(),
        source="page.sheet.blacklisted",
        help_text="Keys of major sponsors who will have nothing to do with the team any more.",
    )
    trophies = serializers.ListField(child=serializers.CharField(), source="page.sheet.trophies")
    record = TeamRecordSerializer(source="page.sheet.record")
    matches = SheetMatchSerializer(many=True, help_text="The latest first.")
    players = PlayerLineSerializer(many=True, source="page.players")
    gone = PlayerLineSerializer(many=True, source="page.gone", help_text="Fired, sold, left.")
    dead = PlayerLineSerializer(many=True, source="page.dead")
    value_with_the_missing = serializers.IntegerField(
        source="page.value.with_the_missing",
        help_text="With the players who miss the next match or are temporarily retired.",
    )
    value_lines = ValueLineSerializer(
        many=True,
        source="page.value.lines",
        help_text="They add up to `value`; the `parts` of a player add up to his `each`.",
    )
    problems = serializers.ListField(
        child=ProblemField(), source="page.problems", help_text="What does not fit on this sheet."
    )
    statement_url = serializers.HyperlinkedRelatedField[Any](
        view_name="api:team-statement", source="page.team", read_only=True
    )
    effects_url = serializers.HyperlinkedRelatedField[Any](
        view_name="api:team-effects", source="page.team", read_only=True
    )
    pdf_url = serializers.SerializerMethodField(help_text="The roster sheet of this moment.")

    # What a list shows of a team as it stands, the sheet shows of its moment.
    of_the_moment = {
        "name": "page.sheet.name",
        "roster": "page.sheet.roster",
        "treasury": "page.sheet.treasury",
        "value": "page.value.total",
        "retired": "page.sheet.retired",
    }

    def get_corrected(self, sheet: SheetPage) -> bool:
        return sheet.known is not None

    @extend_schema_field(serializers.URLField())
    def get_pdf_url(self, sheet: SheetPage) -> str:
        address = reverse("api:team-roster-pdf", [sheet.page.team.pk], request=self.context["request"])
        return f"{address}{sheet.query}"

    def get_fields(self) -> dict[str, Any]:
        fields = super().get_fields()
        for name in TeamSerializer._declared_fields:
            of_team = fields[name].source or name
            if not of_team.startswith("page."):
                fields[name].source = "page.team" if of_team == "*" else f"page.team.{of_team}"
        for name, source in self.of_the_moment.items():
            fields[name].source = source
        return fields


class StatementLineSerializer(serializers.Serializer[Any]):
    """A movement of gold, with the parts it adds up from and the dice behind it."""

    occasion = serializers.CharField(
        help_text="The key of a match, of the team when it was drafted, or of a window, a deal, a ruling."
    )
    kind = serializers.CharField(help_text="Of what moved it: draft, match, post-match, hiring, ...")
    reason = serializers.CharField()
    about = serializers.CharField()
    times = serializers.IntegerField(help_text="How many of what it is about.")
    amount = serializers.IntegerField()
    balance = serializers.IntegerField(help_text="What was left.")
    note = serializers.CharField(help_text="The reason that was given, where one has to be; or empty.")
    parts = shape_of(fx.GoldLine)(many=True)
    rolls = shape_of(Roll)(many=True)


class DraftCheckSerializer(serializers.Serializer[Any]):
    cost = serializers.IntegerField()
    gold = serializers.IntegerField(help_text="What there is to spend.")
    left = serializers.IntegerField(help_text="Below zero when the draft is too expensive.")
    value = serializers.IntegerField(help_text="What the team would be worth, by the rules of the league.")
    problems = serializers.ListField(child=ProblemField())


class SavedDraftRefSerializer(serializers.Serializer[Any]):
    """A draft as lists show it."""

    id = serializers.IntegerField(source="pk")
    url = serializers.HyperlinkedIdentityField(view_name="api:draft")
    league = LeagueRefSerializer()
    coach = CoachRefSerializer()
    status = serializers.ChoiceField(choices=DraftStatus.values)
    name = serializers.CharField()
    roster = serializers.CharField(help_text="A key of the ruleset's `teams`.")
    colour = serializers.IntegerField()
    logo = serializers.CharField(
        source="logo_id", allow_null=True, help_text="The SHA-256 digest of the picture as it is kept, or null."
    )
    remark = serializers.CharField(help_text="Why it was sent back the last time, or empty.")
    version = serializers.IntegerField(help_text="Rises with everything that is done to it.")
    saved_at = serializers.DateTimeField()
    team = TeamRefSerializer(allow_null=True, help_text="What became of it, or null.")


class SavedDraftSerializer(SavedDraftRefSerializer):
    """A draft with how it stands by the league's rules of today."""

    draft = serializers.SerializerMethodField(help_text="As it was saved.")
    check_by_today = serializers.SerializerMethodField(help_text="null when the rules have no such team list any more.")
    left_out = serializers.SerializerMethodField(help_text="What the rules here did not know when it was copied.")

    @extend_schema_field(shape_of(TeamDraft))
    def get_draft(self, draft: Draft) -> Any:
        return shape_of(TeamDraft)(command_of(draft)).data

    @extend_schema_field(DraftCheckSerializer(allow_null=True))
    def get_check_by_today(self, draft: Draft) -> Any:
        if roster_of(draft) is None:
            return None
        return DraftCheckSerializer(draft_check(draft.league, command_of(draft))).data

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_left_out(self, draft: Draft) -> list[str]:
        return list(self.context.get("left_out", ()))


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


class MoveSerializer(serializers.Serializer[Any]):
    team = TeamRefSerializer()
    key = serializers.CharField(help_text="What he is called there, if it is known.")


class CareerEntrySerializer(serializers.Serializer[Any]):
    """What one occasion was to a player."""

    occasion = serializers.CharField(
        help_text="The key of a match, of the team when it was drafted, or of a change of rules."
    )
    cause = serializers.CharField(source="kind")
    opponent = TeamRefSerializer(allow_null=True)
    outcome = serializers.CharField(source="played.outcome", default=None, allow_null=True)
    absent = serializers.BooleanField(help_text="The team played, and he did not.")
    here = serializers.BooleanField(help_text="He was with the team when the match began.")
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
    came_from = MoveSerializer(allow_null=True, help_text="Another team, by a deal.")
    went_to = MoveSerializer(allow_null=True, help_text="Another team, by a deal.")
    effects = serializers.ListField(child=EffectField(), help_text="All that concerned him, in order.")
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
