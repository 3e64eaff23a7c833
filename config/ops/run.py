"""`make run`: everything the site needs, started together and stopped together."""

import fcntl
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from types import FrameType
from typing import IO

from config import net, pango, settings
from config.ops import preparation, processes
from config.ops.errors import GiveUp, run_main
from config.ops.redis_server import RedisServer

STARTING_SECONDS = 60
ROTATE_AT_BYTES = 10_000_000
WEB = ("gunicorn", "-c", "python:config.ops.gunicorn_conf", "config.wsgi")
BEAT = ("celery", "-q", "-A", "config", "beat")


class Stopped(BaseException):
    """Somebody pressed Ctrl-C, or asked the program to end."""


def workers() -> dict[str, tuple[str, ...]]:
    """Long work has a worker of its own: no post-match waits for it, whatever the database."""
    worker = ("celery", "-q", "-A", "config", "worker", "--without-mingle", "--without-gossip")
    return {
        "worker": (*worker, "-Q", "rules", "-n", "rules@%h"),
        "worker-long": (*worker, "-Q", "long", "-n", "long@%h"),
    }


class Site:
    def __init__(self) -> None:
        self.data = settings.DATA_DIR
        self.children: dict[str, subprocess.Popen[bytes]] = {}
        self.redis: RedisServer | None = None
        self._lock: IO[str] | None = None

    def claim(self) -> None:
        """One site per data directory: two would sweep the same database without knowing of each other."""
        self.data.mkdir(parents=True, exist_ok=True)
        self._lock = (self.data / "run.lock").open("w")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise GiveUp(f"Scrimmage already runs with the data in {self.data}.") from None

    def start(self) -> None:
        if not settings.REDIS_URL:
            self.redis = RedisServer(self.data / "redis")
            self.redis.start()
        preparation.prepare(say)
        for name, command in {"web": WEB, **workers(), "beat": BEAT}.items():
            self.children[name] = self._start_child(name, command)
        self._wait_until_ready()

    def _start_child(self, name: str, command: tuple[str, ...]) -> subprocess.Popen[bytes]:
        env = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings", "PYTHONUNBUFFERED": "1"}
        if self.redis is not None:
            env["REDIS_URL"] = self.redis.url
        program = str(Path(sys.executable).parent / command[0])
        # Logs go to a file and mails to the terminal: a person can follow a login link without reading logs.
        with self._log_file(name).open("ab") as log:
            return processes.start([program, *command[1:]], env=env, stderr=log, cwd=settings.BASE_DIR)

    def _log_file(self, name: str) -> Path:
        file = self.data / "logs" / f"{name}.log"
        file.parent.mkdir(exist_ok=True)
        if file.exists() and file.stat().st_size > ROTATE_AT_BYTES:
            file.replace(file.with_suffix(".log.1"))
        return file

    def _wait_until_ready(self) -> None:
        deadline = time.monotonic() + STARTING_SECONDS
        while not answers("/readyz"):
            self.raise_if_one_ended()
            if time.monotonic() > deadline:
                raise GiveUp(f"The site did not get ready in {STARTING_SECONDS} s; {self.data / 'logs'} says why.")
            time.sleep(0.1)

    def watch(self) -> None:
        while True:
            self.raise_if_one_ended()
            time.sleep(0.5)

    def raise_if_one_ended(self) -> None:
        for name, process in self._processes().items():
            if process.poll() is not None:
                file = self.redis.log_file if name == "redis" and self.redis else self._log_file(name)
                raise GiveUp(f"The {name} process ended (code {process.returncode}), so all were stopped: see {file}")

    def _processes(self) -> dict[str, subprocess.Popen[bytes]]:
        if self.redis is None or self.redis.process is None:
            return self.children
        return {"redis": self.redis.process, **self.children}

    def stop(self) -> None:
        processes.stop(*self.children.values())
        if self.redis is not None:
            self.redis.stop()


def local_url() -> str:
    host = "127.0.0.1" if settings.HOST in net.EVERY_INTERFACE else net.in_url(settings.HOST)
    return f"http://{host}:{settings.PORT}"


def answers(path: str) -> bool:
    try:
        with urllib.request.urlopen(local_url() + path, timeout=2) as response:  # noqa: S310
            return bool(response.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def say(line: str) -> None:
    print(line, flush=True)


def welcome(seconds: float) -> None:
    say(f"\nScrimmage is at {settings.PUBLIC_URL or local_url()}/ (ready after {seconds:.1f} s)")
    if settings.HOST in net.EVERY_INTERFACE:
        address = net.lan_address()
        say(f"On this network, for phones: http://{address}:{settings.PORT}/" if address else "No network was found.")
    preparation.show_logins()
    say(f"Data and logs are in {settings.DATA_DIR}; mails appear here. Ctrl-C stops everything.")


def _stop(number: int, frame: FrameType | None) -> None:
    raise Stopped


def main() -> int:
    began = time.monotonic()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _stop)
    site = Site()
    try:
        refusal = net.refusal_to_listen(settings.HOST, settings.PORT)
        if refusal:
            raise GiveUp(refusal)
        site.claim()
        missing = pango.ensure()
        if missing:
            say(missing)
        site.start()
        welcome(time.monotonic() - began)
        site.watch()
    except Stopped:
        say("\nStopping ...")
    finally:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        site.stop()
    return 0


if __name__ == "__main__":
    run_main(main)
