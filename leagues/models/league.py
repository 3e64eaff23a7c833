from dataclasses import dataclass

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from leagues.models.ruleset import StoredRuleset


class Role(models.TextChoices):
    COMMISSIONER = "commissioner", _("Commissioner")
    COACH = "coach", _("Coach")


@dataclass(frozen=True, slots=True)
class ReadFor:
    """Whom a league was read for, and his role in it, if he is in it."""

    coach: int
    role: Role | None


class League(models.Model):
    name = models.CharField(_("name"), max_length=80)
    slug = models.SlugField(max_length=100, unique=True)
    public = models.BooleanField(_("public"), default=True)
    # Who holds the invitation may join; a public league may be joined without one.
    invitation = models.CharField(max_length=40, unique=True)
    # What is played: the edition with the league's house rules.
    ruleset = models.ForeignKey(StoredRuleset, on_delete=models.PROTECT, related_name="leagues")
    # The edition as it was published when the league chose it; the difference between the two is what is house-ruled.
    edition = models.ForeignKey(StoredRuleset, on_delete=models.PROTECT, related_name="+")
    founded_at = models.DateTimeField(auto_now_add=True)
    # Counters for league-local keys (t1, m1). They only rise, so that a key never names two things.
    teams_made = models.PositiveIntegerField(default=0)
    matches_made = models.PositiveIntegerField(default=0)
    # The last place in the order of play that was given to something before it had anything to tell: a match that is
    # being played stands there already.
    place_given = models.BigIntegerField(default=0)

    # No column: set where a league is read for somebody (``leagues.selectors.leagues.read_for``).
    read_for: ReadFor | None = None

    coaches: "models.ManyToManyField[models.Model, Membership]" = models.ManyToManyField(
        settings.AUTH_USER_MODEL, through="Membership", related_name="leagues"
    )

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="memberships")
    coach = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="memberships")
    role = models.CharField(max_length=20, choices=Role.choices, default=Role.COACH)
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["league", "coach"], name="one_membership_per_coach"),)

    def __str__(self) -> str:
        return f"{self.coach} · {self.league} · {self.role}"
