"""Home stadiums in a window, through the services: dice that are kept, acts that are taken back, at any time or not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engine.errors import DieImpossible, DieMissing, HiringIllegal, NotAllowed
from engine.match.throwing import DieOfTheServer
from engine.team.hiring import Act
from engine.team.ruling import Change
from leagues.errors import NameInvalid
from matches.errors import MatchUnderWay, NextMatchBegun, SaleComesFirst, WindowShut
from matches.models import DiceRoll, Match
from matches.selectors.hiring import hiring_page
from matches.services.hiring import act_do, act_undo, window_open
from teams.models import Team
from teams.selectors.statement import statement, statement_page
from teams.services.verification import league_differences
from tests import cast

pytestmark = pytest.mark.django_db

NAME = "The Rink"


def a_window(*, owned: bool, gold: int = 0, **house_rules: Any) -> Match:
    """Ann's humans are at home somewhere, and both teams may hire and fire."""
    rules = {name.replace("_", "-"): value for name, value in house_rules.items()}
    league = cast.league(house_rules={"expensive-mistakes": False, **rules})
    match = cast.match(cast.season(league, legs=2))
    changes = [Change("stadium", what="ice", name=NAME, yes=owned)]
    cast.ruled(match.home, *changes, *([Change("gold", by=gold)] if gold else []))
    return cast.to_the_window(cast.confirm(cast.file(cast.reread(match), (1, 1))))


def do(team: Team, kind: Any, faces: Sequence[int] = (), **about: Any) -> Team:
    return cast.again(act_do(team=cast.again(team), act=Act(kind, **about), faces=faces, actor=team.coach))


def undo(team: Team) -> Team:
    latest = hiring_page(cast.again(team)).acts[0]
    return cast.again(act_undo(team=cast.again(team), cause=latest.cause, actor=team.coach))


def thrown() -> dict[str, list[int]]:
    return {row.key: row.faces for row in DiceRoll.objects.filter(key__startswith="stadium-sale")}


def sound(team: Team) -> bool:
    return list(league_differences(team.league)) == []


def test_a_stadium_is_sold_by_dice_that_stay_and_the_team_stays_on() -> None:
    """BB2016, stadiums, selling up."""
    match = a_window(owned=True)
    before = cast.again(match.home)
    team = do(match.home, "sell-stadium")
    assert team.stadium == {"stadium": "ice", "name": NAME, "owned": False}
    dice = thrown()
    assert set(dice) <= {"stadium-sale/t1", "stadium-sale/t1/2d6"}
    line = statement(team)[-1]
    assert (line.reason, line.amount) == ("stadium-sold", team.treasury - before.treasury)
    assert statement_page(team)[0].rows[-1].subject in ("Swindled", "Sold at a Loss", "Break Even!")
    assert sound(team)


def test_taking_a_sale_back_never_buys_other_dice() -> None:
    match = a_window(owned=True)
    before = cast.again(match.home).treasury
    sold, dice = do(match.home, "sell-stadium"), thrown()
    taken_back = undo(match.home)
    assert (taken_back.treasury, taken_back.stadium["owned"]) == (before, True)
    assert thrown() == dice
    again = do(match.home, "sell-stadium")
    assert (again.treasury, thrown()) == (sold.treasury, dice)
    # What is typed in now comes too late: the dice lie as they lie.
    undo(match.home)
    assert do(match.home, "sell-stadium", faces=(6,)).treasury == sold.treasury
    assert sound(again)


def test_faces_of_the_table_are_kept_as_they_were_typed() -> None:
    match = a_window(owned=True, table_rolls=["stadium"])
    before = cast.again(match.home).treasury
    with pytest.raises(DieMissing):
        do(match.home, "sell-stadium")
    with pytest.raises(DieMissing):
        do(match.home, "sell-stadium", faces=(2,))
    with pytest.raises(DieImpossible):
        do(match.home, "sell-stadium", faces=(7,))
    assert thrown() == {}
    team = do(match.home, "sell-stadium", faces=(2, 3, 4))
    assert thrown() == {"stadium-sale/t1": [2], "stadium-sale/t1/2d6": [3, 4]}
    assert team.treasury == before + 170_000
    assert set(DiceRoll.objects.filter(key__startswith="stadium-sale").values_list("source", flat=True)) == {"table"}


def test_where_the_server_throws_nobody_types() -> None:
    match = a_window(owned=True, server_rolls=["stadium"])
    with pytest.raises(DieOfTheServer):
        do(match.home, "sell-stadium", faces=(6,))


def test_a_sale_comes_first_in_a_window() -> None:
    """BB2016, stadiums, selling up: at the start of the Hire and Fire step."""
    match = a_window(owned=True)
    do(match.home, "name-stadium", name="New Rink")
    do(match.home, "fire", player="p1")
    with pytest.raises(SaleComesFirst):
        do(match.home, "sell-stadium")
    undo(match.home)
    assert do(match.home, "sell-stadium").stadium == {"stadium": "ice", "name": "New Rink", "owned": False}


def test_a_home_is_bought_with_the_fund_and_taken_back() -> None:
    """BB2016, stadiums, taking ownership and partial payments."""
    match = a_window(owned=False, gold=400_000)
    before = cast.again(match.home)
    saved = do(match.home, "pay-into-fund", count=2)
    assert (saved.treasury, saved.fund) == (before.treasury - 140_000, 100_000)
    team = do(match.home, "buy-stadium")
    assert (team.treasury, team.fund, team.stadium["owned"]) == (before.treasury - 290_000, 0, True)
    assert [line.reason for line in statement(team)[-2:]] == ["stadium-fund", "stadium-bought"]
    assert sound(team)
    undo(match.home)
    team = undo(match.home)
    assert (team.treasury, team.fund, team.stadium["owned"]) == (before.treasury, 0, False)


def test_a_residency_is_ended_outside_every_window() -> None:
    """BB2016, post-match sequence step 3: at any time."""
    match = a_window(owned=False)
    match = cast.finish(match)
    with pytest.raises(WindowShut):
        do(match.home, "buy-stadium")
    before = cast.again(match.home).treasury
    team = do(match.home, "cancel-residency")
    assert (team.stadium, team.treasury) == (None, before - 50_000)
    assert sound(team)


def test_a_residency_is_not_ended_while_a_match_is_under_way() -> None:
    """Ours: nobody knows yet what that has spent, and it may be played at that very home."""
    match = cast.finish(a_window(owned=False))
    second = cast.kick_off(cast.match(match.season))
    home = second.home if second.home_id == match.home_id else second.away
    with pytest.raises(MatchUnderWay):
        do(home, "cancel-residency")
    assert do(home, "name-stadium", name="New Rink").stadium["name"] == "New Rink"


def test_a_residency_may_be_ended_in_the_midst_of_a_sequence() -> None:
    league = cast.league(house_rules={"expensive-mistakes": False})
    match = cast.match(cast.season(league))
    cast.ruled(match.home, Change("stadium", what="ice", name=NAME))
    match = cast.advance(cast.confirm(cast.file(cast.reread(match), (2, 1))))
    assert [step.name for step in cast.waiting(match) if step.team_id == match.home_id] == ["winnings"]
    team = do(match.home, "cancel-residency")
    assert team.stadium is None
    assert cast.finish(match).status == "finished"
    assert sound(team)


def test_a_home_gets_a_fit_name_from_its_own_coach_only() -> None:
    match = a_window(owned=False)
    assert do(match.home, "name-stadium", name="  The  New Rink ").stadium["name"] == "The New Rink"
    for name in ("", " ", "N" * 81, "\u202e"):
        with pytest.raises(NameInvalid):
            do(match.home, "name-stadium", name=name)
    with pytest.raises(NotAllowed):
        act_do(team=cast.again(match.home), act=Act("name-stadium", name="Mine"), actor=match.away.coach)


def test_who_has_no_home_is_told_so() -> None:
    match = a_window(owned=False)
    for kind in ("buy-stadium", "sell-stadium", "cancel-residency"):
        with pytest.raises(HiringIllegal) as refused:
            do(match.away, kind)
        assert [problem.code for problem in refused.value.problems] == ["home_missing"]


def test_a_commissioner_s_window_has_dice_of_its_own() -> None:
    match = cast.finish(a_window(owned=True))
    window = window_open(team=cast.again(match.home), reason="A buyer came.", actor=cast.coach("Cora"))
    team = do(match.home, "sell-stadium")
    assert team.stadium["owned"] is False
    sessions = DiceRoll.objects.filter(key__startswith="stadium-sale").values_list("session__occasion", flat=True)
    assert set(sessions) == {window.key}
    assert sound(team)


def test_once_the_next_match_has_begun_nothing_is_ended_in_the_window_before_it() -> None:
    match = a_window(owned=False)
    other = cast.arranged(cast.again(match.home), cast.again(match.away), accepted=True)
    cast.advance(cast.confirm(cast.file(other)))
    with pytest.raises((NextMatchBegun, MatchUnderWay)):
        do(match.home, "cancel-residency")
