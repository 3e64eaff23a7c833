from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from leagues.models import League
from teams.models.ledger import Cause
from teams.models.team import Team


class DealStatus(models.TextChoices):
    PROPOSED = "proposed", _("Waits for the other coach")
    ACCEPTED = "accepted", _("Waits for the commissioner")
    DONE = "done", _("Done")
    DECLINED = "declined", _("Declined")
    WITHDRAWN = "withdrawn", _("Withdrawn")
    REFUSED = "refused", _("Refused by the commissioner")


class Deal(models.Model):
    """Gold and players between teams of two coaches: proposed by one, accepted by the other, approved by the third."""

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="deals")
    proposer = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="deals_proposed")
    partner = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="deals_received")
    terms = models.JSONField()
    status = models.CharField(max_length=10, choices=DealStatus.choices, default=DealStatus.PROPOSED)
    remark = models.CharField(max_length=300, blank=True)
    proposed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    proposed_at = models.DateTimeField(auto_now_add=True)
    version = models.PositiveIntegerField(default=0)
    cause = models.OneToOneField(Cause, null=True, on_delete=models.PROTECT, related_name="deal")

    class Meta:
        indexes = (models.Index(fields=["league", "status"]),)
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"{self.proposer} \N{LEFT RIGHT ARROW} {self.partner}"
