"""Whatever people type, no page of a match gets wider than a phone: names, notes, comments, in any script."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from engine.team.ruling import Change
from leagues.models import Coach, League
from matches.models import Dispute, Match, Verdict
from matches.selectors.live import live_match
from matches.services.disputes import Objection, Sentence, dispute_raise, dispute_rule
from matches.services.prematch import stadium_record
from matches.services.write_ups import write_up_save
from teams.models import Team
from teams.services.teams import team_draft
from tests import cast
from tests.e2e.conftest import Window
from tests.e2e.test_agreeing import phone_of
from tests.e2e.test_live import arrived, tap
from tests.engine.given import a_draft
from tests.matches.playing import kicked_off, phone

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NOTE = "N" * 300
LATIN, RIGHT_TO_LEFT, PICTURES = "W" * 80, "ש" * 80, "🏈👩‍🚀" * 20


def long_team(league: League, name: str, by: str, roster: str) -> Team:
    draft = a_draft(roster, cast.POSITIONS, cast.GOODS, name)
    players = tuple(replace(player, name=name[:78] + str(player.number)) for player in draft.players)
    return team_draft(league=league, draft=replace(draft, players=players), actor=cast.member(league, by))


@pytest.fixture(params=[LATIN, RIGHT_TO_LEFT, PICTURES], ids=["latin", "right-to-left", "pictures"])
def match(request: pytest.FixtureRequest) -> Match:
    league = cast.league(house_rules={"hire-window": False})
    home = long_team(league, request.param[:79] + "1", "Ann", "human")
    cast.ruled(home, Change("stadium", what="ice", name=request.param))
    away = long_team(league, request.param[:79] + "2", "Bob", "orc")
    return cast.match(cast.season(league, (home, away)))


def fits(page: Page, address: str) -> None:
    """At the width that it was made for: what overflows it would make a phone zoom out, dialogs and all."""
    answer = page.goto(address)
    assert answer is not None
    assert answer.status == 200, address
    fits_now(page)
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    fits_now(page)


def fits_now(page: Page) -> None:
    wide = page.evaluate(
        """() => {
            const root = document.documentElement;
            if (root.scrollWidth <= 390 && root.clientWidth === 390) return [];
            return [...document.querySelectorAll('main *')]
                .filter((one) => one.getBoundingClientRect().right > 391 || one.getBoundingClientRect().left < -1)
                .map((one) => `${one.tagName}.${one.className}`).slice(-12).concat(String(root.scrollWidth));
        }"""
    )
    assert not wide, f"{page.url}: {wide}"


def told(match: Match, coach: Coach) -> None:
    ann = phone(match, coach, "anns")
    ann.tap("note", note=NOTE)
    ann.tap("touchdown", side="home", player="p10", note=NOTE)
    ann.tap("ko", side="away", player="p5", cause="foul", other="p10", note=NOTE)
    ann.tap("casualty", side="away", player="p6", cause="block", other="p10", note=NOTE, dice={"casualty": [9, 9]})
    ann.send()


def pages_before(match: Match) -> Iterator[str]:
    for name in ("match", "prematch", "report"):
        yield reverse(f"matches:{name}", args=[match.pk])


def test_a_match_of_long_words_is_played_on_a_phone(window: Window, match: Match) -> None:
    stadium_record(match=match, stadium="ice", home_of="home", roller="home", actor=match.home.coach)
    coach, spectator = phone_of(window, match.home.coach), window()
    for address in pages_before(match):
        fits(coach, address)
    match = kicked_off(match)
    told(match, match.home.coach)
    live = reverse("matches:live", args=[match.pk])
    for page in (coach, spectator):
        fits(page, live)
    tap(coach, "touchdown", "home/p11")
    arrived(coach, 5)
    fits_now(coach)
    for kind in ("casualty", "kick-off", "ko"):
        coach.locator(f".live-kind[data-kind={kind}]").click()
        fits_now(coach)
        expect(coach.locator("#tell [data-close]")).to_be_in_viewport()
        coach.locator("#tell [data-close]").click()
    coach.locator(".live-item", has_text="Touchdown").first.get_by_role("button", name="Undo").click()
    arrived(coach, 4)
    coach.context.set_offline(True)
    coach.locator(".live-kind[data-more]").click()
    coach.locator(".live-kind[data-kind=note]").click()
    coach.fill("#tell-note", NOTE)
    coach.locator("#tell-form button[type=submit]").click()
    expect(coach.locator(".live-item--waits")).to_have_count(1)
    fits_now(coach)


def test_a_match_of_long_words_is_disputed_and_ruled_on_on_a_phone(window: Window, match: Match) -> None:
    match = kicked_off(match)
    ann = phone(match, match.home.coach, "anns")
    ann.tap("touchdown", side="home", player="p10", note=NOTE)
    ann.send()
    found = live_match(match)
    match = cast.file(match, (1, 0))
    bob = match.away.coach
    coach, spectator, commissioner = (
        phone_of(window, bob),
        window(),
        phone_of(window, cast.commissioner_of(match.league)),
    )
    for name in ("match", "dispute", "live"):
        fits(coach, reverse(f"matches:{name}", args=[match.pk]))
    dispute_raise(match=match, objections=[Objection("home.deeds.p10.touchdown", NOTE, "changed", 0)], actor=bob)
    dispute = Dispute.objects.get()
    pages = (reverse("matches:match", args=[match.pk]), reverse("matches:dispute-line", args=[dispute.pk]))
    for page in (spectator, commissioner):
        for address in pages:
            fits(page, address)
    sentence = Sentence(Verdict.STANDS, None)
    dispute_rule(dispute=dispute, sentence=sentence, reason=NOTE, actor=cast.commissioner_of(match.league))
    write_up_save(match=match, text=NOTE, actor=bob)
    rulings = reverse("matches:rulings", args=[match.league.slug])
    for address in (*pages, rulings):
        fits(spectator, address)
    assert found.events
