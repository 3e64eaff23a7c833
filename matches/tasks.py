"""Thin tasks: an id in, one service called, safe to run twice."""

import structlog
from celery import shared_task

from config.tasking import BusyRetryTask
from engine.errors import EngineError
from matches.models import Match
from matches.services.deadlines import deadlines_run
from matches.services.postmatch import matches_due, sequence_advance

log = structlog.get_logger(__name__)


@shared_task(name="matches.tasks.postmatch_advance", base=BusyRetryTask)
def postmatch_advance(match_id: int) -> None:
    sequence_advance(match=Match.objects.get(pk=match_id))


@shared_task(name="matches.tasks.sweep", base=BusyRetryTask)
def sweep() -> None:
    """Whatever is due and was not heard of: the broker was away, a worker died, a message was lost."""
    for match in matches_due():
        try:
            sequence_advance(match=match)
        except EngineError:
            # One league's trouble is not another's: the others go on, and this one is in the log.
            log.exception("sweep_refused", match=match.pk)


@shared_task(name="matches.tasks.deadlines", base=BusyRetryTask)
def deadlines() -> None:
    """Reports that count by themselves by now, and reminders."""
    deadlines_run()
