"""The Makefile's own words and wires; what the targets call has tests of its own."""

import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
TARGETS = {"help", "run", "test", "lint", "fmt", "bench", "soak", "demo", "backup", "restore", "clean"}


def make(*words: str) -> subprocess.CompletedProcess[str]:
    """With the Python of this test, so that nothing is installed."""
    unset = ("DJANGO_", "SCRIMMAGE_", "DATABASE_URL", "REDIS_URL", "DATA_DIR", "MAKE", "MFLAGS")
    env = {name: value for name, value in os.environ.items() if not name.startswith(unset)}
    command = ["make", "--no-print-directory", *words, "BOOTSTRAP=@:", f"BIN={Path(sys.executable).parent}"]
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)


def test_make_alone_lists_every_target() -> None:
    listed = make().stdout
    assert set(re.findall(r"^  make (\w+)", listed, re.MULTILINE)) == TARGETS


def test_operations_md_describes_every_target() -> None:
    text = (ROOT / "docs" / "operations.md").read_text()
    assert set(re.findall(r"^\| `make (\w+)", text, re.MULTILINE)) == TARGETS - {"help"}


def test_a_restore_without_a_file_says_what_is_missing() -> None:
    done = make("restore")
    assert done.returncode != 0
    assert "make restore FILE=" in done.stderr


@pytest.mark.ops
def test_a_demo_league_in_another_directory_survives_backup_loss_and_restore(tmp_path: Path) -> None:
    here = f"DATA_DIR={tmp_path}"
    played = make("demo", here)
    assert played.returncode == 0, played.stderr
    saved = make("backup", here)
    assert saved.returncode == 0, saved.stderr
    file = Path(saved.stdout.strip())
    assert file.parent == tmp_path / "backups"

    with closing(sqlite3.connect(tmp_path / "scrimmage.sqlite3")) as database:
        before = database.execute("SELECT name FROM leagues_league").fetchall()
        database.execute("UPDATE leagues_league SET name = 'Overwritten'")
        database.commit()
    restored = make("restore", f"FILE={file}", here)
    assert restored.returncode == 0, restored.stderr
    with closing(sqlite3.connect(tmp_path / "scrimmage.sqlite3")) as database:
        assert database.execute("SELECT name FROM leagues_league").fetchall() == before
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
