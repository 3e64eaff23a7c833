"""What events add up to: both sides of the report, the dice, how the match stands, and who earned what."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import rulesets
from engine.match.adding_up import AddedUp, added_up, report_from_events
from engine.match.events import Event
from engine.match.prematch import Prayer, PreMatch, SidePreMatch
from engine.match.report import Casualty, Deeds
from engine.match.running import Running, in_order, once
from engine.match.sides import Side
from engine.rulesets.model import Ruleset
from engine.tally import Tally
from engine.team.sheet import TeamSheet
from tests.engine.given import RULES, a_sheet, quickly, with_player

SHEETS: dict[Side, TeamSheet] = {"home": a_sheet(positions={"lineman": 12}), "away": a_sheet("t2")}


def told(*events: dict[str, Any]) -> tuple[Event, ...]:
    """Events with keys of their own."""
    return tuple(Event(**{"key": f"e{nth}", **event}) for nth, event in enumerate(events, start=1))


def summed(*events: dict[str, Any], rules: Ruleset = RULES) -> AddedUp:
    return added_up(told(*events), None, SHEETS, rules)


def home(kind: str, player: str = "", **more: Any) -> dict[str, Any]:
    return {"kind": kind, "side": "home", "player": player, **more}


def away(kind: str, player: str = "", **more: Any) -> dict[str, Any]:
    return {"kind": kind, "side": "away", "player": player, **more}


# The sides


def test_nothing_adds_up_to_nothing() -> None:
    sums = summed()
    assert (sums.home.score, sums.away.score, sums.home.team, sums.away.team) == (0, 0, "t1", "t2")
    assert sums.earned == ()
    assert sums.state == Running()


def test_touchdowns_make_the_score_and_deeds_are_counted_for_each_player() -> None:
    sums = summed(home("touchdown", "p1"), home("completion", "p1"), home("touchdown", "p1"), away("touchdown", "p3"))
    assert (sums.home.score, sums.away.score) == (2, 1)
    assert sums.home.deeds == (Deeds("p1", Tally({"touchdown": 2, "completion": 1})),)
    assert sums.away.deeds == (Deeds("p3", Tally({"touchdown": 1})),)


def test_a_touchdown_of_nobody_counts_in_the_score_alone() -> None:
    sums = summed(home("touchdown"))
    assert (sums.home.score, sums.home.deeds) == (1, ())
    assert sums.earned[0].worth.why_not == "unknown"


def test_what_the_edition_gives_nothing_for_is_no_deed() -> None:
    """bb2020 counts superb throws and deflections; bb2016 does not."""
    events = (home("superb-throw", "p1"), home("deflection", "p2"))
    assert summed(*events).home.deeds == ()
    newer = summed(*events, rules=rulesets.get("bb2020"))
    assert [one.player for one in newer.home.deeds] == ["p1", "p2"]


def test_a_casualty_is_its_victims_and_knows_who_caused_it() -> None:
    sums = summed(home("casualty", "p2", other="p5", cause="block", apothecary=True, kept="first", igor=True))
    assert sums.home.casualties == (Casualty("p2", "block", "p5", apothecary=True, kept="first", igor=True),)
    assert sums.away.casualties == ()


def test_a_casualty_may_be_told_without_its_dice() -> None:
    told_so = home("casualty", "p2", cause="crowd", result="lasting-injury", lasting="neck-injury", regenerated=True)
    (casualty,) = summed(told_so).home.casualties
    assert (casualty.result, casualty.lasting, casualty.regenerated) == ("lasting-injury", "neck-injury", True)


def test_nobody_of_the_other_side_did_what_one_of_his_own_did() -> None:
    sums = summed(home("casualty", "p2", other="p3", own=True, cause="bomb"))
    assert sums.home.casualties == (Casualty("p2", "bomb"),)


def test_who_was_knocked_out_and_treated_stays() -> None:
    sums = summed(home("ko", "p2", apothecary=True), home("ko", "p3"))
    assert sums.home.healed_kos == ("p2",)
    assert sums.state.home.off("knocked-out") == ("p3",)


def test_who_was_sent_off_and_came_back_is_not_sent_off() -> None:
    sums = summed(home("sent-off", "p2"), home("sent-off", "p3"), home("back", "p3", what="bribe"))
    assert sums.home.sent_off == ("p2",)


def test_inducements_are_counted_by_what_they_are() -> None:
    sums = summed(home("inducement", what="bribe"), home("inducement", what="bribe"), away("inducement", what="igor"))
    assert (sums.home.used, sums.away.used) == (Tally({"bribe": 2}), Tally({"igor": 1}))


# Dice


def test_the_dice_of_a_casualty_go_by_its_victim_and_how_often_he_was_hurt() -> None:
    dice = {"casualty": (3, 4), "casualty/apothecary": (1, 1)}
    sums = summed(
        home("casualty", "p2", cause="block", apothecary=True, dice=dice),
        home("casualty", "p3", cause="block", dice={"casualty": (6, 1)}),
        home("casualty", "p2", cause="foul", dice={"casualty": (2, 2), "regeneration/igor": (5,)}),
    )
    assert sums.dice == {
        "casualty/t1/p2": (3, 4),
        "casualty/t1/p2/apothecary": (1, 1),
        "casualty/t1/p3": (6, 1),
        "casualty/t1/p2/2": (2, 2),
        "regeneration/t1/p2/2/igor": (5,),
    }


def test_dice_of_anything_else_are_told_with_their_event_alone() -> None:
    assert summed(home("inducement", what="bribe", dice={"bribe": (5,)})).dice == {}


# How it stands


def test_a_new_half_brings_re_rolls_and_a_drive() -> None:
    events = [
        {"kind": "kick-off", "half": 1, "turn": 1, "side": "away"},
        home("reroll", half=1, turn=2),
        {"kind": "turn", "half": 1, "turn": 3, "side": "away"},
    ]
    state = summed(*events).state
    assert (state.half, state.turn, state.turn_of, state.drive, state.kicking) == (1, 3, "away", 1, "away")
    assert state.home.rerolls == 1
    state = summed(*events, {"kind": "kick-off", "half": 2, "turn": 1, "side": "home"}).state
    assert (state.half, state.turn, state.turn_of, state.drive, state.home.rerolls) == (2, 1, "", 2, 0)


def test_overtime_brings_no_re_rolls() -> None:
    """BB2016, core rules: in overtime teams have what they have left."""
    state = summed(home("reroll", half=2, turn=2), home("turn", half=3, turn=1)).state
    assert state.home.rerolls == 1


def test_a_touchdown_ends_the_drive() -> None:
    kicked = {"kind": "kick-off", "half": 1, "turn": 1}
    assert summed(kicked, home("touchdown", "p1", half=1, turn=2)).state.drive == 2
    assert summed(kicked, home("touchdown", "p1", half=1, turn=2), {**kicked, "turn": 3}).state.drive == 2


def test_who_is_off_is_not_ready() -> None:
    state = summed(home("ko", "p1"), home("sent-off", "p2"), home("casualty", "p3", cause="crowd")).state
    assert state.home.ready(SHEETS["home"]) == tuple(f"p{nth}" for nth in range(4, 13))
    assert state.home.off("casualty") == ("p3",)


def test_who_is_patched_up_is_in_reserve_again() -> None:
    """BB2016, extra rules, apothecary: badly hurt after the second throw, he goes back to the reserves."""
    hurt = home(
        "casualty", "p3", cause="crowd", apothecary=True, dice={"casualty": (6, 1), "casualty/apothecary": (1, 1)}
    )
    assert summed(hurt).state.home.off("casualty") == ()
    assert summed({**hurt, "dice": {"casualty": (6, 1)}}).state.home.off("casualty") == ("p3",)
    assert summed({**hurt, "dice": {}, "result": "badly-hurt"}).state.home.off("casualty") == ()
    assert summed({**hurt, "dice": {}, "result": "dead"}).state.home.off("casualty") == ("p3",)


def test_whoever_comes_back_by_something_is_remembered_unless_he_only_woke_up() -> None:
    state = summed(
        home("ko", "p1"),
        home("back", "p1", what="recovered"),
        home("sent-off", "p2"),
        home("back", "p2", what="bribe"),
        home("back", "p3", what="bribe"),
    ).state
    assert (state.home.gone, [gone.player for gone in state.home.brought_back]) == ((), ["p2"])


def test_the_prayers_from_before_the_match_are_known() -> None:
    prayer = Prayer("stiletto", "p1")
    sums = added_up((), PreMatch(home=SidePreMatch(prayers=(prayer,)), kicking="away", weather="nice"), SHEETS, RULES)
    assert [one.prayer for one in sums.state.home.prayers] == [prayer]
    assert (sums.state.kicking, sums.state.weather) == ("away", "nice")


def test_a_match_is_abandoned_and_resumed() -> None:
    assert summed({"kind": "abandoned"}).state.stopped
    assert not summed({"kind": "abandoned"}, {"kind": "resumed"}).state.stopped


def test_the_weather_changes() -> None:
    assert summed({"kind": "weather", "what": "blizzard"}).state.weather == "blizzard"


# In order


def test_what_arrives_late_takes_its_place() -> None:
    late = told({"kind": "note", "half": 2, "turn": 1}, {"kind": "note", "half": 1, "turn": 8}, {"kind": "note"})
    assert [event.key for event in in_order(late)] == ["e2", "e3", "e1"]


def test_what_has_no_turn_stays_behind_what_came_before_it() -> None:
    events = told(
        {"kind": "note", "half": 1, "turn": 3}, {"kind": "note", "half": 1}, {"kind": "note", "half": 1, "turn": 2}
    )
    assert [event.key for event in in_order(events)] == ["e3", "e1", "e2"]


def test_what_arrives_twice_counts_once() -> None:
    event = told(home("touchdown", "p1"))[0]
    assert once((event, event)) == (event,)
    assert added_up((event, event), None, SHEETS, RULES).home.score == 1


# What it earns


@pytest.mark.parametrize(
    ("event", "spp", "why_not"),
    [
        (home("touchdown", "p1"), 3, ""),
        (home("completion", "p1"), 1, ""),
        (away("casualty", "p1", other="p2", cause="block"), 2, ""),
        (away("casualty", "p1", other="p2", cause="foul"), 0, "cause"),
        (away("casualty", "p1", other="p2", cause="crowd"), 0, "cause"),
        (away("casualty", "p1", cause="block"), 0, "unknown"),
        (away("casualty", "p1", other="p2", cause="block", own=True), 0, "own-side"),
        (home("superb-throw", "p1"), 0, "nothing"),
        (home("touchdown", "p99"), 0, "unknown"),
    ],
)
def test_an_event_earns_what_the_edition_says_or_says_why_not(event: dict[str, Any], spp: int, why_not: str) -> None:
    """BB2016, league rules, star player points: casualties by a block alone."""
    (earned,) = summed(event).earned
    assert (earned.worth.spp, earned.worth.why_not) == (spp, why_not)


def test_a_casualty_earns_for_the_other_side_and_one_of_his_own_for_his() -> None:
    (earned,) = summed(away("casualty", "p1", other="p2", cause="block")).earned
    assert (earned.side, earned.player) == ("home", "p2")
    (earned,) = summed(away("casualty", "p1", other="p2", cause="bomb", own=True)).earned
    assert (earned.side, earned.player) == ("away", "p2")


def test_a_guest_earns_nothing() -> None:
    """BB2016, inducements, star players: no star player points."""
    sheets: dict[Side, TeamSheet] = {**SHEETS, "home": with_player(SHEETS["home"], "p12", status="star")}
    (earned,) = added_up(told(home("touchdown", "p12")), None, sheets, RULES).earned
    assert (earned.worth.spp, earned.worth.why_not) == (0, "guest")


@pytest.mark.parametrize(
    ("boons", "spp"), [({"casualty": 3}, 0), ({"casualty/foul": 2}, 2), ({"casualty/crowd": 2}, 0), ({}, 0)]
)
def test_what_is_in_force_decides_what_counts(boons: dict[str, int], spp: int) -> None:
    """bb2020, prayers: Necessary Violence raises what a casualty earns, Fouling Frenzy lets one by a foul earn."""

    def in_force(side: Side, state: Running, ruleset: Ruleset) -> dict[str, int]:
        return boons if side == "home" else {}

    rules = rulesets.get("bb2020")
    fouled = told(away("casualty", "p1", other="p2", cause="foul"))
    assert added_up(fouled, None, SHEETS, rules, in_force).earned[0].worth.spp == spp
    blocked = told(away("casualty", "p1", other="p2", cause="block"))
    assert added_up(blocked, None, SHEETS, rules, in_force).earned[0].worth.spp == boons.get("casualty", 2)


# The report


def test_a_report_is_made_of_its_events() -> None:
    events = told(
        home("touchdown", "p1", half=1, turn=2),
        home("casualty", "p2", cause="crowd", half=3, turn=1, dice={"casualty": (1, 1)}),
    )
    report = report_from_events(
        events, None, SHEETS, RULES, nominees={"home": ("p1",)}, dice={"fans/t1": (1, 2)}, shoot_out="home"
    )
    assert (report.home.score, report.home.nominees, report.away.nominees) == (1, ("p1",), ())
    assert report.dice == {"casualty/t1/p2": (1, 1), "fans/t1": (1, 2)}
    assert (report.events, report.overtime, report.shoot_out) == (events, True, "home")


@pytest.mark.parametrize(("ruleset", "awarded"), [("bb2016", 0), ("lrb6", 0), ("basic", 0), ("bb2020", 3)])
def test_giving_up_awards_what_the_edition_says(ruleset: str, awarded: int) -> None:
    """bb2020: one touchdown, and those of who gave up (reading N-06)."""
    events = told(home("touchdown", "p1"), away("touchdown", "p1"), away("touchdown", "p2"))
    rules = rulesets.get(ruleset)
    report = report_from_events(events, None, SHEETS, rules, ending="conceded", gave_up="away")
    assert (report.home.score, report.home.awarded, report.away.score) == (1 + awarded, awarded, 2)


@pytest.mark.parametrize("gave_up", ["home", ""])
def test_a_walkover_is_won_by_who_came(gave_up: Any) -> None:
    report = report_from_events((), None, SHEETS, RULES, ending="walkover", gave_up=gave_up)
    awarded = 1 if gave_up else 0
    assert (report.home.score, report.away.score, report.away.awarded) == (0, awarded, awarded)


# Whatever comes


KINDS = st.sampled_from(
    [
        "kick-off",
        "turn",
        "touchdown",
        "completion",
        "superb-throw",
        "interception",
        "deflection",
        "casualty",
        "ko",
        "foul",
        "sent-off",
        "back",
        "reroll",
        "fame-lost",
        "inducement",
        "card",
        "prayer",
        "event",
        "weather",
        "abandoned",
        "resumed",
        "note",
    ]
)
WORDS = st.sampled_from(["", "p1", "p2", "p12", "p99", "block", "crowd", "dead", "bribe", "💀"])
EVENTS = st.builds(
    Event,
    key=st.sampled_from(["a", "b", "c", "d"]) | st.text(max_size=3),
    kind=KINDS,
    half=st.integers(-1, 4),
    turn=st.integers(-1, 9),
    side=st.sampled_from(["", "home", "away"]),
    player=WORDS,
    other=WORDS,
    cause=WORDS,
    what=WORDS,
    result=WORDS,
    lasting=WORDS,
    second=WORDS,
    apothecary=st.booleans(),
    kept=st.sampled_from(["", "first", "second"]),
    igor=st.booleans(),
    own=st.booleans(),
    regenerated=st.booleans(),
    dice=st.dictionaries(
        st.sampled_from(["casualty", "casualty/apothecary", "regeneration", "x", ""]),
        st.lists(st.integers(0, 17), max_size=3).map(tuple),
        max_size=2,
    ),
)


@quickly
@given(events=st.lists(EVENTS, max_size=12), ruleset=st.sampled_from(rulesets.available()))
def test_whatever_comes_adds_up_to_something(events: list[Event], ruleset: str) -> None:
    rules = rulesets.get(ruleset)
    sheets: dict[Side, TeamSheet] = {"home": a_sheet(), "away": a_sheet("t2")}
    sums = added_up(events, None, sheets, rules)
    distinct = {event.key: event for event in reversed(events)}.values()
    for side in ("home", "away"):
        own = [event for event in distinct if event.side == side]
        assert sums.side(side).score == sum(event.kind == "touchdown" for event in own)
        assert len(sums.side(side).casualties) == sum(event.kind == "casualty" and event.player != "" for event in own)
    report_from_events(tuple(events), None, sheets, rules)
