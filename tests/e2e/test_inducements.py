"""Two coaches buy inducements on their phones: the gold is counted as they tick, and one waits for the other."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from leagues.models import Coach
from matches.models import Match
from tests import cast
from tests.e2e.conftest import Window
from tests.matches.test_inducements import a_match, coach, side_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


def at_the_list(page: Page, coach: Coach, match: Match) -> Page:
    page.goto(f"{reverse('leagues:login')}?next={reverse('matches:prematch', args=[match.pk])}")
    page.fill("[name=username]", coach.email or "")
    page.fill("[name=password]", cast.PASSWORD)
    page.locator("main button[type=submit]:visible").first.click()
    page.wait_for_url("**/prematch/")
    return page


def test_gold_is_counted_while_it_is_spent(window: Window, live_server: LiveServer) -> None:
    match = a_match()
    bob = at_the_list(window(), coach(match, "Bob"), match)
    mine = bob.locator(f"#counter-{side_of(match, 'Bob')}")
    mine.get_by_role("button", name="Buy", exact=True).click()
    expect(mine.get_by_text("Has bought nothing.")).to_be_visible()

    ann = at_the_list(window(), coach(match, "Ann"), match)
    hers, side = ann.locator(f"#counter-{side_of(match, 'Ann')}"), side_of(match, "Ann")
    keg = hers.get_by_label("Bloodweiser Keg")
    keg.fill("1")
    keg.blur()
    expect(ann.locator(f"#budget-{side}")).to_contain_text("spent 50k")
    keg.fill("9")
    keg.blur()
    expect(ann.locator(f"#budget-{side}")).to_contain_text("9 bought, 2 is the most")
    keg.fill("1")
    hers.get_by_role("button", name="Buy", exact=True).click()
    expect(hers.get_by_text("Bloodweiser Keg 50", exact=False).first).to_be_visible()
    bob.reload()
    expect(bob.locator(f"#counter-{side}")).to_contain_text("Bloodweiser Keg")
