"""Every refusal of the project, read from its source: error classes, and the codes of problems.

``python -m tests.engine.error_catalogue`` writes docs/errors.md; a test fails while that file is out of step.
"""

from __future__ import annotations

import ast
import string
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("config", "engine", "leagues", "teams", "matches")
DOCUMENT = ROOT / "docs" / "errors.md"
INTRODUCTION = """# Errors

Written by `python -m tests.engine.error_catalogue`; a test fails when a code is missing here. Codes are never renamed.

An *impossible act* is an error: one code, named data, the rule it comes from. An *imperfect state* is a list of
problems, all of them at once; they travel inside the error that refuses the whole (`draft_illegal`, `report_illegal`,
`refused`). Words in braces are filled in from the named data, which the API also gives as `params`. The rule is a key
of the ruleset's `rules`, where its name and its place in the book stand.
"""


@dataclass(frozen=True, slots=True)
class ErrorClass:
    name: str
    base: str
    code: str
    message: str
    rule: str
    meaning: str
    given: frozenset[str]  # data that the class itself adds
    module: str


@dataclass(frozen=True, slots=True)
class ProblemCode:
    code: str
    messages: tuple[str, ...]
    rule: str
    given: frozenset[str] | None  # None: put together elsewhere
    module: str


@cache
def sources() -> dict[str, ast.Module]:
    files = [file for package in PACKAGES for file in sorted((ROOT / package).rglob("*.py"))]
    return {str(file.relative_to(ROOT)): ast.parse(file.read_text("utf-8")) for file in files}


def placeholders(message: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(message) if name}


@cache
def error_classes() -> dict[str, ErrorClass]:
    """Every class that descends from ``EngineError``, by name."""
    known: dict[str, ErrorClass] = {}
    grew = True
    while grew:
        before = len(known)
        for module, tree in sources().items():
            for node in ast.walk(tree):
                if isinstance(node, ast.ClassDef) and (node.name == "EngineError" or _base(node) in known):
                    known.setdefault(node.name, _error_class(node, known, module))
        grew = len(known) > before
    return known


def error_calls() -> Iterator[tuple[ErrorClass, set[str], str]]:
    """Each place where an error is made: the class, the names of the data given, where."""
    for module, tree in sources().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in error_classes():
                names = {keyword.arg for keyword in node.keywords if keyword.arg}
                yield error_classes()[node.func.id], names, f"{module}:{node.lineno}"


@cache
def problem_codes() -> tuple[ProblemCode, ...]:
    """Each ``Problem`` that is made with a code of its own (others carry an error's)."""
    return tuple(
        problem
        for module, tree in sources().items()
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Call)
        for problem in _problem(node, function, module)
    )


def _base(node: ast.ClassDef) -> str:
    return node.bases[0].id if node.bases and isinstance(node.bases[0], ast.Name) else ""


def _error_class(node: ast.ClassDef, known: dict[str, ErrorClass], module: str) -> ErrorClass:
    parent = known.get(_base(node))
    own = dict(_class_texts(node))
    given = {
        keyword.arg
        for call in ast.walk(node)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "__init__"
        for keyword in call.keywords
        if keyword.arg
    }
    return ErrorClass(
        name=node.name,
        base=_base(node),
        code=own.get("code", parent.code if parent else ""),
        message=own.get("message", parent.message if parent else ""),
        rule=own.get("rule", parent.rule if parent else ""),
        meaning=(ast.get_docstring(node) or "").split("\n")[0],
        given=frozenset(given) | (parent.given if parent else frozenset()),
        module=module,
    )


def _class_texts(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for statement in node.body:
        target = (
            statement.targets[0]
            if isinstance(statement, ast.Assign)
            else statement.target
            if isinstance(statement, ast.AnnAssign)
            else None
        )
        if isinstance(target, ast.Name) and isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value:
            text = _text(statement.value)
            if text is not None:
                yield target.id, text


def _text(node: ast.expr) -> str | None:
    """A literal, a literal that is marked for translation, or an f-string with its gaps shown."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "marked":
        return _text(node.args[0])
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in node.values)
    return None


def _problem(node: ast.Call, function: ast.FunctionDef, module: str) -> Iterator[ProblemCode]:
    direct = isinstance(node.func, ast.Name) and node.func.id == "Problem"
    if not direct or not isinstance(node.args[0], ast.Constant):
        return
    # A message chosen before the call is looked for in the whole function.
    candidates = [node.args[1]] if _is_marked(node.args[1]) else list(filter(_is_marked, ast.walk(function)))
    rule = _text(node.args[2]) if len(node.args) > 2 else ""
    params = node.args[4] if len(node.args) > 4 else ast.Dict([], [])
    given = _keys(params) if isinstance(params, ast.Dict) else None
    messages = tuple(_text(one) or "" for one in candidates if isinstance(one, ast.expr))
    yield ProblemCode(str(node.args[0].value), messages, rule or "", given, module)


def _keys(params: ast.Dict) -> frozenset[str]:
    return frozenset(str(key.value) for key in params.keys if isinstance(key, ast.Constant))


def _is_marked(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "marked"


def rendered() -> str:
    errors = sorted(error_classes().values(), key=lambda error: error.code)
    error_rows = [
        f'| <a id="{error.code}"></a>`{error.code}` | {error.message} | {_shown(error.rule)} | {error.module} |'
        for error in errors
    ]
    problem_rows = sorted(
        f'| <a id="{one.code}"></a>`{one.code}` | {" / ".join(one.messages)} | {_shown(one.rule)} | {one.module} |'
        for one in problem_codes()
    )
    head = ["| code | message | rule | refused in |", "|---|---|---|---|"]
    lines = [INTRODUCTION, "## Errors\n", *head, *error_rows, "\n## Problems\n", *head, *dict.fromkeys(problem_rows)]
    return "\n".join(lines) + "\n"


def _shown(rule: str) -> str:
    return f"`{rule}`" if rule else ""


if __name__ == "__main__":
    DOCUMENT.write_text(rendered(), encoding="utf-8")
