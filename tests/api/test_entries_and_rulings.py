"""Running teams and the commissioner's hand, as programs use them."""

from __future__ import annotations

from typing import Any

import pytest

from teams.models import Team
from tests import cast
from tests.api.client import Api, problem_codes

pytestmark = pytest.mark.django_db

ENTRY: dict[str, Any] = {
    "name": "Old Guard",
    "roster": "human",
    "players": [
        {"position": "blitzer", "number": 7, "name": "Griff", "spp": 6, "improvements": [{"what": "Dodge"}]},
        {"position": "lineman", "number": 1, "name": "Al", "niggles": 1, "lost": {"ma": 1}},
    ],
    "treasury": 80_000,
    "record": {"outcomes": {"win": 2}, "touchdowns_for": 5},
}


def posted(api: Api, path: str, body: Any, *, status: int) -> Any:
    response = api.post(path, body)
    assert response.status_code == status, response.content
    return response


def test_a_team_is_checked_handed_in_sent_back_and_entered() -> None:
    league = cast.league()
    ann, cora = Api(cast.member(league, "Ann")), Api(cast.coach("Cora"))
    here = f"leagues/{league.slug}/"
    check = ann.post(f"{here}entries/check/", ENTRY).json()
    assert (check["problems"], check["misfits"], check["value"]) == ([], [], 90_000 + 30_000 + 50_000)
    draft = posted(ann, f"{here}entries/", {"entry": ENTRY, "colour": 4}, status=201).json()
    assert (draft["status"], draft["entry"]["players"][0]["name"]) == ("submitted", "Griff")
    assert [one["id"] for one in cora.get(f"{here}entries/").json()["results"]] == [draft["id"]]
    assert [one["id"] for one in cora.get("inbox/").json()["entries"]] == [draft["id"]]
    back = cora.post(f"entries/{draft['id']}/return/", {"reason": "Al is a thrower."}).json()
    assert (back["status"], back["remark"]) == ("returned", "Al is a thrower.")
    again = posted(ann, f"{here}entries/", {"entry": ENTRY, "draft": draft["id"]}, status=201).json()
    assert (again["id"], again["status"]) == (draft["id"], "submitted")
    sheet = posted(cora, f"{here}entered-teams/", {"entry": ENTRY, "draft": draft["id"]}, status=201).json()
    assert (sheet["coach"]["name"], sheet["treasury"], sheet["colour"]) == ("Ann", 80_000, 4)
    assert ann.get(f"entries/{draft['id']}/").json()["team"]["id"] == sheet["id"]
    life = ann.get(f"teams/{sheet['id']}/players/p1/").json()["life"]
    assert life[0]["entered"]["spp"] == 6


def test_refusals_of_entries() -> None:
    league = cast.league()
    cora = Api(cast.coach("Cora"))
    here = f"leagues/{league.slug}/entered-teams/"
    wrong = {**ENTRY, "treasury": -1, "star": "nobody"}
    assert problem_codes(posted(cora, here, {"entry": wrong}, status=422)) == ["number_not_between", "unknown_star"]
    unfit = {**ENTRY, "goods": {"reroll": 9}}
    refusal = posted(cora, here, {"entry": unfit}, status=422)
    assert (refusal.json()["code"], problem_codes(refusal)) == ("entry_unfit", ["good_limit"])
    assert posted(cora, here, {"entry": {**unfit, "accepted": ["good_limit"]}}, status=201).json()["problems"]
    posted(cora, here, {"entry": ENTRY, "coach": cast.coach("Zoe").pk}, status=404)
    posted(cora, here, {"entry": ENTRY, "draft": 99}, status=404)
    posted(cora, here, {"entry": {"name": "x"}}, status=400)
    assert Team.objects.count() == 1


def test_a_team_is_ruled_about_and_the_ruling_undone() -> None:
    team = cast.team(cast.league())
    cora, ann = Api(cast.coach("Cora")), Api(cast.coach("Ann"))
    here = f"teams/{team.pk}/rulings/"
    wish = {
        "reason": "It was forgotten.",
        "changes": [
            {"kind": "learn", "player": "p1", "what": "Block"},
            {"kind": "hire", "name": "Newcomer", "number": 50, "position": "catcher"},
        ],
    }
    preview = cora.post(f"{here}preview/", wish).json()
    assert (preview["value_after"] - preview["value_before"], preview["seen"]) == (20_000 + 60_000, 1)
    assert [one["key"] for one in preview["players"]] == ["p1", "p13"]
    ruling = posted(cora, here, {**wish, "seen": preview["seen"]}, status=201).json()
    assert (ruling["key"], ruling["by"]["name"], ruling["undone"]) == ("c1", "Cora", None)
    stale = posted(cora, here, {**wish, "seen": preview["seen"]}, status=409).json()
    assert stale["code"] == "team_changed"
    assert "learns Block" in stale["params"]["changes"]
    assert [one["key"] for one in ann.get(here).json()["results"]] == ["c1"]
    assert [one["key"] for one in ann.get("inbox/").json()["rulings"]] == ["c1"]
    undone = cora.post(f"{here}c1/undo/", {"reason": "It was the other team."}).json()
    assert (undone["undone"]["by"]["name"], undone["undone"]["reason"]) == ("Cora", "It was the other team.")
    posted(cora, f"{here}c1/undo/", {"reason": "Again."}, status=409)
    posted(cora, f"{here}c9/undo/", {"reason": "Again."}, status=404)


def test_refusals_of_rulings() -> None:
    team = cast.team(cast.league())
    cora = Api(cast.coach("Cora"))
    here = f"teams/{team.pk}/rulings/"
    wrong = {"reason": "", "changes": [{"kind": "gold", "by": -99_000_000}, {"kind": "spp", "player": "p99", "by": 1}]}
    expected = ["ruling_without_reason", "gold_below_zero", "player_never_here"]
    assert problem_codes(posted(cora, here, wrong, status=422)) == expected
    assert problem_codes(posted(cora, f"{here}preview/", wrong, status=422)) == expected
    posted(cora, here, {"reason": "No.", "changes": [{"kind": "curse"}]}, status=400)
    same = {"reason": "No.", "changes": [{"kind": "rename", "name": team.name}]}
    assert posted(cora, here, same, status=422).json()["code"] == "ruling_changes_nothing"


@pytest.mark.parametrize("number", [2**40, -1])
def test_a_number_that_no_row_has_is_not_found(number: int) -> None:
    league = cast.league()
    cora = Api(cast.coach("Cora"))
    here = f"leagues/{league.slug}/entered-teams/"
    posted(cora, here, {"entry": ENTRY, "coach": number}, status=404)
    posted(cora, here, {"entry": ENTRY, "draft": number}, status=404)
    posted(cora, here, {"entry": ENTRY, "colour": number}, status=422)
    team = cast.team(league)
    wish = {"reason": "No.", "changes": [{"kind": "gold", "by": 1}], "seen": number}
    posted(cora, f"teams/{team.pk}/rulings/", wish, status=409)
