"""A league's house rules on the pages of its rules: marked where they stand, with what the edition says beside them."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from config.words import FIELDS
from engine import rulesets
from engine.rulesets import Ruleset, from_stored
from engine.rulesets.options import with_options
from engine.rulesets.paths import name_of
from engine.typed import plain
from leagues.mapping import ruleset_keep
from leagues.models import League
from leagues.rules_tables import Sheet, sheets
from leagues.selectors.rules import HouseRule
from leagues.templatetags.house_rules import field, marked, read_out
from leagues.web.marks import Marks, page_of
from tests.web.reading import words_on

ALL = rulesets.available()
BB2016 = rulesets.get("bb2016")


def league_of(played: Ruleset, key: str) -> League:
    stored, edition = ruleset_keep(played), ruleset_keep(rulesets.get(key))
    return League.objects.create(name="Bent Cup", slug="bent-cup", invitation="bent", edition=edition, ruleset=stored)


def bent(changes: Mapping[str, Any], key: str = "bb2016") -> League:
    """A league that plays by these, whatever of them a founder may choose by now."""
    return league_of(with_options(rulesets.get(key), changes), key)


def address(league: League, page: str, team: str = "") -> str:
    key = league.edition.key
    if page == "team":
        return reverse("leagues:roster", args=[key, team])
    return reverse("leagues:rules-part", args=[key, page]) if page else reverse("leagues:ruleset", args=[key])


def words(league: League, page: str = "", team: str = "") -> str:
    answer = Client().get(address(league, page, team), {"league": league.slug})
    assert answer.status_code == 200
    return words_on(answer).replace(" ,", ",")


def found(league: League, query: str) -> str:
    place = reverse("leagues:rules-search", args=[league.edition.key])
    return words_on(Client().get(place, {"league": league.slug, "q": query}))


HUMAN = "teams.human.positions"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("change", "page", "said"),
    [
        ({"spp-touchdown": 4}, "", "Touchdown House rule: 4 was 3"),
        ({"starting-gold": 1_200_000}, "", "spends up to House rule: 1,200k was 1,000k gp on 11 to 16 players"),
        ({"cheerleader-cost": 20_000}, "", "Cheerleaders House rule House rule: 20k was 10k"),
        ({"goods.reroll.cost": 60_000}, "", "Team re-rolls House rule House rule: 60k was by team list"),
        ({"goods.cheerleader.start": 1}, "", "goods.cheerleader.start House rule: 1 was 0"),
        ({"winnings-win": 20_000}, "", "Win House rule: 20k was 10k"),
        ({"winnings-again": ["win", "draw"]}, "", "winnings.may_reroll win, House rule: draw"),
        ({"fan_factor.win.higher": 2}, "", "Win 3D6 House rule: +2 was +1"),
        ({"fans.unit": 2_000}, "", "for every point House rule: 2,000 was 1,000 fans come"),
        ({"mvp": "random"}, "", "Most valuable player mvp.method House rule: random was nominated"),
        ({"mvp-nominees": 5}, "", "Each side nominates House rule: 5 was 3 players"),
        ({"casualties-earn-spp": ["block", "foul"]}, "", "when it comes from: Block, House rule: Foul"),
        ({"most-lost": 3}, "", "never loses more than House rule: 3 was 2 points"),
        ({"casualty.results.dead.name": "Stone dead"}, "", "House rule: Stone dead was Dead"),
        ({"points-draw": 2}, "", "Draw House rule: 2 was 1"),
        (
            {"tie-breakers": ["points", "casualty-difference"]},
            "",
            "League points, Casualty difference, taken out: Touchdown difference, taken out: Touchdowns scored",
        ),
        ({"value-cap": 2_000_000}, "", "never worth more than House rule: 2,000k was"),
        ({"value.left_out": ["reroll"]}, "", "Left out: House rule: reroll was"),
        ({"after_match.fortune-and-fame.name": "Purse"}, "", "House rule: Purse was"),
        ({"rules.winnings.place": "Our own"}, "", "House rule: Our own was"),
        ({f"{HUMAN}.ogre.cost": 150_000}, "team", "Ogre House rule 0–1 House rule: 150k was 140k"),  # noqa: RUF001
        ({f"{HUMAN}.blitzer.max": 5}, "team", "Blitzer House rule House rule: 0–5 was 0–4"),  # noqa: RUF001
        ({f"{HUMAN}.blitzer.ag": 4}, "team", "7 3 House rule: 4 was 3 8"),
        ({f"{HUMAN}.blitzer.skills": ["Dodge", "Block"]}, "team", "House rule: Dodge, Block"),
        ({f"{HUMAN}.blitzer.primary": "G"}, "team", "House rule: G was G S"),
        ({f"{HUMAN}.blitzer.journeyman": True}, "team", "blitzer.journeyman House rule: yes was no"),
        ({"teams.human.reroll_cost": 70_000}, "team", "Team re-rolls House rule: 70k was 50k"),
        ({"teams.human.apothecary": False}, "team", "Apothecary Taken out"),
        ({"teams.human.name": "Men"}, "team", "House rule: Men was Human House rule"),
        ({"stars.griff-oberwald.cost": 80_000}, "stars", "House rule: 80k was 320k"),
        (
            {"stars.griff-oberwald.members.Griff Oberwald.st": 5},
            "stars",
            "Griff Oberwald House rule 7 House rule: 5 was 4",
        ),
        ({"stars.griff-oberwald.cost": 80_000}, "team", "Griff Oberwald House rule House rule: 80k was 320k"),
        ({"stars.griff-oberwald.mega_star": True}, "stars", "griff-oberwald.mega_star House rule: yes was no"),
        ({"skills.Block.effect": "Hits."}, "skills", "Block House rule House rule: Hits. was"),
        ({"skills.Block.category": "passing"}, "skills", "skills.Block.category House rule: passing was general"),
        ({"inducements.bribe.cost": 90_000}, "inducements", "House rule: 90k was 100k"),
        ({"inducements.bribe.max": 1}, "inducements", "House rule: 0–1 was 0–3"),  # noqa: RUF001
        ({"inducements.bribe.cost": 90_000}, "team", "Bribe House rule 0–3 House rule: 90k was 100k"),  # noqa: RUF001
        ({"weather.standard.results.nice.effect": "Warm."}, "tables", "House rule: Warm. was"),
        ({"options.stadiums": False}, "options", "Stadiums House rule"),
        ({"options.prizes": [100_000]}, "options", "options.prizes House rule: 100,000 was"),
        ({"starting-gold": 1_200_000}, "options", "House rule: 1,200,000 was 1,000,000"),
        ({"expensive-mistakes": False}, "options", "House rule: no was yes"),
        ({"weather": ["standard", "winter"]}, "options", "standard, House rule: winter"),
        ({"value-cap": 2_000_000}, "options", "House rule: 2,000,000 was no limit"),
        ({"sponsors.one_time.unit": 50_000}, "league", "House rule: D6 × 50k was D6 × 60k"),  # noqa: RUF001
        ({"stadiums.cost": 300_000}, "league", "House rule: 300k was 250k"),
        ({"value-double": 40_000}, "league", "Skill on a double House rule: 40k was 30k"),
        ({"redraft-per-win": 10_000}, "league", "Gold for each win House rule: 10k was 0"),
    ],
    ids=str,
)
def test_what_a_league_changes_is_marked_with_the_edition_s_own_beside_it(
    change: dict[str, Any], page: str, said: str
) -> None:
    assert said in words(bent(change), page, "human")


def copied(path: str, key: str, name: str) -> dict[str, Any]:
    """An entry of the edition under another name, as a league adds its own."""
    part, _, old = path.partition(".")
    entry = next(one for one in plain(BB2016)[part] if name_of(one) == old)
    return {f"{part}.{key}": {**entry, **({"key": key} if "key" in entry else {}), "name": name}}


CARD = {"number": "99", "key": "trapdoor", "title": "Trapdoor", "timing": "Any time.", "effect": "Down he goes."}
BALL = {"key": "egg", "name": "Dragon's egg", "teams": [], "effect": "It hatches."}
STEP = {"key": "feast", "name": "Feast", "effect": "Everybody eats."}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("change", "page", "said"),
    [
        (copied("teams.human", "squirrel", "Squirrel"), "", "Squirrel The league's own"),
        (copied("teams.human", "squirrel", "Squirrel"), "team", "Squirrel The league's own"),
        (copied("stars.griff-oberwald", "griff-junior", "Griff"), "stars", "Griff Oberwald The league's own"),
        (copied("skills.Block", "Flying", "Flying"), "skills", "Flying The league's own"),
        (copied("inducements.bribe", "gift", "Gift"), "inducements", "Gift The league's own"),
        (copied("inducements.bribe", "gift", "Gift"), "team", "Gift The league's own"),
        (copied("goods.cheerleader", "drummer", "Drummers"), "", "Drummers The league's own"),
        ({"balls.egg": BALL}, "events", "Dragon's egg The league's own"),
        ({"before_match.feast": STEP}, "", "Feast The league's own"),
        ({f"decks.{BB2016.decks[0].key}.cards.trapdoor": CARD}, "cards", "Trapdoor 99 The league's own"),
    ],
    ids=str,
)
def test_what_a_league_adds_is_marked_as_its_own(change: dict[str, Any], page: str, said: str) -> None:
    team = "squirrel" if "teams.squirrel" in change else "human"
    assert said in words(bent(change), page, team)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("place", "page"),
    [
        ("stars.griff-oberwald", "stars"),
        ("inducements.bribe", "inducements"),
        (f"decks.{BB2016.decks[0].key}", "cards"),
        (f"decks.{BB2016.decks[0].key}.cards.{BB2016.decks[0].cards[0].key}", "cards"),
        (f"card_uses.{BB2016.card_uses[0].key}", "cards"),
        (f"events.{BB2016.events[0].key}.events.{BB2016.events[0].events[0].key}", "events"),
        (f"balls.{BB2016.balls[0].key}", "events"),
        (f"hall_of_fame.{BB2016.hall_of_fame[0].key}", "events"),
        (f"weather.{BB2016.weather[-1].key}", "tables"),
        (f"referees.{BB2016.referees[0].key}", "tables"),
        ("goods.cheerleader", ""),
        (f"before_match.{BB2016.before_match[0].key}", ""),
        ("sponsors", "league"),
        ("redraft", "league"),
        (f"{HUMAN}.ogre", "team"),
        ("stars.griff-oberwald", "team"),
        ("inducements.bribe", "team"),
    ],
)
def test_what_a_league_takes_out_is_listed_as_taken_out(place: str, page: str) -> None:
    """Struck through and in words, not silently missing."""
    data = plain(BB2016)
    *above, last = place.split(".")
    held = data
    for part in above:
        held = held[part] if isinstance(held, dict) else next(one for one in held if name_of(one) == part)
    if isinstance(held, dict):
        gone, held[last] = held[last], None
    else:
        gone = next(one for one in held if name_of(one) == last)
        held.remove(gone)
    league = league_of(from_stored(data), "bb2016")
    name = gone.get("title") or gone.get("name") or str(FIELDS[place])
    assert f"{name} Taken out" in words(league, page, "human")
    answer = Client().get(address(league, page, "human"), {"league": league.slug})
    assert re.search(r'<del class="bent">[^<]+</del>', answer.content.decode())


@pytest.mark.django_db
def test_a_step_that_is_not_played_keeps_its_heading_struck_through() -> None:
    league = bent({"expensive-mistakes": False})
    said = words(league)
    assert "Expensive Mistakes Taken out" in said or "Expensive mistakes Taken out" in said
    assert "Hire and fire, The insurers, Journeymen, taken out: Expensive mistakes" in said


@pytest.mark.django_db
def test_rows_without_a_name_are_marked_one_by_one() -> None:
    levels = plain(BB2016)["levels"]
    changed = [*levels[:1], {**levels[1], "spp": 8}, *levels[2:]]
    bands = plain(BB2016)["expensive_mistakes"]["bands"]
    mild = [{**bands[0], "results": ["crisis-averted"] * 6}, *bands[1:]]
    said = words(bent({"levels": changed, "expensive_mistakes.bands": mild}))
    assert f"House rule: 8 was {levels[1]['spp']} {levels[1]['title']} House rule" in said
    assert f"{levels[2]['title']} House rule" not in said
    assert "House rule: Crisis averted was Minor incident" in said
    assert "House rule: Minor incident" not in said


def rule(path: str, was: Any, now: Any) -> HouseRule:
    return HouseRule(path, "", was, now)


ROWS = [{"spp": spp} for spp in (0, 6, 16)]


@pytest.mark.parametrize(
    ("now", "states"),
    [
        ([ROWS[0], {"spp": 7}, ROWS[2]], {"levels.1": "bent"}),
        ([ROWS[0], {"spp": 3}, *ROWS[1:]], {"levels.1": "own"}),
        ([*ROWS, {"spp": 31}], {"levels.3": "own"}),
        ([], {}),
    ],
)
def test_a_row_that_comes_between_others_leaves_them_as_they_are(now: list[Any], states: dict[str, str]) -> None:
    marks = Marks([rule("levels", ROWS, now)])
    found = {f"levels.{nth}": marks.state(f"levels.{nth}") for nth in range(4)}
    assert {path: state for path, state in found.items() if state} == states


def test_a_row_that_is_taken_out_marks_none_of_those_that_stay() -> None:
    marks = Marks([rule("levels", ROWS, [ROWS[0], ROWS[2]])])
    assert [marks.state(f"levels.{nth}") for nth in range(2)] == ["", ""]
    assert [line.was for line in marks.gone("levels")] == [ROWS[1]]


def test_what_no_page_shows_is_listed_once_and_what_is_shown_is_not() -> None:
    marks = Marks([rule("mvp.nominees", 3, 5), rule("mvp.dead_too", True, False), rule("stars.x.cost", 1, 2)])
    assert marks.was("mvp.nominees", 5) == 3
    assert marks.was("mvp.dice", (3,)) == (3,)
    assert [line.path for line in marks.unsaid("mvp")] == ["mvp.dead_too"]
    assert marks.unsaid_on("") == []
    assert [line.path for line in marks.unsaid_on("stars")] == ["stars.x.cost"]


@pytest.mark.parametrize(
    ("path", "page"),
    [
        ("teams.human.positions.ogre.cost", "team"),
        ("stadiums.roll.results.x.effect", "tables"),
        ("stadiums.cost", "league"),
        ("spp.touchdown", ""),
        ("stars.frank-n-stein.members.Frank N. Stein.ma", "stars"),
    ],
)
def test_every_address_has_its_page(path: str, page: str) -> None:
    assert page_of(path) == page


@pytest.mark.parametrize(
    ("value", "form", "said"),
    [
        (None, "gold", "–"),  # noqa: RUF001
        (True, "", "yes"),
        ((6, 6), "dice", "2D6"),
        (("a", "b"), "", "a, b"),
        ((-99, 5), "span", "5 or less"),
        ((9, 99), "span", "9 or more"),
        ((3, 3), "span", "3"),
        ({"dice": [6, 6], "unit": 10_000, "fixed": 100_000}, "payment", "100k + 2D6 × 10k"),  # noqa: RUF001
        ({"dice": [], "unit": 0, "fixed": 250_000}, "payment", "250k"),
    ],
)
def test_values_are_read_out_as_people_say_them(value: Any, form: str, said: str) -> None:
    assert read_out(value, form) == said


def test_what_a_league_writes_is_text_and_never_markup() -> None:
    assert "<b>" not in marked("<b>bold</b>", "<i>was</i>", "")
    assert "<i>" not in marked(["<b>", "Block"], ["<i>", "Block"], "")


class _Marked(HTMLParser):
    """What stands inside the marks of a page: in its place, or in a list of what else has changed."""

    def __init__(self) -> None:
        super().__init__()
        self.words = {"place": "", "list": ""}
        self._open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        listed = tag == "ul" and ("class", "bent-list") in attrs
        if tag == "ins" or listed:
            self._open.append("list" if listed else tag)

    def handle_endtag(self, tag: str) -> None:
        if self._open and tag == {"list": "ul"}.get(self._open[-1], self._open[-1]):
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if "ins" in self._open:
            self.words["list" if "list" in self._open else "place"] += f" {data.replace(',', '')}"


# Fields that take one of a few words, and the number of faces, which other tables follow.
CLOSED = {"method", "healer", "hired_at", "group", "loses", "read", "major_rounds", "characteristic", "tie_breakers"}
CLOSED |= {"post_match", "may_reroll", "offers", "double_offers", "results", "targets", "characteristics"}
CLOSED |= {
    "barred",
    "casualty_actors",
    "scope",
    "petty_cash",
    "piling_on",
    "sold",
    "untreated",
    "draws",
    "way",
    "begins",
    "ahead_of",
    "special_play",
    "of",
    "offer",
    "fame_lost",
    "claws",
    "expensive_mistakes.dice",
    "options.dice",
    "primary",
    "secondary",
}
# What a ruleset says about itself is no house rule.
ITSELF = {"key", "name", "version", "order", "house_rules", "content_hash", "preview"}


def one_of_each(data: Any, kind: str = "") -> Iterator[tuple[Any, Any, str]]:
    """Everything that stands for itself, once for each kind of entry: what holds it, under which name, and its kind."""
    if isinstance(data, dict):
        for name, value in data.items():
            below = f"{kind}.{name}" if kind else name
            if name in CLOSED or below in CLOSED | ITSELF or (name == "name" and "key" not in data) or name == "key":
                continue
            if isinstance(value, dict) or (isinstance(value, list) and value and isinstance(value[0], dict)):
                yield from one_of_each(value, below)
            elif value not in (None, []) and not isinstance(value, bool):
                yield data, name, below
    elif data:
        yield from one_of_each(data[0], f"{kind}.*")


def another(was: Any, number: int) -> Any:
    """A value that stands nowhere else."""
    if isinstance(was, list):
        return [*was, f"z{number}"] if isinstance(was[0], str) else [number]
    return f"z{number}" if isinstance(was, str) else number


@pytest.mark.django_db
@pytest.mark.parametrize("key", ALL)
def test_whatever_is_changed_in_an_edition_is_marked_once_on_its_page(key: str) -> None:
    """One place of each kind says something new. It is found inside a mark: in its place or, without one, in a list."""
    data, new = copy.deepcopy(plain(rulesets.get(key))), {}
    for number, (held, name, kind) in enumerate(one_of_each(data), 700_001):
        held[name], new[number] = another(held[name], number), kind
    assert len(new) > 90
    played = from_stored(data)
    league, team = league_of(played, key), played.teams[0].key
    pages: dict[str, _Marked] = {page_of(kind): _Marked() for kind in new.values()}
    for page, reader in pages.items():
        reader.feed(Client().get(address(league, page, team), {"league": league.slug}).content.decode())
    found = {number: [str(number) in text for text in pages[page_of(new[number])].words.values()] for number in new}
    assert [new[number] for number, where in found.items() if sum(where) != 1] == []


@pytest.mark.django_db
@pytest.mark.parametrize("key", ALL)
def test_an_edition_by_itself_and_a_league_by_the_book_are_not_marked(key: str) -> None:
    league = league_of(rulesets.get(key), key)
    for page in ("", "team", "stars", "skills", "inducements", "cards", "tables", "events", "league", "options"):
        for query in ({}, {"league": league.slug}):
            answer = Client().get(address(league, page, rulesets.get(key).teams[0].key), query)
            if answer.status_code == 200:
                html = answer.content.decode()
                assert 'class="bent' not in html, page
                assert "badge--waits" not in html, page


@pytest.mark.django_db
def test_the_way_to_each_page_says_how_much_is_changed_there() -> None:
    league = bent({"stars.griff-oberwald.cost": 80_000, "skills.Block.effect": "Hits.", "spp-touchdown": 4})
    said = words(league, "tables")
    assert "Star players 1 (1 house rule)" in said
    assert "Team lists and league 1 (1 house rule)" in said
    assert "Inducements 1" not in said


@pytest.mark.django_db
def test_a_search_marks_what_it_finds_and_finds_what_was_taken_out() -> None:
    data = plain(with_options(BB2016, {"skills.Block.effect": "Hits.", **copied("skills.Block", "Flying", "Flying")}))
    data["stars"] = [star for star in data["stars"] if star["key"] != "griff-oberwald"]
    league = league_of(from_stored(data), "bb2016")
    assert "Block House rule House rule: Hits. was" in found(league, "block")
    assert "Flying The league's own" in found(league, "flying")
    assert "Griff Oberwald Taken out" in found(league, "griff")
    book = words_on(Client().get(reverse("leagues:rules-search", args=["bb2016"]), {"q": "griff"}))
    assert "Taken out" not in book


@pytest.mark.django_db
def test_a_page_of_many_house_rules_asks_the_database_no_more_than_one_of_none() -> None:
    changes = {f"skills.{skill.name}.effect": "Ours." for skill in BB2016.skills}
    league, client = bent(changes), Client()
    book = League.objects.create(
        name="Book", slug="book", invitation="book", edition=league.edition, ruleset=league.edition
    )
    counts = []
    for one in (league, book, league, book):
        with CaptureQueriesContext(connection) as asked:
            client.get(address(one, "skills"), {"league": one.slug})
        counts.append(len(asked))
    assert counts[2] == counts[3]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"spp-touchdown": 4}, "/rules/bb2016/"),
        ({f"{HUMAN}.ogre.cost": 150_000}, "/rules/bb2016/human/"),
        ({"stars.griff-oberwald.cost": 80_000}, "/rules/bb2016/part/stars/"),
        ({"redraft-base": 900_000}, "/rules/bb2016/part/league/"),
    ],
    ids=str,
)
def test_the_list_of_house_rules_leads_to_each_in_its_place(change: dict[str, Any], place: str) -> None:
    league = bent(change)
    page = Client().get(reverse("leagues:league-rules", args=[league.slug])).content.decode()
    assert f'href="{place}?league=bent-cup"' in page


def fields_of(sheet: Sheet) -> Iterator[str]:
    yield from ([] if sheet.title else [sheet.at])
    yield from (cell.at for cell in sheet.cells)
    for grid in sheet.grids:
        yield grid.at
        yield from (f"{grid.at}.{column}" for column in grid.columns)
    for part in sheet.parts:
        yield from fields_of(part)


@pytest.mark.parametrize("key", ALL)
def test_every_field_of_a_league_s_tables_has_a_word(key: str) -> None:
    said = {str(word) for word in FIELDS.values()}
    asked = [place for sheet in sheets(rulesets.get(key)) for place in fields_of(sheet)]
    assert [place for place in asked if field(place) not in said] == []
