"""`make test` itself: what it leaves out it says, and what fails it does not forget."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from config.ops import checks, testing
from config.ops.checks import CheckResult
from config.ops.errors import GiveUp
from tests import conftest

REPORTS = {
    "pure": '<testcase classname="t" name="a"/><testcase classname="t" name="b"/>',
    "sqlite": '<testcase classname="t" name="a"/>',
    "postgresql": '<testcase classname="t" name="a"/>',
    "pages": '<testcase classname="t" name="a"/>',
    "whole": '<testcase classname="t" name="a"><skipped message="Skipped: no Chromium"/></testcase>',
}


@pytest.fixture
def stages(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Runs of pytest that only write their reports; returns the stages, each with its DATABASE_URL."""
    ran: list[tuple[str, str]] = []

    def run(command: list[str], *, env: dict[str, str], **_: object) -> subprocess.CompletedProcess[bytes]:
        options = dict(part.lstrip("-").split("=", 1) for part in command if "=" in part)
        ran.append((options["stage"], env["DATABASE_URL"]))
        body = REPORTS[options["stage"]]
        if body != "crash":
            Path(options["junitxml"]).write_text(f"<testsuite>{body}</testsuite>")
        return subprocess.CompletedProcess(command, 1 if body == "crash" or "failure" in body else 0)

    @contextmanager
    def database() -> Iterator[tuple[str, str]]:
        yield "postgres://here", ""

    monkeypatch.setattr(testing.subprocess, "run", run)
    monkeypatch.setattr(testing, "postgresql", database)
    monkeypatch.setattr(testing.checks, "run_checks", lambda: [CheckResult("ruff", True, "", 0.1)])
    monkeypatch.setattr("sys.argv", ["testing"])
    return ran


def last_line(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().out.strip().splitlines()[-1]


def test_the_stages_run_in_order_each_on_its_database(stages: list[tuple[str, str]]) -> None:
    assert testing.main() == 0
    assert stages == [
        ("pure", ""),
        ("sqlite", ""),
        ("postgresql", "postgres://here"),
        ("pages", "postgres://here"),
        ("whole", "postgres://here"),
    ]


def test_the_last_line_sums_up_all_stages(stages: list[tuple[str, str]], capsys: pytest.CaptureFixture[str]) -> None:
    testing.main()
    assert last_line(capsys) == "6 passed, 0 failed, 1 skipped"


def test_what_was_skipped_is_said_with_its_reason(
    stages: list[tuple[str, str]], capsys: pytest.CaptureFixture[str]
) -> None:
    testing.main()
    assert "skipped 1: no Chromium" in capsys.readouterr().out


@pytest.mark.parametrize("body", ["crash", '<testcase classname="t" name="a"><failure message="no"/></testcase>'])
def test_a_stage_that_fails_or_breaks_fails_the_whole(
    stages: list[tuple[str, str]], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, body: str
) -> None:
    monkeypatch.setitem(REPORTS, "sqlite", body)
    assert testing.main() == 1
    assert last_line(capsys) == "5 passed, 1 failed, 1 skipped"


def test_a_check_that_fails_fails_the_whole(
    stages: list[tuple[str, str]], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(testing.checks, "run_checks", lambda: [CheckResult("ruff", False, "E501", 0.1)])
    assert testing.main() == 1
    out = capsys.readouterr().out
    assert "E501" in out
    assert "failed: ruff" in out


def test_without_postgresql_its_stage_is_left_out_and_said(
    stages: list[tuple[str, str]], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def nowhere() -> Iterator[tuple[str, str]]:
        yield "", "No PostgreSQL was found."

    monkeypatch.setattr(testing, "postgresql", nowhere)
    assert testing.main() == 0
    assert [name for name, _ in stages] == ["pure", "sqlite", "pages", "whole"]
    assert "left out every test on PostgreSQL: No PostgreSQL was found." in capsys.readouterr().out


@dataclass
class Item:
    """As much of a collected test as the choice of its stage looks at."""

    marks: tuple[str, ...]
    folder: str
    fixturenames: tuple[str, ...] = ()

    @property
    def path(self) -> Path:
        return Path(conftest.__file__).parent / self.folder / "test_it.py"

    def iter_markers(self) -> Iterator[pytest.Mark]:
        return (getattr(pytest.mark, name).mark for name in self.marks)


@pytest.mark.parametrize(
    ("item", "stages"),
    [
        (Item((), "engine"), ["pure"]),
        (Item((), "web"), ["pure"]),
        (Item(("django_db",), "matches"), ["sqlite", "postgresql"]),
        (Item((), "matches", ("transactional_db",)), ["sqlite", "postgresql"]),
        (Item(("django_db",), "web"), ["pages"]),
        (Item(("django_db", "once"), "api"), ["pages"]),
        (Item(("django_db", "worker"), "matches"), ["whole"]),
        (Item(("django_db", "worker", "sqlite_file"), "matches"), ["sqlite", "whole"]),
        (Item(("browser",), "e2e"), ["whole"]),
        (Item(("django_db", "pdf"), "web"), ["whole"]),
    ],
)
def test_each_test_has_its_stages(item: Item, stages: list[str]) -> None:
    assert [stage for stage in conftest.STAGES if conftest._belongs(item, stage)] == stages


def test_checks_alone_run_no_test(stages: list[tuple[str, str]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["testing", "--only-checks"])
    assert testing.main() == 0
    assert stages == []


def test_a_given_database_url_is_used_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://given")
    with testing.postgresql() as found:
        assert found == ("postgres://given", "")


def test_a_server_that_cannot_start_gives_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise GiveUp("No PostgreSQL was found.")

    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.setattr(testing, "PostgresServer", broken)
    with testing.postgresql() as found:
        assert found == ("", "No PostgreSQL was found.")


def test_the_deployment_check_refuses_unsafe_settings(tmp_path: Path) -> None:
    safe = checks.production_env(str(tmp_path))
    assert checks.run_check("deployment", safe).passed
    unsafe = checks.run_check("deployment", {**safe, "HTTPS": "false"})
    assert not unsafe.passed
    assert "security.W004" in unsafe.output
