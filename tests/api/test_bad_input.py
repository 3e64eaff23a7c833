"""Bodies that are wrong: each is refused with what is wrong about it, and none brings anything down."""

from __future__ import annotations

import json
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

import pytest

from config.limits import Limit
from config.rest import BODY_BYTES
from leagues.models import League
from matches.models import Season
from teams.models import Team
from tests import cast
from tests.api.client import Api, mistakes, problem_codes
from tests.api.test_writing import DRAFT

pytestmark = pytest.mark.django_db

HUGE = 2**53 - 1
TOO_HUGE = 10**30


@pytest.fixture
def league() -> League:
    return cast.league()


@pytest.fixture
def ann(league: League) -> Api:
    return Api(cast.member(league, "Ann"))


@pytest.fixture
def post_draft(league: League, ann: Api) -> Callable[..., Any]:
    return lambda **changes: ann.post(f"leagues/{league.slug}/teams/", {**DRAFT, **changes})


@pytest.fixture
def season(league: League) -> Season:
    return cast.season(league)


@pytest.fixture
def post_report(season: Season) -> Callable[..., Any]:
    match = cast.match(season)

    def post(home: dict[str, Any] | None = None, **changes: Any) -> Any:
        body = {**cast.report(match, home=home), **changes}
        return Api(match.home.coach).post(f"matches/{match.pk}/report/", body)

    return post


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"name": ' + "9" * 5000 + "}", "The JSON has a number that is too big, or that is none."),
        ('{"name": NaN}', "The JSON has a number that is too big, or that is none."),
        ('{"name": }', "The JSON cannot be read: line 1, column 10."),
    ],
    ids=["digits", "no number", "no value"],
)
def test_what_is_wrong_with_the_json_is_said_in_our_words(league: League, ann: Api, text: str, said: str) -> None:
    answer = ann.client.post(f"/api/v1/leagues/{league.slug}/teams/", text, content_type="application/json")
    assert (answer.status_code, answer.json()["title"]) == (400, said)


def test_what_has_the_wrong_shape_is_quoted_as_it_was_sent(post_draft: Callable[..., Any]) -> None:
    fields = post_draft(name=None).json()["fields"]
    said = [(one["where"].rpartition(".")[2], one["title"]) for one in fields]
    assert said == [("name", "expected text, found null")]


@pytest.mark.parametrize(
    "text", ["", "{", "nonsense", '{"name": }', "NaN", '{"a": Infinity}', "\ufeff{}", b"\xff\xfe", '{"name": "x"'],
    ids=repr,
)  # fmt: skip
def test_broken_json_is_refused(ann: Api, text: str | bytes) -> None:
    assert ann.send("leagues/", text).status_code == HTTPStatus.BAD_REQUEST


@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_json_nested_beyond_reason_is_refused(ann: Api, opening: str) -> None:
    response = ann.send("leagues/", opening * 50_000)
    assert response.status_code == HTTPStatus.BAD_REQUEST


@pytest.mark.parametrize("name", ["a\\u0000b", "\\ud800", "\\udfff\\ud800"])
def test_text_that_no_database_can_keep_is_refused(ann: Api, name: str) -> None:
    response = ann.send("leagues/", f'{{"name": "{name}", "ruleset": "bb2016"}}')
    assert response.status_code == HTTPStatus.BAD_REQUEST


@pytest.mark.parametrize("digits", [16, 20, 5000])
def test_a_number_that_not_every_program_reads_exactly_is_refused(league: League, ann: Api, digits: int) -> None:
    text = json.dumps({**DRAFT, "colour": 1}).replace('"colour": 1', f'"colour": {"9" * digits}')
    assert ann.send(f"leagues/{league.slug}/teams/", text).status_code == HTTPStatus.BAD_REQUEST


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
def test_a_body_that_is_not_json_is_refused(ann: Api, kind: str) -> None:
    assert ann.send("leagues/", b"name=x", kind).status_code == HTTPStatus.UNSUPPORTED_MEDIA_TYPE


@pytest.mark.parametrize("size", [BODY_BYTES + 1, 10_000_000])
def test_a_body_that_is_too_big_is_refused(ann: Api, size: int) -> None:
    assert ann.send("leagues/", b" " * size).status_code == HTTPStatus.REQUEST_ENTITY_TOO_LARGE


@pytest.mark.parametrize("body", [[], "x", 1, None, True, [[]]])
def test_a_body_that_is_no_object_is_refused(ann: Api, body: Any) -> None:
    assert mistakes(ann.send("leagues/", json.dumps(body))) == ["body"]


def test_a_body_that_is_wrong_all_over_is_not_sent_back_as_a_book(post_draft: Callable[..., Any]) -> None:
    response = post_draft(players=[1] * 20_000, name="x" * 50_000, colour="y" * 50_000)
    assert len(mistakes(response)) == 100
    assert len(response.content) < 50_000


def test_every_mistake_of_the_shape_is_named_by_its_path(ann: Api, league: League) -> None:
    body = {
        "name": 7,
        "players": [{"position": "lineman", "number": "1", "name": "A", "age": 9}, {}],
        "goods": {"reroll": 2.5, "apothecary": True},
        "captain": "A",
    }
    assert mistakes(ann.post(f"leagues/{league.slug}/teams/", body)) == [
        "captain",
        "name",
        "roster",
        "players[0].age",
        "players[0].number",
        "players[1].position",
        "players[1].number",
        "players[1].name",
        "goods.reroll",
        "goods.apothecary",
    ]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("leagues/", {"name": "A", "ruleset": "bb2016", "owner": 1}),
        ("leagues/{slug}/join/", {"code": "x"}),
        ("leagues/{slug}/teams/", {**DRAFT, "treasury": 5_000_000}),
        ("leagues/{slug}/draft-check/", {**DRAFT, "treasury": 5_000_000}),
        ("leagues/{slug}/seasons/", {"name": "A", "teams": [], "seed": "00"}),
        ("matches/{match}/confirm/", {"force": True}),
        ("matches/{match}/return/", {"why": "x"}),
        ("matches/{match}/report/", {"winner": "t1"}),
    ],
)
def test_an_unknown_field_is_refused(season: Season, path: str, body: dict[str, Any]) -> None:
    match = cast.match(season)
    if path.endswith("report/"):
        body = {**cast.report(match), **body}
    response = Api(cast.coach("Cora")).post(path.format(slug=season.league.slug, match=match.pk), body)
    (unknown,) = mistakes(response)
    assert unknown == list(body)[-1]


@pytest.mark.parametrize("name", ["", "   ", "\u200d", "\u202ereversed", "x" * 81])
def test_a_league_needs_a_name_that_can_be_seen(ann: Api, name: str) -> None:
    response = ann.post("leagues/", {"name": name, "ruleset": "bb2016"})
    assert response.status_code == HTTPStatus.UNPROCESSABLE_ENTITY


def test_a_league_needs_a_ruleset_that_exists(ann: Api) -> None:
    response = ann.post("leagues/", {"name": "A", "ruleset": "../bb2016"})
    assert response.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert response.json()["code"] == "unknown_name"


def test_an_illegal_draft_lists_all_its_problems_with_their_rules(post_draft: Callable[..., Any]) -> None:
    players = [{"position": "ogre", "number": 0, "name": ""}] * 2 + [{"position": "dragon", "number": 7, "name": "D"}]
    response = post_draft(name=" ", players=players, goods={"reroll": 9, "cheerleader": -1, "pie": 1})
    assert response.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert response.json()["code"] == "draft_illegal"
    assert set(problem_codes(response)) == {
        "team_unnamed",
        "player_unnamed",
        "too_few_players",
        "unknown_position",
        "position_limit",
        "number_taken",
        "number_out_of_range",
        "good_limit",
        "good_negative",
        "unknown_good",
    }
    assert all(problem["rule"].startswith("draft") for problem in response.json()["problems"])
    assert not Team.objects.exists()


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"goods": {"cheerleader": HUGE}}, "draft_too_expensive"),
        ({"goods": {"cheerleader": -HUGE}}, "good_negative"),
        ({"name": "x" * 5000}, "name_too_long"),
        ({"players": [{**DRAFT["players"][0], "number": HUGE}, *DRAFT["players"][1:]]}, "number_out_of_range"),
        ({"players": [{**DRAFT["players"][0], "number": -1}, *DRAFT["players"][1:]]}, "number_out_of_range"),
        ({"players": [{**DRAFT["players"][0], "name": "x" * 81}, *DRAFT["players"][1:]]}, "name_too_long"),
        ({"players": DRAFT["players"] * 100}, "too_many_players"),
    ],
)
def test_numbers_and_names_beyond_their_limits_are_problems_of_the_draft(
    post_draft: Callable[..., Any], changes: dict[str, Any], code: str
) -> None:
    assert code in problem_codes(post_draft(**changes))


@pytest.mark.parametrize("colour", [0, -1, 13, HUGE])
def test_a_colour_that_is_not_in_the_palette_is_refused(post_draft: Callable[..., Any], colour: int) -> None:
    response = post_draft(colour=colour)
    assert (response.status_code, response.json()["code"]) == (422, "colour_unknown")


@pytest.mark.parametrize("roster", ["squirrel", "", "../orc", "x" * 5000])
def test_a_roster_that_is_not_in_the_ruleset_is_refused(post_draft: Callable[..., Any], roster: str) -> None:
    response = post_draft(roster=roster)
    assert (response.status_code, response.json()["code"]) == (422, "unknown_name")


def test_a_name_that_already_plays_here_is_refused(post_draft: Callable[..., Any]) -> None:
    assert post_draft().status_code == HTTPStatus.CREATED
    assert post_draft().json()["code"] == "team_name_taken"


@pytest.mark.parametrize(
    ("changes", "codes"),
    [
        ({"teams": []}, ["too_few_teams"]),
        ({"teams": [0, 0]}, ["too_few_teams"]),
        ({"teams": [0, 1], "legs": 0}, ["legs_out_of_range"]),
        ({"teams": [0, 1], "legs": -HUGE}, ["legs_out_of_range"]),
        ({"teams": [0, 1], "legs": HUGE}, ["legs_out_of_range"]),
        ({"teams": [0, 1], "name": " "}, ["season_unnamed"]),
        ({"teams": [0], "name": " ", "legs": 99}, ["season_unnamed", "too_few_teams", "legs_out_of_range"]),
    ],
)
def test_a_season_that_cannot_be_played_is_refused(league: League, changes: dict[str, Any], codes: list[str]) -> None:
    teams = [cast.team(league).pk, cast.team(league, "Gouged Eye", by="Bob", roster="orc").pk]
    body = {"name": "Autumn", **changes, "teams": [teams[nth] for nth in changes["teams"]]}
    response = Api(cast.coach("Cora")).post(f"leagues/{league.slug}/seasons/", body)
    assert (response.status_code, response.json()["code"]) == (422, "season_illegal")
    assert problem_codes(response) == codes


def test_a_season_with_a_name_that_is_too_long_is_refused(league: League) -> None:
    teams = [cast.team(league).pk, cast.team(league, "Gouged Eye", by="Bob", roster="orc").pk]
    body = {"name": "x" * 81, "teams": teams}
    response = Api(cast.coach("Cora")).post(f"leagues/{league.slug}/seasons/", body)
    assert (response.status_code, response.json()["code"]) == (422, "name_invalid")


def test_a_team_named_twice_plays_once(league: League) -> None:
    one, other = cast.team(league).pk, cast.team(league, "Gouged Eye", by="Bob", roster="orc").pk
    body = {"name": "Autumn", "teams": [one, other, one]}
    response = Api(cast.coach("Cora")).post(f"leagues/{league.slug}/seasons/", body)
    assert [team["id"] for team in response.json()["teams"]] == [one, other]


@pytest.mark.parametrize("pk", [0, -1, HUGE])
def test_a_season_takes_only_teams_of_its_league(league: League, pk: int) -> None:
    secret = cast.team(cast.league("Secret Cup", public=False, commissioner=cast.coach("Dan")), "Hidden", by="Dan")
    for stranger in (pk, secret.pk):
        body = {"name": "Autumn", "teams": [cast.coach().pk, stranger]}
        response = Api(cast.coach("Cora")).post(f"leagues/{league.slug}/seasons/", body)
        assert (response.status_code, response.json()["code"]) == (422, "team_of_another_league")
        assert b"Hidden" not in response.content


@pytest.mark.parametrize(
    ("home", "codes"),
    [
        ({"score": -1, "deeds": []}, ["score_negative", "score_mismatch"]),
        ({"score": 3}, ["score_mismatch"]),
        # What nobody needs is refused before anything is looked at.
        ({"score": HUGE}, ["number_too_large"]),
        ({"deeds": [{"player": "p10", "counts": {"touchdown": HUGE}}], "score": HUGE}, ["number_too_large"] * 2),
        ({"nominees": ["x" * 301]}, ["entry_text"]),
        ({"nominees": ["p1"] * 1001}, ["list_too_long"]),
        # What is unlikely besides is told as well.
        (
            {"deeds": [{"player": "p10", "counts": {"touchdown": 200}}], "score": 200},
            [
                "touchdowns_in_match",
                "deed_too_often",
                "touchdowns_of_both",
                "unlikely_match",
                "unlikely_side",
                "unlikely_player",
            ],
        ),
        ({"deeds": [{"player": "p10", "counts": {"touchdown": 2, "completion": -1}}]}, ["deed_negative"]),
        ({"deeds": [{"player": "p10", "counts": {"touchdown": 2, "juggling": 1}}]}, ["unknown_deed"]),
        ({"deeds": [{"player": "p10", "counts": {"touchdown": 1}}] * 2}, ["deeds_twice"]),
        ({"deeds": [{"player": "p99", "counts": {"touchdown": 2}}]}, ["player_of_another_team"]),
        ({"casualties": [{"victim": "p1", "cause": "boredom"}]}, ["unknown_cause"]),
        ({"casualties": [{"victim": "p1", "cause": "block"}] * 2}, ["casualty_twice"]),
        ({"nominees": ["p1"] * 3}, ["nominees"]),
    ],
)
def test_a_report_that_cannot_be_true_is_refused(
    post_report: Callable[..., Any], home: dict[str, Any], codes: list[str]
) -> None:
    response = post_report(home)
    assert response.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert problem_codes(response) == codes


@pytest.mark.parametrize(
    ("dice", "code"),
    [
        ({"casualty/t1/p3": [1, 1]}, "die_unasked"),
        ({"fans/t1": [7, 1]}, "die_impossible"),
        ({"fans/t1": [0, 6]}, "die_impossible"),
        ({"fans/t1": [0, HUGE]}, "number_too_large"),
        ({"fans/t1": []}, "die_impossible"),
        ({"x" * 300: [1]}, "die_unasked"),
        ({"x" * 301: [1]}, "entry_text"),
    ],
)
def test_dice_that_cannot_have_fallen_are_refused(
    post_report: Callable[..., Any], dice: dict[str, list[int]], code: str
) -> None:
    assert problem_codes(post_report(dice=dice)) == [code]


def test_a_report_of_the_wrong_shape_names_every_path(post_report: Callable[..., Any]) -> None:
    response = post_report({"score": "2", "deeds": [{"player": "p10"}], "nominees": "p1"}, dice={"fans/t1": ["six"]})
    assert mistakes(response) == ["home.score", "home.deeds[0].counts", "home.nominees", "dice.fans/t1[0]"]


def test_the_dead_and_the_injured_are_in_no_report(league: League) -> None:
    season = cast.season(league, [cast.team(league), cast.team(league, "Eye", by="Bob", roster="orc")], legs=2)
    first = cast.match(season)
    hurt = [{"victim": victim, "cause": "crowd"} for victim in ("p1", "p2")]
    dice = {f"casualty/{first.home.key}/p1": [6, 1], f"casualty/{first.home.key}/p2": [4, 1]}
    cast.play(first, home={"casualties": hurt}, dice=dice)
    second = cast.match(season)
    report = cast.report(second)
    response = Api(second.home.coach).post(f"matches/{second.pk}/report/", report)
    assert problem_codes(response) == ["player_dead", "player_missing"]


def test_what_cannot_be_done_to_a_thing_is_said(league: League, ann: Api) -> None:
    response = ann.client.put(f"/api/v1/leagues/{league.slug}/", {})
    assert response.status_code == HTTPStatus.METHOD_NOT_ALLOWED
    assert response["Content-Type"] == "application/problem+json"
    assert "GET" in response["Allow"]


def test_who_asks_too_often_is_told_when_to_come_back(settings: Any) -> None:
    settings.API_LIMIT_CLIENT = Limit("api-client-test", 2, 60)
    settings.API_LIMIT = Limit("api-test", 1, 60)
    assert [Api().get("leagues/").status_code for _ in range(3)] == [200, 200, 429]
    signed_in = Api(cast.coach("Ann"))
    assert signed_in.get("leagues/").status_code == HTTPStatus.OK
    refused = signed_in.get("leagues/")
    assert refused.json()["code"] == "too_many_tries"
    assert 0 < int(refused["Retry-After"]) <= 60
