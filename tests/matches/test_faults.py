"""Faults: a worker killed in the middle of a step, a broker that is away. Time is lost, nothing else."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection, transaction
from pytest_django import Settings

from config.ops import processes
from config.ops.redis_server import RedisServer
from leagues.models import League
from matches.models import Match, MatchStatus, PostMatchStep, StepStatus
from matches.services.postmatch import step_choose
from teams.services.verification import league_differences
from tests import cast
from tests.dumping import dump
from tests.soaking import Seeds
from tests.workers import Worker

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.worker]

PATIENCE = 150


def undisturbed() -> dict[str, Any]:
    """The same match under the same seed, played in another league without a fault."""
    return dump(cast.play(cast.match(cast.season(cast.quiet_league("Undisturbed")))).league)


def disturbed() -> Match:
    return cast.file(cast.match(cast.season(cast.quiet_league("Disturbed"))))


def until_it_waits(match: Match) -> None:
    assert processes.wait_until(lambda: bool(cast.waiting(match)), seconds=PATIENCE, pause=0.1)


def until_it_is_finished(match: Match) -> None:
    def finished() -> bool:
        return cast.reread(match).status == MatchStatus.FINISHED

    assert processes.wait_until(finished, seconds=PATIENCE, pause=0.1)


def keep(match: Match) -> None:
    (step,) = cast.waiting(match)
    step_choose(step=step, choice="keep", actor=step.team.coach)


def test_a_worker_runs_the_sequence_and_stops_where_the_choice_is_a_coach_s(
    broker: str, start_worker: Callable[..., Worker]
) -> None:
    expected = undisturbed()  # before there is a worker, who would take a hand in it
    start_worker(broker)
    match = cast.confirm(disturbed())
    until_it_waits(match)
    keep(match)
    until_it_is_finished(match)
    assert dump(match.league) == expected


def test_a_worker_killed_in_the_middle_of_a_step_changes_nothing_but_the_time(
    broker: str, start_worker: Callable[..., Worker]
) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("the worker is stopped inside a step by a row lock, which SQLite does not have")
    expected = undisturbed()
    match = disturbed()
    worker = start_worker(broker)
    match = cast.confirm(match)
    until_it_waits(match)
    with transaction.atomic():
        # The league's row is ours: the worker claims its next step and then waits for us, in its transaction.
        League.objects.select_for_update(no_key=True).get(pk=match.league_id)
        _choose_behind_our_back(match)
        assert processes.wait_until(_somebody_waits_for_a_lock, seconds=PATIENCE, pause=0.1)
        worker.kill()
    assert PostMatchStep.objects.filter(match=match, status=StepStatus.DUE).exists()
    start_worker(broker, beat=True, SWEEP_SECONDS="0.5")
    until_it_is_finished(match)
    assert dump(match.league) == expected
    assert list(league_differences(match.league)) == []


def _choose_behind_our_back(match: Match) -> None:
    """Make the choice on a connection of its own, as the coach's browser does."""
    (step,) = cast.waiting(match)

    def choose() -> None:
        step_choose(step=step, choice="keep", actor=step.team.coach)
        connection.close()

    with ThreadPoolExecutor(1) as pool:
        pool.submit(choose).result(PATIENCE)


def _somebody_waits_for_a_lock() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return bool(cursor.fetchone()[0])


def test_a_report_confirmed_while_redis_is_away_is_worked_off_when_it_returns(
    redis_server: RedisServer, start_worker: Callable[..., Worker], settings: Settings
) -> None:
    expected = undisturbed()
    match = disturbed()
    start_worker(redis_server.url, beat=True, SWEEP_SECONDS="0.5")
    redis_server.stop()
    match = cast.confirm(match)
    assert match.status == MatchStatus.CONFIRMED
    assert not PostMatchStep.objects.filter(match=match, status=StepStatus.DONE).exists()
    redis_server.start()
    until_it_waits(match)
    keep(match)
    until_it_is_finished(match)
    assert dump(match.league) == expected


@pytest.mark.soak
def test_a_redis_that_is_away_for_a_whole_minute_loses_nothing(
    redis_server: RedisServer,
    start_worker: Callable[..., Worker],
    record_property: Callable[[str, object], None],
) -> None:
    expected = undisturbed()
    match = disturbed()
    start_worker(redis_server.url, beat=True, SWEEP_SECONDS="1")
    redis_server.stop()
    match = cast.confirm(match)
    time.sleep(60)
    assert not PostMatchStep.objects.filter(match=match, status=StepStatus.DONE).exists()
    redis_server.start()
    back = time.monotonic()
    until_it_waits(match)
    record_property("result", f"worked off {time.monotonic() - back:.1f} s after Redis came back")
    keep(match)
    until_it_is_finished(match)
    assert dump(match.league) == expected


@pytest.mark.soak
def test_workers_killed_at_any_moment_change_nothing_but_the_time(
    broker: str, start_worker: Callable[..., Worker], soak_seeds: Seeds
) -> None:
    """Each post-match has its worker killed (-9) after a moment of its own, from before the first step to the last."""
    expected = undisturbed()
    for nth, seed in enumerate(soak_seeds(25)):
        match = cast.file(cast.match(cast.season(cast.quiet_league(f"Disturbed {nth}"))))
        worker = start_worker(broker, beat=True, SWEEP_SECONDS="0.5")
        match = cast.confirm(match)
        time.sleep(seed % 400 / 1000)
        worker.kill()
        worker.start()
        until_it_waits(match)
        keep(match)
        time.sleep(seed % 300 / 1000)
        worker.kill()
        worker.start()
        until_it_is_finished(match)
        worker.stop()
        assert dump(match.league) == expected, seed
        assert list(league_differences(match.league)) == []
