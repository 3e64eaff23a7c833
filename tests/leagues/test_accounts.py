"""Registering, logging in and out, changing a name or a password."""

from typing import Any
from unittest.mock import patch

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.test import Client
from django.urls import reverse

from config import settings as real_settings
from leagues.errors import MailTaken, NameInvalid
from leagues.models import AuditEntry, Coach, IdempotentAnswer
from leagues.services.accounts import coach_register
from tests import cast

pytestmark = pytest.mark.django_db

LOGIN = "/login/"
REGISTER = "/register/"
ACCOUNT = "/account/"
NEW_PASSWORD = "tea-with-the-treeman"


def log_in(client: Client, mail: str = "ann@example.org", password: str = cast.PASSWORD, **more: str) -> Any:
    return client.post(LOGIN, {"username": mail, "password": password, **more})


def register(client: Client, **changed: str) -> Any:
    form = {"name": "Ann", "email": "ann@example.org", "password": cast.PASSWORD, **changed}
    return client.post(REGISTER, form)


def logged_in_as(client: Client) -> Any:
    return client.get(LOGIN).wsgi_request.user


def actions() -> list[str]:
    return list(AuditEntry.objects.order_by("pk").values_list("action", flat=True))


# --- registering --------------------------------------------------------------------------------------------------


def test_who_registers_is_logged_in_and_on_record(client: Client) -> None:
    response = register(client)
    assert (response.status_code, response["Location"]) == (302, "/")
    coach = Coach.objects.get()
    assert logged_in_as(client) == coach
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.actor, entry.subject, entry.data) == (
        "coach.registered",
        coach,
        f"coach:{coach.pk}",
        {},
    )


def test_passwords_are_kept_by_argon2() -> None:
    assert real_settings.PASSWORD_HASHERS[0].endswith(".Argon2PasswordHasher")


def test_a_mail_address_is_kept_in_lower_case_and_taken_in_any(client: Client) -> None:
    register(client, email="Ann@Example.ORG")
    assert Coach.objects.get().email == "ann@example.org"
    other = Client()
    response = register(other, name="Another", email="aNN@example.org")
    assert response.status_code == 409
    assert "is registered already" in response.content.decode()
    assert 'value="Another"' in response.content.decode()
    assert not logged_in_as(other).is_authenticated
    assert Coach.objects.count() == 1
    with pytest.raises(MailTaken):
        cast.coach_register(email=" ANN@example.org", name="Ann", password=cast.PASSWORD)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("name", "   "),
        ("name", "Ann\nof the Hill"),
        ("name", "x" * 81),
        ("email", "ann"),
        ("email", ""),
        ("password", ""),
        ("password", "short"),
        ("password", "password123"),
        ("password", "8273645198"),
        ("password", "ann@example.org"),
    ],
)
def test_a_form_that_does_not_fit_is_refused_beside_the_field(client: Client, field: str, value: str) -> None:
    response = register(client, **{field: value})
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert not Coach.objects.exists()
    assert not AuditEntry.objects.exists()


def test_a_form_that_was_refused_never_shows_the_password(client: Client) -> None:
    assert cast.PASSWORD not in register(client, email="ann").content.decode()
    cast.coach()
    assert cast.PASSWORD not in register(client).content.decode()


def test_a_name_may_be_in_any_script(client: Client) -> None:
    register(client, name="  Ольга   مریم 花子 ")
    assert Coach.objects.get().name == "Ольга مریم 花子"


def test_a_service_refuses_a_name_that_no_form_looked_at() -> None:
    with pytest.raises(NameInvalid):
        coach_register(email="ann@example.org", name="\u202eAnn", password=cast.PASSWORD)


def test_registering_twice_with_one_key_makes_one_coach_and_logs_in_both_times() -> None:
    first, second = Client(), Client()
    for client in (first, second):
        client.cookies["csrftoken"] = "c" * 32
        response = register(client, idempotency_key="one-form")
        assert (response.status_code, response["Location"]) == (302, "/")
        assert logged_in_as(client) == Coach.objects.get()
    assert actions() == ["coach.registered"]


def test_what_is_kept_of_a_request_tells_neither_name_nor_mail_nor_password(client: Client) -> None:
    register(client, name="Annabella", idempotency_key="one-form")
    kept = str(IdempotentAnswer.objects.values().get()) + str(AuditEntry.objects.values().get())
    assert "Annabella" not in kept
    assert "example.org" not in kept
    assert cast.PASSWORD not in kept


def test_registering_goes_on_to_the_page_that_was_asked_for(client: Client) -> None:
    assert register(client, next="/account/")["Location"] == "/account/"


def test_who_is_logged_in_need_not_register(client: Client) -> None:
    client.force_login(cast.coach())
    assert client.get(REGISTER).status_code == 302


# --- logging in and out -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mail", ["ann@example.org", "ANN@Example.org", " ann@example.org "])
def test_mail_address_and_password_log_in(client: Client, mail: str) -> None:
    coach = cast.coach()
    response = log_in(client, mail)
    assert (response.status_code, response["Location"]) == (302, "/")
    assert logged_in_as(client) == coach


def test_a_wrong_password_and_an_unknown_address_get_the_same_page(client: Client) -> None:
    cast.coach()
    wrong, unknown = log_in(client, password="wrong"), log_in(client, mail="nan@example.org")
    assert wrong.status_code == unknown.status_code == 422
    assert wrong.context["form"].errors == unknown.context["form"].errors
    assert "do not belong together" in wrong.content.decode()
    assert not logged_in_as(client).is_authenticated


@pytest.mark.parametrize("mail", ["ann@example.org", "nan@example.org"])
def test_an_unknown_address_costs_as_much_as_a_wrong_password(client: Client, mail: str) -> None:
    cast.coach()
    with patch.object(MD5PasswordHasher, "encode", autospec=True, side_effect=MD5PasswordHasher.encode) as hashing:
        log_in(client, mail, "wrong")
    assert hashing.call_count == 1


def test_a_session_gets_a_new_key_when_somebody_logs_in(client: Client) -> None:
    cast.coach()
    session = client.session
    session["before"] = "kept"
    session.save()
    before = session.session_key
    log_in(client)
    assert client.session.session_key != before
    assert client.session["before"] == "kept"


@pytest.mark.parametrize("page", ["https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)"])
@pytest.mark.parametrize("path", [LOGIN, REGISTER])
def test_nobody_is_sent_on_to_another_site(client: Client, path: str, page: str) -> None:
    assert page not in client.get(path, {"next": page}).content.decode()
    if path == LOGIN:
        cast.coach()
        response = log_in(client, next=page)
    else:
        response = register(client, next=page)
    assert (response.status_code, response["Location"]) == (302, "/")


def test_the_page_that_was_asked_for_is_handed_on_from_form_to_form(client: Client) -> None:
    page = client.get(ACCOUNT)
    assert page["Location"] == "/login/?next=/account/"
    html = client.get(page["Location"]).content.decode()
    assert '<input type="hidden" name="next" value="/account/">' in html
    assert "/register/?next=%2Faccount%2F" in html
    assert "/login/link/?next=%2Faccount%2F" in html


def test_logging_out_needs_a_post(client: Client) -> None:
    client.force_login(cast.coach())
    assert client.get("/logout/").status_code == 405
    assert logged_in_as(client).is_authenticated
    response = client.post("/logout/")
    assert (response.status_code, response["Location"]) == (302, "/")
    assert not logged_in_as(client).is_authenticated


@pytest.mark.parametrize("name", ["login", "register", "login_link", "password_reset", "logout"])
def test_a_form_from_another_site_is_refused(name: str) -> None:
    client = Client(enforce_csrf_checks=True)
    assert client.post(reverse(f"leagues:{name}"), {}).status_code == 403


def test_no_answer_about_an_account_is_kept_by_a_browser(client: Client) -> None:
    for path in (LOGIN, REGISTER):
        assert "no-store" in client.get(path)["Cache-Control"]
    client.force_login(cast.coach())
    for path in (ACCOUNT, "/account/erase/", "/account/export/", "/account/password/"):
        assert "no-store" in client.get(path)["Cache-Control"], path


# --- the account --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", [ACCOUNT, "/account/password/", "/account/erase/", "/account/export/"])
def test_an_account_is_shown_to_its_coach_alone(client: Client, path: str) -> None:
    assert client.get(path)["Location"] == f"/login/?next={path}"
    client.force_login(cast.coach())
    assert client.get(path).status_code == 200


def test_a_coach_changes_his_name(client: Client) -> None:
    client.force_login(cast.coach())
    assert client.post(ACCOUNT, {"name": "Anna"})["Location"] == ACCOUNT
    assert Coach.objects.get().name == "Anna"
    assert actions() == ["coach.registered", "coach.renamed"]
    assert "Anna" not in str(AuditEntry.objects.values())


def test_a_name_with_control_characters_is_refused(client: Client) -> None:
    client.force_login(cast.coach())
    response = client.post(ACCOUNT, {"name": "An\x07na"})
    assert response.status_code == 422
    assert "all of which can be seen" in response.content.decode()
    assert Coach.objects.get().name == "Ann"


def change_password(client: Client, old: str = cast.PASSWORD, new: str = NEW_PASSWORD) -> Any:
    form = {"old_password": old, "new_password1": new, "new_password2": new}
    return client.post("/account/password/", form)


def test_changing_the_password_ends_the_other_sessions_and_keeps_this_one(client: Client) -> None:
    cast.coach()
    here, elsewhere = client, Client()
    log_in(here)
    log_in(elsewhere)
    assert change_password(here)["Location"] == ACCOUNT
    assert logged_in_as(here).is_authenticated
    assert not logged_in_as(elsewhere).is_authenticated
    assert log_in(Client()).status_code == 422
    assert log_in(Client(), password=NEW_PASSWORD).status_code == 302
    assert "coach.password_changed" in actions()


@pytest.mark.parametrize(("old", "new"), [("wrong", NEW_PASSWORD), (cast.PASSWORD, "short")])
def test_a_password_changes_only_for_who_knows_the_old_one_and_chooses_well(client: Client, old: str, new: str) -> None:
    client.force_login(cast.coach())
    assert change_password(client, old, new).status_code == 422
    assert Coach.objects.get().check_password(cast.PASSWORD)
