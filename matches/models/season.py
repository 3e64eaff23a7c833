from django.db import models
from django.utils.translation import gettext_lazy as _

from leagues.models import League, StoredRuleset
from teams.models import Team


class Season(models.Model):
    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="seasons")
    number = models.PositiveIntegerField()
    name = models.CharField(_("name"), max_length=80)
    legs = models.PositiveSmallIntegerField(_("legs"), default=1)
    # Whose tie-breakers rank its table: those of its last match. What is over stays as it was.
    ruleset = models.ForeignKey(StoredRuleset, on_delete=models.PROTECT, related_name="seasons")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["league", "number"], name="one_season_per_number"),)
        ordering = ("-number",)

    def __str__(self) -> str:
        return self.name


class SeasonEntry(models.Model):
    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="entries")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="entries")

    class Meta:
        constraints = (models.UniqueConstraint(fields=["season", "team"], name="one_entry_per_team"),)
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.team} · {self.season}"
