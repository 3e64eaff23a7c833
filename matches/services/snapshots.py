"""The sheets of a match: both teams as they play, kept when it begins and when what stands before it changes."""

from __future__ import annotations

from collections.abc import Mapping

from engine.match.matchday import day_sheets
from engine.match.prematch import PreMatch
from engine.match.sides import Side
from engine.team.sheet import TeamSheet
from engine.team.value import value
from engine.typed import plain
from leagues.mapping import ruleset_of
from matches.mapping import prematch_of, report_of
from matches.models import Match, MatchDay, MatchSheet, MatchStatus
from matches.selectors.confirmations import waiting_report
from matches.selectors.order import OVER, begun_by
from matches.services.provisional import UNCONFIRMED, before_match


def sheets_now(match: Match) -> dict[str, TeamSheet]:
    """Both teams by their key, as they come to this match: as they stand or, once it has its place, as they stood."""
    return before_match(match).sheets


def sheets_of_day(
    match: Match, prematch: PreMatch | None, sheets: Mapping[str, TeamSheet] | None = None
) -> dict[Side, TeamSheet]:
    """Both teams by their side, as they play: with the people of the day. ``sheets`` saves reading them again."""
    sheets = sheets_now(match) if sheets is None else sheets
    sides: dict[Side, TeamSheet] = {"home": sheets[match.home.key], "away": sheets[match.away.key]}
    return day_sheets(prematch, sides, ruleset_of(match.ruleset_id), match.key)


def sheets_keep(*, match: Match, sheets: Mapping[Side, TeamSheet]) -> None:
    """Keep both sheets, unless they were kept like this already."""
    ruleset = ruleset_of(match.ruleset_id)
    by_team = {match.home_id: sheets["home"], match.away_id: sheets["away"]}
    told = {row.team_id: (row.number, row.sheet) for row in match.sheets.order_by("number")}
    now = {team: plain(sheet) for team, sheet in by_team.items()}
    if {team: sheet for team, (_, sheet) in told.items()} == now:
        return
    last = max((number for number, _ in told.values()), default=0)
    MatchSheet.objects.bulk_create(
        MatchSheet(match=match, team_id=team, number=last + 1, sheet=now[team], value=value(sheet, ruleset).total)
        for team, sheet in by_team.items()
    )


def sheets_renew(match: Match) -> None:
    """Whoever comes after this match and has not counted yet comes as another team now: kept once more."""
    later = begun_by((match.home_id, match.away_id)).filter(place__gt=match.place or 0)
    uncounted = list(later.exclude(status__in=(*OVER, MatchStatus.CONFIRMED)).values_list("pk", flat=True))
    # As a rule there is none, and each step of each post-match asks.
    found = Match.objects.filter(pk__in=uncounted) if uncounted else Match.objects.none()
    for one in found.select_related("home", "away", "league").order_by("place"):
        sheets_keep(match=one, sheets=sheets_of_day(one, prematch_told(one)))


def prematch_told(match: Match) -> PreMatch | None:
    """What its report says of the hour before it or, as long as there is none, what has been recorded."""
    if match.status in UNCONFIRMED:
        return report_of(waiting_report(match)).played_with
    return prematch_of(MatchDay.objects.filter(match=match).first())
