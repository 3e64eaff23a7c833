"""The home stadium on the page of a window, and its twin in the API."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from matches.models import Match
from tests import cast
from tests.api.client import Api
from tests.matches.test_home_acts import NAME, a_window, do

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def address(match: Match, side: str = "home") -> str:
    return reverse("matches:hiring", args=[getattr(match, side).pk])


def page_of(match: Match, by: str = "Ann", side: str = "home") -> str:
    client = Client()
    client.force_login(cast.coach(by))
    return client.get(address(match, side)).content.decode()


def send(match: Match, **typed: Any) -> tuple[int, str]:
    client = Client()
    client.force_login(cast.coach("Ann"))
    answer = client.post(address(match), typed, follow=True)
    return answer.status_code, answer.content.decode()


def test_a_resident_sees_his_home_and_what_he_may_do_about_it() -> None:
    page = page_of(a_window(owned=False, gold=400_000))
    assert NAME in page
    assert "Ice · resident" in page
    for label in ("Buy the stadium", "Pay once", "End it"):
        assert label in page
    assert "Sell the stadium" not in page


def test_an_owner_may_sell_only_as_long_as_nothing_else_was_done() -> None:
    match = a_window(owned=True)
    assert "Sell the stadium" in page_of(match)
    assert "1: Swindled · 2\N{EN DASH}5: Sold at a Loss · 6: Break Even!" in page_of(match)
    do(match.home, "fire", player="p1")
    page = page_of(match)
    assert "Sell the stadium" not in page
    assert "Only at the start of a window" in page


def test_somebody_else_sees_it_and_has_nothing_to_press() -> None:
    page = page_of(a_window(owned=False, gold=400_000), by="Bob")
    assert NAME in page
    for label in ("Buy the stadium", "Pay once", "End it", "home-name"):
        assert label not in page


def test_who_is_at_home_nowhere_reads_how_he_comes_to_one() -> None:
    page = page_of(a_window(owned=False), by="Bob", side="away")
    assert "The team is at home nowhere." in page
    assert "Pay into the stadium fund" in page


def test_a_sale_on_the_page_stands_in_the_list_and_in_the_sequence() -> None:
    match = a_window(owned=True, table_rolls=["stadium"])
    status, page = send(match, do="sell-stadium", faces="2 3 4")
    assert status == 200
    assert "Sold the stadium" in page
    match_page = Client().get(reverse("matches:match", args=[match.pk])).content.decode()
    assert "Stadium sold" not in match_page  # the step is not over yet
    cast.finish(match)
    assert "Stadium sold" in Client().get(reverse("matches:match", args=[match.pk])).content.decode()


def test_faces_that_cannot_be_read_are_refused_and_kept() -> None:
    match = a_window(owned=True)
    status, page = send(match, do="sell-stadium", faces="six")
    assert status == 422
    assert 'value="six"' in page
    assert cast.again(match.home).stadium["owned"] is True


def test_a_name_that_cannot_be_is_refused_at_its_field() -> None:
    match = a_window(owned=False)
    status, page = send(match, do="name-stadium", name="N" * 81)
    assert status == 422
    assert "N" * 81 in page
    assert send(match, do="name-stadium", name="New Rink")[0] == 200
    assert cast.again(match.home).stadium["name"] == "New Rink"


def test_buying_is_told_in_the_statement_and_on_the_team_s_page() -> None:
    match = a_window(owned=False, gold=400_000)
    send(match, do="pay-into-fund", count="1")
    send(match, do="buy-stadium")
    client = Client()
    assert "its own" in client.get(reverse("teams:team", args=[match.home_id])).content.decode()
    told = client.get(reverse("teams:statement", args=[match.home_id])).content.decode()
    assert "Stadium bought" in told
    assert "Paid into the stadium fund" in told


def test_the_api_says_what_may_be_done_and_does_it() -> None:
    match = a_window(owned=True, table_rolls=["stadium"])
    api = Api(cast.coach("Ann"))
    state = api.get(f"teams/{match.home_id}/hiring/").json()
    assert state["home"]["home"] == {"stadium": "ice", "name": NAME, "owned": True}
    assert state["home"]["needs_faces"] is True
    assert {one["kind"]: one["price"] for one in state["home"]["acts"]} == {
        "sell-stadium": 0,
        "buy-stadium": 250_000,
        "pay-into-fund": 70_000,
        "cancel-residency": 50_000,
    }
    sold = api.post(f"teams/{match.home_id}/hiring/", {"kind": "sell-stadium", "faces": [6]})
    assert sold.status_code == 200
    assert sold.json()["home"]["home"]["owned"] is False
    again = api.post(f"teams/{match.home_id}/hiring/", {"kind": "sell-stadium", "faces": [6]})
    assert (again.status_code, again.json()["code"]) == (409, "sale_comes_first")


def test_the_api_says_that_a_league_has_no_stadiums() -> None:
    match = cast.to_the_window(
        cast.confirm(cast.file(cast.match(cast.season(cast.league(house_rules={"stadiums": False})))))
    )
    assert Api().get(f"teams/{match.home_id}/hiring/").json()["home"] is None
