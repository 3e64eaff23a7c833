from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from leagues.models.league import League


class JobState(models.TextChoices):
    WAITING = "waiting", pgettext_lazy("a job", "Waiting")
    RUNNING = "running", pgettext_lazy("a job", "Under way")
    DONE = "done", pgettext_lazy("a job", "Done")
    FAILED = "failed", pgettext_lazy("a job", "Failed")
    CANCELLED = "cancelled", pgettext_lazy("a job", "Cancelled")


# Somebody may still work on it.
ACTIVE = (JobState.WAITING, JobState.RUNNING)


class Job(models.Model):
    """Long work in units, done a few at a time. How far it has come is written with what was done, or not at all."""

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="jobs")
    kind = models.CharField(max_length=40)
    state = models.CharField(max_length=10, choices=JobState.choices, default=JobState.WAITING)
    version = models.PositiveIntegerField(default=0)
    units = models.JSONField(default=list)  # settled when it was started
    done = models.PositiveIntegerField(default=0)  # so many of them, from the first
    result = models.JSONField(default=list)
    error = models.CharField(max_length=500, blank=True)
    started_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    started_at = models.DateTimeField(auto_now_add=True)
    moved_at = models.DateTimeField(auto_now_add=True)  # when somebody last came on with it
    ended_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("job")
        constraints = (
            models.UniqueConstraint(
                fields=["league", "kind"],
                condition=models.Q(state__in=("waiting", "running")),
                name="one_active_job_per_kind",
            ),
        )
        indexes = (models.Index(fields=["state"]),)
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"{self.kind} {self.done}/{self.total}"

    @property
    def total(self) -> int:
        return len(self.units)

    @property
    def active(self) -> bool:
        return self.state in ACTIVE
