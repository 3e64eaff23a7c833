"""Deals, transfers and retirements as their people see them."""

from __future__ import annotations

import re

import pytest
from django.http import HttpResponse
from django.urls import reverse

from leagues.models import Coach, Membership, Role
from matches.services.deals import deal_approve
from teams.models import Deal, DealStatus, Team
from teams.selectors.teams import team_get
from teams.services.running import team_retire, team_transfer
from teams.services.verification import league_differences
from tests import cast
from tests.web.reading import form_on, signed_in, words_on

pytestmark = pytest.mark.django_db


class Scene:
    def __init__(self) -> None:
        self.league = cast.league()
        self.anns = cast.team(self.league)
        self.bobs = cast.team(self.league, "Gouged Eye", by="Bob", roster="orc")
        self.ann, self.bob, self.cora = map(cast.coach, ("Ann", "Bob", "Cora"))

    @property
    def new(self) -> str:
        return reverse("teams:deal-new", args=[self.anns.pk]) + f"?with={self.bobs.pk}"

    def page(self, coach: Coach, deal: Deal) -> HttpResponse:
        return signed_in(coach).get(reverse("teams:deal", args=[deal.pk]))

    def say(self, coach: Coach, deal: Deal, answer: str, **typed: str) -> HttpResponse:
        action = reverse("teams:deal-answer", args=[deal.pk])
        sent = {**form_on(self.page(coach, deal), action), "answer": answer, **typed}
        return signed_in(coach).post(action, sent)

    def approve(self, coach: Coach, deal: Deal) -> HttpResponse:
        action = reverse("matches:deal-approve", args=[deal.pk])
        return signed_in(coach).post(action, form_on(self.page(coach, deal), action))


@pytest.fixture
def scene() -> Scene:
    return Scene()


def test_from_the_team_page_to_the_last_word(scene: Scene) -> None:
    ann = signed_in(scene.ann)
    team = ann.get(reverse("teams:team", args=[scene.anns.pk]))
    assert reverse("teams:deal-new", args=[scene.anns.pk]) in team.content.decode()
    chosen = ann.get(reverse("teams:deal-new", args=[scene.anns.pk]))
    assert f"?with={scene.bobs.pk}" in chosen.content.decode()
    form = form_on(ann.get(scene.new), f"?with={scene.bobs.pk}")
    sent = ann.post(scene.new, {**form, "proposer-p12": "on", "proposer-p12-number": "33", "partner-gold": "30000"})
    deal = Deal.objects.get()
    assert sent["Location"] == reverse("teams:deal", args=[deal.pk])
    assert "the other coach waits for your answer" in words_on(signed_in(scene.bob).get("/"))
    assert scene.say(scene.bob, deal, "accept").status_code == 302
    assert "the commissioner has the last word" in words_on(signed_in(scene.cora).get("/"))
    assert scene.approve(scene.cora, deal).status_code == 302
    came = Team.objects.get(pk=scene.bobs.pk).players.get(key="p13")
    assert (came.number, came.status) == (33, "active")
    assert "Approved" in words_on(scene.page(cast.member(scene.league, "Mia"), deal))
    assert list(league_differences(scene.league)) == []


def test_looking_shows_both_teams_before_and_after_and_keeps_nothing(scene: Scene) -> None:
    before = scene.anns.treasury
    seen = signed_in(scene.ann).post(scene.new, {"proposer-p12": "on", "partner-gold": "30000", "look": "yes"})
    assert seen.status_code == 200
    assert f"{before // 1000}k → {(before + 30_000) // 1000}k" in words_on(seen)
    assert "12 → 13" in words_on(seen)
    assert re.search(r'name="proposer-p12"[^>]*checked', seen.content.decode())
    assert Deal.objects.count() == 0


def test_a_page_on_which_nothing_was_ticked_complains_of_nothing(scene: Scene) -> None:
    assert "cannot be made" not in words_on(signed_in(scene.ann).get(scene.new))


def test_what_is_refused_is_said_beside_its_field_and_nothing_typed_is_lost(scene: Scene) -> None:
    typed = {"proposer-p12": "on", "proposer-p12-number": "1", "partner-gold": "99000000"}
    refused = signed_in(scene.ann).post(scene.new, typed)
    assert refused.status_code == 422
    said = words_on(refused)
    assert "Number 1 of Gouged Eye is worn by lineman 1." in said
    assert "Gouged Eye gives 99,000,000 gp but has" in said
    assert form_on(refused, f"?with={scene.bobs.pk}")["partner-gold"] == "99000000"
    assert form_on(refused, f"?with={scene.bobs.pk}")["proposer-p12"] == "on"
    html = refused.content.decode()
    assert re.search(r'<input[^>]*name="partner-gold"[^>]*aria-invalid="true"', html)


@pytest.mark.parametrize("wrong", [{"proposer-gold": "-1"}, {"proposer-gold": "x"}, {"proposer-p1-number": "5000"}])
def test_fields_of_the_wrong_shape_are_sent_back(scene: Scene, wrong: dict[str, str]) -> None:
    assert signed_in(scene.ann).post(scene.new, {"proposer-p1": "on", **wrong}).status_code == 422


def test_a_player_who_left_since_the_page_was_opened_is_named(scene: Scene) -> None:
    other = cast.accepted(cast.deal(scene.anns, scene.bobs, "p12"))
    deal_approve(deal=other, actor=scene.cora)
    refused = signed_in(scene.ann).post(scene.new, {"proposer-p12": "on"})
    assert refused.status_code == 422
    assert "blitzer 12 is not on the roster of Reavers." in words_on(refused)


def test_a_double_click_proposes_one_deal(scene: Scene) -> None:
    ann = signed_in(scene.ann)
    form = {**form_on(ann.get(scene.new), f"?with={scene.bobs.pk}"), "proposer-p12": "on"}
    first, second = ann.post(scene.new, form), ann.post(scene.new, form)
    assert first["Location"] == second["Location"]
    assert Deal.objects.count() == 1


@pytest.mark.parametrize("wanted", ["99999", "999999999999999999999999"])
def test_a_team_that_is_not_there_is_not_found(scene: Scene, wanted: str) -> None:
    address = reverse("teams:deal-new", args=[scene.anns.pk]) + f"?with={wanted}"
    assert signed_in(scene.ann).get(address).status_code == 404


def test_a_stale_page_is_told_how_the_deal_stands(scene: Scene) -> None:
    deal = cast.deal(scene.anns, scene.bobs)
    cast.accepted(Deal.objects.get(pk=deal.pk))
    late = signed_in(scene.bob).post(
        reverse("teams:deal-answer", args=[deal.pk]), {"answer": "decline", "version": "0"}
    )
    assert late.status_code == 409
    assert "Waits for the commissioner" in words_on(late)
    unversioned = signed_in(scene.ann).post(reverse("teams:deal-answer", args=[deal.pk]), {"answer": "withdraw"})
    assert unversioned.status_code == 409


def test_refusing_needs_a_reason_and_says_so_on_the_page(scene: Scene) -> None:
    deal = cast.accepted(cast.deal(scene.anns, scene.bobs))
    assert scene.say(scene.cora, deal, "refuse", reason=" ").status_code == 422
    assert scene.say(scene.cora, deal, "refuse", reason="Too cheap.").status_code == 302
    assert "Too cheap." in words_on(scene.page(scene.ann, deal))


def test_declining_and_withdrawing(scene: Scene) -> None:
    declined, withdrawn = cast.deal(scene.anns, scene.bobs), cast.deal(scene.anns, scene.bobs, "p11")
    scene.say(scene.bob, declined, "decline", reason="No.")
    scene.say(scene.ann, withdrawn, "withdraw")
    assert [deal.status for deal in Deal.objects.order_by("pk")] == [DealStatus.DECLINED, DealStatus.WITHDRAWN]


def test_an_answer_that_is_none_is_not_found(scene: Scene) -> None:
    assert scene.say(scene.bob, cast.deal(scene.anns, scene.bobs), "perhaps").status_code == 404


def test_what_does_not_fit_any_more_is_listed_for_the_commissioner(scene: Scene) -> None:
    first = cast.accepted(cast.deal(scene.anns, scene.bobs, "p12"))
    second = cast.accepted(cast.deal(scene.anns, scene.bobs, "p12", "p11"))
    scene.approve(scene.cora, first)
    assert "blitzer 12 is not on the roster of Reavers." in words_on(scene.page(scene.cora, second))
    refused = scene.approve(scene.cora, second)
    assert refused.status_code == 422
    assert Deal.objects.get(pk=second.pk).status == DealStatus.ACCEPTED


def test_a_commissioner_of_his_own_deal_is_warned(scene: Scene) -> None:
    Membership.objects.filter(coach=scene.cora).update(role=Role.COACH)
    Membership.objects.filter(coach=scene.bob).update(role=Role.COMMISSIONER)
    deal = cast.accepted(cast.deal(scene.anns, scene.bobs))
    assert "the record says so" in words_on(scene.page(scene.bob, deal))
    assert scene.approve(scene.bob, deal).status_code == 302
    assert "no other commissioner could" in words_on(scene.page(scene.ann, deal))


def test_undoing_and_what_stands_in_its_way(scene: Scene) -> None:
    deal = cast.accepted(cast.deal(scene.anns, scene.bobs))
    scene.approve(scene.cora, deal)
    assert scene.say(scene.cora, deal, "undo", reason="Signed by mistake.").status_code == 302
    assert "Undone" in words_on(scene.page(scene.ann, deal))
    assert team_get(scene.ann, scene.anns.pk).players.get(key="p12").status == "active"
    other = cast.accepted(cast.deal(scene.anns, scene.bobs))
    scene.approve(scene.cora, other)
    match = cast.match(cast.season(scene.league, [scene.anns, scene.bobs]))
    side = "home" if match.home_id == scene.bobs.pk else "away"
    cast.play(match, **{side: {"nominees": ["p1", "p2", "p14"]}})
    needed = scene.say(scene.cora, other, "undo", reason="Too late.")
    assert needed.status_code == 422
    assert "needs it" in words_on(needed)
    assert "Too late." in words_on(needed)


def test_the_list_of_a_league_names_what_changed_hands(scene: Scene) -> None:
    deal = cast.accepted(cast.deal(scene.anns, scene.bobs, paid=30_000))
    address = reverse("teams:deals", args=[scene.league.slug])
    mia = signed_in(cast.member(scene.league, "Mia"))
    assert "No deal yet" in words_on(mia.get(address))
    scene.approve(scene.cora, deal)
    assert "blitzer 12 30,000 gp Done" in words_on(mia.get(address))


def test_the_statement_and_both_lives_tell_of_it(scene: Scene) -> None:
    scene.approve(scene.cora, cast.accepted(cast.deal(scene.anns, scene.bobs, paid=30_000)))
    ann = signed_in(scene.ann)
    told = words_on(ann.get(reverse("teams:statement", args=[scene.anns.pk])))
    assert "Deal with Gouged Eye" in told
    assert "Sold to Gouged Eye." in words_on(ann.get(reverse("teams:player", args=[scene.anns.pk, "p12"])))
    came = ann.get(reverse("teams:player", args=[scene.bobs.pk, "p13"]))
    assert "Bought from Reavers." in words_on(came)
    assert reverse("teams:player", args=[scene.anns.pk, "p12"]) in came.content.decode()


# Another coach, retirement


def test_a_team_is_handed_over_and_its_page_says_so(scene: Scene) -> None:
    mia, address = cast.member(scene.league, "Mia"), reverse("teams:transfer", args=[scene.bobs.pk])
    cora = signed_in(scene.cora)
    form = form_on(cora.get(address), address)
    empty = cora.post(address, {**form, "coach": str(mia.pk), "reason": " "})
    assert empty.status_code == 422
    assert cora.post(address, {**form, "coach": "999999", "reason": "Gone."}).status_code == 422
    assert cora.post(address, {**form, "coach": str(mia.pk), "reason": "Bob moved."}).status_code == 302
    page = words_on(signed_in(mia).get(reverse("teams:team", args=[scene.bobs.pk])))
    assert "coached by Mia since" in page
    assert "before by Bob" in page
    assert "Bob moved." in page
    # The page that was open since before shows Bob, who coaches it no more.
    late = cora.post(
        address,
        {**form_on(cora.get(address), address), "coach": str(scene.ann.pk), "reason": "x", "seen": form["seen"]},
    )
    assert late.status_code == 409
    assert "Mia coaches it by now" in words_on(late)


def test_who_would_have_too_many_teams_is_named_beside_the_field() -> None:
    league = cast.league(house_rules={"teams-per-coach": 1})
    cast.team(league)
    bobs = cast.team(league, "Gouged Eye", by="Bob", roster="orc")
    address = reverse("teams:transfer", args=[bobs.pk])
    typed = {"coach": str(cast.coach("Ann").pk), "reason": "Gone.", "seen": str(bobs.coach_id)}
    refused = signed_in(cast.coach("Cora")).post(address, typed)
    assert refused.status_code == 422
    assert "Ann has 1 in this league already; a coach may have at most 1." in words_on(refused)


def test_a_number_that_is_none_is_an_answer_and_no_accident(scene: Scene) -> None:
    assert signed_in(scene.ann).get(scene.new.partition("?")[0], {"with": "9" * 5000}).status_code == 404
    typed = {"coach": str(scene.ann.pk), "reason": "Gone.", "seen": "9" * 5000}
    assert signed_in(scene.cora).post(reverse("teams:transfer", args=[scene.bobs.pk]), typed).status_code == 409


def test_a_team_retires_and_comes_back(scene: Scene) -> None:
    address, team = reverse("teams:retirement", args=[scene.bobs.pk]), reverse("teams:team", args=[scene.bobs.pk])
    bob, cora = signed_in(scene.bob), signed_in(scene.cora)
    asked = bob.get(address)
    assert "Fixtures that it has not played stay" in words_on(asked)
    assert bob.post(address, {**form_on(asked, address), "remark": "A good run."}).status_code == 302
    page = words_on(bob.get(team))
    assert "Retired" in page
    assert "A good run." in page
    assert reverse("teams:deal-new", args=[scene.bobs.pk]) not in bob.get(team).content.decode()
    assert bob.post(address, {"do": "retire"}).status_code == 409
    assert "Only a commissioner" in words_on(bob.get(address))
    assert bob.post(address, {"do": "bring-back", "reason": "Please."}).status_code == 403
    assert cora.post(address, {"do": "bring-back", "reason": ""}).status_code == 422
    assert cora.post(address, {**form_on(cora.get(address), address), "reason": "He is back."}).status_code == 302
    assert "Retired" not in words_on(bob.get(team))


def test_a_retired_team_stands_last_in_its_league_and_is_offered_for_nothing(scene: Scene) -> None:
    cast.team(scene.league, "Zealots", by="Zed")
    team_retire(team=scene.bobs, actor=scene.bob)
    page = signed_in(scene.cora).get(reverse("matches:league", args=[scene.league.slug])).content.decode()
    assert page.index("Zealots") < page.index("Gouged Eye")
    assert 'class="is-gone"' in page
    season = reverse("matches:season-new", args=[scene.league.slug])
    assert "Gouged Eye" not in words_on(signed_in(scene.cora).get(season))
    typed = {"name": "Two", "legs": "1", "teams": [str(scene.anns.pk), str(scene.bobs.pk)]}
    assert signed_in(scene.cora).post(season, typed).status_code == 422
    partners = words_on(signed_in(scene.ann).get(reverse("teams:deal-new", args=[scene.anns.pk])))
    assert "Gouged Eye" not in partners


def test_a_new_coach_may_act_and_the_old_one_may_not(scene: Scene) -> None:
    team_transfer(team=scene.bobs, coach=cast.member(scene.league, "Mia"), reason="Gone.", actor=scene.cora)
    deal = cast.deal(scene.anns, Team.objects.get(pk=scene.bobs.pk))
    assert scene.page(scene.bob, deal).status_code == 404
    assert scene.say(cast.coach("Mia"), deal, "accept").status_code == 302
