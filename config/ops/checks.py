"""The checks that need no running program: style, types, imports, migrations, deployment."""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

BIN = Path(sys.executable).parent
ROOT = Path(__file__).resolve().parent.parent.parent
MANAGE = (sys.executable, "manage.py")

CHECKS: dict[str, tuple[str, ...]] = {
    "mypy": (str(BIN / "mypy"),),
    "mypy --strict engine": (str(BIN / "mypy"), "--strict", "--cache-dir=.mypy_cache/strict", "engine"),
    "ruff": (str(BIN / "ruff"), "check", "."),
    "format": (str(BIN / "ruff"), "format", "--check", "."),
    "imports": (str(BIN / "lint-imports"), "--no-cache"),
    "migrations": (*MANAGE, "makemigrations", "--check", "--dry-run"),
    "deployment": (*MANAGE, "check", "--deploy", "--fail-level", "WARNING"),
}


@dataclass(frozen=True, slots=True)
class CheckResult:
    name: str
    passed: bool
    output: str
    seconds: float


def run_checks() -> list[CheckResult]:
    """Two at a time, so that the types, which take longest, are checked beside all the others."""
    with TemporaryDirectory() as data, ThreadPoolExecutor(max_workers=2) as pool:
        return list(pool.map(lambda name: run_check(name, production_env(data)), CHECKS))


def run_check(name: str, env: dict[str, str]) -> CheckResult:
    began = time.monotonic()
    done = subprocess.run(
        CHECKS[name], cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    return CheckResult(name, done.returncode == 0, done.stdout, time.monotonic() - began)


def production_env(data: str) -> dict[str, str]:
    """As on a server behind https, whatever is set on this machine."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("DJANGO_")}
    return {
        **inherited,
        "DATA_DIR": data,
        "DATABASE_URL": f"sqlite:///{data}/checks.sqlite3",
        "DEBUG": "false",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "HTTPS": "true",
        "PUBLIC_URL": "https://league.example.org",
        "REDIS_URL": "redis://127.0.0.1:6379/0",
        "SECRET_KEY": "",
    }
