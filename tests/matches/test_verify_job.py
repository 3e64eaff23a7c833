"""A league is verified as a job: every match of it, whatever becomes of the worker."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from django.db import connection, transaction
from django.test import Client

from config.ops import processes
from leagues.models import Job, JobState, League
from leagues.services.jobs import job_go_on, job_start
from matches import jobs
from matches.models import DiceRoll, DiceSession, Match, MatchStatus
from tests import cast
from tests.workers import Worker

PATIENCE = 120


def a_season(matches: int = 2) -> list[Match]:
    season = cast.season(cast.quiet_league(), legs=matches)
    return [cast.play(cast.match(season)) for _ in range(matches)]


def slipped_in(match: Match, key: str = "weather-of-old") -> None:
    """A die that does not follow from its seed, whichever face that would be: a die of six shows seven."""
    session = DiceSession.objects.get(league=match.league, occasion=match.key)
    DiceRoll.objects.create(session=session, key=key, sides=[6], faces=[7], source="seeded")


def verify(league: League) -> Job:
    return job_start(league=league, kind="verify-league", actor=cast.coach("Cora"))


def now(job: Job) -> Job:
    return Job.objects.select_related("league").get(pk=job.pk)


@pytest.mark.django_db
def test_every_match_is_a_unit_and_so_is_what_belongs_to_none() -> None:
    first, second = a_season()
    job = verify(first.league)
    assert job.units == [first.pk, second.pk, jobs.BESIDES]
    job_go_on(job_id=job.pk)
    assert (now(job).state, now(job).result) == (JobState.DONE, [])


@pytest.mark.django_db
@pytest.mark.parametrize("batch", [1, 2, 50])
def test_what_is_found_does_not_depend_on_how_much_is_done_at_once(batch: int, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = a_season()
    slipped_in(second)
    monkeypatch.setattr("leagues.jobs.KINDS", {"verify-league": _with(batch)})
    job = verify(first.league)
    job_go_on(job_id=job.pk)
    (found,) = now(job).result
    assert (found["match"], found["code"]) == (second.pk, "die_differs")


def _with(batch: int) -> jobs.JobKind:
    return replace(jobs.VERIFY, batch=batch)


@pytest.mark.django_db
def test_what_is_found_stands_on_the_page_and_leads_to_the_match() -> None:
    first, _ = a_season()
    slipped_in(first)
    job = verify(first.league)
    job_go_on(job_id=job.pk)
    client = Client()
    client.force_login(cast.coach("Cora"))
    page = client.get(f"/jobs/{job.pk}/").content.decode()
    assert "7 is on record, and the seed gives" in page
    assert f'href="/matches/{first.pk}/verify/"' in page


# With a real worker


def _over(job: Job) -> bool:
    return now(job).state == JobState.DONE


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
def test_a_worker_verifies_a_league(broker: str, start_worker: Callable[..., Worker]) -> None:
    first, second = a_season()
    slipped_in(second)
    start_worker(broker)
    job = verify(first.league)
    assert processes.wait_until(lambda: _over(job), seconds=PATIENCE, pause=0.1)
    assert [one["match"] for one in now(job).result] == [second.pk]


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
def test_a_worker_killed_in_the_middle_of_a_job_changes_nothing_but_the_time(
    broker: str, start_worker: Callable[..., Worker]
) -> None:
    """It is stopped by a row lock where it writes how far it has come, and killed there; the sweep goes on."""
    if connection.vendor != "postgresql":
        pytest.skip("the worker is stopped inside a unit by a row lock, which SQLite does not have")
    first, second = a_season()
    slipped_in(first)
    slipped_in(second)
    job = verify(first.league)  # the broker keeps the message until there is a worker
    with transaction.atomic():
        Job.objects.select_for_update().get(pk=job.pk)
        worker = start_worker(broker)
        assert processes.wait_until(_somebody_waits_for_a_lock, seconds=PATIENCE, pause=0.1)
        worker.kill()
    assert (now(job).done, now(job).result) == (0, [])
    start_worker(broker, beat=True, SWEEP_SECONDS="0.5")
    assert processes.wait_until(lambda: _over(job), seconds=PATIENCE, pause=0.1)
    assert [one["match"] for one in now(job).result] == [first.pk, second.pk]


def _somebody_waits_for_a_lock() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return bool(cursor.fetchone()[0])


@pytest.mark.worker
@pytest.mark.sqlite_file
@pytest.mark.django_db(transaction=True)
def test_long_work_never_delays_a_post_match(broker: str, start_worker: Callable[..., Worker]) -> None:
    """A worker of `rules` runs the sequence to its end while nobody at all works for `long`."""
    match = cast.file(cast.match(cast.season(cast.quiet_league())))
    job = verify(match.league)
    start_worker(broker, queues="rules")
    played = cast.confirm(match)
    assert processes.wait_until(lambda: bool(cast.waiting(played)), seconds=PATIENCE, pause=0.1)
    assert cast.reread(played).status == MatchStatus.CONFIRMED
    assert now(job).state == JobState.WAITING
    start_worker(broker, queues="long")
    assert processes.wait_until(lambda: _over(job), seconds=PATIENCE, pause=0.1)
