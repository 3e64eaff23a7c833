"""The page that a problem's ``type`` leads to: every code, as docs/errors.md lists them."""

import re
from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

_ROW = re.compile(r'^\| <a id="(?P<code>\w+)"></a>`\w+` \| (?P<message>.*?) \| (?P<rule>.*?) \| .* \|$', re.MULTILINE)


@cache
def codes() -> list[dict[str, str]]:
    text = (settings.BASE_DIR / "docs" / "errors.md").read_text(encoding="utf-8")
    found = [row.groupdict() for row in _ROW.finditer(text)]
    return sorted(({**row, "rule": row["rule"].strip("`")} for row in found), key=lambda row: row["code"])


@require_safe
def errors(request: HttpRequest) -> HttpResponse:
    return render(request, "errors.html", {"codes": codes()})
