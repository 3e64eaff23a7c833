"""The one way to enqueue: by task name, after commit. The broker is a hint: what it misses, the sweep picks up."""

from collections.abc import Callable
from functools import partial
from typing import Any

import structlog
from django.conf import settings
from django.db import transaction
from kombu import Connection

from config.cache import IMPATIENT
from config.celery import app

log = structlog.get_logger(__name__)


def enqueue(task_name: str, *args: Any) -> None:
    """Publish once the running transaction is committed; never raises and never waits a second."""
    transaction.on_commit(partial(publish, task_name, *args), robust=True)


def publish(task_name: str, *args: Any, connect: Callable[[], Connection] | None = None) -> bool:
    """Publish now. Tells whether the broker took it."""
    if not settings.REDIS_URL:
        log.info("task_not_published", task_name=task_name, reason="no broker is set")
        return False
    try:
        with impatient_connection() as connection:
            app.send_task(task_name, args=args, connection=connection, retry=False)
    except Exception as error:
        log.warning("task_not_published", task_name=task_name, reason=str(error), kind=type(error).__name__)
        return False
    return True


def impatient_connection() -> Connection:
    return Connection(settings.REDIS_URL, transport_options={**IMPATIENT, "max_retries": 0})
