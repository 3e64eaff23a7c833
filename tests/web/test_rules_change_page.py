"""The page on which a commissioner changes the rules of a running league."""

from __future__ import annotations

from html import unescape
from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from leagues.mapping import ruleset_of
from leagues.models import League
from tests import cast
from tests.web.reading import lists_in, signed_in, words_on

pytestmark = pytest.mark.django_db


def page_of(league: League, query: str = "") -> str:
    return reverse("matches:rules-change", args=[league.slug]) + query


def typed(league: League, query: str = "", **more: Any) -> dict[str, Any]:
    """What the page would send as it comes, and what is typed over it."""
    sent = lists_in(cora().get(page_of(league, query)).content.decode(), page_of(league))
    return {**sent, "do": "look", **more}


def cora() -> Client:
    return signed_in(cast.coach("Cora"))


def rules_of(league: League) -> dict[str, Any]:
    return dict(ruleset_of(League.objects.get(pk=league.pk).ruleset_id).house_rules)


def test_the_way_leads_from_the_rules_of_a_league_for_its_commissioner_only() -> None:
    league = cast.league()
    rules = reverse("leagues:league-rules", args=[league.slug])
    assert page_of(league) in cora().get(rules).content.decode()
    assert page_of(league) not in Client().get(rules).content.decode()


def test_it_starts_from_the_house_rules_that_hold() -> None:
    league = cast.league(house_rules={"spp-touchdown": 4, "teams.human.positions.ogre.cost": 150_000})
    page = cora().get(page_of(league))
    assert page.context["house_rules"]["option-spp-touchdown"].value() == 4
    after = cora().post(page_of(league), typed(league))
    assert [problem.code for problem in after.context["preview"].hindrances] == ["rules_unchanged"]


def test_looking_shows_each_team_before_and_after_and_changes_nothing() -> None:
    league = cast.league()
    team = cast.team(league)
    address = "teams.human.positions.lineman.cost = 60000"
    page = cora().post(page_of(league), typed(league, addresses=address))
    said = words_on(page)
    assert page.status_code == HTTPStatus.OK
    assert "1 place is different" in said
    assert "teams.human.positions.lineman.cost" in said
    assert team.name in said
    assert page.context["preview"].teams[0].value_after == team.value + 90_000
    assert rules_of(league) == {}


def test_changing_after_looking_changes_the_rules() -> None:
    league = cast.league()
    cast.team(league)
    looked = cora().post(page_of(league), typed(league, **{"option-spp-touchdown": "4"}))
    sent = typed(league, **{"option-spp-touchdown": "4", "do": "change", "seen": looked.context["preview"].token})
    done = cora().post(page_of(league), sent, follow=True)
    assert "plays by its new rules from now on" in words_on(done)
    assert rules_of(league) == {"spp-touchdown": 4}


def test_nobody_changes_what_he_has_not_looked_at() -> None:
    league = cast.league()
    refused = cora().post(page_of(league), typed(league, do="change", **{"option-spp-touchdown": "4"}))
    assert refused.status_code == HTTPStatus.CONFLICT
    assert "Something has changed since you looked" in words_on(refused)
    assert rules_of(league) == {}


def test_a_match_that_is_not_finished_is_named() -> None:
    league = cast.league()
    cast.file(cast.match(cast.season(league)))
    page = cora().post(page_of(league), typed(league, **{"option-spp-touchdown": "4"}))
    assert "has been reported and is not finished" in words_on(page)
    assert 'name="do" value="change"' not in page.content.decode()


def test_a_team_list_and_its_positions_can_be_chosen() -> None:
    league = cast.league(ruleset="lrb6")
    team = cast.team(league, "Eyes", roster="orc", positions={"lineman": 9, "black-orc-blocker": 2}, goods={})
    sent = typed(league, "?edition=bb2016")
    looked = cora().post(page_of(league), sent)
    assert f'name="position-{team.key}-black-orc-blocker"' in looked.content.decode()
    chosen = {f"list-{team.key}": "orc", f"shown-{team.key}": "orc", f"position-{team.key}-black-orc-blocker": ""}
    again = cora().post(page_of(league), {**sent, **chosen})
    assert "carries on" in words_on(again)
    seen = {"seen": again.context["preview"].token, "do": "change"}
    cora().post(page_of(league), {**sent, **chosen, **seen})
    assert League.objects.get(pk=league.pk).edition.key == "bb2016"
    assert team.players.filter(line__isnull=False).count() == 2


def test_positions_that_were_shown_for_another_list_are_suggested_anew() -> None:
    league = cast.league()
    team = cast.team(league)
    chosen = {f"list-{team.key}": "orc", f"shown-{team.key}": "human", f"position-{team.key}-blitzer": "catcher"}
    page = cora().post(page_of(league), typed(league, **{"option-spp-touchdown": "4"}, **chosen))
    (after,) = page.context["preview"].teams
    assert after.command.roster == "orc"
    assert after.command.positions == {"lineman": "lineman", "thrower": "thrower", "blitzer": "blitzer"}
    assert after.problems == ()


def test_house_rules_are_taken_along_as_far_as_there_is_a_place_for_them() -> None:
    league = cast.league(house_rules={"spp-touchdown": 4, "teams.khorne.reroll_cost": 80_000})
    page = cora().get(page_of(league, "?edition=lrb6"))
    assert page.context["house_rules"]["option-spp-touchdown"].value() == 4
    assert "Living Rulebook 6 has no place for: teams.khorne.reroll_cost" in words_on(page)


def test_what_was_typed_goes_along_to_the_edition_that_is_chosen() -> None:
    league = cast.league()
    team = cast.team(league)
    sent = typed(league, edition="lrb6", **{"option-spp-touchdown": "4"})
    looked = cora().post(page_of(league), sent)
    assert looked.context["preview"].rules.key == "lrb6"
    assert looked.context["preview"].rules.house_rules == {"spp-touchdown": 4}
    assert looked.context["house_rules"]["option-spp-touchdown"].value() == 4
    again = lists_in(looked.content.decode(), page_of(league))
    cora().post(page_of(league), {**again, "do": "change"})
    assert League.objects.get(pk=league.pk).edition.key == "lrb6"
    assert rules_of(league) == {"spp-touchdown": 4}
    team.refresh_from_db()
    assert team.ruleset_id == League.objects.get(pk=league.pk).ruleset_id


def test_the_rules_of_a_league_say_when_they_were_changed_and_by_whom() -> None:
    league = cast.league()
    rules = reverse("leagues:league-rules", args=[league.slug])
    assert "Changed in the course of the league" not in words_on(Client().get(rules))
    sent = typed(league, **{"option-spp-touchdown": "4"})
    looked = cora().post(page_of(league), sent)
    cora().post(page_of(league), {**sent, "do": "change", "seen": looked.context["preview"].token})
    said = words_on(Client().get(rules))
    assert "Cora changed the rules to Blood Bowl 2016; 1 place was different." in said


def test_bad_house_rules_are_said_beside_their_fields_and_nothing_is_lost() -> None:
    league = cast.league()
    team = cast.team(league)
    chosen = {f"list-{team.key}": "orc"}
    page = cora().post(page_of(league), typed(league, **{"option-starting-gold": "-5"}, **chosen))
    assert page.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    text = unescape(page.content.decode())
    assert "is not between" in text
    assert 'value="-5"' in text
    assert f'<input type="hidden" name="list-{team.key}" value="orc">' in text


def test_a_button_of_the_editor_keeps_what_was_chosen_for_the_teams() -> None:
    league = cast.league()
    team = cast.team(league)
    page = cora().post(
        page_of(league), typed(league, edit="new", **{"custom-new": "skills", f"list-{team.key}": "orc"})
    )
    assert page.status_code == HTTPStatus.OK
    assert f'name="list-{team.key}" value="orc"' in page.content.decode()


def test_what_was_typed_survives_a_login() -> None:
    league = cast.league()
    visitor = Client()
    answer = visitor.post(page_of(league), typed(league, **{"option-spp-touchdown": "4"}))
    assert answer.status_code == HTTPStatus.FOUND
    visitor.force_login(cast.coach("Cora"))
    page = visitor.get(page_of(league))
    assert page.context["house_rules"]["option-spp-touchdown"].value() == "4"


def test_every_edition_is_a_choice_and_what_is_none_leaves_the_leagues_own() -> None:
    league = cast.league()
    for asked, shown in (("bb2020", "bb2020"), ("basic", "basic"), ("no-edition", "bb2016")):
        page = cora().get(page_of(league, f"?edition={asked}"))
        assert page.context["edition"].rules.key == shown
