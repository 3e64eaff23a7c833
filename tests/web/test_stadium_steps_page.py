"""The stadium's part of the post-match on the page of a match: what is asked, and what happened."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from engine.match.prematch import PreMatch, Venue
from engine.typed import plain
from matches.models import Match, MatchDay
from tests import cast
from tests.matches.playing import kicked_off
from tests.matches.test_homes import a_match, at_home, choose, played_at, step_of

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def page_of(match: Match, by: str = "Ann") -> str:
    client = Client()
    client.force_login(cast.coach(by))
    return client.get(reverse("matches:match", args=[match.pk])).content.decode()


def test_who_may_ask_is_told_what_the_place_is_and_what_counts_for_him() -> None:
    page = page_of(played_at(a_match(), score=(2, 1)))
    assert "nobody&#x27;s home: Ice." in page
    assert "You throw a D6, +1 (the team won)." in page
    assert "Up to 5: Rejected" in page
    assert "6 to 8: It&#x27;ll Cost You" in page
    assert "From 9 on: Unconditional Offer" in page
    assert "Ask for it" in page


def test_an_offer_says_its_score_and_its_price_and_asks_for_a_name() -> None:
    match = played_at(a_match(), dice={"residency/t1": (6,)})
    choose(match.home, "residency", "attempt")
    choose(match.away, "residency", "pass")
    page = page_of(match)
    assert "Ice, with a score of 6: It&#x27;ll Cost You" in page
    assert "6 thrown: 6" in page
    assert 'name="words"' in page
    assert 'value="Reavers Ice"' in page
    assert "Take it for all winnings of this match" in page
    # Whoever else looks is told whom it waits for, and has nothing to press.
    assert 'name="words"' not in page_of(match, by="Bob")
    assert "The team did not ask for it." in page


def test_a_home_is_taken_on_the_page_under_the_name_that_was_typed() -> None:
    match = played_at(a_match(), dice={"residency/t1": (6,)})
    choose(match.home, "residency", "attempt")
    choose(match.away, "residency", "pass")
    client = Client()
    client.force_login(match.home.coach)
    step = step_of(match.home, "residency-deal")
    told = {"choice": "pay-winnings", "words": "The Rink"}
    assert client.post(reverse("matches:choose", args=[step.pk]), told).status_code == 302
    page = page_of(cast.advance(match))
    assert "The Rink (Ice)" in page
    assert "All winnings of this match go for it." in page
    assert "All of it for the new home" in page
    assert "The Rink" in client.get(reverse("teams:team", args=[match.home_id])).content.decode()


def test_a_name_that_cannot_be_is_refused_and_the_offer_stands() -> None:
    match = played_at(a_match(), dice={"residency/t1": (6,)})
    choose(match.home, "residency", "attempt")
    choose(match.away, "residency", "pass")
    client = Client()
    client.force_login(match.home.coach)
    step = step_of(match.home, "residency-deal")
    refused = client.post(reverse("matches:choose", args=[step.pk]), {"choice": "pay-winnings", "words": "\u202e"})
    assert refused.status_code == 422
    assert step_of(match.home, "residency-deal").status == "waiting"


def test_the_place_is_named_beside_what_it_adds_to_the_throw_for_the_fan_factor() -> None:
    match = played_at(a_match(), "broadcast-studio")
    for team in (match.home, match.away):
        match = choose(team, "residency", "pass")
    assert "Broadcast Studio: 3 more" in page_of(match)


def test_a_winner_reads_what_each_choice_comes_to_with_what_the_place_adds() -> None:
    dice = {"winnings/t1/1": (2,), "winnings/t1/d3/stadium": (3,)}
    match = played_at(a_match(), "integrated-merchandise-stall", score=(1, 0), dice=dice)
    for team in (match.home, match.away):
        match = choose(team, "residency", "pass")
    assert "Keep the roll (60k gp)" in page_of(match)


def test_who_may_lose_his_home_reads_the_throw_his_fans_and_what_gold_does() -> None:
    dice = {"losing-residency/t1": (5,), "fan-factor/t1/2d6": (1, 2)}
    match = at_home(a_match(), owned=False, score=(0, 1), dice=dice)
    page = page_of(match)
    assert "5 thrown, with a fan factor of 3: too high by 2 to stay at home in The Rink." in page
    assert "Each 30,000 gp lowers the throw by one." in page
    assert "Let the home go" in page
    assert "Pay and stay (-60k gp)" in page
    choose(match.home, "losing-residency", "let-go")
    assert "The team loses its home; it would have cost 60,000 gp to keep." in page_of(match)


def recorded_at(stadium: str) -> str:
    """The live page of a match that has been kicked off there."""
    match = a_match()
    MatchDay.objects.create(match=match, prematch=plain(PreMatch(venue=Venue(stadium=stadium))))
    client = Client()
    client.force_login(match.home.coach)
    return client.get(reverse("matches:live", args=[kicked_off(match).pk])).content.decode()


def test_fame_is_offered_on_the_live_page_only_where_it_is_lost() -> None:
    assert 'value="fame-lost"' in recorded_at("appalling-stand")


def test_elsewhere_there_is_nothing_to_tap() -> None:
    assert 'value="fame-lost"' not in recorded_at("ice")
