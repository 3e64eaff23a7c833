"""The list of inducements on the page of the pre-match: what is typed, counted, refused beside its line, and bought."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from engine.match.prematch import Induced
from engine.match.sides import Side
from matches.errors import PrematchIllegal
from matches.mapping import prematch_of
from matches.models import Match, MatchDay
from matches.services.inducements import inducements_buy
from matches.services.kickoff import match_kick_off
from matches.services.prematch import kick_record, weather_record
from tests import cast
from tests.api.client import Api
from tests.matches.test_inducements import a_match, buys, side_of
from tests.web.reading import words

pytestmark = pytest.mark.django_db


def browser(name: str) -> Client:
    client = Client()
    client.force_login(cast.coach(name))
    return client


def page(match: Match, name: str) -> str:
    return browser(name).get(reverse("matches:prematch", args=[match.pk])).content.decode()


def sends(match: Match, name: str, typed: dict[str, Any], step: str = "inducement") -> Any:
    return browser(name).post(reverse("matches:prematch-step", args=[match.pk, step]), typed)


def typed(match: Match, name: str, **fields: Any) -> dict[str, Any]:
    side = side_of(match, name)
    return {"side": side, "do": "buy", **{f"{side}-{key.replace('__', '-')}": value for key, value in fields.items()}}


def bought(match: Match, side: Side) -> list[tuple[str, int, str]] | None:
    day = MatchDay.objects.filter(match=match).first()
    induced = prematch_of(day).side(side).induced
    return None if induced is None else [(one.what, one.count, one.about) for one in induced]


def test_a_coach_buys_what_he_ticks_and_counts() -> None:
    match = a_match()
    buys(match, "Bob")
    fields = {"n-bloodweiser-keg": "1", "n-igor": "", "merc-0-position": "", "n-bribe": ""}
    answer = sends(match, "Ann", typed(match, "Ann", **fields))
    assert answer.status_code == 302
    assert bought(match, side_of(match, "Ann")) == [("bloodweiser-keg", 1, "")]
    assert "Bloodweiser Keg" in words(page(match, "Bob"))


def test_the_list_says_what_is_not_for_sale_and_why() -> None:
    match = a_match()
    text = words(page(match, "Bob"))
    assert "Igor is only for teams that may have no apothecary" in text
    assert "Griff Oberwald does not play for Orc teams" in text
    assert "buys first" in text


def test_a_mercenary_and_a_star_are_bought() -> None:
    match = a_match()
    buys(match, "Bob")
    side = side_of(match, "Ann")
    fields = {"merc-0-position": "lineman", "merc-0-skill": "Tackle", "merc-0-name": "Old Nob", "treasury": "200000"}
    answer = sends(match, "Ann", typed(match, "Ann", **fields))
    assert answer.status_code == 302, words(answer.content.decode())
    (one,) = prematch_of(MatchDay.objects.get(match=match)).side(side).induced or ()
    assert (one.what, one.about, one.skill, one.name) == ("mercenary", "lineman", "Tackle", "Old Nob")


def test_what_is_too_dear_is_said_and_nothing_that_was_typed_is_lost() -> None:
    match = a_match()
    buys(match, "Bob")
    fields = {"n-halfling-master-chef": "on", "n-bribe": "3", "merc-0-position": "ogre", "merc-0-name": "Big Jim"}
    answer = sends(match, "Ann", typed(match, "Ann", **fields))
    html = answer.content.decode()
    assert answer.status_code == 422
    assert "what was bought costs" in words(html)
    assert 'value="3"' in html
    assert "Big Jim" in html
    assert bought(match, side_of(match, "Ann")) is None


TURNED = "Old \N{RIGHT-TO-LEFT OVERRIDE}boN"


@pytest.mark.parametrize(("name", "status"), [("n" * 80, 302), ("n" * 81, 422), ("n" * 300, 422), (TURNED, 422)])
def test_what_is_wrong_with_the_name_of_a_mercenary_is_said_beside_it(name: str, status: int) -> None:
    match = a_match()
    buys(match, "Bob")
    fields = {"merc-0-position": "lineman", "merc-0-name": name, "treasury": "200000"}
    answer = sends(match, "Ann", typed(match, "Ann", **fields))
    assert answer.status_code == status
    if status == 422:
        html = answer.content.decode()
        fold = html[html.index("<summary>Mercenaries") - 40 :]
        assert fold.startswith('<details class="fold" open>') or 'fold" open' in fold[:60]
        field = fold[fold.index("Name of mercenary 1") :][:400]
        assert "A name has 1 to 80 characters, all of which can be seen." in words(field)
        assert name in html
        assert "It is said beside it." in words(html)


def test_a_program_may_not_turn_the_page_around_either() -> None:
    match = a_match()
    buys(match, "Bob")
    with pytest.raises(PrematchIllegal) as refused:
        inducements_buy(
            match=match, side=side_of(match, "Ann"), treasury=200_000, actor=cast.coach("Ann"),
            induced=[Induced("mercenary", 1, "lineman", "", TURNED)],
        )  # fmt: skip
    side = side_of(match, "Ann")
    assert [(one.code, one.where) for one in refused.value.problems] == [("name_invalid", f"prematch.{side}.induced.0")]


def test_too_many_are_said_beside_their_line() -> None:
    match = a_match()
    buys(match, "Bob")
    answer = sends(match, "Ann", typed(match, "Ann", **{"n-bribe": "4"}))
    html = answer.content.decode()
    assert answer.status_code == 422
    side = side_of(match, "Ann")
    line = html[html.index(f'for="id_{side}-n-bribe"') :][:900]
    assert "4 bought, 3 is the most" in words(line)


@pytest.mark.parametrize("number", ["minus", "-1", "1e9", "\N{ARABIC-INDIC DIGIT THREE}\N{PILE OF POO}", "9" * 300])
def test_what_is_no_number_is_said_beside_its_line(number: str) -> None:
    match = a_match()
    buys(match, "Bob")
    answer = sends(match, "Ann", typed(match, "Ann", **{"n-bribe": number}))
    assert answer.status_code == 422
    assert "It is said beside it." in words(answer.content.decode())
    assert bought(match, side_of(match, "Ann")) is None


def test_a_side_that_nobody_plays_is_refused() -> None:
    match = a_match()
    assert sends(match, "Ann", {"do": "buy", "side": "referee"}).status_code == 422


def test_gold_is_counted_while_it_is_typed_and_nothing_is_recorded() -> None:
    match = a_match()
    address = reverse("matches:inducement-budget", args=[match.pk])
    fields = typed(match, "Ann", **{"n-bloodweiser-keg": "1", "n-bribe": "9"})
    part = browser("Ann").post(address, fields, headers={"HX-Request": "true"})
    text = words(part.content.decode())
    assert part.status_code == 200
    assert "spent 950k" in text
    assert "9 bought, 3 is the most" in text
    assert "what was bought costs 950,000 gp" in text
    whole = browser("Ann").post(address, fields)
    assert "spent 950k" in words(whole.content.decode())
    assert "<h1>" in whole.content.decode()
    assert not MatchDay.objects.filter(match=match).exists()


def test_nobody_counts_for_the_other_side() -> None:
    match = a_match()
    address = reverse("matches:inducement-budget", args=[match.pk])
    assert browser("Bob").post(address, typed(match, "Ann")).status_code == 403
    assert browser("Bob").post(address, {"side": "referee"}).status_code == 404


def test_taking_back_gives_the_turn_back() -> None:
    match = a_match()
    buys(match, "Bob", "bribe", treasury=100_000)
    assert sends(match, "Bob", {"do": "take-back", "side": side_of(match, "Bob")}).status_code == 302
    assert bought(match, side_of(match, "Bob")) is None


def half_of(match: Match, name: str, html: str) -> str:
    """The counter of one side."""
    own = html[html.index(f'id="counter-{side_of(match, name)}"') :]
    return own[: own.find('id="counter-', 10)]


TAKE_BACK, BUY, NOTHING = "Take it back", '<button class="button button--small" type="submit">Buy', 'value="nothing"'


def test_only_what_can_be_done_is_offered() -> None:
    """Inducements are bought in an order, and what the other has gone by stands."""
    match = a_match()
    bobs, anns = half_of(match, "Bob", page(match, "Bob")), half_of(match, "Ann", page(match, "Ann"))
    assert (BUY in bobs, NOTHING in bobs, TAKE_BACK in bobs) == (True, True, False)
    assert (BUY in anns, NOTHING in anns, TAKE_BACK in anns) == (False, False, False)
    assert "It is not this side's turn yet. What it wants may be counted already." in words(anns)
    assert "Count it" in anns
    buys(match, "Bob", "bribe", treasury=100_000)
    bobs, anns = half_of(match, "Bob", page(match, "Bob")), half_of(match, "Ann", page(match, "Ann"))
    assert (BUY in bobs, TAKE_BACK in bobs) == (True, True)
    assert (BUY in anns, TAKE_BACK in anns) == (True, False)
    buys(match, "Ann")
    bobs, anns = half_of(match, "Bob", page(match, "Bob")), half_of(match, "Ann", page(match, "Ann"))
    assert (BUY in bobs, TAKE_BACK in bobs) == (False, False)
    assert (BUY in anns, TAKE_BACK in anns) == (True, True)
    match_kick_off(match=match, actor=match.home.coach)
    for name in ("Ann", "Bob"):
        html = half_of(match, name, page(match, name))
        assert (BUY in html, NOTHING in html, TAKE_BACK in html) == (False, False, False)
    papers = page(match, "Cora")
    assert (BUY in papers, TAKE_BACK in papers) == (True, True)


def test_what_stands_is_shown_after_a_refusal() -> None:
    match = a_match()
    buys(match, "Bob", "bribe", treasury=100_000)
    buys(match, "Ann")
    answer = sends(match, "Bob", {"do": "take-back", "side": side_of(match, "Bob")})
    assert answer.status_code == 409
    half = half_of(match, "Bob", answer.content.decode())
    assert "Bribe" in words(half)
    assert "Has bought nothing." not in words(half)
    other = sends(match, "Bob", typed(match, "Bob", **{"n-bloodweiser-keg": "1"}))
    assert other.status_code == 409
    half = half_of(match, "Bob", other.content.decode())
    assert "This stands; what is typed below is not bought:" in words(half)
    assert "Bribe" in words(half[: half.index("<form")])
    assert f'name="{side_of(match, "Bob")}-n-bloodweiser-keg" value="1"' in half
    assert BUY not in half


def test_nothing_is_bought_with_a_button_of_its_own_whatever_was_typed() -> None:
    match = a_match()
    fields = {**typed(match, "Bob", **{"n-bribe": "1"}), "then": "nothing"}
    assert sends(match, "Bob", fields).status_code == 302
    assert bought(match, side_of(match, "Bob")) == []


def test_out_of_turn_is_a_conflict_that_says_whose_turn_it_is() -> None:
    match = a_match()
    answer = sends(match, "Ann", typed(match, "Ann", **{"n-bloodweiser-keg": "1"}))
    assert answer.status_code == 409
    assert "Gouged Eye buys first" in words(answer.content.decode())


def test_a_stale_form_is_told() -> None:
    match = a_match()
    buys(match, "Bob")
    buys(match, "Ann", actor=cast.coach("Cora"))
    answer = sends(match, "Ann", {**typed(match, "Ann", **{"n-bloodweiser-keg": "1"}), "seen": "0"})
    assert answer.status_code == 409


def test_how_much_time_there_is_stands_there_only_where_the_league_says_so_and_stops_nobody() -> None:
    """Off by default: a clock at the table decides nothing here."""
    assert "Time to choose" not in page(a_match(), "Bob")
    match = a_match({"pre-match-minutes": 4})
    with time_machine.travel(timezone.now() + timedelta(days=1)):
        assert "Time to choose: 4 minutes. Only you look at the clock." in words(page(match, "Bob"))
        assert sends(match, "Bob", typed(match, "Bob")).status_code == 302
    assert bought(match, side_of(match, "Bob")) == []


@pytest.mark.parametrize(("minutes", "over"), [(3.9, False), (4.0, True)])
def test_the_clock_runs_since_the_last_thing_before_anybody_bought_and_says_when_it_is_over(
    minutes: float, over: bool
) -> None:
    """It is the server's time; a script counts down to the same moment."""
    match = a_match({"pre-match-minutes": 4, "cards": "none"})
    noon = datetime(2026, 11, 19, 12, 0, tzinfo=UTC)
    with time_machine.travel(noon - timedelta(minutes=10), tick=False) as clock:
        weather_record(match=match, table="", weather="nice", actor=match.home.coach)
        assert MatchDay.objects.get(match=match).buying_since == noon - timedelta(minutes=10)
        clock.move_to(noon)
        kick_record(match=match, kicking="home", actor=match.home.coach)
        clock.move_to(noon + timedelta(minutes=1))
        buys(match, "Bob")  # who buys does not begin it anew
        clock.move_to(noon + timedelta(minutes=minutes))
        shown = page(match, "Ann")
        assert ("The time to choose is over since: 19 Nov 2026, 12:04 UTC" in words(shown)) is over
        assert ("Time to choose: 4 minutes." in words(shown)) is not over
        assert ('data-countdown="2026-11-19T12:04:00+00:00"' in shown) is not over
        told = Api(match.home.coach).get(f"matches/{match.pk}/inducements/").json()
        assert told["buying_until"] == "2026-11-19T12:04:00Z"
        assert sends(match, "Ann", typed(match, "Ann")).status_code == 302


def test_without_a_clock_nothing_is_shown_and_nothing_is_told() -> None:
    match = a_match()
    kick_record(match=match, kicking="home", actor=match.home.coach)
    assert "data-countdown" not in page(match, "Bob")
    assert Api(match.home.coach).get(f"matches/{match.pk}/inducements/").json()["buying_until"] is None


def test_sealed_purchases_stand_on_no_page_of_anybody_else() -> None:
    match = a_match({"inducements-sealed": True})
    cast.member(match.league, "Mia")
    buys(match, "Ann", "bloodweiser-keg")
    assert "Bloodweiser Keg" in counter(match, "Ann")
    for name in ("Bob", "Cora", "Mia"):
        assert "Has bought. It is shown when both are done." in counter(match, name)
        assert "Bloodweiser" not in counter(match, name)


def counter(match: Match, name: str) -> str:
    """What stands in Ann's half of the list before anything that could be typed."""
    html = page(match, name)
    half = html[html.index(f'id="counter-{side_of(match, "Ann")}"') :]
    return words(half[: half.index("</div>")].partition("<form")[0])


def test_equals_throw_for_who_buys_first() -> None:
    match = a_match(level=True)
    assert "Both teams are worth the same" in words(page(match, "Ann"))
    assert sends(match, "Ann", {"do": "throw"}).status_code == 302
    for name in ("Ann", "Bob"):
        sends(match, name, {"do": "first", "side": "away"})
    assert prematch_of(MatchDay.objects.get(match=match)).chooses_first == "away"


def test_gold_is_moved_to_petty_cash() -> None:
    """LRB6, pre-match, transfer gold."""
    match = a_match(ruleset="lrb6")
    assert "Gold, at most" in words(page(match, "Bob"))
    moved = {"side": side_of(match, "Bob"), "gold": "50000"}
    assert sends(match, "Bob", {**moved, "gold": "fifty"}, "transfer-gold").status_code == 422
    assert sends(match, "Bob", moved, "transfer-gold").status_code == 302
    assert "50k gp moved to petty cash" in words(page(match, "Ann"))
