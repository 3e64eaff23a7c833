"""``rosters_data/<ruleset>/`` in, a checked ``Ruleset`` out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from functools import cache
from importlib.resources.abc import Traversable
from typing import Any

from engine.errors import UnknownName
from engine.rulesets.coherence import incoherent
from engine.rulesets.model import Ruleset
from engine.rulesets.reading import folder as data_folder
from engine.rulesets.reading import read
from engine.typed import DataInvalid, build


class RulesetInvalid(DataInvalid):
    """A ruleset's data that does not hold together; every mistake with file, entry and field."""


@cache
def available() -> tuple[str, ...]:
    return tuple(sorted(folder.name for folder in data_folder().iterdir() if _is_ruleset(folder)))


def _is_ruleset(folder: Traversable) -> bool:
    return folder.joinpath("ruleset.json").is_file()


def get(key: str) -> Ruleset:
    """The published ruleset of that key. Read once, immutable."""
    return _get(key) if key in available() else from_data(published(key))


@cache
def _get(key: str) -> Ruleset:
    return from_data(published(key))


def published(key: str) -> dict[str, Any]:
    """A ruleset's plain data, put together from its files."""
    # Looked up, never joined first: a key may come from a visitor.
    if key not in available():
        raise UnknownName(kind="ruleset", name=key, ruleset="Scrimmage")
    folder = data_folder(key)
    data: dict[str, Any] = read(folder.joinpath("ruleset.json"))
    lenders = data.pop("decks_from", [])
    data.update(_parts(folder))
    for lender in lenders:
        data["decks"] = [*data.get("decks", []), *_lent(lender)]
    team_files = sorted(folder.joinpath("teams").iterdir(), key=lambda file: file.name)
    data["teams"] = [read(file) for file in team_files if file.name.endswith(".json")]
    return data


def _parts(folder: Traversable) -> Iterator[tuple[str, Any]]:
    """What does not stand in ``ruleset.json`` stands in a file of its field's name."""
    for field in fields(Ruleset):
        file = folder.joinpath(f"{field.name}.json")
        if file.is_file():
            yield field.name, read(file)


def _lent(lender: str) -> list[dict[str, Any]]:
    """The decks of an older edition, under keys that say so."""
    decks: list[dict[str, Any]] = read(data_folder(lender, "decks.json"))
    return [{**deck, "key": f"{lender}-{deck['key']}", "edition": lender} for deck in decks]


# What goods said nothing of before there was hiring after the draft: the edition says it for them.
LATER = ("later", "later_factor", "droppable")


def from_stored(data: Mapping[str, Any]) -> Ruleset:
    """A ruleset as it was stored with the matches played under it: what was good enough then is good enough."""
    data = {**data, "goods": _with_later(data)} if isinstance(data.get("goods"), list) else data
    try:
        return build(Ruleset, data, str(data.get("key", "ruleset")))
    except DataInvalid as error:
        raise RulesetInvalid(list(error.errors)) from None


def _with_later(data: Mapping[str, Any]) -> list[Any]:
    key = data.get("key")
    if key not in available() or all(isinstance(good, Mapping) and set(LATER) <= set(good) for good in data["goods"]):
        return list(data["goods"])
    edition = {good["key"]: good for good in read(data_folder(key, "ruleset.json"))["goods"]}
    return [
        {**{name: said for name, said in edition.get(good.get("key"), {}).items() if name in LATER}, **good}
        if isinstance(good, Mapping)
        else good
        for good in data["goods"]
    ]


def from_data(data: Mapping[str, Any]) -> Ruleset:
    """A ruleset from its plain form, and every reason why it does not hold together."""
    ruleset = from_stored(data)
    errors = list(incoherent(ruleset))
    if errors:
        raise RulesetInvalid(errors)
    return ruleset
