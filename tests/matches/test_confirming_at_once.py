"""Two people confirm at the same instant: one post-match sequence runs. Real threads, on a real database."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import IntegrityError, connection

from leagues.mapping import ruleset_of
from leagues.models import Coach
from matches.errors import NothingToConfirm
from matches.models import Match, MatchSheet, MatchStatus, PostMatchStep
from matches.services import reports
from teams.models import Cause
from tests import cast

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite_file]


def confirm_at_once(match: Match, *coaches: Coach) -> list[str]:
    """What each of them was told, by the name of the error or "confirmed"."""
    together = Barrier(len(coaches))

    def confirm(coach: Coach) -> str:
        own = cast.reread(match)
        together.wait(10)
        try:
            reports.report_confirm(match=own, actor=coach)
        except (NothingToConfirm, IntegrityError) as error:
            return type(error).__name__
        finally:
            connection.close()
        return "confirmed"

    with ThreadPoolExecutor(len(coaches)) as pool:
        return sorted(pool.map(confirm, coaches))


def test_two_who_confirm_at_once_run_one_post_match() -> None:
    match = cast.file(cast.match())
    cora = cast.commissioner_of(match.league)
    assert confirm_at_once(match, match.away.coach, cora) == ["NothingToConfirm", "confirmed"]
    assert Cause.objects.filter(kind="match").count() == 1
    assert MatchSheet.objects.filter(match=match).count() == 2
    assert PostMatchStep.objects.filter(match=match).count() == 2 * len(ruleset_of(match.ruleset_id).post_match)


def test_without_the_claim_both_would_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """The race is real: with the claim switched off, both begin the match, and only a constraint stops the second."""
    began: list[int] = []

    def no_claim(match: Match, *args: Any, **kwargs: Any) -> None:
        began.append(match.pk)
        Match.objects.filter(pk=match.pk).update(status=MatchStatus.CONFIRMED)

    monkeypatch.setattr(reports, "match_claim", no_claim)
    match = cast.reread(_filed(monkeypatch))
    assert confirm_at_once(match, match.away.coach, cast.commissioner_of(match.league)) == [
        "IntegrityError",
        "confirmed",
    ]
    assert began.count(match.pk) >= 2


def _filed(monkeypatch: pytest.MonkeyPatch) -> Match:
    """A filed report whose match still says so; filing has no part in this race."""
    match = cast.match()
    filed = cast.file(match)
    Match.objects.filter(pk=filed.pk).update(status=MatchStatus.REPORTED)
    return filed


def test_the_same_report_sent_twice_at_once_is_filed_once() -> None:
    match = cast.match()
    together = Barrier(2)

    def file() -> str:
        own = cast.reread(match)
        together.wait(10)
        try:
            cast.file(own)
        except reports.AlreadyReported as error:
            return error.code
        finally:
            connection.close()
        return "filed"

    jobs: list[Callable[[], str]] = [file, file]
    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(lambda job: job(), jobs)) == ["already_reported", "filed"]
    assert match.reports.count() == 1
