"""The one reader of files in the engine: ``rosters_data/<ruleset>/`` in, a checked ``Ruleset`` out."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import pairwise, product
from typing import Any

from engine.errors import UnknownName
from engine.rulesets.model import CasualtyTable, ExpensiveMistakes, Roster, Ruleset
from engine.typed import DataInvalid, build


class RulesetInvalid(DataInvalid):
    """A ruleset's data that does not hold together; every mistake with file, entry and field."""


def available() -> tuple[str, ...]:
    folders = files("rosters_data").iterdir()
    return tuple(sorted(folder.name for folder in folders if folder.joinpath("ruleset.json").is_file()))


@cache
def get(key: str) -> Ruleset:
    """The published ruleset of that key. Read once, immutable."""
    if key not in available():
        raise UnknownName(kind="ruleset", name=key, ruleset="rosters_data")
    folder = files("rosters_data").joinpath(key)
    data = _read(folder.joinpath("ruleset.json"))
    data["skills"] = _read(folder.joinpath("skills.json"))
    team_files = sorted(folder.joinpath("teams").iterdir(), key=lambda file: file.name)
    data["teams"] = [_read(file) for file in team_files if file.name.endswith(".json")]
    return from_data(data)


def from_data(data: Mapping[str, Any]) -> Ruleset:
    """A ruleset from its plain form, as stored with the matches that were played under it."""
    try:
        ruleset = build(Ruleset, data, str(data.get("key", "ruleset")))
    except DataInvalid as error:
        raise RulesetInvalid(list(error.errors)) from None
    errors = list(_incoherent(ruleset))
    if errors:
        raise RulesetInvalid(errors)
    return ruleset


def _read(file: Traversable) -> Any:
    return json.loads(file.read_text(encoding="utf-8"))


def _incoherent(ruleset: Ruleset) -> Iterable[str]:
    skills = {skill.name for skill in ruleset.skills}
    yield from _doubles("teams", (roster.key for roster in ruleset.teams))
    yield from _doubles("skills", (skill.name for skill in ruleset.skills))
    yield from _doubles("goods", (good.key for good in ruleset.goods))
    for roster in ruleset.teams:
        yield from _incoherent_roster(roster, skills)
    yield from _impossible_dice(ruleset)
    yield from _uncovered_casualty(ruleset.casualty)
    yield from _incoherent_mistakes(ruleset.expensive_mistakes)
    for cause in ruleset.casualty_earns_spp:
        if cause not in ruleset.casualty_causes:
            yield f"casualty_earns_spp: {cause!r} is not one of the casualty causes"
    if [level.spp for level in ruleset.levels] != sorted({level.spp for level in ruleset.levels} | {0}):
        yield "levels: must start at 0 and rise"


def _incoherent_roster(roster: Roster, skills: set[str]) -> Iterable[str]:
    where = f"teams/{roster.key}"
    yield from _doubles(f"{where}.positions", (position.key for position in roster.positions))
    for position in roster.positions:
        entry = f"{where}.positions.{position.key}"
        if not 0 <= position.min <= position.max:
            yield f"{entry}: limit {position.max} is below its minimum {position.min}"
        if position.cost < 0:
            yield f"{entry}.cost: {position.cost} is negative"
        yield from (f"{entry}.skills: unknown skill {name!r}" for name in position.skills if name not in skills)


def _impossible_dice(ruleset: Ruleset) -> Iterable[str]:
    mistakes = ruleset.expensive_mistakes
    thrown = {
        "casualty.dice": ruleset.casualty.dice,
        "mvp.dice": ruleset.mvp.dice,
        "fans.dice": ruleset.fans.dice,
        "winnings.dice": ruleset.winnings.dice,
        **{f"fan_factor.{outcome}.dice": roll.dice for outcome, roll in ruleset.fan_factor.items()},
        "expensive_mistakes.dice": mistakes.dice,
        "expensive_mistakes.minor_dice": mistakes.minor_dice,
        "expensive_mistakes.kept_dice": mistakes.kept_dice,
    }
    for where, dice in thrown.items():
        if not dice or min(dice) < 1:
            yield f"{where}: {list(dice)} cannot be thrown"


def _uncovered_casualty(table: CasualtyTable) -> Iterable[str]:
    if not table.dice:
        return
    for faces in product(*(range(1, side + 1) for side in table.dice)):
        score = score_of(faces)
        hits = sum(result.first <= score <= result.last for result in table.results)
        if hits != 1:
            yield f"casualty.results: {score} is covered {hits} times"


def score_of(faces: tuple[int, ...]) -> int:
    """Faces read as digits, the way a D68 is read."""
    return int("".join(map(str, faces)))


def _incoherent_mistakes(table: ExpensiveMistakes) -> Iterable[str]:
    for lower, upper in pairwise(table.bands):
        if lower.treasury >= upper.treasury:
            yield f"expensive_mistakes.bands: {upper.treasury} does not rise above {lower.treasury}"
    if len(table.dice) > 1:
        yield f"expensive_mistakes.dice: {list(table.dice)} is more than the one die of the table"
    for band in table.bands:
        if len(band.results) != sum(table.dice):
            yield f"expensive_mistakes.bands.{band.treasury}: {len(band.results)} results for a D{sum(table.dice)}"


def _doubles(where: str, names: Iterable[str]) -> Iterable[str]:
    for name, times in Counter(names).items():
        if times > 1:
            yield f"{where}: {name!r} stands {times} times"
