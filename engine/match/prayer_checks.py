"""Can these prayers have been answered? Too many, one twice, or about a player whom they cannot be about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.errors import Problem, marked
from engine.match.cards import Teams
from engine.match.matchday import day_sheets
from engine.match.prayers import (
    NO_MATCH,
    are_known,
    candidates,
    dice_for,
    due,
    most_about,
    prayer_named,
    results,
    skills,
)
from engine.match.prematch import Prayer, PreMatch
from engine.match.sides import SIDES, Side, other_side
from engine.rulesets.furniture import PrayerResult
from engine.rulesets.model import Ruleset
from engine.team.sheet import TeamSheet


def prayer_problems(prematch: PreMatch, teams: Teams, ruleset: Ruleset, match: str = NO_MATCH) -> Iterator[Problem]:
    """``match`` is part of the keys of its journeymen: a prayer may be about one of them."""
    times = due(prematch, teams, ruleset) if are_known(prematch) else None
    day = day_sheets(prematch, teams, ruleset, match)
    for side in SIDES:
        said = prematch.side(side).prayers
        if said:
            yield from _side_problems(side, said, times, prematch, day, ruleset)


def _side_problems(
    side: Side,
    said: tuple[Prayer, ...],
    times: Mapping[Side, int] | None,
    prematch: PreMatch,
    teams: Teams,
    ruleset: Ruleset,
) -> Iterator[Problem]:
    where, team = f"prematch.{side}.prayers", teams[side].name
    table = ruleset.prayers
    if table is None or not table.unit:
        yield Problem("prayers_not_played", marked("Nobody prays before a match by these rules."), "prayers", where, {})
        return
    # Where nobody has written down what both sides bought, it is not known how many there are.
    if times is not None and len(said) > times[side]:
        yield Problem(
            "prayers_too_many",
            marked("{team} said {said} prayers; it has {due}: one for each full {unit} gp that it is worth less."),
            "prayers",
            where,
            {"team": team, "said": len(said), "due": times[side], "unit": table.unit},
        )
    for nth, prayer in enumerate(said):
        here = f"{where}.{nth}"
        result = prayer_named(prayer.prayer, ruleset)
        if result is None:
            yield unknown_prayer(prayer, here)
            continue
        if result not in results(prematch.one_off, table):
            yield Problem(
                "prayer_out_of_reach",
                marked("{prayer} is the {first} of the table; a match outside the league throws no more than {most}."),
                "prayers",
                here,
                {"prayer": result.name, "first": result.first, "most": sum(dice_for(prematch.one_off, table))},
            )
        if prayer.prayer in {one.prayer for one in said[:nth]}:
            yield Problem(
                "prayer_twice",
                marked("{team} was answered with {prayer} twice; what stands already is thrown again."),
                "prayers",
                here,
                {"team": team, "prayer": result.name},
            )
        yield from _about_problems(result, prayer, here, teams[side], teams[other_side(side)], ruleset)


def unknown_prayer(prayer: Prayer, where: str) -> Problem:
    """Before the match or in it: it is the same table."""
    return Problem(
        "prayer_unknown", marked("There is no prayer “{prayer}”."), "prayers", where, {"prayer": prayer.prayer}
    )


def _about_problems(
    result: PrayerResult, prayer: Prayer, where: str, mine: TeamSheet, other: TeamSheet, ruleset: Ruleset
) -> Iterator[Problem]:
    """Whom it is about may be left open; whoever is named has to be one of those it can be about."""
    named = tuple(key for key in (prayer.player, *prayer.others) if key)
    may = {player.key for player in candidates(result, mine, other, ruleset)}
    for nth, key in enumerate(named):
        if key not in may or key in named[:nth]:
            yield Problem(
                "prayer_about",
                marked("{prayer} cannot be about {player}."),
                "prayers",
                f"{where}.player",
                {"prayer": result.name, "player": _name(key, mine, other)},
            )
    if len(named) > most_about(result) > 0:
        yield Problem(
            "prayer_about_too_many",
            marked("{prayer} is about {named} players here; {most} is the most."),
            "prayers",
            f"{where}.player",
            {"prayer": result.name, "named": len(named), "most": most_about(result)},
        )
    if prayer.skill and prayer.skill not in skills(result, prayer.player, mine, ruleset):
        yield Problem(
            "prayer_skill",
            marked("{skill} is no skill that {prayer} can bring here."),
            "prayers",
            f"{where}.skill",
            {"skill": prayer.skill, "prayer": result.name},
        )


def _name(key: str, mine: TeamSheet, other: TeamSheet) -> str:
    found = mine.player(key) or other.player(key)
    return found.name if found else key
