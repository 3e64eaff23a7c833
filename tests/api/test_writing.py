"""Writing over the API: the same services as the site, and each request at most once."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

import pytest
from rest_framework.test import APIClient

from leagues.models import AuditEntry, League
from matches.models import Match, MatchStatus, Season
from teams.models import Team
from tests import cast
from tests.api.client import Api, problem_codes

pytestmark = pytest.mark.django_db

DRAFT: dict[str, Any] = {
    "name": "Reavers",
    "roster": "human",
    "players": [{"position": "lineman", "number": number, "name": f"Lineman {number}"} for number in range(1, 12)],
    "goods": {"reroll": 3, "fan-factor": 4, "apothecary": 1},
}


@pytest.fixture
def league() -> League:
    return cast.league()


@pytest.fixture
def season(league: League) -> Season:
    return cast.season(league)


def test_a_coach_founds_a_league_and_commissions_it() -> None:
    response = Api(cast.coach("Ann")).post("leagues/", {"name": "Old World Cup", "ruleset": "bb2016"})
    assert response.status_code == HTTPStatus.CREATED
    assert response["Location"] == response.json()["url"]
    assert (response.json()["role"], response.json()["public"]) == ("commissioner", True)


def test_nobody_writes_without_a_login(league: League) -> None:
    response = Api().post("leagues/", {"name": "Old World Cup", "ruleset": "bb2016"})
    assert response.status_code == HTTPStatus.UNAUTHORIZED
    assert response["WWW-Authenticate"].startswith("Session")
    assert Api().post(f"leagues/{league.slug}/join/").status_code == HTTPStatus.UNAUTHORIZED


def test_a_write_by_session_needs_the_csrf_token() -> None:
    client = APIClient(enforce_csrf_checks=True)
    client.force_login(cast.coach("Ann"))
    body = {"name": "Old World Cup", "ruleset": "bb2016"}
    refused = client.post("/api/v1/leagues/", body)
    assert refused.status_code == HTTPStatus.FORBIDDEN
    assert refused["Content-Type"] == "application/problem+json"
    client.cookies["csrftoken"] = token = "a" * 32
    accepted = client.post("/api/v1/leagues/", body, headers={"X-CSRFToken": token})
    assert accepted.status_code == HTTPStatus.CREATED


def test_a_public_league_is_joined_just_so(league: League) -> None:
    response = Api(cast.coach("Ann")).post(f"leagues/{league.slug}/join/")
    assert response.status_code == HTTPStatus.OK
    assert (response.json()["role"], response.json()["league"]["slug"]) == ("coach", league.slug)


def test_a_private_league_is_joined_by_its_invitation_and_is_not_found_without() -> None:
    private = cast.league("Secret Cup", public=False)
    ann, path = Api(cast.coach("Ann")), f"leagues/{private.slug}/join/"
    assert ann.post(path).status_code == HTTPStatus.NOT_FOUND
    assert ann.post(path, {"invitation": "gues\u00df"}).status_code == HTTPStatus.NOT_FOUND
    assert ann.post(path, {"invitation": private.invitation}).status_code == HTTPStatus.OK
    assert ann.get(f"leagues/{private.slug}/").json()["role"] == "coach"


def test_an_invitation_opens_its_own_league_only() -> None:
    one, other = cast.league("One", public=False), cast.league("Other", public=False)
    response = Api(cast.coach("Ann")).post(f"leagues/{one.slug}/join/", {"invitation": other.invitation})
    assert response.status_code == HTTPStatus.NOT_FOUND


def test_a_member_drafts_a_team(league: League) -> None:
    ann = Api(cast.member(league, "Ann"))
    response = ann.post(f"leagues/{league.slug}/teams/", {**DRAFT, "colour": 7})
    assert response.status_code == HTTPStatus.CREATED
    sheet = response.json()
    assert response["Location"] == sheet["url"]
    assert (sheet["name"], sheet["colour"], len(sheet["players"])) == ("Reavers", 7, 11)
    assert sheet["treasury"] == 1_000_000 - sheet["value"]


def test_a_draft_of_somebody_who_has_not_joined_is_refused(league: League) -> None:
    response = Api(cast.coach("Zoe")).post(f"leagues/{league.slug}/teams/", DRAFT)
    assert response.status_code == HTTPStatus.FORBIDDEN
    assert response.json()["code"] == "not_allowed"


def test_a_draft_is_checked_without_being_kept(league: League) -> None:
    ann = Api(cast.member(league, "Ann"))
    response = ann.post(f"leagues/{league.slug}/draft-check/", {**DRAFT, "players": DRAFT["players"][:10]})
    body = response.json()
    assert response.status_code == HTTPStatus.OK
    assert body["left"] == body["gold"] - body["cost"]
    assert [problem["code"] for problem in body["problems"]] == ["too_few_players"]
    assert not Team.objects.exists()


def test_a_commissioner_starts_a_season(league: League) -> None:
    teams = [cast.team(league, "Reavers"), cast.team(league, "Gouged Eye", by="Bob", roster="orc")]
    body = {"name": "Autumn", "teams": [team.pk for team in teams], "legs": 2}
    response = Api(cast.coach("Cora")).post(f"leagues/{league.slug}/seasons/", body)
    assert response.status_code == HTTPStatus.CREATED
    assert response["Location"] == response.json()["url"]
    assert [team["id"] for team in response.json()["teams"]] == body["teams"]
    assert len(Api().get(f"seasons/{response.json()['id']}/matches/").json()["results"]) == 2


def test_a_coach_who_does_not_commission_starts_no_season(league: League) -> None:
    team = cast.team(league)
    other = cast.team(league, "Gouged Eye", by="Bob", roster="orc")
    body = {"name": "Autumn", "teams": [team.pk, other.pk]}
    assert Api(team.coach).post(f"leagues/{league.slug}/seasons/", body).status_code == HTTPStatus.FORBIDDEN


def test_from_report_to_the_last_choice(season: Season) -> None:
    match = cast.match(season)
    home, away = Api(match.home.coach), Api(match.away.coach)
    filed = home.post(f"matches/{match.pk}/report/", cast.report(match))
    assert filed.status_code == HTTPStatus.CREATED
    assert filed["Location"].endswith(f"/api/v1/matches/{match.pk}/report/")
    assert filed.json() == away.get(f"matches/{match.pk}/report/").json()
    confirmed = away.post(f"matches/{match.pk}/confirm/", {"report": 1})
    assert confirmed.status_code == HTTPStatus.OK
    assert confirmed.json()["status"] == "confirmed"
    cast.advance(cast.reread(match))
    (choice,) = home.get("inbox/").json()["choices"]
    chosen = home.post(f"steps/{choice['id']}/choose/", {"choice": "keep"})
    assert chosen.status_code == HTTPStatus.OK
    assert (chosen.json()["choice"], chosen.json()["choose_url"]) == ("keep", None)
    cast.advance(cast.reread(match))
    for api in (home, away):
        (window,) = api.get("inbox/").json()["choices"]
        assert (window["name"], window["options"]) == ("hire-and-fire", ["done"])
        api.post(f"steps/{window['id']}/choose/", {"choice": "done"})
    cast.advance(cast.reread(match))
    assert home.get(f"matches/{match.pk}/").json()["status"] == "finished"


def test_nobody_confirms_his_own_report(season: Season) -> None:
    match = cast.file(cast.match(season))
    assert Api(match.home.coach).post(f"matches/{match.pk}/confirm/").status_code == HTTPStatus.FORBIDDEN


def test_another_report_than_the_one_seen_is_not_confirmed(season: Season) -> None:
    match = cast.file(cast.match(season))
    response = Api(match.away.coach).post(f"matches/{match.pk}/confirm/", {"report": 7})
    assert response.status_code == HTTPStatus.CONFLICT
    assert response.json()["code"] == "report_changed"


def test_a_report_that_came_twice_is_filed_once_and_another_one_is_refused(season: Season) -> None:
    match = cast.match(season)
    home, path = Api(match.home.coach), f"matches/{match.pk}/report/"
    first, same = (home.post(path, cast.report(match)) for _ in range(2))
    assert (first.status_code, same.json()) == (HTTPStatus.CREATED, first.json())
    again = home.post(path, cast.report(match, (1, 1)))
    assert again.status_code == HTTPStatus.CONFLICT
    assert again.json()["code"] == "already_reported"


def test_a_report_is_confirmed_once(season: Season) -> None:
    match = cast.confirm(cast.file(cast.match(season)))
    response = Api(match.away.coach).post(f"matches/{match.pk}/confirm/")
    assert response.status_code == HTTPStatus.CONFLICT
    assert response.json()["code"] == "nothing_to_confirm"


def test_a_report_can_be_sent_back_and_filed_anew(season: Season) -> None:
    match = cast.file(cast.match(season))
    returned = Api(match.away.coach).post(f"matches/{match.pk}/return/", {"reason": "It was 2 to 2."})
    assert returned.status_code == HTTPStatus.OK
    assert (returned.json()["status"], returned.json()["report"]) == ("scheduled", None)
    filed = Api(match.home.coach).post(f"matches/{match.pk}/report/", cast.report(match, (2, 2)))
    assert filed.json()["number"] == 2


def test_a_choice_is_its_coach_s_alone(season: Season) -> None:
    match = cast.advance(cast.confirm(cast.file(cast.match(season))))
    (step,) = cast.waiting(match, "winnings")
    other = Api(match.away.coach if step.team.coach == match.home.coach else match.home.coach)
    assert other.post(f"steps/{step.pk}/choose/", {"choice": "keep"}).status_code == HTTPStatus.FORBIDDEN


def test_a_choice_that_is_none_of_the_options_is_refused(season: Season) -> None:
    match = cast.advance(cast.confirm(cast.file(cast.match(season))))
    (step,) = cast.waiting(match, "winnings")
    response = Api(step.team.coach).post(f"steps/{step.pk}/choose/", {"choice": "burn"})
    assert response.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert response.json()["code"] == "choice_unknown"


def test_a_step_that_waits_for_nothing_takes_no_choice(season: Season) -> None:
    step = cast.play(cast.match(season)).steps.all()[0]
    response = Api(step.team.coach).post(f"steps/{step.pk}/choose/", {"choice": "keep"})
    assert response.status_code == HTTPStatus.CONFLICT
    assert response.json()["code"] == "no_choice_waiting"


def test_the_same_key_and_body_get_the_same_answer_and_one_effect(season: Season) -> None:
    match = cast.match(season)
    home, path = Api(match.home.coach), f"matches/{match.pk}/report/"
    first = home.post(path, cast.report(match), key="report-1")
    second = home.post(path, cast.report(match), key="report-1")
    assert (second.status_code, second.json()) == (first.status_code, first.json())
    assert second["Location"] == first["Location"]
    assert match.reports.count() == 1
    assert AuditEntry.objects.filter(action="report.submitted").count() == 1


def test_the_same_key_with_another_body_is_refused(season: Season) -> None:
    match = cast.match(season)
    home, path = Api(match.home.coach), f"matches/{match.pk}/report/"
    home.post(path, cast.report(match), key="report-1")
    other = home.post(path, cast.report(match, (0, 0)), key="report-1")
    assert other.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert other.json()["code"] == "idempotency_key_reused"


def test_a_key_belongs_to_its_coach() -> None:
    body = {"name": "Old World Cup", "ruleset": "bb2016"}
    slugs = {Api(cast.coach(name)).post("leagues/", body, key="one").json()["slug"] for name in ("Ann", "Bob")}
    assert slugs == {"old-world-cup", "old-world-cup-2"}


def test_a_refused_request_leaves_its_key_free(season: Season) -> None:
    match = cast.match(season)
    home, path = Api(match.home.coach), f"matches/{match.pk}/report/"
    wrong = cast.report(match, home={"score": 3})
    assert home.post(path, wrong, key="report-1").status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert home.post(path, cast.report(match), key="report-1").status_code == HTTPStatus.CREATED


def test_an_impossible_report_is_refused_with_every_problem(season: Season) -> None:
    match = cast.match(season)
    wrong = cast.report(match, home={"score": 3, "nominees": ["p1", "p99", "p2"]}, away={"nominees": []})
    response = Api(match.home.coach).post(f"matches/{match.pk}/report/", wrong)
    assert response.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert response.json()["code"] == "report_illegal"
    assert problem_codes(response) == ["score_mismatch", "player_of_another_team", "nominees"]
    first = response.json()["problems"][0]
    assert (first["where"], first["rule"]) == ("home.score", "match-report.score")
    assert first["params"]["scored"] == 2
    assert Match.objects.get(pk=match.pk).status == MatchStatus.SCHEDULED


def test_a_report_about_other_teams_is_refused(season: Season) -> None:
    match = cast.match(season)
    swapped = cast.report(match)
    swapped["home"], swapped["away"] = swapped["away"], swapped["home"]
    response = Api(match.home.coach).post(f"matches/{match.pk}/report/", swapped)
    assert response.json()["code"] == "report_of_other_teams"
