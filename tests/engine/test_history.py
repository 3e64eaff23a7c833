"""History: folding it, deciding it again, and what follows when something earlier is voided or inserted."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import effects as fx
from engine import history
from engine.dice import Roll, SeededDice, TableDice
from engine.errors import UnknownTeam
from engine.history import Cause
from engine.rulesets.model import Ruleset
from tests.engine.given import RULES, a_draft, a_report, a_side
from tests.engine.leagues import (
    DULL,
    League,
    a_dull_league,
    a_small_league,
    committed,
    gold_of,
    inserted,
    match_cause,
    rules,
    seeded,
)

FRESH = seeded(b"correction")


# Deciding and folding


def test_a_fold_takes_causes_by_their_place_in_the_order_of_play() -> None:
    league = a_dull_league()
    assert history.fold(reversed(league.causes)) == league.world
    assert [cause.place for cause in history.in_order(reversed(league.causes))] == sorted(
        cause.place for cause in league.causes
    )


def test_a_fold_goes_on_from_a_world() -> None:
    league = a_dull_league()
    halfway = history.fold(league.causes[:7])
    assert history.fold(league.causes[7:], halfway) == league.world


def test_unchanged_inputs_change_nothing() -> None:
    league = a_dull_league()
    again = league.again(all_again=True)
    assert again.changes == again.conflicts == again.wanted == ()
    assert again.before == again.after == league.world
    assert [one.cause for one in again.decided] == league.causes
    assert [one.rolls for one in again.decided] == [cause.rolls for cause in league.causes]


def test_tampered_effects_are_found_by_deciding_all_again() -> None:
    league = a_dull_league()
    winnings = league["m1/winnings/t1"]
    richer = replace(winnings, effects=(fx.TeamEffect("t1", fx.GoldChanged(900_000, "winnings")),))
    league.causes[league.causes.index(winnings)] = richer
    changed = {one.cause.key for one in league.again(all_again=True).changes}
    assert changed == {"m1/winnings/t1"}
    assert league.again().changes == ()


def test_a_step_stops_for_the_winners_choice_with_the_die_on_the_table() -> None:
    """BB2016, post-match sequence step 3."""
    league = a_small_league()
    report = a_report(a_side("t1", {"p1": 1}))
    league.play("m1", 10, report, DULL)
    waiting = replace(league["m1/winnings/t1"], inputs={"step": "winnings"}, effects=(), rolls=())
    world = history.fold(league.causes[:4])
    decision = history.decide(waiting, world, report, TableDice(DULL), RULES)
    assert decision.choice is not None
    assert decision.choice.options == ("keep", "reroll")
    assert decision.effects == ()
    assert [roll.key for roll in decision.rolls] == ["winnings/t1/1"]


def test_a_team_that_does_not_exist_cannot_play() -> None:
    league = a_small_league()
    report = a_report(None, a_side("t9"))
    with pytest.raises(UnknownTeam, match="t9"):
        history.decide(match_cause("m1", 10, report), league.world, report, TableDice(DULL), RULES)


# Voiding


def test_a_voided_match_and_its_steps_come_to_nothing() -> None:
    league = a_dull_league()
    again = league.again([replace(league["m1/match"], voided=True)])
    by_key = {one.cause.key: one for one in again.decided}
    assert all(not one.effects for key, one in by_key.items() if key.startswith("m1/"))
    assert again.after["t1"].record.played == 1
    assert again.conflicts == ()
    # m2 was decided with the gold of m1; without it, t1 has 90,000 and no reason to roll.
    assert again.after["t1"].balance == 70_000 + 20_000
    assert by_key["m2/expensive-mistakes/t1"].effects == ()


def test_dice_of_a_voided_match_stay_on_record() -> None:
    league = a_dull_league()
    again = league.again([replace(league["m1/match"], voided=True)])
    assert {one.cause.key: one.rolls for one in again.decided} == {cause.key: cause.rolls for cause in league.causes}


def test_voiding_and_restoring_ends_where_it_began() -> None:
    league = a_dull_league()
    void = [replace(league["m1/match"], voided=True)]
    after = committed(league.causes, void, league.again(void))
    original = {cause.key: cause for cause in league.causes}
    back = {"m1/match": replace(original["m1/match"], rolls=after[3].rolls)}
    restored = history.redecide(after, back, rules=rules)
    assert restored.after == league.world
    assert {one.cause.key: one.effects for one in restored.decided} == {
        cause.key: cause.effects for cause in league.causes
    }


def test_a_voided_draft_leaves_its_matches_in_conflict() -> None:
    league = a_dull_league()
    again = league.again([replace(league["draft-t1"], voided=True)])
    conflicts = {one.cause.key: one.conflict for one in again.conflicts}
    assert {"m1/match", "m2/match"} <= set(conflicts)
    problem = conflicts["m1/match"]
    assert problem is not None
    assert (problem.code, problem.where, problem.params) == ("unknown_team", "m1/match", {"team": "t1"})


def test_a_voided_draft_with_its_voided_matches_is_no_conflict() -> None:
    league = a_dull_league()
    void = [replace(league[key], voided=True) for key in ("draft-t1", "m1/match", "m2/match")]
    again = league.again(void)
    assert again.conflicts == again.wanted == ()
    assert "t1" not in again.after
    assert again.after["t2"].treasury == 450_000


# Inserting


def test_an_inserted_match_is_decided_and_everything_later_again() -> None:
    league = a_small_league()
    league.play("m2", 20, a_report(), DULL)
    assert league.world["t1"].treasury == 90_000
    new = inserted("m1", 10, a_report())
    again = league.again(new, dice=seeded(b"correction", {**DULL, "expensive-mistakes/t1/table": (1,)}))
    assert again.conflicts == again.wanted == ()
    assert again.before == league.world
    assert [one.cause.key for one in again.decided][3] == "m1/match"
    assert again.after["t1"].record.played == 2
    # The second draw now lifts the treasury to 110,000: the new die shows a 1, a minor incident.
    (mistake,) = [one for one in again.changes if one.cause.key == "m2/expensive-mistakes/t1"]
    assert [type(one.effect) for one in mistake.effects] == [fx.MistakeMade, fx.GoldChanged]


def test_a_treasury_that_now_passes_100_000_wants_its_roll() -> None:
    """BB2016, post-match sequence step 5, after a correction: the die never fell, so it is asked for."""
    league = a_small_league()
    league.play("m2", 20, a_report(), DULL)
    rolls = tuple(Roll(key, tuple(6 for _ in faces), faces, "table") for key, faces in DULL.items() if "mvp" not in key)
    rolls += tuple(Roll(key, (3,), faces, "table") for key, faces in DULL.items() if "mvp" in key)
    fan_factor = tuple(Roll(f"fan-factor/{team}/2d6", (6, 6), (1, 1), "table") for team in ("t1", "t2"))
    new = [replace(cause, rolls=(*rolls, *fan_factor)) for cause in inserted("m1", 10, a_report())]
    again = league.again(new)
    assert [(one.cause.key, one.wanted) for one in again.wanted] == [
        ("m2/expensive-mistakes/t1", "expensive-mistakes/t1/table")
    ]
    assert again.after["t1"].treasury == 110_000


def test_without_dice_an_inserted_match_wants_its_rolls() -> None:
    league = a_small_league()
    again = league.again(inserted("m1", 10, a_report()))
    assert again.wanted[0].cause.key == "m1/match"
    assert again.wanted[0].wanted == "fans/t1"
    assert again.after == league.world


def test_later_steps_keep_their_own_dice() -> None:
    league = a_dull_league()
    again = league.again(inserted("m0", 5, a_report(a_side("t1"), a_side("t3"))), dice=FRESH)
    for one in again.decided:
        if one.cause.key in {cause.key for cause in league.causes}:
            assert one.rolls[: len(one.cause.rolls)] == one.cause.rolls


def test_teams_that_a_change_does_not_reach_are_not_decided_again() -> None:
    league = a_dull_league()
    asked: list[str] = []

    def watched(cause: Cause) -> Ruleset:
        asked.append(cause.key)
        return RULES

    later = {cause.key: cause for cause in inserted("m3", 30, a_report())}
    history.redecide(league.causes, later, rules=watched, dice=FRESH)
    assert set(asked) == set(later)


# Gold


def test_gold_is_what_its_effects_add_up_to() -> None:
    league = a_dull_league()
    for team, sheet in league.world.items():
        assert sheet.balance == gold_of(team, league.causes)


def test_seeded_sessions_make_the_same_league_twice() -> None:
    one, other = League(b"seed"), League(b"seed")
    for league in (one, other):
        league.draft("t1", a_draft())
        league.draft("t2", a_draft("orc"))
        league.play("m1", 10, a_report())
    assert one.causes == other.causes
    assert one["m1/match"].rolls[0] == SeededDice(b"seedm1").roll("fans/t1", 6, 6)
