"""The quick form: totals per player are enough, and whatever else is known has its place."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from engine.match.events import Event
from engine.match.report import Casualty
from engine.typed import plain
from matches.mapping import report_of
from matches.models import DiceRoll, LiveEvent, Match, Report
from matches.services.prematch import kick_record
from tests import cast
from tests.matches.playing import kicked_off, phones
from tests.scenes import scene
from tests.web.reading import form_on, signed_in, words_on

pytestmark = pytest.mark.django_db


@scene
def match() -> Match:
    return cast.match()


def address(match: Match) -> str:
    return reverse("matches:report", args=[match.pk])


def filled(match: Match, client: Client | None = None, **typed: Any) -> dict[str, Any]:
    """A quiet match: nobody scored, three nominees each, and what is ``typed``."""
    page = (client or signed_in(match.home.coach)).get(address(match))
    nominees = {f"{side}-nominees-{nth}": key for side in ("home", "away") for nth, key in enumerate(cast.NOMINEES)}
    return {**form_on(page, address(match)), **nominees, **typed}


def file(match: Match, typed: dict[str, Any]) -> HttpResponse:
    return signed_in(match.home.coach).post(address(match), typed)


def told(match: Match) -> Any:
    return report_of(Report.objects.get(match=match))


def test_a_quiet_match_is_six_taps(match: Match) -> None:
    """Nobody scored and nobody was hurt: the nominees are all that has to be chosen."""
    assert file(match, filled(match)).status_code == 302
    report = told(match)
    assert (report.home.score, report.away.score, report.prematch) == (0, 0, None)


def test_a_casualty_is_told_by_its_result_and_without_who_caused_it(match: Match) -> None:
    """Its causer unknown, it earns nobody anything; its dice unknown, the table's result is chosen."""
    row = {"away-casualties-0-victim": "p5", "away-casualties-0-cause": "block", "away-casualties-0-result": "dead"}
    assert file(match, filled(match, **row)).status_code == 302
    assert told(match).away.casualties == (Casualty("p5", "block", result="dead"),)
    cast.confirm(cast.reread(match))
    victim = match.away.players.get(key="p5")
    assert victim.status == "dead"
    assert not match.home.players.exclude(deeds={}).filter(deeds__has_key="casualty").exists()


def test_a_result_that_the_table_does_not_have_is_refused_at_its_row(match: Match) -> None:
    row = {"away-casualties-0-victim": "p5", "away-casualties-0-cause": "block", "away-casualties-0-result": "bored"}
    answer = file(match, filled(match, **row))
    assert answer.status_code == 422
    assert "“bored” is no result of the casualty table" in words_on(answer)
    assert set(answer.context["form"].errors) == {"away-casualties-0-result"}
    assert form_on(answer, address(match))["away-casualties-0-result"] == "bored"


def test_what_is_unlikely_is_asked_once_and_accepted_with_one_button(match: Match) -> None:
    typed = filled(match, **{"home-score": 14, "home-deeds-p10-touchdown": 14})
    asked = file(match, typed)
    assert asked.status_code == 422
    codes = asked.context["form"].warned
    assert codes
    assert "All of that is so: file it" in words_on(asked)
    assert not Report.objects.filter(match=match).exists()
    said = {**form_on(asked, address(match)), "accept": " ".join(codes)}
    assert file(match, said).status_code == 302
    assert set(told(match).accepted) == set(codes)


def test_what_is_impossible_has_no_such_button(match: Match) -> None:
    typed = filled(match, **{"home-score": 14, "home-deeds-p10-touchdown": 13})
    answer = file(match, typed)
    assert answer.status_code == 422
    assert answer.context["form"].warned == ()
    assert "All of that is so" not in words_on(answer)


def test_the_form_begins_with_what_was_recorded_before_the_match(match: Match) -> None:
    kick_record(match=match, kicking="away", actor=match.home.coach)
    typed = filled(match)
    assert typed["prematch-kicking"] == "away"
    assert "kicks off" in words_on(signed_in(match.home.coach).get(address(match)))
    assert file(match, typed).status_code == 302
    assert told(match).prematch.kicking == "away"


def test_the_form_begins_with_what_the_events_add_up_to(match: Match) -> None:
    """Whatever is typed over it, the events go along; where both differ, one is asked whether that is so."""
    touchdown = Event("phone-1", "touchdown", 1, 4, "home", "p10")
    LiveEvent.objects.create(
        match=match, number=1, device="phone", sequence=1, key="phone-1", event=plain(touchdown), rank=1.0,
        author=match.home.coach,
    )  # fmt: skip
    typed = filled(match)
    assert (typed["home-score"], typed["home-deeds-p10-touchdown"]) == ("1", "1")
    differing = file(match, {**typed, "home-score": "2", "home-deeds-p10-touchdown": "2"})
    assert differing.context["form"].warned == ("totals_differ",)
    # Nothing is to be put right: it is only asked.
    assert "2 things to look at: are they so?" in words_on(differing)
    assert "to put right" not in words_on(differing)
    assert "Touchdown: the report says 2, its events say 1." in words_on(differing)
    assert set(differing.context["form"].errors) == {"home-score", "home-deeds-p10-touchdown"}
    assert file(match, typed).status_code == 302
    assert told(match).events == (touchdown,)


def test_dice_that_fell_at_the_live_page_are_told_and_not_asked_for_again(match: Match) -> None:
    begun = kicked_off(match)
    ann, _ = phones(begun)
    ann.tap("casualty", side="away", player="p5", cause="crowd", throw="all")
    ann.tap("casualty", side="away", player="p6", cause="crowd")
    ann.send()
    faces = "".join(map(str, DiceRoll.objects.get(key=f"casualty/{match.away.key}/p5").faces))
    page = signed_in(match.home.coach).get(address(match))
    assert words_on(page).count("The server has thrown it already") == 1
    assert f"The server has thrown it already: {faces}. Leave it blank." in words_on(page)


@pytest.mark.parametrize("stem", ["home-casualties", "away-sentoff", "prematch-home-induced", "prematch-away-cards"])
def test_a_row_more_needs_no_script(match: Match, stem: str) -> None:
    typed = filled(match, **{"home-deeds-p3-completion": "2"})
    answer = file(match, {**typed, "add": stem})
    assert answer.status_code == 200
    shown = form_on(answer, address(match))
    assert len([name for name in shown if name.startswith(f"{stem}-")]) > len(
        [name for name in typed if name.startswith(f"{stem}-")]
    )
    assert shown["home-deeds-p3-completion"] == "2"
    assert "errorlist" not in answer.content.decode()
    assert not Report.objects.filter(match=match).exists()


def test_a_side_that_gives_up_says_how_many_it_could_have_fielded(match: Match) -> None:
    """BB2016, conceding the match: with too few players for the line it costs nothing."""
    typed = filled(match, ending="conceded--away", **{"could-field": "2"})
    for nth in range(3):
        typed.pop(f"away-nominees-{nth}", None)
    answer = file(match, typed)
    assert answer.status_code in (302, 422)
    if answer.status_code == 422:
        assert set(answer.context["form"].errors) <= {"could-field", "ending"}


def test_who_was_sent_off_and_what_was_used_are_told(match: Match) -> None:
    typed = filled(
        match,
        **{
            "home-sentoff-0": "p4",
            "prematch-home-induced-0-what": "bribe",
            "prematch-home-induced-0-count": "1",
            "prematch-home-treasury": "50000",
        },
    )
    again = file(match, {**typed, "add": "before"})
    shown = form_on(again, address(match))
    assert shown["prematch-home-induced-0-what"] == "bribe"
    assert "home-used-bribe" in shown
    assert '<label for="id_home-used-bribe">' in again.content.decode()
