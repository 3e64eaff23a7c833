"""Casualties in every edition: each face of each table, floors, healing, poison, and who rises from the dead."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import effects as fx
from engine import rulesets
from engine.dice import SeededDice, TableDice
from engine.errors import HiringIllegal, ReportIllegal
from engine.match import injuries
from engine.match.checks import deeds_of, dice_of, problems
from engine.match.events import Event, Kept
from engine.match.injuries import Injured, outcome_of
from engine.match.played import decide_match
from engine.match.report import Casualty, Deeds, MatchReport, SideReport
from engine.rulesets.loading import RulesetInvalid, from_data
from engine.rulesets.model import CasualtyResult, Ruleset
from engine.rulesets.options import with_options
from engine.rulesets.tables import Characteristic, score_of
from engine.tally import Tally
from engine.team.evolve import evolve, fold
from engine.team.hiring import Act, decide_act
from engine.team.sheet import Gained, Player, TeamSheet
from engine.team.value import player_value, value
from engine.typed import build, plain
from tests.engine.given import a_step, done, quickly, the_player, with_player

EDITIONS = {key: rulesets.get(key) for key in ("bb2016", "lrb6", "basic", "bb2020")}
SEVENS = EDITIONS["basic"].variant("sevens")
BB2016, LRB6, BASIC, BB2020 = (EDITIONS[key] for key in ("bb2016", "lrb6", "basic", "bb2020"))
Faces = Mapping[str, tuple[int, ...]]
HARMLESS = {"bb2016": (1, 1), "lrb6": (1, 1), "basic": (1,), "bb2020": (1,)}
DEADLY = {"bb2016": (6, 1), "lrb6": (6, 1), "basic": (6,), "bb2020": (16,)}


def squad(
    key: str,
    roster: str,
    *positions: str,
    goods: Mapping[str, int] | None = None,
    choices: Mapping[str, str] | None = None,
) -> TeamSheet:
    """A team of these positions: p1, p2, …"""
    players = tuple(Player(f"p{nth}", nth, f"{one} {nth}", one) for nth, one in enumerate(positions, start=1))
    return TeamSheet(key, f"Team {key}", roster, players=players, goods=Tally(goods or {}), choices=dict(choices or {}))


def humans(ruleset: Ruleset, key: str = "t1", **more: Any) -> TeamSheet:
    lineman = max(ruleset.roster("human").positions, key=lambda one: one.max).key
    return squad(key, "human", *(lineman,) * 4, **more)


def side(sheet: TeamSheet, *casualties: Casualty, ruleset: Ruleset = BB2016, **more: Any) -> SideReport:
    asked = ruleset.mvp.nominees if ruleset.mvp.method == "nominated" else 0
    nominees = tuple(player.key for player in sheet.fit)[:asked]
    return SideReport(sheet.key, 0, casualties=casualties, nominees=nominees, **more)


def after(
    home: TeamSheet, away: TeamSheet, faces: Faces, *casualties: Casualty, ruleset: Ruleset
) -> tuple[TeamSheet, TeamSheet, list[fx.Effect]]:
    """Both teams after a match in which the home team suffered these, and what it came to. No other die is there."""
    report = MatchReport(side(home, *casualties, ruleset=ruleset), side(away, ruleset=ruleset))
    gate = {f"fans/{team}": tuple(1 for _ in ruleset.fans.dice) for team in ("t1", "t2")} if ruleset.fans else {}
    sheets = {home.key: home, away.key: away}
    happened = decide_match("m1", report, sheets, TableDice({**gate, **faces}), ruleset)
    for one in happened:
        sheets[one.team] = evolve(sheets[one.team], one.effect)
    return sheets[home.key], sheets[away.key], [one.effect for one in happened if one.team == home.key][1:]


def hurt(ruleset: Ruleset, faces: Faces, casualty: Casualty | None = None, **changes: Any) -> Player:
    """Lineman p1 of a human team after a casualty."""
    home = with_player(humans(ruleset, goods={"apothecary": 1}), "p1", **changes)
    home, _, _ = after(home, humans(ruleset, "t2"), faces, casualty or Casualty("p1", "block"), ruleset=ruleset)
    return the_player(home, "p1")


def state(player: Player) -> tuple[bool, int, dict[str, int], bool]:
    return player.misses_next, player.niggles, dict(player.lost), player.status == "dead"


# The tables


def d68(score: int) -> tuple[bool, int, dict[str, int], bool]:
    """BB2016, league rules, injuries, in the reader's own words: misses, niggles, loses, dies."""
    loses = {53: "ma", 54: "ma", 55: "av", 56: "av", 57: "ag", 58: "st"}
    return 41 <= score <= 58, int(score in (51, 52)), {loses[score]: 1} if score in loses else {}, score >= 61


@pytest.mark.parametrize("edition", ["bb2016", "lrb6"])
@pytest.mark.parametrize("score", [10 * tens + units for tens in range(1, 7) for units in range(1, 9)])
def test_every_face_of_the_d68(edition: str, score: int) -> None:
    """BB2016, league rules, injuries: casualty table; LRB6, match reference, casualty result."""
    player = hurt(EDITIONS[edition], {"casualty/t1/p1": divmod(score, 10)})
    assert state(player) == d68(score)


@pytest.mark.parametrize("ruleset", [BASIC, SEVENS], ids=["basic", "sevens"])
@pytest.mark.parametrize(
    ("face", "felt"),
    [
        (1, (False, 0, {}, False)),
        (2, (False, 0, {}, False)),
        (3, (False, 0, {}, False)),
        (4, (True, 0, {}, False)),
        (5, (True, 1, {}, False)),
        (6, (False, 0, {}, True)),
    ],
)
def test_every_face_of_the_d6(ruleset: Ruleset, face: int, felt: tuple[bool, int, dict[str, int], bool]) -> None:
    """Basic, section 1.12.8: badly hurt, nasty injury, niggling injury, dead."""
    assert state(hurt(ruleset, {"casualty/t1/p1": (face,)})) == felt


LASTING = {1: ("head-injury", "av"), 2: ("head-injury", "av"), 3: ("smashed-knee", "ma")}
LASTING |= {4: ("broken-arm", "pa"), 5: ("neck-injury", "ag"), 6: ("dislocated-shoulder", "st")}


def d16(score: int) -> tuple[bool, int, dict[str, int], bool]:
    """BB2020, casualties, in the reader's own words; the lasting injury is a head injury."""
    loses = {"av": 1} if score in (13, 14) else {}
    return 7 <= score <= 14, int(10 <= score <= 12), loses, score >= 15


@pytest.mark.parametrize("face", range(1, 17))
@pytest.mark.parametrize("niggles", [0, 1, 3])
def test_every_face_of_the_d16_with_niggling_injuries(face: int, niggles: int) -> None:
    """BB2020, casualties: +1 for each niggling injury; beyond 16 is dead."""
    dice = {"casualty/t1/p1": (face,)}
    if face + niggles in (13, 14):
        dice["lasting/t1/p1"] = (1,)
    misses, gained, lost, dead = d16(face + niggles)
    assert state(hurt(BB2020, dice, niggles=niggles)) == (misses, niggles + gained, lost, dead)


@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize("score", [13, 14])
def test_every_face_of_the_lasting_injuries(face: int, score: int) -> None:
    """BB2020, casualties: a lasting injury has a D6 of its own, and the next match is missed."""
    key, loses = LASTING[face]
    home, _, told = after(
        humans(BB2020),
        humans(BB2020, "t2"),
        {"casualty/t1/p1": (score,), "lasting/t1/p1": (face,)},
        Casualty("p1", "block"),
        ruleset=BB2020,
    )
    assert told == [fx.InjurySuffered("p1", key, misses_next=True, loses=loses, lasting=True)]
    player = the_player(home, "p1")
    assert player.lasting
    assert state(player) == (True, 0, {loses: 1}, False)


@pytest.mark.parametrize("edition", ["bb2016", "lrb6", "basic"])
def test_niggling_injuries_add_to_no_casualty_roll_of_the_older_editions(edition: str) -> None:
    """BB2016, league rules, injuries: they add to injury rolls, which are thrown on the pitch."""
    player = hurt(EDITIONS[edition], {"casualty/t1/p1": HARMLESS[edition]}, niggles=9)
    assert state(player) == (False, 9, {}, False)


@pytest.mark.parametrize(("face", "dead"), [(13, False), (14, True), (16, True)])
def test_decay_is_one_more_on_the_d16(face: int, dead: bool) -> None:
    """BB2020, traits, Decay: +1 on the casualty roll; there is one roll."""
    home = squad("t1", "nurgle", "rotter-lineman")
    dice = {"casualty/t1/p1": (face,), "lasting/t1/p1": (3,)}
    home, _, _ = after(home, humans(BB2020, "t2"), dice, Casualty("p1", "block"), ruleset=BB2020)
    assert (the_player(home, "p1").status == "dead") is dead


# Floors


@pytest.mark.parametrize("edition", ["bb2016", "lrb6"])
@pytest.mark.parametrize(
    ("lost", "gained", "spared"), [(0, 0, False), (1, 0, False), (2, 0, True), (2, 1, False), (3, 1, True)]
)
def test_a_characteristic_is_never_more_than_2_below_its_start(
    edition: str, lost: int, gained: int, spared: bool
) -> None:
    """Readings A-01 and A-02: counted from the starting value, and the game is missed all the same."""
    improvements = (Gained("ma", "ma", 30_000),) * gained
    player = hurt(EDITIONS[edition], {"casualty/t1/p1": (5, 3)}, lost=Tally({"ma": lost}), improvements=improvements)
    assert state(player) == (True, 0, {"ma": lost + (not spared)} if lost or not spared else {}, False)


def test_a_characteristic_is_never_below_1() -> None:
    """BB2016, league rules, injuries: nor below a value of 1."""
    home = squad("t1", "halfling", "treeman")
    dice = {"casualty/t1/p1": (5, 7)}
    home, _, _ = after(home, humans(BB2016, "t2"), dice, Casualty("p1", "block"), ruleset=BB2016)
    treeman = the_player(home, "p1")
    assert home.characteristic(treeman, "ag", BB2016) == 1
    assert (treeman.misses_next, dict(treeman.lost)) == (True, {})


WORST: list[tuple[int, Characteristic, int, int]] = [
    (1, "av", 9, 3),
    (3, "ma", 6, 1),
    (4, "pa", 4, 6),
    (5, "ag", 3, 6),
    (6, "st", 3, 1),
]


@pytest.mark.parametrize(("face", "name", "start", "worst"), WORST)
def test_each_characteristic_stays_at_its_worst(face: int, name: Characteristic, start: int, worst: int) -> None:
    """BB2020, characteristics: targets get worse by rising, AV by falling, and never past the worst."""
    sheet = humans(BB2020)
    assert sheet.characteristic(the_player(sheet, "p1"), name, BB2020) == start
    for injury in range(abs(worst - start) + 2):
        dice = {"casualty/t1/p1": (13,), "lasting/t1/p1": (face,)}
        sheet = with_player(sheet, "p1", misses_next=False)
        sheet, _, _ = after(sheet, humans(BB2020, "t2"), dice, Casualty("p1", "block"), ruleset=BB2020)
        worse = min(injury + 1, abs(worst - start))
        now = start + worse if worst > start else start - worse
        assert sheet.characteristic(the_player(sheet, "p1"), name, BB2020) == now
        assert the_player(sheet, "p1").misses_next


def test_a_broken_arm_changes_nothing_for_who_cannot_pass() -> None:
    """Reading N-01: no change, and the match is missed all the same."""
    home = squad("t1", "shambling-undead", "zombie-lineman")
    dice = {"casualty/t1/p1": (13,), "lasting/t1/p1": (4,), "regeneration/t1/p1": (3,)}
    home, _, told = after(home, humans(BB2020, "t2"), dice, Casualty("p1", "block"), ruleset=BB2020)
    assert told == [fx.InjurySuffered("p1", "broken-arm", misses_next=True, lasting=True)]
    assert home.characteristic(the_player(home, "p1"), "pa", BB2020) is None


def test_an_injury_does_not_lower_a_players_value() -> None:
    """BB2016, league rules, team value; reading N-02."""
    for ruleset, dice in ((BB2016, {"casualty/t1/p1": (5, 3)}), (BB2020, {"casualty/t1/p1": (10,)})):
        home = humans(ruleset)
        before = player_value(the_player(home, "p1"), home, ruleset)
        home, _, _ = after(home, humans(ruleset, "t2"), dice, Casualty("p1", "block"), ruleset=ruleset)
        assert player_value(the_player(home, "p1"), home, ruleset) == before


@pytest.mark.parametrize("ruleset", [BASIC, SEVENS], ids=["basic", "sevens"])
def test_a_niggling_injury_lowers_a_players_value_by_10_000_in_basic(ruleset: Ruleset) -> None:
    """Basic, section 2.5.2: each niggling injury reduces the value by 10 TV; who misses a match counts."""
    home = humans(ruleset)
    before = value(home, ruleset).total
    home, _, _ = after(home, humans(ruleset, "t2"), {"casualty/t1/p1": (5,)}, Casualty("p1", "block"), ruleset=ruleset)
    assert value(home, ruleset).total == before - 10_000


# Decay


def rotten(edition: str) -> TeamSheet:
    """A Tomb Guardian, who rots and regenerates."""
    return squad("t1", "khemri", "tomb-guardian")


TWICE = {
    "bb2016": ((5, 1), (5, 8), (True, 1, {"st": 1}, False)),
    "lrb6": ((5, 1), (5, 8), (True, 1, {"st": 1}, False)),
    "basic": ((5,), (5,), (True, 2, {}, False)),
}


@pytest.mark.parametrize("edition", TWICE)
def test_decay_throws_twice_and_both_results_apply(edition: str) -> None:
    """BB2016, skills, Decay; LRB6, skills, Decay; Basic, section 3.1.10: only one match is missed."""
    first, second, felt = TWICE[edition]
    ruleset = EDITIONS[edition]
    dice = {"casualty/t1/p1": first, "casualty/t1/p1/decay": second, "regeneration/t1/p1": (3,)}
    home, _, _ = after(rotten(edition), humans(ruleset, "t2"), dice, Casualty("p1", "block"), ruleset=ruleset)
    assert state(the_player(home, "p1")) == felt
    home, _, _ = after(with_players(home, ruleset), humans(ruleset, "t2"), {}, ruleset=ruleset)
    assert not the_player(home, "p1").misses_next


def with_players(sheet: TeamSheet, ruleset: Ruleset) -> TeamSheet:
    """The same team with three who can be nominated."""
    line = sheet.players[0].position
    return replace(
        sheet, players=(*sheet.players, *(Player(f"p{nth}", nth, f"Spare {nth}", line) for nth in (7, 8, 9)))
    )


@pytest.mark.parametrize("edition", TWICE)
@pytest.mark.parametrize("second", [False, True])
def test_one_death_of_two_results_is_death(edition: str, second: bool) -> None:
    """BB2016, skills, Decay: both results apply."""
    ruleset, faces = EDITIONS[edition], [HARMLESS[edition], DEADLY[edition]]
    first, other = faces if second else reversed(faces)
    dice = {"casualty/t1/p1": first, "casualty/t1/p1/decay": other, "regeneration/t1/p1": (1,)}
    home, _, told = after(rotten(edition), humans(ruleset, "t2"), dice, Casualty("p1", "block"), ruleset=ruleset)
    assert the_player(home, "p1").status == "dead"
    assert told == [fx.PlayerDied("p1")]


def test_two_results_do_not_break_a_floor_together() -> None:
    """BB2016, skills, Decay, with reading A-02: the second finds what the first has left."""
    home = with_player(squad("t1", "nurgle", "rotter"), "p1", lost=Tally({"ma": 1}))
    dice = {"casualty/t1/p1": (5, 3), "casualty/t1/p1/decay": (5, 4)}
    home, _, told = after(home, humans(BB2016, "t2"), dice, Casualty("p1", "block"), ruleset=BB2016)
    assert [one.loses for one in told if isinstance(one, fx.InjurySuffered)] == ["ma", None]
    assert state(the_player(home, "p1")) == (True, 0, {"ma": 2}, False)


@pytest.mark.parametrize("edition", TWICE)
def test_one_regeneration_heals_both_results(edition: str) -> None:
    """BB2016, skills, Decay: a successful Regeneration roll will heal both results."""
    first, second, _ = TWICE[edition]
    ruleset = EDITIONS[edition]
    dice = {"casualty/t1/p1": first, "casualty/t1/p1/decay": second, "regeneration/t1/p1": (4,)}
    home, _, told = after(rotten(edition), humans(ruleset, "t2"), dice, Casualty("p1", "block"), ruleset=ruleset)
    assert state(the_player(home, "p1")) == (False, 0, {}, False)
    assert [type(one) for one in told] == [fx.CasualtySaved]


# Apothecary


def treated(ruleset: Ruleset, first: tuple[int, ...], second: tuple[int, ...], kept: Kept = "") -> list[fx.Effect]:
    dice = {"casualty/t1/p1": first, "casualty/t1/p1/apothecary": second, "lasting/t1/p1": (3,)}
    casualty = Casualty("p1", "block", apothecary=True, kept=kept)
    home = humans(ruleset, goods={"apothecary": 1})
    return after(home, humans(ruleset, "t2"), dice, casualty, ruleset=ruleset)[2]


@pytest.mark.parametrize(
    ("first", "second", "kept", "told"),
    [
        ((6, 1), (4, 1), "", fx.InjurySuffered("p1", "broken-ribs", misses_next=True)),
        ((4, 1), (6, 1), "", fx.InjurySuffered("p1", "broken-ribs", misses_next=True)),
        ((6, 1), (6, 8), "", fx.PlayerDied("p1")),
        ((6, 1), (1, 1), "first", fx.PlayerDied("p1")),
        ((1, 1), (6, 1), "second", fx.PlayerDied("p1")),
        ((6, 1), (3, 8), "", fx.CasualtySaved("p1", "badly-hurt", "apothecary")),
        ((3, 8), (6, 1), "", fx.CasualtySaved("p1", "badly-hurt", "apothecary")),
        ((3, 8), (6, 1), "first", fx.CasualtySaved("p1", "badly-hurt", "apothecary")),
        ((5, 1), (5, 3), "second", fx.InjurySuffered("p1", "smashed-hip", misses_next=True, loses="ma")),
    ],
)
@pytest.mark.parametrize("edition", ["bb2016", "lrb6"])
def test_an_apothecary_has_it_thrown_again_and_one_result_counts(
    edition: str, first: tuple[int, int], second: tuple[int, int], kept: Kept, told: fx.Effect
) -> None:
    """BB2016, extra rules, apothecary: choose which applies; badly hurt, even at first, goes to the reserves."""
    assert treated(EDITIONS[edition], first, second, kept) == [told]


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        ((16,), (7,), fx.InjurySuffered("p1", "seriously-hurt", misses_next=True)),
        ((16,), (6,), fx.CasualtySaved("p1", "badly-hurt", "apothecary")),
        ((15,), (14,), fx.InjurySuffered("p1", "smashed-knee", misses_next=True, loses="ma", lasting=True)),
        ((10,), (13,), fx.InjurySuffered("p1", "serious-injury", misses_next=True, niggle=True)),
    ],
)
def test_an_apothecary_in_bb2020(first: tuple[int], second: tuple[int], told: fx.Effect) -> None:
    """BB2020, casualties: the owner picks; badly hurt picked goes to the reserves."""
    assert treated(BB2020, first, second) == [told]


@pytest.mark.parametrize(("second", "key"), [((3,), "badly-hurt"), ((4,), "nasty-injury")])
def test_an_apothecary_in_basic_brings_nobody_back_onto_the_pitch(second: tuple[int], key: str) -> None:
    """Basic, section 2.2.2: choose which result to apply; nothing is said of the reserves."""
    (told,) = treated(BASIC, (6,), second)
    assert isinstance(told, fx.InjurySuffered)
    assert told.result == key


def test_an_apothecary_repeats_the_worse_of_two_throws() -> None:
    """Our decision: one casualty roll of a rotting player is thrown again, the worse; the other stands."""
    ruleset = with_options(BB2016, {"teams.nurgle.apothecary": True})
    home = squad("t1", "nurgle", "rotter", goods={"apothecary": 1})
    dice = {"casualty/t1/p1": (4, 1), "casualty/t1/p1/decay": (6, 1), "casualty/t1/p1/apothecary": (5, 1)}
    casualty = Casualty("p1", "block", apothecary=True)
    told = after(home, humans(ruleset, "t2"), dice, casualty, ruleset=ruleset)[2]
    assert [one.result for one in told if isinstance(one, fx.InjurySuffered)] == ["broken-ribs", "damaged-back"]
    dice["casualty/t1/p1"] = dice["casualty/t1/p1/apothecary"] = (1, 1)
    told = after(home, humans(ruleset, "t2"), dice, casualty, ruleset=ruleset)[2]
    assert told == [fx.CasualtySaved("p1", "badly-hurt", "apothecary")]


def test_the_blockers_points_are_earned_although_it_was_healed() -> None:
    """BB2016, FAQ, star player points: it still counts as a casualty."""
    report = MatchReport(
        side(humans(BB2016), Casualty("p1", "block", "p2", apothecary=True)), side(humans(BB2016, "t2"))
    )
    earned = done(a_step("spp", humans(BB2016, "t2"), {"mvp/t2": (1,)}, report=report)).effects
    assert fx.SppEarned("p2", "casualty", 1, 2) in earned


# Regeneration and Igor


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("face", range(1, 7))
def test_regeneration_heals_on_4_or_more(edition: str, face: int) -> None:
    """BB2016, skills, Regeneration; LRB6, skills; Basic, section 3.1.39; BB2020, traits."""
    ruleset = EDITIONS[edition]
    roster, position = ("shambling-undead", "zombie-lineman") if edition == "bb2020" else ("undead", "zombie")
    dice = {"casualty/t1/p1": DEADLY[edition], "regeneration/t1/p1": (face,)}
    home, _, told = after(
        squad("t1", roster, position), humans(ruleset, "t2"), dice, Casualty("p1", "block"), ruleset=ruleset
    )
    healed = face >= 4
    assert told == [fx.CasualtySaved("p1", "dead", "regeneration") if healed else fx.PlayerDied("p1")]
    assert the_player(home, "p1").status == ("active" if healed else "dead")


def test_regeneration_comes_after_the_apothecary() -> None:
    """BB2016, skills, Regeneration: after any apothecary roll; who is back in the reserves needs none."""
    troll = squad("t1", "orc", "troll", goods={"apothecary": 1})
    casualty = Casualty("p1", "block", apothecary=True)
    dice: Faces = {"casualty/t1/p1": (6, 1), "casualty/t1/p1/apothecary": (1, 1)}
    told = after(troll, humans(BB2016, "t2"), dice, casualty, ruleset=BB2016)[2]
    assert told == [fx.CasualtySaved("p1", "badly-hurt", "apothecary")]
    dice = {"casualty/t1/p1": (6, 1), "casualty/t1/p1/apothecary": (5, 8), "regeneration/t1/p1": (6,)}
    told = after(troll, humans(BB2016, "t2"), dice, casualty, ruleset=BB2016)[2]
    assert told == [fx.CasualtySaved("p1", "smashed-collar-bone", "regeneration")]


@pytest.mark.parametrize(("second", "healed"), [(3, False), (4, True)])
def test_an_igor_throws_again_for_a_regeneration_that_failed(second: int, healed: bool) -> None:
    """Basic, section 2.2.3: once a game, a failed Regeneration roll."""
    home = squad("t1", "undead", "zombie", goods={"igor": 1})
    dice = {"casualty/t1/p1": (6,), "regeneration/t1/p1": (3,), "regeneration/t1/p1/igor": (second,)}
    told = after(home, humans(BASIC, "t2"), dice, Casualty("p1", "block", igor=True), ruleset=BASIC)[2]
    assert told == [fx.CasualtySaved("p1", "dead", "regeneration") if healed else fx.PlayerDied("p1")]
    dice = {"casualty/t1/p1": (6,), "regeneration/t1/p1": (4,)}
    outcome = outcome_of(
        Injured(Casualty("p1", "block", igor=True), 1, home, humans(BASIC, "t2"), BASIC), TableDice(dice)
    )
    assert len(outcome.regeneration) == 1  # nothing failed: the Igor has nothing to do


# Weeping Dagger


def stabbed(faces: Faces, casualty: Casualty) -> list[fx.Effect]:
    runners = squad("t2", "skaven", "gutter-runner", "lineman", "lineman")
    return after(humans(BB2016, goods={"apothecary": 1}), runners, faces, casualty, ruleset=BB2016)[2]


@pytest.mark.parametrize("face", range(1, 7))
def test_a_weeping_dagger_makes_who_is_badly_hurt_miss_a_game_on_4_or_more(face: int) -> None:
    """BB2016, skills, Weeping Dagger."""
    told = stabbed({"casualty/t1/p1": (3, 8), "poison/t1/p1": (face,)}, Casualty("p1", "block", "p1"))
    poisoned = [fx.InjurySuffered("p1", "weeping-dagger", misses_next=True)] if face >= 4 else []
    assert told == [fx.InjurySuffered("p1", "badly-hurt"), *poisoned]


@pytest.mark.parametrize(
    ("casualty", "faces"),
    [
        (Casualty("p1", "foul", "p1"), (1, 1)),
        (Casualty("p1", "block", "p2"), (1, 1)),
        (Casualty("p1", "block"), (1, 1)),
        (Casualty("p1", "block", "p1"), (4, 1)),
    ],
    ids=["no block", "no dagger", "nobody", "worse than badly hurt"],
)
def test_a_weeping_dagger_is_not_thrown_for_otherwise(casualty: Casualty, faces: tuple[int, int]) -> None:
    """BB2016, skills, Weeping Dagger: inflicts a casualty during a block, and the result is badly hurt."""
    assert len(stabbed({"casualty/t1/p1": faces}, casualty)) == 1


def test_a_weeping_dagger_is_felt_after_the_apothecary() -> None:
    """BB2016, skills, Weeping Dagger: after any re-rolls."""
    dice = {"casualty/t1/p1": (6, 1), "casualty/t1/p1/apothecary": (1, 1), "poison/t1/p1": (4,)}
    assert stabbed(dice, Casualty("p1", "block", "p1", apothecary=True)) == [
        fx.CasualtySaved("p1", "badly-hurt", "apothecary"),
        fx.InjurySuffered("p1", "weeping-dagger", misses_next=True),
    ]


def test_who_regenerates_feels_no_dagger() -> None:
    """Our decision: a casualty that is healed leaves no poison either."""
    home, runners = squad("t1", "orc", "troll"), squad("t2", "skaven", "gutter-runner", "lineman", "lineman")
    dice = {"casualty/t1/p1": (1, 1), "regeneration/t1/p1": (4,)}
    told = after(home, runners, dice, Casualty("p1", "block", "p1"), ruleset=BB2016)[2]
    assert told == [fx.CasualtySaved("p1", "badly-hurt", "regeneration")]


# Missing a match


def test_a_match_is_missed_exactly_once() -> None:
    """BB2016, league rules, injuries: rubbed out at the end of the next match."""
    home, away = humans(BB2016), humans(BB2016, "t2")
    home, _, _ = after(home, away, {"casualty/t1/p1": (4, 1)}, Casualty("p1", "block"), ruleset=BB2016)
    assert the_player(home, "p1").misses_next
    assert the_player(home, "p1").games == 1
    home, _, _ = after(home, away, {"casualty/t1/p2": (4, 1)}, Casualty("p2", "block"), ruleset=BB2016)
    assert [the_player(home, key).misses_next for key in ("p1", "p2")] == [False, True]
    assert the_player(home, "p1").games == 1
    home, _, _ = after(home, away, {}, ruleset=BB2016)
    assert not any(player.misses_next for player in home.players)
    assert the_player(home, "p1").games == 2


def test_a_bye_serves_nothing() -> None:
    """Only a match that the team plays ends it: money, goods and the calendar do not."""
    home = with_player(humans(BB2016), "p1", misses_next=True)
    idle: list[fx.Effect] = [fx.GoldChanged(10_000, "winnings"), fx.GoodsChanged("reroll", 1), fx.TrophyWon("cup")]
    assert the_player(fold(home, idle), "p1").misses_next


# Hurt twice


TWO = (Casualty("p1", "block", apothecary=True), Casualty("p1", "foul"))


def told_twice(dice: Faces, *casualties: Casualty, home: TeamSheet | None = None) -> list[str]:
    sheet = home or humans(BB2016, goods={"apothecary": 1})
    report = MatchReport(side(sheet, *casualties), side(humans(BB2016, "t2")), dice)
    return [one.code for one in problems(report, {"t1": sheet, "t2": humans(BB2016, "t2")}, BB2016)]


def test_who_was_healed_may_be_hurt_again() -> None:
    """BB2016, extra rules, apothecary: he plays on; the second casualty has dice of its own."""
    dice = {"casualty/t1/p1": (6, 1), "casualty/t1/p1/apothecary": (1, 1), "casualty/t1/p1/2": (5, 3)}
    assert told_twice(dice, *TWO) == []
    home, away = humans(BB2016, goods={"apothecary": 1}), humans(BB2016, "t2")
    gate = {"fans/t1": (1, 1), "fans/t2": (1, 1)}
    report = MatchReport(side(home, *TWO), side(away), dice)
    happened = decide_match("m1", report, {"t1": home, "t2": away}, TableDice({**gate, **dice}), BB2016)
    told = [one.effect for one in happened if one.team == "t1"][1:]
    assert told == [
        fx.CasualtySaved("p1", "badly-hurt", "apothecary"),
        fx.InjurySuffered("p1", "smashed-hip", misses_next=True, loses="ma"),
    ]


@pytest.mark.parametrize(
    "dice",
    [
        {},
        {"casualty/t1/p1": (1, 1)},
        {"casualty/t1/p1": (6, 1), "casualty/t1/p1/apothecary": (4, 1)},
    ],
    ids=["no dice", "one of them", "not healed"],
)
def test_who_is_hurt_again_was_healed_by_dice_that_are_typed_in(dice: Faces) -> None:
    """Our decision: what the server throws afterwards cannot have brought him back onto the pitch."""
    assert told_twice(dice, *TWO) == ["casualty_not_healed"]


@pytest.mark.parametrize(("face", "wrong"), [(4, []), (3, ["casualty_not_healed"])])
def test_who_was_hurt_again_may_have_been_healed_by_dice_that_fell_on_the_live_page(
    face: int, wrong: list[str]
) -> None:
    """BB2016, skills, Regeneration: the server threw while the match was played, and nobody types that in."""
    troll, away = squad("t1", "orc", "troll"), humans(BB2016, "t2")
    first = Event("a", "casualty", half=1, turn=2, side="home", player="p1", cause="block")
    fallen = {"casualty": (5, 3), "regeneration": (face,)}
    events = (replace(first, dice=fallen), replace(first, key="b", half=2))
    told = MatchReport(side(troll, *(Casualty("p1", "block"),) * 2), side(away), events=events)
    assert [one.code for one in problems(told, {"t1": troll, "t2": away}, BB2016) if one.severity == "error"] == wrong


def test_nobody_is_hurt_twice_without_being_healed() -> None:
    assert told_twice({"casualty/t1/p1": (1, 1)}, Casualty("p1", "block"), TWO[1]) == ["casualty_twice"]


def test_a_regenerated_player_may_be_hurt_a_third_time() -> None:
    """BB2016, skills, Regeneration: placed in the reserves."""
    troll = squad("t1", "orc", "troll")
    three = (Casualty("p1", "block"),) * 3
    dice = {"casualty/t1/p1": (6, 1), "regeneration/t1/p1": (4,), "casualty/t1/p1/2": (6, 1)}
    assert told_twice(dice, *three, home=troll) == ["casualty_not_healed"]
    assert told_twice({**dice, "regeneration/t1/p1/2": (5,)}, *three, home=troll) == []


def test_the_dead_are_not_hurt_again_by_dice_that_a_correction_found() -> None:
    """A server's die lies as it lies, whatever a later report has typed in for it."""
    home, away = humans(BB2016, goods={"apothecary": 1}), humans(BB2016, "t2")
    dice = TableDice({"casualty/t1/p1": (6, 1), "casualty/t1/p1/apothecary": (6, 1)})
    told = [outcome for _, outcome in injuries.suffered(side(home, *TWO), home, away, dice, BB2016)]
    assert [outcome.effects for outcome in told] == [(fx.PlayerDied("p1"),)]


# Raising the dead


def rising(
    ruleset: Ruleset, victim: TeamSheet, raiser: TeamSheet, casualty: Casualty, faces: Faces | None = None
) -> list[tuple[str, str]]:
    dice = {"casualty/t1/p1": DEADLY[ruleset.key], **(faces or {})}
    _, away, _ = after(victim, raiser, dice, casualty, ruleset=ruleset)
    assert away.last_match is not None
    assert all(one.victim == "p1" for one in away.last_match.may_rise)
    return [(one.raising, one.position) for one in away.last_match.may_rise]


UNDEAD = squad("t2", "undead", "zombie", "zombie", "zombie")
NURGLE = squad("t2", "nurgle", "rotter", "rotter", "rotter")


@pytest.mark.parametrize("edition", ["bb2016", "lrb6"])
@pytest.mark.parametrize("roster", ["undead", "necromantic"])
@pytest.mark.parametrize("cause", ["block", "foul", "crowd", "other"])
def test_a_necromancer_raises_whoever_is_killed(edition: str, roster: str, cause: str) -> None:
    """BB2016, extra rules, coaching staff: the Necromancer."""
    ruleset = EDITIONS[edition]
    raiser = squad("t2", roster, "zombie", "zombie", "zombie")
    assert rising(ruleset, humans(ruleset), raiser, Casualty("p1", cause)) == [("necromancer", "zombie")]


@pytest.mark.parametrize(("lost", "rises"), [(0, False), (1, True)])
def test_the_strength_that_counts_is_the_one_he_died_with(lost: int, rises: bool) -> None:
    """BB2016, extra rules, coaching staff: a player with Strength 4 or less."""
    ogre = with_player(squad("t1", "human", "ogre"), "p1", lost=Tally({"st": lost}))
    assert bool(rising(BB2016, ogre, UNDEAD, Casualty("p1", "block"))) is rises


def test_who_has_grown_too_strong_stays_dead() -> None:
    strong = with_player(humans(BB2016), "p1", improvements=(Gained("st", "st", 50_000),) * 2)
    assert rising(BB2016, strong, UNDEAD, Casualty("p1", "block")) == []


@pytest.mark.parametrize(("roster", "position"), [("orc", "goblin"), ("human", "catcher")])
def test_stunty_players_stay_dead(roster: str, position: str) -> None:
    """BB2016, extra rules, coaching staff: neither Regeneration nor Stunty."""
    found = rising(BB2016, squad("t1", roster, position), UNDEAD, Casualty("p1", "block"))
    assert bool(found) is (position == "catcher")


def test_who_could_have_regenerated_stays_dead() -> None:
    """BB2016, extra rules, coaching staff: neither Regeneration nor Stunty."""
    victim = squad("t1", "khorne", "bloodletter")
    assert rising(BB2016, victim, UNDEAD, Casualty("p1", "block"), {"regeneration/t1/p1": (1,)}) == []


def test_who_was_healed_does_not_rise() -> None:
    """BB2016, extra rules, coaching staff: killed after any apothecary."""
    home = humans(BB2016, goods={"apothecary": 1})
    casualty = Casualty("p1", "block", apothecary=True)
    assert rising(BB2016, home, UNDEAD, casualty, {"casualty/t1/p1/apothecary": (4, 1)}) == []


@pytest.mark.parametrize(
    ("by", "cause", "rises"),
    [
        ("p1", "block", True),
        ("p1", "foul", True),
        ("p1", "crowd", False),
        ("p1", "other", False),
        (None, "block", False),
    ],
)
@pytest.mark.parametrize("edition", ["bb2016", "lrb6"])
def test_nurgles_rot_takes_who_is_killed_by_a_block_or_foul(
    edition: str, by: str | None, cause: str, rises: bool
) -> None:
    """BB2016, skills, Nurgle's Rot."""
    ruleset = EDITIONS[edition]
    found = rising(ruleset, humans(ruleset), NURGLE, Casualty("p1", cause, by))
    assert found == ([("nurgles-rot", "rotter")] if rises else [])


def test_nobody_rises_for_a_team_that_does_not_raise() -> None:
    assert rising(BB2016, humans(BB2016), humans(BB2016, "t2"), Casualty("p1", "block", "p1")) == []


@pytest.mark.parametrize(
    ("raiser", "by", "found"),
    [
        (squad("t2", "shambling-undead", "mummy"), None, [("masters-of-undeath", "zombie-lineman")]),
        (squad("t2", "necromantic-horror", "zombie-lineman"), None, [("masters-of-undeath", "zombie-lineman")]),
        (squad("t2", "vampire", "thrall-lineman"), None, [("vampire-lord", "thrall-lineman")]),
        (squad("t2", "nurgle", "pestigor"), "p1", [("plague-ridden", "rotter-lineman")]),
        (squad("t2", "nurgle", "pestigor"), None, []),
        (squad("t2", "tomb-king", "tomb-guardian"), "p1", []),
    ],
    ids=["undead", "necromantic", "vampire", "nurgle", "nurgle, nobody", "tomb kings"],
)
def test_raising_goes_by_special_rules_in_bb2020(
    raiser: TeamSheet, by: str | None, found: list[tuple[str, str]]
) -> None:
    """BB2020, team special rules; traits, Plague Ridden."""
    assert rising(BB2020, humans(BB2020), raiser, Casualty("p1", "block", by)) == found


def test_a_team_that_chose_the_rule_has_it() -> None:
    """BB2020, team special rules: what was chosen at the draft counts as the list's own."""
    chosen = squad("t2", "nurgle", "pestigor", choices={"special-rule": "Favoured of Nurgle"})
    lists = tuple(replace(roster, special_rules=()) if roster.key == "nurgle" else roster for roster in BB2020.teams)
    ruleset = replace(BB2020, teams=lists)
    casualty = Casualty("p1", "block", "p1")
    assert rising(ruleset, humans(BB2020), chosen, casualty) == [("plague-ridden", "rotter-lineman")]
    assert rising(ruleset, humans(BB2020), replace(chosen, choices={}), casualty) == []
    khorne = squad("t2", "chaos-chosen", "beastman-runner-lineman", choices={"special-rule": "Favoured of Nurgle"})
    assert rising(BB2020, humans(BB2020), khorne, casualty) == []  # no such position on the list, nor the trait


def test_several_dead_may_rise_and_the_coach_chooses() -> None:
    """Each is offered; how many are taken is a limit of hiring."""
    dice = {"casualty/t1/p1": (6, 1), "casualty/t1/p2": (6, 2)}
    casualties = (Casualty("p1", "block"), Casualty("p2", "crowd"))
    _, away, _ = after(humans(BB2016), UNDEAD, dice, *casualties, ruleset=BB2016)
    assert away.last_match is not None
    assert [one.victim for one in away.last_match.may_rise] == ["p1", "p2"]


def test_one_of_them_is_raised_after_the_match() -> None:
    """BB2016, extra rules, coaching staff: the Necromancer raises once in a match."""
    dice = {"casualty/t1/p1": (6, 1), "casualty/t1/p2": (6, 2)}
    casualties = (Casualty("p1", "block"), Casualty("p2", "crowd"))
    _, away, _ = after(humans(BB2016), UNDEAD, dice, *casualties, ruleset=BB2016)
    raised = fold(away, decide_act(Act("raise", "p4", number=4, name="Zed", victim="p2"), away, BB2016))
    assert (the_player(raised, "p4").position, the_player(raised, "p4").spp) == ("zombie", 0)
    with pytest.raises(HiringIllegal):
        decide_act(Act("raise", "p5", number=5, name="Zoe", victim="p1"), raised, BB2016)


# What a report may say


def refused(
    ruleset: Ruleset, home: TeamSheet, *casualties: Casualty, dice: Faces | None = None, **more: Any
) -> list[str]:
    away = humans(ruleset, "t2")
    report = MatchReport(side(home, *casualties, ruleset=ruleset, **more), side(away, ruleset=ruleset), dice or {})
    found = problems(report, {"t1": home, "t2": away}, ruleset)
    assert all(problem.rule in ruleset.rules for problem in found)
    assert all(str(problem) for problem in found)
    return [f"{problem.code} {problem.where}" for problem in found]


def treating(*victims: str) -> tuple[Casualty, ...]:
    return tuple(Casualty(victim, "block", apothecary=True) for victim in victims)


@pytest.mark.parametrize(("owned", "uses", "wrong"), [(0, 1, True), (1, 1, False), (1, 2, True), (3, 3, False)])
def test_each_apothecary_is_used_once(owned: int, uses: int, wrong: bool) -> None:
    """BB2016, extra rules, apothecary: once per match. Basic, section 2.2.2: up to three."""
    home = humans(BASIC, goods={"apothecary": owned})
    found = refused(BASIC, home, *treating("p1", "p2", "p3")[:uses])
    assert found == (["apothecary_too_often home.casualties"] if wrong else [])


def test_a_ko_uses_an_apothecary_up() -> None:
    """BB2016, extra rules, apothecary: a casualty or a KO, once per match."""
    home = humans(BB2016, goods={"apothecary": 1})
    assert refused(BB2016, home, healed_kos=("p2",)) == []
    both = refused(BB2016, home, *treating("p1"), healed_kos=("p2",))
    assert both == ["apothecary_too_often home.casualties"]
    report = MatchReport(side(home, *treating("p1"), healed_kos=("p2",)), side(humans(BB2016, "t2")))
    (problem,) = problems(report, {"t1": home, "t2": humans(BB2016, "t2")}, BB2016)
    assert problem.params == {"team": "Team t1", "used": 2, "owned": 1}


def test_who_was_knocked_out_can_play() -> None:
    home = with_player(humans(BB2016, goods={"apothecary": 1}), "p2", misses_next=True)
    assert refused(BB2016, home, healed_kos=("p2",)) == ["player_missing home.healed_kos.0"]
    assert refused(BB2016, home, healed_kos=("p9",)) == ["player_of_another_team home.healed_kos.0"]


def test_a_team_that_may_have_none_uses_no_apothecary() -> None:
    """BB2016, extra rules, apothecary: Khemri, Necromantic, Nurgle and Undead may not use one."""
    home = squad("t1", "undead", *("zombie",) * 4, goods={"apothecary": 1})
    assert refused(BB2016, home, *treating("p1"), healed_kos=("p2",)) == [
        "apothecary_never home.casualties.0.apothecary",
        "apothecary_never home.healed_kos.0",
    ]


@pytest.mark.parametrize(("edition", "wrong"), [("bb2016", False), ("lrb6", False), ("bb2020", True)])
def test_journeymen_are_not_treated_in_bb2020(edition: str, wrong: bool) -> None:
    """BB2020, journeymen: the team's own apothecary does not treat them."""
    ruleset = EDITIONS[edition]
    home = with_player(humans(ruleset, goods={"apothecary": 1}), "p1", status="journeyman")
    found = refused(ruleset, home, *treating("p1"))
    assert found == (["apothecary_journeyman home.casualties.0.apothecary"] if wrong else [])


def test_there_is_nothing_to_keep_without_an_apothecary() -> None:
    kept = Casualty("p1", "block", kept="second")
    assert refused(BB2016, humans(BB2016), kept) == ["kept_without_apothecary home.casualties.0.kept"]


def igors(owned: int) -> TeamSheet:
    return squad("t1", "undead", "zombie", "zombie", "ghoul", "zombie", goods={"igor": owned})


def with_igor(*victims: str) -> tuple[Casualty, ...]:
    return tuple(Casualty(victim, "block", igor=True) for victim in victims)


@pytest.mark.parametrize(("owned", "uses", "wrong"), [(0, 1, True), (1, 1, False), (1, 2, True), (2, 2, False)])
def test_each_igor_is_used_once(owned: int, uses: int, wrong: bool) -> None:
    """Basic, section 2.2.3: once per game."""
    found = refused(BASIC, igors(owned), *with_igor("p1", "p2")[:uses])
    assert found == (["igor_too_often home.casualties"] if wrong else [])


def test_an_igor_helps_who_regenerates() -> None:
    """Basic, section 2.2.3: a failed Regeneration roll; ghouls have none."""
    found = refused(BASIC, igors(1), *with_igor("p3"))
    assert found == ["igor_without_regeneration home.casualties.0.igor"]


@pytest.mark.parametrize(("face", "wrong"), [(3, False), (4, True)])
def test_an_igor_throws_again_what_failed(face: int, wrong: bool) -> None:
    """Basic, section 2.2.3: a failed Regeneration roll."""
    found = refused(BASIC, igors(1), *with_igor("p1"), dice={"regeneration/t1/p1": (face,)})
    assert found == (["igor_unneeded home.casualties.0.igor"] if wrong else [])


@pytest.mark.parametrize(
    ("edition", "deeds"),
    [
        ("bb2016", ("touchdown", "completion", "interception")),
        ("lrb6", ("touchdown", "completion", "interception")),
        ("basic", ("touchdown",)),
        ("bb2020", ("touchdown", "completion", "superb-throw", "deflection", "interception")),
    ],
)
def test_players_are_credited_with_what_the_edition_counts(edition: str, deeds: tuple[str, ...]) -> None:
    """Touchdowns make the score everywhere; casualties and the most valuable player are not typed as deeds."""
    ruleset = EDITIONS[edition]
    assert deeds_of(ruleset) == deeds
    home = humans(ruleset)
    everything = ("touchdown", "completion", "superb-throw", "deflection", "interception", "casualty", "mvp")
    for deed in everything:
        told = (Deeds("p1", Tally({deed: 1})),)
        report = side(home, ruleset=ruleset, deeds=told)
        report = replace(report, score=1 if deed == "touchdown" else 0)
        whole = MatchReport(report, side(humans(ruleset, "t2"), ruleset=ruleset))
        found = problems(whole, {"t1": home, "t2": humans(ruleset, "t2")}, ruleset)
        assert [one.code for one in found] == ([] if deed in deeds else ["unknown_deed"])


def test_every_die_of_a_casualty_may_be_typed_in() -> None:
    """What is asked for follows the skills of victim and killer, and what was done for him."""
    guardian = squad("t1", "khemri", "tomb-guardian", *("skeleton",) * 3)
    skaven = squad("t2", "skaven", "gutter-runner", *("lineman",) * 3)
    report = MatchReport(side(guardian, Casualty("p1", "block", "p1", apothecary=True, igor=True)), side(skaven))
    asked = dict(dice_of(report, {"t1": guardian, "t2": skaven}, BB2016))
    assert {key: dice for key, dice in asked.items() if key.endswith(("p1", "p1/decay", "/apothecary", "/igor"))} == {
        "casualty/t1/p1": (6, 8),
        "casualty/t1/p1/decay": (6, 8),
        "casualty/t1/p1/apothecary": (6, 8),
        "regeneration/t1/p1": (6,),
        "regeneration/t1/p1/igor": (6,),
        "poison/t1/p1": (6,),
    }
    plainly = MatchReport(side(humans(BB2020), Casualty("p1", "block"), ruleset=BB2020), side(skaven, ruleset=BB2020))
    asked = dict(dice_of(plainly, {"t1": humans(BB2020), "t2": humans(BB2020, "t2")}, BB2020))
    assert [key for key in asked if "/p1" in key] == ["casualty/t1/p1", "lasting/t1/p1"]


def test_a_die_that_nothing_asks_for_is_refused() -> None:
    found = refused(BB2016, humans(BB2016), Casualty("p1", "block"), dice={"regeneration/t1/p1": (4,)})
    assert found == ["die_unasked dice.regeneration/t1/p1"]


def test_an_older_report_is_read_as_it_was() -> None:
    """What was stored before anybody could be healed."""
    old = {
        "home": {"team": "t1", "score": 0, "casualties": [{"victim": "p1", "cause": "block", "by": None}]},
        "away": {"team": "t2", "score": 0},
    }
    report = build(MatchReport, old)
    assert report.home.casualties == (Casualty("p1", "block"),)
    assert report.home.healed_kos == ()


def test_an_older_ruleset_decides_as_it_did() -> None:
    """One throw and nothing else, whatever skills a player has: stored rules know no healing."""
    data = plain(BB2016)
    for name in ("twice", "regeneration", "poison", "apothecary_reserves", "apothecary_journeymen"):
        del data["casualty"][name]
    older = from_data({**data, "raising": []})
    told = after(
        squad("t1", "khemri", "tomb-guardian"),
        squad("t2", "skaven", "gutter-runner", "lineman", "lineman"),
        {"casualty/t1/p1": (1, 1)},
        Casualty("p1", "block", "p1"),
        ruleset=older,
    )[2]
    assert told == [fx.InjurySuffered("p1", "badly-hurt")]


@pytest.mark.parametrize(
    ("place", "entry", "said"),
    [
        ("twice", "Rotting", "casualty.twice: unknown skill 'Rotting'"),
        ("regeneration", {"skill": "Healing"}, "casualty.regeneration: unknown skill 'Healing'"),
        ("poison", {"causes": ["boredom"]}, "casualty.poison.causes: 'boredom' is not one of the casualty causes"),
        ("regeneration", {"dice": []}, "casualty.regeneration.dice: [] cannot be thrown"),
    ],
)
def test_a_ruleset_heals_by_what_it_has(place: str, entry: Any, said: str) -> None:
    data = plain(BB2016)
    known = data["casualty"][place]
    data["casualty"][place] = {**known, **entry} if isinstance(entry, dict) else entry
    with pytest.raises(RulesetInvalid) as refusal:
        from_data(data)
    assert said in refusal.value.errors


# Whatever happens


def worst_of(ruleset: Ruleset, sheet: TeamSheet, player: Player, name: Characteristic) -> tuple[int, int] | None:
    """The value and the worst it may have, as distances: the first is never below the second."""
    start, now = sheet.position_of(player, ruleset).characteristic(name), sheet.characteristic(player, name, ruleset)
    bound = ruleset.bound(name)
    if start is None or now is None:
        return None
    if bound is None:
        return now, max(1, start - 2)
    return (-now, -bound.worst) if bound.low_is_better else (now, bound.worst)


def a_random_side(random: Random, sheet: TeamSheet, opponent: TeamSheet, ruleset: Ruleset) -> SideReport:
    """Casualties, some of them with a healer, whether the report is possible or not."""
    foes: list[str | None] = [None, *(player.key for player in opponent.players)]
    kept: list[Kept] = ["", "first", "second"]
    casualties = []
    for player in sheet.fit[:4]:
        healed = random.random() < 0.3
        casualties.append(
            Casualty(
                player.key,
                random.choice(ruleset.casualty_causes),
                random.choice(foes),
                apothecary=healed,
                kept=random.choice(kept) if healed else "",
                igor=random.random() < 0.2,
            )
        )
    return side(sheet, *casualties, ruleset=ruleset)


@pytest.mark.parametrize("edition", EDITIONS)
@given(seed=st.integers(0, 2**48))
@quickly
def test_whatever_is_reported_no_floor_is_broken(edition: str, seed: int) -> None:
    """Readings A-01, A-02 and N-01; and nobody misses a match, niggles or dies whom the table spared."""
    random, ruleset = Random(seed), EDITIONS[edition]
    home, away = (
        squad(key, roster.key, *(random.choice(roster.positions).key for _ in range(6)), goods={"apothecary": 1})
        for key, roster in (("t1", random.choice(ruleset.teams)), ("t2", random.choice(ruleset.teams)))
    )
    sheets = {"t1": home, "t2": away}
    for match in range(6):
        for mine, other in (("t1", "t2"), ("t2", "t1")):
            report = a_random_side(random, sheets[mine], sheets[other], ruleset)
            dice = SeededDice(f"{seed}/{match}/{mine}".encode())
            told = list(injuries.suffered(report, sheets[mine], sheets[other], dice, ruleset))
            for injured, outcome in told:
                before = sheets[mine]
                sheets[mine] = fold(before, outcome.effects)
                _check(ruleset, before, sheets[mine], injured, outcome)
            fit = tuple(replace(player, misses_next=False) for player in sheets[mine].players)
            sheets[mine] = replace(sheets[mine], players=fit)


def _check(ruleset: Ruleset, before: TeamSheet, sheet: TeamSheet, injured: Injured, outcome: injuries.Outcome) -> None:
    player, was = the_player(sheet, injured.player.key), the_player(before, injured.player.key)
    for name in ruleset.characteristics:
        measured = worst_of(ruleset, sheet, player, name)
        if measured and worst_of(ruleset, before, was, name) != measured:
            assert measured[0] >= measured[1]
    if outcome.saved:
        assert (player.niggles, player.lost, player.status) == (was.niggles, was.lost, was.status)
    assert (player.status == "dead") is outcome.dead
    asked = {key for key, _ in injuries.dice_of(injured)}
    rolls = (*(throw.roll for throw in outcome.throws), *outcome.lasting, *outcome.regeneration)
    assert {roll.key for roll in (*rolls, *((outcome.poison,) if outcome.poison else ()))} <= asked


def test_a_report_that_is_refused_decides_nothing() -> None:
    home, away = humans(BB2016), humans(BB2016, "t2")
    report = MatchReport(side(home, *treating("p1")), side(away))
    with pytest.raises(ReportIllegal):
        decide_match("m1", report, {"t1": home, "t2": away}, SeededDice(b"x"), BB2016)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_table_answers_every_score(edition: str) -> None:
    """Modifiers carry a throw beyond either end."""
    table = EDITIONS[edition].casualty
    first: CasualtyResult = table.results[0]
    assert table.felt(-5) == first
    assert table.felt(1_000).dead
    assert all(table.felt(result.first) == table.felt(result.last) == result for result in table.results)
    assert score_of(HARMLESS[edition]) >= first.first


def test_results_are_called_by_their_names() -> None:
    assert BB2016.casualty.name_of("badly-hurt") == "Badly Hurt"
    assert BB2016.casualty.name_of("weeping-dagger") == "Weeping Dagger"
    assert BB2020.casualty.name_of("neck-injury") == "Neck Injury"
    assert BASIC.casualty.name_of("bored") == "bored"
