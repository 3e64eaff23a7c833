from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from config.facts import Fact
from matches.models.match import Match, Report


class ConfirmedBy(models.TextChoices):
    HIMSELF = "himself", _("On his own phone")
    PIN = "pin", _("By his PIN, on another phone")
    CODE = "code", _("Led there by a scanned code")
    SAME = "same", _("By filing the same")
    RULINGS = "rulings", _("By the rulings about it")
    TIME = "time", _("By the time that had passed")


class Confirmation(Fact):
    """A report that counts, and who agreed to it. A match that was reopened has another one later."""

    report = models.OneToOneField(Report, on_delete=models.PROTECT, related_name="confirmation")
    how = models.CharField(max_length=10, choices=ConfirmedBy.choices)
    # A commissioner lets stand what came later and does not fit it, now or when the matches before it are over.
    later_stands = models.BooleanField(default=False)
    coach = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.report} \N{MIDDLE DOT} {self.how}"


class PinTries(models.Model):
    """Wrong PINs of a coach at one match: counted here, so that every process knows of them."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="pin_tries")
    coach = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    tries = models.PositiveSmallIntegerField(default=0)
    locked_until = models.DateTimeField(null=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["match", "coach"], name="one_count_of_pins_per_coach"),)

    def __str__(self) -> str:
        return f"{self.match} \N{MIDDLE DOT} {self.coach}: {self.tries}"


class ReopeningAnswer(models.TextChoices):
    ASKED = "asked", _("Asked")
    AGREED = "agreed", _("Agreed")
    DECLINED = "declined", _("Declined")
    WITHDRAWN = "withdrawn", _("Withdrawn")


class Reopening(models.Model):
    """One coach asks to reopen a report that counts; the other answers."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="reopenings")
    reason = models.CharField(max_length=500)
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    asked_at = models.DateTimeField(auto_now_add=True)
    answer = models.CharField(max_length=10, choices=ReopeningAnswer.choices, default=ReopeningAnswer.ASKED)
    answered_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    answered_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["match"], condition=models.Q(answer="asked"), name="one_open_reopening_per_match"
            ),
        )
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.match} \N{MIDDLE DOT} {self.answer}"


class Reminder(Fact):
    """Somebody was reminded by mail: once for each report and reason, whoever else runs the sweep."""

    report = models.ForeignKey(Report, on_delete=models.PROTECT, related_name="reminders")
    about = models.CharField(max_length=20)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["report", "about"], name="one_reminder_per_reason"),)

    def __str__(self) -> str:
        return f"{self.report} \N{MIDDLE DOT} {self.about}"
