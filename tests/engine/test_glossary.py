"""docs/glossary.md: one word per idea, and each of them really in the code."""

from __future__ import annotations

import ast
import re
from collections import Counter

from tests.engine.error_catalogue import ROOT, sources

ROWS = re.findall(
    r"^\| (?P<word>[^|]+) \| [^|]+ \| `(?P<name>[\w.]+)` \|$",
    (ROOT / "docs" / "glossary.md").read_text("utf-8"),
    flags=re.MULTILINE,
)


def defined_in(body: list[ast.stmt]) -> dict[str, ast.stmt]:
    names: dict[str, ast.stmt] = {}
    for statement in body:
        if isinstance(statement, ast.ClassDef | ast.FunctionDef):
            names[statement.name] = statement
        elif isinstance(statement, ast.Assign):
            names |= {target.id: statement for target in statement.targets if isinstance(target, ast.Name)}
        elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            names[statement.target.id] = statement
    return names


def exists(dotted: str) -> bool:
    """``package.module.Name`` or ``package.module.Class.member``, where a package may hold the name in any module."""
    parts = dotted.split(".")
    for cut in range(len(parts) - 1, 0, -1):
        path, (name, *member) = "/".join(parts[:cut]), parts[cut:]
        for file, tree in sources().items():
            if file == f"{path}.py" or file.startswith(f"{path}/"):
                found = defined_in(tree.body).get(name)
                if found and not member:
                    return True
                if isinstance(found, ast.ClassDef) and member[0] in defined_in(found.body):
                    return True
    return False


def test_every_word_of_the_glossary_is_in_the_code() -> None:
    assert len(ROWS) > 50
    assert [name for _, name in ROWS if not exists(name)] == []


def test_a_word_has_one_meaning() -> None:
    words = Counter(word for row in ROWS for word in row[0].split(", "))
    assert [word for word, times in words.items() if times > 1] == []


def test_a_name_that_is_not_there_is_noticed() -> None:
    assert not exists("engine.history.Reason")
    assert not exists("engine.history.Cause.reason")
