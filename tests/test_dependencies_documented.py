"""docs/dependencies.md has one line for each package we chose, and every package is pinned."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FILES = ("requirements.txt", "requirements-dev.txt")
PIN = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[a-z,-]+\])?==[0-9][\w.]*$")
ROW = re.compile(r"^\| ([A-Za-z0-9._-]+) \| .+ \|$", re.MULTILINE)


def blocks(name: str) -> list[list[str]]:
    """The packages between the comments of a requirements file: first those we chose, then what they need."""
    found: list[list[str]] = []
    for line in (ROOT / name).read_text().splitlines():
        if line.startswith("#"):
            found.append([])
        elif line and not line.startswith("-r "):
            found[-1].append(line)
    return found


@pytest.mark.parametrize("name", FILES)
def test_every_package_is_pinned(name: str) -> None:
    lines = [line for block in blocks(name) for line in block]
    assert lines
    assert [line for line in lines if not PIN.match(line)] == []


def test_every_chosen_package_has_its_line() -> None:
    chosen = [PIN.sub(r"\1", line) for name in FILES for line in blocks(name)[0]]
    rows = ROW.findall((ROOT / "docs" / "dependencies.md").read_text())
    assert [row for row in rows if row != "Package"] == chosen
