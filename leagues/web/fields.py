"""Kinds of fields that Django has not: lists with commas, letters of categories, places in an order, addresses."""

import json
from collections import Counter
from typing import Any

from django import forms
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.rulesets.coherence import LETTERS


class LineField(forms.CharField):
    """Words on one line."""

    def to_python(self, value: Any) -> str:
        return " ".join((super().to_python(value) or "").split())


class WordsField(forms.CharField):
    """A text of any length, with lines that end as the engine's do."""

    widget = forms.Textarea(attrs={"rows": 2})

    def to_python(self, value: Any) -> str:
        return (super().to_python(value) or "").replace("\r\n", "\n").replace("\r", "\n")


class NamesField(forms.CharField):
    """Names with commas between them; ``known`` is the list of suggestions on the page."""

    def __init__(self, known: str, **options: Any) -> None:
        attrs = {"list": known, "data-many": "", "autocomplete": "off", "spellcheck": "false"}
        super().__init__(widget=forms.TextInput(attrs=attrs), **options)

    def to_python(self, value: Any) -> Any:
        names = (" ".join(name.split()) for name in (super().to_python(value) or "").split(","))
        return [name for name in names if name]

    def run_validators(self, value: Any) -> None:
        """They are for texts."""


class LettersField(forms.CharField):
    """Letters of skill categories, in whatever order and case they are typed."""

    def to_python(self, value: Any) -> str:
        letters = "".join(filter(str.isalnum, (super().to_python(value) or "").upper()))
        return "".join(sorted(letters, key=f"{LETTERS}{letters}".index))


class JsonField(forms.CharField):
    """What travels along unseen. One that somebody has tampered with is empty."""

    widget = forms.HiddenInput

    def to_python(self, value: Any) -> Any:
        try:
            found = json.loads(str(value or "{}"))
        except (ValueError, RecursionError):
            return {}
        return found if isinstance(found, dict) else {}

    def validate(self, value: Any) -> None:
        """What is in it is for the engine to judge."""

    def run_validators(self, value: Any) -> None:
        """They are for texts."""


class AddressesField(forms.CharField):
    """Lines of ``address = value``, where a value is written as JSON, or as a plain word."""

    def to_python(self, value: Any) -> Any:
        # Not splitlines(): it also breaks at characters that may stand inside a value.
        lines = [line.strip() for line in str(value or "").replace("\r", "\n").split("\n") if line.strip()]
        wrong = [line for line in lines if "=" not in line]
        if wrong:
            raise forms.ValidationError(
                [gettext("“{line}” is no line of address = value.").format(line=line) for line in wrong]
            )
        pairs = [_address_and_value(line) for line in lines]
        twice = [address for address, times in Counter(address for address, _ in pairs).items() if times > 1]
        if twice:
            raise forms.ValidationError(
                [gettext("“{address}” stands there more than once.").format(address=address) for address in twice]
            )
        return dict(pairs)

    def validate(self, value: Any) -> None:
        """The addresses and values are for the engine to judge."""

    def run_validators(self, value: Any) -> None:
        """They are for texts."""


def address_line(address: str, value: Any) -> str:
    """A line that ``AddressesField`` reads back exactly. An address that would not be read as itself is in quotes."""
    said = json.dumps(value, ensure_ascii=False)
    odd = "=" in address or address != address.strip() or not address.isprintable() or address[:1] in ("", '"')
    return f"{json.dumps(address) if odd else address} = {said}"


def _address_and_value(line: str) -> tuple[str, Any]:
    address, _sign, said = line.partition("=")
    if line.startswith('"'):
        try:
            quoted, end = json.JSONDecoder().raw_decode(line)
        except ValueError:
            quoted, end = None, 0
        if isinstance(quoted, str) and line[end:].lstrip().startswith("="):
            return quoted, _json_or_word(line[end:].lstrip().removeprefix("=").strip())
    return address.strip(), _json_or_word(said.strip())


def _json_or_word(said: str) -> Any:
    try:
        return json.loads(said)
    except (ValueError, RecursionError):
        return said


class Ranks(forms.MultiWidget):
    """One choice for each place of an order, as a numbered list."""

    use_fieldset = True

    def decompress(self, value: Any) -> list[str]:
        return list(value or ())

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        chosen = [*self.decompress(value), *[""] * len(self.widgets)]
        given = {key: said for key, said in (attrs or {}).items() if key != "id"}
        items = []
        for nth, widget in enumerate(self.widgets):
            about = {
                **given,
                "id": f"{(attrs or {}).get('id', name)}_{nth}",
                "aria-label": gettext("Place {number}").format(number=nth + 1),
            }
            items.append((widget.render(f"{name}_{nth}", chosen[nth], about, renderer),))
        places = format_html_join("", "<li>{}</li>", items)
        return format_html('<ol class="ranks" id="{}">{}</ol>', (attrs or {}).get("id", name), places)


class RanksField(forms.MultiValueField):
    """Some of the choices, each once, in an order. Blank places are passed over."""

    def __init__(self, choices: list[tuple[str, str]], **options: Any) -> None:
        places = [forms.ChoiceField(choices=[("", _("Not used")), *choices], required=False) for _choice in choices]
        super().__init__(places, widget=Ranks([place.widget for place in places]), require_all_fields=False, **options)
        self.words = dict(choices)

    def compress(self, data_list: Any) -> list[str]:
        chosen = [choice for choice in data_list or () if choice]
        twice = sorted({choice for choice in chosen if chosen.count(choice) > 1})
        if twice:
            raise forms.ValidationError(
                [gettext("“{choice}” is chosen more than once.").format(choice=self.words[choice]) for choice in twice]
            )
        return chosen
