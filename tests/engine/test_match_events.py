"""Match events and special balls (BB2016, match events; special balls; goblin special balls)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.dice import ScriptedDice
from engine.match import balls, match_events
from engine.match.prematch import PreMatch, SidePreMatch
from engine.rulesets.model import Ruleset
from engine.team.sheet import TeamSheet
from tests.engine.given import RULES, a_sheet

ON = replace(RULES, options=replace(RULES.options, match_events=True, special_balls=True))


def teams(home: str = "human", away: str = "orc") -> dict[Any, TeamSheet]:
    sheet = a_sheet()
    return {"home": replace(sheet, roster=home), "away": replace(sheet, key="t2", name="Team t2", roster=away)}


def problems(home: SidePreMatch, roster: str = "human", rules: Ruleset = ON) -> list[str]:
    prematch, both = PreMatch(home=home), teams(roster)
    events = match_events.event_problems(prematch, both, rules)
    return [one.code for one in (*events, *balls.ball_problems(prematch, both, rules))]


GROUPS = [
    ("human", "human"),
    ("human-nobility", "human"),
    ("orc", "orc"),
    ("savage-orc", "orc"),
    ("dwarf", "dwarf"),
    ("dwarf-slayer-hold", "dwarf"),
    ("skaven", "skaven"),
    ("pestilent-vermin", "skaven"),
]


@pytest.mark.parametrize(("roster", "group"), GROUPS)
def test_a_team_with_events_of_its_own_draws_among_28(roster: str, group: str) -> None:
    own = next(one for one in RULES.events if one.key == group)
    pool = match_events.pool(roster, RULES)
    assert len(pool) == 28
    assert pool[24:] == own.events


def test_any_other_team_draws_among_24() -> None:
    assert len(match_events.pool("amazon", RULES)) == 24
    assert match_events.event_key("t1", "amazon", RULES) == "match-event/t1/d24"
    assert match_events.event_key("t1", "orc", RULES) == "match-event/t1/d28"


@pytest.mark.parametrize("face", range(1, 29))
def test_every_number_is_an_event(face: int) -> None:
    found = match_events.drawn("t1", "orc", ScriptedDice(face), RULES)
    assert found == match_events.pool("orc", RULES)[face - 1]


def test_without_events_nothing_is_drawn() -> None:
    bare = replace(RULES, events=())
    assert match_events.drawn("t1", "orc", ScriptedDice(), bare) is None
    assert match_events.comes("t1", ScriptedDice(), bare) == ()
    assert [*match_events.dice_of(teams(), replace(ON, events=()))] == []


@pytest.mark.parametrize(
    ("half", "turn", "due"), [(1, 8, False), (2, 3, False), (2, 4, True), (2, 5, True), (3, 1, True)]
)
def test_it_comes_in_a_turn_that_dice_have_found(half: int, turn: int, due: bool) -> None:
    when = match_events.comes("t1", ScriptedDice(2, 4), RULES)
    assert when == (2, 4)
    assert match_events.is_due(when, half, turn) is due


def test_where_no_dice_say_when_it_comes_at_once() -> None:
    assert match_events.is_due((), 1, 1)


def test_its_dice_are_asked_for_where_the_league_plays_them_and_are_sealed() -> None:
    asked = dict(match_events.dice_of(teams(), ON))
    assert asked == {
        "match-event/t1/d28": (28,),
        "match-event/turn/t1": (2, 8),
        "match-event/t2/d28": (28,),
        "match-event/turn/t2": (2, 8),
    }
    assert all(match_events.sealed(key) for key in asked)
    assert not match_events.sealed("weather")
    assert [*match_events.dice_of(teams(), RULES)] == []


def test_a_team_has_only_events_that_it_can_draw() -> None:
    assert problems(SidePreMatch(event="pop")) == []
    assert problems(SidePreMatch(event="deafening-contraption")) == []
    assert problems(SidePreMatch(event="wild-squig")) == ["match_event_of_others"]
    assert problems(SidePreMatch(event="rain-of-fish")) == ["match_event_unknown"]
    assert problems(SidePreMatch()) == []
    assert problems(SidePreMatch(event="pop"), rules=RULES) == ["match_events_not_played"]


# Balls


def test_any_team_may_bring_the_spiky_ball_and_its_own() -> None:
    assert [ball.key for ball in balls.balls_of("orc", RULES)] == ["limpin-squig", "extra-spiky-ball"]
    assert [ball.key for ball in balls.balls_of("human", RULES)] == ["extra-spiky-ball"]
    assert problems(SidePreMatch(ball="extra-spiky-ball")) == []
    assert problems(SidePreMatch(ball="limpin-squig"), "orc") == []
    assert problems(SidePreMatch(ball="limpin-squig")) == ["ball_of_others"]
    assert problems(SidePreMatch(ball="football")) == ["ball_unknown"]
    assert problems(SidePreMatch(ball="extra-spiky-ball"), rules=RULES) == ["special_balls_not_played"]


def test_one_ball_in_a_match_and_three_for_goblins_each_once() -> None:
    """BB2016, special balls: once per match; goblin special balls: each once, a spiky one in place of one of them."""
    assert (balls.most_balls("orc", RULES), balls.most_balls("goblin", RULES)) == (1, 3)
    assert problems(SidePreMatch(ball="limpin-squig", more_balls=("extra-spiky-ball",)), "orc") == ["balls_too_many"]
    three = ("shady-special", "extra-spiky-ball")
    assert problems(SidePreMatch(ball="explodin-ball", more_balls=three), "goblin") == []
    four = ("shady-special", "extra-spiky-ball", "snotling-ball-suit")
    assert problems(SidePreMatch(ball="explodin-ball", more_balls=four), "goblin") == ["balls_too_many"]
    assert problems(SidePreMatch(ball="explodin-ball", more_balls=("explodin-ball",)), "goblin") == ["ball_twice"]
