"""What the rules know by name, and numbers within reason: the checks of what is written about a team from outside.

A running team that is entered and a commissioner's ruling both say things that no rule has led to. They may say what
they like, as long as it exists.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.errors import Problem, marked
from engine.rulesets.model import CATEGORY_OF, Position, Roster, Ruleset
from engine.rulesets.tables import CHARACTERISTICS, Characteristic, Gain
from engine.team import limits

# No rules of the game: so that a slip of the finger does not become a legend.
GOLD_MOST = 100_000_000
SPP_MOST = 9_999
COUNT_MOST = 9_999
GOODS_MOST = 99
POINTS_MOST = 9  # of a characteristic


def not_between(number: int, least: int, most: int, where: str) -> Iterator[Problem]:
    if not least <= number <= most:
        yield Problem(
            "number_not_between",
            marked("{number} is not between {least} and {most}."),
            "commissioner",
            where,
            {"number": number, "least": least, "most": most},
        )


def unknown_position(key: str, roster: Roster, where: str) -> Iterator[Problem]:
    if key not in {position.key for position in roster.positions}:
        yield limits.unknown_position(roster, key, where)


def unknown_good(key: str, ruleset: Ruleset, where: str) -> Iterator[Problem]:
    if key not in {good.key for good in ruleset.goods}:
        yield limits.unknown_good(key, where)


def unknown_skill(name: str, ruleset: Ruleset, where: str) -> Iterator[Problem]:
    if name not in {skill.name for skill in ruleset.skills}:
        yield Problem(
            "unknown_skill",
            marked("There is no skill “{skill}” in {ruleset}."),
            "improvement",
            where,
            {"skill": name, "ruleset": ruleset.name},
        )


def unknown_characteristic(name: str, ruleset: Ruleset, where: str) -> Iterator[Problem]:
    if name not in ruleset.characteristics:
        yield Problem(
            "unknown_characteristic",
            marked("“{characteristic}” is none of the characteristics: {known}."),
            "improvement",
            where,
            {"characteristic": name, "known": ", ".join(one.upper() for one in ruleset.characteristics)},
        )


def skill_owned(player: str, skill: str, where: str) -> Problem:
    return Problem(
        "skill_owned",
        marked("{player} has {skill} already, and nobody has a skill twice."),
        "improvement",
        where,
        {"player": player, "skill": skill},
    )


def unknown_star(key: str, ruleset: Ruleset, where: str) -> Iterator[Problem]:
    if key and ruleset.star(key) is None:
        yield Problem(
            "unknown_star",
            marked("There is no star “{star}” in {ruleset}."),
            "commissioner",
            where,
            {"star": key, "ruleset": ruleset.name},
        )


def unknown_sponsor(key: str, ruleset: Ruleset, where: str) -> Iterator[Problem]:
    known = ruleset.sponsors.majors if ruleset.sponsors else ()
    if key and key not in {sponsor.key for sponsor in known}:
        yield Problem(
            "unknown_sponsor",
            marked("There is no major sponsor “{sponsor}” in {ruleset}."),
            "commissioner",
            where,
            {"sponsor": key, "ruleset": ruleset.name},
        )


def stadium_keys(ruleset: Ruleset) -> dict[str, str]:
    """Every kind of stadium by its key, with its name: an ordinary one, and those with an attribute."""
    if ruleset.stadiums is None:
        return {}
    categories = {table.key: table for table in ruleset.stadiums.categories}
    plain = {one.key: one.name for one in ruleset.stadiums.roll.results if one.key not in categories}
    return plain | {one.key: one.name for table in categories.values() for one in table.results}


def unknown_stadium(key: str, ruleset: Ruleset, where: str) -> Iterator[Problem]:
    if key not in stadium_keys(ruleset):
        yield Problem(
            "unknown_stadium",
            marked("There is no stadium “{stadium}” in {ruleset}."),
            "commissioner",
            where,
            {"stadium": key, "ruleset": ruleset.name},
        )


def trophy_unnamed(trophy: str, where: str) -> Iterator[Problem]:
    if not trophy.strip():
        yield Problem("trophy_unnamed", marked("A trophy needs a name."), "commissioner", where)


def gain_of(what: str, position: Position | None, ruleset: Ruleset, *, random: bool = False) -> Gain:
    """By which way a player came to what he has learned, as far as his position's categories tell."""
    for name in CHARACTERISTICS:
        if what == name:
            return name
    primary = position is None or learns_from(what, position.primary, ruleset)
    if not spends(ruleset):
        return "normal" if primary else "double"
    if random:
        return "random-primary" if primary else "random-secondary"
    return "chosen-primary" if primary else "chosen-secondary"


def learns_from(skill: str, letters: str, ruleset: Ruleset) -> bool:
    categories = {CATEGORY_OF[letter] for letter in letters}
    return any(one.name == skill and one.category in categories for one in ruleset.skills)


def spends(ruleset: Ruleset) -> bool:
    """Whether players pay for improvements with their points."""
    return ruleset.improvement is not None and bool(ruleset.improvement.costs)


def value_of(gain: Gain, ruleset: Ruleset) -> int:
    return ruleset.improvement.values.get(gain, 0) if ruleset.improvement else 0


def points_for(gains: Iterable[Gain], ruleset: Ruleset) -> int:
    """What these improvements, in this order, cost in star player points; nothing where none are spent."""
    costs = ruleset.improvement.costs if ruleset.improvement else ()
    if not costs:
        return 0
    return sum(_points(gain, costs[min(nth, len(costs) - 1)]) for nth, gain in enumerate(gains))


def _points(gain: Gain, cost: object) -> int:
    kind = "characteristic" if gain in CHARACTERISTICS else gain.replace("-", "_")
    return int(getattr(cost, kind, 0))


def limits_of(start: int, name: Characteristic, ruleset: Ruleset) -> tuple[int, int]:
    """Between which numbers the rules keep a characteristic that began at ``start``, however it rises and falls."""
    rules, bound = ruleset.improvement, ruleset.bound(name)
    rise = rules.most_gained if rules and rules.most_gained is not None else POINTS_MOST
    fall = ruleset.casualty.most_lost
    if bound is not None and bound.low_is_better:
        return min(start, max(bound.best, start - rise)), max(start, min(bound.worst, start + fall))
    highest = bound.best if bound else rules.highest if rules and rules.highest is not None else start + rise
    lowest = bound.worst if bound else ruleset.casualty.lowest
    return min(start, max(lowest, start - fall)), max(start, min(highest, start + rise))
