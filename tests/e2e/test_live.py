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


def arrived(page: Page, number: int) -> None:
    """So many events stand on the page as the server tells them, and nothing waits."""
    expect(page.locator("[data-timeline] > .live-item")).to_have_count(number, timeout=15_000)
    waiting(page, 0)


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
    arrived(ann, 2)
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
    arrived(bob, 3)

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
    arrived(bob, 5)
    expect(ann.locator(".live-item:not(.live-item--turn)")).to_have_count(3, timeout=15_000)
    ann.get_by_role("link", name="Add up: the report").click()
    expect(ann.locator("[name=home-score]")).to_have_value("1")
    expect(ann.locator("[name=away-score]")).to_have_value("1")


def test_an_expired_login_loses_nothing_though_the_page_is_opened_anew(window: Window, live_server: LiveServer) -> None:
    match = kicked_off()
    ann = log_in(window(), match.home.coach, match)
    tap(ann, "touchdown", "home/p10")
    arrived(ann, 1)
    ann.context.clear_cookies()
    tap(ann, "touchdown", "home/p11")
    expect(ann.locator("#live-news")).to_contain_text("not logged in", timeout=15_000)
    waiting(ann, 1)
    ann.reload()  # as a spectator now
    expect(ann.locator(".live-kind")).to_have_count(0)
    expect(ann.locator("#live-news")).to_contain_text("1")
    ann.locator("#live-news a").click()
    ann.fill("[name=username]", match.home.coach.email or "")
    ann.fill("[name=password]", cast.PASSWORD)
    ann.locator("main button[type=submit]:visible").first.click()
    waiting(ann, 0)
    score(ann, "home", 2)
    assert LiveEvent.objects.count() == 2


def test_another_coach_on_the_same_phone_sends_nothing_in_the_first_one_s_name(
    window: Window, live_server: LiveServer
) -> None:
    match = kicked_off()
    phone = log_in(window(), match.home.coach, match)
    phone.context.clear_cookies()
    tap(phone, "touchdown", "home/p10")
    waiting(phone, 1)
    log_in(phone, match.away.coach, match)
    tap(phone, "touchdown", "away/p10")
    arrived(phone, 1)
    expect(phone.locator("#live-news")).to_contain_text("somebody else")
    score(phone, "away", 1)
    assert [event.author for event in LiveEvent.objects.all()] == [match.away.coach]
    phone.context.clear_cookies()
    log_in(phone, match.home.coach, match)
    waiting(phone, 0)
    score(phone, "home", 1)


WITHOUT = """
    delete Crypto.prototype.randomUUID;
    Object.defineProperty(window, "indexedDB", { get() { return undefined; } });
    Object.defineProperty(Navigator.prototype, "serviceWorker", { get() { return undefined; } });
"""


def test_plain_http_and_no_database_in_the_browser_are_enough(window: Window, live_server: LiveServer) -> None:
    match = kicked_off()
    ann = window()
    ann.add_init_script(WITHOUT)
    log_in(ann, match.home.coach, match)
    ann.context.set_offline(True)
    tap(ann, "touchdown", "home/p10")
    waiting(ann, 1)
    ann.context.set_offline(False)
    ann.reload()
    waiting(ann, 0)
    score(ann, "home", 1)


def test_two_tabs_of_one_phone_count_together(window: Window, live_server: LiveServer) -> None:
    match = kicked_off()
    first = log_in(window(), match.home.coach, match)
    second = first.context.new_page()
    second.goto(reverse("matches:live", args=[match.pk]))
    first.context.set_offline(True)
    for tab, players in ((first, ("p10", "p11")), (second, ("p12", "p9"))):
        for player in players:
            tap(tab, "touchdown", f"home/{player}")
    first.context.set_offline(False)
    waiting(first, 0)
    waiting(second, 0)
    score(second, "home", 4)
    assert sorted(LiveEvent.objects.values_list("sequence", flat=True)) == [1, 2, 3, 4]


def test_a_casualty_its_die_and_an_edit(window: Window, live_server: LiveServer) -> None:
    match = kicked_off()
    ann = log_in(window(), match.home.coach, match)
    ann.locator(".live-turn[value=home]").click()
    ann.locator(".live-kind[data-kind=casualty]").click()
    ann.locator("#tell [name=player][value='away/p5']").locator("..").click()
    ann.locator("#tell .tell-chip", has_text="Block").click()
    ann.locator("#tell [name=other][value='home/p10']").locator("..").click()
    ann.locator("#tell-form button[type=submit]").click()
    arrived(ann, 2)
    item = ann.locator(".live-item", has_text="Casualty").first
    expect(item.locator(".die")).to_have_count(2, timeout=15_000)
    expect(item).to_contain_text("2 SPP for #10")
    item.locator("[data-edit]").click()
    expect(ann.locator("#tell [name=player][value='away/p5']")).to_be_checked()
    ann.locator("#tell label.tell-chip:has(input[name=cause][value=foul])").click()
    ann.locator("#tell-form button[type=submit]").click()
    waiting(ann, 0)
    expect(ann.locator(".live-item", has_text="Casualty: Foul").first).to_contain_text("No SPP", timeout=15_000)
    assert LiveEvent.objects.count() == 3


def test_what_waits_for_the_network_says_all_that_was_tapped_in(window: Window, live_server: LiveServer) -> None:
    match = kicked_off()
    ann = log_in(window(), match.home.coach, match)
    ann.context.set_offline(True)
    ann.locator(".live-turn[value=home]").click()
    waits = ann.locator(".live-item--waits")
    expect(waits.first).to_contain_text("Turn")
    expect(waits.first).not_to_contain_text("turnturn")
    ann.locator(".live-kind[data-kind=casualty]").click()
    ann.locator("#tell fieldset:visible label.shirt[data-shirt='away/p5']").first.click()
    ann.locator("#tell label.tell-chip:has(input[name=cause][value=block])").click()
    ann.locator("#tell label.shirt:has(input[name=other][value='home/p10'])").click()
    dice = ann.locator("#tell input[name=dice-casualty]")
    dice.fill("four and three")
    ann.locator("#tell button[type=submit]").click()
    expect(waits).to_have_count(1)  # what nobody can read is not written down without a word
    assert dice.evaluate("input => input.validity.patternMismatch")
    dice.fill("43")
    ann.locator("#tell button[type=submit]").click()
    expect(waits).to_have_count(2)
    expect(waits.first).to_contain_text("by #10 blitzer 10")
    ann.locator("[data-next-half]").click()
    expect(ann.locator("#tell-title")).to_have_text("Kick-off · 2nd half")
    ann.locator("#tell [data-close]").click()
    ann.context.set_offline(False)
    waiting(ann, 0)


def test_whoever_watches_on_a_wide_screen_has_two_columns(window: Window, live_server: LiveServer) -> None:
    match = kicked_off()
    page = window()
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(reverse("matches:live", args=[match.pk]))
    course = page.locator("section[aria-labelledby=timeline]").bounding_box()
    dugouts = page.locator("section[aria-labelledby=dugouts]").bounding_box()
    assert course
    assert dugouts
    assert abs(course["y"] - dugouts["y"]) < 2
    assert course["x"] + course["width"] < dugouts["x"]


def test_what_two_phones_tell_of_one_event_is_decided_by_a_tap(window: Window, live_server: LiveServer) -> None:
    match = kicked_off()
    ann, bob = log_in(window(), match.home.coach, match), log_in(window(), match.away.coach, match)
    tap(ann, "touchdown", "home/p10")
    arrived(bob, 1)

    bob.context.set_offline(True)
    bob.locator(".live-item").first.get_by_role("button", name="Undo").click()
    waiting(bob, 1)
    ann.locator(".live-item").first.locator("[data-edit]").click()
    ann.locator("#tell fieldset:visible label.shirt[data-shirt='home/p11']").first.click()
    ann.locator("#tell-form button[type=submit]").click()
    waiting(ann, 0)
    bob.context.set_offline(False)
    arrived(bob, 1)  # his taking back had not seen what she told
    item = ann.locator(".live-item").first
    expect(item).to_contain_text("Bob has taken it back, and had not seen this.", timeout=15_000)
    item.get_by_role("button", name="Leave it as it is").click()
    expect(bob.locator(".live-item").first).not_to_contain_text("had not seen this", timeout=15_000)
    score(bob, "home", 1)

    tap(bob, "touchdown", "home/p11")
    arrived(bob, 2)
    twin = bob.locator(".live-item", has_text="Is it one event?")
    expect(twin).to_have_count(1)
    twin.get_by_role("button", name="Both happened").click()
    expect(twin).to_have_count(0, timeout=15_000)
    waiting(bob, 0)
    found = live_match(cast.reread(match))
    assert [event.player for event in found.events] == ["p11", "p11"]
    assert found.twins == ()


def test_a_copy_of_a_phone_overwrites_nothing(window: Window, live_server: LiveServer) -> None:
    """Two browsers with one store count alike: what is new in either is an event of its own."""
    match = kicked_off()
    ann, copy = window(), window()
    for page in (ann, copy):
        page.add_init_script(WITHOUT)
        log_in(page, match.home.coach, match)
    tap(ann, "touchdown", "home/p9")
    arrived(ann, 1)
    copy.evaluate(
        "text => localStorage.setItem('scrimmage-live', text)", ann.evaluate("localStorage['scrimmage-live']")
    )
    copy.reload()
    copy.context.set_offline(True)
    tap(copy, "touchdown", "home/p11")
    copy.locator(".live-item--waits").get_by_role("button", name="Undo").click()
    tap(copy, "touchdown", "home/p12")
    waiting(copy, 3)
    tap(ann, "touchdown", "home/p10")
    arrived(ann, 2)
    copy.context.set_offline(False)
    waiting(copy, 0)
    score(ann, "home", 3)
    found = live_match(cast.reread(match)).events
    assert sorted(event.player for event in found) == ["p10", "p12", "p9"]
