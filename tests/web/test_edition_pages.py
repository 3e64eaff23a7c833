"""The page of a match in editions without fans, winnings, FAME or gold, and in those that count them otherwise."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from engine.season.points import PointsFor
from matches.mapping import report_from
from matches.models import Match
from matches.services.reports import report_submit
from tests import cast
from tests.matches.test_editions import SEVENS, drafted, fixture, played
from tests.web.reading import words_on

pytestmark = pytest.mark.django_db
NOBODY: dict[str, Any] = {"nominees": [], "deeds": []}


def words_of(match: Match) -> str:
    return words_on(Client().get(reverse("matches:match", args=[match.pk])))


def ended(match: Match, ending: str, *, home: dict[str, Any] | None = None) -> Match:
    """The away side gave up, or did not come."""
    told = cast.report(match, (0, 0), home={**NOBODY, **(home or {})}, away=NOBODY)
    report_submit(
        match=match, report=report_from({**told, "ending": ending, "gave_up": "away"}), actor=match.home.coach
    )
    return cast.finish(cast.confirm(cast.reread(match)))


def test_the_newest_edition_tells_its_list_in_its_own_words() -> None:
    """BB2020, post-game sequence."""
    match = played(fixture("bb2020", {}))
    words = words_of(match)
    for said in ("League points", "Win +3 points", "Loss 0 points", "Share of the gate", "Dedicated fans:"):
        assert said in words
    for side in (match.home, match.away):
        value = side.effects.get(kind="team_valued").data
        assert f"Team value: {value['value'] // 1000:,}k" in words
    assert "Prepare for the next fixture" in words
    assert "FAME" not in words
    assert "Came to see it" in words


def test_after_a_draw_of_the_newest_edition_nobody_throws_for_fans() -> None:
    assert "After this match nobody throws for them." in words_of(played(fixture("bb2020", {}), (1, 1)))


def test_a_conceded_match_says_what_is_left_of_the_fans() -> None:
    """BB2020, conceding: D3 fewer, never the last one."""
    match = ended(fixture("bb2020", {}), "conceded", home={"score": 1, "awarded": 1})
    words = words_of(match)
    assert "Dedicated fans: 1 of 1 are left, since the match was given up." in words
    gate = sum(team.effects.get(kind="match_played").data["fans"] for team in (match.home, match.away))
    assert f"Share of the gate +{gate * 10}k gp" in words


def test_a_match_that_nobody_played_costs_who_did_not_come_points() -> None:
    """BB2020, unplayed fixtures: three league points."""
    words = words_of(ended(fixture("bb2020", {}), "walkover", home={"score": 1, "awarded": 1}))
    assert "Loss 0 points Not having come \N{MINUS SIGN}3 points Together \N{MINUS SIGN}3 points" in words


def test_each_bonus_has_a_line_of_its_own() -> None:
    """BB2020, league points: optional bonus points."""
    rules = {"bonus-touchdowns": 1, "bonus-touchdowns-from": 2, "bonus-clean-sheet": 1, "bonus-casualties": 1}
    words = words_of(played(fixture("bb2020", rules), (2, 0)))
    assert "Win +3 points Bonus for touchdowns +1 point Bonus for a clean sheet +1 point Together +5 points" in words
    assert set(PointsFor.__args__) == {"win", "draw", "loss", "touchdowns", "clean-sheet", "casualties", "no-show"}


def test_a_friendly_counts_for_no_table() -> None:
    league = cast.league(ruleset="bb2020")
    home, away = drafted(league, "Ones", "Ann"), drafted(league, "Others", "Bob")
    match = cast.kick_off(cast.arranged(home, away, accepted=True))
    assert "It counts for no table." in words_of(cast.play(match, (0, 0), home=NOBODY, away=NOBODY))


@pytest.mark.parametrize("size", [{}, SEVENS], ids=["basic", "sevens"])
def test_the_plain_rules_tell_every_roll_and_know_neither_gold_nor_fans(size: dict[str, Any]) -> None:
    """Basic, 2.5.1."""
    match = played(fixture("basic", size))
    words = words_of(match)
    assert "Star player rolls" in words
    first = match.home.players.get(key="p1")
    assert f"#{first.number} {first.name}: " in words
    assert "+1 for the win, +1 for the team's touchdowns, +1 for his touchdown, makes" in words
    for nowhere in ("Winnings", "FAME", "fans", "Expensive", "League points"):
        assert nowhere not in words


def test_in_the_plain_rules_who_gives_up_throws_nothing_and_the_winner_has_a_point_more() -> None:
    """Basic, 2.5.2."""
    words = words_of(ended(fixture("basic", {}), "conceded"))
    assert "Nobody throws after this match." in words
    assert "for the win" in words


def test_the_sheet_of_the_plain_rules_counts_touchdowns_and_casualties() -> None:
    """Basic, 2.4: the record of the match."""
    match = played(fixture("basic", {}))
    page = Client().get(reverse("teams:team", args=[match.home_id]))
    assert page.context["deeds"] == ["touchdown", "casualty"]


def test_the_older_edition_ends_its_list_with_the_team_value() -> None:
    """LRB6, post-match step 2.8."""
    match = played(fixture("lrb6", {}))
    assert f"Team value: {cast.again(match.home).value // 1000:,}k" in words_of(match)
