"""The form for a running team: as people write it, pasted or typed, refused beside its fields, and nothing lost."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import HttpResponse
from django.urls import reverse

from engine.rulesets import get
from engine.tally import Tally
from engine.team.entry import Learned
from leagues.models import League
from teams.models import Draft, Team
from teams.selectors.teams import team_get, team_page
from teams.web import entry_reading as reading
from tests import cast
from tests.engine.given import RULES
from tests.web.reading import form_on, signed_in, words_on

pytestmark = pytest.mark.django_db
LIST = """7; Blitzer; Griff; 31; Dodge, +MA, tackle; -AG, niggle; 12
#1\tLinemen\tAl\t6\tblock
2; Lineman; Bo; 0; ; misses next, N2"""


@pytest.fixture
def league() -> League:
    return cast.league()


def address(league: League) -> str:
    return reverse("teams:enter", args=[league.slug]) + "?roster=human"


def typed(**more: Any) -> dict[str, Any]:
    return {"name": "Old Guard", "colour": "3", "coach": str(cast.coach("Ann").pk), **more}


def send(league: League, by: str = "Cora", **more: Any) -> Any:
    cast.member(league, "Ann")
    return signed_in(cast.coach(by)).post(address(league), typed(**more))


def row(nth: int, **cells: str) -> dict[str, str]:
    return {f"players-{nth}-{name}": said for name, said in cells.items()}


def only_team() -> Team:
    return team_get(cast.coach("Cora"), Team.objects.get().pk)


# What people write


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("niggle", (1, {}, False)),
        ("N", (1, {}, False)),
        ("2 niggles, n", (3, {}, False)),
        ("N2", (2, {}, False)),
        ("-MA", (0, {"ma": 1}, False)),
        ("\N{MINUS SIGN}1 ma, -ST", (0, {"ma": 1, "st": 1}, False)),
        ("-2 AV", (0, {"av": 2}, False)),
        ("MNG", (0, {}, True)),
        ("misses next, -AG", (0, {"ag": 1}, True)),
    ],
)
def test_injuries_as_they_stand_on_paper(said: str, read: tuple[int, dict[str, int], bool]) -> None:
    found = reading.read_injuries([one.strip() for one in said.split(",")])
    assert (found.niggles, found.lost, found.misses_next) == (read[0], Tally(read[1]), read[2])


def test_what_is_no_injury_is_said() -> None:
    with pytest.raises(reading.Unreadable, match="“broken heart, \\+MA” is no injury"):
        reading.read_injuries(["niggle", "broken heart", "+MA"])


def test_skills_are_known_in_any_case_and_gains_by_their_sign() -> None:
    assert reading.read_learned(["block", "+MA", "+1 st", "Blok"], RULES) == (
        Learned("Block"),
        Learned("ma"),
        Learned("st"),
        Learned("Blok"),
    )
    assert reading.read_learned(["Block (random)"], get("bb2020")) == (Learned("Block", random=True),)


def test_deeds_by_the_words_of_the_sheet() -> None:
    assert reading.read_deeds("3 TD, 1x Cas 2 MVPs") == Tally({"touchdown": 3, "casualty": 1, "mvp": 2})
    for nonsense in ("many", "3 Goals", "TD"):
        with pytest.raises(reading.Unreadable):
            reading.read_deeds(nonsense)


def test_what_was_entered_is_written_as_it_is_read() -> None:
    player = cast.entry().players[0]
    assert reading.read_learned(reading.learned_words(player).split(", "), RULES) == player.improvements


@pytest.mark.parametrize("line", ["nobody", "seven; Blitzer; Griff", "7", "1;2;3;4;5;6;7;8"])
def test_a_line_that_is_no_player_stays_where_it_is(line: str) -> None:
    found = reading.read_list(f"1; Lineman; Al\n{line}", RULES.roster("human"))
    assert (len(found.rows), found.unread) == (1, (line,))


# The page


def test_a_list_fills_the_rows_and_the_rows_make_the_team(league: League) -> None:
    page = send(league, do="paste", paste=LIST, **row(0, number="4", position="thrower", name="Ty"))
    assert page.status_code == 200
    filled = form_on(page, address(league))
    assert (filled["players-0-name"], filled["players-1-name"]) == ("Ty", "Griff")
    assert (filled["players-1-position"], filled["players-2-position"]) == ("blitzer", "lineman")
    assert filled["paste"].strip() == ""
    answer = send(league, do="enter", **{**filled, "coach": str(cast.coach("Ann").pk)})
    assert answer.status_code == 302
    players = {line.player.name: line for line in team_page(only_team()).players}
    griff = players["Griff"].player
    assert (griff.skills, griff.gained["ma"], griff.lost["ag"], griff.niggles, griff.games) == (
        ("Dodge", "Tackle"),
        1,
        1,
        1,
        12,
    )
    assert (players["Bo"].player.misses_next, players["Bo"].player.niggles) == (True, 2)
    assert only_team().coach.name == "Ann"


def test_a_list_that_was_not_looked_at_is_not_entered_unread(league: League) -> None:
    page = send(league, do="enter", paste="1; Lineman; Al")
    assert page.status_code == 200
    assert "The list is in the rows now" in words_on(page)
    assert not Team.objects.exists()
    page = send(league, do="enter", paste="1; Lineman; Al\nnobody")
    assert page.status_code == 422
    assert "“nobody” is no line of" in words_on(page)
    assert form_on(page, address(league))["paste"].strip() == "nobody"


def test_what_is_blank_is_filled_in(league: League) -> None:
    send(league, do="enter", **row(0, position="lineman", deeds="2 TD"), **row(3, position="blitzer", number="1"))
    first, second = team_page(only_team()).players
    assert (first.player.number, first.player.name, first.player.key) == (1, "Blitzer 2", "p2")
    assert (second.player.number, second.player.name, second.player.spp) == (2, "Lineman 1", 6)


def test_everything_else_is_entered_too(league: League) -> None:
    answer = send(
        league,
        do="enter",
        treasury="80000",
        star="griff-oberwald",
        sponsor="farblast-and-sons-ordnance-solutions",
        sponsorships="1",
        sponsored="7",
        blacklisted=["star-insurance-guild"],
        stadium="ice",
        stadium_name="The Freezer",
        stadium_owned="on",
        fund="50000",
        trophies="Cup, Spike! Trophy",
        **{"good-reroll": "3", "record-win": "2", "record-touchdowns_for": "5"},
        **row(0, position="lineman", number="7"),
    )
    assert answer.status_code == 302
    sheet = team_page(only_team()).sheet
    assert (sheet.treasury, sheet.goods["reroll"], sheet.record.outcomes["win"]) == (80_000, 3, 2)
    assert (sheet.star, sheet.sponsor) == ("griff-oberwald", "farblast-and-sons-ordnance-solutions")
    assert (sheet.sponsorships, sheet.sponsored, sheet.blacklisted) == (1, "p1", ("star-insurance-guild",))
    assert (sheet.fund, sheet.trophies) == (50_000, ("Cup", "Spike! Trophy"))
    assert sheet.stadium is not None
    assert (sheet.stadium.name, sheet.stadium.owned) == ("The Freezer", True)


def test_mistakes_stand_beside_their_fields_and_nothing_typed_is_lost(league: League) -> None:
    page = send(
        league,
        do="enter",
        treasury="-5",
        **row(0, position="wardancer", number="1", name="Elf"),
        **row(2, position="lineman", number="2", skills="Blok", injuries="niggle"),
    )
    assert page.status_code == 422
    form = page.context["form"]
    assert "Human teams have no position “wardancer”." in form.errors["players-0-position"]
    assert "There is no skill “Blok” in Blood Bowl 2016." in form.errors["players-2-skills"]
    assert "-5 is not between 0 and 100,000,000." in form.errors["treasury"]
    sent = form_on(page, address(league))
    assert (sent["players-0-position"], sent["players-2-skills"], sent["treasury"]) == ("wardancer", "Blok", "-5")
    assert "Treasury: -5 is not between 0 and 100,000,000." in words_on(page)
    assert not Team.objects.exists()


def test_what_cannot_be_read_is_refused_beside_its_field(league: League) -> None:
    page = send(league, do="enter", **row(0, position="lineman", injuries="broken heart", deeds="many", number="one"))
    assert page.status_code == 422
    assert {"players-0-injuries", "players-0-deeds", "players-0-number"} == set(page.context["form"].errors)


def test_what_does_not_fit_is_ticked_once(league: League) -> None:
    rows = {name: said for nth in range(17) for name, said in row(nth, position="lineman").items()}
    rows |= {f"players-{nth}-position": "blitzer" for nth in range(4)}
    rows["players-TOTAL_FORMS"] = "17"
    page = send(league, do="enter", **rows)
    assert page.status_code == 422
    assert "This does not fit the rules of the league" in words_on(page)
    assert 'value="too_many_players"' in page.content.decode()
    assert not Team.objects.exists()
    assert send(league, do="enter", accept="too_many_players", **rows).status_code == 302
    assert len(team_page(only_team()).players) == 17


def test_a_look_changes_nothing(league: League) -> None:
    page = send(league, do="look", **row(0, position="lineman"))
    assert "Nothing speaks against it. The team would be worth 50k" in words_on(page)
    assert not Team.objects.exists()


def test_more_rows_without_a_script(league: League) -> None:
    page = send(league, do="more", **row(0, position="lineman", name="Al"))
    assert page.context["form"].rows == 7
    assert form_on(page, address(league))["players-0-name"] == "Al"


def test_a_double_click_enters_one_team(league: League) -> None:
    body = typed(do="enter", idempotency_key="once", **row(0, position="lineman"))
    cast.member(league, "Ann")
    cora = signed_in(cast.coach("Cora"))
    answers = [cora.post(address(league), body) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert Team.objects.count() == 1


def test_another_edition_asks_for_what_it_has() -> None:
    league = cast.league(ruleset="bb2020")
    page = signed_in(cast.coach("Cora")).get(address(league))
    assert b"players-0-spent" in page.content
    assert b'name="star"' not in page.content
    basic = cast.league("Basic Cup", ruleset="basic")
    page = signed_in(cast.coach("Cora")).get(address(basic))
    assert b"players-0-deeds" not in page.content


# Handing in


def hand_in(league: League) -> Draft:
    answer = send(league, by="Ann", do="submit", **row(0, position="lineman", name="Al", skills="Block", spp="6"))
    assert answer.status_code == 302
    return Draft.objects.get()


def read_by(coach: str, draft: Draft) -> HttpResponse:
    return signed_in(cast.coach(coach)).get(reverse("teams:entry", args=[draft.pk]))


def test_a_coach_hands_in_and_the_commissioner_finds_it_filled_in(league: League) -> None:
    draft = hand_in(league)
    assert not Team.objects.exists()
    assert "Enter Old Guard" in words_on(signed_in(cast.coach("Cora")).get(reverse("matches:home")))
    page = read_by("Cora", draft)
    sent = form_on(page, reverse("teams:entry", args=[draft.pk]))
    assert (sent["players-0-name"], sent["players-0-skills"], sent["seen"]) == ("Al", "Block", "1")
    answer = signed_in(cast.coach("Cora")).post(reverse("teams:entry", args=[draft.pk]), {**sent, "do": "enter"})
    assert answer.status_code == 302
    assert only_team().coach.name == "Ann"
    assert "The team" in words_on(read_by("Ann", draft))


def test_it_is_sent_back_and_handed_in_again(league: League) -> None:
    draft = hand_in(league)
    here = reverse("teams:entry", args=[draft.pk])
    cora = signed_in(cast.coach("Cora"))
    assert cora.post(here, {"do": "return", "reason": " ", "seen": "9" * 5000}).status_code == 422
    refused = cora.post(here, {"do": "return", "reason": " ", "seen": "1"})
    assert (refused.status_code, "Say why: the reason is part of the record." in words_on(refused)) == (422, True)
    assert cora.post(here, {"do": "return", "reason": "Al is a thrower.", "seen": "1"}).status_code == 302
    page = read_by("Ann", draft)
    assert "Al is a thrower." in words_on(page)
    assert "Al is a thrower." in words_on(signed_in(cast.coach("Ann")).get(reverse("matches:home")))
    sent = {**form_on(page, here), "players-0-position": "thrower", "do": "submit"}
    assert signed_in(cast.coach("Ann")).post(here, sent).status_code == 302
    stale = cora.post(here, {"do": "return", "reason": "Still.", "seen": "1"})
    assert (stale.status_code, "was changed since you opened this page" in words_on(stale)) == (409, True)
    listed = cora.get(reverse("teams:entries", args=[league.slug]))
    assert "Waits for the commissioner" in words_on(listed)


def test_nobody_else_finds_it(league: League) -> None:
    draft = hand_in(league)
    cast.member(league, "Bob")
    assert read_by("Bob", draft).status_code == 404
    listed = signed_in(cast.coach("Bob")).get(reverse("teams:entries", args=[league.slug]))
    assert "Nothing was handed in" in words_on(listed)
