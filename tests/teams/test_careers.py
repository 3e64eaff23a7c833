"""A player's life, told from the ledger: page and API."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from engine import effects as fx
from matches.models import Match
from matches.selectors.changeover import Wish
from matches.services.changeover import changeover_make
from teams.models import Team
from teams.selectors.careers import Career, career
from teams.selectors.teams import team_get
from tests import cast
from tests.api.client import Api
from tests.web.reading import words_on

pytestmark = pytest.mark.django_db


def life(team: Team, key: str) -> Career:
    return career(team_get(cast.coach("Cora"), team.pk), key)


def hurt(match: Match, team: Team, victim: str, *faces: int) -> dict[str, object]:
    """A casualty of this team's player, with the dice lying as given."""
    side = "home" if match.home_id == team.pk else "away"
    return {
        side: {"casualties": [{"victim": victim, "cause": "block"}]},
        "dice": {f"casualty/{team.key}/{victim}": list(faces)},
    }


def test_a_life_begins_with_the_hiring() -> None:
    team = cast.team(cast.league())
    (entry,) = life(team, "p10").entries
    assert entry.hired == fx.PlayerHired("p10", 10, "blitzer 10", "blitzer")
    assert (entry.price, entry.spp, entry.played) == (90_000, 0, None)


def test_a_match_tells_deeds_points_and_the_level_he_reached() -> None:
    match = cast.play(cast.match(cast.season(cast.league())), (2, 0), dice={})
    played, hired = life(match.home, "p10").entries
    assert played.played is not None
    assert (played.played.touchdowns_for, played.opponent) == (2, match.away)
    assert [(deed.deed, deed.times) for deed in played.deeds] == [("touchdown", 2)]
    assert (played.earned, played.spp) == (6, 6)
    assert played.level is not None
    assert played.level.title == "Experienced"
    assert hired.hired is not None


def test_a_match_he_missed_is_told_as_missed() -> None:
    """BB2016, casualty table: Broken Ribs, miss the next match."""
    season = cast.season(cast.league(), legs=2)
    first = cast.match(season)
    team = first.home
    cast.play(first, (0, 0), **hurt(first, team, "p1", 4, 1))
    cast.play(cast.match(season), (0, 0), home={"nominees": ["p2", "p3", "p4"]}, away={"nominees": ["p2", "p3", "p4"]})
    missed, injured, _hired = life(team, "p1").entries
    assert (missed.absent, injured.absent) == (True, False)
    assert [name for name, _effect in injured.injuries] == ["Broken Ribs"]
    assert life(team, "p1").missed == 1


def test_a_life_ends_with_death_and_tells_no_match_after_it() -> None:
    season = cast.season(cast.league(), legs=2)
    first = cast.match(season)
    team = first.home
    cast.play(first, (0, 0), **hurt(first, team, "p1", 6, 1))
    cast.play(cast.match(season), (0, 0), home={"nominees": ["p2", "p3", "p4"]}, away={"nominees": ["p2", "p3", "p4"]})
    died, _hired = life(team, "p1").entries
    assert died.died


def test_other_rules_are_part_of_a_life() -> None:
    league = cast.league(ruleset="lrb6")
    team = cast.team(league, "Eyes", roster="orc", positions={"lineman": 9, "black-orc-blocker": 2}, goods={})
    changeover_make(league=league, wish=Wish("bb2016"), actor=cast.coach("Cora"))
    changed, _hired = life(team, "p10").entries
    assert (changed.kind, changed.position, changed.carried_on) == ("changeover", "Black Orc", False)
    assert life(team, "p1").entries[0].hired is not None


def test_the_page_tells_it_and_the_sheet_leads_there() -> None:
    match = cast.play(cast.match(cast.season(cast.league())), (2, 0))
    address = reverse("teams:player", args=[match.home_id, "p10"])
    assert address in Client().get(reverse("teams:team", args=[match.home_id])).content.decode()
    said = words_on(Client().get(address))
    assert f"Against {match.away.name}" in said
    assert "Touchdown × 2: +6 SPP, 6 in all." in said  # noqa: RUF001
    assert "For 90k gp." in said


@pytest.mark.parametrize("key", ["p99", "nobody"])
def test_nobody_of_that_name_is_not_found(key: str) -> None:
    team = cast.team(cast.league())
    assert Client().get(reverse("teams:player", args=[team.pk, key])).status_code == 404
    assert Api().get(f"teams/{team.pk}/players/{key}/").status_code == 404


def test_the_api_tells_the_same_life() -> None:
    match = cast.play(cast.match(cast.season(cast.league())), (2, 0))
    told = Api().get(f"teams/{match.home_id}/players/p10/").json()
    assert told["player"]["spp"] == told["life"][0]["spp"] == 6
    assert [entry["outcome"] for entry in told["life"]] == ["win", None]
    assert told["life"][1]["price"] == 90_000
