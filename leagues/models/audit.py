from django.conf import settings
from django.db import models

from config.facts import Fact
from leagues.models.league import League


class AuditEntry(Fact):
    """Who did what, when. Written in the transaction that did it."""

    action = models.CharField(max_length=60)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="audit_entries"
    )
    league = models.ForeignKey(League, null=True, on_delete=models.PROTECT, related_name="audit_entries")
    subject = models.CharField(max_length=60, blank=True)
    data = models.JSONField(default=dict)
    request_id = models.CharField(max_length=64, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = (models.Index(fields=["league", "-at"]),)

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.action} {self.subject}"


class IdempotentAnswer(models.Model):
    """The answer that was given to a request with an Idempotency-Key, kept so that a retry gets the same one."""

    owner = models.CharField(max_length=60)  # whose key it is: a coach, or a visitor's session
    key = models.CharField(max_length=80)
    body_hash = models.CharField(max_length=64)
    answer = models.JSONField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["owner", "key"], name="one_answer_per_key"),)

    def __str__(self) -> str:
        return f"{self.owner} {self.key}"
