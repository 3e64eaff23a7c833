"""Jobs: long work that is done a few units at a time, by whichever worker comes, and can be cancelled between them.

How far a job has come is written by compare-and-swap with what was done. Whoever dies in the middle has done nothing,
and whoever comes twice finds it done.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import structlog
from django.conf import settings
from django.db.models import F
from django.utils import timezone

from config.busy import is_busy
from config.publishing import enqueue, publish
from config.writing import write
from engine.errors import EngineError
from leagues.errors import JobKindUnknown, JobOver, JobTaken, JobUnderWay
from leagues.jobs import KINDS, JobKind, kind_of, name_of
from leagues.models import ACTIVE, Coach, Job, JobState, League
from leagues.policies import allow, can_commission

WORK = "leagues.tasks.job_work"
# So long a task works before it lets others have their turn, and asks to be called again.
TURN_SECONDS = 2.0
ERROR_LONGEST = 500

log = structlog.get_logger(__name__)


def job_start(*, league: League, kind: str, actor: Coach) -> Job:
    """Settle what there is to do; workers do it. Of one kind a league has one at a time."""
    allow(can_commission(actor, league))
    if kind not in KINDS:
        raise JobKindUnknown(kind=kind)
    with write("job.started", actor=actor, league=league) as writing:
        # Of two who start the same, the second waits here, and finds the first.
        League.objects.select_for_update(no_key=True).get(pk=league.pk)
        running = Job.objects.filter(league=league, kind=kind, state__in=ACTIVE).first()
        if running is not None:
            raise JobUnderWay(job=name_of(running), done=running.done, total=running.total)
        units = KINDS[kind].units(league)
        ended = None if units else timezone.now()
        state = JobState.WAITING if units else JobState.DONE
        job = Job.objects.create(league=league, kind=kind, units=units, state=state, ended_at=ended, started_by=actor)
        writing.done(job, subject=f"job:{job.pk}", kind=kind, units=len(units))
        enqueue(WORK, job.pk)
    return job


def job_cancel(*, job: Job, actor: Coach) -> Job:
    """What is done stays done; what is being done right now is not written any more, or is the last."""
    allow(can_commission(actor, job.league))
    with write("job.cancelled", actor=actor, league=job.league) as writing:
        cancelled = Job.objects.filter(pk=job.pk, state__in=ACTIVE).update(
            state=JobState.CANCELLED, version=F("version") + 1, ended_at=timezone.now()
        )
        if not cancelled:
            raise JobOver
        job.refresh_from_db()
        writing.done(job, subject=f"job:{job.pk}", done=job.done)
    return job


def job_go_on(*, job_id: int) -> None:
    """Work on it for a turn. What is left then, another turn does."""
    began = time.monotonic()
    while job_work(job_id=job_id):
        if time.monotonic() - began >= TURN_SECONDS:
            publish(WORK, job_id)
            return


def job_work(*, job_id: int) -> bool:
    """Do the next units. False when there is nothing left to do, or somebody else has done them meanwhile."""
    job = Job.objects.select_related("league").filter(pk=job_id, state__in=ACTIVE).first()
    if job is None:
        return False
    kind, seen = kind_of(job), job.version
    try:
        if kind is None:
            raise JobKindUnknown(kind=job.kind)
        _do(job, kind)
    except JobTaken:
        return False
    except Exception as error:
        if is_busy(error):
            raise
        _fail(job, seen, error)
        return False
    return job.active


def jobs_stuck() -> list[Job]:
    """Those with which nobody has come on for a while."""
    before = timezone.now() - timedelta(seconds=3 * settings.SWEEP_SECONDS)
    return list(Job.objects.filter(state__in=ACTIVE, moved_at__lt=before).order_by("pk"))


def _do(job: Job, kind: JobKind) -> None:
    units = job.units[job.done : job.done + kind.batch]
    # Work that writes nothing is done before: no transaction waits for it, and if it was for nothing, it was only time.
    found = [] if kind.writes else kind.work(job.league, units)
    with write("job.worked", actor=None, league=job.league) as writing:
        _claim(job)
        _keep(job, units, kind.work(job.league, units) if kind.writes else found)
        writing.done(job, subject=f"job:{job.pk}", done=job.done)


def _claim(job: Job) -> None:
    """Compare and swap: of two who have come for the same units, one writes."""
    mine = Job.objects.filter(pk=job.pk, version=job.version, state__in=ACTIVE)
    if not mine.update(version=job.version + 1):
        raise JobTaken
    job.version += 1


def _keep(job: Job, units: Sequence[Any], found: list[Any]) -> None:
    job.done += len(units)
    job.result = [*job.result, *found]
    job.moved_at = timezone.now()
    job.state = JobState.RUNNING if job.done < job.total else JobState.DONE
    if job.state == JobState.DONE:
        job.ended_at = job.moved_at
    job.save()


def _fail(job: Job, seen: int, error: Exception) -> None:
    """It ends here: what was done before stays done, and why it went no further is on record.

    ``seen`` is its version before the units that failed: with them, whatever they wrote was taken back.
    """
    log.error("job_failed", job=job.pk, kind=job.kind, exc_info=error)
    why = str(error) if isinstance(error, EngineError) else type(error).__name__
    with write("job.failed", actor=None, league=job.league) as writing:
        failed = Job.objects.filter(pk=job.pk, version=seen, state__in=ACTIVE).update(
            state=JobState.FAILED, version=seen + 1, error=why[:ERROR_LONGEST], ended_at=timezone.now()
        )
        writing.done(job, subject=f"job:{job.pk}", error=why, written=bool(failed))
