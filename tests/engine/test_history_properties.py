"""History, over random leagues and random corrections: what must hold whatever people do to the past."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import effects as fx
from engine import history
from engine.history import Cause, Redecision, Resolution
from engine.typed import plain
from tests.engine.given import RULES, quickly
from tests.engine.leagues import (
    League,
    a_random_draft,
    a_random_league,
    a_random_report,
    committed,
    gold_of,
    inserted,
    rules,
    seeded,
)
from tests.soaking import Seeds

FRESH = seeded(b"correction")
seeds = st.integers(0, 2**48)


def a_random_revision(random: Random, league: League) -> list[Cause]:
    """What a commissioner may do to the past: void, tell otherwise, insert or move a match, void or redo a draft."""
    matches = [cause for cause in league.causes if cause.kind == "match"]
    match = random.choice(matches)
    kind = random.choice(["void", "tell", "insert", "move", "swap", "void-draft", "redraft", "choose"])
    if kind == "void":
        return [replace(match, voided=True)]
    if kind == "tell":
        home, away = (league.world[team] for team in match.teams)
        return [replace(match, inputs={"report": plain(a_random_report(random, home, away))})]
    if kind == "insert":
        teams = random.sample(sorted(league.world), 2)
        report = a_random_report(random, league.world[teams[0]], league.world[teams[1]])
        place = random.choice([5, 15, 25, 95])
        return inserted("new", place, report)
    if kind == "move":
        place = random.choice([5, 15, 25, 95])
        own = [cause for cause in league.causes if cause.occasion == match.occasion]
        return [replace(cause, place=(place, *cause.place[1:])) for cause in own]
    if kind == "swap":
        other = random.choice(matches)
        places = {match.occasion: other.place[0], other.occasion: match.place[0]}
        own = [cause for cause in league.causes if cause.occasion in places]
        return [replace(cause, place=(places[cause.occasion], *cause.place[1:])) for cause in own]
    draft = random.choice([cause for cause in league.causes if cause.kind == "draft"])
    if kind == "void-draft":
        return [replace(draft, voided=True)]
    if kind == "redraft":
        return [replace(draft, inputs={"draft": plain(a_random_draft(random, "Anew"))})]
    step = random.choice([cause for cause in league.causes if cause.inputs.get("step") == "winnings"])
    return [replace(step, inputs={"step": "winnings", "choice": random.choice(["keep", "reroll", None])})]


def a_random_league_with_a_revision(seed: int) -> tuple[League, list[Cause], Random]:
    random = Random(seed)
    league = a_random_league(random.getrandbits(32), teams=random.randint(2, 4), matches=random.randint(1, 5))
    return league, a_random_revision(random, league), random


def resolved(random: Random, redecision: Redecision) -> dict[str, Resolution]:
    options: list[Resolution] = ["keep", "drop"]
    return {one.cause.key: random.choice(options) for one in redecision.conflicts if random.random() < 0.7}


# What must hold


def a_league_holds_together(league: League) -> None:
    assert history.fold(league.causes) == league.world
    again = league.again(all_again=True)
    assert again.changes == again.conflicts == again.wanted == ()
    assert again.before == again.after == league.world
    assert [one.rolls for one in again.decided] == [cause.rolls for cause in league.causes]
    for team, sheet in league.world.items():
        assert sheet.balance == gold_of(team, league.causes) >= 0
        assert sheet.record.played == sum(_played(team, cause) for cause in league.causes)
        assert all(player.spp == _spp(team, player.key, league.causes) for player in sheet.players)


def _played(team: str, cause: Cause) -> int:
    return sum(one.team == team and isinstance(one.effect, fx.MatchPlayed) for one in cause.effects)


def _spp(team: str, player: str, causes: list[Cause]) -> int:
    happened = (one.effect for cause in causes for one in cause.effects if one.team == team)
    return sum(effect.spp for effect in happened if isinstance(effect, fx.SppEarned) and effect.player == player)


def a_correction_holds_together(seed: int) -> None:
    league, revision, random = a_random_league_with_a_revision(seed)
    for dice in (None, FRESH):
        quick = league.again(revision, dice=dice)
        resolutions = resolved(random, quick)
        quick = league.again(revision, dice=dice, resolutions=resolutions)
        thorough = league.again(revision, dice=dice, resolutions=resolutions, all_again=True)
        assert quick == thorough
        assert quick.before == league.world
        after = committed(league.causes, revision, quick)
        assert history.fold(after) == quick.after
        _nothing_seen_is_lost(league, after)
        _deciding_again_changes_nothing(after, resolutions)
        _gold_is_conserved(after, quick)
        _undoing_restores(league, revision, after, resolutions)


def _nothing_seen_is_lost(league: League, after: list[Cause]) -> None:
    kept = {cause.key: set(cause.rolls) for cause in after}
    assert all(set(cause.rolls) <= kept[cause.key] for cause in league.causes)


def _deciding_again_changes_nothing(after: list[Cause], resolutions: dict[str, Resolution]) -> None:
    again = history.redecide(after, rules=rules, resolutions=resolutions, all_again=True)
    assert again.changes == ()
    assert again.after == history.fold(after)


def _gold_is_conserved(after: list[Cause], redecision: Redecision) -> None:
    for team, sheet in redecision.after.items():
        assert sheet.balance == gold_of(team, after)


def _undoing_restores(
    league: League, revision: list[Cause], after: list[Cause], resolutions: dict[str, Resolution]
) -> None:
    original = {cause.key: cause for cause in league.causes}
    now = {cause.key: cause for cause in after}
    undone = {
        cause.key: replace(original[cause.key], rolls=now[cause.key].rolls)
        if cause.key in original
        else replace(now[cause.key], voided=True)
        for cause in revision
    }
    # What was kept or dropped against the rules is part of the correction: undoing takes it up again.
    undone |= {key: replace(now[key]) for key in resolutions if key not in undone}
    restored = history.redecide(after, undone, rules=rules)
    assert restored.conflicts == restored.wanted == ()
    assert restored.after == league.world
    assert {one.cause.key: one.effects for one in restored.decided if one.cause.key in original} == {
        key: cause.effects for key, cause in original.items()
    }


@quickly
@given(seeds)
def test_a_fold_equals_the_state_and_deciding_again_changes_nothing(seed: int) -> None:
    a_league_holds_together(a_random_league(seed))


@quickly
@given(seeds)
def test_a_correction_is_exact_quick_and_undone_without_a_trace(seed: int) -> None:
    a_correction_holds_together(seed)


def test_random_corrections_reach_every_corner() -> None:
    """The generator is worth something: its corrections conflict, want dice, change things and leave things alone."""
    found = {"conflicts": 0, "wanted": 0, "changes": 0, "quiet": 0, "deaths": 0, "mistakes": 0}
    for seed in range(60):
        league, revision, _ = a_random_league_with_a_revision(seed)
        again = league.again(revision)
        found["conflicts"] += bool(again.conflicts)
        found["wanted"] += bool(again.wanted)
        found["changes"] += bool(again.changes)
        found["quiet"] += not again.changes
        kinds = [type(one.effect) for cause in league.causes for one in cause.effects]
        found["deaths"] += fx.PlayerDied in kinds
        found["mistakes"] += fx.MistakeMade in kinds
    assert min(found.values()) >= 5, found


@pytest.mark.soak
def test_thousands_of_leagues_hold_together(soak_seeds: Seeds) -> None:
    for seed in soak_seeds(1_500):
        try:
            a_league_holds_together(a_random_league(seed, teams=2 + seed % 5, matches=1 + seed % 11))
        except AssertionError as error:
            raise AssertionError(f"seed {seed}") from error


@pytest.mark.soak
def test_thousands_of_corrections_hold_together(soak_seeds: Seeds) -> None:
    for seed in soak_seeds(2_500):
        try:
            a_correction_holds_together(seed)
        except AssertionError as error:
            raise AssertionError(f"seed {seed}") from error


def test_every_step_of_the_ruleset_is_played() -> None:
    league = a_random_league(1)
    assert {cause.inputs["step"] for cause in league.causes if cause.kind == "post-match"} == set(RULES.post_match)
