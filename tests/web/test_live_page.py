"""The live page without a script: the same events by plain forms, and the same page for spectators without buttons."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from engine.match.checks.words import SENT_OFF_FOR
from leagues.models import Coach
from matches.mapping import report_of
from matches.models import Dispute, LiveEvent, Match, MatchDay, MatchStatus
from matches.selectors.live import live_match
from matches.services.disputes import dispute_accept
from matches.services.reopening import reopening_agree, reopening_ask
from matches.web.live_timeline import timeline
from tests import cast
from tests.matches.playing import kicked_off, phones
from tests.scenes import scene
from tests.web.reading import form_on, signed_in, words_on

pytestmark = pytest.mark.django_db


@scene
def match() -> Match:
    return kicked_off()


def address(match: Match) -> str:
    return reverse("matches:live", args=[match.pk])


def page(match: Match, coach: Coach | None = None, query: str = "") -> HttpResponse:
    client = signed_in(coach) if coach else Client()
    return client.get(address(match) + query)


def send(match: Match, **typed: str) -> HttpResponse:
    return signed_in(match.home.coach).post(address(match), typed)


def events(match: Match) -> list[tuple[str, str, str]]:
    return [(event.kind, event.side, event.player) for event in live_match(cast.reread(match)).events]


def test_an_event_is_told_by_a_form_and_shown(match: Match) -> None:
    answer = send(match, kind="touchdown", player="home/p10", half="1", turn="3")
    assert (answer.status_code, answer["Location"]) == (302, f"{address(match)}#timeline")
    assert events(match) == [("touchdown", "home", "p10")]
    words = words_on(page(match))
    assert "1st half · turn 3" in words
    assert "3 SPP for #10 blitzer 10" in words


def test_the_same_form_sent_twice_tells_once(match: Match) -> None:
    typed = {"kind": "touchdown", "player": "home/p10", "idempotency_key": "once"}
    client = signed_in(match.home.coach)
    assert {client.post(address(match), typed).status_code for _ in range(2)} == {302}
    assert LiveEvent.objects.count() == 1


def test_a_turn_that_begins_has_the_next_number_of_its_side(match: Match) -> None:
    for side in ("home", "away", "home"):
        send(match, kind="turn", side=side, half="1")
    found = [(event.side, event.turn) for event in live_match(match).events]
    assert sorted(found) == [("away", 1), ("home", 1), ("home", 2)]


def test_a_casualty_with_all_its_fields(match: Match) -> None:
    typed = {"half": "1", "turn": "2", "kind": "casualty", "player": "away/p5", "other": "home/p10", "cause": "block"}
    send(match, **typed, throw="", **{"dice-casualty": "53"})
    words = words_on(page(match, match.home.coach))
    assert "Casualty: Block" in words
    assert "Smashed Hip: misses the next match, −1 MA" in words  # noqa: RUF001
    assert "2 SPP for #10 blitzer 10" in words
    (event,) = live_match(match).events
    assert (event.dice, event.other, event.own) == ({"casualty": (5, 3)}, "p10", False)
    assert "5 lineman 5" in words[words.index("Casualties 1") :]


def test_a_casualty_of_the_crowd_earns_nobody_anything_whoever_it_was(match: Match) -> None:
    send(match, kind="casualty", player="away/p5", cause="crowd")
    words = words_on(page(match))
    assert "No SPP: not for how it came about" in words
    assert "nobody knows who did it" not in words


def test_faces_that_no_die_has_stand_there_with_a_remark(match: Match) -> None:
    send(match, kind="casualty", player="away/p5", cause="crowd", throw="", **{"dice-casualty": "99"})
    send(match, kind="kick-off", side="home", throw="", faces="7 7")
    words = words_on(page(match))
    assert "9, 9 cannot be thrown with D68." in words
    assert "7, 7 cannot be thrown with 2D6." in words


def test_what_fell_on_a_table_stands_with_its_event(match: Match) -> None:
    send(match, kind="kick-off", side="home", throw="", faces="3 4")
    send(match, kind="weather", throw="first")
    weather, kick_off = timeline(live_match(match))
    (typed,) = kick_off.rolls
    assert (typed.roll.faces, typed.roll.source, typed.what) == ((3, 4), "table", "Kick-off table")
    (thrown,) = weather.rolls
    assert (thrown.roll.source, bool(weather.how)) == ("seeded", True)


@pytest.mark.parametrize(
    ("roster", "positions", "more"),
    [
        ("orc", {"lineman": 11}, set()),
        ("undead", {"zombie": 11}, {"dice-regeneration", "dice-regeneration/igor"}),
        ("nurgle", {"rotter": 11}, {"dice-casualty/decay"}),
    ],
)
def test_dice_are_asked_for_that_these_two_teams_may_need(
    roster: str, positions: dict[str, int], more: set[str]
) -> None:
    """Skills: Regeneration of the undead, Decay of the rotters; of humans and orcs neither has any."""
    league = cast.league()
    teams = cast.team(league), cast.team(league, "Others", by="Bob", roster=roster, positions=positions, goods={})
    match = kicked_off(cast.match(cast.season(league, teams)))
    form = form_on(signed_in(match.home.coach).get(address(match)), address(match))
    assert {name for name in form if name.startswith("dice-")} == {"dice-casualty", "dice-casualty/apothecary", *more}


def test_whoever_only_watches_has_the_dugouts_beside_the_course_of_the_match() -> None:
    """A rule of the style sheet: the form of the turns is not on his page."""
    style = Path("static/css/live.css").read_text(encoding="utf-8")
    rule = '.live-state:not(:has(> .live-turns)) > section[aria-labelledby="dugouts"]'
    assert f"{rule} {{ grid-row: 2 / span 3; }}" in style


def test_who_did_it_may_be_of_his_own_side_or_not_known(match: Match) -> None:
    send(match, kind="casualty", player="away/p5", other="away/p6", cause="bomb")
    send(match, kind="touchdown", player="home/")
    own, unknown = live_match(match).events
    assert (own.other, own.own) == ("p6", True)
    assert (unknown.side, unknown.player) == ("home", "")
    assert live_match(match).sums.home.score == 1
    words = words_on(page(match))
    assert "No SPP for #6 lineman 6: his own side" in words
    assert "No SPP: nobody knows who did it" in words


def test_fields_of_another_kind_are_left_out(match: Match) -> None:
    """Without a script the form has the fields of every kind."""
    send(match, kind="touchdown", player="home/p10", other="away/p5", cause="block", apothecary="yes", result="dead")
    (event,) = live_match(match).events
    assert (event.other, event.cause, event.apothecary, event.result) == ("", "", False, "")


@pytest.mark.parametrize(("cause", "said"), [("foul", "A foul"), ("secret-weapon", "A secret weapon")])
def test_the_form_asks_for_what_somebody_was_sent_off(match: Match, cause: str, said: str) -> None:
    html = page(match, match.home.coach).content.decode()
    for word in SENT_OFF_FOR:
        assert f'name="sent-off-for" value="{word}"' in html
    send(match, kind="sent-off", player="away/p2", half="1", turn="4", **{"sent-off-for": cause})
    (event,) = live_match(match).events
    assert (event.player, event.cause) == ("p2", cause)
    assert f"Sent off: {said}" in words_on(page(match))


def test_an_edit_keeps_for_what_somebody_was_sent_off_until_another_thing_is_said(match: Match) -> None:
    ann, _ = phones(match)
    key = ann.tap("sent-off", side="away", player="p2", cause="argued", turn=4)
    ann.send()
    form = page(match, match.home.coach, f"?edit={key}")
    typed = form_on(form, address(match))
    assert typed["sent-off-for"] == "argued"
    send(match, **{**typed, "turn": "5"})
    (event,) = live_match(match).events
    assert (event.turn, event.cause) == (5, "argued")
    send(match, **{**typed, "sent-off-for": "", "idempotency_key": "another"})
    assert live_match(match).events[0].cause == ""


def test_an_edit_keeps_what_a_device_told_and_the_form_cannot_say(match: Match) -> None:
    """The other result of a rotting body, a die without a field, what a re-roll came from, an odd cause."""
    ann, _ = phones(match)
    told = {"side": "away", "player": "p5", "cause": "block", "result": "broken-ribs", "second": "dead"}
    hurt = ann.tap("casualty", **told, dice={"lasting/decay": [4]}, turn=2)
    again = ann.tap("reroll", side="home", what="leader", turn=2)
    off = ann.tap("sent-off", side="home", player="p3", cause="bad-words", turn=3)
    ann.send()
    for key in (hurt, again, off):
        typed = form_on(page(match, match.home.coach, f"?edit={key}"), address(match))
        send(match, **{**typed, "turn": "4"})
    by_key = {event.key: event for event in live_match(match).events}
    assert {event.turn for event in by_key.values()} == {4}
    assert (by_key[hurt].second, by_key[hurt].result) == ("dead", "broken-ribs")
    assert by_key[hurt].dice == {"lasting/decay": (4,)}
    assert by_key[again].what == "leader"
    assert by_key[off].cause == "bad-words"


def test_dice_of_the_kick_off_table_are_read(match: Match) -> None:
    send(match, kind="kick-off", side="home", faces="3 4")
    assert "Changing Weather" in words_on(page(match))


def test_an_event_is_taken_back_and_edited_by_forms(match: Match) -> None:
    send(match, kind="touchdown", player="home/p10", note="what a run", turn="3", half="1")
    (event,) = live_match(match).events
    form = page(match, match.home.coach, f"?edit={event.key}").content.decode()
    assert f'name="key" value="{event.key}"' in form
    assert 'value="what a run"' in form
    send(match, kind="touchdown", player="home/p11", key=event.key)
    assert events(match) == [("touchdown", "home", "p11")]
    send(match, do="undo", key=event.key)
    assert events(match) == []
    gone = send(match, do="undo", key=event.key)
    assert gone.status_code == 422
    assert "That event was taken back meanwhile." in words_on(gone)


def test_an_apothecary_is_one_tap_away_while_the_turn_lasts(match: Match) -> None:
    cora = cast.commissioner_of(match.league)
    league = cast.league("Healers", commissioner=cora)
    home = cast.team(league, "Reavers", goods={"apothecary": 1})
    away = cast.team(league, "Gouged Eye", by="Bob", roster="orc")
    healed = kicked_off(cast.match(cast.season(league, (home, away))))
    side = "home" if healed.home_id == home.pk else "away"
    other = "away" if side == "home" else "home"
    client, where = signed_in(home.coach), address(healed)
    client.post(
        where, {"kind": "casualty", "player": f"{side}/p5", "other": f"{other}/p10", "cause": "block", "throw": "first"}
    )
    (event,) = live_match(healed).events
    assert "Apothecary" in words_on(page(healed, home.coach))
    client.post(where, {"do": "amend", "key": event.key, "amend": '{"apothecary": true}', "throw": "all"})
    (event,) = live_match(healed).events
    assert event.apothecary
    assert "casualty/apothecary" in event.dice
    words = words_on(page(healed, home.coach))
    assert words.count("Keep ") >= 2
    client.post(where, {"do": "amend", "key": event.key, "amend": '{"kept": "second"}', "throw": "all"})
    assert live_match(healed).events[0].kept == "second"


@pytest.mark.parametrize("amend", ["", "[]", "no json", '{"kind": "touchdown"}', '{"apothecary": "yes"}'])
def test_one_tap_changes_nothing_but_what_it_is_for(match: Match, amend: str) -> None:
    send(match, kind="casualty", player="away/p5", cause="block")
    (event,) = live_match(match).events
    assert send(match, do="amend", key=event.key, amend=amend).status_code == 422
    assert live_match(match).events == (event,)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({}, "Say what happened."),
        ({"kind": "deflection"}, "Say what happened."),  # BB2016 has none
        ({"kind": "kick-off", "faces": "three"}, "Write the faces"),
        ({"kind": "touchdown", "player": "home/p10", "key": "carls-1"}, "is no key of an event"),
    ],
)
def test_what_cannot_be_read_is_said_and_what_was_typed_stays(match: Match, typed: dict[str, str], said: str) -> None:
    answer = signed_in(match.home.coach).post(address(match), {"note": "it rained", **typed}, follow=True)
    assert said in words_on(answer)
    assert events(match) == []
    if answer.status_code == 422:
        assert 'value="it rained"' in answer.content.decode()


def test_spectators_see_the_same_without_buttons(match: Match) -> None:
    send(match, kind="touchdown", player="home/p10")
    for watcher in (None, cast.coach("Zoe"), cast.member(match.league, "Mia")):
        html = page(match, watcher).content.decode()
        assert "3 SPP for #10 blitzer 10" in html
        assert 'id="tell"' not in html
        assert "data-undo" not in html
        assert reverse("matches:report", args=[match.pk]) not in html
    assert 'id="tell"' in page(match, cast.commissioner_of(match.league)).content.decode()


def test_before_the_kick_off_there_is_nothing_to_tell() -> None:
    match = cast.match()
    seen = page(match, match.home.coach)
    assert "Not kicked off yet" in words_on(seen)
    assert 'id="tell"' not in seen.content.decode()
    assert send(match, kind="note", note="early").status_code == 409


def test_after_the_report_there_are_no_buttons_and_what_comes_late_is_set_apart(match: Match) -> None:
    send(match, kind="touchdown", player="home/p10")
    match = cast.file(match, (1, 0))
    assert match.status == MatchStatus.REPORTED
    _, bob = phones(match)
    bob.tap("touchdown", side="away", player="p11")
    bob.send()
    words = words_on(page(match, match.away.coach))
    assert "Told after the report" in words
    assert "#11 blitzer 11" in words[words.index("Told after the report") :]
    assert 'id="tell"' not in page(match, match.away.coach).content.decode()
    the_match = Client().get(reverse("matches:match", args=[match.pk]))
    assert "1 event was told after the report" in words_on(the_match)


def told_late(match: Match, kind: str = "touchdown", **told: str) -> Match:
    """Ann has filed what she knows; then the phone of Bob is back, with an event that had waited in it."""
    match = cast.file(match, (1, 0))
    _, bob = phones(match)
    bob.tap(kind, side="away", turn=8, **told)
    bob.send()
    return match


def test_what_came_late_is_disputed_with_its_lines_filled_in(match: Match) -> None:
    match = told_late(match, player="p11")
    (late,) = live_match(match).late
    where = f"{reverse('matches:dispute', args=[match.pk])}?late={late.entry.number}"
    assert where in page(match, match.away.coach).content.decode()
    assert where not in page(match, match.home.coach).content.decode()  # it is his own report
    assert "?late=" not in page(match).content.decode()
    the_match = signed_in(match.away.coach).get(reverse("matches:match", args=[match.pk])).content.decode()
    assert f"{reverse('matches:dispute', args=[match.pk])}?late=all" in the_match
    bob = signed_in(match.away.coach)
    form = form_on(bob.get(where), reverse("matches:dispute", args=[match.pk]))
    line = "away.deeds.p11.touchdown"
    assert (form[f"wants.{line}"], form[f"value.{line}"]) == ("changed", "1")
    assert "Touchdown, #11 blitzer 11" in form[f"comment.{line}"]
    assert [name for name, typed in form.items() if name.startswith("comment.") and typed] == [f"comment.{line}"]
    assert bob.post(reverse("matches:dispute", args=[match.pk]), form).status_code == 302
    (dispute,) = Dispute.objects.all()
    assert (dispute.line, dispute.wants, dispute.proposal) == (line, "changed", 1)
    dispute_accept(dispute=dispute, actor=match.home.coach)
    report = cast.reread(match).reports.last()
    assert report is not None
    assert report_of(report).away.score == 1


@pytest.mark.parametrize(
    ("kind", "told", "line", "value"),
    [
        ("sent-off", {"player": "p2"}, "away.sent_off", ["p2"]),
        ("casualty", {"player": "p5", "other": "p10", "cause": "foul"}, "away.casualties.p5", "foul"),
    ],
)
def test_a_line_that_the_report_does_not_have_is_disputed_as_well(
    match: Match, kind: str, told: dict[str, str], line: str, value: object
) -> None:
    match = told_late(match, kind, **told)
    bob, where = signed_in(match.away.coach), reverse("matches:dispute", args=[match.pk])
    form = form_on(bob.get(f"{where}?late=all"), where)
    sent = bob.post(where, form)
    assert sent.status_code == 302, words_on(sent)
    (dispute,) = Dispute.objects.all()
    found = dispute.proposal if isinstance(value, list) else dispute.proposal["cause"]
    assert (dispute.line, found) == (line, value)


def test_what_changes_no_line_says_so(match: Match) -> None:
    match = told_late(match, "note", note="what a match")
    bob, where = signed_in(match.away.coach), reverse("matches:dispute", args=[match.pk])
    assert "would change no line of it" in words_on(bob.get(f"{where}?late=all"))


@pytest.mark.parametrize("place", ["home.casualties", "home.deeds", "prematch.away.nonsense", "x", "home.used."])
def test_a_line_that_cannot_be_is_no_line(match: Match, place: str) -> None:
    match = told_late(match)
    bob, where = signed_in(match.away.coach), reverse("matches:dispute", args=[match.pk])
    sent = bob.post(where, {f"comment.{place}": "wrong", f"wants.{place}": "changed", f"value.{place}": "1"})
    assert sent.status_code == 422
    assert not Dispute.objects.exists()


def test_once_it_counts_what_came_late_is_a_reason_to_reopen(match: Match) -> None:
    match = cast.confirm(cast.file(match, (1, 0)))
    _, bob = phones(match)
    bob.tap("touchdown", side="away", player="p11", turn=8)
    bob.send()
    where = f"{reverse('matches:match', args=[match.pk])}?late={live_match(match).late[0].entry.number}"
    for coach in (match.home.coach, match.away.coach):
        assert f'href="{where}#reopen-reason"' in page(match, coach).content.decode()
    assert "?late=" not in page(match, cast.member(match.league, "Mia")).content.decode()
    the_match = signed_in(match.away.coach).get(where).content.decode()
    reason = the_match.partition('id="reopen-reason"')[2].partition("</textarea>")[0]
    assert "Told after the report: half 1, turn 8, Touchdown, #11 blitzer 11" in reason


def test_when_it_was_reopened_what_came_late_is_taken_in_with_a_tap(match: Match) -> None:
    """It was the reason to reopen the match: nobody has to tell it again."""
    send(match, kind="touchdown", player="home/p10", half="1", turn="3")
    send(match, kind="note", note="a short break", half="1", turn="3")
    goal, word = (event.key for event in live_match(match).events)
    match = cast.confirm(cast.file(cast.reread(match), (1, 0)))
    _, bob = phones(match)
    bob.tap("touchdown", side="away", player="p11", turn=8)
    bob.tap("touchdown", key=goal, side="home", player="p11", turn=3)
    bob.undo(word)
    bob.send()
    assert "Take it in" not in words_on(page(match, match.home.coach))
    reopening_ask(match=match, reason="Told after the report.", actor=match.home.coach)
    reopening_agree(match=match, actor=match.away.coach)
    assert "Take it in" not in words_on(page(match))
    shown = page(match, match.home.coach).content.decode()
    assert shown.count("Take it in") == 3
    number = {one.entry.key: str(one.entry.number) for one in live_match(cast.reread(match)).late}
    for key, do in ((f"{bob.device}-1", "late"), (goal, "late"), (word, "undo")):
        assert f'name="entry" value="{number[key]}"' in shown
        assert send(match, do=do, key=key, entry=number[key], seen="9").status_code == 302
    assert events(match) == [("touchdown", "home", "p11"), ("touchdown", "away", "p11")]
    assert live_match(cast.reread(match)).late == ()
    assert send(match, do="late", key=goal, entry=number[goal]).status_code == 422
    assert "Told after the report" not in words_on(page(match, match.home.coach))


def test_the_match_leads_to_its_live_page_while_it_is_played(match: Match) -> None:
    def seen(coach: Coach) -> str:
        return words_on(signed_in(coach).get(reverse("matches:match", args=[match.pk])))

    assert "Tell what happens: the live page" in seen(match.home.coach)
    assert "Watch it live" in seen(cast.coach("Zoe"))


def test_what_two_phones_told_is_asked_about(match: Match) -> None:
    ann, bob = phones(match)
    ann.tap("touchdown", side="home", player="p10")
    ann.send()
    twin = bob.tap("touchdown", side="home", player="p10")
    bob.send()
    assert "Two phones have told this." in words_on(page(match, match.home.coach))
    send(match, do="amend", key=twin, amend='{"apothecary": false}')
    html = page(match, match.home.coach).content.decode()
    assert "Two phones have told this." in html  # a change is no word about it
    assert f'name="apart" value="{ann.device}-1"' in html
    send(match, do="amend", key=twin, amend="{}", apart=f"{ann.device}-1")
    assert "Two phones have told this." not in words_on(page(match, match.home.coach))
    assert len(events(match)) == 2


def told_differently(match: Match, **told: str) -> str:
    """Ann has told it anew; then arrives what Bob, who was offline, had told of it: a taking back, or ``told``."""
    ann, bob = phones(match)
    key = ann.tap("touchdown", side="home", player="p10", turn=2)
    ann.send()
    ann.tap("touchdown", key=key, side="home", player="p11", turn=2, seen=1)
    ann.send()
    if told:
        bob.tap("touchdown", key=key, side="home", turn=2, seen=1, **told)
    else:
        bob.undo(key, seen=1)
    bob.send()
    return key


def test_what_a_phone_told_unseen_is_decided_by_a_tap(match: Match) -> None:
    key = told_differently(match, player="p12")
    words = words_on(page(match, match.home.coach))
    assert "Bob has told it otherwise, and had not seen this: half 1, turn 2, Touchdown, #12 blitzer 12" in words
    assert "Leave it as it is" in words
    assert "Leave it as it is" not in words_on(page(match))
    html = page(match, match.home.coach).content.decode()
    assert 'data-number="3"' in html
    assert 'name="seen" value="3"' in html
    assert send(match, do="take", key=key, entry="2", seen="3").status_code == 422
    send(match, do="take", key=key, entry="3", seen="3")
    assert events(match) == [("touchdown", "home", "p12")]
    assert "had not seen this" not in words_on(page(match, match.home.coach))


def test_what_was_taken_back_unseen_may_be_left_or_taken_back(match: Match) -> None:
    key = told_differently(match)
    words = words_on(page(match, match.home.coach))
    assert "Bob has taken it back, and had not seen this." in words
    send(match, do="amend", key=key, amend="{}", seen="3")
    assert events(match) == [("touchdown", "home", "p11")]
    assert "had not seen this" not in words_on(page(match, match.home.coach))


def test_a_form_that_was_opened_before_another_phone_told_it_anew_does_not_win_unseen(match: Match) -> None:
    ann, bob = phones(match)
    key = ann.tap("touchdown", side="home", player="p10", turn=2)
    ann.send()
    bob.tap("touchdown", key=key, side="home", player="p11", turn=2, seen=1)
    bob.send()
    send(match, do="undo", key=key, seen="1")
    assert events(match) == [("touchdown", "home", "p11")]
    assert "Ann has taken it back, and had not seen this." in words_on(page(match))


def test_a_table_that_nobody_has_thrown_on_is_thrown_on_by_a_tap(match: Match) -> None:
    send(match, kind="weather", half="1", turn="1")
    (event,) = live_match(match).events
    button = "The server throws</button>"
    assert button in page(match, match.home.coach).content.decode()
    send(match, do="amend", key=event.key, amend="{}", throw="first")
    (thrown,) = live_match(match).events
    assert thrown.what
    assert button not in page(match, match.home.coach).content.decode()


@pytest.mark.parametrize(
    ("edition", "there", "missing"),
    [
        ("bb2016", ("Completion", "Card", "Weather"), ("Deflection", "Superb throw", "Prayer")),
        ("lrb6", ("Completion", "Weather"), ("Deflection", "Prayer")),
    ],
)
def test_what_the_edition_does_not_have_is_not_offered(
    edition: str, there: tuple[str, ...], missing: tuple[str, ...]
) -> None:
    match = kicked_off(cast.match(cast.season(cast.league(ruleset=edition))))
    form = page(match, match.home.coach).content.decode()
    assert all(f"<span>{word}</span>" in form for word in there)
    assert not any(f"<span>{word}</span>" in form for word in missing)


@pytest.mark.parametrize(
    ("edition", "ways"),
    [
        ("bb2016", ("recovered", "bribe", "argued", "card", "stadium", "staff", "inducement")),
        ("lrb6", ("recovered", "bribe", "argued", "inducement")),
    ],
)
def test_only_what_can_bring_a_player_back_in_this_league_is_offered(edition: str, ways: tuple[str, ...]) -> None:
    match = kicked_off(cast.match(cast.season(cast.league(ruleset=edition))))
    form = page(match, match.home.coach).content.decode()
    offered = form.split('name="what-back"')[1].split("</select>")[0]
    assert tuple(re.findall(r'value="([a-z]+)"', offered)) == ways


@pytest.mark.parametrize("dice", ["either", "server"])
def test_the_report_begins_with_what_was_told_and_asks_for_no_die_that_has_fallen(dice: str) -> None:
    match = kicked_off(cast.match(cast.season(cast.league(house_rules={"dice": dice}))))
    ann, _ = phones(match)
    ann.tap("touchdown", side="home", player="p10")
    ann.tap("casualty", side="away", player="p5", other="p10", cause="block", throw="all")
    ann.send()
    where, client = reverse("matches:report", args=[match.pk]), signed_in(match.home.coach)
    form = form_on(client.get(where), where)
    assert (form["home-score"], form["home-deeds-p10-touchdown"], form["away-score"]) == ("1", "1", "0")
    assert (form["away-casualties-0-victim"], form["away-casualties-0-by"]) == ("p5", "p10")
    assert form.get("away-casualties-0-die", "") == ""
    nominees = {f"{side}-nominees-{nth}": key for side in ("home", "away") for nth, key in enumerate(cast.NOMINEES)}
    filed = client.post(where, {**form, **nominees})
    assert filed.status_code == 302, words_on(filed)
    assert cast.reread(match).status == MatchStatus.REPORTED


def test_what_was_bought_is_offered_alone_where_it_was_recorded(match: Match) -> None:
    form = page(match, match.home.coach).content.decode()
    assert "Wandering Apothecary" in form
    assert "Wizard" in form
    bought = {"home": {"induced": [{"what": "wizard"}], "cards": [{"deck": "any", "card": "A card of our own"}]}}
    MatchDay.objects.update_or_create(match=match, defaults={"prematch": bought})
    form = page(match, match.home.coach).content.decode()
    assert "Wizard" in form
    assert "Wandering Apothecary" not in form
    assert "A card of our own" in form
    assert "Rowdy Fans" not in form


def test_names_of_players_with_anything_in_them_are_shown_as_they_are(match: Match) -> None:
    text = "😀 </script><b>\u202e\u05d2\u05e8\u05d9\u05e3\u202c " + "x" * 200
    send(match, kind="note", note=text)
    html = page(match).content.decode()
    assert "<b>\u202e" not in html
    assert "&lt;b&gt;" in html
