"""A place that a report has taken is given up with it, as long as nobody has agreed to it."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from engine.team.hiring import Act
from engine.team.ruling import Change
from engine.team.sheet import TeamSheet
from matches.errors import KickedOffAlready, KickOffStands, MatchUnderWay, PlaceStands
from matches.mapping import report_from
from matches.models import Match, MatchSheet, MatchStatus, Window
from matches.selectors.kickoff import kick_off_of
from matches.selectors.matches import inbox, match_sheets
from matches.selectors.order import day_of, uncounted
from matches.services.arranging import match_call_off
from matches.services.counting import agreed_count
from matches.services.hiring import act_do, window_close, window_open
from matches.services.kickoff import kick_off_undo
from matches.services.placing import match_place
from matches.services.reopening import reopening_agree, reopening_ask
from matches.services.reports import report_return, report_submit
from matches.tasks import sweep
from teams.models import Team
from teams.services.ledger import last_place
from teams.services.verification import league_differences
from tests import cast

pytestmark = pytest.mark.django_db

DEAD = (6, 1)


def meetings(count: int = 2) -> list[Match]:
    season = cast.season(cast.quiet_league(), legs=4)
    return [cast.reread(match) for match in season.matches.order_by("round", "pk")[:count]]


def returned(match: Match) -> Match:
    report_return(match=match, reason="It was another one.", actor=match.away.coach)
    return cast.reread(match)


def opened(team: Team) -> Window:
    return window_open(team=cast.again(team), reason="Gifts.", actor=cast.coach("Cora"))


def open_windows() -> list[Window]:
    return list(Window.objects.filter(closed_at=None))


def sheet_of_day(match: Match) -> TeamSheet:
    return match_sheets(cast.reread(match))[match.home.key]


def place_of(match: Match) -> int:
    place = cast.reread(match).place
    assert place is not None
    return place


def hurt(player: str) -> dict[str, object]:
    return {"casualties": [{"victim": player, "cause": "block"}]}


def test_what_the_report_had_closed_is_open_again_and_the_teams_are_free() -> None:
    (match, _) = meetings()
    window = opened(match.home)
    match = cast.file(match)
    assert open_windows() == []
    with pytest.raises(MatchUnderWay):
        act_do(team=cast.again(match.home), act=Act("buy", good="apothecary"), actor=match.home.coach)
    match = returned(match)
    assert (match.status, match.place, match.place_taken_at) == (MatchStatus.SCHEDULED, None, None)
    assert (open_windows(), uncounted(match.home)) == ([window], None)
    act_do(team=cast.again(match.home), act=Act("buy", good="apothecary"), actor=match.home.coach)
    assert cast.again(match.home).treasury < match.home.treasury


def test_a_window_that_was_closed_before_the_report_stays_closed() -> None:
    (match, _) = meetings()
    opened(match.home)
    kept = opened(match.away)
    window_close(team=cast.again(match.home), actor=cast.coach("Cora"))
    returned(cast.file(match))
    assert open_windows() == [kept]


def test_it_can_be_kicked_off_then_and_its_kick_off_be_taken_back() -> None:
    (match, _) = meetings()
    kept = opened(match.home)
    match = returned(cast.file(match))
    assert kick_off_of(match.home.coach, match).may
    match = cast.kick_off(match)
    assert (match.status, open_windows()) == (MatchStatus.LIVE, [])
    assert kick_off_of(match.home.coach, match).may_undo
    kick_off_undo(match=match, actor=match.home.coach)
    assert (cast.reread(match).place, open_windows()) == (None, [kept])


def test_a_match_that_was_kicked_off_here_keeps_its_place_and_its_windows_stay_shut() -> None:
    """Until its kick-off is taken back: nothing stands any more that was told since."""
    (match, _) = meetings()
    kept = opened(match.home)
    match = cast.kick_off(match)
    place = match.place
    filed = cast.file(match)
    with pytest.raises(KickOffStands):
        kick_off_undo(match=filed, actor=match.home.coach)
    match = returned(filed)
    assert (match.status, match.place, open_windows()) == (MatchStatus.LIVE, place, [])
    kick_off_undo(match=match, actor=match.home.coach)
    assert (cast.reread(match).place, open_windows()) == (None, [kept])


def test_told_again_it_stands_behind_what_has_happened_meanwhile() -> None:
    first, second = meetings()
    first = returned(cast.file(first))
    second = cast.file(second)
    cast.ruled(cast.again(first.home), Change("gold", by=10_000))
    first = cast.file(first)
    assert place_of(first) > place_of(second)
    assert place_of(first) == last_place(first.league)
    cast.finish(cast.confirm(second))
    assert cast.finish(cast.confirm(first)).status == MatchStatus.FINISHED
    assert list(league_differences(first.league)) == []


def test_both_reports_go_and_the_place_with_them() -> None:
    (match, _) = meetings()
    kept = opened(match.away)
    match = cast.file(match, (2, 1))
    report_submit(match=match, report=report_from(cast.report(match, (1, 1))), actor=match.away.coach)
    match = returned(cast.reread(match))
    assert (match.status, match.place, open_windows()) == (MatchStatus.SCHEDULED, None, [kept])
    match = returned(cast.file(match))  # and once more
    assert (match.place, open_windows()) == (None, [kept])


def test_a_match_that_waited_for_it_waits_no_more() -> None:
    first, second = meetings()
    first = cast.file(first)
    second = cast.confirm(cast.file(second))
    assert second.status == MatchStatus.AGREED
    returned(first)
    sweep()
    assert cast.reread(second).status in (MatchStatus.CONFIRMED, MatchStatus.FINISHED)


def test_a_window_closes_with_the_match_that_was_begun_since() -> None:
    """What another match would have closed is not open behind it; it is when that one has not begun either."""
    first, second = meetings()
    window = opened(first.home)
    first = cast.file(first)
    second = cast.kick_off(second)
    returned(first)
    window.refresh_from_db()
    assert window.closed_at == second.kicked_off_at
    kick_off_undo(match=second, actor=second.home.coach)
    assert open_windows() == [window]


def test_the_same_where_the_match_begun_since_was_only_reported() -> None:
    first, second = meetings()
    window = opened(first.home)
    first, second = cast.file(first), cast.file(second)
    returned(first)
    assert open_windows() == []
    returned(second)
    assert open_windows() == [window]


def test_no_sheets_are_of_the_day_until_it_begins_again() -> None:
    (match, _) = meetings()
    match = cast.file(match)
    before = sheet_of_day(match)
    match = returned(match)
    cast.ruled(cast.again(match.home), Change("gold", by=10_000))
    assert sheet_of_day(match).treasury == before.treasury + 10_000
    assert MatchSheet.objects.filter(match=match).count() == 2  # as it was kept it stays
    cast.file(match)
    assert MatchSheet.objects.filter(match=match).count() == 4


def test_sheets_of_later_matches_are_kept_anew_when_it_counts_no_more() -> None:
    first, second = meetings()
    first = cast.file(first, home=hurt("p11"))
    second = cast.kick_off(second)
    returned(first)
    player = match_sheets(cast.reread(second))[first.home.key].player("p11")
    assert player is not None
    assert not player.misses_next


def test_a_place_that_was_told_stays_told() -> None:
    first, second = meetings()
    second = cast.file(second)
    match_place(match=first, before=second, actor=first.home.coach)
    place = place_of(first)
    first = returned(cast.file(cast.reread(first)))
    assert (first.status, first.place) == (MatchStatus.SCHEDULED, place)
    with pytest.raises(KickedOffAlready):
        cast.kick_off(first)


def test_a_day_that_was_told_stays_told_and_finds_the_place_again() -> None:
    first, second = meetings()
    match_place(match=first, played_on=date(2026, 11, 10), actor=first.home.coach)
    first = returned(cast.file(cast.reread(first)))
    assert (first.place, first.played_on) == (None, date(2026, 11, 10))
    match_place(match=second, played_on=date(2026, 11, 12), actor=second.home.coach)
    second = cast.file(cast.reread(second))
    assert place_of(cast.file(first)) < place_of(second)


def test_a_commissioner_who_says_the_place_of_a_report_takes_it_out_of_its_hands() -> None:
    first, second = meetings()
    second, first = cast.file(second), cast.file(first)
    match_place(match=first, before=second, actor=cast.coach("Cora"))
    place = place_of(first)
    assert place < place_of(second)
    assert returned(cast.reread(first)).place == place


def test_a_commissioner_who_says_that_it_was_the_last_leaves_it_to_the_report() -> None:
    first, second = meetings()
    window = opened(first.home)
    first, second = cast.file(first), cast.file(second)
    match_place(match=first, actor=cast.coach("Cora"))
    assert place_of(first) > place_of(second)
    assert returned(cast.reread(first)).place is None
    assert open_windows() == []  # the second is told still
    returned(second)
    assert open_windows() == [window]


def test_a_place_that_was_taken_back_by_hand_is_none_until_a_report_takes_one() -> None:
    first, second = meetings()
    second = cast.file(second)
    match_place(match=first, before=second, actor=first.home.coach)
    first = returned(cast.file(cast.reread(first)))
    match_place(match=first, actor=first.home.coach)
    assert cast.reread(first).place is None
    assert cast.kick_off(cast.reread(first)).status == MatchStatus.LIVE


def test_a_match_that_was_reopened_keeps_the_place_where_the_ledger_has_it() -> None:
    (match, _) = meetings()
    match = cast.finish(cast.confirm(cast.file(match)))
    place = match.place
    reopening_ask(match=match, reason="We forgot somebody.", actor=match.home.coach)
    reopening_agree(match=cast.reread(match), actor=match.away.coach)
    match = cast.reread(match)
    assert (match.status, match.place) == (MatchStatus.SCHEDULED, place)
    match = returned(cast.file(match, (1, 1)))
    assert (match.status, match.place) == (MatchStatus.SCHEDULED, place)
    with pytest.raises(PlaceStands):
        match_place(match=match, actor=cast.coach("Cora"))
    assert cast.finish(cast.confirm(cast.file(match, (1, 1)))).place == place
    assert list(league_differences(match.league)) == []


def an_agreed_one_that_does_not_fit() -> tuple[Match, Match]:
    """Both have agreed to the second; in the first, which was told anew, its scorer dies."""
    first, second = meetings(2)
    first = cast.file(cast.kick_off(first))
    second = cast.confirm(cast.file(second))
    first = returned(first)
    dice = {f"casualty/{first.home.key}/p10": DEAD}
    first = cast.confirm(cast.file(first, (0, 1), home=hurt("p10"), dice=dice))
    return first, second


def test_an_agreed_match_that_goes_back_keeps_the_place_that_both_had_agreed_to() -> None:
    first, second = an_agreed_one_that_does_not_fit()
    place = second.place
    cast.finish(first)
    assert agreed_count(match=second) is False
    second = cast.reread(second)
    assert (second.status, second.place) == (MatchStatus.SCHEDULED, place)
    assert second in inbox(second.home.coach).to_mend
    second = returned(cast.file(second, (0, 0)))
    assert second.place == place
    assert cast.finish(cast.confirm(cast.file(second, (0, 0)))).place == place


def test_when_an_agreed_match_goes_back_the_sheets_of_later_ones_are_kept_anew() -> None:
    first, second = meetings(2)
    third = meetings_of(first)[2]
    first = cast.file(cast.kick_off(first))
    second = cast.confirm(cast.file(second, (1, 0), away=hurt("p12")))
    third = cast.kick_off(third)
    limping = match_sheets(third)[second.away.key].player("p12")
    assert limping is not None
    assert limping.misses_next
    first = returned(first)
    dice = {f"casualty/{second.home.key}/p10": DEAD}
    side = {"home": hurt("p10")} if first.home_id == second.home_id else {"away": hurt("p10")}
    cast.finish(cast.confirm(cast.file(first, (0, 0), dice=dice, **side)))
    sweep()
    assert cast.reread(second).status == MatchStatus.SCHEDULED
    again = match_sheets(cast.reread(third))[second.away.key].player("p12")
    assert again is not None
    assert not again.misses_next


def meetings_of(match: Match) -> list[Match]:
    assert match.season is not None
    return [cast.reread(one) for one in match.season.matches.order_by("round", "pk")]


def test_an_exhibition_match_gives_its_place_up_and_leaves_the_windows_alone() -> None:
    (match, _) = meetings()
    window = opened(match.home)
    shown = cast.arranged(match.home, match.away, "exhibition", accepted=True)
    shown = cast.file(shown)
    assert (shown.place is not None, open_windows()) == (True, [window])
    shown = returned(shown)
    assert (shown.place, open_windows()) == (None, [window])
    assert cast.kick_off(shown).status == MatchStatus.LIVE


def test_a_friendly_whose_report_was_sent_back_may_still_be_called_off() -> None:
    (match, _) = meetings()
    friendly = returned(cast.file(cast.arranged(match.home, match.away, accepted=True)))
    match_call_off(match=friendly, actor=friendly.away.coach)
    assert cast.reread(friendly).status == MatchStatus.CALLED_OFF


def test_its_day_is_that_of_the_report_that_took_the_place() -> None:
    (match, _) = meetings()
    match = cast.file(match)
    assert match.place_taken_at is not None
    assert day_of(match) == match.place_taken_at.date()


def test_over_the_api_it_is_the_same() -> None:
    (match, _) = meetings()
    window = opened(match.home)
    match = cast.file(match)
    client = Client()
    client.force_login(match.home.coach)
    hiring, act = reverse("api:team-hiring", args=[match.home_id]), {"kind": "buy", "good": "apothecary"}
    assert client.post(hiring, act, "application/json").json()["code"] == "match_under_way"
    sent = client.post(reverse("api:match-return", args=[match.pk]), {"reason": "No."}, "application/json")
    assert (sent.status_code, open_windows()) == (200, [window])
    assert client.post(hiring, act, "application/json").status_code == 200
    begun = client.post(reverse("api:match-kick-off", args=[match.pk]), {}, "application/json")
    assert (begun.status_code, begun.json()["status"]) == (200, "live")
