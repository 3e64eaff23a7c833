"""What players did and what befell them, but for casualties: counters, knock-outs, sendings-off, nominees, uses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from config.words import word
from engine.match import injuries, mvp
from engine.match.earning import deeds_of
from engine.match.matchday import in_the_draw
from engine.match.report import Deeds, SideReport
from engine.match.sides import Side
from engine.rulesets import Ruleset
from engine.tally import Tally
from engine.team.homes import has_stadiums
from matches.web.report_forms import answered
from matches.web.report_forms.desk import Desk, Reading, absence
from matches.web.report_forms.fields import CountField, choice_field

_NOMINEE_LABELS = {"nominated": _("Nominee {number}"), "random": _("Who it is, if you drew him at the table")}


# Counters.


def deed_keys(desk: Desk, side: Side) -> list[str]:
    """The roll call and the guests of the day, and whoever else was credited with something."""
    sheet = desk.sheet(side)
    here = [player for player in sheet.players if player.on_the_roster or player.guest]
    on_call = [player.key for player in sorted(here, key=lambda player: (player.number, player.key))]
    return on_call + [key for key in credited(desk, side) if key not in on_call]


def credited(desk: Desk, side: Side) -> list[str]:
    known = "|".join(sorted(map(re.escape, deeds_of(desk.ruleset)), key=len, reverse=True))
    pattern = re.compile(rf"{side}-(?:deeds|blessed)-(.{{1,40}}?)-({known})")
    found = ((pattern.fullmatch(name), typed) for name, typed in desk.typed.items())
    named = [hit[1] for hit, typed in found if hit and str(typed or "").strip() not in ("", "0")]
    return list(dict.fromkeys(named))


def add_deeds(desk: Desk, side: Side) -> Iterator[tuple[str, forms.Field]]:
    for key in deed_keys(desk, side):
        player = desk.sheet(side).player(key)
        if absence(player) and key not in credited(desk, side):
            continue
        for deed in deeds_of(desk.ruleset):
            attrs = {"data-touchdowns": side} if deed == "touchdown" else {}
            label = f"{word('deed', deed)}: {player.name if player else key}"
            yield f"{side}-deeds-{key}-{deed}", CountField(label=label, initial=0, attrs=attrs)
        yield from answered.add_blessed(desk, side, key)


def read_deeds(desk: Desk, side: Side, said: Reading) -> Iterator[Deeds]:
    for key in deed_keys(desk, side):
        fields = {deed: f"{side}-deeds-{key}-{deed}" for deed in deeds_of(desk.ruleset)}
        counts = Tally({deed: said.number(name) or 0 for deed, name in fields.items()})
        blessed = answered.read_blessed(desk, side, key, said)
        if counts or blessed:
            said.places[f"{side}.deeds.{key}"] = fields["touchdown"]
            yield Deeds(key, counts, blessed)


# Lists of players.


def add_lists(desk: Desk, side: Side) -> Iterator[tuple[str, forms.Field]]:
    """A knocked-out player for each who treats one, and who was sent off; who was typed in keeps his field."""
    sheet, rules = desk.sheet(side), desk.ruleset
    treats = injuries.healers("apothecary", sheet, rules) + injuries.wakers(sheet, rules)
    for name, label, blank in (
        (f"{side}-kos", gettext("Knocked out, and treated"), treats),
        (f"{side}-sentoff", gettext("Sent off"), 1),
    ):
        for nth in desk.rows(name, blank):
            field = f"{name}-{nth}"
            yield field, choice_field(label, desk.players(side, gettext("Nobody"), field))


def read_list(desk: Desk, side: Side, name: str, place: str, said: Reading) -> tuple[str, ...]:
    """The players of such a list; the engine names its places by number, or by player."""
    told = [(f"{side}-{name}-{nth}") for nth in desk.rows(f"{side}-{name}", 0)]
    told = [field for field in told if said.text(field)]
    for nth, field in enumerate(told):
        said.places |= {f"{side}.{place}.{nth}": field, f"{side}.{place}.{said.text(field)}": field}
    return tuple(said.text(field) for field in told)


# The most valuable player.


def add_nominees(desk: Desk, side: Side) -> Iterator[tuple[str, forms.Field]]:
    method = desk.ruleset.mvp.method
    _least, most = mvp.asked(desk.ruleset.mvp, len(in_the_draw(desk.sheet(side), desk.ruleset.mvp)))
    none = gettext("Drawn by the server") if method == "random" else gettext("Choose a player")
    label = str(_NOMINEE_LABELS.get(method, _("Who it is")))
    most = most if desk.has_best else 0
    for nth in range(max(most, *(number + 1 for number in _nominees_typed(desk, side)), 0)):
        name = f"{side}-nominees-{nth}"
        yield name, choice_field(label.format(number=nth + 1), desk.players(side, none, name))


def _nominees_typed(desk: Desk, side: Side) -> Iterator[int]:
    stem = f"{side}-nominees"
    yield from (nth for nth in desk.rows(stem, 0) if desk.said(f"{stem}-{nth}"))


def read_nominees(desk: Desk, side: Side, said: Reading) -> tuple[str, ...]:
    names = [name for name in said.data if re.fullmatch(rf"{side}-nominees-[0-9]{{1,2}}", name)]
    ordered = sorted(names, key=lambda name: int(name.rpartition("-")[2]))
    return tuple(said.text(name) for name in ordered if said.text(name))


# What was used.


def add_used(desk: Desk, side: Side) -> Iterator[tuple[str, forms.Field]]:
    stem = f"{side}-used-"
    bought = [what for what, count in desk.sheet(side).induced.items() if count > 0]
    typed = [name.removeprefix(stem) for name in desk.typed if name.startswith(stem) and desk.said(name) not in "0"]
    for what in dict.fromkeys([*bought, *typed]):
        yield f"{stem}{what}", CountField(label=_name_of(what, desk.ruleset), initial=0)


def _name_of(what: str, ruleset: Ruleset) -> str:
    names = {good.key: good.name for good in ruleset.goods}
    return names.get(what, what) if (bought := ruleset.inducement(what)) is None else bought.name


def read_used(side: Side, said: Reading) -> Tally:
    stem = f"{side}-used-"
    counts: dict[str, int] = {}
    for name in said.data:
        if name.startswith(stem):
            said.places[f"{side}.used.{name.removeprefix(stem)}"] = name
            counts[name.removeprefix(stem)] = said.number(name) or 0
    return Tally(counts)


# FAME that a stadium took.


def add_fame_lost(desk: Desk, side: Side) -> Iterator[tuple[str, forms.Field]]:
    rules = desk.ruleset.stadiums if has_stadiums(desk.ruleset) else None
    taken = rules is not None and any(extra.fame_lost for extra in rules.extras)
    if taken or desk.said(f"{side}-fame_lost"):
        yield f"{side}-fame_lost", CountField(label=gettext("FAME lost, by the stadium"), initial=0)


# What would be typed.


def typed(side: Side, mine: SideReport) -> dict[str, Any]:
    said: dict[str, Any] = {}
    for deeds in mine.deeds:
        said |= {f"{side}-deeds-{deeds.player}-{deed}": times for deed, times in deeds.counts.items()}
    said |= {f"{side}-kos-{nth}": player for nth, player in enumerate(mine.healed_kos)}
    said |= {f"{side}-sentoff-{nth}": player for nth, player in enumerate(mine.sent_off)}
    said |= {f"{side}-used-{what}": times for what, times in mine.used.items()}
    said[f"{side}-fame_lost"] = mine.fame_lost
    return said | {f"{side}-nominees-{nth}": nominee for nth, nominee in enumerate(mine.nominees)}
