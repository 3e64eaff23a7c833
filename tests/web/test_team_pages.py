"""The team sheet and the statement: every number on them is explained."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from matches.models import Match
from teams.models import Team
from tests import cast
from tests.scenes import scene
from tests.web.reading import words_on

pytestmark = pytest.mark.django_db


@scene
def match() -> Match:
    """Bob's lineman 5 broke his hip and lineman 6 died; Ann's blitzer did both."""
    match = cast.match()
    away = match.away.key
    hurt = {"casualties": [{"victim": victim, "cause": "block", "by": "p11"} for victim in ("p5", "p6")]}
    dice = {f"casualty/{away}/p5": (5, 3), f"casualty/{away}/p6": (6, 1)}
    return cast.play(match, (2, 1), away=hurt, dice=dice)


def sheet(team: Team) -> str:
    return words_on(Client().get(reverse("teams:team", args=[team.pk])))


def test_a_sheet_shows_deeds_injuries_and_who_misses_the_next_match(match: Match) -> None:
    assert "Misses the next match" in sheet(match.away)
    page = Client().get(reverse("teams:team", args=[match.home_id])).context["page"]
    blitzers = {line.player.key: line for line in page.players}
    assert (blitzers["p10"].player.deeds["touchdown"], blitzers["p11"].player.deeds["casualty"]) == (2, 2)
    hurt = Client().get(reverse("teams:team", args=[match.away_id])).context["page"]
    (p5,) = (line for line in hurt.players if line.player.key == "p5")
    assert {cell.name: cell.lost for cell in p5.characteristics}["ma"] == 1
    assert [line.player.key for line in hurt.dead] == ["p6"]


def test_the_value_is_the_sum_of_its_lines_and_says_who_is_left_out(match: Match) -> None:
    """2016/17 league compendium, league rules, team roster: players who miss the next game count nothing."""
    page = Client().get(reverse("teams:team", args=[match.away_id]))
    rows = page.context["value_rows"]
    team = Team.objects.get(pk=match.away_id)
    assert sum(line.amount for line in page.context["page"].value.lines) == team.value
    assert rows
    assert "misses the next match" in words_on(page)


def test_the_statement_ends_at_the_treasury_and_begins_at_the_draft(match: Match) -> None:
    for team in (match.home, match.away):
        page = Client().get(reverse("teams:statement", args=[team.pk]))
        blocks = page.context["blocks"]
        now = Team.objects.get(pk=team.pk).treasury
        assert blocks[0].balance == now
        assert sum(block.amount for block in blocks) == now
        assert blocks[-1].played is None
        assert f"Against {(match.away if team == match.home else match.home).name}" in words_on(page)


def test_each_line_of_the_statement_names_its_rule(match: Match) -> None:
    page = Client().get(reverse("teams:statement", args=[match.home_id]))
    rows = [row for block in page.context["blocks"] for row in block.rows]
    assert all(row.rule_name for row in rows)
    rules = Client().get(reverse("leagues:ruleset", args=["bb2016"])).content.decode()
    for row in rows:
        assert f'id="rule-{row.rule}"' in rules, row.rule


def test_the_rules_pages_show_every_team_list_and_skill() -> None:
    index = Client().get(reverse("leagues:rules"))
    assert "Blood Bowl 2016" in words_on(index)
    page = Client().get(reverse("leagues:rules-part", args=["bb2016", "skills"]))
    ruleset = page.context["ruleset"]
    words = words_on(page)
    for skill in ruleset.skills:
        assert skill.name in words
    for roster in ruleset.teams:
        listed = words_on(Client().get(reverse("leagues:roster", args=["bb2016", roster.key])))
        for position in roster.positions:
            assert position.name in listed
    assert Client().get(reverse("leagues:ruleset", args=["bb1066"])).status_code == 404
    assert Client().get(reverse("leagues:roster", args=["bb2016", "squirrel"])).status_code == 404


def test_ids_on_a_page_stand_there_once(match: Match) -> None:
    for address in (
        reverse("teams:team", args=[match.home_id]),
        reverse("teams:statement", args=[match.home_id]),
        reverse("matches:match", args=[match.pk]),
        reverse("matches:season", args=[match.season_id]),
        reverse("matches:league", args=[match.league.slug]),
        reverse("leagues:ruleset", args=["bb2016"]),
    ):
        ids = re.findall(r'\sid="([^"]+)"', Client().get(address).content.decode())
        assert len(ids) == len(set(ids)), address
