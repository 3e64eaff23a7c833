"""Agreeing about a report: by PIN or by a scanned code, line by line, and reopening it together."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any
from urllib.parse import urlencode

import segno
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from engine.errors import NotAllowed
from leagues.models import Coach
from leagues.policies import allow
from leagues.web.accounts import coach_of
from matches.codes import code_of, report_meant
from matches.errors import NothingToConfirm
from matches.models import Match
from matches.policies import can_report, coaches_of
from matches.selectors.agreement import open_reports
from matches.selectors.matches import match_get
from matches.services.disputes import differences_dispute
from matches.services.pins import report_confirm_by_pin
from matches.services.reopening import reopening_agree, reopening_ask, reopening_decline
from matches.services.reports import report_take_lines
from matches.web.asking import whole
from matches.web.confirmed import confirmed
from matches.web.crumbs import to_match
from matches.web.match_views import match_written

Act = Callable[[Match, Coach], Any]


def _sent(request: HttpRequest, pk: int, act: Act, said: str | Callable[[Any], str]) -> HttpResponse:
    """A button of the match page: do it and go back there."""
    coach = request.user
    if not isinstance(coach, Coach):
        return redirect_to_login(reverse("matches:match", args=[pk]))
    found = match_get(coach, pk)
    return match_written(request, pk, lambda: act(found, coach), said)


@sensitive_post_parameters("pin")
@require_POST
def confirm_by_pin(request: HttpRequest, pk: int) -> HttpResponse:
    def act(match: Match, actor: Coach) -> Match:
        coach = _coach_meant(match, whole(request.POST, "coach"))
        pin, seen = request.POST.get("pin", ""), whole(request.POST, "report")
        return report_confirm_by_pin(match=match, coach=coach, pin=pin, seen=seen, actor=actor)

    return _sent(request, pk, act, confirmed)


@require_POST
def lines_take(request: HttpRequest, pk: int) -> HttpResponse:
    """Take over lines of the other report."""
    seen, lines = whole(request.POST, "report") or 0, request.POST.getlist("line")

    def act(match: Match, coach: Coach) -> object:
        return report_take_lines(match=match, lines=lines, seen=seen, actor=coach)

    return _sent(request, pk, act, gettext("So be it. Where you agree now, nothing differs any more."))


@require_POST
def dispute_all(request: HttpRequest, pk: int) -> HttpResponse:
    """Have a commissioner rule on everything in which the two reports differ."""
    seen, comment = whole(request.POST, "report"), request.POST.get("comment", "")

    def act(match: Match, coach: Coach) -> object:
        return differences_dispute(match=match, comment=comment, seen=seen, actor=coach)

    return _sent(request, pk, act, gettext("A commissioner is asked to rule on everything in which they differ."))


@require_POST
def reopen(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask to reopen the match, agree to it, or decline."""
    do, reason = request.POST.get("do", ""), request.POST.get("reason", "")
    if do == "agree":
        said = gettext("The match is reopened: mend the report and file it again.")
        return _sent(request, pk, lambda match, coach: reopening_agree(match=match, actor=coach), said)
    if do == "decline":
        said = gettext("The match stays as it is.")
        return _sent(request, pk, lambda match, coach: reopening_decline(match=match, actor=coach), said)
    said = gettext("The other coach is asked. Until he agrees, the match stays as it is.")
    return _sent(request, pk, lambda match, coach: reopening_ask(match=match, reason=reason, actor=coach), said)


@require_safe
@login_required
@never_cache
def code(request: HttpRequest, pk: int) -> HttpResponse:
    """A code for the other coach to scan: it leads him, on his own phone, to this very report."""
    found = match_get(request.user, pk)
    allow(can_report(request.user, found))
    reports = open_reports(found)
    if not reports:
        raise NothingToConfirm
    own = next((one for one in reports if one.submitted_by_id == coach_of(request).pk), reports[0])
    path = reverse("matches:code-use", args=[pk, code_of(found, own)])
    address = f"{settings.PUBLIC_URL}{path}" if settings.PUBLIC_URL else request.build_absolute_uri(path)
    context = {
        "match": found,
        "report": own,
        "address": address,
        "picture": mark_safe(_drawn(address)),  # noqa: S308 - drawn here, out of an address of ours
        "minutes": settings.CONFIRM_CODE_SECONDS // 60,
        "crumbs": to_match(found),
    }
    return render(request, "matches/code.html", context)


@require_safe
@login_required
@never_cache
def code_use(request: HttpRequest, pk: int, code: str) -> HttpResponse:
    """From the scanned code to the report, for whoever may see it. The code itself confirms nothing."""
    found = match_get(request.user, pk)
    report_meant(found, code)
    return HttpResponseRedirect(f"{reverse('matches:match', args=[pk])}?{urlencode({'code': code})}#confirm")


def _drawn(address: str) -> str:
    """The code as SVG that stands in the page: dark on light, whatever the page is."""
    written = BytesIO()
    drawn = segno.make(address, error="m", micro=False)
    drawn.save(
        written, kind="svg", xmldecl=False, svgns=True, scale=6, border=4, dark="#000", light="#fff", omitsize=True
    )
    return written.getvalue().decode()


def _coach_meant(match: Match, pk: int | None) -> Coach:
    """One of the two coaches, as he is by now: his PIN may have changed."""
    if pk not in coaches_of(match):
        raise NotAllowed
    return Coach.objects.get(pk=pk)
