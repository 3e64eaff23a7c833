"""`make run` in a fresh copy of the tree, cold and warm: from the command to the first page that answers."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from config import net
from config.ops import processes
from tests.bench.measuring import ROOT, Figure

PATIENCE = 900


def figures() -> list[Figure]:
    with TemporaryDirectory(prefix="scrimmage-bench-") as folder:
        tree = Path(folder) / "scrimmage"
        _copy(tree)
        cold, warm = _to_first_page(tree), _to_first_page(tree)
    return [
        Figure(
            "`make run` in a fresh clone to the first page, packages downloaded or from pip's cache", f"{cold:.1f} s"
        ),
        Figure("`make run` again to the first page", f"{warm:.1f} s"),
    ]


def _copy(tree: Path) -> None:
    """What a commit of the working tree would hold."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        check=True,
    )
    for name in filter(None, listed.stdout.decode().split("\0")):
        if (ROOT / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tree / name)


def _to_first_page(tree: Path) -> float:
    port, began = net.free_port(), time.monotonic()
    with _running(tree, port) as process:
        while not _answers(port):
            if process.poll() is not None or time.monotonic() > began + PATIENCE:
                raise RuntimeError("`make run` served no page.")
            time.sleep(0.05)
        return time.monotonic() - began


@contextmanager
def _running(tree: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    own = ("DATABASE_URL", "REDIS_URL", "DATA_DIR", "HOST", "PUBLIC_URL", "SECRET_KEY", "DJANGO_SETTINGS_MODULE")
    env = {name: value for name, value in os.environ.items() if name not in own}
    process = processes.start(["make", "run", f"PORT={port}"], env=env, cwd=tree, stdout=subprocess.DEVNULL)
    try:
        yield process
    finally:
        os.killpg(process.pid, signal.SIGINT)
        process.wait(60)


def _answers(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=2) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False
