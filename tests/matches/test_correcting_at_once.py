"""Two commissioners confirm at the same instant, and a worker runs a step: one of them writes. Real threads."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from engine.errors import Conflict
from matches.models import Correction, CorrectionStatus, Match
from matches.services.corrections import correction_confirm
from matches.services.postmatch import sequence_advance
from teams.services.ledger import history_head
from teams.services.verification import league_differences, league_redecided
from tests import cast
from tests.matches.correcting import again, proposed, reported

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite_file]


def played() -> Match:
    season = cast.season(cast.quiet_league(), legs=2)
    first = cast.play(cast.match(season))
    cast.play(cast.match(season))
    return first


def together(*acts: Callable[[], object]) -> list[object]:
    barrier = Barrier(len(acts))

    def work(act: Callable[[], object]) -> object:
        barrier.wait(10)
        try:
            return act()
        except Conflict as refusal:
            return refusal.code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(work, acts))


def test_of_two_corrections_at_once_exactly_one_counts() -> None:
    first = played()
    rows = [reported(proposed(first), first, score) for score in ((3, 1), (3, 2))]
    head, actor = history_head(first.league), cast.commissioner_of(first.league)

    def confirm(row: Correction) -> Callable[[], object]:
        return lambda: correction_confirm(correction=again(row), seen=row.version, head=head, actor=actor).status

    found = together(*(confirm(row) for row in rows))
    assert sorted(map(str, found)) == ["confirmed", "history_moved"]
    assert Correction.objects.filter(status=CorrectionStatus.CONFIRMED).count() == 1
    assert list(league_differences(first.league)) == []
    assert league_redecided(first.league) == ()


def test_one_correction_that_is_confirmed_twice_counts_once() -> None:
    first = played()
    row = reported(proposed(first), first, (3, 1))
    head, actor = history_head(first.league), cast.commissioner_of(first.league)
    acts = [lambda: correction_confirm(correction=again(row), seen=row.version, head=head, actor=actor).status] * 2
    found = together(*acts)
    assert sorted(map(str, found)) == ["confirmed", "correction_changed"]
    assert list(league_differences(first.league)) == []


def test_a_correction_and_the_worker_come_at_once_and_both_are_right() -> None:
    """Either the step is still due, and the correction waits; or it has run, and the history has moved."""
    match = cast.confirm(cast.file(cast.match(cast.season(cast.quiet_league(), legs=2))))
    row = reported(proposed(match), match, (3, 1))
    head, actor = history_head(match.league), cast.commissioner_of(match.league)
    found = together(
        lambda: correction_confirm(correction=again(row), seen=row.version, head=head, actor=actor).status,
        lambda: sequence_advance(match=cast.reread(match)),
    )
    assert found[0] in ("correction_steps_due", "history_moved", "step_running")
    assert list(league_differences(match.league)) == []
    cast.finish(match)
    row = again(row)
    confirmed = correction_confirm(correction=row, seen=row.version, head=history_head(match.league), actor=actor)
    assert confirmed.status == CorrectionStatus.CONFIRMED
    assert list(league_differences(match.league)) == []
    assert league_redecided(match.league) == ()
