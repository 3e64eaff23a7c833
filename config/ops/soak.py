"""`make soak`: the large numbers. A test marked `soak` says what it found by `record_property("result", "...")`."""

import os
import secrets
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from config.ops import benchmarks, checks
from config.ops.errors import run_main
from config.ops.reports import Tally, read_junit
from config.ops.testing import postgresql


def main() -> int:
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else secrets.randbelow(2**32)
    print(f"Seed {seed}: `make soak SEED={seed}` does the same again.", flush=True)
    with postgresql() as (url, missing):
        if missing:
            print(f"On SQLite: {missing}", flush=True)
        code, tally = soak(seed, url)
    benchmarks.write_section("soak", section(seed, tally))
    print(tally)
    return code


def soak(seed: int, database_url: str) -> tuple[int, Tally]:
    with TemporaryDirectory() as folder:
        report = Path(folder) / "junit.xml"
        options = ("-m", "soak", "-n", "2", "-p", "randomly", f"--randomly-seed={seed}", f"--junitxml={report}")
        command = [sys.executable, "-m", "pytest", *options]
        env = {**os.environ, "DATABASE_URL": database_url, "SOAK_SEED": str(seed)}
        code = subprocess.run(command, cwd=checks.ROOT, env=env, check=False).returncode
        return code, read_junit(report) if report.exists() else Tally()


def section(seed: int, tally: Tally) -> str:
    rows = "\n".join(f"| {name} | {result} |" for name, result in sorted(tally.results))
    return f"## Soak\n\n{benchmarks.machine()}; seed {seed}; {tally}.\n\n| test | result |\n|---|---|\n{rows}"


if __name__ == "__main__":
    run_main(main)
