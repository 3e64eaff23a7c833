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


class Verdict(models.TextChoices):
    STANDS = "stands", _("The line stands")
    STRUCK = "struck", _("The line is struck")
    CHANGED = "changed", _("The line is changed")


class Dispute(Fact):
    """A line of a report that the other coach does not agree with, and why. The lines he leaves alone stand."""

    report = models.ForeignKey(Report, on_delete=models.PROTECT, related_name="disputes")
    line = models.CharField(max_length=100)  # its place in the report: home.casualties.p5
    comment = models.CharField(max_length=500)
    # What he would have of it: empty if he leaves that to whoever rules.
    wants = models.CharField(max_length=10, choices=Verdict.choices, blank=True)
    proposal = models.JSONField(null=True)  # what the line should say, where he wants it changed
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["report", "line"], name="one_dispute_per_line"),)
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.report} \N{MIDDLE DOT} {self.line}"


class RulingWay(models.TextChoices):
    RULED = "ruled", _("Ruled by a commissioner")
    ACCEPTED = "accepted", _("The author agreed")
    WITHDRAWN = "withdrawn", _("Withdrawn")


class DisputeRuling(Fact):
    """How a disputed line ended: what a commissioner ruled, public for ever, or what the two coaches came to."""

    dispute = models.OneToOneField(Dispute, on_delete=models.PROTECT, related_name="ruling")
    verdict = models.CharField(max_length=10, choices=Verdict.choices)
    way = models.CharField(max_length=10, choices=RulingWay.choices, default=RulingWay.RULED)
    change = models.JSONField(null=True)  # what the line says now, where it was changed
    follows = models.JSONField(default=dict)  # other lines that have to change with it, by their places
    reason = models.CharField(max_length=500)
    # Whoever ruled lets stand what came later and does not fit the report as it has become.
    later_stands = models.BooleanField(default=False)
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
    hidden = models.CharField(max_length=300, blank=True)  # why a commissioner has hidden it; empty: everybody sees it
    version = models.PositiveIntegerField(default=0)
    written_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["match", "author"], name="one_write_up_per_author"),)
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.match} \N{MIDDLE DOT} {self.author}"
