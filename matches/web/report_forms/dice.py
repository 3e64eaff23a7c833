"""Dice of a match: those of each team by name, and whatever else was thrown by its key."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from django import forms
from django.utils.translation import gettext

from config.words import roll_word
from engine.dice import notation
from engine.match import afterwards, before, checks
from engine.match.report import MatchReport, SideReport
from engine.match.sides import SIDES, Side
from engine.rulesets import Ruleset
from engine.rulesets.model import OUTCOMES
from matches.web.report_forms import ending
from matches.web.report_forms.desk import Desk, Reading
from matches.web.report_forms.fields import FacesField, die_field, written

# Rolls that have no name in the form go by their key; no key has two hyphens running.
OTHERS, BETWEEN = "rolls-", "--"
WINNINGS = ("winnings", "winnings2")


def add(desk: Desk, side: Side) -> Iterator[tuple[str, forms.Field]]:
    outcomes = [checks.team_rolls(desk.sheet(side).key, outcome, desk.ruleset) for outcome in OUTCOMES]
    # Not every outcome is thrown for: where a draw changes nothing, nobody throws after it.
    rolls = {name: roll for possible in outcomes for name, roll in possible.items()}
    for name, (key, _dice) in rolls.items():
        thrown = dict.fromkeys(_thrown(name, possible[name][1], desk) for possible in outcomes if name in possible)
        if not any(thrown) or not (_asked(name, desk) or desk.said(f"{side}-dice-{name}")):
            continue  # the edition pays a sum, or has no such thing after a match of this kind: nobody throws for it
        dice = gettext(" or ").join(map(notation, thrown))
        label = gettext("{roll}, {dice}").format(roll=roll_word(key), dice=dice)
        yield f"{side}-dice-{name}", FacesField(single=max(map(len, thrown)) == 1, label=label)


def _thrown(name: str, ordinary: tuple[int, ...], desk: Desk) -> tuple[int, ...]:
    """A friendly may be paid otherwise."""
    friendly = desk.ruleset.friendly if desk.kind == "friendly" else None
    return (friendly.winnings_dice if friendly and name in WINNINGS else ()) or ordinary


def _asked(name: str, desk: Desk) -> bool:
    if desk.kind == "exhibition":
        return name == "fans"
    return name != "mvp" or desk.has_best


def add_others(desk: Desk) -> Iterator[tuple[str, forms.Field]]:
    """What is thrown before the match, what its end asks for, and whatever else was typed by its key."""
    sheets = {sheet.key: sheet for sheet in desk.sheets.values()}
    named = {key for sheet in sheets for key, _ in checks.team_rolls(sheet, "draw", desk.ruleset).values()}
    asked = dict(before.dice_of(desk.prematch, desk.sheets, desk.ruleset))
    asked = {key: sides for key, sides in asked.items() if key not in named} | _by_the_end(desk)
    told = [name for name in desk.typed if name.startswith(OTHERS) and desk.said(name)]
    for name in dict.fromkeys([*map(name_of, asked), *told]):
        key = key_of(name)
        yield name, field_of(key, asked.get(key) or _dice_in(key), about(key, desk))


def _dice_in(key: str) -> tuple[int, ...]:
    """Of a draw among so many the key says the die: ``mvp/t1/d12`` is one die, and its 11 no two faces."""
    last = key.rpartition("/")[2]
    is_one = last.startswith("d") and last[1:].isascii() and last[1:].isdecimal() and len(last) <= 4
    return (int(last[1:]),) if is_one else ()


def _by_the_end(desk: Desk) -> dict[str, tuple[int, ...]]:
    """What a concession or a walkover asks for that other matches do not, as soon as it is chosen."""
    said = Reading(desk.typed)
    home, away = (SideReport(desk.sheet(side).key, said.number(f"{side}-score") or 0) for side in SIDES)
    report = MatchReport(home, away, kind=desk.kind, **ending.read(said))
    if report.ending == "played":
        return {}
    sheets = {sheet.key: sheet for sheet in desk.sheets.values()}
    fielded = {key for _, key in _keys(report, desk.ruleset)}
    asked = afterwards.dice_of(report, sheets, desk.ruleset)
    return {key: dice for key, dice in asked if dice and key not in fielded}


def about(key: str, desk: Desk) -> str:
    """Whose roll it is: the team, or the player of whom there are several."""
    _, *rest = key.split("/")
    sheet = next((sheet for sheet in desk.sheets.values() if rest and sheet.key == rest[0]), None)
    if sheet is None:
        return ""
    player = sheet.player(rest[1]) if len(rest) > 1 else None
    # Of several of a kind, such as ongoing sponsorships, the number says which.
    number = f", {rest[1]}" if len(rest) > 2 and rest[1].isdecimal() else ""
    return f"{sheet.name}, {player.name}" if player else f"{sheet.name}{number}"


def field_of(key: str, sides: tuple[int, ...] = (), about: str = "") -> FacesField:
    """A field for a roll by its key; of one that nobody asks for, faces as they come."""
    label = f"{roll_word(key)} ({about})" if about else roll_word(key)
    return die_field(label, sides) if sides else FacesField(single=False, label=label)


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
    """A friendly throws for its winnings under a key of its own. What a field has no name for goes by its key."""
    for side in SIDES:
        ordinary = checks.team_rolls(report.side(side).team, report.outcome(side), ruleset)
        asked = afterwards.rolls(report, side, ruleset)
        rolls = {name: asked.get(name, roll) for name, roll in ordinary.items()}
        yield from ((f"{side}-dice-{name}", key) for name, (key, _dice) in rolls.items())
