"""A commissioner corrects a match that counts: what it says is told otherwise, and every number is right again."""

from __future__ import annotations

import pytest

from matches.models import Correction, CorrectionStatus, Match
from teams.services.verification import league_differences, league_redecided
from tests import cast
from tests.matches.correcting import confirmed, dump, proposed, reported, seen, undoing

pytestmark = pytest.mark.django_db


@pytest.fixture
def first() -> Match:
    """The first of three matches of the same two teams; all are over."""
    season = cast.season(cast.quiet_league(), legs=4)
    found = [cast.play(cast.match(season)) for _ in range(3)]
    return found[0]


def test_a_report_told_otherwise_after_two_more_matches_counts_at_its_place(first: Match) -> None:
    before = dump(first.league)
    row = reported(proposed(first), first, (1, 1))
    preview, hindering = seen(row)
    assert dump(first.league) == before
    assert hindering.unfit == ()
    row = confirmed(row)
    after = dump(first.league)
    assert after != before
    assert list(league_differences(first.league)) == []
    assert league_redecided(first.league) == ()
    assert row.status == CorrectionStatus.CONFIRMED
    undo = confirmed(undoing(row))
    assert dump(first.league) == before
    assert list(league_differences(first.league)) == []
    assert Correction.objects.get(pk=row.pk).status == CorrectionStatus.UNDONE
    assert undo.undoes_id == row.pk
    assert preview.teams
