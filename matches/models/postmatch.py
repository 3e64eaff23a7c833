from django.conf import settings
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
    # Since when it is what its status says. None: it was laid out before this was kept.
    since = models.DateTimeField(null=True)
    # From when on its time is counted, where that is later: the league has changed how long it waits.
    timed_from = models.DateTimeField(null=True)
    reminded_at = models.DateTimeField(null=True)  # its coach, of what it waits for now
    options = models.JSONField(default=list)
    # What is taken when nobody chooses in time. Empty: nobody chooses for a coach.
    default = models.CharField(max_length=40, blank=True)
    outlook = models.JSONField(
        default=dict
    )  # by option, the gold that it comes to, as far as the dice on the table say
    roll = models.CharField(max_length=100, blank=True)  # key of the roll that lies on the table
    choice = models.CharField(max_length=40, blank=True)
    words = models.CharField(max_length=80, blank=True)  # said with the choice: a name
    # Who chose, and when. Nobody, at some time: it was taken by time.
    chosen_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    chosen_at = models.DateTimeField(null=True)
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

    @property
    def by_time(self) -> bool:
        """Nobody chose in time."""
        return self.chosen_at is not None and self.chosen_by_id is None
