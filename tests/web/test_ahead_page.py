"""The page on which coaches type all their dice of the post-match sequence."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from matches.models import Match, TypedAhead
from matches.services.ahead import dice_type_ahead
from tests import cast

pytestmark = pytest.mark.django_db


def client_of(name: str) -> Client:
    client = Client()
    client.force_login(cast.coach(name))
    return client


def a_match(**rules: Any) -> Match:
    named = {name.replace("_", "-"): value for name, value in rules.items()}
    return cast.match(cast.season(cast.league(house_rules={"hire-window": False, **named})))


def address(match: Match) -> str:
    return f"/matches/{match.pk}/dice/"


def field(match: Match, purpose: str, home: bool = True) -> str:
    team = match.home if home else match.away
    return "rolls-" + purpose.replace("*", team.key).replace("/", "--")


def test_a_coach_finds_fields_for_his_own_team_only() -> None:
    match = a_match()
    page = client_of("Ann").get(address(match)).content.decode()
    assert f'name="{field(match, "winnings/*/1")}"' in page
    assert f'name="{field(match, "winnings/*/1", home=False)}"' not in page
    both = client_of("Cora").get(address(match)).content.decode()
    assert f'name="{field(match, "winnings/*/1", home=False)}"' in both


def test_whoever_only_looks_finds_no_form() -> None:
    match = a_match()
    dice_type_ahead(match=match, typed={f"mvp/{match.home.key}": (3,)}, actor=match.home.coach)
    page = Client().get(address(match)).content.decode()
    assert "<form class=" not in page
    assert "Most valuable player, D3" in page
    assert "typed in, and not asked for yet" in page


def test_what_is_typed_is_kept_and_shown_with_whose_word_it_is() -> None:
    match = a_match()
    name = field(match, "fan-factor/*/3d6")
    answer = client_of("Ann").post(address(match), {name: "4 5 6", f"shown-{name}": ""}, follow=True)
    page = answer.content.decode()
    assert "Your dice are kept." in page
    assert 'value="456"' in page
    assert "Ann typed this." in page


def test_a_die_of_seven_is_refused_beside_its_field_and_what_was_typed_stays() -> None:
    match = a_match()
    good, wrong = field(match, "mvp/*"), field(match, "winnings/*/1")
    sent = {good: "2", f"shown-{good}": "", wrong: "7", f"shown-{wrong}": ""}
    answer = client_of("Ann").post(address(match), sent)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "7 cannot be thrown with D6." in page
    assert 'value="7"' in page
    assert not TypedAhead.objects.exists()


def test_letters_are_no_faces() -> None:
    match = a_match()
    name = field(match, "mvp/*")
    answer = client_of("Ann").post(address(match), {name: "two", f"shown-{name}": ""})
    assert answer.status_code == 422
    assert "Write the faces" in answer.content.decode()


def test_a_page_that_was_open_meanwhile_takes_back_nothing_that_another_phone_typed() -> None:
    match = a_match()
    mine, theirs = field(match, "mvp/*"), f"winnings/{match.home.key}/1"
    dice_type_ahead(match=match, typed={theirs: (6,)}, actor=cast.coach("Cora"))
    stale = field(match, "winnings/*/1")
    client_of("Ann").post(address(match), {mine: "2", f"shown-{mine}": "", stale: "", f"shown-{stale}": ""})
    standing = {row.key: row.faces for row in TypedAhead.objects.all()}
    assert standing == {theirs: [6], f"mvp/{match.home.key}": [2]}


def test_a_field_that_is_emptied_takes_the_roll_back() -> None:
    match = a_match()
    dice_type_ahead(match=match, typed={f"mvp/{match.home.key}": (2,)}, actor=match.home.coach)
    name = field(match, "mvp/*")
    client_of("Ann").post(address(match), {name: "", f"shown-{name}": "2"})
    assert TypedAhead.objects.latest("pk").faces == []


def test_a_roll_that_has_fallen_since_is_said_to_have_fallen() -> None:
    match = a_match()
    name = field(match, "mvp/*")
    cast.advance(cast.confirm(cast.file(match)))
    answer = client_of("Ann").post(address(match), {name: "3", f"shown-{name}": ""})
    assert answer.status_code == 422
    assert "has fallen already" in answer.content.decode()


def test_what_was_typed_is_kept_over_a_login() -> None:
    match = a_match()
    name, client = field(match, "mvp/*"), Client()
    away = client.post(address(match), {name: "3", f"shown-{name}": ""})
    assert away.status_code == 302
    client.post(f"/login/?next={address(match)}", {"username": "ann@example.org", "password": cast.PASSWORD})
    page = client.get(address(match)).content.decode()
    assert "What you had typed is here again." in page
    assert 'value="3"' in page


def test_players_who_might_improve_are_folded_away() -> None:
    page = client_of("Ann").get(address(a_match())).content.decode()
    assert "12 players who might improve" in page
    assert "Improvement, 2D6: #" in page


def test_where_the_server_throws_there_is_no_field() -> None:
    page = client_of("Ann").get(address(a_match(dice="server"))).content.decode()
    assert "the server throws" in page
    assert 'class="die-entry"' not in page


def test_after_the_match_the_page_says_what_was_used_and_what_not() -> None:
    match = a_match()
    typed = {f"winnings/{match.home.key}/1": (4,), f"fan-factor/{match.home.key}/2d6": (1, 1)}
    dice_type_ahead(match=match, typed=typed, actor=match.home.coach)
    cast.finish(cast.confirm(cast.file(match)))
    page = client_of("Ann").get(address(match)).content.decode()
    assert "This match asks for no dice." in page
    assert "not used" in page
    assert client_of("Ann").post(address(match), {}).status_code == 409


def test_the_match_leads_here_as_long_as_dice_can_be_asked_for() -> None:
    match = a_match()
    assert address(match) in client_of("Ann").get(f"/matches/{match.pk}/").content.decode()
    assert address(match) not in Client().get(f"/matches/{match.pk}/").content.decode()
    over = cast.play(match)
    assert address(over) not in client_of("Ann").get(f"/matches/{over.pk}/").content.decode()
