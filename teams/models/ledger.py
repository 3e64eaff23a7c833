"""The ledger: causes, their revisions and their effects are facts; the history as it stands is a projection of them."""

from django.conf import settings
from django.db import models

from config.facts import Fact
from leagues.models import League, StoredRuleset
from teams.models.team import Team


class Cause(Fact):
    """Something that happened: a draft, a match, a step after it."""

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="causes")
    kind = models.CharField(max_length=40)
    occasion = models.CharField(max_length=40)
    teams = models.ManyToManyField(Team, related_name="causes")
    written_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.kind} {self.occasion}"


class Revision(Fact):
    """A cause as it was told at one time. Correcting, moving and voiding add one; the last one counts."""

    cause = models.ForeignKey(Cause, on_delete=models.PROTECT, related_name="revisions")
    number = models.PositiveIntegerField()
    place = models.BigIntegerField()  # of the occasion, in the order of play
    step = models.PositiveSmallIntegerField(default=0)  # within the occasion
    inputs = models.JSONField()
    rolls = models.JSONField(default=list)
    voided = models.BooleanField(default=False)
    # By a commissioner's word: its effects are what they are, whatever the rules would make of its inputs by now.
    stands = models.BooleanField(default=False)
    ruleset = models.ForeignKey(StoredRuleset, on_delete=models.PROTECT, related_name="+")
    engine_version = models.CharField(max_length=20)
    reason = models.CharField(max_length=300, blank=True)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    written_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["cause", "number"], name="one_revision_per_number"),)

    def __str__(self) -> str:
        return f"{self.cause} · revision {self.number}"


class EffectRow(Fact):
    """What a revision did to a team."""

    revision = models.ForeignKey(Revision, on_delete=models.PROTECT, related_name="effects")
    nth = models.PositiveSmallIntegerField()
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="effects")
    kind = models.CharField(max_length=40)
    data = models.JSONField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["revision", "nth"], name="one_effect_per_place"),)
        indexes = (models.Index(fields=["team", "kind"]),)

    def __str__(self) -> str:
        return f"{self.kind} · {self.team}"


class HistoryEntry(models.Model):
    """The latest revision of each cause, in the order of play: a projection, so that a fold is one query."""

    cause = models.OneToOneField(Cause, on_delete=models.PROTECT, related_name="entry")
    revision = models.OneToOneField(Revision, on_delete=models.PROTECT, related_name="entry")
    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="history")
    place = models.BigIntegerField()
    step = models.PositiveSmallIntegerField()

    class Meta:
        indexes = (models.Index(fields=["league", "place", "step", "cause"]),)

    def __str__(self) -> str:
        return f"{self.place}.{self.step} {self.cause}"
