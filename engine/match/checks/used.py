"""What was used in the match: no more of it than was bought, and no card that nobody held."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from engine.errors import Problem, marked
from engine.match.checks.scene import OneSide


def used(one: OneSide) -> Iterator[Problem]:
    bought = {good.key: one.sheet.goods[good.key] for good in one.ruleset.goods}
    known = {inducement.key: inducement for inducement in one.ruleset.inducements}
    for what, times in one.mine.used.items():
        where = f"{one.side}.used.{what}"
        if times < 0 or (what not in known and what not in bought):
            yield Problem(
                "unknown_inducement",
                marked("“{what}” is nothing that can be used here (told: {times})."),
                "match-report.used",
                where,
                {"what": what, "times": times},
            )
            continue
        owned = one.sheet.induced[what] + bought.get(what, 0)
        uses = known[what].uses if what in known else None
        if _sponsored(what, one):
            continue
        name = known[what].name if what in known else one.ruleset.good(what).name
        params = {"team": one.sheet.name, "what": name, "times": times, "owned": owned}
        if owned and (uses is None or times <= uses * owned):
            continue
        yield _too_often(what, params, one, where)


def _sponsored(what: str, one: OneSide) -> bool:
    """A sponsor may give one more of it in a half: how often he did, his dice have said at the table."""
    sponsor = one.ruleset.sponsor(one.sheet.sponsor)
    return bool(sponsor and sponsor.half_reroll and sponsor.half_reroll.good == what)


def _too_often(what: str, params: dict[str, Any], one: OneSide, where: str) -> Problem:
    # What a team has of its own nobody buys before a match: there is nothing to be recorded.
    if not params["owned"] and one.ruleset.inducement(what) and not _recorded(one):
        return Problem(
            "inducements_not_recorded",
            marked("{team} used {what} ({times} in all), and nobody has written down what it bought. Really?"),
            "match-report.used",
            where,
            params,
            "warning",
        )
    if _given(what, one):
        return Problem(
            "used_beyond_bought",
            marked("{team} used {what} ({times} in all) and bought {owned}; the rest came by something else. Really?"),
            "match-report.used",
            where,
            params,
            "warning",
        )
    return Problem(
        "used_too_often",
        marked("{team} used {what} ({times} in all) and has {owned}."),
        "match-report.used",
        where,
        params,
    )


def _given(what: str, one: OneSide) -> bool:
    """Whether it may have come without being bought: by the kick-off table, a card, an event of the match."""
    gifts = {
        *(bought.key for bought in one.ruleset.inducements if bought.gift),
        *(good.key for good in one.ruleset.goods if good.gift),
    }
    return what in gifts or any(event.kind in ("card", "event") for event in one.events)


def _recorded(one: OneSide) -> bool:
    prematch = one.report.prematch
    return prematch is not None and prematch.side(one.side).induced is not None


def cards(one: OneSide) -> Iterator[Problem]:
    """Each card that was played was held. Where nobody has written down the hands, nothing can be said."""
    prematch = one.report.prematch
    held = prematch.side(one.side).cards if prematch else None
    if held is None:
        return
    hand = Counter(card.card for card in held)
    played = Counter(event.what for event in one.events if event.kind == "card" and event.what)
    for card, times in played.items():
        if times > hand[card]:
            yield Problem(
                "card_not_held",
                marked("{team} played {card} ({times} in all) and held {held} of it."),
                "match-report.cards",
                f"{one.side}.cards",
                {"team": one.sheet.name, "card": _title(card, one), "times": times, "held": hand[card]},
            )


def _title(card: str, one: OneSide) -> str:
    return next((found.title for deck in one.ruleset.decks for found in deck.cards if found.key == card), card)
