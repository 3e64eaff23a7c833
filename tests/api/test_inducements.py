"""Inducements over the API: the list with its reasons, buying, taking back, counting, and what stays hidden."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from matches.models import Match, MatchDay
from tests import cast
from tests.matches.test_inducements import a_match, buys, side_of

pytestmark = pytest.mark.django_db


def browser(name: str) -> Client:
    client = Client()
    client.force_login(cast.coach(name))
    return client


def post(match: Match, name: str, body: dict[str, Any], route: str = "match-inducements") -> Any:
    address = reverse(f"api:{route}", args=[match.pk])
    return browser(name).post(address, json.dumps(body), content_type="application/json")


def shop(answer: Any, side: str) -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in answer.json()["sides"] if one["side"] == side)
    return found


def test_the_list_has_prices_limits_reasons_and_the_gold() -> None:
    match = a_match()
    answer = browser("Ann").get(reverse("api:match-inducements", args=[match.pk]))
    mine = shop(answer, side_of(match, "Ann"))
    offers = {(one["what"], one["about"]): one for one in mine["offers"]}
    assert (offers["bribe", ""]["cost"], offers["bribe", ""]["most"], offers["bribe", ""]["why_not"]) == (
        100_000,
        3,
        None,
    )
    assert offers["igor", ""]["why_not"]["code"] == "inducement_by_apothecary"
    assert offers["igor", ""]["why_not"]["rule"] == "inducements"
    assert mine["limits"]["star-player"] == 2
    assert mine["purse"]["given"] == [{"why": "value-difference", "amount": mine["purse"]["budget"]}]
    assert (answer.json()["first"], answer.json()["turn"]) == (side_of(match, "Bob"), side_of(match, "Bob"))
    assert (mine["buys"], mine["returns"]) == (False, False)


def test_buying_counting_and_taking_back() -> None:
    match = a_match()
    side = side_of(match, "Bob")
    wanted = {"side": side, "induced": [{"what": "bribe"}], "treasury": 100_000}
    counted = post(match, "Bob", wanted, "inducement-budget")
    assert (shop(counted, side)["purse"]["cost"], shop(counted, side)["purse"]["left"]) == (100_000, 0)
    assert not MatchDay.objects.filter(match=match).exists()
    answer = post(match, "Bob", wanted)
    assert answer.status_code == 200
    bobs = shop(answer, side)
    assert (bobs["buys"], bobs["returns"], bobs["purse"]["spent_own"]) == (True, True, 100_000)
    assert [(one["what"], one["count"], one["cost"]) for one in shop(answer, side)["bought"]] == [("bribe", 1, 100_000)]
    assert shop(answer, side)["done"]
    assert not shop(post(match, "Bob", {"side": side, "induced": None}), side)["done"]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"induced": [{"what": "igor"}]}, 422),
        ({"induced": [{"what": "bribe", "count": -3}]}, 422),
        ({"induced": [{"what": "\N{PILE OF POO}" * 300}]}, 422),
        ({"induced": [{"what": "bribe", "count": "three"}]}, 400),
        ({"induced": "bribe"}, 400),
        ({"induced": [], "side": "referee"}, 400),
        ({"induced": [], "treasury": -1}, 422),
        ({"induced": [], "version": -5}, 200),
    ],
)
def test_bad_input_is_refused_with_its_status(body: dict[str, Any], status: int) -> None:
    match = a_match()
    assert post(match, "Bob", {"side": side_of(match, "Bob"), **body}).status_code == status


def test_every_problem_is_said_at_once_with_its_place() -> None:
    match = a_match()
    side = side_of(match, "Bob")
    answer = post(match, "Bob", {"side": side, "induced": [{"what": "igor"}, {"what": "submarine"}]})
    assert [(one["code"], one["where"]) for one in answer.json()["problems"]][:2] == [
        ("inducement_by_apothecary", f"prematch.{side}.induced.0"),
        ("inducement_unknown", f"prematch.{side}.induced.1"),
    ]


def test_what_is_sealed_no_call_of_anybody_else_tells() -> None:
    match = a_match({"inducements-sealed": True})
    cast.member(match.league, "Mia")
    buys(match, "Ann", "bloodweiser-keg")
    side = side_of(match, "Ann")
    for name in ("Bob", "Cora", "Mia"):
        for route in ("match-inducements", "match-prematch"):
            answer = browser(name).get(reverse(f"api:{route}", args=[match.pk]))
            told = answer.json() if route == "match-prematch" else {**shop(answer, side), "offers": []}
            assert "bloodweiser" not in json.dumps(told)
    mine = shop(browser("Ann").get(reverse("api:match-inducements", args=[match.pk])), side)
    assert [one["what"] for one in mine["bought"]] == ["bloodweiser-keg"]


def test_out_of_turn_and_equal_teams_are_conflicts() -> None:
    match = a_match()
    assert post(match, "Ann", {"side": side_of(match, "Ann"), "induced": []}).json()["code"] == "not_your_turn"
    level = a_match_level()
    assert post(level, "Ann", {"side": side_of(level, "Ann"), "induced": []}).json()["code"] == "first_undecided"
    thrown = post(level, "Ann", {"throw": True}, "inducement-first").json()
    assert thrown["chooser"] in ("home", "away")


def a_match_level() -> Match:
    league = cast.league("Level Cup")
    teams = [cast.team(league, f"{name}'s", by=name, roster="human") for name in ("Ann", "Bob")]
    return cast.match(cast.season(league, teams))


def test_petty_cash_is_moved() -> None:
    """LRB6, pre-match, transfer gold."""
    match = a_match(ruleset="lrb6")
    side = side_of(match, "Bob")
    answer = post(match, "Bob", {"side": side, "gold": 50_000}, "inducement-transfer")
    assert shop(answer, side)["purse"]["own"] == 50_000
    assert post(match, "Bob", {"side": side, "gold": 10**9}, "inducement-transfer").status_code == 422
