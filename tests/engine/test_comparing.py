"""Two reports of one match, line by line; and a report in which one line says something else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.match.comparing import (
    LineIllegal,
    LineUnknown,
    differences,
    lines_of,
    side_of_line,
    what_of,
    with_line,
    with_lines,
)
from engine.match.events import Event
from engine.match.prematch import Induced, PreMatch, SidePreMatch, Venue
from engine.match.report import Casualty, MatchReport
from engine.tally import Tally
from tests.engine.given import a_report, a_side

HURT = Casualty("p5", "block", "p11")
TWICE = (HURT, Casualty("p5", "foul", "p2"))


def told(**more: object) -> MatchReport:
    return replace(
        a_report(a_side("t1", {"p9": 2}), a_side("t2", {"p3": 1}, casualties=TWICE)),
        dice={"casualty/t2/p5": (5, 3), "casualty/t2/p5/2/apothecary": (1, 1), "winnings/t1/1": (4,)},
        **more,
    )


def test_every_line_has_a_place_and_says_one_thing() -> None:
    lines = lines_of(told())
    assert lines["home.score"] == 2
    assert lines["home.deeds.p9.touchdown"] == 2
    assert lines["away.casualties.p5"]["by"] == "p11"
    assert lines["away.casualties.p5"]["dice"] == {"casualty/t2/p5": [5, 3]}
    assert lines["away.casualties.p5.2"]["dice"] == {"casualty/t2/p5/2/apothecary": [1, 1]}
    assert lines["dice.winnings/t1/1"] == [4]
    assert "dice.casualty/t2/p5" not in lines


def test_what_nobody_recorded_is_no_line() -> None:
    blank = lines_of(a_report())
    assert {what_of(place) for place in blank} == {"score", "nominees"}


def test_reports_that_say_the_same_do_not_differ_however_they_are_put_together() -> None:
    mine = told()
    theirs = replace(
        mine,
        away=replace(mine.away, casualties=mine.away.casualties, sent_off=()),
        prematch=PreMatch(),
        events=(Event("a1", "touchdown"),),
        accepted=("many_casualties",),
    )
    assert differences(mine, theirs) == ()


def test_casualties_are_compared_by_player_and_not_by_their_order() -> None:
    other = Casualty("p1", "crowd")
    one = a_report(a_side("t1", casualties=(HURT, other)))
    two = a_report(a_side("t1", casualties=(other, HURT)))
    assert differences(one, two) == ()


def test_differences_stand_side_by_side_each_with_its_kind() -> None:
    mine, theirs = told(), with_line(told(), "home.deeds.p9.touchdown", 3)
    found = {one.place: (one.what, one.mine, one.theirs) for one in differences(mine, theirs)}
    assert found == {
        "home.score": ("score", 2, 3),
        "home.deeds.p9.touchdown": ("touchdown", 2, 3),
    }


def test_a_line_that_only_one_of_them_has_is_none_in_the_other() -> None:
    mine, theirs = told(), with_line(told(), "away.casualties.p5.2", None)
    (one,) = differences(mine, theirs)
    assert (one.place, one.what, one.theirs) == ("away.casualties.p5.2", "casualty", None)
    assert one.mine["by"] == "p2"


def test_what_was_recorded_before_the_match_is_compared_field_by_field() -> None:
    mine = told(prematch=PreMatch(weather="nice", venue=Venue(stadium="standard")))
    theirs = told(
        prematch=PreMatch(
            weather="blizzard",
            venue=Venue(stadium="standard", name="Oldbowl"),
            home=SidePreMatch(induced=(Induced("bribes"),)),
        )
    )
    assert {one.place: one.what for one in differences(mine, theirs)} == {
        "prematch.weather": "weather",
        "prematch.venue.name": "name",
        "prematch.home.induced": "induced",
    }


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("home.score", 4),
        ("away.awarded", 1),
        ("home.deeds.p9.completion", 2),
        ("home.deeds.p1.interception", 1),
        ("home.nominees", ["p4", "p5", "p6"]),
        ("away.sent_off", ["p2"]),
        ("home.used.bribes", 1),
        ("away.fame_lost", 2),
        ("ending", "conceded"),
        ("gave_up", "away"),
        ("could_field", 2),
        ("overtime", True),
        ("shoot_out", "home"),
        ("prematch.weather", "blizzard"),
        ("prematch.venue.name", "Oldbowl"),
        ("prematch.away.treasury", 50_000),
        ("dice.winnings/t1/1", [6]),
    ],
)
def test_a_line_is_changed_and_nothing_else(place: str, value: object) -> None:
    changed = with_line(told(), place, value)
    assert lines_of(changed)[place] == value
    assert [one.place for one in differences(told(), changed)] == [place]


@pytest.mark.parametrize("place", sorted(lines_of(told())))
def test_taking_the_other_version_of_every_line_makes_the_reports_equal(place: str) -> None:
    mine = with_line(told(), place, None)
    for _ in range(3):
        for one in differences(mine, told()):
            mine = with_line(mine, one.place, one.theirs)
    assert differences(mine, told()) == ()


def test_a_touchdown_less_lowers_the_score() -> None:
    changed = with_line(told(), "home.deeds.p9.touchdown", 1)
    assert (changed.home.score, changed.home.deeds[0].counts["touchdown"]) == (1, 1)
    struck = with_line(told(), "home.deeds.p9.touchdown", None)
    assert (struck.home.score, struck.home.deeds) == (0, ())


def test_a_casualty_takes_its_dice_along_and_the_second_moves_up() -> None:
    struck = with_line(told(), "away.casualties.p5", None)
    assert [casualty.by for casualty in struck.away.casualties] == ["p2"]
    assert dict(struck.dice) == {"casualty/t2/p5/apothecary": (1, 1), "winnings/t1/1": (4,)}


def test_a_casualty_is_added_with_its_dice() -> None:
    value = {"victim": "ignored", "cause": "block", "by": "p1", "dice": {"casualty/t1/p3": [1, 1]}}
    changed = with_line(told(), "home.casualties.p3", value)
    assert changed.home.casualties == (Casualty("p3", "block", "p1"),)
    assert changed.dice["casualty/t1/p3"] == (1, 1)


@pytest.mark.parametrize(
    "place",
    [
        "",
        "home",
        "home.",
        "home.deeds.p9",
        "home.colour",
        "home.casualties.p5.x",
        "prematch.home",
        "prematch.x",
        "kind",
        "dice.",
    ],
)
def test_a_line_that_cannot_be_is_refused(place: str) -> None:
    with pytest.raises(LineUnknown):
        with_line(told(), place, 1)


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("home.score", "two"),
        ("home.deeds.p9.touchdown", "two"),
        ("home.nominees", [1]),
        ("ending", "drunk"),
        ("away.casualties.p5", "block"),
        ("away.casualties.p5.9", {"cause": "block"}),
        ("away.casualties.p5", {"cause": "block", "dice": {"casualty/t1/p5": [1]}}),
        ("away.casualties.p5", {"cause": "block", "dice": [1]}),
        ("away.casualties.p5", {"cause": "block", "colour": "red"}),
        ("dice.winnings/t1/1", ["six"]),
        ("prematch.home.induced", [{"count": 1}]),
    ],
)
def test_a_line_that_says_nonsense_is_refused(place: str, value: object) -> None:
    with pytest.raises(LineIllegal):
        with_line(told(), place, value)


def test_a_line_belongs_to_a_side_or_to_the_whole_match() -> None:
    assert [side_of_line(place) for place in ("home.score", "prematch.away.ball", "ending", "dice.x")] == [
        "home",
        "away",
        None,
        None,
    ]


def test_deeds_of_one_player_told_twice_are_one_line() -> None:
    side = a_side("t1", {"p9": 1})
    twice = replace(side, score=2, deeds=(*side.deeds, *side.deeds))
    assert lines_of(a_report(twice))["home.deeds.p9.touchdown"] == 2
    changed = with_line(a_report(twice), "home.deeds.p9.touchdown", 1)
    assert (changed.home.score, [deeds.counts for deeds in changed.home.deeds]) == (1, [Tally({"touchdown": 1})])


def test_several_lines_are_changed_at_once_and_the_score_is_as_it_is_said() -> None:
    lines = {"home.score": 3, "home.deeds.p9.touchdown": 3, "away.casualties.p5": None, "away.casualties.p5.2": None}
    changed = with_lines(told(), lines)
    assert (changed.home.score, changed.home.deeds[0].counts["touchdown"]) == (3, 3)
    assert (changed.away.casualties, dict(changed.dice)) == ((), {"winnings/t1/1": (4,)})
