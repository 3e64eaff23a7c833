"""Prayers that were answered in play, and how many deeds they made worth more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.translation import gettext

from config.words import word
from engine.match import boons
from engine.match.earning import deeds_of
from engine.match.prematch import Prayer
from engine.match.report import SideReport
from engine.match.sides import Side
from engine.rulesets import Ruleset
from engine.tally import Tally
from matches.web.report_forms import whom
from matches.web.report_forms.desk import Desk, Reading
from matches.web.report_forms.fields import Choices, CountField, choice_field, with_typed, words_field


def stem(side: Side) -> str:
    return f"{side}-answered"


def add(desk: Desk, side: Side) -> Iterator[tuple[str, forms.Field]]:
    table = desk.ruleset.prayers
    options: Choices = [("", gettext("None")), *((one.key, one.name) for one in (table.results if table else ()))]
    for nth in desk.rows(stem(side), 1 if table else 0):
        row = f"{stem(side)}-{nth}"
        yield f"{row}-what", choice_field(gettext("Prayer"), with_typed(options, desk.said(f"{row}-what")))
        yield f"{row}-player", choice_field(gettext("About whom"), whom.choices(desk, side, f"{row}-player"))
        for part, label in (("others", gettext("And about whom else")), ("skill", gettext("The skill he gained"))):
            if desk.said(f"{row}-{part}"):
                yield f"{row}-{part}", words_field(label)


def read(desk: Desk, side: Side, said: Reading) -> Iterator[Prayer]:
    rows = (f"{stem(side)}-{nth}" for nth in desk.rows(stem(side), 0))
    for place, row in enumerate(row for row in rows if said.text(f"{row}-what")):
        said.places[f"{side}.answered.{place}"] = f"{row}-what"
        others = tuple(said.text(f"{row}-others").split())
        yield Prayer(
            said.text(f"{row}-what"), whom.key_in(said.text(f"{row}-player")), others, said.text(f"{row}-skill")
        )


# What they made worth more: a counter beside the one of the deed, as soon as a prayer is known that can have done it.


def add_blessed(desk: Desk, side: Side, key: str) -> Iterator[tuple[str, forms.Field]]:
    always = boons.throughout(desk.prematch, side, desk.ruleset)
    found = boons.boons((one.prayer for one in desk.prayers(side)), desk.ruleset)
    player, label = desk.sheet(side).player(key), gettext("{deed}, made worth more by a prayer: {player}")
    for deed in deeds_of(desk.ruleset):
        name = blessed_name(side, key, deed)
        if found.get(deed) != always.get(deed) or desk.said(name) not in ("", "0"):
            said = label.format(deed=word("deed", deed), player=player.name if player else key)
            yield name, CountField(label=said, initial=0)


def blessed_name(side: Side, player: str, deed: str) -> str:
    return f"{side}-blessed-{player}-{deed}"


def read_blessed(desk: Desk, side: Side, player: str, said: Reading) -> Tally:
    names = {deed: blessed_name(side, player, deed) for deed in deeds_of(desk.ruleset)}
    said.places |= {f"{side}.deeds.{player}.{deed}.blessed": name for deed, name in names.items()}
    return Tally({deed: said.number(name) or 0 for deed, name in names.items()})


# What would be typed.


def typed(side: Side, mine: SideReport, ruleset: Ruleset) -> dict[str, Any]:
    said: dict[str, Any] = {}
    for deeds in mine.deeds:
        said |= {blessed_name(side, deeds.player, deed): times for deed, times in deeds.blessed.items()}
    for nth, one in enumerate(mine.answered):
        row = f"{stem(side)}-{nth}"
        said |= {f"{row}-what": one.prayer, f"{row}-player": whom.typed(one, side, ruleset)}
        said |= {f"{row}-others": " ".join(one.others), f"{row}-skill": one.skill}
    return said
