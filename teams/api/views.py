"""Teams in the API: drafts, sheets, statements, effects."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from config.pdf import pdf_response
from config.rest import IDEMPOTENCY, PAGING, READING, WRITING, ApiView, AsItIs, page_of, refusals
from config.shapes import body_of
from leagues.selectors.leagues import league_get
from teams.api.serializers import (
    CareerSerializer,
    DraftCheckSerializer,
    Drafting,
    EffectLineSerializer,
    StatementLineSerializer,
    TeamSerializer,
    TeamSheetSerializer,
)
from teams.models import Team
from teams.printing import sheet_pdf
from teams.selectors.careers import career
from teams.selectors.effects import effects_of, injuries_of
from teams.selectors.sheets import AsOf, as_of, sheet_page
from teams.selectors.statement import Wanted, statement
from teams.selectors.teams import draft_check, team_get, team_list
from teams.services.teams import team_draft

TEAMS = ["teams"]

A_DRAFT = OpenApiExample(
    "Eleven linemen",
    {
        "name": "Reavers",
        "roster": "human",
        "players": [{"position": "lineman", "number": number, "name": f"Lineman {number}"} for number in range(1, 12)],
        "goods": {"reroll": 3, "fan-factor": 4, "apothecary": 1},
        "colour": 3,
    },
    request_only=True,
)


MOMENT = [
    OpenApiParameter("before", str, description="As it stood at the kick-off of this match, by its key: `m3`."),
    OpenApiParameter("after", str, description="As this match and its post-match sequence left it."),
]


class TeamAnswers(ApiView):
    @property
    def moment(self) -> AsOf | None:
        query = self.request.query_params
        return as_of(before=query.get("before", ""), after=query.get("after", ""))

    def sheet(self, pk: int, moment: AsOf | None = None) -> Any:
        found = sheet_page(team_get(self.visitor, pk), moment)
        return self.sent(TeamSheetSerializer, found, injuries=found.injuries, buyers=found.buyers)


class LeagueTeams(TeamAnswers):
    @extend_schema(
        operation_id="team_list",
        tags=TEAMS,
        parameters=PAGING,
        responses={200: page_of(TeamSerializer), **refusals(404, *READING)},
    )
    def get(self, request: Request, slug: str) -> Response:
        """The teams of a league, by name."""
        league = league_get(self.visitor, slug)
        return self.page(team_list(self.visitor).filter(league=league), TeamSerializer)

    @extend_schema(
        operation_id="team_draft",
        tags=TEAMS,
        parameters=[IDEMPOTENCY],
        request=body_of(Drafting),
        responses={201: TeamSheetSerializer, **refusals(*WRITING)},
        examples=[A_DRAFT],
    )
    def post(self, request: Request, slug: str) -> Response:
        """Draft a team into a league you have joined. An illegal draft is refused with all its problems.

        Where the commissioner approves drafts this is refused (409): save one with `drafts/` and submit it.
        """
        league, body = league_get(self.visitor, slug), self.body(Drafting)
        return self.write(
            lambda: team_draft(league=league, draft=body.draft, colour=body.colour, actor=self.coach),
            lambda team: self.sheet(team.pk),
            code=201,
            location=lambda team: team_url(team, request),
        )


class DraftCheckView(ApiView):
    @extend_schema(
        operation_id="draft_check",
        tags=TEAMS,
        request=body_of(Drafting),
        responses={200: DraftCheckSerializer, **refusals(400, 401, 403, 404, 413, 415, 422, 429)},
        examples=[A_DRAFT],
    )
    def post(self, request: Request, slug: str) -> Response:
        """What a draft costs, what the team would be worth, and what is wrong with it. Nothing is kept."""
        league = league_get(self.visitor, slug)
        return self.one(DraftCheckSerializer, draft_check(league, self.body(Drafting).draft))


class TeamView(TeamAnswers):
    @extend_schema(
        operation_id="team_get",
        tags=TEAMS,
        parameters=MOMENT,
        responses={200: TeamSheetSerializer, **refusals(404, *READING)},
    )
    def get(self, request: Request, pk: int) -> Response:
        """A team sheet: players, goods, treasury, record, matches, and the team value line by line.

        As it stands, or `before` or `after` one of its matches: then by the rules of that time. A match that the team
        has not played is not found.
        """
        return Response(self.sheet(pk, self.moment))


class RosterPdf(TeamAnswers):
    content_negotiation_class = AsItIs

    @extend_schema(
        operation_id="team_roster_pdf",
        tags=TEAMS,
        parameters=MOMENT,
        responses={(200, "application/pdf"): OpenApiTypes.BINARY, **refusals(404, 503, *READING)},
    )
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The roster sheet, to be printed on A4: as the team stands, or `before` or `after` one of its matches."""
        team = team_get(self.visitor, pk)
        return pdf_response(sheet_pdf(team, self.moment), team.name)


class PlayerView(ApiView):
    @extend_schema(operation_id="player_get", tags=TEAMS, responses={200: CareerSerializer, **refusals(404, *READING)})
    def get(self, request: Request, pk: int, player: str) -> Response:
        """A player and his life: every occasion that he had a part in, the latest first."""
        team = team_get(self.visitor, pk)
        return self.one(CareerSerializer, career(team, player), injuries=injuries_of(team))


class Statement(ApiView):
    @extend_schema(
        operation_id="team_statement",
        tags=TEAMS,
        parameters=[
            *PAGING,
            OpenApiParameter("reason", str, description="Only movements for this reason, such as `winnings`."),
            OpenApiParameter("since", str, description="From this occasion on, by its key: `m3`."),
            OpenApiParameter("until", str, description="Up to this occasion, with it."),
        ],
        responses={200: page_of(StatementLineSerializer), **refusals(404, *READING)},
    )
    def get(self, request: Request, pk: int) -> Response:
        """Where the gold came from and where it went, oldest first."""
        query = request.query_params
        wanted = Wanted(query.get("reason", ""), query.get("since", ""), query.get("until", ""))
        return self.page(wanted.lines(statement(team_get(self.visitor, pk))), StatementLineSerializer)


class Effects(ApiView):
    @extend_schema(
        operation_id="team_effects",
        tags=TEAMS,
        parameters=PAGING,
        responses={200: page_of(EffectLineSerializer), **refusals(404, *READING)},
    )
    def get(self, request: Request, pk: int) -> Response:
        """All that ever happened to the team, in the order of play: folded, it is the team sheet."""
        return self.page(effects_of(team_get(self.visitor, pk)), EffectLineSerializer)


def team_url(team: Team, request: Request) -> str:
    return reverse("api:team", [team.pk], request=request)
