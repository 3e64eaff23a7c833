"""A league whose coaches throw real dice: nothing is thrown for them, and each die is asked for where it is needed."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import DieImpossible, NotAllowed, ReportIllegal
from matches.errors import DieThrown, NoDieWaiting
from matches.models import DiceRoll, Match, MatchStatus, PostMatchStep, StepStatus
from matches.services.postmatch import sequence_advance, step_throw
from matches.services.prematch import prematch_throw
from tests import cast

pytestmark = pytest.mark.django_db


def a_match(**house_rules: Any) -> Match:
    rules = {"hire-window": False, **{name.replace("_", "-"): value for name, value in house_rules.items()}}
    return cast.match(cast.season(cast.league(house_rules=rules)))


def gate(match: Match) -> dict[str, tuple[int, int]]:
    return {f"fans/{match.home.key}": (3, 4), f"fans/{match.away.key}": (3, 4)}


def steps(match: Match) -> list[PostMatchStep]:
    waiting = PostMatchStep.objects.filter(match=match, status=StepStatus.WAITING).order_by("nth", "team")
    return list(waiting.select_related("match__league", "team__coach"))


def test_a_report_is_asked_for_the_dice_that_it_needs() -> None:
    match = a_match(dice="table")
    with pytest.raises(ReportIllegal) as refused:
        cast.file(match)
    assert [one.code for one in refused.value.problems] == ["die_of_the_table", "die_of_the_table"]
    assert {one.where for one in refused.value.problems} == {f"dice.{key}" for key in gate(match)}
    assert cast.file(cast.reread(match), dice=gate(match)).status == MatchStatus.REPORTED


def test_what_was_typed_in_before_the_match_is_not_asked_for_again() -> None:
    match = a_match(dice="table")
    prematch_throw(match=match, step="fans", typed=gate(match), actor=match.home.coach)
    assert cast.file(match).status == MatchStatus.REPORTED


def test_a_step_after_the_match_waits_for_its_die_and_goes_on_when_it_is_typed_in() -> None:
    match = a_match(table_rolls=["winnings"])
    played = cast.advance(cast.confirm(cast.file(match)))
    home, away = sorted(steps(played), key=lambda step: step.team_id != match.home_id)
    assert (home.name, home.roll, home.options) == ("winnings", f"winnings/{match.home.key}/1", [])
    assert home.waits_for_die
    step_throw(step=home, faces=(4,), actor=match.home.coach)
    row = DiceRoll.objects.get(key=home.roll)
    assert (row.faces, row.source, row.actor) == ([4], "table", match.home.coach)
    # The winner may throw again: now it is a choice that he is asked for.
    assert (home.status, home.options, home.waits_for_die) == (StepStatus.WAITING, ["keep", "reroll"], False)
    step_throw(step=away, faces=(2,), actor=match.away.coach)
    assert away.status == StepStatus.DONE


def test_one_die_may_lead_to_the_next_and_what_fell_stays() -> None:
    """BB2016, expensive mistakes: a one at 150,000 is a minor incident, whose cost is a D3."""
    match = a_match(table_rolls=["expensive-mistakes"])
    played = cast.confirm(cast.file(match, (1, 1)))
    cast.advance(played)
    step = next(step for step in steps(played) if step.team_id == match.home_id)
    assert step.roll == f"expensive-mistakes/{match.home.key}/table"
    step_throw(step=step, faces=(1,), actor=match.home.coach)
    assert (step.roll, step.waits_for_die) == (f"expensive-mistakes/{match.home.key}/minor", True)
    step_throw(step=step, faces=(3,), actor=match.home.coach)
    assert step.status == StepStatus.DONE
    assert set(DiceRoll.objects.filter(key__startswith=f"expensive-mistakes/{match.home.key}").values_list("key")) == {
        (f"expensive-mistakes/{match.home.key}/{part}",) for part in ("table", "minor")
    }


def test_faces_that_the_die_does_not_have_leave_the_step_waiting() -> None:
    match = a_match(table_rolls=["winnings"])
    played = cast.advance(cast.confirm(cast.file(match)))
    for faces in ((0,), (7,), (), (1, 2)):
        with pytest.raises(DieImpossible):
            step_throw(step=steps(played)[0], faces=faces, actor=steps(played)[0].team.coach)
    assert steps(played)[0].waits_for_die


def test_only_who_may_choose_may_throw_and_only_once() -> None:
    match = a_match(table_rolls=["winnings"])
    played = cast.advance(cast.confirm(cast.file(match)))
    step = next(step for step in steps(played) if step.team_id == match.home_id)
    with pytest.raises(NotAllowed):
        step_throw(step=step, faces=(4,), actor=match.away.coach)
    stale = PostMatchStep.objects.select_related("match__league", "team__coach").get(pk=step.pk)
    step_throw(step=step, faces=(4,), actor=match.home.coach)
    with pytest.raises(DieThrown):
        step_throw(step=stale, faces=(6,), actor=match.home.coach)


def test_a_step_that_waits_for_a_choice_waits_for_no_die() -> None:
    played = cast.advance(cast.confirm(cast.file(a_match())))
    with pytest.raises(NoDieWaiting):
        step_throw(step=steps(played)[0], faces=(4,), actor=steps(played)[0].team.coach)


def test_a_whole_match_is_played_without_a_die_of_the_server() -> None:
    match = a_match(dice="table")
    played = cast.confirm(cast.file(match, (1, 1), dice=gate(match)))
    sequence_advance(match=played)
    for _ in range(20):
        for step in steps(played):
            if step.waits_for_die:
                sides = {"fan-factor": 2}.get(step.name, 1)
                step_throw(step=step, faces=(1,) * sides, actor=step.team.coach)
        sequence_advance(match=played)
        if cast.reread(played).status == MatchStatus.FINISHED:
            break
    assert cast.reread(played).status == MatchStatus.FINISHED
    assert set(DiceRoll.objects.filter(session__occasion=match.key).values_list("source", flat=True)) == {"table"}
