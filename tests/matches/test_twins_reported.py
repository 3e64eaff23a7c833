"""A report of live events among which two phones told alike: whoever files it is asked."""

from __future__ import annotations

import pytest
from django.urls import reverse

from engine.errors import Problem, ReportIllegal
from matches.mapping import report_from, report_of
from matches.models import Match, MatchStatus
from matches.selectors.agreement import agreement_of
from matches.services.reports import report_submit
from tests import cast
from tests.api.client import Api
from tests.matches.playing import kicked_off, phones
from tests.web.reading import form_on, signed_in, words_on

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return kicked_off(cast.match(cast.season(cast.quiet_league())))


def tapped_twice(match: Match) -> tuple[str, str]:
    """Both coaches have tapped in what may be one touchdown."""
    ann, bob = phones(match)
    first = ann.tap("touchdown", side="home", player="p10", turn=3)
    second = bob.tap("touchdown", side="home", player="p10", turn=4)
    ann.send()
    bob.send()
    return first, second


def asked(match: Match, score: tuple[int, int] = (2, 0)) -> tuple[Problem, ...]:
    with pytest.raises(ReportIllegal) as refused:
        report_submit(match=match, report=report_from(cast.report(match, score)), actor=match.home.coach)
    return refused.value.problems


def test_who_files_a_report_that_counts_both_is_asked_about_each_pair(match: Match) -> None:
    first, second = tapped_twice(match)
    (found,) = asked(cast.reread(match))
    assert (found.code, found.severity, found.where) == ("twins_undecided", "warning", f"events.{second}")
    assert (found.params["first"], found.params["second"]) == (first, second)
    assert (found.params["kind"], found.params["turn"], found.params["turn_again"]) == ("touchdown", 3, 4)
    assert match.home.name in str(found.params["who"])
    told = {**cast.report(match, (2, 0)), "accepted": ["twins_undecided"]}
    report_submit(match=cast.reread(match), report=report_from(told), actor=match.home.coach)
    filed = cast.reread(match)
    assert filed.status == MatchStatus.REPORTED
    # Who confirms it sees it too.
    assert [one.code for one in agreement_of(filed, match.away.coach).warnings] == ["twins_undecided"]


@pytest.mark.parametrize("both", [True, False])
def test_what_people_have_decided_is_not_asked_about(match: Match, both: bool) -> None:
    """Either it happened twice, or one of them was taken back."""
    first, second = tapped_twice(match)
    ann, _ = phones(match)
    ann.sequence = 1
    if both:
        ann.tap("touchdown", key=first, side="home", player="p10", turn=3, apart=second, seen=2)
    else:
        ann.undo(second, seen=2)
    ann.send()
    told = report_from(cast.report(match, (2 if both else 1, 0)))
    report_submit(match=cast.reread(match), report=told, actor=match.home.coach)
    assert cast.reread(match).status == MatchStatus.REPORTED


def test_a_pair_that_the_report_does_not_count_twice_is_no_matter(match: Match) -> None:
    """An API client may tell the course of the match itself."""
    first, _ = tapped_twice(match)
    event = {"key": first, "kind": "touchdown", "half": 1, "turn": 3, "side": "home", "player": "p10"}
    told = {**cast.report(match, (1, 0)), "events": [event]}
    report_submit(match=cast.reread(match), report=report_from(told), actor=match.home.coach)
    assert cast.reread(match).status == MatchStatus.REPORTED


def test_the_page_leads_to_the_event_on_the_live_page_and_one_button_accepts_it(match: Match) -> None:
    _, second = tapped_twice(match)
    address, client = reverse("matches:report", args=[match.pk]), signed_in(match.home.coach)
    nominees = {f"{side}-nominees-{nth}": key for side in ("home", "away") for nth, key in enumerate(cast.NOMINEES)}
    answer = client.post(address, {**form_on(client.get(address), address), **nominees})
    assert answer.status_code == 422
    assert "told by two phones (half 1, turn 3, and half 1, turn 4)" in words_on(answer)
    live = reverse("matches:live", args=[match.pk])
    assert f'href="{live}#event-{second}"' in answer.content.decode()
    accepted = client.post(address, {**form_on(answer, address), "accept": "twins_undecided"})
    assert accepted.status_code == 302
    assert report_of(match.reports.get()).home.score == 2


def test_the_api_says_it_as_one_of_the_problems(match: Match) -> None:
    tapped_twice(match)
    answer = Api(match.home.coach).post(f"matches/{match.pk}/report/", cast.report(match, (2, 0)))
    assert answer.status_code == 422
    assert [one["code"] for one in answer.json()["problems"]] == ["twins_undecided"]
