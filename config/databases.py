"""One place that knows how each kind of database is opened."""

from typing import Any

SQLITE = "django.db.backends.sqlite3"
POSTGRESQL = "django.db.backends.postgresql"

SQLITE_OPTIONS: dict[str, Any] = {
    # A transaction that will write says so when it begins: it waits its turn then, and cannot fail half-way.
    "transaction_mode": "IMMEDIATE",
    "timeout": 5,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;",
}


def is_sqlite(database: dict[str, Any]) -> bool:
    return str(database["ENGINE"]) == SQLITE


def prepared(database: dict[str, Any]) -> dict[str, Any]:
    """The database as read from its URL, with the options this project relies on."""
    given = database.get("OPTIONS", {})
    if is_sqlite(database):
        return {**database, "OPTIONS": {**SQLITE_OPTIONS, **given}}
    return {
        **database,
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {"connect_timeout": 5, **given},
    }
