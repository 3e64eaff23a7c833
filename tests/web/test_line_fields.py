"""A field for every line of a report: what it shows says the same again, and what is chosen the line will say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string
from django.urls import reverse
from hypothesis import given

from engine.match.comparing import lines_of
from engine.match.prematch import HeldCard, Induced, Prayer, PreMatch, SidePreMatch, Venue
from engine.match.report import MatchReport, SideReport
from matches.mapping import report_from, report_of
from matches.models import Dispute, Match
from matches.selectors.matches import report_filed
from matches.services.reports import report_submit
from matches.web.line_fields import LineFields
from tests import cast
from tests.web.reading import form_on, lists_in, signed_in, words_on
from tests.web.test_report_round_trip import BASES, EDITIONS, KEY, MATCH, day_sheets, few, reports


def fields_of(report: MatchReport, edition: str) -> LineFields:
    day = day_sheets(report.prematch, BASES[edition], EDITIONS[edition], KEY)
    sheets = {sheet.key: sheet for sheet in day.values()}
    return LineFields(MATCH, sheets, EDITIONS[edition], lines_of(report))


def read(fields: LineFields, place: str, said: Any, **chosen: list[str]) -> Any:
    """What comes of a line when its field is sent as it is shown, but for what somebody has ``chosen``."""
    shown = {"field": fields.field(place, said), "label": place}
    typed = QueryDict(mutable=True)
    for name, values in lists_in(f"<form>{render_to_string('matches/line_field.html', shown)}</form>").items():
        typed.setlist(name, values)
    for part, values in chosen.items():
        typed.setlist(f"value.{place}{part.replace('_', '.')}", values)
    return fields.read(place, typed, said)


def in_any_order(said: Any) -> Any:
    """The fields of lists have an order of their own."""
    return sorted(said, key=str) if isinstance(said, list) else said


@pytest.mark.parametrize("edition", sorted(EDITIONS))
def test_what_a_field_shows_says_the_same_again(edition: str) -> None:
    @few
    @given(reports(edition))
    def check(report: MatchReport) -> None:
        fields = fields_of(report, edition)
        for place, said in lines_of(report).items():
            if place.endswith(("cards", "more_balls", "prayers", "answered")):
                # Nobody holds a card twice, and what is listed twice is one choice.
                assert {str(one) for one in read(fields, place, said)} == {str(one) for one in said}
            elif place.endswith("induced"):
                assert read(fields, place, said) == [one for one in said if one["count"]]
            else:
                assert in_any_order(read(fields, place, said)) == in_any_order(said), place

    check()


BEFORE = PreMatch(
    weather_table="weather",
    weather="nice",
    venue=Venue(stadium="standard", name="Oldbowl", gold=10_000),
    home=SidePreMatch(
        induced=(Induced("bribe", 2), Induced("mercenary", 1, "human-lineman", skill="Block")),
        journeymen=("human-lineman",),
        cards=(HeldCard("typed", "A card"),),
        prayers=(Prayer("iron-man", "p2"),),
        fans=3,
        sits_out="p3",
    ),
    coin="home",
    one_off=True,
)
TOLD = MatchReport(SideReport("t1", 0, answered=(Prayer("stiletto", "p1"),)), SideReport("t2", 0), prematch=BEFORE)


@pytest.mark.parametrize(
    ("place", "chosen", "says"),
    [
        ("prematch.weather", {"": ["blizzard"]}, "blizzard"),
        ("prematch.venue.name", {"": ["Newbowl"]}, "Newbowl"),
        ("prematch.venue.gold", {"": ["20000"]}, 20_000),
        ("prematch.coin", {"": ["away"]}, "away"),
        ("prematch.one_off", {"": ["no"]}, False),
        ("prematch.home.fans", {"": ["4"]}, 4),
        ("prematch.home.sits_out", {"": ["p4"]}, "p4"),
        ("prematch.home.journeymen", {"_0": ["2"]}, ["human-lineman"] * 2),
        ("prematch.home.journeymen", {"_0": ["0"]}, []),
        ("prematch.home.prayers", {"": ["stiletto"]}, [{"prayer": "stiletto"}]),
        ("prematch.home.cards", {"": []}, []),
        ("prematch.home.cards", {"": ["typed--A card"]}, [{"deck": "typed", "card": "A card"}]),
        ("prematch.away.cards", {"": ["d--c"]}, [{"deck": "d", "card": "c"}]),
    ],
)
def test_a_line_is_chosen_counted_or_written_down(place: str, chosen: Mapping[str, list[str]], says: Any) -> None:
    said = lines_of(TOLD).get(place)
    assert read(fields_of(TOLD, "bb2020"), place, said, **chosen) == says


def test_of_a_prayer_that_stays_it_stays_whom_it_was_about() -> None:
    said = lines_of(TOLD)["home.answered"]
    found = read(fields_of(TOLD, "bb2020"), "home.answered", said, **{"": ["stiletto", "iron-man"]})
    assert found == [said[0], {"prayer": "iron-man"}]


def test_of_what_was_bought_some_more_less_and_others() -> None:
    said = lines_of(TOLD)["prematch.home.induced"]
    place, fields = "prematch.home.induced", fields_of(TOLD, "bb2020")
    offered = dict(fields.field(place, said).choices)
    assert "bribe" in offered
    assert any(key.startswith("star-player--") for key in offered)
    less = read(fields, place, said, _0=["0"])
    assert [(one["what"], one["skill"]) for one in less] == [("mercenary", "Block")]
    more = read(fields, place, said, _0=["3"], _more_0_what=["wandering-apothecary"], _more_1_what=["bribe"])
    assert [(one["what"], one["count"]) for one in more] == [
        ("bribe", 3),
        ("mercenary", 1),
        ("wandering-apothecary", 1),
        ("bribe", 1),
    ]
    assert read(fields, place, said, _0=["many"])[0]["count"] == "many"


def test_weather_is_chosen_from_the_table_that_was_thrown_on() -> None:
    rules = EDITIONS["bb2016"]
    table = rules.weather[0]
    told = MatchReport(SideReport("t1", 0), SideReport("t2", 0), prematch=PreMatch(table.key, table.results[0].key))
    fields = fields_of(told, "bb2016")
    assert {key for key, _ in fields.field("prematch.weather", "").choices} == {one.key for one in table.results}
    tables = {key for key, _ in fields.field("prematch.weather_table", table.key).choices}
    assert tables == {one.key for one in rules.weather if one.key in rules.options.weather} | {table.key}


# On the pages.


@pytest.fixture
def filed(db: None) -> Match:
    match = cast.match(cast.season(cast.quiet_league()))
    table = match_weather(match)
    told = {**cast.report(match, (2, 1)), "prematch": {"weather_table": table[0], "weather": table[1]}}
    report_submit(match=match, report=report_from(told), actor=match.home.coach)
    return cast.reread(match)


def match_weather(match: Match) -> tuple[str, str]:
    rules = EDITIONS[match.ruleset.key]
    table = next(one for one in rules.weather if one.key in rules.options.weather)
    return table.key, table.results[0].key


def test_the_weather_is_disputed_and_ruled_on_with_plain_fields(filed: Match) -> None:
    place, rules = "prematch.weather", EDITIONS[filed.ruleset.key]
    table = next(one for one in rules.weather if one.key == match_weather(filed)[0])
    keys = list(dict.fromkeys(one.key for one in table.results))
    address = reverse("matches:dispute", args=[filed.pk])
    client = signed_in(filed.away.coach)
    form = form_on(client.get(address), address)
    assert form[f"value.{place}"] == keys[0]
    typed = {f"comment.{place}": "It snowed.", f"wants.{place}": "changed", f"value.{place}": keys[1]}
    assert client.post(address, {**form, **typed}).status_code == 302
    dispute = Dispute.objects.get()
    assert (dispute.line, dispute.proposal) == (place, keys[1])
    page = reverse("matches:dispute-line", args=[dispute.pk])
    cora = signed_in(cast.commissioner_of(filed.league))
    shown = form_on(cora.get(page), page)
    assert shown[f"value.{place}"] == keys[1]
    ruled = {**shown, "verdict": "changed", f"value.{place}": keys[2], "reason": "It was like that."}
    assert cora.post(page, ruled).status_code == 302
    report = report_filed(cast.reread(filed))
    assert report is not None
    assert lines_of(report_of(report))[place] == keys[2]
    assert "It was like that." in words_on(cora.get(reverse("matches:rulings", args=[filed.league.slug])))
