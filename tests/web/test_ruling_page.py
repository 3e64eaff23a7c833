"""The page of the commissioner's hand: look, rule, undo; refused beside its fields, and never out of date."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from engine.team.ruling import Change
from teams.mapping import sheet_of
from teams.models import Team
from teams.selectors.rulings import rulings_of
from teams.selectors.teams import team_get
from tests import cast
from tests.scenes import scene
from tests.web.reading import form_on, signed_in, words_on

pytestmark = pytest.mark.django_db


@scene
def team() -> Team:
    return again(cast.team(cast.league()))


def again(team: Team) -> Team:
    return team_get(cast.coach("Cora"), team.pk)


def send(team: Team, do: str = "rule", **typed: Any) -> Any:
    body = {"do": do, "seen": str(again(team).version), "reason": "It was forgotten.", **typed}
    return signed_in(cast.coach("Cora")).post(reverse("teams:rule", args=[team.pk]), body)


def test_only_a_commissioner_is_shown_the_button(team: Team) -> None:
    here = reverse("teams:team", args=[team.pk])
    assert reverse("teams:rule", args=[team.pk]).encode() in signed_in(cast.coach("Cora")).get(here).content
    assert reverse("teams:rule", args=[team.pk]).encode() not in signed_in(cast.coach("Ann")).get(here).content


def test_a_look_shows_before_and_after_and_changes_nothing(team: Team) -> None:
    page = send(team, "look", gold="-10000", player="p1", p_learns="Block, +MA")
    assert page.status_code == 200
    words = words_on(page)
    assert "Before and after" in words
    assert "#1 lineman 1: learns Block (worth 20k)" in words
    assert again(team).version == team.version
    sent = form_on(page, reverse("teams:rule", args=[team.pk]))
    assert (sent["p_learns"], sent["gold"], sent["seen"]) == ("Block, +MA", "-10000", str(team.version))
    assert (
        signed_in(cast.coach("Cora")).post(reverse("teams:rule", args=[team.pk]), {**sent, "do": "rule"}).status_code
        == 302
    )
    assert sheet_of(again(team)).players[0].skills == ("Block",)


def test_every_field_is_a_change(team: Team) -> None:
    cast.ruled(team, Change("trophy-won", what="Spoon"), Change("learn", "p1", what="Tackle"))
    answer = send(
        team,
        gold="10000",
        team_name="Renamed",
        star="griff-oberwald",
        sponsor="farblast-and-sons-ordnance-solutions",
        sponsored="p2",
        blacklisted="star-insurance-guild",
        sponsorships="2",
        stadium="ice",
        stadium_name="The Freezer",
        stadium_owned="on",
        fund="5000",
        trophy_won="Cup",
        trophy_lost="Spoon",
        player="p1",
        p_name="Griff",
        p_number="88",
        p_position="thrower",
        p_status="retired",
        p_spp="6",
        p_niggles="1",
        p_misses="yes",
        p_learns="Guard",
        p_worth="5000",
        p_forgets="Tackle",
        hire_position="catcher",
        hire_name="Newcomer",
        **{"good-reroll": "1", "lost-ma": "1"},
    )
    assert answer.status_code == 302, words_on(answer)
    sheet = sheet_of(again(team))
    player = sheet.players[0]
    assert (sheet.name, sheet.star, sheet.sponsor, sheet.sponsorships) == (
        "Renamed",
        "griff-oberwald",
        "farblast-and-sons-ordnance-solutions",
        2,
    )
    assert (sheet.sponsored, sheet.blacklisted) == ("p2", ("star-insurance-guild",))
    assert (sheet.fund, sheet.trophies, sheet.goods["reroll"]) == (5_000, ("Cup",), 3)
    assert (player.name, player.number, player.position, player.status) == ("Griff", 88, "thrower", "retired")
    assert (player.spp, player.niggles, player.lost["ma"], player.misses_next) == (6, 1, 1, True)
    assert [(one.what, one.value) for one in player.improvements] == [("Guard", 5_000)]
    assert (sheet.players[-1].key, sheet.players[-1].name, sheet.players[-1].number) == ("p13", "Newcomer", 13)
    cleared = send(team, star="-", sponsor="-", stadium="-", blacklist_lifted="star-insurance-guild")
    assert cleared.status_code == 302
    after = sheet_of(again(team))
    assert (after.star, after.sponsor, after.stadium, after.blacklisted) == ("", "", None, ())


def test_what_cannot_be_stands_beside_its_field_and_nothing_typed_is_lost(team: Team) -> None:
    page = send(team, gold="-99000000", player="p1", p_learns="Blok", p_spp="-5", hire_position="catcher", reason=" ")
    assert page.status_code == 422
    errors = page.context["form"].errors
    assert set(errors) == {"reason", "gold", "p_learns", "p_spp", "hire_name"}
    assert "99,000,000 gp are to be taken" in errors["gold"][0]
    assert form_on(page, reverse("teams:rule", args=[team.pk]))["p_learns"] == "Blok"
    assert rulings_of(again(team)) == ()


def test_a_change_of_a_player_needs_a_player(team: Team) -> None:
    page = send(team, p_spp="5")
    assert page.status_code == 422
    assert page.context["form"].errors["player"] == ["Choose the player that this is about."]


def test_what_is_no_number_is_refused_and_nothing_is_nothing(team: Team) -> None:
    assert send(team, gold="much").status_code == 422
    empty = send(team)
    assert (empty.status_code, "The ruling changes nothing." in words_on(empty)) == (422, True)
    same = send(team, team_name=team.name)
    assert (same.status_code, "is like that already" in words_on(same)) == (422, True)


def test_a_page_that_is_out_of_date_says_what_changed(team: Team) -> None:
    seen = team.version
    cast.ruled(team, Change("gold", by=30_000))
    page = send(team, gold="10000", seen=str(seen))
    assert page.status_code == 409
    assert "+30k gp, The commissioner's word (Cora, " in words_on(page)
    sent = form_on(page, reverse("teams:rule", args=[team.pk]))
    assert (sent["gold"], sent["seen"]) == ("10000", str(again(team).version))
    assert send(team, gold="10000", seen="nonsense").status_code == 409


def test_a_double_click_rules_once(team: Team) -> None:
    body = {
        "do": "rule",
        "seen": str(team.version),
        "reason": "Once.",
        "gold": "10000",
        "idempotency_key": "once",
    }
    cora = signed_in(cast.coach("Cora"))
    answers = [cora.post(reverse("teams:rule", args=[team.pk]), body) for _ in range(2)]
    assert {answer.status_code for answer in answers} <= {302, 409}
    assert answers[0].status_code == 302
    assert len(rulings_of(again(team))) == 1


def test_everybody_who_sees_the_team_reads_it_and_it_is_undone_in_sight(team: Team) -> None:
    key = cast.ruled(team, Change("gold", by=30_000), reason="A prize.")
    here = reverse("teams:team", args=[team.pk])
    words = words_on(signed_in(cast.coach("Ann")).get(here))
    assert "A prize." in words
    assert "+30k gp" in words
    assert "Undo it" not in words
    undo = reverse("teams:ruling-undo", args=[team.pk, key])
    cora = signed_in(cast.coach("Cora"))
    assert "A prize." in words_on(cora.get(undo))
    refused = cora.post(undo, {"reason": ""})
    assert (refused.status_code, "Say why: the reason is part of the record." in words_on(refused)) == (422, True)
    assert cora.post(undo, {"reason": "It was the other team."}).status_code == 302
    assert "Undone by Cora: “It was the other team.”" in words_on(cora.get(here))
    assert cora.post(undo, {"reason": "Again."}).status_code == 409
    assert cora.get(reverse("teams:ruling-undo", args=[team.pk, "c99"])).status_code == 404


def test_what_needs_the_ruling_is_named(team: Team) -> None:
    key = cast.ruled(team, Change("gold", by=500_000))
    cast.ruled(team, Change("gold", by=-600_000 + 0))
    undo = reverse("teams:ruling-undo", args=[team.pk, key])
    page = signed_in(cast.coach("Cora")).post(undo, {"reason": "No."})
    assert page.status_code == 409
    assert "1 later event(s) do not fit any more" in words_on(page)


def test_it_stands_in_the_statement_and_in_a_life(team: Team) -> None:
    cast.ruled(team, Change("gold", by=30_000), Change("spp", "p1", by=6), reason="A prize.")
    client = signed_in(cast.coach("Ann"))
    statement = words_on(client.get(reverse("teams:statement", args=[team.pk])))
    assert "The commissioner's word" in statement
    assert "A prize." in statement
    life = words_on(client.get(reverse("teams:player", args=[team.pk, "p1"])))
    assert "+6 SPP" in life
    assert "A prize." in life
