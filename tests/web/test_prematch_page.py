"""The page of the pre-match: a section for each step, what may be thrown, typed in or told, and what is refused."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from config.answering import FORM_FIELD
from engine.match.prematch import PreMatch
from engine.team.ruling import Change
from leagues.models import Coach
from matches.mapping import prematch_of
from matches.models import DiceRoll, Match, MatchDay
from matches.services.matchday import preparing
from matches.services.prematch import prematch_throw, weather_record
from matches.web.prematch_views import STOP_ASKING
from tests import cast
from tests.web.reading import signed_in, words_on

pytestmark = pytest.mark.django_db


def a_match(**house_rules: Any) -> Match:
    rules = {name.replace("_", "-"): value for name, value in house_rules.items()}
    return cast.match(cast.season(cast.league(house_rules=rules)))


def page_of(match: Match) -> str:
    return reverse("matches:prematch", args=[match.pk])


def address_of(match: Match, step: str) -> str:
    return reverse("matches:prematch-step", args=[match.pk, step])


def look(match: Match, coach: Coach | None = None) -> HttpResponse:
    client = signed_in(coach) if coach else Client()
    return client.get(page_of(match))


def send(match: Match, step: str, coach: Coach | None = None, **fields: Any) -> HttpResponse:
    client = signed_in(coach or match.home.coach)
    return client.post(address_of(match, step), fields, follow=True)


def recorded(match: Match) -> PreMatch:
    return prematch_of(MatchDay.objects.filter(match=match).first())


def section(answer: HttpResponse, step: str) -> str:
    """What stands in the section of one step."""
    html = answer.content.decode()
    begin = html.index(f'id="step-{step}"')
    return html[begin : html.index("</section>", begin)]


# Looking


def test_the_steps_stand_in_the_order_of_the_rules() -> None:
    """BB2016, pre-match sequence; the fans come at the match itself."""
    html = look(a_match()).content.decode()
    places = [html.index(f'id="step-{step}"') for step in ("weather", "stadium", "referee", "kick", "fans")]
    assert places == sorted(places)
    assert 'id="step-journeymen"' not in html


@pytest.mark.parametrize(("option", "step"), [("stadiums", "stadium"), ("referees", "referee")])
def test_a_step_that_the_league_has_switched_off_is_not_shown(option: str, step: str) -> None:
    assert f'id="step-{step}"' not in look(a_match(**{option: False})).content.decode()


def test_everybody_may_look_and_only_who_prepares_finds_anything_to_press() -> None:
    match = a_match()
    for coach in (None, cast.member(match.league, "Mia")):
        answer = look(match, coach)
        assert answer.status_code == HTTPStatus.OK
        assert "not recorded" in words_on(answer)
        assert "prematch/weather/" not in answer.content.decode()
    for coach in (match.home.coach, match.away.coach, cast.coach("Cora")):
        assert "prematch/weather/" in look(match, coach).content.decode()


def test_it_can_be_reached_from_the_match_and_from_home() -> None:
    match = a_match()
    client = signed_in(match.home.coach)
    for address in (reverse("matches:match", args=[match.pk]), reverse("matches:home")):
        assert page_of(match) in client.get(address).content.decode()


def test_once_the_report_is_filed_it_is_only_read() -> None:
    match = cast.file(a_match())
    answer = look(match, match.home.coach)
    assert "As it was recorded." in words_on(answer)
    assert "prematch/weather/" not in answer.content.decode()


# Throwing


def test_one_tap_throws_and_shows_what_fell() -> None:
    match = a_match()
    answer = send(match, "weather", do="throw", seen="0")
    (roll,) = DiceRoll.objects.filter(key="weather")
    assert roll.source == "seeded"
    shown = section(answer, "weather")
    assert "prematch-step--done" in answer.content.decode()
    assert all(f"D6: {face}" in shown for face in roll.faces)


def test_what_was_thrown_at_the_table_is_typed_in() -> None:
    match = a_match()
    answer = send(match, "weather", **{"do": "typed", "die:weather": "6 5"})
    assert recorded(match).weather == "pouring-rain"
    assert "rolled at the table" in section(answer, "weather")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"die:weather": "99"}, "9, 9 cannot be thrown with 2D6."),
        ({"die:weather": "six"}, "Write the faces, one digit for each die, such as 43."),
        ({}, "Type in what the dice show."),
        ({"die:kick": "1"}, "This step asks for no die kick."),
        ({"do": ""}, "Say what to do: throw, type in, or record."),
    ],
)
def test_what_cannot_have_fallen_is_refused_where_it_was_typed(typed: dict[str, str], said: str) -> None:
    match = a_match()
    answer = send(match, "weather", **{"do": "typed", **typed})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert said in section(answer, "weather")
    if "die:weather" in typed:
        assert f'value="{typed["die:weather"]}"' in section(answer, "weather")
    assert not DiceRoll.objects.filter(key="weather").exists()


def test_who_comes_second_sees_what_lies_there() -> None:
    match = a_match()
    prematch_throw(match=match, step="weather", typed={"weather": (6, 5)}, actor=match.home.coach)
    answer = send(match, "weather", match.away.coach, do="throw")
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "Nothing is left to throw here" in section(answer, "weather")
    assert "Pouring Rain" in section(answer, "weather")


def test_a_form_that_was_on_the_screen_too_long_overwrites_nothing() -> None:
    match = a_match()
    weather_record(match=match, weather="blizzard", actor=match.away.coach)
    answer = send(match, "weather", do="tell", result="standard/nice", seen="0")
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "Somebody has recorded something here meanwhile." in section(answer, "weather")
    assert recorded(match).weather == "blizzard"


def test_the_same_form_sent_twice_throws_once() -> None:
    match = a_match()
    fields = {"do": "throw", "seen": "0", FORM_FIELD: "one-tap"}
    client = signed_in(match.home.coach)
    answers = [client.post(address_of(match, "weather"), fields) for _ in range(2)]
    assert {answer.status_code for answer in answers} == {HTTPStatus.FOUND}
    assert MatchDay.objects.get(match=match).version == 1


@pytest.mark.parametrize(
    ("house_rules", "throws", "types"),
    [
        ({}, True, True),
        ({"dice": "server"}, True, False),
        ({"dice": "table"}, False, True),
        ({"dice": "table", "server_rolls": ["weather"]}, True, False),
    ],
)
def test_only_what_the_league_throws_with_is_offered(house_rules: dict[str, Any], throws: bool, types: bool) -> None:
    match = a_match(**house_rules)
    shown = section(look(match, match.home.coach), "weather")
    assert ('value="throw"' in shown, 'name="die:weather"' in shown) == (throws, types)


def test_a_die_that_is_sent_where_the_server_throws_is_refused_with_its_rule() -> None:
    match = a_match(dice="server")
    answer = send(match, "weather", **{"do": "typed", "die:weather": "43"})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "the server throws the 2D6 for Weather" in section(answer, "weather")
    assert "Rule: Dice" in section(answer, "weather")


# Telling


def test_a_result_is_told_and_marked_as_without_dice() -> None:
    match = a_match(weather=["standard", "winter"])
    answer = send(match, "weather", do="tell", result="winter/freezing")
    assert (recorded(match).weather_table, recorded(match).weather) == ("winter", "freezing")
    assert "Recorded without dice." in section(answer, "weather")


def test_what_was_changed_after_the_throw_is_marked() -> None:
    match = a_match()
    prematch_throw(match=match, step="weather", typed={"weather": (3, 4)}, actor=match.home.coach)
    answer = send(match, "weather", do="tell", result="standard/blizzard")
    assert "The dice say Nice; recorded is Blizzard." in section(answer, "weather")


def test_the_referee_comes_from_the_table_that_was_agreed_on() -> None:
    match = a_match(referee_tables=["referee", "famous-referee"])
    send(match, "referee", **{"do": "typed", "die:referee": "33", "table": "famous-referee"})
    assert (recorded(match).referee_table, recorded(match).referee) == ("famous-referee", "standard")


def test_fans_are_told_in_numbers_and_read_with_their_fame() -> None:
    match = a_match()
    answer = send(match, "fans", **{"do": "tell", "fans-home": "12000", "fans-away": "6000"})
    said = " ".join(section(answer, "fans").split())
    assert "12k fans" in said
    assert "FAME +2" in said


def test_a_number_that_is_none_is_said_so_and_stays_there() -> None:
    match = a_match()
    answer = send(match, "fans", **{"do": "tell", "fans-home": "many"})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "Write a number, such as 12000." in section(answer, "fans")
    assert 'value="many"' in section(answer, "fans")


def test_the_winner_of_the_toss_is_waited_for_and_chooses() -> None:
    match = a_match()
    prematch_throw(match=match, step="kick", typed={"kick": (2,)}, actor=match.home.coach)
    waiting = look(match, match.away.coach)
    assert "waits for Bob" in words_on(waiting)
    assert "Gouged Eye won the toss." in words_on(waiting)
    answer = send(match, "kick", match.away.coach, do="tell", kicking="home")
    assert "Reavers kicks off" in words_on(answer)


def test_a_side_that_nobody_plays_does_not_kick() -> None:
    match = a_match()
    answer = send(match, "kick", do="tell", kicking="referee")
    assert (answer.status_code, recorded(match).kicking) == (HTTPStatus.UNPROCESSABLE_ENTITY, "")


def test_the_coach_who_throws_says_whether_he_plays_at_home() -> None:
    match = a_match()
    cast.ruled(match.home, Change("stadium", what="ice", name="The Frozen Pit"))
    send(match, "stadium", **{"do": "typed", "die:stadium/coach": "1", "die:stadium/roll": "12"})
    assert "At home: The Frozen Pit" not in words_on(look(match, match.away.coach))
    assert "waits for Ann" in words_on(look(match, match.away.coach))
    assert "At home: The Frozen Pit" in words_on(look(match, match.home.coach))
    answer = send(match, "stadium", do="home")
    assert (recorded(match).venue.home_of, recorded(match).venue.name) == ("home", "The Frozen Pit")
    assert "Home of Reavers" in words_on(answer)


def test_who_is_full_is_asked_who_sits_out_for_a_rival() -> None:
    """BB2016, White Dwarf and Black Gobbo."""
    league = cast.league(house_rules={"special-spectators": True})
    humans = cast.team(league, positions={"lineman": 16}, goods={})
    match = cast.match(cast.season(league, [humans, cast.team(league, "Gouged Eye", by="Bob", roster="orc")]))
    typed = {f"fans/{match.home.key}": (5, 5)}
    prematch_throw(match=match, step="fans", typed=typed, actor=match.home.coach)
    assert "Reavers is full: who sits out for The White Dwarf?" in words_on(look(match, match.home.coach))
    send(match, "fans", **{"do": "tell", "rivals": "yes", "out-home": "p4"})
    assert (recorded(match).home.sits_out, recorded(match).away.special) == ("p4", "the-black-gobbo")


def test_what_was_recorded_and_cannot_be_is_said_at_its_step() -> None:
    match = a_match()
    MatchDay.objects.create(match=match, prematch={"weather": "fog"})
    assert "stands on none of the tables" in section(look(match), "weather")


# Who and when


def test_a_step_that_is_no_page_is_not_found() -> None:
    match = a_match()
    assert send(match, "feast").status_code == HTTPStatus.NOT_FOUND


def test_a_step_of_another_edition_is_refused_above_the_page() -> None:
    match = a_match()
    answer = send(match, "journeymen", side="home", position="lineman")
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "is no step before it" in words_on(answer)


def test_who_was_logged_out_finds_what_he_typed_again() -> None:
    match, client = a_match(), Client()
    sent = client.post(address_of(match, "fans"), {"do": "tell", "fans-home": "12000"})
    assert sent.status_code == HTTPStatus.FOUND
    client.force_login(match.home.coach)
    answer = client.get(address_of(match, "fans"))
    assert 'value="12000"' in section(answer, "fans")
    assert client.get(address_of(match, "fans")).status_code == HTTPStatus.FOUND


def test_a_page_that_asks_hears_of_news_and_of_nothing_else() -> None:
    match = a_match()
    address = reverse("matches:prematch-changed", args=[match.pk])
    assert Client().get(address, {"seen": "0"}).status_code == HTTPStatus.NO_CONTENT
    weather_record(match=match, weather="nice", actor=match.home.coach)
    for coach in (match.away.coach, cast.coach("Cora")):
        news = signed_in(coach).get(address, {"seen": "0"})
        assert "Something was recorded meanwhile." in words_on(news)
        assert news.status_code == STOP_ASKING
    assert "Something was recorded meanwhile." in words_on(Client().get(address, {"seen": "0"}))
    assert Client().get(address, {"seen": "1"}).status_code == HTTPStatus.NO_CONTENT
    assert signed_in(match.home.coach).get(address, {"seen": "0"}).status_code == HTTPStatus.NO_CONTENT


def test_nothing_that_is_sealed_stands_on_anybody_elses_page() -> None:
    match = a_match()
    with preparing("inducement", match=match, side="home", actor=match.home.coach) as at:
        at.seal("home", "inducement", ["a-secret-word"])
    for coach in (None, match.away.coach, cast.coach("Cora")):
        assert "a-secret-word" not in look(match, coach).content.decode()


def test_the_match_begins_from_here() -> None:
    match = a_match()
    assert reverse("matches:kick-off", args=[match.pk]) in look(match, match.home.coach).content.decode()
    assert "kick-off" not in look(match).content.decode().split("<main")[1]
