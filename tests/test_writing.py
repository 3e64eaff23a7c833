"""``write()``: one durable transaction with its audit row and, under an Idempotency-Key, its answer."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection, transaction
from django.http import HttpRequest
from django.test import RequestFactory

from config.answering import answer
from config.writing import Answer, KeyReused, Once, TwinRunning, at_most_once, write
from leagues.models import AuditEntry, Coach, IdempotentAnswer, League
from leagues.services.leagues import league_create


@pytest.fixture
def ada(db: None) -> Coach:
    return Coach.objects.create_user(email="ada@example.org", name="Ada")


def request_of(coach: Coach | AnonymousUser, key: str = "", **form: str) -> HttpRequest:
    headers = {"Idempotency-Key": key} if key else {}
    request = RequestFactory().post("/leagues/new/", form, headers=headers)
    request.user = coach
    return request


def found(coach: Coach, name: str) -> Callable[[], League]:
    return lambda: league_create(name=name, ruleset="bb2016", public=True, actor=coach)


def rendered(league: League) -> Answer:
    return Answer(status=201, body={"slug": league.slug}, location=f"/leagues/{league.slug}/")


def test_a_write_leaves_its_audit_row_in_the_same_transaction(ada: Coach) -> None:
    with write("league.founded", actor=ada) as writing:
        writing.done("anything", subject="league:1", why="because")
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.actor, entry.subject, entry.data) == (
        "league.founded",
        ada,
        "league:1",
        {"why": "because"},
    )


def test_a_write_that_fails_leaves_nothing(ada: Coach) -> None:
    def fail() -> None:
        with write("league.founded", actor=ada) as writing:
            Coach.objects.create_user(email="b@example.org", name="B")
            writing.done(None)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert AuditEntry.objects.count() == 0
    assert Coach.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_write_does_not_hide_inside_another_transaction() -> None:
    with pytest.raises(RuntimeError, match="durable"), transaction.atomic(), write("league.founded", actor=None):
        pass


def test_the_same_key_and_body_get_the_same_answer_and_one_effect(ada: Coach) -> None:
    first = answer(request_of(ada, "k1", name="Old World"), found(ada, "Old World"), rendered)
    again = answer(request_of(ada, "k1", name="Old World"), found(ada, "Old World"), rendered)
    assert first == again == Answer(201, {"slug": "old-world"}, "/leagues/old-world/")
    assert League.objects.count() == 1


def test_the_form_field_is_a_key_too_and_no_part_of_the_body(ada: Coach) -> None:
    request = request_of(ada, name="Old World", idempotency_key="k1", csrfmiddlewaretoken="one")
    again = request_of(ada, name="Old World", idempotency_key="k1", csrfmiddlewaretoken="two")
    assert answer(request, found(ada, "Old World"), rendered) == answer(again, found(ada, "Old World"), rendered)
    assert League.objects.count() == 1


def test_the_same_key_with_another_body_is_refused(ada: Coach) -> None:
    answer(request_of(ada, "k1", name="Old World"), found(ada, "Old World"), rendered)
    with pytest.raises(KeyReused):
        answer(request_of(ada, "k1", name="New World"), found(ada, "New World"), rendered)
    assert League.objects.count() == 1


def test_a_key_belongs_to_its_coach(ada: Coach) -> None:
    bob = Coach.objects.create_user(email="bob@example.org", name="Bob")
    answer(request_of(ada, "k1", name="Old World"), found(ada, "Old World"), rendered)
    answer(request_of(bob, "k1", name="Old World"), found(bob, "Old World"), rendered)
    assert League.objects.count() == 2


def test_without_a_key_each_request_has_its_effect(ada: Coach) -> None:
    for _ in range(2):
        answer(request_of(ada, name="Old World"), found(ada, "Old World"), rendered)
    assert list(League.objects.values_list("slug", flat=True).order_by("pk")) == ["old-world", "old-world-2"]


def test_the_answer_survives_a_crash_between_commit_and_response(ada: Coach) -> None:
    """The process dies after the commit, before a byte was sent: the retry gets the answer that was meant."""

    def act_and_die() -> League:
        found(ada, "Old World")()
        raise SystemExit

    with pytest.raises(SystemExit):
        answer(request_of(ada, "k1", name="Old World"), act_and_die, rendered)
    assert answer(request_of(ada, "k1", name="Old World"), found(ada, "Old World"), rendered).location
    assert League.objects.count() == 1


def test_a_crash_before_the_commit_leaves_the_key_free(ada: Coach) -> None:
    def fail(league: League) -> Answer:
        raise RuntimeError("the answer could not be rendered")

    with pytest.raises(RuntimeError):
        answer(request_of(ada, "k1", name="Old World"), found(ada, "Old World"), fail)
    assert IdempotentAnswer.objects.count() == League.objects.count() == 0
    answer(request_of(ada, "k1", name="Old World"), found(ada, "Old World"), rendered)
    assert League.objects.count() == 1


@pytest.mark.sqlite_file
@pytest.mark.django_db(transaction=True)
def test_a_running_twin_is_told_so() -> None:
    ada = Coach.objects.create_user(email="ada@example.org", name="Ada")
    inside, go_on = threading.Event(), threading.Event()

    def slow() -> Answer:
        once = Once("coach:1", "k1", "hash", render=lambda result: Answer(body=result))
        try:
            with at_most_once(once), write("league.founded", actor=ada) as writing:
                inside.set()
                go_on.wait(10)
                writing.done("first")
        finally:
            connection.close()
        assert once.answer is not None
        return once.answer

    def twin() -> None:
        once = Once("coach:1", "k1", "hash", render=lambda result: Answer(body=result))
        try:
            with at_most_once(once), write("league.founded", actor=ada) as writing:
                writing.done("second")
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(slow)
        assert inside.wait(10)
        second = pool.submit(twin)
        with pytest.raises(TwinRunning):
            second.result(10)
        go_on.set()
        assert first.result(10).body == "first"
    assert IdempotentAnswer.objects.get().answer["body"] == "first"
