"""Fields for what a line of a report should say: one for each kind of line, named after its place."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext

from config.words import word
from engine.match.comparing import side_of_line, what_of
from engine.match.report import casualty_key
from engine.rulesets import Ruleset
from engine.team.sheet import TeamSheet
from matches.models import Match
from matches.web.line_words import PLAYERS, SIDES_SAID

NUMBERS = ("score", "awarded", "could_field", "treasury", "used")
ENDINGS = ("played", "conceded", "walkover")
_FACES = re.compile(r"[\s,;+/-]+")

Choices = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class LineField:
    """How a line is asked for. Of a kind that no form can ask for, the line may be struck and no more."""

    place: str
    kind: str  # number, one, many, casualty, faces, or nothing
    typed: Any = None
    choices: Choices = ()
    by: Choices = ()  # of a casualty: who may have caused it
    chosen: tuple[str, ...] = field(default=())


class LineFields:
    def __init__(self, match: Match, sheets: Mapping[str, TeamSheet], ruleset: Ruleset) -> None:
        self.teams = {"home": sheets[match.home.key], "away": sheets[match.away.key]}
        self._ruleset = ruleset

    def field(self, place: str, said: Any) -> LineField:
        """The field of a line, filled in with what it says now."""
        what, side = what_of(place), side_of_line(place)
        if what in NUMBERS or ".deeds." in place:
            return LineField(place, "number", said)
        if what == "overtime":
            return LineField(place, "one", "yes" if said else "no", (("yes", gettext("Yes")), ("no", gettext("No"))))
        if what == "ending":
            return LineField(place, "one", said, tuple((key, word("ending", key)) for key in ENDINGS))
        if what in SIDES_SAID:
            return LineField(place, "one", said, tuple((key, team.name) for key, team in self.teams.items()))
        if what in PLAYERS and side:
            return LineField(place, "many", said, self.players(side), chosen=tuple(said or ()))
        if what == "casualty" and side:
            return self._casualty(place, side, said or {})
        if what == "dice":
            return LineField(place, "faces", "-".join(map(str, said or ())))
        return LineField(place, "")

    def read(self, place: str, typed: QueryDict, said: Any) -> Any:
        """What was typed into a line's field; ``said`` is what it says now. Nonsense is for the engine to refuse."""
        kind, name = self.field(place, None).kind, f"value.{place}"
        text = typed.get(name, "").strip()
        if kind == "number":
            return int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else text
        if kind == "one":
            return text == "yes" if what_of(place) == "overtime" else text
        if kind == "many":
            return typed.getlist(name)
        if kind == "faces":
            return _faces(text, len(said or ()) > 1)
        return self._casualty_read(place, name, typed, said or {}) if kind == "casualty" else text

    def players(self, side: str) -> Choices:
        sheet = self.teams[side]
        listed = sorted(sheet.roll_call, key=lambda player: (player.number, player.key))
        return tuple((player.key, f"#{player.number} {player.name}") for player in listed)

    @property
    def causes(self) -> Choices:
        return tuple((cause, word("cause", cause)) for cause in self._ruleset.casualty_causes)

    def _casualty(self, place: str, side: str, said: Mapping[str, Any]) -> LineField:
        key = self._casualty_key(place, side)
        faces = "-".join(map(str, (said.get("dice") or {}).get(key, ())))
        typed = {"by": said.get("by") or "", "cause": said.get("cause", ""), "die": faces}
        return LineField(place, "casualty", typed, self.causes, by=self.players("away" if side == "home" else "home"))

    def _casualty_read(self, place: str, name: str, typed: QueryDict, said: Mapping[str, Any]) -> dict[str, Any]:
        """What the form does not ask for stays as it was."""
        key, die = self._casualty_key(place, side_of_line(place) or "home"), typed.get(f"{name}.die", "").strip()
        dice = {other: faces for other, faces in (said.get("dice") or {}).items() if other != key}
        if die:
            dice[key] = _faces(die, len(self._ruleset.casualty.dice) > 1)
        new = {"cause": typed.get(f"{name}.cause", ""), "by": typed.get(f"{name}.by", "") or None, "dice": dice}
        return {**said, **new}

    def _casualty_key(self, place: str, side: str) -> str:
        _side, _part, victim, *again = place.split(".")
        nth = int(again[0]) if again and again[0].isdecimal() else 1
        return casualty_key(self.teams[side].key, victim, nth)


def _faces(text: str, several: bool) -> Any:
    """``43`` for a four and a three where several dice are thrown, or ``4-3``."""
    parts = [part for part in _FACES.split(text.strip()) if part]
    if not parts or not all(re.fullmatch(r"[0-9]{1,3}", part) for part in parts):
        return text
    return [int(part) for part in (parts[0] if several and len(parts) == 1 else parts)]
