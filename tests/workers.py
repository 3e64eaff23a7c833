"""A real Celery worker in a process of its own, on the database of the running test."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.db import connection

from config import databases
from config.ops import processes


def database_url(given: dict[str, Any] | None = None) -> str:
    """The URL by which a second process opens the database that Django has open here."""
    found = given or connection.settings_dict
    if databases.is_sqlite(found):
        return f"sqlite:///{found['NAME']}"
    who = f"{quote(found['USER'], safe='')}:{quote(found['PASSWORD'], safe='')}"
    return f"postgres://{who}@{found['HOST']}:{found['PORT']}/{found['NAME']}"


class Worker:
    def __init__(
        self,
        folder: Path,
        redis_url: str,
        *,
        beat: bool = False,
        queues: str = "rules,long",
        env: dict[str, str] | None = None,
    ) -> None:
        folder.mkdir(parents=True)
        self.folder = folder
        self.log_file = folder / "worker.log"
        self.beat = beat
        self.queues = queues
        self.process: subprocess.Popen[bytes] | None = None
        self.env = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DATA_DIR": str(folder),
            "DATABASE_URL": database_url(),
            "REDIS_URL": redis_url,
            "SECRET_KEY": settings.SECRET_KEY,
            "SWEEP_SECONDS": "1",
            **(env or {}),
        }

    @property
    def log(self) -> str:
        return self.log_file.read_text(errors="replace") if self.log_file.exists() else ""

    @property
    def pid(self) -> int:
        if self.process is None:
            raise RuntimeError("The worker is not running.")
        return self.process.pid

    def start(self) -> None:
        command = [str(Path(sys.executable).parent / "celery"), "-q", "-A", "config", "worker", "-Q", self.queues]
        options = ["--without-mingle", "--without-gossip", "-n", f"{self.folder.name}-{os.getpid()}@%h"]
        if self.beat:
            options += ["-B", "-s", str(self.folder / "beat")]
        seen = len(self.log)
        with self.log_file.open("ab") as log:
            process = self.process = processes.start(
                [*command, *options], env=self.env, stdout=log, stderr=log, cwd=settings.BASE_DIR
            )
        ready = processes.wait_until(
            lambda: process.poll() is not None or " ready." in self.log[seen:], seconds=30, pause=0.1
        )
        if not ready or process.poll() is not None:
            self.stop()
            raise RuntimeError(f"The worker did not start:\n{self.log[seen:]}")

    def kill(self) -> None:
        """kill -9, of the worker and whatever it started."""
        if self.process is not None:
            processes.kill(self.process)
            self.process = None

    def stop(self) -> None:
        if self.process is not None:
            processes.stop(self.process)
            self.process = None

    def restart(self) -> None:
        self.stop()
        self.start()
