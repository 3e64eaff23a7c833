"""A casualty may be told by its result, without its dice: then none is thrown, and what was told is what happened."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine import effects as fx
from engine import history, rulesets
from engine.dice import Dice, ScriptedDice, TableDice
from engine.errors import UnknownName
from engine.history import Cause, redecide
from engine.match import injuries
from engine.match.injuries import Injured
from engine.match.report import Casualty, MatchReport
from engine.rulesets.model import Ruleset
from engine.team.sheet import TeamSheet
from engine.typed import plain
from tests.engine.given import RULES, with_player
from tests.engine.reporting import AWAY, HOME, with_sides

NEWEST = rulesets.get("bb2020")
NO_DICE = ScriptedDice()


def an_injury(rules: Ruleset = RULES, sheet: TeamSheet = HOME, **told: Any) -> Injured:
    return Injured(Casualty("p1", told.pop("cause", "crowd"), **told), 1, sheet, AWAY, rules)


def happened(injured: Injured, dice: Dice = NO_DICE) -> tuple[fx.Effect, ...]:
    return injuries.outcome_of(injured, dice).effects


def of_a_list(*skills: str) -> TeamSheet:
    """Somebody who has these skills."""
    roster, position = next(
        (roster.key, position.key)
        for roster in RULES.teams
        for position in roster.positions
        if set(skills) <= set(position.skills)
    )
    return replace(with_player(HOME, "p1", position=position), roster=roster)


@pytest.mark.parametrize("result", [one for one in RULES.casualty.results if not one.dead], ids=lambda one: one.key)
def test_every_result_may_be_told(result: Any) -> None:
    """2016/17 league compendium, casualty table: what it says happens, and nothing is thrown."""
    (suffered,) = happened(an_injury(result=result.key))
    assert suffered == fx.InjurySuffered(
        "p1", result.key, misses_next=result.misses_next, niggle=result.niggle, loses=result.loses
    )


def test_death_may_be_told() -> None:
    assert happened(an_injury(result="dead")) == (fx.PlayerDied("p1"),)


def test_nothing_is_asked_for() -> None:
    assert list(injuries.dice_of(an_injury(result="dead", apothecary=True, igor=True))) == []
    regenerates = of_a_list("Regeneration")
    assert list(injuries.dice_of(an_injury(result="dead", sheet=regenerates))) == []
    assert happened(an_injury(result="dead", sheet=regenerates)) == (fx.PlayerDied("p1"),)


def test_who_was_patched_up_is_back() -> None:
    """2016/17 league compendium, apothecary: what is told is what counts in the end."""
    assert happened(an_injury(result="badly-hurt", apothecary=True)) == (
        fx.CasualtySaved("p1", "badly-hurt", "apothecary"),
    )
    (suffered,) = happened(an_injury(result="broken-ribs", apothecary=True))
    assert isinstance(suffered, fx.InjurySuffered)


def test_who_regenerated_is_back() -> None:
    injured = an_injury(result="dead", regenerated=True, sheet=of_a_list("Regeneration"))
    assert happened(injured) == (fx.CasualtySaved("p1", "dead", "regeneration"),)


def test_of_a_rotting_body_two_results_are_told() -> None:
    """2016/17 league compendium, skills: Decay."""
    injured = an_injury(result="broken-ribs", second="damaged-back", sheet=of_a_list("Decay"))
    assert [one.result for one in happened(injured) if isinstance(one, fx.InjurySuffered)] == [
        "broken-ribs",
        "damaged-back",
    ]


def test_poison_is_told_as_a_result_of_its_own() -> None:
    """2016/17 league compendium, skills: Weeping Dagger."""
    assert happened(an_injury(result="weeping-dagger")) == (
        fx.InjurySuffered("p1", "weeping-dagger", misses_next=True),
    )


@pytest.mark.parametrize("lasting", [one.key for one in NEWEST.casualty.lasting])
def test_a_lasting_injury_may_be_told(lasting: str) -> None:
    """BB2020, lasting injury table: the next match is missed all the same."""
    (suffered,) = happened(an_injury(NEWEST, result="lasting-injury", lasting=lasting))
    assert isinstance(suffered, fx.InjurySuffered)
    assert (suffered.result, suffered.lasting, suffered.misses_next) == (lasting, True, True)


def test_which_it_is_may_be_left_to_the_die() -> None:
    injured = an_injury(NEWEST, result="lasting-injury")
    assert dict(injuries.dice_of(injured)) == {"lasting/t1/p1": (6,)}
    (suffered,) = happened(injured, TableDice({"lasting/t1/p1": (6,)}))
    assert isinstance(suffered, fx.InjurySuffered)
    assert suffered.result == "dislocated-shoulder"


def test_floors_hold_for_what_is_told() -> None:
    """Readings A-01 and A-02."""
    low = with_player(HOME, "p1", lost=with_loss("ma", 2))
    (suffered,) = happened(an_injury(result="smashed-hip", sheet=low))
    assert isinstance(suffered, fx.InjurySuffered)
    assert (suffered.loses, suffered.misses_next) == (None, True)


def with_loss(name: str, points: int) -> Any:
    return HOME.players[0].lost.plus(name, points)


def test_what_no_table_has_is_refused_by_name() -> None:
    with pytest.raises(UnknownName, match="hangover"):
        happened(an_injury(result="hangover"))


# Told otherwise, afterwards


def a_match(report: MatchReport) -> Cause:
    return Cause("match/m1", "match", "m1", (10,), ("t1", "t2"), {"report": plain(report)})


def draft(team: str, sheet: TeamSheet) -> Cause:
    founded = fx.TeamFounded(sheet.name, sheet.roster)
    players = (fx.PlayerHired(one.key, one.number, one.name, one.position) for one in sheet.players)
    effects = tuple(fx.TeamEffect(team, effect) for effect in (founded, *players))
    return Cause(f"draft/{team}", "entry", f"draft-{team}", (1,), (team,), {}, effects=effects)


FANS: dict[str, tuple[int, ...]] = {"fans/t1": (1, 1), "fans/t2": (1, 1)}


def test_a_correction_may_tell_a_result_and_take_it_back() -> None:
    """What was thrown before stays on record; what is told counts."""
    thrown = with_sides({"casualties": (Casualty("p1", "crowd"),)}, dice={**FANS, "casualty/t1/p1": (6, 1)})
    teams = [draft("t1", HOME), draft("t2", AWAY)]
    world = history.fold(teams)
    dice = TableDice(thrown.dice)
    decision = history.decide(a_match(thrown), world, None, dice, RULES)
    stored = [*teams, replace(a_match(thrown), effects=decision.effects, rolls=decision.rolls)]
    assert fx.TeamEffect("t1", fx.PlayerDied("p1")) in decision.effects

    told = with_sides({"casualties": (Casualty("p1", "crowd", result="broken-ribs"),)}, dice=FANS)
    revised = {"match/m1": replace(stored[-1], inputs={"report": plain(told)})}
    outcome = redecide(stored, revised, rules=lambda cause: RULES)
    (change,) = outcome.changes
    assert (change.conflict, change.wanted) == (None, "")
    assert fx.TeamEffect("t1", fx.InjurySuffered("p1", "broken-ribs", misses_next=True)) in change.effects
    assert "casualty/t1/p1" in {roll.key for roll in change.rolls}

    back = [*teams, replace(stored[-1], inputs={"report": plain(told)}, effects=change.effects, rolls=change.rolls)]
    again = redecide(back, {"match/m1": replace(back[-1], inputs={"report": plain(thrown)})}, rules=lambda cause: RULES)
    assert fx.TeamEffect("t1", fx.PlayerDied("p1")) in again.changes[0].effects


def test_a_warning_hinders_no_correction() -> None:
    """It was for whoever filed the report: a match that stands is not held up by what is unlikely."""
    hurt = tuple(Casualty(f"p{nth}", "crowd", result="badly-hurt") for nth in range(1, 12))
    report = with_sides({"casualties": hurt}, dice=FANS)
    teams = [draft("t1", HOME), draft("t2", AWAY)]
    decision = history.decide(a_match(report), history.fold(teams), None, TableDice(report.dice), RULES)
    assert decision.effects
