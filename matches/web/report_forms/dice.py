"""Dice of a team that are thrown whatever happened in the match."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.translation import gettext

from config.words import roll_word
from engine.dice import notation
from engine.match import checks
from engine.match.report import MatchReport
from engine.match.sides import SIDES, Side
from engine.rulesets import Ruleset
from engine.rulesets.model import OUTCOMES
from matches.web.report_forms.desk import Desk, Reading
from matches.web.report_forms.fields import FacesField, written


def add(desk: Desk, side: Side) -> Iterator[tuple[str, forms.Field]]:
    outcomes = [checks.team_rolls(desk.sheet(side).key, outcome, desk.ruleset) for outcome in OUTCOMES]
    for name, (key, dice) in outcomes[0].items():
        thrown = dict.fromkeys(notation(possible[name][1]) for possible in outcomes)
        label = gettext("{roll}, {dice}").format(roll=roll_word(key), dice=gettext(" or ").join(thrown))
        yield f"{side}-dice-{name}", FacesField(single=len(dice) == 1, label=label)


def read(report: MatchReport, ruleset: Ruleset, said: Reading) -> Iterator[tuple[str, tuple[int, ...], str]]:
    """Key, faces, and the field that they were typed into."""
    for name, key in _keys(report, ruleset):
        if faces := said.faces(name):
            yield key, faces, name


def typed(report: MatchReport, ruleset: Ruleset) -> dict[str, Any]:
    return {name: written(report.dice.get(key)) for name, key in _keys(report, ruleset)}


def _keys(report: MatchReport, ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    for side in SIDES:
        rolls = checks.team_rolls(report.side(side).team, report.outcome(side), ruleset)
        yield from ((f"{side}-dice-{name}", key) for name, (key, _dice) in rolls.items())
