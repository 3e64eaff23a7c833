"""Thin tasks: an id in, one service called, safe to run twice."""

from collections.abc import Callable

import structlog
from celery import shared_task

from config.tasking import BusyRetryTask
from engine.errors import EngineError
from matches.models import Match
from matches.services.counting import agreed_count, agreed_due
from matches.services.deadlines import deadlines_run
from matches.services.onward import match_advance
from matches.services.postmatch import matches_due

log = structlog.get_logger(__name__)


@shared_task(name="matches.tasks.postmatch_advance", base=BusyRetryTask)
def postmatch_advance(match_id: int) -> None:
    match_advance(match=Match.objects.get(pk=match_id))


@shared_task(name="matches.tasks.sweep", base=BusyRetryTask)
def sweep() -> None:
    """Whatever is due and was not heard of: the broker was away, a worker died, a message was lost."""
    for match in matches_due():
        _sweep(match_advance, match)
    for match in agreed_due():
        if _sweep(agreed_count, match):
            _sweep(match_advance, match)


@shared_task(name="matches.tasks.deadlines", base=BusyRetryTask)
def deadlines() -> None:
    """Reports that count by themselves by now, and reminders."""
    deadlines_run()


def _sweep(work: Callable[..., object], match: Match) -> object:
    try:
        return work(match=match)
    except EngineError:
        # One league's trouble is not another's: the others go on, and this one is in the log.
        log.exception("sweep_refused", match=match.pk)
        return None
