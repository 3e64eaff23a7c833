"""Two coaches agree about a report on their phones: a draft in the background, two reports side by side, a PIN."""

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from leagues.models import Coach
from leagues.services.accounts import pin_set
from matches.models import Match
from tests import cast
from tests.e2e.conftest import Window
from tests.e2e.test_journey import fits, visit

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


def phone_of(window: Window, coach: Coach) -> Page:
    """His own phone, on which he is signed in."""
    page, client = window(), Client()
    client.force_login(coach)
    visit(page, "/leagues/")
    cookie = client.cookies["sessionid"]
    origin = page.evaluate("window.location.origin")
    page.context.add_cookies([{"name": "sessionid", "value": cookie.value, "url": origin}])
    return page


def fill(page: Page, home: str) -> None:
    page.fill("[name=home-score]", home)
    page.fill("[name=home-deeds-p10-touchdown]", home)
    for side in ("home", "away"):
        for nth in range(3):
            page.select_option(f"[name={side}-nominees-{nth}]", f"p{nth + 1}")


def file(page: Page) -> None:
    page.locator("main .action-bar button[type=submit]").first.click()
    fits(page)


def test_two_coaches_compare_take_over_and_agree(window: Window) -> None:
    match = cast.match(cast.season(cast.quiet_league()))
    ann, bob = phone_of(window, match.home.coach), phone_of(window, match.away.coach)
    report = f"/matches/{match.pk}/report/"

    visit(ann, report)
    fill(ann, "2")
    expect(ann.locator("#report-draft")).to_contain_text("was saved", timeout=15_000)
    again = phone_of(window, match.home.coach)
    visit(again, report)
    expect(again.locator("[name=home-score]")).to_have_value("2")

    visit(bob, report)
    fill(bob, "1")
    file(ann)
    file(bob)
    expect(bob.locator("main")).to_contain_text("2 lines differ")
    for tick in bob.locator("[name=line]").all():
        tick.check()
    bob.get_by_role("button", name="Take over the lines that are ticked").click()
    expect(bob.locator("main")).to_contain_text("Confirmed by Bob, who filed the same.")
    fits(bob)
    assert cast.reread(match).status == "confirmed"


def test_the_other_coach_types_his_pin_on_the_authors_phone(window: Window) -> None:
    match: Match = cast.file(cast.match(cast.season(cast.quiet_league())))
    pin_set(pin="4711", actor=match.away.coach)
    ann = phone_of(window, match.home.coach)
    visit(ann, f"/matches/{match.pk}/")
    ann.get_by_text("Bob confirms here, by his PIN").click()
    ann.get_by_label("PIN of Bob").fill("4711")
    ann.get_by_role("button", name="Confirm by PIN").click()
    expect(ann.locator("main")).to_contain_text("Confirmed by Bob, by PIN on another phone.")
    fits(ann)
