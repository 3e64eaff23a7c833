"""`make run`, for real: every process started, asked and stopped."""

import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psutil
import pytest

from config import net
from config.ops import processes

ROOT = Path(__file__).resolve().parent.parent.parent

pytestmark = pytest.mark.ops


class Running:
    def __init__(self, data: Path, port: int, out: Path, **env: str) -> None:
        self.port = port
        self.out = out
        with out.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "config.ops.run"],
                cwd=ROOT,
                env={**clean_env(), "DATA_DIR": str(data), "PORT": str(port), **env},
                stdout=log,
                stderr=log,
            )

    @property
    def said(self) -> str:
        return self.out.read_text()

    def wait_until_up(self) -> None:
        processes.wait_until(lambda: "Ctrl-C stops" in self.said or self.process.poll() is not None, seconds=120)
        assert "Ctrl-C stops" in self.said, self.said

    def get(self, path: str) -> Any:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=10) as answer:
            return json.loads(answer.read())

    def children(self) -> list[psutil.Process]:
        return psutil.Process(self.process.pid).children(recursive=True)

    def end(self, number: int = signal.SIGINT) -> int:
        self.process.send_signal(number)
        return self.process.wait(30)


def clean_env() -> dict[str, str]:
    """Of a person who configured nothing."""
    unset = ("DJANGO_", "SCRIMMAGE_", "DATABASE_URL", "REDIS_URL", "SECRET_KEY")
    return {name: value for name, value in os.environ.items() if not name.startswith(unset)}


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data directory with the demo league, for those tests that are not about making one."""
    data = tmp_path_factory.mktemp("played")
    command = [sys.executable, "-m", "config.ops.preparation"]
    subprocess.run(command, cwd=ROOT, env={**clean_env(), "DATA_DIR": str(data)}, check=True, capture_output=True)
    return data


@pytest.fixture
def data(played: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(played, tmp_path / "data"))


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Running]]:
    started: list[Running] = []

    def run(**env: str) -> Running:
        running = Running(tmp_path / "data", net.free_port(), tmp_path / f"said-{len(started)}", **env)
        started.append(running)
        return running

    yield run
    for running in started:
        if running.process.poll() is None:
            running.end(signal.SIGTERM)


def leagues(data: Path) -> int:
    with closing(sqlite3.connect(data / "scrimmage.sqlite3")) as database:
        (count,) = database.execute("SELECT count(*) FROM leagues_league").fetchone()
    return int(count)


def test_one_command_starts_it_ctrl_c_stops_it_and_a_second_start_keeps_the_data(
    start: Callable[..., Running], tmp_path: Path
) -> None:
    first = start()
    first.wait_until_up()
    assert f"http://127.0.0.1:{first.port}/" in first.said
    assert first.get("/readyz")["status"] == "ok"
    children = first.children()
    names = " ".join(" ".join(child.cmdline()) for child in children)
    for part in ("gunicorn", "worker", "beat", "redis-server"):
        assert part in names
    assert first.end(signal.SIGINT) == 0
    assert not any(child.is_running() for child in children)
    assert net.refusal_to_listen("127.0.0.1", first.port) is None
    known = leagues(tmp_path / "data")
    assert known > 0

    second = start()
    second.wait_until_up()
    assert "Migrating" not in second.said
    assert "demo league" not in second.said
    assert leagues(tmp_path / "data") == known
    assert second.end(signal.SIGTERM) == 0


def test_when_one_process_dies_all_stop_and_it_is_said(start: Callable[..., Running], data: Path) -> None:
    running = start()
    running.wait_until_up()
    children = running.children()
    beat = next(child for child in children if "beat" in child.cmdline())
    beat.kill()
    assert running.process.wait(30) == 1
    assert "The beat process ended (code -9), so all were stopped" in running.said
    assert not any(child.is_running() for child in children)


def test_nothing_outlives_a_killed_start(start: Callable[..., Running], data: Path) -> None:
    running = start()
    running.wait_until_up()
    children = running.children()
    running.process.kill()
    running.process.wait()
    assert processes.wait_until(lambda: not any(child.is_running() for child in children), seconds=20)


def test_two_sites_never_share_a_data_directory(start: Callable[..., Running], data: Path) -> None:
    first = start()
    first.wait_until_up()
    second = start()
    assert second.process.wait(30) == 1
    assert second.said.strip() == f"Scrimmage already runs with the data in {data}."


def test_a_taken_port_ends_the_start_in_one_sentence(start: Callable[..., Running], data: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        running = start(PORT=str(port))
        assert running.process.wait(30) == 1
    assert running.said.strip() == f"Port {port} is taken by another program: choose one with `PORT={port + 1}`."


def test_pending_migrations_are_applied_after_a_backup(start: Callable[..., Running], data: Path) -> None:
    with closing(sqlite3.connect(data / "scrimmage.sqlite3")) as database:
        database.execute("DROP TABLE django_session")
        database.execute("DELETE FROM django_migrations WHERE app = 'sessions'")
        database.commit()
    running = start()
    running.wait_until_up()
    assert "Backed up to" in running.said
    assert len(list((data / "backups").iterdir())) == 1
    assert running.get("/readyz")["status"] == "ok"


def test_on_every_interface_the_address_for_phones_is_printed(start: Callable[..., Running], data: Path) -> None:
    address = net.lan_address()
    if address is None:
        pytest.skip("this machine has no network address")
    running = start(HOST="0.0.0.0")
    running.wait_until_up()
    assert f"http://{address}:{running.port}/" in running.said
    with urllib.request.urlopen(f"http://{address}:{running.port}/healthz", timeout=10) as answer:
        assert answer.status == 200
