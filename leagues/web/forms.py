"""Forms of leagues. They check shape; the services check the rest."""

import json
from itertools import groupby
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.rulesets import Ruleset
from engine.rulesets.options import Option, OptionLine, options_of
from leagues.names import LONGEST
from leagues.selectors.rules import playable_list


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
        rulesets = playable_list()
        self.fields["ruleset"].choices = [(ruleset.key, ruleset.name) for ruleset in rulesets]  # type: ignore[attr-defined]
        self.fields["ruleset"].initial = rulesets[-1].key


class AddressesField(forms.CharField):
    """Lines of ``address = value``, where a value is written as JSON, or as a plain word."""

    def to_python(self, value: Any) -> Any:
        lines = [line.strip() for line in str(value or "").splitlines() if line.strip()]
        wrong = [line for line in lines if "=" not in line]
        if wrong:
            raise forms.ValidationError(
                [gettext("“{line}” is no line of address = value.").format(line=line) for line in wrong]
            )
        pairs = (line.partition("=") for line in lines)
        return {address.strip(): _json_or_word(said.strip()) for address, _sign, said in pairs}

    def validate(self, value: Any) -> None:
        """The addresses and values are for the engine to judge."""

    def run_validators(self, value: Any) -> None:
        """They are for texts."""


def _json_or_word(said: str) -> Any:
    try:
        return json.loads(said)
    except (ValueError, RecursionError):
        return said


class HouseRulesForm(forms.Form):
    """Every option that is played, as the edition has it; only what differs is a house rule."""

    def __init__(self, edition: Ruleset, data: Any = None) -> None:
        super().__init__(data)
        self.edition = edition
        self.fields["addresses"] = AddressesField(
            label=_("Anything else, by its address"),
            help_text=_("One a line, such as: teams.human.positions.ogre.cost = 150000"),
            required=False,
            widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
        )
        self.lines = [line for line in options_of(edition) if line.option.played and not line.option.ordered]
        for line in self.lines:
            self.fields[_field(line.option)] = _option_field(line)

    def groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        grouped = groupby(self.lines, key=lambda line: line.option.group)
        return [(group, [self[_field(line.option)] for line in lines]) for group, lines in grouped]

    def house_rules(self) -> dict[str, Any]:
        said = {line.option.key: self.cleaned_data.get(_field(line.option)) for line in self.lines}
        # What was left blank is as the edition has it.
        named = {
            line.option.key: said[line.option.key]
            for line in self.lines
            if said[line.option.key] not in (None, "", _same(line))
        }
        return {**named, **self.cleaned_data.get("addresses", {})}

    def changed(self) -> bool:
        return self.is_bound and (not self.is_valid() or bool(self.house_rules()))


def _field(option: Option) -> str:
    return f"option-{option.key}"


def _same(line: OptionLine) -> Any:
    """What the field gives back when nobody has touched it."""
    return list(line.value) if line.option.kind == "list" else line.value


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
    choices = [(choice, choice) for choice in option.choices]
    if option.kind == "choice":
        return forms.ChoiceField(choices=choices, **about)
    return forms.MultipleChoiceField(choices=choices, widget=forms.CheckboxSelectMultiple, **about)
