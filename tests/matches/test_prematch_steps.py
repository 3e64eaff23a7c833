"""The steps before a match through their services: thrown by the server, typed in from the table, or told."""

from __future__ import annotations

from typing import Any

import pytest

from engine import effects as fx
from engine.errors import DieImpossible, NotAllowed
from engine.match.prematch import PreMatch
from engine.match.throwing import DieOfTheServer, DieOfTheTable
from engine.team.ruling import Change
from leagues.models import AuditEntry
from matches.errors import PrematchIllegal, StepNotPlayed, ThrownAlready
from matches.mapping import prematch_of
from matches.models import DiceRoll, Match, MatchDay
from matches.selectors.matchday import prematch_page
from matches.selectors.matches import match_page
from matches.services.prematch import (
    fans_record,
    journeymen_record,
    prematch_throw,
    referee_record,
    stadium_choose,
    stadium_record,
    weather_record,
)
from tests import cast

pytestmark = pytest.mark.django_db


def a_match(*, home: bool = False, ruleset: str = "bb2016", **house_rules: Any) -> Match:
    """Ann's humans against Bob's orcs; with ``home``, the humans are at home in the Frozen Pit."""
    rules = {name.replace("_", "-"): value for name, value in house_rules.items()}
    league = cast.league(ruleset=ruleset, house_rules=rules)
    humans, orcs = cast.team(league), cast.team(league, "Gouged Eye", by="Bob", roster="orc")
    if home:
        cast.ruled(humans, Change("stadium", what="ice", name="The Frozen Pit"))
    return cast.match(cast.season(league, [cast.again(humans), orcs]))


def recorded(match: Match) -> PreMatch:
    return prematch_of(MatchDay.objects.filter(match=match).first())


def throw(match: Match, step: str, **more: Any) -> PreMatch:
    return prematch_of(prematch_throw(match=match, step=step, actor=match.home.coach, **more))


def fallen(match: Match) -> dict[str, tuple[list[int], str]]:
    rolls = DiceRoll.objects.filter(session__occasion=match.key, session__league=match.league_id)
    return {roll.key: (roll.faces, roll.source) for roll in rolls}


def codes(refused: pytest.ExceptionInfo[PrematchIllegal]) -> list[tuple[str, str]]:
    return [(problem.code, problem.where) for problem in refused.value.problems]


# Thrown


def test_one_tap_throws_keeps_the_dice_and_records_what_they_say() -> None:
    match = a_match()
    weather = throw(match, "weather").weather
    (faces, source) = fallen(match)["weather"]
    table = next(one for one in prematch_page(match.home.coach, match).ruleset.weather if one.key == "standard")
    assert (table.result(sum(faces)).key, source) == (weather, "seeded")
    assert AuditEntry.objects.get(action="prematch.weather").data["rolls"] == {"weather": faces}


def test_what_was_thrown_at_the_table_is_typed_in() -> None:
    """BB2016, the standard weather table: eleven is rain."""
    match = a_match()
    assert throw(match, "weather", typed={"weather": (6, 5)}).weather == "pouring-rain"
    assert fallen(match) == {"weather": ([6, 5], "table")}


def test_the_coaches_agree_on_a_table_that_the_league_plays_with() -> None:
    match = a_match(weather=["standard", "winter"])
    found = throw(match, "weather", table="winter", typed={"weather": (6, 5)})
    assert (found.weather_table, found.weather) == ("winter", "heavy-snow")


def test_on_no_other_table_anything_is_thrown() -> None:
    match = a_match()
    with pytest.raises(PrematchIllegal) as refused:
        throw(match, "weather", table="winter")
    assert codes(refused) == [("table_not_played", "prematch.weather_table")]
    assert fallen(match) == {}


def test_who_comes_second_is_told_that_the_other_has_thrown_already() -> None:
    match = a_match()
    throw(match, "weather")
    before = fallen(match)
    with pytest.raises(ThrownAlready):
        prematch_throw(match=match, step="weather", actor=match.away.coach)
    with pytest.raises(ThrownAlready):
        prematch_throw(match=match, step="weather", typed={"weather": (1, 1)}, actor=match.away.coach)
    assert fallen(match) == before


@pytest.mark.parametrize("faces", [(7, 1), (0, 1), (3,), (1, 2, 3)])
def test_faces_that_the_dice_do_not_have_are_refused(faces: tuple[int, ...]) -> None:
    match = a_match()
    with pytest.raises(DieImpossible):
        throw(match, "weather", typed={"weather": faces})
    assert fallen(match) == {}


def test_a_die_that_the_step_does_not_ask_for_is_refused() -> None:
    with pytest.raises(PrematchIllegal) as refused:
        throw(a_match(), "weather", typed={"fans/t1": (1, 1)})
    assert codes(refused) == [("die_not_of_step", "dice.fans/t1")]


def test_nobody_types_in_what_the_server_throws_here() -> None:
    match = a_match(server_rolls=["weather"])
    with pytest.raises(DieOfTheServer):
        throw(match, "weather", typed={"weather": (1, 1)})
    assert throw(match, "weather").weather


def test_the_server_does_not_throw_what_is_thrown_at_the_table_here() -> None:
    match = a_match(dice="table")
    with pytest.raises(DieOfTheTable) as refused:
        throw(match, "weather")
    assert refused.value.params == {"dice": "2D6", "key": "weather"}
    assert throw(match, "weather", typed={"weather": (1, 1)}).weather == "sweltering-heat"


@pytest.mark.parametrize("step", ["journeymen", "inducement"])
def test_where_nothing_is_thrown_nothing_can_be(step: str) -> None:
    with pytest.raises((ThrownAlready, StepNotPlayed)):
        throw(a_match(), step)


# Told


def test_a_result_is_told_changed_and_taken_back_and_the_dice_stay_on_record() -> None:
    match = a_match()
    throw(match, "weather", typed={"weather": (3, 4)})
    for weather in ("blizzard", "nice", ""):
        weather_record(match=match, weather=weather, actor=match.away.coach)
        assert recorded(match).weather == weather
    assert fallen(match)["weather"][0] == [3, 4]


def test_what_is_not_as_the_dice_fell_is_marked() -> None:
    match = a_match()
    throw(match, "weather", typed={"weather": (3, 4)})
    assert prematch_page(match.home.coach, match).differences == ()
    weather_record(match=match, weather="blizzard", actor=match.home.coach)
    assert [one.where for one in prematch_page(match.home.coach, match).differences] == ["prematch.weather"]


def test_a_result_that_no_table_has_is_refused_and_nothing_is_written() -> None:
    match = a_match()
    with pytest.raises(PrematchIllegal) as refused:
        weather_record(match=match, weather="fog", actor=match.home.coach)
    assert codes(refused) == [("result_unknown", "prematch.weather")]
    assert not MatchDay.objects.filter(match=match).exists()


def test_what_no_longer_fits_elsewhere_hinders_no_other_step() -> None:
    """It is shown at its own step, and the report is asked about it."""
    match = a_match()
    weather_record(match=match, weather="nice", actor=match.home.coach)
    MatchDay.objects.filter(match=match).update(prematch={"weather": "fog"})
    referee_record(match=match, referee="standard", actor=match.home.coach)
    page = prematch_page(match.home.coach, match)
    assert [one.where for one in page.problems_at("prematch.weather")] == ["prematch.weather"]
    assert page.problems_at("prematch.referee") == ()


# The stadium


def test_a_stadium_is_thrown_for_to_its_end() -> None:
    match = a_match()
    venue = throw(match, "stadium").venue
    assert venue.stadium
    assert "stadium/coach" not in fallen(match)


def test_the_dice_wait_for_the_coach_who_may_play_at_home() -> None:
    """BB2016, stadiums: the coach who throws may replace a stadium that is not standard by his own home."""
    match = a_match(home=True)
    typed = {"stadium/coach": (1,), "stadium/roll": (1, 2)}
    assert throw(match, "stadium", typed=typed).venue.stadium == ""
    with pytest.raises(ThrownAlready):
        throw(match, "stadium")
    with pytest.raises(NotAllowed):
        stadium_choose(match=match, home=True, actor=match.away.coach)
    venue = prematch_of(stadium_choose(match=match, home=True, actor=match.home.coach)).venue
    assert (venue.stadium, venue.home_of, venue.name) == ("ice", "home", "The Frozen Pit")
    assert set(fallen(match)) == set(typed)


def test_or_he_throws_on() -> None:
    match = a_match(home=True)
    throw(match, "stadium", typed={"stadium/coach": (1,), "stadium/roll": (1, 2)})
    venue = prematch_of(stadium_choose(match=match, home=False, actor=match.home.coach)).venue
    assert venue.home_of == ""
    assert venue.stadium
    assert "stadium/unusual-playing-surface" in fallen(match)


@pytest.mark.parametrize(("coach", "roll"), [((2,), (1, 2)), ((1,), (3, 4))])
def test_the_other_coach_and_a_standard_stadium_leave_no_choice(coach: tuple[int], roll: tuple[int, int]) -> None:
    match = a_match(home=True)
    throw(match, "stadium", typed={"stadium/coach": coach, "stadium/roll": roll})
    with pytest.raises(ThrownAlready):
        stadium_choose(match=match, home=True, actor=match.home.coach)


def test_a_home_that_was_told_brings_its_own_stadium_and_name() -> None:
    match = a_match(home=True)
    venue = prematch_of(stadium_record(match=match, home_of="home", actor=match.away.coach)).venue
    assert (venue.stadium, venue.name) == ("ice", "The Frozen Pit")
    with pytest.raises(PrematchIllegal) as refused:
        stadium_record(match=match, home_of="away", actor=match.away.coach)
    assert codes(refused) == [("no_home_stadium", "prematch.venue.home_of")]


def test_more_fans_come_to_the_home_stadium() -> None:
    """BB2016, stadiums: +D3, thousands (reading A-10)."""
    match = a_match(home=True)
    stadium_record(match=match, home_of="home", actor=match.home.coach)
    throw(match, "fans")
    home, away = match.home.key, match.away.key
    assert set(fallen(match)) == {f"fans/{home}", f"home-fans/{home}", f"fans/{away}"}


# Fans


def test_each_coach_may_type_in_his_own_throw() -> None:
    match = a_match()
    home, away = match.home.key, match.away.key
    throw(match, "fans", typed={f"fans/{home}": (3, 4)})
    prematch_throw(match=match, step="fans", typed={f"fans/{away}": (1, 2)}, actor=match.away.coach)
    assert {key: faces for key, (faces, _) in fallen(match).items()} == {f"fans/{home}": [3, 4], f"fans/{away}": [1, 2]}


def test_fans_are_told_without_dice_and_within_what_dice_can_bring() -> None:
    """BB2016: 2D6 and a fan factor of 3, in thousands: 5,000 to 15,000."""
    match = a_match()
    fans_record(match=match, fans={"home": 5_000, "away": 15_000}, actor=match.home.coach)
    assert (recorded(match).home.fans, recorded(match).away.fans) == (5_000, 15_000)
    with pytest.raises(PrematchIllegal) as refused:
        fans_record(match=match, fans={"home": 4_000, "away": 16_000}, actor=match.home.coach)
    assert codes(refused) == [("fans_impossible", f"prematch.{side}.fans") for side in ("home", "away")]


def test_the_gate_of_the_pre_match_is_that_of_the_match() -> None:
    """What fell before the match is not thrown again with its report."""
    match = a_match()
    home, away = match.home.key, match.away.key
    throw(match, "fans", typed={f"fans/{home}": (6, 6), f"fans/{away}": (1, 1)})
    played = cast.play(match)
    effects = match_page(played).sides[0].injuries
    gate = next(effect for effect in effects if isinstance(effect, fx.MatchPlayed))
    assert (gate.fans, gate.fame) == (15_000, 2)
    assert fallen(match)[f"fans/{home}"] == ([6, 6], "table")


def test_a_great_crowd_draws_the_rivals_and_who_came_may_be_corrected() -> None:
    """BB2016, White Dwarf and Black Gobbo: ten or more, before the fan factor."""
    match = a_match(special_spectators=True)
    found = throw(match, "fans", typed={f"fans/{match.home.key}": (4, 6)})
    assert (found.home.special, found.away.special) == ("the-white-dwarf", "the-black-gobbo")
    fans_record(match=match, fans={}, rivals=False, actor=match.home.coach)
    assert recorded(match).home.special == ""


# Journeymen


def short_of_players() -> Match:
    """An exhibition match by the rules of 2020: two of the eleven humans have left."""
    league = cast.league(ruleset="bb2020")
    humans = cast.team(league, positions={"human-lineman": 11}, goods={})
    orcs = cast.team(league, "Gouged Eye", by="Bob", roster="orc", positions={"orc-lineman": 11}, goods={})
    cast.ruled(humans, *(Change("player-status", player=key, status="left") for key in ("p1", "p2")))
    return cast.reread(cast.arranged(cast.again(humans), orcs, "exhibition", accepted=True))


def take_on(match: Match, *positions: str, by: str = "Ann") -> tuple[str, ...] | None:
    day = journeymen_record(match=match, side="home", positions=positions, actor=cast.coach(by))
    return prematch_of(day).home.journeymen


def test_a_team_that_is_short_of_players_takes_journeymen_on() -> None:
    """BB2020, pre-game sequence, journeymen: up to eleven players."""
    match = short_of_players()
    assert take_on(match, "human-lineman") == ("human-lineman",)
    assert take_on(match, "human-lineman", "human-lineman") == ("human-lineman", "human-lineman")
    assert len(prematch_page(match.home.coach, match).sheets["home"].fit) == 11


@pytest.mark.parametrize(
    ("positions", "code"),
    [
        (("blitzer", "human-lineman"), "journeyman_position"),
        (("human-lineman",) * 3, "journeymen_too_many"),
    ],
)
def test_of_no_other_position_and_no_more_than_it_is_short_of(positions: tuple[str, ...], code: str) -> None:
    with pytest.raises(PrematchIllegal) as refused:
        take_on(short_of_players(), *positions)
    assert [problem.code for problem in refused.value.problems] == [code]


def test_whom_a_side_takes_on_its_own_coach_decides_or_a_commissioner_for_him() -> None:
    match = short_of_players()
    with pytest.raises(NotAllowed):
        take_on(match, "human-lineman", "human-lineman", by="Bob")
    assert take_on(match, "human-lineman", "human-lineman", by="Cora")


def test_the_position_that_a_coach_took_last_is_offered_first() -> None:
    first = short_of_players()
    assert prematch_page(first.home.coach, first).last_journeyman == {}
    take_on(first, "human-lineman", "human-lineman")
    again = cast.reread(cast.arranged(first.home, first.away, "exhibition", accepted=True))
    assert prematch_page(again.home.coach, again).last_journeyman == {"home": "human-lineman"}


def test_an_edition_that_takes_them_on_after_a_match_does_not_before_it() -> None:
    """BB2016, post-match sequence, step 5: prepare for next match."""
    match = a_match()
    with pytest.raises(StepNotPlayed):
        journeymen_record(match=match, side="home", positions=["lineman"], actor=match.home.coach)
