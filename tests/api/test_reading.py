"""Reading over the API: what a tool of somebody else gets to see, and in which shape."""

from __future__ import annotations

import hashlib
from http import HTTPStatus
from typing import Any

import pytest
from django.utils.dateparse import parse_datetime

from engine import rulesets
from engine.dice import SeededDice
from leagues.models import League
from matches.models import Match, Season
from tests import cast
from tests.api.client import Api

pytestmark = pytest.mark.django_db


@pytest.fixture
def league() -> League:
    return cast.league()


@pytest.fixture
def season(league: League) -> Season:
    return cast.season(league)


@pytest.fixture
def played(season: Season) -> Match:
    """Ann's Reavers lost their third player and won; she rolled badly and threw again."""
    fixture = cast.match(season)
    side = "home" if fixture.home.name == "Reavers" else "away"
    hurt = {side: {"casualties": [{"victim": "p3", "cause": "block", "by": "p11"}]}}
    score = (2, 1) if side == "home" else (1, 2)
    key = fixture.home.key if side == "home" else fixture.away.key
    return cast.play(fixture, score, choice="reroll", dice={f"casualty/{key}/p3": [5, 3]}, **hurt)


def reavers(season: Season) -> Any:
    return season.entries.get(team__name="Reavers").team


def test_the_index_leads_to_everything() -> None:
    index = Api().get().json()
    assert index["leagues"] == "http://testserver/api/v1/leagues/"
    assert set(index) == {"rulesets", "leagues", "inbox", "schema", "docs"}


def test_leagues_are_a_list_of_results(league: League) -> None:
    body = Api().get("leagues/").json()
    assert set(body) == {"results", "next", "previous"}
    (shown,) = body["results"]
    assert shown["slug"] == "old-world-cup"
    assert shown["url"] == "http://testserver/api/v1/leagues/old-world-cup/"
    assert shown["ruleset"]["key"] == "bb2016"
    assert (shown["team_count"], shown["coach_count"], shown["role"]) == (0, 1, None)
    founded = parse_datetime(shown["founded_at"])
    assert founded is not None
    assert shown["founded_at"].endswith("Z")


def test_a_list_comes_in_pages_that_lead_on() -> None:
    for name in ("Aa", "Bb", "Cc"):
        cast.league(name)
    first = Api().get("leagues/", page_size=2).json()
    assert [league["name"] for league in first["results"]] == ["Aa", "Bb"]
    assert first["previous"] is None
    second = Api().get(first["next"].removeprefix("http://testserver/api/v1/")).json()
    assert [league["name"] for league in second["results"]] == ["Cc"]
    assert second["next"] is None


@pytest.mark.parametrize("page", ["0", "99", "x", "-1", "9" * 30])
def test_a_page_that_is_not_there_is_not_found(league: League, page: str) -> None:
    assert Api().get("leagues/", page=page).status_code == HTTPStatus.NOT_FOUND


def test_a_league_names_its_members_but_never_their_mail(league: League) -> None:
    response = Api(cast.coach("Cora")).get(f"leagues/{league.slug}/")
    assert [(one["coach"]["name"], one["role"]) for one in response.json()["members"]] == [("Cora", "commissioner")]
    assert b"example.org" not in response.content


def test_only_a_commissioner_reads_the_invitation(league: League) -> None:
    ann = cast.member(league, "Ann")
    path = f"leagues/{league.slug}/"
    assert Api(cast.coach("Cora")).get(path).json()["invitation"] == league.invitation
    assert Api(ann).get(path).json()["invitation"] is None
    assert Api().get(path).json()["invitation"] is None


def test_a_private_league_and_all_in_it_is_not_found() -> None:
    private = cast.league("Secret Cup", public=False)
    season = cast.season(private)
    team, match = reavers(season), season.matches.get()
    paths = [
        f"leagues/{private.slug}/",
        f"leagues/{private.slug}/teams/",
        f"leagues/{private.slug}/seasons/",
        f"seasons/{season.pk}/",
        f"seasons/{season.pk}/standings/",
        f"seasons/{season.pk}/matches/",
        f"teams/{team.pk}/",
        f"teams/{team.pk}/statement/",
        f"teams/{team.pk}/effects/",
        f"matches/{match.pk}/",
        f"matches/{match.pk}/report/",
        f"matches/{match.pk}/dice/",
    ]
    for stranger in (Api(), Api(cast.coach("Zoe"))):
        assert {path: stranger.get(path).status_code for path in paths} == dict.fromkeys(paths, 404)
        assert stranger.get("leagues/").json()["results"] == []
    # The one that is not there at all looks no different.
    assert Api().get("leagues/nothing/").json() == Api().get(f"leagues/{private.slug}/").json()


def test_rulesets_are_readable_without_a_login() -> None:
    assert [ruleset["key"] for ruleset in Api().get("rulesets/").json()["results"]] == [
        "basic",
        "lrb6",
        "bb2020",
        "bb2016",
    ]
    assert Api().get("rulesets/lrb1/").status_code == HTTPStatus.NOT_FOUND


def test_a_ruleset_is_one_document() -> None:
    rules = Api().get("rulesets/bb2016/").json()
    human = next(team for team in rules["teams"] if team["key"] == "human")
    assert (human["reroll_cost"], human["apothecary"]) == (50000, True)
    blitzer = next(position for position in human["positions"] if position["key"] == "blitzer")
    assert blitzer == {
        "key": "blitzer",
        "name": "Blitzer",
        "min": 0,
        "max": 4,
        "cost": 90000,
        "ma": 7,
        "st": 3,
        "ag": 3,
        "pa": None,
        "av": 8,
        "skills": ["Block"],
        "primary": "GS",
        "secondary": "AP",
        "max_sevens": None,
        "journeyman": False,
        "big_guy": False,
    }
    assert {"Block": "general"}.items() <= {skill["name"]: skill["category"] for skill in rules["skills"]}.items()
    assert rules["tables"]["draft"]["gold"] == 1_000_000
    assert rules["tables"]["spp"]["touchdown"] == 3
    assert rules["rules"]["winnings"]["name"] == "Winnings"


def test_the_teams_of_a_league(season: Season) -> None:
    teams = Api().get(f"leagues/{season.league.slug}/teams/").json()["results"]
    assert [(team["name"], team["roster"], team["coach"]["name"]) for team in teams] == [
        ("Gouged Eye", "orc", "Bob"),
        ("Reavers", "human", "Ann"),
    ]
    assert all(isinstance(team["treasury"], int) for team in teams)


def test_a_team_sheet_explains_its_value(played: Match) -> None:
    sheet = Api().get(f"teams/{reavers(played.season).pk}/").json()
    counted = sum(line["amount"] for line in sheet["value_lines"])
    assert counted == sheet["value"]
    assert [line["left_out"] for line in sheet["value_lines"] if line["about"] == "p3"] == ["misses-next"]
    assert {good["key"]: good["count"] for good in sheet["goods"]}["reroll"] == 2
    assert sheet["problems"] == []
    assert sheet["record"]["played"] == 1


def test_a_team_sheet_shows_what_a_player_was_and_is(played: Match) -> None:
    sheet = Api().get(f"teams/{reavers(played.season).pk}/").json()
    hurt = next(player for player in sheet["players"] if player["key"] == "p3")
    assert hurt["characteristics"]["ma"] == {"now": 5, "lost": 1, "gained": 0}
    assert hurt["misses_next"] is True
    assert hurt["injuries"] == [
        {"occasion": played.key, "result": "smashed-hip", "misses_next": True, "niggle": False, "loses": "ma"}
    ]
    scorer = next(player for player in sheet["players"] if player["key"] == "p10")
    assert scorer["deeds"]["touchdown"] == 2
    assert scorer["spp"] >= 6
    assert scorer["skills"] == ["Block"]


def test_a_dead_player_stands_apart(season: Season) -> None:
    match = cast.match(season)
    dead = {"casualties": [{"victim": "p3", "cause": "crowd"}]}
    cast.play(match, home=dead, dice={f"casualty/{match.home.key}/p3": [6, 8]})
    sheet = Api().get(f"teams/{match.home.pk}/").json()
    assert [(player["key"], player["status"]) for player in sheet["dead"]] == [("p3", "dead")]
    assert sheet["dead"][0]["injuries"][0]["result"] == "dead"
    assert "p3" not in [player["key"] for player in sheet["players"]]


def test_a_statement_adds_up_to_the_treasury_and_shows_its_dice(played: Match) -> None:
    team = reavers(played.season)
    lines = Api().get(f"teams/{team.pk}/statement/").json()["results"]
    assert lines[-1]["balance"] == team.treasury
    assert sum(line["amount"] for line in lines) == team.treasury
    winnings = next(line for line in lines if line["reason"] == "winnings")
    assert sum(part["amount"] for part in winnings["parts"]) == winnings["amount"]
    assert f"winnings/{team.key}/2" in [roll["key"] for roll in winnings["rolls"]]


def test_effects_tell_all_that_happened_to_a_team(played: Match) -> None:
    team = reavers(played.season)
    rows = Api().get(f"teams/{team.pk}/effects/").json()["results"]
    assert rows[0]["effect"] == {
        "kind": "team_founded",
        "v": 2,
        "name": "Reavers",
        "roster": "human",
        "choices": {},
    }
    assert rows[0]["cause"] == "draft"
    injury = next(row for row in rows if row["effect"]["kind"] == "injury_suffered")
    assert (injury["occasion"], injury["effect"]["player"]) == (played.key, "p3")


def test_seasons_lead_to_their_table_and_matches(season: Season) -> None:
    (shown,) = Api().get(f"leagues/{season.league.slug}/seasons/").json()["results"]
    assert shown == Api().get(f"seasons/{season.pk}/").json()
    assert {team["name"] for team in shown["teams"]} == {"Reavers", "Gouged Eye"}
    assert shown["standings_url"].endswith(f"/seasons/{season.pk}/standings/")


def test_standings_say_what_decided_them(played: Match) -> None:
    rows = Api().get(f"seasons/{played.season_id}/standings/").json()["results"]
    assert [(row["rank"], row["team"]["name"], row["points"], row["decided_by"]) for row in rows] == [
        (1, "Reavers", 3, ""),
        (2, "Gouged Eye", 0, "points"),
    ]
    assert (rows[0]["wins"], rows[0]["draws"], rows[0]["losses"]) == (1, 0, 0)


def test_matches_of_a_season_have_their_results(played: Match) -> None:
    (match,) = Api().get(f"seasons/{played.season_id}/matches/").json()["results"]
    assert match["status"] == "finished"
    assert {match["result"]["home_touchdowns"], match["result"]["away_touchdowns"]} == {2, 1}


def test_a_match_to_come_has_neither_report_nor_seed(season: Season) -> None:
    fixture = season.matches.get()
    match = Api().get(f"matches/{fixture.pk}/").json()
    assert (match["status"], match["result"], match["report"]) == ("scheduled", None, None)
    assert match["dice"]["seed"] is None
    assert len(match["dice"]["seal"]) == 64
    assert Api().get(f"matches/{fixture.pk}/report/").status_code == HTTPStatus.NOT_FOUND


def test_a_match_tells_its_steps_with_dice_and_effects(played: Match) -> None:
    match = Api().get(f"matches/{played.pk}/").json()
    assert match["report"]["report"]["home"]["score"] in (1, 2)
    winner = next(side for side in match["sides"].values() if side["team"]["name"] == "Reavers")
    names = [line["step"]["name"] for line in winner["steps"]]
    assert names == list(rulesets.get("bb2016").post_match)
    winnings = winner["steps"][names.index("winnings")]
    assert (winnings["step"]["status"], winnings["step"]["choice"]) == ("done", "reroll")
    assert len(winnings["rolls"]) == 2
    assert winnings["effects"][0]["kind"] == "gold_changed"
    assert "injury_suffered" in [effect["kind"] for effect in winner["effects"]]


def test_the_seed_is_shown_when_nothing_more_can_be_thrown(season: Season) -> None:
    match = cast.confirm(cast.file(cast.match(season)))
    path = f"matches/{match.pk}/dice/"
    before = Api().get(path).json()
    assert before["seed"] is None
    cast.finish(match)
    after = Api().get(path).json()
    assert hashlib.sha256(bytes.fromhex(after["seed"])).hexdigest() == before["seal"] == after["seal"]


def test_anybody_can_throw_the_dice_again_from_the_seed(played: Match) -> None:
    record = Api().get(f"matches/{played.pk}/dice/").json()
    dice = SeededDice(bytes.fromhex(record["seed"]))
    seeded = [roll for roll in record["rolls"] if roll["source"] == "seeded"]
    assert seeded
    for roll in seeded:
        assert list(dice.roll(roll["key"], *roll["sides"]).faces) == roll["faces"]


def test_the_inbox_holds_what_waits_for_a_coach(season: Season) -> None:
    match = cast.match(season)
    home, away = Api(match.home.coach), Api(match.away.coach)
    assert [one["id"] for one in home.get("inbox/").json()["to_play"]] == [match.pk]
    match = cast.file(match)
    assert [one["id"] for one in away.get("inbox/").json()["to_confirm"]] == [match.pk]
    assert home.get("inbox/").json()["to_confirm"] == []
    cast.advance(cast.confirm(match))
    (choice,) = home.get("inbox/").json()["choices"]
    assert (choice["options"], choice["match"]["id"]) == (["keep", "reroll"], match.pk)
    assert choice["choose_url"].endswith(f"/steps/{choice['id']}/choose/")
    assert Api().get("inbox/").status_code == HTTPStatus.UNAUTHORIZED


def test_what_does_not_exist_answers_in_the_api_s_own_way() -> None:
    response = Api().client.get("/api/v1/goblins/")
    assert response.status_code == HTTPStatus.NOT_FOUND
    assert response["Content-Type"] == "application/problem+json"
    assert response.json()["code"] == "not_found"


@pytest.mark.parametrize("pk", ["0", "9" * 18, "9" * 40])
def test_a_number_that_nobody_has_is_not_found(pk: str) -> None:
    for path in (f"teams/{pk}/", f"matches/{pk}/", f"seasons/{pk}/"):
        assert Api().get(path).status_code == HTTPStatus.NOT_FOUND
