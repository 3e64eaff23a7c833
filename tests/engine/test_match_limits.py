"""How much a match may be told of: no rule of the game (issue: names with 300 characters, bad input)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.errors import Problem
from engine.match import limits, played, prematch_checks
from engine.match.checks import problems
from engine.match.limits import EVENTS_MOST, LIST_MOST, NUMBER_MOST, TEXT_LONGEST
from engine.match.prematch import Induced, PreMatch, SidePreMatch, Venue
from engine.match.report import Deeds, MatchReport
from engine.tally import Tally
from tests.engine.given import RULES
from tests.engine.reporting import AWAY, HOME, events, with_sides

SHEETS = {"t1": HOME, "t2": AWAY}


def text(length: int) -> str:
    return "😀" * length


def noted(**fields: Any) -> MatchReport:
    return with_sides(events=events({"kind": "note", **fields}))


def at(venue: Venue) -> MatchReport:
    return with_sides(prematch=PreMatch(venue=venue))


REPORTS: tuple[tuple[str, Any, int, str, str], ...] = (
    ("note", lambda size: noted(note=text(size)), TEXT_LONGEST, "entry_text", "events.e1.note"),
    ("what", lambda size: noted(what=text(size)), TEXT_LONGEST, "entry_text", "events.e1.what"),
    ("cause", lambda size: noted(cause=text(size)), TEXT_LONGEST, "entry_text", "events.e1.cause"),
    ("venue", lambda size: at(Venue(name=text(size))), TEXT_LONGEST, "entry_text", "prematch.venue.name"),
    ("accepted", lambda size: with_sides(accepted=(text(size),)), TEXT_LONGEST, "entry_text", "accepted.0"),
    ("minutes", lambda size: with_sides(minutes=size), 10_080, "number_too_large", "minutes"),
    ("fielded", lambda size: with_sides(could_field=size), 99, "number_too_large", "could_field"),
    ("below", lambda size: with_sides(could_field=-size), 99, "number_too_large", "could_field"),
    ("half", lambda size: noted(half=size), 9, "number_too_large", "events.e1.half"),
    ("used", lambda size: with_sides({"used": Tally({"bribe": size})}), 99, "number_too_large", "home.used.bribe"),
    (
        "deeds",
        lambda size: with_sides({"deeds": (Deeds("p1", Tally({"completion": size})),)}),
        NUMBER_MOST,
        "number_too_large",
        "home.deeds.0.counts.completion",
    ),
    ("gold", lambda size: at(Venue(gold=size)), NUMBER_MOST, "number_too_large", "prematch.venue.gold"),
    (
        "dice",
        lambda size: with_sides(dice={f"d{nth}": (1,) for nth in range(size)}),
        LIST_MOST,
        "list_too_long",
        "dice",
    ),
    (
        "sent off",
        lambda size: with_sides({"sent_off": ("p1",) * size}),
        LIST_MOST,
        "list_too_long",
        "home.sent_off",
    ),
    (
        "events",
        lambda size: with_sides(events=events(*[{"kind": "note"}] * size)),
        EVENTS_MOST,
        "events_too_many",
        "events",
    ),
)


def codes(found: tuple[Problem, ...]) -> list[tuple[str, str]]:
    return [(one.code, one.where) for one in found]


@pytest.mark.parametrize(("made", "most", "code", "where"), [case[1:] for case in REPORTS], ids=[c[0] for c in REPORTS])
def test_whatever_is_told_has_an_end(made: Any, most: int, code: str, where: str) -> None:
    """Both sides of each limit."""
    assert codes(tuple(limits.problems(made(most)))) == []
    assert codes(tuple(limits.problems(made(most + 1)))) == [(code, where)]


@pytest.mark.parametrize("size", [10**30, -(10**30)])
def test_a_number_that_nobody_can_mean_is_refused_by_itself(size: int) -> None:
    report = replace(with_sides({"score": size}), minutes=size)
    found = problems(report, SHEETS, RULES)
    assert {one.code for one in found} == {"number_too_large"}
    assert played.problems("m1", report, SHEETS, RULES) == found


def test_before_a_match_there_is_an_end_to_it_too() -> None:
    prematch = PreMatch(home=SidePreMatch(induced=(Induced("bribe", 10**30),)))
    found = prematch_checks.problems(prematch, {"home": HOME, "away": AWAY}, RULES)
    assert codes(found) == [("number_too_large", "prematch.home.induced.0.count")]


def test_the_place_of_a_long_key_is_short() -> None:
    report = with_sides(dice={"k" * 100_000: (1,)})
    ((code, where),) = codes(tuple(limits.problems(report)))
    assert (code, where) == ("entry_text", "dice." + "k" * 60)
