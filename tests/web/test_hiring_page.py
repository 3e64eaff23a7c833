"""The page on which a team hires and fires: what it offers, what it refuses and where, what it says before closing."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from config.answering import FORM_FIELD
from engine.team.hiring import Act
from matches.models import Match
from matches.selectors.hiring import hiring_page
from matches.services.hiring import act_do, window_open
from teams.models import Team
from teams.selectors.teams import team_get
from tests import cast
from tests.scenes import scene
from tests.web.reading import form_on, signed_in, words_on

pytestmark = pytest.mark.django_db


@scene
def match() -> Match:
    """Ann's humans have beaten Bob's orcs; both may hire and fire."""
    return cast.to_the_window(cast.confirm(cast.file(cast.match(cast.season(cast.league(), legs=2)), (2, 0))))


def page_of(team: Team) -> str:
    return reverse("matches:hiring", args=[team.pk])


def again(team: Team) -> Team:
    return team_get(cast.coach("Cora"), team.pk)


def send(client: Client, team: Team, do: str, *, follow: bool = True, **fields: Any) -> HttpResponse:
    """As the page's own form would: with the version that it showed."""
    shown = form_on(client.get(page_of(team)), page_of(team))
    return client.post(page_of(team), {"seen": shown["seen"], "do": do, **fields}, follow=follow)


def test_it_shows_gold_places_prices_and_who_may_come(match: Match) -> None:
    said = words_on(signed_in(match.home.coach).get(page_of(match.home)))
    for words in (
        "Treasury",
        "Places left",
        "4 places left",
        "Blitzer 3 of 4",
        "140k",
        "100k gp each",
        "Apothecary: 0",
    ):
        assert words in said, words
    assert "Fan factor can only be bought when a team is drafted." in said


def test_a_player_is_hired_and_taken_back(match: Match) -> None:
    ann = signed_in(match.home.coach)
    done = send(ann, match.home, "hire", position="blitzer", name="Tolling Tom", number="21")
    assert "You can take it back until you close the window." in words_on(done)
    assert "Hired #21 Tolling Tom (Blitzer)" in words_on(done)
    (act,) = hiring_page(again(match.home)).acts
    back = send(ann, match.home, "take-back", cause=str(act.cause))
    assert "Taken back." in words_on(back)
    assert "Tolling Tom" not in words_on(back)
    assert again(match.home).players.filter(status="active").count() == 12


@pytest.mark.parametrize(
    ("do", "fields", "words"),
    [
        ("hire", {"position": "lineman"}, "Hired #13 Lineman 13 (Lineman)"),
        ("fire", {"player": "p1"}, "Fired #1 lineman 1"),
        ("buy", {"good": "apothecary"}, "Bought: Apothecary \N{MULTIPLICATION SIGN} 1"),
        ("drop", {"good": "reroll"}, "Gave up: Team re-rolls \N{MULTIPLICATION SIGN} 1"),
        ("rename", {"player": "p1", "name": "Zug", "number": "31"}, "#31 Zug: name and number"),
    ],
)
def test_what_was_done_is_told_in_words(match: Match, do: str, fields: dict[str, str], words: str) -> None:
    assert words in words_on(send(signed_in(match.home.coach), match.home, do, **fields))


def test_a_star_joins_and_goes() -> None:
    match = cast.match(cast.season(cast.league(house_rules={"starting-gold": 1_400_000}), legs=2))
    match = cast.to_the_window(cast.confirm(cast.file(match, (2, 0))))
    team = match.home if match.home.roster == "human" else match.away
    coach = signed_in(team.coach)
    joined = words_on(send(coach, team, "roster-star", star="helmut-wulf"))
    assert "Helmut Wulf joined the roster" in joined
    assert "Helmut Wulf on the roster" in joined
    assert "Helmut Wulf" in words_on(coach.get(reverse("teams:team", args=[team.pk])))
    assert "Let the star go" in words_on(send(coach, team, "release-star"))


def test_a_refusal_stands_at_its_row_and_keeps_what_was_typed(match: Match) -> None:
    refused = send(signed_in(match.home.coach), match.home, "hire", position="lineman", name="Griff", number="1")
    assert refused.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    page = refused.content.decode()
    row = page.split('id="hire-lineman"')[1].split("</tr>")[0]
    assert "Number 1 is worn by lineman 1." in row
    assert 'value="Griff"' in row
    assert "Rule: Player numbers" in words_on(refused)
    assert again(match.home).players.count() == 12


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"do": "dance"}, "dance"),
        ({"do": ""}, "do: This field is required."),
        ({"do": "hire", "position": "lineman", "number": "one"}, "Number: Enter a whole number."),
        ({"do": "buy", "good": "reroll", "count": "-3"}, "How many:"),
        ({"do": "hire", "position": "lineman", "name": "x\u202ey"}, "name"),
        ({"do": "hire", "position": "lineman", "name": "x" * 81}, "80"),
        ({"do": "fire", "player": "p99"}, "has no player p99 on its roster."),
    ],
)
def test_nonsense_is_refused_by_its_name(match: Match, fields: dict[str, str], said: str) -> None:
    refused = signed_in(match.home.coach).post(page_of(match.home), fields)
    assert refused.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert said in words_on(refused)
    assert again(match.home).players.count() == 12


def test_a_stale_page_says_what_changed(match: Match) -> None:
    ann = signed_in(match.home.coach)
    seen = form_on(ann.get(page_of(match.home)), page_of(match.home))["seen"]
    act_do(team=match.home, act=Act("fire", "p1"), actor=cast.coach("Cora"))
    stale = ann.post(page_of(match.home), {"seen": seen, "do": "hire", "position": "lineman"})
    assert stale.status_code == HTTPStatus.CONFLICT
    assert "Fired: #1 lineman 1 (Cora, " in words_on(stale)
    closing = ann.post(page_of(match.home), {"seen": seen, "do": "close", "choice": "done"})
    assert closing.status_code == HTTPStatus.CONFLICT
    assert hiring_page(again(match.home)).open
    assert again(match.home).players.count() == 12


def test_a_double_click_hires_one_player(match: Match) -> None:
    ann = signed_in(match.home.coach)
    shown = form_on(ann.get(page_of(match.home)), page_of(match.home))
    form = {"seen": shown["seen"], FORM_FIELD: shown[FORM_FIELD], "do": "hire", "position": "lineman"}
    answers = [ann.post(page_of(match.home), form) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [HTTPStatus.FOUND] * 2
    assert again(match.home).players.count() == 13


def test_the_button_says_what_is_thrown_next_and_closes(match: Match) -> None:
    ann = signed_in(match.home.coach)
    Team.objects.filter(pk=match.home_id).update(treasury=230_000)
    said = words_on(ann.get(page_of(match.home)))
    assert "Then: expensive mistakes, a D6 in the column from 200k gp." in said
    Team.objects.filter(pk=match.home_id).update(treasury=90_000)
    assert "nothing is thrown below 100k gp." in words_on(ann.get(page_of(match.home)))
    for player in ("p1", "p2", "p3"):
        act_do(team=match.home, act=Act("fire", player), actor=match.home.coach)
    assert "Then: 2 journeymen are taken on (Lineman)." in words_on(ann.get(page_of(match.home)))
    closed = send(ann, match.home, "close", choice="done")
    assert closed.redirect_chain[-1][0] == reverse("matches:match", args=[match.pk])
    assert "The window is closed. The sequence goes on." in words_on(closed)
    cast.advance(match)
    after = words_on(ann.get(page_of(match.home)))
    assert "may hire and fire after its next match, or when the commissioner opens a window." in after
    assert 'value="hire"' not in ann.get(page_of(match.home)).content.decode()
    story = words_on(ann.get(reverse("matches:match", args=[match.pk])))
    assert "#1 lineman 1 is fired." in story
    assert "is taken on for the next match." in story


def test_an_unknown_way_to_close_it_is_refused(match: Match) -> None:
    refused = send(signed_in(match.home.coach), match.home, "close", choice="pay-upkeep")
    assert refused.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert hiring_page(again(match.home)).open


@pytest.mark.parametrize("who", ["nobody", "Bob", "Zoe"])
def test_others_may_look_and_find_nothing_to_press(match: Match, who: str) -> None:
    client = Client() if who == "nobody" else signed_in(cast.coach(who))
    shown = client.get(page_of(match.home))
    assert shown.status_code == HTTPStatus.OK
    assert f'action="{page_of(match.home)}"' not in shown.content.decode()
    assert "Blitzer 3 of 4" in words_on(shown)


def test_the_ways_there(match: Match) -> None:
    ann = signed_in(match.home.coach)
    for address in (
        reverse("matches:home"),
        reverse("matches:match", args=[match.pk]),
        reverse("teams:team", args=[match.home_id]),
    ):
        assert page_of(match.home) in ann.get(address).content.decode(), address
    elsewhere = Client().get(reverse("matches:match", args=[match.pk])).content.decode()
    assert page_of(match.home) not in elsewhere


def test_a_commissioner_opens_a_window_and_the_coach_closes_it() -> None:
    team = cast.match(cast.season(cast.league())).home
    address, cora, ann = reverse("matches:window", args=[team.pk]), signed_in(cast.coach("Cora")), signed_in(team.coach)
    assert address in cora.get(page_of(team)).content.decode()
    assert address not in ann.get(page_of(team)).content.decode()
    missing = cora.post(address, {"reason": " "})
    assert missing.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "Say why: the reason is part of the record" in words_on(missing)
    opened = cora.post(address, {"reason": "Two were dead."}, follow=True)
    assert "Opened by Cora: “Two were dead.”" in words_on(opened)
    assert "opened by the commissioner: Two were dead." in words_on(ann.get(reverse("matches:home")))
    assert "Nothing is thrown then." in words_on(ann.get(page_of(team)))
    closed = send(ann, team, "close", choice="done")
    assert "The window is closed." in words_on(closed)
    assert not hiring_page(again(team)).open


def test_undead_choose_their_journeymen_by_name() -> None:
    """On the match page, and when a commissioner's window closes."""
    league = cast.league(house_rules={"journeymen-up-to": 12})
    bones = cast.team(league, "Bones", roster="undead", positions={"skeleton": 11}, goods={})
    match = cast.match(cast.season(league, (bones, cast.team(league, "Men", by="Bob"))))
    match = cast.to_the_window(cast.confirm(cast.file(match, (0, 0))))
    ann = signed_in(bones.coach)
    assert "Then: 1 journeyman is taken on (Skeleton, Zombie)." in words_on(ann.get(page_of(bones)))
    send(ann, bones, "close", choice="done")
    cast.advance(match)
    story = ann.get(reverse("matches:match", args=[match.pk]))
    assert "Which journeymen does it take on? Skeleton Zombie" in words_on(story)


def test_a_window_of_the_commissioner_names_the_positions() -> None:
    league = cast.league()
    bones = cast.team(league, "Bones", roster="undead", positions={"skeleton": 11}, goods={})
    window_open(team=bones, reason="Too many", actor=cast.coach("Cora"))
    ann = signed_in(bones.coach)
    send(ann, bones, "fire", player="p1")
    said = words_on(ann.get(page_of(bones)))
    assert "Done: take on journeymen (Skeleton)" in said
    send(ann, bones, "close", choice="zombie")
    assert again(bones).players.get(status="journeyman").position == "zombie"


@pytest.mark.parametrize(
    ("ruleset", "lineman", "said", "done"),
    [
        ("lrb6", "lineman", "100k gp each", {"do": "buy", "good": "reroll"}),
        ("basic", "lineman", "Team value, at most 1,400k", {"do": "buy", "good": "keg"}),
        ("bb2020", "human-lineman", "Dedicated fans: 1", {"do": "hire", "position": "halfling-hopeful"}),
    ],
)
def test_every_edition_has_its_page(ruleset: str, lineman: str, said: str, done: dict[str, str]) -> None:
    league = cast.league(ruleset=ruleset)
    team = cast.team(league, positions={lineman: 11}, goods={"reroll": 1})
    window_open(team=team, reason="Spring cleaning", actor=cast.coach("Cora"))
    ann = signed_in(team.coach)
    assert said in words_on(ann.get(page_of(team)))
    assert ("Treasury" in words_on(ann.get(page_of(team)))) == (ruleset != "basic")
    assert "You can take it back" in words_on(send(ann, team, **done))
    assert "The window is closed." in words_on(send(ann, team, "close", choice="done"))


def test_basic_does_not_close_above_its_greatest_value() -> None:
    """Basic, section 2.3: 1,400,000 at all times."""
    league = cast.league(ruleset="basic")
    team = cast.team(league, positions={"lineman": 16}, goods={"reroll": 8})
    window_open(team=team, reason="Spring cleaning", actor=cast.coach("Cora"))
    ann = signed_in(team.coach)
    for _ in range(2):
        send(ann, team, "buy", good="keg")
    for _ in range(2):
        send(ann, team, "buy", good="apothecary")
    refused = send(ann, team, "buy", good="apothecary")
    assert refused.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "The team is worth 1,450,000 gp but may be worth at most 1,400,000 gp." in words_on(refused)
