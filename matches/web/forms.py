"""Forms of seasons. They check shape; the services check the rest."""

from typing import Any

from django import forms
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from leagues.models import League
from leagues.names import LONGEST
from matches.selectors.seasons import SeasonPlan, season_plan
from matches.services.seasons import MOST_LEGS
from teams.models import Team

DIGITS_MOST = 18  # of a row's id


class TeamsField(forms.ModelMultipleChoiceField):
    """A number that no database holds is no team either."""

    def clean(self, value: Any) -> Any:
        for pk in value or ():
            if len(str(pk)) > DIGITS_MOST:
                raise forms.ValidationError(
                    self.error_messages["invalid_choice"],
                    code="invalid_choice",
                    params={"value": str(pk)[:DIGITS_MOST]},
                )
        return super().clean(value)


class SeasonForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=LONGEST, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    teams = TeamsField(
        label=_("Teams"),
        queryset=Team.objects.none(),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"invalid_choice": _("Team %(value)s does not play in this league, or no more.")},
    )
    legs = forms.TypedChoiceField(label=_("Legs"), coerce=int, help_text=_("How often every two teams meet."))

    def __init__(self, league: League, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        teams = league.teams.filter(retired=False).select_related("coach").order_by("name", "pk")
        self.fields["teams"].queryset = teams  # type: ignore[attr-defined]
        self.fields["teams"].initial = [team.pk for team in teams]
        self.fields["legs"].choices = [(legs, _times(legs)) for legs in range(1, MOST_LEGS + 1)]  # type: ignore[attr-defined]
        number = league.seasons.count() + 1
        self.fields["name"].initial = gettext("Season {number}").format(number=number)

    def plan(self) -> SeasonPlan:
        """What is ticked so far, whether or not it can be a season yet."""
        if not self.is_bound:
            return season_plan(len(self.fields["teams"].initial), 1)
        self.is_valid()
        return season_plan(len(self.cleaned_data.get("teams", ())), self.cleaned_data.get("legs", 1))


def _times(legs: int) -> str:
    return ngettext("Once", "{legs} times", legs).format(legs=legs)
