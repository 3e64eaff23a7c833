"""What is refused of a choice, on the page and in the API: the code, the words and the status."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from http import HTTPStatus
from typing import Any

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from leagues.models import Coach
from matches.models import DiceRoll, Match, PostMatchStep, StepStatus
from matches.services.deadlines import deadlines_run
from matches.services.postmatch import step_choose
from tests import cast
from tests.api.client import Api
from tests.web.reading import signed_in, words_on

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def played(**house_rules: Any) -> Match:
    rules = {"hire-window": False, **house_rules}
    return cast.advance(cast.confirm(cast.file(cast.match(cast.season(cast.league(house_rules=rules))))))


def winnings(match: Match) -> PostMatchStep:
    return PostMatchStep.objects.select_related("match__league", "team__coach").get(
        match=match, team=match.home, name="winnings"
    )


@dataclass(frozen=True)
class Sent:
    """A choice that does not go through: the step it is sent to, by whom, and what he hears."""

    step: PostMatchStep
    coach: Coach
    choice: str
    status: HTTPStatus
    code: str
    words: str
    on_the_page: str = ""  # where the page says it otherwise


def twice() -> Sent:
    match = played()
    step_choose(step=winnings(match), choice="keep", actor=match.home.coach)
    said = "\N{LEFT DOUBLE QUOTATION MARK}keep\N{RIGHT DOUBLE QUOTATION MARK} was chosen here already, by Ann, on"
    return Sent(winnings(match), match.home.coach, "reroll", HTTPStatus.CONFLICT, "choice_made", said)


def over() -> Sent:
    match = played()
    step_choose(step=winnings(match), choice="keep", actor=match.home.coach)
    cast.advance(match)
    return Sent(winnings(match), match.home.coach, "reroll", HTTPStatus.CONFLICT, "choice_made", "by Ann, on")


def by_the_wrong_coach() -> Sent:
    match = played()
    words = "You may not do that here."
    return Sent(winnings(match), match.away.coach, "keep", HTTPStatus.FORBIDDEN, "not_allowed", words, "Not your ball")


def after_its_deadline() -> Sent:
    match = played(**{"choice-hours": 1})
    with time_machine.travel(timezone.now() + timedelta(hours=2), tick=False):
        deadlines_run()
    words = "Nobody had chosen here in time:"
    return Sent(winnings(match), match.home.coach, "reroll", HTTPStatus.CONFLICT, "choice_taken_by_time", words)


def of_a_step_that_never_asked() -> Sent:
    match = played()
    steps = PostMatchStep.objects.select_related("match__league", "team__coach")
    step = steps.get(match=match, team=match.home, name="spp")
    words = "This step does not wait for a choice."
    return Sent(step, match.home.coach, "keep", HTTPStatus.CONFLICT, "no_choice_waiting", words)


def with_an_option_that_is_not_there() -> Sent:
    match = played()
    words = "is not one of the choices: keep, reroll."
    return Sent(winnings(match), match.home.coach, "dance", HTTPStatus.UNPROCESSABLE_ENTITY, "choice_unknown", words)


def while_the_worker_is_about_to_run_it() -> Sent:
    match = cast.confirm(cast.file(cast.match()))
    steps = PostMatchStep.objects.select_related("match__league", "team__coach")
    step = steps.get(match=match, team=match.home, name="spp")
    words = "A step of the post-match sequence is being run right now; ask again in a moment."
    return Sent(step, match.home.coach, "keep", HTTPStatus.CONFLICT, "step_running", words)


def while_a_die_is_missing() -> Sent:
    match = played(**{"table-rolls": ["winnings"]})
    words = "This step waits for a roll first"
    return Sent(winnings(match), match.home.coach, "keep", HTTPStatus.CONFLICT, "choice_needs_die", words)


CASES = (
    twice,
    over,
    by_the_wrong_coach,
    after_its_deadline,
    of_a_step_that_never_asked,
    with_an_option_that_is_not_there,
    while_the_worker_is_about_to_run_it,
    while_a_die_is_missing,
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_a_choice_that_is_refused(case: Callable[[], Sent]) -> None:
    sent = case()
    before = PostMatchStep.objects.filter(pk=sent.step.pk).values().get()
    answer = Api(sent.coach).post(f"steps/{sent.step.pk}/choose/", {"choice": sent.choice})
    assert (answer.status_code, answer.json()["code"]) == (sent.status, sent.code)
    assert sent.words in answer.json()["title"]
    page = signed_in(sent.coach).post(reverse("matches:choose", args=[sent.step.pk]), {"choice": sent.choice})
    assert page.status_code == sent.status
    assert (sent.on_the_page or sent.words) in words_on(page)
    assert PostMatchStep.objects.filter(pk=sent.step.pk).values().get() == before


def test_the_same_choice_sent_again_is_answered_as_it_was() -> None:
    match = played()
    step, api = winnings(match), Api(match.home.coach)
    address = f"steps/{step.pk}/choose/"
    first, again = (api.post(address, {"choice": "keep"}) for _ in range(2))
    assert first.status_code == again.status_code == HTTPStatus.OK
    assert first.json() == again.json()
    page = signed_in(match.home.coach).post(reverse("matches:choose", args=[step.pk]), {"choice": "keep"})
    assert (page.status_code, page["Location"]) == (302, f"/matches/{match.pk}/#yours")


@pytest.mark.parametrize("faces", [[7], [0], [], [3, 4], [-1]])
def test_a_die_that_cannot_have_fallen(faces: list[int]) -> None:
    match = played(**{"table-rolls": ["winnings"]})
    step = winnings(match)
    answer = Api(match.home.coach).post(f"steps/{step.pk}/throw/", {"faces": faces})
    assert (answer.status_code, answer.json()["code"]) == (HTTPStatus.UNPROCESSABLE_ENTITY, "die_impossible")
    assert "cannot be thrown with D6." in answer.json()["title"]
    typed = {"faces": " ".join(map(str, faces)), "roll": step.roll}
    page = signed_in(match.home.coach).post(reverse("matches:throw", args=[step.pk]), typed)
    assert page.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "cannot be thrown with D6." in words_on(page)
    assert not DiceRoll.objects.filter(key=step.roll).exists()


def test_a_die_that_lies_there_already() -> None:
    match = played(**{"table-rolls": ["winnings"]})
    step, api = winnings(match), Api(match.home.coach)
    address = f"steps/{step.pk}/throw/"
    said = [api.post(address, {"faces": [face], "roll": step.roll}) for face in (4, 4, 5)]
    assert [answer.status_code for answer in said] == [HTTPStatus.OK, HTTPStatus.OK, HTTPStatus.CONFLICT]
    assert said[-1].json()["code"] == "die_thrown"
    typed = {"faces": "5", "roll": step.roll}
    page = signed_in(match.home.coach).post(reverse("matches:throw", args=[step.pk]), typed)
    assert page.status_code == HTTPStatus.CONFLICT
    assert "lies on the table already: 4." in words_on(page)


def test_hiring_that_the_treasury_cannot_pay() -> None:
    """Whose gold is too little is told both numbers, and the window stays open."""
    rules = {"teams.human.positions.ogre.cost": 900_000}
    match = cast.match(cast.season(cast.league(house_rules=rules)))
    cast.to_the_window(cast.confirm(cast.file(match)))
    act = {"kind": "hire", "position": "ogre"}
    answer = Api(match.home.coach).post(f"teams/{match.home_id}/hiring/", act)
    assert (answer.status_code, answer.json()["code"]) == (HTTPStatus.UNPROCESSABLE_ENTITY, "hiring_illegal")
    (problem,) = answer.json()["problems"]
    assert "900,000" in problem["title"]
    typed = {"do": "hire", "position": "ogre", "seen": str(cast.again(match.home).version)}
    page = signed_in(match.home.coach).post(reverse("matches:hiring", args=[match.home_id]), typed)
    assert page.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "900,000" in words_on(page)
    assert cast.waiting(match, "hire-and-fire")[0].status == StepStatus.WAITING


def test_the_api_says_until_when_and_what_is_taken_then() -> None:
    match = played(**{"choice-hours": 24})
    (told,) = Api(match.home.coach).get("inbox/").json()["choices"]
    step = winnings(match)
    assert step.since is not None
    until = step.since + timedelta(hours=24)
    assert (told["default"], told["by_time"], told["chosen_at"]) == ("keep", False, None)
    assert told["until"] == until.isoformat().replace("+00:00", "Z")
    assert told["outlook"] == step.outlook
