"""The commissioner's hand (BB2016 league rules, the commissioner): any change, for a reason, as long as it can be."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine import history
from engine.dice import ReplayDice
from engine.effects import GoldChanged, PlayerAmended, PlayerHired, from_data, to_data
from engine.errors import RulingIllegal
from engine.history import Cause, redecide
from engine.tally import Tally
from engine.team import legality
from engine.team.evolve import fold
from engine.team.ruling import Change, Ruling, decide_ruling, problems
from engine.team.sheet import Gained, HomeStadium, TeamSheet
from engine.team.value import value
from engine.typed import build, plain
from tests.engine.given import RULES, a_draft, a_sheet, the_player, with_player
from tests.engine.leagues import draft_cause

WHY = "It was forgotten."
BLITZER = "p12"


@pytest.fixture
def sheet() -> TeamSheet:
    """Eleven linemen and a blitzer who has lived."""
    sheet = a_sheet(positions={"lineman": 11, "blitzer": 1}, goods={"reroll": 2}, treasury=100_000)
    sheet = with_player(
        sheet,
        BLITZER,
        spp=20,
        niggles=1,
        lost=Tally({"ma": 1}),
        improvements=(Gained("ma", "ma", 30_000), Gained("normal", "Tackle", 20_000), Gained("ma", "ma", 30_000)),
    )
    sheet = with_player(sheet, "p11", status="dead")
    sheet = with_player(sheet, "p10", status="fired")
    return replace(
        sheet,
        star="griff-oberwald",
        star_played=True,
        sponsor="star-insurance-guild",
        sponsorships=1,
        stadium=HomeStadium("ice", "The Freezer", owned=True),
        fund=50_000,
        trophies=("Cup",),
    )


def ruled(sheet: TeamSheet, *changes: Change) -> TeamSheet:
    effects = decide_ruling(Ruling(WHY, changes), sheet, RULES)
    assert [from_data(to_data(effect)) for effect in effects] == list(effects)
    return fold(sheet, effects)


def codes(sheet: TeamSheet, *changes: Change) -> list[tuple[str, str]]:
    return [(one.code, one.where) for one in problems(Ruling(WHY, changes), sheet, RULES)]


def test_gold_is_given_and_taken_under_its_own_name(sheet: TeamSheet) -> None:
    assert ruled(sheet, Change("gold", by=50_000)).treasury == 150_000
    assert ruled(sheet, Change("gold", by=-100_000)).treasury == 0
    assert decide_ruling(Ruling(WHY, (Change("gold", by=1),)), sheet, RULES) == (GoldChanged(1, "ruling"),)


def test_goods_beyond_every_limit(sheet: TeamSheet) -> None:
    after = ruled(sheet, Change("good", what="reroll", by=7))
    assert after.goods["reroll"] == 9
    assert [one.code for one in legality.problems(after, RULES)] == ["good_limit"]
    assert ruled(sheet, Change("good", what="reroll", by=-2)).goods["reroll"] == 0


def test_the_rest_of_a_team(sheet: TeamSheet) -> None:
    after = ruled(
        sheet,
        Change("rename", name="Renamed"),
        Change("star", what="varag-ghoul-chewer"),
        Change("sponsor", what="mcmurtys-burger-emporium"),
        Change("sponsorships", by=2),
        Change("stadium", what="sloping-pitch", name="The Slope"),
        Change("fund", by=-50_000),
        Change("trophy-won", what="Spike! Trophy"),
        Change("trophy-lost", what="Cup"),
    )
    assert (after.name, after.star, after.star_played) == ("Renamed", "varag-ghoul-chewer", False)
    assert (after.sponsor, after.sponsorships) == ("mcmurtys-burger-emporium", 3)
    assert (after.stadium, after.fund) == (HomeStadium("sloping-pitch", "The Slope"), 0)
    assert after.trophies == ("Spike! Trophy",)


def test_an_empty_word_takes_it_away(sheet: TeamSheet) -> None:
    after = ruled(sheet, Change("star"), Change("sponsor"), Change("stadium"))
    assert (after.star, after.sponsor, after.stadium) == ("", "", None)


def test_a_player_is_hired_outside_all_limits_and_for_nothing(sheet: TeamSheet) -> None:
    hires = tuple(Change("hire", f"p{20 + n}", name=f"B{n}", number=50 + n, position="blitzer") for n in range(7))
    after = ruled(sheet, *hires)
    assert (len(after.members), after.treasury) == (17, 100_000)
    assert {one.code for one in legality.problems(after, RULES)} == {"too_many_players", "position_limit"}
    assert decide_ruling(Ruling(WHY, hires[:1]), sheet, RULES) == (PlayerHired("p20", 50, "B0", "blitzer"),)


def amended(sheet: TeamSheet, kind: Any, player: str = BLITZER, **more: Any) -> Any:
    return the_player(ruled(sheet, Change(kind, player, **more)), player)


def test_every_change_of_a_player(sheet: TeamSheet) -> None:
    assert amended(sheet, "player-name", name="Griff").name == "Griff"
    assert amended(sheet, "player-number", number=99).number == 99
    assert amended(sheet, "player-position", position="catcher").position == "catcher"
    assert amended(sheet, "spp", by=-20).spp == 0
    assert amended(sheet, "spp", by=5).spp == 25
    assert amended(sheet, "niggles", by=-1).niggles == 0
    assert amended(sheet, "niggles", by=2).niggles == 3
    assert amended(sheet, "lost", what="ma", by=-1).lost == Tally()
    assert amended(sheet, "lost", what="av", by=2).lost["av"] == 2
    assert amended(sheet, "misses-next", yes=True).misses_next
    assert not amended(with_player(sheet, BLITZER, misses_next=True), "misses-next").misses_next


@pytest.mark.parametrize("status", ["journeyman", "retired", "fired", "left", "dead"])
def test_a_player_stands_wherever_the_commissioner_puts_him(sheet: TeamSheet, status: Any) -> None:
    assert amended(sheet, "player-status", status=status).status == status


@pytest.mark.parametrize("player", ["p10", "p11"])
def test_the_fired_and_the_dead_come_back(sheet: TeamSheet, player: str) -> None:
    assert amended(sheet, "player-status", player).status == "active"


def test_the_dead_miss_no_match(sheet: TeamSheet) -> None:
    away = with_player(sheet, BLITZER, misses_next=True)
    assert not amended(away, "player-status", status="dead").misses_next
    assert amended(away, "player-status", status="fired").misses_next


def test_what_is_learned_is_worth_what_the_rules_say_or_what_the_commissioner_says(sheet: TeamSheet) -> None:
    """BB2016 league rules, improvement rolls: a skill of the position's own categories 20,000, another 30,000."""
    assert amended(sheet, "learn", what="Guard").improvements[-1] == Gained("normal", "Guard", 20_000)
    assert amended(sheet, "learn", what="Dodge").improvements[-1] == Gained("double", "Dodge", 30_000)
    assert amended(sheet, "learn", what="st").improvements[-1] == Gained("st", "st", 50_000)
    assert amended(sheet, "learn", what="Guard", value=0).improvements[-1] == Gained("normal", "Guard", 0)
    before, after = value(sheet, RULES).total, value(ruled(sheet, Change("learn", BLITZER, what="st")), RULES).total
    assert after - before == 50_000


def test_only_one_of_what_he_has_twice_is_forgotten(sheet: TeamSheet) -> None:
    player = amended(sheet, "forget", what="ma")
    assert (player.gained["ma"], player.skills) == (1, ("Tackle",))
    assert amended(sheet, "forget", what="Tackle").skills == ()
    both = ruled(sheet, Change("forget", BLITZER, what="ma"), Change("forget", BLITZER, what="ma"))
    assert the_player(both, BLITZER).gained["ma"] == 0


def test_changes_follow_each_other(sheet: TeamSheet) -> None:
    assert ruled(sheet, Change("gold", by=50_000), Change("gold", by=-150_000)).treasury == 0
    assert codes(sheet, Change("gold", by=-150_000), Change("gold", by=50_000)) == [("gold_below_zero", "changes.0.by")]
    swapped = ruled(sheet, Change("player-number", "p1", number=2), Change("player-number", "p2", number=1))
    assert (the_player(swapped, "p1").number, the_player(swapped, "p2").number) == (2, 1)
    hired = ruled(sheet, Change("hire", "p20", name="B", number=50, position="blitzer"), Change("spp", "p20", by=6))
    assert the_player(hired, "p20").spp == 6


IMPOSSIBLE: list[tuple[Change, str, str]] = [
    (Change("gold", by=0), "change_by_nothing", "by"),
    (Change("gold", by=-100_001), "gold_below_zero", "by"),
    (Change("gold", by=100_000_001), "number_not_between", "by"),
    (Change("good", what="keg", by=1), "unknown_good", "what"),
    (Change("good", what="reroll", by=-3), "more_than_there_is", "by"),
    (Change("good", what="reroll", by=100), "number_not_between", "by"),
    (Change("rename", name=" "), "team_unnamed", "name"),
    (Change("rename", name="x" * 81), "name_too_long", "name"),
    (Change("hire", "p1", name="B", number=50, position="blitzer"), "player_key_taken", "player"),
    (Change("hire", "", name="B", number=50, position="blitzer"), "player_key_taken", "player"),
    (Change("hire", "p20", name="B", number=50, position="wardancer"), "unknown_position", "position"),
    (Change("hire", "p20", name=" ", number=50, position="blitzer"), "player_unnamed", "name"),
    (Change("star", what="nobody"), "unknown_star", "what"),
    (Change("sponsor", what="nobody"), "unknown_sponsor", "what"),
    (Change("sponsorships", by=-2), "more_than_there_is", "by"),
    (Change("stadium", what="swamp"), "unknown_stadium", "what"),
    (Change("stadium", what="ice", name="x" * 81), "name_too_long", "name"),
    (Change("fund", by=-50_001), "more_than_there_is", "by"),
    (Change("trophy-won", what=" "), "trophy_unnamed", "what"),
    (Change("trophy-lost", what="Spoon"), "nothing_to_take", "what"),
    (Change("spp", "p99", by=1), "player_never_here", "player"),
    (Change("player-name", "p1", name=" "), "player_unnamed", "name"),
    (Change("player-position", "p1", position="wardancer"), "unknown_position", "position"),
    (Change("spp", BLITZER, by=-21), "more_than_there_is", "by"),
    (Change("niggles", BLITZER, by=-2), "more_than_there_is", "by"),
    (Change("lost", BLITZER, what="ma", by=-2), "more_than_there_is", "by"),
    (Change("lost", BLITZER, what="pa", by=1), "unknown_characteristic", "what"),
    (Change("learn", BLITZER, what="Blok"), "unknown_skill", "what"),
    (Change("learn", BLITZER, what="Tackle"), "skill_owned", "what"),
    (Change("learn", BLITZER, what="Block"), "skill_owned", "what"),
    (Change("learn", BLITZER, what="pa"), "unknown_characteristic", "what"),
    (Change("learn", BLITZER, what="Guard", value=-1), "number_not_between", "value"),
    (Change("forget", BLITZER, what="Block"), "never_learned", "what"),
]


@pytest.mark.parametrize(("change", "code", "part"), IMPOSSIBLE, ids=[f"{c.kind}-{code}" for c, code, _ in IMPOSSIBLE])
def test_what_cannot_be_is_refused(sheet: TeamSheet, change: Change, code: str, part: str) -> None:
    assert codes(sheet, change) == [(code, f"changes.0.{part}")]


@pytest.mark.parametrize("kind", ["star", "sponsor", "stadium"])
def test_nothing_can_be_taken_that_is_not_there(kind: Any) -> None:
    assert codes(a_sheet(), Change(kind)) == [("nothing_to_take", "changes.0.what")]


@pytest.mark.parametrize("number", [0, 100])
def test_a_number_is_one_that_fits_on_a_shirt(sheet: TeamSheet, number: int) -> None:
    assert codes(sheet, Change("player-number", "p1", number=number)) == [("number_out_of_range", "players")]


def test_two_players_cannot_be_told_apart_by_one_number(sheet: TeamSheet) -> None:
    assert codes(sheet, Change("player-number", "p1", number=2)) == [("number_taken", "players")]
    # Who was dead meanwhile finds his number worn; those who shared one before are left alone.
    worn = with_player(sheet, "p1", number=11)
    assert codes(worn, Change("player-status", "p11")) == [("number_taken", "players")]
    shared = with_player(sheet, "p1", number=2)
    assert codes(shared, Change("gold", by=1)) == []


def test_points_that_were_spent_cannot_be_taken(sheet: TeamSheet) -> None:
    spent = with_player(sheet, BLITZER, spent=18)
    assert codes(spent, Change("spp", BLITZER, by=-2)) == []
    (problem,) = problems(Ruling(WHY, (Change("spp", BLITZER, by=-3),)), spent, RULES)
    assert problem.params == {"taken": 3, "available": 2}


@pytest.mark.parametrize(
    ("reason", "code"),
    [("", "ruling_without_reason"), (" \n", "ruling_without_reason"), ("x" * 301, "reason_too_long")],
)
def test_a_ruling_says_why(sheet: TeamSheet, reason: str, code: str) -> None:
    with pytest.raises(RulingIllegal) as refusal:
        decide_ruling(Ruling(reason, (Change("gold", by=1),)), sheet, RULES)
    assert [one.code for one in refusal.value.problems] == [code]
    assert problems(Ruling("x" * 300, (Change("gold", by=1),)), sheet, RULES) == ()


def test_all_that_cannot_be_is_said_at_once(sheet: TeamSheet) -> None:
    wrong = Ruling("", (Change("gold", by=-200_000), Change("spp", "p99", by=1), Change("good", what="keg", by=1)))
    assert [one.code for one in problems(wrong, sheet, RULES)] == [
        "ruling_without_reason",
        "gold_below_zero",
        "player_never_here",
        "unknown_good",
    ]
    assert [one.code for one in problems(Ruling(WHY, ()), sheet, RULES)] == ["ruling_without_change"]


def test_deciding_a_ruling_again_changes_nothing_and_undoing_it_restores_the_sheet() -> None:
    draft = draft_cause("t1", 0, a_draft())
    ruling = Ruling(WHY, (Change("learn", "p1", what="Block"), Change("good", what="reroll", by=1)))
    cause = Cause("c1", "ruling", "c1", (1, 0), ("t1",), {"ruling": plain(ruling)})
    assert build(Ruling, cause.inputs["ruling"]) == ruling
    stored: list[Cause] = []
    for one in (draft, cause):
        decision = history.decide(one, history.fold(stored), None, ReplayDice(()), RULES)
        stored.append(replace(one, effects=decision.effects))
    again = redecide(stored, rules=lambda _: RULES, all_again=True)
    assert (again.changes, again.conflicts) == ((), ())
    undone = redecide(stored, {"c1": replace(stored[1], voided=True)}, rules=lambda _: RULES)
    assert undone.conflicts == ()
    assert undone.after["t1"] == history.fold(stored[:1])["t1"]


def test_a_ruling_that_cannot_have_been_any_more_is_a_conflict() -> None:
    draft = draft_cause("t1", 0, a_draft())
    gift = Cause("c1", "ruling", "c1", (1, 0), ("t1",), {"ruling": plain(Ruling(WHY, (Change("gold", by=100_000),)))})
    fine = Cause("c2", "ruling", "c2", (2, 0), ("t1",), {"ruling": plain(Ruling(WHY, (Change("gold", by=-500_000),)))})
    stored: list[Cause] = []
    for one in (draft, gift, fine):
        decision = history.decide(one, history.fold(stored), None, ReplayDice(()), RULES)
        stored.append(replace(one, effects=decision.effects))
    undone = redecide(stored, {"c1": replace(stored[1], voided=True)}, rules=lambda _: RULES)
    assert [one.cause.key for one in undone.conflicts] == ["c2"]
    assert [one.code for one in undone.conflicts[0].details] == ["gold_below_zero"]


def test_amending_tells_what_is_added_and_taken() -> None:
    sheet = a_sheet()
    assert decide_ruling(Ruling(WHY, (Change("lost", "p1", what="ma", by=1),)), sheet, RULES) == (
        PlayerAmended("p1", lost=Tally({"ma": 1})),
    )
