"""What devices tell of a match: which of it counts, what is probably told twice, where it belongs."""

from __future__ import annotations

from typing import Any

import pytest

from engine import rulesets
from engine.match import live
from engine.match.events import Event
from engine.match.live import Entry


def entry(
    number: int, device: str = "a", *, sequence: int = 0, key: str = "", gone: bool = False, **told: Any
) -> Entry:
    key = key or f"{device}-{sequence or number}"
    kind = told.pop("kind", "touchdown")
    rank = told.pop("rank", float(number))
    late, seen, apart = told.pop("late", False), told.pop("seen", 0), told.pop("apart", "")
    event = None if gone else Event(key, kind, **{"half": 1, "turn": 1, "side": "home", "player": "p1", **told})
    return Entry(number, device, sequence or number, key, event, rank, late, seen, apart)


def players(entries: list[Entry]) -> list[str]:
    return [event.player for event in live.events_of(entries)]


def test_the_latest_that_was_told_of_an_event_counts() -> None:
    first, second = entry(1, player="p1"), entry(2, player="p2")
    changed = entry(3, "b", sequence=1, key=first.key, player="p3")
    assert players([first, second]) == ["p1", "p2"]
    assert players([first, second, changed]) == ["p2", "p3"]
    assert players([first, second, changed, entry(4, key=second.key, gone=True)]) == ["p3"]


def test_the_order_in_which_entries_are_given_does_not_matter() -> None:
    entries = [entry(1), entry(2, "b", player="p2"), entry(3, key="a-1", player="p3", rank=1.0)]
    assert players(entries) == players(entries[::-1]) == ["p3", "p2"]


def test_of_one_device_the_later_entry_counts_though_it_arrived_first() -> None:
    told_first = entry(2, sequence=1, key="a-1", player="p1")
    told_later = entry(1, sequence=2, key="a-1", player="p2")
    assert players([told_first, told_later]) == ["p2"]


def test_events_stand_in_the_course_of_the_match() -> None:
    assert players([entry(1, rank=30.0, player="p3"), entry(2, rank=10.0, player="p1")]) == ["p1", "p3"]


@pytest.mark.parametrize(
    "other",
    [
        {"turn": 3},
        {"half": 2},
        {"side": "away"},
        {"player": "p2"},
        {"kind": "completion"},
    ],
)
def test_what_differs_is_no_twin(other: dict[str, Any]) -> None:
    one = entry(1).event
    assert one is not None
    twin, different = entry(2, "b").event, entry(3, "b", **other).event
    assert twin is not None
    assert different is not None
    assert live.likely_twins([one, twin]) == (("a-1", "b-2"),)
    assert live.likely_twins([one, different]) == ()


def test_one_device_has_no_twins_nor_have_turns_and_notes() -> None:
    def events(*entries: Entry) -> list[Event]:
        return [one.event for one in entries if one.event]

    assert live.likely_twins(events(entry(1), entry(2))) == ()
    for kind in live.NEVER_TWINS:
        assert live.likely_twins(events(entry(1, kind=kind), entry(2, "b", kind=kind))) == ()


def test_twins_are_asked_about_until_somebody_says_that_both_happened_or_takes_one_back() -> None:
    pair = [entry(1), entry(2, "b")]
    asked = (("a-1", "b-2"),)
    assert live.twins_to_merge(pair) == asked
    assert live.twins_to_merge([*pair, entry(3, key="a-1", apart="b-2")]) == ()
    assert live.twins_to_merge([*pair, entry(3, "c", key="b-2", apart="a-1")]) == ()
    assert live.twins_to_merge([*pair, entry(3, key="b-2", gone=True)]) == ()
    # A note, or anything else that is changed about one of them, says nothing about the other.
    assert live.twins_to_merge([*pair, entry(3, key="a-1", rank=1.0, note="what a run")]) == asked
    assert live.twins_to_merge([*pair, entry(3, key="a-1", rank=1.0, apart="c-1")]) == asked
    # What was said once is not forgotten with the next change.
    said = [*pair, entry(3, key="a-1", apart="b-2"), entry(4, key="a-1", note="what a run")]
    assert live.twins_to_merge(said) == ()


@pytest.mark.parametrize(
    ("one", "other", "likely"),
    [
        ({"turn": 3}, {"turn": 4}, True),
        ({"turn": 3}, {"turn": 5}, False),
        ({"turn": 3}, {"half": 0, "turn": 0}, True),
        ({"turn": 3}, {"turn": 0}, True),
        ({"half": 2}, {"turn": 0}, False),
        ({"kind": "casualty", "turn": 2}, {"kind": "casualty", "half": 2, "turn": 7}, True),
        ({"kind": "sent-off", "turn": 2}, {"kind": "sent-off", "half": 2, "turn": 7}, True),
        ({"kind": "card", "what": "blade"}, {"kind": "card", "what": "blade", "turn": 2}, True),
        ({"kind": "card", "what": "blade"}, {"kind": "card", "what": "rune"}, False),
    ],
)
def test_people_count_turns_differently(one: dict[str, Any], other: dict[str, Any], likely: bool) -> None:
    found = live.twins_to_merge([entry(1, **one), entry(2, "b", **other)])
    assert found == ((("a-1", "b-2"),) if likely else ())


def test_who_came_back_in_between_may_be_hurt_again() -> None:
    hurt = [entry(1, kind="casualty", turn=1), entry(2, "b", kind="casualty", half=2, turn=3)]
    assert live.twins_to_merge([*hurt, entry(3, kind="back", player="p2", half=2)]) == (("a-1", "b-2"),)
    assert live.twins_to_merge([*hurt, entry(3, kind="back", half=2)]) == ()
    assert live.twins_to_merge([*hurt, entry(3, kind="back", half=2, turn=8)]) == (("a-1", "b-2"),)


def test_what_was_told_of_the_same_turn_is_not_looked_for_in_the_next_one() -> None:
    told = [entry(1, turn=3), entry(2, turn=4), entry(3, "b", turn=3)]
    assert live.twins_to_merge(told) == (("a-1", "b-3"),)


# What a device tells without having seen what another one has told since.


def counting(entries: list[Entry], key: str = "a-1") -> tuple[str, list[int]]:
    standing = live.Fold(entries).of(key)
    assert standing is not None
    event = standing.entry.event
    return event.player if event else "", [one.number for one in standing.against]


def test_who_had_not_seen_what_another_device_told_does_not_win_by_arriving_last() -> None:
    told = [entry(1, player="p1"), entry(2, key="a-1", player="p2")]
    assert counting([*told, entry(3, "b", key="a-1", gone=True, seen=1)]) == ("p2", [3])
    assert counting([*told, entry(3, "b", key="a-1", player="p3", seen=1)]) == ("p2", [3])
    assert counting([*told, entry(3, "b", key="a-1", player="p3", seen=2)]) == ("p3", [])
    # Both say the same.
    assert counting([*told, entry(3, "b", key="a-1", player="p2", seen=1)]) == ("p2", [])


def test_an_event_goes_before_a_taking_back_that_had_not_seen_it() -> None:
    told = [entry(1, player="p1"), entry(2, key="a-1", gone=True)]
    assert counting([*told, entry(3, "b", key="a-1", player="p3", seen=1)]) == ("p3", [2])
    assert counting([*told, entry(3, "b", key="a-1", gone=True, seen=1)]) == ("", [])
    asked = [entry(1), entry(2, key="a-1", player="p2"), entry(3, "b", key="a-1", player="p3", seen=1)]
    assert counting([*asked, entry(4, key="a-1", gone=True, seen=2)]) == ("p3", [4])


def test_whoever_has_seen_both_decides() -> None:
    told = [entry(1, player="p1"), entry(2, key="a-1", player="p2"), entry(3, "b", key="a-1", gone=True, seen=1)]
    assert counting([*told, entry(4, key="a-1", player="p2", seen=3)]) == ("p2", [])
    assert counting([*told, entry(4, "b", key="a-1", gone=True, seen=3)]) == ("", [])
    # The next change of a device that has still not seen it decides nothing.
    assert counting([*told, entry(4, key="a-1", player="p4", seen=2)]) == ("p4", [3])
    # Whoever thinks better of it has nothing against it any more.
    assert counting([*told, entry(4, "b", key="a-1", player="p2", seen=1)]) == ("p2", [])


def test_a_device_may_have_hyphens_in_its_name() -> None:
    assert live.device_of("form-12-3") == "form-12"


def test_what_is_told_afterwards_belongs_behind_its_turn() -> None:
    standing = [entry(1, turn=1, rank=10.0), entry(2, turn=3, rank=20.0), entry(3, half=2, turn=1, rank=30.0)]
    assert live.rank_at(standing, 1, 2) == 15.0
    assert live.rank_at(standing, 1, 3) == 25.0
    assert live.rank_at(standing, 1, 0) < 10.0
    assert live.rank_at(standing, 2, 1) > 30.0
    assert live.rank_at(standing, 0, 0) > 30.0  # nobody has written down when
    assert live.rank_at([], 1, 1) == 0.0


def test_what_an_edition_does_not_have_is_not_offered() -> None:
    kinds = {key: set(live.kinds_of(rulesets.get(key))) for key in ("basic", "bb2016", "bb2020", "lrb6")}
    for key in kinds:
        assert {"touchdown", "casualty", "ko", "foul", "turn", "note", "kick-off"} <= kinds[key]
    assert {key for key, found in kinds.items() if "deflection" in found} == {"bb2020"}
    assert {key for key, found in kinds.items() if "superb-throw" in found} == {"bb2020"}
    assert {key for key, found in kinds.items() if "prayer" in found} == {"bb2020"}
    assert {key for key, found in kinds.items() if "completion" in found} == {"bb2016", "bb2020", "lrb6"}
    assert {key for key, found in kinds.items() if "weather" in found} == {"bb2016", "bb2020", "lrb6"}
    assert {key for key, found in kinds.items() if "card" in found} == {"bb2016"}
