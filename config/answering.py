"""From a request to one service and back: an answer that is the same however often the request is sent."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.crypto import salted_hmac
from rest_framework.request import Request
from rest_framework.response import Response

from config.writing import AlreadyAnswered, Answer, Once, at_most_once

T = TypeVar("T")

FORM_FIELD = "idempotency_key"
HEADER = "Idempotency-Key"
KEY_LONGEST = 80
_NOT_THE_BODY = {FORM_FIELD, "csrfmiddlewaretoken"}


def answer(request: HttpRequest, act: Callable[[], T], render: Callable[[T], Answer]) -> Answer:
    """Run ``act`` (one service) at most once for this request's key, and render what it returned."""
    key = request.headers.get(HEADER) or request.POST.get(FORM_FIELD, "")
    if not key:
        return render(act())
    once = Once(owner=_owner(request), key=_kept(key), body_hash=_body_hash(request), render=render)
    with at_most_once(once):
        try:
            result = act()
        except AlreadyAnswered as before:
            return before.answer
    return once.answer or render(result)


def web_answer(request: HttpRequest, act: Callable[[], T], render: Callable[[T], Answer]) -> HttpResponse:
    given = answer(request, act, render)
    if given.message:
        messages.success(request, given.message)
    return HttpResponseRedirect(given.location)


def api_answer(request: Request, act: Callable[[], T], render: Callable[[T], Answer]) -> Response:
    given = answer(request._request, act, render)
    headers = {"Location": given.location} if given.location else {}
    return Response(given.body, status=given.status, headers=headers)


def _kept(key: str) -> str:
    """The key as it is kept: as it came if it is a short word, else a hash of it."""
    plain = key.isascii() and key.isprintable() and len(key) <= KEY_LONGEST
    return key if plain else hashlib.sha256(key.encode("utf-8", "backslashreplace")).hexdigest()


def _owner(request: HttpRequest) -> str:
    if request.user.is_authenticated:
        return f"coach:{request.user.pk}"
    return f"visitor:{request.META.get('CSRF_COOKIE', '')[:40]}"


def _body_hash(request: HttpRequest) -> str:
    body = request.body if request.content_type == "application/json" else _canonical(request.POST) + _files(request)
    # Keyed: a body may hold a password, which a plain hash in the database would let somebody guess at leisure.
    return salted_hmac("config.answering", request.path.encode() + b"\n" + body, algorithm="sha256").hexdigest()


def _files(request: HttpRequest) -> bytes:
    """Files stand beside the fields of a form: another picture is another request."""
    digests = []
    for name in sorted(request.FILES):
        for file in request.FILES.getlist(name):
            digest = hashlib.sha256(b"".join(file.chunks())).hexdigest()
            file.seek(0)
            digests.append(f"{name} {digest}")
    return "\n".join(digests).encode()


def _canonical(form: Mapping[str, Any]) -> bytes:
    lists = getattr(form, "lists", None)
    pairs = sorted((name, values) for name, values in (lists() if lists else []) if name not in _NOT_THE_BODY)
    return json.dumps(pairs).encode()
