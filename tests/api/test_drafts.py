"""Drafts over the API: the same services as the pages, each answer one that the schema promises."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

import pytest

from leagues.models import League
from teams.logos import BYTES_MOST
from teams.models import Draft, Team
from tests import cast
from tests.api.client import Api, mistakes, problem_codes
from tests.pictures import base64_of, png

pytestmark = pytest.mark.django_db

DRAFT: dict[str, Any] = {
    "name": "Reavers",
    "roster": "human",
    "players": [{"position": "lineman", "number": number, "name": f"Lineman {number}"} for number in range(1, 12)],
    "goods": {"reroll": 3},
    "colour": 3,
}


@pytest.fixture
def strict() -> League:
    return cast.league(house_rules={"draft-approval": True})


@pytest.fixture
def ann(strict: League) -> Api:
    return Api(cast.member(strict, "Ann"))


@pytest.fixture
def cora(strict: League) -> Api:
    return Api(cast.commissioner_of(strict))


def kept(api: Api, league: League, **more: Any) -> dict[str, Any]:
    response = api.post(f"leagues/{league.slug}/drafts/", {**DRAFT, **more})
    assert response.status_code == HTTPStatus.CREATED
    assert response["Location"] == response.json()["url"]
    return dict(response.json())


def test_a_draft_is_kept_read_saved_again_and_deleted(ann: Api, strict: League) -> None:
    draft = kept(ann, strict, players=DRAFT["players"][:3])
    assert (draft["status"], draft["version"], draft["team"], draft["colour"]) == ("saved", 1, None, 3)
    assert [one["code"] for one in draft["check_by_today"]["problems"]] == ["too_few_players"]
    assert draft["check_by_today"]["left"] == 1_000_000 - 3 * 50_000 - 3 * 50_000
    path = f"drafts/{draft['id']}/"
    again = ann.post(path, {**DRAFT, "version": 1})
    assert again.status_code == HTTPStatus.OK
    assert again.json()["draft"]["players"] == DRAFT["players"]
    assert ann.get(path).json() == again.json()
    assert [one["id"] for one in ann.get(f"leagues/{strict.slug}/drafts/").json()["results"]] == [draft["id"]]
    stale = ann.post(path, {**DRAFT, "version": 1})
    assert (stale.status_code, stale.json()["code"]) == (HTTPStatus.CONFLICT, "draft_changed")
    assert stale.json()["params"] == {"changes": "saved again"}
    assert ann.post(f"{path}delete/", {"version": 1}).status_code == HTTPStatus.CONFLICT
    assert ann.post(f"{path}delete/").json()["name"] == "Reavers"
    assert ann.get(path).status_code == HTTPStatus.NOT_FOUND


def test_it_is_submitted_returned_and_approved(ann: Api, cora: Api, strict: League) -> None:
    draft = kept(ann, strict)
    path = f"drafts/{draft['id']}/"
    assert cora.get(path).status_code == HTTPStatus.NOT_FOUND  # not handed in yet
    waits = ann.post(f"{path}submit/", {"version": 1}).json()
    assert (waits["status"], waits["version"]) == ("submitted", 2)
    assert [one["id"] for one in cora.get("inbox/").json()["to_approve"]] == [draft["id"]]
    waiting = cora.get(f"leagues/{strict.slug}/drafts/", waiting="1").json()["results"]
    assert [one["name"] for one in waiting] == ["Reavers"]
    assert cora.post(f"{path}return/", {"reason": " "}).json()["code"] == "reason_missing"
    assert mistakes(cora.post(f"{path}return/", {})) == ["reason"]
    back = cora.post(f"{path}return/", {"reason": "Fewer linemen, please."}).json()
    assert (back["status"], back["remark"]) == ("returned", "Fewer linemen, please.")
    assert [one["remark"] for one in ann.get("inbox/").json()["drafts_returned"]] == ["Fewer linemen, please."]
    assert cora.post(f"{path}approve/").json()["code"] == "draft_not_waiting"
    ann.post(f"{path}submit/")
    assert ann.post(f"{path}approve/").status_code == HTTPStatus.FORBIDDEN
    first = cora.post(f"{path}approve/", {}, key="yes")
    second = cora.post(f"{path}approve/", {}, key="yes")
    team = Team.objects.get()
    assert first.json() == second.json()
    assert (first.json()["status"], first.json()["team"]["id"], team.coach.name) == ("approved", team.pk, "Ann")
    late = cora.post(f"{path}approve/")
    assert (late.status_code, late.json()["code"]) == (HTTPStatus.CONFLICT, "draft_settled")


def test_an_illegal_draft_is_not_submitted(ann: Api, strict: League) -> None:
    draft = kept(ann, strict, players=[], goods={"reroll": 30})
    response = ann.post(f"drafts/{draft['id']}/submit/")
    assert response.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert problem_codes(response) == ["too_few_players", "good_limit", "draft_too_expensive"]


def test_drafting_at_once_points_to_drafts_where_they_are_approved(ann: Api, strict: League) -> None:
    response = ann.post(f"leagues/{strict.slug}/teams/", DRAFT)
    assert (response.status_code, response.json()["code"]) == (HTTPStatus.CONFLICT, "draft_needs_approval")


def test_where_nobody_approves_submitting_drafts_the_team() -> None:
    league = cast.league()
    ann = Api(cast.member(league, "Ann"))
    answer = ann.post(f"drafts/{kept(ann, league)['id']}/submit/").json()
    assert (answer["status"], answer["team"]["name"]) == ("approved", "Reavers")


def test_a_second_team_where_one_is_allowed() -> None:
    league = cast.league(house_rules={"teams-per-coach": 1})
    cast.team(league)
    response = Api(cast.coach("Ann")).post(f"leagues/{league.slug}/teams/", {**DRAFT, "name": "Second"})
    assert response.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert (response.json()["code"], response.json()["rule"]) == ("too_many_teams", "house-rules")
    assert response.json()["params"] == {"coach": "Ann", "teams": 1, "most": 1}


def test_choices_of_the_list_go_with_the_draft() -> None:
    """BB2020, Favoured of …"""
    league = cast.league(ruleset="bb2020")
    ann = Api(cast.member(league, "Ann"))
    sample = ann.get(f"leagues/{league.slug}/sample/chaos-chosen/", name="Chosen").json()
    assert sample["name"] == "Chosen"
    check = ann.post(f"leagues/{league.slug}/draft-check/", {**sample, "choices": {}})
    assert problem_codes(check) == ["choice_open"]
    whole = ann.post(f"leagues/{league.slug}/draft-check/", sample).json()
    assert whole["problems"] == []
    assert whole["value"] > 900_000
    sheet = ann.post(f"leagues/{league.slug}/teams/", {**sample, "choices": {"special-rule": "Favoured of Khorne"}})
    assert Team.objects.get(pk=sheet.json()["id"]).choices == {"special-rule": "Favoured of Khorne"}


def test_there_is_no_sample_of_a_list_that_is_not_there(ann: Api, strict: League) -> None:
    assert ann.get(f"leagues/{strict.slug}/sample/squirrel/").status_code == HTTPStatus.NOT_FOUND


def test_a_copy_is_kept_with_what_was_left_out(ann: Api, strict: League) -> None:
    without = cast.league("No Blitzers", house_rules={"teams.human.positions.blitzer": None})
    cast.member(without, "Ann")
    source = cast.team(cast.league("Third"), "Models", by="Bob")
    path = f"leagues/{without.slug}/drafts/copy/"
    copied = ann.post(path, {"team": source.pk})
    assert copied.status_code == HTTPStatus.CREATED
    assert (copied.json()["left_out"], copied.json()["name"]) == (["Blitzer"], "Models")
    own = ann.post(path, {"draft": copied.json()["id"]}).json()
    assert (own["left_out"], own["draft"]) == ([], copied.json()["draft"])
    for neither in ({}, {"draft": 1, "team": 1}):
        assert mistakes(ann.post(path, neither)) == ["draft"]
    assert ann.post(path, {"team": 999_999}).status_code == HTTPStatus.NOT_FOUND
    other = cast.team(cast.league("Old", ruleset="lrb6"), by="Bob")
    assert ann.post(path, {"team": other.pk}).json()["code"] == "edition_differs"


def test_a_logo_comes_as_base64_and_goes_with_the_draft(ann: Api, cora: Api, strict: League) -> None:
    path = f"drafts/{kept(ann, strict)['id']}/"
    dressed = ann.post(f"{path}logo/", {"image": base64_of(png())}).json()
    assert dressed["logo"] == Draft.objects.get().logo_id
    assert ann.post(path, DRAFT).json()["logo"] == dressed["logo"]  # saving leaves it alone
    ann.post(f"{path}submit/")
    team = cora.post(f"{path}approve/").json()["team"]["id"]
    sheet = cora.post(f"teams/{team}/logo/", {"image": None}).json()
    assert sheet["logo"] is None
    assert ann.post(f"teams/{team}/logo/", {"image": base64_of(png())}).json()["logo"] == dressed["logo"]
    picture = ann.client.get(f"/api/v1/teams/{team}/logo/")
    assert (picture.status_code, picture["Content-Type"]) == (HTTPStatus.OK, "image/png")
    assert picture["ETag"] == f'"{dressed["logo"]}"'


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ("no base64!", "logo_no_image"),
        (base64_of(b"no picture"), "logo_no_image"),
        (base64_of(b"x" * (BYTES_MOST + 1)), "logo_too_large"),
    ],
    ids=["letters", "text", "too large"],
)
def test_what_is_no_logo_is_refused(sent: str, code: str) -> None:
    team = cast.team(cast.league())
    response = Api(team.coach).post(f"teams/{team.pk}/logo/", {"image": sent})
    assert (response.status_code, response.json()["code"]) == (HTTPStatus.UNPROCESSABLE_ENTITY, code)


def test_a_picture_that_is_far_too_large_is_not_even_read() -> None:
    team = cast.team(cast.league())
    response = Api(team.coach).post(f"teams/{team.pk}/logo/", {"image": "x" * (4 * 1024 * 1024)})
    assert response.status_code == HTTPStatus.REQUEST_ENTITY_TOO_LARGE
