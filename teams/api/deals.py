"""Deals in the API, and what becomes of a team as a whole: another coach, retirement, a return."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from config.rest import IDEMPOTENCY, PAGING, READING, WRITING, ApiView, page_of, refusals
from config.shapes import body_of, shape_of
from engine.team.deal import Deal as DealCommand
from engine.team.deal import DealSide, Moving
from leagues.api.serializers import CoachRefSerializer, LeagueRefSerializer
from leagues.models import AuditEntry
from leagues.policies import allow
from leagues.selectors.leagues import league_get
from teams.api.serializers import ProblemField, TeamRefSerializer, TeamSheetSerializer
from teams.api.views import TeamAnswers
from teams.mapping import deal_of
from teams.models import Deal, DealStatus, Team
from teams.policies import coaches
from teams.selectors.coaches import coach_changes, coach_get
from teams.selectors.deals import (
    DealPage,
    TeamNumbers,
    deal_get,
    deal_list,
    deal_page,
    deal_preview,
    partner_get,
    undone,
)
from teams.selectors.teams import team_get
from teams.services.deals import deal_accept, deal_decline, deal_propose, deal_refuse, deal_undo, deal_withdraw
from teams.services.running import team_bring_back, team_retire, team_transfer

DEALS, TEAMS = ["deals"], ["teams"]


@dataclass(frozen=True, slots=True)
class MovingPlayer:
    """A player by his key. Number 0: the one he wears if it is free in the other team, or the lowest that is."""

    player: str
    number: int = 0


@dataclass(frozen=True, slots=True)
class Given:
    """What a team gives."""

    gold: int = 0
    players: tuple[MovingPlayer, ...] = ()

    def side(self, team: Team) -> DealSide:
        return DealSide(team.key, self.gold, tuple(Moving(one.player, one.number) for one in self.players))


@dataclass(frozen=True, slots=True)
class Proposal:
    """`team` is the id of the team to deal with."""

    team: int
    proposer: Given = Given()
    partner: Given = Given()


@dataclass(frozen=True, slots=True)
class DealAnswer:
    """`version` is that of the deal as it was read: another one is not what the answer is about."""

    answer: Literal["accept", "decline", "withdraw", "refuse", "undo"]
    reason: str = ""
    version: int | None = None


@dataclass(frozen=True, slots=True)
class Transfer:
    """`coach` is the id of a coach of the league."""

    coach: int
    reason: str


@dataclass(frozen=True, slots=True)
class Retiring:
    remark: str = ""


@dataclass(frozen=True, slots=True)
class BringingBack:
    reason: str


class DealSummarySerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    url = serializers.HyperlinkedIdentityField(view_name="api:deal")
    league = LeagueRefSerializer()
    proposer = TeamRefSerializer()
    partner = TeamRefSerializer()
    status = serializers.ChoiceField(choices=DealStatus.values)
    undone = serializers.SerializerMethodField(help_text="It was done, and does not count any more.")
    remark = serializers.CharField(help_text="Why it was declined, withdrawn, refused or undone; or empty.")
    version = serializers.IntegerField(help_text="Rises with every answer.")
    proposed_at = serializers.DateTimeField()
    terms = serializers.SerializerMethodField(help_text="What either team gives. Keys are free until it is done.")

    def get_undone(self, deal: Deal) -> bool:
        return undone(deal)

    @extend_schema_field(shape_of(DealCommand))
    def get_terms(self, deal: Deal) -> Any:
        return shape_of(DealCommand)(deal_of(deal)).data


class DealPlayerSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    position = serializers.CharField()
    value = serializers.IntegerField()
    key_there = serializers.CharField(help_text="In the other team.")
    number_there = serializers.IntegerField()


class DealSideViewSerializer(serializers.Serializer[Any]):
    team = TeamRefSerializer()
    gold = serializers.IntegerField()
    players = DealPlayerSerializer(many=True)
    before = shape_of(TeamNumbers)(help_text="The team as it stands.")
    after = shape_of(TeamNumbers)(help_text="As the deal would leave it; of a deal that is over, as it stands.")


class DealPreviewSerializer(serializers.Serializer[Any]):
    sides = DealSideViewSerializer(many=True, help_text="The proposer's, then the partner's.")
    problems = serializers.ListField(child=ProblemField(), help_text="All that stands in its way.")


class DealWordSerializer(serializers.Serializer[Any]):
    """Something that was said to a deal."""

    act = serializers.CharField(source="action")
    by = CoachRefSerializer(source="actor", allow_null=True)
    at = serializers.DateTimeField()
    reason = serializers.SerializerMethodField()
    own = serializers.SerializerMethodField(help_text="The commissioner has a part in it, and nobody else could.")

    def get_reason(self, entry: AuditEntry) -> str:
        return str(entry.data.get("reason", ""))

    def get_own(self, entry: AuditEntry) -> bool:
        return bool(entry.data.get("own", False))


class DealDetailSerializer(serializers.Serializer[Any]):
    deal = DealSummarySerializer()
    sides = DealSideViewSerializer(many=True, source="preview.sides", help_text="The proposer's, then the partner's.")
    problems = serializers.ListField(child=ProblemField(), help_text="All that stands in its way, while it is open.")
    story = DealWordSerializer(many=True, help_text="The oldest first.")


class CoachChangeSerializer(serializers.Serializer[Any]):
    before = CoachRefSerializer()
    after = CoachRefSerializer()
    at = serializers.DateTimeField()
    reason = serializers.CharField()


A_DEAL = OpenApiExample(
    "A blitzer for gold",
    {
        "team": 2,
        "proposer": {"players": [{"player": "p10", "number": 7}]},
        "partner": {"gold": 90_000},
    },
    request_only=True,
)


class DealAnswers(ApiView):
    """Views that show a deal."""

    def shown(self, pk: int) -> Any:
        page: DealPage = deal_page(deal_get(self.visitor, pk))
        return self.sent(DealDetailSerializer, page)


class LeagueDeals(ApiView):
    @extend_schema(
        operation_id="deal_list",
        tags=DEALS,
        parameters=PAGING,
        responses={200: page_of(DealSummarySerializer), **refusals(404, *READING)},
    )
    def get(self, request: Request, slug: str) -> Response:
        """The deals of a league, the latest first: those that are done, and those that you have to do with."""
        league = league_get(self.visitor, slug)
        return self.page(deal_list(self.visitor).filter(league=league), DealSummarySerializer)


class TeamDeals(DealAnswers):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="deal_propose",
        tags=DEALS,
        parameters=[IDEMPOTENCY],
        request=body_of(Proposal),
        responses={201: DealDetailSerializer, **refusals(*WRITING)},
        examples=[A_DEAL],
    )
    def post(self, request: Request, pk: int) -> Response:
        """Propose a deal to a team of another coach. What the rules do not allow is refused, with all its problems."""
        team, body = team_get(self.visitor, pk), self.body(Proposal)
        allow(coaches(self.coach, team))
        partner = partner_get(team, body.team)
        command = DealCommand(body.proposer.side(team), body.partner.side(partner))
        return self.write(
            lambda: deal_propose(proposer=team, partner=partner, command=command, actor=self.coach),
            lambda deal: self.shown(deal.pk),
            code=201,
            location=lambda deal: reverse("api:deal", [deal.pk], request=request),
        )


class TeamDealPreview(ApiView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="deal_preview",
        tags=DEALS,
        request=body_of(Proposal),
        responses={200: DealPreviewSerializer, **refusals(400, 401, 403, 404, 409, 413, 415, 422, 429)},
        examples=[A_DEAL],
    )
    def post(self, request: Request, pk: int) -> Response:
        """What a deal would do to both teams, and all that stands in its way. Nothing is kept."""
        team, body = team_get(self.visitor, pk), self.body(Proposal)
        allow(coaches(self.coach, team))
        partner = partner_get(team, body.team)
        command = DealCommand(body.proposer.side(team), body.partner.side(partner))
        return self.one(DealPreviewSerializer, deal_preview(team, partner, command))


class DealView(DealAnswers):
    @extend_schema(
        operation_id="deal_get", tags=DEALS, responses={200: DealDetailSerializer, **refusals(404, *READING)}
    )
    def get(self, request: Request, pk: int) -> Response:
        """A deal: what either team gives, how both would stand after it, and what was said to it."""
        return Response(self.shown(pk))


class DealAnswerView(DealAnswers):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="deal_answer",
        tags=DEALS,
        parameters=[IDEMPOTENCY],
        request=body_of(DealAnswer),
        responses={200: DealDetailSerializer, **refusals(*WRITING)},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Accept or decline (the other coach), withdraw (who proposed), refuse or undo with a reason (commissioner)."""
        deal, body = deal_get(self.visitor, pk), self.body(DealAnswer)
        return self.write(lambda: self._answer(deal, body), lambda done: self.shown(done.pk))

    def _answer(self, deal: Deal, body: DealAnswer) -> Deal:
        if body.answer == "accept":
            return deal_accept(deal=deal, seen=body.version, actor=self.coach)
        act = {"decline": deal_decline, "withdraw": deal_withdraw, "refuse": deal_refuse, "undo": deal_undo}
        return act[body.answer](deal=deal, reason=body.reason, seen=body.version, actor=self.coach)


class TeamCoaches(TeamAnswers):
    @extend_schema(
        operation_id="team_coaches",
        tags=TEAMS,
        parameters=PAGING,
        responses={200: page_of(CoachChangeSerializer), **refusals(404, *READING)},
    )
    def get(self, request: Request, pk: int) -> Response:
        """Who coached the team before: every transfer, the latest first."""
        return self.page(coach_changes(team_get(self.visitor, pk)), CoachChangeSerializer)

    @extend_schema(
        operation_id="team_transfer",
        tags=TEAMS,
        parameters=[IDEMPOTENCY],
        request=body_of(Transfer),
        responses={200: TeamSheetSerializer, **refusals(*WRITING)},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Give a team to another coach of the league, as its commissioner. Its open deals are withdrawn."""
        team, body = team_get(self.visitor, pk), self.body(Transfer)
        return self.write(
            lambda: team_transfer(
                team=team, coach=coach_get(team.league, body.coach), reason=body.reason, actor=self.coach
            ),
            lambda done: self.sheet(done.pk),
        )


class TeamRetire(TeamAnswers):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="team_retire",
        tags=TEAMS,
        parameters=[IDEMPOTENCY],
        request=body_of(Retiring),
        responses={200: TeamSheetSerializer, **refusals(*WRITING)},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Retire a team. It plays, hires and deals no more; what it did stays on record."""
        team, body = team_get(self.visitor, pk), self.body(Retiring)
        return self.write(
            lambda: team_retire(team=team, remark=body.remark, actor=self.coach), lambda done: self.sheet(done.pk)
        )


class TeamBringBack(TeamAnswers):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="team_bring_back",
        tags=TEAMS,
        parameters=[IDEMPOTENCY],
        request=body_of(BringingBack),
        responses={200: TeamSheetSerializer, **refusals(*WRITING)},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Bring a retired team back, as its league's commissioner."""
        team, body = team_get(self.visitor, pk), self.body(BringingBack)
        return self.write(
            lambda: team_bring_back(team=team, reason=body.reason, actor=self.coach), lambda done: self.sheet(done.pk)
        )
