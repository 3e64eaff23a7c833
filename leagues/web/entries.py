"""A league's own entries: their kinds, what the edition has of them, and what somebody has typed so far.

Each kind is a line of data: the dataclass it becomes, and which of its fields are asked for. What is typed is a flat
mapping of field names, whether a browser sent it or it was made from house rules that a league has already.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.text import slugify
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from config.words import CHARACTERISTICS
from engine.rulesets import Ruleset
from engine.rulesets.coherence import KEY_LONGEST
from engine.rulesets.furniture import Inducement, Star, StarMember
from engine.rulesets.model import Position, Roster, Skill
from engine.typed import plain

Typed = Mapping[str, str]

PREFIX = "custom"
CHANGE = "change"
SPARE_ROWS = 3
FIELDS_MOST = 3000  # more would be more than a form may send; what is over stands by its address
NUMBER = "(0|[1-9][0-9]{0,5})"
_WISH = re.compile(rf"(row|drop):({PREFIX}-{NUMBER}(-row-{NUMBER})?)")

_PLAYER = ("ma", "st", "ag", "pa", "av", "skills")


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of entry: the list it goes into, what it becomes, and what of that is asked for."""

    key: str
    name: Promise
    several: Promise
    place: str
    shape: type
    asked: tuple[str, ...]
    rows: str = ""  # its field that is a table of its own
    row_shape: type = Position
    row_asked: tuple[str, ...] = ()
    row_name: Promise | str = ""
    price: str = "cost"  # the field that a league may want to change alone
    fixed: Mapping[str, Any] = field(default_factory=dict)  # needed, but nothing that a league would choose


_POSITION = ("name", "min", "max", "cost", *_PLAYER, "primary", "secondary")
KINDS = (
    Kind(
        "team", _("Team list"), _("Team lists"), "teams", Roster, ("name", "reroll_cost", "apothecary"),
        rows="positions", row_shape=Position, row_asked=_POSITION, row_name=_("Add a position"), price="reroll_cost",
    ),
    Kind("position", _("Position"), _("Positions"), "teams.{team}.positions", Position, _POSITION),
    Kind(
        "star", _("Star player"), _("Star players"), "stars", Star, ("name", "cost", "teams", "special_rule"),
        rows="members", row_shape=StarMember, row_asked=("name", *_PLAYER), row_name=_("Add a player"),
    ),
    Kind(
        "inducement", _("Inducement"), _("Inducements"), "inducements", Inducement,
        ("name", "cost", "max", "teams", "effect"), fixed={"group": "standard"},
    ),
    Kind("skill", _("Skill"), _("Skills"), "skills", Skill, ("name", "category", "effect"), price=""),
)  # fmt: skip
BY_KEY = {kind.key: kind for kind in KINDS}


@dataclass(frozen=True, slots=True)
class Original:
    """An entry that the edition has."""

    address: str
    kind: Kind
    label: str
    entry: Any
    team: str = ""

    @property
    def value(self) -> dict[str, Any]:
        found: dict[str, Any] = plain(self.entry)
        return found

    @property
    def price(self) -> int | None:
        return getattr(self.entry, self.kind.price) if self.kind.price else None


def originals(edition: Ruleset) -> dict[str, Original]:
    """Everything that can be copied, repriced or taken out, by its address."""
    return {one.address: one for kind in KINDS for one in _originals(edition, kind)}


def _originals(edition: Ruleset, kind: Kind) -> Iterator[Original]:
    if kind.key == "position":
        for roster in edition.teams:
            for position in roster.positions:
                address = f"teams.{roster.key}.positions.{position.key}"
                yield Original(address, kind, f"{roster.name}: {position.name}", position, roster.key)
        return
    for entry in getattr(edition, kind.place):
        yield Original(f"{kind.place}.{getattr(entry, 'key', entry.name)}", kind, entry.name, entry)


@dataclass(frozen=True, slots=True)
class Known:
    """Names that may be typed, and what the engine knows them by."""

    skills: Mapping[str, str]
    teams: Mapping[str, str]

    def read(self, field_name: str, names: list[str]) -> list[str]:
        """A name that nobody knows stays as it is: the engine says so."""
        known: Mapping[str, str] = getattr(self, field_name)
        keys = set(known.values())
        return [name if name in keys else known.get(name.casefold(), name) for name in names]


def known_of(edition: Ruleset, own_teams: Mapping[str, str], own_skills: list[str]) -> Known:
    skills = [skill.name for skill in edition.skills] + own_skills
    teams = {roster.name.casefold(): roster.key for roster in edition.teams}
    return Known({name.casefold(): name for name in skills}, {**own_teams, **teams})


# What is typed, before anybody judges it.


def typed_in(data: Mapping[str, Any]) -> dict[str, str]:
    """The editor's part of a form that was sent."""
    return {name: str(data.get(name) or "") for name in data if name.startswith(f"{PREFIX}-")}


def edited(edition: Ruleset, typed: Typed, wish: str) -> tuple[dict[str, str], str]:
    """What stands there after a button was pressed: ``new``, ``copy``, ``change``, ``row:…`` or ``drop:…``.

    Also where to go on typing.
    """
    at = _WISH.fullmatch(wish)
    if at and at[1] == "drop":
        return {name: value for name, value in typed.items() if not name.startswith(f"{at[2]}-")}, ""
    if at:
        row = f"{at[2]}-row-{_next(typed, f'{at[2]}-row-{NUMBER}-name')}"
        return {**typed, f"{row}-name": ""}, row
    prefix = f"{PREFIX}-{_next(typed, f'{PREFIX}-{NUMBER}-kind')}"
    original = originals(edition).get(typed.get(f"{PREFIX}-original", ""))
    if wish == "new":
        return {**typed, **_blank(BY_KEY.get(typed.get(f"{PREFIX}-new", ""), KINDS[0]), prefix)}, prefix
    if original is None:
        return dict(typed), ""
    return {**typed, **(_copy(original, prefix, edition) if wish == "copy" else _change(original, prefix))}, prefix


def _blank(kind: Kind, prefix: str) -> dict[str, str]:
    spare = SPARE_ROWS if kind.row_shape is Position else 1
    rows = {f"{prefix}-row-{nth}-name": "" for nth in range(spare)} if kind.rows else {}
    return {f"{prefix}-kind": kind.key, f"{prefix}-rest": json.dumps(dict(kind.fixed)), **rows}


def _change(original: Original, prefix: str, price: Any = None, out: bool = False) -> dict[str, str]:
    told = {f"{prefix}-kind": CHANGE, f"{prefix}-original": original.address}
    shown = original.price if price is None else price
    if original.kind.price:
        told[f"{prefix}-{original.kind.price}"] = _text(shown)
    return {**told, **({f"{prefix}-out": "on"} if out else {})}


def _copy(original: Original, prefix: str, edition: Ruleset) -> dict[str, str]:
    """A new entry that starts from one of the edition's, under a name of its own."""
    value, own = original.value, original.entry.name
    value["name"] = gettext("Copy of {name}").format(name=own)
    if original.kind.row_shape is StarMember:
        # A star alone goes by the new name too.
        value["members"] = [
            {**member, "name": "" if member["name"] == own else member["name"]} for member in value["members"]
        ]
    typed = typed_entry(original.kind, value, prefix, edition, original.team)
    return {**typed, f"{prefix}-key": ""}


def typed_entry(kind: Kind, value: Mapping[str, Any], prefix: str, edition: Ruleset, team: str = "") -> dict[str, str]:
    """An entry as somebody would have typed it."""
    typed = {f"{prefix}-kind": kind.key, **({f"{prefix}-team": team} if team else {})}
    typed |= _typed_shape(asked_in(kind.asked, edition), value, prefix, edition, leave={kind.rows})
    for nth, row in enumerate(value.get(kind.rows) or () if kind.rows else ()):
        typed |= _typed_shape(asked_in(kind.row_asked, edition), row, f"{prefix}-row-{nth}", edition)
    return typed


def _typed_shape(
    asked: tuple[str, ...], value: Mapping[str, Any], prefix: str, edition: Ruleset, leave: set[str] | None = None
) -> dict[str, str]:
    team_names = {roster.key: roster.name for roster in edition.teams}
    typed = {}
    for name in asked:
        said = value.get(name)
        if name == "teams" and isinstance(said, list):
            said = [team_names.get(team, team) if isinstance(team, str) else team for team in said]
        if said is not False:
            typed[f"{prefix}-{name}"] = _text(said)
    rest = {name: one for name, one in value.items() if name not in {*asked, "key", *(leave or ())}}
    return {**typed, f"{prefix}-key": _text(value.get("key")), f"{prefix}-rest": json.dumps(rest)}


def _text(value: Any) -> str:
    if value is None or value is False:
        return ""
    if value is True:
        return "on"
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def typed_one(edition: Ruleset, known: Mapping[str, Original], address: str, value: Any, prefix: str) -> dict[str, str]:
    if value is None and address in known:
        return _change(known[address], prefix, out=True)
    above, _dot, last = address.rpartition(".")
    if above in known and last and last == known[above].kind.price:
        return _change(known[above], prefix, price=value)
    place = re.sub(r"^teams\.([^.]+)\.positions$", "teams.{team}.positions", above)
    kind = next((kind for kind in KINDS if kind.place == place), None)
    if kind is None or not isinstance(value, Mapping) or not _has_rows(kind, value):
        return {}
    return typed_entry(kind, value, prefix, edition, above.split(".")[1] if "{team}" in place else "")


def _has_rows(kind: Kind, value: Mapping[str, Any]) -> bool:
    rows = value.get(kind.rows, []) if kind.rows else []
    return isinstance(rows, list) and all(isinstance(row, Mapping) for row in rows)


def free_key(name: str, otherwise: str, place: str, taken: set[str]) -> str:
    """A key made from a name, that nobody at this place has."""
    stem = slugify(name).replace("_", "-")[: KEY_LONGEST - 5]
    stem = "-".join(filter(None, stem.split("-"))) or otherwise
    keys = (stem if nth == 1 else f"{stem}-{nth}" for nth in range(1, len(taken) + 2))
    return next(key for key in keys if f"{place}.{key}" not in taken)


def asked_in(names: tuple[str, ...], edition: Ruleset) -> tuple[str, ...]:
    """Without the characteristics that this edition does not have."""
    return tuple(name for name in names if name not in CHARACTERISTICS or name in edition.characteristics)


def numbers_in(typed: Typed, pattern: str) -> list[int]:
    found = (re.fullmatch(pattern, name) for name in typed)
    return sorted(int(match[1]) for match in found if match)


def _next(typed: Typed, pattern: str) -> int:
    return max(numbers_in(typed, pattern), default=-1) + 1
