"""The tables of a league laid out for reading: every field of theirs, with its address and the way to say it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from engine.rulesets import Ruleset
from engine.rulesets.paths import name_of
from engine.rulesets.tables import DieTable, Payment
from engine.typed import plain

# What has no page of its own.
TABLES = (
    "improvement",
    "bounds",
    "special_rules",
    "journeymen",
    "upkeep",
    "spiralling",
    "concession",
    "friendly",
    "overtime",
    "walkover",
    "likely",
    "extra_turns",
    "redraft",
    "stadiums",
    "sponsors",
    "variants",
)
GOLD = frozenset(
    {
        "agent_fee",
        "amount",
        "base",
        "breakpoint",
        "bribe",
        "cancel_cost",
        "cap",
        "cost",
        "fund_credit",
        "fund_payment",
        "gain_unit",
        "gold",
        "per_casualty",
        "per_draw",
        "per_match",
        "per_touchdown",
        "per_win",
        "star_cheaper",
        "star_least",
        "start",
        "step",
        "unit",
        "visitor_gold",
        "winnings",
    }
)
FORMS = {
    "characteristic": "word:characteristic-name",
    "barred": "word:characteristic-name",
    "offers": "word:gain",
    "double_offers": "word:gain",
    "keeps": "word:kept",
    "winner_takes": "word:kept",
    "loses": "word:kept",
    "modifier": "signed",
    "hired_at": "word:hired-at",
    "of": "word:stadium-word",
    "offer": "word:stadium-word",
    "fame_lost": "word:stadium-word",
}
# What the entries of a table go by, the last that there is.
_NAMES = ("key", "name", "when", "title")


@dataclass(frozen=True, slots=True)
class Cell:
    at: str
    value: Any
    form: str


@dataclass(frozen=True, slots=True)
class Row:
    name: str
    named: str  # the field that its name stands in
    at: str
    span: Any  # the row itself if it stands for a stretch of a throw
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    at: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]

    @property
    def spans(self) -> bool:
        return any(row.span for row in self.rows)

    @property
    def names(self) -> bool:
        return any(row.name for row in self.rows)


@dataclass(frozen=True, slots=True)
class Sheet:
    """One of the tables, or a table within it."""

    at: str
    title: str  # of an entry that has a name; others go by their field
    effect: str
    cells: tuple[Cell, ...]
    grids: tuple[Grid, ...]
    parts: tuple[Sheet, ...]


def sheets(ruleset: Ruleset) -> list[Sheet]:
    """What the ruleset has of these tables, in this order."""
    there = ((name, getattr(ruleset, name)) for name in TABLES)
    # A table that is a list holds nothing but itself.
    return [_sheet(name, {"": held} if isinstance(held, tuple) else _held(held)) for name, held in there if held]


def _sheet(at: str, held: Mapping[str, Any], title: str = "") -> Sheet:
    cells: list[Cell] = []
    grids: list[Grid] = []
    parts: list[Sheet] = []
    for field, value in held.items():
        place = f"{at}.{field}" if field else at
        if field in (*_NAMES, "effect") or _is_empty(value) or _is_on_another_page(value):
            continue
        if _is_plain(value):
            cells.append(Cell(place, value, "gold" if at == "improvement.values" else _form(field, value)))
        elif isinstance(value, tuple) and any(_is_deep(entry) for entry in value):
            parts += [_sheet(f"{place}.{entry.key}", _held(entry), entry.name) for entry in value]
        elif isinstance(value, tuple):
            grids.append(_grid(place, value))
        else:
            parts.append(_sheet(place, _held(value)))
    return Sheet(at, title, str(held.get("effect", "")), tuple(cells), tuple(grids), tuple(parts))


def _held(value: Any) -> dict[str, Any]:
    """What a table holds, by field."""
    if isinstance(value, Mapping):
        return dict(value)
    return {field.name: getattr(value, field.name) for field in fields(value)}


def _grid(at: str, entries: tuple[Any, ...]) -> Grid:
    wide = [field.name for field in fields(entries[0]) if field.name not in (*_NAMES, "first", "last")]
    columns = tuple(field for field in wide if not all(_is_empty(getattr(entry, field)) for entry in entries))
    return Grid(at, columns, tuple(_row(at, nth, entry, columns) for nth, entry in enumerate(entries)))


def _row(at: str, nth: int, entry: Any, columns: tuple[str, ...]) -> Row:
    place = f"{at}.{name_of(plain(entry)) or nth}"
    # A modifier goes by what it is for, a row of costs by its title.
    named = next((name for name in reversed(_NAMES) if hasattr(entry, name)), "")
    values = ((name, getattr(entry, name)) for name in columns)
    cells = tuple(Cell(f"{place}.{name}", value, _form(name, value)) for name, value in values)
    return Row(getattr(entry, named, ""), named, place, entry if hasattr(entry, "first") else None, cells)


def _form(field: str, value: Any) -> str:
    if isinstance(value, Payment):
        return "payment"
    if field.endswith("dice"):
        return "dice"
    return "gold" if field in GOLD else FORMS.get(field, "")


def _is_plain(value: Any) -> bool:
    """Something that is said in one breath."""
    if isinstance(value, tuple):
        return not any(is_dataclass(entry) for entry in value)
    return isinstance(value, Payment) or not (is_dataclass(value) or isinstance(value, Mapping))


def _is_deep(entry: Any) -> bool:
    """An entry that has tables of its own."""
    return any(not _is_plain(value) for value in _held(entry).values())


def _is_empty(value: Any) -> bool:
    return value is None or value in ("", ())


def _is_on_another_page(value: Any) -> bool:
    tables = value if isinstance(value, tuple) else (value,)
    return all(isinstance(table, DieTable) for table in tables)
