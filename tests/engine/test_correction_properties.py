"""Corrections over random leagues: undone without a trace, gold conserved, as if played that way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import effects as fx
from engine import history
from engine.choosing import options_of
from engine.errors import EngineError
from engine.history import Cause, Redecision, Resolution
from engine.match.report import MatchReport
from engine.team.sheet import TeamSheet
from engine.typed import plain
from tests.engine.given import RULES, a_report, a_side, quickly, the_player
from tests.engine.leagues import (
    DULL,
    League,
    a_random_league,
    a_random_report,
    a_small_league,
    gold_of,
    rules,
    seeded,
    told,
)
from tests.soaking import Seeds

FRESH = seeded(b"correction")
seeds = st.integers(0, 2**48)


@dataclass(frozen=True)
class Corrected:
    """A league, the correction of one of its matches with everything that hindered it settled, and what stands then."""

    league: League
    revised: dict[str, Cause]
    resolutions: dict[str, Resolution]
    redecision: Redecision
    after: list[Cause]


def a_random_correction(seed: int) -> Corrected:
    """A match told otherwise or taken back; what does not fit then is a gift, is dropped, or is chosen anew."""
    random = Random(seed)
    league = a_random_league(random.getrandbits(32), teams=random.randint(2, 4), matches=random.randint(1, 6))
    match = random.choice([cause for cause in league.causes if cause.kind == "match"])
    home, away = (league.world[team] for team in match.teams)
    report = a_random_report(random, home, away)
    revised = {match.key: replace(match, voided=True) if random.random() < 0.2 else told(match, report)}
    resolutions: dict[str, Resolution] = {}
    while True:
        again = history.redecide(league.causes, revised, rules=rules, dice=FRESH, resolutions=resolutions)
        if not again.conflicts:
            break
        for one in again.conflicts:
            _settle(one.cause.key, one, league, revised, resolutions, random)
    return Corrected(league, revised, resolutions, again, _written(league.causes, revised, resolutions, again))


def _settle(
    key: str,
    one: history.Redecided,
    league: League,
    revised: dict[str, Cause],
    resolutions: dict[str, Resolution],
    random: Random,
) -> None:
    cause = league[key]
    options: tuple[str, ...] = ()
    if cause.kind == "post-match":
        report = next(history.report_of(other) for other in (*revised.values(), *league.causes) if _of(other, cause))
        options = options_of(cause, one.sheets, report, FRESH(cause), RULES)
    if options and random.random() < 0.8:
        revised[key] = replace(cause, inputs={**cause.inputs, "choice": random.choice(options)})
    elif random.random() < 0.5:
        revised.pop(key, None)
        resolutions[key] = "gift"
    else:
        revised[key] = replace(cause, voided=True)


def _of(match: Cause, step: Cause) -> bool:
    return match.kind == "match" and match.occasion == step.occasion


def _written(
    stored: Sequence[Cause], revised: dict[str, Cause], resolutions: dict[str, Resolution], again: Redecision
) -> list[Cause]:
    latest = {cause.key: cause for cause in (*stored, *revised.values())}
    return [
        replace(
            latest[one.cause.key],
            effects=one.effects,
            rolls=one.rolls,
            stands=latest[one.cause.key].stands or resolutions.get(one.cause.key) == "gift",
        )
        for one in again.decided
    ]


# What must hold


def it_is_undone_without_a_trace(seed: int) -> None:
    made = a_random_correction(seed)
    verified = history.redecide(made.after, rules=rules, all_again=True)
    assert verified.changes == verified.conflicts == verified.wanted == ()
    assert history.fold(made.after) == made.redecision.after
    original, touched = {cause.key: cause for cause in made.league.causes}, {*made.revised, *made.resolutions}
    restored = history.redecide(made.after, {key: original[key] for key in touched}, rules=rules)
    assert restored.conflicts == restored.wanted == ()
    assert restored.after == made.league.world
    assert {one.cause.key: one.effects for one in restored.decided} == {
        key: cause.effects for key, cause in original.items()
    }


def gold_is_conserved(seed: int) -> None:
    """What a correction does to a treasury is what its effects add up to, less those that it took back."""
    made = a_random_correction(seed)
    for team, sheet in made.redecision.after.items():
        before = gold_of(team, made.league.causes)
        assert sheet.balance == gold_of(team, made.after)
        change = sum(_gold(team, one.effects) - _gold(team, one.cause.effects) for one in made.redecision.decided)
        assert sheet.balance - before == change
        assert sheet.debt == 0, "a gift leaves nobody in debt, and nothing else spends what is not there"


def _gold(team: str, effects: Sequence[fx.TeamEffect]) -> int:
    return sum(one.effect.amount for one in effects if one.team == team and isinstance(one.effect, fx.GoldChanged))


def it_is_as_if_it_had_been_played_like_that(seed: int) -> bool:
    """Says whether there was nothing in the way: only then there is something to compare."""
    random = Random(seed)
    league = a_random_league(random.getrandbits(32), teams=random.randint(2, 4), matches=random.randint(1, 6))
    match = random.choice([cause for cause in league.causes if cause.kind == "match"])
    report = a_random_report(random, *(_before(league, match, team) for team in match.teams))
    revised = told(match, report)
    again = history.redecide(league.causes, {match.key: revised}, rules=rules, dice=seeded(league.seed))
    played = _played_from_the_start(league, revised)
    assert (played is None) == bool(again.conflicts)
    if played is None:
        return False
    assert history.fold(played) == again.after
    assert [cause.effects for cause in played] == [one.effects for one in again.decided]
    return True


def _before(league: League, match: Cause, team: str) -> TeamSheet:
    return history.fold(cause for cause in league.causes if cause.place < match.place)[team]


def _played_from_the_start(league: League, revised: Cause) -> list[Cause] | None:
    """The same season with another report in it; None where something could not have happened then."""
    world: dict[str, TeamSheet] = {}
    reports: dict[str, MatchReport] = {}
    played = []
    for stored in history.in_order(league.causes):
        cause = revised if stored.key == revised.key else stored
        if cause.kind == "match":
            reports[cause.occasion] = history.report_of(cause)
        dice = seeded(league.seed)(cause)
        try:
            decision = history.decide(cause, world, reports.get(cause.occasion), dice, RULES)
        except EngineError:
            return None
        if decision.choice is not None:
            return None
        played.append(replace(cause, effects=decision.effects, rolls=decision.rolls))
        world = history.fold([played[-1]], world)
    return played


@quickly
@given(seeds)
def test_a_correction_with_its_gifts_is_verified_and_undone_without_a_trace(seed: int) -> None:
    it_is_undone_without_a_trace(seed)


@quickly
@given(seeds)
def test_gold_is_conserved_whatever_is_corrected(seed: int) -> None:
    gold_is_conserved(seed)


@quickly
@given(seeds)
def test_a_corrected_match_is_as_if_the_season_had_been_played_like_that(seed: int) -> None:
    it_is_as_if_it_had_been_played_like_that(seed)


def test_random_corrections_have_everything_in_them() -> None:
    found = {"gifts": 0, "taken back": 0, "chosen": 0, "compared": 0}
    for seed in range(60):
        made = a_random_correction(seed)
        found["gifts"] += bool(made.resolutions)
        found["taken back"] += sum(cause.voided for cause in made.revised.values())
        found["chosen"] += any(cause.kind == "post-match" and not cause.voided for cause in made.revised.values())
        found["compared"] += it_is_as_if_it_had_been_played_like_that(seed)
    assert min(found.values()) >= 1, found
    assert min(found["gifts"], found["taken back"], found["compared"]) >= 10, found


@pytest.mark.soak
def test_thousands_of_corrections_with_gifts_hold_together(soak_seeds: Seeds) -> None:
    for seed in soak_seeds(2_000):
        try:
            it_is_undone_without_a_trace(seed)
            gold_is_conserved(seed)
        except AssertionError as error:
            raise AssertionError(f"seed {seed}") from error


@pytest.mark.soak
def test_thousands_of_corrections_are_as_if_played_like_that(soak_seeds: Seeds) -> None:
    for seed in soak_seeds(3_000):
        try:
            it_is_as_if_it_had_been_played_like_that(seed)
        except AssertionError as error:
            raise AssertionError(f"seed {seed}") from error


# A gift


def a_hiring_that_gold_was_won_for() -> tuple[League, Cause]:
    """t1 has 70,000 and wins 10,000 of a die and 10,000 for its draw in m1; then it hires for all of it."""
    league = a_small_league()
    league.play("m1", 10, a_report(), DULL)
    gold = league.world["t1"].balance
    spent = (fx.TeamEffect("t1", fx.GoldChanged(-gold, "player-hired")),)
    hired = Cause(
        "hired", "hiring", "h1", (15, 0), ("t1",), {"act": {"kind": "buy", "good": "cheerleader"}}, effects=spent
    )
    league.causes.append(hired)
    return league, told(league["m1/match"], a_report(a_side("t2")))


def test_gold_that_was_never_there_is_given_with_what_stands() -> None:
    league, _ = a_hiring_that_gold_was_won_for()
    voided = replace(league["m1/match"], voided=True)
    kept = league.again([voided], resolutions={"hired": "keep"})
    assert kept.after["t1"].debt == 20_000
    gift = league.again([voided], resolutions={"hired": "gift"})
    (one,) = [one for one in gift.decided if one.cause.key == "hired"]
    assert one.effects[0] == fx.TeamEffect("t1", fx.GoldChanged(20_000, "ruling"))
    assert (gift.after["t1"].balance, gift.after["t1"].debt) == (0, 0)


def test_a_gift_gives_nothing_where_nothing_lacks() -> None:
    league, _ = a_hiring_that_gold_was_won_for()
    gift = league.again(resolutions={"hired": "gift"})
    assert gift.changes == ()


def test_what_stands_by_a_commissioners_word_is_not_decided_again() -> None:
    league, _ = a_hiring_that_gold_was_won_for()
    standing = replace(league["hired"], stands=True)
    again = history.redecide([*league.causes[:-1], standing], rules=rules, all_again=True)
    assert again.conflicts == again.changes == ()
    assert history.redecide(league.causes, rules=rules, all_again=True).changes != ()


def test_what_stood_by_a_word_is_decided_when_it_is_told_otherwise() -> None:
    league = a_small_league()
    league.play("m1", 10, a_report(a_side("t1", {"p1": 1})), DULL)
    stood = replace(league["m1/match"], stands=True)
    causes = [stood if cause.key == stood.key else cause for cause in league.causes]
    revised = replace(stood, stands=False, inputs={"report": plain(a_report(a_side("t1", {"p1": 2})))})
    again = history.redecide(causes, {stood.key: revised}, rules=rules, dice=FRESH)
    assert the_player(again.after["t1"], "p1").spp == 6 + again_mvp(again)
    assert again.after["t1"].record.touchdowns_for == 2


def again_mvp(again: Redecision) -> int:
    earned = [one.effect for done in again.decided for one in done.effects if one.team == "t1"]
    return sum(one.spp for one in earned if isinstance(one, fx.SppEarned) and one.deed == "mvp" and one.player == "p1")
