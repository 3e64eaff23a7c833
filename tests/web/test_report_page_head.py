"""The head of the report form: which match it is, and why the last report does not stand any more."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from leagues.models import Coach
from matches.errors import ReportChanged
from matches.models import Match
from matches.services.counting import report_give_back
from matches.services.reopening import reopening_agree, reopening_ask
from matches.services.reports import report_return
from tests import cast
from tests.matches.test_arranging import two_teams
from tests.web.reading import words_on

pytestmark = pytest.mark.django_db


def pages(match: Match, coach: Coach) -> list[str]:
    """The words of the match's page and of its report form."""
    client = Client()
    client.force_login(coach)
    return [words_on(client.get(reverse(f"matches:{name}", args=[match.pk]))) for name in ("match", "report")]


def test_what_went_back_by_itself_was_sent_back_by_nobody() -> None:
    match = cast.confirm(cast.file(cast.match(cast.season(cast.quiet_league()))))
    Match.objects.filter(pk=match.pk).update(status="agreed")
    report_give_back(cast.reread(match), ReportChanged())
    for text in pages(cast.reread(match), match.home.coach):
        assert "The report does not fit any more" in text
        assert "None sent" not in text


def test_after_a_reopening_its_own_reason_is_told_and_no_older_one() -> None:
    match = cast.file(cast.match(cast.season(cast.quiet_league())))
    report_return(match=match, reason="It was the other lineman.", actor=match.away.coach)
    played = cast.finish(cast.confirm(cast.file(cast.reread(match))))
    reopening_ask(match=played, reason="We forgot a completion.", actor=match.home.coach)
    reopening_agree(match=cast.reread(match), actor=match.away.coach)
    for text in pages(cast.reread(match), match.home.coach):
        assert "Both coaches have reopened the match." in text
        assert "“We forgot a completion.”" in text
        assert "It was the other lineman." not in text


def test_what_is_sent_back_after_a_reopening_is_told_with_its_own_reason() -> None:
    played = cast.play(cast.match(cast.season(cast.quiet_league())))
    reopening_ask(match=played, reason="We forgot a completion.", actor=played.home.coach)
    reopening_agree(match=cast.reread(played), actor=played.away.coach)
    again = cast.file(cast.reread(played))
    report_return(match=again, reason="It was the other lineman.", actor=played.away.coach)
    for text in pages(cast.reread(played), played.home.coach):
        assert "“It was the other lineman.”" in text
        assert "Both coaches have reopened the match." not in text


def test_whoever_files_beside_a_report_is_told_that_it_waits_for_him() -> None:
    match = cast.match()
    client = Client()
    client.force_login(match.away.coach)
    form = reverse("matches:report", args=[match.pk])
    assert "waits for you already" not in words_on(client.get(form))
    cast.file(match)
    assert f"A report by {match.home.coach} waits for you already." in words_on(client.get(form))


@pytest.mark.parametrize(("kind", "name"), [("friendly", "Friendly"), ("exhibition", "Exhibition match")])
def test_a_match_of_no_season_has_no_round(kind: str, name: str) -> None:
    match = cast.arranged(*two_teams(), kind, accepted=True)
    client = Client()
    client.force_login(match.home.coach)
    html = client.get(reverse("matches:report", args=[match.pk])).content.decode()
    assert f'<p class="kicker">{name}</p>' in html
    assert "Round 0" not in html


def test_a_match_of_a_season_has_its_round_there() -> None:
    match = cast.match()
    client = Client()
    client.force_login(match.home.coach)
    html = client.get(reverse("matches:report", args=[match.pk])).content.decode()
    assert f'<p class="kicker">Round {match.round}, {match.season}</p>' in html
