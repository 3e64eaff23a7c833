"""Clocks and figures."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table."""

    what: str
    figure: str


@dataclass(slots=True)
class Watch:
    """A clock that only runs while something is being measured."""

    seconds: float = 0.0

    @contextmanager
    def running(self) -> Iterator[None]:
        began = time.perf_counter()
        try:
            yield
        finally:
            self.seconds += time.perf_counter() - began


def milliseconds(act: Callable[[], object], *, times: int) -> float:
    """The median of so many runs; half of them were faster."""
    taken = []
    for _ in range(times):
        watch = Watch()
        with watch.running():
            act()
        taken.append(watch.seconds * 1000)
    return median(taken)


def in_a_process(module: str, *arguments: str, **env: str) -> dict[str, Any]:
    """Measure in a process and a data directory of its own; ``module`` prints its figures as JSON."""
    with TemporaryDirectory(prefix="scrimmage-bench-") as folder:
        clean = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
        own = {
            "DATA_DIR": folder,
            "SECRET_KEY": "only-for-measuring-" + "x" * 50,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "LOG_LEVEL": "ERROR",
        }
        done = subprocess.run(
            [sys.executable, "-m", module, *arguments],
            cwd=ROOT,
            env={**clean, **own, **env},
            stdout=subprocess.PIPE,
            check=True,
        )
    measured: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return measured
