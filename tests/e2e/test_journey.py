"""From nothing to a table that shows a result, in a real browser on a phone: three people, one match."""

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.cast import PASSWORD
from tests.e2e.conftest import Window
from tests.workers import Worker

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser, pytest.mark.worker]

PATIENCE = 60_000


def visit(page: Page, path: str) -> None:
    answer = page.goto(path)
    assert answer is not None
    assert answer.status == 200, path
    fits(page)


def fits(page: Page) -> None:
    """No page scrolls sideways."""
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), page.url


def send(page: Page) -> None:
    """Press the button of the page's own form, not the one in the masthead."""
    page.locator("main button[type=submit]:visible").first.click()
    fits(page)


def register(page: Page, name: str) -> Page:
    visit(page, "/register/")
    page.fill("[name=name]", name)
    page.fill("[name=email]", f"{name.lower()}@example.org")
    for field in page.locator("main input[type=password]").all():
        field.fill(PASSWORD)
    send(page)
    return page


def draft(page: Page, league: str, roster: str, name: str) -> None:
    visit(page, f"{league}join/")
    send(page)
    visit(page, f"{league}draft/?roster={roster}")
    page.fill("[name=name]", name)
    page.fill("[name=count-lineman]", "9")
    page.fill("[name=count-blitzer]", "3")
    page.fill("[name=good-reroll]", "2")
    page.locator("main button[type=submit]:visible").last.click()
    expect(page.locator("h1")).to_contain_text(name)
    fits(page)


def file_report(page: Page, match: str) -> None:
    visit(page, f"{match}report/")
    page.fill("[name=home-score]", "1")
    page.fill("[name=away-score]", "0")
    page.fill("[name=home-deeds-p10-touchdown]", "1")
    for side in ("home", "away"):
        for nth in range(3):
            page.select_option(f"[name={side}-nominees-{nth}]", f"p{nth + 1}")
    page.locator("main button[type=submit]:visible").last.click()
    expect(page.locator("main")).to_contain_text("Waiting for confirmation")
    fits(page)


def the_choice(ann: Page, bob: Page, match: str) -> Locator:
    """The button of the coach who won, once the worker has come to his winnings."""
    deadline = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < deadline:
        for page in (ann, bob):
            visit(page, match)
            button = page.locator("button[name=choice][value=keep]")
            if button.count():
                return button
    raise AssertionError("nobody was asked about his winnings")


def close_the_window(page: Page) -> None:
    """From home, as soon as the worker has come to it: nobody is hired."""
    deadline = time.monotonic() + PATIENCE / 1000
    link = page.locator(".inbox a[href$='/hiring/']")
    while time.monotonic() < deadline and not link.count():
        visit(page, "/")
    link.first.click()
    expect(page.locator("h1")).to_contain_text("Hire and fire")
    fits(page)
    page.locator("section[aria-labelledby=close] button[type=submit]").last.click()
    expect(page.locator("main")).to_contain_text("The window is closed")


def test_from_registration_to_the_standings(window: Window, broker: str, start_worker: Callable[..., Worker]) -> None:
    # As it runs for people: what the broker misses on a busy machine, the sweep picks up.
    start_worker(broker, beat=True)
    cora, ann, bob = window(), window(), window()
    register(cora, "Cora")
    visit(cora, "/leagues/new/")
    cora.fill("[name=name]", "Pub League")
    send(cora)
    league = "/leagues/pub-league/"
    draft(register(ann, "Ann"), league, "human", "Lanterns")
    draft(register(bob, "Bob"), league, "orc", "Kettles")

    visit(cora, f"{league}seasons/new/")
    for box in cora.locator("main input[type=checkbox]").all():
        box.check()
    cora.locator("main button[type=submit]:visible").last.click()
    fits(cora)

    visit(ann, league)
    match = ann.locator("a[href^='/matches/']").first.get_attribute("href") or ""
    file_report(ann, match)
    visit(bob, match)
    bob.get_by_role("button", name="Confirm the report").click()

    # BB2016, post-match sequence step 3: the winner may throw his winnings again; the worker waits for his choice.
    button = the_choice(ann, bob, match)
    button.click()
    # Step 4: each coach has his window, and says when he is done.
    for page in (ann, bob):
        close_the_window(page)
    for page in (ann, bob):
        visit(page, match)
        expect(page.locator("main")).to_contain_text("Finished", timeout=PATIENCE)
    visit(ann, league)
    expect(ann.locator("table").first).to_contain_text("3")
