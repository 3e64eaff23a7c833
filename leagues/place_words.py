"""An address of a ruleset as people would say it: ``teams.orc.positions.goblin.cost`` is Orc · Goblin · Cost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from config.words import CHARACTERISTIC_NAMES, FIELDS, word
from engine.rulesets import Ruleset
from engine.rulesets.paths import name_of
from engine.typed import plain

BETWEEN = " · "


class PlaceWords:
    """Speaks of places that one of these rulesets has: the first that knows an entry names it."""

    def __init__(self, *rulesets: Ruleset) -> None:
        self._data = [plain(ruleset) for ruleset in rulesets]

    def __call__(self, path: str) -> str:
        parts, held = path.split("."), list(self._data)
        said: list[str] = []
        for nth, part in enumerate(parts):
            named = [_name(one, part) for one in held]
            held = [_below(one, part) for one in held]
            # What holds entries needs no word: the entry that follows has a name of its own.
            holds_entries = any(
                isinstance(one, list) and any(isinstance(entry, Mapping) for entry in one) for one in held
            )
            if nth + 1 == len(parts) or not holds_entries:
                said.append(next(filter(None, named), _field(part)))
        return BETWEEN.join(said)


def _holds_entries(data: Any) -> bool:
    return isinstance(data, list) and any(isinstance(entry, Mapping) for entry in data)


def _below(data: Any, part: str) -> Any:
    if isinstance(data, list):
        return next((entry for entry in data if name_of(entry) == part), None)
    return data.get(part) if isinstance(data, Mapping) else None


def _name(data: Any, part: str) -> str:
    """The name of an entry of a list; a field has none but its word."""
    entry = _below(data, part) if isinstance(data, list) else None
    return str(entry.get("name") or entry.get("title") or part) if isinstance(entry, Mapping) else ""


def _field(part: str) -> str:
    if part in CHARACTERISTIC_NAMES:
        return word("characteristic-name", part)
    return word("field", part) if part in FIELDS else part.replace("_", " ").replace("-", " ").capitalize()
