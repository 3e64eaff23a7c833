"""Reading rulesets as they are published. What is not in the data is not found."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from django.db.models import QuerySet
from django.http import Http404

from engine import rulesets
from engine.errors import UnknownName
from engine.rulesets import Roster, Ruleset
from engine.rulesets.export import exported
from engine.rulesets.options import compare, options
from engine.rulesets.paths import Difference
from leagues.mapping import ruleset_of
from leagues.models import AuditEntry, League, StoredRuleset

RULES_CHANGED = "league.rules_changed"


def ruleset_list() -> tuple[Ruleset, ...]:
    """Every edition, the one to suggest last."""
    return tuple(sorted(map(rulesets.get, rulesets.available()), key=lambda ruleset: ruleset.order))


@dataclass(frozen=True, slots=True)
class Version:
    """An edition as it is published now, by its key, or as it was when a league chose it, by its hash."""

    name: str
    ruleset: Ruleset
    since: datetime | None = None  # when it was stored; none: as it is now


def version_list() -> tuple[Version, ...]:
    """Every edition as it is, then the older versions that leagues still play by."""
    now = ruleset_list()
    older = (
        StoredRuleset.objects.filter(pk__in=League.objects.values("edition"))
        .exclude(pk__in=[ruleset.content_hash for ruleset in now])
        .order_by("key", "-stored_at")
    )
    return (
        *(Version(ruleset.key, ruleset) for ruleset in now),
        *(Version(stored.pk, ruleset_of(stored.pk), stored.stored_at) for stored in older),
    )


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


def rule_changes(league: League) -> QuerySet[AuditEntry]:
    """When the league changed its rules, and who did it; the latest first."""
    entries = AuditEntry.objects.filter(league=league, action=RULES_CHANGED)
    return entries.select_related("actor").order_by("-at", "-pk")


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
    names = {place: option.name for option in options() for place in option.changes(True)}
    found = compare(edition, played)
    return tuple(HouseRule(line.path, _name(line, names), line.was, line.now) for line in found)


def _name(line: Difference, names: Mapping[str, str]) -> str:
    """The option that changes this place; in a list of words, that of the first word which came or went."""
    if not isinstance(line.was, list) or not isinstance(line.now, list) or line.path in names:
        return names.get(line.path, "")
    moved = [word for word in (*line.was, *line.now) if (word in line.was) != (word in line.now)]
    return next((names[f"{line.path}.{word}"] for word in moved if f"{line.path}.{word}" in names), "")
