import json
import os
import signal
import time
from typing import Any

import pytest
from django.db import transaction
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings
from redis import Redis

from config import net
from config.ops.redis_server import RedisServer
from config.publishing import enqueue, publish

# Not a task of anybody's: only the way to the broker is tested.
TASK = "matches.tasks.nothing"


def queued(url: str, queue: str) -> list[dict[str, Any]]:
    with Redis.from_url(url) as redis:
        return [json.loads(message) for message in redis.lrange(queue, 0, -1)]


def test_a_task_is_published_by_name_to_its_queue(broker: str) -> None:
    assert publish(TASK, 17) is True
    (message,) = queued(broker, "rules")
    assert message["headers"]["task"] == TASK
    assert message["headers"]["argsrepr"] == "(17,)"


@pytest.mark.parametrize(
    ("task", "queue"),
    [("matches.tasks.advance", "rules"), ("teams.tasks.print_roster", "long"), ("leagues.tasks.run_job", "long")],
)
def test_long_work_has_a_queue_of_its_own(broker: str, task: str, queue: str) -> None:
    publish(task)
    assert [message["headers"]["task"] for message in queued(broker, queue)] == [task]


@pytest.mark.django_db
def test_nothing_is_published_before_the_commit(
    broker: str, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        enqueue(TASK, 1)
        assert queued(broker, "rules") == []
    assert len(queued(broker, "rules")) == 1


@pytest.mark.django_db(transaction=True)
def test_what_is_rolled_back_is_never_published(broker: str) -> None:
    with transaction.atomic():
        enqueue(TASK, 1)
        transaction.set_rollback(True)
    assert queued(broker, "rules") == []


@pytest.mark.django_db(transaction=True)
def test_without_a_broker_the_write_stands_and_nobody_waits(settings: Settings) -> None:
    settings.REDIS_URL = f"redis://127.0.0.1:{net.free_port()}/0"
    began = time.monotonic()
    with transaction.atomic():
        enqueue(TASK, 1)
    assert time.monotonic() - began < 1


def test_a_broker_that_hangs_is_given_up_within_a_second(redis_server: RedisServer) -> None:
    assert redis_server.process is not None
    os.kill(redis_server.process.pid, signal.SIGSTOP)
    try:
        began = time.monotonic()
        published = publish(TASK, 1)
        waited = time.monotonic() - began
    finally:
        os.kill(redis_server.process.pid, signal.SIGCONT)
    assert published is False
    assert waited < 1


def test_an_unset_broker_is_no_error(settings: Settings) -> None:
    settings.REDIS_URL = ""
    assert publish(TASK, 1) is False
