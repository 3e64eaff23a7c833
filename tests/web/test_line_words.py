"""The lines of a report in words, in every edition: what is data goes by its name, what is ours by our word."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from config.words import LINES
from engine import rulesets
from engine.match.comparing import lines_of, what_of
from engine.match.prematch import HeldCard, Induced, Prayer, PreMatch, SidePreMatch, Venue
from engine.match.report import Casualty, Deeds, MatchReport
from engine.rulesets import Ruleset
from engine.tally import Tally
from matches.models import Match
from matches.web.line_words import LineWords
from tests.engine.given import a_sheet, a_side


def words_of(ruleset: Ruleset) -> LineWords:
    match = cast(Match, SimpleNamespace(home=SimpleNamespace(key="t1"), away=SimpleNamespace(key="t2")))
    return LineWords(match, {"t1": a_sheet("t1"), "t2": a_sheet("t2")}, ruleset)


def told(**more: Any) -> MatchReport:
    home = a_side("t1", {"p9": 2}, casualties=(Casualty("p5", "block", "p3", apothecary=True),))
    return MatchReport(home, a_side("t2"), {"casualty/t1/p5": (5, 3), "winnings/t1/1": (4,)}, **more)


@pytest.mark.parametrize("key", rulesets.available())
def test_everything_that_may_be_recorded_has_a_name_in_every_edition(key: str) -> None:
    rules = rulesets.get(key)
    words = words_of(rules)
    cards = [(deck, card) for deck in rules.decks for card in deck.cards]
    for thing in (*rules.inducements, *rules.stars, *rules.balls):
        assert words.value("prematch.home.ball", thing.key)
    for deck, card in cards:
        said = words.value("prematch.home.cards", [{"deck": deck.key, "card": card.key}])
        assert card.title in said
    for table in rules.weather:
        assert [words.value("prematch.weather", result.key) for result in table.results]


def test_a_line_says_whose_it_is_and_what_it_is_about() -> None:
    words = words_of(rulesets.get("bb2016"))
    rows = {row.place: (row.label, row.value) for row in words.rows(told())}
    assert rows["home.deeds.p9.touchdown"] == ("Team t1, #9 lineman 9: Touchdown", "2")
    assert rows["home.casualties.p5"][0] == "Team t1, #5 lineman 5: Casualty"
    assert rows["home.casualties.p5"][1].startswith("Block, by #3 lineman 3, treated by the apothecary")
    assert rows["dice.winnings/t1/1"] == ("Team t1: Winnings", "4")


def test_what_was_recorded_before_the_match_is_said_by_its_names() -> None:
    before = PreMatch(
        venue=Venue(roller="home", name="Oldbowl"),
        kicking="away",
        home=SidePreMatch(
            induced=(Induced("bribe", 2), Induced("star", about="morg-n-thorg")),
            treasury=50_000,
            cards=(HeldCard("typed", "A card"),),
            prayers=(Prayer("unknown"),),
        ),
    )
    words = words_of(rulesets.get("bb2016"))
    said = {place: words.value(place, value) for place, value in lines_of(told(prematch=before)).items()}
    assert (said["prematch.venue.roller"], said["prematch.kicking"]) == ("Team t1", "Team t2")
    assert said["prematch.home.treasury"] == "50k gp"
    assert said["prematch.venue.name"] == "Oldbowl"
    assert "A card" in said["prematch.home.cards"]


def test_prayers_in_play_and_what_they_made_worth_more_are_said_in_words() -> None:
    words = words_of(rulesets.get("bb2020"))
    hurt = Casualty("p5", "block", "p3", blessed=True)
    done = Deeds("p9", Tally({"completion": 2}), Tally({"completion": 1}))
    answered = (Prayer("iron-man", "p4"), Prayer("greasy-cleats", "p5"), Prayer("perfect-passing"))
    report = MatchReport(replace(a_side("t1"), deeds=(done,), answered=answered), a_side("t2", casualties=(hurt,)))
    rows = {row.place: (row.label, row.value) for row in words.rows(report)}
    assert rows["home.deeds.p9.completion.blessed"] == (
        "Team t1, #9 lineman 9: Completion, made worth more by a prayer",
        "1",
    )
    label, value = rows["home.answered"]
    assert label == "Team t1: Prayers answered in play"
    assert value == "Greasy Cleats (#5 lineman 5), Iron Man (#4 lineman 4), Perfect Passing"
    assert rows["away.casualties.p5"][1] == "Block, by #3 lineman 3, made worth more by a prayer"


def test_every_line_before_the_match_has_a_word() -> None:
    """Whatever may be recorded: a line is called by the last part of its place."""
    parts = {*PreMatch.__dataclass_fields__, *Venue.__dataclass_fields__, *SidePreMatch.__dataclass_fields__}
    named = {part for part in parts if what_of(f"prematch.{part}") in LINES}
    assert parts - named == {"venue", "home", "away"}


def test_what_a_report_does_not_have_is_nothing_and_switches_are_yes_or_no() -> None:
    words = words_of(rulesets.get("bb2016"))
    assert words.value("home.casualties.p5", None) == "Nothing"
    assert (words.value("overtime", True), words.value("ending", "conceded")) == ("Yes", "Conceded")
    assert words.label("home.used.unheard-of") == "Team t1: unheard-of, used"
    assert words.value("home.used.unheard-of", Tally({"x": 1})["x"]) == "1"
