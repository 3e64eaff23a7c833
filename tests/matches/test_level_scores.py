"""A fixture may say by itself what becomes of a level score; what it does not say, the league says."""

from __future__ import annotations

import pytest
from django.urls import reverse

from engine.errors import NotAllowed, ReportIllegal
from engine.match.clock import halves
from leagues.mapping import ruleset_of
from matches.errors import DrawsStand, DrawsUnfit, MatchChanged
from matches.mapping import report_from, report_of
from matches.models import Match, MatchStatus
from matches.services.level_scores import draws_of, draws_set
from matches.services.reports import report_submit
from tests import cast
from tests.api.client import Api
from tests.web.reading import form_on, signed_in, words_on

pytestmark = pytest.mark.django_db


def a_match(**house_rules: object) -> Match:
    return cast.match(cast.season(cast.league(house_rules={"hire-window": False, **house_rules})))


def says(match: Match, draws: str) -> Match:
    draws_set(match=match, draws=draws, actor=cast.commissioner_of(match.league))
    return cast.reread(match)


def codes(match: Match, score: tuple[int, int], **told: object) -> list[str]:
    try:
        report_submit(match=match, report=report_from({**cast.report(match, score), **told}), actor=match.home.coach)
    except ReportIllegal as refused:
        return [problem.code for problem in refused.problems]
    return []


def test_a_match_that_needs_a_winner_has_one_where_the_league_lets_level_scores_stand() -> None:
    match = says(a_match(), "shoot-out")
    assert codes(match, (1, 1)) == ["winner_missing"]
    assert codes(cast.reread(match), (1, 1), shoot_out="home") == []
    # It counts as it was played, whatever the league says: the report has it among its inputs.
    assert report_of(match.reports.get()).draws == "shoot-out"
    assert cast.confirm(cast.reread(match)).status in (MatchStatus.CONFIRMED, MatchStatus.FINISHED)


def test_extra_time_comes_before_the_shoot_out_of_a_match_that_plays_it() -> None:
    match = says(a_match(), "overtime")
    assert codes(match, (1, 1), shoot_out="home") == ["overtime_missing"]
    assert codes(cast.reread(match), (1, 1), shoot_out="home", overtime=True) == []
    rules = ruleset_of(match.ruleset_id)
    assert (halves("competition", rules), halves("competition", rules, match.draws)) == (2, 3)


def test_a_level_score_stands_where_the_match_says_so_though_the_league_does_not() -> None:
    match = a_match(draws="shoot-out")
    assert codes(match, (1, 1)) == ["winner_missing"]
    match = says(cast.reread(match), "stand")
    assert codes(match, (1, 1), shoot_out="home") == ["shoot_out_unneeded"]
    assert codes(cast.reread(match), (1, 1)) == []


def test_what_was_said_is_taken_back_and_the_league_says_again() -> None:
    match = says(says(a_match(), "shoot-out"), "")
    assert codes(match, (1, 1), draws="shoot-out") == []  # what a report says of it itself is nothing
    assert report_of(match.reports.get()).draws == ""


def test_only_what_there_is_can_be_said_by_a_commissioner_until_it_is_reported() -> None:
    match = a_match()
    cora = cast.commissioner_of(match.league)
    assert draws_of(match) == ("stand", "overtime", "shoot-out")
    with pytest.raises(DrawsUnfit) as unfit:
        draws_set(match=match, draws="coin", actor=cora)
    assert unfit.value.params == {"draws": "coin", "ways": "stand, overtime, shoot-out"}
    with pytest.raises(NotAllowed):
        draws_set(match=match, draws="shoot-out", actor=match.home.coach)
    with pytest.raises(MatchChanged):
        draws_set(match=match, draws="shoot-out", seen=match.version + 1, actor=cora)
    filed = cast.file(match)
    with pytest.raises(DrawsStand):
        draws_set(match=filed, draws="shoot-out", actor=cora)
    friendly = cast.arranged(match.home, match.away, accepted=True)
    assert draws_of(friendly) == ()
    with pytest.raises(DrawsUnfit):
        draws_set(match=friendly, draws="overtime", actor=cora)


def test_the_page_lets_a_commissioner_say_it_and_the_report_asks_for_it() -> None:
    match = a_match()
    page, cora = reverse("matches:match", args=[match.pk]), signed_in(cast.commissioner_of(match.league))
    sent = form_on(cora.get(page), reverse("matches:draws", args=[match.pk]))
    assert cora.post(reverse("matches:draws", args=[match.pk]), {**sent, "draws": "overtime"}).status_code == 302
    assert "A level score of this match: Extra time, then a shoot-out." in words_on(
        signed_in(match.home.coach).get(page)
    )
    report = reverse("matches:report", args=[match.pk])
    html = signed_in(match.home.coach).get(report).content.decode()
    assert 'name="overtime"' in html
    assert 'name="shoot-out"' in html
    assert form_on(signed_in(match.home.coach).get(page), reverse("matches:draws", args=[match.pk])) == {}


def test_the_api_says_it_and_shows_it() -> None:
    match = a_match()
    api = Api(cast.commissioner_of(match.league))
    assert api.post(f"matches/{match.pk}/draws/", {"draws": "shoot-out"}).json()["draws"] == "shoot-out"
    refused = api.post(f"matches/{match.pk}/draws/", {"draws": "coin"})
    assert (refused.status_code, refused.json()["code"]) == (422, "draws_unfit")
    assert api.get(f"matches/{match.pk}/").json()["draws"] == "shoot-out"
