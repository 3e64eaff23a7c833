"""Beginning a match, and taking that back: pressed on the pre-match page or on the match page, answered there."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from leagues.web.accounts import coach_of
from matches.models import Match
from matches.selectors.matches import match_get
from matches.services.kickoff import kick_off_undo, match_kick_off
from matches.web.asking import whole
from matches.web.match_views import match_written


@require_POST
@login_required
def kick_off(request: HttpRequest, pk: int) -> HttpResponse:
    return _pressed(request, pk, match_kick_off, gettext("Kick-off! Both sheets are kept as they are now."))


@require_POST
@login_required
def undo(request: HttpRequest, pk: int) -> HttpResponse:
    return _pressed(request, pk, kick_off_undo, gettext("The kick-off is taken back: the match has not begun."))


def _pressed(request: HttpRequest, pk: int, act: Callable[..., Match], said: str) -> HttpResponse:
    found = match_get(request.user, pk)
    seen, coach = whole(request.POST, "seen"), coach_of(request)
    return match_written(request, pk, lambda: act(match=found, seen=seen, actor=coach), said)
