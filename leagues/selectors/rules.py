"""Reading rulesets as they are published. What is not in the data is not found."""

from django.http import Http404

from engine import rulesets
from engine.errors import UnknownName
from engine.rulesets import Roster, Ruleset


def ruleset_list() -> tuple[Ruleset, ...]:
    return tuple(rulesets.get(key) for key in rulesets.available())


def ruleset_get(key: str) -> Ruleset:
    try:
        return rulesets.get(key)
    except UnknownName:
        raise Http404 from None


def roster_get(ruleset: Ruleset, key: str) -> Roster:
    try:
        return ruleset.roster(key)
    except UnknownName:
        raise Http404 from None
