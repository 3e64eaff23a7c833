"""What was typed into a form is kept over a login: who was logged out meanwhile finds it filled in again."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, QueryDict

from config.answering import FORM_FIELD

_KEPT = "typed_before_login"
_MOST = 64 * 1024  # a full report is a tenth of this
_NOT_TYPED = (FORM_FIELD, "csrfmiddlewaretoken")


def login_keeping(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Like ``login_required``, for pages with a long form: ``kept_typing`` gives back what was sent."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        typed = request.POST.copy()
        for name in _NOT_TYPED:
            typed.pop(name, None)
        sent = typed.urlencode()
        if request.method == "POST" and len(sent) <= _MOST:
            request.session[_KEPT] = {"page": request.get_full_path(), "typed": sent}
        return redirect_to_login(request.get_full_path())

    return guarded


def kept_typing(request: HttpRequest) -> QueryDict | None:
    """What was sent to this very page before the login; once."""
    kept = request.session.get(_KEPT)
    if kept is None or kept["page"] != request.get_full_path():
        return None
    del request.session[_KEPT]
    return QueryDict(kept["typed"])
