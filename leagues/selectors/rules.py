"""Reading rulesets as they are published. What is not in the data is not found."""

from functools import cache
from typing import Any

from django.http import Http404

from engine import rulesets
from engine.errors import UnknownName
from engine.rulesets import Roster, Ruleset
from engine.rulesets.export import exported


def ruleset_list() -> tuple[Ruleset, ...]:
    return tuple(rulesets.get(key) for key in rulesets.available())


def ruleset_get(key: str) -> Ruleset:
    try:
        return rulesets.get(key)
    except UnknownName:
        raise Http404 from None


@cache
def ruleset_document(key: str) -> dict[str, Any]:
    """A published ruleset as one document. It never changes while the program runs."""
    return exported(ruleset_get(key))


def roster_get(ruleset: Ruleset, key: str) -> Roster:
    try:
        return ruleset.roster(key)
    except UnknownName:
        raise Http404 from None
