"""Spending star player points, and sponsors who have a say: services, page and API."""

from __future__ import annotations

from dataclasses import replace
from http import HTTPStatus
from typing import Any

import pytest
from django.urls import reverse

from engine.errors import DieImpossible, ImprovementIllegal, NotAllowed
from leagues.models import AuditEntry, Coach
from matches.errors import ImprovedMeanwhile, NothingThrown, ThrowOnTheTable
from matches.models import DiceRoll, DiceSession
from matches.selectors.improvements import ImprovementPage, coach_improvers, improvement_page, league_improvers
from matches.services.improvements import improvement_choose, improvement_roll
from teams.mapping import project, sheet_of
from teams.models import EffectRow, Team
from teams.selectors.careers import career
from teams.selectors.teams import team_get, team_page
from teams.services.ledger import history_revise
from tests import cast
from tests.api.client import Api, problem_codes
from tests.engine.given import with_player
from tests.web.reading import form_on, signed_in, words_on

pytestmark = pytest.mark.django_db
HERO = "p12"  # a blitzer: general and strength, agility and passing
SQUAD = {"human-lineman": 11, "blitzer": 1}
DICE, BURGERS = "steelhelms-sporting-emporium", "mcmurtys-burger-emporium"


def changed(team: Team, key: str = HERO, *, sponsor: str = "", **changes: Any) -> Team:
    """The team as if more had happened to it: as many matches would have brought it."""
    found = again(team)
    project(found, replace(with_player(sheet_of(found), key, **changes), sponsor=sponsor))
    return again(team)


def again(team: Team) -> Team:
    return team_get(cast.coach("Cora"), team.pk)


@pytest.fixture
def team() -> Team:
    drafted = cast.team(cast.league(ruleset="bb2020"), positions=SQUAD, goods={"reroll": 1})
    return changed(drafted, spp=20)


@pytest.fixture
def sponsored() -> Team:
    return changed(cast.team(cast.league("Sponsors' Cup")), "p10", sponsor=DICE, spp=6)


def state(team: Team, key: str = HERO) -> ImprovementPage:
    return improvement_page(again(team), key)


def hero(team: Team, key: str = HERO) -> Any:
    return sheet_of(again(team)).player(key)


def roll(team: Team, way: str = "", category: str = "", faces: tuple[int, ...] = (), **more: Any) -> None:
    improvement_roll(
        team=team, player=more.pop("key", HERO), way=way, category=category, faces=faces, actor=team.coach, **more
    )


def choose(team: Team, choice: str, key: str = HERO, **more: Any) -> None:
    improvement_choose(team=team, player=key, choice=choice, actor=team.coach, **more)


# Spending


def test_a_chosen_skill_is_bought_at_once_and_the_points_are_gone(team: Team) -> None:
    before = team.value
    choose(team, "skill/Guard")
    player = hero(team)
    assert (player.skills, player.unspent) == (("Guard",), 14)
    assert again(team).value == before + 20_000
    assert not DiceSession.objects.filter(occasion=f"{team.key}-{HERO}-1").exists()
    line = next(one for one in team_page(again(team)).players if one.player.key == HERO)
    assert (line.level.title, line.to_spend, line.can_improve) == ("Experienced", 14, True)


def test_a_secondary_skill_is_found_by_its_name(team: Team) -> None:
    choose(team, "skill/Dodge")
    assert (hero(team).improvements[0].gain, hero(team).unspent) == ("chosen-secondary", 8)


def test_a_random_skill_is_his_with_the_throw(team: Team) -> None:
    """Block is his already: the first throw is made again, and both lie on the table for ever."""
    roll(team, "random-primary", "general", (1, 1, 4, 5))
    assert (hero(team).skills, hero(team).unspent) == (("Tackle",), 17)
    keys = list(DiceRoll.objects.order_by("pk").values_list("key", "faces"))
    stem = f"improvement/{team.key}/{HERO}/1/random-primary/general"
    assert keys == [(f"{stem}/1", [1, 1]), (f"{stem}/2", [4, 5])]
    told = career(again(team), HERO).entries[0]
    assert told.improvement is not None
    assert (told.improvement.what, told.improvement.spp, len(told.rolls)) == ("Tackle", 3, 2)
    assert told.level is not None
    assert told.level.title == "Experienced"


def test_the_server_throws_what_nobody_typed(team: Team) -> None:
    roll(team, "random-secondary", "agility")
    assert len(hero(team).skills) == 1
    assert {row.source for row in DiceRoll.objects.all()} == {"seeded"}


def test_a_throw_for_a_characteristic_is_kept_and_binds(team: Team) -> None:
    roll(team, "characteristic", faces=(15,))
    page = state(team)
    assert page.roll is not None
    assert (page.roll.faces, hero(team).unspent, page.shelves) == ((15,), 20, ())
    assert {"st", "ag", "skill/Guard", "skill/Dodge"} <= {offer.key for offer in page.offers}
    with pytest.raises(ThrowOnTheTable):
        roll(team, "random-primary", "general")
    roll(team, "characteristic", faces=(1,))
    kept = state(team).roll
    assert kept is not None
    assert kept.faces == (15,)
    choose(team, "st")
    assert (hero(team).gained["st"], hero(team).unspent) == (1, 2)
    assert state(team).roll is None


def test_while_a_throw_lies_a_skill_costs_what_the_throw_costs(team: Team) -> None:
    """Reading N-05: instead of the characteristic a skill, at its full price; no cheaper one meanwhile."""
    roll(team, "characteristic", faces=(1,))
    choose(team, "skill/Guard")
    assert (hero(team).improvements[0].value, hero(team).unspent) == (20_000, 2)


@pytest.mark.parametrize(
    ("way", "category", "code"),
    [
        ("random-primary", "agility", "improvement_category_closed"),
        ("random-primary", "", "improvement_category_closed"),
        ("chosen-primary", "", "improvement_way_unknown"),
        ("", "", "improvement_way_unknown"),
        ("luck", "", "improvement_way_unknown"),
    ],
)
def test_what_cannot_be_thrown_for_is_refused(team: Team, way: str, category: str, code: str) -> None:
    with pytest.raises(ImprovementIllegal) as refused:
        roll(team, way, category)
    assert [problem.code for problem in refused.value.problems] == [code]
    assert not DiceSession.objects.filter(occasion=f"{team.key}-{HERO}-1").exists()


@pytest.mark.parametrize(
    ("spp", "choice", "code"),
    [
        (5, "skill/Guard", "improvement_unaffordable"),
        (11, "skill/Dodge", "improvement_unaffordable"),
        (20, "skill/Block", "improvement_skill_owned"),
        (20, "skill/Claws", "improvement_skill_closed"),
        (20, "st", "improvement_skill_closed"),
    ],
)
def test_what_cannot_be_chosen_is_refused(team: Team, spp: int, choice: str, code: str) -> None:
    changed(team, spp=spp)
    with pytest.raises(ImprovementIllegal) as refused:
        choose(team, choice)
    assert [problem.code for problem in refused.value.problems] == [code]
    assert hero(team).skills == ()


def test_who_has_had_everything_hears_that(team: Team) -> None:
    changed(team, spp=500)
    for name in ("Guard", "Tackle", "Pro", "Fend", "Wrestle", "Kick"):
        choose(team, f"skill/{name}")
    with pytest.raises(ImprovementIllegal) as refused:
        choose(team, "skill/Frenzy")
    assert [problem.code for problem in refused.value.problems] == ["improvements_all_taken"]


@pytest.mark.parametrize("faces", [(7, 1), (1,), (1, 2, 3), (0, 1)])
def test_dice_that_cannot_fall_are_refused(team: Team, faces: tuple[int, ...]) -> None:
    with pytest.raises(DieImpossible):
        roll(team, "random-primary", "general", faces)
    assert hero(team).skills == ()


def test_a_stale_page_changes_nothing(team: Team) -> None:
    choose(team, "skill/Guard", nth=1)
    with pytest.raises(ImprovedMeanwhile) as refused:
        choose(team, "skill/Tackle", nth=1)
    assert "has had 1 improvements by now" in str(refused.value)
    with pytest.raises(ImprovedMeanwhile):
        roll(team, "characteristic", nth=1)
    assert hero(team).skills == ("Guard",)


def test_only_whose_team_it_is(team: Team) -> None:
    other = cast.member(team.league, "Bob")
    with pytest.raises(NotAllowed):
        improvement_roll(team=team, player=HERO, way="characteristic", actor=other)
    improvement_choose(team=team, player=HERO, choice="skill/Guard", actor=cast.coach("Cora"))
    assert AuditEntry.objects.filter(action="improvement.taken").count() == 1


def test_a_random_skill_that_was_taken_back_comes_from_the_same_dice(team: Team) -> None:
    """A die once thrown lies: neither another category nor another way can be tried instead."""
    drafted = cast.team(team.league, "Others", by="Bob", positions=SQUAD, goods={})
    changed(drafted, spp=20)
    roll(drafted, "random-primary", "general", (4, 5))
    cause = drafted.league.causes.get(kind="improvement")
    history_revise(league=drafted.league, revised={cause.pk: {"voided": True}}, reason="A slip", actor=None)
    changed(drafted, spp=20)
    assert hero(drafted).skills == ()
    assert state(drafted).random_thrown
    with pytest.raises(ThrowOnTheTable):
        roll(drafted, "random-primary", "strength")
    roll(drafted, "random-primary", "general", (1, 2))
    assert hero(drafted).skills == ("Tackle",)


# Sponsors


def test_a_sponsor_provides_three_dice_and_the_drawback_comes_with_the_choice(sponsored: Team) -> None:
    page = state(sponsored, "p10")
    assert page.dice == (6, 6, 6)
    roll(sponsored, faces=(1, 1, 6), key="p10")
    offered = {offer.key: offer for offer in state(sponsored, "p10").offers}
    assert offered["skill/Dodge"].kept == (1, 1)
    choose(sponsored, "skill/Dodge", key="p10")
    player = hero(sponsored, "p10")
    assert (player.skills, player.misses_next, player.niggles) == (("Dodge",), True, 1)
    injuries = career(again(sponsored), "p10").entries[0].injuries
    assert [name for name, _ in injuries] == ["Hurt in sponsored training", "Badly hurt in sponsored training"]
    assert EffectRow.objects.filter(kind="injury_suffered").count() == 2


def test_a_category_counts_only_for_a_random_skill(team: Team, sponsored: Team) -> None:
    roll(team, "characteristic", "general", (15,))
    roll(team, "characteristic", faces=(15,))
    roll(sponsored, "", "general", (1, 2, 3), key="p10")
    assert sorted(DiceRoll.objects.values_list("key", flat=True)) == [
        f"improvement/{sponsored.key}/p10/1/sponsor/{DICE}",
        f"improvement/{team.key}/{HERO}/1/characteristic",
    ]


def test_two_dice_for_a_sponsored_throw_are_refused(sponsored: Team) -> None:
    with pytest.raises(DieImpossible):
        roll(sponsored, faces=(1, 1), key="p10")


def test_where_levels_count_nothing_is_chosen_before_the_throw(sponsored: Team) -> None:
    with pytest.raises(NothingThrown):
        choose(sponsored, "skill/Dodge", key="p10")


def test_the_page_tells_of_the_sponsor(sponsored: Team) -> None:
    client, page = signed_in(sponsored.coach), reverse("matches:improve", args=[sponsored.pk, "p10"])
    words = words_on(client.get(page))
    assert "Steelhelm's Sporting Emporium sponsors the team:" in words
    assert "The throw (3D6) comes first" in words
    words = words_on(client.post(page, {"faces": "336"}, follow=True))
    assert "keeping 3, 3" in words
    assert "The dice hurt him, whatever you choose: Hurt in sponsored training." in words
    words = words_on(client.post(page, {"choice": "skill/Dodge", "nth": "1"}, follow=True))
    assert "Hurt in sponsored training" in words
    changed(sponsored, "p11", sponsor=BURGERS, spp=6)
    told = words_on(client.get(reverse("matches:improve", args=[sponsored.pk, "p11"])))
    assert "While the deal lasts no player may improve MA or AG." in told


# The page


def page_of(team: Team, key: str = HERO) -> str:
    return reverse("matches:improve", args=[team.pk, key])


def test_the_page_says_what_each_way_costs_and_what_he_cannot_afford(team: Team) -> None:
    changed(team, spp=7)
    words = words_on(signed_in(team.coach).get(page_of(team)))
    assert "He has 7 star player points to spend, of 7 that he has earned." in words
    assert "blitzer 12 has 7 star player points to spend; this needs 12." in words
    assert "blitzer 12 has 7 star player points to spend; this needs 18." in words
    assert "Chosen primary skill" in words
    assert "Throw for 3 points" in words


def test_the_page_buys_a_chosen_skill(team: Team) -> None:
    client = signed_in(team.coach)
    first = client.get(page_of(team))
    sent = {**form_on(first, page_of(team)), "choice": "skill/Guard"}
    assert "blitzer 12 has improved." in words_on(client.post(page_of(team), sent, follow=True))
    assert hero(team).skills == ("Guard",)
    words = words_on(client.get(reverse("teams:player", args=[team.pk, HERO])))
    assert "Paid with 6 SPP." in words
    assert "14 of them are left to spend." in words


def test_the_page_throws_for_a_random_skill(team: Team) -> None:
    client = signed_in(team.coach)
    sent = {"way": "random-primary", "category": "strength", "faces": "15", "nth": "1"}
    words = words_on(client.post(page_of(team), sent, follow=True))
    assert "blitzer 12 has improved." in words
    assert "Guard" in words


def test_the_page_throws_for_a_characteristic_and_offers_what_the_die_shows(team: Team) -> None:
    client = signed_in(team.coach)
    words = words_on(client.post(page_of(team), {"way": "characteristic", "faces": "14"}, follow=True))
    assert "What he may become" in words
    assert "3+ → 2+" in words
    assert "Whatever you choose costs 18 points." in words
    assert "+1 ST" not in words
    words = words_on(client.post(page_of(team), {"choice": "ag", "nth": "1"}, follow=True))
    assert "+1 AG" in words


def test_the_page_keeps_what_was_typed_when_it_refuses(team: Team) -> None:
    client = signed_in(team.coach)
    refused = client.post(page_of(team), {"way": "random-secondary", "category": "passing", "faces": "77"})
    assert refused.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "7, 7 cannot be thrown with 2D6." in words_on(refused)
    html = refused.content.decode()
    assert '<option value="passing" selected>' in html
    assert 'value="77"' in html
    refused = client.post(page_of(team), {"way": "random-primary", "category": "mutation"})
    assert refused.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "Open to him: general, strength." in words_on(refused)
    refused = client.post(page_of(team), {"way": "random-primary", "category": "general", "faces": "ab"})
    assert "Write the faces" in words_on(refused)


def test_the_page_of_a_stale_browser_says_what_happened(team: Team) -> None:
    choose(team, "skill/Guard")
    refused = signed_in(team.coach).post(page_of(team), {"choice": "skill/Tackle", "nth": "1"})
    assert refused.status_code == HTTPStatus.CONFLICT
    assert "has had 1 improvements by now; what you sent was about number 1." in words_on(refused)


def test_a_page_for_a_throw_that_was_taken_back_offers_only_that(team: Team) -> None:
    roll(team, "random-primary", "general", (4, 5))
    cause = team.league.causes.get(kind="improvement")
    history_revise(league=team.league, revised={cause.pk: {"voided": True}}, reason="A slip", actor=None)
    changed(team, spp=20)
    client = signed_in(team.coach)
    first = client.get(page_of(team))
    assert "The dice have fallen already" in words_on(first)
    client.post(page_of(team), form_on(first, page_of(team)))
    assert hero(team).skills == ("Tackle",)


def test_who_has_had_all_reads_so(team: Team) -> None:
    changed(team, spp=500)
    for name in ("Guard", "Tackle", "Pro", "Fend", "Wrestle", "Kick"):
        choose(team, f"skill/{name}")
    assert "all improvements that a player can have" in words_on(signed_in(team.coach).get(page_of(team)))


# Who can improve now


def test_the_team_page_lists_who_can(team: Team) -> None:
    page = reverse("teams:team", args=[team.pk])
    html = signed_in(team.coach).get(page).content.decode()
    assert 'id="improvers"' in html
    assert html.count(page_of(team)) == 2  # in the list, and on the roster
    words = words_on(signed_in(team.coach).get(page))
    assert "20 points to spend" in words
    stranger = signed_in(cast.coach("Zoe")).get(page).content.decode()
    assert stranger.count(page_of(team)) == 1
    changed(team, spp=2)
    assert 'id="improvers"' not in signed_in(team.coach).get(page).content.decode()


def names(coach: Coach) -> list[str]:
    return [one.player.name for one in coach_improvers(coach)]


def test_the_league_page_and_the_home_page_list_who_can(team: Team) -> None:
    changed(team, "p1", spp=3)
    assert [(one.player.key, one.to_spend, one.cost, one.ready) for one in league_improvers(team.league)] == [
        ("p1", 3, 3, True),
        (HERO, 20, 3, True),
    ]
    league = reverse("matches:league", args=[team.league.slug])
    mine = signed_in(team.coach).get(league)
    assert page_of(team) in mine.content.decode()
    other = signed_in(cast.coach("Zoe")).get(league).content.decode()
    assert page_of(team) not in other
    assert reverse("teams:player", args=[team.pk, HERO]) in other
    home = signed_in(team.coach).get(reverse("matches:home"))
    assert "2 players of Reavers can improve" in words_on(home)
    assert page_of(team) in home.content.decode()
    changed(team, "p1", spp=2)
    assert "blitzer 12 can improve" in words_on(signed_in(team.coach).get(reverse("matches:home")))
    changed(team, "p1", spp=3)
    assert names(team.coach) == ["human-lineman 1", "blitzer 12"]
    assert names(cast.coach("Zoe")) == []


def test_a_retired_team_improves_no_more(team: Team) -> None:
    found = again(team)
    project(found, replace(sheet_of(found), retired=True))
    assert league_improvers(team.league) == ()
    assert team_page(again(team)).improvers == ()
    with pytest.raises(ImprovementIllegal) as refused:
        choose(team, "skill/Guard")
    assert [problem.code for problem in refused.value.problems] == ["improvement_team_retired"]


def test_by_levels_and_only_when_the_post_match_is_over() -> None:
    season = cast.season(cast.league(), legs=2)
    first = cast.play(cast.match(season), (2, 0))
    (found,) = [one for one in league_improvers(first.league) if one.team.pk == first.home_id]
    assert (found.player.key, found.due, found.to_spend, found.cost, found.ready) == ("p10", 1, None, None, True)
    second = cast.advance(cast.confirm(cast.file(cast.match(season), (2, 0))))
    busy = {one.team.pk: one.ready for one in league_improvers(second.league)}
    assert busy[second.home_id] is False
    assert coach_improvers(second.home.coach) == ()
    page = words_on(signed_in(second.home.coach).get(reverse("matches:league", args=[second.league.slug])))
    assert "When the post-match sequence is over:" in page
    cast.to_the_window(second)
    assert "blitzer 10" in names(second.home.coach)


# The API


def test_the_api_says_what_it_costs_buys_and_chooses(team: Team) -> None:
    ann, path = Api(team.coach), f"teams/{team.pk}/players/{HERO}/improvement/"
    told = ann.get(path).json()
    assert (told["due"], told["nth"], told["to_spend"], told["roll"]) == (0, 1, 20, None)
    ways = {one["way"]: one for one in told["ways"]}
    assert {way: one["cost"] for way, one in ways.items()} == {
        "random-primary": 3,
        "chosen-primary": 6,
        "random-secondary": 6,
        "chosen-secondary": 12,
        "characteristic": 18,
    }
    assert (ways["random-primary"]["categories"], ways["random-primary"]["value"]) == (["general", "strength"], 10_000)
    assert ways["characteristic"]["value"] is None
    assert {offer["spp"] for offer in told["offers"]} == {6, 12}
    bought = ann.post(path, {"way": "random-primary", "category": "general", "faces": [4, 5]}).json()
    assert (bought["to_spend"], bought["nth"]) == (17, 2)
    taken = ann.post(f"{path}choose/", {"choice": "skill/Guard", "nth": 2}).json()
    assert taken["to_spend"] == 9
    blocked = {one["way"]: one["problem"] for one in taken["ways"]}
    assert blocked["characteristic"]["params"] == {"player": "blitzer 12", "available": 9, "needed": 24}
    assert blocked["random-primary"] is None
    player = ann.get(f"teams/{team.pk}/players/{HERO}/").json()["player"]
    assert (player["level"], player["to_spend"], player["can_improve"]) == ("Veteran", 9, True)


def test_the_api_refuses_with_the_rule(team: Team) -> None:
    ann, path = Api(team.coach), f"teams/{team.pk}/players/{HERO}/improvement/"
    changed(team, spp=5)
    refused = ann.post(path, {"way": "characteristic"})
    assert refused.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert problem_codes(refused) == ["improvement_unaffordable"]
    assert refused.json()["problems"][0]["rule"] == "improvement"
    stale = ann.post(f"{path}choose/", {"choice": "skill/Guard", "nth": 3})
    assert (stale.status_code, stale.json()["code"]) == (HTTPStatus.CONFLICT, "improved_meanwhile")
    changed(team, spp=20)
    ann.post(path, {"way": "characteristic"})
    lying = ann.post(path, {"way": "random-primary", "category": "general"})
    assert (lying.status_code, lying.json()["code"]) == (HTTPStatus.CONFLICT, "throw_on_the_table")
    assert ann.post(path, {"way": 3}).status_code == HTTPStatus.BAD_REQUEST


def test_the_api_lists_who_can_improve(team: Team) -> None:
    (found,) = Api().get(f"leagues/{team.league.slug}/improvements/").json()["results"]
    assert (found["key"], found["team"]["id"], found["level"], found["to_spend"], found["cost"], found["ready"]) == (
        HERO,
        team.pk,
        "Rookie",
        20,
        3,
        True,
    )
    (mine,) = Api(team.coach).get("inbox/").json()["to_improve"]
    assert mine == found


def test_a_double_click_buys_one_skill(team: Team) -> None:
    ann, path = Api(team.coach), f"teams/{team.pk}/players/{HERO}/improvement/choose/"
    first = ann.post(path, {"choice": "skill/Guard"}, key="once").json()
    assert ann.post(path, {"choice": "skill/Guard"}, key="once").json() == first
    assert hero(team).skills == ("Guard",)
