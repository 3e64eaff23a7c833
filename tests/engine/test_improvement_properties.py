"""Random improvements in every edition: no skill twice, no limit broken, no point spent that was not earned."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import effects as fx
from engine.dice import SeededDice
from engine.errors import ImprovementIllegal
from engine.rulesets import Ruleset, get
from engine.rulesets.coherence import base_name
from engine.rulesets.model import required
from engine.tally import Tally
from engine.team.evolve import evolve, fold
from engine.team.improvement import can_improve, decide_improvement, next_command
from engine.team.offers import WAYS, Improve, Improved
from engine.team.sheet import Player, TeamSheet
from engine.team.spending import RANDOM, purchases, spends
from engine.team.value import player_value, value
from tests.engine.given import quickly
from tests.soaking import Seeds

EDITIONS = ("bb2016", "lrb6", "basic", "bb2020")


def a_random_team(random: Random, ruleset: Ruleset) -> TeamSheet:
    roster = random.choice(ruleset.teams)
    players = tuple(
        Player(
            f"p{nth}",
            nth,
            f"{position.name} {nth}",
            position.key,
            status=random.choice(["active", "journeyman"]) if position.journeyman else "active",
            spp=random.choice([0, 5, 6, 17, 60, 200]),
            lost=Tally({random.choice(ruleset.characteristics): random.randint(1, 2)} if random.random() < 0.3 else {}),
        )
        for nth, position in enumerate(random.choices(roster.positions, k=4), start=1)
    )
    majors = [sponsor.key for sponsor in ruleset.sponsors.majors] if ruleset.sponsors else []
    return TeamSheet("t1", "Randoms", roster.key, players=players, sponsor=random.choice(["", *majors]))


def a_random_command(random: Random, player: Player, sheet: TeamSheet, ruleset: Ruleset) -> Improve:
    if not spends(ruleset):
        return next_command(player, sheet, ruleset)
    way = random.choice(WAYS)
    bought = next((one for one in purchases(player, sheet, ruleset) if one.way == way), None)
    categories = bought.categories if bought and way in RANDOM else ()
    category = random.choice(categories) if categories else ""
    return next_command(player, sheet, ruleset, way=way, category=category)


def improved(random: Random, sheet: TeamSheet, ruleset: Ruleset) -> tuple[TeamSheet, tuple[fx.Effect, ...]]:
    """One player improves by any of the things that are offered; or nothing happens, by a rule that says so."""
    player = random.choice(sheet.players)
    command = a_random_command(random, player, sheet, ruleset)
    dice = SeededDice(random.randbytes(8))
    try:
        outcome = decide_improvement(command, sheet, ruleset, dice)
        if not isinstance(outcome, Improved):
            assert len({offer.key for offer in outcome}) == len(outcome)
            if not outcome:
                return sheet, ()
            choice = random.choice(outcome).key
            outcome = decide_improvement(replace(command, choice=choice), sheet, ruleset, dice)
    except ImprovementIllegal:
        return sheet, ()
    assert isinstance(outcome, Improved)
    assert can_improve(player, sheet, ruleset)
    return fold(sheet, outcome.effects), outcome.effects


def holds(sheet: TeamSheet, ruleset: Ruleset) -> None:
    rules = required(ruleset.improvement, "improvement", ruleset)
    for player in sheet.players:
        owned = [base_name(name) for name in sheet.skills_of(player, ruleset)]
        assert max(Counter(owned).values(), default=1) == 1, owned
        for skill in ruleset.skills:
            if base_name(skill.name) in owned:
                assert not set(owned) & set(skill.excludes)
        assert 0 <= player.spent <= player.spp
        assert rules.most is None or len(player.improvements) <= rules.most
        for name in ruleset.characteristics:
            if not player.gained[name]:
                continue
            now, bound = sheet.characteristic(player, name, ruleset), ruleset.bound(name)
            assert now is not None
            assert rules.most_gained is None or player.gained[name] - player.lost[name] <= rules.most_gained
            assert rules.highest is None or now <= rules.highest
            assert bound is None or (now >= bound.best if bound.low_is_better else now <= bound.best)
    explained = value(sheet, ruleset)
    assert explained.total == sum(line.amount for line in explained.lines)


def a_career(seed: int, ruleset: Ruleset, steps: int) -> int:
    random = Random(seed)
    sheet = a_random_team(random, ruleset)
    taken = 0
    for _ in range(steps):
        sheet = evolve(sheet, fx.SppEarned(random.choice(sheet.players).key, "touchdown", 1, random.randint(0, 8)))
        before = sheet
        sheet, effects = improved(random, sheet, ruleset)
        holds(sheet, ruleset)
        for effect in effects:
            if isinstance(effect, fx.ImprovementTaken):
                taken += 1
                old, new = (next(p for p in one.players if p.key == effect.player) for one in (before, sheet))
                hurt = (new.niggles - old.niggles) * ruleset.value.niggle
                gained = player_value(new, sheet, ruleset) - player_value(old, before, ruleset)
                assert gained == effect.value + hurt
                assert new.unspent == old.unspent - effect.spp
    return taken


@pytest.mark.parametrize("edition", EDITIONS)
@quickly
@given(seed=st.integers(0, 2**48))
def test_whatever_they_become_the_limits_hold(edition: str, seed: int) -> None:
    a_career(seed, get(edition), steps=25)


@pytest.mark.parametrize("edition", EDITIONS)
def test_careers_do_improve(edition: str) -> None:
    """The properties above are about something."""
    assert sum(a_career(seed, get(edition), steps=40) for seed in range(10)) > 60


@pytest.mark.soak
@pytest.mark.parametrize("edition", EDITIONS)
def test_long_careers(edition: str, soak_seeds: Seeds) -> None:
    for seed in soak_seeds(500):
        a_career(seed, get(edition), steps=60)
