"""House rules: named options with their range, and any number of a ruleset by its address.

A league stores only what it changes. The ruleset that results is a ruleset like any other, with a hash of its own.
"""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any, Literal

from engine.errors import Problem, Refused, UnknownName, marked
from engine.rulesets.loading import RulesetInvalid, from_data
from engine.rulesets.model import Ruleset
from engine.rulesets.paths import Difference, address_of, differences, exists, put, value_at, without_team
from engine.rulesets.reading import shared
from engine.typed import build, plain

Kind = Literal["number", "choice", "switch", "list"]
# The places that the engine looks at when a team is drafted and a match is played. What stands elsewhere is read and
# compared, and a league that changed it would change nothing: so it cannot, until the part that plays it is there.
PLAYED = (
    "draft.",
    "goods.",
    "spp.",
    "casualty_earns_spp",
    "casualty_causes",
    "casualty_actors",
    "turns",
    "line",
    "likely",
    "extra_turns.",
    "concession.",
    "friendly.",
    "walkover.",
    "overtime.turns",
    "overtime.sudden_death",
    "options.draws",
    "options.concession_penalties",
    "options.walkover_serves_missed_game",
    "options.friendlies_serve_missed_game",
    "casualty.",
    "levels",
    "mvp.",
    "fans.",
    "fan_factor.",
    "winnings.unit",
    "winnings.fame_unit",
    "winnings.bonus",
    "winnings.short_bonus",
    "winnings.may_reroll",
    "winnings.attendance_divisor",
    "winnings.touchdown_unit",
    "spp_roll.",
    "spiralling.",
    "before_match",
    "day_steps",
    "weather",
    "referees",
    "rivals",
    "options.weather",
    "options.referees",
    "options.referee_tables",
    "options.stadiums",
    "sponsors.",
    "options.sponsors",
    "options.special_spectators",
    "options.dice",
    "options.server_rolls",
    "options.table_rolls",
    "options.variant",
    "options.spiralling",
    "options.bonus_",
    "options.short_league_money",
    "options.double_fame_winnings",
    "options.hire_window",
    "options.draft_approval",
    "options.temporary_retirement",
    "options.teams_per_coach",
    "options.accept_after_hours",
    "options.dispute_hours",
    "options.choice_hours",
    "options.choice_reminder_hours",
    "options.matches_in_a_row",
    "options.rostered_stars",
    "options.journeymen",
    "options.cards",
    "options.card_budget",
    "options.virtual_cards",
    "options.variant_special_plays",
    "options.shared_decks",
    "options.merged_decks",
    "options.decks",
    "options.match_events",
    "options.special_balls",
    "card_uses.",
    "decks.",
    "events.",
    "balls.",
    "prayers.",
    "options.stars",
    "options.mercenaries",
    "options.staff",
    "options.wizard",
    "options.optional_inducements",
    "options.supplements",
    "options.inducements_off",
    "options.inducements_sealed",
    "options.same_star_twice",
    "options.petty_cash",
    "options.pre_match_minutes",
    "journeymen.",
    "upkeep.",
    "raising.",
    "value.free_linemen",
    "value.niggle",
    "value.missing_count",
    "improvement.",
    "expensive_mistakes.",
    "post_match",
    "value.left_out",
    "value.cap",
    "league.",
    "teams.",
    "skills.",
    "stadiums.",
    # Read by coaches in their league's own rules, and played by them at the table.
    "stars.",
    "inducements.",
)
# What says how long somebody is waited for, and nothing about the game: it may change while matches are played.
TIMES = ("options.choice_hours", "options.choice_reminder_hours")
NOTHING = "none"
# The size of the game: what a variant has other numbers for.
VARIANT, WHOLE, SIZED = (
    "variant",
    "whole",
    ("draft", "goods", "value", "teams", "turns", "line", "concession"),
)
# What a house rule is recorded under is no part of the rules themselves.
PROBLEMS_SHOWN = 50
_ABOUT_ITSELF = ("key", "name", "version", "order", "preview", "content_hash", "house_rules")


class HouseRulesIllegal(Refused):
    code = "house_rules_illegal"
    message = marked("These house rules do not hold together. To be put right: {count}.")


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule that many leagues want. A switch sets several places at once, as ``on`` and ``off`` say."""

    key: str
    group: str
    name: str
    help: str
    kind: Kind
    path: str = ""
    needs: str = ""  # a place that a ruleset must have for this to be of use
    min: int | None = None
    max: int | None = None
    choices: tuple[str, ...] = ()
    among: str = ""  # the list of the ruleset in which its choices stand: only those that do can be played
    ordered: bool = False  # a list whose order counts
    on: Mapping[str, Any] | None = None
    off: Mapping[str, Any] | None = None

    def fits(self, data: Mapping[str, Any]) -> bool:
        """Whether there is anything in this ruleset, as plain data, for it to change."""
        needed = (self.needs,) if self.needs else ()
        return self._chooses(data) and all(exists(data, place) for place in (*needed, *self._places()))

    def within(self, data: Mapping[str, Any]) -> Option:
        """The option with what this ruleset leaves to choose."""
        if not self.among:
            return self
        there = (one for one in self.choices if one == NOTHING or exists(data, f"{self.among}.{one}"))
        return dataclasses.replace(self, choices=tuple(there))

    def _chooses(self, data: Mapping[str, Any]) -> bool:
        least = 2 if self.kind == "choice" else 1
        return not self.among or len(self.within(data).choices) >= least

    def names(self, data: Mapping[str, Any]) -> Mapping[str, str]:
        """What the ruleset calls its choices, where they stand in it."""
        entries = (value_at(data, self.among) if self.among else None) or ()
        return {entry["key"]: entry["name"] for entry in entries if entry["key"] in self.choices}

    def default(self, data: Mapping[str, Any]) -> Any:
        """What the ruleset itself says."""
        if self.kind != "switch":
            return value_at(data, self.path)
        return all(_is_so(data, place, value) for place, value in (self.on or {}).items())

    @property
    def played(self) -> bool:
        places = {**(self.on or {}), **(self.off or {})} if self.kind == "switch" else {self.path: None}
        return all(place.startswith(PLAYED) for place in places)

    def changes(self, value: Any) -> Mapping[str, Any]:
        """What has to be set, by its address."""
        if self.kind != "switch":
            return {self.path: value}
        return (self.on if value else self.off) or {}

    def problem(self, value: Any) -> Problem | None:
        if self.kind == "number":
            return self._out_of_range(value)
        if self.kind == "switch" and isinstance(value, bool):
            return None
        allowed = ("true", "false") if self.kind == "switch" else self.choices
        chosen = value if self.kind == "list" else (value,)
        # A list without choices of its own takes keys of the ruleset, which are looked up when it is put together.
        fits = isinstance(chosen, list | tuple) and all(one in allowed or self._is_a_key(one) for one in chosen)
        if fits and self.kind != "switch" and len(set(map(str, chosen))) == len(chosen):
            return None
        return Problem(
            "option_unknown_choice",
            marked("{option}: “{value}” is not one of: {choices}."),
            "house-rules",
            self.key,
            {"option": self.name, "value": str(value), "choices": ", ".join(map(str, allowed))},
        )

    def _is_a_key(self, value: Any) -> bool:
        return self.kind == "list" and not self.choices and isinstance(value, str)

    def _out_of_range(self, value: Any) -> Problem | None:
        low, high = self.min or 0, self.max if self.max is not None else 10**9
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return None
        return Problem(
            "option_out_of_range",
            marked("{option}: {value} is not between {least} and {most}."),
            "house-rules",
            self.key,
            {"option": self.name, "value": value, "least": low, "most": high},
        )

    def _places(self) -> Iterator[str]:
        if self.kind != "switch":
            yield self.path
            return
        for place in {**(self.on or {}), **(self.off or {})}:
            # The last part may be a word that is put into a list or taken out of it.
            yield place.rpartition(".")[0] or place


@cache
def options() -> tuple[Option, ...]:
    return tuple(build(Option, entry, f"options.{entry.get('key')}") for entry in shared("options.json"))


@dataclass(frozen=True, slots=True)
class OptionLine:
    """An option as it stands in one ruleset."""

    option: Option
    value: Any
    names: Mapping[str, str] = field(default_factory=dict)  # of its choices, where the ruleset names them


def options_of(ruleset: Ruleset) -> tuple[OptionLine, ...]:
    """Every option that this ruleset has a use for, with what it says."""
    data = plain(ruleset)
    return tuple(
        OptionLine(option.within(data), option.default(data), option.names(data))
        for option in options()
        if option.fits(data)
    )


def with_options(ruleset: Ruleset, changes: Mapping[str, Any]) -> Ruleset:
    """The ruleset with these house rules: named options, or addresses such as ``teams.human.positions.ogre.cost``.

    What is so already is no house rule. Bending half a megabyte of rules takes a while, and a preview, the founding
    that follows it and the next league ask for the same: so the last few are kept.
    """
    return _with_options(_Wish(ruleset, copy.deepcopy(dict(changes))))


@dataclass(frozen=True, eq=False, slots=True)
class _Wish:
    """Which rules are bent, and how. Wishes are the same if they say the same of the same content."""

    ruleset: Ruleset
    changes: dict[str, Any]

    def said(self) -> tuple[str, str]:
        return self.ruleset.content_hash, repr(sorted(self.changes.items(), key=lambda change: change[0]))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Wish) and self.said() == other.said()

    def __hash__(self) -> int:
        return hash(self.said())


@lru_cache(maxsize=32)
def _with_options(wish: _Wish) -> Ruleset:
    ruleset, changes = wish.ruleset, wish.changes
    bending = _Bending(ruleset)
    # The size of the game comes first, then what is taken out: nothing depends on the order of a mapping.
    for name in sorted(changes, key=lambda name: (name != VARIANT, not _takes_out(name, changes[name]))):
        bending.bend(name, changes[name])
    bending.data["house_rules"] = {**ruleset.house_rules, **bending.bent}
    try:
        bent = from_data(bending.data) if bending.bent else ruleset
    except RulesetInvalid as invalid:
        bending.problems += [_incoherent(error, bending.data) for error in invalid.errors[:PROBLEMS_SHOWN]]
    if bending.problems:
        raise HouseRulesIllegal(tuple(bending.problems))
    return bent


class _Bending:
    """Plain data on its way to other rules: what was changed, and what is in the way."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self.data: dict[str, Any] = copy.deepcopy(plain(ruleset))
        self.bent: dict[str, Any] = {}
        self.problems: list[Problem] = []
        self._touched: set[str] = set()
        self._known = {option.key: option for option in options()}

    def bend(self, name: str, value: Any) -> None:
        option = self._known.get(name)
        problem = self._problem(name, option, value)
        if problem:
            self.problems.append(problem)
            return
        before = copy.deepcopy(self.data)
        for place, new in (option.changes(value) if option else {name: value}).items():
            try:
                put(self.data, place, copy.deepcopy(new))
            except UnknownName:
                self.problems.append(_unknown(name))
        if name == VARIANT and value != WHOLE:
            sized = self._ruleset.variant(value)
            self.data |= {part: copy.deepcopy(plain(getattr(sized, part))) for part in SIZED}
        if name.startswith("teams.") and _takes_out(name, value):
            _forget_team(self.data, name.partition(".")[2])
        if self.data != before:
            self.bent[name] = value

    def takes(self, name: str, value: Any) -> bool:
        """Bend it, and say whether there was a place for it."""
        before = len(self.problems)
        self.bend(name, value)
        return len(self.problems) == before

    def _problem(self, name: str, option: Option | None, value: Any) -> Problem | None:
        if option is None:
            problem = _nowhere(self.data, name, value)
        else:
            problem = option.within(self.data).problem(value) if option.fits(self.data) else _unknown(name)
        places = set(option.changes(value) if option and not problem else (name,))
        if not problem and places & self._touched:
            problem = _twice(name)
        self._touched |= places
        return problem


def applicable(ruleset: Ruleset, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Those of another ruleset's house rules that this one has a place for."""
    bending = _Bending(ruleset)
    return {name: value for name, value in changes.items() if bending.takes(name, value)}


def unplayed(changes: Mapping[str, Any]) -> tuple[Problem, ...]:
    """House rules that would change nothing, because what they change is not played yet."""
    known = {option.key: option for option in options()}
    idle = [name for name in changes if not (known[name].played if name in known else name.startswith(PLAYED))]
    return tuple(
        Problem(
            "house_rule_not_played",
            marked("{option} cannot be changed yet: what it changes is not played."),
            "house-rules",
            name,
            {"option": known[name].name if name in known else name},
        )
        for name in idle
    )


def compare(one: Ruleset, other: Ruleset) -> tuple[Difference, ...]:
    """In what two rulesets differ; of one with house rules and the one it derives from, what is house-ruled."""
    found = differences(plain(one), plain(other))
    return tuple(difference for difference in found if difference.path.partition(".")[0] not in _ABOUT_ITSELF)


def _nowhere(data: Any, name: str, value: Any) -> Problem | None:
    """An address leads to something that is there, or into a list that takes new entries."""
    # The size of the game is more than the word for it.
    if name.partition(".")[0] in _ABOUT_ITSELF or name in ("options", "options.variant"):
        return _unknown(name)
    parent = name.rpartition(".")[0]
    into_a_list = bool(parent) and exists(data, parent) and isinstance(value_at(data, parent), list)
    return None if exists(data, name) or (into_a_list and value is not None) else _unknown(name)


def _twice(name: str) -> Problem:
    return Problem(
        "house_rule_twice",
        marked("“{name}” changes a place that another of these house rules changes."),
        "house-rules",
        name,
        {"name": name},
    )


def _unknown(name: str) -> Problem:
    return Problem(
        "option_unknown", marked("There is no option and no place “{name}”."), "house-rules", name, {"name": name}
    )


def _takes_out(name: str, value: Any) -> bool:
    return value is None and name.count(".") == 1


def _forget_team(data: dict[str, Any], team: str) -> None:
    """A team that is taken out is named by nothing any more; what only it had goes with it."""
    for part in ("stars", "inducements", "events", "balls"):
        data[part] = without_team(data[part], team)
    data["hall_of_fame"] = [legend for legend in data["hall_of_fame"] if legend["race"] != team]
    if data["sponsors"]:
        data["sponsors"]["majors"] = without_team(data["sponsors"]["majors"], team)


def _incoherent(error: str, data: Mapping[str, Any]) -> Problem:
    path, _, why = error.partition(": ")
    where = address_of(data, path)
    return Problem(
        "house_rule_incoherent", marked("{where}: {why}"), "house-rules", where, {"where": where, "why": why}
    )


def _is_so(data: Any, place: str, value: Any) -> bool:
    found = value_at(data, place) if exists(data, place) else None
    # A word that stands in its list is found as itself.
    return bool(found == value) or (value is True and isinstance(found, str))
