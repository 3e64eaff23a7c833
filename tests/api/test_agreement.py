"""Agreeing about a report over the API; every answer is held against the schema."""

from __future__ import annotations

from http import HTTPStatus

import pytest

from leagues.services.accounts import pin_set
from matches.models import Confirmation, ConfirmedBy, Match
from tests import cast, pictures
from tests.api.client import Api
from tests.scenes import scene

pytestmark = pytest.mark.django_db

TOUCHDOWN = "home.deeds.p10.touchdown"


@scene
def match() -> Match:
    return cast.match(cast.season(cast.quiet_league()))


def address(match: Match, rest: str = "") -> str:
    return f"matches/{match.pk}/{rest}"


def test_a_draft_is_saved_found_and_thrown_away(match: Match) -> None:
    home, path = Api(match.home.coach), address(match, "report/draft/")
    assert home.get(path).status_code == HTTPStatus.NOT_FOUND
    saved = home.post(path, {"typed": {"home": {"score": 2}}, "seen": 0}).json()
    assert (saved["version"], home.get(path).json()["typed"]) == (1, {"home": {"score": 2}})
    stale = home.post(path, {"typed": {}, "seen": 0})
    assert (stale.status_code, stale.json()["code"]) == (HTTPStatus.CONFLICT, "report_draft_changed")
    assert Api(match.away.coach).get(path).status_code == HTTPStatus.NOT_FOUND
    home.post(f"{path}delete/")
    assert home.get(path).status_code == HTTPStatus.NOT_FOUND


def test_two_reports_are_compared_and_lines_are_taken_over(match: Match) -> None:
    home, away = Api(match.home.coach), Api(match.away.coach)
    home.post(address(match, "report/"), cast.report(match, (2, 1)))
    assert away.post(address(match, "report/"), cast.report(match, (1, 1))).json()["number"] == 2
    agreement = home.get(address(match, "agreement/")).json()
    assert [report["side"] for report in agreement["reports"]] == ["home", "away"]
    lines = agreement["comparison"]["lines"]
    assert {line["place"]: (line["mine"], line["theirs"]) for line in lines} == {
        "home.score": (2, 1),
        TOUCHDOWN: (2, 1),
    }
    taken = home.post(address(match, "report/lines/"), {"lines": [line["place"] for line in lines], "report": 2})
    assert (taken.status_code, taken.json()["number"]) == (HTTPStatus.OK, 2)
    assert home.get(address(match, "agreement/")).json()["confirmation"]["how"] == "same"


def test_a_commissioner_files_on_behalf_of_a_side(match: Match) -> None:
    cora = Api(cast.commissioner_of(match.league))
    filed = cora.post(address(match, "report/?on_behalf=away"), cast.report(match)).json()
    assert (filed["side"], filed["paper"]) == ("away", True)
    refused = Api(match.home.coach).post(address(match, "report/?on_behalf=away"), cast.report(match))
    assert (refused.status_code, refused.json()["code"]) == (HTTPStatus.FORBIDDEN, "not_your_report")


def test_a_pin_is_set_and_confirms_on_another_device(match: Match) -> None:
    away = Api(match.away.coach)
    assert away.get("account/pin/").json() == {"set": False}
    malformed = away.post("account/pin/", {"pin": "12"})
    assert (malformed.status_code, malformed.json()["code"]) == (HTTPStatus.UNPROCESSABLE_ENTITY, "pin_malformed")
    assert away.post("account/pin/", {"pin": "4711"}).json() == {"set": True}
    cast.file(match)
    home, told = Api(match.home.coach), {"coach": match.away.coach_id, "report": 1}
    wrong = home.post(address(match, "confirm/pin/"), {**told, "pin": "0000"})
    assert (wrong.status_code, wrong.json()["params"]["left"]) == (HTTPStatus.UNPROCESSABLE_ENTITY, 4)
    assert home.post(address(match, "confirm/pin/"), {**told, "pin": "4711"}).json()["status"] == "confirmed"
    assert away.post("account/pin/", {}).json() == {"set": False}


def test_a_wrong_pin_under_a_key_may_be_put_right_under_another(match: Match) -> None:
    """What was counted stays counted, and is no answer to the request."""
    pin_set(pin="4711", actor=match.away.coach)
    cast.file(match)
    home, told = Api(match.home.coach), {"coach": match.away.coach_id, "report": 1}
    path = address(match, "confirm/pin/")
    lefts = [home.post(path, {**told, "pin": "0000"}, key="one").json()["params"]["left"] for _ in range(2)]
    assert lefts == [4, 3]
    answers = [home.post(path, {**told, "pin": "4711"}, key="two") for _ in range(2)]
    assert answers[0].json() == answers[1].json()
    assert Confirmation.objects.get().how == ConfirmedBy.PIN


def test_a_code_leads_the_other_coach_to_the_report(match: Match) -> None:
    cast.file(match)
    code = Api(match.home.coach).get(address(match, "confirm/code/")).json()
    assert code["code"] in code["address"]
    Api(match.away.coach).post(address(match, "confirm/"), {"report": 1, "code": code["code"]})
    assert Confirmation.objects.get().how == ConfirmedBy.CODE


def test_lines_are_disputed_settled_and_listed(match: Match) -> None:
    cast.file(match, (2, 1))
    home, away, cora = Api(match.home.coach), Api(match.away.coach), Api(cast.commissioner_of(match.league))
    objections = [
        {"line": TOUCHDOWN, "comment": "One.", "wants": "changed", "proposal": 1},
        {"line": "home.nominees", "comment": "Others.", "wants": "changed", "proposal": ["p4", "p5", "p6"]},
        {"line": "away.nominees", "comment": "Hm."},
    ]
    agreement = away.post(address(match, "dispute/"), {"objections": objections, "report": 1}).json()
    assert agreement["undisputed"] == 3
    first, second, third = (f"disputes/{one['id']}/" for one in agreement["disputes"])
    ruled = cora.post(f"{first}rule/", {"verdict": "changed", "change": 1, "reason": "One."}).json()
    assert (ruled["ruling"]["verdict"], ruled["ruling"]["change"]) == ("changed", 1)
    assert home.post(f"{second}accept/").json()["ruling"]["way"] == "accepted"
    assert away.post(f"{third}withdraw/").json()["ruling"]["way"] == "withdrawn"
    assert Api().get(address(match)).json()["report"]["report"]["home"]["score"] == 1
    (listed,) = Api().get(f"leagues/{match.league.slug}/match-rulings/").json()["results"]
    assert (listed["line"], listed["match"]["id"]) == (TOUCHDOWN, match.pk)
    assert Api().get(third).json()["ruling"]["verdict"] == "stands"


def test_a_dispute_is_refused_with_every_reason_at_its_place(match: Match) -> None:
    cast.file(match)
    told = {"objections": [{"line": "home.colour", "comment": ""}, {"line": TOUCHDOWN, "comment": "One."}]}
    refused = Api(match.away.coach).post(address(match, "dispute/"), told).json()
    assert [(one["code"], one["where"]) for one in refused["problems"]] == [
        ("objection_without_comment", "objections.0.comment"),
        ("line_unknown", "objections.0.line"),
    ]


def test_the_differences_go_to_a_commissioner(match: Match) -> None:
    cast.file(match, (2, 1))
    away = Api(match.away.coach)
    away.post(address(match, "report/"), cast.report(match, (1, 1)))
    agreement = away.post(address(match, "dispute/differences/"), {"comment": "No.", "report": 1}).json()
    assert len(agreement["disputes"]) == 2
    inbox = Api(cast.commissioner_of(match.league)).get("inbox/").json()
    assert [one["id"] for one in inbox["to_rule"]] == [match.pk]
    assert [one["id"] for one in away.get("inbox/").json()["disputed"]] == [match.pk]


def test_a_match_is_reopened_by_both(match: Match) -> None:
    cast.play(match)
    home, away = Api(match.home.coach), Api(match.away.coach)
    asked = home.post(address(match, "reopen/"), {"reason": "We forgot one."}).json()
    assert asked["reopening"]["reason"] == "We forgot one."
    assert [one["id"] for one in away.get("inbox/").json()["reopenings"]] == [match.pk]
    away.post(address(match, "reopen/decline/"))
    home.post(address(match, "reopen/"), {"reason": "Really."})
    assert away.post(address(match, "reopen/agree/")).json()["reopening"] is None
    shown = Api().get(address(match)).json()
    assert (shown["status"], shown["report"]) == ("scheduled", None)
    (earlier,) = Api().get(address(match, "dice/")).json()["earlier"]
    assert earlier["seed"]


def test_a_story_is_told_with_a_picture_hidden_and_shown(match: Match) -> None:
    home, cora = Api(match.home.coach), Api(cast.commissioner_of(match.league))
    path = address(match, "write-ups/")
    told = home.post(path, {"text": "Robbed.", "picture": pictures.base64_of(pictures.png()), "seen": 0}).json()
    assert told["picture_url"]
    refused = home.post(path, {"text": "Robbed.", "picture": "bm90IGE="})
    assert (refused.status_code, refused.json()["code"]) == (HTTPStatus.UNPROCESSABLE_ENTITY, "picture_no_image")
    own = f"{path}{match.home.coach_id}/"
    assert cora.post(f"{own}hide/", {"reason": "No insults."}).json()["hidden"] == "No insults."
    assert Api().get(path).json()["results"] == []
    assert cora.post(f"{own}show/").json()["hidden"] == ""
    (shown,) = Api().get(path).json()["results"]
    assert shown["text"] == "Robbed."
    assert home.post(f"{path}delete/").json()["results"] == []
