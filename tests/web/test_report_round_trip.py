"""What a form says can be typed again: a report that is returned, saved or prepared comes back as it was.

The forms are bound to reports that chance made, of every edition: nothing of a report may be lost on the way.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from django.template.loader import render_to_string
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from engine import rulesets
from engine.match import checks, endings
from engine.match.earning import deeds_of
from engine.match.events import Event
from engine.match.matchday import day_sheets
from engine.match.prematch import HeldCard, Induced, Prayer, PreMatch, SidePreMatch, Venue
from engine.match.report import Casualty, Deeds, MatchReport, SideReport
from engine.match.sides import Side
from engine.rulesets.model import Ruleset
from engine.tally import Tally
from engine.team.draft import decide_draft
from engine.team.evolve import fold
from engine.team.sample import sample
from engine.team.sheet import TeamSheet
from matches.models import Match
from matches.web.report_forms import ReportForm, typed_of
from teams.models import Team
from tests.engine.given import quickly

EDITIONS = {key: rulesets.get(key) for key in rulesets.available()}
SIDES: tuple[Side, Side] = ("home", "away")
KEY = "m7"
# A form has two hundred fields: making an example smaller would take longer than reading it.
few = settings(quickly, max_examples=12, phases=[Phase.generate])


def squad(ruleset: Ruleset, key: str, roster: str) -> TeamSheet:
    return fold(TeamSheet(key), decide_draft(sample(roster, ruleset, f"Team {key}"), ruleset))


def regenerating(ruleset: Ruleset) -> str:
    return next(roster.key for roster in ruleset.teams if roster.key.startswith("necromantic"))


BASES: dict[str, dict[Side, TeamSheet]] = {
    edition: {"home": squad(rules, "t1", "human"), "away": squad(rules, "t2", regenerating(rules))}
    for edition, rules in EDITIONS.items()
}
MATCH = Match(
    key=KEY,
    home=Team(key="t1", name="Reavers", colour=1),
    away=Team(key="t2", name="Night Shift", colour=2),
)


def form(edition: str, typed: Mapping[str, Any] | None = None, **more: Any) -> ReportForm:
    sheets = {sheet.key: sheet for sheet in BASES[edition].values()}
    return ReportForm(
        sent(typed) if typed is not None else None, match=MATCH, sheets=sheets, ruleset=EDITIONS[edition], **more
    )


def sent(typed: Mapping[str, Any]) -> dict[str, str]:
    """As a browser sends it: text, and nothing of a box that is not ticked."""
    told = {name: value for name, value in typed.items() if value is not False and value is not None}
    return {name: "on" if value is True else str(value) for name, value in told.items()}


def filed(edition: str, typed: Mapping[str, Any], **more: Any) -> MatchReport:
    bound = form(edition, typed, **more)
    assert bound.is_valid(), bound.errors
    return bound.report()


# Reports by chance.


@st.composite
def reports(draw: st.DrawFn, edition: str) -> MatchReport:
    rules, bases = EDITIONS[edition], BASES[edition]
    prematch = draw(st.none() | prematches(rules, bases))
    prematch = None if prematch == PreMatch() else prematch
    sheets = day_sheets(prematch, bases, rules, KEY)
    ending, gave_up = draw(
        st.sampled_from(
            [("played", ""), ("conceded", "home"), ("conceded", "away"), ("walkover", "away"), ("walkover", "")]
        )
    )
    report = MatchReport(
        home=draw(side_reports("home", sheets, rules)),
        away=draw(side_reports("away", sheets, rules)),
        prematch=prematch,
        ending=ending,
        gave_up=gave_up,
        could_field=draw(st.none() | st.integers(0, 11)),
        minutes=draw(st.none() | st.integers(0, 200)),
        overtime=draw(st.booleans()),
        shoot_out=draw(st.sampled_from(["", "home", "away"])),
        accepted=tuple(sorted(draw(st.sets(st.sampled_from(["many_casualties", "totals_differ"]))))),
    )
    report = endings.with_awarded(report, rules)
    by_team = {sheet.key: sheet for sheet in sheets.values()}
    asked = {key: sides for key, sides in checks.dice_of(report, by_team, rules) if sides}
    thrown = draw(st.lists(st.sampled_from(sorted(asked)), unique=True, max_size=8)) if asked else []
    dice = {key: tuple(draw(st.integers(1, side)) for side in asked[key]) for key in thrown}
    return replace(report, dice=dice)


@st.composite
def side_reports(draw: st.DrawFn, side: Side, sheets: Mapping[Side, TeamSheet], rules: Ruleset) -> SideReport:
    mine, other = sheets[side], sheets["away" if side == "home" else "home"]
    ordered = sorted(mine.fit, key=lambda player: (player.number, player.key))
    own = [player.key for player in ordered]
    people = st.sampled_from(own)
    counts = st.dictionaries(st.sampled_from(deeds_of(rules)), st.integers(1, 9), max_size=2)
    done = draw(st.dictionaries(people, counts.map(Tally), max_size=3))
    more = draw(st.dictionaries(people, counts.map(Tally), max_size=1)) if rules.prayers else {}
    deeds = tuple(
        Deeds(key, done.get(key, Tally()), more.get(key, Tally())) for key in own if done.get(key) or more.get(key)
    )
    nominees = draw(st.lists(people, unique=True, max_size=rules.mvp.nominees))
    return SideReport(
        team=mine.key,
        score=draw(st.integers(0, 9)),
        deeds=deeds,
        casualties=tuple(draw(st.lists(casualties(own, [one.key for one in other.fit], rules), max_size=3))),
        nominees=tuple(nominees),
        healed_kos=tuple(draw(st.lists(people, unique=True, max_size=2))),
        sent_off=tuple(draw(st.lists(people, unique=True, max_size=2))),
        used=Tally(
            draw(
                st.dictionaries(
                    st.sampled_from(sorted(one.key for one in rules.inducements) or ["bribe"]),
                    st.integers(1, 3),
                    max_size=2,
                )
            )
        ),
        answered=tuple(draw(st.lists(prayers(rules), max_size=2))),
        fame_lost=draw(st.integers(0, 3)),
    )


def casualties(own: list[str], others: list[str], rules: Ruleset) -> st.SearchStrategy[Casualty]:
    table = rules.casualty
    return st.builds(
        Casualty,
        victim=st.sampled_from(own),
        cause=st.sampled_from(rules.casualty_causes),
        by=st.none() | st.sampled_from(others),
        apothecary=st.just(True),
        kept=st.sampled_from(["", "first", "second"]),
        igor=st.booleans(),
        result=st.sampled_from(["", *(one.key for one in table.results)]),
        lasting=st.sampled_from(["", *(one.key for one in table.lasting)]),
        second=st.sampled_from(["", table.results[0].key]),
        regenerated=st.booleans() if table.regeneration else st.just(False),
        blessed=st.booleans(),
    ) | st.builds(Casualty, victim=st.sampled_from(own), cause=st.sampled_from(rules.casualty_causes))


def prayers(rules: Ruleset) -> st.SearchStrategy[Prayer]:
    known = [one.key for one in rules.prayers.results] if rules.prayers else ["a-prayer"]
    whom = st.sampled_from([(), ("p4", "p5")])
    return st.builds(Prayer, st.sampled_from(known), st.sampled_from(["", "p1"]), whom, st.sampled_from(["", "Dodge"]))


def prematches(rules: Ruleset, bases: Mapping[Side, TeamSheet]) -> st.SearchStrategy[PreMatch]:
    tables = [(table.key, one.key) for table in rules.weather for one in table.results]
    referees = [("", ""), *((table.key, one.key) for table in rules.referees for one in table.results)]
    side = st.sampled_from(["", "home", "away"])
    named = st.text("Ab ß é'", max_size=9).map(lambda text: " ".join(text.split()))
    weather = st.sampled_from([("", ""), *tables])
    venues = st.builds(
        Venue,
        roller=side,
        stadium=st.sampled_from(["", "standard"]),
        home_of=side,
        name=named,
        gold=st.integers(0, 90_000),
    )
    return st.builds(
        lambda at, by, **more: PreMatch(weather_table=at[0], weather=at[1], referee_table=by[0], referee=by[1], **more),
        weather,
        st.sampled_from(referees),
        venue=venues,
        coin=side,
        one_off=st.booleans(),
        card_deck=st.sampled_from(["", "a-deck"]),
        kicking=side,
        chooses_first=side,
        home=side_prematches(rules, bases["home"]),
        away=side_prematches(rules, bases["away"]),
    )


def side_prematches(rules: Ruleset, base: TeamSheet) -> st.SearchStrategy[SidePreMatch]:
    positions = st.sampled_from(
        [one.key for one in rules.roster(base.roster).positions if one.journeyman] or ["lineman"]
    )
    plain = [one.key for one in rules.inducements if one.group not in ("star", "mercenary", "card")]
    stars = [star.key for star in rules.stars if star.cost is not None]
    bought = st.builds(Induced, st.sampled_from(plain or ["bribe"]), st.integers(0, 4))
    if stars:
        bought |= st.builds(Induced, st.just("star-player"), st.just(1), st.sampled_from(stars))
    bought |= st.builds(
        Induced,
        st.just("mercenary"),
        st.integers(1, 2),
        positions,
        skill=st.sampled_from(["", "Block"]),
        name=st.just(""),
    )
    cards = [(deck.key, card.key) for deck in rules.decks for card in deck.cards] or [("deck", "card")]
    answered = prayers(rules)

    def some(one: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        return st.none() | st.lists(one, max_size=3).map(tuple)

    return st.builds(
        SidePreMatch,
        journeymen=some(positions),
        induced=some(bought),
        treasury=st.integers(0, 200_000),
        cards=some(st.sampled_from(cards).map(lambda pair: HeldCard(*pair))),
        prayers=some(answered),
        event=st.sampled_from(["", "an-event"]),
        ball=st.sampled_from(["", "a-ball"]),
        special=st.sampled_from(["", "a-star"]),
        sits_out=st.sampled_from(["", "p3"]),
        fans=st.none() | st.integers(0, 30_000),
        more_balls=st.sampled_from([(), ("a-ball", "another-ball")]),
    )


@pytest.mark.parametrize("edition", sorted(EDITIONS))
def test_nothing_of_a_report_is_lost_when_it_is_typed_again(edition: str) -> None:
    rules = EDITIONS[edition]

    @few
    @given(reports(edition))
    def check(report: MatchReport) -> None:
        again = filed(edition, typed_of(report, rules))
        assert again == report
        assert filed(edition, typed_of(again, rules)) == again

    check()


@pytest.mark.parametrize("edition", sorted(EDITIONS))
def test_what_is_shown_is_what_would_be_sent(edition: str) -> None:
    """A form that is shown with what was typed so far, and sent as it stands, says the same."""
    rules = EDITIONS[edition]

    @few
    @given(reports(edition))
    def check(report: MatchReport) -> None:
        shown = form(edition, initial=typed_of(report, rules))
        sent_back = {name: shown[name].value() for name in shown.fields}
        assert filed(edition, sent_back) == report

    check()


def test_an_empty_form_is_a_quiet_match() -> None:
    """Nothing is required that may be blank: nobody scored, nothing was recorded."""
    report = filed("bb2016", {})
    assert report == MatchReport(home=SideReport("t1", 0), away=SideReport("t2", 0))


def test_a_blank_score_is_what_its_players_have_scored() -> None:
    report = filed("bb2016", {"home-score": "", "home-deeds-p2-touchdown": "2", "home-deeds-p3-touchdown": "1"})
    assert report.home.score == 3
    assert filed("bb2016", {"home-score": "1", "home-deeds-p2-touchdown": "2"}).home.score == 1


@pytest.mark.parametrize("stem", ["prematch-home-prayers", "home-answered"])
@pytest.mark.parametrize(("prayer", "side"), [("iron-man", "home"), ("greasy-cleats", "away"), ("bad-habits", "away")])
def test_a_prayer_is_about_a_player_of_the_side_that_it_befalls(stem: str, prayer: str, side: Side) -> None:
    """BB2020, prayers to Nuffle: who is named is called by his own name, though both sides have a p1."""
    offered = form("bb2020", initial={f"{stem}-0-what": prayer, f"{stem}-0-player": f"{side}/p1"})
    groups = [listed for key, listed in offered.fields[f"{stem}-0-player"].widget.choices if key]
    names = {key: name for listed in groups for key, name in listed}
    assert BASES["bb2020"][side].players[0].name in names[f"{side}/p1"]


@pytest.mark.parametrize(("kind", "there"), [("exhibition", True), ("friendly", False), ("competition", False)])
def test_of_an_exhibition_match_extra_time_and_a_shoot_out_can_be_told(kind: str, there: bool) -> None:
    """Its coaches break a level score as they like, whatever the league wants of its own matches."""
    match = Match(key=KEY, kind=kind, home=MATCH.home, away=MATCH.away)
    sheets = {sheet.key: sheet for sheet in BASES["bb2016"].values()}
    fields = ReportForm(match=match, sheets=sheets, ruleset=EDITIONS["bb2016"]).fields
    assert ("overtime" in fields, "shoot-out" in fields) == (there, there)


@pytest.mark.parametrize(
    ("kind", "winnings", "mvp"), [("competition", "D6", True), ("friendly", "D3", False), ("exhibition", "", False)]
)
def test_the_dice_after_a_match_are_asked_for_and_typed_in_by_its_kind(kind: str, winnings: str, mvp: bool) -> None:
    """BB2016, FAQ on friendlies: a D3 for winnings, no most valuable player; after an exhibition nothing at all."""
    match = Match(key=KEY, kind=kind, home=MATCH.home, away=MATCH.away)
    sheets, rules = {sheet.key: sheet for sheet in BASES["bb2016"].values()}, EDITIONS["bb2016"]
    offered = ReportForm(match=match, sheets=sheets, ruleset=rules)
    field = offered.fields.get("home-dice-winnings")
    assert (str(field.label).rpartition(", ")[2] if field else "") == winnings
    assert ("home-dice-mvp" in offered.fields, "home-dice-fans" in offered.fields) == (mvp, True)
    assert ("home-nominees-0" in offered.fields) is mvp
    typed = {"home-score": "1", "home-deeds-p2-touchdown": "1", "home-dice-winnings": "2", "home-dice-winnings2": "3"}
    bound = ReportForm(sent(typed), match=match, sheets=sheets, ruleset=rules)
    assert bound.is_valid(), bound.errors
    told = bound.report()
    refused = [one.where for one in checks.problems(told, sheets, rules) if one.code == "die_unasked"]
    # What was typed in all the same is refused by its name, and not forgotten.
    assert refused == ([] if winnings else ["dice.winnings/t1/1", "dice.winnings/t1/2"])
    assert typed_of(told, rules)["home-dice-winnings2"] == "3"


def test_journeymen_and_guests_of_the_day_score_like_anybody() -> None:
    """BB2020, pre-game sequence: journeymen come before the match; a touchdown by the second of them."""
    typed = {
        "prematch-home-journeymen-0": "human-lineman",
        "prematch-home-journeymen-1": "human-lineman",
        "prematch-home-induced-0-what": "star-player--" + EDITIONS["bb2020"].stars[0].key,
    }
    offered = form("bb2020", initial=typed)
    second = next(row for row in offered.shown.sides[0].deeds if row.key == f"j{KEY}-2")
    assert (second.position, second.absent) == ("Human Lineman", "")
    report = filed("bb2020", {**typed, f"home-deeds-j{KEY}-2-touchdown": "1"})
    assert report.home.deeds == (Deeds(f"j{KEY}-2", Tally({"touchdown": 1})),)
    assert report.prematch is not None
    assert report.prematch.home.journeymen == ("human-lineman", "human-lineman")


@pytest.mark.parametrize(
    ("typed", "journeymen", "induced"),
    [
        ({"prematch-kicking": "home"}, None, None),
        ({"prematch-home-journeymen-0": "-", "prematch-home-induced-0-what": "-"}, (), ()),
        ({"prematch-home-induced-1-what": "bribe"}, None, (Induced("bribe"),)),
        ({"prematch-home-induced-0-what": "-", "prematch-home-induced-1-what": "bribe"}, None, (Induced("bribe"),)),
    ],
    ids=["blank", "none", "a later row", "none, and something after all"],
)
def test_a_blank_is_not_recorded_and_none_is_none(typed: dict[str, str], journeymen: Any, induced: Any) -> None:
    report = filed("bb2020", typed)
    assert report.prematch is not None
    assert (report.prematch.home.journeymen, report.prematch.home.induced) == (journeymen, induced)


@pytest.mark.parametrize(
    ("said", "ending", "gave_up"),
    [
        ("", "played", ""),
        ("conceded--away", "conceded", "away"),
        ("walkover--home", "walkover", "home"),
        ("walkover--", "walkover", ""),
    ],
)
def test_every_way_to_end_can_be_said(said: str, ending: str, gave_up: str) -> None:
    report = filed("bb2016", {"ending": said})
    assert (report.ending, report.gave_up) == (ending, gave_up)


def test_what_the_end_awards_is_added_by_the_rules() -> None:
    """BB2016, conceding: nobody types touchdowns that nobody scored, and nobody loses them on the way back."""
    rules = EDITIONS["bb2016"]
    report = filed("bb2016", {"ending": "walkover--away"})
    due = endings.awarded(report, "home", rules)
    assert (report.home.score, report.home.awarded) == (due, due)
    assert typed_of(report, rules)["home-score"] == 0


def test_the_events_of_the_match_go_along_as_they_are() -> None:
    told = (Event("a-1", "touchdown", 1, 3, "home", "p2"),)
    assert filed("bb2016", {"home-deeds-p2-touchdown": "1"}, events=told).events == told


def test_a_button_accepts_what_is_unlikely_and_remembers_what_was_accepted() -> None:
    report = filed("bb2016", {"accepted": "totals_differ", "accept": "many_casualties totals_differ"})
    assert report.accepted == ("many_casualties", "totals_differ")


@pytest.mark.parametrize(
    "stem",
    ["home-casualties", "away-sentoff", "prematch-home-induced", "prematch-away-cards", "prematch-home-journeymen"],
)
def test_any_list_grows_by_a_row_and_loses_nothing(stem: str) -> None:
    before = form("bb2016", initial={"home-score": 3})
    after = form("bb2016", initial={"home-score": 3}, add=stem)
    new = {name for name in after.fields if name not in before.fields}
    assert new
    assert all(name.startswith(f"{stem}-") for name in new)
    assert after["home-score"].value() == 3


def test_a_prayer_answered_in_play_brings_a_counter_for_what_it_made_worth_more() -> None:
    """BB2020, Cheering Fans: Perfect Passing from the first completion on that comes after it."""
    without = form("bb2020").shown.sides[0]
    assert (without.deeds[0].blessed, without.rare, len(without.answered.rows)) == ((), False, 1)
    told = form("bb2020", initial={"home-answered-0-what": "perfect-passing"}).shown.sides[0]
    assert [deed for deed, _field in told.deeds[0].blessed] == ["completion"]
    assert told.rare
    page = render_to_string("matches/report_side.html", {"side": told, "match": Match(pk=1)})
    assert f'name="{told.deeds[0].blessed[0][1].html_name}"' in page
    assert "Completion, by a prayer" in page
    assert "Prayers answered in play" in page
    always = {"prematch-home-prayers-0-what": "perfect-passing"}  # needs no word
    assert form("bb2020", initial=always).shown.sides[0].deeds[0].blessed == ()
    assert form("bb2016").shown.sides[0].answered.rows == ()
