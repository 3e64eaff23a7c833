"""A live match over the API: telling, reading, asking again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from engine.match.sides import Side
from engine.team.sheet import TeamSheet
from leagues.models import Coach, League
from matches.models import Match, MatchStatus
from matches.selectors.live import scene_of
from matches.services.snapshots import sheets_keep
from tests import cast
from tests.matches.playing import kicked_off, phones
from tests.scenes import scene
from tests.web.reading import signed_in

pytestmark = pytest.mark.django_db


@scene
def match() -> Match:
    return kicked_off()


def address(match: Match) -> str:
    return reverse("api:match-live", args=[match.pk])


def device_of(coach: Coach) -> str:
    return f"c{coach.pk}-a1"


def tell(match: Match, coach: Coach, *entries: dict[str, Any], device: str = "") -> Any:
    """Entries without a key are told under the next ones of the coach's device."""
    device = device or device_of(coach)
    body = {"device": device, "entries": [_keyed(entry, device) for entry in entries]}
    return signed_in(coach).post(address(match), body, content_type="application/json")


def touchdown(sequence: int, **told: Any) -> dict[str, Any]:
    event = {"kind": "touchdown", "half": 1, "turn": sequence, "side": "home", "player": "p10", **told}
    return {"sequence": sequence, "event": event}


def _keyed(entry: dict[str, Any], device: str) -> dict[str, Any]:
    key = entry.get("key", f"{device}-{entry['sequence']}")
    return {**entry, "key": key, "event": {**entry["event"], "key": key}}


def test_a_batch_is_answered_entry_by_entry_and_the_state_follows(match: Match) -> None:
    answer = tell(match, match.home.coach, touchdown(1), {"sequence": 2, "event": {"kind": "goal"}})
    assert answer.status_code == 200
    said = answer.json()
    assert [one["outcome"] for one in said["receipts"]] == ["stored", "refused"]
    assert said["receipts"][1]["problems"][0]["code"] == "entry_shape"
    assert said["late"] is False
    state = Client().get(address(match)).json()
    assert (state["home"]["score"], state["away"]["score"]) == (1, 0)
    assert (state["half"], state["turn"], state["open"], state["number"]) == (1, 1, True, 1)
    assert [one["event"]["player"] for one in state["events"]] == ["p10"]
    first = f"{device_of(match.home.coach)}-1"
    assert state["earned"] == [
        {
            "event": first,
            "side": "home",
            "player": "p10",
            "deed": "touchdown",
            "spp": 3,
            "why_not": "",
        }
    ]


def test_only_what_came_since_is_sent_again(match: Match) -> None:
    tell(match, match.home.coach, touchdown(1), touchdown(2))
    assert [one["number"] for one in Client().get(address(match)).json()["entries"]] == [1, 2]
    assert [one["number"] for one in Client().get(f"{address(match)}?since=1").json()["entries"]] == [2]
    for nonsense in ("nonsense", "9" * 5000, "²"):
        assert len(Client().get(f"{address(match)}?since={nonsense}").json()["entries"]) == 2


def test_more_than_a_batch_holds_has_no_receipt(match: Match) -> None:
    answer = tell(match, match.home.coach, *(touchdown(nth, turn=1) for nth in range(1, 203)))
    assert len(answer.json()["receipts"]) == 200


def test_dugouts_say_who_is_where(match: Match) -> None:
    ko = {"sequence": 1, "event": {"kind": "ko", "side": "home", "player": "p1"}}
    off = {"sequence": 2, "event": {"kind": "sent-off", "side": "home", "player": "p2"}}
    tell(match, match.home.coach, ko, off)
    home = Client().get(address(match)).json()["home"]
    assert (home["knocked_out"], home["sent_off"]) == (["p1"], ["p2"])
    assert not {"p1", "p2"} & set(home["reserves"])


def test_what_a_device_had_not_seen_is_shown_beside_what_counts(match: Match) -> None:
    key = f"{device_of(match.home.coach)}-1"
    tell(match, match.home.coach, touchdown(1))
    tell(match, match.home.coach, {**touchdown(2, player="p11"), "key": key, "seen": 1})
    answer = tell(match, match.away.coach, {**touchdown(1, player="p12"), "key": key, "seen": 1}).json()
    assert [one["code"] for one in answer["receipts"][0]["problems"]] == ["told_differently"]
    (line,) = Client().get(address(match)).json()["events"]
    assert line["event"]["player"] == "p11"
    assert [(one["number"], one["event"]["player"], one["author"]["name"]) for one in line["against"]] == [
        (3, "p12", "Bob")
    ]
    tell(match, match.away.coach, {**touchdown(2, player="p12"), "key": key, "seen": 3})
    (line,) = Client().get(address(match)).json()["events"]
    assert (line["event"]["player"], line["against"]) == ("p12", [])


def test_both_happened(match: Match) -> None:
    one, other = device_of(match.home.coach), device_of(match.away.coach)
    tell(match, match.home.coach, touchdown(1))
    tell(match, match.away.coach, touchdown(1))
    assert Client().get(address(match)).json()["twins"] == [[f"{one}-1", f"{other}-1"]]
    tell(match, match.away.coach, {**touchdown(2, turn=1), "key": f"{other}-1", "apart": f"{one}-1"})
    state = Client().get(address(match)).json()
    assert (state["twins"], state["entries"][-1]["apart"]) == ([], f"{one}-1")


def test_a_device_that_comes_too_late_is_told(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(status=MatchStatus.CONFIRMED)
    answer = tell(match, match.home.coach, touchdown(1)).json()
    assert (answer["receipts"][0]["outcome"], answer["late"]) == ("stored", True)
    state = Client().get(address(match)).json()
    assert (state["home"]["score"], state["events"]) == (0, [])
    assert [(one["event"]["player"], one["before"]) for one in state["late"]] == [("p10", None)]


def test_before_the_kick_off_a_device_keeps_what_it_has() -> None:
    match = cast.match()
    answer = tell(match, match.home.coach, touchdown(1))
    assert (answer.status_code, answer.json()["code"]) == (409, "match_not_kicked_off")


def test_a_device_without_a_proper_name_is_refused(match: Match) -> None:
    answer = tell(match, match.home.coach, touchdown(1), device="Ann's phone")
    assert (answer.status_code, answer.json()["code"]) == (422, "device_unfit")


@pytest.mark.parametrize("name", ["api:match-live", "matches:live-now"])
def test_asking_again_costs_one_query_until_something_happens(match: Match, name: str) -> None:
    page, spectator = reverse(name, args=[match.pk]), Client()
    first = spectator.get(page)
    tag = first["ETag"]
    assert first["Cache-Control"] == "private, no-cache"
    with CaptureQueriesContext(connection) as queries:
        again = spectator.get(page, headers={"If-None-Match": tag})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", tag)
    assert len(queries) == 1
    ann, _ = phones(match)
    ann.tap("touchdown", side="home", player="p10")
    ann.send()
    moved = spectator.get(page, headers={"If-None-Match": tag})
    assert moved.status_code == 200
    assert moved["ETag"] != tag
    Match.objects.filter(pk=match.pk).update(status=MatchStatus.REPORTED, version=match.version + 1)
    assert spectator.get(page, headers={"If-None-Match": moved["ETag"]}).status_code == 200


@pytest.mark.parametrize("name", ["api:match-live", "matches:live-now"])
def test_a_page_moves_with_the_sheets_of_the_day(match: Match, name: str) -> None:
    """What stands before the match has changed: who misses it stands in another box of the dugout."""
    page, spectator = reverse(name, args=[match.pk]), Client()
    tag = spectator.get(page)["ETag"]
    sheets: dict[Side, TeamSheet] = dict(scene_of(match).sheets)
    hurt = replace(sheets["home"].players[0], misses_next=True)
    sheets["home"] = replace(sheets["home"], players=(hurt, *sheets["home"].players[1:]))
    sheets_keep(match=match, sheets=sheets)
    moved = spectator.get(page, headers={"If-None-Match": tag})
    assert moved.status_code == 200
    with CaptureQueriesContext(connection) as queries:
        assert spectator.get(page, headers={"If-None-Match": moved["ETag"]}).status_code == 304
    assert len(queries) == 1


@pytest.mark.parametrize("name", ["api:match-live", "matches:live-now"])
def test_who_is_signed_in_pays_for_his_login_besides(match: Match, name: str) -> None:
    page, ann = reverse(name, args=[match.pk]), signed_in(match.home.coach)
    tag = ann.get(page)["ETag"]
    with CaptureQueriesContext(connection) as queries:
        assert ann.get(page, headers={"If-None-Match": tag}).status_code == 304
    about_him = [
        one["sql"] for one in queries if "django_session" in one["sql"] or 'FROM "leagues_coach"' in one["sql"]
    ]
    assert (len(queries), len(about_him)) == (3, 2)


@pytest.mark.parametrize("name", ["api:match-live", "matches:live-now", "matches:live"])
def test_a_longer_match_takes_no_more_queries(match: Match, name: str) -> None:
    page, ann = reverse(name, args=[match.pk]), signed_in(match.home.coach)

    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert ann.get(page).status_code == 200
        return len(queries)

    def play(turn: int) -> None:
        tell(match, match.home.coach, *(touchdown(10 * turn + nth, turn=turn) for nth in range(1, 9)))
        hurt = {"kind": "casualty", "side": "away", "player": f"p{turn}", "other": "p10", "cause": "block", "half": 1}
        entry = {"sequence": 10 * turn, "throw": "all"}
        tell(match, match.home.coach, {**entry, "event": {**hurt, "turn": turn}})

    play(1)
    short = asked()
    for turn in range(2, 7):
        play(turn)
    assert asked() == short


def test_a_private_match_is_not_there_for_strangers() -> None:
    match = kicked_off(cast.match(cast.season(cast.league(public=False))))
    for name in ("api:match-live", "matches:live", "matches:live-now"):
        page = reverse(name, args=[match.pk])
        assert Client().get(page, headers={"If-None-Match": "*"}).status_code == 404
        assert signed_in(match.away.coach).get(page).status_code == 200
    assert League.objects.get(pk=match.league_id).public is False
