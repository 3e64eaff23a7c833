"""Counting what is typed into the list of inducements, before it is bought."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from leagues.policies import allow
from leagues.web.accounts import coach_of
from matches.policies import can_decide
from matches.selectors.matchday import prematch_page
from matches.selectors.matches import match_get
from matches.web.prematch_inducements import counted, side_of
from matches.web.prematch_steps import Unreadable
from matches.web.prematch_views import page_with


@require_POST
@login_required
@never_cache
def budget(request: HttpRequest, pk: int) -> HttpResponse:
    """What is typed, counted; nothing is recorded. Without scripts the whole page comes back, with it."""
    found, coach = match_get(request.user, pk), coach_of(request)
    try:
        side = side_of(request.POST)
    except Unreadable:
        raise Http404 from None
    allow(can_decide(coach, found, side))
    if not request.headers.get("HX-Request"):
        return page_with(request, found, typed=request.POST, about="inducement")
    page = prematch_page(coach, found)
    all_of, form, wrong = counted(page, side, request.POST)
    context = {"shop": all_of.side(side), "form": form, "missing": wrong}
    return render(request, "matches/inducement_budget.html", context)
