"""A team of a league's own, in a real browser on a phone: buttons change only their part of the page."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Window
from tests.e2e.test_journey import fits, register, visit

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


def press(page: Page, edit: str) -> None:
    page.locator(f"button[name=edit][value='{edit}']").click()


def test_a_team_of_its_own_is_copied_changed_and_founded_with(window: Window) -> None:
    cora = register(window(), "Cora")
    visit(cora, "/leagues/new/")
    cora.fill("[name=name]", "Nut League")
    cora.locator("summary").first.click()
    cora.locator("summary", has_text="The league").click()
    cora.fill("[name=option-points-win]", "4")
    cora.select_option("[name=custom-original]", "teams.human")
    press(cora, "copy")
    # It goes on where the new entry is, without another page.
    expect(cora.locator("[name=custom-0-name]")).to_be_focused()
    cora.fill("[name=custom-0-name]", "Squirrels")
    press(cora, "row:custom-0")
    row = cora.locator("[name=custom-0-row-5-name]")
    expect(row).to_be_focused()
    press(cora, "drop:custom-0-row-5")
    expect(row).to_have_count(0)
    expect(cora.locator("[name=custom-0-name]")).to_have_value("Squirrels")
    fits(cora)

    skills = cora.locator("[name=custom-0-row-0-skills]")
    skills.fill("Block, ")
    assert skills.evaluate("field => field.list.options[0].value").startswith("Block, ")
    skills.fill("Block, Dodge")
    # Return founds the league; it presses none of the editor's buttons.
    cora.locator("[name=name]").press("Enter")
    expect(cora.locator("h1")).to_contain_text("Nut League")
    visit(cora, "/rules/bb2016/squirrels/?league=nut-league")
    expect(cora.locator("tbody tr").first).to_contain_text("Block, Dodge")
