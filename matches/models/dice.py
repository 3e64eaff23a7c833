from django.conf import settings
from django.db import models

from config.facts import Fact
from leagues.models import League
from matches.models.match import Match


class DiceSession(Fact):
    """A sealed seed. The seal is shown at once, the seed when no roll under it can be asked for any more."""

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="dice_sessions")
    occasion = models.CharField(max_length=40)
    seed = models.BinaryField(max_length=32)
    seal = models.CharField(max_length=64)
    # The session whose seed had been shown when this one was opened: a match that was over has been reopened.
    goes_on = models.OneToOneField("self", null=True, on_delete=models.PROTECT, related_name="later")
    opened_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["league", "occasion"], name="one_session_per_occasion"),)

    def __str__(self) -> str:
        return f"{self.occasion} {self.seal[:8]}"


class DiceRoll(Fact):
    """A roll that fell. It stays on record, whatever becomes of what asked for it."""

    session = models.ForeignKey(DiceSession, on_delete=models.PROTECT, related_name="rolls")
    key = models.CharField(max_length=100)
    sides = models.JSONField()
    faces = models.JSONField()
    source = models.CharField(max_length=10)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["session", "key"], name="one_roll_per_key"),)
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.key}: {self.faces}"


class TypedAhead(Fact):
    """A coach's word about a roll of the table, before the sequence asked for it. The last word about a key counts.

    Without faces it is taken back. Whether it was ever asked for, the rolls on record say.
    """

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="typed_ahead")
    key = models.CharField(max_length=100)
    faces = models.JSONField(default=list)
    coach = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.key}: {self.faces}"
