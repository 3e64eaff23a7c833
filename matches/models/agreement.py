from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from config.facts import Fact
from matches.models.match import Match, Report


class ReportDraft(models.Model):
    """A report that is being typed: saved as often as its author likes, and nobody else's business."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="drafts")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="report_drafts")
    typed = models.JSONField(default=dict)
    version = models.PositiveIntegerField(default=0)
    saved_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["match", "author"], name="one_report_draft_per_author"),)

    def __str__(self) -> str:
        return f"{self.match} \N{MIDDLE DOT} {self.author}"


class Dispute(Fact):
    """A line of a report that the other coach does not agree with, and why. The lines he leaves alone stand."""

    report = models.ForeignKey(Report, on_delete=models.PROTECT, related_name="disputes")
    line = models.CharField(max_length=100)  # where the engine would see a problem: home.casualties.0
    comment = models.CharField(max_length=500)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.report} \N{MIDDLE DOT} {self.line}"


class Verdict(models.TextChoices):
    STANDS = "stands", _("The line stands")
    STRUCK = "struck", _("The line is struck")
    CHANGED = "changed", _("The line is changed")


class DisputeRuling(Fact):
    """What a commissioner ruled about a disputed line: public, for ever."""

    dispute = models.OneToOneField(Dispute, on_delete=models.PROTECT, related_name="ruling")
    verdict = models.CharField(max_length=10, choices=Verdict.choices)
    change = models.JSONField(null=True)  # what the line says now, where it was changed
    reason = models.CharField(max_length=500)
    own_match = models.BooleanField(default=False)  # there was nobody else: he ruled on a match of his own
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"{self.dispute} \N{MIDDLE DOT} {self.verdict}"


class WriteUp(models.Model):
    """What a coach has to tell of a match, with a picture if he took one."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="write_ups")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="write_ups")
    text = models.TextField(max_length=10_000, blank=True)
    picture = models.BinaryField(null=True)
    picture_type = models.CharField(max_length=20, blank=True)
    version = models.PositiveIntegerField(default=0)
    written_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["match", "author"], name="one_write_up_per_author"),)
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.match} \N{MIDDLE DOT} {self.author}"
