"""Reading rulesets as they are published. What is not in the data is not found."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from django.http import Http404

from engine import rulesets
from engine.errors import UnknownName
from engine.rulesets import Roster, Ruleset
from engine.rulesets.export import exported
from engine.rulesets.options import compare, options
from leagues.mapping import ruleset_of
from leagues.models import League


def ruleset_list() -> tuple[Ruleset, ...]:
    return tuple(rulesets.get(key) for key in rulesets.available())


def playable_list() -> tuple[Ruleset, ...]:
    """Those that a league can be founded on; the newest last."""
    return tuple(ruleset for ruleset in ruleset_list() if not ruleset.preview)


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


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A place in which a league differs from its edition."""

    path: str
    name: str  # of the option that changed it, where there is one
    was: Any
    now: Any


def house_rules_of(league: League) -> tuple[HouseRule, ...]:
    """What is house-ruled, as one diff."""
    if league.edition_id == league.ruleset_id:
        return ()
    edition, played = ruleset_of(league.edition_id), ruleset_of(league.ruleset_id)
    return tuple(HouseRule(line.path, _option_name(line.path), line.was, line.now) for line in compare(edition, played))


@cache
def _option_name(path: str) -> str:
    """The option that changes this place, or a word in the list that stands there."""
    places = ((place, option.name) for option in options() for place in option.changes(True))
    return next((name for place, name in places if place == path or place.startswith(f"{path}.")), "")
