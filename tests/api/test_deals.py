"""Deals, transfers and retirements over the API: the same services, answers as the schema promises."""

from __future__ import annotations

from typing import Any

import pytest

from teams.models import Deal, Team
from tests import cast
from tests.api.client import Api, mistakes, problem_codes

pytestmark = pytest.mark.django_db


class Scene:
    def __init__(self) -> None:
        self.league = cast.league()
        self.anns = cast.team(self.league)
        self.bobs = cast.team(self.league, "Gouged Eye", by="Bob", roster="orc")
        self.ann, self.bob, self.cora = (Api(cast.coach(name)) for name in ("Ann", "Bob", "Cora"))

    def proposal(self, **more: Any) -> dict[str, Any]:
        moving = [{"player": "p12", "number": 33}]
        return {"team": self.bobs.pk, "proposer": {"players": moving}, "partner": {"gold": 30_000}, **more}

    def propose(self, **more: Any) -> Any:
        return self.ann.post(f"teams/{self.anns.pk}/deals/", self.proposal(**more))


@pytest.fixture
def scene() -> Scene:
    return Scene()


def test_a_deal_from_its_proposal_to_its_undoing(scene: Scene) -> None:
    proposed = scene.propose()
    assert proposed.status_code == 201
    told = proposed.json()
    pk = told["deal"]["id"]
    assert proposed["Location"].endswith(f"/deals/{pk}/")
    assert (told["deal"]["status"], told["deal"]["version"], told["problems"]) == ("proposed", 0, [])
    assert told["sides"][0]["after"]["treasury"] == told["sides"][0]["before"]["treasury"] + 30_000
    assert [deal["id"] for deal in scene.bob.get("inbox/").json()["deals"]] == [pk]
    accepted = scene.bob.post(f"deals/{pk}/answer/", {"answer": "accept", "version": 0})
    assert accepted.json()["deal"]["status"] == "accepted"
    assert scene.bob.post(f"deals/{pk}/answer/", {"answer": "decline", "version": 0}).status_code == 409
    assert [deal["id"] for deal in scene.cora.get("inbox/").json()["deals"]] == [pk]
    done = scene.cora.post(f"deals/{pk}/approve/", {"version": 1})
    assert done.json()["deal"]["status"] == "done"
    assert done.json()["deal"]["terms"]["proposer"]["players"] == [{"player": "p12", "number": 33, "key": "p13"}]
    assert [word["act"] for word in done.json()["story"]] == ["deal.proposed", "deal.accepted", "deal.approved"]
    sheet = scene.bob.get(f"teams/{scene.bobs.pk}/").json()
    assert next(line for line in sheet["players"] if line["key"] == "p13")["carried_on"] is True
    lines = scene.ann.get(f"teams/{scene.anns.pk}/statement/", reason="deal").json()["results"]
    assert [(line["amount"], line["about"]) for line in lines] == [(30_000, "t2")]
    life = scene.ann.get(f"teams/{scene.bobs.pk}/players/p13/").json()["life"]
    assert (life[0]["came_from"]["team"]["key"], life[0]["came_from"]["key"]) == ("t1", "p12")
    assert scene.cora.post(f"deals/{pk}/answer/", {"answer": "undo", "reason": ""}).status_code == 422
    undone = scene.cora.post(f"deals/{pk}/answer/", {"answer": "undo", "reason": "A mistake."}).json()
    assert (undone["deal"]["undone"], undone["deal"]["remark"]) == (True, "A mistake.")
    assert Api().get(f"leagues/{scene.league.slug}/deals/").json()["results"][0]["undone"] is True


def test_a_preview_keeps_nothing_and_says_everything(scene: Scene) -> None:
    wrong = {"gold": 10_000_000, "players": [{"player": "p99"}]}
    seen = scene.ann.post(f"teams/{scene.anns.pk}/deals/preview/", scene.proposal(proposer=wrong))
    assert [problem["code"] for problem in seen.json()["problems"]] == ["deal_gold_missing", "deal_player_gone"]
    assert seen.json()["problems"][0]["where"] == "proposer.gold"
    assert Deal.objects.count() == 0


def test_what_the_rules_do_not_allow_is_refused_with_all_its_problems(scene: Scene) -> None:
    refused = scene.propose(proposer={}, partner={"gold": -1})
    assert refused.status_code == 422
    assert problem_codes(refused) == ["deal_gold_negative"]
    own = cast.team(scene.league, "Second Eleven")
    assert problem_codes(scene.propose(team=own.pk)) == ["deal_own_teams"]
    assert problem_codes(scene.propose(team=scene.anns.pk)) == ["deal_with_itself"]
    assert scene.propose(team=999_999).json()["code"] == "deal_partner_unknown"
    assert scene.propose(team=2**52).json()["code"] == "deal_partner_unknown"


def test_the_same_key_proposes_once(scene: Scene) -> None:
    first, second = (
        scene.ann.post(f"teams/{scene.anns.pk}/deals/", scene.proposal(), key="one-deal") for _ in range(2)
    )
    assert first.json()["deal"]["id"] == second.json()["deal"]["id"]
    assert Deal.objects.count() == 1


def test_bodies_of_the_wrong_shape_are_told_where(scene: Scene) -> None:
    assert mistakes(scene.propose(proposer={"gold": "much"})) == ["proposer.gold"]
    pk = scene.propose().json()["deal"]["id"]
    assert mistakes(scene.bob.post(f"deals/{pk}/answer/", {"answer": "perhaps"})) == ["answer"]


def test_a_deal_that_is_only_talked_of_is_not_found_by_others(scene: Scene) -> None:
    pk = scene.propose().json()["deal"]["id"]
    assert Api().get(f"deals/{pk}/").status_code == 404
    assert Api(cast.member(scene.league, "Mia")).get(f"deals/{pk}/").status_code == 404
    assert Api().get(f"leagues/{scene.league.slug}/deals/").json()["results"] == []


def test_a_team_goes_to_another_coach(scene: Scene) -> None:
    mia = cast.member(scene.league, "Mia")
    address = f"teams/{scene.bobs.pk}/coaches/"
    assert problem_codes(scene.cora.post(address, {"coach": scene.bobs.coach_id, "reason": "x"})) == ["coach_already"]
    assert scene.cora.post(address, {"coach": cast.coach("Zoe").pk, "reason": "x"}).json()["code"] == "coach_unknown"
    assert scene.cora.post(address, {"coach": mia.pk, "reason": ""}).json()["code"] == "reason_missing"
    assert scene.bob.post(address, {"coach": mia.pk, "reason": "x"}).status_code == 403
    moved = scene.cora.post(address, {"coach": mia.pk, "reason": "Bob moved."})
    assert moved.json()["coach"]["name"] == "Mia"
    (change,) = Api().get(address).json()["results"]
    assert (change["before"]["name"], change["after"]["name"], change["reason"]) == ("Bob", "Mia", "Bob moved.")


def test_a_team_retires_and_comes_back(scene: Scene) -> None:
    address = f"teams/{scene.bobs.pk}"
    assert scene.ann.post(f"{address}/retire/").status_code == 403
    assert scene.bob.post(f"{address}/retire/", {"remark": "A good run."}).json()["retired"] is True
    assert scene.bob.post(f"{address}/retire/").json()["code"] == "team_retired_already"
    listed = Api().get(f"leagues/{scene.league.slug}/teams/").json()["results"]
    assert {team["name"]: team["retired"] for team in listed} == {"Reavers": False, "Gouged Eye": True}
    season = {"name": "Two", "teams": [scene.anns.pk, scene.bobs.pk], "legs": 1}
    refused = scene.cora.post(f"leagues/{scene.league.slug}/seasons/", season)
    assert problem_codes(refused) == ["team_retired"]
    assert scene.bob.post(f"{address}/bring-back/", {"reason": "Please."}).status_code == 403
    assert scene.cora.post(f"{address}/bring-back/", {"reason": "He is back."}).json()["retired"] is False
    assert scene.cora.post(f"{address}/bring-back/", {"reason": "Again."}).json()["code"] == "team_not_retired"
    assert not Team.objects.get(pk=scene.bobs.pk).retired
