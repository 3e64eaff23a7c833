"""Seasons, matches and dice in the API."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from config.pdf import pdf_response
from config.rest import IDEMPOTENCY, PAGING, READING, WRITING, ApiView, AsItIs, page_of, refusals
from config.shapes import body_of
from engine.match.report import MatchReport
from leagues.mapping import ruleset_of
from leagues.selectors.leagues import league_get
from matches.api.serializers import (
    Choosing,
    Confirmation,
    DiceSerializer,
    FiledReportSerializer,
    InboxSerializer,
    MatchDetailSerializer,
    MatchSerializer,
    Returning,
    SeasonSerializer,
    SeasonStart,
    StandingSerializer,
    StepSerializer,
    Throwing,
)
from matches.asking import side_said
from matches.codes import report_meant
from matches.models import ConfirmedBy, Match
from matches.printing import match_roster_pdf, side_of
from matches.selectors.corrected_sheets import as_corrected, sheets_corrected
from matches.selectors.matches import dice_record, inbox, match_get, match_list, match_page, report_counting, step_get
from matches.selectors.own_gold import own_gold_of
from matches.selectors.seasons import ledger_results, season_get, season_list, season_standings, season_teams
from matches.services.postmatch import step_choose, step_throw
from matches.services.reports import report_confirm, report_return, report_submit
from matches.services.seasons import season_create

SEASONS, MATCHES, MINE = ["seasons"], ["matches"], ["mine"]

A_REPORT = OpenApiExample(
    "Two to one",
    {
        "home": {
            "team": "t1",
            "score": 2,
            "deeds": [{"player": "p9", "counts": {"touchdown": 2, "completion": 1}}],
            "casualties": [{"victim": "p3", "by": "p10", "cause": "block"}],
            "nominees": ["p1", "p2", "p9"],
        },
        "away": {
            "team": "t2",
            "score": 1,
            "deeds": [{"player": "p12", "counts": {"touchdown": 1}}],
            "nominees": ["p4", "p10", "p12"],
        },
        "dice": {"casualty/t1/p3": [5, 3]},
    },
    request_only=True,
    description="`casualties` are the players of this side who were carried off. `dice` holds what was thrown at the "
    "table; what is not in it, the server throws.",
)


ON_BEHALF = OpenApiParameter(
    "on_behalf",
    OpenApiTypes.STR,
    enum=["home", "away"],
    description="The side for which a commissioner files, from paper.",
)


SHEETS = OpenApiParameter(
    "sheets",
    OpenApiTypes.STR,
    enum=["corrected"],
    description="Both sheets as they would have been by what was corrected since, not as they were played with.",
)


class LeagueSeasons(ApiView):
    @extend_schema(
        operation_id="season_list",
        tags=SEASONS,
        parameters=PAGING,
        responses={200: page_of(SeasonSerializer), **refusals(404, *READING)},
    )
    def get(self, request: Request, slug: str) -> Response:
        """The seasons of a league, the latest first."""
        league = league_get(self.visitor, slug)
        return self.page(season_list(self.visitor).filter(league=league), SeasonSerializer)

    @extend_schema(
        operation_id="season_create",
        tags=SEASONS,
        parameters=[IDEMPOTENCY],
        request=body_of(SeasonStart),
        responses={201: SeasonSerializer, **refusals(*WRITING)},
        examples=[
            OpenApiExample("Twice around", {"name": "Autumn", "teams": [1, 2, 3, 4], "legs": 2}, request_only=True)
        ],
    )
    def post(self, request: Request, slug: str) -> Response:
        """Start a season, as a commissioner: a round robin with all its fixtures and their sealed dice."""
        league, body = league_get(self.visitor, slug), self.body(SeasonStart)
        return self.write(
            lambda: season_create(
                league=league,
                name=body.name,
                teams=season_teams(league, body.teams),
                legs=body.legs,
                actor=self.coach,
            ),
            lambda season: self.sent(SeasonSerializer, season_get(self.visitor, season.pk)),
            code=201,
            location=lambda season: reverse("api:season", [season.pk], request=request),
        )


class SeasonView(ApiView):
    @extend_schema(
        operation_id="season_get", tags=SEASONS, responses={200: SeasonSerializer, **refusals(404, *READING)}
    )
    def get(self, request: Request, pk: int) -> Response:
        """A season and who plays in it."""
        return self.one(SeasonSerializer, season_get(self.visitor, pk))


class Standings(ApiView):
    @extend_schema(
        operation_id="season_standings",
        tags=SEASONS,
        responses={200: page_of(StandingSerializer), **refusals(404, *READING)},
    )
    def get(self, request: Request, pk: int) -> Response:
        """The table, computed from the results that stand."""
        return self.whole(season_standings(season_get(self.visitor, pk)), StandingSerializer)


class SeasonMatches(ApiView):
    @extend_schema(
        operation_id="match_list",
        tags=MATCHES,
        parameters=PAGING,
        responses={200: page_of(MatchSerializer), **refusals(404, *READING)},
    )
    def get(self, request: Request, pk: int) -> Response:
        """The fixtures of a season by round, with their results."""
        season = season_get(self.visitor, pk)
        matches = match_list(self.visitor).filter(season=season)
        results: dict[str, Any] = {}

        def with_results(rows: list[Match]) -> list[Match]:
            results.update(ledger_results(season.league, [match.key for match in rows]))
            return rows

        return self.page(matches, MatchSerializer, with_results, results=results)


class MatchAnswers(ApiView):
    def detail(self, pk: int, *, by_now: bool = False) -> Any:
        match = match_get(self.visitor, pk)
        page = match_page(match)
        page = as_corrected(page) if by_now and sheets_corrected(match) else page
        results = {match.key: page.result} if page.result else {}
        gold = own_gold_of(page, page.report.played_with if page.report else None, ruleset_of(match.ruleset_id))
        return self.sent(MatchDetailSerializer, match, page=page, results=results, own_gold=gold)


class MatchView(MatchAnswers):
    @extend_schema(
        operation_id="match_get",
        tags=MATCHES,
        parameters=[SHEETS],
        responses={200: MatchDetailSerializer, **refusals(404, *READING)},
    )
    def get(self, request: Request, pk: int) -> Response:
        """A match: its report, what it did to both teams, every step after it, and all dice."""
        return Response(self.detail(pk, by_now=request.query_params.get("sheets") == "corrected"))


class ReportView(ApiView):
    @extend_schema(
        operation_id="report_get", tags=MATCHES, responses={200: FiledReportSerializer, **refusals(404, *READING)}
    )
    def get(self, request: Request, pk: int) -> Response:
        """The report that counts; 404 as long as there is none."""
        filed = report_counting(match_get(self.visitor, pk))
        if filed is None:
            raise Http404
        return self.one(FiledReportSerializer, filed)

    @extend_schema(
        operation_id="report_submit",
        tags=MATCHES,
        parameters=[IDEMPOTENCY, ON_BEHALF],
        request=body_of(MatchReport),
        responses={201: FiledReportSerializer, **refusals(*WRITING)},
        examples=[A_REPORT],
    )
    def post(self, request: Request, pk: int) -> Response:
        """File a report, as one of the coaches or a commissioner. It stands when the other coach confirms it.

        If he has filed the same, this confirms his; if he has filed another one, both are kept, and compared.
        """
        match, report = match_get(self.visitor, pk), self.body(MatchReport)
        on_behalf = side_said(request.query_params.get("on_behalf", ""))
        return self.write(
            lambda: report_submit(match=match, report=report, on_behalf=on_behalf, actor=self.coach),
            lambda filed: self.sent(FiledReportSerializer, filed),
            code=201,
            location=lambda filed: reverse("api:match-report", [pk], request=request),
        )


class Confirm(MatchAnswers):
    @extend_schema(
        operation_id="report_confirm",
        tags=MATCHES,
        parameters=[IDEMPOTENCY],
        request=body_of(Confirmation),
        responses={200: MatchDetailSerializer, **refusals(*WRITING)},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Confirm the other coach's report. The post-match sequence begins."""
        match, body = match_get(self.visitor, pk), self.body(Confirmation)
        return self.write(
            lambda: report_confirm(match=match, seen=body.report, how=_how(match, body), actor=self.coach),
            lambda confirmed: self.detail(confirmed.pk),
        )


def _how(match: Match, body: Confirmation) -> ConfirmedBy:
    """Led there by the author's code, or by himself."""
    led = body.code and report_meant(match, body.code) == body.report
    return ConfirmedBy.CODE if led else ConfirmedBy.HIMSELF


class Return(MatchAnswers):
    @extend_schema(
        operation_id="report_return",
        tags=MATCHES,
        parameters=[IDEMPOTENCY],
        request=body_of(Returning),
        responses={200: MatchDetailSerializer, **refusals(*WRITING)},
        examples=[OpenApiExample("With a reason", {"reason": "It was 2 to 2."}, request_only=True)],
    )
    def post(self, request: Request, pk: int) -> Response:
        """Send an unconfirmed report back: the match is open for a new one, what was filed stays on record."""
        match, body = match_get(self.visitor, pk), self.body(Returning)
        return self.write(
            lambda: report_return(match=match, reason=body.reason, actor=self.coach),
            lambda returned: self.detail(returned.pk),
        )


class DiceView(ApiView):
    @extend_schema(operation_id="match_dice", tags=MATCHES, responses={200: DiceSerializer, **refusals(404, *READING)})
    def get(self, request: Request, pk: int) -> Response:
        """The dice of a match: sealed from the start, checkable when nothing more can be thrown."""
        return self.one(DiceSerializer, dice_record(match_get(self.visitor, pk)))


class MatchRosterPdf(ApiView):
    content_negotiation_class = AsItIs

    @extend_schema(
        operation_id="match_roster_pdf",
        tags=MATCHES,
        responses={(200, "application/pdf"): OpenApiTypes.BINARY, **refusals(404, 503, *READING)},
    )
    def get(self, request: Request, pk: int, team_pk: int) -> HttpResponse:
        """The roster sheet of one side as it stood at kick-off or, before it, as it stands now."""
        match = match_get(self.visitor, pk)
        team = side_of(match, team_pk)
        return pdf_response(match_roster_pdf(match, team), f"{team.name} {match.key}")


class Choose(ApiView):
    @extend_schema(
        operation_id="step_choose",
        tags=MATCHES,
        parameters=[IDEMPOTENCY],
        request=body_of(Choosing),
        responses={200: StepSerializer, **refusals(*WRITING)},
        examples=[
            OpenApiExample("Keep the roll", {"choice": "keep"}, request_only=True),
            OpenApiExample("A new home", {"choice": "accept", "words": "The Tin Bowl"}, request_only=True),
        ],
    )
    def post(self, request: Request, pk: int) -> Response:
        """Make the choice that a step of your team waits for."""
        step, body = step_get(self.visitor, pk), self.body(Choosing)
        return self.write(
            lambda: step_choose(step=step, choice=body.choice, words=body.words, actor=self.coach),
            lambda chosen: self.sent(StepSerializer, step_get(self.visitor, chosen.pk)),
        )


class Throw(ApiView):
    @extend_schema(
        operation_id="step_throw",
        tags=MATCHES,
        parameters=[IDEMPOTENCY],
        request=body_of(Throwing),
        responses={200: StepSerializer, **refusals(*WRITING)},
        examples=[OpenApiExample("A four", {"faces": [4]}, request_only=True)],
    )
    def post(self, request: Request, pk: int) -> Response:
        """Type in the roll of the table that a step of your team waits for: it has a `roll` and no `options`."""
        step, body = step_get(self.visitor, pk), self.body(Throwing)
        return self.write(
            lambda: step_throw(step=step, faces=body.faces, roll=body.roll, actor=self.coach),
            lambda thrown: self.sent(StepSerializer, step_get(self.visitor, thrown.pk)),
        )


class InboxView(ApiView):
    permission_classes = [IsAuthenticated]

    @extend_schema(operation_id="inbox", tags=MINE, responses={200: InboxSerializer, **refusals(401, *READING)})
    def get(self, request: Request) -> Response:
        """What waits for you: reports to confirm, choices to make, matches to play, drafts to approve or to mend."""
        return self.one(InboxSerializer, inbox(self.coach))
