"""Looking something up in a ruleset, at the table, with cold fingers: every entry by its name and its words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from config.words import word
from engine.rulesets import Ruleset
from engine.rulesets.coherence import die_tables
from leagues.rules_tables import TABLES


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that has a place on a page of the rules."""

    kind: str  # the part of the rules browser, or ``team``
    key: str
    name: str
    text: str
    address: str
    field: str = ""  # where the text stands below that address, if it is not put together from several places
    about: str = ""  # the team, deck or table it belongs to
    gone: bool = False  # the league that is read has taken it out of its edition


MOST = 60
# The rules that have a section of their own on a ruleset's page.
SECTIONS = (
    "draft",
    "value",
    "spp",
    "match-report.casualties",
    "fans",
    "winnings",
    "fan-factor",
    "expensive-mistakes",
    "league-points",
)
STEPS_WITH_SECTIONS = ("winnings", "fan-factor", "expensive-mistakes")
WITHIN_A_SECTION = ("mvp",)


def search(ruleset: Ruleset, query: str, edition: Ruleset | None = None) -> list[Entry]:
    """Entries that have every word of the query, those that have them in their name first.

    What a league has taken out of its edition is found as well, as something that is gone.
    """
    words = query.casefold().split()
    if not words:
        return []
    everything = [*entries(ruleset), *_gone(ruleset, edition or ruleset)]
    hits = [entry for entry in everything if _has(f"{entry.name} {entry.about} {entry.text}", words)]
    return sorted(hits, key=lambda entry: (not _has(entry.name, words), entry.name.casefold()))


def _gone(ruleset: Ruleset, edition: Ruleset) -> Iterator[Entry]:
    if edition is ruleset:
        return
    left = {entry.address for entry in entries(ruleset)}
    yield from (replace(entry, gone=True) for entry in entries(edition) if entry.address not in left)


def _has(text: str, words: list[str]) -> bool:
    folded = text.casefold()
    # Side Step is looked for as "sidestep", and the other way round.
    squeezed = folded.replace(" ", "").replace("-", "")
    return all(word in folded or word.replace("-", "") in squeezed for word in words)


def entries(ruleset: Ruleset) -> Iterator[Entry]:
    for roster in ruleset.teams:
        at = f"teams.{roster.key}"
        names = ", ".join(position.name for position in roster.positions)
        yield Entry("team", roster.key, roster.name, names, at)
        for position in roster.positions:
            skills, place = ", ".join(position.skills), f"{at}.positions.{position.key}"
            yield Entry("team", roster.key, position.name, skills, place, "skills", roster.name)
    for skill in ruleset.skills:
        yield Entry("skills", anchor(skill.name), skill.name, skill.effect, f"skills.{skill.name}", "effect")
    for star in ruleset.stars:
        known = ", ".join(skill for member in star.members for skill in member.skills)
        yield Entry("stars", star.key, star.name, known, f"stars.{star.key}")
    for one in ruleset.inducements:
        yield Entry("inducements", one.key, one.name, one.effect, f"inducements.{one.key}", "effect")
    yield from _cards_and_events(ruleset)
    yield from _rules(ruleset)
    for where, table in die_tables(ruleset):
        for result in table.results:
            place = f"{where}.results.{result.key}"
            yield Entry("tables", where, result.name, result.effect, place, "effect", table.name)


def sections_of(ruleset: Ruleset) -> list[str]:
    return [section for section in SECTIONS if section in ruleset.rules and _is_played(ruleset, section)]


def _is_played(ruleset: Ruleset, section: str) -> bool:
    if section == "fans":
        return ruleset.fans is not None
    return section not in STEPS_WITH_SECTIONS or section in ruleset.post_match


def _rules(ruleset: Ruleset) -> Iterator[Entry]:
    """The sections of the ruleset's own page, and the tables of a league."""
    for key in (*sections_of(ruleset), *WITHIN_A_SECTION):
        if key in ruleset.rules:
            yield Entry("section", f"rule-{key}", ruleset.rules[key].name, ruleset.rules[key].place, f"rules.{key}")
    for table in TABLES:
        held = getattr(ruleset, table)
        if held:
            text = getattr(held, "effect", "")
            yield Entry("league", table, word("field", table), text, table, "effect" if text else "")


def _cards_and_events(ruleset: Ruleset) -> Iterator[Entry]:
    for deck in ruleset.decks:
        for card in deck.cards:
            place, key = f"decks.{deck.key}.cards.{card.key}", f"{deck.key}-{card.key}"
            yield Entry("cards", key, card.title, card.effect, place, "effect", deck.name)
    for group in ruleset.events:
        for event in group.events:
            place, key = f"events.{group.key}.events.{event.key}", f"{group.key}-{event.key}"
            yield Entry("events", key, event.name, event.effect, place, "effect", group.name)
    for ball in ruleset.balls:
        yield Entry("events", ball.key, ball.name, ball.effect, f"balls.{ball.key}", "effect")


def anchor(name: str) -> str:
    """A name as the end of an address: ``Loner (X+)`` is ``loner-x``."""
    return "-".join("".join(char if char.isalnum() else " " for char in name.casefold()).split())
