"""Kinds of fields that the parts of the form share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext

from engine.dice import notation
from matches.web.faces import faces_of

MOST = 99  # two digits are what a counter has room for; what is too much for the rules, the engine says
GOLD_MOST = 10**9
WORDS_LONGEST = 120

Choices = list[tuple[str, Any]]  # of a group, its name and its own choices
# What a list says that was looked at and is empty; a blank one was not looked at.
NONE = "-"


class FacesField(forms.Field):
    """Faces as people write them down: ``43`` for a four and a three, or ``4 3``."""

    def __init__(self, *, single: bool, **options: Any) -> None:
        self.single = single
        attrs = {"class": "die-entry", "inputmode": "numeric", "autocomplete": "off", "maxlength": 20}
        super().__init__(required=False, widget=forms.TextInput(attrs=attrs), **options)

    def to_python(self, value: Any) -> tuple[int, ...] | None:
        text = str(value or "").strip()
        if not text:
            return None
        faces = faces_of(text, single=self.single)
        if not faces:
            raise ValidationError(gettext("Write the faces, one digit for each die, such as 43."), code="faces")
        return faces


class CountField(forms.IntegerField):
    def __init__(self, *, max_value: int = MOST, **options: Any) -> None:
        attrs = {"min": 0, "max": max_value, "inputmode": "numeric", **options.pop("attrs", {})}
        # Below zero is for the engine to refuse, with its rule.
        super().__init__(max_value=max_value, required=False, widget=forms.NumberInput(attrs=attrs), **options)


def die_field(label: str, dice: tuple[int, ...]) -> FacesField:
    return FacesField(single=len(dice) == 1, label=gettext("{roll}, {dice}").format(roll=label, dice=notation(dice)))


def choice_field(label: str, options: Choices) -> forms.CharField:
    """A free field behind a list: what may be chosen is for the engine to say."""
    return forms.CharField(label=label, required=False, max_length=100, widget=forms.Select(choices=options))


def tick_field(label: str) -> forms.BooleanField:
    return forms.BooleanField(label=label, required=False)


def words_field(label: str) -> forms.CharField:
    return forms.CharField(label=label, required=False, max_length=WORDS_LONGEST)


def gold_field(label: str) -> CountField:
    # A phone shows digits; prices go in steps of their own, which the field does not know.
    return CountField(label=label, max_value=GOLD_MOST, attrs={"step": "any"})


def with_typed(options: Choices, typed: str, name: str = "") -> Choices:
    """The list, and what was typed if it does not stand there."""
    return options if not typed or typed in set(_keys(options)) else [*options, (typed, name or typed)]


def _keys(options: Choices) -> Iterable[str]:
    for key, name in options:
        if isinstance(name, list):
            yield from _keys(name)
        else:
            yield key


def written(faces: tuple[int, ...] | None) -> str:
    """Faces as somebody would type them."""
    if not faces:
        return ""
    return ("" if max(faces) < 10 else " ").join(map(str, faces))
