"""Refusals on their way out: one mapping from the engine's errors to HTTP, for the API and for pages."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from config.busy import is_busy
from config.limits import TooManyTries
from config.pango import PangoMissing
from config.words import roll_word, word
from engine.errors import Conflict, EngineError, NotAllowed, Problem, Refused, RuleViolation, sentence
from engine.typed import DataInvalid

CONTENT_TYPE = "application/problem+json"
RETRY_AFTER = {"Retry-After": "2"}
MISTAKES_SHOWN = 100
LONGEST_QUOTE = 200
# What these name is known by what it is thrown for.
ABOUT_A_ROLL = ("die_of_the_server", "die_of_the_table")
# Kinds of words by which data of a problem goes, by its name.
SPOKEN: Mapping[str, tuple[str, ...]] = {
    "cause": ("cause", "sent-off-for"),
    "causes": ("cause", "sent-off-for"),
    "ending": ("ending",),
    "kind": ("event-kind",),
    "left": ("event-kind",),
    "stopped": ("event-kind",),
    "ways": ("back-by",),
    "what": ("line", "event-kind", "back-by"),
}


def status_of(error: EngineError) -> int:
    if isinstance(error, TooManyTries):
        return HTTPStatus.TOO_MANY_REQUESTS
    if isinstance(error, PangoMissing):
        return HTTPStatus.SERVICE_UNAVAILABLE
    if isinstance(error, NotAllowed):
        return HTTPStatus.FORBIDDEN
    if isinstance(error, Conflict):
        return HTTPStatus.CONFLICT
    if isinstance(error, RuleViolation):
        return HTTPStatus.UNPROCESSABLE_ENTITY
    return HTTPStatus.CONFLICT


def headers_of(error: EngineError) -> dict[str, str]:
    if isinstance(error, TooManyTries):
        return {"Retry-After": str(error.wait)}
    return RETRY_AFTER if status_of(error) == HTTPStatus.CONFLICT else {}


def title_of(error: EngineError | Problem) -> str:
    """The sentence, in the reader's language, with its numbers; what has a word is said by it."""
    params = {name: _spoken(name, value) for name, value in error.params.items()}
    if error.code in ABOUT_A_ROLL:
        params["key"] = roll_word(str(params["key"]))
    return sentence(gettext(error.message), params)


def _spoken(name: str, value: Any) -> Any:
    """A key of a report, such as ``touchdown`` or ``sent-off``, or several; whatever else stands there stays."""
    if not isinstance(value, str) or name not in SPOKEN:
        return value
    return ", ".join(
        next((said for kind in SPOKEN[name] if (said := word(kind, key)) != key), key) for key in value.split(", ")
    )


def problem_data(problem: Problem) -> dict[str, Any]:
    return {**problem.to_data(), "title": title_of(problem)}


def body_of(error: EngineError) -> dict[str, Any]:
    body: dict[str, Any] = {
        "type": f"/docs/errors#{error.code}",
        "title": title_of(error),
        "status": int(status_of(error)),
        "code": error.code,
        "rule": error.rule,
        "params": dict(error.params),
    }
    if isinstance(error, Refused):
        body["problems"] = [problem_data(problem) for problem in error.problems]
    return body


def api_exception_handler(error: Exception, context: Mapping[str, Any]) -> Response | None:
    body, headers = _api_body(error)
    if body is None:
        return None
    set_rollback()
    return Response(body, status=body["status"], headers=headers, content_type=CONTENT_TYPE)


def _api_body(error: Exception) -> tuple[dict[str, Any] | None, dict[str, str]]:
    if isinstance(error, EngineError):
        return body_of(error), headers_of(error)
    if isinstance(error, DataInvalid):
        wrong = gettext("The request has the wrong shape.")
        return _body(HTTPStatus.BAD_REQUEST, "shape", wrong, fields=_mistakes(error)), {}
    if is_busy(error):
        busy = gettext("The league is busy; please try again in a moment.")
        return _body(HTTPStatus.SERVICE_UNAVAILABLE, "database_busy", busy), RETRY_AFTER
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    if isinstance(error, exceptions.APIException):
        return _drf_body(error), _drf_headers(error)
    return None, {}


def _mistakes(error: DataInvalid) -> list[dict[str, str]]:
    """Each mistake by its path. A body that is wrong all over is not sent back as a book."""
    paths = (mistake.partition(": ") for mistake in error.errors[:MISTAKES_SHOWN])
    return [{"where": path[:LONGEST_QUOTE], "title": why[:LONGEST_QUOTE]} for path, _, why in paths]


def _drf_body(error: exceptions.APIException) -> dict[str, Any]:
    return _body(error.status_code, str(error.get_codes()), str(error.detail))


def _drf_headers(error: exceptions.APIException) -> dict[str, str]:
    who, wait = getattr(error, "auth_header", None), getattr(error, "wait", None)
    return {
        **({"WWW-Authenticate": str(who)} if who else {}),
        **({"Retry-After": str(int(wait))} if wait else {}),
    }


def _body(status: int, code: str, title: str, **more: Any) -> dict[str, Any]:
    return {"type": "about:blank", "title": title, "status": int(status), "code": code, **more}


def problem_page(request: HttpRequest, error: EngineError) -> HttpResponse:
    """A refusal that no form stands ready to show: a page of its own, with the right status."""
    status = status_of(error)
    problems = [problem_data(problem) for problem in error.problems] if isinstance(error, Refused) else []
    context = {"detail": title_of(error), "problems": problems, "rule": error.rule}
    response = render(request, f"{int(status)}.html", context, status=status)
    for name, value in headers_of(error).items():
        response[name] = value
    return response
