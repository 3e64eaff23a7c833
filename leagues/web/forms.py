"""Forms of leagues. They check shape; the services check the rest."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from leagues.names import LONGEST
from leagues.selectors.rules import ruleset_list


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
        rulesets = [ruleset for ruleset in ruleset_list() if not ruleset.preview]
        self.fields["ruleset"].choices = [(ruleset.key, ruleset.name) for ruleset in rulesets]  # type: ignore[attr-defined]
        self.fields["ruleset"].initial = rulesets[-1].key
