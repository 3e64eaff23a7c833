import subprocess
import sys
from pathlib import Path

import pytest

from config.ops import bootstrap

SCRIPT = Path(bootstrap.__file__)


@pytest.mark.parametrize("version", [(3, 11, 0), (3, 12, 9)])
def test_python_3_11_and_3_12_are_accepted(version: tuple[int, int, int]) -> None:
    assert bootstrap.refusal(version) is None


@pytest.mark.parametrize("version", [(3, 6, 0), (3, 10, 14), (3, 13, 0), (4, 0, 0)])
def test_another_python_is_refused_in_one_sentence_that_names_it(version: tuple[int, int, int]) -> None:
    refused = bootstrap.refusal(version)
    assert refused is not None
    assert f"this is Python {version[0]}.{version[1]}:" in refused
    assert refused.count(". ") == 0
    assert "\n" not in refused


def test_the_refusal_ends_the_script_before_anything_is_made() -> None:
    pretend = (
        "import sys, runpy; sys.version_info = (3, 13, 1);"
        f"sys.argv = ['bootstrap.py', 'requirements.txt']; runpy.run_path({str(SCRIPT)!r}, run_name='__main__')"
    )
    done = subprocess.run([sys.executable, "-c", pretend], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.strip() == bootstrap.refusal((3, 13, 1))


def test_a_requirements_file_includes_what_it_refers_to() -> None:
    names = [file.name for file in bootstrap.requirement_files("requirements-dev.txt")]
    assert names == ["requirements.txt", "requirements-dev.txt"]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with two small requirements files, and a note of every installation."""
    monkeypatch.setattr(bootstrap, "ROOT", tmp_path)
    monkeypatch.setattr(bootstrap, "VENV", tmp_path / ".venv")
    (tmp_path / ".venv").mkdir()
    (tmp_path / "requirements.txt").write_text("one==1\n")
    (tmp_path / "requirements-dev.txt").write_text("-r requirements.txt\ntwo==2\n")
    return tmp_path


@pytest.fixture
def installed(project: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    done: list[str] = []

    def install(command: list[str], **_: object) -> subprocess.CompletedProcess[bytes]:
        done.append(Path(command[-1]).name)
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(bootstrap, "venv_works", lambda: True)
    monkeypatch.setattr(bootstrap.subprocess, "run", install)
    return done


def test_packages_are_installed_once(installed: list[str]) -> None:
    bootstrap.main("requirements.txt")
    bootstrap.main("requirements.txt")
    assert installed == ["requirements.txt"]


def test_a_changed_file_is_installed_again(project: Path, installed: list[str]) -> None:
    bootstrap.main("requirements-dev.txt")
    (project / "requirements.txt").write_text("one==1.1\n")
    bootstrap.main("requirements-dev.txt")
    assert installed == ["requirements-dev.txt", "requirements-dev.txt"]


def test_who_installed_the_tests_packages_has_the_programs_packages(installed: list[str]) -> None:
    bootstrap.main("requirements-dev.txt")
    bootstrap.main("requirements.txt")
    assert installed == ["requirements-dev.txt"]
