"""Beginning a match, taking that back, and how a level score is decided: pressed and answered on its page."""

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
from matches.services.level_scores import draws_set
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


@require_POST
@login_required
def draws(request: HttpRequest, pk: int) -> HttpResponse:
    """What becomes of a level score of this match, said by a commissioner."""
    found = match_get(request.user, pk)
    seen, coach, wanted = whole(request.POST, "seen"), coach_of(request), request.POST.get("draws", "")
    said = gettext("So a level score of this match is decided.")
    return match_written(request, pk, lambda: draws_set(match=found, draws=wanted, seen=seen, actor=coach), said)


def _pressed(request: HttpRequest, pk: int, act: Callable[..., Match], said: str) -> HttpResponse:
    found = match_get(request.user, pk)
    seen, coach = whole(request.POST, "seen"), coach_of(request)
    return match_written(request, pk, lambda: act(match=found, seen=seen, actor=coach), said)
