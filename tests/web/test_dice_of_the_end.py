"""The report form has a field for each die that the end of a match asks for: all is typed in with the report."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import HttpResponse
from django.urls import reverse

from engine.match import afterwards
from engine.match.report import MatchReport, SideReport
from leagues.mapping import ruleset_of
from matches.mapping import report_of
from matches.models import Match, Report
from matches.services.snapshots import sheets_now
from matches.web.report_forms.desk import Reading
from matches.web.report_forms.dice import name_of
from tests import cast
from tests.web.reading import form_on, signed_in, words_on
from tests.web.test_report_round_trip import BASES, EDITIONS, form

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return cast.match(cast.season(cast.league(house_rules={"dice": "table"})))


def address(match: Match) -> str:
    return reverse("matches:report", args=[match.pk])


def drawn(match: Match, **typed: str) -> tuple[dict[str, str], HttpResponse]:
    """The form, once somebody has chosen the ending and asked for its dice."""
    client = signed_in(match.home.coach)
    empty = form_on(client.get(address(match)), address(match))
    assert not [name for name in empty if name.startswith(("rolls-mvp", "rolls-leaving"))]
    page = client.post(address(match), {**empty, **typed, "add": "ending"})
    return form_on(page, address(match)), page


def typed_into(empty: dict[str, str], **faces: str) -> dict[str, str]:
    """The same faces for every die of a purpose."""
    found = {name: said for name in empty for purpose, said in faces.items() if name.startswith(f"rolls-{purpose}")}
    return {**empty, **found}


def file(match: Match, typed: dict[str, Any]) -> HttpResponse:
    sent = {name: said for name, said in typed.items() if name != "add"}
    return signed_in(match.home.coach).post(address(match), sent)


def test_who_gives_up_costs_dice_that_have_fields_of_their_own(match: Match) -> None:
    """BB2016, conceding: the winner has two most valuable players, and players of the other side may leave."""
    typed = {"ending": "conceded--away", "could-field": "7", "home-score": "0"}
    typed_form, page = drawn(match, **typed)
    home, away = match.home.key, match.away.key
    leaving = [name for name in typed_form if name.startswith(f"rolls-leaving--{away}--")]
    assert len(leaving) == match.away.players.count()
    assert f"rolls-mvp--{home}--2" in typed_form
    assert f"The second most valuable player ({match.home.name})" in words_on(page)
    nominees = {f"home-nominees-{nth}": key for nth, key in enumerate(cast.NOMINEES)}
    dice = {"home-dice-mvp": "3", "home-dice-fans": "34", "away-dice-fans": "22", "home-dice-winnings": "4"}
    sent = typed_into({**typed_form, **typed, **nominees, **dice}, mvp="3", leaving="6")
    answer = file(match, sent)
    assert answer.status_code == 302, answer.context["form"].problems
    report = report_of(Report.objects.get(match=match))
    assert report.dice[f"mvp/{home}/2"] == (3,)
    asked = dict(afterwards.dice_of(report, sheets_now(match), ruleset_of(match.ruleset_id)))
    assert set(report.dice) <= {*asked, f"fans/{home}", f"fans/{away}"}
    assert {key for key in asked if key.startswith("leaving/")} <= set(report.dice)


@pytest.mark.parametrize("edition", sorted(EDITIONS))
@pytest.mark.parametrize(
    "ending", ["conceded--home", "conceded--away", "walkover--home", "walkover--away", "walkover--"]
)
def test_whatever_an_ending_asks_for_has_a_field_in_every_edition(edition: str, ending: str) -> None:
    """Fans lost and the payment for a walkover (BB2020), the second most valuable player, players who leave."""
    rules, sheets = EDITIONS[edition], {sheet.key: sheet for sheet in BASES[edition].values()}
    kind, _, gave_up = ending.partition("--")
    report = MatchReport(SideReport("t1", 0), SideReport("t2", 0), ending=kind, gave_up=gave_up)
    asked = {key: dice for key, dice in afterwards.dice_of(report, sheets, rules) if dice}
    page = form(edition, initial={"ending": ending}, add="ending")
    typed = {name: (1, 1) for name in page.fields if "-dice-" in name or name.startswith("rolls-")}
    read = {key for key, *_ in page._dice(report, Reading(typed))}
    assert set(asked) <= read
    labels = [str(page.fields[name].label) for name in map(name_of, asked) if name in page.fields]
    assert len(labels) == len(set(labels))  # nobody has to guess whose it is


def test_the_endings_of_the_editions_ask_for_each_of_these_dice() -> None:
    """Or the test before this one would show nothing."""
    asked = {
        key.partition("/")[0]
        for edition, rules in EDITIONS.items()
        for kind, gave_up in (("conceded", "away"), ("walkover", "away"))
        for key, _ in afterwards.dice_of(
            MatchReport(SideReport("t1", 0), SideReport("t2", 0), ending=kind, gave_up=gave_up),
            {sheet.key: sheet for sheet in BASES[edition].values()},
            rules,
        )
    }
    assert {"mvp", "fans-lost", "leaving", "walkover"} <= asked
