"""Where a match stands in the order of play, on its pages: marked, previewed, and told."""

from __future__ import annotations

from html import unescape

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from leagues.models import Coach
from matches.models import Dispute, Match, MatchStatus
from matches.selectors.late import late_preview
from matches.services.disputes import Objection, dispute_raise
from matches.services.placing import match_place
from matches.services.reports import report_return
from matches.tasks import sweep
from tests import cast
from tests.api.client import Api
from tests.web.reading import words as words_of

pytestmark = pytest.mark.django_db

DEAD, NIGGLE = (6, 1), (5, 1)


def meetings() -> tuple[Match, Match]:
    first, second, *_ = cast.season(cast.league(), legs=4).matches.order_by("round", "pk")
    return cast.reread(first), cast.reread(second)


def signed_in(coach: Coach) -> Client:
    client = Client()
    client.force_login(coach)
    return client


def shown(match: Match, coach: Coach, page: str = "match") -> str:
    return signed_in(coach).get(reverse(f"matches:{page}", args=[match.pk])).content.decode()


def sent(match: Match, coach: Coach, page: str, **typed: object) -> HttpResponse:
    return signed_in(coach).post(reverse(f"matches:{page}", args=[match.pk]), typed)


def hurt(player: str) -> dict[str, object]:
    return {"casualties": [{"victim": player, "cause": "block"}]}


def a_late_one(**told: object) -> tuple[Match, Match]:
    early, played = meetings()
    cast.finish(cast.confirm(cast.file(played)))
    match_place(match=early, before=cast.reread(played), actor=early.home.coach)
    return cast.file(cast.reread(early), (0, 0), **told), cast.reread(played)


@pytest.mark.parametrize("page", ["match", "order"])
def test_what_an_unconfirmed_report_tells_is_marked_as_provisional(page: str) -> None:
    first, second = meetings()
    cast.file(first, home=hurt("p11"))
    second = cast.kick_off(second)
    words = shown(second, second.home.coach, page)
    name = first.home.players.get(key="p11").name
    assert "is not confirmed: what it tells counts here until it is." in words
    assert f"{name} of {first.home.name} misses this match until the dice of his casualty have fallen." in words
    cast.confirm(cast.reread(first))
    assert "Provisional" not in shown(second, second.home.coach, page)


def test_a_match_that_waits_for_another_says_for_which() -> None:
    first, second = meetings()
    first = cast.file(first)
    cast.confirm(cast.file(second))
    words = shown(second, second.home.coach)
    assert "The match counts by itself as soon as these are over" in words
    assert reverse("matches:match", args=[first.pk]) in words


def test_a_report_that_did_not_fit_any_more_is_shown_to_both_with_its_reasons() -> None:
    first, second = meetings()
    first = cast.file(cast.kick_off(first))
    cast.confirm(cast.file(second))
    report_return(match=first, actor=first.away.coach)
    dice = {f"casualty/{first.home.key}/p10": DEAD}
    cast.finish(cast.confirm(cast.file(cast.reread(first), (0, 1), home=hurt("p10"), dice=dice)))
    sweep()
    for coach in (second.home.coach, second.away.coach):
        words = shown(second, coach)
        assert "The report does not fit any more" in words
        assert "Mend the report and file it again" in words


def test_a_coach_says_before_which_match_it_was_played() -> None:
    first, second = meetings()
    cast.file(first)
    answer = sent(second, second.home.coach, "order", before=first.pk, seen=second.version)
    assert answer["Location"] == reverse("matches:order", args=[second.pk])
    assert (cast.reread(second).place or 0) < (cast.reread(first).place or 0)
    stale = sent(second, second.home.coach, "order", before="", seen=second.version)
    assert stale.status_code == 409
    assert "look again" in stale.content.decode()


def test_what_is_no_match_and_no_day_is_said_beside_the_field() -> None:
    match, _ = meetings()
    refused = sent(match, match.home.coach, "order", before="99", played_on="yesterday")
    assert refused.status_code == 422
    assert refused.content.decode().count('class="errorlist"') == 2


def test_the_page_of_a_late_match_says_what_it_changes() -> None:
    early, played = a_late_one(home=hurt("p12"), dice={"casualty/t1/p12": NIGGLE})
    assert "This match is told late" in shown(early, early.away.coach)
    words = shown(early, early.away.coach, "order")
    assert "What it changes" in words
    text = words_of(words)
    victim = early.home.players.get(key="p12")
    assert reverse("matches:match", args=[played.pk]) in words
    assert f"{early.home.name}, without #{victim.number} {victim.name}" in text
    preview = Api(early.away.coach).get(f"matches/{early.pk}/order/").json()["preview"]
    (told,) = [one for one in preview["changes"] if one["kind"] == "match"]
    values = [[one["effect"]["value"] for one in told[when]] for when in ("was", "then")]
    assert values[0][0] > values[1][0]
    # Before and after, of what differs and of nothing else: nobody but him, and of the other team nothing.
    changes = text.partition("looked at again.")[2].partition("Told already")[0]
    assert f"#{victim.number} {victim.name}, niggling injuries 0 1" in changes
    assert ("#1 " in changes, "Treasury" in changes, early.away.name in changes) == (False, False, False)
    # It does not lead to itself.
    assert f'href="{reverse("matches:order", args=[early.pk])}"' not in words
    assert "Let it count" not in words


def test_what_was_decided_again_for_a_late_match_says_so_in_words_and_leads_there() -> None:
    early, played = a_late_one(home=hurt("p12"), dice={"casualty/t1/p12": NIGGLE})
    cast.confirm(early)
    html = shown(cast.reread(played), played.home.coach)
    text = words_of(html)
    assert "Corrected later" in text
    assert "another match was told late" in text
    assert f'href="{reverse("matches:match-by-key", args=[early.league.slug, early.key])}"' in html
    assert f"follows from match {early.key}" not in text
    told = Api(early.home.coach).get(f"matches/{played.pk}/").json()["corrections"]
    assert {(one["reason"], one["follows"]) for one in told} == {("", early.key)}


def test_of_a_late_match_that_changes_nothing_the_page_says_so() -> None:
    early, _played = a_late_one()
    text = words_of(shown(early, early.away.coach, "order"))
    assert "Nothing of what has been told since would be different." in text
    assert "As it stands" not in text
    told = Api(early.away.coach).get(f"matches/{early.pk}/order/").json()["preview"]
    assert told["teams"] == []


def test_what_does_not_fit_is_in_words_and_a_commissioner_finds_the_way_out() -> None:
    early, _ = a_late_one(home=hurt("p10"), dice={"casualty/t1/p10": DEAD})
    words = shown(early, early.away.coach, "order")
    assert "What has happened since does not fit that" in words
    assert "Let it count" not in words
    refused = sent(early, early.away.coach, "confirm", report=1)
    assert refused.status_code == 422
    cora = cast.coach("Cora")
    assert "Let it count" in shown(early, cora, "order")
    sent(early, cora, "settle")
    assert cast.reread(early).status == MatchStatus.CONFIRMED
    sweep()


def test_of_a_disputed_match_the_page_leads_to_the_ruling_that_lets_stand_what_came_later() -> None:
    early, _ = a_late_one(home=hurt("p10"), dice={"casualty/t1/p10": DEAD})
    objections = [Objection("home.nominees", "Nobody was asked."), Objection("away.nominees", "Nor here.")]
    dispute_raise(match=early, objections=objections, seen=1, actor=early.away.coach)
    one, other = (reverse("matches:dispute-line", args=[row.pk]) for row in Dispute.objects.order_by("pk"))
    words = shown(early, early.away.coach, "order")
    assert "let a commissioner say with a ruling that what came later stands" in words
    assert one not in words
    cora, judge = cast.coach("Cora"), signed_in(cast.coach("Cora"))
    words = shown(early, cora, "order")
    assert one in words
    assert "Let it count" not in words
    assert 'name="later_stands"' in judge.get(one).content.decode()
    typed = {"do": "rule", "verdict": "stands", "reason": "As it was."}
    assert judge.post(one, {**typed, "later_stands": "on"}).status_code == 302
    assert "it is not in the way" in shown(early, cora, "order")
    assert "What came later stands as it was told." in judge.get(one).content.decode()
    order = judge.get(reverse("api:match-order", args=[early.pk])).json()
    assert (order["later_stands"], bool(order["preview"]["misfits"])) == (True, True)
    assert judge.post(other, typed).status_code == 302
    assert cast.reread(early).status == MatchStatus.CONFIRMED


def test_a_ruling_that_later_matches_do_not_fit_is_refused_and_what_was_typed_stays() -> None:
    early, _ = a_late_one(home=hurt("p10"), dice={"casualty/t1/p10": DEAD})
    objections = [Objection("home.nominees", "Nobody was asked.")]
    dispute_raise(match=early, objections=objections, seen=1, actor=early.away.coach)
    line, judge = reverse("matches:dispute-line", args=[Dispute.objects.get().pk]), signed_in(cast.coach("Cora"))
    refused = judge.post(line, {"do": "rule", "verdict": "stands", "reason": "As it was."})
    assert refused.status_code == 422
    words = unescape(refused.content.decode())
    preview = late_preview(early)
    assert preview is not None
    assert all(str(problem) in words for problem in preview.misfits)
    assert "As it was." in words
    assert 'name="later_stands"' in words


def test_over_the_api_a_ruling_lets_stand_what_came_later() -> None:
    early, _ = a_late_one(home=hurt("p10"), dice={"casualty/t1/p10": DEAD})
    objections = [Objection("home.nominees", "Nobody was asked.")]
    dispute_raise(match=early, objections=objections, seen=1, actor=early.away.coach)
    address, judge = reverse("api:dispute-rule", args=[Dispute.objects.get().pk]), signed_in(cast.coach("Cora"))
    told = {"verdict": "stands", "reason": "As it was."}
    refused = judge.post(address, told, "application/json")
    assert (refused.status_code, refused.json()["code"]) == (422, "later_does_not_fit")
    ruled = judge.post(address, {**told, "later_stands": True}, "application/json").json()
    assert ruled["ruling"]["later_stands"] is True
    agreement = judge.get(reverse("api:match-agreement", args=[early.pk])).json()
    assert agreement["confirmation"]["later_stands"] is True


def test_a_line_of_a_match_that_nothing_came_after_asks_nothing_of_the_kind() -> None:
    match, _ = meetings()
    match = cast.file(match)
    dispute_raise(
        match=match, objections=[Objection("home.nominees", "Nobody was asked.")], seen=1, actor=match.away.coach
    )
    line = reverse("matches:dispute-line", args=[Dispute.objects.get().pk])
    assert "later_stands" not in signed_in(cast.coach("Cora")).get(line).content.decode()


def test_of_a_settled_match_that_waits_the_page_says_that_nothing_is_in_the_way() -> None:
    early, _ = a_late_one(home=hurt("p10"), dice={"casualty/t1/p10": DEAD})
    between = cast.match(early.season)
    match_place(match=between, before=early, actor=between.home.coach)
    cast.file(cast.reread(between), (0, 0))
    cora = cast.coach("Cora")
    assert "As long as that is so it cannot count" in shown(early, cora, "order")
    sent(early, cora, "settle")
    assert cast.reread(early).status == MatchStatus.AGREED
    words = shown(early, cora, "order")
    assert "it is not in the way" in words
    assert "As long as that is so it cannot count" not in words


def test_everybody_may_look_and_only_who_may_say_finds_a_form() -> None:
    match, _ = meetings()
    page = Client().get(reverse("matches:order", args=[match.pk])).content.decode()
    assert "Where it stands" in page
    assert "When was it played?" not in page
    assert "When was it played?" in shown(match, match.away.coach, "order")


def test_a_program_reads_the_same_marks() -> None:
    first, second = meetings()
    cast.file(first, home=hurt("p11"))
    second = cast.kick_off(second)
    client = signed_in(second.home.coach)
    match = client.get(reverse("api:match", args=[second.pk])).json()
    assert [one["key"] for one in match["provisional"]] == [first.key]
    order = client.get(reverse("api:match-order", args=[second.pk])).json()
    assert [one["key"] for one in order["waits_for"]] == [first.key]
    assert [(one["team"]["key"], one["player"]) for one in order["unknown"]] == [(first.home.key, "p11")]
    assert order["preview"] is None


def test_a_program_says_when_a_match_was_played_and_hears_what_that_changes() -> None:
    early, played = a_late_one(home=hurt("p12"), dice={"casualty/t1/p12": (4, 1)})
    order = signed_in(early.away.coach).get(reverse("api:match-order", args=[early.pk])).json()
    assert [one["key"] for one in order["later"]] == [played.key]
    assert played.key in {one["occasion"] for one in order["preview"]["changes"]}
    moved = signed_in(cast.coach("Cora")).post(
        reverse("api:match-order", args=[early.pk]), {"version": early.version}, content_type="application/json"
    )
    assert moved.status_code == 200
    assert [one["key"] for one in moved.json()["earlier"]] == [played.key]
    assert moved.json()["preview"] is None
