"""Reading what was ruled about disputed lines: a public list of each league, and who may rule."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Exists, F, Min, OuterRef, Q, QuerySet
from django.http import Http404

from engine.team.sheet import TeamSheet
from leagues.models import Coach, League, Membership, Role
from leagues.policies import Visitor
from leagues.selectors.leagues import league_list
from matches.models import Dispute, DisputeRuling, Match, MatchStatus, RulingWay
from matches.policies import coaches_of
from teams.mapping import sheet_of
from teams.models import Team

DISPUTED_SINCE = "disputed_since"  # since when a match has a line that nobody has settled


def league_rulings(league: League) -> QuerySet[DisputeRuling]:
    """Everything that commissioners have ruled in this league, the latest first."""
    rulings = DisputeRuling.objects.filter(way=RulingWay.RULED, dispute__report__match__league=league)
    return rulings.select_related(
        "author",
        "dispute__author",
        "dispute__report__submitted_by",
        "dispute__report__match__home",
        "dispute__report__match__away",
        "dispute__report__match__ruleset",
    ).order_by("-pk")


def sheets_of(rulings: Iterable[DisputeRuling]) -> dict[int, dict[str, TeamSheet]]:
    """By match, both teams by their key: the names in what was ruled, as they are by now."""
    matches = {ruling.dispute.report.match_id: ruling.dispute.report.match for ruling in rulings}
    playing = {pk for match in matches.values() for pk in (match.home_id, match.away_id)}
    teams = {team.pk: sheet_of(team) for team in Team.objects.filter(pk__in=playing).prefetch_related("players")}
    both = {pk: (teams[match.home_id], teams[match.away_id]) for pk, match in matches.items()}
    return {pk: {sheet.key: sheet for sheet in sheets} for pk, sheets in both.items()}


def dispute_get(visitor: Visitor, pk: int) -> Dispute:
    dispute = (
        Dispute.objects.filter(pk=pk, report__match__league__in=league_list(visitor).values("pk"))
        .select_related(
            "author",
            "report__submitted_by",
            "report__match__league",
            "report__match__ruleset",
            "report__match__home__coach",
            "report__match__away__coach",
        )
        .first()
    )
    if dispute is None:
        raise Http404
    return dispute


def judges_of(match: Match) -> tuple[Coach, ...]:
    """The commissioners who do not play in the match; if all do, all of them."""
    found = Membership.objects.filter(league=match.league_id, role=Role.COMMISSIONER).select_related("coach")
    coaches = tuple(membership.coach for membership in found.order_by("pk"))
    return tuple(coach for coach in coaches if coach.pk not in coaches_of(match)) or coaches


def matches_to_rule(coach: Coach) -> QuerySet[Match]:
    """Disputed matches of the leagues that he commissions; his own only where nobody else could.

    Each knows since when (``DISPUTED_SINCE``).
    """
    commissions = Membership.objects.filter(role=Role.COMMISSIONER)
    others = commissions.filter(league=OuterRef("league"))
    judges = others.exclude(coach=OuterRef("home__coach")).exclude(coach=OuterRef("away__coach"))
    own = Q(home__coach=coach) | Q(away__coach=coach)
    waiting = Match.objects.filter(
        ~own | ~Exists(judges),
        status=MatchStatus.DISPUTED,
        league__in=commissions.filter(coach=coach).values("league"),
    )
    not_settled = Q(reports__disputes__ruling__isnull=True, reports__number__gt=F("reports_closed"))
    since = {DISPUTED_SINCE: Min("reports__disputes__at", filter=not_settled)}
    return waiting.select_related("league", "home", "away").annotate(**since).order_by("pk")
