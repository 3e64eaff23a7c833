"""Play stops and goes on another day: the match keeps its place, and holds nobody up meanwhile."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
import time_machine

from engine.errors import ReportIllegal
from leagues.models import League
from matches.errors import DayToCome, KickOffHindered, KickOffStands, MatchUnderWay
from matches.mapping import report_from
from matches.models import Match, MatchSheet, MatchStatus
from matches.selectors.kickoff import kick_off_of
from matches.selectors.live import live_mark, live_match
from matches.selectors.order import day_of
from matches.services.arranging import match_arrange
from matches.services.counting import agreed_due
from matches.services.hiring import window_open
from matches.services.kickoff import kick_off_undo
from matches.services.placing import match_place
from matches.services.postmatch import step_choose
from matches.services.reports import report_return, report_submit
from matches.tasks import sweep
from tests import cast
from tests.matches.playing import Phone, kicked_off, phones

pytestmark = pytest.mark.django_db
MONDAY = datetime(2026, 11, 16, 19, 0, tzinfo=UTC)


def four(league: League) -> list[Match]:
    """Of Ann, Bob, Cid and Deb, each against each, in the order of the fixture list."""
    teams = [cast.team(league, f"Team of {name}", by=name) for name in ("Ann", "Bob", "Cid", "Deb")]
    return [cast.reread(match) for match in cast.season(league, teams).matches.order_by("round", "pk")]


def sharing(match: Match, others: list[Match]) -> tuple[Match, Match]:
    """The next match of either team, against somebody else."""
    home, away = (
        next(one for one in others if one.pk != match.pk and team in (one.home_id, one.away_id))
        for team in (match.home_id, match.away_id)
    )
    return home, away


def sheets_of(match: Match) -> list[Any]:
    return list(MatchSheet.objects.filter(match=match).order_by("number", "team").values_list("team", "sheet"))


def over(*matches: Match) -> None:
    """Whoever is asked for something takes the first thing, until nothing is left to do."""
    sweep()
    while waiting := [step for match in matches for step in cast.waiting(cast.reread(match))]:
        for step in waiting:
            step_choose(step=step, choice=step.options[0], actor=step.team.coach)
        sweep()


def stops(match: Match, victim: str = "p5") -> Phone:
    """At 1:0, after a player of the away side was carried off."""
    ann, _ = phones(match)
    ann.tap("touchdown", side="home", player="p10", turn=3)
    ann.tap("casualty", side="away", player=victim, other="p10", cause="block", result="broken-ribs", turn=4)
    ann.tap("abandoned", turn=5, note="The light went out.")
    ann.send()
    return ann


def test_a_match_that_stopped_goes_on_another_day_and_counts_at_its_own_place() -> None:
    """Two days: it begins, stops, both teams play others, it goes on, and what waited for it counts after it."""
    matches = four(cast.quiet_league())
    first = matches[0]
    with time_machine.travel(MONDAY) as clock:
        first = kicked_off(first)
        ann = stops(first)
        at_kick_off, place = sheets_of(first), first.place
        others = tuple(kicked_off(one) for one in sharing(first, matches))
        clock.move_to(MONDAY + timedelta(hours=3))
        for one in others:
            cast.confirm(cast.file(cast.reread(one)))
        assert {cast.reread(one).status for one in others} == {MatchStatus.AGREED}
        assert agreed_due() == []

        clock.move_to(MONDAY + timedelta(days=1))
        ann.tap("resumed", turn=5)
        ann.tap("touchdown", side="away", player="p10", half=2, turn=8)
        ann.send()
        assert sheets_of(first) == at_kick_off
        told = cast.report(cast.reread(first), (1, 1), away={"casualties": [hurt("p5")]})
        report_submit(match=cast.reread(first), report=report_from(told), actor=first.home.coach)
        counted = cast.confirm(cast.reread(first))
        over(first, *others)
    assert counted.place == place
    assert [cast.reread(one).status for one in (first, *others)] == [MatchStatus.FINISHED] * 3
    assert all((cast.reread(one).place or 0) > (place or 0) for one in others)
    assert day_of(counted) == MONDAY.date()


def test_what_was_played_meanwhile_goes_back_if_it_does_not_fit_any_more() -> None:
    """Whom the stopped match hurt was named as a most valuable player of the one between."""
    matches = four(cast.quiet_league())
    first = kicked_off(matches[0])
    ann = stops(first, "p1")
    _, between = sharing(first, matches)
    cast.confirm(cast.file(kicked_off(between)))
    ann.tap("resumed", turn=5)
    ann.send()
    told = cast.report(cast.reread(first), (1, 0), away={"casualties": [hurt("p1")]})
    report_submit(match=cast.reread(first), report=report_from(told), actor=first.home.coach)
    cast.confirm(cast.reread(first))
    over(first)
    assert cast.reread(first).status == MatchStatus.FINISHED
    back = cast.reread(between)
    assert (back.status, back.reports.count()) == (MatchStatus.LIVE, 1)


def hurt(player: str) -> dict[str, Any]:
    return {"victim": player, "cause": "block", "by": "p10", "result": "broken-ribs"}


def test_only_what_has_stopped_lets_the_next_match_begin() -> None:
    matches = four(cast.quiet_league())
    first = kicked_off(matches[0])
    second, third = sharing(first, matches)
    with pytest.raises(KickOffHindered) as refused:
        kicked_off(second)
    assert [one.code for one in refused.value.problems] == ["team_playing"]
    ann = stops(first)
    assert kicked_off(second).status == MatchStatus.LIVE
    ann.tap("resumed", turn=5)
    ann.send()
    with pytest.raises(KickOffHindered):
        kicked_off(third)


def noticed(match: Match) -> list[str]:
    return [problem.code for found in live_match(cast.reread(match)).remarks.values() for problem in found]


def test_who_goes_on_while_a_team_plays_another_match_is_told_until_that_is_over() -> None:
    """Stopped, another one kicked off, resumed: the entry is kept, and the page says what is odd about it."""
    matches = four(cast.quiet_league())
    first = kicked_off(matches[0])
    ann = stops(first)
    second = kicked_off(sharing(first, matches)[0])
    assert noticed(first) == []
    ann.tap("resumed", turn=5)
    (receipt,) = ann.send().receipts
    assert (receipt.outcome, [one.code for one in receipt.problems]) == ("stored", ["team_playing"])
    assert (noticed(first), noticed(second)) == (["team_playing"], [])
    before = live_mark(first.home.coach, first.pk)
    cast.file(cast.reread(second))
    assert noticed(first) == []
    assert live_mark(first.home.coach, first.pk) != before


def test_who_goes_on_after_the_other_match_has_stopped_is_told_nothing() -> None:
    """The other order: whichever of both goes on last, while the other is played, is told."""
    matches = four(cast.quiet_league())
    first = kicked_off(matches[0])
    ann = stops(first)
    second = kicked_off(sharing(first, matches)[0])
    other = phones(second)[0]
    other.tap("abandoned", turn=2)
    other.send()
    ann.tap("resumed", turn=5)
    assert [one.problems for one in ann.send().receipts] == [()]
    other.tap("resumed", turn=2)
    assert [[one.code for one in receipt.problems] for receipt in other.send().receipts] == [["team_playing"]]
    assert (noticed(first), noticed(second)) == (["team_playing"], ["team_playing"])
    before = live_mark(second.home.coach, second.pk)
    ann.tap("abandoned", turn=6)
    ann.send()
    assert (noticed(first), noticed(second)) == ([], [])
    assert live_mark(second.home.coach, second.pk) != before


def test_a_stop_that_was_taken_back_is_none() -> None:
    matches = four(cast.quiet_league())
    first = kicked_off(matches[0])
    ann, _ = phones(first)
    key = ann.tap("abandoned", turn=5)
    ann.undo(key)
    ann.send()
    with pytest.raises(KickOffHindered):
        kicked_off(sharing(first, matches)[0])


def test_what_a_stopped_match_leaves_of_a_team_is_not_settled() -> None:
    """As of any match that has begun: nobody is hired meanwhile."""
    match = kicked_off(cast.match())
    stops(match)
    with pytest.raises(MatchUnderWay):
        window_open(team=match.home, reason="Gifts.", actor=cast.commissioner_of(match.league))


def test_a_report_whose_last_word_is_that_play_stopped_is_asked_about() -> None:
    match = kicked_off(cast.match(cast.season(cast.quiet_league())))
    ann = stops(match)
    told = cast.report(match, (1, 0), away={"casualties": [hurt("p5")]})
    with pytest.raises(ReportIllegal) as refused:
        report_submit(match=cast.reread(match), report=report_from(told), actor=match.home.coach)
    assert [one.code for one in refused.value.problems] == ["stopped_for_good"]
    ann.tap("resumed", turn=5)
    ann.send()
    report_submit(match=cast.reread(match), report=report_from(told), actor=match.home.coach)
    assert cast.reread(match).status == MatchStatus.REPORTED


# Taking a kick-off back


def test_an_event_that_was_taken_back_does_not_keep_a_kick_off() -> None:
    match = kicked_off()
    ann, _ = phones(match)
    key = ann.tap("touchdown", side="home", player="p10")
    ann.send()
    with pytest.raises(KickOffStands):
        kick_off_undo(match=cast.reread(match), actor=match.home.coach)
    assert not kick_off_of(match.home.coach, cast.reread(match)).may_undo
    ann.undo(key)
    ann.send()
    assert kick_off_of(match.home.coach, cast.reread(match)).may_undo
    undone = kick_off_undo(match=cast.reread(match), actor=match.home.coach)
    assert (undone.status, undone.place) == (MatchStatus.SCHEDULED, None)
    assert kicked_off(cast.reread(match)).status == MatchStatus.LIVE


def test_only_an_open_report_keeps_a_kick_off() -> None:
    match = cast.file(kicked_off())
    with pytest.raises(KickOffStands):
        kick_off_undo(match=match, actor=match.home.coach)
    report_return(match=match, reason="The wrong match.", actor=match.away.coach)
    undone = kick_off_undo(match=cast.reread(match), actor=match.home.coach)
    assert (undone.status, undone.place) == (MatchStatus.SCHEDULED, None)


# The day


TODAY = datetime(2026, 11, 19, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(("day", "to_come"), [(19, False), (20, True)])
def test_nothing_was_played_on_a_day_that_is_still_to_come(day: int, to_come: bool) -> None:
    match = cast.match()
    with time_machine.travel(TODAY):
        if not to_come:
            placed = match_place(match=match, played_on=date(2026, 11, day), actor=match.home.coach)
            assert placed.played_on == date(2026, 11, day)
            return
        with pytest.raises(DayToCome) as refused:
            match_place(match=match, played_on=date(2026, 11, day), actor=match.home.coach)
    assert "2026-11-20 is still to come: today is 2026-11-19" in str(refused.value)
    assert cast.reread(match).played_on is None


def test_what_was_arranged_for_a_later_day_counts_on_the_day_it_was_played() -> None:
    league = cast.league()
    home, away = cast.team(league), cast.team(league, "Gouged Eye", by="Bob", roster="orc")
    with time_machine.travel(TODAY):
        match = match_arrange(
            league=league, home=home, away=away, played_on=date(2026, 11, 25), actor=cast.commissioner_of(league)
        )
        assert day_of(kicked_off(cast.reread(match))) == TODAY.date()
