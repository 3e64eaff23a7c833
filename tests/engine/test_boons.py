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
from engine.match.after import STEPS, Done, StepScene
from engine.match.checks import errors, problems
from engine.match.comparing import differences, lines_of, with_line, with_lines
from engine.match.events import Event
from engine.match.played import earning
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
    assert report.home.answered == (Prayer("perfect-passing"),)


def test_what_lasts_the_whole_match_is_blessed_by_nothing_more_in_events_either() -> None:
    """A report that is typed in, where it needs no word, says the same."""
    report = told(event(1, "completion", player="p1"), hurt(2), prematch=PRAYED)
    assert report.home.deeds[0].blessed == Tally()
    assert earned(report)["p1", "completion"] == 2


@pytest.mark.parametrize("kicked_off", [(), (1,), (2,), (1, 2)], ids=repr)
@pytest.mark.parametrize(("half", "blessed"), [(1, True), (2, False)])
def test_what_lasts_a_drive_ends_with_the_half(kicked_off: tuple[int, ...], half: int, blessed: bool) -> None:
    """Whether anybody tapped in a kick-off, or anything else of the second half before this, makes no difference."""
    before = PreMatch(home=SidePreMatch(prayers=(Prayer("necessary-violence"),)))
    kick_offs = [event(nth, "kick-off", side="away", half=nth, turn=1) for nth in kicked_off if nth <= half]
    did = hurt(9, half=half, turn=1)
    report = told(*kick_offs, did, prematch=before)
    assert [one.blessed for one in report.away.casualties] == [blessed]


def test_nothing_that_is_done_to_his_own_side_is_blessed() -> None:
    report = told(hurt(1, side="home", player="p3", other="p2", own=True), prematch=PRAYED)
    assert not report.home.casualties[0].blessed


# As lines, and what cannot have been.


def wrong(report: MatchReport) -> list[tuple[str, str]]:
    found = errors(problems(report, {"t1": HOME, "t2": AWAY}, BB2020))
    return [(one.code, one.where) for one in found if one.rule == "prayers"]


LATER = told(
    event(1, "prayer", what="perfect-passing", player="p4", turn=1),
    event(2, "completion", player="p1", turn=2),
    event(3, "completion", player="p1", turn=3),
)
BLESSED = "home.deeds.p1.completion.blessed"


def test_what_was_blessed_and_answered_are_lines() -> None:
    lines = lines_of(LATER)
    assert (lines[BLESSED], lines["home.deeds.p1.completion"]) == (2, 2)
    (answered,) = lines["home.answered"]
    assert (answered["prayer"], answered["player"]) == ("perfect-passing", "p4")
    assert wrong(LATER) == []


def test_a_line_changes_what_was_blessed_and_what_it_earns() -> None:
    less = with_line(LATER, BLESSED, 1)
    assert [(one.place, one.mine, one.theirs) for one in differences(LATER, less)] == [(BLESSED, 2, 1)]
    assert earned(less)["p1", "completion"] == 3
    assert earned(with_line(LATER, BLESSED, None))["p1", "completion"] == 2
    assert less.events == LATER.events


def test_no_more_is_blessed_than_was_done() -> None:
    less = with_line(LATER, "home.deeds.p1.completion", 1)
    assert less.home.deeds == (Deeds("p1", Tally({"completion": 1}), Tally({"completion": 1})),)
    assert with_line(LATER, "home.deeds.p1.completion", None).home.deeds == ()
    said = with_lines(LATER, {"home.deeds.p1.completion": 1, BLESSED: 2})
    assert wrong(said) == [("blessed_too_often", BLESSED)]
    assert wrong(with_line(LATER, BLESSED, -1)) == [("blessed_too_often", BLESSED)]


def test_what_no_prayer_makes_worth_more_is_not_blessed() -> None:
    assert wrong(with_line(LATER, "home.deeds.p2.touchdown", 1)) == []
    said = with_lines(LATER, {"home.deeds.p2.touchdown": 1, "home.deeds.p2.touchdown.blessed": 1})
    assert wrong(said) == [("blessed_by_nothing", "home.deeds.p2.touchdown.blessed")]
    others = with_lines(LATER, {"away.deeds.p2.completion": 1, "away.deeds.p2.completion.blessed": 1})
    assert wrong(others) == [("blessed_by_nothing", "away.deeds.p2.completion.blessed")]


@pytest.mark.parametrize(
    ("prayer", "cause", "can"),
    [
        ("necessary-violence", "block", True),
        ("fouling-frenzy", "foul", True),
        ("fouling-frenzy", "block", False),
        ("perfect-passing", "block", False),
    ],
)
def test_a_casualty_is_blessed_by_a_prayer_of_who_caused_it(prayer: str, cause: str, can: bool) -> None:
    report = a_report(casualty=Casualty("p1", cause, "p2", blessed=True), prematch=None)
    mine = replace(report, home=replace(report.home, answered=(Prayer(prayer),)))
    assert wrong(mine) == ([] if can else [("blessed_by_nothing", "away.casualties.0.blessed")])
    theirs = replace(report, away=replace(report.away, answered=(Prayer(prayer),)))
    assert wrong(theirs) == [("blessed_by_nothing", "away.casualties.0.blessed")]


def test_what_was_answered_in_play_stands_on_the_table() -> None:
    assert wrong(with_line(LATER, "away.answered", [{"prayer": "rain"}])) == [("prayer_unknown", "away.answered.0")]


def test_typed_totals_that_leave_a_blessing_or_a_prayer_out_are_asked_about() -> None:
    bare = replace(LATER, home=replace(LATER.home, deeds=(Deeds("p1", Tally({"completion": 2})),), answered=()))
    found = problems(bare, {"t1": HOME, "t2": AWAY}, BB2020)
    assert [one.where for one in found if one.code == "totals_differ"] == [
        "home.answered",
        "home.deeds.p1.completion.blessed",
    ]


# When it is over.


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


def test_in_a_match_that_was_never_played_nothing_is_answered() -> None:
    walkover = replace(a_report(prematch=None), ending="walkover", gave_up="away")
    prayed = replace(walkover, home=replace(walkover.home, answered=(Prayer("stiletto"),)))
    found = {(one.code, one.where) for one in problems(prayed, {"t1": HOME, "t2": AWAY}, BB2020)}
    assert ("walkover_played", "home.answered") in found
