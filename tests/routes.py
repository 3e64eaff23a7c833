"""Every route there is, found in the resolver: what a table of routes has to list."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver


@dataclass(frozen=True, slots=True)
class Route:
    name: str  # with its namespace
    pattern: str
    view: Callable[..., Any]

    @property
    def methods(self) -> frozenset[str]:
        """The methods that its view answers, as far as a test has to know them: GET and POST."""
        return frozenset(_methods_of(self.view)) & {"GET", "POST"}


def routes() -> list[Route]:
    return list(_walk(get_resolver().url_patterns, "", ""))


def _walk(patterns: list[URLPattern | URLResolver], namespace: str, prefix: str) -> Iterator[Route]:
    for one in patterns:
        route = prefix + str(one.pattern)
        if isinstance(one, URLResolver):
            inner = f"{namespace}{one.namespace}:" if one.namespace else namespace
            yield from _walk(one.url_patterns, inner, route)
        else:
            assert one.name, f"{route} has no name"
            yield Route(f"{namespace}{one.name}", route, one.callback)


def _methods_of(view: Callable[..., Any]) -> Iterator[str]:
    cls = getattr(view, "cls", None) or getattr(view, "view_class", None)
    if cls is not None:
        yield from (name.upper() for name in cls.http_method_names if hasattr(cls, name))
        return
    yield from _decorated(view)


def _decorated(view: Callable[..., Any]) -> list[str]:
    """The list that ``require_http_methods`` keeps in its closure, under whatever other decorators stand above it."""
    layer: Any = view
    while layer is not None:
        held = zip(layer.__code__.co_freevars, layer.__closure__ or (), strict=True)
        for name, cell in held:
            if name == "request_method_list":
                return list(cell.cell_contents)
        layer = getattr(layer, "__wrapped__", None)
    raise AssertionError(f"{view.__name__} does not say which methods it answers: @require_safe, @require_POST, ...")
