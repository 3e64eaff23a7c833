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
    late = told.pop("late", False)
    event = None if gone else Event(key, kind, **{"half": 1, "turn": 1, "side": "home", "player": "p1", **told})
    return Entry(number, device, sequence or number, key, event, rank, late)


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
        {"turn": 2},
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


def test_twins_are_asked_about_until_somebody_tells_one_of_them_anew_or_takes_it_back() -> None:
    pair = [entry(1), entry(2, "b")]
    assert live.twins_to_merge(pair) == (("a-1", "b-2"),)
    assert live.twins_to_merge([*pair, entry(3, key="a-1")]) == ()
    assert live.twins_to_merge([*pair, entry(3, "c", key="b-2")]) == ()
    assert live.twins_to_merge([*pair, entry(3, key="b-2", gone=True)]) == ()
    # Who changed his event before the other one was there has not said anything about it.
    before = [entry(1, player="p9"), entry(2, key="a-1"), entry(3, "b")]
    assert live.twins_to_merge(before) == (("a-1", "b-3"),)


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
