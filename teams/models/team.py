"""Projections: what a fold of the ledger comes to, written in the transaction that added to it."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from leagues.models import League, StoredRuleset


class Team(models.Model):
    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="teams")
    key = models.CharField(max_length=20)  # league-local and for ever: t1, t2, ...
    coach = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="teams")
    # What it was drafted by; what it plays by is a projection, since a league may change its rules.
    drafted_under = models.ForeignKey(StoredRuleset, on_delete=models.PROTECT, related_name="+")
    ruleset = models.ForeignKey(StoredRuleset, on_delete=models.PROTECT, related_name="teams")
    colour = models.PositiveSmallIntegerField(_("colour"), default=1)
    drafted_at = models.DateTimeField(auto_now_add=True)
    version = models.PositiveIntegerField(default=0)
    # For keys of players (p12). It only rises: the key of a hiring that was taken back names nobody else.
    players_made = models.PositiveIntegerField(default=0)
    logo = models.ForeignKey("teams.Logo", null=True, on_delete=models.PROTECT, related_name="+")

    name = models.CharField(_("name"), max_length=80)
    roster = models.CharField(max_length=40)
    treasury = models.BigIntegerField(default=0)
    debt = models.BigIntegerField(default=0)
    value = models.BigIntegerField(default=0)
    goods = models.JSONField(default=dict)
    record = models.JSONField(default=dict)
    last_match = models.JSONField(null=True)
    choices = models.JSONField(default=dict)
    star = models.CharField(max_length=40, blank=True)
    star_played = models.BooleanField(default=False)
    sponsor = models.CharField(max_length=40, blank=True)
    sponsorships = models.PositiveSmallIntegerField(default=0)
    sponsored = models.CharField(max_length=20, blank=True)
    blacklisted = models.JSONField(default=list)
    stadium = models.JSONField(null=True)
    fund = models.BigIntegerField(default=0)
    trophies = models.JSONField(default=list)
    retired = models.BooleanField(default=False)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["league", "key"], name="one_team_per_key"),
            models.UniqueConstraint(fields=["league", "name"], name="one_team_per_name"),
            models.CheckConstraint(condition=models.Q(treasury__gte=0), name="gold_not_below_zero"),
            models.CheckConstraint(condition=models.Q(debt__gte=0), name="debt_not_below_zero"),
        )

    def __str__(self) -> str:
        return self.name


class PlayerRow(models.Model):
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="players")
    key = models.CharField(max_length=20)
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=80)
    position = models.CharField(max_length=40)
    status = models.CharField(max_length=20)
    spp = models.IntegerField(default=0)
    value = models.BigIntegerField(default=0)
    deeds = models.JSONField(default=dict)
    lost = models.JSONField(default=dict)
    niggles = models.PositiveSmallIntegerField(default=0)
    misses_next = models.BooleanField(default=False)
    games = models.PositiveIntegerField(default=0)
    improvements = models.JSONField(default=list)
    spent = models.IntegerField(default=0)
    lasting = models.BooleanField(default=False)
    line = models.JSONField(null=True)  # his own, when no team list has his position any more

    class Meta:
        constraints = (models.UniqueConstraint(fields=["team", "key"], name="one_player_per_key"),)
        ordering = ("number", "pk")

    def __str__(self) -> str:
        return f"#{self.number} {self.name}"
