"""The roster sheet: one page, everything on it, whatever people call themselves."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from config import pango
from config import pdf as printing
from config.pdf import pdf_response, press
from engine import rulesets
from engine.tally import Tally
from engine.team.sheet import Gained, HomeStadium, Player, Record, TeamSheet
from leagues.models import Coach, League
from teams.models import Team
from teams.printing import DEEDS, SHEETS, TEMPLATE, roster_pdf, roster_print
from teams.selectors.teams import TeamPage, page_of_sheet, team_page
from teams.services.logos import team_logo_set
from tests import cast
from tests.pictures import png

pytestmark = pytest.mark.pdf

A4_LANDSCAPE = (842, 595)
MILLIMETRE = 96 / 25.4  # in WeasyPrint's pixels
PANELS = 162.5 * MILLIMETRE  # where they begin: see the style sheet

HOSTILE = (
    "W" * 80,
    "i" * 80,
    "<script>alert(1)</script><img src=file:///etc/passwd><h1>" + "x" * 20,
    "</table></div><style>*{display:none}</style>",
    "'\"><b onmouseover=alert(1)>",
    "{{ 7|add:7 }}{% now 'Y' %}",
    "&amp;&lt;" * 8,
    "\N{GRINNING FACE}\N{AMERICAN FOOTBALL}" * 40,
    "\N{FAMILY}\N{ZERO WIDTH JOINER}" * 40,
    "שלום עולם " * 8,
    "مرحبا بالعالم " * 5,
    "\N{RIGHT-TO-LEFT OVERRIDE}desrever",
    "龍" * 80,
    "Ł" * 80,
    "Z\N{COMBINING ACUTE ACCENT}\N{COMBINING GRAVE ACCENT}" * 26,
    "a b " * 20,
)
FULL_OF_DEEDS = Tally({"completion": 99, "touchdown": 98, "interception": 97, "casualty": 96, "mvp": 95})


def a_page(
    *players: Player, name: str = "Reavers", coach: str = "Ann", league: str = "Old World Cup", colour: int = 1
) -> TeamPage:
    team = Team(league=League(name=league), coach=Coach(name=coach), colour=colour, name=name, roster="orc")
    sheet = TeamSheet(
        key="t1",
        name=name,
        roster="orc",
        balance=190_000,
        goods=Tally({"reroll": 3, "fan-factor": 7, "assistant-coach": 2, "cheerleader": 4, "apothecary": 1}),
        players=players,
        record=Record(Tally({"win": 5, "draw": 6, "loss": 8}), 21, 22, 23, 24),
    )
    return page_of_sheet(team, sheet, rulesets.get("bb2016"))


def a_battered_troll(number: int, name: str) -> Player:
    """Nobody has more skills, more injuries or wider numbers."""
    return Player(
        key=f"p{number}",
        number=number,
        name=name[:80],
        position="troll",
        spp=999,
        deeds=FULL_OF_DEEDS,
        lost=Tally({"ma": 2, "st": 2, "ag": 1, "av": 2}),
        niggles=4,
        misses_next=bool(number % 2),
    )


def a_hostile_page(players: int = 16) -> TeamPage:
    living = [a_battered_troll(number, HOSTILE[number % 16]) for number in range(99 - players, 99)]
    dead = [Player(f"d{nth}", nth, HOSTILE[nth % 16][:80], "black-orc", "dead") for nth in range(20)]
    return a_page(*living, *dead, name=HOSTILE[0], coach=HOSTILE[2], league=HOSTILE[9] + "Q" * 40)


EDITIONS = {
    **{key: rulesets.get(key) for key in rulesets.available()},
    "sevens": rulesets.get("basic").variant("sevens"),
}


def a_full_page(
    key: str, *, players: int | None = None, roster: str = "", names: tuple[str, ...] = HOSTILE
) -> TeamPage:
    """A team of this edition with everything that a team can have, and more of it than any ever had."""
    rules = EDITIONS[key]
    chosen = rules.roster(roster) if roster else max(rules.teams, key=lambda one: len(one.positions[0].name))
    positions = sorted(chosen.positions, key=lambda one: -len(one.name) - len(", ".join(one.skills)))
    skills = tuple(Gained("normal", skill.name, 20_000) for skill in rules.skills[:5])
    star = max(rules.stars, key=lambda one: len(one.members), default=None)
    seats = len(star.members) if star else 0
    count = rules.draft.players_max - seats if players is None else players
    statuses = ("active", "journeyman", "retired")
    lost = Tally(dict.fromkeys(rules.characteristics, 2))
    living = [
        replace(
            a_battered_troll(nth + 1, names[nth % len(names)]),
            position=positions[nth % len(positions)].key,
            status=statuses[nth % 3],
            deeds=Tally(dict.fromkeys(DEEDS, 99)),
            lost=lost,
            games=99,
            improvements=skills,
        )
        for nth in range(count)
    ]
    dead = [Player(f"d{nth}", nth, names[nth % len(names)][:80], positions[0].key, "dead") for nth in range(20)]
    sheet = TeamSheet(
        key="t1",
        name=names[0],
        roster=chosen.key,
        balance=9_990_000,
        goods=Tally({good.key: 99 for good in rules.goods}),
        players=(*living, *dead),
        record=Record(Tally({"win": 99, "draw": 99, "loss": 99}), 999, 999, 999, 999),
        choices={"special-rule": "Favoured of Chaos Undivided"},
        star=star.key if star else "",
        sponsor="farblast-and-sons-ordnance-solutions",
        sponsorships=99,
        stadium=HomeStadium("ankle-deep-water", names[0], owned=True),
        fund=990_000,
        trophies=tuple(f"{name} Trophy" for name in names[:9]),
    )
    team = Team(league=League(name=names[-1]), coach=Coach(name=names[-1]), colour=1, name=names[0], roster="orc")
    return page_of_sheet(team, sheet, rules)


def read(content: bytes) -> PdfReader:
    return PdfReader(BytesIO(content))


def text_of(content: bytes) -> str:
    (page,) = read(content).pages
    return re.sub(r"\s+", " ", page.extract_text())


def boxes(page: TeamPage, as_of: str = "") -> Iterator[tuple[Any, Any]]:
    """Every piece of text of the laid-out page, with the box that must hold it: its cell, or the page.

    A line that ends in an ellipsis where its box ends is held by that box, so the box itself stands for it.
    """
    html = render_to_string(TEMPLATE, {"sheet": roster_print(page, as_of=as_of)})
    (laid_out,) = press(SHEETS).lay_out(html).pages
    yield from _texts(laid_out._page_box, laid_out._page_box)


def _texts(box: Any, holder: Any) -> Iterator[tuple[Any, Any]]:
    if type(box).__name__ == "TextBox" or box.style["text_overflow"] == "ellipsis":
        yield box, holder
        return
    inner = box if type(box).__name__ == "TableCellBox" else holder
    for child in getattr(box, "children", ()):
        yield from _texts(child, inner)


def within(text: Any, holder: Any, slack: float = 0.5 * MILLIMETRE) -> bool:
    left, top = holder.position_x - slack, holder.position_y - slack
    right = holder.position_x + holder.margin_width() + slack
    bottom = holder.position_y + holder.margin_height() + slack
    across = left <= text.position_x and text.position_x + text.width <= right
    return bool(across and top <= text.position_y and text.position_y + text.height <= bottom)


def test_everything_of_the_classic_sheet_is_on_it() -> None:
    text = text_of(
        roster_pdf(
            a_page(
                a_battered_troll(77, "Hungry Mabel"),
                Player("p2", 5, "Snik", "goblin", spp=6),
                Player("p3", 9, "Poor Zog", "lineman", "dead"),
            )
        )
    )
    for told in (
        "REAVERS",
        "Orc team, coached by Ann",
        "Old World Cup",
        "Blood Bowl 2016",
        "After 19 matches",
        "Hungry Mabel",
        "Troll",
        "Loner, Always Hungry, Mighty Blow, Really Stupid, Regeneration, Throw Team-Mate",
        "Misses next match, 4 niggles, −1 AG, −2 AV, −2 MA, −2 ST",  # noqa: RUF001
        "0 99 98 97 96 95 999 Legend 110k",
        "Snik Goblin 6 2 3 7 Right Stuff, Dodge, Stunty 0 0 0 0 0 0 6 Experienced 40k",
        "Team re-rolls 3 × 60k",  # noqa: RUF001
        "Fan factor 7",
        "Assistant coaches 2",
        "Cheerleaders 4",
        "Apothecary 1",
        "Treasury, not counted 190k",
        "Team value 400k",
        "5Win 6Draw 8Loss",
        "Touchdowns 21 : 22",
        "Casualties 23 : 24",
        "9 Poor Zog, Lineman",
        "1 absent player counts nothing.",
        "Unofficial; trademarks belong to their owners.",
    ):
        assert told in text, told


def test_a_lost_point_is_marked_beside_what_is_left() -> None:
    changed = [
        box
        for box, holder in boxes(a_page(a_battered_troll(2, "Mabel"), Player("p2", 5, "Snik", "goblin")))
        if "changed" in (holder.element.get("class") or "" if holder.element is not None else "")
    ]
    assert [box.text for box in changed] == ["2", "3", "0", "7"]


@pytest.mark.parametrize("players", [0, 11, 16, 24])
def test_it_is_one_page_whoever_plays(players: int) -> None:
    (page,) = read(roster_pdf(a_hostile_page(players), as_of="Round 99 " + "W" * 200)).pages
    assert (round(page.mediabox.width), round(page.mediabox.height)) == A4_LANDSCAPE


@pytest.mark.parametrize("players", [16, 24])
def test_no_text_leaves_its_box(players: int) -> None:
    found = list(boxes(a_hostile_page(players), as_of="Round 99 " + "W" * 200))
    assert len(found) > 16 * players
    astray = [(text.element_tag, holder.element_tag) for text, holder in found if not within(text, holder)]
    assert astray == []


@pytest.mark.parametrize("key", EDITIONS)
@pytest.mark.parametrize("players", [0, None, 24])
def test_every_edition_fits_on_one_page_and_every_text_in_its_box(key: str, players: int | None) -> None:
    """Whoever plays: as many rows as the edition's side has, or more; the table ends above what stands below it."""
    found = list(boxes(a_full_page(key, players=players), as_of="Before " + "W" * 200))
    assert [(text.element_tag, holder.element_tag) for text, holder in found if not within(text, holder)] == []
    cells = [holder for _, holder in found if "number" in _class_of(holder)]
    if players is None:
        assert len(cells) == 1 + EDITIONS[key].draft.players_max
    assert max(cell.position_y + cell.margin_height() for cell in cells) <= PANELS


def _class_of(box: Any) -> str:
    return (box.element.get("class") or "") if box.element is not None else ""


def test_every_position_of_every_team_list_fits_in_its_column() -> None:
    for key, rules in EDITIONS.items():
        for roster in rules.teams:
            page = a_full_page(key, players=len(roster.positions), roster=roster.key)
            named = [row.position for row in roster_print(page).rows]
            assert {str(one) for one in named} == {one.name for one in roster.positions}
            assert all(len(str(one)) <= 32 for one in named), roster.name


@pytest.mark.parametrize(
    ("key", "told", "not_told"),
    [
        ("bb2020", ("PA", "Thr", "Def", "Left", "Current team value", "Dedicated fans 99", "Favoured of Chaos"), ()),
        ("bb2016", ("Fan factor 99", "Stadium fund: 990k gp", "99 ongoing sponsorships", "Star player"), ("Left",)),
        ("lrb6", ("Fan factor 99", "Treasury"), ("PA ", "Dedicated")),
        ("basic", ("Bloodweiser kegs 99",), ("Treasury", "Fan factor", "MVP")),
        ("sevens", ("Bloodweiser kegs 99",), ("Treasury", "Fan factor", "MVP")),
    ],
)
def test_each_edition_prints_what_it_has(key: str, told: tuple[str, ...], not_told: tuple[str, ...]) -> None:
    text = text_of(roster_pdf(a_full_page(key, names=("Zog",))))
    for words in ("Journeyman", "Temporarily retired", "HOME AND HONOURS", *told):
        assert words in text, words
    for words in not_told:
        assert words not in text, words


@pytest.mark.parametrize(("key", "rows"), [("sevens", 10), ("basic", 16), ("bb2020", 16)])
def test_there_is_a_row_for_everybody_a_side_may_have(key: str, rows: int) -> None:
    printed = roster_print(a_full_page(key, players=3))
    assert len(printed.rows) + len(printed.stars) + len(printed.empty_rows) == rows


def test_an_absent_player_is_struck_out_only_where_he_counts_nothing() -> None:
    """Basic, section 2.5.3: players who miss the next match count all the same."""
    for key, struck in (("bb2016", True), ("basic", False)):
        rules = EDITIONS[key]
        team = Team(league=League(name="L"), coach=Coach(name="A"), colour=1, name="T", roster="human")
        players = (Player("p1", 1, "Zog", "lineman", misses_next=True),)
        page = page_of_sheet(team, TeamSheet("t1", "T", "human", players=players), rules)
        (row,) = roster_print(page).rows
        assert (row.absent, row.left_out) == (True, struck)


def test_a_box_that_is_too_small_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    wide = press(SHEETS).weasyprint.CSS(string=".roster td.skills > div { white-space: nowrap; font-size: 20pt }")
    crowded = press(SHEETS)
    broken = printing.Press(crowded.weasyprint, crowded.fonts, (*crowded.sheets, wide))
    monkeypatch.setattr(f"{__name__}.press", lambda sheets: broken)
    assert not all(within(text, holder) for text, holder in boxes(a_page(a_battered_troll(1, "Mabel"))))


def test_names_are_text_and_nothing_else() -> None:
    content = roster_pdf(a_hostile_page())
    text = text_of(content)
    for name in ("<script>alert(1)", "{{ 7|add:7 }}{% now 'Y' %}", "</table></div><style>", "'\"><b onmouseover"):
        assert name in text
    (page,) = read(content).pages
    assert "/Annots" not in page
    assert "root:" not in text


def test_a_print_fetches_nothing() -> None:
    with pytest.raises(ValueError, match="fetches nothing"):
        printing._fetch_nothing("file:///etc/passwd")


@pytest.mark.django_db
def test_a_logo_stands_where_the_letters_would() -> None:
    league = cast.league()
    team = cast.team(league)
    plain = read(roster_pdf(team_page(team))).pages[0]
    team_logo_set(team=team, data=png(64, 64), actor=team.coach)
    dressed = read(roster_pdf(team_page(team))).pages[0]
    assert (len(plain.images), len(dressed.images)) == (0, 1)


def test_the_same_facts_give_the_same_bytes_in_another_process_too() -> None:
    script = (
        "import django; django.setup()\n"
        "import sys; from teams.printing import roster_pdf\n"
        "from tests.teams.test_roster_pdf import a_hostile_page\n"
        "sys.stdout.buffer.write(roster_pdf(a_hostile_page()))"
    )
    env = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings_test", "PYTHONHASHSEED": "7"}
    root = Path(__file__).resolve().parent.parent.parent
    elsewhere = subprocess.run([sys.executable, "-c", script], cwd=root, env=env, capture_output=True, check=True)
    here = roster_pdf(a_hostile_page())
    assert here == roster_pdf(a_hostile_page())
    assert here == elsewhere.stdout


def test_other_facts_give_other_bytes() -> None:
    assert roster_pdf(a_page(Player("p1", 1, "Zog", "lineman"))) != roster_pdf(
        a_page(Player("p1", 2, "Zog", "lineman"))
    )


def test_it_says_nothing_of_the_clock_and_carries_its_name() -> None:
    told = read(roster_pdf(a_page())).metadata
    assert told is not None
    assert (told.title, told.author) == ("Reavers · Old World Cup", "Ann")
    assert told.creation_date is None
    assert told.modification_date is None


def test_it_is_tagged_for_readers_who_listen() -> None:
    assert "/StructTreeRoot" in read(roster_pdf(a_page())).root_object


def test_fonts_are_embedded_and_light() -> None:
    content = roster_pdf(a_page(*(Player(f"p{nth}", nth, f"Łukasz Zoë {nth}", "troll") for nth in range(1, 17))))
    (page,) = read(content).pages
    resources: Any = page["/Resources"]
    fonts = [font.get_object() for font in resources["/Font"].values()]
    families = {font["/BaseFont"].split("+")[1] for font in fonts}
    assert families == {"Print-Text", "Print-Text-Bold", "Print-Text-Extended-Bold", "Print-Display"}
    assert "Łukasz Zoë 16" in text_of(content)
    assert len(content) < 100_000


@pytest.mark.parametrize("colour", range(1, 13))
def test_every_team_colour_is_printed(colour: int) -> None:
    tokens = (printing.STATIC / "css" / "tokens.css").read_text()
    found = re.search(rf"\.team-colour-{colour} {{ --team: (#\w+)", tokens)
    assert found is not None
    red, green, blue = (int(found[1][place : place + 2], 16) / 255 for place in (1, 3, 5))
    (page,) = read(roster_pdf(a_page(colour=colour))).pages
    contents = page.get_contents()
    assert contents is not None
    filled = [
        tuple(map(float, match))
        for match in re.findall(rb"([\d.]+) ([\d.]+) ([\d.]+) (?:rg|scn)\b", contents.get_data())
    ]
    assert any(max(abs(a - b) for a, b in zip(one, (red, green, blue), strict=True)) < 0.01 for one in filled)


@pytest.mark.parametrize(
    ("name", "filename"),
    [
        ("Harbour Lanterns", "harbour-lanterns.pdf"),
        ('evil"; filename=x.exe\r\nSet-Cookie: a=b', "evil-filenamexexe-set-cookie-ab.pdf"),
        ("../../etc/passwd", "etcpasswd.pdf"),
        ("龍", "print.pdf"),
        ("W" * 300, "w" * 80 + ".pdf"),
    ],
)
def test_the_file_has_a_name_that_every_system_takes(name: str, filename: str) -> None:
    assert pdf_response(b"", name)["Content-Disposition"] == f'inline; filename="{filename}"'


@pytest.mark.django_db
def test_the_page_of_a_team_leads_to_its_sheet(client: Client) -> None:
    team = cast.team(cast.league(), "Harbour Lanterns")
    answer = client.get(reverse("teams:roster-pdf", args=[team.pk]))
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/pdf"
    assert answer["Content-Disposition"] == 'inline; filename="harbour-lanterns.pdf"'
    assert "HARBOUR LANTERNS" in text_of(answer.content)


@pytest.mark.django_db
def test_a_private_team_is_not_printed_for_strangers(client: Client) -> None:
    team = cast.team(cast.league(public=False))
    address = reverse("teams:roster-pdf", args=[team.pk])
    assert client.get(address).status_code == 404
    client.force_login(cast.coach("Bob"))
    assert client.get(address).status_code == 404
    client.force_login(cast.coach("Ann"))
    assert client.get(address).status_code == 200


@pytest.mark.django_db
def test_a_match_prints_the_sheet_it_was_played_with(client: Client) -> None:
    match = cast.play(cast.match())
    address = reverse("matches:roster-pdf", args=[match.pk, match.home_id])
    then = text_of(client.get(address).content)
    now = text_of(client.get(reverse("teams:roster-pdf", args=[match.home_id])).content)
    assert f"Round 1, {match.home.name} against {match.away.name}" in then
    assert "0Win 0Draw 0Loss" in then
    assert "1Win 0Draw 0Loss" in now
    assert "After 1 match" in now


@pytest.mark.django_db
def test_an_earlier_sheet_is_printed_as_it_stood(client: Client) -> None:
    match = cast.play(cast.match())
    address = reverse("teams:roster-pdf", args=[match.home_id])
    before, after = (text_of(client.get(f"{address}?{side}={match.key}").content) for side in ("before", "after"))
    assert f"Before the match against {match.away.name}" in before
    assert "0Win 0Draw 0Loss" in before
    assert f"After the match against {match.away.name}" in after
    assert "1Win 0Draw 0Loss" in after


@pytest.mark.django_db
def test_before_kick_off_a_match_prints_the_sheet_of_today(client: Client) -> None:
    match = cast.match()
    text = text_of(client.get(reverse("matches:roster-pdf", args=[match.pk, match.away_id])).content)
    assert match.away.name.upper() in text


@pytest.mark.django_db
def test_a_match_prints_nobody_elses_sheet(client: Client) -> None:
    match = cast.match()
    stranger = cast.team(match.league, "Strangers", by="Zoe")
    assert client.get(reverse("matches:roster-pdf", args=[match.pk, stranger.pk])).status_code == 404
    assert client.get(reverse("api:match-roster-pdf", args=[match.pk, stranger.pk])).status_code == 404


@pytest.mark.django_db
def test_the_api_gives_the_very_same_sheets(client: Client) -> None:
    match = cast.play(cast.match())
    for page, call, args in (
        ("teams:roster-pdf", "api:team-roster-pdf", [match.home_id]),
        ("matches:roster-pdf", "api:match-roster-pdf", [match.pk, match.home_id]),
    ):
        on_the_site, over_the_api = client.get(reverse(page, args=args)), client.get(reverse(call, args=args))
        assert over_the_api["Content-Type"] == "application/pdf"
        assert over_the_api.content == on_the_site.content


@pytest.mark.django_db
def test_without_pango_a_pdf_says_what_to_install(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_pango(name: str) -> ModuleType:
        raise OSError("cannot load library 'libpango-1.0-0'")

    team = cast.team(cast.league())
    monkeypatch.setattr(printing, "import_module", no_pango)
    press.cache_clear()
    answer = client.get(reverse("teams:roster-pdf", args=[team.pk]))
    assert answer.status_code == 503
    assert pango.sentence() in answer.content.decode().replace("&#x27;", "'")
    assert client.get(reverse("teams:team", args=[team.pk])).status_code == 200


@pytest.mark.django_db(transaction=True)
def test_nothing_is_drawn_inside_a_transaction(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    team = cast.team(cast.league())
    drawn = []

    def lay_out(self: Any, html: str) -> Any:
        drawn.append(connection.in_atomic_block)
        return original(self, html)

    original = printing.Press.lay_out
    monkeypatch.setattr(printing.Press, "lay_out", lay_out)
    assert client.get(reverse("teams:roster-pdf", args=[team.pk])).status_code == 200
    assert drawn == [False]
