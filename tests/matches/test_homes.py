"""Home stadiums after a match, through the services: who asks, who waits, what is in the ledger (BB2016, stadiums)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import ChoiceUnknown, NotAllowed
from engine.team.ruling import Change
from engine.typed import plain
from leagues.errors import NameInvalid
from leagues.models import League
from matches.errors import ChoiceMade, DieThrown
from matches.mapping import report_from
from matches.models import DiceRoll, Match, PostMatchStep, StepStatus
from matches.selectors.kickoff import hindrances
from matches.services.postmatch import step_choose, step_throw
from matches.services.reports import report_submit
from teams.models import Team
from teams.selectors.statement import statement
from teams.services.verification import league_differences
from tests import cast
from tests.api.client import Api

pytestmark = pytest.mark.django_db


def sound(league: League) -> bool:
    """The rows agree with the ledger, and the ledger with itself."""
    return list(league_differences(league)) == []


def a_match(**house_rules: Any) -> Match:
    """No window, and no mistake: what gold moves, moves for the stadium."""
    rules = {name.replace("_", "-"): value for name, value in house_rules.items()}
    quiet = {"hire-window": False, "expensive-mistakes": False}
    return cast.match(cast.season(cast.league(house_rules={**quiet, **rules})))


def played_at(
    match: Match,
    stadium: str = "ice",
    home_of: str = "",
    score: tuple[int, int] = (1, 1),
    dice: dict[str, tuple[int, ...]] | None = None,
) -> Match:
    """Confirmed, and run as far as it goes by itself."""
    venue = {"stadium": stadium, "home_of": home_of}
    gate = {f"fans/{match.home.key}": (3, 4), f"fans/{match.away.key}": (3, 4)}
    told = {**cast.report(match, score, dice={**gate, **(dice or {})}), "prematch": {"venue": venue}}
    report_submit(match=match, report=report_from(told), actor=match.home.coach)
    return cast.advance(cast.confirm(cast.reread(match)))


def step_of(team: Team, name: str) -> PostMatchStep:
    return PostMatchStep.objects.select_related("match__league", "team__coach").get(team=team, name=name)


def choose(team: Team, name: str, choice: str, words: str = "") -> Match:
    step = step_of(team, name)
    step_choose(step=step, choice=choice, words=words, actor=step.team.coach)
    return cast.advance(step.match)


def states(match: Match, name: str) -> list[str]:
    return [step_of(team, name).status for team in (match.home, match.away)]


def test_at_an_ordinary_stadium_nobody_is_asked_for_anything() -> None:
    match = played_at(a_match(), "standard")
    assert states(match, "residency") == states(match, "residency-deal") == [StepStatus.DONE, StepStatus.DONE]
    assert sound(match.league)


def test_the_answer_waits_until_the_other_coach_has_said_whether_he_asks() -> None:
    """BB2016, stadiums, becoming residents: the higher of both results."""
    match = played_at(a_match(), dice={"residency/t1": (6,)})
    assert states(match, "residency") == [StepStatus.WAITING, StepStatus.WAITING]
    choose(match.home, "residency", "attempt")
    assert states(match, "residency-deal") == [StepStatus.LATER, StepStatus.LATER]
    choose(match.away, "residency", "pass")
    assert states(match, "residency-deal") == [StepStatus.WAITING, StepStatus.DONE]
    assert step_of(match.home, "residency-deal").options == ["pay-winnings", "refuse"]
    assert step_of(match.away, "winnings").status == StepStatus.DONE


def test_a_home_that_costs_all_winnings_is_named_by_its_resident() -> None:
    match = played_at(a_match(), dice={"residency/t1": (6,)})
    before = cast.again(match.home).treasury
    choose(match.home, "residency", "attempt")
    choose(match.away, "residency", "pass")
    match = choose(match.home, "residency-deal", "pay-winnings", "  The   Rink ")
    team = cast.again(match.home)
    assert team.stadium == {"stadium": "ice", "name": "The Rink", "owned": False}
    assert team.treasury == before
    line = next(line for line in statement(team) if line.reason == "winnings")
    assert line.amount == 0
    assert line.parts[-1].why == "residency"
    assert -line.parts[-1].amount == sum(part.amount for part in line.parts[:-1]) > 0
    assert cast.finish(match).status == "finished"
    assert sound(match.league)


def test_a_home_is_called_by_the_team_as_long_as_nobody_names_it() -> None:
    match = played_at(a_match(), dice={"residency/t1": (6,), "residency/t2": (6,)}, score=(2, 1))
    choose(match.home, "residency", "attempt")
    choose(match.away, "residency", "pass")
    choose(match.home, "residency-deal", "pay-winnings")
    assert cast.again(match.home).stadium == {"stadium": "ice", "name": "Reavers Ice", "owned": False}


def test_of_two_with_the_same_score_neither_is_offered_it() -> None:
    """BB2016, stadiums, becoming residents: the same, neither."""
    match = played_at(a_match(), dice={"residency/t1": (6,), "residency/t2": (6,)})
    for team in (match.away, match.home):
        match = choose(team, "residency", "attempt")
    assert states(match, "residency-deal") == [StepStatus.DONE, StepStatus.DONE]
    assert cast.again(match.home).stadium is cast.again(match.away).stadium is None
    assert sound(match.league)


def test_of_two_who_ask_the_winner_with_the_same_die_is_offered_it() -> None:
    match = played_at(a_match(), dice={"residency/t1": (6,), "residency/t2": (6,)}, score=(2, 1))
    for team in (match.home, match.away):
        match = choose(team, "residency", "attempt")
    assert states(match, "residency-deal") == [StepStatus.WAITING, StepStatus.DONE]


def test_changing_ones_mind_or_asking_twice_buys_no_other_die() -> None:
    match = played_at(a_match())
    step = step_of(match.home, "residency")
    stale = step_of(match.home, "residency")
    step_choose(step=step, choice="attempt", actor=match.home.coach)
    with pytest.raises(ChoiceMade):
        step_choose(step=stale, choice="pass", actor=match.home.coach)
    cast.advance(match)
    assert DiceRoll.objects.filter(key="residency/t1").count() == 1


def test_only_its_own_coach_asks_and_only_for_what_there_is() -> None:
    match = played_at(a_match())
    step = step_of(match.home, "residency")
    with pytest.raises(NotAllowed):
        step_choose(step=step, choice="attempt", actor=match.away.coach)
    with pytest.raises(ChoiceUnknown):
        step_choose(step=step_of(match.home, "residency"), choice="accept", actor=match.home.coach)
    with pytest.raises(NameInvalid):
        step_choose(step=step_of(match.home, "residency"), choice="pass", words="N" * 81, actor=match.home.coach)
    assert step_of(match.home, "residency").status == StepStatus.WAITING


def test_at_the_table_the_die_is_asked_for_when_the_coach_has_asked() -> None:
    match = played_at(a_match(table_rolls=["stadium"]))
    match = choose(match.home, "residency", "attempt")
    step = step_of(match.home, "residency")
    assert (step.waits_for_die, step.roll) == (True, "residency/t1")
    step_throw(step=step, faces=(2,), actor=match.home.coach)
    row = DiceRoll.objects.get(key="residency/t1")
    assert (row.faces, row.source) == ([2], "table")


def test_a_league_without_stadiums_has_no_such_steps() -> None:
    match = cast.advance(cast.confirm(cast.file(a_match(stadiums=False))))
    assert not PostMatchStep.objects.filter(match=match, name__startswith="residency").exists()


def test_the_next_match_may_be_played_at_the_new_home() -> None:
    match = played_at(a_match(), dice={"residency/t1": (6,)})
    choose(match.home, "residency", "attempt")
    choose(match.away, "residency", "pass")
    cast.finish(choose(match.home, "residency-deal", "pay-winnings"))
    team = cast.again(match.home)
    again = cast.arranged(team, cast.again(match.away), accepted=True)
    report = report_from({**cast.report(again), "prematch": {"venue": {"stadium": "ice", "home_of": "home"}}})
    filed = report_submit(match=again, report=report, actor=again.home.coach)
    assert filed.report["prematch"]["venue"] == {**plain(report.prematch)["venue"]}


def test_one_throw_for_both_is_thrown_once_and_paid_twice() -> None:
    """BB2016, stadiums, Desperate for Exposure: both teams receive the same amount."""
    match = played_at(a_match(), "desperate-for-exposure")
    for team in (match.home, match.away):
        match = choose(team, "residency", "pass")
    roll = DiceRoll.objects.get(key="winnings/stadium/d6")
    for team in (match.home, match.away):
        line = next(line for line in statement(cast.again(team)) if line.reason == "winnings")
        assert [part.amount for part in line.parts if part.why == "stadium"] == [roll.faces[0] * 10_000]
    assert sound(match.league)


def test_at_the_table_one_throw_for_both_is_typed_in_by_whoever_comes_first() -> None:
    match = a_match(table_rolls=["winnings"])
    firsts = {"winnings/t1/1": (1,), "winnings/t2/1": (1,)}
    match = played_at(match, "desperate-for-exposure", dice=firsts)
    for team in (match.home, match.away):
        match = choose(team, "residency", "pass")
    mine, other = step_of(match.home, "winnings"), step_of(match.away, "winnings")
    assert mine.roll == other.roll == "winnings/stadium/d6"
    step_throw(step=mine, faces=(4,), actor=match.home.coach)
    with pytest.raises(DieThrown):
        step_throw(step=other, faces=(6,), actor=match.away.coach)
    match = cast.advance(match)
    assert states(match, "winnings") == [StepStatus.DONE, StepStatus.DONE]
    for team in (match.home, match.away):
        line = next(line for line in statement(cast.again(team)) if line.reason == "winnings")
        assert [part.amount for part in line.parts if part.why == "stadium"] == [40_000]
    assert sound(match.league)


def at_home(match: Match, *, owned: bool, score: tuple[int, int], dice: dict[str, tuple[int, ...]]) -> Match:
    """The home side is at home, which it owns or not."""
    cast.ruled(match.home, Change("stadium", what="ice", name="The Rink", yes=owned))
    gate = {"home-fans/t1": (1,)}
    return played_at(cast.reread(match), "ice", "home", score, {**gate, **dice})


def test_an_owner_gains_by_a_win_at_home() -> None:
    """BB2016, post-match sequence step 3."""
    match = at_home(a_match(), owned=True, score=(1, 0), dice={"winnings/t1/own-stadium": (2,)})
    choose(match.home, "winnings", "keep")
    line = next(line for line in statement(cast.again(match.home)) if line.reason == "winnings")
    # More fans than the other side, by the thousand that home brings: FAME is 1.
    assert [part.amount for part in line.parts if part.why == "own-stadium"] == [30_000]
    assert sound(match.league)


def test_a_defeat_at_home_is_thrown_for_and_gold_keeps_the_home() -> None:
    """BB2016, post-match sequence, start of step 4: a fan factor of 3, and a 4."""
    dice = {"losing-residency/t1": (4,), "fan-factor/t1/2d6": (1, 2)}
    match = at_home(a_match(), owned=False, score=(0, 1), dice=dice)
    step = step_of(match.home, "losing-residency")
    assert (step.status, step.options, step.roll) == (StepStatus.WAITING, ["pay-1", "let-go"], "losing-residency/t1")
    before = cast.again(match.home).treasury
    choose(match.home, "losing-residency", "pay-1")
    team = cast.again(match.home)
    assert team.treasury == before - 30_000
    assert team.stadium == {"stadium": "ice", "name": "The Rink", "owned": False}
    assert statement(team)[-1].reason == "residency-kept"
    assert sound(match.league)


def test_a_home_that_is_let_go_is_gone() -> None:
    dice = {"losing-residency/t1": (4,), "fan-factor/t1/2d6": (1, 2)}
    match = at_home(a_match(), owned=False, score=(0, 1), dice=dice)
    choose(match.home, "losing-residency", "let-go")
    assert cast.again(match.home).stadium is None
    assert sound(match.league)


def test_an_eight_takes_the_home_without_a_question() -> None:
    match = at_home(a_match(), owned=False, score=(0, 1), dice={"losing-residency/t1": (8,)})
    assert cast.again(match.home).stadium is None


def test_where_a_team_is_at_home_is_decided_before_its_next_match() -> None:
    dice = {"losing-residency/t1": (4,), "fan-factor/t1/2d6": (1, 2)}
    match = at_home(a_match(), owned=False, score=(0, 1), dice=dice)
    cast.team(match.league, "Strays", by="Dan")
    other = cast.arranged(cast.again(match.home), match.league.teams.get(name="Strays"), accepted=True)
    assert "home_undecided" in [one.problem.code for one in hindrances(other)]
    choose(match.home, "losing-residency", "let-go")
    assert "home_undecided" not in [one.problem.code for one in hindrances(cast.reread(other))]


def test_the_api_takes_a_home_with_its_name() -> None:
    match = played_at(a_match(), dice={"residency/t1": (6,)})
    choose(match.home, "residency", "attempt")
    choose(match.away, "residency", "pass")
    step, api = step_of(match.home, "residency-deal"), Api(match.home.coach)
    refused = api.post(f"steps/{step.pk}/choose/", {"choice": "pay-winnings", "words": "N" * 81})
    assert refused.status_code == 422
    chosen = api.post(f"steps/{step.pk}/choose/", {"choice": "pay-winnings", "words": "The Rink"})
    assert chosen.status_code == 200
    assert (chosen.json()["choice"], chosen.json()["words"]) == ("pay-winnings", "The Rink")
    cast.advance(match)
    assert cast.again(match.home).stadium == {"stadium": "ice", "name": "The Rink", "owned": False}
