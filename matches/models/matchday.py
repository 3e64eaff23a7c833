from django.conf import settings
from django.db import models

from config.facts import Fact
from matches.models.match import Match


class MatchDay(models.Model):
    """What has been recorded of a match before its report: the pre-match, step by step, and what is still sealed."""

    match = models.OneToOneField(Match, on_delete=models.PROTECT, related_name="day")
    prematch = models.JSONField(default=dict)  # as the engine's PreMatch, for everybody to see
    sealed = models.JSONField(default=dict)  # by side: what only its own coach sees until both have decided
    # By side: the halves and turns in which its coach has asked for his match event, for everybody to see.
    asked = models.JSONField(default=dict)
    version = models.PositiveIntegerField(default=0)
    # Since when coaches may buy, for a clock that they see: what came before it was recorded then.
    buying_since = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.match} \N{MIDDLE DOT} {self.version}"


class LiveEvent(Fact):
    """An event as a device sent it. Editing and taking back are entries of their own, which name what they replace."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="live_events")
    number = models.PositiveIntegerField()  # in the order of arrival: what a spectator has seen up to
    device = models.CharField(max_length=40)
    sequence = models.PositiveIntegerField()  # the device's own count: what arrives twice is one
    key = models.CharField(max_length=60)  # of the event, for ever; an edit keeps it
    event = models.JSONField(null=True)  # None: it is taken back
    rank = models.FloatField()  # where it stands in the course of the match
    late = models.BooleanField(default=False)  # it arrived after the report was confirmed
    seen = models.PositiveIntegerField(default=0)  # the number of the last entry that the device had seen
    apart = models.CharField(max_length=60, blank=True, default="")  # another event, which happened as well
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["match", "number"], name="one_live_event_per_number"),
            models.UniqueConstraint(fields=["match", "device", "sequence"], name="one_live_event_per_sequence"),
        )
        ordering = ("number",)

    def __str__(self) -> str:
        return f"{self.match} \N{MIDDLE DOT} {self.number}"
