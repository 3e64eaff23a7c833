"""Running teams in the API: checking one, handing it in, entering it, sending it back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import Http404
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from config.rest import IDEMPOTENCY, PAGING, READING, WRITING, ApiView, page_of, refusals
from config.shapes import body_of, shape_of
from engine.team.entry import Entry
from leagues.api.serializers import CoachRefSerializer, LeagueRefSerializer
from leagues.mapping import ruleset_of
from leagues.models import Coach, League
from leagues.policies import allow, can_draft
from leagues.selectors.leagues import league_get, member_list
from teams.api.serializers import ProblemField, TeamRefSerializer, TeamSheetSerializer
from teams.api.views import TEAMS, TeamAnswers, team_url
from teams.models import Draft, DraftStatus
from teams.selectors.entries import entries_of, entry_check, entry_get
from teams.services.entries import entry_return, entry_submit, team_enter

AN_ENTRY = {
    "name": "Old Guard",
    "roster": "human",
    "players": [
        {
            "position": "blitzer",
            "number": 7,
            "name": "Griff",
            "spp": 31,
            "games": 12,
            "improvements": [{"what": "Dodge"}, {"what": "ma"}],
            "niggles": 1,
            "lost": {"av": 1},
        },
        {"position": "lineman", "number": 3, "name": "Al", "misses_next": True},
    ],
    "treasury": 80_000,
    "goods": {"reroll": 3, "fan-factor": 5},
    "record": {"outcomes": {"win": 6, "draw": 2, "loss": 4}, "touchdowns_for": 21, "touchdowns_against": 15},
}


@dataclass(frozen=True, slots=True)
class HandingIn:
    """`draft` and `seen` are the id and the version of what was sent back and is handed in again."""

    entry: Entry
    colour: int | None = None
    draft: int | None = None
    seen: int | None = None


@dataclass(frozen=True, slots=True)
class Entering(HandingIn):
    """`coach` is the id of a member of the league; without one it is whoever handed it in, or you."""

    coach: int | None = None


@dataclass(frozen=True, slots=True)
class SendingBack:
    reason: str
    seen: int | None = None


class EntryCheckSerializer(serializers.Serializer[Any]):
    problems = serializers.ListField(child=ProblemField(), help_text="Mistakes: it cannot be entered with them.")
    misfits = serializers.ListField(
        child=ProblemField(),
        help_text="What does not fit the rules here. A commissioner may accept it, by the codes in `accepted`.",
    )
    value = serializers.IntegerField(allow_null=True, help_text="Of the team; null as long as there are mistakes.")


class EntryRefSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    roster = serializers.CharField()
    status = serializers.ChoiceField(choices=DraftStatus.choices)
    remark = serializers.CharField(help_text="Why it was sent back.")
    version = serializers.IntegerField()
    league = LeagueRefSerializer()
    coach = CoachRefSerializer()
    team = TeamRefSerializer(allow_null=True, help_text="What became of it.")
    url = serializers.HyperlinkedIdentityField(view_name="api:entry")


class EntryDetailSerializer(EntryRefSerializer):
    colour = serializers.IntegerField()
    entry = shape_of(Entry)(source="command")


def _draft(view: ApiView, league: League, pk: int | None) -> Draft | None:
    if pk is None:
        return None
    draft = entry_get(view.visitor, pk)
    if draft.league_id != league.pk:
        raise Http404
    return draft


class LeagueEntries(ApiView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="entry_list",
        tags=TEAMS,
        parameters=PAGING,
        responses={200: page_of(EntryRefSerializer), **refusals(401, 403, 404, *READING)},
    )
    def get(self, request: Request, slug: str) -> Response:
        """Running teams that you have handed in; for a commissioner, everybody's."""
        league = league_get(self.visitor, slug)
        allow(can_draft(self.visitor, league))
        return self.page(entries_of(self.visitor, league), EntryRefSerializer)

    @extend_schema(
        operation_id="entry_submit",
        tags=TEAMS,
        parameters=[IDEMPOTENCY],
        request=body_of(HandingIn),
        responses={201: EntryDetailSerializer, **refusals(*WRITING)},
        examples=[OpenApiExample("A running team", {"entry": AN_ENTRY, "colour": 4}, request_only=True)],
    )
    def post(self, request: Request, slug: str) -> Response:
        """Hand in a running team as it stands. It waits for a commissioner, who enters it or sends it back."""
        league, body = league_get(self.visitor, slug), self.body(HandingIn)
        return self.write(
            lambda: entry_submit(
                league=league,
                entry=body.entry,
                colour=body.colour,
                draft=_draft(self, league, body.draft),
                seen=body.seen,
                actor=self.coach,
            ),
            lambda draft: self.sent(EntryDetailSerializer, entry_get(self.visitor, draft.pk)),
            code=201,
        )


class EntryCheckView(ApiView):
    @extend_schema(
        operation_id="entry_check",
        tags=TEAMS,
        request=body_of(Entry),
        responses={200: EntryCheckSerializer, **refusals(400, 401, 403, 404, 413, 415, 422, 429)},
        examples=[OpenApiExample("A running team", AN_ENTRY, request_only=True)],
    )
    def post(self, request: Request, slug: str) -> Response:
        """What is wrong with a running team, and what does not fit the rules here. Nothing is kept."""
        league = league_get(self.visitor, slug)
        return self.one(EntryCheckSerializer, entry_check(ruleset_of(league.ruleset_id), self.body(Entry)))


class EntryView(ApiView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="entry_get",
        tags=TEAMS,
        responses={200: EntryDetailSerializer, **refusals(401, 404, *READING)},
    )
    def get(self, request: Request, pk: int) -> Response:
        """A running team that was handed in."""
        return self.one(EntryDetailSerializer, entry_get(self.visitor, pk))


class EntryReturn(ApiView):
    @extend_schema(
        operation_id="entry_return",
        tags=TEAMS,
        parameters=[IDEMPOTENCY],
        request=body_of(SendingBack),
        responses={200: EntryDetailSerializer, **refusals(*WRITING)},
        examples=[OpenApiExample("Send it back", {"reason": "Two of your blitzers are linemen."}, request_only=True)],
    )
    def post(self, request: Request, pk: int) -> Response:
        """Send back what was handed in, as a commissioner, and say why."""
        draft, body = entry_get(self.visitor, pk), self.body(SendingBack)
        return self.write(
            lambda: entry_return(draft=draft, reason=body.reason, seen=body.seen, actor=self.coach),
            lambda one: self.sent(EntryDetailSerializer, entry_get(self.visitor, one.pk)),
        )


class LeagueEntered(TeamAnswers):
    @extend_schema(
        operation_id="team_enter",
        tags=TEAMS,
        parameters=[IDEMPOTENCY],
        request=body_of(Entering),
        responses={201: TeamSheetSerializer, **refusals(*WRITING)},
        examples=[OpenApiExample("For yourself", {"entry": AN_ENTRY}, request_only=True)],
    )
    def post(self, request: Request, slug: str) -> Response:
        """Enter a running team as it stands, as a commissioner. What does not fit is refused until it is `accepted`."""
        league, body = league_get(self.visitor, slug), self.body(Entering)
        return self.write(
            lambda: self._enter(league, body),
            lambda team: self.sheet(team.pk),
            code=201,
            location=lambda team: team_url(team, request),
        )

    def _enter(self, league: League, body: Entering) -> Any:
        draft = _draft(self, league, body.draft)
        return team_enter(
            league=league,
            entry=body.entry,
            coach=self._coach(league, body.coach, draft),
            colour=body.colour if body.colour is not None or draft is None else draft.colour,
            draft=draft,
            seen=body.seen,
            actor=self.coach,
        )

    def _coach(self, league: League, pk: int | None, draft: Draft | None) -> Coach:
        if pk is None:
            return draft.coach if draft else self.coach
        member = member_list(league).filter(coach_id=pk).first()
        if member is None:
            raise Http404
        return member.coach
