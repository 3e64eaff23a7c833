"""A match is tapped in on two phones; one of them loses the network in the middle."""

from __future__ import annotations

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from leagues.models import Coach
from matches.models import LiveEvent, Match
from matches.selectors.live import live_match
from tests import cast
from tests.e2e.conftest import Window
from tests.matches.playing import kicked_off

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


def log_in(page: Page, coach: Coach, match: Match) -> Page:
    page.goto(f"{reverse('leagues:login')}?next={reverse('matches:live', args=[match.pk])}")
    page.fill("[name=username]", coach.email or "")
    page.fill("[name=password]", cast.PASSWORD)
    page.locator("main button[type=submit]:visible").first.click()
    page.wait_for_url("**/live/")
    return page


def tap(page: Page, kind: str, player: str) -> None:
    """Two taps: what happened, and who."""
    page.locator(f".live-kind[data-kind={kind}]").click()
    page.locator(f"#tell fieldset:visible label.shirt[data-shirt='{player}']").first.click()


def waiting(page: Page, number: int) -> None:
    expect(page.locator(f"#live-match[data-waiting='{number}']")).to_be_attached(timeout=15_000)


def score(page: Page, side: str, number: int) -> None:
    expect(page.locator(f"[data-score={side}]")).to_have_text(str(number), timeout=15_000)


def test_two_phones_tell_a_match_and_one_of_them_loses_the_network(window: Window, live_server: LiveServer) -> None:
    match = kicked_off()
    ann, bob = log_in(window(), match.home.coach, match), log_in(window(), match.away.coach, match)
    spectator = window()
    spectator.goto(reverse("matches:live", args=[match.pk]))
    expect(spectator.locator(".live-kind")).to_have_count(0)

    ann.locator(".live-turn[value=home]").click()
    tap(ann, "touchdown", "home/p10")
    waiting(ann, 0)
    score(bob, "home", 1)
    score(spectator, "home", 1)

    ann.context.set_offline(True)
    ann.locator(".live-turn[value=away]").click()
    tap(ann, "touchdown", "away/p11")
    tap(ann, "completion", "away/p12")
    waiting(ann, 3)
    score(ann, "away", 1)  # shown at once
    expect(ann.locator(".live-item--waits")).to_have_count(3)
    expect(ann.locator("#live-news")).to_contain_text("3")
    score(bob, "away", 0)
    tap(bob, "completion", "home/p9")
    waiting(bob, 0)

    ann.context.set_offline(False)
    ann.reload()
    waiting(ann, 0)
    score(bob, "away", 1)
    score(ann, "away", 1)
    told = [(event.kind, event.side, event.player) for event in live_match(cast.reread(match)).events]
    assert told == [
        ("turn", "home", ""),
        ("touchdown", "home", "p10"),
        ("turn", "away", ""),
        ("touchdown", "away", "p11"),
        ("completion", "away", "p12"),
        ("completion", "home", "p9"),
    ]
    assert LiveEvent.objects.count() == 6

    bob.locator(".live-item", has_text="Completion").first.get_by_role("button", name="Undo").click()
    waiting(bob, 0)
    expect(ann.locator(".live-item:not(.live-item--turn)")).to_have_count(3, timeout=15_000)
    link = ann.get_by_role("link", name="Add up: the report")
    expect(link).to_have_attribute("href", reverse("matches:report", args=[match.pk]))
