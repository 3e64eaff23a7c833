"""Reading what was ruled about disputed lines: a public list of each league, and who may rule."""

from __future__ import annotations

from django.db.models import QuerySet
from django.http import Http404

from leagues.models import Coach, League, Membership, Role
from leagues.policies import Visitor
from leagues.selectors.leagues import league_list
from matches.models import Dispute, DisputeRuling, Match, RulingWay
from matches.policies import coaches_of


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
