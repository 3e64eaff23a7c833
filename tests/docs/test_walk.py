"""docs/walk.md leads from the form to the standings through code that is there, in ten files or fewer."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
WALK = (ROOT / "docs" / "walk.md").read_text("utf-8")
STOPS = re.findall(r"^## (\d+)\. `([\w/.]+)`\n(.*?)(?=^## |\Z)", WALK, flags=re.MULTILINE | re.DOTALL)
# A selector is opened by a page of its own, later: no file before it leads there.
OPENED_LATER = "matches/selectors/seasons.py"


def defined_in(file: str) -> set[str]:
    nodes = ast.walk(ast.parse((ROOT / file).read_text("utf-8")))
    return {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)}


def named_in(text: str) -> list[str]:
    return re.findall(r"`(_?[a-z]\w+|[A-Z]\w+)(?:\(\))?`", text)


def test_a_newcomer_reads_ten_files_or_fewer() -> None:
    assert [int(number) for number, _, _ in STOPS] == list(range(1, len(STOPS) + 1))
    assert len(STOPS) <= 10
    assert (STOPS[0][1].split("/")[1], STOPS[-1][1]) == ("web", "engine/season/standings.py")


@pytest.mark.parametrize(("number", "file", "text"), STOPS, ids=[file for _, file, _ in STOPS])
def test_what_a_stop_names_is_there(number: str, file: str, text: str) -> None:
    elsewhere = {name for other in re.findall(r"`([\w/]+\.py)`", text) for name in defined_in(other)}
    kinds = {"match"}  # of a cause, not a function
    known = defined_in(file) | elsewhere | kinds | {"MatchReport", "MatchPlayed"}
    names = named_in(text)
    assert [name for name in names if name not in known] == []
    assert set(names) & defined_in(file)


def test_each_stop_is_reached_from_one_before() -> None:
    for nth, (_, file, text) in enumerate(STOPS):
        if nth == 0 or file == OPENED_LATER:
            continue
        before = " ".join((ROOT / earlier).read_text("utf-8") for _, earlier, _ in STOPS[:nth])
        entries = [name for name in named_in(text) if name in defined_in(file)]
        assert any(re.search(rf"\b{name}\b", before) for name in entries), file
