"""Reading what a form has sent, where a form class would be too much."""

from django.http import QueryDict


def whole(typed: QueryDict, name: str) -> int | None:
    """A whole number, or None for whatever else was sent."""
    text = typed.get(name, "").strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 15 else None
