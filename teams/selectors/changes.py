"""Reading what happened to a team since somebody looked at it: for pages that are out of date, and say by what."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from engine import effects as fx
from leagues.mapping import ruleset_of
from leagues.models import Coach
from teams.effect_words import effect_words
from teams.mapping import sheet_of
from teams.models import Revision, Team

MOST_WORDS = 3  # of one change: a match has dozens of effects
MOST_CHANGES = 10  # of a page that was left open for a season


@dataclass(frozen=True, slots=True)
class TeamChange:
    """Something that was written about a team: who, when, what."""

    by: Coach | None
    at: datetime
    words: tuple[str, ...]
    voided: bool

    def __str__(self) -> str:
        shown = list(self.words[:MOST_WORDS])
        if len(self.words) > MOST_WORDS:
            shown.append(gettext("and {number} more").format(number=len(self.words) - MOST_WORDS))
        what = gettext("something was taken back") if self.voided else ", ".join(shown)
        at = date_format(timezone.localtime(self.at), "SHORT_DATETIME_FORMAT")
        return f"{what} ({self.by.name}, {at})" if self.by else f"{what} ({at})"


def changes_since(team: Team, version: int) -> tuple[TeamChange, ...]:
    """What was written since the team had this ``version``, oldest first; of very much, the latest.

    Every version is at least one revision of something that the team had a part in, so the last so many are among
    what happened since.
    """
    missed = min(MOST_CHANGES, max(0, team.version - version))
    revisions = (
        Revision.objects.filter(cause__teams=team)
        .select_related("actor")
        .prefetch_related("effects")
        .order_by("-pk")[:missed]
    )
    sheet, ruleset = sheet_of(team), ruleset_of(team.ruleset_id)
    return tuple(
        TeamChange(
            by=revision.actor,
            at=revision.written_at,
            words=tuple(
                effect_words(fx.from_data(row.data), sheet, ruleset)
                for row in sorted(revision.effects.all(), key=lambda row: row.nth)
                if row.team_id == team.pk
            ),
            voided=revision.voided,
        )
        for revision in reversed(revisions)
    )
