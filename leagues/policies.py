"""Who may do what in a league. A league that may not be seen does not exist: its pages answer 404."""

from django.contrib.auth.models import AnonymousUser

from engine.errors import NotAllowed
from leagues.models import Coach, League, Membership, Role

Visitor = Coach | AnonymousUser


def role_in(coach: Visitor, league: League) -> Role | None:
    if not coach.is_authenticated:
        return None
    if league.read_for is not None and league.read_for.coach == coach.pk:
        return league.read_for.role
    membership = Membership.objects.filter(league=league, coach_id=coach.pk).first()
    return Role(membership.role) if membership else None


def can_see_league(coach: Visitor, league: League) -> bool:
    return league.public or role_in(coach, league) is not None


def can_commission(coach: Visitor, league: League) -> bool:
    return role_in(coach, league) == Role.COMMISSIONER


def can_draft(coach: Visitor, league: League) -> bool:
    return role_in(coach, league) is not None


def allow(permitted: bool) -> None:
    """Refuse what a policy does not permit."""
    if not permitted:
        raise NotAllowed
