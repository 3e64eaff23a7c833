"""A coach asks for his match event in the turn that is being played: turn by turn, on record, for everybody to see."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from engine.errors import EngineError, NotAllowed
from engine.match.clock import Moment
from engine.match.sides import Side
from leagues.models import AuditEntry
from matches.errors import (
    KickOffStands,
    MatchEventAskedLater,
    MatchEventHalfUnknown,
    MatchEventNotDue,
    MatchEventNotPlayed,
    MatchEventShown,
    MatchEventTooSoon,
    MatchEventTurnUnknown,
    PrematchOver,
)
from matches.mapping import asked_of, prematch_of
from matches.models import DiceRoll, Match, MatchDay
from matches.selectors.kickoff import kick_off_of
from matches.selectors.matchday import prematch_page
from matches.services.kickoff import kick_off_undo
from matches.services.prematch_fate import match_event_record, match_event_reveal
from matches.services.reports import report_return
from tests import cast
from tests.matches.playing import kicked_off, phones
from tests.matches.test_prematch_cards import a_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def last(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both events come as late as they can."""
    monkeypatch.setattr("engine.match.match_events.comes", lambda *_: (2, 8))


def ready(**house_rules: Any) -> Match:
    return cast.reread(a_match(**{"match-events": True, **house_rules}))


def ask(match: Match, half: int, turn: int, side: Side = "home") -> MatchDay:
    coach = (match.home if side == "home" else match.away).coach
    return match_event_reveal(match=match, side=side, half=half, turn=turn, actor=coach)


def in_vain(match: Match, *moments: Moment, side: Side = "home") -> None:
    for half, turn in moments:
        with pytest.raises(MatchEventNotDue):
            ask(match, half, turn, side)


def asked(match: Match, side: Side = "home") -> tuple[Moment, ...]:
    return asked_of(MatchDay.objects.filter(match=match).first())[side]


def refused(kind: type[EngineError], match: Match, half: int, turn: int, side: Side = "home") -> dict[str, Any]:
    before = asked(match, side)
    with pytest.raises(kind) as refusal:
        ask(match, half, turn, side)
    assert refusal.value.rule == "match-events"
    assert asked(match, side) == before  # what is refused is not asked
    return dict(refusal.value.params)


@pytest.mark.usefixtures("last")
def test_before_the_kick_off_and_after_the_report_nothing_is_asked() -> None:
    match = ready()
    refused(MatchEventNotPlayed, match, 1, 1)
    match = kicked_off(match)
    in_vain(match, (1, 1))
    match = cast.file(match)
    with pytest.raises(PrematchOver):
        ask(match, 1, 2)
    report_return(match=match, actor=match.away.coach)
    in_vain(cast.reread(match), (1, 2))


@pytest.mark.usefixtures("last")
def test_of_a_match_that_is_only_typed_in_what_was_drawn_at_the_table_is_recorded() -> None:
    match = ready()
    cast.file(match)
    report_return(match=cast.reread(match), actor=match.away.coach)
    refused(MatchEventNotPlayed, match, 2, 8)
    day = match_event_record(match=match, side="home", event="pop", actor=match.home.coach)
    assert prematch_of(day).home.event == "pop"


@pytest.mark.usefixtures("last")
def test_a_page_from_before_the_kick_off_was_taken_back_asks_nothing() -> None:
    match = ready()
    live = kicked_off(match)
    Match.objects.filter(pk=match.pk).update(status="scheduled")
    refused(MatchEventNotPlayed, live, 1, 1)


@pytest.mark.usefixtures("last")
@pytest.mark.parametrize(
    ("moment", "said"),
    [((0, 1), {"half": 0, "halves": 2}), ((3, 1), {"half": 3, "halves": 2}), ((-1, 1), {"half": -1, "halves": 2})],
)
def test_a_half_that_there_is_not(moment: Moment, said: dict[str, int]) -> None:
    assert refused(MatchEventHalfUnknown, kicked_off(ready()), *moment) == said


@pytest.mark.usefixtures("last")
@pytest.mark.parametrize("moment", [(1, 0), (1, 9), (2, 9)])
def test_a_turn_that_there_is_not(moment: Moment) -> None:
    half, turn = moment
    said = refused(MatchEventTurnUnknown, kicked_off(ready()), half, turn)
    assert said == {"half": half, "turn": turn, "turns": 8}


@pytest.mark.usefixtures("last")
def test_where_nothing_was_told_it_begins_with_the_first_turn() -> None:
    match = kicked_off(ready())
    said = refused(MatchEventTooSoon, match, 1, 2)
    assert said == {"team": "Reavers", "half": 1, "turn": 2, "next_half": 1, "next_turn": 1}
    in_vain(match, (1, 1))


@pytest.mark.usefixtures("last")
def test_asking_goes_on_turn_by_turn_over_the_end_of_the_half() -> None:
    match = kicked_off(ready())
    in_vain(match, *((1, turn) for turn in range(1, 8)))
    refused(MatchEventTooSoon, match, 2, 1)
    in_vain(match, (1, 8))
    refused(MatchEventTooSoon, match, 2, 2)
    in_vain(match, (2, 1))


@pytest.mark.usefixtures("last")
def test_what_was_tapped_in_says_how_far_the_match_has_come() -> None:
    match = kicked_off(ready())
    ann, bob = phones(match)
    bob.tap("turn", side="away", half=1, turn=5)
    bob.send()
    refused(MatchEventTooSoon, match, 1, 7)
    in_vain(match, (1, 6))
    ann.tap("turn", side="home", half=2, turn=0)
    ann.send()
    refused(MatchEventTooSoon, match, 2, 2)
    in_vain(match, (2, 1))


@pytest.mark.usefixtures("last")
def test_what_was_taken_back_and_what_cannot_be_move_nothing() -> None:
    match = kicked_off(ready())
    _, bob = phones(match)
    key = bob.tap("turn", side="away", half=2, turn=7)
    bob.tap("note", half=2, turn=9)
    bob.tap("note", half=3, turn=1)
    bob.send()
    bob.undo(key)
    bob.send()
    assert refused(MatchEventTooSoon, match, 1, 2)["next_turn"] == 1


@pytest.mark.usefixtures("last")
def test_what_the_other_coach_asks_leads_nobody_on_and_shuts_nobody_out() -> None:
    match = kicked_off(ready())
    in_vain(match, (1, 1), (1, 2), (1, 3), side="away")
    refused(MatchEventTooSoon, match, 1, 2)
    in_vain(match, (1, 1))
    assert (asked(match), asked(match, "away")) == (((1, 1),), ((1, 1), (1, 2), (1, 3)))


@pytest.mark.usefixtures("last")
def test_asking_goes_only_forward_and_the_same_turn_may_be_asked_again() -> None:
    match = kicked_off(ready())
    in_vain(match, (1, 1), (1, 2), (1, 2))
    assert asked(match) == ((1, 1), (1, 2))
    said = refused(MatchEventAskedLater, match, 1, 1)
    assert said == {"team": "Reavers", "half": 1, "turn": 1, "asked_half": 1, "asked_turn": 2}


@pytest.mark.usefixtures("last")
def test_what_is_asked_is_on_record_and_everybody_sees_it() -> None:
    match = kicked_off(ready())
    in_vain(match, (1, 1), (1, 2))
    for who in (match.home.coach, match.away.coach, cast.coach("Cora")):
        assert prematch_page(who, match).asked == {"home": ((1, 1), (1, 2)), "away": ()}
    told = AuditEntry.objects.filter(action="prematch.match-event", actor=match.home.coach).order_by("pk")
    assert [(one.data["asked"], one.data["half"], one.data["turn"]) for one in told] == [(True, 1, 1), (True, 1, 2)]
    page = Client().get(reverse("matches:prematch", args=[match.pk])).content.decode()
    assert "half 1, turn 1; half 1, turn 2" in page
    assert not DiceRoll.objects.filter(key__startswith="match-event").exists()


def test_when_it_comes_it_is_shown_with_its_dice_and_nothing_more_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.match.match_events.comes", lambda *_: (1, 2))
    match = kicked_off(ready())
    in_vain(match, (1, 1))
    assert prematch_of(ask(match, 1, 2)).home.event
    assert asked(match) == ((1, 1), (1, 2))
    refused(MatchEventShown, match, 1, 3)


@pytest.mark.usefixtures("last")
def test_in_extra_time_it_can_still_be_asked_where_that_is_played() -> None:
    match = kicked_off(ready(draws="overtime"))
    ann, _ = phones(match)
    ann.tap("turn", side="home", half=2, turn=8)
    ann.send()
    assert prematch_of(ask(match, 3, 1)).home.event


@pytest.mark.usefixtures("last")
def test_only_who_decides_for_a_side_asks_for_it() -> None:
    match = kicked_off(ready())
    with pytest.raises(NotAllowed):
        match_event_reveal(match=match, side="home", half=1, turn=1, actor=match.away.coach)
    assert asked(match) == ()


@pytest.mark.usefixtures("last")
def test_over_the_api_it_is_the_same_and_a_request_that_is_sent_again_is_answered_alike() -> None:
    match, client = kicked_off(ready()), Client()
    client.force_login(match.home.coach)
    address = reverse("api:prematch-event", args=[match.pk])

    def sent(half: int, turn: int, key: str) -> tuple[int, str]:
        told = {"side": "home", "half": half, "turn": turn}
        answer = client.post(address, told, "application/json", headers={"Idempotency-Key": key})
        return answer.status_code, answer.json().get("code", "")

    assert sent(1, 2, "a") == (409, "match_event_too_soon")
    assert sent(4, 1, "b") == (422, "match_event_half_unknown")
    assert sent(1, 9, "c") == (422, "match_event_turn_unknown")
    assert sent(1, 1, "d") == sent(1, 1, "d") == (409, "match_event_not_due")
    assert sent(1, 2, "e") == (409, "match_event_not_due")
    assert sent(1, 1, "f") == (409, "match_event_asked_later")
    state = client.get(reverse("api:match-prematch", args=[match.pk])).json()
    assert state["asked"] == {"home": [[1, 1], [1, 2]], "away": []}
    ann, _ = phones(match)
    ann.tap("turn", side="home", half=2, turn=7)
    ann.send()
    assert sent(2, 8, "g") == sent(2, 8, "g") == (200, "")
    assert sent(2, 8, "h") == (409, "match_event_shown")


# Taking the kick-off back


@pytest.mark.parametrize(("due", "comes"), [((2, 8), False), ((1, 1), True)])
def test_who_has_asked_for_his_match_event_cannot_take_the_kick_off_back(
    monkeypatch: pytest.MonkeyPatch, due: Moment, comes: bool
) -> None:
    """Whether it came or not, he knows: the next match would begin with what nobody may know."""
    monkeypatch.setattr("engine.match.match_events.comes", lambda *_: due)
    match = kicked_off(ready())
    assert kick_off_of(match.home.coach, match).may_undo
    if comes:
        ask(match, 1, 1)
    else:
        in_vain(match, (1, 1))
    match = cast.reread(match)
    assert not kick_off_of(match.home.coach, match).may_undo
    with pytest.raises(KickOffStands):
        kick_off_undo(match=match, actor=match.away.coach)
    assert cast.reread(match).status == "live"
