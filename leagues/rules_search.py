"""Looking something up in a ruleset, at the table, with cold fingers: every entry by its name and its words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.rulesets import Ruleset
from engine.rulesets.coherence import die_tables


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that has a place on a page of the rules."""

    kind: str  # the part of the rules browser, or ``team``
    key: str
    name: str
    text: str
    about: str = ""  # the team, deck or table it belongs to


MOST = 60


def search(ruleset: Ruleset, query: str) -> list[Entry]:
    """Entries that have every word of the query, those that have them in their name first."""
    words = query.casefold().split()
    if not words:
        return []
    hits = [entry for entry in entries(ruleset) if _has(f"{entry.name} {entry.about} {entry.text}", words)]
    return sorted(hits, key=lambda entry: (not _has(entry.name, words), entry.name.casefold()))


def _has(text: str, words: list[str]) -> bool:
    folded = text.casefold()
    return all(word in folded for word in words)


def entries(ruleset: Ruleset) -> Iterator[Entry]:
    for roster in ruleset.teams:
        names = ", ".join(position.name for position in roster.positions)
        yield Entry("team", roster.key, roster.name, names)
        for position in roster.positions:
            yield Entry("team", roster.key, position.name, ", ".join(position.skills), roster.name)
    for skill in ruleset.skills:
        yield Entry("skills", anchor(skill.name), skill.name, skill.effect)
    for star in ruleset.stars:
        known = ", ".join(skill for member in star.members for skill in member.skills)
        yield Entry("stars", star.key, star.name, known)
    for one in ruleset.inducements:
        yield Entry("inducements", one.key, one.name, one.effect)
    yield from _cards_and_events(ruleset)
    for where, table in die_tables(ruleset):
        for result in table.results:
            yield Entry("tables", where, result.name, result.effect, table.name)


def _cards_and_events(ruleset: Ruleset) -> Iterator[Entry]:
    for deck in ruleset.decks:
        for card in deck.cards:
            yield Entry("cards", f"{deck.key}-{card.key}", card.title, card.effect, deck.name)
    for group in ruleset.events:
        for event in group.events:
            yield Entry("events", f"{group.key}-{event.key}", event.name, event.effect, group.name)
    for ball in ruleset.balls:
        yield Entry("events", ball.key, ball.name, ball.effect)


def anchor(name: str) -> str:
    """A name as the end of an address: ``Loner (X+)`` is ``loner-x``."""
    return "-".join("".join(char if char.isalnum() else " " for char in name.casefold()).split())
