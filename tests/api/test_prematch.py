"""The pre-match over the API: a call for each step, the same services, in the shapes that the schema promises."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

import pytest

from engine.team.ruling import Change
from matches.models import Match
from tests import cast
from tests.api.client import Api, problem_codes
from tests.scenes import scene

pytestmark = pytest.mark.django_db


@scene
def match() -> Match:
    return cast.match(cast.season(cast.league(house_rules={"special-spectators": True})))


def state_of(match: Match, api: Api | None = None) -> Any:
    return (api or Api()).get(f"matches/{match.pk}/prematch/").json()


def post(match: Match, step: str, body: dict[str, Any], *, key: str = "") -> Any:
    return Api(match.home.coach).post(f"matches/{match.pk}/prematch/{step}/", body, key=key)


def test_anybody_may_read_what_is_recorded(match: Match) -> None:
    state = state_of(match)
    assert (state["version"], state["open"], state["rolls"], state["problems"]) == (0, True, [], [])
    assert [step["key"] for step in state["steps"]][:3] == ["weather", "stadium", "referee"]
    assert state["prematch"]["weather"] == ""


@pytest.mark.parametrize("step", ["weather", "referee", "fans", "kick"])
def test_the_server_throws_once(match: Match, step: str) -> None:
    first = post(match, step, {"throw": True}, key="tap").json()
    assert first["version"] == 1
    assert {roll["source"] for roll in first["rolls"]} == {"seeded"}
    assert post(match, step, {"throw": True}, key="tap").json() == first
    refused = post(match, step, {"throw": True})
    assert (refused.status_code, refused.json()["code"]) == (HTTPStatus.CONFLICT, "thrown_already")


def test_dice_of_the_table_are_taken_by_their_keys(match: Match) -> None:
    state = post(match, "weather", {"dice": {"weather": [6, 6]}}).json()
    assert (state["prematch"]["weather"], state["rolls"][0]["source"]) == ("blizzard", "table")
    impossible = post(match, "referee", {"dice": {"referee": [7, 1]}})
    assert (impossible.status_code, impossible.json()["code"]) == (HTTPStatus.UNPROCESSABLE_ENTITY, "die_impossible")


def test_results_are_told_and_differences_marked(match: Match) -> None:
    post(match, "weather", {"dice": {"weather": [3, 4]}})
    state = post(match, "weather", {"result": "blizzard", "version": 1}).json()
    assert [one["code"] for one in state["differences"]] == ["not_what_the_dice_say"]
    state = post(match, "fans", {"home": 12_000, "away": 6_000, "rivals": True}).json()
    assert (state["prematch"]["home"]["fans"], state["prematch"]["away"]["special"]) == (12_000, "the-black-gobbo")
    assert post(match, "kick", {"coin": "home", "kicking": "away"}).json()["prematch"]["kicking"] == "away"


def test_what_cannot_have_been_so_is_refused_all_at_once(match: Match) -> None:
    refused = post(match, "fans", {"home": 1, "away": 99_000})
    assert refused.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert problem_codes(refused) == ["fans_impossible", "fans_impossible"]


def test_a_version_that_is_over_is_refused(match: Match) -> None:
    post(match, "kick", {"kicking": "home"})
    stale = post(match, "kick", {"kicking": "away", "version": 0})
    assert (stale.status_code, stale.json()["code"]) == (HTTPStatus.CONFLICT, "prematch_changed")


def test_a_coach_plays_at_home_instead(match: Match) -> None:
    cast.ruled(match.home, Change("stadium", what="ice", name="The Frozen Pit"))
    post(match, "stadium", {"dice": {"stadium/coach": [1], "stadium/roll": [1, 2]}})
    other = Api(match.away.coach).post(f"matches/{match.pk}/prematch/stadium/", {"at_home": True})
    assert other.status_code == HTTPStatus.FORBIDDEN
    venue = post(match, "stadium", {"at_home": True}).json()["prematch"]["venue"]
    assert (venue["home_of"], venue["name"]) == ("home", "The Frozen Pit")
    assert post(match, "stadium", {"stadium": "standard"}).json()["prematch"]["venue"]["home_of"] == ""


def test_a_step_of_another_edition_is_refused(match: Match) -> None:
    refused = post(match, "journeymen", {"side": "home", "positions": ["lineman"]})
    assert (refused.status_code, refused.json()["code"]) == (HTTPStatus.UNPROCESSABLE_ENTITY, "step_not_played")


def test_a_step_waits_for_the_die_of_the_table_and_gets_it() -> None:
    match = cast.match(cast.season(cast.league(house_rules={"table-rolls": ["winnings"], "hire-window": False})))
    played = cast.advance(cast.confirm(cast.file(match)))
    step = played.steps.get(team=match.home_id, name="winnings")
    thrown = Api(match.home.coach).post(f"steps/{step.pk}/throw/", {"faces": [5]}).json()
    assert (thrown["options"], thrown["roll"]) == (["keep", "reroll"], f"winnings/{match.home.key}/1")
    again = Api(match.home.coach).post(f"steps/{step.pk}/throw/", {"faces": [6]})
    assert (again.status_code, again.json()["code"]) == (HTTPStatus.CONFLICT, "no_die_waiting")
