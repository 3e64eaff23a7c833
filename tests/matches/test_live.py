"""What phones tell of a match: it arrives once, in order, and nothing of it is lost."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Literal

import pytest

from config.problems import title_of
from engine.dice import Roll
from engine.errors import NotAllowed
from engine.match.events import Event
from engine.match.limits import TEXT_LONGEST
from engine.match.live import Entry
from engine.match.live_scene import Scene
from matches.errors import DeviceUnfit, MatchNotKickedOff
from matches.models import DiceRoll, DiceSession, LiveEvent, Match, MatchStatus
from matches.selectors.live import late_events, live_match, scene_of
from matches.services.dice import rolls_keep
from matches.services.live import Received, event_enter
from matches.services.live_desk import ENTRIES_MOST, Desk, Told
from matches.web.live_timeline import late_items
from tests import cast
from tests.matches.playing import Phone, kicked_off, phone, phones
from tests.scenes import scene

pytestmark = pytest.mark.django_db


@scene
def match() -> Match:
    return kicked_off()


def outcomes(received: Received) -> list[str]:
    return [one.outcome for one in received.receipts]


def codes(received: Received) -> list[str]:
    return [problem.code for one in received.receipts for problem in one.problems]


def told(match: Match) -> list[tuple[str, str]]:
    return [(event.kind, event.player) for event in live_match(cast.reread(match)).events]


def score(match: Match) -> tuple[int, int]:
    sums = live_match(cast.reread(match)).sums
    return sums.home.score, sums.away.score


def test_what_is_tapped_in_stands_and_counts(match: Match) -> None:
    ann, bob = phones(match)
    ann.tap("touchdown", side="home", player="p10")
    bob.tap("touchdown", side="away", player="p11", turn=2)
    assert outcomes(ann.send()) == outcomes(bob.send()) == ["stored"]
    assert score(match) == (1, 1)
    assert LiveEvent.objects.filter(match=match).values_list("number", flat=True).order_by("number")[1] == 2


def test_what_is_sent_twice_arrives_once(match: Match) -> None:
    ann, _ = phones(match)
    ann.tap("touchdown", side="home", player="p10")
    ann.tap("touchdown", side="home", player="p11", turn=2)
    batch = list(ann.queue)
    assert outcomes(ann.send()) == ["stored", "stored"]
    assert outcomes(ann.deliver(*batch)) == ["known", "known"]
    assert outcomes(ann.deliver(*batch, *batch)) == ["known"] * 4
    assert LiveEvent.objects.count() == 2
    assert score(match) == (2, 0)


def test_a_number_that_the_device_has_used_for_something_else_is_refused_and_loses_nothing(match: Match) -> None:
    ann, _ = phones(match)
    ann.tap("touchdown", side="home", player="p10")
    ann.send()
    clash = {"sequence": 1, "key": f"{ann.device}-77", "event": {"key": f"{ann.device}-77", "kind": "note"}}
    received = ann.deliver(clash)
    assert (outcomes(received), codes(received)) == (["refused"], ["entry_sequence"])
    assert outcomes(ann.deliver({**clash, "sequence": 2})) == ["stored"]


@pytest.mark.parametrize("told", [{"player": "p11"}, {"player": "p10", "turn": 2}, {"player": "p10", "note": "again"}])
def test_a_copy_of_a_phone_that_tells_something_else_under_the_same_number_is_told_so(
    match: Match, told: dict[str, Any]
) -> None:
    """Two browsers with one store count alike: neither is taken for the other, and no event is lost or overwritten."""
    ann, _ = phones(match)
    copy = replace(ann, queue=[])
    ann.tap("touchdown", side="home", player="p10")
    ann.send()
    copy.tap("touchdown", side="home", **told)
    batch = list(copy.queue)
    received = copy.send()
    assert (outcomes(received), codes(received)) == (["refused"], ["entry_sequence"])
    assert score(match) == (1, 0)
    # Under a number and a key of its own it is another event.
    new = f"{copy.device}-2"
    assert outcomes(copy.deliver({**batch[0], "sequence": 2, "key": new, "event": {**batch[0]["event"], "key": new}}))
    assert score(match) == (2, 0)


def test_what_faces_mean_was_added_here_and_the_same_entry_is_known(match: Match) -> None:
    ann, _ = phones(match)
    ann.tap("kick-off", side="home", dice={"kick-off": [3, 4]})
    batch = list(ann.queue)
    assert outcomes(ann.send()) == ["stored"]
    assert live_match(match).events[0].what
    assert outcomes(ann.deliver(*batch)) == ["known"]


def test_two_phones_may_use_the_same_numbers(match: Match) -> None:
    ann, bob = phones(match)
    ann.tap("completion", side="home", player="p10")
    bob.tap("completion", side="away", player="p10")
    assert outcomes(ann.send()) == outcomes(bob.send()) == ["stored"]


def test_an_event_is_edited_and_taken_back_by_its_key_from_either_phone(match: Match) -> None:
    ann, bob = phones(match)
    key = ann.tap("touchdown", side="home", player="p10")
    ann.send()
    bob.tap("touchdown", key=key, side="home", player="p11")
    bob.send()
    assert told(match) == [("touchdown", "p11")]
    line = live_match(match).line(key)
    assert line is not None
    assert (line.edited, line.author) == (True, match.away.coach)
    bob.undo(key)
    bob.send()
    assert told(match) == []
    ann.tap("touchdown", key=key, side="home", player="p12")
    ann.send()
    assert told(match) == [("touchdown", "p12")]
    assert LiveEvent.objects.count() == 4  # nothing of it is lost


def test_what_a_phone_told_later_stands_though_it_arrives_first(match: Match) -> None:
    ann, _ = phones(match)
    key = ann.tap("touchdown", side="home", player="p10")
    ann.tap("touchdown", key=key, side="home", player="p11")
    first, second = ann.queue
    assert outcomes(ann.deliver(second)) == ["stored"]
    assert outcomes(ann.deliver(first)) == ["stored"]
    assert told(match) == [("touchdown", "p11")]


def test_a_phone_that_was_offline_for_a_day_puts_its_events_where_they_happened(match: Match) -> None:
    ann, bob = phones(match)
    noon = 1_700_000_000_000
    bob.tap("completion", side="away", player="p1", turn=1, rank=noon)
    ann.tap("completion", side="home", player="p2", turn=2, rank=noon + 60_000)
    ann.tap("completion", side="home", player="p4", turn=4, rank=noon + 180_000)
    bob.tap("completion", side="away", player="p3", turn=3, rank=noon + 120_000)
    ann.send()
    assert outcomes(bob.send()) == ["stored", "stored"]
    assert [player for _, player in told(match)] == ["p1", "p2", "p3", "p4"]


def test_a_clock_that_is_ahead_is_not_ahead_of_the_match(match: Match) -> None:
    ann, bob = phones(match)
    ann.tap("note", note="from next year", rank=9_999_999_999_999)
    ann.send()
    bob.tap("note", note="now", rank=9_999_999_999_999)
    bob.send()
    assert [event.note for event in live_match(match).events] == ["from next year", "now"]


def test_what_is_told_afterwards_stands_behind_the_turn_it_belongs_to(match: Match) -> None:
    ann, _ = phones(match)
    ann.tap("completion", side="home", player="p1", turn=1)
    ann.tap("completion", side="home", player="p3", turn=3)
    ann.send()
    late = ann.tap("completion", side="home", player="p2", turn=2)
    ann.send()
    assert [player for _, player in told(match)] == ["p1", "p2", "p3"]
    ann.tap("completion", key=late, side="home", player="p9", turn=2)
    ann.send()
    assert [player for _, player in told(match)] == ["p1", "p9", "p3"]
    ann.tap("completion", key=late, side="home", player="p9", turn=4)
    ann.send()
    assert [player for _, player in told(match)] == ["p1", "p3", "p9"]


def test_one_bad_entry_spoils_no_other(match: Match) -> None:
    ann, _ = phones(match)
    ann.tap("touchdown", side="home", player="p10")
    good = ann.queue[0]
    event = {"key": f"{ann.device}-9", "kind": "note"}
    bad: list[tuple[Any, str]] = [
        ("nonsense", "entry_shape"),
        ({"sequence": 9}, "entry_shape"),
        ({"sequence": 9, "key": f"{ann.device}-9", "event": {**event, "kind": "homecoming"}}, "entry_shape"),
        ({"sequence": 9, "key": f"{ann.device}-9", "event": {**event, "half": "first"}}, "entry_shape"),
        ({"sequence": 9, "key": f"{ann.device}-8", "event": event}, "entry_key"),
        ({"sequence": 9, "key": "carls-9", "event": {**event, "key": "carls-9"}}, "entry_key"),
        ({"sequence": 9, "key": "Ann 9", "event": {**event, "key": "Ann 9"}}, "entry_key"),
        ({"sequence": 0, "key": f"{ann.device}-9", "event": event}, "entry_sequence"),
        ({"sequence": 9, "key": f"{ann.device}-9", "event": {**event, "turn": 100}}, "entry_turn"),
        ({"sequence": 9, "key": f"{ann.device}-9", "event": {**event, "half": -1}}, "entry_turn"),
        ({"sequence": 9, "key": f"{ann.device}-9", "event": {**event, "note": "x" * (TEXT_LONGEST + 1)}}, "entry_text"),
    ]
    received = ann.deliver(*(one for one, _ in bad), good)
    assert outcomes(received) == ["refused"] * len(bad) + ["stored"]
    assert codes(received) == [code for _, code in bad]
    assert received.receipts[1].sequence == 9
    assert outcomes(
        ann.deliver({"sequence": 9, "key": f"{ann.device}-9", "event": {**event, "note": "😀" * TEXT_LONGEST}})
    ) == ["stored"]


def test_a_match_keeps_no_more_entries_than_any_match_can_have(match: Match) -> None:
    ann, _ = phones(match)
    LiveEvent.objects.bulk_create(
        LiveEvent(match=match, number=nth, device="x", sequence=nth, key=f"x-{nth}", rank=nth, author=match.home.coach)
        for nth in range(1, ENTRIES_MOST)
    )
    ann.tap("note", note="the last")
    ann.tap("note", note="one too many")
    received = ann.send()
    assert (outcomes(received), codes(received)) == (["stored", "refused"], ["entries_too_many"])


def test_no_coach_uses_up_what_another_one_needs(match: Match) -> None:
    ann, bob = phones(match)
    LiveEvent.objects.bulk_create(
        LiveEvent(match=match, number=nth, device="x", sequence=nth, key=f"x-{nth}", rank=nth, author=bob.coach)
        for nth in range(1, ENTRIES_MOST + 1)
    )
    bob.tap("note", note="one too many")
    assert outcomes(bob.send()) == ["refused"]
    ann.tap("touchdown", side="home", player="p10")
    assert outcomes(ann.send()) == ["stored"]
    cora = phone(match, cast.commissioner_of(match.league), "coras")
    cora.tap("note")
    assert outcomes(cora.send()) == ["stored"]


def test_a_full_match_takes_a_batch_in_no_time(match: Match) -> None:
    """What an entry costs does not grow with what has been told: 200 of them behind 3,000 took minutes."""
    ann, bob = phones(match)
    desk = Desk(ann.device, list(_many(bob.device, 3000)), late=False, now=1.0, room=ENTRIES_MOST)
    began = time.perf_counter()
    for nth in range(1, 201):
        key = f"{ann.device}-{nth}"
        event = {"key": key, "kind": "completion", "half": 2, "turn": 1, "side": "home", "player": "p1"}
        desk.take({"sequence": nth, "key": key, "event": event, "rank": 1_000_000})
    assert {one.outcome for one in desk.receipts} == {"stored"}
    assert time.perf_counter() - began < 1


def _many(device: str, most: int) -> Iterator[Entry]:
    for nth in range(1, most + 1):
        key = f"{device}-{nth}"
        yield Entry(nth, device, nth, key, Event(key, "completion", 1, 1, "away", "p1"), float(nth))


def test_coaches_of_the_match_and_commissioners_tell_and_nobody_else(match: Match) -> None:
    cora, mia = cast.commissioner_of(match.league), cast.member(match.league, "Mia")
    coras = phone(match, cora, "coras")
    coras.tap("note")
    assert outcomes(coras.send()) == ["stored"]
    for nobody in (mia, cast.coach("Zoe")):
        with pytest.raises(NotAllowed):
            phone(match, nobody, "x").deliver()
        with pytest.raises(NotAllowed):
            event_enter(match=match, told=Told(0, ""), actor=nobody)


@pytest.mark.parametrize("name", ["", "x" * 40, "Ann's phone", "a_b", "-a"])
def test_a_device_has_a_plain_name(match: Match, name: str) -> None:
    with pytest.raises(DeviceUnfit):
        phone(match, match.home.coach, name).deliver()


def test_nobody_counts_under_the_name_of_another_coachs_device(match: Match) -> None:
    """It stands in every key, for all to read: whoever used up its numbers would have its entries taken for known."""
    ann, bob = phones(match)
    with pytest.raises(DeviceUnfit) as refusal:
        Phone(match, bob.coach, ann.device).deliver({"sequence": 1, "key": f"{ann.device}-1", "event": None})
    assert refusal.value.params["begins"] == f"c{bob.coach.pk}-"
    bob.queue = [{"sequence": 1, "key": f"{ann.device}-1", "event": {"key": f"{ann.device}-1", "kind": "note"}}]
    assert codes(bob.send()) == ["entry_key"]
    ann.tap("touchdown", side="home", player="p10")
    assert outcomes(ann.send()) == ["stored"]
    assert score(match) == (1, 0)


@pytest.mark.parametrize("status", ["proposed", "scheduled", "called-off"])
def test_of_a_match_that_was_not_kicked_off_nothing_is_told(status: MatchStatus) -> None:
    match = cast.match()
    Match.objects.filter(pk=match.pk).update(status=status)
    with pytest.raises(MatchNotKickedOff):
        phone(match, match.home.coach, "anns").deliver()


@pytest.mark.parametrize(
    "status", [one for one in MatchStatus if one not in ("proposed", "scheduled", "live", "called-off")]
)
def test_what_arrives_after_the_report_is_kept_and_changes_nothing(match: Match, status: MatchStatus) -> None:
    ann, bob = phones(match)
    key = ann.tap("touchdown", side="home", player="p10")
    ann.send()
    Match.objects.filter(pk=match.pk).update(status=status)
    bob.tap("touchdown", side="away", player="p10", turn=8)
    bob.undo(key)
    assert outcomes(bob.send()) == ["stored", "stored"]
    assert score(match) == (1, 0)
    late = sorted(late_events(cast.reread(match)), key=lambda one: one.entry.number)
    assert [(one.event is None, one.before is None, one.author) for one in late] == [
        (False, True, match.away.coach),
        (True, False, match.away.coach),
    ]


def test_a_report_that_was_sent_back_opens_the_match_again(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(status=MatchStatus.SCHEDULED)
    ann, _ = phones(match)
    ann.tap("touchdown", side="home", player="p10")
    ann.send()
    assert score(match) == (1, 0)
    assert late_events(match) == ()


def test_a_form_has_a_device_of_its_own_and_never_the_same_number_twice(match: Match) -> None:
    for player in ("p10", "p11"):
        event_enter(match=match, told=Told(0, "", Event("", "touchdown", 1, 1, "home", player)), actor=match.home.coach)
    assert score(match) == (2, 0)
    (first, _) = live_match(match).lines
    event_enter(match=match, told=Told(0, first.event.key), actor=match.home.coach)
    assert told(match) == [("touchdown", "p11")]


# The server's dice.


def rolls(match: Match) -> dict[str, list[int]]:
    rows = DiceRoll.objects.filter(session__league=match.league, session__occasion=match.key)
    return {row.key: row.faces for row in rows}


def hurt(phone: Phone, player: str = "p5", **told: Any) -> str:
    return phone.tap("casualty", side="away", player=player, other="p10", cause="block", **told)


def test_a_casualty_is_thrown_for_on_arrival_under_the_key_that_the_report_asks_for(match: Match) -> None:
    ann, _ = phones(match)
    hurt(ann, throw="first")
    ann.send()
    assert list(rolls(match)) == [f"casualty/{match.away.key}/p5"]
    (event,) = live_match(match).events
    assert event.dice == {"casualty": tuple(rolls(match)[f"casualty/{match.away.key}/p5"])}


def test_undoing_and_telling_it_again_buys_no_other_roll(match: Match) -> None:
    ann, _ = phones(match)
    key = hurt(ann, throw="all")
    ann.send()
    before = rolls(match)
    ann.undo(key)
    ann.send()
    assert rolls(match) == before
    assert [row.key for row in live_match(match).rolls] == list(before)  # both coaches see what fell
    hurt(ann, throw="all")
    ann.send()
    assert rolls(match) == before


def test_the_apothecary_is_sent_for_after_the_first_throw(match: Match) -> None:
    ann, _ = phones(match)
    key = hurt(ann, throw="first")
    ann.send()
    hurt(ann, key=key, apothecary=True, throw="all")
    ann.send()
    stem = f"casualty/{match.away.key}/p5"
    assert {stem, f"{stem}/apothecary"} <= set(rolls(match))
    (event,) = live_match(match).events
    assert set(event.dice) >= {"casualty", "casualty/apothecary"}


def test_faces_that_were_typed_in_are_not_thrown_and_may_be_typed_again(match: Match) -> None:
    ann, _ = phones(match)
    key = hurt(ann, dice={"casualty": [1, 1]}, throw="all")
    ann.send()
    assert f"casualty/{match.away.key}/p5" not in rolls(match)
    hurt(ann, key=key, dice={"casualty": [2, 2]})
    ann.send()
    (event,) = live_match(match).events
    assert event.dice["casualty"] == (2, 2)


def test_faces_that_cannot_be_thrown_are_remarked_on_and_the_event_is_kept(match: Match) -> None:
    ann, _ = phones(match)
    hurt(ann, dice={"casualty": [9, 9]}, throw="all")
    received = ann.send()
    assert (outcomes(received), codes(received)) == (["stored"], ["die_impossible"])
    assert rolls(match) == {}


@pytest.mark.parametrize(
    ("kind", "dice", "said"),
    [
        ("casualty", (9, 99), "9, 99 cannot be thrown with D68."),
        ("kick-off", (7, 7), "7, 7 cannot be thrown with 2D6."),
        ("weather", (1, 2, 3), "1, 2, 3 cannot be thrown with 2D6."),
    ],
)
def test_dice_that_cannot_have_fallen_are_said_with_the_dice_and_stand_beside_the_event(
    match: Match, kind: str, dice: tuple[int, ...], said: str
) -> None:
    """Whether anything is to be thrown or not; and after the report just as well. What was told is kept."""
    ann, _ = phones(match)
    told: dict[str, Any] = {"player": "p5", "side": "away"} if kind == "casualty" else {}
    if kind == "kick-off":
        told["side"] = "home"
    key = ann.tap(kind, dice={kind: list(dice)}, **told)
    received = ann.send()
    assert (outcomes(received), [title_of(one) for one in received.receipts[0].problems]) == (["stored"], [said])
    found = live_match(match)
    assert [title_of(one) for one in found.remarks[key]] == [said]
    assert found.events[0].dice == {kind: dice}
    Match.objects.filter(pk=match.pk).update(status="reported")
    ann.match = cast.reread(match)
    ann.tap(kind, dice={kind: list(dice)}, **told)
    late = ann.send()
    assert (outcomes(late), [title_of(one) for one in late.receipts[0].problems]) == (["stored"], [said])
    assert [item.remarks for item in late_items(live_match(cast.reread(match)))] == [(said,)]


@pytest.mark.parametrize(
    ("faces", "wrong"), [((1, 1), 0), ((6, 8), 0), ((0, 1), 1), ((7, 1), 1), ((6, 9), 1), ((6,), 1)]
)
def test_a_d68_has_six_tens_and_eight_units(match: Match, faces: tuple[int, ...], wrong: int) -> None:
    ann, _ = phones(match)
    hurt(ann, dice={"casualty": list(faces)})
    assert codes(ann.send()) == ["die_impossible"] * wrong


def test_what_two_phones_tell_alike_is_thrown_for_once_until_people_say_that_both_happened(match: Match) -> None:
    ann, bob = phones(match)
    hurt(ann, throw="all")
    ann.send()
    before = rolls(match)
    again = hurt(bob, throw="all")
    received = bob.send()
    assert (outcomes(received), codes(received)) == (["stored"], ["likely_twin"])
    assert rolls(match) == before
    assert live_match(match).twins == ((f"{ann.device}-1", again),)
    hurt(bob, key=again, note="ouch", throw="all")
    assert codes(bob.send()) == ["likely_twin"]
    hurt(bob, key=again, throw="all", apart=f"{ann.device}-1")  # both happened
    assert codes(bob.send()) == []
    assert set(rolls(match)) > set(before)


def test_merging_takes_one_of_them_back(match: Match) -> None:
    ann, bob = phones(match)
    ann.tap("touchdown", side="home", player="p10")
    ann.send()
    twin = bob.tap("touchdown", side="home", player="p10")
    bob.send()
    assert score(match) == (2, 0)
    bob.undo(twin)
    bob.send()
    assert score(match) == (1, 0)
    assert live_match(match).twins == ()


def test_a_twin_stays_one_until_somebody_says_that_both_happened(match: Match) -> None:
    ann, bob = phones(match)
    key = ann.tap("touchdown", side="home", player="p10", turn=3)
    ann.send()
    twin = bob.tap("touchdown", side="home", player="p10", half=0, turn=0)
    bob.send()
    assert live_match(match).twins == ((key, twin),)
    ann.tap("touchdown", key=key, side="home", player="p10", turn=3, note="what a run")
    ann.send()
    assert live_match(match).twins == ((key, twin),)
    ann.tap("touchdown", key=key, side="home", player="p10", turn=3, apart="c1-nobody-1")
    assert codes(ann.send()) == ["entry_apart"]
    ann.tap("touchdown", key=key, side="home", player="p10", turn=3, apart=twin)
    ann.send()
    assert live_match(match).twins == ()
    assert score(match) == (2, 0)


def test_what_a_phone_tells_of_what_it_has_not_seen_waits_for_a_decision(match: Match) -> None:
    ann, bob = phones(match)
    key = ann.tap("touchdown", side="home", player="p10", turn=2)
    ann.send()
    bob.undo(key, seen=1)  # while he is offline
    ann.tap("touchdown", key=key, side="home", player="p11", turn=2, seen=1)
    ann.send()
    received = bob.send()
    assert (outcomes(received), codes(received)) == (["stored"], ["told_differently"])
    assert told(match) == [("touchdown", "p11")]
    line = live_match(match).line(key)
    assert line is not None
    assert [(one.entry.event, one.author) for one in line.against] == [(None, match.away.coach)]
    bob.undo(key, seen=live_match(match).number)
    assert codes(bob.send()) == []
    assert told(match) == []


def test_what_does_not_count_asks_for_no_dice(match: Match) -> None:
    ann, bob = phones(match)
    key = hurt(ann, "p5")
    ann.send()
    hurt(ann, "p6", key=key, seen=1)
    ann.send()
    hurt(bob, "p5", key=key, seen=1, note="it was the other one", throw="all")
    assert codes(bob.send()) == ["told_differently"]
    assert rolls(match) == {}


def test_nobody_has_seen_what_has_not_arrived(match: Match) -> None:
    ann, bob = phones(match)
    key = ann.tap("touchdown", side="home", player="p10")
    ann.send()
    bob.undo(key, seen=99)
    bob.queue.append({**bob.queue.pop(), "seen": 2**40})
    bob.send()
    assert [one.seen for one in live_match(match).entries] == [0, 1]


@pytest.fixture
def the_league_throws(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Whose dice the league plays with."""

    def choose(dice: Literal["server", "table"]) -> None:
        def scene(match: Match) -> Scene:
            found = scene_of(match)
            options = replace(found.ruleset.options, dice=dice)
            return replace(found, ruleset=replace(found.ruleset, options=options))

        monkeypatch.setattr("matches.services.live.scene_of", scene)

    return choose


def test_in_a_league_that_throws_at_the_table_the_server_throws_nothing(
    match: Match, the_league_throws: Callable[[str], None]
) -> None:
    the_league_throws("table")
    ann, _ = phones(match)
    hurt(ann, throw="all")
    assert codes(ann.send()) == ["die_of_the_table"]
    assert rolls(match) == {}


def test_in_a_league_that_throws_on_the_server_nothing_is_typed_in(
    match: Match, the_league_throws: Callable[[str], None]
) -> None:
    the_league_throws("server")
    ann, _ = phones(match)
    key = hurt(ann, dice={"casualty": [1, 1]}, throw="first")
    assert "die_of_the_server" in codes(ann.send())
    hurt(ann, key=key, throw="first")
    assert codes(ann.send()) == []
    assert set(rolls(match)) == {f"casualty/{match.away.key}/p5"}


def test_the_kick_off_table_is_thrown_on_or_its_dice_are_typed_in(match: Match) -> None:
    """BB2016, the kick-off table: 7 on two dice is changing weather."""
    ann, _ = phones(match)
    typed = ann.tap("kick-off", side="home", dice={"kick-off": [3, 4]})
    ann.tap("touchdown", side="away", player="p10", turn=3)
    thrown = ann.tap("kick-off", side="away", throw="all", turn=4)
    ann.send()
    found = {event.key: event for event in live_match(match).events}
    assert found[typed].what == "changing-weather"
    table = live_match(match).scene.ruleset.kickoff[0]
    faces = rolls(match)["kick-off/live/1/2"]
    assert found[thrown].what == table.result(sum(faces)).key
    ann.undo(thrown)
    ann.send()
    again = ann.tap("kick-off", side="away", throw="all", turn=4)
    ann.send()
    assert {event.key: event for event in live_match(match).events}[again].what == found[thrown].what
    assert set(rolls(match)) == {"kick-off/live/1/2"}


def tables(match: Match, kind: str) -> list[str]:
    return [event.what for event in live_match(cast.reread(match)).events if event.kind == kind]


@pytest.mark.parametrize("kind", ["kick-off", "weather"])
def test_a_drive_has_one_roll_however_often_it_is_asked_for(match: Match, kind: str) -> None:
    """Whoever asks three times and takes the first two back keeps no third roll."""
    ann, _ = phones(match)
    keys = []
    for turn in (1, 2, 3):
        keys.append(ann.tap(kind, side="home" if kind == "kick-off" else "", turn=turn, throw="first"))
        ann.send()
    (fell,) = rolls(match)
    assert fell == f"{kind}/live/1/1"
    assert len(set(tables(match, kind))) == 1
    before = tables(match, kind)[0]
    ann.undo(keys[0])
    ann.undo(keys[1])
    ann.send()
    assert tables(match, kind) == [before]
    # Nor is it another one if it was, after all, half a match later or told without being dated.
    ann.tap(kind, key=keys[2], side="", half=0, turn=0, throw="first")
    ann.send()
    assert list(rolls(match)) == [fell]
    assert tables(match, kind) == [before]


def test_a_roll_goes_with_its_drive_and_not_with_the_event_that_asked_for_it(match: Match) -> None:
    ann, _ = phones(match)
    goal = ann.tap("touchdown", side="away", player="p10", turn=2)
    asked = ann.tap("weather", turn=3, throw="first")
    ann.send()
    assert list(rolls(match)) == ["weather/live/1/2"]
    second = tables(match, "weather")
    ann.undo(goal)
    ann.send()
    assert tables(match, "weather") == [""]  # nothing has fallen for the first drive
    ann.tap("weather", key=asked, turn=3, throw="first")
    ann.send()
    assert list(rolls(match)) == ["weather/live/1/2", "weather/live/1/1"]
    ann.tap("touchdown", side="away", player="p10", turn=2)
    ann.send()
    assert tables(match, "weather") == second


def test_a_touchdown_that_two_phones_have_told_ends_one_drive(match: Match) -> None:
    ann, bob = phones(match)
    for one in (ann, bob):
        one.tap("touchdown", side="away", player="p10", turn=2)
        one.send()
    ann.tap("kick-off", side="away", turn=3, throw="first")
    ann.send()
    assert list(rolls(match)) == ["kick-off/live/1/2"]
    before = tables(match, "kick-off")
    bob.undo(f"{bob.device}-1")
    bob.send()
    assert tables(match, "kick-off") == before


def test_what_fell_counts_whatever_is_typed_and_a_second_weather_of_a_drive_may_be_told(match: Match) -> None:
    ann, _ = phones(match)
    key = ann.tap("weather", throw="first")
    ann.send()
    (fell,) = tables(match, "weather")
    other = next(one.key for one in scene_of(match).ruleset.weather[0].results if one.key != fell)
    mage = ann.tap("weather", turn=2, what=other)
    ann.send()
    assert tables(match, "weather") == [fell, other]
    ann.undo(mage)
    ann.tap("weather", key=key, what=other)
    ann.send()
    assert tables(match, "weather") == [fell]


def test_what_was_frozen_before_rolls_had_drives_stays_as_it_was_told(match: Match) -> None:
    ann, _ = phones(match)
    ann.tap("weather", what="blizzard", dice={"weather": [6, 6]})
    ann.send()
    session = DiceSession.objects.get(league=match.league, occasion=match.key)
    rolls_keep(session=session, rolls=[Roll("weather/live/1", (6, 6), (1, 1), "seeded")], actor=ann.coach)
    assert tables(match, "weather") == ["blizzard"]


# Remarks.


def test_what_cannot_be_is_kept_and_remarked_on(match: Match) -> None:
    ann, _ = phones(match)
    ann.tap("sent-off", side="home", player="p3")
    ann.tap("touchdown", side="home", player="p3", turn=2)
    ann.tap("touchdown", side="home", player="p99", turn=3)
    ann.tap("completion", side="home", player="p4", turn=40)
    received = ann.send()
    assert outcomes(received) == ["stored"] * 4
    assert [[problem.code for problem in one.problems] for one in received.receipts] == [
        [],
        ["acts_after_sent_off"],
        ["player_of_another_team"],
        ["event_turn"],
    ]
    assert score(match) == (2, 0)
    found = live_match(match).remarks
    assert {key: [one.code for one in problems] for key, problems in found.items()} == {
        f"{ann.device}-2": ["acts_after_sent_off"],
        f"{ann.device}-3": ["player_of_another_team"],
        f"{ann.device}-4": ["event_turn"],
    }


def test_a_remark_goes_when_the_event_is_put_right(match: Match) -> None:
    ann, _ = phones(match)
    ann.tap("sent-off", side="home", player="p3")
    key = ann.tap("touchdown", side="home", player="p3", turn=2)
    ann.send()
    ann.tap("back", side="home", player="p3", what="bribe")
    assert set(live_match(match).remarks) == {key}
    ann.send()
    assert [one.severity for one in live_match(match).remarks[key]] == ["warning"]
    ann.tap("touchdown", key=key, side="home", player="p4", turn=2)
    ann.send()
    assert live_match(match).remarks == {}
