"""Matches besides the season: those of a league, and what an exhibition match would have come to if it counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import QuerySet

from engine.dice import Dice
from engine.effects import TeamEffect
from engine.errors import EngineError
from engine.match.after.points import for_deeds
from engine.match.played import decide_match
from engine.match.report import MatchReport
from engine.rulesets.model import Ruleset
from engine.team.sheet import TeamSheet
from leagues.mapping import ruleset_of
from leagues.models import League
from leagues.policies import Visitor
from matches.mapping import dice_of, report_of
from matches.models import TO_COME, DiceSession, Match, MatchKind, MatchStatus
from matches.policies import can_accept, can_call_off
from matches.selectors.confirmations import report_agreed
from matches.selectors.matches import match_list
from matches.selectors.seasons import Fixture, ledger_results
from matches.services.snapshots import sheets_now
from teams.models import Team


@dataclass(frozen=True, slots=True)
class Answers:
    """What a visitor may say to a match that was arranged."""

    match: Match
    accept: bool = False
    call_off: bool = False


def answers_of(visitor: Visitor, match: Match) -> Answers:
    if match.arranged_by_id is None or match.status not in TO_COME or match.place is not None:
        return Answers(match)
    accept = match.status == MatchStatus.PROPOSED and can_accept(visitor, match)
    return Answers(match, accept, can_call_off(visitor, match))


def arranged_list(visitor: Visitor, league: League) -> QuerySet[Match]:
    """Friendlies and exhibition matches, the latest first; what was called off is not among them."""
    matches = match_list(visitor).filter(league=league, season=None)
    return matches.exclude(status=MatchStatus.CALLED_OFF).order_by("-pk")


def arranged_fixtures(visitor: Visitor, league: League, most: int) -> tuple[Fixture, ...]:
    """The latest of them, with their results."""
    found = list(arranged_list(visitor, league)[:most])
    results = ledger_results(league, [match.key for match in found]) if found else {}
    return tuple(Fixture(match, results.get(match.key)) for match in found)


def arranging_teams(league: League) -> list[Team]:
    """Who may be asked to play."""
    return list(league.teams.filter(retired=False).select_related("coach").order_by("name", "pk"))


def exhibition_effects(match: Match) -> tuple[TeamEffect, ...]:
    """What a finished exhibition match would have done to both teams, for its page, from the dice that fell.

    What its deeds would have earned as well; no dice fall after it, so nobody would be the most valuable player.
    """
    if match.kind != MatchKind.EXHIBITION or match.status != MatchStatus.FINISHED:
        return ()
    report, ruleset = report_of(report_agreed(match)), ruleset_of(match.ruleset_id)
    session = DiceSession.objects.prefetch_related("rolls").get(league=match.league_id, occasion=match.key)
    sheets = sheets_now(match)
    effects = as_if_it_counted(match, report, sheets, dice_of(session, report.dice, ruleset), ruleset)
    earned = (
        TeamEffect(mine.team, one)
        for side, mine, _ in report.sides()
        for one in for_deeds(report, side, sheets[mine.team], ruleset)
    )
    return (*effects, *earned) if effects else ()


def as_if_it_counted(
    match: Match, report: MatchReport, sheets: Mapping[str, TeamSheet], dice: Dice, ruleset: Ruleset
) -> tuple[TeamEffect, ...]:
    """As a match that counts is decided; nothing, where the edition cannot say or a die was never told.

    It is judged as what it was: its coaches end it as they like.
    """
    try:
        return decide_match(match.key, report, sheets, dice, ruleset)
    except EngineError:
        return ()
