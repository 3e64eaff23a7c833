"""The import contract holds, and would not hold if somebody broke it."""

import ast
import os
import re
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


# What the engine may take from the standard library: nothing that knows the time, the machine or chance.
LIBRARY = {
    "__future__", "abc", "collections", "copy", "dataclasses", "functools", "hashlib", "hmac", "itertools", "json",
    "math", "re", "types", "typing",
}  # fmt: skip
READER, WRITER = "engine/rulesets/reading.py", "engine/rulesets/schema.py"
# The rules' data is read in one place; the schema is written by hand, from a checkout, and never while something runs.
FILES = {READER: {"importlib"}, WRITER: {"pathlib"}, "engine/rulesets/loading.py": {"importlib"}}
TOUCHING = {
    "open",
    "print",
    "input",
    "eval",
    "exec",
    "__import__",
    "read_text",
    "write_text",
    "read_bytes",
    "write_bytes",
}


def impure(source: str, name: str) -> list[str]:
    """What a module of the engine imports or calls that makes it depend on more than what it is given."""
    nodes = list(ast.walk(ast.parse(source)))
    plain = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    named = [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    allowed = LIBRARY | {"engine"} | FILES.get(name, set())
    found = [one for one in (*plain, *named) if one.split(".")[0] not in allowed]
    called = [node.func for node in nodes if isinstance(node, ast.Call)]
    names = [getattr(func, "id", None) or getattr(func, "attr", "") for func in called]
    return found + [one for one in names if one in TOUCHING and name not in (READER, WRITER)]


def test_the_engine_depends_on_nothing_but_what_it_is_given() -> None:
    """No clock, no chance, no files (one reader aside): the same input has the same output."""
    files = sorted((ROOT / "engine").rglob("*.py"))
    assert len(files) > 30
    names = [str(file.relative_to(ROOT)) for file in files]
    found = {name: impure((ROOT / name).read_text("utf-8"), name) for name in names}
    assert {name: what for name, what in found.items() if what} == {}


@pytest.mark.parametrize(
    "line",
    [
        "import random", "from datetime import datetime", "import time", "import os", "from secrets import token_hex",
        "import importlib.resources", "open('rules.json')", "file.read_text()", "print('here')",
    ],
)  # fmt: skip
def test_a_clock_or_a_file_in_the_engine_would_be_noticed(line: str) -> None:
    assert impure(line, "engine/dice.py")


# Words that name an edition, in code and in what a template compares.
NAMES = {name for key in rulesets.available() for name in (key, rulesets.get(key).name)}
SIZES = {variant.key for key in rulesets.available() for variant in rulesets.get(key).variants}
ASKING = {"startswith", "endswith", "removeprefix", "index", "count", "find"}


def asks_by_name(source: str) -> list[int]:
    """The lines on which something is compared with the name of an edition or a variant, or looked up by it."""
    nodes = list(ast.walk(ast.parse(source)))
    compared: list[ast.AST] = [node for node in nodes if isinstance(node, ast.Compare | ast.match_case)]
    compared += [
        node for node in nodes if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ASKING
    ]  # "bb2016".startswith, key.startswith("bb2016")
    # A table of functions by the name of an edition is an ``if`` as well.
    compared += [key for node in nodes if isinstance(node, ast.Dict) for key in node.keys if key is not None]
    told = [one for node in compared for one in ast.walk(node) if isinstance(one, ast.Constant)]
    return sorted({one.lineno for one in told if isinstance(one.value, str) and one.value in NAMES | SIZES})


# Words for people, by what they stand for: they decide nothing.
WORDS = "words.py"


def test_no_code_asks_for_an_edition_by_its_name() -> None:
    """Editions differ by their data. Whatever is decided by a name would have to be found again for the next one."""
    files = [file for app in ("engine", "leagues", "teams", "matches", "config") for file in (ROOT / app).rglob("*.py")]
    files = [file for file in files if file.name != WORDS]
    assert len(files) > 100
    assert [(file.name, lines) for file in files if (lines := asks_by_name(file.read_text("utf-8")))] == []


@pytest.mark.parametrize(
    "asks",
    [
        'if key == "lrb6": pass', 'x = key in ("bb2016", "basic")', 'key != "bb2020"', 'key.startswith("bb2016")',
        'MONEY = {"bb2020": spend}', 'if variant == "sevens": pass',
    ],
)  # fmt: skip
def test_asking_by_name_would_be_noticed(asks: str) -> None:
    assert asks_by_name(asks)


def test_no_template_or_script_asks_for_an_edition_by_its_name() -> None:
    quoted = re.compile("|".join(f"[\"']{re.escape(name)}[\"']" for name in sorted(NAMES | SIZES)))
    files = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "static" / "js").rglob("*.js")]
    assert len(files) > 100
    assert [file.name for file in files if quoted.search(file.read_text("utf-8"))] == []
