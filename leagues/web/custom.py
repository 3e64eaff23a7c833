"""The editor of a league's own entries: teams, positions, stars, inducements and skills, and other prices.

Its fields are made from those of the dataclass that a kind of entry becomes. What comes out is house rules as the
engine and the API take them, and the engine judges them.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator, Mapping
from typing import Any, get_type_hints

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from config.refusals import ShownProblem
from config.words import CHARACTERISTICS, word
from engine.rulesets import Ruleset
from engine.rulesets.coherence import CATEGORIES, RESERVED
from engine.rulesets.furniture import StarMember
from leagues.names import LONGEST
from leagues.web.entries import (
    BY_KEY,
    CHANGE,
    FIELDS_MOST,
    KINDS,
    NUMBER,
    PREFIX,
    Kind,
    Known,
    Original,
    Typed,
    asked_in,
    free_key,
    known_of,
    numbers_in,
    originals,
    typed_one,
)
from leagues.web.fields import JsonField, LettersField, LineField, NamesField, WordsField

LABELS: Mapping[str, Promise | str] = {
    **CHARACTERISTICS,
    "name": _("Name"),
    "min": _("Least"),
    "max": _("Most"),
    "cost": _("Price"),
    "reroll_cost": _("Price of a re-roll"),
    "apothecary": _("May hire an apothecary"),
    "skills": _("Skills"),
    "primary": _("Normal"),
    "secondary": _("Double"),
    "teams": _("Teams"),
    "special_rule": _("Special rule"),
    "effect": _("What it does"),
    "category": _("Category"),
    "positions": _("Positions"),
    "members": _("Players"),
}
HELP: Mapping[str, Promise | str] = {
    "skills": _("With commas between them."),
    "reroll_cost": _("In gold pieces."),
    "primary": _("Categories by their letters: G A S P M."),
    "secondary": _("Categories by their letters: G A S P M."),
    "stars.cost": _("Blank: he is not for hire."),
    "stars.teams": _("Those that may hire him, with commas between them."),
    "inducements.cost": _("Blank: it varies."),
    "inducements.max": _("Blank: as many as fit."),
    "inducements.teams": _("Those that may buy it, with commas between them. Blank: every team."),
    "skills.name": _("One that the edition has already is replaced."),
}
# What editions that let a player buy his skills call the two kinds of categories.
BOUGHT: Mapping[str, Promise | str] = {"primary": _("Primary"), "secondary": _("Secondary")}
# How much of a row's width a field takes where rows are shown as cards.
CELLS = {"min": "cell-quarter", "max": "cell-quarter", "cost": "cell-half", "primary": "cell-half"}
CELLS |= {"secondary": "cell-half", **dict.fromkeys(CHARACTERISTICS, "cell-quarter")}


def form_field(shape: type, name: str, place: str = "") -> forms.Field:
    """The field of a form for a field of a dataclass."""
    hint = get_type_hints(shape)[name]
    given = next(one for one in dataclasses.fields(shape) if one.name == name)
    optional = given.default is not dataclasses.MISSING or type(None) in getattr(hint, "__args__", ())
    about: dict[str, Any] = {
        "label": LABELS[name],
        "help_text": HELP.get(f"{place}.{name}", HELP.get(name, "")),
        "required": not optional,
    }
    if hint is bool:
        return forms.BooleanField(**{**about, "required": False})
    if hint is int or hint == int | None:
        # Whether it is in its range is for the engine to say, with both numbers.
        return forms.IntegerField(widget=forms.NumberInput(attrs={"inputmode": "numeric"}), **about)
    if hint == tuple[str, ...]:
        return NamesField(f"known-{name}", **{**about, "required": False})
    if name == "category":
        return forms.ChoiceField(choices=[(one, word("category", one)) for one in CATEGORIES], **about)
    if name in ("primary", "secondary"):
        return LettersField(**{**about, "required": False})
    if name == "name":
        return LineField(max_length=LONGEST, widget=forms.TextInput(attrs={"autocomplete": "off"}), **about)
    return WordsField(**{**about, "required": False})


class TypedForm(forms.Form):
    """Fields of a dataclass, as they were typed. Unless it is ``judged``, it says nothing about what is missing."""

    def __init__(self, typed: Typed, prefix: str, judged: bool) -> None:
        super().__init__(typed if judged else None, prefix=prefix, use_required_attribute=False)
        self.typed = typed
        self.named = ""  # what it goes by, once that is settled

    @property
    def keyed(self) -> bool:
        """Skills and single players go by their names, all others by keys."""
        return any(one.name == "key" for one in dataclasses.fields(self.shape))

    def ask(self, edition: Ruleset, shape: type, asked: tuple[str, ...], place: str = "") -> None:
        self.shape, self.asked = shape, asked
        bought = BOUGHT if edition.improvement and edition.improvement.costs else {}
        for name in asked:
            self.fields[name] = form_field(shape, name, place)
            self.fields[name].label = str(bought.get(name, LABELS[name]))
        # What is not asked for travels along: what a copy was copied from, what the API said.
        self.fields["key"] = forms.CharField(required=False, widget=forms.HiddenInput)
        self.fields["rest"] = JsonField(required=False)

    def as_typed(self) -> None:
        """Show what stands there, if it is not judged."""
        if not self.is_bound:
            self.initial = {
                name: one.widget.value_from_datadict(self.typed, {}, self.add_prefix(name))
                for name, one in self.fields.items()
            }

    def said(self, known: Known) -> dict[str, Any]:
        """The plain data of the dataclass."""
        found = {name: self.cleaned_data[name] for name in self.asked}
        names = {name: known.read(name, found[name]) for name in ("skills", "teams") if name in found}
        return {**self.cleaned_data["rest"], **found, **names, **({"key": self.named} if self.keyed else {})}

    def complain(self, place: str, text: str) -> None:
        """Say what is wrong, at its field if it has one here."""
        name = place.partition(".")[0]
        label = f"{LABELS[name]}: " if name in LABELS and name not in self.fields else ""
        self.add_error(name if name in self.fields else None, f"{label}{text}")

    def focus(self) -> None:
        """This is where a person goes on typing."""
        first = next(one for one in self.fields.values() if not one.widget.is_hidden)
        first.widget.attrs["autofocus"] = True


class RowForm(TypedForm):
    """A position of a team list, a player of a star entry. A row that was left blank is none."""

    def __init__(self, kind: Kind, edition: Ruleset, typed: Typed, prefix: str, judged: bool) -> None:
        asked = asked_in(kind.row_asked, edition)
        self.blank = not any(typed.get(f"{prefix}-{name}", "").strip() for name in asked)
        super().__init__(typed, prefix, judged and not self.blank)
        self.ask(edition, kind.row_shape, asked)
        if kind.row_shape is StarMember:
            self.fields["name"].required = False  # a star alone goes by his own
        self.as_typed()

    def cells(self) -> list[tuple[forms.BoundField, str]]:
        return [(self[name], CELLS.get(name, "")) for name in self.asked]


class EntryForm(TypedForm):
    """An entry of a kind, with its rows if it has any."""

    def __init__(self, kind: Kind, edition: Ruleset, typed: Typed, prefix: str, judged: bool) -> None:
        super().__init__(typed, prefix, judged)
        self.kind, self.edition = kind, edition
        self.fields["kind"] = forms.CharField(widget=forms.HiddenInput)
        if "{team}" in kind.place:
            teams = [(roster.key, roster.name) for roster in edition.teams]
            self.fields["team"] = forms.ChoiceField(label=_("Team"), choices=teams)
        self.ask(edition, kind.shape, asked_in(kind.asked, edition), kind.place)
        self.as_typed()
        numbers = numbers_in(typed, f"{prefix}-row-{NUMBER}-name") if kind.rows else ()
        self.rows = [RowForm(kind, edition, typed, f"{prefix}-row-{nth}", judged) for nth in numbers]
        self.address = ""

    @property
    def title(self) -> str:
        name = self.typed.get(f"{self.prefix}-name", "").strip()
        return f"{self.kind.name}: {name}" if name else str(self.kind.name)

    # For templates, to which `entry.kind` is a field.
    @property
    def tabled(self) -> bool:
        return bool(self.kind.rows)

    @property
    def add_row(self) -> Promise | str:
        return self.kind.row_name

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if not self.keyed and "." in name:
            raise forms.ValidationError(gettext("A name without full stops, please: they part an address."))
        return name

    def is_valid(self) -> bool:
        # Not `and`: every row says what is wrong with it.
        return all([super().is_valid(), *(row.is_valid() for row in self.filled())])

    def filled(self) -> list[RowForm]:
        return [row for row in self.rows if not row.blank]

    @property
    def place(self) -> str:
        return self.kind.place.format(team=self.cleaned_data.get("team", ""))

    def settle(self, taken: set[str]) -> None:
        """Its address, and the names of its rows. Keys are made from names, and are nobody else's."""
        told = self.cleaned_data
        self.named = told["name"]
        if self.keyed:
            self.named = told["key"] or free_key(told["name"], self.kind.key, self.place, taken)
        self.address = f"{self.place}.{self.named}"
        taken.add(self.address)
        among = {f".{row.cleaned_data['key']}" for row in self.filled()}
        for row in self.filled():
            row.named = row.cleaned_data["name"] = row.cleaned_data["name"] or told["name"]
            if row.keyed:
                row.named = row.cleaned_data["key"] or free_key(row.named, "position", "", among)
            among.add(f".{row.named}")

    def house_rules(self, known: Known) -> dict[str, Any]:
        rows = {self.kind.rows: [row.said(known) for row in self.filled()]} if self.kind.rows else {}
        return {self.address: {**self.said(known), **rows}}

    def refuse(self, place: str, text: str) -> None:
        for row in self.rows:
            inside = f"{self.kind.rows}.{row.named}"
            if row.named and f"{place}.".startswith(f"{inside}."):
                row.complain(place.removeprefix(inside).removeprefix("."), text)
                return
        self.complain(place, text)


class ChangeForm(TypedForm):
    """Another price for something that the edition has, or nothing of it."""

    tabled = False
    rows: tuple[RowForm, ...] = ()

    def __init__(self, original: Original, typed: Typed, prefix: str, judged: bool) -> None:
        super().__init__(typed, prefix, judged)
        self.original, self.address = original, original.address
        self.fields["kind"] = forms.CharField(widget=forms.HiddenInput)
        self.fields["original"] = forms.CharField(widget=forms.HiddenInput)
        price = original.kind.price
        if price:
            self.fields[price] = form_field(original.kind.shape, price)
            self.fields[price].required = False
            self.fields[price].help_text = _("Blank: as the edition has it.")
        self.fields["out"] = forms.BooleanField(label=_("Take it out"), required=False)
        self.as_typed()

    @property
    def title(self) -> str:
        return f"{self.original.kind.name}: {self.original.label}"

    def settle(self, taken: set[str]) -> None:
        """Its address is the one that it changes."""

    def house_rules(self, known: Known) -> dict[str, Any]:
        price = self.cleaned_data.get(self.original.kind.price)
        if self.cleaned_data["out"]:
            return {self.address: None}
        changed = price is not None and price != self.original.price
        return {f"{self.address}.{self.original.kind.price}": price} if changed else {}

    def refuse(self, place: str, text: str) -> None:
        self.complain(place, text)


class Editor:
    """All entries of a league's own."""

    def __init__(self, edition: Ruleset, typed: Typed, judged: bool, fresh: str = "") -> None:
        self.edition, self.typed = edition, typed
        self.originals = originals(edition)
        self.entries = list(self._entries(judged))
        self._to_write_on(fresh)

    def _entries(self, judged: bool) -> Iterator[EntryForm | ChangeForm]:
        for nth in numbers_in(self.typed, f"{PREFIX}-{NUMBER}-kind"):
            prefix = f"{PREFIX}-{nth}"
            kind, original = self.typed[f"{prefix}-kind"], self.typed.get(f"{prefix}-original", "")
            if kind in BY_KEY:
                yield EntryForm(BY_KEY[kind], self.edition, self.typed, prefix, judged)
            elif kind == CHANGE and original in self.originals:
                yield ChangeForm(self.originals[original], self.typed, prefix, judged)

    def _to_write_on(self, prefix: str) -> None:
        forms_here: list[TypedForm] = [*self.entries, *(row for entry in self.entries for row in entry.rows)]
        for form in forms_here:
            if form.prefix == prefix:
                form.focus()

    def is_valid(self) -> bool:
        """Whether every entry has a shape that the engine can judge, and no two say something about the same."""
        wrong = [entry for entry in self.entries if not entry.is_valid()]
        if wrong:
            return False
        self._settle()
        seen: set[str] = set()
        for entry in self.entries:
            said = set(entry.house_rules(self._known()))
            if said & seen:
                entry.add_error(None, gettext("Another entry says something about this already."))
            seen |= said
        return not any(entry.errors for entry in self.entries)

    def _settle(self) -> None:
        taken = {*self.originals, *(f"teams.{name}" for name in RESERVED)}
        # Those that have keys already, so that no new one gets the same.
        taken |= {f"{entry.place}.{entry.cleaned_data['key']}" for entry in self._own()}
        for entry in self.entries:
            entry.settle(taken)

    def _own(self) -> list[EntryForm]:
        return [entry for entry in self.entries if isinstance(entry, EntryForm)]

    def _known(self) -> Known:
        own = [(entry.kind.key, entry) for entry in self._own()]
        teams = {
            entry.cleaned_data["name"].casefold(): entry.address.rpartition(".")[2]
            for kind, entry in own
            if kind == "team"
        }
        return known_of(self.edition, teams, [entry.cleaned_data["name"] for kind, entry in own if kind == "skill"])

    def house_rules(self) -> dict[str, Any]:
        """What is_valid() has found good, by its addresses."""
        known = self._known()
        return {address: value for entry in self.entries for address, value in entry.house_rules(known).items()}

    def refuse(self, where: str, text: str) -> bool:
        """Say what the engine says beside the entry that it is about, if there is one."""
        about = [entry for entry in self.entries if f"{where}.".startswith(f"{entry.address}.")]
        if not about:
            return False
        entry = max(about, key=lambda one: len(one.address))
        entry.refuse(where.removeprefix(entry.address).removeprefix("."), text)
        return True

    def problems(self) -> Iterator[ShownProblem]:
        """All that is wrong, for a list that leads to each."""
        for entry in self.entries:
            yield from problems_on(entry, entry.title, f"{entry.prefix}-title")
            for row in entry.rows:
                yield from problems_on(row, row.typed.get(f"{row.prefix}-name", "") or entry.title)

    # What the page offers.

    def kinds(self) -> tuple[Kind, ...]:
        return KINDS

    def original_groups(self) -> list[tuple[Kind, list[Original]]]:
        return [(kind, [one for one in self.originals.values() if one.kind is kind]) for kind in KINDS]

    def skill_names(self) -> list[str]:
        return sorted({*(skill.name for skill in self.edition.skills), *self._typed_names("skill")})

    def team_names(self) -> list[str]:
        return sorted({*(roster.name for roster in self.edition.teams), *self._typed_names("team")})

    def _typed_names(self, kind: str) -> list[str]:
        names = (self.typed.get(f"{entry.prefix}-name", "") for entry in self._own() if entry.kind.key == kind)
        return [name for name in names if name]


def problems_on(form: forms.Form, about: str = "", whole: str = "") -> Iterator[ShownProblem]:
    """Each problem of a form, with the field that it is about, or the id of the ``whole``."""
    for name, texts in form.errors.items():
        bound = form[name] if name in form.fields else None
        label = " · ".join(filter(None, (about, str(bound.label) if bound else "")))
        first = whole or form[next(iter(form.fields))].id_for_label
        for text in map(str, texts):
            # An option names itself.
            said = f"{label}: {text}" if label and not text.startswith(label) else text
            yield ShownProblem(said, field=bound.auto_id if bound else first)


def typed_from(edition: Ruleset, house_rules: Mapping[str, Any]) -> tuple[dict[str, str], set[str]]:
    """The editor's state for house rules that a league has already, and which of them it holds.

    It holds those that it would give back exactly as they are; all others have their addresses.
    """
    known = originals(edition)
    typed: dict[str, str] = {}
    held: set[str] = set()
    for nth, (address, value) in enumerate(house_rules.items()):
        one = typed_one(edition, known, address, value, f"{PREFIX}-{nth}")
        if one and len(typed) + len(one) <= FIELDS_MOST and gives_back(edition, one, {address: value}):
            typed |= one
            held.add(address)
    if not gives_back(edition, typed, {address: house_rules[address] for address in held}):
        return {}, set()  # each is right, but not all together
    return typed, held


def gives_back(edition: Ruleset, typed: Typed, house_rules: Mapping[str, Any]) -> bool:
    editor = Editor(edition, typed, judged=True)
    return editor.is_valid() and _written(editor.house_rules()) == _written(house_rules)


def _written(value: Mapping[str, Any]) -> str:
    """For comparing: to Python, True is 1."""
    return json.dumps(value, sort_keys=True)
