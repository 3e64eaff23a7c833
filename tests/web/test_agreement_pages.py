"""Agreeing about a report on the site: drafts, two reports, PIN, code, disputes, rulings, reopening, stories."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from engine.team.ruling import Change
from leagues.models import AuditEntry, Coach
from leagues.services.accounts import pin_set
from matches.mapping import report_from, report_of
from matches.models import Confirmation, Dispute, Match, PinTries, ReportDraft, WriteUp
from matches.selectors.matches import report_filed
from matches.services.disputes import Objection, dispute_raise
from matches.services.reports import report_submit
from tests import cast, pictures
from tests.scenes import scene
from tests.web.reading import form_on, signed_in, words_on

pytestmark = pytest.mark.django_db

TOUCHDOWN = "home.deeds.p10.touchdown"


@scene
def match() -> Match:
    return cast.match(cast.season(cast.quiet_league()))


def at(name: str, match: Match, *more: Any) -> str:
    return reverse(f"matches:{name}", args=[match.pk, *more])


def page(match: Match, coach: Coach | None = None, query: str = "") -> HttpResponse:
    client = signed_in(coach) if coach else Client()
    return client.get(at("match", match) + query)


def send(match: Match, name: str, coach: Coach, **typed: Any) -> HttpResponse:
    """Submit a form of the match page as it stands there."""
    form = form_on(page(match, coach), at(name, match))
    assert form, f"the page has no form for {name}"
    return signed_in(coach).post(at(name, match), {**form, **typed})


def both_filed(match: Match) -> Match:
    cast.file(match, (2, 1))
    told = report_from(cast.report(match, (1, 1)))
    report_submit(match=cast.reread(match), report=told, actor=match.away.coach)
    return cast.reread(match)


def disputed(match: Match, *more: Objection) -> Dispute:
    cast.file(match, (2, 1))
    told = (Objection(TOUCHDOWN, "It was one.", "changed", 1), *more)
    dispute_raise(match=cast.reread(match), objections=told, actor=match.away.coach)
    return Dispute.objects.order_by("pk")[0]


# Drafts.


def save(match: Match, coach: Coach, *, htmx: bool = True, **typed: Any) -> HttpResponse:
    headers = {"HX-Request": "true"} if htmx else {}
    return signed_in(coach).post(at("report-draft", match), typed, headers=headers)


def test_what_is_typed_is_saved_in_the_background_and_found_on_another_device(match: Match) -> None:
    answer = save(match, match.home.coach, **{"home-score": "3", "home-casualties-0-victim": "p5", "draft": "0"})
    assert answer.status_code == 200
    assert "Your draft, which nobody else sees, was saved" in words_on(answer)
    assert 'name="draft" value="1"' in answer.content.decode()
    form = form_on(signed_in(match.home.coach).get(at("report", match)), at("report", match))
    assert (form["home-score"], form["home-casualties-0-victim"], form["draft"]) == ("3", "p5", "1")
    others = form_on(signed_in(match.away.coach).get(at("report", match)), at("report", match))
    assert (others["home-score"], others["draft"]) == ("0", "0")


def test_a_draft_that_was_saved_elsewhere_is_said_and_may_be_saved_over(match: Match) -> None:
    save(match, match.home.coach, **{"home-score": "3", "draft": "0"})
    stale = save(match, match.home.coach, **{"home-score": "4", "draft": "0"})
    assert stale.status_code == 409
    assert "This draft was saved elsewhere since you opened it" in words_on(stale)
    assert save(match, match.home.coach, **{"home-score": "4", "draft": "0", "do": "over"}).status_code == 200
    assert ReportDraft.objects.get().typed["home-score"] == "4"


def test_without_a_script_a_button_saves_the_draft_and_a_refusal_keeps_what_was_typed(match: Match) -> None:
    saved = save(match, match.home.coach, htmx=False, **{"home-score": "3", "draft": "0"})
    assert (saved.status_code, saved["Location"]) == (302, at("report", match))
    stale = save(match, match.home.coach, htmx=False, **{"home-score": "4", "draft": "0"})
    assert stale.status_code == 409
    assert form_on(stale, at("report", match))["home-score"] == "4"


def test_a_draft_is_thrown_away(match: Match) -> None:
    save(match, match.home.coach, **{"home-score": "3"})
    assert save(match, match.home.coach, htmx=False, do="throw-away").status_code == 302
    assert not ReportDraft.objects.exists()


def test_who_was_logged_out_meanwhile_is_not_led_away_from_what_he_types(match: Match) -> None:
    answer = Client().post(at("report-draft", match), {"home-score": "3"}, headers={"HX-Request": "true"})
    assert answer.status_code == 401


# Two reports.


def test_the_differences_stand_side_by_side_and_lines_are_taken_over(match: Match) -> None:
    found = both_filed(match)
    words = words_on(page(found, match.home.coach))
    assert "Two reports, and they differ" in words
    assert "2 lines differ" in words
    assert "Reavers, #10 blitzer 10: Touchdown" in words
    answer = send(found, "lines-take", match.home.coach, line=["home.score", TOUCHDOWN])
    assert answer.status_code == 302
    assert cast.reread(match).status == "confirmed"
    assert "Confirmed by Ann, who filed the same." in words_on(page(match))


def test_the_same_differences_are_shown_to_a_visitor_without_anything_to_press(match: Match) -> None:
    seen = page(both_filed(match))
    assert "2 lines differ" in words_on(seen)
    assert "The other is right" not in words_on(seen)


def test_a_coach_agrees_to_the_whole_report_of_the_other(match: Match) -> None:
    found = both_filed(match)
    assert send(found, "confirm", match.away.coach).status_code == 302
    assert Confirmation.objects.get().report.number == 1


def test_lines_that_do_not_fit_are_refused_with_the_reason(match: Match) -> None:
    answer = send(both_filed(match), "lines-take", match.home.coach, line=["home.score"])
    assert answer.status_code == 422
    assert "the score is 1 but the players' touchdowns add up to 2" in words_on(answer)


def test_what_they_cannot_agree_about_is_put_before_a_commissioner(match: Match) -> None:
    found = both_filed(match)
    told = "We remember it differently."
    assert send(found, "dispute-differences", match.away.coach, comment=told).status_code == 302
    assert cast.reread(match).status == "disputed"
    home = words_on(signed_in(cast.commissioner_of(match.league)).get(reverse("matches:home")))
    assert "Rule on Reavers – Gouged Eye" in home  # noqa: RUF001


def test_the_other_coach_may_file_a_report_of_his_own_beside_one_that_waits(match: Match) -> None:
    filed = cast.file(match)
    assert signed_in(match.away.coach).get(at("report", filed)).status_code == 200
    assert signed_in(match.home.coach).get(at("report", filed)).status_code == 302


def test_a_commissioner_files_from_paper_and_the_page_says_so(match: Match) -> None:
    cora = cast.commissioner_of(match.league)
    form = form_on(signed_in(cora).get(at("report", match)), at("report", match))
    nominees = {f"{side}-nominees-{nth}": key for side in ("home", "away") for nth, key in enumerate(cast.NOMINEES)}
    scores = {"home-score": "0", "away-score": "0"}
    sent = signed_in(cora).post(at("report", match), {**form, **nominees, **scores, "on_behalf": "home"})
    assert sent.status_code == 302
    text = words_on(page(match))
    assert "Cora, a commissioner, filed it from paper for Reavers." in text
    # It was filed for Ann: she has no button.
    assert "The report waits for Bob." in text


# PIN and code.


def test_the_other_coach_confirms_by_his_pin_on_the_authors_phone(match: Match) -> None:
    pin_set(pin="4711", actor=match.away.coach)
    filed = cast.file(match)
    assert send(filed, "confirm-by-pin", match.home.coach, pin="4711").status_code == 302
    assert "Confirmed by Bob, by PIN on another phone." in words_on(page(match))


def test_a_wrong_pin_is_said_with_what_is_left_and_counts_however_often_it_is_sent(match: Match) -> None:
    pin_set(pin="4711", actor=match.away.coach)
    filed = cast.file(match)
    form = form_on(page(filed, match.home.coach), at("confirm-by-pin", match))
    client = signed_in(match.home.coach)
    first = client.post(at("confirm-by-pin", match), {**form, "pin": "0000"})
    assert first.status_code == 422
    assert "That is not the PIN of Bob. Tries that are left: 4." in words_on(first)
    assert "4711" not in first.content.decode()
    client.post(at("confirm-by-pin", match), {**form, "pin": "0000"})
    assert PinTries.objects.get().tries == 2
    right = client.post(at("confirm-by-pin", match), {**form, "pin": "4711"})
    assert (right.status_code, cast.reread(match).status) == (302, "confirmed")


def test_after_five_wrong_pins_the_way_is_closed_and_the_page_says_for_how_long(match: Match) -> None:
    pin_set(pin="4711", actor=match.away.coach)
    filed = cast.file(match)
    for _ in range(5):
        send(filed, "confirm-by-pin", match.home.coach, pin="0000")
    locked = send(filed, "confirm-by-pin", match.home.coach, pin="4711")
    assert locked.status_code == 409
    assert "Too many wrong PINs of Bob. He may try again in 15 min" in words_on(locked)


def test_a_request_that_is_sent_again_is_answered_as_the_first_time(match: Match) -> None:
    pin_set(pin="4711", actor=match.away.coach)
    filed = cast.file(match)
    form = {**form_on(page(filed, match.home.coach), at("confirm-by-pin", match)), "pin": "4711"}
    client = signed_in(match.home.coach)
    assert [client.post(at("confirm-by-pin", match), form).status_code for _ in range(2)] == [302, 302]
    assert AuditEntry.objects.filter(action="report.confirmed").count() == 1


def test_without_a_pin_nobody_is_asked_for_one(match: Match) -> None:
    filed = cast.file(match)
    assert form_on(page(filed, match.home.coach), at("confirm-by-pin", match)) == {}


def test_a_pin_is_set_changed_and_removed_on_the_page_of_the_account() -> None:
    ann = cast.coach()
    client, address = signed_in(ann), reverse("leagues:pin")
    assert client.post(address, {"pin": "47"}).status_code == 422
    assert "A PIN has 4 to 8 digits." in words_on(client.post(address, {"pin": "47"}))
    assert client.post(address, {"pin": "4711"}).status_code == 302
    assert "Change your PIN" in words_on(client.get(reverse("leagues:account")))
    assert client.post(address, {"do": "remove"}).status_code == 302
    assert Coach.objects.get(pk=ann.pk).pin == ""


def code_address(match: Match) -> str:
    shown = signed_in(match.home.coach).get(at("code", match))
    assert shown.status_code == 200
    assert "<svg" in shown.content.decode()
    (address,) = {part for part in shown.content.decode().split('"') if part.startswith("http://testserver")}
    return address.removeprefix("http://testserver")


def test_a_scanned_code_leads_the_other_coach_to_this_very_report(match: Match) -> None:
    cast.file(match)
    address = code_address(match)
    assert reverse("leagues:login") in Client().get(address)["Location"]
    led = signed_in(match.away.coach).get(address)
    assert led.status_code == 302
    shown = signed_in(match.away.coach).get(led["Location"].partition("#")[0])
    form = form_on(shown, at("confirm", match))
    assert signed_in(match.away.coach).post(at("confirm", match), form).status_code == 302
    assert "Confirmed by Bob, who scanned the code." in words_on(page(match))


def test_the_code_alone_lets_nobody_confirm(match: Match) -> None:
    cast.file(match)
    address = code_address(match)
    for coach in (match.home.coach, cast.coach("Zoe")):
        led = signed_in(coach).get(address)
        shown = signed_in(coach).get(led["Location"].partition("#")[0])
        assert form_on(shown, at("confirm", match)) == {}
    form = {"report": "1", "code": address.rstrip("/").rpartition("/")[2]}
    assert signed_in(cast.coach("Zoe")).post(at("confirm", match), form).status_code == 403


def test_a_code_expires_and_one_of_another_match_is_none(match: Match) -> None:
    cast.file(match)
    address = code_address(match)
    with time_machine.travel(timezone.now() + timedelta(seconds=901), tick=True):
        late = signed_in(match.away.coach).get(address)
    assert late.status_code == 409
    assert "This code is too old." in words_on(late)
    code = address.rstrip("/").rpartition("/")[2]
    other = cast.match(cast.season(cast.quiet_league("Elsewhere")))
    assert signed_in(other.away.coach).get(at("code-use", other, code)).status_code == 409
    assert signed_in(match.away.coach).get(at("code-use", match, "nonsense")).status_code == 409


# Disputes.


def test_a_coach_disputes_a_line_and_the_page_shows_which_stand(match: Match) -> None:
    filed = cast.file(match, (2, 1))
    client = signed_in(match.away.coach)
    form = form_on(client.get(at("dispute", filed)), at("dispute", filed))
    typed = {f"comment.{TOUCHDOWN}": "It was one.", f"wants.{TOUCHDOWN}": "changed", f"value.{TOUCHDOWN}": "1"}
    assert client.post(at("dispute", filed), {**form, **typed}).status_code == 302
    words = words_on(page(match))
    assert "1 line is disputed" in words
    assert "5 other lines of the report stand: both coaches agree to them." in words
    assert "Ann says: 2." in words
    assert "Bob wants: 1." in words
    assert "To be ruled on by:" in words


def test_a_dispute_without_a_word_is_refused_and_what_was_typed_stays(match: Match) -> None:
    filed = cast.file(match, (2, 1))
    client = signed_in(match.away.coach)
    nothing = client.post(at("dispute", filed), {"report": "1"})
    assert nothing.status_code == 422
    assert "Say which lines are wrong: 1 to 100 of them, not 0." in words_on(nothing)
    typed = {"report": "1", f"comment.{TOUCHDOWN}": "One.", f"wants.{TOUCHDOWN}": "changed", f"value.{TOUCHDOWN}": "x"}
    refused = client.post(at("dispute", filed), typed)
    assert refused.status_code == 422
    assert form_on(refused, at("dispute", filed))[f"comment.{TOUCHDOWN}"] == "One."


def test_a_missing_casualty_and_a_missing_deed_are_asked_for(match: Match) -> None:
    filed = cast.file(match, (2, 1))
    typed = {
        "report": "1",
        "missing.casualty": "away.p5",
        "missing.cause": "block",
        "missing.by": "p11",
        "missing.casualty.comment": "He was carried off.",
        "missing.deed": "home.p1",
        "missing.what": "completion",
        "missing.deed.comment": "He threw it.",
    }
    assert signed_in(match.away.coach).post(at("dispute", filed), typed).status_code == 302
    assert {one.line: one.proposal for one in Dispute.objects.all()} == {
        "away.casualties.p5": {"cause": "block", "by": "p11"},
        "home.deeds.p1.completion": 1,
    }


def test_what_somebody_did_who_was_only_here_for_the_match_may_be_missing_too(match: Match) -> None:
    """BB2016, inducements, star players: he plays like anybody, and his key has hyphens."""
    cast.ruled(match.home, Change("gold", by=300_000))
    match = cast.reread(match)
    hired = {"induced": [{"what": "star-player", "about": "helmut-wulf"}], "treasury": 110_000}
    before = {"chooses_first": "home", "home": hired, "away": {"induced": []}}
    told = report_from({**cast.report(match, (2, 1)), "prematch": before})
    report_submit(match=match, report=told, actor=match.home.coach)
    star = "star-helmut-wulf-1"
    typed = {
        "report": "1",
        "missing.casualty": f"home.{star}",
        "missing.cause": "block",
        "missing.casualty.comment": "He was carried off.",
        "missing.deed": f"home.{star}",
        "missing.what": "completion",
        "missing.deed.comment": "He threw it.",
        # As a page has it that was led here by what came late.
        f"comment.home.deeds.{star}.touchdown": "He scored.",
        f"wants.home.deeds.{star}.touchdown": "changed",
        f"value.home.deeds.{star}.touchdown": "1",
    }
    assert signed_in(match.away.coach).post(at("dispute", match), typed).status_code == 302
    assert {one.line for one in Dispute.objects.all()} == {
        f"home.casualties.{star}",
        f"home.deeds.{star}.completion",
        f"home.deeds.{star}.touchdown",
    }


@pytest.mark.parametrize(("do", "who", "status"), [("accept", "home", 302), ("withdraw", "away", 302)])
def test_the_coaches_settle_a_line_themselves(match: Match, do: str, who: str, status: int) -> None:
    one = disputed(match)
    address = reverse("matches:dispute-line", args=[one.pk])
    coach = getattr(match, who).coach
    assert signed_in(coach).post(address, {"do": do}).status_code == status
    assert cast.reread(match).status == "confirmed"
    assert "The last disputed line was settled" in words_on(page(match))


def test_a_commissioner_rules_and_everybody_can_read_it(match: Match) -> None:
    one = disputed(match)
    cora, address = cast.commissioner_of(match.league), reverse("matches:dispute-line", args=[one.pk])
    shown = signed_in(cora).get(address)
    assert "Rule on it" in words_on(shown)
    assert "Rule on it" not in words_on(signed_in(match.home.coach).get(address))
    typed = {"do": "rule", "verdict": "changed", f"value.{TOUCHDOWN}": "1", "reason": "Both remember one."}
    refused = signed_in(cora).post(address, {**typed, "reason": ""})
    assert refused.status_code == 422
    assert signed_in(cora).post(address, typed).status_code == 302
    listed = words_on(Client().get(reverse("matches:rulings", args=[match.league.slug])))
    assert "Reavers, #10 blitzer 10: Touchdown" in listed
    assert "Changed: 1." in listed
    assert "“Both remember one.”" in listed


def test_a_comment_in_any_script_is_shown_and_turns_nothing_around(match: Match) -> None:
    comment = "🏈 ספר <b>" + "x" * 290
    cast.file(match)
    objection = Objection(TOUCHDOWN, comment[:300])
    dispute_raise(match=cast.reread(match), objections=[objection], actor=match.away.coach)
    seen = page(match).content.decode()
    assert "ספר &lt;b&gt;" in seen
    assert "ספר <b>" not in seen


SCORED = {"comment.home.score": "We counted again.", "wants.home.score": "changed"}


@pytest.mark.parametrize(
    ("score", "scorers", "lines"),
    [
        (1, ("p10",), {"home.deeds.p10.touchdown": 1}),
        (3, ("p9",), {"home.deeds.p9.touchdown": 1}),
        (5, ("p9", "p10", "p9"), {"home.deeds.p9.touchdown": 2, "home.deeds.p10.touchdown": 3}),
    ],
)
def test_who_disputes_the_score_says_who_scored_and_it_can_be_agreed_to(
    match: Match, score: int, scorers: tuple[str, ...], lines: dict[str, int]
) -> None:
    """The score is what the players scored: their touchdowns are what is disputed, and they move it."""
    cast.file(match, (2, 1))
    form = words_on(signed_in(match.away.coach).get(at("dispute", match)))
    assert "Who scored it; or, if it was less, whose touchdown it was not" in form
    named = {f"scorer.home.score.{nth}": player for nth, player in enumerate(scorers)}
    typed = {"report": "1", **SCORED, "value.home.score": str(score), **named}
    assert signed_in(match.away.coach).post(at("dispute", match), typed).status_code == 302
    assert {one.line: one.proposal for one in Dispute.objects.all()} == lines
    for one in Dispute.objects.all():
        sent = signed_in(match.home.coach).post(reverse("matches:dispute-line", args=[one.pk]), {"do": "accept"})
        assert sent.status_code == 302
    assert report_of(report_filed(cast.reread(match))).home.score == score


def test_a_score_without_its_scorers_is_refused_beside_what_was_typed(match: Match) -> None:
    cast.file(match, (2, 1))
    typed = {"report": "1", **SCORED, "value.home.score": "4", "scorer.home.score.0": "p9"}
    answer = signed_in(match.away.coach).post(at("dispute", match), typed)
    assert answer.status_code == 422
    assert "the score is 4 but the players' touchdowns add up to 3" in words_on(answer)
    html = answer.content.decode()
    assert '<option value="p9" selected>' in html
    assert not Dispute.objects.exists()


def test_a_commissioner_who_rules_on_a_score_says_who_scored(match: Match) -> None:
    cast.file(match, (2, 1))
    dispute_raise(match=cast.reread(match), objections=[Objection("home.score", "No.")], actor=match.away.coach)
    address = reverse("matches:dispute-line", args=[Dispute.objects.get().pk])
    judge = signed_in(cast.coach("Cora"))
    ruled = {"do": "rule", "verdict": "changed", "value.home.score": "3", "reason": "Everybody saw it."}
    refused = judge.post(address, ruled)
    assert (refused.status_code, "add up to 2" in words_on(refused)) == (422, True)
    assert judge.post(address, {**ruled, "scorer.home.score.0": "p9"}).status_code == 302
    told = report_of(report_filed(cast.reread(match)))
    assert (told.home.score, told.home.deeds[-1].player) == (3, "p9")


# Reopening.


def test_a_match_is_reopened_by_both_on_its_page(match: Match) -> None:
    played = cast.play(match)
    assert send(played, "reopen", match.home.coach, reason="We forgot one.").status_code == 302
    asked = page(played, match.away.coach)
    assert "Ann asks to reopen the match." in words_on(asked)
    assert "Reopen Reavers – Gouged Eye?" in words_on(signed_in(match.away.coach).get(reverse("matches:home")))  # noqa: RUF001
    agreed = signed_in(match.away.coach).post(at("reopen", match), {"do": "agree"})
    assert agreed.status_code == 302
    assert cast.reread(match).status == "scheduled"
    form = form_on(signed_in(match.home.coach).get(at("report", match)), at("report", match))
    assert form["home-score"] == "2"


def test_who_does_not_want_to_reopen_it_declines(match: Match) -> None:
    played = cast.play(match)
    send(played, "reopen", match.home.coach, reason="We forgot one.")
    assert signed_in(match.away.coach).post(at("reopen", match), {"do": "decline"}).status_code == 302
    assert "asks to reopen" not in words_on(page(played))


# Stories.


def test_a_story_with_a_picture_is_told_and_shown(match: Match) -> None:
    client = signed_in(match.home.coach)
    picture = SimpleUploadedFile("us.png", pictures.png(), content_type="image/png")
    typed = {"text": "We were <i>robbed</i>.\n\nTwice.", "picture": picture, "seen": "0"}
    assert client.post(at("write-up", match), typed).status_code == 302
    seen = page(match).content.decode()
    assert "<p>We were &lt;i&gt;robbed&lt;/i&gt;.</p>" in seen
    address = at("write-up-picture", match, match.home.coach_id)
    assert address in seen
    shown = Client().get(address)
    assert (shown["Content-Type"], shown["X-Content-Type-Options"]) == ("image/jpeg", "nosniff")
    assert Client().get(address, headers={"If-None-Match": shown["ETag"]}).status_code == 304


def test_a_picture_that_is_none_is_refused_in_words_and_the_text_stays(match: Match) -> None:
    picture = SimpleUploadedFile("us.png", b"<script>", content_type="image/png")
    answer = signed_in(match.home.coach).post(at("write-up", match), {"text": "Look at us.", "picture": picture})
    assert answer.status_code == 422
    assert "That is no picture" in words_on(answer)
    assert form_on(answer, at("write-up", match))["text"] == "Look at us."
    assert not WriteUp.objects.exists()


def test_a_hidden_story_is_seen_by_its_author_and_commissioners_alone(match: Match) -> None:
    client, cora = signed_in(match.home.coach), cast.commissioner_of(match.league)
    client.post(at("write-up", match), {"text": "He cheats.", "seen": "0"})
    address = at("write-up-hide", match, match.home.coach_id)
    assert signed_in(cora).post(address, {"reason": "No insults."}).status_code == 302
    assert "He cheats." not in words_on(page(match))
    assert "He cheats." not in words_on(page(match, match.away.coach))
    assert "No insults." in words_on(page(match, match.home.coach))
    assert signed_in(cora).post(address, {"do": "show"}).status_code == 302
    assert "He cheats." in words_on(page(match))
    assert client.post(at("write-up", match), {"do": "delete"}).status_code == 302
    assert not WriteUp.objects.exists()
