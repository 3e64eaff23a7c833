"""The rules browser: every part of every edition, a search that finds it, and two editions side by side."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from engine import rulesets
from engine.rulesets.loading import from_data
from engine.typed import plain
from leagues.mapping import ruleset_keep
from leagues.rules_search import entries, search
from leagues.services.leagues import league_create
from leagues.web.rules import PARTS
from tests import cast
from tests.web.reading import signed_in, words_on

pytestmark = pytest.mark.django_db

ALL = rulesets.available()


def part(key: str, name: str) -> str:
    return reverse("leagues:rules-part", args=[key, name])


@pytest.mark.parametrize("key", ALL)
def test_each_page_leads_to_the_others_and_shows_what_there_is(key: str) -> None:
    links = re.findall(rf'href="(/rules/{key}/part/[a-z]+/)"', Client().get(f"/rules/{key}/").content.decode())
    assert part(key, "skills") in links
    assert part(key, "tables") in links
    for name in PARTS:
        address = part(key, name)
        assert Client().get(address).status_code == (200 if address in links else 404), address


@pytest.mark.parametrize("key", ALL)
def test_every_entry_is_on_the_page_that_a_search_leads_to(key: str) -> None:
    ruleset = rulesets.get(key)
    pages: dict[str, str] = {}
    for entry in entries(ruleset):
        if entry.kind == "team":
            continue
        whole = reverse("leagues:ruleset", args=[key])
        page = whole if entry.kind == "section" else part(key, entry.kind)
        html = pages.setdefault(entry.kind, Client().get(page).content.decode())
        assert f'id="{entry.key}"' in html, entry


@pytest.mark.parametrize(
    ("query", "first"),
    [("mighty blow", "Mighty Blow"), ("GRIFF", "Griff Oberwald"), ("sweltering", "Sweltering Heat"), ("igor", "Igor")],
)
def test_a_name_is_found_first(query: str, first: str) -> None:
    page = Client().get(reverse("leagues:rules-search", args=["bb2016"]), {"q": query})
    assert first in [entry.name for entry in page.context["found"]][:3]
    assert first in words_on(page)


def test_a_search_for_nothing_finds_nothing_and_for_nonsense_says_so() -> None:
    bb2016 = rulesets.get("bb2016")
    assert search(bb2016, "  ") == []
    address = reverse("leagues:rules-search", args=["bb2016"])
    assert "0 entries for “xyzzy”" in words_on(Client().get(address, {"q": "xyzzy"}))
    assert "<script>" not in Client().get(address, {"q": "<script>"}).content.decode().replace("<script src", "")


def test_two_editions_stand_side_by_side() -> None:
    page = Client().get(reverse("leagues:rules-compare"), {"one": "lrb6", "other": "bb2016", "team": "human"})
    words = words_on(page)
    assert "teams.human.positions.catcher.cost 70,000 60,000" in words
    assert page.context["total"] == sum(len(lines) for _, lines in page.context["groups"])


def test_an_edition_compared_with_itself_does_not_differ() -> None:
    page = Client().get(reverse("leagues:rules-compare"), {"one": "bb2016", "other": "bb2016"})
    assert "0 differences" in words_on(page)
    assert Client().get(reverse("leagues:rules-compare"), {"one": "bb1066"}).status_code == 404


def test_the_options_page_lists_each_option_with_its_range() -> None:
    words = words_on(Client().get(part("bb2016", "options")))
    assert "Starting gold" in words
    assert "1,000,000" in words
    assert "nominated, random, chosen, none" in words


@pytest.mark.parametrize("key", ALL)
def test_ids_stand_once_on_each_page(key: str) -> None:
    for name in PARTS:
        page = Client().get(part(key, name))
        if page.status_code == 200:
            ids = re.findall(r'\sid="([^"]+)"', page.content.decode())
            assert [one for one in ids if ids.count(one) > 1] == [], name


def test_the_rules_of_a_league_are_read_in_place_with_what_is_bent_marked() -> None:
    changes = {"points-win": 5, "teams.human.positions.ogre.cost": 150_000}
    cora = cast.coach("Cora")
    league = league_create(name="Bent Cup", ruleset="bb2016", public=True, house_rules=changes, actor=cora)
    page = Client().get(reverse("leagues:ruleset", args=["bb2016"]), {"league": league.slug})
    words = words_on(page)
    assert "These are the rules of Bent Cup" in words
    assert "League points House rule" in words
    assert "Winnings House rule" not in words
    assert "Human House rule" in words
    roster = words_on(Client().get(reverse("leagues:roster", args=["bb2016", "human"]), {"league": league.slug}))
    assert "Ogre House rule" in roster
    assert "150k" in roster
    assert "Blitzer House rule" not in roster
    assert "Ogre House rule" not in words_on(Client().get(reverse("leagues:roster", args=["bb2016", "human"])))


def test_the_rules_of_a_private_league_are_not_found_by_strangers() -> None:
    private = cast.league("Secret Cup", public=False)
    address = reverse("leagues:ruleset", args=["bb2016"])
    assert Client().get(address, {"league": private.slug}).status_code == 404
    assert signed_in(cast.coach("Cora")).get(address, {"league": private.slug}).status_code == 200
    assert Client().get(reverse("leagues:ruleset", args=["lrb6"]), {"league": cast.league().slug}).status_code == 404


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("most valuable player", "Most valuable player"),
        ("journeymen", "Journeymen"),
        ("spiralling", "Spiralling expenses"),
        ("sidestep", "Side Step"),
        ("expensive", "Expensive mistakes"),
    ],
)
def test_a_search_finds_rules_and_tables_however_they_are_written(query: str, name: str) -> None:
    page = Client().get(reverse("leagues:rules-search", args=["bb2016"]), {"q": query})
    found = [entry.name for entry in page.context["found"]]
    assert name in found
    for entry in page.context["found"]:
        if entry.kind in ("section", "league"):
            assert f"#{entry.key}" in page.content.decode()


@pytest.mark.django_db
def test_an_older_version_that_a_league_plays_by_is_compared_with_the_newest() -> None:
    """New data never changes what a league chose; what it would change can be read."""
    older = from_data(
        {**plain(rulesets.get("bb2016")), "version": "0", "spp": {**rulesets.get("bb2016").spp, "mvp": 4}}
    )
    league = cast.league()
    league.edition = league.ruleset = ruleset_keep(older)
    league.save()
    address = reverse("leagues:rules-compare")
    page = Client().get(address, {"one": older.content_hash, "other": "bb2016"})
    assert "as of" in words_on(page)
    assert [line.path for _, lines in page.context["groups"] for line, _ in lines] == ["spp.mvp"]
    assert Client().get(address, {"one": "0" * 64, "other": "bb2016"}).status_code == 404


@pytest.mark.django_db
def test_what_a_league_has_bent_is_no_version_of_its_edition() -> None:
    league = cast.league(house_rules={"spp.touchdown": 4}, public=False)
    address = reverse("leagues:rules-compare")
    assert Client().get(address, {"one": league.ruleset_id, "other": "bb2016"}).status_code == 404
