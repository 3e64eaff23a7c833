"""`make test`: every check, then every test; those of what a database does on SQLite and on PostgreSQL."""

import os
import subprocess
import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from config.ops import checks
from config.ops.errors import GiveUp, run_main
from config.ops.postgres_server import PostgresServer
from config.ops.reports import Tally, read_junit

PYTEST = (sys.executable, "-m", "pytest", "-q", "-n", "2", "--dist", "worksteal")
NOTHING_COLLECTED = 5


@dataclass(slots=True)
class Run:
    """What was done so far, for the summary."""

    tally: Tally = field(default_factory=Tally)
    timings: list[tuple[str, float, Tally]] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)

    def note(self, name: str, seconds: float, outcome: Tally) -> None:
        self.tally.add(outcome)
        self.timings.append((name, seconds, outcome))


def main() -> int:
    parser = ArgumentParser(prog="config.ops.testing")
    parser.add_argument("--only-checks", action="store_true")
    run = Run()
    check(run)
    if not parser.parse_args().only_checks:
        test(run)
    summarise(run)
    return 1 if run.broken or run.tally.failed else 0


def check(run: Run) -> None:
    heading("checks")
    began = time.monotonic()
    outcome = Tally()
    for result in checks.run_checks():
        print(f"{'ok    ' if result.passed else 'FAILED'} {result.name} ({result.seconds:.1f} s)", flush=True)
        if result.passed:
            outcome.passed += 1
        else:
            print(result.output, flush=True)
            outcome.failed += 1
            run.broken.append(result.name)
    run.note("checks", time.monotonic() - began, outcome)


def test(run: Run) -> None:
    with postgresql() as (url, missing):
        stage(run, "without a database", "pure", "")
        stage(run, "SQLite", "sqlite", "")
        if missing:
            run.left_out.append(f"every test on PostgreSQL: {missing}")
        else:
            stage(run, "PostgreSQL", "postgresql", url)
        one = "PostgreSQL" if url else "SQLite"
        stage(run, f"pages and calls, on {one}", "pages", url)
        stage(run, f"whole program, on {one}", "whole", url)


@contextmanager
def postgresql() -> Iterator[tuple[str, str]]:
    """A URL, or why there is none."""
    given = os.environ.get("DATABASE_URL", "")
    if given.startswith("postgres"):
        yield given, ""
        return
    try:
        server = PostgresServer()
        server.start()
    except GiveUp as reason:
        yield "", str(reason)
        return
    try:
        yield server.url, ""
    finally:
        server.stop()


def stage(run: Run, title: str, name: str, database_url: str) -> None:
    heading(title)
    began = time.monotonic()
    with TemporaryDirectory() as folder:
        report = Path(folder) / "junit.xml"
        env = {**os.environ, "DATABASE_URL": database_url}
        command = [*PYTEST, f"--stage={name}", f"--junitxml={report}"]
        code = subprocess.run(command, cwd=checks.ROOT, env=env, check=False).returncode
        outcome = read_junit(report) if report.exists() else Tally()
    if code not in (0, NOTHING_COLLECTED):
        run.broken.append(title)
        # A run that broke before its first test has no failed test to show for it.
        outcome.failed = max(outcome.failed, 1)
    run.note(title, time.monotonic() - began, outcome)


def heading(title: str) -> None:
    print(f"\n=== {title} ===", flush=True)


def summarise(run: Run) -> None:
    heading("summary")
    for name, seconds, outcome in run.timings:
        print(f"{seconds:7.1f} s  {name}: {outcome}")
    for reason, count in sorted(run.tally.reasons.items()):
        print(f"skipped {count}: {reason}")
    for what in run.left_out:
        print(f"left out {what}")
    if run.broken:
        print(f"failed: {', '.join(run.broken)}")
    print(run.tally)


if __name__ == "__main__":
    run_main(main)
