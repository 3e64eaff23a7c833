"""What all tasks share."""

from typing import Any

from celery import Task

from config.busy import is_busy

BUSY_RETRIES = 10
BUSY_PAUSE_SECONDS = 1


class BusyRetryTask(Task[Any, Any]):
    """A task that found SQLite's door locked comes back a moment later; what it meant to do, it has not begun."""

    abstract = True

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        try:
            return super().__call__(*args, **kwargs)
        except Exception as error:
            if not is_busy(error):
                raise
            raise self.retry(exc=error, countdown=BUSY_PAUSE_SECONDS, max_retries=BUSY_RETRIES) from error
