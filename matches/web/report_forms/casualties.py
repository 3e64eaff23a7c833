"""Casualties: a row for each, with its dice or, where nobody remembers them, with what they came to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from config.words import word
from engine.dice import notation
from engine.match import injuries
from engine.match.events import Kept
from engine.match.report import Casualty, MatchReport, SideReport, hurt_key
from engine.match.sides import Side, other_side
from engine.rulesets.model import CasualtyResult
from engine.team.sheet import TeamSheet
from matches.web.report_forms.desk import Desk, Reading
from matches.web.report_forms.fields import (
    Choices,
    FacesField,
    choice_field,
    die_field,
    tick_field,
    with_typed,
    written,
)

BLANK_ROWS = 2
MILDER = "milder"
TREATMENTS = [
    ("", _("Not used")),
    (MILDER, _("Used: the milder result counts")),
    ("first", _("Used: the first result counts")),
    ("second", _("Used: the second result counts")),
]
_KEPT: dict[str, Kept] = {"first": "first", "second": "second"}
# The dice that a row has fields for, by the part of their key.
DICE = {
    "die": "casualty",
    "decay": f"casualty/{injuries.DECAY}",
    "again": f"casualty/{injuries.APOTHECARY}",
    "lasting": "lasting",
    "decaylasting": f"lasting/{injuries.DECAY}",
    "regeneration": "regeneration",
    "second": f"regeneration/{injuries.IGOR}",
    "poison": "poison",
}
# What a row folds away, in the order in which it happens.
FURTHER = (
    "decay", "apothecary", "again", "lasting", "decaylasting", "regeneration", "igor", "second", "poison",
    "result", "lastingresult", "otherresult", "regenerated", "blessed",
)  # fmt: skip


def stem(side: Side) -> str:
    return f"{side}-casualties"


def rows(desk: Desk, side: Side) -> list[int]:
    return desk.rows(stem(side), BLANK_ROWS)


def add(desk: Desk, side: Side) -> Iterator[tuple[str, forms.Field]]:
    for nth in rows(desk, side):
        yield from _row(f"{stem(side)}-{nth}", desk, side)


def _row(row: str, desk: Desk, side: Side) -> Iterator[tuple[str, forms.Field]]:
    dice = desk.ruleset.casualty.dice
    yield (
        f"{row}-victim",
        choice_field(gettext("Who was hurt"), desk.players(side, gettext("Nobody"), f"{row}-victim")),
    )
    others = desk.players(other_side(side), gettext("Nobody, or unknown"), f"{row}-by")
    yield f"{row}-by", choice_field(gettext("Caused by"), others)
    causes: Choices = [(cause, word("cause", cause)) for cause in desk.ruleset.casualty_causes]
    yield f"{row}-cause", choice_field(gettext("How"), with_typed(causes, desk.said(f"{row}-cause")))
    yield f"{row}-die", FacesField(single=len(dice) == 1, label=notation(dice))
    for part, wanted, field in (*_thrown(desk, side), *_told(row, desk, side)):
        # What was typed where a team has no use for it any more is kept, and refused by its name.
        if wanted or desk.said(f"{row}-{part}"):
            yield f"{row}-{part}", field


def _thrown(desk: Desk, side: Side) -> Iterator[tuple[str, bool, forms.Field]]:
    """Healers and dice, and whether these two teams may need them: the form stays short."""
    sheet, other, table = desk.sheet(side), desk.opponent(side), desk.ruleset.casualty
    treats = injuries.healers("apothecary", sheet, desk.ruleset) > 0
    helps = injuries.healers("igor", sheet, desk.ruleset) > 0
    rots = _anybody(table.twice, sheet, desk)
    yield "decay", rots, die_field(_other_throw(table.twice), table.dice)
    yield "apothecary", treats, forms.ChoiceField(required=False, label=_("Apothecary"), choices=TREATMENTS)
    yield "again", treats, die_field(gettext("Thrown again"), table.dice)
    if table.lasting:
        yield "lasting", True, die_field(gettext("Lasting injury"), table.lasting_dice)
        yield "decaylasting", rots, die_field(gettext("The other lasting injury"), table.lasting_dice)
    if table.regeneration:
        rules = table.regeneration
        heals = _anybody(rules.skill, sheet, desk)
        yield "regeneration", heals, die_field(rules.skill, rules.dice)
        yield "igor", heals and helps, tick_field(gettext("An Igor tries again"))
        yield "second", heals and helps, die_field(gettext("The Igor's die"), rules.dice)
    if table.poison:
        poisons = _anybody(table.poison.skill, other, desk)
        yield "poison", poisons, die_field(table.poison.skill, table.poison.dice)


def _told(row: str, desk: Desk, side: Side) -> Iterator[tuple[str, bool, forms.Field]]:
    """What came of it, where it is known and its dice are not."""
    sheet, table = desk.sheet(side), desk.ruleset.casualty
    by_dice = gettext("By its dice")
    results = _results(table.results)
    if table.poison:
        results.append((table.poison.key, table.poison.skill))
    yield "result", True, _result_field(gettext("Without its dice: the result"), by_dice, results, row, "result", desk)
    if table.lasting:
        lasting = _results(table.lasting)
        label = gettext("Without its die: the lasting injury")
        yield "lastingresult", True, _result_field(label, by_dice, lasting, row, "lastingresult", desk)
    rots = _anybody(table.twice, sheet, desk)
    label = gettext("Without its dice: the other result")
    yield "otherresult", rots, _result_field(label, gettext("None"), results, row, "otherresult", desk)
    if table.regeneration:
        heals = _anybody(table.regeneration.skill, sheet, desk)
        yield "regenerated", heals, tick_field(gettext("{skill} healed it").format(skill=table.regeneration.skill))
    yield "blessed", bool(desk.prayers(other_side(side))), tick_field(gettext("A prayer made it worth more"))


def _results(results: tuple[CasualtyResult, ...]) -> Choices:
    """Each once, though a table may have it in several places."""
    return list({result.key: result.name for result in results}.items())


def _result_field(label: str, none: str, results: Choices, row: str, part: str, desk: Desk) -> forms.CharField:
    return choice_field(label, with_typed([("", none), *results], desk.said(f"{row}-{part}")))


def _anybody(skill: str, sheet: TeamSheet, desk: Desk) -> bool:
    return any(injuries.has_skill(skill, player, sheet, desk.ruleset) for player in sheet.fit)


def _other_throw(skill: str) -> str:
    return gettext("{skill}: the other throw").format(skill=skill)


# What was typed.


def read(desk: Desk, side: Side, said: Reading) -> Iterator[Casualty]:
    for place, nth in enumerate(filled(desk, side, said)):
        row, where = f"{stem(side)}-{nth}", f"{side}.casualties.{place}"
        said.places |= {
            where: f"{row}-victim",
            **{f"{where}.{part}": f"{row}-{part}" for part in ("by", "cause", "apothecary", "igor", "result")},
            f"{where}.kept": f"{row}-apothecary",
            f"{where}.lasting": f"{row}-lastingresult",
            f"{where}.second": f"{row}-otherresult",
            f"{where}.regenerated": f"{row}-regenerated",
            f"{where}.blessed": f"{row}-blessed",
        }
        treatment = said.text(f"{row}-apothecary")
        yield Casualty(
            victim=said.text(f"{row}-victim"),
            cause=said.text(f"{row}-cause"),
            by=said.text(f"{row}-by") or None,
            apothecary=bool(treatment),
            kept=_KEPT.get(treatment, ""),
            igor=said.ticked(f"{row}-igor"),
            result=said.text(f"{row}-result"),
            lasting=said.text(f"{row}-lastingresult"),
            second=said.text(f"{row}-otherresult"),
            regenerated=said.ticked(f"{row}-regenerated"),
            blessed=said.ticked(f"{row}-blessed"),
        )


def filled(desk: Desk, side: Side, said: Reading) -> list[int]:
    return [nth for nth in rows(desk, side) if said.text(f"{stem(side)}-{nth}-victim")]


def read_dice(desk: Desk, side: Side, mine: SideReport, said: Reading) -> Iterator[tuple[str, tuple[int, ...], str]]:
    """The dice of its rows: key, faces, and the field that they were typed into."""
    for nth, (_casualty, dice) in zip(filled(desk, side, said), _with_keys(mine), strict=True):
        for part, key in dice.items():
            name = f"{stem(side)}-{nth}-{part}"
            if faces := said.faces(name):
                yield key, faces, name


def without_victim(desk: Desk, side: Side, said: Reading) -> Iterator[str]:
    """Rows of which something is said, but not who was hurt: the field that should say it."""
    for nth in rows(desk, side):
        row = f"{stem(side)}-{nth}"
        spoken = any(said.data.get(f"{row}-{part}") for part in ("by", "die", *FURTHER))
        if spoken and not said.text(f"{row}-victim"):
            yield f"{row}-victim"


# What would be typed.


def dice_keys(mine: SideReport) -> Iterator[str]:
    """Those that its rows have fields for."""
    for _casualty, dice in _with_keys(mine):
        yield from dice.values()


def typed(side: Side, mine: SideReport, report: MatchReport) -> dict[str, Any]:
    said: dict[str, Any] = {}
    for nth, (casualty, dice) in enumerate(_with_keys(mine)):
        row = f"{stem(side)}-{nth}"
        said |= {f"{row}-victim": casualty.victim, f"{row}-by": casualty.by or "", f"{row}-cause": casualty.cause}
        said |= {f"{row}-{part}": written(report.dice.get(key)) for part, key in dice.items()}
        said |= {f"{row}-apothecary": _treatment(casualty), f"{row}-igor": casualty.igor}
        said |= {f"{row}-result": casualty.result, f"{row}-lastingresult": casualty.lasting}
        said |= {f"{row}-otherresult": casualty.second, f"{row}-regenerated": casualty.regenerated}
        said[f"{row}-blessed"] = casualty.blessed
    told = len(mine.casualties)
    return said | {f"{stem(side)}-{nth}-victim": "" for nth in range(told, max(told + 1, BLANK_ROWS))}


def _treatment(casualty: Casualty) -> str:
    return (casualty.kept or MILDER) if casualty.apothecary else ""


def _with_keys(mine: SideReport) -> Iterator[tuple[Casualty, dict[str, str]]]:
    """Each casualty with the keys of the dice that its row has fields for, by the field's name."""
    times: Counter[str] = Counter()
    for casualty in mine.casualties:
        times[casualty.victim] += 1
        nth = times[casualty.victim]
        yield casualty, {name: hurt_key(part, mine.team, casualty.victim, nth) for name, part in DICE.items()}
