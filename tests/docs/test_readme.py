"""The README keeps its word: its code runs, its links and pictures exist, its parts stand in their order."""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
DOCUMENTS = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").glob("*.md")])


def test_the_code_in_the_readme_runs() -> None:
    results = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert results.attempted >= 6
    assert results.failed == 0


def test_the_code_in_the_document_on_rules_runs() -> None:
    results = doctest.testfile(str(ROOT / "docs" / "rules-data.md"), module_relative=False)
    assert (results.attempted >= 5, results.failed) == (True, 0)


def test_the_readme_stands_in_its_order() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    parts = ["# Scrimmage", "docs/pictures/standings.png", "docs/pictures/roster.png", "make run", "make test"]
    parts += [">>> from engine", "/api/v1/leagues/", "## Why the dice can be trusted", "Unofficial"]
    places = [text.index(part) for part in parts]
    assert places == sorted(places)


def test_the_readme_shows_five_api_calls() -> None:
    assert len(re.findall(r"^\$ curl ", (ROOT / "README.md").read_text(encoding="utf-8"), re.M)) == 5


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    targets = [target.split("#")[0] for target in re.findall(r"\]\(([^)\s]+)\)", text)]
    local = [target for target in targets if target and not re.match(r"[a-z]+:", target)]
    assert [target for target in local if not (document.parent / target).exists()] == []


@pytest.mark.parametrize("name", ["standings.png", "roster.png"])
def test_pictures_are_pictures(name: str) -> None:
    picture = (ROOT / "docs" / "pictures" / name).read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert len(picture) > 10_000
