"""How often somebody may try something."""

from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.test import Client, RequestFactory
from pytest_django import Settings

from config.limits import Limit, TooManyTries, client_of
from leagues.models import Coach
from tests import cast
from tests.leagues.test_accounts import change_password, log_in, register

# On the boundary of every window in use.
NOON = datetime(2030, 5, 1, 12, 0, tzinfo=UTC)


def small(settings: Settings, **limits: int) -> None:
    """Limits of so many tries in ten minutes."""
    for name, tries in limits.items():
        setattr(settings, name, Limit(name, tries, 600))


# --- the limit itself ---------------------------------------------------------------------------------------------


def test_a_limit_lets_as_many_through_as_it_says_and_no_more() -> None:
    limit = Limit("knock", 3, 60)
    with time_machine.travel(NOON, tick=False) as clock:
        clock.shift(10)
        for _ in range(3):
            limit.spend("ann")
        with pytest.raises(TooManyTries) as refusal:
            limit.spend("ann")
        assert refusal.value.wait == 50
        limit.spend("bob")
        clock.shift(50)
        limit.spend("ann")


@time_machine.travel(NOON, tick=False)
def test_a_try_that_is_given_back_does_not_count() -> None:
    limit = Limit("knock", 1, 60)
    for _ in range(5):
        limit.spend("ann")
        limit.refund("ann")
    limit.spend("ann")
    with pytest.raises(TooManyTries):
        limit.spend("ann")
    limit.forget("ann")
    limit.spend("ann")


def test_giving_back_what_was_never_spent_does_no_harm() -> None:
    Limit("knock", 1, 60).refund("ann")


@pytest.mark.parametrize("text", ["", "10", "10/", "/600", "0/600", "10/0", "-1/600", "10/hour"])
def test_a_setting_that_is_no_limit_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match="write tries/seconds"):
        Limit.read("login", text)


def test_a_limit_is_written_as_tries_and_seconds() -> None:
    assert Limit.read("login", " 10/600 ") == Limit("login", 10, 600)


@pytest.mark.parametrize(
    ("proxies", "remote", "forwarded", "client"),
    [
        (0, "203.0.113.7", "", "203.0.113.7"),
        (0, "203.0.113.7", "198.51.100.1", "203.0.113.7"),
        (1, "10.0.0.2", "198.51.100.1", "198.51.100.1"),
        (1, "10.0.0.2", "192.0.2.66, 198.51.100.1", "198.51.100.1"),
        (1, "", "198.51.100.1", "198.51.100.1"),
        (1, "203.0.113.7", "", "203.0.113.7"),
        (2, "10.0.0.2", "198.51.100.1, 10.0.0.3", "198.51.100.1"),
        (0, "2001:db8:1:2:3:4:5:6", "", "2001:db8:1:2::/64"),
        (0, "::ffff:203.0.113.7", "", "203.0.113.7"),
        (0, "", "", ""),
    ],
)
def test_only_our_own_proxies_are_believed(
    settings: Settings, proxies: int, remote: str, forwarded: str, client: str
) -> None:
    settings.PROXIES = proxies
    headers: Any = {"X-Forwarded-For": forwarded} if forwarded else {}
    assert client_of(RequestFactory().get("/", headers=headers, REMOTE_ADDR=remote)) == client


# --- on the pages -------------------------------------------------------------------------------------------------

pytestmark = pytest.mark.django_db


def test_guessing_a_password_ends_at_the_limit_even_with_the_right_one(client: Client, settings: Settings) -> None:
    cast.coach()
    small(settings, LOGIN_LIMIT=3)
    with time_machine.travel(NOON, tick=False):
        for _ in range(3):
            assert log_in(client, password="wrong").status_code == 422
        response = log_in(client)
    assert response.status_code == 429
    assert not response.wsgi_request.user.is_authenticated
    assert response["Retry-After"] == "600"
    assert "Please come back in 10 min." in response.content.decode()


def test_the_right_password_just_below_the_limit_logs_in_and_clears_the_count(
    client: Client, settings: Settings
) -> None:
    cast.coach()
    small(settings, LOGIN_LIMIT=3)
    with time_machine.travel(NOON, tick=False):
        for _ in range(3):
            for _ in range(2):
                assert log_in(Client(), password="wrong").status_code == 422
            assert log_in(Client()).status_code == 302


def test_the_limit_is_over_when_its_time_is(client: Client, settings: Settings) -> None:
    cast.coach()
    small(settings, LOGIN_LIMIT=1)
    with time_machine.travel(NOON, tick=False) as clock:
        log_in(client, password="wrong")
        assert log_in(client).status_code == 429
        clock.shift(600)
        assert log_in(client).status_code == 302


def test_one_coach_who_mistypes_does_not_lock_out_another_nor_himself_elsewhere(settings: Settings) -> None:
    cast.coach("Ann")
    cast.coach("Bob")
    small(settings, LOGIN_LIMIT=1)
    with time_machine.travel(NOON, tick=False):
        log_in(Client(), password="wrong")
        assert log_in(Client(), "ANN@example.org").status_code == 429
        assert log_in(Client(), "bob@example.org").status_code == 302
        assert log_in(Client(REMOTE_ADDR="203.0.113.7")).status_code == 302


def test_one_client_cannot_try_many_addresses(settings: Settings) -> None:
    cast.coach()
    small(settings, LOGIN_LIMIT_CLIENT=2)
    with time_machine.travel(NOON, tick=False):
        for nth in range(2):
            assert log_in(Client(), f"nan{nth}@example.org").status_code == 422
        assert log_in(Client()).status_code == 429
        assert log_in(Client(REMOTE_ADDR="203.0.113.7")).status_code == 302


def test_logins_that_succeed_do_not_use_up_what_a_club_shares(settings: Settings) -> None:
    cast.coach()
    small(settings, LOGIN_LIMIT_CLIENT=2)
    with time_machine.travel(NOON, tick=False):
        assert [log_in(Client()).status_code for _ in range(5)] == [302] * 5


def test_a_stolen_session_cannot_guess_the_password_either(settings: Settings) -> None:
    client = Client()
    small(settings, LOGIN_LIMIT=2)
    with time_machine.travel(NOON, tick=False):
        client.force_login(cast.coach())
        assert change_password(client, "wrong").status_code == 422
        assert client.post("/account/erase/", {"password": "wrong"}).status_code == 422
        assert change_password(client).status_code == 429
        assert client.post("/account/erase/", {"password": cast.PASSWORD}).status_code == 429
    assert Coach.objects.get().check_password(cast.PASSWORD)


def test_one_client_registers_only_so_many_coaches(settings: Settings) -> None:
    small(settings, REGISTER_LIMIT=2)
    with time_machine.travel(NOON, tick=False):
        statuses = [register(Client(), email=f"coach{nth}@example.org").status_code for nth in range(3)]
    assert statuses == [302, 302, 429]
    assert Coach.objects.count() == 2


@pytest.mark.parametrize("email", ["ann@example.org", "nan@example.org"])
def test_one_address_gets_only_so_many_mails_whoever_asks_and_known_or_not(settings: Settings, email: str) -> None:
    cast.coach()
    small(settings, MAIL_LIMIT=2)
    with time_machine.travel(NOON, tick=False):
        asked = [
            Client(REMOTE_ADDR=f"203.0.113.{nth}").post(page, {"email": email}).status_code
            for nth, page in enumerate(["/login/link/", "/password/reset/", "/login/link/"])
        ]
    assert asked == [302, 302, 429]
    assert len(mail.outbox) == (2 if email == "ann@example.org" else 0)


def test_one_client_asks_for_only_so_many_mails(settings: Settings) -> None:
    small(settings, MAIL_LIMIT_CLIENT=2)
    with time_machine.travel(NOON, tick=False):
        asked = [Client().post("/login/link/", {"email": f"c{nth}@example.org"}).status_code for nth in range(3)]
    assert asked == [302, 302, 429]
