"""What every request passes through."""

from collections.abc import Callable

import structlog
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from config.busy import is_busy
from config.problems import RETRY_AFTER, problem_page
from engine.errors import EngineError

API, METHOD_NOT_ALLOWED = "/api/", 405
log = structlog.get_logger(__name__)


class DatabaseBusyMiddleware:
    """A request that could not get its turn to write is asked to come back, instead of failing."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not is_busy(error):
            return None
        log.warning("database_busy", path=request.path)
        return busy_page(request)


class RefusalMiddleware:
    """An engine's refusal that a page did not catch becomes a page with the right status, never a 500.

    Whoever goes to an address that only takes what a form sends is told so as well. The API has its own words.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.get_response(request)
        looked_at = request.method in ("GET", "HEAD") and not request.path.startswith(API)
        return forms_only_page(request, answer) if looked_at and answer.status_code == METHOD_NOT_ALLOWED else answer

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        return problem_page(request, error) if isinstance(error, EngineError) else None


def forms_only_page(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    page = render(request, "405.html", status=METHOD_NOT_ALLOWED)
    page["Allow"] = answer["Allow"]
    return page


def busy_page(request: HttpRequest) -> HttpResponse:
    """The API says the same in its own words: `config.problems`."""
    title = gettext("The league is busy; please try again in a moment.")
    answer = render(request, "503.html", {"title": title}, status=503)
    for name, value in RETRY_AFTER.items():
        answer[name] = value
    return answer
