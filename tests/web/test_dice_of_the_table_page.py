"""The match page asks for the die of the table that a step after the match waits for."""

from __future__ import annotations

from http import HTTPStatus

import pytest
from django.urls import reverse

from matches.models import DiceRoll, Match
from tests import cast
from tests.scenes import scene
from tests.web.reading import signed_in, words_on

pytestmark = pytest.mark.django_db


@scene
def played() -> Match:
    """Ann's humans have won, and throw for their winnings at the table."""
    league = cast.league(house_rules={"table-rolls": ["winnings"], "hire-window": False})
    return cast.advance(cast.confirm(cast.file(cast.match(cast.season(league)))))


def test_whoever_may_throw_is_asked_and_the_others_see_for_whom_it_waits(played: Match) -> None:
    page = reverse("matches:match", args=[played.pk])
    assert "Throw the dice at the table" in words_on(signed_in(played.home.coach).get(page))
    others = words_on(signed_in(cast.member(played.league, "Mia")).get(page))
    assert "Throw the dice at the table" not in others
    assert "Waits for Ann." in others
    assert "throw at the table, and type in what falls" in words_on(
        signed_in(played.home.coach).get(reverse("matches:home"))
    )


@pytest.mark.parametrize(("faces", "status"), [("4", HTTPStatus.FOUND), ("9", HTTPStatus.UNPROCESSABLE_ENTITY)])
def test_what_is_typed_in_is_kept_or_refused(played: Match, faces: str, status: HTTPStatus) -> None:
    step = played.steps.get(team=played.home_id, name="winnings")
    answer = signed_in(played.home.coach).post(reverse("matches:throw", args=[step.pk]), {"faces": faces})
    assert answer.status_code == status
    assert DiceRoll.objects.filter(key=step.roll).exists() == (status == HTTPStatus.FOUND)
