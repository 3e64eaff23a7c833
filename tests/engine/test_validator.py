"""Random reports against the checks: they never fall over, and pass nothing that a slow second opinion refuses."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import rulesets
from engine.errors import Problem
from engine.match.checks import blocking, errors, problems
from engine.match.played import problems as all_problems
from engine.match.report import MatchReport
from engine.rulesets.model import Ruleset
from engine.rulesets.options import with_options
from engine.team.sheet import TeamSheet
from engine.typed import build, plain
from tests.engine.given import RULES, quickly
from tests.engine.random_reports import a_random_event, a_random_report, a_random_squad
from tests.engine.reporting import AWAY, HOME, told
from tests.engine.slow_checker import BOOKS, objections
from tests.soaking import Seeds

seeds = st.integers(0, 2**48)
SEVENS = with_options(rulesets.get("basic"), {"variant": "sevens"})
# Each rulebook that the second opinion knows by heart, with the rules that it is held against.
BY_BOOK: dict[str, Ruleset] = {
    "bb2016": RULES,
    "lrb6": rulesets.get("lrb6"),
    "bb2020": rulesets.get("bb2020"),
    "basic": rulesets.get("basic"),
    "sevens": SEVENS,
    **{
        f"{key}-{draws}": with_options(rulesets.get(key), {"draws": draws})
        for key in ("bb2016", "lrb6", "bb2020")
        for draws in ("overtime", "shoot-out")
    },
}
EVERY = (
    *(rulesets.get(key) for key in rulesets.available()),
    SEVENS,
    with_options(RULES, {"draws": "overtime"}),
)

# Where an edition has no such thing (nobody is most valuable in Basic), the rule is another's.
KNOWN = {rule for rules in EVERY for rule in rules.rules}


def a_match_day(seed: int, rules: Ruleset = RULES) -> tuple[MatchReport, dict[str, TeamSheet]]:
    random = Random(seed)
    sheets = {"home": a_random_squad(random, "t1"), "away": a_random_squad(random, "t2")}
    return a_random_report(random, sheets, rules), sheets


def checked(report: MatchReport, sheets: dict[str, TeamSheet], rules: Ruleset = RULES) -> tuple[Problem, ...]:
    return problems(report, {sheet.key: sheet for sheet in sheets.values()}, rules)


def as_data(sheets: dict[str, TeamSheet]) -> dict[str, dict[str, Any]]:
    return {side: {**plain(sheet), "apothecaries": sheet.goods["apothecary"]} for side, sheet in sheets.items()}


def what_passes_is_not_refused(seed: int, book: str) -> bool:
    """Whether it passed."""
    report, sheets = a_match_day(seed, BY_BOOK[book])
    found = errors(checked(report, sheets, BY_BOOK[book]))
    refused = objections(json.loads(json.dumps(plain(report))), as_data(sheets), BOOKS[book])
    if not found:
        assert refused == [], f"seed {seed}"
    return not found


@pytest.mark.parametrize("book", sorted(BY_BOOK))
def test_who_was_carried_off_and_then_found_out_scores_in_no_turn(book: str) -> None:
    """Sent off where he lies: what happened in the turn of it did not happen before he was carried off."""
    what_passes_is_not_refused(77720492695357, book)


def test_a_casualty_of_nobody_says_nothing_about_who_could_fill_the_line() -> None:
    """Basic, section 1.1: who has to concede is counted among players, and this victim is none."""
    for rules in EVERY:
        if rules.key.startswith("basic"):
            holds_together(244277031704959, rules)


def test_the_second_opinion_knows_every_edition_and_every_way_to_break_a_level_score() -> None:
    assert set(BY_BOOK) == set(BOOKS)
    assert {rules.key for rules in BY_BOOK.values()} == set(rulesets.available())


@quickly
@given(seed=seeds, book=st.sampled_from(sorted(BY_BOOK)))
def test_what_passes_no_second_opinion_refuses(seed: int, book: str) -> None:
    what_passes_is_not_refused(seed, book)


@pytest.mark.parametrize(("book", "days"), [("bb2016", 400), *((book, 60) for book in sorted({*BOOKS} - {"bb2016"}))])
def test_the_second_opinion_sees_reports_that_pass_and_reports_that_do_not(book: str, days: int) -> None:
    """Both are often enough among those by chance that the comparison says something."""
    drawn = [a_match_day(seed, BY_BOOK[book]) for seed in range(days)]
    passed = [not errors(checked(*day, BY_BOOK[book])) for day in drawn]
    refused = [bool(objections(plain(report), as_data(sheets), BOOKS[book])) for report, sheets in drawn]
    assert 0.15 * days < sum(passed) < 0.85 * days
    assert not any(here and there for here, there in zip(passed, refused, strict=True))
    # Of those that do not pass, the second opinion refuses most by itself: it is no rubber stamp.
    assert sum(refused) > 0.6 * (days - sum(passed))


def holds_together(seed: int, rules: Ruleset) -> None:
    """Whatever comes: an answer, in words, with both numbers in their places, and the same again after storing."""
    random = Random(seed)
    report, sheets = a_match_day(seed, rules)
    wild = [a_random_event(random, nth) for nth in range(random.randint(0, 12))]
    report = told(*(), rules=rules, nominees={}) if random.random() < 0.1 else report
    for events in (report.events, (*report.events, *wild), tuple(wild)):
        spoiled = build(MatchReport, {**plain(report), "events": plain(events)}, "report")
        found = checked(spoiled, sheets, rules)
        assert [one.code for one in found if "{" in str(one)] == [], f"seed {seed}"
        assert [one.code for one in found if one.rule not in KNOWN] == [], f"seed {seed}"
        assert found == checked(build(MatchReport, json.loads(json.dumps(plain(spoiled))), "r"), sheets, rules)
        accepted = replace(spoiled, accepted=tuple(one.code for one in found))
        assert blocking(found, accepted) == errors(found), f"seed {seed}"


@quickly
@given(seed=seeds, nth=st.integers(0, len(EVERY) - 1))
def test_whatever_comes_there_is_an_answer(seed: int, nth: int) -> None:
    holds_together(seed, EVERY[nth])


def test_a_report_with_what_was_before_the_match_is_looked_at_as_a_whole() -> None:
    report = told()
    assert all_problems("m1", report, {"t1": HOME, "t2": AWAY}, RULES) == ()


@pytest.mark.soak
def test_thousands_of_reports_and_a_second_opinion(soak_seeds: Seeds) -> None:
    books = sorted(BY_BOOK)
    drawn = [(seed, books[nth % len(books)]) for nth, seed in enumerate(soak_seeds(40_000))]
    assert sum(what_passes_is_not_refused(seed, book) for seed, book in drawn) > 2_000


@pytest.mark.soak
@pytest.mark.parametrize("rules", EVERY, ids=lambda rules: f"{rules.key}-{rules.options.draws}")
def test_thousands_of_reports_have_an_answer(rules: Ruleset, soak_seeds: Seeds) -> None:
    for seed in soak_seeds(2_000):
        holds_together(seed, rules)
