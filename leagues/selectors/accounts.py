"""Reading accounts: whom a mail address or a link belongs to, and everything we hold about a coach."""

from typing import Any

from django.db.models import Q, QuerySet

from leagues.models import AuditEntry, Coach, League, Membership, Role
from leagues.tokens import login_link_tokens, pk_of


def coach_by_mail(email: str) -> Coach | None:
    return Coach.objects.filter(email=Coach.objects.normalize_email(email), is_active=True).first()


def coach_by_uid(uid: str, *, among: QuerySet[Coach] | None = None) -> Coach | None:
    """The coach whom a mailed link names; ``among`` lets a writer look him up under a lock."""
    coaches = Coach.objects.all() if among is None else among
    return coaches.filter(pk=pk_of(uid), is_active=True).first()


def coach_by_login_link(uid: str, token: str, *, among: QuerySet[Coach] | None = None) -> Coach | None:
    coach = coach_by_uid(uid, among=among)
    return coach if login_link_tokens.check_token(coach, token) else None


def leagues_led(coach: Coach) -> QuerySet[League]:
    led = Membership.objects.filter(coach=coach, role=Role.COMMISSIONER)
    return League.objects.filter(pk__in=led.values("league")).order_by("name", "pk")


def leagues_led_alone(coach: Coach) -> QuerySet[League]:
    """Leagues that would have no commissioner without this coach."""
    others = Membership.objects.filter(role=Role.COMMISSIONER, coach__is_active=True).exclude(coach=coach)
    return leagues_led(coach).exclude(pk__in=others.values("league"))


def account_export(coach: Coach) -> dict[str, Any]:
    """This app's part of what we hold about a coach. The apps above add theirs."""
    memberships = Membership.objects.filter(coach=coach).select_related("league").order_by("joined_at", "pk")
    about_him = Q(actor=coach) | Q(subject=f"coach:{coach.pk}")
    audit = AuditEntry.objects.filter(about_him).select_related("league").order_by("pk")
    return {
        "profile": {
            "number": coach.pk,
            "name": coach.name,
            "email": coach.email,
            "joined_at": coach.joined_at,
            "last_login": coach.last_login,
        },
        "memberships": [
            {"league": one.league.slug, "name": one.league.name, "role": one.role, "joined_at": one.joined_at}
            for one in memberships
        ],
        "audit": [
            {
                "at": entry.at,
                "action": entry.action,
                "by_me": entry.actor_id == coach.pk,
                "league": entry.league.slug if entry.league else None,
                "subject": entry.subject,
                "data": entry.data,
                "request_id": entry.request_id,
            }
            for entry in audit
        ],
    }
