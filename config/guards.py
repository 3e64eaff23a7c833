"""Triggers by which the database refuses to update or delete a fact.

They are laid again after every migration: SQLite drops a table's triggers when a migration rebuilds it.
"""

from typing import Any

from django.apps import apps
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model


def fact_models() -> list[type[Model]]:
    return [model for model in apps.get_models() if getattr(model, "is_fact", False)]


def guard_facts(using: str = "default", **_: Any) -> None:
    """Lay the triggers on every fact table that exists. Safe to run again."""
    connection = connections[using]
    present = set(connection.introspection.table_names())
    tables = [model._meta.db_table for model in fact_models() if model._meta.db_table in present]
    statements = _postgresql(tables) if connection.vendor == "postgresql" else _sqlite(tables)
    _run(connection, statements)


def _run(connection: BaseDatabaseWrapper, statements: list[str]) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def _sqlite(tables: list[str]) -> list[str]:
    return [
        f'CREATE TRIGGER IF NOT EXISTS "{table}_no_{act.lower()}" BEFORE {act} ON "{table}" '
        f"BEGIN SELECT RAISE(ABORT, '{table}: facts are only ever added'); END"
        for table in tables
        for act in ("UPDATE", "DELETE")
    ]


def _postgresql(tables: list[str]) -> list[str]:
    function = (
        "CREATE OR REPLACE FUNCTION fact_is_forever() RETURNS trigger LANGUAGE plpgsql AS $$ "
        "BEGIN RAISE EXCEPTION '%: facts are only ever added', TG_TABLE_NAME; END $$"
    )
    triggers = [
        f'CREATE OR REPLACE TRIGGER "{table}_forever" BEFORE UPDATE OR DELETE ON "{table}" '
        f"FOR EACH ROW EXECUTE FUNCTION fact_is_forever()"
        for table in tables
    ]
    return [function, *triggers] if triggers else []
