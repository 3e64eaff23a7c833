from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from config.facts import Fact
from leagues.models import League
from teams.models.team import Team


class Logo(Fact):
    """A picture as we keep it: decoded, made small and written anew, so that it is nothing but a picture."""

    digest = models.CharField(max_length=64, primary_key=True)
    image = models.BinaryField()

    def __str__(self) -> str:
        return self.digest[:8]


class DraftStatus(models.TextChoices):
    SAVED = "saved", _("Saved")
    SUBMITTED = "submitted", _("Waits for the commissioner")
    RETURNED = "returned", _("Sent back")
    APPROVED = "approved", _("Approved")


class DraftKind(models.TextChoices):
    NEW = "new", _("A new team")
    ENTERED = "entered", _("A running team, as it stands")


class Draft(models.Model):
    """A team to be: saved as often as its coach likes, handed in, approved or sent back with a reason."""

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="drafts")
    coach = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="drafts")
    kind = models.CharField(max_length=10, choices=DraftKind.choices, default=DraftKind.NEW)
    status = models.CharField(max_length=10, choices=DraftStatus.choices, default=DraftStatus.SAVED)
    name = models.CharField(_("name"), max_length=80, blank=True)
    roster = models.CharField(max_length=40)
    colour = models.PositiveSmallIntegerField(_("colour"), default=1)
    logo = models.ForeignKey(Logo, null=True, on_delete=models.PROTECT, related_name="+")
    command = models.JSONField()  # the draft, or the entry, as the engine reads it
    remark = models.CharField(max_length=300, blank=True)  # why it was sent back
    team = models.OneToOneField(Team, null=True, on_delete=models.PROTECT, related_name="draft")
    version = models.PositiveIntegerField(default=0)
    saved_at = models.DateTimeField(auto_now=True)

    class Meta:
        indexes = (models.Index(fields=["league", "status"]),)
        ordering = ("-saved_at", "-pk")

    def __str__(self) -> str:
        return self.name or self.roster
