"""A league's rules with their marks, in a phone's window."""

import pytest

from engine import rulesets
from engine.rulesets.options import with_options
from leagues.mapping import ruleset_keep
from leagues.models import League
from tests.e2e.conftest import Window

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

CHANGES = {
    "spp-touchdown": 4,
    "goods.reroll.cost": 60_000,
    "teams.human.positions.blitzer.ag": 4,
    "teams.human.positions.blitzer.journeyman": True,
    "stars.griff-oberwald.members.Griff Oberwald.st": 5,
    "inducements.bribe.max": 1,
    "weather.standard.results.nice.effect": "Warm.",
    "sponsors.one_time.unit": 50_000,
    "options.stadiums": False,
}
PAGES = ("", "human/", "part/stars/", "part/inducements/", "part/tables/", "part/league/", "part/options/")


def test_marks_push_no_page_sideways_and_say_in_words_what_they_mean(window: Window) -> None:
    edition = rulesets.get("bb2016")
    League.objects.create(
        name="Bent Cup",
        slug="bent-cup",
        invitation="bent",
        edition=ruleset_keep(edition),
        ruleset=ruleset_keep(with_options(edition, CHANGES)),
    )
    phone = window()
    for page in PAGES:
        phone.goto(f"/rules/bb2016/{page}?league=bent-cup")
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390, page
        mark = phone.locator("ins.bent").first
        assert mark.inner_text().startswith("House rule:"), page
        assert phone.locator(".bent-was").first.inner_text().startswith("was "), page
