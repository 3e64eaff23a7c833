"""The way to a page, from the outside in."""

from django.urls import reverse
from django.utils.translation import gettext

from leagues.models import League

Crumbs = list[tuple[str, str]]


def to_leagues() -> Crumbs:
    return [(gettext("Leagues"), reverse("leagues:list"))]


def to_league(league: League) -> Crumbs:
    return [*to_leagues(), (league.name, reverse("matches:league", args=[league.slug]))]


def to_rules() -> Crumbs:
    return [(gettext("Rules"), reverse("leagues:rules"))]
