"""How much a match may be told of: the length of texts and lists, and the size of numbers.

No rules of the game: room for the longest match that two phones can tell, and an end to what a mistaken program sends.
They are looked at before anything else, because all else takes the longer the more there is.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from typing import Any

from engine.errors import Problem, marked

# Events of one match, and what else there is a list of.
EVENTS_MOST, LIST_MOST = 3000, 1000
TEXT_LONGEST = 300
# Gold, attendance and the like; and numbers of which nobody ever needs as many.
NUMBER_MOST = 10_000_000
NUMBERS_MOST: Mapping[str, int] = {
    "minutes": 10_080,
    "could_field": 99,
    "fame_lost": 99,
    "half": 9,
    "turn": 99,
    "used": 99,
}
PLACE_LONGEST = 60


def problems(told: Any, where: str = "") -> Iterator[Problem]:
    """Everything about a report, a part of it or an event that is too long or too large."""
    yield from _looked_at(told, where, "")


def _looked_at(told: Any, where: str, name: str) -> Iterator[Problem]:
    if isinstance(told, str):
        if len(told) > TEXT_LONGEST:
            yield text_too_long(where)
    elif isinstance(told, int):
        most = NUMBERS_MOST.get(name, NUMBER_MOST)
        if abs(told) > most:
            yield _number_too_large(where, most)
    elif isinstance(told, Mapping):
        yield from _listed(told, where, name)
        for key, value in _first(told.items()):
            yield from _looked_at(key, _below(where, key), name)
            yield from _looked_at(value, _below(where, key), name)
    elif isinstance(told, tuple):
        yield from _listed(told, where, name)
        for nth, value in enumerate(_first(told)):
            yield from _looked_at(value, _below(where, getattr(value, "key", nth)), name)
    elif dataclasses.is_dataclass(told):
        for field in dataclasses.fields(told):
            yield from _looked_at(getattr(told, field.name), _below(where, field.name), field.name)


def _first(told: Any) -> list[Any]:
    """As many as are looked at, however many there are."""
    return list(told)[:EVENTS_MOST]


def _listed(told: Mapping[str, Any] | tuple[Any, ...], where: str, name: str) -> Iterator[Problem]:
    if name == "events" and len(told) > EVENTS_MOST:
        yield too_many_events(where)
    elif len(told) > (EVENTS_MOST if name == "events" else LIST_MOST):
        yield Problem(
            "list_too_long",
            marked("Nobody tells of {count} of them; {most} is the most."),
            "match-report",
            where,
            {"count": len(told), "most": LIST_MOST},
        )


def text_too_long(where: str) -> Problem:
    message = marked("A text has at most {most} characters.")
    return Problem("entry_text", message, "match-report", where, {"most": TEXT_LONGEST})


def too_many_events(where: str) -> Problem:
    message = marked("A report tells of {most} events at the most.")
    return Problem("events_too_many", message, "match-report", where, {"most": EVENTS_MOST})


def _number_too_large(where: str, most: int) -> Problem:
    message = marked("The number is too large, or too far below nothing; {most} is the most.")
    return Problem("number_too_large", message, "match-report", where, {"most": most})


def _below(where: str, name: object) -> str:
    part = str(name)[:PLACE_LONGEST]
    return f"{where}.{part}" if where else part
