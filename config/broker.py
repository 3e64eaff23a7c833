"""How workers and beat come back to a Redis that was away."""

from typing import Any, Self

from celery.app.amqp import AMQP
from kombu import Connection

# Seconds between two tries. Left alone, the pause grows by two with each try, up to thirty: a Redis that was away for a
# minute would find its workers asleep for a quarter of another one. A try costs a refused connection, no more.
RETRY = {"interval_start": 0.5, "interval_step": 0.5, "interval_max": 2.0}


class SoonBack(Connection):
    """A connection that is tried again soon, and for ever."""

    def ensure_connection(self, *args: Any, **kwargs: Any) -> Self:
        return super().ensure_connection(*args, **{**RETRY, **kwargs})


class Amqp(AMQP):
    Connection = SoonBack
