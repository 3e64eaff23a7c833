"""Asking again costs little: a page that polls says what it has seen, and hears that nothing has changed since."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.http import parse_etags, quote_etag


def tag_of(*parts: object) -> str:
    return quote_etag(".".join(str(part) for part in parts))


def seen_already(request: HttpRequest, tag: str) -> bool:
    """Whether who asks has this very answer. An answer that was packed on its way is the same answer."""
    asked = parse_etags(request.headers.get("If-None-Match", ""))
    return asked == ["*"] or tag in (one.removeprefix("W/") for one in asked)


def conditional_headers(tag: str) -> dict[str, str]:
    return {"ETag": tag, "Cache-Control": "private, no-cache", "Vary": "Cookie"}
