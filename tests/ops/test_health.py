import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from pytest_django import Settings

from config import net
from config.ops.redis_server import RedisServer

pytestmark = pytest.mark.django_db


def test_healthz_answers_without_a_broker(client: Client, settings: Settings) -> None:
    settings.REDIS_URL = ""
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


def test_healthz_asks_no_database(client: Client, django_assert_num_queries: object) -> None:
    with django_assert_num_queries(0):  # type: ignore[operator]
        client.get("/healthz")


def test_readyz_is_ok_when_all_is_there(client: Client, broker: str) -> None:
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.json() == {
        "status": "ok",
        "checks": {"database": "ok", "broker": "ok", "migrations": "ok"},
        "failed": [],
    }


def test_readyz_names_a_broker_that_is_away(client: Client, redis_server: RedisServer) -> None:
    assert client.get("/readyz").status_code == 200
    redis_server.stop()
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["failed"] == ["broker"]
    assert answer.json()["checks"]["database"] == "ok"


def test_readyz_tells_the_public_no_hosts_and_no_passwords(client: Client, settings: Settings) -> None:
    settings.REDIS_URL = f"redis://:hidden-word@127.0.0.1:{net.free_port()}/0"
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert b"hidden-word" not in answer.content
    assert b"127.0.0.1" not in answer.content


def test_readyz_names_migrations_that_are_pending(client: Client, broker: str) -> None:
    MigrationRecorder(connection).migration_qs.filter(app="sessions").delete()
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["failed"]) == (503, ["migrations"])


def test_readyz_names_a_database_that_does_not_answer(
    client: Client, broker: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError("the cable is out")

    monkeypatch.setattr(connection, "cursor", refuse)
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["failed"] == ["database", "migrations"]


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_health_is_read_only_and_never_cached(client: Client, broker: str, path: str) -> None:
    assert client.post(path).status_code == 405
    assert "no-store" in client.get(path)["Cache-Control"]


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_health_is_not_redirected_to_https(client: Client, broker: str, settings: Settings, path: str) -> None:
    settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
    assert client.get(path).status_code == 200
