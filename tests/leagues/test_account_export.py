"""The account as a file: all of one coach, nothing of another."""

import json
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from leagues.models import Coach
from matches.models import DiceRoll, DiceSession, Dispute, Match
from matches.selectors.accounts import account_export
from matches.services.disputes import Objection, dispute_raise, dispute_withdraw
from matches.services.drafts import report_draft_save
from matches.services.write_ups import write_up_save
from tests import cast

pytestmark = pytest.mark.django_db


def export(client: Client, coach: Coach) -> dict[str, Any]:
    client.force_login(coach)
    response = client.get("/account/export/")
    assert response["Content-Type"] == "application/json"
    assert response["Content-Disposition"] == 'attachment; filename="scrimmage-account.json"'
    data: dict[str, Any] = json.loads(response.content)
    return data


@pytest.fixture
def played() -> Match:
    """A match whose home coach threw one die at the table."""
    match = cast.play(cast.match())
    session = DiceSession.objects.get(league=match.league, occasion=match.key)
    DiceRoll.objects.create(session=session, key="coin/0", sides=[6], faces=[4], source="table", actor=match.home.coach)
    cast.deal(match.home, match.away)
    return match


def test_the_export_holds_everything_about_the_coach(client: Client, played: Match) -> None:
    coach = played.home.coach
    data = export(client, coach)
    assert set(data) == {
        *("profile", "memberships", "audit", "teams", "drafts", "ledger", "reports", "dice", "deals"),
        *("report_drafts", "confirmations", "disputes", "match_rulings", "reopenings", "write_ups"),
    }
    assert data["profile"]["name"] == coach.name
    assert data["profile"]["email"] == coach.email
    assert [one["league"] for one in data["memberships"]] == [played.league.slug]
    assert {"coach.registered", "league.joined", "team.drafted"} <= {entry["action"] for entry in data["audit"]}
    assert [team["name"] for team in data["teams"]] == [played.home.name]
    assert len(data["teams"][0]["players"]) == 12
    assert "draft" in {line["kind"] for line in data["ledger"]}
    assert [report["match"] for report in data["reports"]] == [played.key]
    assert {"coin/0"} <= {roll["key"] for roll in data["dice"]}
    assert [deal["status"] for deal in data["deals"]] == ["proposed"]


def test_the_export_holds_nothing_about_anybody_else(client: Client, played: Match) -> None:
    ann, bob = played.home.coach, played.away.coach
    for mine, theirs in ((ann, bob), (bob, ann)):
        told = json.dumps(export(Client(), mine))
        assert str(mine.email) in told
        assert str(theirs.email) not in told
        assert f'"{theirs.name}"' not in told
        assert theirs.teams.get().name not in told
        assert "cora@example.org" not in told
    assert "coin/0" not in json.dumps(export(client, bob))


def test_the_export_holds_what_a_coach_typed_disputed_and_told(client: Client) -> None:
    match = cast.file(cast.match())
    bob = match.away.coach
    report_draft_save(match=match, typed={"home-score": "9"}, actor=bob)
    write_up_save(match=match, text="We were robbed.", actor=bob)
    objection = Objection("home.deeds.p10.touchdown", "Never.", "changed", 1)
    dispute_raise(match=match, objections=[objection], actor=bob)
    data = export(client, bob)
    assert [draft["typed"] for draft in data["report_drafts"]] == [{"home-score": "9"}]
    assert [story["text"] for story in data["write_ups"]] == ["We were robbed."]
    told = [(one["line"], one["comment"], one["proposal"]) for one in data["disputes"]]
    assert told == [("home.deeds.p10.touchdown", "Never.", 1)]
    dispute_withdraw(dispute=Dispute.objects.get(), actor=bob)
    assert [one["way"] for one in export(client, bob)["match_rulings"]] == ["withdrawn"]


def test_the_export_reveals_no_seed_and_no_password(client: Client, played: Match) -> None:
    told = json.dumps(export(client, played.home.coach))
    for session in DiceSession.objects.all():
        assert bytes(session.seed).hex() not in told
    assert Coach.objects.get(pk=played.home.coach_id).password not in told


def test_the_number_of_queries_does_not_grow_with_the_rows(
    played: Match, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(15):
        account_export(played.home.coach)


def test_a_coach_who_did_nothing_yet_gets_an_export_too(client: Client) -> None:
    data = export(client, cast.coach())
    assert (data["teams"], data["reports"], data["dice"]) == ([], [], [])
    assert [entry["action"] for entry in data["audit"]] == ["coach.registered"]
