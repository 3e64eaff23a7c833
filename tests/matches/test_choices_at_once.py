"""A click and the clock, two clicks, a click and a worker, at the same instant: one counts, and the other is told."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier, Event
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.utils import timezone

from engine.errors import Conflict
from leagues.models import AuditEntry
from matches.errors import ChoiceMade, StepTaken
from matches.models import DiceRoll, Match, MatchStatus, PostMatchStep, StepStatus
from matches.services import postmatch
from matches.services.choices import choice_take_by_time
from matches.services.postmatch import sequence_advance, step_choose
from teams.services.verification import league_differences
from tests import cast

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE = 60


def played() -> Match:
    rules = {"hire-window": False, "choice-hours": 1}
    return cast.advance(cast.confirm(cast.file(cast.match(cast.season(cast.league(house_rules=rules))))))


def at_once(*acts: Callable[[], object]) -> list[object]:
    """What each of them came to: what it returned, or its refusal."""
    ready = Barrier(len(acts))

    def run(act: Callable[[], object]) -> object:
        try:
            ready.wait(PATIENCE)
            return act()
        except (Conflict, OperationalError) as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        futures: list[Future[object]] = [pool.submit(run, act) for act in acts]
        return [future.result(PATIENCE) for future in futures]


def winnings(match: Match) -> PostMatchStep:
    return cast.waiting(match, "winnings")[0]


def test_of_a_click_and_the_clock_one_counts() -> None:
    match = played()
    PostMatchStep.objects.filter(pk=winnings(match).pk).update(since=timezone.now() - timedelta(hours=2))
    clicked, timed = winnings(match), winnings(match)
    results = at_once(
        lambda: step_choose(step=clicked, choice="reroll", actor=match.home.coach),
        lambda: choice_take_by_time(step=timed),
    )
    refused = [one for one in results if isinstance(one, Exception)]
    assert len(refused) == 1
    step = PostMatchStep.objects.get(pk=clicked.pk)
    assert (step.choice, step.by_time) in [("reroll", False), ("keep", True)]
    chosen = AuditEntry.objects.filter(action__in=("postmatch.chosen", "postmatch.chosen_by_time"))
    assert chosen.count() == 1
    sequence_advance(match=match)
    assert cast.reread(match).status == MatchStatus.FINISHED
    assert list(league_differences(match.league)) == []


@pytest.mark.parametrize(("second", "refused"), [("keep", 0), ("reroll", 1)])
def test_of_two_clicks_one_counts(second: str, refused: int) -> None:
    """The same twice is the same; of two that differ, the later one is told what was chosen."""
    match = played()
    one, other = winnings(match), winnings(match)
    results = at_once(
        lambda: step_choose(step=one, choice="keep", actor=match.home.coach),
        lambda: step_choose(step=other, choice=second, actor=match.home.coach),
    )
    assert [type(one) for one in results if isinstance(one, Exception)] == [ChoiceMade] * refused
    sequence_advance(match=match)
    rolls = DiceRoll.objects.filter(key__startswith=f"winnings/{match.home.key}/").count()
    assert rolls == (2 if PostMatchStep.objects.get(pk=one.pk).choice == "reroll" else 1)


def test_a_choice_while_a_worker_runs_the_step_is_told_what_was_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The worker is held in the midst of its transaction; on SQLite whoever comes then waits for it as well."""
    match = played()
    step_choose(step=winnings(match), choice="keep", actor=match.home.coach)
    step = PostMatchStep.objects.select_related("match__league", "team__coach").get(
        match=match, team=match.home, name="winnings"
    )
    running, go_on = Event(), Event()
    decide = postmatch._decide

    def held(*args: Any, **kwargs: Any) -> None:
        running.set()
        go_on.wait(2)
        decide(*args, **kwargs)

    monkeypatch.setattr(postmatch, "_decide", held)

    def click() -> object:
        running.wait(PATIENCE)
        go_on.set()
        return step_choose(step=step, choice="reroll", actor=match.home.coach)

    advanced, refused = at_once(lambda: sequence_advance(match=match), click)
    assert isinstance(refused, ChoiceMade)
    assert not isinstance(advanced, Exception)
    now = PostMatchStep.objects.get(pk=step.pk)
    assert (now.choice, now.status) == ("keep", StepStatus.DONE)


def test_two_sweeps_at_once_take_a_choice_once() -> None:
    match = played()
    one, other = winnings(match), winnings(match)
    results = at_once(lambda: choice_take_by_time(step=one), lambda: choice_take_by_time(step=other))
    assert [type(one) for one in results if isinstance(one, Exception)] == [StepTaken]
    assert AuditEntry.objects.filter(action="postmatch.chosen_by_time").count() == 1
