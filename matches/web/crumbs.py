"""The way to a match, from the outside in."""

from __future__ import annotations

from django.urls import reverse

from leagues.web.crumbs import Crumbs
from matches.models import Match


def around_match(found: Match) -> Crumbs:
    league = (found.league.name, reverse("matches:league", args=[found.league.slug]))
    if found.season is None:
        return [league]
    return [league, (found.season.name, reverse("matches:season", args=[found.season.pk]))]


def to_match(found: Match) -> Crumbs:
    return [*around_match(found), (str(found), reverse("matches:match", args=[found.pk]))]
