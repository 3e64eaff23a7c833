"""Hire and fire over the API: the same window, the same refusals, in the shapes that the schema promises."""

from __future__ import annotations

from http import HTTPStatus

import pytest

from matches.models import Match
from teams.models import Team
from teams.selectors.teams import team_get
from tests import cast
from tests.api.client import Api, mistakes, problem_codes
from tests.scenes import scene

pytestmark = pytest.mark.django_db


@scene
def match() -> Match:
    return cast.to_the_window(cast.confirm(cast.file(cast.match(cast.season(cast.league(), legs=2)), (2, 0))))


def again(team: Team) -> Team:
    return team_get(cast.coach("Cora"), team.pk)


def test_the_state_of_a_window(match: Match) -> None:
    state = Api().get(f"teams/{match.home_id}/hiring/").json()
    assert (state["open"], state["shut"], state["places"], state["window"]) == (True, None, 4, None)
    assert state["step"] == match.steps.get(team=match.home_id, name="hire-and-fire").pk
    positions = {one["position"]: one for one in state["positions"]}
    assert (positions["blitzer"]["cost"], positions["blitzer"]["taken"], positions["blitzer"]["more"]) == (90_000, 3, 1)
    goods = {one["good"]: one for one in state["goods"]}
    assert (goods["reroll"]["cost"], goods["reroll"]["owned"], goods["reroll"]["buying"]) == (100_000, 2, [])
    assert [problem["code"] for problem in goods["fan-factor"]["buying"]] == ["good_only_at_draft"]
    (closing,) = state["closing"]
    assert (closing["choice"], closing["mistakes"]["dice"]) == ("done", "D6")
    assert "helmut-wulf" in [one["star"] for one in state["stars"]]


def test_a_shut_window_says_when_it_opens() -> None:
    team = cast.match(cast.season(cast.league())).home
    state = Api().get(f"teams/{team.pk}/hiring/").json()
    assert (state["open"], state["acts"], state["closing"]) == (False, [], [])
    assert "after its next match" in state["shut"]
    refused = Api(team.coach).post(f"teams/{team.pk}/hiring/", {"kind": "hire", "position": "lineman"})
    assert (refused.status_code, refused.json()["code"], refused.json()["rule"]) == (409, "window_shut", "hiring")


def test_an_act_is_done_and_taken_back(match: Match) -> None:
    ann, path = Api(match.home.coach), f"teams/{match.home_id}/hiring/"
    version = ann.get(path).json()["version"]
    done = ann.post(path, {"kind": "hire", "position": "blitzer", "name": "Griff", "version": version}).json()
    (act,) = done["acts"]
    assert (act["kind"], act["act"]["player"], act["act"]["name"], act["gold"]) == ("hire", "p13", "Griff", -90_000)
    assert done["version"] > version
    back = ann.post(f"{path}undo/", {"act": act["id"], "version": done["version"]}).json()
    assert back["acts"] == []
    gone = ann.post(f"{path}undo/", {"act": act["id"]})
    assert (gone.status_code, gone.json()["code"]) == (409, "not_taken_back")


def test_refusals_name_the_rule_and_both_numbers(match: Match) -> None:
    ann, path = Api(match.home.coach), f"teams/{match.home_id}/hiring/"
    Team.objects.filter(pk=match.home_id).update(treasury=99_999)
    refused = ann.post(path, {"kind": "buy", "good": "reroll"})
    assert refused.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert problem_codes(refused) == ["treasury_too_small"]
    assert refused.json()["problems"][0]["params"] == {"needed": 100_000, "available": 99_999}
    assert refused.json()["problems"][0]["rule"] == "treasury"


def test_a_stale_version_is_told_what_changed(match: Match) -> None:
    path = f"teams/{match.home_id}/hiring/"
    version = Api().get(path).json()["version"]
    Api(cast.coach("Cora")).post(path, {"kind": "fire", "player": "p1", "version": version})
    stale = Api(match.home.coach).post(path, {"kind": "fire", "player": "p2", "version": version})
    assert (stale.status_code, stale.json()["code"]) == (409, "team_changed")
    assert "Fired: #1 lineman 1 (Cora" in stale.json()["title"]


def test_the_same_key_hires_one_player(match: Match) -> None:
    ann, path = Api(match.home.coach), f"teams/{match.home_id}/hiring/"
    answers = [ann.post(path, {"kind": "hire", "position": "lineman"}, key="once").json() for _ in range(2)]
    assert answers[0] == answers[1]
    assert again(match.home).players.count() == 13


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ({"kind": "dance"}, ["kind"]),
        ({}, ["kind"]),
        ({"kind": "hire", "number": "one"}, ["number"]),
        ({"kind": "hire", "colour": 3}, ["colour"]),
    ],
)
def test_a_wrong_shape_is_told_by_its_place(match: Match, body: dict[str, object], where: list[str]) -> None:
    refused = Api(match.home.coach).post(f"teams/{match.home_id}/hiring/", body)
    assert refused.status_code == HTTPStatus.BAD_REQUEST
    assert mistakes(refused) == where


def test_a_commissioner_opens_and_the_coach_closes() -> None:
    team = cast.match(cast.season(cast.league())).home
    cora, ann, path = Api(cast.coach("Cora")), Api(team.coach), f"teams/{team.pk}/window/"
    assert ann.post(path, {"reason": "Please"}).status_code == HTTPStatus.FORBIDDEN
    assert cora.post(path, {"reason": ""}).json()["code"] == "reason_missing"
    opened = cora.post(path, {"reason": "Two were dead."}).json()
    assert (opened["key"], opened["opened_by"], opened["closed_at"]) == ("w1", "Cora", None)
    assert ann.get(f"teams/{team.pk}/hiring/").json()["window"]["reason"] == "Two were dead."
    assert [one["key"] for one in ann.get("inbox/").json()["windows"]] == ["w1"]
    assert cora.post(path, {"reason": "Again"}).json()["code"] == "window_open_already"
    assert ann.post(f"{path}close/", {"choice": "zombie"}).json()["code"] == "choice_unknown"
    assert ann.post(f"{path}close/").json()["closed_at"] is not None
    assert ann.post(f"{path}close/").json()["code"] == "no_window_open"
