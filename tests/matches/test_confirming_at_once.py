"""Two people confirm at the same instant: one post-match sequence runs. Real threads, on a real database."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import IntegrityError, connection

from engine.errors import EngineError
from leagues.mapping import ruleset_of
from leagues.models import Coach
from matches.errors import NothingToConfirm
from matches.mapping import report_from
from matches.models import Confirmation, Match, MatchSheet, MatchStatus, PostMatchStep
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


def at_once(*jobs: Callable[[], object]) -> list[str]:
    """What became of each: the name of the error, or "done"."""
    together = Barrier(len(jobs))

    def run(job: Callable[[], object]) -> str:
        together.wait(10)
        try:
            job()
        except EngineError as error:
            return error.code
        finally:
            connection.close()
        return "done"

    with ThreadPoolExecutor(len(jobs)) as pool:
        return sorted(pool.map(run, jobs))


def filing(match: Match, coach: Coach, score: tuple[int, int] = (2, 1)) -> Callable[[], object]:
    own, told = cast.reread(match), report_from(cast.report(match, score))
    return lambda: reports.report_submit(match=own, report=told, actor=coach)


def test_the_same_report_sent_twice_at_once_is_filed_once() -> None:
    match = cast.match()
    assert at_once(filing(match, match.home.coach), filing(match, match.home.coach)) == ["done", "done"]
    assert match.reports.count() == 1


def test_both_coaches_who_file_the_same_at_once_have_agreed() -> None:
    match = cast.match()
    assert at_once(filing(match, match.home.coach), filing(match, match.away.coach)) == ["done", "done"]
    assert (match.reports.count(), cast.reread(match).status) == (1, MatchStatus.CONFIRMED)
    assert Cause.objects.filter(kind="match").count() == 1


def test_both_coaches_who_file_different_reports_at_once_have_both_kept() -> None:
    match = cast.match()
    assert at_once(filing(match, match.home.coach), filing(match, match.away.coach, (1, 1))) == ["done", "done"]
    assert (match.reports.count(), cast.reread(match).status) == (2, MatchStatus.REPORTED)


def test_each_agreeing_to_the_others_report_at_once_one_of_them_counts() -> None:
    match = cast.match()
    filing(match, match.home.coach)()
    filing(match, match.away.coach, (1, 1))()
    homes, aways = cast.reread(match), cast.reread(match)
    told = at_once(
        lambda: reports.report_confirm(match=homes, seen=2, actor=match.home.coach),
        lambda: reports.report_confirm(match=aways, seen=1, actor=match.away.coach),
    )
    assert told == ["done", "nothing_to_confirm"]
    assert Confirmation.objects.count() == 1
