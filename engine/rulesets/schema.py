"""JSON Schema of the data files, made from the dataclasses that read them: for editors and for authors of team lists.

``python -m engine.rulesets.schema`` writes ``rosters_data/schema/``; a test fails when a file there differs from this.
"""

from __future__ import annotations

import dataclasses
import json
import types
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from engine.rulesets.model import Roster, Ruleset
from engine.rulesets.options import Option
from engine.tally import Tally

FOLDER = Path(__file__).resolve().parent.parent.parent / "rosters_data" / "schema"
# Parts that are large enough for a file of their own.
OWN_FILES = (
    "stars",
    "skills",
    "inducements",
    "decks",
    "card_uses",
    "events",
    "balls",
    "hall_of_fame",
    "referees",
    "stadiums",
    "sponsors",
    "weather",
    "kickoff",
    "prayers",
    "injury",
    "likely",
)
_PLAIN = {int: "integer", str: "string", bool: "boolean"}


def schema_files() -> dict[str, dict[str, Any]]:
    """By file name: the whole ruleset, a team list, the options, and each part that has a file of its own."""
    parts = {field.name: get_type_hints(Ruleset)[field.name] for field in dataclasses.fields(Ruleset)}
    wholes = {"ruleset": Ruleset, "team": Roster, "options": tuple[Option, ...]}
    files = {**wholes, **{name: parts[name] for name in OWN_FILES}}
    return {f"{name}.schema.json": document(kind) for name, kind in sorted(files.items())}


def document(kind: Any) -> dict[str, Any]:
    named: dict[str, dict[str, Any]] = {}
    body = _schema(kind, named)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **body, "$defs": dict(sorted(named.items()))}


def _schema(kind: Any, named: dict[str, dict[str, Any]]) -> dict[str, Any]:
    origin, args = get_origin(kind), get_args(kind)
    if kind is Any:
        return {}
    if kind in _PLAIN:
        return {"type": _PLAIN[kind]}
    if kind is Tally:
        return {"type": "object", "additionalProperties": {"type": "integer"}}
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        return _reference(kind, named)
    if origin is Union or origin is types.UnionType:
        return {"anyOf": [{"type": "null"} if arg is type(None) else _schema(arg, named) for arg in args]}
    if origin is Literal:
        return {"enum": list(args)}
    if origin is tuple:
        return {"type": "array", "items": _schema(args[0], named)}
    if origin is not None and issubclass(origin, Mapping):
        return _mapping(args, named)
    raise TypeError(f"{kind} has no schema")


def _mapping(args: tuple[Any, ...], named: dict[str, dict[str, Any]]) -> dict[str, Any]:
    key, value = args
    if get_origin(key) is Literal:
        names = list(get_args(key))
        properties = {name: _schema(value, named) for name in names}
        return {"type": "object", "properties": properties, "required": names, "additionalProperties": False}
    return {"type": "object", "additionalProperties": _schema(value, named)}


def _reference(cls: type, named: dict[str, dict[str, Any]]) -> dict[str, Any]:
    if cls.__name__ not in named:
        named[cls.__name__] = {}  # so that a class that holds itself ends
        hints = get_type_hints(cls)
        fields = dataclasses.fields(cls)
        named[cls.__name__] = {
            "type": "object",
            "properties": {field.name: _schema(hints[field.name], named) for field in fields},
            "required": [field.name for field in fields if _is_required(field)],
            "additionalProperties": False,
        }
    return {"$ref": f"#/$defs/{cls.__name__}"}


def _is_required(field: dataclasses.Field[Any]) -> bool:
    return field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING


def text_of(document: Mapping[str, Any]) -> str:
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, content in schema_files().items():
        (FOLDER / name).write_text(text_of(content), encoding="utf-8")
