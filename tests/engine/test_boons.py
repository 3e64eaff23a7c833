"""What earns more while a prayer lasts, in a report that was tapped in and in one that was typed in (BB2020, prayers to
Nuffle: Perfect Passing, Fan Interaction, Necessary Violence, Fouling Frenzy)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine import effects as fx
from engine.dice import TableDice
from engine.match import boons
from engine.match.adding_up import report_from_events
from engine.match.events import Event
from engine.match.played import earning
from engine.match.postmatch import STEPS, Done, StepScene
from engine.match.prematch import Prayer, PreMatch, SidePreMatch
from engine.match.report import Casualty, Deeds, MatchReport, SideReport
from engine.tally import Tally
from tests.engine.given import after_a
from tests.engine.test_prayers import AWAY, BB2020, HOME

SHEETS: Any = {"home": HOME, "away": AWAY}
PRAYED = PreMatch(home=SidePreMatch(prayers=(Prayer("perfect-passing"), Prayer("necessary-violence"))))


def a_report(
    *, deeds: Deeds | None = None, casualty: Casualty | None = None, prematch: PreMatch | None = PRAYED
) -> MatchReport:
    home = SideReport("t1", 0, (deeds,) if deeds else ())
    away = SideReport("t2", 0, (), (casualty,) if casualty else ())
    return MatchReport(home, away, prematch=prematch)


def earned(report: MatchReport) -> dict[tuple[str, str], int]:
    """What the home team's step for star player points gives, without the most valuable player."""
    rules = replace(BB2020, mvp=replace(BB2020.mvp, method="none"))
    scene = StepScene("t1", HOME, after_a("draw"), report, None, TableDice({}), rules)
    done = STEPS["spp"](scene)
    assert isinstance(done, Done)
    found: dict[tuple[str, str], int] = {}
    for effect in done.effects:
        assert isinstance(effect, fx.SppEarned)
        found[effect.player, effect.deed] = found.get((effect.player, effect.deed), 0) + effect.spp
    return found


CAUSES = [
    ("necessary-violence", "block", 3),
    ("necessary-violence", "foul", None),
    ("fan-interaction", "crowd", 2),
    ("fan-interaction", "block", 2),
    ("fouling-frenzy", "foul", 2),
    ("fouling-frenzy", "crowd", None),
]


@pytest.mark.parametrize(("prayer", "cause", "spp"), CAUSES)
def test_a_casualty_under_a_prayer_earns_what_the_prayer_says(prayer: str, cause: str, spp: int | None) -> None:
    prematch = PreMatch(home=SidePreMatch(prayers=(Prayer(prayer),)))
    report = a_report(casualty=Casualty("p1", cause, "p2", blessed=True), prematch=prematch)
    assert earned(report).get(("p2", "casualty")) == spp
    assert earning(report, "home", HOME, BB2020) == (spp is not None)


@pytest.mark.parametrize(
    ("prayer", "cause", "spp"), [("necessary-violence", "block", 2), ("fouling-frenzy", "foul", None)]
)
def test_when_the_drive_is_over_it_earns_what_it_always_does(prayer: str, cause: str, spp: int | None) -> None:
    prematch = PreMatch(home=SidePreMatch(prayers=(Prayer(prayer),)))
    report = a_report(casualty=Casualty("p1", cause, "p2"), prematch=prematch)
    assert earned(report).get(("p2", "casualty")) == spp


def test_without_an_answer_nothing_is_blessed() -> None:
    report = a_report(casualty=Casualty("p1", "foul", "p2", blessed=True), prematch=None)
    assert earned(report) == {}
    report = a_report(deeds=Deeds("p1", Tally({"completion": 1}), Tally({"completion": 1})), prematch=None)
    assert earned(report) == {("p1", "completion"): 1}


def test_what_lasts_the_whole_match_needs_no_word() -> None:
    """Perfect Passing, for the game."""
    assert earned(a_report(deeds=Deeds("p1", Tally({"completion": 3, "touchdown": 1})))) == {
        ("p1", "completion"): 6,
        ("p1", "touchdown"): 3,
    }


def test_the_other_sides_prayers_are_not_mine() -> None:
    prematch = PreMatch(away=SidePreMatch(prayers=(Prayer("perfect-passing"), Prayer("fouling-frenzy"))))
    report = a_report(deeds=Deeds("p1", Tally({"completion": 1})), prematch=prematch)
    assert earned(report) == {("p1", "completion"): 1}
    report = a_report(casualty=Casualty("p1", "foul", "p2", blessed=True), prematch=prematch)
    assert earned(report) == {}


# Tapped in


def event(key: int, kind: Any, **more: Any) -> Event:
    return Event(str(key), kind, **{"half": 1, "side": "home", **more})


def hurt(key: int, cause: str = "block", **more: Any) -> Event:
    return event(key, "casualty", **{"side": "away", "player": f"p{key}", "other": "p1", "cause": cause, **more})


def told(*events: Event, prematch: PreMatch | None = None) -> MatchReport:
    return report_from_events(events, prematch, SHEETS, BB2020)


def test_a_prayer_of_the_drive_is_over_with_the_drive() -> None:
    """Necessary Violence, for the drive."""
    report = told(
        event(1, "kick-off", turn=1),
        hurt(2, turn=1),
        event(3, "touchdown", player="p1", turn=2),
        event(4, "kick-off", turn=2),
        hurt(5, turn=3),
        prematch=PRAYED,
    )
    assert [one.blessed for one in report.away.casualties] == [True, False]
    assert earned(report)["p1", "casualty"] == 5


def test_a_prayer_that_is_answered_later_counts_from_then_on() -> None:
    """Cheering fans, a throw on the table of prayers."""
    report = told(
        event(1, "completion", player="p1", turn=1),
        event(2, "prayer", what="perfect-passing", turn=2),
        event(3, "completion", player="p1", turn=3),
    )
    assert report.home.deeds == (Deeds("p1", Tally({"completion": 2}), Tally({"completion": 1})),)
    assert earned(report) == {("p1", "completion"): 3}
    assert boons.answered(report, "home") == ("perfect-passing",)
    assert boons.answered(report, "away") == ()


def test_a_prayer_of_the_half_is_over_with_the_half() -> None:
    """Moles under the Pitch, for the half."""
    assert boons.stands("moles-under-the-pitch", BB2020, since=(0, 1), now=(1, 3))
    assert not boons.stands("moles-under-the-pitch", BB2020, since=(1, 1), now=(2, 3))
    assert boons.stands("perfect-passing", BB2020, since=(1, 1), now=(2, 9))
    assert boons.stands("stiletto", BB2020, since=(1, 4), now=(1, 4))
    assert not boons.stands("stiletto", BB2020, since=(1, 4), now=(1, 5))
    assert not boons.stands("rain", BB2020, since=(1, 1), now=(1, 1))


def test_of_two_that_speak_of_the_same_the_better_counts() -> None:
    assert boons.boons(("necessary-violence", "fouling-frenzy", "fan-interaction"), BB2020) == {
        "casualty": 3,
        "casualty/foul": 2,
        "casualty/crowd": 2,
    }
    assert boons.boons(("rain",), BB2020) == {}
