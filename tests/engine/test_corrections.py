"""Corrections: a report told otherwise, conflicts and what resolves them, a match that takes another place."""

from __future__ import annotations

from dataclasses import replace

from engine import history
from engine.dice import Roll
from engine.errors import ChoiceUnknown
from engine.history import Cause
from engine.match.report import Casualty, Deeds
from engine.tally import Tally
from tests.engine.given import a_draft, a_report, a_side, the_player
from tests.engine.leagues import (
    DULL,
    League,
    a_dull_league,
    a_small_league,
    committed,
    draft_cause,
    inserted,
    rules,
    seeded,
    told,
)

BADLY_HURT, DEAD = (1, 1), (6, 6)
FRESH = seeded(b"correction")


# Telling otherwise


def test_a_corrected_score_turns_the_outcome_and_wants_the_dice_of_the_other_outcome() -> None:
    """BB2016, post-match sequence step 3: a win throws 3D6 for fan factor, a draw 2D6."""
    league = a_dull_league()
    won = told(league["m2/match"], a_report(a_side("t1", {"p1": 1})))
    again = league.again([won])
    assert again.conflicts == ()
    assert [one.wanted for one in again.wanted] == ["fan-factor/t1/3d6"]
    assert dict(again.after["t1"].record.outcomes) == {"draw": 1, "win": 1}
    rolled = league.again([won], dice=FRESH)
    assert rolled.wanted == ()
    (fan_factor,) = [one for one in rolled.decided if one.cause.key == "m2/fan-factor/t1"]
    assert [roll.key for roll in fan_factor.rolls] == ["fan-factor/t1/2d6", "fan-factor/t1/3d6"]


def test_a_corrected_deed_only_changes_star_player_points() -> None:
    league = a_dull_league()
    side = a_side("t1")
    passed = replace(side, deeds=(Deeds("p5", Tally({"completion": 2})),))
    again = league.again([told(league["m1/match"], a_report(passed))])
    assert [one.cause.key for one in again.changes] == ["m1/spp/t1"]
    assert the_player(again.after["t1"], "p5").spp == 2


def test_a_corrected_table_die_counts_instead_of_the_mistyped_one() -> None:
    hurt = a_report(a_side("t1", casualties=(Casualty("p9", "block", "p1"),)))
    league = a_small_league()
    league.play("m1", 10, hurt, {**DULL, "casualty/t1/p9": DEAD})
    match = league["m1/match"]
    rolls = tuple(replace(roll, faces=BADLY_HURT) if "casualty" in roll.key else roll for roll in match.rolls)
    again = league.again([replace(match, rolls=rolls)])
    assert the_player(league.world["t1"], "p9").status == "dead"
    assert the_player(again.after["t1"], "p9").can_play
    assert [roll.faces for one in again.changes for roll in one.rolls if "casualty" in roll.key] == [BADLY_HURT]


def test_a_die_corrected_in_the_report_counts_instead_of_the_mistyped_one() -> None:
    side = a_side("t1", casualties=(Casualty("p9", "block", "p1"),))
    mistyped = replace(a_report(side), dice={"casualty/t1/p9": DEAD, "winnings/t2/1": (1,)})
    league = a_small_league()
    league.play("m1", 10, mistyped, {**DULL, **mistyped.dice})
    corrected = replace(mistyped, dice={"casualty/t1/p9": BADLY_HURT, "winnings/t2/1": (2,)})
    again = league.again([told(league["m1/match"], corrected)])
    assert again.conflicts == again.wanted == ()
    assert the_player(again.after["t1"], "p9").can_play
    assert again.after["t2"].balance == league.world["t2"].balance + 10_000


def test_a_die_the_server_threw_is_not_replaced_by_one_typed_in_afterwards() -> None:
    league = a_small_league()
    league.play("m1", 10, a_report())
    better = replace(a_report(), dice={"fans/t1": (6, 6), "winnings/t1/1": (6,)})
    again = league.again([told(league["m1/match"], better)])
    assert again.changes == ()
    assert again.after == league.world


def test_a_die_typed_in_is_taken_where_none_had_fallen() -> None:
    league = a_dull_league()
    typed = {"fan-factor/t1/3d6": (1, 1, 1), "sponsor-search/t1": (1,)}
    won = replace(a_report(a_side("t1", {"p1": 1})), dice=typed)
    again = league.again([told(league["m2/match"], won)])
    assert again.wanted == again.conflicts == ()
    (fan_factor,) = [one for one in again.decided if one.cause.key == "m2/fan-factor/t1"]
    assert fan_factor.rolls[-1] == Roll("fan-factor/t1/3d6", (6, 6, 6), (1, 1, 1), "table")


def test_a_winner_who_was_never_asked_is_a_conflict_that_a_choice_solves() -> None:
    """BB2016, post-match sequence step 3: the winner may throw again."""
    league = a_small_league()
    league.play("m1", 10, a_report(), DULL)
    unasked = replace(league["m1/winnings/t1"], inputs={"step": "winnings"})
    league.causes[league.causes.index(league["m1/winnings/t1"])] = unasked
    won = told(league["m1/match"], a_report(a_side("t1", {"p1": 1})))
    again = league.again([won], dice=FRESH)
    (conflict,) = again.conflicts
    assert conflict.conflict is not None
    assert conflict.conflict.code == "choice_missing"
    assert "keep, reroll" in str(conflict.conflict)
    assert conflict.effects == unasked.effects
    chosen = replace(unasked, inputs={"step": "winnings", "choice": "keep"})
    assert league.again([won, chosen], dice=FRESH).conflicts == ()


def test_a_die_thrown_on_the_way_to_a_conflict_stays_on_record() -> None:
    league = a_small_league()
    won = a_report(a_side("t1", {"p1": 1}))
    again = league.again(inserted("m1", 10, won, choice=None), dice=FRESH)
    (conflict,) = again.conflicts
    assert [roll.key for roll in conflict.rolls] == ["winnings/t1/1"]
    assert conflict.effects == ()


def test_a_choice_that_is_none_is_a_conflict() -> None:
    league = a_small_league()
    league.play("m1", 10, a_report(a_side("t1", {"p1": 1})), DULL)
    odd = replace(league["m1/winnings/t1"], inputs={"step": "winnings", "choice": "dance"})
    (conflict,) = league.again([odd]).conflicts
    assert conflict.conflict is not None
    assert conflict.conflict.code == ChoiceUnknown.code


# Conflicts and resolutions


def a_league_where_p1_now_dies_early() -> tuple[League, Cause]:
    """p1 of t1 scores in m2; the correction says that he already died in m1."""
    league = a_small_league()
    league.play("m1", 10, a_report(), DULL)
    league.play("m2", 20, a_report(a_side("t1", {"p1": 1})), DULL)
    killed = told(league["m1/match"], a_report(a_side("t1", casualties=(Casualty("p1", "block", "p2"),))))
    die = Roll("casualty/t1/p1", (6, 8), DEAD, "table")
    return league, replace(killed, rolls=(*killed.rolls, die))


def test_a_player_who_now_died_before_he_scored_is_a_conflict_with_its_reasons() -> None:
    league, killed = a_league_where_p1_now_dies_early()
    again = league.again([killed])
    (conflict,) = again.conflicts
    assert conflict.cause.key == "m2/match"
    assert conflict.conflict is not None
    assert (conflict.conflict.code, conflict.conflict.where) == ("report_illegal", "m2/match")
    assert [problem.code for problem in conflict.details] == ["player_dead", "player_dead"]
    assert {problem.where for problem in conflict.details} == {"home.deeds.p1", "home.nominees"}


def test_until_it_is_resolved_a_conflict_stands_as_it_was() -> None:
    league, killed = a_league_where_p1_now_dies_early()
    again = league.again([killed])
    (conflict,) = again.conflicts
    assert conflict.effects == league["m2/match"].effects
    assert not conflict.changed
    assert again.after["t1"].record.played == 2


def test_a_conflict_may_be_kept() -> None:
    league, killed = a_league_where_p1_now_dies_early()
    kept = league.again([killed], resolutions={"m2/match": "keep"})
    assert kept.conflicts == ()
    assert dict(kept.after["t1"].record.outcomes) == {"draw": 1, "win": 1}
    assert the_player(kept.after["t1"], "p1").status == "dead"


def test_a_conflict_may_be_dropped_and_its_steps_with_it() -> None:
    league, killed = a_league_where_p1_now_dies_early()
    dropped = league.again([killed], resolutions={"m2/match": "drop"})
    assert dropped.conflicts == ()
    assert dropped.after["t1"].record.played == dropped.after["t2"].record.played == 1
    gone = [one for one in dropped.decided if one.cause.occasion == "m2"]
    assert all(one.effects == () for one in gone)
    assert [one.rolls for one in gone] == [one.cause.rolls for one in gone]


def test_a_resolution_is_heard_even_where_nothing_else_changed() -> None:
    league = a_dull_league()
    dropped = league.again(resolutions={"m2/match": "drop"})
    assert dropped.after["t1"].record.played == 1
    assert dropped.after == league.again(resolutions={"m2/match": "drop"}, all_again=True).after


def test_an_illegal_revision_of_the_cause_itself_is_a_conflict() -> None:
    league = a_dull_league()
    draft = a_draft(positions={"lineman": 17}, goods={"wizard": 1})
    revised = replace(draft_cause("t1", 0, draft), place=league["draft-t1"].place)
    again = league.again([revised])
    assert {problem.code for problem in again.conflicts[0].details} == {
        "too_many_players",
        "position_limit",
        "unknown_good",
    }
    assert again.after == league.world


# Moving


def moved(league: League, match: str, place: int) -> list[Cause]:
    own = [cause for cause in league.causes if cause.occasion == match]
    return [replace(cause, place=(place, *cause.place[1:])) for cause in own]


def test_a_match_that_moved_is_decided_at_its_new_place() -> None:
    """A report filed late takes its place: the injury of m1 is now served in m2, which was played after it."""
    league = a_small_league()
    league.play("m2", 20, a_report(), DULL)
    injured = a_report(a_side("t1", casualties=(Casualty("p9", "block", "p1"),)))
    league.play("m3", 30, injured, {**DULL, "casualty/t1/p9": (4, 1)})
    assert the_player(league.world["t1"], "p9").misses_next
    again = league.again(moved(league, "m3", 10), dice=FRESH)
    assert again.conflicts == ()
    assert not the_player(again.after["t1"], "p9").misses_next
    assert [one.cause.occasion for one in again.decided if one.cause.kind == "match"] == ["m3", "m2"]
    assert again.before == league.world


def test_moving_there_and_back_ends_where_it_began() -> None:
    league = a_dull_league()
    there = moved(league, "m2", 5)
    after = committed(league.causes, there, league.again(there, dice=FRESH))
    original = {cause.key: cause for cause in league.causes}
    back = {cause.key: replace(cause, place=original[cause.key].place) for cause in after if cause.occasion == "m2"}
    restored = history.redecide(after, back, rules=rules)
    assert restored.after == league.world
    assert restored.wanted == restored.conflicts == ()


def test_a_match_that_leaves_its_steps_behind_takes_their_effects_with_it() -> None:
    league = a_small_league()
    league.play("m1", 10, a_report(), DULL)
    late = replace(league["m1/match"], place=(99, 0))
    again = league.again([late])
    assert again.after["t1"].record.played == 1
    assert again.after["t1"].balance == 70_000
