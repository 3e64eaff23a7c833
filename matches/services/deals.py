"""A deal waits until both teams are between two matches: what a match still does to them stands before it."""

from collections.abc import Sequence

from django.db.models import Q

from engine.team.deal import Deal as DealCommand
from leagues.models import Coach
from matches.errors import ImprovementOpen, MatchUnderWay
from matches.models import UNDER_WAY, DiceRoll, Match, MatchKind
from matches.selectors.improvements import occasion_of
from teams.mapping import sheet_of
from teams.models import Deal, Team
from teams.services import deals


def deal_approve(*, deal: Deal, seen: int | None = None, actor: Coach) -> Deal:
    return deals.deal_approve(deal=deal, seen=seen, ready=_ready, actor=actor)


def _ready(teams: Sequence[Team], command: DealCommand) -> None:
    _between_matches(teams)
    for team, side in zip(teams, (command.proposer, command.partner), strict=True):
        _nothing_thrown(team, [moving.player for moving in side.players])


def _between_matches(teams: Sequence[Team]) -> None:
    """Refused while a match of one of these teams has begun and its post-match sequence is not over."""
    about = Q(home__in=teams) | Q(away__in=teams)
    under_way = Match.objects.filter(about, status__in=UNDER_WAY).exclude(kind=MatchKind.EXHIBITION)
    match = under_way.select_related("home", "away").order_by("round", "pk").first()
    if match is not None:
        raise MatchUnderWay(home=match.home.name, away=match.away.name)


def _nothing_thrown(team: Team, keys: Sequence[str]) -> None:
    """A throw for an improvement is used where it was made: elsewhere he would get another one."""
    sheet = sheet_of(team)
    moving = {occasion_of(team, player): player for key in keys if (player := sheet.player(key))}
    fallen = DiceRoll.objects.filter(session__league=team.league_id, session__occasion__in=moving)
    first = fallen.order_by("pk").values_list("session__occasion", flat=True).first()
    if first is not None:
        raise ImprovementOpen(player=moving[first].name, team=team.name)
