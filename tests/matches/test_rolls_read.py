"""The dice of several matches are read at once, whichever of their seeds they fell from."""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries

from engine.dice import Roll
from matches.mapping import rolls_at, rolls_in
from matches.models import DiceSession, Match
from matches.services.dice import rolls_keep, session_go_on
from tests import cast

pytestmark = pytest.mark.django_db


def _throw(match: Match, key: str) -> None:
    session = DiceSession.objects.get(league=match.league, occasion=match.key)
    rolls_keep(session=session, rolls=[Roll(key, (6,), (3,), "seeded")], actor=None)


def test_each_match_has_its_own_dice(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    league = cast.league()
    season = cast.season(league, [cast.team(league), cast.team(league, "Gouged Eye", by="Bob", roster="orc")], legs=3)
    first, second, third = season.matches.order_by("round")
    _throw(first, "weather")
    _throw(second, "weather")
    session_go_on(DiceSession.objects.get(league=league, occasion=first.key))
    _throw(first, "kick")
    with django_assert_num_queries(1):
        found = rolls_at(league.pk, [first.key, third.key])
    assert {key: [roll.key for roll in rolls] for key, rolls in found.items()} == {
        first.key: ["weather", "kick"],
        third.key: [],
    }
    assert found[first.key] == list(rolls_in(league.pk, first.key))
