"""Jobs in the API: started, watched and cancelled by a league's commissioners."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from config.rest import IDEMPOTENCY, PAGING, READING, WRITING, ApiView, page_of, refusals
from config.shapes import body_of
from leagues.api.serializers import CoachRefSerializer, LeagueRefSerializer
from leagues.jobs import lines_of, name_of
from leagues.models import Job, JobState
from leagues.policies import allow, can_commission
from leagues.selectors.jobs import job_get, league_jobs
from leagues.selectors.leagues import league_get
from leagues.services.jobs import job_cancel, job_start

JOBS = ["jobs"]


@dataclass(frozen=True, slots=True)
class JobStarting:
    """`kind` is what is to be done: `verify-league`."""

    kind: str


class JobSerializer(serializers.Serializer[Any]):
    """Long work, and how far it has come. What is done is never done again, whichever worker goes on with it."""

    id = serializers.IntegerField(source="pk")
    url = serializers.HyperlinkedIdentityField(view_name="api:job")
    league = LeagueRefSerializer()
    kind = serializers.CharField()
    name = serializers.SerializerMethodField()
    state = serializers.ChoiceField(choices=JobState.choices)
    done = serializers.IntegerField(help_text="Units.")
    total = serializers.IntegerField(help_text="Units; settled when it was started.")
    found = serializers.SerializerMethodField(help_text="What came of it so far, in sentences.")
    result = serializers.ListField(child=serializers.JSONField(), help_text="The same as data.")
    error = serializers.CharField(help_text="Why it went no further.")
    started_by = CoachRefSerializer()
    started_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)

    def get_name(self, job: Job) -> str:
        return name_of(job)

    def get_found(self, job: Job) -> list[str]:
        return [line.text for line in lines_of(job)]


class LeagueJobs(ApiView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="job_list",
        tags=JOBS,
        parameters=PAGING,
        responses={200: page_of(JobSerializer), **refusals(401, 403, 404, *READING)},
    )
    def get(self, request: Request, slug: str) -> Response:
        """The jobs of a league that you commission, the latest first."""
        league = league_get(self.visitor, slug)
        allow(can_commission(self.visitor, league))
        return self.page(league_jobs(league), JobSerializer)

    @extend_schema(
        operation_id="job_start",
        tags=JOBS,
        parameters=[IDEMPOTENCY],
        request=body_of(JobStarting),
        responses={201: JobSerializer, **refusals(*WRITING)},
        examples=[OpenApiExample("Verify every match", {"kind": "verify-league"}, request_only=True)],
    )
    def post(self, request: Request, slug: str) -> Response:
        """Start long work. It goes on by itself; ask for it again to see how far it has come."""
        league, body = league_get(self.visitor, slug), self.body(JobStarting)
        return self.write(
            lambda: job_start(league=league, kind=body.kind, actor=self.coach),
            lambda started: self.sent(JobSerializer, started),
            code=201,
            location=lambda started: reverse("api:job", [started.pk], request=request),
        )


class JobView(ApiView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="job_get", tags=JOBS, responses={200: JobSerializer, **refusals(401, 403, 404, *READING)}
    )
    def get(self, request: Request, pk: int) -> Response:
        """How far a job has come, and what came of it so far."""
        job = job_get(self.visitor, pk)
        allow(can_commission(self.visitor, job.league))
        return self.one(JobSerializer, job)


class JobCancel(ApiView):
    @extend_schema(
        operation_id="job_cancel",
        tags=JOBS,
        parameters=[IDEMPOTENCY],
        request=None,
        responses={200: JobSerializer, **refusals(*WRITING)},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Cancel a job: what is done stays done, nothing more is begun."""
        job = job_get(self.visitor, pk)
        return self.write(
            lambda: job_cancel(job=job, actor=self.coach), lambda cancelled: self.sent(JobSerializer, cancelled)
        )
