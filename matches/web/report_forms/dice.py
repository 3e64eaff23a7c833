"""Dice of a match: those of each team by name, and whatever else was thrown by its key."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from django import forms
from django.utils.translation import gettext

from config.words import roll_word
from engine.dice import notation
from engine.match import before, checks
from engine.match.report import MatchReport
from engine.match.sides import SIDES, Side
from engine.rulesets import Ruleset
from engine.rulesets.model import OUTCOMES
from matches.web.report_forms.desk import Desk, Reading
from matches.web.report_forms.fields import FacesField, die_field, written

# Rolls that have no name in the form go by their key; no key has two hyphens running.
OTHERS, BETWEEN = "rolls-", "--"


def add(desk: Desk, side: Side) -> Iterator[tuple[str, forms.Field]]:
    outcomes = [checks.team_rolls(desk.sheet(side).key, outcome, desk.ruleset) for outcome in OUTCOMES]
    # Not every outcome is thrown for: where a draw changes nothing, nobody throws after it.
    rolls = {name: roll for possible in outcomes for name, roll in possible.items()}
    for name, (key, dice) in rolls.items():
        thrown = dict.fromkeys(notation(possible[name][1]) for possible in outcomes if name in possible)
        label = gettext("{roll}, {dice}").format(roll=roll_word(key), dice=gettext(" or ").join(thrown))
        yield f"{side}-dice-{name}", FacesField(single=len(dice) == 1, label=label)


def add_others(desk: Desk) -> Iterator[tuple[str, forms.Field]]:
    """What is thrown before the match, and whatever else was typed by its key."""
    sheets = {sheet.key: sheet for sheet in desk.sheets.values()}
    named = {key for sheet in sheets for key, _ in checks.team_rolls(sheet, "draw", desk.ruleset).values()}
    asked = dict(before.dice_of(desk.prematch, desk.sheets, desk.ruleset))
    asked = {key: sides for key, sides in asked.items() if key not in named}
    told = [name for name in desk.typed if name.startswith(OTHERS) and desk.said(name)]
    for name in dict.fromkeys([*map(name_of, asked), *told]):
        yield name, field_of(key_of(name), asked.get(key_of(name), ()))


def field_of(key: str, sides: tuple[int, ...] = ()) -> FacesField:
    """A field for a roll by its key; of one that nobody asks for, faces as they come."""
    return die_field(roll_word(key), sides) if sides else FacesField(single=False, label=roll_word(key))


def name_of(key: str) -> str:
    return OTHERS + key.replace("/", BETWEEN)


def key_of(name: str) -> str:
    return name.removeprefix(OTHERS).replace(BETWEEN, "/")


def read(report: MatchReport, ruleset: Ruleset, said: Reading) -> Iterator[tuple[str, tuple[int, ...], str]]:
    """Key, faces, and the field that they were typed into."""
    names = {name: key_of(name) for name in said.data if name.startswith(OTHERS)}
    for name, key in (*names.items(), *_keys(report, ruleset)):
        if faces := said.faces(name):
            yield key, faces, name


def typed(report: MatchReport, ruleset: Ruleset, told: Collection[str]) -> dict[str, Any]:
    """``told`` are the dice that other parts of the form have typed already."""
    named = dict(_keys(report, ruleset))
    known = {*named.values(), *told}
    others = {name_of(key): written(faces) for key, faces in report.dice.items() if key not in known}
    return {name: written(report.dice.get(key)) for name, key in named.items()} | others


def _keys(report: MatchReport, ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    for side in SIDES:
        rolls = checks.team_rolls(report.side(side).team, report.outcome(side), ruleset)
        yield from ((f"{side}-dice-{name}", key) for name, (key, _dice) in rolls.items())
