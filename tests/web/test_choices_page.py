"""The checklist of a match and the home page: what waits for whom, since when, until when, and the buttons for it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from engine.match.after import sequence
from matches.models import Match, PostMatchStep, StepStatus
from matches.services.deadlines import deadlines_run
from matches.services.postmatch import step_choose
from tests import cast
from tests.web.reading import form_on, signed_in, words_on

pytestmark = pytest.mark.django_db


def played(*, legs: int = 1, **house_rules: Any) -> Match:
    rules = {**cast.QUIET, **house_rules}
    season = cast.season(cast.league(house_rules=rules), legs=legs)
    return cast.advance(cast.confirm(cast.file(cast.match(season))))


def shown(match: Match, coach: Any) -> str:
    return words_on(signed_in(coach).get(reverse("matches:match", args=[match.pk])))


def home(coach: Any) -> Any:
    return signed_in(coach).get(reverse("matches:home"))


def winnings(match: Match) -> PostMatchStep:
    return cast.waiting(match, "winnings")[0]


def test_whose_turn_it_is_finds_his_buttons_at_the_head_and_what_each_comes_to() -> None:
    match = played()
    kept = winnings(match).outlook["keep"]
    words = shown(match, match.home.coach)
    assert "Your turn, Reavers: Winnings" in words
    assert f"Keep the roll ({kept // 1000}k gp)" in words
    assert "Throw again" in words
    others = shown(match, match.away.coach)
    assert "Your turn" not in others
    assert "Nothing here waits for you now." in others
    assert "Waits for Ann." in others


def test_what_comes_later_says_after_what() -> None:
    words = shown(played(), cast.coach("Bob"))
    assert "Comes after: Winnings." in words
    assert "Comes after: Fan factor." in words


def test_what_looks_at_the_other_team_says_that_it_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played()
    needed = {"fan-factor": "winnings"}
    monkeypatch.setattr("matches.web.match_steps.awaited", lambda step, *_: needed.get(step))
    assert "fan-factor" in sequence.STEPS
    fans = PostMatchStep.objects.get(match=match, team=match.away, name="fan-factor")
    PostMatchStep.objects.filter(match=match, team=match.away, nth__gte=fans.nth).update(status=StepStatus.LATER)
    assert "Waits for the other team: Winnings of Reavers." in shown(match, match.away.coach)


def test_since_when_and_until_when_and_what_is_taken_then() -> None:
    words = shown(played(**{"choice-hours": 24}), cast.coach("Bob"))
    assert "Since" in words
    assert ", then “Keep the roll” is taken" in words
    assert ", then" not in shown(played(), cast.coach("Bob"))


def test_who_chose_stands_there_and_for_whom() -> None:
    match = played()
    step_choose(step=winnings(match), choice="keep", actor=cast.commissioner_of(match.league))
    assert "Keep the roll chosen by Cora for Ann" in shown(match, match.away.coach)


def test_what_time_has_taken_says_so() -> None:
    match = played(**{"choice-hours": 24})
    with time_machine.travel(timezone.now() + timedelta(hours=25), tick=False):
        deadlines_run()
    assert "Keep the roll taken by time, nobody had chosen" in shown(match, match.away.coach)


def test_after_the_tap_the_page_says_that_it_is_being_worked_out_and_then_what_is_next() -> None:
    match = played(**{"hire-window": True})
    client, step = signed_in(match.home.coach), winnings(match)
    address = reverse("matches:choose", args=[step.pk])
    form = form_on(client.get(reverse("matches:match", args=[match.pk])), address)
    answer = client.post(address, {**form, "choice": "keep"})
    assert answer["Location"] == f"{reverse('matches:match', args=[match.pk])}#yours"
    assert "Being worked out: what comes next appears here in a moment." in shown(match, match.home.coach)
    cast.advance(match)
    assert "Your turn, Reavers: Hire and fire" in shown(match, match.home.coach)


def test_a_choice_is_made_on_the_home_page_and_leads_back_there() -> None:
    match = played(legs=2)
    page = home(match.home.coach)
    assert f"Keep the roll ({winnings(match).outlook['keep'] // 1000}k gp)" in words_on(page)
    address = reverse("matches:choose", args=[winnings(match).pk])
    answer = signed_in(match.home.coach).post(address, {**form_on(page, address), "choice": "reroll"})
    assert answer["Location"] == f"{reverse('matches:home')}#waiting"
    worked_out = home(match.home.coach)
    assert "being worked out, in a moment" in words_on(worked_out)
    assert 'hx-select="#waiting"' in worked_out.content.decode()
    cast.advance(match)
    assert 'hx-select="#waiting"' not in home(match.home.coach).content.decode()


def test_a_die_of_the_table_is_typed_in_on_the_home_page() -> None:
    match = played(**{"table-rolls": ["winnings"]})
    step = winnings(match)
    address = reverse("matches:throw", args=[step.pk])
    form = form_on(home(match.home.coach), address)
    assert form["roll"] == step.roll
    answer = signed_in(match.home.coach).post(address, {**form, "faces": "4"})
    assert answer["Location"] == f"{reverse('matches:home')}#waiting"
    assert winnings(match).options == ["keep", "reroll"]


def test_before_the_next_match_stands_what_waits_and_holds_nobody_up() -> None:
    match = played(legs=2, post_match=["spp", "winnings", "fan-factor", "hire-and-fire"])
    following = cast.match(match.season)
    words = words_on(signed_in(match.home.coach).get(reverse("matches:prematch", args=[following.pk])))
    assert "This waits as well, and holds nobody up: Reavers: Winnings, for Ann" in words
    assert "The match takes its place in the order of play" in words


def test_before_the_next_match_stands_what_only_its_coach_decides_and_where() -> None:
    match = played(legs=2)
    step = winnings(match)
    PostMatchStep.objects.filter(pk=step.pk).update(default="")
    following = cast.match(match.season)
    page = signed_in(match.home.coach).get(reverse("matches:prematch", args=[following.pk]))
    assert "nobody does it for him. To the choice: Winnings" in words_on(page)
    assert f"{reverse('matches:match', args=[match.pk])}#step-{step.pk}" in page.content.decode()
