"""What the steps after a match look at, read as seldom as can be.

What cannot change is read once. What can is asked for again by each step, under the lock of the league, by a number
that changes with it: a step decides what it would decide if nobody had run one before it.
"""

from __future__ import annotations

from functools import cached_property

from django.db.models import prefetch_related_objects

from engine.match.after import AFTER_THE_OTHER
from engine.match.report import MatchReport
from matches.mapping import report_from, sessions_from
from matches.models import DiceSession, Match, PostMatchStep
from teams.models import Team
from teams.services.ledger import occasion_revision, revision_inputs


class StepReads:
    """One run through the sequence after a match."""

    def __init__(self, match: int) -> None:
        self._match = match
        self._report: tuple[int, MatchReport] | None = None
        self._session: DiceSession | None = None
        self._teams: dict[int, Team] = {}

    @cached_property
    def match(self) -> Match:
        return Match.objects.select_related("league", "ruleset", "home", "away").get(pk=self._match)

    def forget(self) -> None:
        """What was read may have been changed in memory by a transaction that came to nothing."""
        self._teams = {}

    def report(self) -> MatchReport:
        """As its latest revision tells it; a revision never changes."""
        revision = occasion_revision(self.match.league, self.match.key)
        if self._report is None or self._report[0] != revision:
            self._report = revision, report_from(revision_inputs(revision)["report"])
        return self._report[1]

    def session(self) -> DiceSession:
        """The sealed seed, and what has fallen by now."""
        if self._session is None:
            sessions = DiceSession.objects.select_related("later")
            self._session = sessions.get(league=self.match.league_id, occasion=self.match.key)
        all_of_it = sessions_from(self._session)
        for one in all_of_it:
            vars(one).pop("_prefetched_objects_cache", None)  # somebody may have typed in a die meanwhile
        prefetch_related_objects(all_of_it, "rolls")
        return self._session

    def teams(self, step: PostMatchStep) -> list[Team]:
        """Its own team; and the other one, where it looks at what that has come to. As they stand now."""
        match = self.match
        looked_at = [match.home_id, match.away_id] if step.name in AFTER_THE_OTHER else [step.team_id]
        versions = dict(Team.objects.filter(pk__in=looked_at).values_list("pk", "version"))
        stale = [pk for pk in looked_at if pk not in self._teams or self._teams[pk].version != versions[pk]]
        if stale:
            found = Team.objects.filter(pk__in=stale).prefetch_related("players")
            self._teams |= {team.pk: team for team in found}
        return [self._teams[pk] for pk in sorted(looked_at)]
