"""Corrections over the API; every answer is held against the schema."""

from __future__ import annotations

from http import HTTPStatus

import pytest

from engine.team.hiring import Act
from matches.models import Match
from matches.services.hiring import act_do
from tests import cast
from tests.api.client import Api

pytestmark = pytest.mark.django_db


@pytest.fixture
def first() -> Match:
    season = cast.season(cast.quiet_league(), legs=2)
    found = [cast.play(cast.match(season)) for _ in range(2)]
    return found[0]


def test_a_correction_from_its_beginning_to_its_undoing(first: Match) -> None:
    cora, anyone = Api(cast.commissioner_of(first.league)), Api()
    begun = cora.post(f"matches/{first.pk}/corrections/", {"reason": "p10 was dead by then."})
    assert begun.status_code == HTTPStatus.CREATED
    row = begun.json()
    path = f"corrections/{row['id']}/"
    assert anyone.get(path).status_code == HTTPStatus.NOT_FOUND
    hurt = {"casualties": [{"victim": "p10", "cause": "block", "by": "p11", "result": "dead"}]}
    change = {"cause": row["desk"]["match_cause"], "what": "report", "report": cast.report(first, home=hurt)}
    told = cora.post(f"{path}tell/", {"change": change, "version": row["version"]}).json()
    (unfit,) = told["desk"]["unfit"]
    assert {problem["code"] for problem in unfit["problems"]} == {"player_dead"}
    assert not told["desk"]["confirmable"]
    (player,) = [one for team in told["changes"]["teams"] for one in team["players"] if one["key"] == "p10"][:1]
    assert (player["before"]["status"], player["after"]["status"]) == ("active", "dead")
    early = cora.post(f"{path}confirm/", {"version": told["version"], "head": told["desk"]["head"]})
    assert (early.status_code, early.json()["code"]) == (HTTPStatus.CONFLICT, "correction_unsettled")
    way = {"cause": unfit["told"]["cause"], "way": "gift", "version": told["version"]}
    settled = cora.post(f"{path}resolve/", way).json()
    assert settled["desk"]["confirmable"]
    stale = cora.post(f"{path}confirm/", {"version": settled["version"], "head": settled["desk"]["head"] - 1})
    assert (stale.status_code, stale.json()["code"]) == (HTTPStatus.CONFLICT, "history_moved")
    sent = {"version": settled["version"], "head": settled["desk"]["head"]}
    done = cora.post(f"{path}confirm/", sent).json()
    assert (done["status"], done["desk"]) == ("confirmed", None)
    assert anyone.get(path).json()["changes"] == done["changes"]
    listed = anyone.get(f"leagues/{first.league.slug}/corrections/").json()
    assert [one["number"] for one in listed["results"]] == [1]
    assert [one["number"] for one in Api(first.home.coach).get("inbox/").json()["corrections"]] == [1]
    undo = cora.post(f"{path}undo/", {"reason": "He was not."}).json()
    assert (undo["undoes"], undo["desk"]["unfit"]) == (row["id"], [])
    sent = {"version": undo["version"], "head": undo["desk"]["head"]}
    assert cora.post(f"corrections/{undo['id']}/confirm/", sent).json()["status"] == "confirmed"
    assert anyone.get(path).json()["status"] == "undone"


def test_dice_are_thrown_and_a_draft_is_dropped(first: Match) -> None:
    cora = Api(cast.commissioner_of(first.league))
    row = cora.post(f"matches/{first.pk}/corrections/", {"reason": "He threw again."}).json()
    path = f"corrections/{row['id']}/"
    winnings = next(one for one in row["desk"]["choices"] if one["told"]["step"] == "winnings")
    assert (winnings["chosen"], winnings["options"]) == ("keep", ["keep", "reroll"])
    change = {"cause": winnings["told"]["cause"], "what": "choice", "choice": "reroll"}
    told = cora.post(f"{path}tell/", {"change": change, "version": 0}).json()
    assert [one["server"] for one in told["desk"]["wanted"]] == [True]
    thrown = cora.post(f"{path}throw/", {"version": 1}).json()
    assert (thrown["thrown"], thrown["desk"]["wanted"]) == (True, [])
    dropped = cora.post(f"{path}drop/", {"version": 1}).json()
    assert dropped["status"] == "dropped"
    assert Api().get(path).status_code == HTTPStatus.OK


def test_what_is_no_cause_of_it_is_refused_with_its_number(first: Match) -> None:
    cora = Api(cast.commissioner_of(first.league))
    row = cora.post(f"matches/{first.pk}/corrections/", {"reason": "Hm."}).json()
    refused = cora.post(f"corrections/{row['id']}/tell/", {"change": {"cause": 99_999, "what": "void"}, "version": 0})
    assert (refused.status_code, refused.json()["code"]) == (HTTPStatus.UNPROCESSABLE_ENTITY, "cause_not_here")
    other = cora.post(f"corrections/{row['id']}/tell/", {"change": {"cause": 1, "what": "void"}, "version": 7})
    assert other.json()["code"] == "correction_changed"


def test_the_desk_tells_of_acts_and_dice_of_the_table() -> None:
    match = cast.match(cast.season(cast.league("Hiring"), legs=2))
    opened = cast.to_the_window(cast.confirm(cast.file(match, dice={f"winnings/{match.away.key}/1": (2,)})))
    act_do(team=cast.again(match.home), act=Act("buy", good="cheerleader"), actor=match.home.coach)
    played = cast.finish(opened)
    row = Api(cast.commissioner_of(played.league)).post(f"matches/{played.pk}/corrections/", {"reason": "Hm."}).json()
    (act,), (die,) = row["desk"]["acts"], row["desk"]["dice"]
    assert (act["act"]["kind"], act["act"]["good"], act["otherwise"]) == ("buy", "cheerleader", False)
    assert (die["key"], die["faces"], die["told"]["step"]) == (f"winnings/{match.away.key}/1", [2], "winnings")
