"""Going: the person is forgotten, the history stays."""

from typing import Any

import pytest
from django.core import mail
from django.test import Client

from leagues.errors import OnlyCommissioner
from leagues.models import AuditEntry, Coach, League, Membership, Role
from leagues.services.accounts import coach_erase, login_link_use
from leagues.tokens import login_link_tokens, uid_of
from tests import cast
from tests.leagues.test_accounts import log_in, logged_in_as, register

pytestmark = pytest.mark.django_db

ERASE = "/account/erase/"


def erase(client: Client, password: str = cast.PASSWORD) -> Any:
    return client.post(ERASE, {"password": password})


def test_an_erased_coach_leaves_a_number_and_nothing_else(client: Client) -> None:
    coach = cast.coach()
    log_in(client)
    assert erase(client).status_code == 302
    erased = Coach.objects.get()
    assert (erased.pk, erased.name, erased.email) == (coach.pk, f"Coach {coach.pk}", None)
    assert not erased.is_active
    assert erased.last_login is None
    assert not erased.has_usable_password()
    assert erased.erased_at is not None


def test_the_history_of_an_erased_coach_keeps_a_neutral_name(client: Client) -> None:
    match = cast.play(cast.match())
    coach = match.home.coach
    coach_erase(actor=coach)
    after = cast.reread(match)
    assert after.home.coach.name == f"Coach {coach.pk}"
    assert after.home.name == match.home.name
    assert after.reports.get().submitted_by_id == coach.pk
    everything = str([*AuditEntry.objects.values(), *Coach.objects.values()])
    assert f"{coach.name}@" not in everything
    assert f"'{coach.name}'" not in everything


def test_the_password_is_asked_for(client: Client) -> None:
    client.force_login(cast.coach())
    response = erase(client, "wrong")
    assert response.status_code == 422
    assert "This is not your password" in response.content.decode()
    assert Coach.objects.get().is_active


def test_every_session_of_an_erased_coach_ends(client: Client) -> None:
    cast.coach()
    elsewhere = Client()
    log_in(client)
    log_in(elsewhere)
    erase(client)
    assert not logged_in_as(client).is_authenticated
    assert not logged_in_as(elsewhere).is_authenticated


def test_an_erased_coach_gets_in_by_no_way(client: Client) -> None:
    coach = cast.coach()
    token = login_link_tokens.make_token(coach)
    coach_erase(actor=coach)
    assert log_in(client).status_code == 422
    assert client.post(f"/login/link/{uid_of(coach)}/{token}/").status_code == 409
    for page in ("/login/link/", "/password/reset/"):
        assert client.post(page, {"email": "ann@example.org"}).status_code == 302
    assert not mail.outbox
    fresh = login_link_tokens.make_token(Coach.objects.get())
    assert client.post(f"/login/link/{uid_of(coach)}/{fresh}/").status_code == 409


def test_the_mail_address_of_an_erased_coach_is_free_again(client: Client) -> None:
    coach = cast.coach()
    coach_erase(actor=coach)
    assert register(client).status_code == 302
    assert Coach.objects.get(email="ann@example.org").pk != coach.pk


def test_several_coaches_can_be_erased() -> None:
    for name in ("Ann", "Bob", "Cora"):
        coach_erase(actor=cast.coach(name))
    assert Coach.objects.filter(email=None).count() == 3


def test_the_only_commissioner_of_a_league_cannot_go(client: Client) -> None:
    league = cast.league("Old World Cup")
    cora = cast.coach("Cora")
    with pytest.raises(OnlyCommissioner) as refusal:
        coach_erase(actor=cora)
    assert refusal.value.params == {"leagues": "Old World Cup"}
    client.force_login(cora)
    page = client.get(ERASE).content.decode()
    assert league.name in page
    assert 'type="password"' not in page
    response = erase(client)
    assert response.status_code == 409
    assert league.name in response.content.decode()
    assert Coach.objects.get().email == "cora@example.org"


def co_commissioner(league: League, name: str) -> Coach:
    coach = cast.member(league, name)
    Membership.objects.filter(league=league, coach=coach).update(role=Role.COMMISSIONER)
    return coach


def test_one_of_two_commissioners_can_go_and_the_other_then_cannot() -> None:
    league = cast.league()
    cora, dora = cast.coach("Cora"), co_commissioner(league, "Dora")
    coach_erase(actor=cora)
    assert Membership.objects.get(league=league, coach=cora).role == Role.COACH
    with pytest.raises(OnlyCommissioner):
        coach_erase(actor=dora)


def test_a_commissioner_who_is_not_active_does_not_count() -> None:
    league = cast.league()
    Coach.objects.filter(pk=co_commissioner(league, "Dora").pk).update(is_active=False)
    with pytest.raises(OnlyCommissioner):
        coach_erase(actor=cast.coach("Cora"))


def test_erasing_is_on_record_and_names_nobody() -> None:
    coach = cast.coach()
    coach_erase(actor=coach)
    entry = AuditEntry.objects.get(action="coach.erased")
    assert (entry.actor_id, entry.subject, entry.data) == (coach.pk, f"coach:{coach.pk}", {})


def test_the_farewell_is_said_on_the_next_page(client: Client) -> None:
    cast.coach()
    log_in(client)
    response = client.post(ERASE, {"password": cast.PASSWORD}, follow=True)
    assert "Your account is erased." in response.content.decode()


def test_a_link_does_not_bring_a_coach_back_to_life() -> None:
    coach = cast.coach()
    login_link_use(uid=uid_of(coach), token=login_link_tokens.make_token(coach))
    coach_erase(actor=coach)
    assert Coach.objects.get().last_login is None
