"""Where the gold went, filtered, and for a spreadsheet."""

from __future__ import annotations

import csv
import io

import pytest
from django.test import Client
from django.urls import reverse

from tests import cast
from tests.api.client import Api
from tests.web.reading import words_on

pytestmark = pytest.mark.django_db


def rows_of(pk: int, query: str = "") -> list[list[str]]:
    answer = Client().get(reverse("teams:statement-csv", args=[pk]) + query)
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.reader(io.StringIO(answer.content.decode())))


def test_the_table_adds_up_to_the_treasury() -> None:
    match = cast.play(cast.match(cast.season(cast.league())), (2, 0))
    team = match.home
    head, *rows = rows_of(team.pk)
    assert head == ["Occasion", "Against", "Why", "What", "Gold", "Left"]
    team.refresh_from_db()
    assert sum(int(row[4]) for row in rows) == team.treasury == int(rows[-1][5])
    assert rows[0] == ["t1" if team.key == "t1" else "t2", "", "Starting treasury", "", "1000000", "1000000"]
    assert [match.key, match.away.name, "Winnings"] in [row[:3] for row in rows]


def test_it_can_be_filtered_by_reason() -> None:
    match = cast.play(cast.match(cast.season(cast.league())), (2, 0))
    _head, *rows = rows_of(match.home_id, "?reason=player-hired")
    assert len(rows) == 12
    page = Client().get(reverse("teams:statement", args=[match.home_id]), {"reason": "player-hired"})
    assert page.context["total"] == sum(int(row[4]) for row in rows) == -(9 * 50_000 + 3 * 90_000)
    assert "Player hired in all:" in words_on(page)
    assert [block.played for block in page.context["blocks"]] == [None]
    lines = Api().get(f"teams/{match.home_id}/statement/", reason="winnings").json()["results"]
    assert [line["reason"] for line in lines] == ["winnings"]


def test_a_reason_that_never_was_shows_nothing() -> None:
    team = cast.team(cast.league())
    assert rows_of(team.pk, "?reason=bribes")[1:] == []
    page = Client().get(reverse("teams:statement", args=[team.pk]), {"reason": "bribes"})
    assert page.status_code == 200
    assert page.context["blocks"] == ()


@pytest.mark.parametrize("name", ["=HYPERLINK(1)", "+1", "-1", "@SUM"])
def test_a_name_is_no_formula(name: str) -> None:
    league = cast.league()
    mine, other = cast.team(league), cast.team(league, name, by="Bob", roster="orc")
    cast.play(cast.match(cast.season(league, [mine, other])))
    against = {row[1] for row in rows_of(mine.pk)[1:]}
    assert against == {"", f"'{name}"}
