"""Whatever a coach may have to look up at the table has words of its own, and they read as sentences."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import pytest

from engine import rulesets
from engine.rulesets import Ruleset
from engine.rulesets.coherence import die_tables

ALL = rulesets.available()
SHORTEST, LONGEST = 15, 610
SHORT = {"No effect."}  # all there is to say
SAME_WORDS: set[frozenset[str]] = set()  # skills of one ruleset that really are the same rule
LRB6_SKILLS = {"Animosity", "Claws", "Piling On"}  # rules that the 2016 edition changed
LRB6_INDUCEMENTS = {"mercenary", "star-player", "special-play"}


def words(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """Everything that needs words, with its place."""
    yield from ((f"skills.{one.name}", one.effect) for one in ruleset.skills)
    yield from ((f"inducements.{one.key}", one.effect) for one in ruleset.inducements)
    yield from ((f"stars.{one.key}", one.note) for one in ruleset.stars if one.special_rule or one.note)
    yield from ((f"special_rules.{one.name}", one.effect) for one in ruleset.special_rules)
    yield from ((f"card_uses.{one.key}", one.effect) for one in ruleset.card_uses)
    yield from ((f"balls.{one.key}", one.effect) for one in ruleset.balls)
    for deck in ruleset.decks:
        yield from ((f"decks.{deck.key}.{card.key}", card.effect) for card in deck.cards)
    for group in ruleset.events:
        yield from ((f"events.{group.key}.{event.key}", event.effect) for event in group.events)
    for team in ruleset.hall_of_fame:
        yield from ((f"hall_of_fame.{team.key}.{rule.key}", rule.effect) for rule in team.rules)
    for where, table in die_tables(ruleset):  # weather, kick-off, injury, prayers, referees, stadiums …
        yield from ((f"{where}.{result.key}", result.effect) for result in table.results)


def is_a_sentence(text: str) -> bool:
    return text in SHORT or (SHORTEST <= len(text) <= LONGEST and text == " ".join(text.split()) and _ends(text))


def _ends(text: str) -> bool:
    return text.endswith((".", ".)")) and not text.endswith("..")


@pytest.mark.parametrize("key", ALL)
def test_everything_has_words(key: str) -> None:
    found = dict(words(rulesets.get(key)))
    assert len(found) > 60
    assert {where: text for where, text in found.items() if not is_a_sentence(text)} == {}


@pytest.mark.parametrize("key", ALL)
def test_no_two_skills_have_the_same_words(key: str) -> None:
    by_words: defaultdict[str, set[str]] = defaultdict(set)
    for skill in rulesets.get(key).skills:
        by_words[skill.effect].add(skill.name)
    assert {frozenset(names) for names in by_words.values() if len(names) > 1} <= SAME_WORDS


def test_lrb6_says_what_bb2016_says_wherever_the_rule_is_the_same() -> None:
    lrb6, bb2016 = rulesets.get("lrb6"), rulesets.get("bb2016")
    later = {skill.name: skill.effect for skill in bb2016.skills}
    assert {skill.name for skill in lrb6.skills if skill.effect != later[skill.name]} == LRB6_SKILLS
    bought = {one.key: one.effect for one in bb2016.inducements}
    shared = [one for one in lrb6.inducements if one.key in bought]
    assert {one.key for one in shared if one.effect != bought[one.key]} == LRB6_INDUCEMENTS


@pytest.mark.parametrize(
    "text", ["", "No.", "no full stop at the end", "Two  blanks in a row.", "An ellipsis...", "x" * 700 + "."]
)
def test_what_is_no_sentence_is_noticed(text: str) -> None:
    assert not is_a_sentence(text)
