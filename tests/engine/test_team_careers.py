"""Teams, over random legal careers in every ruleset: what must hold whatever coaches do and suffer."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import effects as fx
from engine import history
from engine.rulesets.coherence import base_name
from engine.rulesets.model import Ruleset
from engine.team.legality import problems
from engine.team.sheet import Player, TeamSheet
from engine.team.value import value
from tests.engine.careers import RULESETS, Career, kinds_of
from tests.engine.given import quickly
from tests.soaking import Seeds


def a_career(key: str, seed: int, matches: int = 5) -> Career:
    career = Career(RULESETS[key], seed)
    career.live(matches)
    return career


def a_career_holds_together(career: Career) -> None:
    world: dict[str, TeamSheet] = {}
    for cause in career.causes:
        world = history.fold([cause], world)
        for sheet in world.values():
            a_sheet_is_sound(sheet, career.rules)
    assert world == career.world == history.fold(career.causes)
    for sheet in world.values():
        assert problems(sheet, career.rules) == ()
    again = history.redecide(career.causes, rules=lambda cause: career.rules, all_again=True)
    assert again.changes == again.conflicts == again.wanted == ()


def a_sheet_is_sound(sheet: TeamSheet, rules: Ruleset) -> None:
    assert sheet.debt == 0
    # A team may grow above its greatest value by what its players learn; before the window closes it has shrunk.
    assert {problem.code for problem in problems(sheet, rules)} <= {"value_over_cap"}
    assert value(sheet, rules).total == worth(sheet, rules)
    for player in sheet.players:
        skills = [base_name(skill) for skill in sheet.skills_of(player, rules)]
        assert len(set(skills)) == len(skills), (player, skills)
        a_player_keeps_within_bounds(player, sheet, rules)


def a_player_keeps_within_bounds(player: Player, sheet: TeamSheet, rules: Ruleset) -> None:
    position = sheet.position_of(player, rules)
    assert player.unspent >= 0
    for name in rules.characteristics:
        now, start, bound = sheet.characteristic(player, name, rules), position.characteristic(name), rules.bound(name)
        if bound is not None and now is not None:
            assert min(bound.best, bound.worst) <= now <= max(bound.best, bound.worst), (player.name, name, now)
        elif start is not None and now is not None:
            assert max(1, start - 2) <= now <= max(start, min(10, start + 2)), (player.name, name, now)


def worth(sheet: TeamSheet, rules: Ruleset) -> int:
    """A team's value, worked out a second time, from the team list and without asking how."""
    roster = rules.roster(sheet.roster)
    prices = {position.key: position for position in roster.positions}
    cheap = rules.value.free_linemen in (*roster.special_rules, *sheet.choices.values())
    total = 0
    for player in sheet.players:
        away = player.misses_next and not rules.value.missing_count
        if player.status not in ("active", "journeyman") or away:
            continue
        position = player.line or prices[player.position]
        total += 0 if cheap and position.journeyman else position.cost
        total += sum(one.value for one in player.improvements) + player.niggles * rules.value.niggle
    for good in rules.goods:
        if good.key not in rules.value.left_out:
            total += sheet.goods[good.key] * (roster.reroll_cost if good.cost is None else good.cost)
    star = next((star for star in rules.stars if star.key == sheet.star), None)
    return total + (star.cost or 0 if star else 0)


@pytest.mark.parametrize("key", RULESETS)
@quickly
@given(seed=st.integers(0, 2**48))
def test_a_random_legal_career_holds_together(key: str, seed: int) -> None:
    a_career_holds_together(a_career(key, seed, matches=3))


@pytest.mark.parametrize("key", RULESETS)
def test_random_careers_reach_every_corner(key: str) -> None:
    """Otherwise the test above would prove little: each of these happens, where the ruleset knows it."""
    found: Counter[type[fx.Effect]] = Counter()
    for seed in range(60):
        found.update(kinds_of(a_career(key, seed)))
    rules = RULESETS[key]
    wanted: set[type[fx.Effect]] = {fx.PlayerHired, fx.PlayerFired, fx.PlayerDied, fx.InjurySuffered, fx.PlayerRenamed}
    wanted |= {fx.ImprovementTaken, fx.CasualtySaved, fx.PlayerAmended, fx.PlayerSold, fx.PlayerBought, fx.TrophyWon}
    if rules.options.temporary_retirement:
        wanted |= {fx.PlayerRetired}
    if rules.raising:
        wanted |= {fx.DeadMayRise}
    if rules.sponsors:
        wanted |= {fx.SponsorSigned}
    if rules.options.rostered_stars:
        wanted |= {fx.StarRostered, fx.StarReleased}
    if "journeymen" in rules.post_match:
        wanted |= {fx.JourneymanTakenOn, fx.JourneymanHired, fx.PlayerLeft}
    assert wanted - set(found) == set()


@pytest.mark.soak
def test_thousands_of_careers_hold_together(soak_seeds: Seeds) -> None:
    for seed in soak_seeds(4_000):
        key = sorted(RULESETS)[seed % len(RULESETS)]
        try:
            a_career_holds_together(a_career(key, seed, matches=1 + seed % 9))
        except AssertionError as error:
            raise AssertionError(f"{key}, seed {seed}") from error
