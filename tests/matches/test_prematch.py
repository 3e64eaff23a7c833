"""The pre-match through its services: written down in any order, by either coach, and never over one another."""

from __future__ import annotations

import pytest

from engine.errors import NotAllowed
from leagues.models import AuditEntry
from matches.errors import PrematchChanged, PrematchOver, StepNotPlayed
from matches.mapping import prematch_of
from matches.models import MatchDay, MatchStatus
from matches.selectors.matchday import prematch_page
from matches.services.matchday import preparing
from matches.services.prematch import kick_record
from tests import cast

pytestmark = pytest.mark.django_db


def test_either_coach_and_a_commissioner_record_what_is_found_out() -> None:
    match = cast.match()
    for actor, kicking in ((match.home.coach, "home"), (match.away.coach, "away"), (cast.coach("Cora"), "")):
        day = kick_record(match=match, kicking=kicking, actor=actor)
        assert prematch_of(day).kicking == kicking


def test_nobody_else_records_anything() -> None:
    match = cast.match()
    with pytest.raises(NotAllowed):
        kick_record(match=match, kicking="home", actor=cast.member(match.league, "Mia"))
    assert not MatchDay.objects.exists()


def test_each_write_leaves_its_trace_and_a_higher_version() -> None:
    match = cast.match()
    assert kick_record(match=match, kicking="home", actor=match.home.coach).version == 1
    assert kick_record(match=match, kicking="away", actor=match.home.coach).version == 2
    entries = AuditEntry.objects.filter(action="prematch.kick", subject=f"match:{match.pk}").order_by("pk")
    assert [entry.data["version"] for entry in entries] == [1, 2]


def test_who_looked_before_somebody_wrote_the_same_does_not_overwrite_it() -> None:
    match = cast.match()
    kick_record(match=match, kicking="home", seen=0, actor=match.home.coach)
    with pytest.raises(PrematchChanged):
        kick_record(match=match, kicking="away", seen=0, actor=match.away.coach)
    assert kick_record(match=match, kicking="away", seen=1, actor=match.away.coach).version == 2


def test_what_another_step_wrote_meanwhile_is_nobodys_obstacle() -> None:
    match = cast.match()
    with preparing("weather", match=match, seen=0, actor=match.home.coach):
        pass
    assert kick_record(match=match, kicking="home", seen=0, actor=match.away.coach).version == 2


def test_two_coaches_decide_the_same_step_each_for_his_own_side() -> None:
    match = cast.match()
    with preparing("inducement", match=match, side="home", seen=0, actor=match.home.coach):
        pass
    with preparing("inducement", match=match, side="away", seen=0, actor=match.away.coach) as at:
        assert at.day.version == 2
    with (
        pytest.raises(PrematchChanged),
        preparing("inducement", match=match, side="away", seen=1, actor=cast.coach("Cora")),
    ):
        pass


def test_a_side_is_decided_for_by_its_coach_or_a_commissioner() -> None:
    match = cast.match()
    with pytest.raises(NotAllowed), preparing("inducement", match=match, side="home", actor=match.away.coach):
        pass


@pytest.mark.parametrize("status", [MatchStatus.SCHEDULED, MatchStatus.LIVE])
def test_it_is_open_until_the_report_is_filed(status: MatchStatus) -> None:
    match = cast.match()
    match.status = status
    match.save(update_fields=["status"])
    assert kick_record(match=match, kicking="home", actor=match.home.coach)
    assert prematch_page(match.home.coach, match).prepares


def test_it_is_shut_by_a_report_and_open_again_when_that_is_sent_back() -> None:
    match = cast.file(cast.match())
    with pytest.raises(PrematchOver):
        kick_record(match=match, kicking="home", actor=match.home.coach)
    assert not prematch_page(match.home.coach, match).open


def test_a_step_that_is_not_played_here_is_refused() -> None:
    """BB2016, pre-match sequence: nobody prays to Nuffle."""
    match = cast.match()
    with pytest.raises(StepNotPlayed), preparing("prayer", match=match, actor=match.home.coach):
        pass


def test_what_is_sealed_only_its_own_coach_reads() -> None:
    match = cast.match()
    with preparing("inducement", match=match, side="home", actor=match.home.coach) as at:
        at.seal("home", "inducement", {"star": "griff"})
    assert prematch_page(match.home.coach, match).sealed == {"home": {"inducement": {"star": "griff"}}}
    for other in (match.away.coach, cast.coach("Cora"), cast.member(match.league, "Mia")):
        page = prematch_page(other, match)
        assert "griff" not in str(page.sealed)
        assert page.decided["home"] == {"inducement"}


def test_a_seal_is_taken_off_without_a_trace_of_it() -> None:
    match = cast.match()
    with preparing("inducement", match=match, side="home", actor=match.home.coach) as at:
        at.seal("home", "inducement", ["bribe"])
        at.seal("home", "inducement", None)
    assert at.day.sealed == {"home": {}}
    assert at.sealed("home", "inducement") is None
