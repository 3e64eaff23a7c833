"""Backups of the database: one file each, whole or absent, readable by their owner alone."""

import os
import sqlite3
import subprocess
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection, connections

from config import databases
from config.ops.errors import GiveUp
from config.ops.postgres_server import find_program

# Everything is replaced, or, if any of it fails, nothing is: what was there stays.
EMPTY_FIRST = "DROP SCHEMA IF EXISTS public CASCADE;\nCREATE SCHEMA public;\n"


def backup(*, label: str = "") -> Path:
    """Write a backup of the database as it is now; others may go on working meanwhile."""
    folder: Path = settings.BACKUP_DIR
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    moment = datetime.now(tz=UTC).strftime("%Y%m%dT%H%M%S%fZ")
    suffix = ".sqlite3" if _on_sqlite() else ".dump"
    file = folder / f"scrimmage-{moment}{label}{suffix}"
    draft = file.with_name(file.name + ".part")
    os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        _copy_sqlite(draft) if _on_sqlite() else _dump_postgresql(draft)
        draft.replace(file)
    finally:
        draft.unlink(missing_ok=True)
    return file


def restore(file: Path) -> Path:
    """Put a backup in place of the database. Returns the backup of what was there."""
    if not file.is_file():
        raise GiveUp(f"There is no backup {file}.")
    _check_sqlite(file) if _on_sqlite() else _check_postgresql(file)
    kept = backup(label="-before-restore")
    _restore_sqlite(file) if _on_sqlite() else _restore_postgresql(file)
    return kept


def _on_sqlite() -> bool:
    return databases.is_sqlite(connection.settings_dict)


# --- SQLite: the online backup API copies a database that is in use ------------------------------------------------


def _database_file() -> Path:
    return Path(str(connection.settings_dict["NAME"]))


def _copy_sqlite(target: Path) -> None:
    _database_file().parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(_database_file())) as source, closing(sqlite3.connect(target)) as copy:
        source.backup(copy)
        # One file and not three: a backup is carried around alone.
        copy.execute("PRAGMA journal_mode=DELETE")


def _check_sqlite(file: Path) -> None:
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as source:
            sound = source.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            ours = source.execute("SELECT 1 FROM sqlite_master WHERE name = 'django_migrations'").fetchone()
    except sqlite3.DatabaseError as error:
        raise GiveUp(f"{file} is not a SQLite backup: {error}.") from error
    if not (sound and ours):
        raise GiveUp(f"{file} is damaged, or not a backup of Scrimmage.")


def _restore_sqlite(file: Path) -> None:
    connections.close_all()
    source_uri = f"file:{file}?mode=ro"
    with (
        closing(sqlite3.connect(source_uri, uri=True)) as source,
        closing(sqlite3.connect(_database_file(), timeout=30)) as target,
    ):
        source.backup(target)


# --- PostgreSQL: its own programs ----------------------------------------------------------------------------------


def _dump_postgresql(target: Path) -> None:
    _run("pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={target}")


def _check_postgresql(file: Path) -> None:
    listed = _run("pg_restore", "--list", str(file), why=f"{file} is not a PostgreSQL backup")
    if b"django_migrations" not in listed:
        raise GiveUp(f"{file} is not a backup of Scrimmage.")


def _restore_postgresql(file: Path) -> None:
    script = _run("pg_restore", "--no-owner", "--no-privileges", "--file=-", str(file))
    connections.close_all()
    _run(
        "psql",
        "--quiet",
        "--no-psqlrc",
        "--single-transaction",
        "--set=ON_ERROR_STOP=1",
        feed=EMPTY_FIRST.encode() + script,
    )


def _run(program: str, *arguments: str, feed: bytes | None = None, why: str = "") -> bytes:
    done = subprocess.run(
        [find_program(program), *arguments], input=feed, capture_output=True, env=_postgresql_env(), check=False
    )
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().splitlines() or ["no reason was given"]
        raise GiveUp(f"{why or program + ' failed'}: {said[-1]}")
    return done.stdout


def _postgresql_env() -> dict[str, str]:
    """The connection goes through the environment: a password has no place in a process list."""
    given: dict[str, Any] = connection.settings_dict
    named = {
        "PGHOST": given["HOST"],
        "PGPORT": given["PORT"],
        "PGUSER": given["USER"],
        "PGPASSWORD": given["PASSWORD"],
        "PGDATABASE": given["NAME"],
        "PGSSLMODE": given.get("OPTIONS", {}).get("sslmode", ""),
    }
    return {**os.environ, **{name: str(value) for name, value in named.items() if value}}
