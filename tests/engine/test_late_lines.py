"""What events that arrived after a report would change of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.match.adding_up import report_from_events
from engine.match.comparing import with_lines
from engine.match.events import Event
from engine.match.late_lines import lines_told_late
from engine.match.live_scene import Scene
from engine.match.report import MatchReport
from tests.engine.days import BB2016
from tests.engine.reporting import AWAY, HOME

SCENE = Scene({"home": HOME, "away": AWAY}, BB2016)


def event(key: str, kind: Any = "touchdown", **told: Any) -> Event:
    return Event(key, kind, **{"half": 1, "turn": 1, "side": "home", "player": "p1", **told})


def filed(*events: Event) -> MatchReport:
    return report_from_events(events, None, SCENE.sheets, BB2016)


GOAL = event("a")


def test_a_touchdown_changes_its_scorers_line_and_the_score_follows() -> None:
    changed = lines_told_late(filed(GOAL), [GOAL], [GOAL, event("b")], SCENE)
    assert changed == {"home.deeds.p1.touchdown": 2}
    report = with_lines(filed(GOAL), changed)
    assert report.home.score == 2


def test_nobodys_touchdown_changes_the_score() -> None:
    assert lines_told_late(filed(GOAL), [GOAL], [GOAL, event("b", player="")], SCENE) == {"home.score": 2}


def test_it_is_added_to_what_the_report_says_and_not_to_the_events() -> None:
    """The coach has counted more on his form than was tapped in."""
    report = with_lines(filed(GOAL), {"home.deeds.p1.touchdown": 3})
    changed = lines_told_late(report, [GOAL], [GOAL, event("b")], SCENE)
    assert changed == {"home.deeds.p1.touchdown": 4}


def test_what_is_taken_back_goes() -> None:
    assert lines_told_late(filed(GOAL), [GOAL], [], SCENE) == {"home.deeds.p1.touchdown": None}


def test_a_casualty_is_a_line_of_its_own_and_its_causer_may_change() -> None:
    hurt = event("b", "casualty", player="p2", other="p3", cause="block")
    (place, line) = next(iter(lines_told_late(filed(), [], [hurt], SCENE).items()))
    assert (place, line["by"], line["cause"]) == ("home.casualties.p2", "p3", "block")
    told = filed(replace(hurt, result="broken-ribs"))
    changed = lines_told_late(told, [hurt], [replace(hurt, other="p4")], SCENE)
    assert {place: (line["by"], line["result"]) for place, line in changed.items()} == {
        "home.casualties.p2": ("p4", "broken-ribs")
    }


def test_of_a_list_only_who_was_told_late_is_added() -> None:
    off = event("b", "sent-off", player="p2")
    report = with_lines(filed(), {"home.sent_off": ["p5"]})
    assert lines_told_late(report, [], [off], SCENE) == {"home.sent_off": ["p2", "p5"]}


def test_what_the_report_says_already_and_what_is_no_line_changes_nothing() -> None:
    report = with_lines(filed(), {"home.sent_off": ["p2"]})
    assert lines_told_late(report, [], [event("b", "sent-off", player="p2")], SCENE) == {}
    assert lines_told_late(filed(), [], [event("b", "note", note="rain")], SCENE) == {}
