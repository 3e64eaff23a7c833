"""Can a report be true? Each problem, and all of them at once (BB2016, league rules: match records, injuries, MVP)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.match import before
from engine.match.checks import dice_of, errors, problems
from engine.match.report import Casualty, Deeds, MatchReport, SideReport
from engine.tally import Tally
from engine.team.sheet import TeamSheet
from engine.typed import build, plain
from tests.engine.given import RULES, a_report, a_sheet, a_side, with_player

HOME = a_sheet(positions={"lineman": 12})
AWAY = a_sheet("t2")
HURT = with_player(with_player(HOME, "p12", misses_next=True), "p11", status="dead")


def found(report: MatchReport, home: TeamSheet = HOME) -> list[tuple[str, str]]:
    told = errors(problems(report, {"t1": home, "t2": AWAY}, RULES))
    return [(problem.code, problem.where) for problem in told]


def with_home(**changes: Any) -> MatchReport:
    return a_report(replace(a_side("t1"), **changes))


def test_a_quiet_match_is_possible() -> None:
    assert found(a_report()) == []


def test_a_full_report_is_possible() -> None:
    home = SideReport(
        team="t1",
        score=2,
        deeds=(
            Deeds("p1", Tally({"touchdown": 2, "interception": 1})),
            Deeds("p2", Tally({"completion": 3})),
        ),
        casualties=(Casualty("p3", "block", "p1"), Casualty("p4", "crowd")),
        nominees=("p1", "p2", "p3"),
    )
    assert found(a_report(home, a_side("t2", {"p11": 1}))) == []


def test_a_report_survives_being_stored() -> None:
    report = MatchReport(
        a_side("t1", {"p1": 1}, casualties=(Casualty("p2", "foul", "p3"),)), a_side("t2"), {"fans/t1": (1, 2)}
    )
    assert build(MatchReport, plain(report)) == report
    assert report.side_of("t1") == "home"
    assert report.side_of("t2") == "away"
    assert report.side("away") is report.away


# Score


@pytest.mark.parametrize("score", [0, 2])
def test_the_touchdowns_of_the_players_add_up_to_the_score(score: int) -> None:
    report = a_report(replace(a_side("t1", {"p1": 1}), score=score))
    assert found(report) == [("score_mismatch", "home.score")]
    (problem,) = problems(report, {"t1": HOME, "t2": AWAY}, RULES)
    assert problem.params == {"team": "Team t1", "score": score, "scored": 1}


def test_a_score_is_not_below_zero() -> None:
    assert ("score_negative", "home.score") in found(with_home(score=-1))


def test_the_score_of_the_away_team_is_checked_too() -> None:
    assert found(a_report(None, replace(a_side("t2"), score=3))) == [("score_mismatch", "away.score")]


# Deeds


@pytest.mark.parametrize("deed", ["mvp", "casualty", "dance"])
def test_only_touchdowns_completions_and_interceptions_are_claimed_as_deeds(deed: str) -> None:
    assert found(with_home(deeds=(Deeds("p1", Tally({deed: 1})),))) == [("unknown_deed", "home.deeds.p1")]


def test_a_deed_is_not_done_less_than_never() -> None:
    deeds = (Deeds("p1", Tally({"completion": -1})),)
    assert found(with_home(deeds=deeds)) == [("deed_negative", "home.deeds.p1.completion")]


def test_negative_touchdowns_do_not_make_a_score_right() -> None:
    deeds = (Deeds("p1", Tally({"touchdown": 2})), Deeds("p2", Tally({"touchdown": -1})))
    assert found(with_home(score=1, deeds=deeds)) == [("deed_negative", "home.deeds.p2.touchdown")]


@pytest.mark.parametrize(("count", "wrong"), [(99, False), (100, True)])
def test_a_deed_is_done_99_times_at_most(count: int, wrong: bool) -> None:
    """Our decision: a slip of the finger is no legend."""
    deeds = (Deeds("p1", Tally({"completion": count})),)
    assert found(with_home(deeds=deeds)) == ([("deed_too_often", "home.deeds.p1.completion")] if wrong else [])


def test_a_player_is_listed_once() -> None:
    deeds = (Deeds("p1", Tally({"completion": 1})), Deeds("p1", Tally({"completion": 1})))
    assert found(with_home(deeds=deeds)) == [("deeds_twice", "home.deeds.p1")]


# Who may appear


@pytest.mark.parametrize(
    ("player", "code"),
    [("p10", None), ("p11", "player_dead"), ("p12", "player_missing"), ("p13", "player_of_another_team")],
)
def test_the_dead_the_injured_and_strangers_do_nothing_in_a_match(player: str, code: str | None) -> None:
    """BB2016, league rules, injuries: miss next game; dead."""
    codes = [code] if code else []
    deeds = (Deeds(player, Tally({"completion": 1})),)
    assert found(with_home(deeds=deeds), HURT) == [(one, f"home.deeds.{player}") for one in codes]
    casualties = (Casualty(player, "block"),)
    assert found(with_home(casualties=casualties), HURT) == [(one, "home.casualties.0") for one in codes]
    nominees = ("p1", "p2", player)
    assert found(with_home(nominees=nominees), HURT) == [(one, "home.nominees") for one in codes]
    caused = a_report(None, replace(a_side("t2"), casualties=(Casualty("p1", "block", player),)))
    assert found(caused, HURT) == [(one, "away.casualties.0.by") for one in codes]


def test_a_player_of_the_other_team_is_recognised() -> None:
    away = a_sheet("t2", positions={"lineman": 14})
    report = with_home(deeds=(Deeds("p14", Tally({"completion": 1})),))
    (problem,) = problems(report, {"t1": HOME, "t2": away}, RULES)
    assert str(problem) == "Team t1 has no player p14; Team t2 has one."
    (stranger,) = problems(report, {"t1": HOME, "t2": AWAY}, RULES)
    assert str(stranger) == "Team t1 has no player p14."


# Casualties


@pytest.mark.parametrize("cause", ["block", "foul", "crowd", "other"])
def test_there_are_four_ways_to_be_hurt(cause: str) -> None:
    assert found(with_home(casualties=(Casualty("p1", cause),))) == []


def test_there_is_no_fifth() -> None:
    assert found(with_home(casualties=(Casualty("p1", "boredom"),))) == [("unknown_cause", "home.casualties.0.cause")]


def test_a_player_is_carried_off_once() -> None:
    casualties = (Casualty("p1", "block"), Casualty("p1", "foul"))
    report = with_home(casualties=casualties)
    assert found(report) == [("casualty_twice", "home.casualties")]
    (problem,) = problems(report, {"t1": HOME, "t2": AWAY}, RULES)
    assert problem.params == {"player": "lineman 1", "times": 2}


def test_a_stranger_carried_off_twice_is_named_by_his_key() -> None:
    report = with_home(casualties=(Casualty("p99", "block"), Casualty("p99", "block")))
    twice = [one for one in problems(report, {"t1": HOME, "t2": AWAY}, RULES) if one.code == "casualty_twice"]
    assert [problem.params["player"] for problem in twice] == ["p99"]


# Most valuable player


@pytest.mark.parametrize(
    "nominees",
    [(), ("p1",), ("p1", "p2"), ("p1", "p1", "p2"), ("p1", "p2", "p2", "p3"), ("p1", "p2", "p3", "p4")],
)
def test_three_different_players_are_nominated(nominees: tuple[str, ...]) -> None:
    """BB2016, league rules, how to earn star player points: most valuable player."""
    assert ("nominees", "home.nominees") in found(with_home(nominees=nominees))


def test_a_casualty_of_the_match_may_be_nominated() -> None:
    """Our decision (the rules are silent): anybody fit for this match, a player killed in it included."""
    report = with_home(casualties=(Casualty("p1", "block"),), nominees=("p1", "p2", "p3"))
    assert found(report) == []


@pytest.mark.parametrize("fit", [0, 1, 2, 3])
def test_a_team_with_fewer_than_three_fit_players_nominates_all_of_them(fit: int) -> None:
    """Our decision (the rules are silent)."""
    home = HOME
    for nth in range(fit + 1, 13):
        home = with_player(home, f"p{nth}", misses_next=True)
    everybody = tuple(f"p{nth}" for nth in range(1, fit + 1))
    assert found(with_home(nominees=everybody), home) == []
    assert found(with_home(nominees=everybody[1:]), home) == ([("nominees", "home.nominees")] if fit else [])


# Dice typed in


def test_dice_typed_in_must_be_possible_and_asked_for() -> None:
    dice = {"fans/t1": (7, 1), "winnings/t2/1": (6,), "luck/t1": (6,), "casualty/t1/p5": (1, 1), "mvp/t1": (1, 2)}
    assert found(MatchReport(a_side("t1"), a_side("t2"), dice)) == [
        ("die_impossible", "dice.fans/t1"),
        ("die_unasked", "dice.luck/t1"),
        ("die_unasked", "dice.casualty/t1/p5"),
        ("die_impossible", "dice.mvp/t1"),
    ]


def test_every_die_a_match_can_ask_for_may_be_typed_in() -> None:
    report = a_report(a_side("t1", {"p1": 1}, casualties=(Casualty("p5", "block"),)))
    asked = dict(dice_of(report, {"t1": HOME, "t2": AWAY}, RULES))
    earlier = dict(before.dice_of(None, {"home": HOME, "away": AWAY}, RULES))
    assert earlier.items() <= asked.items()
    assert {key: sides for key, sides in asked.items() if key not in earlier or key.startswith("fans/")} == {
        "casualty/t1/p5": (6, 8),
        "fans/t1": (6, 6),
        "fans/t2": (6, 6),
        "mvp/t1": (3,),
        "mvp/t2": (3,),
        "winnings/t1/1": (6,),
        "winnings/t1/2": (6,),
        "winnings/t2/1": (6,),
        "winnings/t2/2": (6,),
        "fan-factor/t1/3d6": (6, 6, 6),
        "fan-factor/t2/2d6": (6, 6),
        "expensive-mistakes/t1/table": (6,),
        "expensive-mistakes/t1/minor": (3,),
        "expensive-mistakes/t1/kept": (6, 6),
        "expensive-mistakes/t2/table": (6,),
        "expensive-mistakes/t2/minor": (3,),
        "expensive-mistakes/t2/kept": (6, 6),
        **{f"sponsor-search/t{nth}": (16,) for nth in (1, 2)},
        **{f"sponsor-search/t{nth}/gold": (6,) for nth in (1, 2)},
        **{f"sponsor-search/t{nth}/mishap": (6,) for nth in (1, 2)},
        # One of them may be found now.
        **{f"sponsorships/t{nth}/1/gold": (3,) for nth in (1, 2)},
        **{f"sponsorships/t{nth}/1/mishap": (6,) for nth in (1, 2)},
        **{f"insurance/t{nth}": (6,) for nth in (1, 2)},
        **{f"insurance/t{nth}/fee": (6, 6) for nth in (1, 2)},
        **{f"insurance/t{nth}/missing": (3,) for nth in (1, 2)},
    }
    everything = replace(report, dice={key: tuple(1 for _ in sides) for key, sides in asked.items()})
    assert found(everything) == []


def test_everything_wrong_is_told_at_once() -> None:
    home = SideReport(
        team="t1",
        score=-1,
        deeds=(
            Deeds("p11", Tally({"dance": 1})),
            Deeds("p1", Tally({"completion": 100})),
            Deeds("p99", Tally({"completion": -1})),
            Deeds("p99", Tally()),
        ),
        casualties=(Casualty("p12", "boredom", "p77"), Casualty("p12", "block")),
        nominees=("p1", "p1"),
    )
    report = MatchReport(home, a_side("t2"), {"luck": (1,), "fans/t1": (0, 0)})
    told = errors(problems(report, {"t1": HURT, "t2": AWAY}, RULES))
    assert not any("{" in str(problem) for problem in told)
    assert {problem.code for problem in told} == {
        "score_negative",
        "score_mismatch",
        "player_dead",
        "player_missing",
        "player_of_another_team",
        "unknown_deed",
        "deed_negative",
        "deed_too_often",
        "deeds_twice",
        "unknown_cause",
        "casualty_twice",
        "nominees",
        "die_unasked",
        "die_impossible",
    }
