"""Before a match: both teams as they come to it, with what an unconfirmed report of an earlier match tells of them.

Such a report counts in memory only, at its place, and nothing is thrown for it; whoever shows these sheets says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.db.models import Prefetch, Q, QuerySet

from engine import history
from engine.effects import TeamEffect
from engine.match.provisional import provisional
from engine.team.evolve import evolve
from engine.team.sheet import TeamSheet
from leagues.mapping import ruleset_of
from matches.mapping import report_of, roll_of, rolls_at
from matches.models import DiceRoll, Match, MatchKind, MatchStatus, Report
from matches.selectors.confirmations import waiting_report
from teams.mapping import sheet_in, sheet_of
from teams.models import Team
from teams.services.ledger import causes_before, league_causes, sheets_at

# A report of it lies there, and the ledger has not heard of it yet.
UNCONFIRMED = (MatchStatus.REPORTED, MatchStatus.DISPUTED, MatchStatus.AGREED)


@dataclass(frozen=True, slots=True)
class Before:
    """Both teams by their keys as they come to a match."""

    sheets: dict[str, TeamSheet]
    unconfirmed: tuple[Match, ...] = ()  # matches of these teams whose reports count provisionally in that
    unfit: tuple[Match, ...] = ()  # those of them whose report does not fit the teams as they stand: it does not count
    unknown: tuple[tuple[str, str], ...] = ()  # team and player whose casualty waits for its dice: he is left out


@dataclass(slots=True)
class _Telling:
    """A world that unconfirmed reports are told to, one after the other."""

    world: dict[str, TeamSheet] = field(default_factory=dict)
    unfit: list[Match] = field(default_factory=list)
    unknown: list[tuple[str, str]] = field(default_factory=list)

    def tell(self, match: Match, rows: Iterable[DiceRoll]) -> None:
        report, ruleset = report_of(waiting_report(match)), ruleset_of(match.ruleset_id)
        sheets = {team.key: sheet_in(self.world, team) for team in (match.home, match.away)}
        told = provisional(match.key, report, sheets, map(roll_of, rows), ruleset)
        if not told.fits:
            self.unfit.append(match)
        self.unknown += told.unknown
        self.apply(told.effects)

    def apply(self, effects: Iterable[TeamEffect]) -> None:
        for one in effects:
            self.world[one.team] = evolve(self.world[one.team], one.effect)


def before_match(match: Match) -> Before:
    """At the match's place; a match that has none yet comes after everything."""
    pending = tuple(_unconfirmed(match))
    mine = tuple(one for one in pending if {one.home_id, one.away_id} & {match.home_id, match.away_id})
    if not mine:
        return Before(_confirmed(match))
    telling, teams = _told(match, pending), (match.home, match.away)
    return Before(
        sheets={team.key: sheet_in(telling.world, team) for team in teams},
        unconfirmed=mine,
        unfit=tuple(one for one in telling.unfit if one in mine),
        unknown=tuple(one for one in telling.unknown if one[0] in {team.key for team in teams}),
    )


def _confirmed(match: Match) -> dict[str, TeamSheet]:
    """As the ledger alone has them."""
    found = Team.objects.filter(pk__in=(match.home_id, match.away_id)).select_related("league", "ruleset")
    teams = list(found.order_by("pk").prefetch_related("players"))
    if match.place is None:
        return {team.key: sheet_of(team) for team in teams}
    return sheets_at(teams, match.place, 0)


def _unconfirmed(match: Match) -> QuerySet[Match]:
    """All of the league: whom an opponent met before, he brings along."""
    earlier = Q(place__isnull=False) if match.place is None else Q(place__lt=match.place)
    return (
        Match.objects.filter(earlier, league=match.league_id, status__in=UNCONFIRMED)
        .exclude(kind=MatchKind.EXHIBITION)
        .exclude(pk=match.pk)
        .select_related("home", "away")
        .prefetch_related(Prefetch("reports", Report.objects.select_related("confirmation")))
        .order_by("place")
    )


def _told(match: Match, pending: Sequence[Match]) -> _Telling:
    """The history up to the match, with each unconfirmed report at its own place."""
    told = league_causes(match.league) if match.place is None else causes_before(match.league, match.place)
    causes, rolls = list(told), rolls_at(match.league_id, [one.key for one in pending])
    telling = _Telling()
    for one in pending:
        here = (one.place or 0, 0, 2**62)
        telling.world = history.fold([cause for cause in causes if cause.place < here], telling.world)
        causes = [cause for cause in causes if cause.place >= here]
        telling.tell(one, rolls[one.key])
    telling.world = history.fold(causes, telling.world)
    return telling
