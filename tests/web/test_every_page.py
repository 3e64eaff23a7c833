"""What is true of every page: safe headers, a title, nothing inline, a refusal page of its own for each status."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import path, reverse

from config.urls import urlpatterns as all_patterns
from tests import sending
from tests.routes import routes
from tests.stage import address_of, coach_in, set_stage
from tests.web.reading import words_on

pytestmark = pytest.mark.django_db

INLINE = re.compile(r"<script(?![^>]*\bsrc=)[^>]*>\s*\S|\son[a-z]+=|\sstyle=|javascript:", re.IGNORECASE)


def broken(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("a bug")


urlpatterns = [path("broken/", broken, name="broken"), *all_patterns]


def pages() -> dict[str, HttpResponse]:
    """Every page of the site that is HTML, as Bob sees it."""
    stage, bob = set_stage(), coach_in("coach")
    client = Client()
    assert bob is not None
    client.force_login(bob)
    found: dict[str, Any] = {}
    for route in routes():
        if "GET" in route.methods and not route.name.endswith("pdf"):
            address = reverse(route.name, kwargs=address_of(stage, route.name, route.pattern))
            found[route.name] = client.get(address + sending.query(route.name, stage))
    return {name: page for name, page in found.items() if page.headers["Content-Type"].startswith("text/html")}


def test_every_page_is_safe_and_says_what_it_is() -> None:
    seen = pages()
    assert len(seen) > 25
    for name, page in seen.items():
        html = page.content.decode()
        if page.status_code == 302:
            continue
        assert INLINE.search(html) is None, (name, INLINE.search(html))
        policy = page["Content-Security-Policy"]
        assert "unsafe-inline" not in policy, name
        assert "unsafe-eval" not in policy, name
        assert page["X-Frame-Options"] == "DENY", name
        assert page["X-Content-Type-Options"] == "nosniff", name
        assert page["Referrer-Policy"], name
        if name in ("matches:progress", "matches:live-now", "matches:prematch-changed"):  # a piece of a page
            continue
        assert re.search(r"<title>\s*\S", html), name
        if name == "api-docs":  # its script draws the page
            continue
        assert '<html lang="en"' in html, name
        assert html.count("<h1") == 1, name
        assert html.count("<main") == 1, name


def test_every_form_that_is_posted_carries_its_csrf_token_and_most_a_key() -> None:
    for name, page in pages().items():
        for form in re.findall(r"<form\b.*?</form>", page.content.decode(), re.S):
            if 'method="post"' in form.lower():
                assert "csrfmiddlewaretoken" in form, name


@pytest.mark.parametrize("path", ["/nowhere/", "/teams/999999/", "/leagues/nowhere/", "/matches/0/"])
def test_what_is_not_there_is_said_kindly_with_a_way_on(path: str) -> None:
    page = Client().get(path)
    assert page.status_code == 404
    assert 'href="/' in page.content.decode()


def test_what_others_may_do_is_refused_with_a_page() -> None:
    stage = set_stage()
    client, bob = Client(), coach_in("member")
    assert bob is not None
    client.force_login(bob)
    page = client.get(reverse("matches:season-new", args=[stage.league.slug]))
    assert page.status_code == 403
    assert "<h1" in page.content.decode()


def test_a_form_from_elsewhere_is_refused_with_a_page_that_says_what_to_do() -> None:
    client = Client(enforce_csrf_checks=True)
    page = client.post(reverse("leagues:login"), {"username": "a", "password": "b"})
    assert page.status_code == 403
    assert "<h1" in page.content.decode()


@override_settings(ROOT_URLCONF=__name__)
def test_a_bug_answers_500_with_a_page_that_tells_nothing_of_it() -> None:
    page = Client(raise_request_exception=False).get("/broken/")
    assert page.status_code == 500
    assert "RuntimeError" not in page.content.decode()
    assert "a bug" not in words_on(page)
    assert "<h1" in page.content.decode()


@override_settings(ROOT_URLCONF=__name__)
def test_over_https_the_browser_is_told_to_stay_there() -> None:
    with override_settings(SECURE_HSTS_SECONDS=31_536_000, SECURE_SSL_REDIRECT=True):
        assert "max-age=31536000" in Client().get("/", secure=True)["Strict-Transport-Security"]
        assert Client().get("/")["Location"].startswith("https://")


def test_a_problem_s_type_leads_to_its_explanation() -> None:
    refused = Client().post("/api/v1/leagues/", {}, content_type="application/json")
    assert refused.status_code == 401
    page = Client().get("/docs/errors")
    for code in ("draft_illegal", "too_few_players", "idempotency_key_reused"):
        assert f'id="{code}"' in page.content.decode()
