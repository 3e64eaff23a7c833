"""House rules of a league: founded with them, played by them, shown as one diff."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from engine import rulesets
from engine.rulesets.options import HouseRulesIllegal
from engine.typed import plain
from leagues.mapping import ruleset_of
from leagues.models import AuditEntry, League
from leagues.selectors.rules import house_rules_of
from leagues.services.leagues import league_create
from leagues.web.forms import HouseRulesForm
from matches.models import PostMatchStep
from teams.models import Team
from tests import cast
from tests.api.client import Api
from tests.web.reading import form_on, signed_in, words_on

pytestmark = pytest.mark.django_db

NEW = "/leagues/new/"


def found(**house_rules: Any) -> League:
    rules = {name.replace("_", "-"): value for name, value in house_rules.items()}
    return league_create(name="Bent Cup", ruleset="bb2016", public=True, house_rules=rules, actor=cast.coach("Cora"))


def test_a_league_by_the_book_has_no_house_rules() -> None:
    league = cast.league()
    assert league.ruleset == league.edition
    assert house_rules_of(league) == ()
    page = Client().get(reverse("leagues:league-rules", args=[league.slug]))
    assert "Played by the book: nothing is changed." in words_on(page)


@pytest.mark.parametrize("key", rulesets.available())
def test_every_choice_that_is_offered_has_words(key: str) -> None:
    form = HouseRulesForm(rulesets.get(key))
    said = {
        (name, value): str(label)
        for name, field in form.fields.items()
        for value, label in getattr(field, "choices", ())
    }
    names = {"Death Zone"}  # a supplement goes by its name
    assert said
    assert [where for where, label in said.items() if label == where[1] and label not in names] == []


def test_house_rules_are_shown_as_one_diff_and_on_record() -> None:
    league = found(starting_gold=1_200_000, expensive_mistakes=False)
    shown = {rule.path: (rule.name, rule.was, rule.now) for rule in house_rules_of(league)}
    assert shown["draft.gold"] == ("Starting gold", 1_000_000, 1_200_000)
    assert "expensive-mistakes" in shown["post_match"][1]
    words = words_on(Client().get(reverse("leagues:league-rules", args=[league.slug])))
    assert "Starting gold draft.gold 1,000,000 1,200,000" in words
    assert "with house rules" in words_on(Client().get(reverse("matches:league", args=[league.slug])))
    assert AuditEntry.objects.get(action="league.founded").data["house_rules"] == {
        "starting-gold": 1_200_000,
        "expensive-mistakes": False,
    }


def test_a_league_is_played_by_its_house_rules() -> None:
    league = found(starting_gold=1_200_000, expensive_mistakes=False, points_win=5)
    season = cast.season(league)
    match = cast.match(season)
    assert Team.objects.get(pk=match.home_id).treasury == 1_200_000 - 9 * 50_000 - 3 * 90_000 - 2 * 50_000 - 3 * 10_000
    cast.play(match, (2, 0))
    assert "expensive-mistakes" not in set(PostMatchStep.objects.values_list("name", flat=True))
    table = Client().get(f"/api/v1/seasons/{season.pk}/standings/").json()["results"]
    assert [row["points"] for row in table] == [5, 0]


def test_new_data_never_changes_what_is_played() -> None:
    """The resolved ruleset is stored by its content; leagues, teams and matches point at it."""
    bent, book = found(starting_gold=1_200_000), cast.league()
    assert bent.ruleset_id != book.ruleset_id
    assert bent.edition_id == book.ruleset_id
    assert ruleset_of(bent.ruleset_id).draft.gold == 1_200_000
    assert ruleset_of(book.ruleset_id).draft.gold == 1_000_000
    same = found(starting_gold=1_200_000)
    assert same.ruleset_id == bent.ruleset_id


def test_what_is_not_played_yet_cannot_be_changed() -> None:
    with pytest.raises(HouseRulesIllegal) as refused:
        found(hall_of_fame=True, starting_gold=1)
    assert [problem.code for problem in refused.value.problems] == ["house_rule_not_played"]
    assert "Hall of fame teams cannot be changed yet" in str(refused.value.problems[0])


def test_the_api_founds_with_house_rules_and_refuses_all_that_is_wrong_at_once() -> None:
    cora = Api(cast.coach("Cora"))
    body = {"name": "Bent Cup", "ruleset": "bb2016", "house_rules": {"teams.human.positions.ogre.cost": 150_000}}
    made = cora.post("leagues/", body)
    assert made.status_code == 201
    assert made.json()["house_rules"] == [
        {"path": "teams.human.positions.ogre.cost", "name": "", "was": 140_000, "now": 150_000}
    ]
    wrong = {"starting-gold": -1, "teams.human.positions.ogre.skills": ["Flying"], "spp.touchdown": "three"}
    refused = cora.post("leagues/", {**body, "house_rules": wrong})
    assert refused.status_code == 422
    problems = {problem["where"]: problem["code"] for problem in refused.json()["problems"]}
    assert problems == {"starting-gold": "option_out_of_range", "spp.touchdown": "house_rule_incoherent"}
    del wrong["spp.touchdown"]
    refused = cora.post("leagues/", {**body, "house_rules": wrong})
    problems = {problem["where"]: problem["code"] for problem in refused.json()["problems"]}
    assert problems == {
        "starting-gold": "option_out_of_range",
        "teams.human.positions.ogre.skills": "house_rule_incoherent",
    }
    assert League.objects.count() == 1


def test_the_founding_page_takes_only_what_was_changed() -> None:
    cora = signed_in(cast.coach("Cora"))
    form = form_on(cora.get(NEW), "")
    assert form["option-starting-gold"] == "1000000"
    lists = {"option-winnings-again": ["win"], "option-casualties-earn-spp": ["block"]}
    ties = ["points", "touchdown-difference", "touchdowns-for", "casualty-difference"]
    sent = {**form, **lists, "option-tie-breakers": ties, "name": "Bent Cup", "option-points-win": "4"}
    answer = cora.post(NEW, sent)
    assert answer.status_code == 302, answer.context["house_rules"].errors
    assert {rule.path for rule in house_rules_of(League.objects.get())} == {"league.points.win"}


def test_a_house_rule_out_of_range_is_said_beside_its_field_and_kept() -> None:
    cora = signed_in(cast.coach("Cora"))
    form = form_on(cora.get(NEW), "")
    answer = cora.post(NEW, {**form, "name": "Bent Cup", "option-most-players": "99"})
    assert answer.status_code == 422
    assert "Most players of a team: 99 is not between 7 and 30." in words_on(answer)
    assert form_on(answer, "")["option-most-players"] == "99"
    assert not League.objects.exists()


def founding_form() -> tuple[Client, dict[str, Any]]:
    cora = signed_in(cast.coach("Cora"))
    lists = {"option-winnings-again": ["win"], "option-casualties-earn-spp": ["block"]}
    ties = ["points", "touchdown-difference", "touchdowns-for", "casualty-difference"]
    form = form_on(cora.get(NEW), "")
    return cora, {**form, **lists, "option-tie-breakers": ties, "name": "Bent Cup"}


def test_in_our_league_dwarfs_can_fly() -> None:
    cora, form = founding_form()
    flying = 'skills.Flying = {"name": "Flying", "category": "extraordinary", "effect": "Flies."}'
    runner = 'teams.dwarf.positions.runner.skills = ["Sure Hands", "Thick Skull", "Flying"]'
    answer = cora.post(NEW, {**form, "addresses": f"{flying}\n\n{runner}"})
    assert answer.status_code == 302, answer.context["house_rules"].errors
    rules = ruleset_of(League.objects.get().ruleset_id)
    assert "Flying" in rules.roster("dwarf").position("runner").skills


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("draft gold", "“draft gold” is no line of address = value."),
        ("teams.squirrel.cost = 1", "There is no option and no place “teams.squirrel.cost”."),
        ("teams.human.positions.ogre.cost = much", 'expected a whole number, found "much"'),
        ("redraft.base = 2", "cannot be changed yet"),
        ('skills.Flying = {"name": "Flying", "category": "\\u0000"}', "has characters that no database keeps"),
    ],
)
def test_an_address_that_leads_nowhere_is_said_and_kept(typed: str, said: str) -> None:
    cora, form = founding_form()
    answer = cora.post(NEW, {**form, "addresses": typed})
    assert answer.status_code == 422
    assert said in words_on(answer)
    assert form_on(answer, "")["addresses"].strip() == typed
    assert not League.objects.exists()


def test_a_match_without_steps_after_it_is_finished_at_once() -> None:
    changes: dict[str, Any] = {"post_match": []}
    league = league_create(name="Bare", ruleset="bb2016", public=True, house_rules=changes, actor=cast.coach("Cora"))
    match = cast.confirm(cast.file(cast.match(cast.season(league))))
    assert match.status == "finished"
    page = Client().get(reverse("matches:match", args=[match.pk]))
    assert page.context["page"].dice.seed


def test_a_custom_team_can_be_drafted_and_read_by_its_pages() -> None:
    squirrel = {**plain(rulesets.get("bb2016").roster("human")), "key": "squirrel", "name": "Squirrel"}
    league = league_create(
        name="Nuts", ruleset="bb2016", public=True, house_rules={"teams.squirrel": squirrel}, actor=cast.coach("Cora")
    )
    team = cast.team(league, "Nutters", roster="squirrel")
    ann = signed_in(cast.coach("Ann"))
    for address in (
        reverse("teams:draft", args=[league.slug]),
        f"{reverse('teams:draft', args=[league.slug])}?roster=squirrel",
        reverse("teams:team", args=[team.pk]),
        f"{reverse('leagues:roster', args=['bb2016', 'squirrel'])}?league={league.slug}",
        f"{reverse('leagues:ruleset', args=['bb2016'])}?league={league.slug}",
    ):
        assert ann.get(address).status_code == 200, address
    choose = ann.get(reverse("teams:draft", args=[league.slug])).content.decode()
    assert f"/rules/bb2016/squirrel/?league={league.slug}" in choose


@pytest.mark.parametrize("key", ["../rosters_data/bb2016", "bb2016/.", "x" * 300, "/etc"])
def test_a_ruleset_is_looked_up_and_never_walked_to(key: str) -> None:
    assert Client().get(reverse("leagues:rules-compare"), {"one": key}).status_code == 404
    refused = Api(cast.coach("Cora")).post("leagues/", {"name": "Cup", "ruleset": key})
    assert refused.status_code == 422


def test_what_a_founder_typed_survives_a_login() -> None:
    _cora, form = founding_form()
    client = Client()
    assert client.post(NEW, {**form, "option-points-win": "4"}).status_code == 302
    client.force_login(cast.coach("Cora"))
    back = client.get(NEW)
    assert "What you had typed is here again." in words_on(back)
    shown = form_on(back, "")
    assert (shown["name"], shown["option-points-win"]) == ("Bent Cup", "4")
    assert not League.objects.exists()


def test_a_number_that_is_left_blank_is_as_the_edition_has_it() -> None:
    cora, form = founding_form()
    assert cora.post(NEW, {**form, "option-starting-gold": ""}).status_code == 302
    assert house_rules_of(League.objects.get()) == ()


def test_a_group_of_options_says_how_many_of_them_are_changed() -> None:
    form = HouseRulesForm(rulesets.get("bb2016"), house_rules={"spp-touchdown": 4, "mvp": "random", "points-win": 4})
    assert {group.key: group.changed for group in form.groups() if group.changed} == {"players": 2, "league": 1}
    assert [group.changed for group in HouseRulesForm(rulesets.get("bb2016")).groups()] == [0] * len(form.groups())
