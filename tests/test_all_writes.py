"""Every write goes through ``write()``: whoever touches a row does so inside it, or is only ever called from there.

The source is read, not run: a row that is written in a branch that no test takes is found as well.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
APPS = ("config", "leagues", "teams", "matches")
# These set the program up or start it: no league is theirs to write to.
NOT_OURS = ("migrations", "ops")
# Where the rows of ``write()`` itself are written.
THE_WAY_ITSELF = {"config/writing.py"}
SHELL = "create_superuser"  # Django's command for whoever owns the machine
ALWAYS = {"bulk_create", "bulk_update", "get_or_create", "update_or_create", "create_user", "create_superuser"}
# Names that plain Python uses as well: a row is written when nothing, or only names, are handed over.
BY_NAME_ALONE = {"save", "update", "delete", "create"}
# Rows of a many-to-many relation.
RELATED = {"set", "add", "remove", "clear"}


@dataclass(frozen=True)
class Place:
    file: str
    function: str  # the outermost one; empty for the module itself
    line: int
    inside: bool  # within ``with write(...)``
    method: bool = False  # the function is one of a class: only ``something.function`` can mean it
    seen: frozenset[str] = frozenset()  # of a mention: the modules that its file imports
    bare: bool = False  # of a mention: it is not ``something.function``


def sources() -> Iterator[tuple[str, str]]:
    for app in APPS:
        for file in sorted((ROOT / app).rglob("*.py")):
            name = str(file.relative_to(ROOT))
            if not set(NOT_OURS) & set(file.parts) and name not in THE_WAY_ITSELF:
                yield name, file.read_text("utf-8")


@cache
def relations() -> frozenset[str]:
    from django.apps import apps

    fields = (field for model in apps.get_models() for field in model._meta.get_fields(include_hidden=False))
    return frozenset(field.name for field in fields if field.many_to_many)


def writes(call: ast.Call) -> bool:
    if not isinstance(call.func, ast.Attribute):
        return False
    name, on = call.func.attr, call.func.value
    if name in ALWAYS:
        return True
    if name in BY_NAME_ALONE:
        return not call.args
    return name in RELATED and isinstance(on, ast.Attribute) and on.attr in relations()


def opens(node: ast.AST, openers: frozenset[str]) -> bool:
    calls = [item.context_expr for item in node.items] if isinstance(node, ast.With) else []
    return any(isinstance(call, ast.Call) and getattr(call.func, "id", "") in openers for call in calls)


def openers_in(files: list[tuple[str, str]]) -> frozenset[str]:
    """``write`` itself, and context managers that hand over within it."""
    write = frozenset({"write"})
    managers = (
        node
        for _, source in files
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef)
        and any(getattr(one, "id", "") == "contextmanager" for one in node.decorator_list)
    )
    blocks = ((node.name, one) for node in managers for one in ast.walk(node) if opens(one, write))
    return write | {name for name, block in blocks if any(isinstance(one, ast.Yield) for one in ast.walk(block))}


def walk(
    node: ast.AST, file: str, openers: frozenset[str], function: str = "", inside: bool = False, of_class: bool = False
) -> Iterator[tuple[ast.AST, Place]]:
    """Every node with its place. A function of a class goes by its own name, one inside another by the outer one's."""
    for child in ast.iter_child_nodes(node):
        outer, within, method = function, inside, of_class
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            outer = function or child.name
            method = of_class if function else isinstance(node, ast.ClassDef)
        elif opens(child, openers):
            within = True
        yield child, Place(file, outer, getattr(child, "lineno", 0), within, method)
        yield from walk(child, file, openers, outer, within, method)


def unguarded(files: list[tuple[str, str]]) -> list[str]:
    """Writes that can be reached without ``write()``, each with the way there.

    A function counts as called wherever its name stands, so one that is handed on as a value is not overlooked.
    """
    mentions: dict[str, list[Place]] = {}
    rows: list[Place] = []
    openers = openers_in(files)
    for file, source in files:
        tree = ast.parse(source)
        seen = frozenset(modules_seen_by(tree))
        for node, place in walk(tree, file, openers):
            name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
            place = replace(place, seen=seen, bare=isinstance(node, ast.Name))
            if isinstance(node, ast.Name | ast.Attribute):
                mentions.setdefault(name, []).append(place)
            if isinstance(node, ast.Call) and writes(node):
                rows.append(place)
    return [way for row in rows if (way := way_out(row, mentions))]


def modules_seen_by(tree: ast.Module) -> set[str]:
    """The modules that a file imports, and whatever it takes from a package."""
    taken = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return {
        name for node in taken for name in (node.module, *(f"{node.module}.{one.name}" for one in node.names)) if name
    }


def module_of(file: str) -> str:
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def way_out(row: Place, mentions: dict[str, list[Place]]) -> str:
    """How this row can be written from outside ``write()``; nothing if it cannot."""
    waiting, seen = [(row, row.function)] if not row.inside else [], {(row.file, row.function)}
    while waiting:
        place, way = waiting.pop()
        callers = [one for one in mentions.get(place.function, []) if calls(one, place)]
        if (not place.function or not callers) and place.function != SHELL:
            return f"{row.file}:{row.line} {way}"
        for caller in callers:
            if not caller.inside and (caller.file, caller.function) not in seen:
                seen.add((caller.file, caller.function))
                waiting.append((caller, f"{way} < {caller.function or caller.file}"))
    return ""


def calls(one: Place, place: Place) -> bool:
    """Whether this mention may be of that function: names with an underscore are their module's own."""
    if one.function in (place.function, SHELL) or (place.method and one.bare):
        return False
    if one.file == place.file:
        return True
    module = module_of(place.file)
    known = any(module == other or module.startswith(f"{other}.") for other in one.seen)
    return known and not place.function.startswith("_")


def test_every_write_goes_through_write() -> None:
    files = list(sources())
    assert len(files) > 100
    assert unguarded(files) == []


def test_there_are_writes_to_guard() -> None:
    found = [file for file, source in sources() for node in ast.walk(ast.parse(source)) if is_write(node)]
    assert len(found) > 50
    assert {"teams/services/ledger.py", "matches/services/reports.py", "leagues/services/leagues.py"} <= set(found)


def is_write(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and writes(node)


NEAR = "def act():\n    with near():\n        team.save()\n@contextmanager\ndef near():\n"
BEFORE = "def act(): \n    with write('x', actor=None) as writing:\n        keep()\n"


@pytest.mark.parametrize(
    "source",
    [
        "def act():\n    Team.objects.create(name='x')",
        "def act():\n    team.save(update_fields=['coach'])",
        "def act():\n    Match.objects.filter(pk=1).update(status='live')",
        "def act():\n    Draft.objects.all().delete()",
        "def act():\n    cause.teams.set([1])",
        f"{BEFORE}    keep()\ndef keep():\n    team.save()",
        f"{BEFORE}def keep():\n    team.save()\nKEEPERS = {{'x': keep}}",
        "def act():\n    def inner():\n        team.save()\n    return inner",
        NEAR + "    with write('x'):\n        pass\n    yield\n",
        "class View:\n    def post(self):\n        Team.objects.bulk_create([])",
    ],
)
def test_a_write_outside_would_be_noticed(source: str) -> None:
    assert unguarded([("teams/web/wrong.py", source)])


@pytest.mark.parametrize(
    "source",
    [
        f"{BEFORE}def keep():\n    team.save()",
        f"{BEFORE}def keep():\n    row()\ndef row():\n    Team.objects.create(name='x')",
        NEAR + "    with write('x'):\n        yield\n",
        "def act():\n    attrs.update({'a': 1})\n    seen.add(1)\n    image.save(file, 'PNG')",
    ],
)
def test_a_write_inside_is_not(source: str) -> None:
    assert unguarded([("teams/services/right.py", source)]) == []
