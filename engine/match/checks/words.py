"""The words of events: results of tables, what was bought, drawn or played, how somebody was hurt, how he came back.

What nobody wrote down is no problem, but for what brought a player back: that decides whether he may act again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

from engine.errors import Problem, marked
from engine.match.cards import are_played, use_of
from engine.match.checks.scene import Whole
from engine.match.decks import decks_in_use
from engine.match.events import Event, EventKind
from engine.match.match_events import pool
from engine.match.returns import UNDOES
from engine.match.sides import SIDES
from engine.rulesets.model import Ruleset
from engine.rulesets.tables import DieTable

SENT_OFF = "sent-off"
# What somebody is sent off for: a foul, a weapon that nobody may carry, arguing, or whatever else the referee has seen.
SENT_OFF_FOR = ("foul", "secret-weapon", "argued", "other")
# Where re-rolls come from that are no team re-rolls, besides skills.
REROLLS = (
    "team",
    "leader",
    "card",
    "event",
    "inducement",
    "staff",
    "prayer",
    "kick-off",
    "stadium",
    "sponsor",
    "weather",
    "other",
)


def words(event: Event, whole: Whole) -> Iterator[Problem]:
    if event.what and event.kind in _KNOWN:
        found = _KNOWN[event.kind](event, whole)
        if found is not None and event.what not in found:
            yield _unknown(event)
    yield from _hurt(event, whole.ruleset)
    if event.kind == SENT_OFF and event.cause and event.cause not in SENT_OFF_FOR:
        yield Problem(
            "event_sent_off_for",
            marked("“{cause}” is nothing that anybody is sent off for: {causes}."),
            "match-report.players",
            f"events.{event.key}.cause",
            {"cause": event.cause, "causes": ", ".join(SENT_OFF_FOR)},
        )


def _unknown(event: Event) -> Problem:
    if event.kind in ("weather", "kick-off"):
        return Problem(
            "event_result",
            marked("“{what}” is no result of that table ({kind})."),
            "match-report",
            f"events.{event.key}.what",
            {"what": event.what, "kind": event.kind},
        )
    return Problem(
        "event_word",
        marked("There is no “{what}” here ({kind})."),
        "match-report",
        f"events.{event.key}.what",
        {"what": event.what, "kind": event.kind},
    )


def _hurt(event: Event, rules: Ruleset) -> Iterator[Problem]:
    """How, and with which result. Those of a casualty are said once more with the side that it befell."""
    if event.kind not in ("casualty", "ko"):
        return
    known: Mapping[str, tuple[str, ...]] = {
        "cause": rules.casualty_causes,
        "result": _results(rules),
        "second": _results(rules),
        "lasting": tuple(result.key for result in rules.casualty.lasting),
    }
    for name, words_known in known.items():
        word = getattr(event, name)
        if word and word not in words_known:
            yield Problem(
                "event_hurt",
                marked("“{word}” says nothing about how somebody was hurt ({what}): {words}."),
                "match-report.casualties",
                f"events.{event.key}.{name}",
                {"word": word, "what": name, "words": ", ".join(words_known)},
            )


def _results(rules: Ruleset) -> tuple[str, ...]:
    table = rules.casualty
    return (*(result.key for result in table.results), *((table.poison.key,) if table.poison else ()))


# What is known, by kind. None: it is typed in as it stands on the card.
Known = Collection[str] | None


def _of_tables(tables: tuple[DieTable, ...]) -> set[str]:
    return {result.key for table in tables for result in table.results}


def _weather(event: Event, whole: Whole) -> Known:
    return _of_tables(whole.ruleset.weather)


def _kick_off(event: Event, whole: Whole) -> Known:
    return _of_tables(whole.ruleset.kickoff)


def _prayer(event: Event, whole: Whole) -> Known:
    prayers = whole.ruleset.prayers
    return {result.key for result in prayers.results} if prayers else ()


def _match_event(event: Event, whole: Whole) -> Known:
    """Those that its side may draw: each team has some of its own."""
    rules = whole.ruleset
    if not rules.options.match_events:
        return ()
    sides = (event.side,) if event.side else SIDES
    return {one.key for side in sides for one in pool(whole.sheets[side].roster, rules)}


def _card(event: Event, whole: Whole) -> Known:
    """Of decks that an edition does not list, the coaches type the titles in. What a side holds is looked at there."""
    rules, prematch = whole.ruleset, whole.report.prematch
    if not are_played(rules):
        return ()
    if use_of(rules) is None:
        return None
    held = prematch.side(event.side).cards or () if prematch and event.side else ()
    return {*(card.key for deck in decks_in_use(rules) for card in deck.cards), *(card.card for card in held)}


def _inducement(event: Event, whole: Whole) -> Known:
    rules = whole.ruleset
    return {*(one.key for one in rules.inducements), *(one.key for one in rules.goods)}


def _reroll(event: Event, whole: Whole) -> Known:
    """A skill, or where else it comes from."""
    rules = whole.ruleset
    return {*REROLLS, *(skill.name for skill in rules.skills), *(one.key for one in rules.inducements)}


def _back(event: Event, whole: Whole) -> Known:
    return UNDOES


_KNOWN: Mapping[EventKind, Callable[[Event, Whole], Known]] = {
    "weather": _weather,
    "kick-off": _kick_off,
    "prayer": _prayer,
    "event": _match_event,
    "card": _card,
    "inducement": _inducement,
    "reroll": _reroll,
    "back": _back,
}
