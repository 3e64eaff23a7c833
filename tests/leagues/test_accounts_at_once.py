"""Two who come at the same instant, in real threads on the real database."""

import threading
from collections.abc import Callable

import pytest
from django.db import connection

from engine.errors import EngineError
from leagues.errors import LinkSpent, MailTaken, OnlyCommissioner
from leagues.models import Coach, Membership, Role
from leagues.services.accounts import coach_erase, coach_register, login_link_use
from leagues.tokens import login_link_tokens, uid_of
from tests import cast

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite_file]


def at_once(*acts: Callable[[], object]) -> list[str]:
    """Run all of them at the same instant; the kinds of refusal, or "done", in alphabetical order."""
    start = threading.Barrier(len(acts), timeout=10)
    ends: list[str] = []

    def run(act: Callable[[], object]) -> None:
        try:
            start.wait()
            act()
            ends.append("done")
        except EngineError as refusal:
            ends.append(type(refusal).__name__)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[act]) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
    return sorted(ends)


def test_a_link_that_is_used_twice_at_once_logs_in_once() -> None:
    coach = cast.coach()
    uid, token = uid_of(coach), login_link_tokens.make_token(coach)
    ends = at_once(*[lambda: login_link_use(uid=uid, token=token)] * 4)
    assert ends == [LinkSpent.__name__] * 3 + ["done"]


def test_one_mail_address_registered_twice_at_once_makes_one_coach() -> None:
    ends = at_once(*[lambda: coach_register(email="ann@example.org", name="Ann", password=cast.PASSWORD)] * 3)
    assert ends == [MailTaken.__name__] * 2 + ["done"]
    assert Coach.objects.count() == 1


def test_two_last_commissioners_who_go_at_once_leave_one_behind() -> None:
    league = cast.league()
    cora, dora = cast.coach("Cora"), cast.member(league, "Dora")
    Membership.objects.filter(coach=dora).update(role=Role.COMMISSIONER)
    ends = at_once(lambda: coach_erase(actor=cora), lambda: coach_erase(actor=dora))
    assert ends == [OnlyCommissioner.__name__, "done"]
    assert Membership.objects.filter(role=Role.COMMISSIONER, coach__is_active=True).count() == 1
