"""The import contract holds, and would not hold if somebody broke it."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine import rulesets

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("config", "engine", "rosters_data", "leagues", "teams", "matches")


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    copy = tmp_path_factory.mktemp("architecture") / "original"
    copy.mkdir()
    shutil.copy(ROOT / "pyproject.toml", copy)
    for package in PACKAGES:
        shutil.copytree(ROOT / package, copy / package, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


@pytest.fixture
def tree(original: Path, tmp_path: Path) -> Path:
    """The project's packages, for this test to break."""
    return Path(shutil.copytree(original, tmp_path / "tree"))


def lint(tree: Path) -> subprocess.CompletedProcess[str]:
    program = Path(sys.executable).parent / "lint-imports"
    env = {**os.environ, "PYTHONPATH": str(tree)}
    return subprocess.run([program, "--no-cache"], cwd=tree, env=env, capture_output=True, text=True, check=False)


def add(file: Path, line: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    for folder in file.relative_to(file.parents[1]).parents:
        (file.parents[1] / folder / "__init__.py").touch()
    file.write_text((file.read_text() if file.exists() else "") + f"\n{line}\n")


def test_the_tree_keeps_the_contract(tree: Path) -> None:
    linted = lint(tree)
    assert linted.returncode == 0, linted.stdout
    assert "0 broken" in linted.stdout


@pytest.mark.parametrize(
    ("file", "line", "contract"),
    [
        ("engine/dice.py", "import django", "The engine is pure"),
        ("engine/dice.py", "import celery", "The engine is pure"),
        ("engine/dice.py", "from config import settings", "The engine is pure"),
        ("engine/dice.py", "import teams.models", "The engine is pure"),
        ("teams/mapping.py", "import matches.models", "Apps look down: matches to teams to leagues"),
        ("leagues/models/league.py", "import teams.models", "Apps look down: matches to teams to leagues"),
        ("teams/models/team.py", "import teams.mapping", "In an app: edges to services to mapping to models"),
        ("teams/mapping.py", "import teams.services", "In an app: edges to services to mapping to models"),
        ("teams/services/wrong.py", "import teams.web", "In an app: edges to services to mapping to models"),
        ("teams/web/wrong.py", "import teams.api", "In an app: edges to services to mapping to models"),
        ("matches/services/wrong.py", "import matches.tasks", "In an app: edges to services to mapping to models"),
        ("matches/services/wrong.py", "import teams.printing", "Nothing is drawn while something is written"),
        ("teams/mapping.py", "import rosters_data", "Only the engine reads the rules' data"),
    ],
)
def test_a_wrong_import_breaks_the_contract(tree: Path, file: str, line: str, contract: str) -> None:
    add(tree / file, line)
    linted = lint(tree)
    assert linted.returncode == 1, linted.stdout
    assert f"{contract} BROKEN" in linted.stdout


def test_an_import_inside_a_function_does_not_dodge_it(tree: Path) -> None:
    add(tree / "teams/mapping.py", "def dodge() -> None:\n    import matches.models\n")
    assert lint(tree).returncode == 1


def asks_by_name(source: str) -> list[int]:
    """The lines on which something is compared with the key of an edition."""
    compared = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Compare | ast.match_case)]
    told = [one for node in compared for one in ast.walk(node) if isinstance(one, ast.Constant)]
    return [one.lineno for one in told if one.value in rulesets.available()]


def test_no_code_asks_for_an_edition_by_its_name() -> None:
    """Editions differ by their data. Whatever is decided by a name would have to be found again for the next one."""
    root = Path(__file__).parent.parent
    files = [file for app in ("engine", "leagues", "teams", "matches", "config") for file in (root / app).rglob("*.py")]
    assert files
    assert [(file.name, lines) for file in files if (lines := asks_by_name(file.read_text("utf-8")))] == []


@pytest.mark.parametrize("asks", ['if key == "lrb6": pass', 'x = key in ("bb2016", "basic")', 'key != "bb2020"'])
def test_asking_by_name_would_be_noticed(asks: str) -> None:
    assert asks_by_name(asks)
