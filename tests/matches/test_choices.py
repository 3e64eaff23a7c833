"""Choices of the post-match sequence: since when, until when, made twice, made too late, taken by time."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.utils import timezone

from engine.errors import ChangeoverIllegal, ChoiceUnknown, NotAllowed
from leagues.models import AuditEntry, League
from matches.errors import (
    ChoiceMade,
    ChoiceNeedsDie,
    ChoiceTakenByTime,
    DieThrown,
    KickOffHindered,
    NoChoiceWaiting,
    NoDieWaiting,
    StepRunning,
)
from matches.models import DiceRoll, Match, MatchStatus, PostMatchStep, StepStatus
from matches.selectors.changeover import Wish
from matches.selectors.choices import choice_deadline, is_decision, reminder_due
from matches.selectors.kickoff import kick_off_of
from matches.services.changeover import changeover_make
from matches.services.deadlines import deadlines_run
from matches.services.kickoff import match_kick_off
from matches.services.postmatch import step_choose, step_throw
from teams.services.verification import league_differences
from tests import cast

pytestmark = pytest.mark.django_db


def played(*, legs: int = 1, hires: bool = False, score: tuple[int, int] = (2, 1), **house_rules: Any) -> Match:
    """Ann's humans have won, unless told otherwise, and may throw for their winnings again."""
    named = {name.replace("_", "-"): value for name, value in house_rules.items()}
    rules = {**cast.QUIET, "hire-window": hires, **named}
    season = cast.season(cast.league(house_rules=rules), legs=legs)
    return cast.advance(cast.confirm(cast.file(cast.match(season), score)))


def asked(match: Match, name: str = "winnings") -> PostMatchStep:
    return cast.waiting(match, name)[0]


def later(hours: float) -> time_machine.travel:
    return time_machine.travel(timezone.now() + timedelta(hours=hours), tick=False)


def rules(league: League, **changes: Any) -> None:
    """The commissioner changes options of a running league; these are all of its house rules then."""
    changeover_make(league=league, wish=Wish(house_rules=changes), actor=cast.commissioner_of(league))


# What a step remembers.


def test_a_step_remembers_since_when_it_waits_and_what_each_option_comes_to() -> None:
    before = timezone.now()
    match = played()
    step = asked(match)
    assert step.since is not None
    assert before <= step.since <= timezone.now()
    assert (step.options, step.default) == (["keep", "reroll"], "keep")
    # What another throw brings, nobody knows.
    assert set(step.outlook) == {"keep"}
    cast.finish(match, choice="keep")
    gained = [one["amount"] for one in _winnings_of(match, step)]
    assert step.outlook["keep"] == sum(gained)


def _winnings_of(match: Match, step: PostMatchStep) -> list[dict[str, Any]]:
    cause = PostMatchStep.objects.get(pk=step.pk).cause
    assert cause is not None
    effects = cause.entry.revision.effects.all()
    return [row.data for row in effects if row.kind == "gold_changed"]


def test_who_chose_and_when_is_on_the_row() -> None:
    match = played()
    with later(3):
        chosen_at = timezone.now()
        step_choose(step=asked(match), choice="keep", actor=match.home.coach)
    step = PostMatchStep.objects.get(match=match, team=match.home, name="winnings")
    assert (step.chosen_by, step.chosen_at, step.by_time) == (match.home.coach, chosen_at, False)
    assert (step.status, step.since) == (StepStatus.DUE, chosen_at)


# Time.


@pytest.mark.parametrize(("hours", "taken"), [(23.9, False), (24.1, True)])
def test_a_harmless_choice_takes_its_default_when_its_time_is_over(hours: float, taken: bool) -> None:
    match = played(choice_hours=24)
    step = asked(match)
    with later(hours):
        deadlines_run()
    now = PostMatchStep.objects.get(pk=step.pk)
    assert (now.status, now.choice) == ((StepStatus.DUE, "keep") if taken else (StepStatus.WAITING, ""))
    assert now.by_time == taken
    entries = AuditEntry.objects.filter(action="postmatch.chosen_by_time")
    assert [(entry.actor, entry.data["choice"]) for entry in entries] == ([(None, "keep")] if taken else [])


def test_the_sequence_goes_on_after_time_has_chosen() -> None:
    match = played(choice_hours=24)
    with later(25):
        deadlines_run()
        assert cast.advance(match).status == MatchStatus.FINISHED
    assert list(league_differences(match.league)) == []


def test_where_the_league_says_never_a_choice_waits_for_ever() -> None:
    match = played()
    assert choice_deadline(asked(match)) is None
    with later(10_000):
        deadlines_run()
    assert asked(match).status == StepStatus.WAITING


def test_a_window_is_never_closed_by_time() -> None:
    match = played(hires=True, choice_hours=1)
    windows = cast.waiting(cast.to_the_window(match), "hire-and-fire")
    assert windows
    assert {choice_deadline(step) for step in windows} == {None}
    with later(10_000):
        deadlines_run()
    assert {step.status for step in cast.waiting(match, "hire-and-fire")} == {StepStatus.WAITING}


def test_a_die_of_the_table_is_never_thrown_by_time() -> None:
    match = played(choice_hours=1, table_rolls=["winnings"])
    step = asked(match)
    assert step.waits_for_die
    assert choice_deadline(step) is None
    with later(10_000):
        deadlines_run()
    assert asked(match).waits_for_die
    assert not DiceRoll.objects.filter(key=step.roll).exists()


def test_two_sweeps_at_once_take_it_once() -> None:
    match = played(choice_hours=24)
    with later(25):
        deadlines_run()
        deadlines_run()
    assert AuditEntry.objects.filter(action="postmatch.chosen_by_time").count() == 1
    assert cast.waiting(match, "winnings") == []


def test_who_clicks_when_time_has_chosen_is_told_what_and_when() -> None:
    match = played(choice_hours=24)
    step = asked(match)
    with time_machine.travel(timezone.now() + timedelta(hours=25), tick=False):
        deadlines_run()
        at = f"{timezone.now():%Y-%m-%d %H:%M}"
        for choice in ("reroll", "keep"):
            with pytest.raises(ChoiceTakenByTime) as refused:
                step_choose(step=step, choice=choice, actor=match.home.coach)
            assert refused.value.params == {"chosen": "keep", "at": at}


# A league changes its mind.


def test_a_changed_option_holds_for_what_waits_from_then_on() -> None:
    """Somebody has waited for a hundred hours when the league begins to count: he has the whole time from then on."""
    match = played()
    with later(100):
        rules(match.league, **{**cast.QUIET, "choice-hours": 24})
        deadlines_run()
        step = asked(match)
        assert choice_deadline(step) == timezone.now() + timedelta(hours=24)
    with later(123.9):
        deadlines_run()
        assert asked(match).status == StepStatus.WAITING
    with later(124.1):
        deadlines_run()
        assert cast.waiting(match, "winnings") == []
        assert cast.advance(match).status == MatchStatus.FINISHED
    assert list(league_differences(match.league)) == []


def test_how_long_a_league_waits_may_change_while_matches_are_played_and_nothing_else_may() -> None:
    match = played(choice_hours=24)
    rules(match.league, **{**cast.QUIET, "choice-reminder-hours": 5})
    assert choice_deadline(asked(match)) is None
    with pytest.raises(ChangeoverIllegal):
        rules(match.league, **{**cast.QUIET, "choice-hours": 24, "matches-in-a-row": 5})


# Reminders.


@pytest.mark.parametrize(("hours", "mails"), [(5.9, 0), (6.1, 1)])
def test_the_coach_is_reminded_once_when_his_time_has_come(hours: float, mails: int) -> None:
    match = played(choice_reminder_hours=6, choice_hours=24)
    with later(hours):
        deadlines_run()
        deadlines_run()
    assert len(mail.outbox) == mails
    for sent in mail.outbox:
        assert sent.to == [match.home.coach.email]
        assert match.home.name in sent.subject
        assert "Keep the roll" in sent.body
        assert f"#step-{asked(match).pk}" in sent.body
    assert (asked(match).reminded_at is not None) == bool(mails)


def test_of_a_window_he_is_reminded_that_nobody_closes_it_for_him() -> None:
    match = played(hires=True, choice_reminder_hours=6)
    cast.to_the_window(match)
    with later(7):
        deadlines_run()
    bodies = [sent.body for sent in mail.outbox if sent.to == [match.away.coach.email]]
    assert len(bodies) == 1
    assert "Nobody decides this in your place" in bodies[0]
    assert f"/teams/{match.away_id}/hiring/" in bodies[0]


def test_where_the_league_says_never_nobody_is_reminded() -> None:
    match = played()
    assert reminder_due(asked(match)) is None
    with later(10_000):
        deadlines_run()
    assert mail.outbox == []


def test_a_new_question_is_a_new_reminder() -> None:
    match = played(hires=True, choice_reminder_hours=6)
    with later(7):
        deadlines_run()
        step_choose(step=asked(match), choice="keep", actor=match.home.coach)
        cast.advance(match)
    with later(14):
        deadlines_run()
    told = [sent.body.partition(chr(10))[0] for sent in mail.outbox if sent.to == [match.home.coach.email]]
    assert [body.rpartition(": ")[2] for body in told] == ["Winnings.", "Hire and fire."]


# The next match.


def kick_off(match: Match) -> None:
    match_kick_off(match=match, actor=match.home.coach)


def test_a_harmless_choice_holds_no_kick_off_up_and_is_shown_there() -> None:
    steps = ["spp", "winnings", "fan-factor", "hire-and-fire"]  # nothing behind it that decides who plays
    league = cast.league(house_rules={**cast.QUIET, "post_match": steps})
    match = cast.advance(cast.confirm(cast.file(cast.match(cast.season(league, legs=2)), (2, 1))))
    following = cast.match(match.season)
    shown = kick_off_of(match.home.coach, following)
    assert shown.hindrances == ()
    assert [step.name for step in shown.pending] == ["winnings"]
    kick_off(following)


def test_what_only_a_coach_decides_is_asked_before_the_next_kick_off() -> None:
    match = played(legs=2)
    step = asked(match)
    PostMatchStep.objects.filter(pk=step.pk).update(default="")  # as a step that has no harmless answer asks
    following = cast.match(match.season)
    shown = kick_off_of(match.home.coach, following)
    assert [one.problem.code for one in shown.hindrances] == ["choice_undecided"]
    assert [one.decision for one in shown.hindrances] == [step]
    assert shown.pending == ()
    with pytest.raises(KickOffHindered):
        kick_off(following)
    step_choose(step=asked(match), choice="keep", actor=match.home.coach)
    cast.advance(match)
    kick_off(following)


def test_a_die_of_the_table_is_no_decision() -> None:
    step = asked(played(table_rolls=["winnings"]))
    assert not is_decision(step)


# Bad input.


@pytest.fixture
def match() -> Match:
    return played()


def test_the_same_choice_made_twice_changes_nothing(match: Match) -> None:
    step = asked(match)
    step_choose(step=asked(match), choice="keep", actor=match.home.coach)
    first = PostMatchStep.objects.get(pk=step.pk)
    step_choose(step=step, choice="keep", actor=match.home.coach)
    cast.advance(match)
    step_choose(step=step, choice="keep", actor=match.home.coach)
    now = PostMatchStep.objects.get(pk=step.pk)
    assert (now.chosen_at, now.status) == (first.chosen_at, StepStatus.DONE)
    assert DiceRoll.objects.filter(key__startswith="winnings/", session__occasion=match.key).count() == 2


def test_another_choice_made_afterwards_is_told_what_was_chosen_by_whom_and_when(match: Match) -> None:
    step = asked(match)
    step_choose(step=asked(match), choice="keep", actor=cast.commissioner_of(match.league))
    for _ in range(2):  # while it waits for the worker, and when it is over
        with pytest.raises(ChoiceMade) as refused:
            step_choose(step=step, choice="reroll", actor=match.home.coach)
        assert (refused.value.params["chosen"], refused.value.params["coach"]) == ("keep", "Cora")
        cast.advance(match)


def test_the_wrong_coach_chooses_nothing(match: Match) -> None:
    with pytest.raises(NotAllowed):
        step_choose(step=asked(match), choice="keep", actor=match.away.coach)
    assert asked(match).status == StepStatus.WAITING


def test_a_step_that_never_asked_waits_for_no_choice(match: Match) -> None:
    steps = PostMatchStep.objects.select_related("match__league", "team__coach").filter(match=match, team=match.home)
    for step in steps.filter(status__in=(StepStatus.DONE, StepStatus.LATER)):
        with pytest.raises(NoChoiceWaiting):
            step_choose(step=step, choice="keep", actor=match.home.coach)


def test_a_step_that_the_worker_is_about_to_run_asks_for_patience() -> None:
    confirmed = cast.confirm(cast.file(cast.match()))
    steps = PostMatchStep.objects.select_related("match__league", "team__coach")
    due = steps.filter(match=confirmed, status=StepStatus.DUE)[0]
    with pytest.raises(StepRunning):
        step_choose(step=due, choice="keep", actor=due.team.coach)


def test_a_choice_of_a_match_that_was_reopened_meanwhile_waits_no_more(match: Match) -> None:
    step = asked(match)
    PostMatchStep.objects.filter(match=match).delete()
    with pytest.raises(NoChoiceWaiting):
        step_choose(step=step, choice="keep", actor=match.home.coach)


def test_an_option_that_is_not_there_is_refused_with_those_that_are(match: Match) -> None:
    with pytest.raises(ChoiceUnknown) as refused:
        step_choose(step=asked(match), choice="dance", actor=match.home.coach)
    assert refused.value.params == {"chosen": "dance", "options": "keep, reroll"}
    assert asked(match).status == StepStatus.WAITING


def test_an_option_that_is_gone_when_the_worker_comes_is_asked_for_again(match: Match) -> None:
    """What was chosen stood on the row when it was chosen, and nowhere when it was to be done."""
    step = asked(match)
    PostMatchStep.objects.filter(pk=step.pk).update(options=["keep", "reroll", "sell"])
    step_choose(step=asked(match), choice="sell", actor=match.home.coach)
    cast.advance(match)
    now = asked(match)
    assert (now.options, now.choice, now.chosen_by, now.chosen_at) == (["keep", "reroll"], "", None, None)
    assert AuditEntry.objects.get(action="postmatch.asked_again").data == {"refused": "choice_unknown"}


def test_a_step_that_waits_for_a_die_takes_no_choice() -> None:
    step = asked(played(table_rolls=["winnings"]))
    with pytest.raises(ChoiceNeedsDie):
        step_choose(step=step, choice="keep", actor=step.team.coach)
    assert asked(step.match).waits_for_die


def test_a_die_typed_twice_fell_once() -> None:
    match = played(table_rolls=["winnings"])
    step, key = asked(match), asked(match).roll
    step_throw(step=asked(match), faces=(4,), roll=key, actor=match.home.coach)
    step_throw(step=step, faces=(4,), roll=key, actor=match.home.coach)
    with pytest.raises(DieThrown) as refused:
        step_throw(step=step, faces=(5,), roll=key, actor=match.home.coach)
    assert refused.value.params == {"key": key, "faces": "4"}
    assert [roll.faces for roll in DiceRoll.objects.filter(key=key)] == [[4]]


def test_a_die_is_taken_for_no_other_roll() -> None:
    """Expensive mistakes, BB2016: the face that was typed for the table is none for what the table asks next."""
    match = played(table_rolls=["expensive-mistakes"], score=(1, 1))
    step = mistakes(match)
    key = step.roll
    step_throw(step=step, faces=(1,), roll=key, actor=step.team.coach)
    again = mistakes(match)
    assert (again.roll, again.waits_for_die) == (f"expensive-mistakes/{match.home.key}/minor", True)
    step_throw(step=again, faces=(1,), roll=key, actor=step.team.coach)  # the same click once more
    assert not DiceRoll.objects.filter(key=again.roll).exists()


def mistakes(match: Match) -> PostMatchStep:
    return next(one for one in cast.waiting(match, "expensive-mistakes") if one.team_id == match.home_id)


def test_a_roll_that_nobody_asked_for_is_not_typed_in(match: Match) -> None:
    with pytest.raises(NoDieWaiting):
        step_throw(step=asked(match), faces=(4,), roll="winnings/t9/1", actor=match.home.coach)
