"""On whichever database the tests run: `make test` runs them on both."""

import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from config.ops import backups
from config.ops.errors import GiveUp

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Settings) -> Path:
    settings.BACKUP_DIR = tmp_path / "backups"
    return tmp_path / "backups"


def remember(key: str) -> None:
    Session.objects.create(session_key=key, session_data="x", expire_date=timezone.now())


def remembered() -> set[str]:
    return set(Session.objects.values_list("session_key", flat=True))


def test_a_restored_backup_is_what_was_backed_up() -> None:
    remember("before")
    file = backups.backup()
    remember("after")
    Session.objects.filter(session_key="before").delete()
    backups.restore(file)
    assert remembered() == {"before"}


def test_a_restore_keeps_what_was_there() -> None:
    file = backups.backup()
    remember("kept")
    kept = backups.restore(file)
    assert remembered() == set()
    backups.restore(kept)
    assert remembered() == {"kept"}


def test_the_restored_database_can_be_written() -> None:
    backups.restore(backups.backup())
    remember("new")
    assert remembered() == {"new"}


def test_what_a_later_version_added_is_gone_after_the_restore() -> None:
    file = backups.backup()
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE of_a_later_version (id integer)")
    backups.restore(file)
    assert "of_a_later_version" not in connection.introspection.table_names()


def test_a_backup_is_readable_by_its_owner_alone_and_whole(folder: Path) -> None:
    file = backups.backup()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert list(folder.iterdir()) == [file]


@pytest.mark.parametrize(
    "content", [b"", b"no backup at all", b"PGDMP but no more", b"SQLite format 3\x00 but no more"]
)
def test_what_is_no_backup_is_refused_and_changes_nothing(tmp_path: Path, content: bytes) -> None:
    remember("safe")
    wrong = tmp_path / "wrong"
    wrong.write_bytes(content)
    with pytest.raises(CommandError, match="wrong"):
        call_command("restore", str(wrong))
    assert remembered() == {"safe"}


def test_a_missing_file_is_said_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"^There is no backup .*gone\.$"):
        call_command("restore", str(tmp_path / "gone"))


def test_another_programs_database_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite3"
    with closing(sqlite3.connect(other)) as database:
        database.execute("CREATE TABLE notes (id integer)")
    with pytest.raises(GiveUp, match="not a backup of Scrimmage"):
        backups._check_sqlite(other)


def test_the_command_prints_the_path(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("backup")
    assert Path(capsys.readouterr().out.strip()).parent == folder
