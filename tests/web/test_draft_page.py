"""The draft page: a live budget, every problem at once with its rule, and nothing that was typed is lost."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from leagues.models import League
from teams.models import Team
from tests import cast
from tests.web.reading import form_on, signed_in, words_on

pytestmark = pytest.mark.django_db

LEGAL = {"name": "Reavers", "colour": "4", "count-lineman": "9", "count-blitzer": "3", "good-reroll": "2"}


@pytest.fixture
def league() -> League:
    return cast.league()


@pytest.fixture
def ann(league: League) -> Client:
    return signed_in(cast.member(league, "Ann"))


def address(league: League, roster: str = "human") -> str:
    return f"{reverse('teams:draft', args=[league.slug])}?roster={roster}"


def check(client: Client, league: League, typed: dict[str, Any], more: str = "") -> HttpResponse:
    return client.post(f"{reverse('teams:draft-check', args=[league.slug])}?roster=human{more}", typed)


def test_without_a_race_the_page_offers_those_of_the_ruleset(ann: Client, league: League) -> None:
    page = ann.get(reverse("teams:draft", args=[league.slug]))
    assert page.status_code == 200
    for roster in ("human", "orc"):
        assert f"?roster={roster}" in page.content.decode()


def test_an_unknown_race_is_not_found(ann: Client, league: League) -> None:
    assert ann.get(address(league, "squirrel")).status_code == 404


def test_a_legal_team_is_drafted_with_its_numbers_and_names(ann: Client, league: League) -> None:
    typed = {**LEGAL, "player-blitzer-1-name": "Griselda", "player-blitzer-1-number": "7"}
    answer = ann.post(address(league), typed)
    team = Team.objects.get()
    assert answer.status_code == 302
    assert answer["Location"] == reverse("teams:team", args=[team.pk])
    assert (team.name, team.colour, team.treasury) == ("Reavers", 4, 1_000_000 - 9 * 50_000 - 3 * 90_000 - 2 * 50_000)
    numbers = dict(team.players.values_list("name", "number"))
    assert numbers["Griselda"] == 7
    assert len(set(numbers.values())) == len(numbers) == 12


def test_every_problem_is_listed_at_once_with_its_rule_and_both_numbers(ann: Client, league: League) -> None:
    """2016/17 league compendium, extra rules: creating a team."""
    typed = {"name": "", "colour": "4", "count-blitzer": "5", "count-ogre": "4", "good-fan-factor": "10"}
    answer = ann.post(address(league), typed)
    words = words_on(answer)
    assert answer.status_code == 422
    for sentence in (
        "The team needs a name.",
        "The team has 9 players but needs at least 11.",
        "Blitzer: 5 taken, 0-4 allowed.",
        "Ogre: 4 taken, 0-1 allowed.",
        "Rule: Limits of the team list",
        "Rule: Size of a team",
    ):
        assert sentence in words, sentence
    assert not Team.objects.exists()


def test_one_gold_piece_too_many_names_both_numbers(ann: Client, league: League) -> None:
    typed = {**LEGAL, "count-lineman": "12", "count-blitzer": "4", "good-reroll": "2"}  # 600k + 360k + 100k
    answer = ann.post(address(league), typed)
    assert answer.status_code == 422
    assert "The draft costs 1,060,000 gp but the treasury has 1,000,000 gp." in words_on(answer)


def test_a_refused_draft_keeps_everything_that_was_typed(ann: Client, league: League) -> None:
    typed = {**LEGAL, "count-lineman": "3", "player-lineman-2-name": "Zoë Łuk", "player-lineman-2-number": "77"}
    answer = ann.post(address(league), typed)
    assert answer.status_code == 422
    shown = form_on(answer, "?roster=human")
    assert {name: shown.get(name) for name in typed} == typed


@pytest.mark.parametrize("nonsense", ["many", "-1", "1e3", "99999999999999999999", "3.5"])
def test_a_number_that_is_none_is_said_beside_its_field_and_kept(ann: Client, league: League, nonsense: str) -> None:
    answer = ann.post(address(league), {**LEGAL, "count-ogre": nonsense})
    assert answer.status_code == 422
    assert form_on(answer, "?roster=human")["count-ogre"] == nonsense
    assert not Team.objects.exists()


@pytest.mark.parametrize("nine", ["9", " 9 ", "9.0", "٩"])
def test_a_number_is_read_in_one_way_by_the_field_and_by_the_rows_of_players(
    ann: Client, league: League, nine: str
) -> None:
    assert ann.post(address(league), {**LEGAL, "count-lineman": nine}).status_code == 302
    assert Team.objects.get().players.count() == 12


def test_the_budget_follows_while_one_is_building(ann: Client, league: League) -> None:
    fragment = check(ann, league, {"name": "Reavers", "colour": "4", "count-lineman": "10"})
    words = words_on(fragment)
    assert fragment.status_code == 200
    assert "<html" not in fragment.content.decode()
    assert "Gold left 500k" in words
    assert "The team has 10 players but needs at least 11." in words
    assert "draft-players" not in fragment.content.decode()
    with_rows = check(ann, league, {"count-lineman": "2"}, more="&players")
    assert "player-lineman-2-name" in with_rows.content.decode()


def test_a_legal_draft_is_told_so_before_it_is_handed_in(ann: Client, league: League) -> None:
    assert "Nothing stands in its way." in words_on(check(ann, league, LEGAL))
    assert not Team.objects.exists()


def test_without_a_script_one_may_look_before_handing_in(ann: Client, league: League) -> None:
    answer = ann.post(address(league), {**LEGAL, "look": "yes"})
    assert answer.status_code == 200
    assert "player-lineman-9-name" in answer.content.decode()
    assert not Team.objects.exists()


def test_a_double_click_drafts_one_team(ann: Client, league: League) -> None:
    form = {**form_on(ann.get(address(league)), "?roster=human"), **LEGAL}
    first, second = ann.post(address(league), form), ann.post(address(league), form)
    assert first["Location"] == second["Location"]
    assert Team.objects.count() == 1


def test_names_are_shown_as_they_are_and_never_run(ann: Client, league: League) -> None:
    nasty = "<script>alert(1)</script>"
    ann.post(address(league), {**LEGAL, "name": nasty, "player-lineman-1-name": nasty})
    page = ann.get(reverse("teams:team", args=[Team.objects.get().pk]))
    assert nasty not in page.content.decode()
    assert nasty in words_on(page)


def test_what_was_typed_survives_a_login(league: League) -> None:
    cast.member(league, "Ann")
    client = Client()
    assert client.post(address(league), LEGAL).status_code == 302
    client.force_login(cast.coach("Ann"))
    back = client.get(address(league))
    shown = form_on(back, "?roster=human")
    assert {name: shown.get(name) for name in LEGAL} == LEGAL
    assert not Team.objects.exists()


def test_typing_that_comes_as_a_multipart_form_survives_a_login_too(league: League) -> None:
    client = Client(enforce_csrf_checks=True)
    client.get(reverse("leagues:login"))
    token = client.cookies["csrftoken"].value
    sent = client.post(address(league), {**LEGAL, "csrfmiddlewaretoken": token})
    assert sent.status_code == 302


def test_more_players_than_a_form_has_room_for_are_refused_at_once(ann: Client, league: League) -> None:
    answer = ann.post(address(league), {**LEGAL, "count-lineman": "98"})
    assert answer.status_code == 422
    assert "player-lineman-33-name" not in answer.content.decode()
