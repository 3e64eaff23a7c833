"""Finding, founding and joining leagues, starting a season, and what home has to say."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from engine import rulesets
from leagues.errors import RulesetNotPlayable
from leagues.models import League, Membership
from leagues.selectors.rules import ruleset_list
from matches.models import Match, Season
from matches.services.seasons import season_create
from tests import cast
from tests.web.reading import form_on, signed_in, words_on

pytestmark = pytest.mark.django_db


def page_of(league: League) -> str:
    return reverse("matches:league", args=[league.slug])


def test_a_coach_founds_a_league_and_is_told_what_comes_next() -> None:
    cora = signed_in(cast.coach("Cora"))
    typed = {"name": "Old  World Cup", "ruleset": "bb2016", "public": "no"}
    answer = cora.post(reverse("leagues:new"), typed)
    league = League.objects.get()
    assert (league.name, league.public) == ("Old World Cup", False)
    assert answer["Location"] == page_of(league)
    words = words_on(cora.get(page_of(league)))
    assert "Old World Cup is founded." in words
    assert "You are its commissioner" in words
    assert "Invite coaches" in words


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"name": "", "ruleset": "bb2016", "public": "yes"}, "name"),
        ({"name": "W" * 81, "ruleset": "bb2016", "public": "yes"}, "name"),
        ({"name": "Two\u202eTurned", "ruleset": "bb2016", "public": "yes"}, "name"),
        ({"name": "Cup", "ruleset": "bb1066", "public": "yes"}, "ruleset"),
        ({"name": "Cup", "ruleset": "bb2016", "public": "perhaps"}, "public"),
    ],
)
def test_a_league_that_cannot_be_founded_says_why_beside_the_field(typed: dict[str, str], field: str) -> None:
    answer = signed_in(cast.coach("Cora")).post(reverse("leagues:new"), typed)
    assert answer.status_code == 422
    assert answer.context["form"].errors[field]
    assert form_on(answer, "")["name"] == typed["name"]
    assert not League.objects.exists()


def test_two_leagues_of_one_name_have_two_addresses() -> None:
    one, other = cast.league("Cup"), cast.league("Cup")
    assert (one.slug, other.slug) == ("cup", "cup-2")
    assert cast.league("New").slug != "new"  # where the founding page stands


def test_an_invitation_shows_its_league_and_lets_in_after_the_login() -> None:
    private = cast.league("Secret Cup", public=False)
    address = reverse("leagues:invitation", args=[private.invitation])
    assert "Secret Cup" in words_on(Client().get(address))
    to_login = Client().post(address)
    assert to_login["Location"].startswith(reverse("leagues:login"))
    ann = signed_in(cast.coach("Ann"))
    assert ann.get(page_of(private)).status_code == 404
    assert ann.post(address)["Location"] == page_of(private)
    assert ann.get(page_of(private)).status_code == 200
    assert ann.post(address).status_code == 302
    assert Membership.objects.filter(league=private).count() == 2


def test_an_invitation_that_was_made_up_opens_nothing() -> None:
    assert Client().get(reverse("leagues:invitation", args=["nonsense"])).status_code == 404


def test_only_the_commissioner_sees_the_invitation() -> None:
    league = cast.league()
    for name, sees in (("Cora", True), ("Ann", False)):
        assert (league.invitation in signed_in(cast.member(league, name)).get(page_of(league)).content.decode()) == sees


def test_a_private_league_is_in_no_list_of_a_stranger() -> None:
    cast.league("Secret Cup", public=False)
    for client in (Client(), signed_in(cast.coach("Zoe"))):
        for address in (reverse("matches:home"), reverse("leagues:list")):
            assert "Secret Cup" not in words_on(client.get(address))


def test_a_season_is_started_with_its_plan_before_the_eyes() -> None:
    league = cast.league()
    teams = [cast.team(league, f"Team {nth}", by=f"Coach{nth}") for nth in range(1, 5)]
    address = reverse("matches:season-new", args=[league.slug])
    cora = signed_in(cast.coach("Cora"))
    assert "3 rounds , 6 matches" in words_on(cora.get(address)).replace(", 6", " , 6").replace("  ", " ")
    looked = cora.get(address, {"name": "Autumn", "legs": "2", "teams": [team.pk for team in teams[:3]]})
    assert "6 matches" in words_on(looked)
    answer = cora.post(address, {"name": "Autumn", "legs": "2", "teams": [team.pk for team in teams]})
    season = Season.objects.get()
    assert answer["Location"] == reverse("matches:season", args=[season.pk])
    assert season.matches.count() == 12
    words = words_on(cora.get(page_of(league)))
    assert "Round 6" in words
    assert "Standings" in words


def test_a_season_of_one_team_is_refused_with_both_numbers_and_keeps_what_was_typed() -> None:
    league = cast.league()
    team = cast.team(league)
    address = reverse("matches:season-new", args=[league.slug])
    answer = signed_in(cast.coach("Cora")).post(address, {"name": "Autumn", "legs": "3", "teams": [team.pk]})
    assert answer.status_code == 422
    assert "2" in answer.context["form"].errors["teams"][0]
    assert "1" in answer.context["form"].errors["teams"][0]
    kept = form_on(answer, address)
    assert (kept["name"], kept["legs"], kept["teams"]) == ("Autumn", "3", str(team.pk))


def test_a_team_of_another_league_plays_in_no_season_here() -> None:
    league = cast.league()
    own, foreign = cast.team(league), cast.team(cast.league("Elsewhere"), "Foreigners", by="Zoe")
    address = reverse("matches:season-new", args=[league.slug])
    answer = signed_in(cast.coach("Cora")).post(address, {"name": "A", "legs": "1", "teams": [own.pk, foreign.pk]})
    assert answer.status_code == 422
    assert not Season.objects.exists()


def test_home_tells_a_coach_what_waits_for_him() -> None:
    league = cast.league()
    match = cast.file(cast.match(cast.season(league, legs=2)))
    ann, bob = match.home.coach, match.away.coach
    home = reverse("matches:home")
    assert f"Confirm {match.home.name}" in words_on(signed_in(bob).get(home))
    assert "Waiting for you" not in words_on(signed_in(ann).get(home))
    waiting = cast.advance(cast.confirm(match))
    words = words_on(signed_in(ann).get(home))
    assert "Waiting for you" in words
    assert "the choice is yours" in words
    cast.finish(waiting)
    words = words_on(signed_in(ann).get(home))
    assert "the choice is yours" not in words
    assert "blitzer 10 can improve" in words
    assert "Next match" in words


def test_home_leads_a_newcomer_to_a_league() -> None:
    cast.league("Old World Cup")
    words = words_on(signed_in(cast.coach("Ann")).get(reverse("matches:home")))
    assert "You are in no league yet" in words
    assert "Old World Cup" in words


def test_the_standings_show_what_was_played_and_name_the_fallen() -> None:
    league = cast.league()
    match = cast.match(cast.season(league))
    dead = {"casualties": [{"victim": "p5", "cause": "block", "by": "p11"}]}
    cast.play(match, (2, 0), away=dead, dice={f"casualty/{match.away.key}/p5": (6, 1)})
    page = Client().get(page_of(league))
    rows = page.context["page"].standings
    assert [(row.team.name, row.standing.points, row.standing.touchdowns_for) for row in rows] == [
        (match.home.name, 3, 2),
        (match.away.name, 0, 0),
    ]
    assert "The fallen" in words_on(page)
    fallen = match.away.players.get(key="p5")
    assert fallen.name in words_on(page)


def test_the_ledgers_name_of_a_match_leads_to_its_page() -> None:
    match: Match = cast.match()
    answer = Client().get(reverse("matches:match-by-key", args=[match.league.slug, match.key]))
    assert answer["Location"] == reverse("matches:match", args=[match.pk])
    assert Client().get(reverse("matches:match-by-key", args=[match.league.slug, "m99"])).status_code == 404


def test_a_new_season_warns_of_one_that_is_not_over() -> None:
    league = cast.league()
    season = cast.season(league)
    address = reverse("matches:season-new", args=[league.slug])
    cora = signed_in(cast.coach("Cora"))
    assert f"{season.name} is still under way: 1 match is not finished." in words_on(cora.get(address))
    cast.play(cast.match(season))
    assert "is still under way" not in words_on(cora.get(address))


def test_a_league_may_be_founded_on_every_edition_and_one_is_suggested() -> None:
    page = signed_in(cast.coach("Cora")).get(reverse("leagues:new")).content.decode()
    for ruleset in ruleset_list():
        assert f'<option value="{ruleset.key}"' in page
    assert '<option value="bb2016" selected>' in page


def test_rules_from_before_matches_were_played_by_them_say_so_and_begin_no_season(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A league that was founded then keeps the rules of then, until it changes over."""
    early = replace(rulesets.get("bb2020"), preview=True)
    monkeypatch.setattr(rulesets, "get", lambda key: early)
    league = cast.league("New Cup", ruleset="bb2020")
    monkeypatch.undo()
    for by, name in (("Ann", "Ones"), ("Bob", "Others")):
        cast.team(league, name, by=by, positions={"human-lineman": 11}, goods={})
    cora = signed_in(cast.coach("Cora"))
    words = words_on(cora.get(reverse("matches:league", args=[league.slug])))
    assert "Change it over to the edition as it is now, and a season can begin." in words
    assert "Start a season" not in words
    with pytest.raises(RulesetNotPlayable, match="Change over to the edition as it is now"):
        season_create(league=league, name="Season 1", teams=list(league.teams.all()), actor=cast.coach("Cora"))


@pytest.mark.parametrize("key", ["basic", "bb2016", "bb2020", "lrb6"])
def test_the_rules_of_every_edition_can_be_read(key: str) -> None:
    page = Client().get(reverse("leagues:ruleset", args=[key]))
    assert page.status_code == 200
    for roster in page.context["ruleset"].teams:
        listed = Client().get(reverse("leagues:roster", args=[key, roster.key]))
        assert listed.status_code == 200
        for position in roster.positions:
            assert position.name in words_on(listed)
