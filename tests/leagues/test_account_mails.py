"""Links by mail: into the account, and to a new password."""

import json
import re
from datetime import UTC, datetime, timedelta
from smtplib import SMTPException
from unittest.mock import patch

import pytest
import time_machine
from django.core import mail
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings
from redis import Redis

from leagues import tasks
from leagues.models import AuditEntry, Coach
from leagues.services import account_mails
from leagues.services.accounts import login_link_use
from leagues.tokens import login_link_tokens, uid_of
from tests import cast
from tests.leagues.test_accounts import LOGIN, NEW_PASSWORD, actions, log_in, logged_in_as

pytestmark = pytest.mark.django_db

LINK = "/login/link/"
RESET = "/password/reset/"
SOME_DAY = datetime(2030, 5, 1, 12, 0, tzinfo=UTC)


def ask(client: Client, page: str = LINK, email: str = "ann@example.org", **more: str) -> str:
    """Ask for a link; the path it leads to, or nothing if no mail came."""
    mail.outbox.clear()
    response = client.post(page, {"email": email, **more})
    assert (response.status_code, response["Location"]) == (302, f"{page}sent/")
    if not mail.outbox:
        return ""
    found = re.search(r"http://testserver(/\S+)", str(mail.outbox[0].body))
    assert found
    return found[1]


# --- logging in by mail -------------------------------------------------------------------------------------------


def test_a_mailed_link_logs_in_after_a_click_on_its_page(client: Client) -> None:
    coach = cast.coach()
    link = ask(client)
    assert mail.outbox[0].to == ["ann@example.org"]
    page = client.get(link)
    assert "Log in as Ann" in page.content.decode()
    response = client.post(link)
    assert (response.status_code, response["Location"]) == (302, "/")
    assert logged_in_as(client) == coach
    assert actions() == ["coach.registered", "coach.login_link_sent", "coach.login_link_used"]


def test_a_program_that_follows_links_does_not_use_them_up(client: Client) -> None:
    cast.coach()
    link = ask(client)
    for _ in range(3):
        assert Client().get(link).status_code == 200
        assert Client().head(link).status_code == 200
    assert client.post(link).status_code == 302


def test_a_link_works_once(client: Client) -> None:
    cast.coach()
    link = ask(client)
    client.post(link)
    other = Client()
    for response in (other.get(link), other.post(link)):
        assert response.status_code == 409
        assert "was used already, or is too old" in response.content.decode()
    assert not logged_in_as(other).is_authenticated


def test_a_link_works_once_even_within_the_second_of_an_earlier_login(client: Client) -> None:
    coach = cast.coach()
    with time_machine.travel(SOME_DAY, tick=False) as clock:
        coach.last_login = datetime.now(UTC)
        coach.save()
        token = login_link_tokens.make_token(coach)
        clock.shift(0.2)
        login_link_use(uid=uid_of(coach), token=token)
        assert not login_link_tokens.check_token(Coach.objects.get(), token)


@pytest.mark.parametrize(("seconds", "status"), [(900, 200), (901, 409)])
def test_a_link_is_good_for_a_quarter_of_an_hour(client: Client, seconds: int, status: int) -> None:
    cast.coach()
    with time_machine.travel(SOME_DAY, tick=False) as clock:
        link = ask(client)
        clock.shift(timedelta(seconds=seconds))
        assert client.get(link).status_code == status
        assert client.post(link).status_code == (302 if status == 200 else status)


def test_logging_in_otherwise_or_changing_the_password_voids_a_link(client: Client) -> None:
    cast.coach()
    link = ask(client)
    log_in(client)
    assert Client().get(link).status_code == 409
    link = ask(client)
    coach = Coach.objects.get()
    coach.set_password(NEW_PASSWORD)
    coach.save()
    assert Client().get(link).status_code == 409


@pytest.mark.parametrize("uid", ["MQ", "OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk", "!!!", "_w", "LTE"])
@pytest.mark.parametrize("token", ["set-password", "abc", "1-2-3", "zzzzzzzzzzzzzzzzzz-0"])
@pytest.mark.parametrize("page", [LINK, RESET])
def test_a_link_that_was_made_up_opens_nothing(client: Client, page: str, uid: str, token: str) -> None:
    for response in (client.get(f"{page}{uid}/{token}/"), client.post(f"{page}{uid}/{token}/")):
        assert response.status_code == 409


def test_a_login_link_sets_no_password_and_the_other_way_round(client: Client) -> None:
    cast.coach()
    login, reset = ask(client), ask(client, RESET)
    assert client.get(login.replace(LINK, RESET)).status_code == 409
    assert client.get(reset.replace(RESET, LINK)).status_code == 409


def test_a_link_of_one_coach_does_not_open_the_account_of_another(client: Client) -> None:
    cast.coach("Ann")
    bob = cast.coach("Bob")
    _, _, _, _, token, _ = ask(client).split("/")
    assert client.post(f"{LINK}{uid_of(bob)}/{token}/").status_code == 409


def test_a_link_leads_on_to_the_page_that_was_asked_for(client: Client) -> None:
    cast.coach()
    link = ask(client, next="/account/")
    assert link.endswith("/?next=%2Faccount%2F")
    assert '<input type="hidden" name="next" value="/account/">' in client.get(link).content.decode()
    assert client.post(link)["Location"] == "/account/"


def test_a_link_never_leads_on_to_another_site(client: Client) -> None:
    cast.coach()
    assert "evil" not in ask(client, next="https://evil.example/")
    assert client.post(f"{ask(client)}?next=//evil.example/")["Location"] == "/"


@pytest.mark.parametrize("page", [LINK, RESET])
def test_the_address_may_be_typed_in_capitals_and_the_mail_goes_to_the_one_on_file(client: Client, page: str) -> None:
    cast.coach()
    assert ask(client, page, "ANN@Example.ORG")
    assert mail.outbox[0].to == ["ann@example.org"]


@pytest.mark.parametrize("page", [LINK, RESET])
def test_nobody_learns_from_the_answer_whether_an_address_is_known(client: Client, page: str) -> None:
    cast.coach()
    assert ask(client, page, "ann@example.org")
    assert ask(client, page, "nan@example.org") == ""
    assert AuditEntry.objects.count() == 2


@pytest.mark.parametrize("page", [LINK, RESET])
def test_nobody_learns_from_the_work_it_takes_whether_an_address_is_known(
    client: Client, page: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """With a broker, asking hands the address to a task and looks nobody up."""
    cast.coach()
    for email in ("ann@example.org", "nan@example.org"):
        with (
            patch.object(account_mails, "publish", return_value=True) as publish,
            django_assert_num_queries(0),
        ):
            assert ask(client, page, email) == ""
        assert publish.call_args.args[1] == email


def test_with_a_broker_a_worker_mails_and_the_request_does_not(client: Client, broker: str) -> None:
    cast.coach()
    assert ask(client) == ask(client, RESET) == ""
    with Redis.from_url(broker) as redis:
        waiting = [json.loads(message)["headers"]["task"] for message in redis.lrange("long", 0, -1)]
    assert sorted(waiting) == [account_mails.LOGIN_LINK_TASK, account_mails.PASSWORD_RESET_TASK]


def test_a_mail_server_that_is_away_tells_nothing_either(client: Client) -> None:
    cast.coach()
    with patch("django.core.mail.EmailMessage.send", side_effect=SMTPException("away")) as send:
        assert ask(client) == ""
    assert send.called


def test_the_tasks_mail_what_the_services_do() -> None:
    cast.coach()
    tasks.login_link_send("ann@example.org", "https://league.example", "", "en")
    tasks.password_reset_send("ann@example.org", "https://league.example", "en")
    assert [message.subject for message in mail.outbox] == ["Your link into Scrimmage", "A new password for Scrimmage"]
    assert [tasks.login_link_send.name, tasks.password_reset_send.name] == [
        account_mails.LOGIN_LINK_TASK,
        account_mails.PASSWORD_RESET_TASK,
    ]


def test_a_task_tries_again_when_the_mail_server_is_away() -> None:
    cast.coach()
    with patch("django.core.mail.EmailMessage.send", side_effect=[SMTPException("away"), OSError("away"), 1]) as send:
        tasks.login_link_send.apply(("ann@example.org", "https://league.example", "", "en"))
    assert send.call_count == 3
    with patch("django.core.mail.EmailMessage.send", side_effect=SMTPException("away")) as send:
        assert tasks.password_reset_send.apply(("ann@example.org", "https://league.example", "en")).failed()
    assert send.call_count == 6


def test_links_lead_to_the_public_address(client: Client, settings: Settings) -> None:
    cast.coach()
    settings.PUBLIC_URL = "https://league.example"
    client.post(LINK, {"email": "ann@example.org"})
    assert "https://league.example/login/link/" in str(mail.outbox[0].body)


def test_a_mail_carries_no_words_that_somebody_else_chose(client: Client) -> None:
    cast.coach_register(email="ann@example.org", name="Win at evil.example", password=cast.PASSWORD)
    for page in (LINK, RESET):
        ask(client, page)
        assert "evil" not in f"{mail.outbox[0].subject} {mail.outbox[0].body}"


def test_something_that_is_no_address_is_refused(client: Client) -> None:
    for page in (LINK, RESET):
        assert client.post(page, {"email": "ann"}).status_code == 422
    assert not mail.outbox


# --- a new password by mail ---------------------------------------------------------------------------------------


def choose(client: Client, link: str, password: str = NEW_PASSWORD) -> int:
    """Follow the link and choose a password; the last status."""
    page = client.get(link, follow=True)
    if page.status_code != 200:
        return page.status_code
    form = {"new_password1": password, "new_password2": password}
    return client.post(page.request["PATH_INFO"], form).status_code


def test_a_forgotten_password_is_replaced_and_every_session_ends(client: Client) -> None:
    cast.coach()
    elsewhere = Client()
    log_in(elsewhere)
    assert choose(client, ask(client, RESET)) == 302
    assert not logged_in_as(elsewhere).is_authenticated
    assert log_in(Client()).status_code == 422
    assert log_in(Client(), password=NEW_PASSWORD).status_code == 302
    assert actions()[-2:] == ["coach.password_reset_sent", "coach.password_reset"]


def test_the_address_bar_does_not_keep_the_token(client: Client) -> None:
    cast.coach()
    link = ask(client, RESET)
    page = client.get(link, follow=True)
    assert page.request["PATH_INFO"].endswith("/set-password/")


def test_a_reset_link_works_once(client: Client) -> None:
    cast.coach()
    link = ask(client, RESET)
    choose(client, link)
    assert choose(Client(), link, "another-fine-password") == 409
    assert Coach.objects.get().check_password(NEW_PASSWORD)


@pytest.mark.parametrize(("seconds", "status"), [(3600, 302), (3601, 409)])
def test_a_reset_link_is_good_for_an_hour(client: Client, seconds: int, status: int) -> None:
    cast.coach()
    with time_machine.travel(SOME_DAY, tick=False) as clock:
        link = ask(client, RESET)
        clock.shift(timedelta(seconds=seconds))
        assert choose(client, link) == status


def test_a_poor_new_password_is_refused_and_the_link_stays_good(client: Client) -> None:
    cast.coach()
    link = ask(client, RESET)
    assert choose(client, link, "short") == 422
    assert choose(client, link) == 302


def test_the_pages_in_between_are_there(client: Client) -> None:
    for path in (LINK, f"{LINK}sent/", RESET, f"{RESET}sent/", f"{RESET}complete/", LOGIN):
        assert client.get(path).status_code == 200, path
