"""Where the gold went, filtered, and for a spreadsheet."""

from __future__ import annotations

import csv
import io

import pytest
from django.test import Client
from django.urls import reverse

from engine import effects as fx
from engine import rulesets
from teams.selectors.statement import StatementBlock
from tests import cast
from tests.api.client import Api
from tests.teams.happenings import happen
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


def blocks_of(pk: int, query: str = "") -> list[StatementBlock]:
    return list(Client().get(reverse("teams:statement", args=[pk]) + query).context["blocks"])


def test_two_purchases_of_one_good_in_one_window_are_two_lines_with_their_own_counts() -> None:
    team = cast.team(cast.league())
    for count in (2, 1):
        bought = fx.GoodsChanged("cheerleader", count), fx.GoldChanged(-10_000 * count, "goods-bought", "cheerleader")
        happen(team, *bought, occasion="w1")
    happen(team, fx.GoodsChanged("cheerleader", -1), occasion="w1")
    (window, _draft) = blocks_of(team.pk)
    assert [(row.subject, row.times, row.line.amount) for row in window.rows] == [
        ("Cheerleaders", 2, -20_000),
        ("Cheerleaders", 1, -10_000),
    ]
    lines = Api().get(f"teams/{team.pk}/statement/", since="w1").json()["results"]
    assert [(line["about"], line["times"]) for line in lines] == [("cheerleader", 2), ("cheerleader", 1)]


def test_what_is_no_match_has_a_heading_in_words() -> None:
    league = cast.league()
    team, other = cast.team(league), cast.team(league, "Buyers", by="Bob")
    happen(team, fx.GoldChanged(-70_000, "player-hired", "p1"), kind="hiring", occasion="w1")
    happen(team, fx.GoldChanged(60_000, "deal", other.key), kind="deal", occasion="d1")
    happen(team, fx.GoldChanged(-5_000, "ruling"), kind="ruling", occasion="c1", inputs={"reason": "A fine."})
    said = words_on(Client().get(reverse("teams:statement", args=[team.pk])))
    for words in ("Hiring and firing", "A deal", "The commissioner's word", "The draft", "A fine."):
        assert words in said, words
    deal = blocks_of(team.pk)[1]
    assert (deal.kind, deal.rows[0].subject) == ("deal", "Buyers")
    assert [row[3] for row in rows_of(team.pk, "?since=d1")[1:]] == ["Buyers", "A fine."]


def test_a_stars_upkeep_names_the_star_and_its_rule() -> None:
    """2016/17 league compendium, rostered stars: upkeep after each match."""
    star = next(one for one in rulesets.get("bb2016").stars_of("human") if one.cost)
    team = cast.team(cast.league())
    happen(team, fx.StarRostered(star.key), fx.GoldChanged(-(star.cost or 0), "star-rostered", star.key), occasion="w1")
    happen(team, fx.GoldChanged(-30_000, "upkeep", star.key), occasion="w2")
    upkeep, hired, _draft = blocks_of(team.pk)
    assert (upkeep.rows[0].subject, hired.rows[0].subject) == (star.name, star.name)
    assert upkeep.rows[0].rule == hired.rows[0].rule == "hiring.stars"


def test_it_can_be_cut_to_a_stretch_of_the_history() -> None:
    team = cast.team(cast.league())
    for nth in (1, 2, 3):
        happen(team, fx.GoldChanged(nth, "ruling"), kind="ruling", occasion=f"c{nth}")
    address = reverse("teams:statement", args=[team.pk])
    page = Client().get(address + "?since=c1&until=c2")
    assert [block.occasion for block in page.context["blocks"]] == ["c2", "c1"]
    assert page.context["total"] == 3
    assert f"{reverse('teams:statement-csv', args=[team.pk])}?since=c1&amp;until=c2" in page.content.decode()
    assert [row[4] for row in rows_of(team.pk, "?since=c1&until=c2")[1:]] == ["1", "2"]
    assert [row[4] for row in rows_of(team.pk, "?until=c1&reason=ruling")[1:]] == ["1"]
    lines = Api().get(f"teams/{team.pk}/statement/", since="c2").json()["results"]
    assert [line["amount"] for line in lines] == [2, 3]


@pytest.mark.parametrize("query", ["?since=c9", "?until=nonsense", "?since=c2&until=c1"])
def test_a_stretch_that_never_was_is_empty(query: str) -> None:
    team = cast.team(cast.league())
    for nth in (1, 2):
        happen(team, fx.GoldChanged(nth, "ruling"), kind="ruling", occasion=f"c{nth}")
    assert blocks_of(team.pk, query) == []
    assert rows_of(team.pk, query)[1:] == []
