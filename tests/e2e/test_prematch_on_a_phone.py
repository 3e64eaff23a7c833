"""The hour before a match on a phone: one tap after the other, and nothing that was typed is lost on the way."""

from __future__ import annotations

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from leagues.models import Coach
from matches.models import Match
from tests import cast
from tests.e2e.conftest import Window

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def before_the_match(page: Page, coach: Coach, match: Match) -> Page:
    page.goto(f"{reverse('leagues:login')}?next={reverse('matches:prematch', args=[match.pk])}")
    page.fill("input[type=email]", coach.email)
    page.fill("input[type=password]", cast.PASSWORD)
    page.press("input[type=password]", "Enter")
    page.wait_for_url(f"**{reverse('matches:prematch', args=[match.pk])}")
    return page


def test_each_tap_is_answered_where_it_was_made_and_what_is_typed_elsewhere_stays(window: Window) -> None:
    match = cast.match()
    ann = before_the_match(window(), match.home.coach, match)
    ann.fill("#step-referee .die-entry", "43")
    for step in ("weather", "stadium", "fans"):
        ann.click(f"#step-{step} button[value=throw]")
        expect(ann.locator(f"#step-{step}.prematch-step--done")).to_be_visible(timeout=20_000)
    ann.click("#step-kick button[value=throw]")
    expect(ann.locator("#step-kick")).to_contain_text("won the toss", timeout=20_000)
    assert ann.input_value("#step-referee .die-entry") == "43"
    ann.press("#step-referee .die-entry", "Enter")
    expect(ann.locator("#step-referee")).to_contain_text("Standard Referee", timeout=20_000)
    assert ann.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_coach_hears_of_what_the_other_has_recorded(window: Window) -> None:
    match = cast.match()
    ann = before_the_match(window(), match.home.coach, match)
    bob = before_the_match(window(), match.away.coach, match)
    bob.click("#step-weather button[value=throw]")
    expect(ann.locator("#prematch-news")).to_contain_text("Something was recorded meanwhile.", timeout=30_000)
    expect(bob.locator("#prematch-news")).to_be_empty()
