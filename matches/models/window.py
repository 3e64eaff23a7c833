from django.conf import settings
from django.db import models

from leagues.models import League
from teams.models import Team


class Window(models.Model):
    """A time for hiring and firing that a commissioner has opened. That after a match is a step of its post-match."""

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="windows")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="windows")
    key = models.CharField(max_length=20)  # league-local and for ever: w1, w2, ...
    reason = models.CharField(max_length=300)
    opened_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    opened_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["league", "key"], name="one_window_per_key"),
            models.UniqueConstraint(
                fields=["team"], condition=models.Q(closed_at__isnull=True), name="one_open_window_per_team"
            ),
        )
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.team} \N{MIDDLE DOT} {self.key}"
