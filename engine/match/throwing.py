"""Who throws: the server, or coaches at the table. The league says so, for every roll of a match or for its purpose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine.dice import Dice, Roll, check_faces, fits, notation
from engine.errors import DieMissing, Problem, RuleViolation, marked
from engine.rulesets.choices import Purpose, Thrower
from engine.rulesets.model import Ruleset

# The first word of a key says what the roll is for; some of them belong together.
_PURPOSE_OF: Mapping[str, Purpose] = {
    "home-fans": "fans",
    "lasting": "casualty",
    "regeneration": "casualty",
    "poison": "casualty",
    "walkover": "winnings",
    "fans-lost": "fan-factor",
    "residency": "stadium",
    "losing-residency": "stadium",
    "stadium-sale": "stadium",
    "sponsor-search": "sponsor",
    "sponsorships": "sponsor",
    "insurance": "sponsor",
}


class DieOfTheServer(RuleViolation):
    code = "die_of_the_server"
    message = marked("In this league the server throws the {dice} for {key}: it is not typed in.")
    rule = "dice"


class DieOfTheTable(RuleViolation):
    code = "die_of_the_table"
    message = marked("In this league coaches throw the {dice} for {key} at the table: type it in.")
    rule = "dice"


def purpose_of(key: str) -> str:
    word = key.partition("/")[0]
    return _PURPOSE_OF.get(word, word)


def thrower_of(key: str, ruleset: Ruleset) -> Thrower:
    """Who throws this roll. A word about its purpose goes before the word about all dice."""
    options, purpose = ruleset.options, purpose_of(key)
    if purpose in options.server_rolls:
        return "server"
    if purpose in options.table_rolls:
        return "table"
    return options.dice


def typed_problems(typed: Iterable[tuple[str, tuple[int, ...]]], ruleset: Ruleset) -> Iterator[Problem]:
    """``typed`` are the keys of rolls that were typed in, with their dice: which of them the server throws."""
    for key, sides in typed:
        if thrower_of(key, ruleset) == "server":
            error = DieOfTheServer(dice=notation(sides), key=key)
            yield Problem(error.code, error.message, error.rule, f"dice.{key}", error.params)


class LeagueDice(Dice):
    """Each roll by who throws it: what was typed in, or else the server's; never the one in place of the other."""

    def __init__(self, typed: Mapping[str, tuple[int, ...]], server: Dice, ruleset: Ruleset) -> None:
        super().__init__()
        self._typed = dict(typed)
        self._server = server
        self._ruleset = ruleset

    def _throw(self, key: str, sides: tuple[int, ...]) -> Roll:
        faces, thrower = self._typed.get(key), thrower_of(key, self._ruleset)
        if faces is not None and thrower == "server":
            raise DieOfTheServer(dice=notation(sides), key=key)
        if faces is not None:
            check_faces(key, sides, faces)
            return Roll(key, sides, faces, "table")
        if thrower == "table":
            raise DieMissing(key=key, dice=notation(sides))
        return self._server.roll(key, *sides)


class AheadDice(Dice):
    """What coaches typed in before anything asked for it. What does not fit what is asked is left lying."""

    def __init__(self, ahead: Mapping[str, tuple[int, ...]], fresh: Dice, ruleset: Ruleset) -> None:
        super().__init__()
        self._ahead = dict(ahead)
        self._fresh = fresh
        self._ruleset = ruleset

    def _throw(self, key: str, sides: tuple[int, ...]) -> Roll:
        faces = self._ahead.get(key)
        if faces is not None and thrower_of(key, self._ruleset) != "server" and fits(sides, faces):
            return Roll(key, sides, faces, "table")
        return self._fresh.roll(key, *sides)


class AskingDice(Dice):
    """Finds out which rolls of the table are still missing: what nobody has thrown yet shows some face."""

    def __init__(self, typed: Mapping[str, tuple[int, ...]], ruleset: Ruleset) -> None:
        super().__init__()
        self._typed = dict(typed)
        self._ruleset = ruleset
        self.missing: dict[str, tuple[int, ...]] = {}

    def _throw(self, key: str, sides: tuple[int, ...]) -> Roll:
        faces = self._typed.get(key)
        if faces is not None:
            check_faces(key, sides, faces)
            return Roll(key, sides, faces, "table")
        if thrower_of(key, self._ruleset) == "table":
            self.missing[key] = sides
        return Roll(key, sides, (1,) * len(sides), "table")

    def problems(self) -> Iterator[Problem]:
        for key, sides in self.missing.items():
            error = DieOfTheTable(dice=notation(sides), key=key)
            yield Problem(error.code, error.message, error.rule, f"dice.{key}", error.params)
