"""How far two coaches agree, in the API: drafts, two reports compared, PIN and code, disputes, reopening."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Literal

from django.conf import settings
from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from config.rest import IDEMPOTENCY, PAGING, READING, WRITING, ApiView, page_of, refusals
from config.shapes import Shape, body_of
from engine.errors import NotAllowed
from engine.match.comparing import Difference
from leagues.api.serializers import CoachRefSerializer
from leagues.models import Coach
from leagues.policies import allow
from leagues.selectors.leagues import league_get
from matches.api.serializers import FiledReportSerializer, MatchDetailSerializer, MatchRefSerializer
from matches.api.views import MATCHES, MatchAnswers
from matches.codes import code_of
from matches.errors import NothingToConfirm
from matches.models import ConfirmedBy, DisputeRuling, Match, RulingWay, Verdict
from matches.policies import can_report, coaches_of
from matches.selectors.agreement import agreement_of, open_reports
from matches.selectors.drafts import report_draft_of
from matches.selectors.matches import match_get
from matches.selectors.rulings import dispute_get, league_rulings
from matches.services.disputes import (
    Objection,
    Sentence,
    differences_dispute,
    dispute_accept,
    dispute_raise,
    dispute_rule,
    dispute_withdraw,
)
from matches.services.drafts import report_draft_delete, report_draft_save
from matches.services.pins import report_confirm_by_pin
from matches.services.reopening import reopening_agree, reopening_ask, reopening_decline
from matches.services.reports import report_take_lines
from teams.api.serializers import ProblemField

# Bodies.


@dataclass(frozen=True, slots=True)
class DraftTyped:
    """`typed` is whatever you want to find again; `seen` the `version` that it goes on from."""

    typed: Mapping[str, Any]
    seen: int | None = None


@dataclass(frozen=True, slots=True)
class LinesTaken:
    """`lines` of the other report, by their places; `report` is its number."""

    lines: tuple[str, ...]
    report: int


@dataclass(frozen=True, slots=True)
class ByPin:
    """`coach` confirms by his `pin`, on your device. `report` is the number of the report that he has read."""

    coach: int
    pin: str
    report: int | None = None


@dataclass(frozen=True, slots=True)
class Disputing:
    """A line that the report lacks is asked for by `wants: "changed"` and the `proposal` of what stands there."""

    objections: tuple[Objection, ...]
    report: int | None = None


@dataclass(frozen=True, slots=True)
class DifferencesDisputed:
    """`report` is the number of the other coach's report."""

    comment: str
    report: int | None = None


@dataclass(frozen=True, slots=True)
class LineRuled:
    """`change` is what the line says from now on, where it is changed; `follows` are lines that change with it.
    `later_stands`: what came later and does not fit what becomes of the report stands as it was told.
    """

    verdict: Literal["stands", "struck", "changed"]
    reason: str
    change: Any = None
    follows: Mapping[str, Any] = field(default_factory=dict)
    later_stands: bool = False


@dataclass(frozen=True, slots=True)
class ReopeningWanted:
    reason: str


# What is sent.


class ReportDraftSerializer(serializers.Serializer[Any]):
    typed = serializers.DictField(child=serializers.JSONField())
    version = serializers.IntegerField()
    saved_at = serializers.DateTimeField()


class CodeSerializer(serializers.Serializer[Any]):
    address = serializers.URLField(help_text="To be shown as a code: the other coach follows it, and logs in.")
    code = serializers.CharField(help_text="To be sent along with his confirmation.")
    expires_at = serializers.DateTimeField()


class LineDifferenceSerializer(Shape):
    """A line in which two reports differ; null: that report has no such line."""

    shape = Difference


class ComparisonSerializer(serializers.Serializer[Any]):
    one = serializers.IntegerField(source="one.number")
    other = serializers.IntegerField(source="other.number")
    lines = LineDifferenceSerializer(
        many=True, help_text="`mine` is what the first says, `theirs` what the other says."
    )


class LineRulingSerializer(serializers.Serializer[Any]):
    """How a disputed line was settled."""

    way = serializers.ChoiceField(choices=RulingWay.choices)
    verdict = serializers.ChoiceField(choices=Verdict.choices)
    change = serializers.JSONField(help_text="What the line says now, where it was changed.")
    follows = serializers.DictField(child=serializers.JSONField(), help_text="Lines that changed with it.")
    reason = serializers.CharField()
    later_stands = serializers.BooleanField(help_text="What came later and does not fit stands as it was told.")
    own_match = serializers.BooleanField(help_text="Nobody else could rule: he plays in this match himself.")
    author = CoachRefSerializer()
    at = serializers.DateTimeField()


class DisputeSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    url = serializers.HyperlinkedIdentityField(view_name="api:dispute")
    report = serializers.IntegerField(source="report.number")
    line = serializers.CharField(help_text="Its place in the report.")
    comment = serializers.CharField()
    wants = serializers.CharField(help_text="`struck`, `changed`, or empty.")
    proposal = serializers.JSONField(help_text="What the line should say.")
    author = CoachRefSerializer()
    at = serializers.DateTimeField()
    ruling = serializers.SerializerMethodField(help_text="Null as long as the line is not settled.")

    @extend_schema_field(LineRulingSerializer(allow_null=True))
    def get_ruling(self, dispute: Any) -> Any:
        ruling = getattr(dispute, "ruling", None)
        return LineRulingSerializer(ruling, context=self.context).data if ruling else None


class LeagueRulingSerializer(LineRulingSerializer):
    match = MatchRefSerializer(source="dispute.report.match")
    line = serializers.CharField(source="dispute.line")
    comment = serializers.CharField(source="dispute.comment")
    dispute_url = serializers.SerializerMethodField()

    @extend_schema_field(serializers.URLField())
    def get_dispute_url(self, ruling: DisputeRuling) -> str:
        return str(reverse("api:dispute", [ruling.dispute_id], request=self.context["request"]))


class ConfirmationSerializer(serializers.Serializer[Any]):
    how = serializers.ChoiceField(choices=ConfirmedBy.choices)
    coach = CoachRefSerializer(allow_null=True, help_text="Null: nobody in particular, the time was over.")
    report = serializers.IntegerField(source="report.number")
    at = serializers.DateTimeField()
    later_stands = serializers.BooleanField(help_text="What came later and does not fit it stands as it was told.")


class ReopeningSerializer(serializers.Serializer[Any]):
    asked_by = CoachRefSerializer()
    asked_at = serializers.DateTimeField()
    reason = serializers.CharField()


class AgreementSerializer(serializers.Serializer[Any]):
    """How far the two coaches agree, and what you may do about it."""

    reports = FiledReportSerializer(many=True, help_text="That are open: one, or one of each side.")
    comparison = ComparisonSerializer(allow_null=True, help_text="In what two reports differ.")
    warnings = serializers.ListField(child=ProblemField(), help_text="Who confirms says that it was so.")
    counts_by_itself_at = serializers.DateTimeField(source="deadline", allow_null=True)
    disputes = DisputeSerializer(many=True)
    undisputed = serializers.IntegerField(help_text="How many lines of the disputed report stand.")
    to_be_ruled_on_by = serializers.DateTimeField(source="ruling_deadline", allow_null=True)
    ruling_overdue_since = serializers.DateTimeField(
        allow_null=True, help_text="The time to rule is over. Nothing is ruled by time."
    )
    confirmation = ConfirmationSerializer(allow_null=True)
    reopening = ReopeningSerializer(allow_null=True, help_text="That waits for an answer.")
    may_dispute = serializers.BooleanField()
    may_rule = serializers.BooleanField()
    may_reopen = serializers.BooleanField()


# Views.


class AgreementView(ApiView):
    @extend_schema(
        operation_id="match_agreement", tags=MATCHES, responses={200: AgreementSerializer, **refusals(404, *READING)}
    )
    def get(self, request: Request, pk: int) -> Response:
        """The reports that are open, in what they differ, what is disputed, and who has confirmed."""
        match = match_get(self.visitor, pk)
        return self.one(AgreementSerializer, agreement_of(match, self.visitor))


class DraftView(ApiView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="report_draft_get",
        tags=MATCHES,
        responses={200: ReportDraftSerializer, **refusals(401, 403, 404, *READING)},
    )
    def get(self, request: Request, pk: int) -> Response:
        """Your draft of the report, which nobody else sees; 404 as long as there is none."""
        match = match_get(self.visitor, pk)
        allow(can_report(self.coach, match))
        draft = report_draft_of(match, self.coach)
        if draft is None:
            raise Http404
        return self.one(ReportDraftSerializer, draft)

    @extend_schema(
        operation_id="report_draft_save",
        tags=MATCHES,
        parameters=[IDEMPOTENCY],
        request=body_of(DraftTyped),
        responses={200: ReportDraftSerializer, **refusals(*WRITING)},
        examples=[OpenApiExample("So far", {"typed": {"home-score": "2"}, "seen": 3}, request_only=True)],
    )
    def post(self, request: Request, pk: int) -> Response:
        """Save your draft, as often as you like. It is not filed, and nobody judges it."""
        match, body = match_get(self.visitor, pk), self.body(DraftTyped)
        return self.write(
            lambda: report_draft_save(match=match, typed=body.typed, seen=body.seen, actor=self.coach),
            lambda draft: self.sent(ReportDraftSerializer, draft),
        )


class TakeLines(ApiView):
    @extend_schema(
        operation_id="report_take_lines",
        tags=MATCHES,
        parameters=[IDEMPOTENCY],
        request=body_of(LinesTaken),
        responses={200: FiledReportSerializer, **refusals(*WRITING)},
        examples=[
            OpenApiExample(
                "The other is right about the score",
                {"lines": ["home.score", "home.deeds.p9.touchdown"], "report": 2},
                request_only=True,
            )
        ],
    )
    def post(self, request: Request, pk: int) -> Response:
        """Take over what the other report says in these lines. When nothing differs any more, that confirms it."""
        match, body = match_get(self.visitor, pk), self.body(LinesTaken)
        return self.write(
            lambda: report_take_lines(match=match, lines=body.lines, seen=body.report, actor=self.coach),
            lambda report: self.sent(FiledReportSerializer, report),
        )


class ConfirmByPin(MatchAnswers):
    @extend_schema(
        operation_id="report_confirm_by_pin",
        tags=MATCHES,
        parameters=[IDEMPOTENCY],
        request=body_of(ByPin),
        responses={200: MatchDetailSerializer, **refusals(*WRITING)},
        examples=[OpenApiExample("Bob confirms", {"coach": 2, "pin": "4711", "report": 1}, request_only=True)],
    )
    def post(self, request: Request, pk: int) -> Response:
        """The other coach confirms on your device, by his PIN. After five wrong ones it is locked for a while."""
        match, body = match_get(self.visitor, pk), self.body(ByPin)
        return self.write(
            lambda: report_confirm_by_pin(
                match=match, coach=_coach_meant(match, body.coach), pin=body.pin, seen=body.report, actor=self.coach
            ),
            lambda confirmed: self.detail(confirmed.pk),
        )


def _coach_meant(match: Match, pk: int) -> Coach:
    if pk not in coaches_of(match):
        raise NotAllowed
    return Coach.objects.get(pk=pk)


class CodeView(ApiView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="report_code",
        tags=MATCHES,
        responses={200: CodeSerializer, **refusals(401, 403, 404, 409, *READING)},
    )
    def get(self, request: Request, pk: int) -> Response:
        """A short-lived address that leads the other coach to your report. By itself it confirms nothing."""
        match = match_get(self.visitor, pk)
        allow(can_report(self.coach, match))
        reports = open_reports(match)
        if not reports:
            raise NothingToConfirm
        own = next((one for one in reports if one.submitted_by_id == self.coach.pk), reports[0])
        code = code_of(match, own)
        return self.one(
            CodeSerializer,
            {
                "address": reverse("matches:code-use", [pk, code], request=request),
                "code": code,
                "expires_at": timezone.now() + timedelta(seconds=settings.CONFIRM_CODE_SECONDS),
            },
        )


class AgreementAnswers(ApiView):
    def agreement(self, match: Match) -> Any:
        again = match_get(self.visitor, match.pk)
        return self.sent(AgreementSerializer, agreement_of(again, self.visitor))


class DraftDelete(AgreementAnswers):
    @extend_schema(
        operation_id="report_draft_delete",
        tags=MATCHES,
        parameters=[IDEMPOTENCY],
        request=None,
        responses={200: AgreementSerializer, **refusals(*WRITING)},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Throw your draft away."""
        match = match_get(self.visitor, pk)
        return self.write(lambda: report_draft_delete(match=match, actor=self.coach), lambda _: self.agreement(match))


class DisputeRaise(AgreementAnswers):
    @extend_schema(
        operation_id="dispute_raise",
        tags=MATCHES,
        parameters=[IDEMPOTENCY],
        request=body_of(Disputing),
        responses={200: AgreementSerializer, **refusals(*WRITING)},
        examples=[
            OpenApiExample(
                "A touchdown too many",
                {
                    "report": 1,
                    "objections": [
                        {
                            "line": "home.deeds.p9.touchdown",
                            "comment": "It was one.",
                            "wants": "changed",
                            "proposal": 1,
                        }
                    ],
                },
                request_only=True,
            )
        ],
    )
    def post(self, request: Request, pk: int) -> Response:
        """Dispute lines of the other coach's report. What you leave alone stands: with this you agree to it."""
        match, body = match_get(self.visitor, pk), self.body(Disputing)
        return self.write(
            lambda: dispute_raise(match=match, objections=body.objections, seen=body.report, actor=self.coach),
            self.agreement,
        )


class DisputeDifferences(AgreementAnswers):
    @extend_schema(
        operation_id="dispute_differences",
        tags=MATCHES,
        parameters=[IDEMPOTENCY],
        request=body_of(DifferencesDisputed),
        responses={200: AgreementSerializer, **refusals(*WRITING)},
        examples=[OpenApiExample("All of it", {"comment": "We remember it differently."}, request_only=True)],
    )
    def post(self, request: Request, pk: int) -> Response:
        """Have a commissioner rule on everything in which the other report differs from yours."""
        match, body = match_get(self.visitor, pk), self.body(DifferencesDisputed)
        return self.write(
            lambda: differences_dispute(match=match, comment=body.comment, seen=body.report, actor=self.coach),
            self.agreement,
        )


class DisputeView(ApiView):
    @extend_schema(
        operation_id="dispute_get", tags=MATCHES, responses={200: DisputeSerializer, **refusals(404, *READING)}
    )
    def get(self, request: Request, pk: int) -> Response:
        """A disputed line, and how it was settled if it was."""
        return self.one(DisputeSerializer, dispute_get(self.visitor, pk))


class DisputeAccept(ApiView):
    @extend_schema(
        operation_id="dispute_accept",
        tags=MATCHES,
        parameters=[IDEMPOTENCY],
        request=None,
        responses={200: DisputeSerializer, **refusals(*WRITING)},
    )
    def post(self, request: Request, pk: int) -> Response:
        """As the author: the other coach is right, and the line becomes what he wants of it."""
        dispute = dispute_get(self.visitor, pk)
        return self.write(
            lambda: dispute_accept(dispute=dispute, actor=self.coach), lambda done: self.sent(DisputeSerializer, done)
        )


class DisputeWithdraw(ApiView):
    @extend_schema(
        operation_id="dispute_withdraw",
        tags=MATCHES,
        parameters=[IDEMPOTENCY],
        request=None,
        responses={200: DisputeSerializer, **refusals(*WRITING)},
    )
    def post(self, request: Request, pk: int) -> Response:
        """As the coach who objected: the line stands."""
        dispute = dispute_get(self.visitor, pk)
        return self.write(
            lambda: dispute_withdraw(dispute=dispute, actor=self.coach), lambda done: self.sent(DisputeSerializer, done)
        )


class DisputeRule(ApiView):
    @extend_schema(
        operation_id="dispute_rule",
        tags=MATCHES,
        parameters=[IDEMPOTENCY],
        request=body_of(LineRuled),
        responses={200: DisputeSerializer, **refusals(*WRITING)},
        examples=[
            OpenApiExample(
                "One touchdown", {"verdict": "changed", "change": 1, "reason": "Both remember one."}, request_only=True
            )
        ],
    )
    def post(self, request: Request, pk: int) -> Response:
        """As a commissioner: rule on a disputed line, for everybody to read."""
        dispute, body = dispute_get(self.visitor, pk), self.body(LineRuled)
        sentence = Sentence(Verdict(body.verdict), body.change, body.follows)
        return self.write(
            lambda: dispute_rule(
                dispute=dispute,
                sentence=sentence,
                reason=body.reason,
                later_stands=body.later_stands,
                actor=self.coach,
            ),
            lambda done: self.sent(DisputeSerializer, done),
        )


class LeagueMatchRulings(ApiView):
    @extend_schema(
        operation_id="league_match_rulings",
        tags=MATCHES,
        parameters=PAGING,
        responses={200: page_of(LeagueRulingSerializer), **refusals(404, *READING)},
    )
    def get(self, request: Request, slug: str) -> Response:
        """What commissioners have ruled about disputed lines, the latest first."""
        return self.page(league_rulings(league_get(self.visitor, slug)), LeagueRulingSerializer)


class ReopeningAsk(AgreementAnswers):
    @extend_schema(
        operation_id="reopening_ask",
        tags=MATCHES,
        parameters=[IDEMPOTENCY],
        request=body_of(ReopeningWanted),
        responses={200: AgreementSerializer, **refusals(*WRITING)},
        examples=[OpenApiExample("Why", {"reason": "We forgot a casualty."}, request_only=True)],
    )
    def post(self, request: Request, pk: int) -> Response:
        """Ask the other coach to reopen the match: possible until either team kicks off again."""
        match, body = match_get(self.visitor, pk), self.body(ReopeningWanted)
        return self.write(
            lambda: reopening_ask(match=match, reason=body.reason, actor=self.coach), lambda _: self.agreement(match)
        )


class ReopeningAgree(AgreementAnswers):
    @extend_schema(
        operation_id="reopening_agree",
        tags=MATCHES,
        parameters=[IDEMPOTENCY],
        request=None,
        responses={200: AgreementSerializer, **refusals(*WRITING)},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Agree to reopen the match: what followed from it is taken back, and its report is open again."""
        match = match_get(self.visitor, pk)
        return self.write(lambda: reopening_agree(match=match, actor=self.coach), self.agreement)


class ReopeningDecline(AgreementAnswers):
    @extend_schema(
        operation_id="reopening_decline",
        tags=MATCHES,
        parameters=[IDEMPOTENCY],
        request=None,
        responses={200: AgreementSerializer, **refusals(*WRITING)},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Decline to reopen the match, or withdraw that you asked for it."""
        match = match_get(self.visitor, pk)
        return self.write(lambda: reopening_decline(match=match, actor=self.coach), self.agreement)
