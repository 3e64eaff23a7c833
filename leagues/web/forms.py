"""Forms of leagues. They check shape; the services check the rest."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from config.problems import title_of
from config.refusals import ShownProblem
from config.words import word
from engine.errors import Problem, Refused
from engine.rulesets import Ruleset
from engine.rulesets.options import Option, OptionLine, options_of
from leagues.names import LONGEST
from leagues.selectors.rules import ruleset_list
from leagues.web.custom import Editor, problems_on, typed_from
from leagues.web.entries import edited, typed_in
from leagues.web.fields import AddressesField, RanksField, address_line


class LeagueForm(forms.Form):
    name = forms.CharField(
        label=_("Name"),
        max_length=LONGEST,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_("As it stands over the standings. Any script will do."),
    )
    ruleset = forms.ChoiceField(
        label=_("Ruleset"), help_text=_("The edition that every match of the league is played by.")
    )
    public = forms.TypedChoiceField(
        label=_("Who may read it"),
        choices=[
            ("yes", _("Everybody may read it, and every coach may join")),
            ("no", _("Only its coaches; they join by an invitation that you pass on")),
        ],
        coerce=lambda answer: answer == "yes",
        initial="yes",
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["ruleset"].choices = [(ruleset.key, ruleset.name) for ruleset in ruleset_list()]  # type: ignore[attr-defined]
        self.fields["ruleset"].initial = ruleset_list()[-1].key


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """Options that belong together, and how many of them do not say what the edition says."""

    key: str
    fields: list[forms.BoundField]
    changed: int


class HouseRulesForm(forms.Form):
    """Every option that is played, entries of the league's own, and anything else by its address.

    It starts from the edition, or from ``house_rules`` that a league has already. Only what differs from the edition is
    a house rule. A button of the editor is no answer yet: the form is ``edited`` then, and only shown again.
    """

    def __init__(self, edition: Ruleset, data: Any = None, house_rules: Mapping[str, Any] | None = None) -> None:
        wish = str(data.get("edit") or "") if data is not None else ""
        self.edited = bool(wish)
        super().__init__(None if self.edited else data, use_required_attribute=False)
        self.edition, self.given = edition, dict(house_rules or {})
        self.fields["addresses"] = AddressesField(
            label=_("Anything else, by its address"),
            help_text=_("One a line, such as: teams.human.positions.ogre.cost = 150000"),
            required=False,
            widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
        )
        self.lines = [line for line in options_of(edition) if line.option.played]
        for line in self.lines:
            self.fields[_field(line.option)] = _option_field(line)
        if data is None:
            self._start()
            return
        typed, fresh = typed_in(data), ""
        if self.edited:
            typed, fresh = edited(edition, typed, wish)
            self.initial = {
                name: field.widget.value_from_datadict(data, {}, name) for name, field in self.fields.items()
            }
        self.custom = Editor(edition, typed, judged=not self.edited, fresh=fresh)

    def _start(self) -> None:
        """From what the league has changed already. What no field would give back exactly stands by its address."""
        named = {_field(line.option): self.given[line.option.key] for line in self.lines if _fits(line, self.given)}
        options = {line.option.key for line in self.lines if _field(line.option) in named}
        others = {name: value for name, value in self.given.items() if name not in options}
        typed, held = typed_from(self.edition, others)
        self.custom = Editor(self.edition, typed, judged=False)
        lines = [address_line(name, value) for name, value in others.items() if name not in held]
        self.initial = {**named, "addresses": "\n".join(lines)}

    def groups(self) -> list[OptionGroup]:
        grouped = groupby(self.lines, key=lambda line: line.option.group)
        return [OptionGroup(group, *self._group(list(lines))) for group, lines in grouped]

    def _group(self, lines: list[OptionLine]) -> tuple[list[forms.BoundField], int]:
        fields = [self[_field(line.option)] for line in lines]
        changed = [field.errors or not self._as_it_is(field, line) for field, line in zip(fields, lines, strict=True)]
        return fields, sum(map(bool, changed))

    def _as_it_is(self, field: forms.BoundField, line: OptionLine) -> bool:
        """Whether the field says what the edition says; blank is as good."""
        said = field.value()
        return said in (None, "", []) or not field.field.has_changed(_same(line), said)

    def is_valid(self) -> bool:
        # Not `and`: both say all that is wrong with them.
        good = [super().is_valid(), self.custom.is_valid()]
        if not all(good) or not self.is_bound:
            return False
        for address in self.cleaned_data["addresses"]:
            if address in self._by_name() or address in self.custom.house_rules():
                said = gettext("“{address}” is set above already.").format(address=address)
                self.add_error("addresses", said)
        return not self.errors

    def house_rules(self) -> dict[str, Any]:
        """All of them, by option and by address."""
        if not self.is_bound:
            return self.given
        return {**self._by_name(), **self.custom.house_rules(), **self.cleaned_data["addresses"]}

    def _by_name(self) -> dict[str, Any]:
        said = {line.option.key: self.cleaned_data.get(_field(line.option)) for line in self.lines}
        # What was left blank is as the edition has it; and so is an order in which nothing stands.
        return {
            line.option.key: said[line.option.key]
            for line in self.lines
            if said[line.option.key] not in (None, "", _same(line))
            and not (line.option.ordered and not said[line.option.key])
        }

    def refuse(self, refusal: Refused) -> None:
        """Say each problem beside what it is about: an option, an entry, the addresses; or over all of them."""
        for problem in refusal.problems:
            where, text = problem.where, title_of(problem)
            addresses = self.cleaned_data.get("addresses", {})
            if f"option-{where}" in self.fields:
                self.add_error(f"option-{where}", text)
            elif not self.custom.refuse(where, _why(problem) or text):
                typed = any(f"{where}.".startswith(f"{address}.") for address in addresses)
                self.add_error("addresses" if typed else None, text)

    def problems(self) -> list[ShownProblem]:
        """All that is wrong with them; each leads to its field."""
        return [*problems_on(self), *self.custom.problems()] if self.is_bound else []

    def changed(self) -> bool:
        return self.edited or bool(self.given) or (self.is_bound and (not self.is_valid() or bool(self.house_rules())))


def _why(problem: Problem) -> str:
    """What does not hold together, without the address, where the place says it."""
    why = str(problem.params.get("why", ""))
    return f"{why[:1].upper()}{why[1:]}." if why else ""


def _field(option: Option) -> str:
    return f"option-{option.key}"


def _same(line: OptionLine) -> Any:
    """What the field gives back when nobody has touched it."""
    return list(line.value) if line.option.kind == "list" else line.value


def _fits(line: OptionLine, given: Mapping[str, Any]) -> bool:
    """Whether the option's field would give back exactly what is given."""
    option, value = line.option, given.get(line.option.key)
    if option.key not in given or value == _same(line):
        return False
    if option.kind == "number":
        return type(value) is int and abs(value) < 10**15
    if option.kind == "switch":
        return isinstance(value, bool)
    if option.kind == "choice":
        return value in option.choices
    if not isinstance(value, list) or any(one not in option.choices for one in value):
        return False
    in_order = [choice for choice in option.choices if choice in value]
    return value == in_order if not option.ordered else bool(value) and len(set(value)) == len(value)


def _option_field(line: OptionLine) -> forms.Field:
    option = line.option
    about = {"label": option.name, "help_text": option.help, "initial": _same(line), "required": False}
    if option.kind == "number":
        # Whether it is in its range is for the engine to say, with both numbers.
        field = forms.IntegerField(**about)
        field.widget.attrs.update({"min": option.min, "max": option.max, "inputmode": "numeric"})
        return field
    if option.kind == "switch":
        return forms.BooleanField(**about)
    if option.ordered:
        return RanksField([(choice, word("tie-breaker", choice)) for choice in option.choices], **about)
    choices = [(choice, line.names.get(choice) or word("option-choice", choice)) for choice in option.choices]
    if option.kind == "choice":
        return forms.ChoiceField(choices=choices, **about)
    return forms.MultipleChoiceField(choices=choices, widget=forms.CheckboxSelectMultiple, **about)
