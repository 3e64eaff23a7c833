"""HTML to PDF. Style sheets and fonts are read once per process; the same page gives the same bytes."""

from __future__ import annotations

import base64
import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from threading import Lock
from types import ModuleType
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.utils.http import content_disposition_header
from django.utils.text import slugify

from config.pango import PangoMissing

STATIC = Path(settings.BASE_DIR) / "static"

PNG = "data:image/png;base64,"

# Pango's font maps are not made for several threads at a time, and drawing is work for one core anyway.
_drawing = Lock()


@dataclass(frozen=True, slots=True)
class Press:
    """What every print of a kind shares: WeasyPrint, its fonts and its parsed style sheets."""

    weasyprint: ModuleType
    fonts: Any
    sheets: tuple[Any, ...]

    def lay_out(self, html: str) -> Any:
        """The laid-out pages, as WeasyPrint knows them."""
        source = self.weasyprint.HTML(string=html, url_fetcher=_fetch_nothing)
        return source.render(font_config=self.fonts, stylesheets=list(self.sheets))


def pdf(template: str, context: Mapping[str, Any], *, sheets: tuple[str, ...]) -> bytes:
    """The PDF of a template. ``sheets`` are style sheets by their names below ``static/``."""
    html = render_to_string(template, dict(context))
    with _drawing:
        drawn: bytes = press(sheets).lay_out(html).write_pdf(pdf_tags=True)
    return drawn


@cache
def press(sheets: tuple[str, ...]) -> Press:
    weasyprint = _weasyprint()
    fonts = import_module("weasyprint.text.fonts").FontConfiguration()
    return Press(
        weasyprint=weasyprint,
        fonts=fonts,
        sheets=tuple(weasyprint.CSS(filename=str(STATIC / name), font_config=fonts) for name in sheets),
    )


def _weasyprint() -> ModuleType:
    # Fonts that are cut to size carry a date; without this one it would be the time of drawing.
    os.environ.setdefault("SOURCE_DATE_EPOCH", "0")
    # Imported when first needed: it loads Pango, without which everything but PDFs has to work.
    try:
        return import_module("weasyprint")
    except OSError as error:
        raise PangoMissing from error


def _fetch_nothing(url: str) -> Any:
    """Fonts come from our style sheets, pictures in the page itself; whatever else it names is not ours."""
    if url.startswith(PNG):
        response = import_module("weasyprint.urls").URLFetcherResponse
        return response(url, base64.b64decode(url.removeprefix(PNG)), {"Content-Type": "image/png"})
    raise ValueError(f"A print fetches nothing: {url}")


def picture_within(image: bytes) -> str:
    """An address that is the picture: for a page that may fetch nothing, or whose picture has no address yet."""
    return f"{PNG}{base64.b64encode(image).decode()}" if image else ""


def pdf_response(content: bytes, name: str) -> HttpResponse:
    """A PDF that the browser shows; saved, it bears ``name``, made safe for every file system."""
    filename = f"{slugify(name)[:80] or 'print'}.pdf"
    disposition = content_disposition_header(as_attachment=False, filename=filename)
    return HttpResponse(content, content_type="application/pdf", headers={"Content-Disposition": disposition or ""})
