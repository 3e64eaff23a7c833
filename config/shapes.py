"""The JSON shapes of the engine's dataclasses, as serializers: what the API sends, and what it takes.

A ``Shape`` is sent. A ``Body`` is taken: it documents what ``read`` accepts, and ``read`` is strict: the right
types, nothing unknown, every mistake with its path.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar, Literal, TypeVar, get_args, get_origin, get_type_hints

from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from rest_framework import serializers

from engine.tally import Tally
from engine.typed import DataInvalid, build

T = TypeVar("T")
AnyField = serializers.Field[Any, Any, Any, Any]

WHOLE = "body"


# Comments and not docstrings: the schema would hand these down to every shape that has none of its own.


# A dataclass as it is sent: its fields, and whatever else the subclass declares.
class Shape(serializers.Serializer[Any]):
    shape: ClassVar[type]
    left_out: ClassVar[tuple[str, ...]] = ()

    def get_fields(self) -> dict[str, AnyField]:
        declared = super().get_fields()
        hints = get_type_hints(self.shape)
        own = {
            field.name: _field_of(hints[field.name], type(self)._family(), **self._options(field))
            for field in dataclasses.fields(self.shape)
            if field.name not in self.left_out and field.name not in declared
        }
        return {**own, **declared}

    @classmethod
    def _family(cls) -> type[Shape]:
        return Shape

    def _options(self, field: dataclasses.Field[Any]) -> dict[str, Any]:
        return {}


# A dataclass as it is taken: what has a default may be left out.
class Body(Shape):
    @classmethod
    def _family(cls) -> type[Shape]:
        return Body

    def _options(self, field: dataclasses.Field[Any]) -> dict[str, Any]:
        required = field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
        return {"required": required}


class BodyIsClosed(OpenApiSerializerExtension):
    """An unknown field is refused, and the schema says so."""

    target_class = "config.shapes.Body"
    match_subclasses = True

    def map_serializer(self, auto_schema: AutoSchema, direction: str) -> dict[str, Any]:
        schema: dict[str, Any] = auto_schema._map_serializer(self.target, direction, bypass_extensions=True)
        return {**schema, "additionalProperties": False}


def shape_of(cls: type) -> type[Shape]:
    return _generated(cls, Shape)


def shape_with(cls: type, **more: AnyField) -> type[Shape]:
    """The shape of a dataclass that is sent with fields which it does not have itself."""
    return _made(cls, Shape, more)


def body_of(cls: type) -> type[Shape]:
    return _generated(cls, Body)


def read(cls: type[T], data: Any) -> T:
    """What a request's body says, as a ``cls``; or one ``DataInvalid`` with all mistakes by their paths."""
    try:
        return build(cls, data, WHOLE)
    except DataInvalid as error:
        raise DataInvalid([mistake.removeprefix(f"{WHOLE}.") for mistake in error.errors]) from None


@cache
def _generated(cls: type, family: type[Shape]) -> type[Shape]:
    return _made(cls, family, {})


def _made(cls: type, family: type[Shape], more: Mapping[str, AnyField]) -> type[Shape]:
    # A thing that is both sent and taken has two components in the schema, since only one of them has optional fields.
    name = f"{cls.__name__}{'Body' if family is Body else ''}Serializer"
    return type(name, (family,), {"shape": cls, "__doc__": _doc_of(cls), **more})


def _doc_of(cls: type) -> str:
    doc = cls.__doc__ or ""
    # Without a docstring, a dataclass describes its constructor.
    return "" if doc.startswith(f"{cls.__name__}(") else doc.replace("``", "`")


def _field_of(hint: Any, family: type[Shape], **options: Any) -> AnyField:
    origin, args = get_origin(hint), get_args(hint)
    if origin is typing.Union or origin is types.UnionType:
        (meant,) = (arg for arg in args if arg is not type(None))
        return _field_of(meant, family, allow_null=True, **options)
    if origin is Literal:
        return serializers.ChoiceField(choices=args, **options)
    if origin is tuple:
        return _list_of(args[0], family, **options)
    if origin is not None and issubclass(origin, Mapping):
        return serializers.DictField(child=_field_of(args[1], family), **options)
    if hint is Tally:
        return serializers.DictField(child=serializers.IntegerField(), **options)
    if dataclasses.is_dataclass(hint):
        return _generated(typing.cast("type", hint), family)(**options)
    return _PLAIN[hint](**options)


def _list_of(item: Any, family: type[Shape], **options: Any) -> AnyField:
    if dataclasses.is_dataclass(item):
        return _generated(typing.cast("type", item), family)(many=True, **options)
    return serializers.ListField(child=_field_of(item, family), **options)


_PLAIN: dict[Any, type[AnyField]] = {
    int: serializers.IntegerField,
    str: serializers.CharField,
    bool: serializers.BooleanField,
    Any: serializers.JSONField,
}
