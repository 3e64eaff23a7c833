"""The list of inducements as a form, wherever purchases are typed in: before a match, or with its report.

``PurchasesForm(market, prefix="home", data=request.POST)`` has a field for each line that is for sale;
``matches/inducement_list.html`` draws it, ``induced`` reads it, ``beside`` says each problem at its line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from config.problems import title_of
from config.refusals import Rules, ShownProblem, shown
from engine.errors import Problem
from engine.match.inducements import Market, Offer
from engine.match.prematch import Induced
from leagues.errors import NameInvalid
from leagues.names import clean_name

ROWS_SPARE, ROWS_MOST, NUMBER_MOST = 2, 16, 99
GOLD_MOST = 100_000_000
GROUPS: tuple[tuple[str, Any], ...] = (
    ("standard", _("Standard")),
    ("special", _("Special")),
    ("wizard", pgettext_lazy("inducements", "Wizards")),
    ("staff", _("Coaching staff")),
    ("optional", _("Optional")),
    ("card", _("Cards")),
    ("star", _("Star players")),
)


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the list with its field."""

    offer: Offer
    field: forms.BoundField


@dataclass(frozen=True, slots=True)
class Hand:
    """A row for one mercenary."""

    position: forms.BoundField
    skill: forms.BoundField
    name: forms.BoundField


class NameField(forms.CharField):
    """What is wrong with it is said beside it, in the words with which any name is refused."""

    def clean(self, value: Any) -> str:
        name: str = super().clean(value)
        try:
            return clean_name(name) if name else ""
        except NameInvalid as refusal:
            raise forms.ValidationError(title_of(refusal)) from None


class PurchasesForm(forms.Form):
    def __init__(
        self,
        market: Market,
        *,
        prefix: str,
        data: Mapping[str, Any] | None = None,
        induced: Sequence[Induced] = (),
        treasury: int = 0,
        own_most: int = 0,
        asks_gold: bool = True,
    ) -> None:
        hands = tuple(_hands_of(induced, market))
        super().__init__(data, prefix=prefix, initial=_initial(induced, hands, treasury))
        self.market = market
        self._hands = _rows(len(hands), data, prefix)
        for offer in market.on_sale:
            if offer.group != "mercenary":
                self.fields[_name(offer)] = _field(offer)
        if any(offer.group == "mercenary" for offer in market.on_sale):
            for nth in range(self._hands):
                self.fields.update(_hand_fields(nth, market))
        if asks_gold and own_most:
            self.fields["treasury"] = forms.IntegerField(
                label=_("Gold from the treasury"), required=False, min_value=0, max_value=GOLD_MOST,
                widget=forms.NumberInput(attrs={"step": 10_000, "inputmode": "numeric", "max": own_most}),
            )  # fmt: skip

    @property
    def groups(self) -> list[tuple[str, list[Row]]]:
        """What is for sale, by kind."""
        rows = {
            key: [Row(one, self[_name(one)]) for one in self.market.on_sale if one.group == key]
            for key, _label in GROUPS
        }
        return [(str(label), rows[key]) for key, label in GROUPS if rows[key]]

    @property
    def hands(self) -> list[Hand]:
        names = ("position", "skill", "name")
        rows = range(self._hands if "merc-0-position" in self.fields else 0)
        return [Hand(*(self[f"merc-{nth}-{name}"] for name in names)) for nth in rows]

    @property
    def has_hands(self) -> bool:
        """Somebody stands there, or something is wrong there: it must be seen."""
        return any(field.value() or field.errors for hand in self.hands for field in (hand.position, hand.name))

    @property
    def gold(self) -> forms.BoundField | None:
        return self["treasury"] if "treasury" in self.fields else None

    @property
    def refused(self) -> list[tuple[Offer, Problem]]:
        """What this team may not buy, and why."""
        return [(one, one.why_not) for one in self.market.offers if one.why_not]

    @property
    def lines(self) -> tuple[tuple[Induced, str], ...]:
        """What was typed, each with the field that it stands in. Call it on a form that is valid."""
        return tuple(self._lines())

    @property
    def induced(self) -> tuple[Induced, ...]:
        return tuple(one for one, _field in self.lines)

    @property
    def treasury(self) -> int:
        return self.cleaned_data.get("treasury") or 0

    def beside(self, problems: Iterable[Problem], rules: Rules) -> tuple[ShownProblem, ...]:
        """Say each at its line; what is about no line is handed back."""
        fields = [field for _one, field in self.lines]
        left = []
        for problem in problems:
            said, place = shown(problem, rules), problem.where.rpartition(".")[2]
            if place.isdigit() and int(place) < len(fields):
                self.add_error(fields[int(place)], str(said))
            elif place == "treasury" and "treasury" in self.fields:
                self.add_error("treasury", str(said))
            else:
                left.append(said)
        return tuple(left)

    def _lines(self) -> Iterator[tuple[Induced, str]]:
        typed = self.cleaned_data
        for offer in self.market.on_sale:
            number = int(typed.get(_name(offer)) or 0)
            if number:
                yield Induced(offer.what, number, offer.about), _name(offer)
        what = next((one.what for one in self.market.offers if one.group == "mercenary"), "")
        for nth in range(self._hands):
            position = typed.get(f"merc-{nth}-position")
            if position:
                skill, name = typed.get(f"merc-{nth}-skill") or "", typed.get(f"merc-{nth}-name") or ""
                yield Induced(what, 1, position, skill, name), f"merc-{nth}-position"


def _name(offer: Offer) -> str:
    return f"n-{offer.key}"


def _field(offer: Offer) -> forms.Field:
    if offer.most == 1:
        return forms.BooleanField(label=offer.name, required=False)
    most = min(offer.most or NUMBER_MOST, NUMBER_MOST)
    return forms.IntegerField(
        label=offer.name, required=False, min_value=0, max_value=NUMBER_MOST,
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "max": most}),
    )  # fmt: skip


def _hand_fields(nth: int, market: Market) -> dict[str, forms.Field]:
    sold = [one for one in market.on_sale if one.group == "mercenary"]
    positions = [(one.about, f"{one.name} · {one.cost:,}") for one in sold]
    skills = sorted({skill for one in sold for skill in one.skills})
    dear = next((one.skill_cost for one in sold), 0)
    none = gettext("no further skill (+{cost})").format(cost=f"{dear:,}")
    number = {"number": nth + 1}
    return {
        f"merc-{nth}-position": forms.ChoiceField(
            label=gettext("Mercenary {number}").format(**number),
            required=False,
            choices=[("", gettext("nobody")), *positions],
        ),
        f"merc-{nth}-skill": forms.ChoiceField(
            label=gettext("Skill of mercenary {number}").format(**number),
            required=False,
            choices=[("", none), *((skill, skill) for skill in skills)],
        ),
        f"merc-{nth}-name": NameField(label=gettext("Name of mercenary {number}").format(**number), required=False),
    }


def _initial(induced: Sequence[Induced], hands: Sequence[Induced], treasury: int) -> dict[str, Any]:
    initial: dict[str, Any] = {"treasury": treasury or None}
    for nth, one in enumerate(hands):
        initial |= {f"merc-{nth}-position": one.about, f"merc-{nth}-skill": one.skill, f"merc-{nth}-name": one.name}
    for one in induced:
        key = f"n-{one.what}--{one.about}" if one.about else f"n-{one.what}"
        initial[key] = initial.get(key, 0) + one.count
    return initial


def _hands_of(induced: Sequence[Induced], market: Market) -> Iterator[Induced]:
    """Each mercenary for himself."""
    for one in induced:
        offer = market.offer(one.what, one.about)
        if offer and offer.group == "mercenary":
            yield from [one] * one.count


def _rows(filled: int, data: Mapping[str, Any] | None, prefix: str) -> int:
    """As many rows as are filled, and some to spare; none that was sent disappears."""
    if data is None:
        return min(ROWS_MOST, filled + ROWS_SPARE)
    sent = [data[name] for nth in range(ROWS_MOST) if (name := f"{prefix}-merc-{nth}-position") in data]
    return min(ROWS_MOST, max(len(sent), sum(map(bool, sent)) + ROWS_SPARE))
