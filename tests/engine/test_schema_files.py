"""The schema files are what the dataclasses make them, and every data file is valid by them."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from engine import rulesets
from engine.rulesets.loading import published
from engine.rulesets.schema import FOLDER, schema_files, text_of

DATA = FOLDER.parent
FILES = sorted(path for key in rulesets.available() for path in (DATA / key).rglob("*.json"))


def schema_of(path: Path) -> dict[str, Any]:
    name = "team.schema.json" if path.parent.name == "teams" else f"{path.stem}.schema.json"
    found: dict[str, Any] = json.loads((FOLDER / name).read_text("utf-8"))
    return found


def test_the_files_are_what_the_dataclasses_make_them() -> None:
    """`python -m engine.rulesets.schema` writes them anew."""
    assert {path.name: path.read_text("utf-8") for path in FOLDER.glob("*.json")} == {
        name: text_of(document) for name, document in schema_files().items()
    }


@pytest.mark.parametrize("path", [path for path in FILES if path.name != "ruleset.json"], ids=str)
def test_a_data_file_is_valid_by_its_schema(path: Path) -> None:
    Draft202012Validator(schema_of(path)).validate(json.loads(path.read_text("utf-8")))


@pytest.mark.parametrize("key", rulesets.available())
def test_a_whole_ruleset_is_valid_by_its_schema(key: str) -> None:
    validator = Draft202012Validator(json.loads((FOLDER / "ruleset.schema.json").read_text("utf-8")))
    data = published(key)
    validator.validate(data)
    spoiled = copy.deepcopy(data)
    spoiled["teams"][0]["positions"][0]["cost"] = "cheap"
    spoiled["surprise"] = 1
    assert len(list(validator.iter_errors(spoiled))) == 2


def test_the_options_are_valid_by_their_schema() -> None:
    options = json.loads((DATA / "options.json").read_text("utf-8"))
    Draft202012Validator(json.loads((FOLDER / "options.schema.json").read_text("utf-8"))).validate(options)


STORED: dict[str, dict[str, list[str]]] = json.loads(Path(__file__).with_name("stored_shape.json").read_text("utf-8"))


@pytest.mark.parametrize("name", STORED)
def test_a_ruleset_that_was_stored_before_can_still_be_read(name: str) -> None:
    """Leagues keep the rules they were founded with: fields may come with a default, and none may go."""
    now = schema_files()["ruleset.schema.json"]["$defs"][name]
    assert set(STORED[name]["fields"]) <= set(now["properties"])
    assert set(now.get("required", [])) <= set(STORED[name]["required"])
