"""The plumbing that other tests stand on: a real worker on the test database, with a real Redis."""

from collections.abc import Callable

import pytest

from config.ops import processes
from config.ops.redis_server import RedisServer
from config.publishing import publish
from tests.workers import Worker

pytestmark = [pytest.mark.worker, pytest.mark.sqlite_file]

# A worker answers to a name it does not know, too: it says so in its log and goes on.
UNKNOWN = "matches.tasks.unknown"


def hears(worker: Worker, word: str) -> bool:
    return processes.wait_until(lambda: word in worker.log, seconds=15, pause=0.1)


def test_a_real_worker_receives_what_is_published(celery_worker_process: Worker) -> None:
    assert publish(UNKNOWN)
    assert hears(celery_worker_process, UNKNOWN)


def test_a_killed_worker_comes_back_with_a_restart(celery_worker_process: Worker) -> None:
    celery_worker_process.kill()
    assert publish(UNKNOWN)
    celery_worker_process.start()
    assert hears(celery_worker_process, UNKNOWN)


def test_a_worker_outlives_a_redis_that_goes_and_comes_back(
    redis_server: RedisServer, start_worker: Callable[..., Worker]
) -> None:
    worker = start_worker(redis_server.url)
    redis_server.stop()
    assert publish(UNKNOWN) is False
    redis_server.start()
    assert publish(UNKNOWN) is True
    assert hears(worker, UNKNOWN)


def test_beat_publishes_the_sweep(broker: str, start_worker: Callable[..., Worker]) -> None:
    worker = start_worker(broker, beat=True, SWEEP_SECONDS="0.3", LOG_LEVEL="DEBUG")
    assert hears(worker, "matches.tasks.sweep")
