"""A whole match on two phones: the hour before it, the kick-off, a network that is lost, a report that counts."""

import pytest
from playwright.sync_api import Page, expect

from engine.match.report import MatchReport
from matches.mapping import report_of
from matches.models import Match, MatchStatus
from tests import cast
from tests.e2e.conftest import Window
from tests.e2e.test_agreeing import file, phone_of
from tests.e2e.test_journey import fits, visit
from tests.e2e.test_live import arrived, score, tap, waiting

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


def before(page: Page, match: Match) -> None:
    """The server throws for the weather; what the coach buys is typed in."""
    visit(page, f"/matches/{match.pk}/prematch/")
    page.click("#step-weather button[value=throw]")
    expect(page.locator("#step-weather.prematch-step--done")).to_be_visible(timeout=20_000)
    page.locator("#kick-off button, form[action$='/kick-off/'] button").first.click()
    expect(page.locator("main")).to_contain_text("Being played", timeout=20_000)
    fits(page)


def nominate(page: Page) -> None:
    for side in ("home", "away"):
        for nth in range(3):
            page.select_option(f"[name={side}-nominees-{nth}]", f"p{nth + 1}")


def told(match: Match) -> MatchReport:
    return report_of(match.reports.latest("number"))


def test_two_coaches_play_a_match_on_their_phones_and_agree(window: Window) -> None:
    match = cast.match(cast.season(cast.quiet_league()))
    ann, bob = phone_of(window, match.home.coach), phone_of(window, match.away.coach)
    before(ann, match)
    visit(ann, f"/matches/{match.pk}/live/")
    visit(bob, f"/matches/{match.pk}/live/")
    ann.locator(".live-turn[value=home]").click()
    tap(ann, "touchdown", "home/p10")
    arrived(ann, 2)
    score(bob, "home", 1)

    bob.context.set_offline(True)
    bob.locator(".live-turn[value=away]").click()
    tap(bob, "completion", "away/p12")
    tap(bob, "touchdown", "away/p11")
    waiting(bob, 3)
    ann.locator(".live-turn[value=home]").click()
    tap(ann, "touchdown", "home/p11")
    arrived(ann, 4)
    bob.context.set_offline(False)
    waiting(bob, 0)
    score(ann, "away", 1)
    score(bob, "home", 2)

    ann.get_by_role("link", name="Add up: the report").click()
    expect(ann.locator("[name=home-score]")).to_have_value("2")
    nominate(ann)
    file(ann)
    expect(ann.locator("main")).to_contain_text("Waiting for confirmation", timeout=20_000)
    report = told(match)
    assert (report.home.score, report.away.score, len(report.events)) == (2, 1, 7)
    assert report.prematch is not None
    assert report.prematch.weather

    visit(bob, f"/matches/{match.pk}/")
    bob.get_by_role("button", name="Confirm").first.click()
    expect(bob.locator("main")).to_contain_text("Post-match under way", timeout=20_000)
    fits(bob)
    assert cast.reread(match).status == MatchStatus.CONFIRMED
    assert cast.again(match.home).record["outcomes"] == {"win": 1}
