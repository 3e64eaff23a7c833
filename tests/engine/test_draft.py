"""Drafting a team: BB2016, extra rules, creating a team."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import effects as fx
from engine.errors import DraftIllegal, UnknownName
from engine.tally import Tally
from engine.team.draft import DraftedPlayer, TeamDraft, cost, decide_draft, problems
from engine.team.evolve import fold
from engine.team.sheet import TeamSheet
from tests.engine.given import RULES, a_draft


def codes(draft: TeamDraft) -> list[str]:
    return [problem.code for problem in problems(draft, RULES)]


def test_eleven_linemen_are_a_team() -> None:
    assert problems(a_draft(), RULES) == ()


def test_a_drafted_team_has_what_was_paid_for() -> None:
    draft = a_draft("orc", {"lineman": 8, "blitzer": 3}, {"reroll": 3, "fan-factor": 4, "apothecary": 1})
    effects = decide_draft(draft, RULES)
    sheet = fold(TeamSheet("t1"), effects)
    assert (sheet.name, sheet.roster, sheet.founded) == ("Reavers", "orc", True)
    assert [player.key for player in sheet.players] == [f"p{nth}" for nth in range(1, 12)]
    assert [player.position for player in sheet.players] == ["lineman"] * 8 + ["blitzer"] * 3
    assert dict(sheet.goods) == {"apothecary": 1, "fan-factor": 4, "reroll": 3}
    assert cost(draft, RULES) == 8 * 50_000 + 3 * 80_000 + 3 * 60_000 + 4 * 10_000 + 50_000
    assert sheet.treasury == 1_000_000 - cost(draft, RULES)
    assert sum(effect.amount for effect in effects if isinstance(effect, fx.GoldChanged)) == sheet.treasury


def test_gold_that_is_not_spent_stays_in_the_treasury() -> None:
    """BB2016, league rules, team roster: treasury."""
    assert fold(TeamSheet("t1"), decide_draft(a_draft(), RULES)).treasury == 450_000


@pytest.mark.parametrize(
    ("players", "found"),
    [(10, ["too_few_players"]), (11, []), (16, []), (17, ["too_many_players", "position_limit"])],
)
def test_a_team_has_11_to_16_players(players: int, found: list[str]) -> None:
    """BB2016, extra rules, buying players."""
    assert codes(a_draft(positions={"lineman": players})) == found


def test_seventeen_players_are_too_many_even_within_the_limits_of_the_list() -> None:
    """BB2016, extra rules, buying players."""
    assert codes(a_draft("orc", {"lineman": 13, "goblin": 4})) == ["too_many_players"]


@pytest.mark.parametrize(
    ("roster", "position", "most"),
    [(roster.key, position.key, position.max) for roster in RULES.teams for position in roster.positions],
)
def test_a_position_is_limited_by_its_team_list(roster: str, position: str, most: int) -> None:
    """BB2016, team rosters: the quantity of each position."""
    fill = "lineman" if position != "lineman" else "blitzer"

    def of(count: int) -> list[str]:
        return codes(a_draft(roster, {position: count, fill: max(0, 11 - count)}))

    assert "position_limit" not in of(most)
    assert "position_limit" in of(most + 1)


def test_both_numbers_of_a_broken_limit_are_named() -> None:
    (problem,) = problems(a_draft(positions={"lineman": 7, "blitzer": 5}), RULES)
    assert problem.params == {"position": "Blitzer", "taken": 5, "least": 0, "most": 4}
    assert str(problem) == "Blitzer: 5 taken, 0-4 allowed."
    assert (problem.rule, problem.where) == ("draft.position", "positions.blitzer")


def test_a_position_may_have_a_minimum() -> None:
    roster = RULES.roster("human")
    demanding = replace(roster, positions=(replace(roster.positions[0], min=12), *roster.positions[1:]))
    rules = replace(RULES, teams=(demanding,))
    assert [problem.code for problem in problems(a_draft(positions={"lineman": 11}), rules)] == ["position_limit"]
    assert problems(a_draft(positions={"lineman": 12}), rules) == ()


@pytest.mark.parametrize(("good", "most"), [("reroll", 8), ("fan-factor", 9), ("apothecary", 1)])
def test_goods_are_limited_when_a_team_is_created(good: str, most: int) -> None:
    """BB2016, extra rules, team re-rolls and fan factor; coaching staff; team lists 0-8 re-rolls."""
    for count in (0, 1, most):
        assert codes(a_draft(goods={good: count})) == []
    (problem,) = problems(a_draft(goods={good: most + 1}), RULES)
    assert (problem.code, problem.where) == ("good_limit", f"goods.{good}")
    assert problem.params["count"] == most + 1
    assert problem.params["most"] == most


@pytest.mark.parametrize("good", ["assistant-coach", "cheerleader"])
def test_assistants_and_cheerleaders_are_limited_by_gold_alone(good: str) -> None:
    """BB2016, extra rules, coaching staff."""
    assert codes(a_draft(goods={good: 45})) == []
    assert codes(a_draft(goods={good: 46})) == ["draft_too_expensive"]


def test_a_team_that_may_not_have_an_apothecary_cannot_buy_one() -> None:
    """BB2016, extra rules, coaching staff: apothecary."""
    rules = replace(RULES, teams=(replace(RULES.roster("human"), apothecary=False),))
    (problem,) = problems(a_draft(goods={"apothecary": 1}), rules)
    assert (problem.code, problem.rule) == ("good_not_allowed", "draft.apothecary")
    assert problems(a_draft(), rules) == ()


def test_nobody_sells_what_the_ruleset_does_not_know() -> None:
    assert codes(a_draft(goods={"wizard": 1})) == ["unknown_good"]


@pytest.mark.parametrize("good", [good.key for good in RULES.goods])
def test_less_than_nothing_cannot_be_bought(good: str) -> None:
    draft = a_draft(goods={good: -1})
    assert codes(draft) == ["good_negative"]
    assert cost(draft, RULES) == 550_000


def test_exactly_a_million_may_be_spent() -> None:
    """BB2016, extra rules, buying players: a treasury of 1,000,000."""
    exactly = a_draft(positions={"lineman": 16}, goods={"reroll": 3, "apothecary": 1})
    assert cost(exactly, RULES) == 1_000_000
    assert problems(exactly, RULES) == ()
    assert fold(TeamSheet("t1"), decide_draft(exactly, RULES)).treasury == 0


def test_ten_thousand_more_than_a_million_may_not_be_spent() -> None:
    """BB2016, extra rules, buying players: a treasury of 1,000,000."""
    more = a_draft(positions={"lineman": 16}, goods={"reroll": 3, "apothecary": 1, "cheerleader": 1})
    (problem,) = problems(more, RULES)
    assert problem.code == "draft_too_expensive"
    assert problem.params == {"needed": 1_010_000, "available": 1_000_000}


def test_players_come_from_one_team_list() -> None:
    """BB2016, extra rules, buying players."""
    (problem,) = problems(a_draft("human", {"lineman": 10, "troll": 1}), RULES)
    assert problem.code == "unknown_position"
    assert problem.params == {"roster": "Human", "position": "troll"}


def test_a_list_that_does_not_exist_cannot_be_drafted_from() -> None:
    with pytest.raises(UnknownName, match="squirrel"):
        problems(a_draft("squirrel"), RULES)


@pytest.mark.parametrize("name", ["", "   ", "\t\n"])
def test_a_team_and_its_players_have_names(name: str) -> None:
    draft = replace(a_draft(), name=name)
    players = (replace(draft.players[0], name=name), *draft.players[1:])
    found = problems(replace(draft, players=players), RULES)
    assert [(problem.code, problem.where) for problem in found] == [
        ("team_unnamed", "name"),
        ("player_unnamed", "players.0.name"),
    ]


def test_names_have_eighty_characters_at_most() -> None:
    """Our decision: a roster must fit on a page."""
    draft = a_draft()
    fits = (replace(draft.players[0], name="x" * 80), *draft.players[1:])
    assert problems(replace(draft, name="x" * 80, players=fits), RULES) == ()
    too_long = (replace(draft.players[0], name="x" * 81), *draft.players[1:])
    found = problems(replace(draft, name="x" * 81, players=too_long), RULES)
    assert [(one.code, one.where) for one in found] == [("name_too_long", "name"), ("name_too_long", "players.0.name")]


@pytest.mark.parametrize(
    ("number", "found"),
    [(0, ["number_out_of_range"]), (1, []), (99, []), (100, ["number_out_of_range"]), (-1, ["number_out_of_range"])],
)
def test_players_wear_numbers_from_1_to_99(number: int, found: list[str]) -> None:
    draft = a_draft(positions={"lineman": 12})
    players = (replace(draft.players[0], number=number), *draft.players[1:])
    assert codes(replace(draft, players=players)) == found


def test_two_players_never_wear_the_same_number() -> None:
    draft = a_draft()
    players = (*draft.players[:9], replace(draft.players[9], number=1), replace(draft.players[10], number=1))
    (problem,) = problems(replace(draft, players=players), RULES)
    assert (problem.code, problem.params) == ("number_taken", {"times": 3, "number": 1})


def test_all_problems_are_told_at_once() -> None:
    awful = TeamDraft(
        name="",
        roster="human",
        players=(DraftedPlayer("ogre", 1, ""), DraftedPlayer("ogre", 1, "B" * 99), DraftedPlayer("dragon", 100, "C")),
        goods=Tally({"reroll": 9, "cheerleader": -1, "wizard": 1, "fan-factor": 9, "assistant-coach": 20}),
    )
    expected = {
        "team_unnamed",
        "player_unnamed",
        "name_too_long",
        "too_few_players",
        "unknown_position",
        "position_limit",
        "number_taken",
        "number_out_of_range",
        "good_limit",
        "good_negative",
        "unknown_good",
        "draft_too_expensive",
    }
    assert set(codes(awful)) == expected
    assert not any("{" in str(problem) for problem in problems(awful, RULES))
    with pytest.raises(DraftIllegal) as refused:
        decide_draft(awful, RULES)
    assert {problem.code for problem in refused.value.problems} == expected
    assert refused.value.params == {"count": len(refused.value.problems)}
