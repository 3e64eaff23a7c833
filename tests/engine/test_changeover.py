"""A running team comes under other rules (2016/17 league compendium, starting the league)."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import Any

import pytest

from engine import effects as fx
from engine import history
from engine.errors import ChangeoverIllegal
from engine.history import Cause
from engine.rulesets import Roster, Ruleset, available, get
from engine.rulesets.aliases import aliases
from engine.rulesets.options import with_options
from engine.team.changeover import Changeover, decide_changeover, list_after, positions_after, positions_before
from engine.team.evolve import fold
from engine.team.legality import problems
from engine.team.sheet import Player, TeamSheet
from engine.team.value import player_value, value
from engine.typed import plain
from tests.engine.given import RULES, a_draft, a_sheet, the_player

SHEET = a_sheet(positions={"lineman": 8, "blitzer": 3, "ogre": 1}, goods={"reroll": 2, "fan-factor": 3})
HUMANS = RULES.roster("human")


def without(*keys: str) -> Ruleset:
    return with_options(RULES, {f"teams.human.positions.{key}": None for key in keys})


def changed(sheet: TeamSheet, rules: Ruleset, **command: Any) -> TeamSheet:
    before: Roster = command.pop("before", HUMANS)
    roster = command.pop("roster", None) or list_after(before, rules)
    positions = command.pop("positions", None)
    if positions is None:
        positions = positions_after(before.key, positions_before(before, sheet), rules.roster(roster))
    return fold(sheet, decide_changeover(Changeover(rules.content_hash, roster, before, positions), sheet, rules))


def test_the_value_is_worked_out_by_the_new_rules() -> None:
    dearer = with_options(RULES, {"teams.human.positions.blitzer.cost": 100_000, "teams.human.reroll_cost": 60_000})
    after = changed(SHEET, dearer)
    assert value(after, dearer).total == value(SHEET, RULES).total + 3 * 10_000 + 2 * 10_000
    assert after.ruleset == dearer.content_hash
    assert after.balance == SHEET.balance


def test_players_no_longer_legal_stay_as_they_were() -> None:
    rules = without("ogre")
    after = changed(SHEET, rules)
    ogre = the_player(after, "p12")
    assert after.position_of(ogre, rules) == HUMANS.position("ogre")
    assert player_value(ogre, after, rules) == HUMANS.position("ogre").cost
    assert value(after, rules).total == value(SHEET, RULES).total


def test_whoever_carries_on_is_in_nobodys_way() -> None:
    """Replacements come from the new list: its limits count its own positions."""
    rules = without("ogre")
    assert problems(changed(SHEET, rules), rules) == ()


def test_more_players_than_the_new_list_allows_stay_and_the_sheet_says_so() -> None:
    rules = with_options(RULES, {"teams.human.positions.blitzer.max": 2})
    after = changed(SHEET, rules)
    assert len(after.roll_call) == len(SHEET.roll_call)
    (found,) = problems(after, rules)
    assert (found.code, found.params["taken"], found.params["most"]) == ("position_limit", 3, 2)


def test_a_position_may_become_another_one() -> None:
    rules = without("ogre")
    after = changed(SHEET, rules, positions={"lineman": "lineman", "blitzer": "blitzer", "ogre": "lineman"})
    assert the_player(after, "p12").position == "lineman"
    assert the_player(after, "p12").line is None


def test_the_old_line_is_kept_through_a_second_change_and_given_up_when_the_list_has_it_again() -> None:
    smaller, smallest = without("ogre"), without("ogre", "thrower")
    after = changed(SHEET, smaller)
    again = changed(after, smallest, before=smaller.roster("human"))
    assert the_player(again, "p12").line == HUMANS.position("ogre")
    back = changed(again, RULES, before=smallest.roster("human"))
    assert the_player(back, "p12").line is None
    assert value(back, RULES) == value(SHEET, RULES)


def test_the_dead_keep_their_line_too() -> None:
    sheet = fold(SHEET, [fx.PlayerDied("p12")])
    after = changed(sheet, without("ogre"))
    assert the_player(after, "p12").line == HUMANS.position("ogre")


def test_goods_that_nobody_sells_any_more_are_gone() -> None:
    rules = with_options(RULES, {"goods.fan-factor": None, "fans": None, "fan_factor": None, "post_match": ["spp"]})
    after = changed(SHEET, rules)
    assert (after.goods["fan-factor"], after.goods["reroll"]) == (0, 2)


def test_goods_that_everybody_starts_with_are_there() -> None:
    rules = with_options(RULES, {"goods.assistant-coach.start": 2})
    assert changed(SHEET, rules).goods["assistant-coach"] == 2
    owner = fold(SHEET, [fx.GoodsChanged("assistant-coach", 5)])
    assert changed(owner, rules).goods["assistant-coach"] == 5


def test_what_was_lost_since_is_not_given_back() -> None:
    """Only goods that the old rules did not have are there to begin with."""
    rules = with_options(RULES, {"goods.assistant-coach.start": 2})
    command = Changeover(rules.content_hash, "human", HUMANS, goods=("assistant-coach",))
    after = fold(SHEET, decide_changeover(command, SHEET, rules))
    assert after.goods["assistant-coach"] == 0


def test_a_change_of_rules_founds_no_team() -> None:
    nobody = TeamSheet("t1")
    assert fold(nobody, [fx.RulesChanged("another", "human")]) == nobody


def test_a_list_of_another_key_but_the_same_name_is_found() -> None:
    renamed = replace(RULES, teams=(replace(HUMANS, key="humankind"),))
    assert list_after(HUMANS, renamed) == "humankind"
    assert list_after(RULES.roster("orc"), renamed) == ""


@pytest.mark.parametrize(
    ("older", "newer", "old", "new"),
    [
        ("lrb6", "bb2016", "chaos", "chaos-chosen"),
        ("lrb6", "bb2016", "elf", "elven-union"),
        ("bb2016", "lrb6", "chaos-renegade", "chaos-pact"),
        ("bb2016", "bb2020", "khemri", "tomb-king"),
        ("bb2016", "bb2020", "slann", ""),
        ("basic", "bb2020", "undead", "shambling-undead"),
    ],
)
def test_a_list_that_another_edition_calls_by_another_name_is_found(older: str, newer: str, old: str, new: str) -> None:
    assert list_after(get(older).roster(old), get(newer)) == new


@pytest.mark.parametrize(
    ("older", "newer", "team", "old", "new"),
    [
        ("lrb6", "bb2016", "orc", "black-orc-blocker", "black-orc"),
        ("lrb6", "bb2016", "norse", "norse-werewolf", "ulfwerener"),
        ("bb2016", "bb2020", "orc", "black-orc", "big-un-blocker"),
        ("bb2016", "bb2020", "human", "lineman", "human-lineman"),
        ("bb2020", "bb2016", "tomb-king", "anointed-thrower", "thro-ra"),
        ("bb2016", "bb2020", "necromantic", "wight", None),
    ],
)
def test_a_position_that_another_edition_calls_by_another_name_is_found(
    older: str, newer: str, team: str, old: str, new: str | None
) -> None:
    before = get(older).roster(team)
    after = get(newer).roster(list_after(before, get(newer)))
    assert positions_after(team, before.positions, after).get(old) == new


def test_every_alias_is_a_key_of_some_edition_and_stands_once() -> None:
    lists = [roster for key in available() for roster in get(key).teams]
    teams = {roster.key for roster in lists}
    groups = {group[0]: group for group in aliases().teams}
    for group in aliases().teams:
        assert set(group) <= teams, group
    assert len(set(chain(*aliases().teams))) == len(list(chain(*aliases().teams)))
    for team, sets in aliases().positions.items():
        names = groups.get(team, (team,))
        known = {position.key for roster in lists if roster.key in names for position in roster.positions}
        assert set(chain(*sets)) <= known, team
        assert len(set(chain(*sets))) == len(list(chain(*sets))), team


@pytest.mark.parametrize(
    ("command", "code", "where"),
    [
        ({"roster": "gnome"}, "list_unknown", "lists.t1.roster"),
        ({"positions": {"ogre": "giant"}}, "unknown_position", "lists.t1.positions.ogre"),
    ],
)
def test_what_the_new_rules_do_not_know_is_refused(command: dict[str, Any], code: str, where: str) -> None:
    wish = Changeover(RULES.content_hash, **{"roster": "human", "before": HUMANS, **command})
    with pytest.raises(ChangeoverIllegal) as refused:
        decide_changeover(wish, SHEET, RULES)
    assert [(problem.code, problem.where) for problem in refused.value.problems] == [(code, where)]


@pytest.mark.parametrize("roster", [roster.key for roster in get("lrb6").teams])
def test_every_team_of_the_older_edition_comes_over(roster: str) -> None:
    """2016/17 league compendium: existing leagues set up under earlier versions can easily change over."""
    older, newer = get("lrb6"), get("bb2016")
    before = older.roster(roster)
    sheet = TeamSheet("t1", "Elders", roster, players=_one_of_each(before))
    after = changed(sheet, newer, before=before)
    for player in after.players:
        line = after.position_of(player, newer)
        assert line == player.line or line in newer.roster(after.roster).positions
    assert value(after, newer).total > 0


def _one_of_each(roster: Roster) -> tuple[Player, ...]:
    return tuple(
        Player(f"p{nth}", nth, position.name, position.key) for nth, position in enumerate(roster.positions, start=1)
    )


def test_a_changeover_is_decided_again_when_what_came_before_it_changes() -> None:
    """A player whose death is taken back carries on like the others."""
    rules = without("ogre")
    command = Changeover(
        rules.content_hash, "human", HUMANS, positions_after("human", HUMANS.positions, rules.roster("human"))
    )
    draft = a_draft(positions={"lineman": 11, "ogre": 1})
    fewer = a_draft(positions={"lineman": 11})
    causes = [
        Cause("1", "draft", "t1", (1, 0, 1), ("t1",), {"draft": plain(fewer)}),
        Cause("2", "changeover", "r1", (2, 0, 2), ("t1",), {"changeover": plain(command)}),
    ]

    def rules_of(cause: Cause) -> Ruleset:
        return RULES if cause.kind == "draft" else rules

    first = history.redecide(causes, rules=rules_of, all_again=True)
    stored = [replace(one.cause, effects=one.effects) for one in first.decided]
    again = history.redecide(stored, {"1": replace(stored[0], inputs={"draft": plain(draft)})}, rules=rules_of)
    assert again.conflicts == ()
    assert the_player(again.after["t1"], "p12").line == HUMANS.position("ogre")
