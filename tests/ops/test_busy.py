import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from celery.exceptions import Retry
from django.db import OperationalError, connections
from django.db.backends.sqlite3.base import DatabaseWrapper
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from pytest_django import DjangoDbBlocker

from config import databases
from config.busy import is_busy
from config.celery import app
from config.middleware import DatabaseBusyMiddleware
from config.problems import api_exception_handler


@pytest.fixture
def lockout(tmp_path: Path, django_db_blocker: DjangoDbBlocker) -> Iterator[OperationalError]:
    """What Django raises when a second writer waited in vain."""
    shape = copy.deepcopy(connections["default"].settings_dict)
    shape.update(databases.prepared({**shape, "ENGINE": databases.SQLITE, "OPTIONS": {"timeout": 0.05}}))
    shape["NAME"] = str(tmp_path / "league.sqlite3")
    with django_db_blocker.unblock():
        first, second = DatabaseWrapper(shape, "first"), DatabaseWrapper(shape, "second")
        with first.cursor() as cursor:
            cursor.execute("BEGIN IMMEDIATE")
        with pytest.raises(OperationalError) as caught, second.cursor() as cursor:
            cursor.execute("BEGIN IMMEDIATE")
        yield caught.value
        first.close()
        second.close()


def failing(error: Exception) -> Any:
    def view(request: HttpRequest) -> HttpResponse:
        raise error

    return view


def test_a_lockout_is_known_from_other_troubles(lockout: OperationalError) -> None:
    assert is_busy(lockout)
    assert not is_busy(OperationalError("no such table: teams_team"))
    assert not is_busy(ValueError("database is locked"))


def test_a_page_that_finds_the_database_locked_asks_to_come_back(rf: RequestFactory, lockout: OperationalError) -> None:
    answer = DatabaseBusyMiddleware(failing(lockout)).process_exception(rf.post("/teams/"), lockout)
    assert answer is not None
    assert answer.status_code == 503
    assert int(answer["Retry-After"]) > 0
    assert answer["Content-Type"].startswith("text/html")


def test_the_api_says_it_as_a_problem(lockout: OperationalError) -> None:
    answer = api_exception_handler(lockout, {})
    assert answer is not None
    assert (answer.status_code, answer.content_type) == (503, "application/problem+json")
    assert int(answer.headers["Retry-After"]) > 0


def test_another_error_stays_an_error(rf: RequestFactory) -> None:
    error = OperationalError("disk I/O error")
    assert DatabaseBusyMiddleware(failing(error)).process_exception(rf.get("/"), error) is None


@pytest.fixture
def locked_task(lockout: OperationalError) -> Iterator[Any]:
    @app.task(name="tests.locked")
    def locked() -> None:
        raise lockout

    yield locked
    app.tasks.unregister("tests.locked")


def test_a_task_that_finds_the_database_locked_is_tried_again(
    locked_task: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    planned: list[dict[str, Any]] = []

    def retry(**options: Any) -> Retry:
        planned.append(options)
        return Retry("later", options["exc"])

    monkeypatch.setattr(locked_task, "retry", retry)
    with pytest.raises(Retry):
        locked_task()
    assert planned[0]["countdown"] > 0
    assert planned[0]["max_retries"] > 1
