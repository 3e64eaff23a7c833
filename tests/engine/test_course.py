"""The course of a match after a line of its report was changed: what does not hold any more goes, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.match.checks import errors, problems
from engine.match.comparing import lines_of, with_line, with_lines
from engine.match.events import Event
from engine.match.prematch import HeldCard, Prayer, PreMatch, SidePreMatch
from engine.match.report import Casualty, MatchReport
from engine.match.sides import Side
from engine.match.strays import without_strays
from engine.team.sheet import TeamSheet
from tests.engine.given import RULES, quickly
from tests.engine.random_reports import a_plausible_event, a_random_squad
from tests.engine.reporting import AWAY, HOME, ours, theirs, told
from tests.engine.test_boons import BB2020, SHEETS
from tests.engine.test_boons import told as told_2020

TREATED = replace(AWAY, goods=AWAY.goods.plus("apothecary"))
DAY: dict[Side, TeamSheet] = {"home": HOME, "away": TREATED}
HEALED = {"casualty": (4, 1), "casualty/apothecary": (1, 1)}
HURT = theirs("casualty", "p5", other="p2", cause="block", dice={"casualty": (5, 3)})

# Each with the key e1, e2 ...
MATCH = told(
    ours("kick-off", half=1, turn=1),
    ours("touchdown", "p1", half=1, turn=2),
    ours("touchdown", "p1", half=1, turn=4),
    ours("touchdown", "p2", half=1, turn=5),
    ours("completion", "p1", half=1, turn=5),
    ours("completion", "p1", half=1, turn=6),
    {**HURT, "half": 1, "turn": 7},
    ours("foul", "p3", other="p4", half=1, turn=8),
    ours("sent-off", "p3", half=1, turn=8),
    ours("back", "p3", what="bribe", half=1, turn=8),
    ours("sent-off", "p3", half=2, turn=1),
    ours("inducement", what="bribe", half=2, turn=1),
    ours("card", what="a-card", half=2, turn=2),
    theirs("ko", "p6", apothecary=True, half=2, turn=3),
    ours("event", what="a-match-event", half=2, turn=3),
    {"kind": "weather", "what": "blizzard", "half": 2, "turn": 4},
    {"kind": "note", "note": "Pies!", "half": 2, "turn": 4},
)
MATCH = replace(
    MATCH,
    prematch=PreMatch(home=SidePreMatch(event="a-match-event", cards=(HeldCard("deck", "a-card"),))),
)
# Faces that the dice of this edition have: a death, and something milder.
FALLEN = ((6, 1), (1, 1))


def gone(report: MatchReport, lines: Mapping[str, Any]) -> set[str]:
    left = {event.key for event in with_lines(report, lines).events}
    return {event.key for event in report.events} - left


@pytest.mark.parametrize(
    ("lines", "away"),
    [
        ({"home.deeds.p1.touchdown": 1}, {"e2", "e3"}),
        ({"home.deeds.p1.touchdown": None}, {"e2", "e3"}),
        ({"home.deeds.p1.touchdown": 3}, set()),
        ({"home.deeds.p1.touchdown": 1, "home.deeds.p4.touchdown": 1}, set()),
        ({"home.deeds.p1.completion": 1}, {"e5", "e6"}),
        ({"home.deeds.p1.completion": 5}, set()),
        ({"home.deeds.p7.completion": 1}, set()),
        ({"home.score": 9}, set()),
        ({"away.casualties.p5": None}, {"e7"}),
        ({"away.casualties.p5": {"cause": "foul"}}, set()),
        ({"away.casualties.p1": {"cause": "foul"}}, set()),
        ({"home.sent_off": []}, {"e11"}),
        ({"home.sent_off": ["p3", "p4"]}, set()),
        ({"home.used.bribe": None}, {"e12"}),
        ({"home.used.bribe": 2}, set()),
        ({"away.healed_kos": None}, {"e14"}),
        ({"home.nominees": ["p4", "p5", "p6"]}, set()),
        ({"prematch.home.cards": []}, {"e13"}),
        ({"prematch.home.cards": None}, set()),
        ({"prematch.home.event": "another"}, {"e15"}),
        ({"prematch.weather": "nice"}, set()),
        ({"ending": "conceded", "gave_up": "away"}, set()),
    ],
)
def test_only_those_events_go_that_do_not_hold_any_more(lines: Mapping[str, Any], away: set[str]) -> None:
    assert gone(MATCH, lines) == away


def test_a_match_that_was_never_played_has_no_course() -> None:
    assert with_lines(MATCH, {"ending": "walkover", "gave_up": "away"}).events == ()


def test_without_extra_time_nothing_happened_in_it() -> None:
    long = told(ours("touchdown", "p1", half=1, turn=1), ours("touchdown", "p2", half=3, turn=1))
    assert gone(long, {"overtime": None}) == {"e2"}


def test_who_scored_may_be_somebody_else_and_it_stays_a_touchdown() -> None:
    changed = with_lines(MATCH, {"home.deeds.p2.touchdown": None, "home.deeds.p4.touchdown": 1})
    fourth = next(event for event in changed.events if event.key == "e4")
    assert (fourth.kind, fourth.player, changed.home.score) == ("touchdown", "", 3)


def test_the_event_of_a_casualty_says_what_its_line_says_from_now_on() -> None:
    said = {"cause": "foul", "by": "p4", "apothecary": True, "dice": {"casualty/t2/p5": [6, 1]}}
    hurt = next(event for event in with_line(MATCH, "away.casualties.p5", said).events if event.key == "e7")
    assert (hurt.half, hurt.turn, hurt.player) == (1, 7, "p5")
    assert (hurt.cause, hurt.other, hurt.apothecary, dict(hurt.dice)) == ("foul", "p4", True, {"casualty": (6, 1)})


def test_of_two_casualties_of_a_player_the_one_goes_that_is_struck() -> None:
    """The first of two that are alike but for their dice."""
    twice = told(HURT, theirs("back", "p5", what="card"), {**HURT, "dice": {"casualty": (1, 1)}})
    changed = with_line(twice, "away.casualties.p5", None)
    assert [event.key for event in changed.events] == ["e2", "e3"]
    assert dict(changed.dice) == {"casualty/t2/p5": (1, 1)}
    assert gone(twice, {"away.casualties.p5.2": None}) == {"e3"}


def test_a_casualty_by_his_own_side_stays_one_until_its_line_names_an_opponent() -> None:
    own = told(theirs("casualty", "p5", other="p6", own=True, cause="bomb"))
    (kept,) = with_line(own, "away.casualties.p5", {"cause": "fall"}).events
    assert (kept.own, kept.other, kept.cause) == (True, "p6", "fall")
    (named,) = with_line(own, "away.casualties.p5", {"cause": "bomb", "by": "p1"}).events
    assert (named.own, named.other) == (False, "p1")


def test_a_prayer_that_is_struck_goes_and_others_stay() -> None:
    report = told(ours("prayer", what="stiletto"), ours("prayer", what="iron-man", player="p1"))
    (left,) = [one for one in lines_of(report)["home.answered"] if one["prayer"] == "iron-man"]
    assert gone(report, {"home.answered": [left]}) == {"e1"}
    assert gone(report, {"home.answered": [*lines_of(report)["home.answered"], {"prayer": "rain"}]}) == set()


# What goes along: events that cannot have been without those that went.


def mended(report: MatchReport, lines: Mapping[str, Any]) -> MatchReport:
    return without_strays(with_lines(report, lines), lines, DAY, RULES)


def test_who_was_not_healed_after_all_has_not_acted_afterwards() -> None:
    back = told(
        theirs("casualty", "p5", cause="fall", dice=HEALED, apothecary=True, half=1, turn=1),
        theirs("completion", "p5", half=1, turn=3),
        theirs("completion", "p6", half=1, turn=3),
        away=TREATED,
    )
    assert errors(problems(back, {"t1": HOME, "t2": TREATED}, RULES)) == ()
    hurt = {**lines_of(back)["away.casualties.p5"], "apothecary": False, "dice": {"casualty/t2/p5": [4, 1]}}
    changed = mended(back, {"away.casualties.p5": hurt})
    assert [event.key for event in changed.events] == ["e1", "e3"]
    assert changed.away.deeds == back.away.deeds  # it is not about them
    assert errors(problems(changed, {"t1": HOME, "t2": TREATED}, RULES)) == ()


def test_a_blessing_goes_with_its_prayer_unless_a_line_says_otherwise() -> None:
    report = told_2020(
        Event("e1", "prayer", half=1, side="home", what="perfect-passing"),
        Event("e2", "completion", half=1, side="home", player="p1"),
        Event("e3", "prayer", half=1, side="away", what="necessary-violence"),
        Event("e4", "casualty", half=1, side="home", player="p2", other="p1", cause="block"),
    )
    assert lines_of(report)["home.deeds.p1.completion.blessed"] == 1
    assert lines_of(report)["home.casualties.p2"]["blessed"]

    def after(lines: Mapping[str, Any]) -> MatchReport:
        return without_strays(with_lines(report, lines), lines, SHEETS, BB2020)

    struck = after({"home.answered": None, "away.answered": None})
    assert "home.deeds.p1.completion.blessed" not in lines_of(struck)
    assert not lines_of(struck)["home.casualties.p2"]["blessed"]
    assert [event.key for event in struck.events] == ["e2", "e4"]
    said = after({"home.answered": None, "home.deeds.p1.completion.blessed": 1})
    found = {one.code for one in problems(said, {"t1": SHEETS["home"], "t2": SHEETS["away"]}, BB2020)}
    assert "blessed_by_nothing" in found


# By chance.


def a_match(seed: int) -> tuple[MatchReport, dict[str, TeamSheet], Random]:
    random = Random(seed)
    sheets = {"home": a_random_squad(random, "t1"), "away": a_random_squad(random, "t2")}
    clock = sorted((random.choice([1, 2]), random.randint(1, 8)) for _ in range(random.randint(3, 14)))
    events = [a_plausible_event(random, nth, sheets, when, FALLEN) for nth, when in enumerate(clock)]
    more = [_more(random, f"m{nth}") for nth in range(random.randint(0, 4))]
    listed = [{name: getattr(one, name) for name in Event.__dataclass_fields__} for one in (*events, *more)]
    random.shuffle(listed)
    return told(*listed, home=sheets["home"], away=sheets["away"]), sheets, random


def _more(random: Random, key: str) -> Event:
    kind: Any = random.choice(["inducement", "card", "prayer", "weather", "event", "note", "reroll"])
    side: Any = random.choice(["home", "away"])
    return Event(key, kind, random.choice([0, 1, 2]), random.randint(0, 8), side, what=random.choice(["bribe", "x"]))


def _another(random: Random, place: str, said: Any) -> Any:
    """Something else that this line could say."""
    if random.random() < 0.3 and not place.endswith("score"):
        return None
    if ".casualties." in place:
        more = {"by": random.choice([None, "p1", "p2"]), "cause": random.choice(["block", "foul", "bomb"])}
        return {**said, **more, "apothecary": not said["apothecary"]}
    if isinstance(said, int):
        return random.choice([said + 1, max(said - 1, 0), said + 2])
    return said[:-1] if isinstance(said, list) else said


# What an event of each kind adds up to, and what a line of such a part may take away.
PARTS = {
    "deeds": ("touchdown", "completion"),
    "score": ("touchdown",),
    "casualties": ("casualty",),
    "healed_kos": ("ko",),
    "sent_off": ("sent-off",),
    "used": ("inducement",),
    "answered": ("prayer",),
    "nominees": (),
}


def has_to_do(event: Event, place: str) -> bool:
    side, part, *rest = place.split(".")
    if event.side != side or event.kind not in PARTS[part]:
        return False
    if part == "deeds":
        return rest[0] == event.player and (event.kind == rest[1] or event.kind == "touchdown")
    return part != "casualties" or rest[0] == event.player


def one_line_changes_one_thing(seed: int) -> None:
    report, sheets, random = a_match(seed)
    place, said = random.choice(sorted(lines_of(report).items(), key=lambda line: line[0]))
    value = _another(random, place, said)
    changed = with_line(report, place, value)
    kept = {event.key: event for event in changed.events}
    for event in report.events:
        if not (has_to_do(event, place) or (place.endswith(".touchdown") and _nameless(event, place))):
            assert kept.get(event.key) == event, f"seed {seed}: {place}"
    _says(changed, report, place, value, seed)
    again = without_strays(changed, {place: value}, {"home": sheets["home"], "away": sheets["away"]}, RULES)
    assert {event.key for event in again.events} <= kept.keys()
    by_team = {sheet.key: sheet for sheet in sheets.values()}
    assert not [one for one in errors(problems(again, by_team, RULES)) if one.where.startswith("events.e")]


def _nameless(event: Event, place: str) -> bool:
    return event.kind == "touchdown" and not event.player and place.startswith(event.side)


def _says(changed: MatchReport, report: MatchReport, place: str, value: Any, seed: int) -> None:
    """What was asked, and in every other line what it said before; the score goes with a touchdown."""
    before, after = lines_of(report), lines_of(changed)
    follows = {f"{place.partition('.')[0]}.score"} if place.endswith(".touchdown") else set()
    if value is None and ".casualties." in place:
        return  # a later one of the same player moves up: told apart in a test of its own
    if value is None or value in ([], 0):
        assert after.get(place) in (None, 0), f"seed {seed}"
    else:
        assert after[place] == value, f"seed {seed}"
    others = (before.keys() | after.keys()) - {place, *follows}
    assert {one: before.get(one) for one in others} == {one: after.get(one) for one in others}, f"seed {seed}"


@quickly
@given(st.integers(0, 2**48))
def test_a_changed_line_keeps_every_event_that_has_nothing_to_do_with_it(seed: int) -> None:
    one_line_changes_one_thing(seed)


@quickly
@given(st.integers(0, 2**48))
def test_the_same_line_again_changes_nothing(seed: int) -> None:
    report, _sheets, random = a_match(seed)
    place, said = random.choice(sorted(lines_of(report).items(), key=lambda line: line[0]))
    assert with_line(report, place, said).events == report.events


def test_a_casualty_that_is_told_and_was_never_tapped_in_has_no_event() -> None:
    more = replace(MATCH, away=replace(MATCH.away, casualties=(*MATCH.away.casualties, Casualty("p9", "fall"))))
    assert with_line(more, "away.casualties.p9", None).events == MATCH.events


def test_a_prayer_before_the_match_is_no_event_of_it() -> None:
    prayed = replace(MATCH, prematch=PreMatch(home=SidePreMatch(prayers=(Prayer("stiletto"),))))
    assert with_line(prayed, "prematch.home.prayers", None).events == prayed.events
