"""Jobs: long work in units, done by whichever worker comes, once, and cancelled between two of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from config.writing import write
from engine.errors import NotAllowed
from leagues.errors import JobKindUnknown, JobOver, JobUnderWay
from leagues.jobs import KINDS, JobKind, ResultLine, lines_of, register
from leagues.models import AuditEntry, Job, JobState, League
from leagues.services import jobs
from leagues.services.jobs import job_cancel, job_go_on, job_start, job_work, jobs_stuck
from leagues.tasks import jobs_sweep
from tests import cast

pytestmark = pytest.mark.django_db


class Bench:
    """A kind of work that tests steer: it notes which units it was given."""

    def __init__(self, units: int = 5) -> None:
        self.units = list(range(units))
        self.did: list[Any] = []
        self.error: Exception | None = None

    def work(self, league: League, units: Sequence[Any]) -> list[Any]:
        if self.error is not None:
            raise self.error
        self.did += units
        return [unit for unit in units if unit % 2]


@pytest.fixture
def bench() -> Iterator[Bench]:
    made = Bench()
    yield from _registered(made, writes=False)


@pytest.fixture
def writing_bench() -> Iterator[Bench]:
    yield from _registered(Bench(), writes=True)


def _registered(made: Bench, *, writes: bool) -> Iterator[Bench]:
    register(
        JobKind(
            key="bench",
            name=_("Bench"),
            units=lambda league: made.units,
            work=made.work,
            line=lambda entry: ResultLine(f"odd: {entry}"),
            nothing=_("Nothing"),
            writes=writes,
            batch=2,
        )
    )
    yield made
    del KINDS["bench"]


def started() -> Job:
    league = cast.league()
    return job_start(league=league, kind="bench", actor=cast.coach("Cora"))


def now(job: Job) -> Job:
    return Job.objects.select_related("league").get(pk=job.pk)


def test_units_are_done_in_order_a_batch_at_a_time(bench: Bench) -> None:
    job = started()
    assert (job.state, job.done, job.total) == (JobState.WAITING, 0, 5)
    assert job_work(job_id=job.pk) is True
    assert (now(job).state, now(job).done, now(job).result) == (JobState.RUNNING, 2, [1])
    assert job_work(job_id=job.pk) is True
    assert job_work(job_id=job.pk) is False
    job = now(job)
    assert (job.state, job.done, job.result, bench.did) == (JobState.DONE, 5, [1, 3], [0, 1, 2, 3, 4])
    assert job.ended_at is not None
    assert [line.text for line in lines_of(job)] == ["odd: 1", "odd: 3"]


def test_a_job_that_is_over_is_not_worked_on_again(bench: Bench) -> None:
    job = started()
    job_go_on(job_id=job.pk)
    job_go_on(job_id=job.pk)
    assert bench.did == [0, 1, 2, 3, 4]
    assert now(job).result == [1, 3]


def test_without_anything_to_do_it_is_done_at_once(bench: Bench) -> None:
    bench.units = []
    job = started()
    assert (job.state, job.total) == (JobState.DONE, 0)
    assert job.ended_at is not None


@pytest.mark.parametrize("writes", [False, True])
def test_of_two_workers_with_the_same_units_one_writes(writes: bool) -> None:
    """The task was delivered twice: the second finds the version moved on, and what it did is not written."""
    made = Bench()
    registered = _registered(made, writes=writes)
    next(registered)
    job = started()
    stale = now(job)
    job_work(job_id=job.pk)
    with pytest.raises(jobs.JobTaken):
        jobs._do(stale, KINDS["bench"])
    assert (now(job).done, now(job).result) == (2, [1])
    assert made.did == ([0, 1] if writes else [0, 1, 0, 1])
    next(registered, None)


def test_work_that_writes_is_one_transaction_with_its_progress(writing_bench: Bench) -> None:
    job = started()
    writing_bench.error = RuntimeError("the power went")
    assert job_work(job_id=job.pk) is False
    assert (now(job).state, now(job).done, now(job).error) == (JobState.FAILED, 0, "RuntimeError")


def test_a_refusal_is_told_in_words_and_what_was_done_stays_done(bench: Bench) -> None:
    job = started()
    job_work(job_id=job.pk)
    bench.error = JobKindUnknown(kind="x")
    job_work(job_id=job.pk)
    job = now(job)
    assert (job.state, job.done, job.error) == (JobState.FAILED, 2, "There is no long work of the kind “x”.")
    assert not job_work(job_id=job.pk)


def test_a_database_that_is_busy_is_asked_again(bench: Bench) -> None:
    job = started()
    bench.error = OperationalError("database is locked")
    with pytest.raises(OperationalError):
        job_work(job_id=job.pk)
    assert now(job).state == JobState.WAITING


def test_a_kind_that_is_not_there_any_more_ends_the_job(bench: Bench) -> None:
    job = started()
    Job.objects.filter(pk=job.pk).update(kind="gone")
    job_work(job_id=job.pk)
    assert now(job).state == JobState.FAILED
    assert lines_of(now(job)) == ()


def test_cancelled_between_two_units_what_is_done_stays_done(bench: Bench) -> None:
    job = started()
    job_work(job_id=job.pk)
    job_cancel(job=now(job), actor=cast.coach("Cora"))
    assert not job_work(job_id=job.pk)
    job = now(job)
    assert (job.state, job.done, job.result) == (JobState.CANCELLED, 2, [1])


def test_what_is_being_done_while_it_is_cancelled_is_not_written(bench: Bench) -> None:
    job = started()
    running = now(job)
    job_cancel(job=now(job), actor=cast.coach("Cora"))
    with pytest.raises(jobs.JobTaken):
        jobs._do(running, KINDS["bench"])
    assert now(job).done == 0


def test_a_job_that_is_over_cannot_be_cancelled(bench: Bench) -> None:
    job = started()
    job_go_on(job_id=job.pk)
    with pytest.raises(JobOver):
        job_cancel(job=now(job), actor=cast.coach("Cora"))
    assert now(job).state == JobState.DONE


def test_of_one_kind_a_league_has_one_at_a_time(bench: Bench) -> None:
    job = started()
    job_work(job_id=job.pk)
    with pytest.raises(JobUnderWay) as refused:
        job_start(league=job.league, kind="bench", actor=cast.coach("Cora"))
    assert str(refused.value) == "“Bench” is under way already: 2 of 5."
    job_start(league=cast.league("Elsewhere"), kind="bench", actor=cast.coach("Cora"))
    job_cancel(job=now(job), actor=cast.coach("Cora"))
    assert job_start(league=job.league, kind="bench", actor=cast.coach("Cora")).done == 0


def test_only_a_commissioner_starts_and_cancels(bench: Bench) -> None:
    job = started()
    ann = cast.member(job.league, "Ann")
    for act in (
        lambda: job_start(league=job.league, kind="bench", actor=ann),
        lambda: job_cancel(job=now(job), actor=ann),
    ):
        with pytest.raises(NotAllowed):
            act()


def test_a_kind_that_nobody_knows_is_refused() -> None:
    with pytest.raises(JobKindUnknown):
        job_start(league=cast.league(), kind="tea", actor=cast.coach("Cora"))


def test_a_turn_ends_and_asks_for_another(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other jobs wait for the same worker: after a turn they come first."""
    asked: list[tuple[Any, ...]] = []
    monkeypatch.setattr(jobs, "publish", lambda *args: asked.append(args))
    monkeypatch.setattr(jobs, "TURN_SECONDS", 0.0)
    job = started()
    job_go_on(job_id=job.pk)
    assert (now(job).done, asked) == (2, [(jobs.WORK, job.pk)])


@pytest.mark.parametrize(("seconds", "stuck"), [(2, False), (100, True)])
def test_the_sweep_goes_on_with_what_nobody_has_come_on_with(bench: Bench, seconds: int, stuck: bool) -> None:
    job = started()
    job_work(job_id=job.pk)
    Job.objects.filter(pk=job.pk).update(moved_at=timezone.now() - timedelta(seconds=seconds))
    assert [one.pk for one in jobs_stuck()] == ([job.pk] if stuck else [])
    jobs_sweep()
    assert now(job).state == (JobState.DONE if stuck else JobState.RUNNING)


def test_everything_that_happens_to_a_job_is_in_the_audit(bench: Bench) -> None:
    job = started()
    job_work(job_id=job.pk)
    job_cancel(job=now(job), actor=cast.coach("Cora"))
    told = AuditEntry.objects.filter(subject=f"job:{job.pk}").order_by("pk")
    assert list(told.values_list("action", flat=True)) == ["job.started", "job.worked", "job.cancelled"]


def test_work_that_writes_may_not_open_a_transaction_of_its_own(writing_bench: Bench) -> None:
    """It is inside one already: half of it could stay."""
    job = started()

    def nested(league: League, units: Sequence[Any]) -> list[Any]:
        with write("bench", actor=None, league=league) as writing:
            writing.done(None)
        return []

    register(JobKind("bench", _("Bench"), lambda league: [1], nested, lambda entry: ResultLine(""), _("Nothing")))
    assert job_work(job_id=job.pk) is False
    assert now(job).state == JobState.FAILED
