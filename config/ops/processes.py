"""Child processes that never outlive their parent."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO

PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None) if sys.platform == "linux" else None


def _die_with_parent() -> None:
    if _libc is not None:
        _libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def start(
    command: Sequence[str],
    *,
    env: dict[str, str] | None = None,
    stdin: int | None = subprocess.DEVNULL,
    stdout: IO[bytes] | int | None = None,
    stderr: IO[bytes] | int | None = None,
    user: int | None = None,
    group: int | None = None,
    cwd: Path | None = None,
) -> subprocess.Popen[bytes]:
    """A session of its own: Ctrl-C reaches the parent alone, which then stops its children in order."""
    return subprocess.Popen(
        command,
        env=env,
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        cwd=cwd,
        user=user,
        group=group,
        extra_groups=None if user is None else [],
        start_new_session=True,
        preexec_fn=_die_with_parent,
    )


def stop(*processes: subprocess.Popen[bytes], patience: float = 10.0, how: int = signal.SIGTERM) -> None:
    """Ask all of them at once, then wait for each; who has no end after `patience` seconds is ended."""
    for process in processes:
        if process.poll() is None:
            process.send_signal(how)
    for process in processes:
        try:
            process.wait(patience)
        except subprocess.TimeoutExpired:
            kill(process)


def kill(process: subprocess.Popen[bytes]) -> None:
    """At once, and everything it started: what a power cut looks like."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def wait_until(ready: Callable[[], bool], *, seconds: float, pause: float = 0.05) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if ready():
            return True
        time.sleep(pause)
    return ready()
