"""The draft as a form: how many of each position and good, and whatever a coach says about single players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.rulesets import Position, Roster, Ruleset
from engine.rulesets.model import Good
from engine.tally import Tally
from engine.team.draft import NAME_LONGEST, DraftedPlayer, TeamDraft
from teams.services.teams import COLOURS

# A form has room for twice as many players as a team may have: enough to be told that they are too many.
MOST_ROWS = 2
MOST_GOODS = 99


@dataclass(frozen=True, slots=True)
class PositionRow:
    position: Position
    field: forms.BoundField


@dataclass(frozen=True, slots=True)
class GoodRow:
    good: Good
    cost: int
    field: forms.BoundField


@dataclass(frozen=True, slots=True)
class PlayerEntry:
    """A place in the team, and what was typed there."""

    position: Position
    nth: int
    number: forms.BoundField
    name: forms.BoundField


class DraftForm(forms.Form):
    """Only shape is checked here. What is left blank is filled in: numbers in order, names after positions."""

    name = forms.CharField(
        label=_("Team name"),
        max_length=NAME_LONGEST,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    colour = forms.TypedChoiceField(
        label=_("Colour"),
        coerce=int,
        choices=[(number, number) for number in range(1, COLOURS + 1)],
        widget=forms.RadioSelect,
    )

    def __init__(self, ruleset: Ruleset, roster: Roster, data: Any = None, *, colour: int = 1) -> None:
        super().__init__(data, initial={"colour": colour})
        self.ruleset, self.roster = ruleset, roster
        # A limit of the rules is the engine's to state; here the most is what anybody could number.
        most = MOST_ROWS * ruleset.draft.players_max
        for position in roster.positions:
            self.fields[_count(position)] = _number(position.name, most, shown_most=position.max)
        for good in self.goods:
            self.fields[f"good-{good.key}"] = _number(good.name, MOST_GOODS, shown_most=good.draft_max)
        for position, nth in self._places():
            self._add_player(position, nth)

    @property
    def goods(self) -> tuple[Good, ...]:
        return self.ruleset.goods_of(self.roster)

    def position_rows(self) -> list[PositionRow]:
        return [PositionRow(position, self[_count(position)]) for position in self.roster.positions]

    def good_rows(self) -> list[GoodRow]:
        return [
            GoodRow(good, self.ruleset.good_cost(self.roster, good.key), self[f"good-{good.key}"])
            for good in self.goods
        ]

    def players(self) -> list[PlayerEntry]:
        """A row for each player; a number that was not typed shows the one he gets."""
        entries = []
        for (position, nth), player in zip(self._places(), self.draft.players, strict=True):
            stem = _player(position, nth)
            number, name = self[f"{stem}-number"], self[f"{stem}-name"]
            number.field.widget.attrs["placeholder"] = str(player.number)
            entries.append(PlayerEntry(position, nth, number, name))
        return entries

    @cached_property
    def draft(self) -> TeamDraft:
        """The draft that was typed. Fields of the wrong shape count as not filled in."""
        said = self.cleaned_data if self.is_bound and self.errors is not None else {}
        entries = [
            (position, nth, said.get(f"{_player(position, nth)}-number"), said.get(f"{_player(position, nth)}-name"))
            for position, nth in self._places()
        ]
        free = self._free_numbers({number for _, _, number, _ in entries if number is not None})
        players = (
            DraftedPlayer(position.key, next(free) if number is None else number, name or default_name(position, nth))
            for position, nth, number, name in entries
        )
        goods = Tally({good.key: said.get(f"good-{good.key}") or 0 for good in self.goods})
        return TeamDraft(said.get("name", ""), self.roster.key, tuple(players), goods)

    def fields_of_problems(self) -> Mapping[str, str]:
        """Where the engine's problems stand on this form."""
        places = {
            f"players.{place}.name": f"{_player(position, nth)}-name"
            for place, (position, nth) in enumerate(self._places())
        }
        positions = {f"positions.{position.key}": _count(position) for position in self.roster.positions}
        goods = {f"goods.{good.key}": f"good-{good.key}" for good in self.goods}
        return {**places, **positions, **goods}

    def _places(self) -> Iterator[tuple[Position, int]]:
        for position in self.roster.positions:
            for nth in range(1, self._wanted(position) + 1):
                yield position, nth

    def _wanted(self, position: Position) -> int:
        """How many are asked for, as the field reads it; whatever it refuses asks for none."""
        field = self.fields[_count(position)]
        try:
            return int(field.clean(self.data.get(_count(position))) or 0) if self.is_bound else 0
        except ValidationError:
            return 0

    def _free_numbers(self, taken: set[int]) -> Iterator[int]:
        number = 0
        while True:
            number += 1
            if number not in taken:
                yield number

    def _add_player(self, position: Position, nth: int) -> None:
        stem = _player(position, nth)
        self.fields[f"{stem}-number"] = forms.IntegerField(
            label=gettext("Number of {player}").format(player=default_name(position, nth)),
            required=False,
            min_value=0,
            max_value=10 * self.ruleset.draft.number_max,
            widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        )
        self.fields[f"{stem}-name"] = forms.CharField(
            label=gettext("Name of {player}").format(player=default_name(position, nth)),
            required=False,
            max_length=NAME_LONGEST,
            widget=forms.TextInput(attrs={"placeholder": default_name(position, nth), "autocomplete": "off"}),
        )


def default_name(position: Position, nth: int) -> str:
    return f"{position.name} {nth}"


def _number(label: str, most: int, shown_most: int | None) -> forms.IntegerField:
    attrs = {"inputmode": "numeric", **({} if shown_most is None else {"max": shown_most})}
    field = forms.IntegerField(label=label, min_value=0, max_value=most, required=False, initial=0)
    field.widget.attrs.update(attrs)
    return field


def _count(position: Position) -> str:
    return f"count-{position.key}"


def _player(position: Position, nth: int) -> str:
    return f"player-{position.key}-{nth}"
