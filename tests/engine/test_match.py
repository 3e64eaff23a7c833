"""What a match does to both teams: fans, FAME, casualties, the record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from engine import effects as fx
from engine.dice import TableDice
from engine.errors import ReportIllegal
from engine.match.before.gate import crowd, fame
from engine.match.played import decide_match
from engine.match.report import Casualty, MatchReport
from engine.rulesets.model import Characteristic
from engine.tally import Tally
from engine.team.evolve import fold
from engine.team.sheet import TeamSheet
from tests.engine.given import GATE, RULES, a_report, a_sheet, a_side, the_player, with_player

FANS = {"fans/t1": (3, 4), "fans/t2": (3, 4)}


def play(
    report: MatchReport, home: TeamSheet, away: TeamSheet, faces: Mapping[str, tuple[int, ...]] | None = None
) -> tuple[TeamSheet, TeamSheet]:
    sheets = {home.key: home, away.key: away}
    happened = decide_match("m1", report, sheets, TableDice({**FANS, **(faces or {})}), RULES)
    for one in happened:
        sheets[one.team] = fold(sheets[one.team], [one.effect])
    return sheets[home.key], sheets[away.key]


def hurt(sheet: TeamSheet, faces: tuple[int, int], victim: str = "p1") -> TeamSheet:
    """The home team's sheet after a match in which ``victim`` became a casualty with that D68."""
    report = a_report(a_side("t1", casualties=(Casualty(victim, "block", "p1"),), nominees=("p2", "p3", "p4")))
    # Who rots is only badly hurt by the second throw, and who regenerates fails to.
    further = {f"casualty/t1/{victim}/decay": (1, 1), f"regeneration/t1/{victim}": (1,)}
    home, _ = play(report, sheet, a_sheet("t2"), {f"casualty/t1/{victim}": faces, **further})
    return home


# Fans and FAME


@pytest.mark.parametrize(
    ("faces", "fan_factor", "fans"), [((2, 6), 5, 13_000), ((1, 1), 0, 2_000), ((6, 6), 9, 21_000)]
)
def test_fans_are_2d6_and_fan_factor_in_thousands(faces: tuple[int, int], fan_factor: int, fans: int) -> None:
    """BB2016, extra rules, the fans and FAME; the first case is the book's own example."""
    sheet = a_sheet(goods={"fan-factor": fan_factor})
    assert crowd("home", None, sheet, TableDice({"fans/t1": faces}), RULES) == fans


@pytest.mark.parametrize(
    ("mine", "other", "worth"),
    [
        (6_000, 7_000, 0),
        (7_000, 7_000, 0),
        (8_000, 7_000, 1),
        (13_000, 7_000, 1),
        (14_000, 7_000, 2),
        (15_000, 7_000, 2),
        (21_000, 7_000, 2),
        (3_000, 2_000, 1),
        (4_000, 2_000, 2),
        (21_000, 2_000, 2),
    ],
)
def test_fame_is_1_for_more_fans_and_2_for_twice_as_many(mine: int, other: int, worth: int) -> None:
    """BB2016, extra rules, the fans and FAME."""
    assert fame(mine, other, RULES) == worth


def test_only_one_side_of_a_match_has_fame() -> None:
    """BB2016, extra rules, the fans and FAME: equal or fewer fans are worth nothing."""
    gates = range(2_000, 22_000, 1_000)
    assert all(0 in (fame(mine, other, RULES), fame(other, mine, RULES)) for mine in gates for other in gates)


def test_a_ruleset_may_do_without_fame() -> None:
    assert fame(9_000, 2_000, replace(RULES, fans=replace(GATE, fame=()))) == 0


def test_both_teams_remember_the_gate_and_their_fame() -> None:
    """BB2016, league rules, team roster: match records."""
    home, away = play(a_report(), a_sheet(goods={"fan-factor": 7}), a_sheet("t2"))
    assert home.last_match is not None
    assert away.last_match is not None
    assert (home.last_match.fans, home.last_match.fame) == (14_000, 2)
    assert (away.last_match.fans, away.last_match.fame) == (7_000, 0)
    assert (home.last_match.match, home.last_match.opponent) == ("m1", "t2")


# The record


@pytest.mark.parametrize(
    ("home_scored", "away_scored", "home_outcome", "away_outcome"),
    [(2, 1, "win", "loss"), (1, 2, "loss", "win"), (1, 1, "draw", "draw"), (0, 0, "draw", "draw")],
)
def test_the_record_counts_both_sides(home_scored: int, away_scored: int, home_outcome: str, away_outcome: str) -> None:
    """BB2016, league rules, team roster: match records."""
    report = a_report(
        a_side("t1", {"p1": home_scored}, casualties=(Casualty("p2", "foul", "p5"), Casualty("p3", "crowd"))),
        a_side("t2", {"p1": away_scored}, casualties=(Casualty("p4", "block", "p5"),)),
    )
    casualties = {"casualty/t1/p2": (1, 1), "casualty/t1/p3": (1, 1), "casualty/t2/p4": (1, 1)}
    home, away = play(report, a_sheet(), a_sheet("t2"), casualties)
    assert dict(home.record.outcomes) == {home_outcome: 1}
    assert dict(away.record.outcomes) == {away_outcome: 1}
    assert (home.record.touchdowns_for, home.record.touchdowns_against) == (home_scored, away_scored)
    assert (away.record.touchdowns_for, away.record.touchdowns_against) == (away_scored, home_scored)
    # Nobody of the other side pushed p3 into the crowd, so nobody inflicted that one.
    assert (home.record.casualties_for, home.record.casualties_against) == (1, 1)
    assert (away.record.casualties_for, away.record.casualties_against) == (1, 1)


def test_a_match_adds_a_game_to_everybody_who_was_fit() -> None:
    sheet = with_player(with_player(a_sheet(), "p5", misses_next=True), "p6", status="dead")
    home, _ = play(a_report(), sheet, a_sheet("t2"))
    assert [the_player(home, key).games for key in ("p1", "p5", "p6")] == [1, 0, 0]


# Casualties


def expected(score: int) -> tuple[str, bool, bool, Characteristic | None, bool]:
    """BB2016, casualty table, in the reader's own words: result, misses, niggles, loses, dies."""
    if score <= 38:
        return "badly-hurt", False, False, None, False
    if score <= 48:
        names = "broken-ribs groin-strain gouged-eye broken-jaw fractured-arm fractured-leg smashed-hand pinched-nerve"
        return names.split()[score - 41], True, False, None, False
    lasting: dict[int, tuple[str, Characteristic | None]] = {
        51: ("damaged-back", None),
        52: ("smashed-knee", None),
        53: ("smashed-hip", "ma"),
        54: ("smashed-ankle", "ma"),
        55: ("serious-concussion", "av"),
        56: ("fractured-skull", "av"),
        57: ("broken-neck", "ag"),
        58: ("smashed-collar-bone", "st"),
    }
    if score in lasting:
        name, loses = lasting[score]
        return name, True, loses is None, loses, False
    return "dead", False, False, None, True


@pytest.mark.parametrize("tens", range(1, 7))
@pytest.mark.parametrize("units", range(1, 9))
def test_every_score_of_the_casualty_table_from_11_to_68(tens: int, units: int) -> None:
    """BB2016, league rules, injuries: casualty table."""
    name, misses, niggles, loses, dies = expected(tens * 10 + units)
    assert RULES.casualty.result(tens * 10 + units).key == name
    player = the_player(hurt(a_sheet(), (tens, units)), "p1")
    assert player.status == ("dead" if dies else "active")
    assert player.misses_next == misses
    assert player.niggles == (1 if niggles else 0)
    assert dict(player.lost) == ({loses: 1} if loses else {})


def test_the_names_of_the_table_are_as_printed() -> None:
    """BB2016, league rules, injuries: casualty table."""
    assert [row.name for row in RULES.casualty.results] == [
        "Badly Hurt",
        "Broken Ribs",
        "Groin Strain",
        "Gouged Eye",
        "Broken Jaw",
        "Fractured Arm",
        "Fractured Leg",
        "Smashed Hand",
        "Pinched Nerve",
        "Damaged Back",
        "Smashed Knee",
        "Smashed Hip",
        "Smashed Ankle",
        "Serious Concussion",
        "Fractured Skull",
        "Broken Neck",
        "Smashed Collar Bone",
        "Dead",
    ]


LOSSES: list[tuple[tuple[int, int], Characteristic]] = [((5, 3), "ma"), ((5, 5), "av"), ((5, 7), "ag"), ((5, 8), "st")]


@pytest.mark.parametrize(("faces", "characteristic"), LOSSES)
@pytest.mark.parametrize(
    ("roster", "position"), [(roster.key, position.key) for roster in RULES.teams for position in roster.positions]
)
def test_a_characteristic_falls_by_two_at_most_and_never_below_one(
    roster: str, position: str, faces: tuple[int, int], characteristic: Characteristic
) -> None:
    """BB2016, league rules, injuries: -1 MA, ST, AG and AV (readings A-01, A-02)."""
    entry = RULES.roster(roster).position(position)
    start = entry.characteristic(characteristic)
    filler = next(one.key for one in RULES.roster(roster).positions if one.journeyman)
    sheet = a_sheet(roster=roster, positions={position: 1, filler: 11})
    values = []
    for _ in range(4):
        sheet = with_player(hurt(sheet, faces), "p1", misses_next=False)
        values.append(sheet.characteristic(the_player(sheet, "p1"), characteristic, RULES))
    assert start is not None
    floor = max(1, start - 2)
    assert values == [max(floor, start - times) for times in (1, 2, 3, 4)]


def test_an_injury_that_takes_nothing_still_costs_the_next_game() -> None:
    """BB2016, league rules, injuries (reading A-01): only the reduction is ignored."""
    at_the_floor = with_player(a_sheet(), "p1", lost=Tally({"ag": 2}))
    player = the_player(hurt(at_the_floor, (5, 7)), "p1")
    assert dict(player.lost) == {"ag": 2}
    assert player.misses_next


def test_a_troll_has_no_agility_to_lose() -> None:
    """BB2016, league rules, injuries: never below a value of 1."""
    sheet = a_sheet(roster="orc", positions={"troll": 1, "lineman": 11})
    assert dict(the_player(hurt(sheet, (5, 7)), "p1").lost) == {}


def test_the_next_game_is_missed_exactly_once() -> None:
    """BB2016, league rules, injuries: miss next game."""
    away = a_sheet("t2")
    after_injury = hurt(a_sheet(), (4, 1))
    assert not the_player(after_injury, "p1").can_play
    quiet = a_report(a_side("t1", nominees=("p2", "p3", "p4")))
    after_next, _ = play(quiet, after_injury, away)
    assert the_player(after_next, "p1").can_play
    assert the_player(after_next, "p1").games == 1
    after_that, _ = play(quiet, after_next, away)
    assert the_player(after_that, "p1").games == 2


def test_the_match_of_the_injury_is_not_the_one_that_is_missed() -> None:
    """BB2016, league rules, injuries: miss *next* game."""
    player = the_player(hurt(a_sheet(), (4, 8)), "p1")
    assert player.misses_next
    assert player.games == 1


def test_the_dead_stay_dead() -> None:
    """BB2016, league rules, injuries: dead."""
    after_death = hurt(a_sheet(), (6, 1))
    after_next, _ = play(a_report(a_side("t1", nominees=("p2", "p3", "p4"))), after_death, a_sheet("t2"))
    player = the_player(after_next, "p1")
    assert (player.status, player.misses_next, player.can_play, player.games) == ("dead", False, False, 1)
    assert "p1" not in {one.key for one in after_next.roll_call}


def test_each_casualty_has_its_own_die() -> None:
    casualties = tuple(Casualty(victim, "block", "p9") for victim in ("p1", "p2"))
    report = a_report(a_side("t1", casualties=casualties), a_side("t2", casualties=(Casualty("p1", "crowd"),)))
    faces = {"casualty/t1/p1": (1, 1), "casualty/t1/p2": (6, 6), "casualty/t2/p1": (4, 4)}
    home, away = play(report, a_sheet(), a_sheet("t2"), faces)
    assert the_player(home, "p1").can_play
    assert the_player(home, "p2").status == "dead"
    assert the_player(away, "p1").misses_next


def test_an_illegal_report_changes_nothing_and_throws_no_die() -> None:
    sheets = {"t1": a_sheet(), "t2": a_sheet("t2")}
    dice = TableDice(FANS)
    with pytest.raises(ReportIllegal) as refused:
        decide_match("m1", a_report(replace(a_side("t1"), score=1)), sheets, dice, RULES)
    assert [problem.code for problem in refused.value.problems] == ["score_mismatch"]
    assert dice.log == ()


def test_the_match_stands_before_its_injuries() -> None:
    """So that an injury of this match is not served in it (BB2016, league rules, injuries)."""
    report = a_report(a_side("t1", casualties=(Casualty("p1", "other"),)))
    sheets = {"t1": a_sheet(), "t2": a_sheet("t2")}
    happened = decide_match("m1", report, sheets, TableDice({**FANS, "casualty/t1/p1": (5, 1)}), RULES)
    assert [type(one.effect) for one in happened] == [fx.MatchPlayed, fx.InjurySuffered, fx.MatchPlayed]
