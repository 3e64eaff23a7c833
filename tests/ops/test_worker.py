"""The plumbing that other tests stand on: a real worker on the test database, with a real Redis."""

from collections.abc import Callable

import pytest
from django.conf import settings

from config.broker import SoonBack
from config.celery import app
from config.net import free_port
from config.ops import processes
from config.ops.redis_server import RedisServer
from config.publishing import publish
from config.transport import TRANSPORT
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


def test_workers_and_beat_try_redis_again_soon_and_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """Celery's own pause grows up to half a minute, and after a hundred tries a worker would end."""
    assert settings.CELERY_BROKER_CONNECTION_MAX_RETRIES is None
    assert app.conf.broker_connection_max_retries is None
    pauses: list[float] = []

    class Enough(Exception):
        pass

    def note(error: Exception, pause: float) -> None:
        pauses.append(pause)
        if len(pauses) == 6:
            raise Enough

    nowhere = app.connection_for_read(f"redis://127.0.0.1:{free_port()}/0")
    assert isinstance(nowhere, SoonBack)
    monkeypatch.setattr("kombu.utils.functional.sleep", lambda seconds: None)
    with pytest.raises(Enough):
        nowhere.ensure_connection(note)
    assert pauses == [0.5, 1.0, 1.5, 2.0, 2.0, 2.0]


def test_a_silent_connection_is_dropped_within_seconds() -> None:
    """The server answers an empty queue after a second; what is overdue by two intervals more is dropped."""
    options = app.connection_for_read("redis://127.0.0.1:1/0").transport_options or {}
    assert options.items() >= TRANSPORT.items()
    assert 1 + 2 * options["health_check_interval"] <= 7
    assert options["socket_timeout"] > 1
