"""Sequences while workers are killed, servers go and come, and messages arrive twice: they end as they would in peace.

The runs are programs of their own (``tests/faulting.py``): they own the servers that they stop.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from config.ops import postgres_server, redis_server
from tests.soaking import first_seed

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = 8  # two rounds: the second waits for what is left of the first
ANYWHERE = {"worker killed", "redis away", "delivered twice and out of order", "deploy"}
KINDS = {
    "sqlite": ANYWHERE | {"database locked"},
    "postgresql": ANYWHERE
    | {"process of a worker killed", "connections cut", "database restarted", "database crashed"},
}

pytestmark = [
    pytest.mark.worker,
    pytest.mark.skipif(redis_server.find() is None, reason=redis_server.NOT_FOUND),
]


def run_of(database: str, number: int, seed: int, **env: str) -> dict[str, Any]:
    if database == "postgresql" and postgres_server.find_programs() is None:
        pytest.skip(postgres_server.NOT_FOUND)
    command = [sys.executable, "-m", "tests.faulting", database, str(number), str(seed)]
    clean = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    done = subprocess.run(command, cwd=ROOT, env={**clean, **env}, stdout=subprocess.PIPE, check=True)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def check(found: dict[str, Any], database: str, number: int) -> None:
    assert found["sequences"] >= number
    assert found["unfinished"] == 0
    assert found["different"] == []
    assert found["ledger"] == []
    assert set(found["faults"]) == KINDS[database]


@pytest.mark.parametrize("database", KINDS)
def test_a_sample_of_sequences_ends_as_in_peace_whatever_breaks(database: str) -> None:
    """Each kind of fault at least once."""
    check(run_of(database, SAMPLE, first_seed(), FAULT_SECONDS="60"), database, SAMPLE)


@pytest.mark.soak
@pytest.mark.parametrize("database", KINDS)
def test_a_thousand_sequences_end_as_in_peace_whatever_breaks(
    database: str, record_property: Callable[[str, object], None]
) -> None:
    """Half of them on each database."""
    number = int(os.environ.get("FAULT_SEQUENCES", "1000")) // len(KINDS)
    found = run_of(database, number, first_seed())
    told = ", ".join(f"{count} {kind}" for kind, count in sorted(found["faults"].items()))
    record_property("result", f"{found['sequences']:,} sequences in {found['seconds']:,.0f} s: {told}")
    check(found, database, number)
