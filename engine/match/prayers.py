"""Prayers to Nuffle before a match: how many a side says, what they are answered with, and whom that is about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.dice import Dice
from engine.match.cards import Teams
from engine.match.inducements import purses
from engine.match.injuries import has_skill
from engine.match.matchday import day_sheets
from engine.match.prematch import PreMatch
from engine.match.sides import SIDES, Side, other_side
from engine.rulesets.furniture import PrayerResult, Prayers
from engine.rulesets.model import Ruleset
from engine.rulesets.tables import score_of
from engine.team.sheet import Player, TeamSheet

NO_MATCH = ""  # how many play is the same, whatever the match is called


def due(prematch: PreMatch, teams: Teams, ruleset: Ruleset) -> dict[Side, int]:
    """One for each full unit by which the other side is worth more, what both have bought included."""
    table = ruleset.prayers
    if table is None or not table.unit:
        return dict.fromkeys(SIDES, 0)
    found = purses(prematch, teams, ruleset)
    short = {side: found[other_side(side)].worth - found[side].worth for side in SIDES}
    return {side: min(max(0, short[side]) // table.unit, len(results(prematch.one_off, table))) for side in SIDES}


def are_known(prematch: PreMatch) -> bool:
    """Whether it is written down what both sides bought: without that, nobody can say how many prayers there are."""
    return all(prematch.side(side).induced is not None for side in SIDES)


def results(one_off: bool, table: Prayers) -> tuple[PrayerResult, ...]:
    """What can be thrown: outside every league a smaller die leaves the rest out."""
    most = sum(dice_for(one_off, table))
    return tuple(result for result in table.results if result.first <= most)


def dice_for(one_off: bool, table: Prayers) -> tuple[int, ...]:
    return table.one_off_dice if one_off and table.one_off_dice else table.dice


def prayer_named(key: str, ruleset: Ruleset) -> PrayerResult | None:
    listed = ruleset.prayers.results if ruleset.prayers else ()
    return next((result for result in listed if result.key == key), None)


# Throwing. What a side has been answered with already is thrown again.


def prayer_key(team: str, nth: int, throw: int) -> str:
    return f"prayer/{team}/{nth}" if throw == 1 else f"prayer/{team}/{nth}/{throw}"


def answered(team: str, times: int, dice: Dice, *, one_off: bool, ruleset: Ruleset) -> tuple[PrayerResult, ...]:
    """What so many prayers of a team before a match are answered with."""
    table = ruleset.prayers
    found: list[PrayerResult] = []
    if table is None:
        return ()
    for nth in range(1, min(times, len(results(one_off, table))) + 1):
        throw = 1
        while (result := _thrown(team, nth, throw, dice, one_off, table)) in found:
            throw += 1
        found.append(result)
    return tuple(found)


def _thrown(team: str, nth: int, throw: int, dice: Dice, one_off: bool, table: Prayers) -> PrayerResult:
    faces = dice.roll(prayer_key(team, nth, throw), *dice_for(one_off, table)).faces
    return _result(score_of(faces, table.read), table)


def _result(score: int, table: Prayers) -> PrayerResult:
    return next(result for result in table.results if result.first <= score <= result.last)


# About whom.


def candidates(result: PrayerResult, mine: TeamSheet, other: TeamSheet, ruleset: Ruleset) -> tuple[Player, ...]:
    """Who may be the one: of those who play, whoever is not kept out by a skill."""
    if not result.about:
        return ()
    sheet = other if result.about == "other-random" else mine
    return tuple(player for player in sheet.fit if not has_skill(result.without, player, sheet, ruleset))


def number_key(team: str, prayer: str) -> str:
    return f"prayer/number/{team}/{prayer}"


def player_key(team: str, prayer: str, nth: int, among: int) -> str:
    # As many faces as candidates: when a correction changes their number, that is another roll.
    return f"prayer/player/{team}/{prayer}/{nth}/d{among}"


def found_by_dice(team: str, result: PrayerResult, among: tuple[Player, ...], dice: Dice) -> tuple[Player, ...]:
    """Those whom a die finds, each of them once; nobody, where the coach chooses."""
    if not result.about.endswith("random"):
        return ()
    wanted = dice.roll(number_key(team, result.key), *result.about_dice).total if result.about_dice else 1
    left, found = list(among), []
    for nth in range(1, min(wanted, len(among)) + 1):
        face = dice.roll(player_key(team, result.key, nth, len(left)), len(left)).total if len(left) > 1 else 1
        found.append(left.pop(face - 1))
    return tuple(found)


def most_about(result: PrayerResult) -> int:
    """About how many players at most."""
    return (sum(result.about_dice) or 1) if result.about else 0


def dice_of(
    prematch: PreMatch, teams: Teams, ruleset: Ruleset, typed: Mapping[str, tuple[int, ...]]
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Every throw that the prayers before this match can ask for: again where what was typed in stands already."""
    table = ruleset.prayers
    if table is None:
        return
    times, day = due(prematch, teams, ruleset), day_sheets(prematch, teams, ruleset, NO_MATCH)
    for side in SIDES:
        # Of as many as are told, if those are more: whether they can be is said elsewhere.
        said = max(times[side], len(prematch.side(side).prayers or ()))
        yield from _dice_of_side(teams[side].key, said, prematch.one_off, table, typed)
        for prayer in prematch.side(side).prayers or ():
            result = prayer_named(prayer.prayer, ruleset)
            if result:
                among = candidates(result, day[side], day[other_side(side)], ruleset)
                yield from _dice_about(teams[side].key, result, len(among))


def _dice_of_side(
    team: str, times: int, one_off: bool, table: Prayers, typed: Mapping[str, tuple[int, ...]]
) -> Iterator[tuple[str, tuple[int, ...]]]:
    stands: set[str] = set()
    for nth in range(1, times + 1):
        throw, again = 0, True
        while again:
            throw += 1
            key = prayer_key(team, nth, throw)
            yield key, dice_for(one_off, table)
            faces = typed.get(key)
            key_found = _key_of(faces, table)
            again = key_found != "" and key_found in stands
        stands.add(key_found)


def _key_of(faces: tuple[int, ...] | None, table: Prayers) -> str:
    """What typed dice mean; nothing, where none were typed in or no result has their score."""
    if faces is None:
        return ""
    score = score_of(faces, table.read)
    return next((result.key for result in table.results if result.first <= score <= result.last), "")


def _dice_about(team: str, result: PrayerResult, among: int) -> Iterator[tuple[str, tuple[int, ...]]]:
    if not result.about.endswith("random"):
        return
    if result.about_dice:
        yield number_key(team, result.key), result.about_dice
    for nth in range(1, min(most_about(result), among) + 1):
        if among - nth + 1 > 1:
            yield player_key(team, result.key, nth, among - nth + 1), (among - nth + 1,)


def skills(result: PrayerResult, player: str, mine: TeamSheet, ruleset: Ruleset) -> tuple[str, ...]:
    """The skills that a player may gain by it; none, where it brings none or nobody is named."""
    found = mine.player(player)
    if not result.skill or found is None:
        return ()
    position, own = mine.position_of(found, ruleset), mine.skills_of(found, ruleset)
    return tuple(one.name for one in ruleset.learnable(position, position.primary) if one.name not in own)
