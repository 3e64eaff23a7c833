"""Forms of deals, transfers and retirements. They check shape; the engine and the services check the rest."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.rulesets import Ruleset
from engine.team.deal import Deal, DealSide, Moving
from leagues.models import Coach
from leagues.names import REMARK_LONGEST
from teams.models import Team
from teams.selectors.coaches import coaches_to_choose
from teams.selectors.teams import PlayerLine, TeamPage

MOST_GOLD = 10**12
_TICKED = re.compile(r"(proposer|partner)-([a-z][a-z0-9-]{0,39})")


@dataclass(frozen=True, slots=True)
class PlayerRow:
    line: PlayerLine
    goes: forms.BoundField
    number: forms.BoundField


@dataclass(frozen=True, slots=True)
class SideFields:
    name: str
    page: TeamPage
    gold: forms.BoundField | None  # None: by these rules teams keep no gold
    players: tuple[PlayerRow, ...]


class DealForm(forms.Form):
    """What either team gives: gold, and players by ticking them."""

    def __init__(self, ruleset: Ruleset, proposer: TeamPage, partner: TeamPage, data: Any = None) -> None:
        super().__init__(data)
        self.ruleset = ruleset
        self.pages = {"proposer": proposer, "partner": partner}
        for name, page in self.pages.items():
            if ruleset.draft.bank:
                self.fields[f"{name}-gold"] = _gold(page.team.name)
            for line in _givable(page):
                self._add_player(name, line)

    def sides(self) -> list[SideFields]:
        return [
            SideFields(
                name,
                page,
                self[f"{name}-gold"] if f"{name}-gold" in self.fields else None,
                tuple(
                    PlayerRow(line, self[f"{name}-{key}"], self[f"{name}-{key}-number"])
                    for line in _givable(page)
                    for key in [line.player.key]
                ),
            )
            for name, page in self.pages.items()
        ]

    @cached_property
    def deal(self) -> Deal:
        """The deal that was typed. Fields of the wrong shape count as not filled in."""
        return Deal(*(self._side(name, page) for name, page in self.pages.items()))

    def field_of(self, where: str) -> str:
        """Where a problem of the engine stands on this form."""
        side, _, rest = where.partition(".")
        return f"{side}-{rest.removeprefix('players.')}"

    def _side(self, name: str, page: TeamPage) -> DealSide:
        said = self.cleaned_data if self.is_bound and self.errors is not None else {}
        moving = tuple(Moving(key, said.get(f"{name}-{key}-number") or 0) for key in self._ticked(name))
        return DealSide(page.team.key, said.get(f"{name}-gold") or 0, moving)

    def _ticked(self, side: str) -> Iterator[str]:
        """Whoever was ticked, also if he has left the team since: then the rules say so."""
        for name in self.data if self.is_bound else ():
            hit = _TICKED.fullmatch(name)
            if hit and hit[1] == side and hit[2] != "gold" and not name.endswith("-number") and self.data.get(name):
                yield hit[2]

    def _add_player(self, side: str, line: PlayerLine) -> None:
        stem, name = f"{side}-{line.player.key}", line.player.name
        self.fields[stem] = forms.BooleanField(label=gettext("{player} goes").format(player=name), required=False)
        self.fields[f"{stem}-number"] = forms.IntegerField(
            label=gettext("Number of {player} in the other team").format(player=name),
            required=False,
            min_value=0,
            max_value=10 * self.ruleset.draft.number_max,
            widget=forms.NumberInput(attrs={"inputmode": "numeric", "placeholder": gettext("any")}),
        )


def _givable(page: TeamPage) -> list[PlayerLine]:
    return [line for line in page.players if line.player.status != "journeyman"]


def _gold(team: str) -> forms.IntegerField:
    field = forms.IntegerField(
        label=gettext("Gold from {team}").format(team=team), min_value=0, max_value=MOST_GOLD, required=False
    )
    field.widget.attrs.update({"inputmode": "numeric", "step": 1000, "placeholder": "0"})
    return field


def _reason(label: Any, help_text: Any, *, required: bool) -> forms.CharField:
    return forms.CharField(
        label=label,
        help_text=help_text,
        required=required,
        max_length=REMARK_LONGEST,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class TransferForm(forms.Form):
    coach = forms.ModelChoiceField(label=_("New coach"), queryset=Coach.objects.none())
    reason = _reason(_("Reason"), _("It stays on record and is shown with the team."), required=True)

    def __init__(self, team: Team, data: Any = None) -> None:
        super().__init__(data)
        self.fields["coach"].queryset = coaches_to_choose(team)  # type: ignore[attr-defined]


class RetireForm(forms.Form):
    remark = _reason(_("A last word"), _("Shown with the team."), required=False)


class BringBackForm(forms.Form):
    reason = _reason(_("Reason"), _("It stays on record."), required=True)
