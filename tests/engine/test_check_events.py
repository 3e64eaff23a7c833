"""What was tapped in: when, by whom, and nobody who was gone by then (core rules; 2016/17 league compendium)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine import rulesets
from engine.match.checks import blocking, problems
from engine.match.events import Event
from engine.rulesets.model import Ruleset
from engine.rulesets.options import with_options
from tests.engine.given import RULES, with_player
from tests.engine.reporting import AWAY, HOME, events, found, ours, said, theirs, told, with_sides

BASIC = rulesets.get("basic")
SEVENS = with_options(BASIC, {"variant": "sevens"})
OVERTIME = with_options(RULES, {"draws": "overtime"})


def test_a_match_told_event_by_event_is_possible() -> None:
    report = told(
        {"kind": "weather", "what": "nice"},
        {"kind": "kick-off", "half": 1, "side": "away", "what": "blitz"},
        ours("turn", half=1, turn=1),
        ours("completion", "p2", half=1, turn=1),
        theirs("ko", "p4", other="p3", cause="block", half=1, turn=1),
        theirs("casualty", "p5", other="p3", cause="block", half=1, turn=2, dice={"casualty": (4, 2)}),
        ours("foul", "p6", other="p7", half=1, turn=3),
        ours("sent-off", "p6", half=1, turn=3, cause="foul"),
        ours("touchdown", "p2", half=1, turn=4),
        ours("reroll", half=1, turn=4),
        {"kind": "kick-off", "half": 1, "turn": 5, "side": "home"},
        theirs("completion", "p4", half=1, turn=5),
        {"kind": "note", "note": "rain"},
    )
    assert found(report) == []


# When


@pytest.mark.parametrize(("half", "wrong"), [(-1, True), (0, False), (1, False), (2, False), (3, True)])
def test_a_match_has_two_halves(half: int, wrong: bool) -> None:
    """Core rules, the turn marker. 0: nobody has written down when."""
    report = replace(told(ours("completion", "p1", half=half)), overtime=False)
    assert found(report) == (["event_half events.e1.half"] if wrong else [])


@pytest.mark.parametrize(("half", "wrong"), [(3, False), (4, True)])
def test_extra_time_is_a_third(half: int, wrong: bool) -> None:
    """Core rules, sudden death overtime."""
    report = replace(told(ours("touchdown", "p1", half=half)), overtime=True)
    assert found(report, OVERTIME) == (["event_half events.e1.half"] if wrong else [])


@pytest.mark.parametrize(
    ("rules", "turn", "wrong"),
    [
        (RULES, 0, False),
        (RULES, 8, False),
        (RULES, 9, True),
        (RULES, -1, True),
        (SEVENS, 6, False),
        (SEVENS, 7, True),
        (BASIC, 8, False),
    ],
    ids=str,
)
def test_a_half_has_eight_turns_and_six_in_sevens(rules: Ruleset, turn: int, wrong: bool) -> None:
    """Core rules, the turn marker; Basic, section 5: Sevens."""
    report = told(ours("turn", half=1, turn=turn), rules=rules)
    assert found(report, rules) == (["event_turn events.e1.turn"] if wrong else [])


def test_extra_time_has_turns_of_its_own() -> None:
    extra = OVERTIME.overtime
    assert extra is not None
    short = replace(OVERTIME, overtime=replace(extra, turns=3))
    report = told(ours("touchdown", "p1", half=3, turn=4))
    assert found(report, short) == ["event_turn events.e1.turn"]
    assert found(report, OVERTIME) == []


@pytest.mark.parametrize("kind", ["touchdown", "completion", "note"])
def test_nothing_happens_between_stopping_and_going_on(kind: str) -> None:
    happened = {**ours(kind, "p1"), "half": 1, "turn": 2}
    wrong = ["event_while_abandoned events.e2"] if kind != "note" else []
    stopped = told({"kind": "abandoned", "half": 1, "turn": 2}, happened)
    assert found(stopped) == ["stopped_for_good events.e1", *wrong]
    assert found(told({"kind": "abandoned"}, {"kind": "resumed"}, happened)) == []


def test_an_event_is_told_once() -> None:
    event = Event("e1", "touchdown", side="home", player="p1")
    report = replace(told(ours("touchdown", "p1")), events=(event, event))
    assert found(report) == ["event_twice events.e1"]


# Who


@pytest.mark.parametrize("kind", ["touchdown", "casualty", "ko", "foul", "sent-off", "turn", "reroll", "inducement"])
def test_what_somebody_did_is_somebodys(kind: str) -> None:
    report = with_sides(events=events({"kind": kind, "player": "p1"}))
    assert found(report) == ["event_of_nobody events.e1.side"]


@pytest.mark.parametrize(
    ("kind", "wrong"), [("casualty", True), ("ko", True), ("foul", True), ("back", True), ("sent-off", False)]
)
def test_who_it_was_has_to_be_said(kind: str, wrong: bool) -> None:
    """A coach may be sent off: then there is no player."""
    assert found(told(ours(kind))) == (["event_without_player events.e1.player"] if wrong else [])


@pytest.mark.parametrize(
    ("player", "code"), [("p10", None), ("p11", "player_dead"), ("p12", "player_missing"), ("p13", "stranger")]
)
@pytest.mark.parametrize("kind", ["ko", "foul", "sent-off"])
def test_the_dead_the_injured_and_strangers_do_nothing(kind: str, player: str, code: str | None) -> None:
    """2016/17 league compendium, injuries."""
    home = with_player(with_player(HOME, "p12", misses_next=True), "p11", status="dead")
    code = "player_of_another_team" if code == "stranger" else code
    report = told(ours(kind, player), home=home)
    of_event = [one for one in found(report, home=home) if " events." in one]
    assert of_event == ([f"{code} events.e1.player"] if code else [])


def test_who_did_it_plays_for_the_other_side_unless_it_was_his_own() -> None:
    small = replace(AWAY, players=AWAY.players[:11])
    report = with_sides(events=events(ours("ko", "p1", other="p12", cause="block")))
    assert found(report, away=small) == ["player_of_another_team events.e1.other"]
    own = with_sides(events=events(ours("ko", "p1", other="p12", cause="block", own=True)))
    assert found(own, away=small) == []


@pytest.mark.parametrize(
    ("cause", "own", "wrong"),
    [
        ("block", False, False),
        ("block", True, False),
        ("foul", False, False),
        ("foul", True, True),
        ("fall", False, True),
        ("fall", True, True),
        ("crowd", True, False),
        ("bomb", True, False),
        ("other", False, False),
    ],
)
def test_a_cause_has_its_possible_actors(cause: str, own: bool, wrong: bool) -> None:
    """Core rules: nobody fouls his own side, and a failed dodge is nobody's doing."""
    report = told(ours("ko", "p1", other="p2", cause=cause, own=own))
    assert found(report) == (["event_cause events.e1.other"] if wrong else [])


@pytest.mark.parametrize(
    ("kind", "what", "wrong"),
    [
        ("weather", "blizzard", False),
        ("weather", "frogs", True),
        ("kick-off", "riot", False),
        ("kick-off", "tea", True),
        ("kick-off", "", False),
    ],
)
def test_a_result_is_one_of_a_table_of_the_edition(kind: str, what: str, wrong: bool) -> None:
    known = {result.key for table in (*RULES.weather, *RULES.kickoff) for result in table.results}
    assert (what in known) is not (wrong or not what)
    report = told({"kind": kind, "what": what, "side": "home"})
    assert found(report) == (["event_result events.e1.what"] if wrong else [])


def test_a_casualty_asks_for_its_own_dice_alone() -> None:
    dice = {"casualty": (1, 1), "casualty/apothecary": (1, 1)}
    report = told(ours("casualty", "p1", cause="crowd", dice=dice))
    assert found(report) == ["die_unasked dice.casualty/t1/p1/apothecary", "event_die_unasked events.e1.dice"]


def test_a_result_is_told_or_its_die_and_not_both() -> None:
    """Which of them counts, nobody could say."""
    report = told(ours("casualty", "p1", cause="crowd", result="badly-hurt"))
    both = replace(report, dice={"casualty/t1/p1": (3, 2)})
    assert found(both) == ["die_beside_result dice.casualty/t1/p1"]
    assert "“badly-hurt”" in said(both)[0]
    assert found(replace(report, dice={"casualty/t1/p2": (3, 2)})) == ["die_unasked dice.casualty/t1/p2"]


# Gone


CARRIED_OFF = ours("casualty", "p1", cause="crowd", half=1, turn=2)
SENT_OFF = ours("sent-off", "p1", half=1, turn=2, cause="foul")
KNOCKED_OUT = ours("ko", "p1", cause="fall", half=1, turn=2)
LATER: dict[str, Any] = {"half": 1, "turn": 4}


@pytest.mark.parametrize(
    ("gone", "code"),
    [
        (CARRIED_OFF, "acts_after_casualty"),
        (SENT_OFF, "acts_after_sent_off"),
        (KNOCKED_OUT, "acts_while_knocked_out"),
    ],
)
@pytest.mark.parametrize("kind", ["completion", "touchdown", "foul", "sent-off"])
def test_who_is_gone_does_nothing_any_more(gone: dict[str, Any], code: str, kind: str) -> None:
    """Core rules: removed from the pitch, sent off, knocked out."""
    cause = {"cause": "foul"} if kind == "sent-off" else {}
    report = told(gone, ours(kind, "p1", **cause, **LATER))
    assert [one for one in found(report) if one.startswith("acts_")] == [f"{code} events.e2.player"]
    (words,) = [words for words in said(report) if "half 1, turn 2" in words]
    assert "lineman 1" in words


@pytest.mark.parametrize("gone", [CARRIED_OFF, KNOCKED_OUT], ids=["carried off", "knocked out"])
@pytest.mark.parametrize("cause", ["secret-weapon", "argued", "other", ""])
def test_who_has_left_is_sent_off_all_the_same(gone: dict[str, Any], cause: str) -> None:
    """2016 compendium, Secret Weapon: when a drive ends, whether he is still on the pitch or not."""
    drive_over = theirs("touchdown", "p3", half=1, turn=3)
    assert found(told(gone, drive_over, ours("sent-off", "p1", cause=cause, half=1, turn=3))) == []
    twice = told(SENT_OFF, ours("sent-off", "p1", cause=cause, half=1, turn=2))
    assert found(twice) == ["acts_after_sent_off events.e2.player"]


@pytest.mark.parametrize("gone", [CARRIED_OFF, SENT_OFF, KNOCKED_OUT], ids=["carried off", "sent off", "knocked out"])
@pytest.mark.parametrize("kind", ["completion", "touchdown", "foul"])
def test_what_is_told_of_the_turn_in_which_he_left_may_have_been_before_it(gone: dict[str, Any], kind: str) -> None:
    """Both sides have a turn of that number, and what was forgotten is told afterwards."""
    assert found(told(gone, ours(kind, "p1", half=1, turn=2))) == []
    assert [one.split()[1] for one in found(told(gone, ours(kind, "p1", half=1, turn=3)))] == ["events.e2.player"]


def test_who_went_down_in_the_turn_of_a_touchdown_may_have_woken_up_for_the_next_drive() -> None:
    scored = theirs("touchdown", "p3", half=1, turn=2)
    completed = ours("completion", "p1", half=1, turn=5)
    assert found(told(scored, KNOCKED_OUT, completed)) == []
    later = told(scored, {**KNOCKED_OUT, "turn": 3}, completed)
    assert found(later) == ["acts_while_knocked_out events.e3.player"]


@pytest.mark.parametrize("kicked_off", [(), (1,), (2,), (1, 2)], ids=repr)
@pytest.mark.parametrize("first", [True, False], ids=["the first of the half", "not the first of it"])
def test_a_half_begins_a_drive_whatever_else_was_told(kicked_off: tuple[int, ...], first: bool) -> None:
    """Core rules: whoever is knocked out may come back for the second half, kick-off tapped in or not."""
    begun = [{"kind": "kick-off", "side": "away", "half": half, "turn": 1} for half in kicked_off]
    turn = [] if first else [ours("turn", half=2, turn=1)]
    knocked_out = ours("ko", "p1", cause="fall", half=1, turn=8)
    report = told(*begun[:1], knocked_out, *begun[1:], *turn, ours("touchdown", "p1", half=2, turn=1))
    assert found(report) == []


def test_who_was_knocked_out_nobody_knows_when_may_have_woken_up() -> None:
    """A blank is not recorded: nobody wrote down whether a half lay between."""
    undated = ours("ko", "p1", cause="fall")
    assert found(told(undated, ours("completion", "p1"))) == []
    assert found(told(undated, ours("completion", "p1", **LATER))) == []


@pytest.mark.parametrize("gone", [CARRIED_OFF, SENT_OFF], ids=["carried off", "sent off"])
def test_who_comes_back_by_something_recorded_is_asked_about(gone: dict[str, Any]) -> None:
    """A bribe, a card, the stadium, the staff or an event brings him back."""
    report = told(gone, ours("back", "p1", what="card", half=1, turn=3), ours("completion", "p1", **LATER))
    assert found(report) == ["back_again events.e3.player"]
    told_off = problems(report, {"t1": HOME, "t2": AWAY}, RULES)
    assert [one.severity for one in told_off] == ["warning"]
    assert blocking(told_off, report) == told_off
    assert blocking(told_off, replace(report, accepted=("back_again",))) == ()


def test_he_is_asked_about_once() -> None:
    back = ours("back", "p1", what="bribe")
    report = told(SENT_OFF, back, ours("completion", "p1", **LATER), ours("foul", "p1", **LATER))
    assert found(report) == ["back_again events.e3.player"]


def test_who_woke_up_may_do_anything_again() -> None:
    """Core rules: before each kick-off who is knocked out may come back."""
    woke = told(KNOCKED_OUT, ours("back", "p1", what="recovered", half=1, turn=3), ours("completion", "p1", **LATER))
    assert found(woke) == []


@pytest.mark.parametrize(
    "drive_ended",
    [
        theirs("touchdown", "p3", half=1, turn=3),
        {"kind": "kick-off", "half": 1, "turn": 3, "side": "home"},
        {"kind": "turn", "side": "home", "half": 2, "turn": 1},
    ],
    ids=["touchdown", "kick-off", "half"],
)
def test_in_a_later_drive_a_knocked_out_player_has_woken_up(drive_ended: dict[str, Any]) -> None:
    begun = {"kind": "kick-off", "half": 1, "turn": 1, "side": "away"}
    report = told(begun, KNOCKED_OUT, drive_ended, ours("completion", "p1", half=2, turn=2))
    assert found(report) == []


@pytest.mark.parametrize("gone", [CARRIED_OFF, SENT_OFF, KNOCKED_OUT])
def test_who_went_down_in_the_same_turn_may_have_done_it(gone: dict[str, Any]) -> None:
    """Core rules, blocks: both go down. Which was tapped in first says nothing."""
    hurt = theirs("casualty", "p2", other="p1", cause="block", half=1, turn=2)
    assert found(told(gone, hurt)) == []
    assert [one.split()[1] for one in found(told(gone, {**hurt, "turn": 3}))] == ["events.e2.other"]


def test_a_foul_needs_a_victim_on_the_pitch() -> None:
    hurt = theirs("ko", "p2", cause="fall", half=1, turn=2)
    assert found(told(hurt, ours("foul", "p1", other="p2", **LATER))) == ["acts_while_knocked_out events.e2.other"]


def test_who_was_patched_up_plays_on() -> None:
    """2016/17 league compendium, apothecary: badly hurt, he goes to the reserves."""
    home = replace(HOME, goods=HOME.goods.plus("apothecary"))
    hurt = {**CARRIED_OFF, "apothecary": True, "dice": {"casualty": (6, 1), "casualty/apothecary": (1, 1)}}
    assert found(told(hurt, ours("completion", "p1", **LATER), home=home), home=home) == []
    dead = {**hurt, "dice": {"casualty": (6, 1), "casualty/apothecary": (6, 1)}}
    report = told(dead, ours("completion", "p1", **LATER), home=home)
    assert found(report, home=home) == ["acts_after_casualty events.e2.player"]


def test_what_arrives_late_is_looked_at_where_it_belongs() -> None:
    """A device that was offline for a day: half and turn say when, not the order of arrival."""
    early = ours("completion", "p1", half=1, turn=1)
    assert found(told(CARRIED_OFF, early)) == []


@pytest.mark.parametrize(
    ("faces", "wrong"), [((1, 1), False), ((6, 6), False), ((7, 1), True), ((0, 1), True), ((6,), True)]
)
@pytest.mark.parametrize("kind", ["kick-off", "weather"])
def test_dice_of_a_table_have_the_faces_that_they_have(kind: str, faces: tuple[int, ...], wrong: bool) -> None:
    """Core rules, kick-off table and weather table: 2D6. Those of a casualty are said with the dice of the report."""
    side = "home" if kind == "kick-off" else ""
    report = told({"kind": kind, "half": 1, "turn": 1, "side": side, "dice": {kind: faces}})
    assert found(report) == ([f"die_impossible events.e1.dice.{kind}"] if wrong else [])


# Typed totals and events


def test_totals_that_differ_are_listed_one_by_one() -> None:
    report = told(ours("touchdown", "p1"), ours("casualty", "p2", cause="crowd"), theirs("sent-off", "p4"))
    typed = replace(
        report,
        home=replace(report.home, score=0, deeds=(), casualties=()),
        away=replace(report.away, sent_off=(), healed_kos=()),
    )
    assert found(typed) == [
        "totals_differ home.score",
        "totals_differ home.deeds.p1.touchdown",
        "totals_differ home.deeds.p2",
        "totals_differ away.deeds.p4",
    ]
    assert said(typed)[:2] == [
        "Team t1, score: the report says 0, its events add up to 1.",
        "lineman 1 of Team t1, touchdown: the report says 0, its events say 1.",
    ]
    assert blocking(problems(typed, {"t1": HOME, "t2": AWAY}, RULES), replace(typed, accepted=("totals_differ",))) == ()


def test_totals_without_events_are_compared_with_nothing() -> None:
    assert found(with_sides({"sent_off": ("p1",)})) == []
