"""Keeping what is typed into the report form: in the background while it is typed, or by a button."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from config.answering import FORM_FIELD
from config.problems import status_of, title_of
from engine.errors import EngineError, NotAllowed
from leagues.models import Coach
from leagues.web.accounts import coach_of
from matches.errors import ReportDraftChanged
from matches.models import Match
from matches.selectors.drafts import report_draft_of
from matches.selectors.matches import match_get
from matches.services.drafts import report_draft_delete, report_draft_save
from matches.web.asking import whole
from matches.web.match_views import report_typed_page

_NOT_TYPED = (FORM_FIELD, "csrfmiddlewaretoken", "draft", "do", "add", "rules")


@require_POST
def draft(request: HttpRequest, pk: int) -> HttpResponse:
    """Save what is on the form, whatever it is; or throw it away."""
    coach = request.user
    if not isinstance(coach, Coach):
        # In the background nobody is led away from what he is typing.
        htmx = request.headers.get("HX-Request")
        return HttpResponse(status=401) if htmx else redirect_to_login(reverse("matches:report", args=[pk]))
    found = match_get(coach, pk)
    if request.POST.get("do") == "throw-away":
        report_draft_delete(match=found, actor=coach)
        messages.success(request, gettext("What you had typed is thrown away."))
        return redirect("matches:report", pk=pk)
    return _saved(request, found, coach)


def _saved(request: HttpRequest, found: Match, coach: Coach) -> HttpResponse:
    typed = {name: request.POST[name] for name in request.POST if name not in _NOT_TYPED}
    seen = None if request.POST.get("do") == "over" else whole(request.POST, "draft")
    try:
        report_draft_save(match=found, typed=typed, seen=seen, actor=coach)
    except NotAllowed:
        raise
    except EngineError as refusal:
        htmx = request.headers.get("HX-Request")
        return (_status if htmx else report_typed_page)(request, found, refusal)
    if request.headers.get("HX-Request"):
        return _status(request, found)
    messages.success(request, gettext("Your draft is saved. Nobody else sees it."))
    return redirect("matches:report", pk=found.pk)


def _status(request: HttpRequest, found: Match, refusal: EngineError | None = None) -> HttpResponse:
    context: dict[str, Any] = {
        "match": found,
        "draft": report_draft_of(found, coach_of(request)),
        "refusal": title_of(refusal) if refusal else "",
        "elsewhere": isinstance(refusal, ReportDraftChanged),
    }
    return render(request, "matches/report_draft.html", context, status=status_of(refusal) if refusal else 200)
