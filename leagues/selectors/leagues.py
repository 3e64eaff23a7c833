"""Reading leagues. What a visitor may not see is not found."""

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.http import Http404

from leagues.models import League, Membership, ReadFor, Role
from leagues.policies import Visitor


def league_list(visitor: Visitor) -> QuerySet[League]:
    """Leagues this visitor may see: the public ones and his own."""
    seen = Q(public=True)
    if visitor.is_authenticated:
        seen |= Q(pk__in=Membership.objects.filter(coach_id=visitor.pk).values("league"))
    return (
        League.objects.filter(seen)
        .select_related("ruleset", "edition")
        .annotate(team_count=Count("teams", distinct=True), coach_count=Count("memberships", distinct=True))
        .order_by("name", "pk")
    )


def role_along(visitor: Visitor, league: str) -> Subquery:
    """The visitor's role in the ``league`` that a query's rows belong to, so that nobody has to ask for it again."""
    own = Membership.objects.filter(coach_id=visitor.pk or 0, league=OuterRef(league))
    return Subquery(own.values("role")[:1])


def read_for(visitor: Visitor, league: League, role: str | None) -> None:
    """Keep the role that was read along with this very league: for this visitor, and as long as it is looked at."""
    if visitor.is_authenticated:
        league.read_for = ReadFor(visitor.pk, Role(role) if role else None)


def league_get(visitor: Visitor, slug: str) -> League:
    league = league_list(visitor).filter(slug=slug).first()
    if league is None:
        raise Http404
    return league


def league_by_invitation(invitation: str) -> League:
    league = League.objects.filter(invitation=invitation).first()
    if league is None:
        raise Http404
    return league


def league_to_join(visitor: Visitor, slug: str, invitation: str) -> League:
    """A league this visitor may see, or is invited to."""
    invited = League.objects.filter(slug=slug, invitation=invitation).first() if invitation else None
    return invited or league_get(visitor, slug)


def roles_of(visitor: Visitor) -> dict[int, str]:
    """The visitor's role in each league he is in, by its id."""
    if not visitor.is_authenticated:
        return {}
    return dict(Membership.objects.filter(coach_id=visitor.pk).values_list("league", "role"))


def member_list(league: League) -> QuerySet[Membership]:
    return league.memberships.select_related("coach").order_by("role", "joined_at")
