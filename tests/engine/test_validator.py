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
from tests.engine.slow_checker import objections
from tests.soaking import Seeds

seeds = st.integers(0, 2**48)
EVERY = (
    *(rulesets.get(key) for key in rulesets.available()),
    with_options(rulesets.get("basic"), {"variant": "sevens"}),
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


def what_passes_is_not_refused(seed: int) -> bool:
    """Whether it passed."""
    report, sheets = a_match_day(seed)
    found = errors(checked(report, sheets))
    refused = objections(json.loads(json.dumps(plain(report))), as_data(sheets))
    if not found:
        assert refused == [], f"seed {seed}"
    return not found


@quickly
@given(seeds)
def test_what_passes_no_second_opinion_refuses(seed: int) -> None:
    what_passes_is_not_refused(seed)


def test_the_second_opinion_sees_reports_that_pass_and_reports_that_do_not() -> None:
    """Both are often enough among those by chance that the comparison says something."""
    days = [a_match_day(seed) for seed in range(400)]
    passed = [not errors(checked(*day)) for day in days]
    refused = [bool(objections(plain(report), as_data(sheets))) for report, sheets in days]
    assert 60 < sum(passed) < 340
    # Of those that do not pass, the second opinion refuses most by itself: it is no rubber stamp.
    assert sum(refused) > 0.6 * (400 - sum(passed))


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
    assert sum(what_passes_is_not_refused(seed) for seed in soak_seeds(20_000)) > 2_000


@pytest.mark.soak
@pytest.mark.parametrize("rules", EVERY, ids=lambda rules: f"{rules.key}-{rules.options.draws}")
def test_thousands_of_reports_have_an_answer(rules: Ruleset, soak_seeds: Seeds) -> None:
    for seed in soak_seeds(2_000):
        holds_together(seed, rules)
