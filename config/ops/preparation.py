"""Brings a data directory up to date: backup, migrations, static files, demo league."""

import fcntl
import hashlib
import logging
import os
from collections.abc import Callable
from pathlib import Path

import django
from django.apps import apps
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.db import OperationalError, connection
from django.db.migrations.executor import MigrationExecutor

from config import settings
from config.ops import backups
from config.ops.errors import GiveUp, run_main

Say = Callable[[str], None]

# Come with packages, are shown by no page, and take longer to compress than all the rest.
UNUSED_STATIC = ["redoc", "rest_framework"]


def prepare(say: Say, *, with_static: bool = True) -> None:
    set_up()
    migrate(say)
    if with_static:
        collect_static(say)
    load_demo(say)
    connection.close()


def set_up() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    # The terminal is for the person who typed `make`; only what is wrong belongs there.
    logging.getLogger().setLevel(logging.WARNING)


def migrate(say: Say) -> None:
    try:
        executor = MigrationExecutor(connection)
    except OperationalError as error:
        raise GiveUp(f"The database does not answer: {str(error).strip().splitlines()[0]}") from error
    if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return
    if executor.loader.applied_migrations:
        say(f"Backed up to {backups.backup()}")
    say("Migrating the database ...")
    call_command("migrate", verbosity=0, interactive=False)


def collect_static(say: Say) -> None:
    """Two sites of one checkout share these files: the second waits for the first, and finds them collected."""
    settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)
    with (settings.STATIC_ROOT / ".seen").open("a+") as seen:
        fcntl.flock(seen, fcntl.LOCK_EX)
        now = _static_fingerprint()
        seen.seek(0)
        if seen.read() == now:
            return
        say("Collecting static files ...")
        call_command("collectstatic", verbosity=0, interactive=False, ignore_patterns=UNUSED_STATIC)
        seen.truncate(0)
        seen.write(now)


def _static_fingerprint() -> str:
    digest = hashlib.sha256()
    for finder in get_finders():
        for name, storage in finder.list([]):
            status = Path(storage.path(name)).stat()
            digest.update(f"{name} {status.st_size} {status.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def load_demo(say: Say) -> None:
    if apps.get_model("leagues", "League").objects.exists():
        return
    say("Playing the demo league ...")
    call_command("demo")


def show_logins() -> None:
    call_command("demo", "--logins")


def main() -> int:
    prepare(print, with_static=False)
    show_logins()
    return 0


if __name__ == "__main__":
    run_main(main)
