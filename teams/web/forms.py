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

from config.words import word
from engine.rulesets import Position, Roster, Ruleset
from engine.rulesets.model import Good, RosterChoice
from engine.tally import Tally
from engine.team.draft import NAME_LONGEST, DraftedPlayer, TeamDraft
from engine.team.names import suggest
from leagues.names import REMARK_LONGEST
from teams.logos import FORMATS
from teams.selectors.teams import CharacteristicCell, line_cells
from teams.services.teams import COLOURS

# A form has room for twice as many players as a team may have: enough to be told that they are too many.
MOST_ROWS = 2
MOST_GOODS = 99
ACCEPTED = ",".join(f"image/{name.lower()}" for name in FORMATS)


@dataclass(frozen=True, slots=True)
class PositionRow:
    position: Position
    field: forms.BoundField
    characteristics: tuple[CharacteristicCell, ...]
    primary: tuple[str, ...]  # categories that he may learn from, in words
    secondary: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GoodRow:
    good: Good
    cost: int
    field: forms.BoundField


@dataclass(frozen=True, slots=True)
class ChoiceRow:
    choice: RosterChoice
    field: forms.BoundField


@dataclass(frozen=True, slots=True)
class PlayerEntry:
    """A place in the team, and what was typed there."""

    position: Position
    nth: int
    number: forms.BoundField
    name: forms.BoundField


class DraftForm(forms.Form):
    """Only shape is checked here. What is left blank is filled in: numbers in order, names of our own making."""

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
    logo = forms.FileField(
        label=_("Logo"),
        required=False,
        help_text=_("A PNG, JPEG, GIF or WebP of up to 2 MB. It is made small and square."),
        widget=forms.FileInput(attrs={"accept": ACCEPTED}),
    )
    logo_off = forms.BooleanField(label=_("No logo: the letters will do"), required=False)
    logo_kept = forms.CharField(required=False, widget=forms.HiddenInput)
    seen = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(
        self, ruleset: Ruleset, roster: Roster, data: Any = None, files: Any = None, *, colour: int = 1
    ) -> None:
        super().__init__(data, files, initial={"colour": colour})
        self.ruleset, self.roster = ruleset, roster
        # A limit of the rules is the engine's to state; here the most is what anybody could number.
        most = MOST_ROWS * ruleset.draft.players_max
        for position in roster.positions:
            self.fields[_count(position)] = _number(position.name, most, shown_most=position.max)
        for good in self.goods:
            self.fields[f"good-{good.key}"] = _number(good.name, MOST_GOODS, shown_most=good.draft_max)
        for choice in roster.choices:
            self.fields[f"choice-{choice.key}"] = forms.ChoiceField(
                label=choice.name,
                choices=[(option, option) for option in choice.options],
                required=False,
                widget=forms.RadioSelect,
            )
        for position, nth in self._places():
            self._add_player(position, nth)

    @property
    def goods(self) -> tuple[Good, ...]:
        return self.ruleset.goods_of(self.roster)

    def position_rows(self) -> list[PositionRow]:
        return [
            PositionRow(
                position=position,
                field=self[_count(position)],
                characteristics=line_cells(position, self.ruleset),
                primary=tuple(word("category", letter) for letter in position.primary),
                secondary=tuple(word("category", letter) for letter in position.secondary),
            )
            for position in self.roster.positions
        ]

    def choice_rows(self) -> list[ChoiceRow]:
        return [ChoiceRow(choice, self[f"choice-{choice.key}"]) for choice in self.roster.choices]

    def good_rows(self) -> list[GoodRow]:
        return [
            GoodRow(good, self.ruleset.good_cost(self.roster, good.key), self[f"good-{good.key}"])
            for good in self.goods
        ]

    def players(self) -> list[PlayerEntry]:
        """A row for each player; a number or a name that was not typed shows the one he gets."""
        entries = []
        for (position, nth), player in zip(self._places(), self.draft.players, strict=True):
            stem = _player(position, nth)
            number, name = self[f"{stem}-number"], self[f"{stem}-name"]
            number.field.widget.attrs["placeholder"] = str(player.number)
            name.field.widget.attrs["placeholder"] = player.name
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
        called = self._names([(position, name or "") for position, _, _, name in entries], said.get("name", ""))
        players = (
            DraftedPlayer(position.key, next(free) if number is None else number, name)
            for (position, _, number, _), name in zip(entries, called, strict=True)
        )
        goods = Tally({good.key: said.get(f"good-{good.key}") or 0 for good in self.goods})
        choices = {choice.key: said.get(f"choice-{choice.key}") or "" for choice in self.roster.choices}
        taken = {key: option for key, option in choices.items() if option}
        return TeamDraft(said.get("name", ""), self.roster.key, tuple(players), goods, taken)

    def _names(self, typed: list[tuple[Position, str]], team: str) -> Iterator[str]:
        """What was typed, and a suggestion for everybody else."""
        blank = [position.key for position, name in typed if not name]
        suggested = iter(suggest(team, self.roster.key, blank, {name for _, name in typed}))
        for _position, name in typed:
            yield name or next(suggested)

    def fields_of_problems(self) -> Mapping[str, str]:
        """Where the engine's problems stand on this form."""
        places = {
            f"players.{place}.name": f"{_player(position, nth)}-name"
            for place, (position, nth) in enumerate(self._places())
        }
        positions = {f"positions.{position.key}": _count(position) for position in self.roster.positions}
        goods = {f"goods.{good.key}": f"good-{good.key}" for good in self.goods}
        choices = {f"choices.{choice.key}": f"choice-{choice.key}" for choice in self.roster.choices}
        return {**places, **positions, **goods, **choices}

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
            widget=forms.TextInput(attrs={"autocomplete": "off"}),
        )


def typed_of(draft: TeamDraft, ruleset: Ruleset, *, colour: int, logo: str = "", names: bool = True) -> dict[str, str]:
    """What somebody would have typed who wanted this draft; without ``names`` they are suggested anew."""
    typed = {"name": draft.name, "colour": str(colour), "logo_kept": logo}
    roster = ruleset.roster(draft.roster)
    typed |= {f"good-{good.key}": str(draft.goods[good.key]) for good in ruleset.goods_of(roster)}
    typed |= {f"choice-{key}": option for key, option in draft.choices.items()}
    for position in roster.positions:
        players = [player for player in draft.players if player.position == position.key]
        typed[_count(position)] = str(len(players))
        for nth, player in enumerate(players, start=1):
            typed[f"{_player(position, nth)}-number"] = str(player.number)
            typed[f"{_player(position, nth)}-name"] = player.name if names else ""
    return typed


class ReturnForm(forms.Form):
    """Why a draft is sent back."""

    reason = forms.CharField(
        label=_("Why it goes back"),
        max_length=REMARK_LONGEST,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class LogoForm(forms.Form):
    """Another picture for a team, or none."""

    logo = forms.FileField(
        label=_("Logo"),
        required=False,
        help_text=_("A PNG, JPEG, GIF or WebP of up to 2 MB. It is made small and square."),
        widget=forms.FileInput(attrs={"accept": ACCEPTED}),
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
