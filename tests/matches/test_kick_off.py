"""Kick-off: a match takes its place, both sheets are kept as they are, and what comes first is asked first."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import DatabaseError, connection
from django.test import Client
from django.urls import reverse

from config.facts import FactsAreForever
from engine.team.hiring import Act
from engine.team.ruling import Change
from engine.team.sheet import TeamSheet
from engine.typed import build
from matches.errors import (
    AlreadyReported,
    KickedOffAlready,
    KickOffHindered,
    KickOffNotThere,
    KickOffStands,
    MatchChanged,
    MatchUnderWay,
)
from matches.models import LiveEvent, Match, MatchDay, MatchSheet, MatchStatus, Window
from matches.printing import match_roster_pdf
from matches.selectors.matches import match_sheets
from matches.services.deals import deal_approve
from matches.services.hiring import act_do, window_open
from matches.services.kickoff import kick_off_undo, match_kick_off
from matches.services.postmatch import sequence_advance, step_choose
from matches.services.reports import report_return
from teams.services.ledger import place_at_end
from teams.services.running import team_retire
from tests import cast

pytestmark = pytest.mark.django_db


def two_matches() -> tuple[Match, Match]:
    first, second = cast.season(cast.league(), legs=2).matches.order_by("round", "pk")
    return cast.reread(first), cast.reread(second)


def renamed(match: Match) -> None:
    """The first player of the home team is called something else from now on."""
    act_do(team=cast.again(match.home), act=Act("rename", "p1", name="Late Riser"), actor=match.home.coach)


def names_on(facts: dict[str, Any]) -> list[str]:
    return [str(row.name) for row in facts["sheet"].rows]


def codes(refused: pytest.ExceptionInfo[KickOffHindered]) -> list[str]:
    return [problem.code for problem in refused.value.problems]


def test_a_match_takes_its_place_at_kick_off_and_what_happens_then_stands_behind_it() -> None:
    match = cast.kick_off(cast.match())
    assert (match.status, match.kicked_off_at is not None) == (MatchStatus.LIVE, True)
    assert match.place is not None
    assert match.place < place_at_end(match.league)
    renamed(match)
    assert match.league.history.get(cause__kind="hiring").place > match.place


def test_both_sheets_are_kept_as_they_are_at_kick_off_and_shown_ever_after() -> None:
    match = cast.match()
    cast.ruled(match.home, Change("gold", by=10_000))
    match = cast.kick_off(match)
    renamed(match)
    sheet = match_sheets(cast.reread(match))[match.home.key]
    player = sheet.player("p1")
    assert sheet.treasury == match.home.treasury
    assert player is not None
    assert player.name != "Late Riser"
    assert cast.again(match.home).players.get(key="p1").name == "Late Riser"


def test_a_print_of_a_match_shows_the_teams_as_they_were_at_its_kick_off(monkeypatch: pytest.MonkeyPatch) -> None:
    printed: list[list[str]] = []

    def draw(_: str, facts: dict[str, Any], **more: Any) -> bytes:
        printed.append(names_on(facts))
        return b"%PDF"

    monkeypatch.setattr("teams.printing.pdf", draw)
    match = cast.kick_off(cast.match())
    old = cast.again(match.home).players.get(key="p1").name
    renamed(match)
    match_roster_pdf(cast.reread(match), match.home)
    assert old in printed[0]
    assert "Late Riser" not in printed[0]


def test_sheets_that_were_kept_are_facts() -> None:
    match = cast.kick_off(cast.match())
    with pytest.raises(FactsAreForever):
        MatchSheet.objects.filter(match=match).update(value=0)
    with pytest.raises(DatabaseError), connection.cursor() as cursor:
        cursor.execute("DELETE FROM matches_matchsheet")


def test_a_second_kick_off_keeps_sheets_of_its_own_and_the_last_ones_count() -> None:
    match = cast.kick_off(cast.match())
    kick_off_undo(match=match, actor=match.home.coach)
    assert match_sheets(cast.reread(match))[match.home.key].treasury == match.home.treasury
    cast.ruled(cast.again(match.home), Change("gold", by=10_000))
    match = cast.kick_off(cast.reread(match))
    kept = match.sheets.filter(team=match.home).values_list("number", "sheet")
    assert [number for number, _ in kept] == [1, 2]
    assert build(TeamSheet, kept[1][1], "sheet") == match_sheets(match)[match.home.key]
    assert match_sheets(match)[match.home.key].treasury == kept[0][1]["balance"] + 10_000


def test_a_kick_off_by_mistake_is_taken_back_and_the_windows_it_closed_are_open_again() -> None:
    match = cast.match()
    window = window_open(team=match.home, reason="Gifts.", actor=cast.coach("Cora"))
    match = cast.kick_off(match)
    assert not Window.objects.filter(closed_at=None).exists()
    match = kick_off_undo(match=match, actor=match.away.coach)
    assert (match.status, match.place, match.kicked_off_at) == (MatchStatus.SCHEDULED, None, None)
    assert list(Window.objects.filter(closed_at=None)) == [window]
    with pytest.raises(KickOffNotThere):
        kick_off_undo(match=match, actor=match.away.coach)
    assert cast.kick_off(match).status == MatchStatus.LIVE


def test_a_kick_off_stands_once_something_is_told_of_the_match() -> None:
    match = cast.kick_off(cast.match())
    LiveEvent.objects.create(
        match=match,
        number=1,
        device="phone",
        sequence=1,
        key="phone-1",
        event={"key": "phone-1", "kind": "note", "note": "Rain."},
        rank=1,
        author=match.home.coach,
    )
    with pytest.raises(KickOffStands):
        kick_off_undo(match=match, actor=match.home.coach)
    filed = cast.file(cast.reread(match), (0, 0))
    with pytest.raises(KickOffStands):
        kick_off_undo(match=filed, actor=match.home.coach)


def test_a_report_that_is_sent_back_leaves_the_match_begun_and_at_its_place() -> None:
    match = cast.kick_off(cast.match())
    filed = cast.file(match)
    report_return(match=filed, reason="It was 2 to 2.", actor=match.away.coach)
    back = cast.reread(match)
    assert (back.status, back.place) == (MatchStatus.LIVE, match.place)
    assert cast.finish(cast.confirm(cast.file(back))).status == MatchStatus.FINISHED


def test_a_match_that_nobody_kicked_off_takes_its_place_with_its_report_and_gives_it_up_with_it() -> None:
    match = cast.file(cast.match())
    place = match.place
    assert place is not None
    report_return(match=match, reason="", actor=match.away.coach)
    cast.ruled(cast.again(match.home))
    back = cast.reread(match)
    assert (back.status, back.place) == (MatchStatus.SCHEDULED, None)
    again = cast.confirm(cast.file(back))
    assert (again.place or 0) > place
    with pytest.raises(AlreadyReported):
        cast.file(match)


def test_a_match_begins_once() -> None:
    match = cast.match()
    cast.kick_off(match)
    with pytest.raises(KickedOffAlready):
        match_kick_off(match=match, actor=match.away.coach)
    with pytest.raises(KickedOffAlready):
        match_kick_off(match=cast.reread(match), actor=match.away.coach)


def test_who_looked_at_an_older_page_is_told() -> None:
    match = cast.match()
    with pytest.raises(MatchChanged):
        match_kick_off(match=match, seen=match.version + 1, actor=match.home.coach)
    match_kick_off(match=match, seen=match.version, actor=match.home.coach)


def test_a_team_plays_one_match_at_a_time() -> None:
    first, second = two_matches()
    cast.kick_off(first)
    with pytest.raises(KickOffHindered) as refused:
        cast.kick_off(second)
    assert codes(refused) == ["team_playing", "team_playing"]
    cast.file(cast.reread(first))
    assert cast.kick_off(cast.reread(second)).status == MatchStatus.LIVE


def test_a_window_that_waits_for_its_coach_is_asked_before_the_next_kick_off() -> None:
    first, second = two_matches()
    first = cast.to_the_window(cast.confirm(cast.file(first)))
    with pytest.raises(KickOffHindered) as refused:
        cast.kick_off(second)
    assert codes(refused) == ["window_undecided", "window_undecided"]
    assert {problem.params["coach"] for problem in refused.value.problems} == {"Ann", "Bob"}
    cast.finish(first)
    assert cast.kick_off(second).status == MatchStatus.LIVE


@pytest.mark.parametrize(
    ("house_rules", "held"),
    [
        ({}, False),  # LRB6, quiet: nothing but the fan factor is still to come
        ({"hire-window": True}, True),
    ],
)
def test_a_choice_that_harms_nobody_waits_unless_what_stands_behind_it_decides_who_plays(
    house_rules: dict[str, bool], held: bool
) -> None:
    league = cast.league(ruleset="lrb6", house_rules={"hire-window": False, **house_rules})
    first, second = map(cast.reread, cast.season(league, legs=2).matches.order_by("round", "pk"))
    first = cast.advance(cast.confirm(cast.file(first, home={"nominees": []}, away={"nominees": []})))
    assert "winnings" in {step.name for step in cast.waiting(first)}
    for loser in cast.waiting(first, "hire-and-fire"):
        step_choose(step=loser, choice=loser.options[0], actor=loser.team.coach)
    sequence_advance(match=first)
    if not held:
        assert cast.kick_off(second).status == MatchStatus.LIVE
        return
    with pytest.raises(KickOffHindered) as refused:
        cast.kick_off(second)
    assert codes(refused) == ["sequence_unfinished"]
    cast.finish(first)
    assert cast.kick_off(cast.reread(second)).status == MatchStatus.LIVE


def test_a_retired_team_does_not_begin_a_match() -> None:
    match = cast.match()
    team_retire(team=match.away, actor=match.away.coach)
    with pytest.raises(KickOffHindered) as refused:
        cast.kick_off(cast.reread(match))
    assert codes(refused) == ["team_retired"]


def test_nothing_is_dealt_with_a_team_that_is_playing() -> None:
    match = cast.match()
    deal = cast.accepted(cast.deal(match.home, match.away))
    cast.kick_off(match)
    with pytest.raises(MatchUnderWay):
        deal_approve(deal=deal, actor=cast.coach("Cora"))


def test_the_day_of_a_match_has_a_row_from_its_kick_off_on() -> None:
    match = cast.match()
    assert not MatchDay.objects.filter(match=match).exists()
    assert MatchDay.objects.filter(match=cast.kick_off(match)).count() == 1


def test_what_was_done_in_a_window_before_kick_off_is_on_the_sheet() -> None:
    match = cast.match()
    window_open(team=match.home, reason="Gifts.", actor=cast.coach("Cora"))
    act_do(team=cast.again(match.home), act=Act("buy", good="apothecary"), actor=match.home.coach)
    match = cast.kick_off(match)
    assert match_sheets(match)[match.home.key].goods["apothecary"] == 1


def test_the_page_offers_the_kick_off_and_says_what_comes_first() -> None:
    first, second = two_matches()
    client = Client()
    client.force_login(second.home.coach)
    page = client.get(reverse("matches:match", args=[second.pk])).content.decode()
    assert reverse("matches:kick-off", args=[second.pk]) in page
    cast.to_the_window(cast.confirm(cast.file(first)))
    page = client.get(reverse("matches:match", args=[second.pk])).content.decode()
    assert reverse("matches:kick-off", args=[second.pk]) not in page
    assert reverse("matches:hiring", args=[first.away_id]) in page
    refused = client.post(reverse("matches:kick-off", args=[second.pk]), {"seen": "0"})
    assert refused.status_code == 409
    assert re.search(r"has not finished hiring and firing", refused.content.decode())


def test_what_is_pressed_on_the_page_happens_and_is_taken_back_there() -> None:
    match, client = cast.match(), Client()
    client.force_login(match.home.coach)
    client.post(reverse("matches:kick-off", args=[match.pk]), {"seen": "0"})
    assert cast.reread(match).status == MatchStatus.LIVE
    page = client.get(reverse("matches:match", args=[match.pk])).content.decode()
    assert reverse("matches:kick-off-undo", args=[match.pk]) in page
    client.post(reverse("matches:kick-off-undo", args=[match.pk]), {"seen": "1"})
    assert cast.reread(match).status == MatchStatus.SCHEDULED


@pytest.mark.django_db(transaction=True)
@pytest.mark.sqlite_file
def test_two_who_kick_off_at_once_begin_one_match() -> None:
    match, together = cast.match(), Barrier(2)

    def begin() -> str:
        own = cast.reread(match)
        together.wait(10)
        try:
            match_kick_off(match=own, actor=own.home.coach)
        except KickedOffAlready as error:
            return error.code
        finally:
            connection.close()
        return "begun"

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(lambda _: begin(), range(2))) == ["begun", "kicked_off_already"]
    assert match.sheets.count() == 2
