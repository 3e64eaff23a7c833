"""What a slip of the print is made of, and how its place in a ruleset is found."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from operator import attrgetter
from typing import TypeVar

from engine.rulesets import Ruleset
from engine.rulesets.furniture import Card, CardUse, Deck, Inducement, MatchEvent, Star, StarMember
from engine.rulesets.model import Skill
from engine.rulesets.tables import DieResult, DieTable

Lookup = Callable[[Ruleset], object]
T = TypeVar("T")
COMPENDIUM = "2016/17 league compendium"


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a document, and the ruleset that was read from it."""

    ruleset: str
    document: str
    name: str

    def __str__(self) -> str:
        return f"{self.document}, {self.name}"


@dataclass(frozen=True, slots=True)
class Entry:
    id: str
    section: Section
    what: str

    def __str__(self) -> str:
        return f"{self.id}: {self.section}: {self.what}"


@dataclass(frozen=True, slots=True)
class Corrected(Entry):
    """The print is wrong, or says two things: ``printed`` is what we do not follow, ``used`` is what we have."""

    printed: object
    used: object
    found: Lookup


@dataclass(frozen=True, slots=True)
class Kept(Entry):
    """The print is odd, or others have it otherwise: we have it as printed all the same."""

    printed: object
    found: Lookup
    why: str


@dataclass(frozen=True, slots=True)
class Lost(Entry):
    """Words are missing or contradict each other: nothing is made up, and the ``gap`` of the event says what is wrong.

    ``what`` is the key of the event.
    """

    gap: str  # words of it


def listed(names: str) -> tuple[str, ...]:
    """Skills as a row of a team list has them."""
    return tuple(names.split(", "))


def only(entries: Iterable[T], wanted: Callable[[T], bool]) -> T:
    (found,) = filter(wanted, entries)
    return found


def the(entries: Iterable[T], key: str) -> T:
    return only(entries, lambda entry: attrgetter("key")(entry) == key)


def team(key: str, field: str) -> Lookup:
    return lambda rules: attrgetter(field)(rules.roster(key))


def position(roster: str, key: str, *fields: str) -> Lookup:
    return lambda rules: attrgetter(*fields)(rules.roster(roster).position(key))


def positions(roster: str, *fields: str) -> Lookup:
    """A column of the team list, or several."""
    return lambda rules: tuple(map(attrgetter(*fields), rules.roster(roster).positions))


def nth_skill(roster: str, key: str, nth: int) -> Lookup:
    """The skill that stands at this place of the row, counted from 1 as a reader counts."""
    return lambda rules: rules.roster(roster).position(key).skills[nth - 1]


def star_of(rules: Ruleset, key: str) -> Star:
    return the(rules.stars, key)


def star(key: str, field: str) -> Lookup:
    return lambda rules: attrgetter(field)(star_of(rules, key))


def member(key: str, *fields: str) -> Lookup:
    """Of a star who is no duo."""
    return lambda rules: attrgetter(*fields)(only(star_of(rules, key).members, lambda one: True))


def nth_star_skill(key: str, nth: int, name: str = "") -> Lookup:
    """The same for a star; of a duo, for the one of that name."""

    def one(rules: Ruleset) -> StarMember:
        return only(star_of(rules, key).members, lambda one: not name or one.name == name)

    return lambda rules: one(rules).skills[nth - 1]


def in_order(entries: str, *names: str) -> Lookup:
    """These names in the order in which the list has them."""
    return lambda rules: tuple(one.name for one in getattr(rules, entries) if one.name in names)


def skills_like(beginning: str) -> Lookup:
    """However the rest of the name is spelled."""
    return lambda rules: tuple(one.name for one in rules.skills if one.name.startswith(beginning))


def skill_of(rules: Ruleset, name: str) -> Skill:
    return only(rules.skills, lambda skill: skill.name == name)


def inducement_of(rules: Ruleset, key: str) -> Inducement:
    return the(rules.inducements, key)


def deck_of(rules: Ruleset, key: str) -> Deck:
    return the(rules.decks, key)


def deck_with(rules: Ruleset, card: str) -> Deck:
    """The only deck of this edition with a card of that key."""
    return only(rules.decks, lambda deck: not deck.edition and card in {one.key for one in deck.cards})


def card_of(rules: Ruleset, key: str) -> Card:
    return the(deck_with(rules, key).cards, key)


def card_use_of(rules: Ruleset, key: str) -> CardUse:
    return the(rules.card_uses, key)


def event_of(rules: Ruleset, key: str) -> MatchEvent:
    return the((event for group in rules.events for event in group.events), key)


def result_of(tables: Iterable[DieTable], table: str, key: str) -> DieResult:
    return the(the(tables, table).results, key)


def said(text: str, pattern: str) -> str:
    """The words that the text has of this kind, or none."""
    found = re.search(pattern, text)
    return found[0] if found else ""
