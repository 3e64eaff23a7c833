"""What a visitor may do about a match follows from his role: read along with the match, for him and nobody else."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser
from pytest_django import DjangoAssertNumQueries

from leagues.models import Membership, Role
from leagues.policies import can_commission, role_in
from matches.policies import can_decide, can_kick_off, can_report
from matches.selectors.matches import match_get
from tests import cast

pytestmark = pytest.mark.django_db


def test_whoever_reads_a_match_is_not_asked_again_who_he_is(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    match = cast.match()
    home, cora, mia = match.home.coach, cast.coach("Cora"), cast.member(match.league, "Mia")
    for visitor, role in ((home, Role.COACH), (cora, Role.COMMISSIONER), (mia, Role.COACH), (cast.coach("Zoe"), None)):
        read = match_get(visitor, match.pk)
        with django_assert_num_queries(0):
            assert role_in(visitor, read.league) == role
            assert can_report(visitor, read) == (visitor in (home, cora))
            assert can_decide(visitor, read, "home") == (visitor in (home, cora))


def test_of_anybody_else_it_says_nothing() -> None:
    match = cast.match()
    for visitor in (match.home.coach, AnonymousUser()):
        read = match_get(visitor, match.pk)
        assert can_commission(cast.coach("Cora"), read.league)
        assert not can_commission(match.home.coach, read.league)
        assert not can_kick_off(cast.coach("Zoe"), read)
        assert not can_kick_off(AnonymousUser(), read)


def test_who_reads_the_match_again_is_what_he_is_by_then() -> None:
    match = cast.match()
    cora = cast.coach("Cora")
    assert can_commission(cora, match_get(cora, match.pk).league)
    Membership.objects.filter(league=match.league, coach=cora).update(role=Role.COACH)
    assert not can_commission(cora, match_get(cora, match.pk).league)
