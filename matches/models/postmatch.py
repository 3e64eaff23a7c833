from django.db import models
from django.utils.translation import gettext_lazy as _

from matches.models.match import Match
from teams.models import Cause, Team


class StepStatus(models.TextChoices):
    LATER = "later", _("Comes later")
    DUE = "due", _("Due")
    WAITING = "waiting", _("Waits for a choice")
    DONE = "done", _("Done")


class PostMatchStep(models.Model):
    """A step of one team's post-match sequence. No status ever says "running": a killed worker leaves it due."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="steps")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="steps")
    nth = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=40)
    status = models.CharField(max_length=10, choices=StepStatus.choices, default=StepStatus.LATER)
    version = models.PositiveIntegerField(default=0)
    options = models.JSONField(default=list)
    roll = models.CharField(max_length=100, blank=True)  # key of the roll that lies on the table
    choice = models.CharField(max_length=40, blank=True)
    words = models.CharField(max_length=80, blank=True)  # said with the choice: a name
    cause = models.OneToOneField(Cause, null=True, on_delete=models.PROTECT, related_name="step_row")

    class Meta:
        constraints = (models.UniqueConstraint(fields=["match", "team", "nth"], name="one_step_per_place"),)
        indexes = (models.Index(fields=["status"]),)
        ordering = ("match", "nth", "team")

    def __str__(self) -> str:
        return f"{self.match} · {self.team} · {self.name}"

    @property
    def waits_for_die(self) -> bool:
        """Not for a choice, but for a roll that coaches throw at the table."""
        return self.status == StepStatus.WAITING and not self.options and bool(self.roll)
