"""Approving a deal in the API: it waits until both teams are between two matches."""

from __future__ import annotations

from dataclasses import dataclass

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from config.rest import IDEMPOTENCY, WRITING, refusals
from config.shapes import body_of
from matches.services.deals import deal_approve
from teams.api.deals import DEALS, DealAnswers, DealDetailSerializer
from teams.selectors.deals import deal_get


@dataclass(frozen=True, slots=True)
class Approval:
    """`version` is that of the deal as it was read."""

    version: int | None = None


class DealApprove(DealAnswers):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="deal_approve",
        tags=DEALS,
        parameters=[IDEMPOTENCY],
        request=body_of(Approval),
        responses={200: DealDetailSerializer, **refusals(*WRITING)},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Approve an accepted deal, as a commissioner. What does not fit any more is refused with all its problems."""
        deal, body = deal_get(self.visitor, pk), self.body(Approval)
        return self.write(
            lambda: deal_approve(deal=deal, seen=body.version, actor=self.coach), lambda done: self.shown(done.pk)
        )
