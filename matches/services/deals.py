"""A deal waits until both teams are between two matches: what a match still does to them stands before it."""

from collections.abc import Sequence

from django.db.models import Q

from leagues.models import Coach
from matches.errors import MatchUnderWay
from matches.models import Match, MatchStatus
from teams.models import Deal, Team
from teams.services import deals


def deal_approve(*, deal: Deal, seen: int | None = None, actor: Coach) -> Deal:
    return deals.deal_approve(deal=deal, seen=seen, ready=between_matches, actor=actor)


def between_matches(teams: Sequence[Team]) -> None:
    """Refused while a match of one of these teams is reported and its post-match sequence is not over."""
    about = Q(home__in=teams) | Q(away__in=teams)
    under_way = Match.objects.filter(about, status__in=(MatchStatus.REPORTED, MatchStatus.CONFIRMED))
    match = under_way.select_related("home", "away").order_by("round", "pk").first()
    if match is not None:
        raise MatchUnderWay(home=match.home.name, away=match.away.name)
