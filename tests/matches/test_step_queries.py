"""How many queries a step of the post-match sequence takes: it is run a dozen times after each match."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches.models import PostMatchStep, StepStatus
from matches.services.postmatch import sequence_advance
from tests import cast

pytestmark = [pytest.mark.django_db, pytest.mark.once]

# On average of all steps: one that throws nothing and changes nothing takes fewer.
MOST = 18


def run_through(league_name: str, matches_before: int) -> tuple[int, int]:
    """Queries and steps of the whole sequence after a drawn match, in a league that has played before."""
    season = cast.season(cast.quiet_league(league_name), legs=matches_before + 1)
    for _ in range(matches_before):
        cast.play(cast.match(season), (1, 1))
    match = cast.confirm(cast.file(cast.match(season), (1, 1)))
    with CaptureQueriesContext(connection) as captured:
        steps = sequence_advance(match=match)
    assert not PostMatchStep.objects.filter(match=match).exclude(status=StepStatus.DONE).exists()
    # Savepoints are the database's own way of nesting what is one transaction outside of tests.
    return sum("SAVEPOINT" not in query["sql"] for query in captured), steps


def test_a_whole_sequence_takes_so_many_queries() -> None:
    queries, steps = run_through("Young", 0)
    assert steps == 20
    assert queries <= MOST * steps


def test_a_league_that_has_played_for_long_asks_no_more_for_a_step() -> None:
    young, old = run_through("Young", 0), run_through("Old", 3)
    assert old[1] == young[1]
    assert old[0] <= MOST * old[1]
