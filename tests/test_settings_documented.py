"""docs/settings.md names every environment variable that is read, and no other."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CODE = ("config", "leagues", "teams", "matches", "tests", "manage.py")
# Django's own, and named in every Django project's documentation.
DJANGO = {"DJANGO_SETTINGS_MODULE"}
# Given to the make of a target, and meaningless elsewhere.
MAKE = re.compile(r"^([A-Z_]+) \?=|\$\((?:if )?([A-Z_]+)[,)]", re.MULTILINE)
MAKE_OWN = {"BIN", "BOOTSTRAP", "MANAGE"}
DOCUMENTED = re.compile(r"^\| `([A-Z_]+)` \|", re.MULTILINE)


def variables_read(source: str) -> Iterator[str]:
    """`env.str("X")`, `os.environ["X"]`, `os.environ.get("X")`, `"X" in os.environ`, `os.getenv("X")`."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="env")), args=[ast.Constant(value=str(name)), *_]):
                yield name
            case ast.Call(
                func=ast.Attribute(value=ast.Attribute(attr="environ"), attr="get" | "pop" | "setdefault"),
                args=[ast.Constant(value=str(name)), *_],
            ):
                yield name
            case ast.Call(func=ast.Attribute(attr="getenv"), args=[ast.Constant(value=str(name)), *_]):
                yield name
            case ast.Subscript(
                value=ast.Attribute(attr="environ"), slice=ast.Constant(value=str(name)), ctx=ast.Load()
            ):
                yield name
            case ast.Compare(left=ast.Constant(value=str(name)), comparators=[ast.Attribute(attr="environ")]):
                yield name


def sources() -> Iterator[Path]:
    for name in CODE:
        path = ROOT / name
        yield from [path] if path.is_file() else path.rglob("*.py")


def names_in_use() -> set[str]:
    read = {name for file in sources() for name in variables_read(file.read_text())}
    made = {name for pair in MAKE.findall((ROOT / "Makefile").read_text()) for name in pair if name}
    return (read - DJANGO - {"PATH"}) | (made - MAKE_OWN)


def names_documented() -> list[str]:
    return DOCUMENTED.findall((ROOT / "docs" / "settings.md").read_text())


def test_every_variable_that_is_read_is_documented() -> None:
    assert names_in_use() - set(names_documented()) == set()


def test_every_documented_variable_is_read_and_stands_there_once() -> None:
    assert set(names_documented()) - names_in_use() == set()
    assert len(names_documented()) == len(set(names_documented()))


def test_an_undocumented_variable_would_be_found() -> None:
    source = """
import os
env.bool("ONE", default=True)
os.environ["TWO"]
os.environ.get("THREE")
os.getenv("FOUR")
"FIVE" in os.environ
os.environ["WRITTEN"] = "1"
"""
    assert set(variables_read(source)) == {"ONE", "TWO", "THREE", "FOUR", "FIVE"}
