"""The page of a match for everybody: its story, what came before it, what it brought whom, both sheets of that day."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from config.writing import write
from engine import effects as fx
from engine import rulesets
from engine.match import endings
from engine.match.events import Event
from engine.team.ruling import Change
from engine.typed import plain
from leagues.mapping import ruleset_of
from matches.mapping import report_from
from matches.models import Match
from matches.selectors.corrections import retold_of
from matches.selectors.matches import match_page
from matches.services.reports import report_submit
from matches.web.match_story import _gate
from teams.models import Cause, HistoryEntry
from teams.services.ledger import history_revise
from tests import cast
from tests.api.client import Api
from tests.matches.playing import kicked_off, phones
from tests.matches.test_arranging import two_teams
from tests.scenes import scene
from tests.web.reading import words_on

pytestmark = pytest.mark.django_db


@scene
def match() -> Match:
    return cast.match(cast.season(cast.quiet_league()))


def page(match: Match) -> HttpResponse:
    return Client().get(reverse("matches:match", args=[match.pk]))


def filed(match: Match, score: tuple[int, int] = (2, 1), *, more: dict[str, Any] | None = None, **told: Any) -> Match:
    """A report with whatever a report can say besides its sides."""
    body = {**cast.report(match, score, **told), **(more or {})}
    report_submit(match=match, report=report_from(body), actor=match.home.coach)
    return cast.reread(match)


def event(number: int, kind: str, half: int, turn: int, side: str, player: str = "", **more: Any) -> dict[str, Any]:
    return plain(Event(f"phone-{number}", kind, half, turn, side, player, **more))


def told_by_events(match: Match) -> Match:
    events = [
        event(1, "kick-off", 1, 1, "away", what="blitz"),
        event(2, "touchdown", 1, 4, "home", "p10"),
        event(3, "casualty", 2, 2, "away", "p5", other="p11", cause="block", dice={"casualty": [4, 3]}),
        event(4, "touchdown", 2, 3, "away", "p10"),
        event(5, "weather", 2, 5, "", what="blizzard"),
        event(6, "touchdown", 2, 8, "home", "p10"),
    ]
    hurt = {"casualties": [{"victim": "p5", "cause": "block", "by": "p11"}]}
    dice = {f"casualty/{match.away.key}/p5": (4, 3)}
    return filed(match, away=hurt, dice=dice, more={"events": events})


def test_a_match_told_by_events_is_told_turn_by_turn(match: Match) -> None:
    answer = page(told_by_events(match))
    first, second = answer.context["halves"]
    assert [turn.number for turn in first.turns] == [1, 4]
    assert [turn.number for turn in second.turns] == [2, 3, 5, 8]
    told = [one for half in (first, second) for turn in half.turns for one in turn.events]
    assert [one.outcome for one in told if one.kind == "touchdown"] == [
        "1\N{EN DASH}0", "1\N{EN DASH}1", "2\N{EN DASH}1",
    ]  # fmt: skip
    words = words_on(answer)
    assert "First half" in words
    assert "Kick-off, Blitz!" in words
    # The weather befell both, and a casualty comes with its die and what it came to.
    assert "Blizzard" in words
    (hurt,) = [one for one in told if one.kind == "casualty"]
    assert (hurt.side, hurt.roll.faces) == ("away", (4, 3))
    assert hurt.outcome


def test_what_events_do_not_tell_is_told_besides(match: Match) -> None:
    confirmed = cast.advance(cast.confirm(told_by_events(match)))
    kinds = {one.kind for one in page(confirmed).context["events"]}
    assert kinds == {"fans", "mvp"}


def test_what_is_counted_and_stands_in_no_event_is_told_besides(match: Match) -> None:
    """Deeds that were ruled or typed beside the events earn their points: the story does not leave them out."""
    events = [
        event(1, "touchdown", 1, 4, "home", "p10"),
        event(2, "completion", 1, 3, "home", "p3"),
        event(3, "casualty", 1, 5, "away", "p6", other="p10", cause="block"),
    ]
    deeds = [
        {"player": "p10", "counts": {"touchdown": 1}},
        {"player": "p3", "counts": {"completion": 3}},
        {"player": "p4", "counts": {"interception": 1}},
    ]
    hurt = [{"victim": "p5", "cause": "foul", "by": None}, {"victim": "p6", "cause": "block", "by": "p10"}]
    more = {"events": events, "accepted": ["totals_differ"]}
    answer = page(filed(match, (1, 0), home={"deeds": deeds}, away={"casualties": hurt}, more=more))
    besides = [(one.kind, one.who.split()[0], one.what) for one in answer.context["events"] if one.kind != "mvp"]
    assert besides == [
        ("completion", "#3", "Completion \N{MULTIPLICATION SIGN} 2"),
        ("interception", "#4", "Interception"),
        ("casualty", "#5", "Foul"),
    ]
    (half,) = answer.context["halves"]
    assert [one.who.split()[0] for turn in half.turns for one in turn.events] == ["#3", "#10", "#6"]
    assert "Besides, without a turn" in words_on(answer)


def test_a_match_told_by_totals_is_told_by_its_totals(match: Match) -> None:
    answer = page(cast.file(match))
    assert answer.context["halves"] == ()
    assert "touchdown" in {one.kind for one in answer.context["events"]}


def test_what_was_recorded_before_the_match_is_told(match: Match) -> None:
    before = {"weather_table": "standard", "weather": "very-sunny", "kicking": "away", "venue": {"name": "Mud Bowl"}}
    words = words_on(page(filed(match, more={"prematch": before})))
    assert "Very Sunny" in words
    assert "Mud Bowl" in words
    assert "Kicked off first" in words


def test_a_blank_says_nothing(match: Match) -> None:
    answer = page(filed(match, more={"prematch": {"kicking": "home"}}))
    assert [fact.what for fact in answer.context["before"]] == ["Kicked off first"]
    assert page(cast.reread(match)).context["days"][0].facts == ()


def test_guests_and_journeymen_stand_on_the_sheets_of_that_day(match: Match) -> None:
    """Inducements, star players: hired for one match, he stands on no other sheet."""
    cast.ruled(match.home, Change("gold", by=300_000))
    match = cast.reread(match)
    hired = {"induced": [{"what": "star-player", "about": "helmut-wulf"}], "treasury": 110_000}
    before = {"chooses_first": "home", "home": hired, "away": {"induced": []}}
    played = cast.confirm(filed(match, more={"prematch": before}))
    answer = page(played)
    home, away = answer.context["days"]
    stars = [row for row in home.rows if row.player.guest]
    assert [row.player.name for row in stars] == ["Helmut Wulf"]
    assert not [row for row in away.rows if row.player.guest]
    assert "Helmut Wulf" in {fact.said for fact in home.facts}
    assert not match.home.players.filter(name="Helmut Wulf").exists()


def test_own_gold_is_told_as_it_was_spent_and_as_it_was_offered(match: Match) -> None:
    """Readings A-21: gold that nobody needed stays in the treasury."""
    cast.ruled(match.home, Change("gold", by=300_000))
    match = cast.reread(match)
    hired = {"induced": [{"what": "star-player", "about": "helmut-wulf"}], "treasury": 150_000}
    before = {"chooses_first": "home", "home": hired, "away": {"induced": []}}
    filed(match, more={"prematch": before})
    for played in (cast.reread(match), cast.confirm(cast.reread(match))):
        home, _away = page(played).context["days"]
        assert ("Own gold spent on them", "110,000 of 150,000 that were offered") in {
            (fact.what, fact.said) for fact in home.facts
        }
        told = Api(None).get(f"matches/{match.pk}/").json()["sides"]
        assert told["home"]["own_gold"] == {"offered": 150_000, "spent": 110_000}
        assert told["away"]["own_gold"] == {"offered": 0, "spent": 0}


@pytest.mark.parametrize(("offered", "said"), [(110_000, "110,000"), (110_001, "110,000 of 110,001 that were offered")])
def test_what_was_offered_is_told_only_where_it_was_not_all_spent(match: Match, offered: int, said: str) -> None:
    cast.ruled(match.home, Change("gold", by=300_000))
    hired = {"induced": [{"what": "star-player", "about": "helmut-wulf"}], "treasury": offered}
    before = {"chooses_first": "home", "home": hired, "away": {"induced": []}}
    home, away = page(filed(cast.reread(match), more={"prematch": before})).context["days"]
    assert next(fact.said for fact in home.facts if fact.what == "Own gold spent on them") == said
    assert "Own gold spent on them" not in {fact.what for fact in away.facts}


def test_who_gained_what_comes_from_the_ledger(match: Match) -> None:
    played = cast.finish(cast.confirm(told_by_events(match)))
    home, away = page(played).context["gains"]
    scorer = next(one for one in home.players if one.key == "p10")
    assert (scorer.spp >= 6, "Touchdown" in scorer.deeds) == (True, True)
    victim = next(one for one in away.players if one.key == "p5")
    assert victim.harm
    assert home.gold_total == sum(line.amount for line in home.gold)
    assert {line.what for line in home.gold} >= {"Winnings"}


def test_before_a_match_counts_it_has_brought_nobody_anything(match: Match) -> None:
    assert page(cast.file(match)).context["gains"] == ()


@pytest.mark.parametrize(
    ("ending", "said"),
    [
        ({"ending": "conceded", "gave_up": "away", "could_field": 2}, "gave up. It could have set up 2 players."),
        ({"ending": "walkover", "gave_up": "away"}, "did not come: the match was never played."),
        ({"ending": "walkover", "gave_up": ""}, "Neither side came: both have lost."),
    ],
    ids=["conceded", "a walkover", "nobody came"],
)
def test_a_match_that_did_not_end_like_others_says_so(match: Match, ending: dict[str, Any], said: str) -> None:
    rules = ruleset_of(match.ruleset_id)
    bare = report_from({**cast.report(match, (0, 0)), **ending, "accepted": ["could_field_unlikely"]})
    told = endings.with_awarded(bare, rules)
    home, away = (
        replace(mine, nominees=mine.nominees if endings.mvps(told, side, rules) else ())
        for side, mine, _ in told.sides()
    )
    report_submit(match=match, report=replace(told, home=home, away=away), actor=match.home.coach)
    assert said in words_on(page(cast.reread(match)))


@pytest.mark.parametrize(("players", "said"), [(2, "loses nothing but the match"), (3, "winnings and most valuable")])
def test_before_a_concession_is_confirmed_the_page_says_what_it_costs(match: Match, players: int, said: str) -> None:
    """Conceding: free below three players, and dear otherwise."""
    rules = ruleset_of(match.ruleset_id)
    ending = {"ending": "conceded", "gave_up": "away", "could_field": players, "accepted": ["could_field_unlikely"]}
    told = endings.with_awarded(report_from({**cast.report(match, (1, 0)), **ending}), rules)
    home, away = (
        replace(mine, nominees=mine.nominees if endings.mvps(told, side, rules) else ())
        for side, mine, _ in told.sides()
    )
    report_submit(match=match, report=replace(told, home=home, away=away), actor=match.home.coach)
    client = Client()
    client.force_login(match.away.coach)
    words = words_on(client.get(reverse("matches:match", args=[match.pk])))
    assert f"{match.away.name} has given up." in words
    assert (said in words, "Confirm the report" in words) == (True, True)


def test_fans_and_fame_are_told_as_soon_as_the_dice_have_fallen(match: Match) -> None:
    """The fans: 2D6 and the fan factor, by the thousand; FAME for who has more."""
    dice = {f"fans/{match.home.key}": (6, 6), f"fans/{match.away.key}": (1, 1)}
    answer = page(filed(match, more={"prematch": {"kicking": "home"}, "dice": dice}))
    said = [fact.said for day in answer.context["days"] for fact in day.facts if fact.what == "Fans"]
    assert said == ["15,000, FAME +2", "5,000"]
    counted = page(cast.confirm(cast.reread(match))).context["days"]
    assert [fact.said for day in counted for fact in day.facts if fact.what == "Fans"] == said


@pytest.mark.parametrize(
    ("edition", "fame", "said"),
    [
        ("bb2016", 2, ["FAME +2", "FAME +2"]),
        ("bb2016", 0, ["No FAME"] * 2),
        ("bb2020", 0, ["Came to see it"] * 2),
        ("basic", 0, []),
    ],
)
def test_editions_without_fans_or_fame_say_nothing_of_them(
    match: Match, edition: str, fame: int, said: list[str]
) -> None:
    """The fans and FAME (2016/17); fan factors without FAME (BB2020); Basic and Sevens count nobody."""
    found = match_page(cast.confirm(cast.file(match)))
    told = []
    for side in found.sides:
        played = tuple(replace(one, fame=fame) for one in side.injuries if isinstance(one, fx.MatchPlayed))
        told += [one.what for one in _gate(found, replace(side, injuries=played), rulesets.get(edition))]
    assert told == said


def test_a_match_that_stopped_is_not_being_played(match: Match) -> None:
    begun = kicked_off(match)
    assert "Being played" in words_on(page(begun))
    mine, _ = phones(begun)
    mine.tap("abandoned")
    mine.send()
    words = words_on(page(begun))
    assert "abandoned, to go on later" in words
    assert "Being played" not in words


def test_an_exhibition_is_told_as_if_it_counted_and_says_that_it_does_not() -> None:
    match = cast.arranged(*two_teams(), "exhibition", accepted=True)
    body: dict[str, Any] = {"nominees": []}
    played = cast.confirm(
        cast.file(match, home=body, away={**body, "casualties": [{"victim": "p5", "cause": "block", "by": "p9"}]})
    )
    answer = page(played)
    words = words_on(answer)
    home, away = answer.context["gains"]
    touchdown, casualty = (ruleset_of(match.ruleset_id).spp[deed] for deed in ("touchdown", "casualty"))
    assert {one.key: one.spp for one in home.players} == {"p10": 2 * touchdown, "p9": casualty}
    assert {one.key: one.spp for one in away.players} == {"p10": touchdown, "p5": 0}
    assert "if it counted" in words
    assert "winnings and the most valuable player are thrown for after a match that counts" in words
    assert "An exhibition match: nothing of it counts." in words
    assert "Touchdown" in words
    assert not Cause.objects.filter(occasion=match.key).exists()


def test_what_was_corrected_later_is_marked(match: Match) -> None:
    played = cast.finish(cast.confirm(cast.file(match)))
    assert retold_of(played) == ()
    first = HistoryEntry.objects.get(cause__kind="match", cause__occasion=match.key)
    inputs = dict(first.revision.inputs)
    report = dict(inputs["report"])
    report["away"] = {**report["away"], "deeds": [{"player": "p11", "counts": {"touchdown": 1}}]}
    with write("history.revised", actor=None, league=match.league) as writing:
        history_revise(
            league=match.league,
            revised={first.cause_id: {"inputs": {**inputs, "report": report}}},
            reason="It was the other blitzer",
            actor=cast.coach("Cora"),
        )
        writing.done(None)
    answer = page(cast.reread(match))
    assert "Corrected later" in words_on(answer)
    assert "It was the other blitzer" in words_on(answer)
    told = Api(None).get(f"matches/{match.pk}/").json()
    assert told["corrections"][0]["reason"] == "It was the other blitzer"


def test_the_api_tells_both_sheets_of_that_day(match: Match) -> None:
    played = cast.confirm(cast.file(match))
    told = Api(None).get(f"matches/{played.pk}/").json()
    assert {player["key"] for player in told["sides"]["home"]["sheet"]["players"]} == {f"p{n}" for n in range(1, 13)}
    assert told["corrections"] == []
