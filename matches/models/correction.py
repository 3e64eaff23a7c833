from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils.translation import gettext_lazy as _

from config.facts import Fact
from leagues.models import League
from matches.models.match import Match
from teams.models import Revision, Team


class CorrectionStatus(models.TextChoices):
    PROPOSED = "proposed", _("Being prepared")
    CONFIRMED = "confirmed", _("It counts")
    UNDONE = "undone", _("Undone")
    DROPPED = "dropped", _("Dropped")


class Correction(models.Model):
    """A match that counts, told otherwise by a commissioner: as a draft until he confirms what follows from it."""

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="corrections")
    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="corrections")
    number = models.PositiveIntegerField()  # league-local and for ever
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    reason = models.CharField(max_length=500)
    own_match = models.BooleanField(default=False)  # he coaches one of its teams himself
    status = models.CharField(max_length=10, choices=CorrectionStatus.choices, default=CorrectionStatus.PROPOSED)
    version = models.PositiveIntegerField(default=0)
    # By cause: what it says instead (`inputs`, `rolls`), or that it is taken out of history (`voided`).
    changes = models.JSONField(default=dict)
    # By cause: what becomes of something later that does not fit any more.
    resolutions = models.JSONField(default=dict)
    # By occasion: faces of the table that somebody has typed in, by their keys.
    typed = models.JSONField(default=dict)
    undoes = models.ForeignKey("self", null=True, on_delete=models.PROTECT, related_name="undoings")
    thrown = models.BooleanField(default=False)  # dice have fallen for it, and stay on record
    # As it was shown when it was confirmed: every team, player, step and row of a table that it changed.
    outcome = models.JSONField(default=dict)
    # Steps and matches as they were, where it took them back or let them wait again: what undoing it restores.
    rows_before = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    teams = models.ManyToManyField(Team, related_name="corrections")  # whom it changed
    proposed_at = models.DateTimeField(auto_now_add=True)
    settled_at = models.DateTimeField(null=True)  # confirmed or dropped
    settled_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = (models.UniqueConstraint(fields=["league", "number"], name="one_correction_per_number"),)
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"{self.match} \N{MIDDLE DOT} {self.number}"


class CorrectionRevision(Fact):
    """What a correction wrote: a cause as it was told before, and as it is told since."""

    correction = models.ForeignKey(Correction, on_delete=models.PROTECT, related_name="revisions")
    before = models.ForeignKey(Revision, on_delete=models.PROTECT, related_name="+")
    after = models.OneToOneField(Revision, on_delete=models.PROTECT, related_name="correction_revision")
    told = models.BooleanField()  # somebody said so; otherwise it follows

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.correction}: {self.after}"
