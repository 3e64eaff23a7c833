from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from config.facts import Fact
from leagues.models import League, StoredRuleset
from matches.models.season import Season
from teams.models import Team


class MatchStatus(models.TextChoices):
    PROPOSED = "proposed", _("Waiting for the other coach")
    SCHEDULED = "scheduled", _("Scheduled")
    LIVE = "live", _("Being played")
    REPORTED = "reported", _("Waiting for confirmation")
    DISPUTED = "disputed", _("Waiting for a ruling")
    AGREED = "agreed", _("Waiting for an earlier match")
    CONFIRMED = "confirmed", _("Post-match under way")
    FINISHED = "finished", _("Finished")
    CALLED_OFF = "called-off", _("Called off")


# Not begun, and still to be played.
TO_COME = (MatchStatus.PROPOSED, MatchStatus.SCHEDULED)
# A report may be filed: there is none, or the last one was sent back.
OPEN = (MatchStatus.SCHEDULED, MatchStatus.LIVE)
# It has begun, and is not over: nothing of it has reached its teams yet, or not all.
UNDER_WAY = (
    MatchStatus.LIVE,
    MatchStatus.REPORTED,
    MatchStatus.DISPUTED,
    MatchStatus.AGREED,
    MatchStatus.CONFIRMED,
)


class MatchKind(models.TextChoices):
    COMPETITION = "competition", _("Competition match")
    FRIENDLY = "friendly", _("Friendly")  # it counts for the teams, and not for the table
    EXHIBITION = "exhibition", _("Exhibition match")  # nothing of it counts


class Draws(models.TextChoices):
    """What becomes of a level score; blank: what the league says."""

    STAND = "stand", _("It stands")
    OVERTIME = "overtime", _("Extra time, then a shoot-out")
    SHOOT_OUT = "shoot-out", _("A shoot-out")


class Match(models.Model):
    """A fixture, and what became of it. The result itself is in the ledger."""

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="matches")
    # None: a match that two coaches have arranged outside every season.
    season = models.ForeignKey(Season, null=True, blank=True, on_delete=models.PROTECT, related_name="matches")
    kind = models.CharField(max_length=20, choices=MatchKind.choices, default=MatchKind.COMPETITION)
    key = models.CharField(max_length=20)  # league-local and for ever: m1, m2, ...
    round = models.PositiveSmallIntegerField(default=0)
    home = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="home_matches")
    away = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="away_matches")
    ruleset = models.ForeignKey(StoredRuleset, on_delete=models.PROTECT, related_name="matches")
    status = models.CharField(max_length=20, choices=MatchStatus.choices, default=MatchStatus.SCHEDULED)
    version = models.PositiveIntegerField(default=0)
    place = models.BigIntegerField(null=True)  # in the order of play, from its kick-off or its first report on
    # When its first report took that place. None: it has none, or was kicked off here, or somebody has said its place.
    place_taken_at = models.DateTimeField(null=True)
    kicked_off_at = models.DateTimeField(null=True)  # None: it was not begun here, a report tells of it afterwards
    played_on = models.DateField(null=True)
    # What becomes of a level score; blank: what the league says.
    draws = models.CharField(max_length=20, choices=Draws.choices, blank=True, default="")
    # Reports up to this number are of no account any more: they were sent back, or the match was reopened.
    reports_closed = models.PositiveIntegerField(default=0)
    # Who proposed or arranged it; None: it is a fixture of a season.
    arranged_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = (models.UniqueConstraint(fields=["league", "key"], name="one_match_per_key"),)
        indexes = (models.Index(fields=["season", "round"]), models.Index(fields=["status"]))
        ordering = ("season", "round", "pk")

    def __str__(self) -> str:
        return f"{self.home} - {self.away}"


class ReportSide(models.TextChoices):
    HOME = "home", _("Home")
    AWAY = "away", _("Away")
    NEITHER = "", _("Neither side")


class Report(Fact):
    """A report as it was submitted. Each side may have one that is open; which of them counts, a confirmation says."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="reports")
    number = models.PositiveIntegerField()
    report = models.JSONField()
    # Whose word it is. Neither side's: a commissioner filed it for both, or rulings made it.
    side = models.CharField(max_length=4, choices=ReportSide.choices, blank=True)
    paper = models.BooleanField(default=False)  # filed by a commissioner, as it stood on paper
    # The report that it was made of, by rulings or by taking over lines of the other one.
    made_of = models.ForeignKey("self", null=True, on_delete=models.PROTECT, related_name="+")
    submitted_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="reports")
    submitted_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["match", "number"], name="one_report_per_number"),)
        ordering = ("number",)

    def __str__(self) -> str:
        return f"{self.match} · report {self.number}"


class MatchSheet(Fact):
    """A team as it plays: what a print of this match shows for ever.

    Kept at kick-off, and again when what stands before the match has changed until it counts. The last one is shown.
    """

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="sheets")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="match_sheets")
    number = models.PositiveIntegerField(default=1)  # of the keeping: both teams share it
    sheet = models.JSONField()
    value = models.BigIntegerField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["match", "team", "number"], name="one_sheet_per_keeping"),)
        ordering = ("number", "pk")

    def __str__(self) -> str:
        return f"{self.team} · {self.match}"
