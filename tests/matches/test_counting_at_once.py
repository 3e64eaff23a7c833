"""Two workers come for the same agreed match: it counts once. Real threads, on a real database."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from matches.models import Match, MatchStatus, PostMatchStep
from matches.services.counting import agreed_count
from matches.services.postmatch import sequence_advance, step_choose
from teams.models import Cause
from tests import cast

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite_file]


def agreed() -> Match:
    """The first match is over, and no worker has looked at the second one since."""
    first, second = (
        cast.reread(match) for match in cast.season(cast.quiet_league(), legs=2).matches.order_by("round", "pk")
    )
    first, second = cast.file(first, (0, 0)), cast.file(second, (0, 0))
    cast.confirm(second)
    cast.confirm(first)
    sequence_advance(match=first)
    for step in cast.waiting(first):
        step_choose(step=step, choice=step.options[0], actor=step.team.coach)
    sequence_advance(match=first)
    assert cast.reread(first).status == MatchStatus.FINISHED
    return cast.reread(second)


def test_two_workers_count_an_agreed_match_once() -> None:
    match, together = agreed(), Barrier(2)

    def work() -> bool:
        own = cast.reread(match)
        together.wait(10)
        try:
            return agreed_count(match=own)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(lambda _: work(), range(2))) == [False, True]
    assert Cause.objects.filter(kind="match", occasion=match.key).count() == 1
    steps = PostMatchStep.objects.filter(match=match)
    assert steps.count() == 2 * len(set(steps.values_list("name", flat=True)))
