"""Typed values out of plain data: JSON in, frozen dataclasses out, every mistake reported with its path."""

from __future__ import annotations

import dataclasses
import json
import types
import typing
from collections.abc import Mapping
from functools import cache
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from engine.tally import Tally

T = TypeVar("T")


class DataInvalid(ValueError):
    """Plain data that does not have the shape of its type. ``errors`` lists every mistake as ``path: reason``."""

    def __init__(self, errors: list[str]) -> None:
        self.errors = tuple(errors)
        super().__init__("\n".join(errors))


# What is wanted, for whoever reads what was wrong.
_WORDS: Mapping[Any, str] = {int: "a whole number", str: "text", bool: "true or false", float: "a number"}


def build(cls: type[T], data: Any, path: str = "") -> T:
    """A ``cls`` made of ``data``, or one ``DataInvalid`` with all mistakes."""
    errors: list[str] = []
    value = _read(cls, data, path or cls.__name__, errors)
    if errors:
        raise DataInvalid(errors)
    return typing.cast("T", value)


def plain(value: Any) -> Any:
    """The JSON form of a typed value; ``build`` reads it back."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    return value


@cache
def _hints(cls: type) -> dict[str, Any]:
    return get_type_hints(cls)


def _read(kind: Any, data: Any, path: str, errors: list[str]) -> Any:
    if kind is Any:
        return data
    if isinstance(kind, type) and dataclasses.is_dataclass(kind):
        return _read_dataclass(kind, data, path, errors)
    origin = get_origin(kind)
    if origin is Union or origin is types.UnionType:
        return _read_optional(kind, data, path, errors)
    if origin is Literal:
        return _expect(data in get_args(kind), data, path, f"one of {', '.join(get_args(kind))}", errors)
    if origin is tuple:
        return _read_tuple(kind, data, path, errors)
    if origin is not None and issubclass(origin, Mapping):
        key_kind, item_kind = get_args(kind)
        return _read_mapping(key_kind, item_kind, data, path, errors)
    if kind is Tally:
        return Tally(_read_mapping(str, int, data, path, errors))
    # bool is an int to Python, but never where a number is meant.
    fits = isinstance(data, kind) and (kind is bool or not isinstance(data, bool))
    return _expect(fits, data, path, _WORDS.get(kind, kind.__name__), errors)


def _read_dataclass(cls: type, data: Any, path: str, errors: list[str]) -> Any:
    if not isinstance(data, Mapping):
        return _expect(False, data, path, "an object", errors)
    fields = {field.name: field for field in dataclasses.fields(cls)}
    before = len(errors)
    errors += [f"{path}.{name}: unknown field" for name in data if name not in fields]
    values = {}
    for name, field in fields.items():
        if name in data:
            values[name] = _read(_hints(cls)[name], data[name], f"{path}.{name}", errors)
        elif field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING:
            errors.append(f"{path}.{name}: missing")
    return cls(**values) if len(errors) == before else None


def _read_optional(kind: Any, data: Any, path: str, errors: list[str]) -> Any:
    choices = [arg for arg in get_args(kind) if arg is not type(None)]
    return None if data is None else _read(choices[0], data, path, errors)


def _read_tuple(kind: Any, data: Any, path: str, errors: list[str]) -> Any:
    if not isinstance(data, list | tuple):
        return _expect(False, data, path, "a list", errors)
    item_kinds = get_args(kind)
    if item_kinds[-1] is Ellipsis:
        item_kinds = item_kinds[:1] * len(data)
    if len(item_kinds) != len(data):
        return _expect(False, data, path, f"a list of {len(item_kinds)}", errors)
    return tuple(
        _read(item_kind, item, f"{path}[{nth}]", errors)
        for nth, (item_kind, item) in enumerate(zip(item_kinds, data, strict=True))
    )


def _read_mapping(key_kind: Any, item_kind: Any, data: Any, path: str, errors: list[str]) -> Any:
    if not isinstance(data, Mapping):
        return _expect(False, data, path, "an object", errors)
    if get_origin(key_kind) is Literal:
        # A mapping from a closed set of names speaks about each of them, and about nothing else.
        names = get_args(key_kind)
        errors += [f"{path}.{name}: unknown field" for name in data if name not in names]
        errors += [f"{path}.{name}: missing" for name in names if name not in data]
    return {str(key): _read(item_kind, item, f"{path}.{key}", errors) for key, item in data.items()}


def _as_sent(data: Any) -> str:
    """As people and programs write it down, in the words of JSON."""
    return json.dumps(data, ensure_ascii=False, default=str)


def _expect(fits: bool, data: Any, path: str, wanted: str, errors: list[str]) -> Any:
    if not fits:
        errors.append(f"{path}: expected {wanted}, found {_as_sent(data)}")
        return None
    return data
