"""After a match that did not end like others: SPP, gold, fans, who leaves (readings A-04, A-05, A-09, L-04)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from engine import effects as fx
from engine import rulesets
from engine.dice import SeededDice, TableDice
from engine.match import endings
from engine.match.after import STEPS, Done, NeedsChoice, StepScene
from engine.match.played import decide_match, problems
from engine.match.prematch import Induced, PreMatch, SidePreMatch
from engine.match.report import Casualty, Deeds, MatchReport
from engine.rulesets.model import Outcome, Ruleset, required
from engine.rulesets.options import with_options
from engine.tally import Tally
from engine.team.evolve import fold
from engine.team.sheet import Gained, LastMatch, TeamSheet
from tests.engine.given import RULES, after_a, done, the_player, with_player
from tests.engine.reporting import AWAY, HOME, NOMINEES, with_sides

LRB6, NEWEST, BASIC = (rulesets.get(key) for key in ("lrb6", "bb2020", "basic"))
DICE: dict[str, tuple[int, ...]] = {"mvp/t1": (1,), "mvp/t1/2": (1,), "mvp/t2": (2,)}
SCORED = {"score": 1, "deeds": (Deeds("p1", Tally({"touchdown": 1})),)}


def conceded(rules: Ruleset = RULES, could_field: int | None = None, **more: Any) -> MatchReport:
    """The away side gives up; it has scored once."""
    report = with_sides({}, dict(SCORED), ending="conceded", gave_up="away", could_field=could_field, **more)
    return endings.with_awarded(report, rules)


def walkover(gave_up: Any = "away") -> MatchReport:
    nobody: dict[str, Any] = {"nominees": ()}
    return endings.with_awarded(with_sides(nobody, nobody, ending="walkover", gave_up=gave_up), NEWEST)


def step(
    name: str,
    sheet: TeamSheet,
    report: MatchReport,
    faces: Mapping[str, tuple[int, ...]],
    rules: Ruleset = RULES,
    choice: str | None = None,
    **last: Any,
) -> Done | NeedsChoice:
    outcome: Outcome = report.outcome(report.side_of(sheet.key))
    played = replace(after_a(outcome, fit=tuple(player.key for player in sheet.fit)), **last)
    scene = StepScene(
        team=sheet.key,
        sheet=sheet,
        last=played,
        report=report,
        choice=choice,
        dice=TableDice(faces),
        ruleset=rules,
    )
    return STEPS[name](scene)


def effects(*args: Any, **kwargs: Any) -> tuple[fx.Effect, ...]:
    return done(step(*args, **kwargs)).effects


# Star player points


def test_the_winner_has_two_most_valuable_players_and_both_may_be_one() -> None:
    """2016/17 league compendium, most valuable player: who concedes gives his away. Nothing forbids both to one."""
    assert effects("spp", HOME, conceded(), DICE) == (fx.SppEarned("p1", "mvp", 1, 5), fx.SppEarned("p1", "mvp", 1, 5))
    other = effects("spp", HOME, conceded(), {**DICE, "mvp/t1/2": (3,)})
    assert [one.player for one in other if isinstance(one, fx.SppEarned)] == ["p1", "p3"]


def test_who_gave_up_keeps_what_his_players_did_and_has_no_most_valuable_one() -> None:
    assert effects("spp", AWAY, conceded(), {}) == (fx.SppEarned("p1", "touchdown", 1, 3),)


def test_too_few_players_for_the_line_make_it_an_ordinary_loss() -> None:
    """Reading A-05: two players or fewer."""
    away = effects("spp", AWAY, conceded(could_field=2), DICE)
    assert away == (fx.SppEarned("p1", "touchdown", 1, 3), fx.SppEarned("p2", "mvp", 1, 5))
    assert effects("spp", HOME, conceded(could_field=2), DICE) == (fx.SppEarned("p1", "mvp", 1, 5),)
    assert len(effects("spp", HOME, conceded(could_field=3), DICE)) == 2


def test_in_lrb6_both_are_drawn_and_one_may_be_named() -> None:
    report = replace(conceded(LRB6), home=replace(conceded(LRB6).home, nominees=("p4",)))
    drawn = effects("spp", HOME, report, {"mvp/t1/2/d12": (7,)}, LRB6)
    assert [one.player for one in drawn if isinstance(one, fx.SppEarned)] == ["p4", "p7"]


def test_basic_gives_each_player_of_the_winner_a_point_and_the_loser_none() -> None:
    """Basic, 2.5 (reading B-01: not when the line cannot be filled)."""
    report = conceded(BASIC)
    assert effects("spp", AWAY, report, {}, BASIC) == ()
    assert effects("spp", HOME, report, {}, BASIC) == tuple(
        fx.SppEarned(f"p{nth}", "concession", 1, 1) for nth in range(1, 13)
    )
    free = conceded(BASIC, could_field=2)
    assert effects("spp", HOME, free, {}, BASIC) == ()
    assert effects("spp", AWAY, free, {}, BASIC) == (fx.SppEarned("p1", "touchdown", 1, 0),)


@pytest.mark.parametrize(("absent_too", "earns"), [(True, True), (False, False)])
def test_whoever_missed_the_match_has_the_point_as_well(absent_too: bool, earns: bool) -> None:
    """Basic, 2.5.2: who missed the game because of an earlier casualty receives this bonus too."""
    rules = required(BASIC.concession, "concession", BASIC)
    assert rules.absent_too
    basic = replace(BASIC, concession=replace(rules, absent_too=absent_too))
    home = with_player(HOME, "p12", misses_next=True)
    nobody: dict[str, Any] = {"nominees": ()}
    report = with_sides(nobody, {**nobody, **SCORED}, ending="conceded", gave_up="away")
    decided = decide_match("m1", report, {"t1": home, "t2": AWAY}, SeededDice(b"seed"), basic)
    after = fold(home, [one.effect for one in decided if one.team == "t1"])
    assert after.last_match is not None
    assert "p12" not in after.last_match.fit
    earned = effects("spp", after, conceded(BASIC), {}, basic, fit=after.last_match.fit)
    assert (fx.SppEarned("p12", "concession", 1, 1) in earned) is earns
    assert len(earned) == 11 + earns


def test_who_has_left_the_team_has_it_not() -> None:
    """Basic, 2.5.2: per player on the team."""
    home = with_player(HOME, "p12", status="fired")
    assert len(effects("spp", home, conceded(BASIC), {}, BASIC)) == 11


@pytest.mark.parametrize(("edition", "mvps"), [("bb2016", 0), ("lrb6", 1)])
def test_a_friendly_earns_points_but_no_most_valuable_player(edition: str, mvps: int) -> None:
    """2016/17 league compendium, FAQ, friendly games."""
    rules = rulesets.get(edition)
    report = with_sides({"nominees": (), **SCORED}, {"nominees": ()}, kind="friendly")
    earned = effects("spp", HOME, report, {"mvp/t1/d12": (2,)}, rules)
    assert [one.deed for one in earned if isinstance(one, fx.SppEarned)] == ["touchdown", "mvp"][: 1 + mvps]


def test_guests_earn_nothing() -> None:
    """2016/17 league compendium, star players: what they do makes the score."""
    report = with_sides(
        {"score": 1, "deeds": (Deeds("star-x-1", Tally({"touchdown": 1})),), "nominees": ("star-x-1", "p2", "p3")},
        {"casualties": (Casualty("p1", "block", "star-x-1"),)},
    )
    assert effects("spp", HOME, report, {"mvp/t1": (1,)}) == ()


# Who leaves


def famous(spp: int) -> TeamSheet:
    return with_player(AWAY, "p4", spp=spp)


@pytest.mark.parametrize(("spp", "face", "leaves"), [(51, 3, True), (51, 4, False), (176, 1, True)])
def test_the_famous_leave_a_team_that_gives_up(spp: int, face: int, leaves: bool) -> None:
    """2016/17 league compendium, conceding: 51 points or more, on a 1 to 3."""
    happened = effects("spp", famous(spp), conceded(), {"leaving/t2/p4": (face,)})
    assert (fx.PlayerLeft("p4") in happened) is leaves
    assert (the_player(fold(famous(spp), happened), "p4").status == "left") is leaves


def test_who_is_not_famous_stays() -> None:
    assert not any(isinstance(one, fx.PlayerLeft) for one in effects("spp", famous(50), conceded(), {}))


def test_the_points_of_this_match_count() -> None:
    """They are written down in step 1."""
    close = with_player(AWAY, "p1", spp=48)
    assert fx.PlayerLeft("p1") in effects("spp", close, conceded(), {"leaving/t2/p1": (1,)})


def test_nobody_leaves_the_winner_or_after_an_ordinary_loss() -> None:
    assert effects("spp", with_player(HOME, "p4", spp=99), conceded(), DICE)
    assert effects("spp", famous(99), conceded(could_field=2), DICE)
    lenient = with_options(RULES, {"concession-penalties": False})
    assert effects("spp", famous(99), conceded(), DICE, lenient)


@pytest.mark.parametrize(("improvements", "leaves"), [(2, False), (3, True)])
def test_in_the_newest_edition_the_advanced_leave(improvements: int, leaves: bool) -> None:
    """BB2020, conceding: three advancements or more."""
    learned = tuple(Gained("normal", f"Skill {nth}", 20_000) for nth in range(improvements))
    sheet = with_player(AWAY, "p4", improvements=learned)
    happened = effects("spp", sheet, conceded(NEWEST), {"leaving/t2/p4": (1,)}, NEWEST)
    assert (fx.PlayerLeft("p4") in happened) is leaves


# Winnings


def amounts(happened: tuple[fx.Effect, ...]) -> dict[str, int]:
    return {one.reason: one.amount for one in happened if isinstance(one, fx.GoldChanged)}


def test_the_winner_takes_what_the_loser_would_have_had() -> None:
    """Reading A-04: both are thrown for; there is no bonus in what the loser had."""
    faces = {"winnings/t1/1": (4,), "winnings/t2/1": (6,)}
    happened = effects("winnings", HOME, conceded(), faces, choice="keep", fame=1)
    assert amounts(happened) == {"winnings": 40_000 + 10_000 + 10_000 + 60_000}
    (won,) = happened
    assert isinstance(won, fx.GoldChanged)
    assert [(line.why, line.amount) for line in won.lines] == [
        ("die", 40_000),
        ("fame", 10_000),
        ("win", 10_000),
        ("conceded", 60_000),
    ]
    assert amounts(effects("winnings", AWAY, conceded(), faces)) == {"winnings": 0}


def test_the_fame_of_the_loser_goes_along() -> None:
    faces = {"winnings/t1/1": (1,), "winnings/t2/1": (1,)}
    happened = effects("winnings", HOME, conceded(), faces, choice="keep", opponent_fame=2)
    assert amounts(happened) == {"winnings": 10_000 + 10_000 + 10_000 + 20_000}


def test_the_bonus_of_short_leagues_is_not_taken_along() -> None:
    short = with_options(RULES, {"short-league-money": True})
    faces = {"winnings/t1/1": (1,), "winnings/t2/1": (1,)}
    happened = effects("winnings", HOME, conceded(), faces, short, choice="keep")
    assert amounts(happened) == {"winnings": 10_000 + 20_000 + 10_000}


def test_the_winner_throws_his_own_again_and_not_the_losers() -> None:
    assert isinstance(step("winnings", HOME, conceded(), {"winnings/t1/1": (1,)}), NeedsChoice)
    faces = {"winnings/t1/1": (1,), "winnings/t1/2": (5,), "winnings/t2/1": (2,)}
    happened = effects("winnings", HOME, conceded(), faces, choice="reroll")
    assert amounts(happened) == {"winnings": 50_000 + 10_000 + 20_000}


def test_an_ordinary_loss_is_paid() -> None:
    assert amounts(effects("winnings", AWAY, conceded(could_field=1), {"winnings/t2/1": (3,)})) == {"winnings": 30_000}


def test_expenses_are_due_all_the_same() -> None:
    """LRB6, spiralling expenses: out of the treasury (reading A-08)."""
    rules = with_options(RULES, {"spiralling-expenses": True})
    rich = replace(AWAY, balance=50_000)
    happened = effects("winnings", rich, conceded(), {}, rules, value=1_750_000)
    assert amounts(happened) == {"winnings": 0, "spiralling-expenses": -10_000}


def test_a_friendly_is_paid_by_a_smaller_die() -> None:
    """2016/17 league compendium, FAQ, friendly games: a D3."""
    report = with_sides({"nominees": ()}, {"nominees": ()}, kind="friendly")
    assert amounts(effects("winnings", HOME, report, {"winnings/t1/1/d3": (3,)})) == {"winnings": 40_000}
    newer = with_sides({"nominees": ()}, {"nominees": ()}, kind="friendly")
    assert amounts(effects("winnings", HOME, newer, {"winnings/t1/1": (6,)}, LRB6))["winnings"] == 70_000


def test_who_came_to_a_walkover_is_paid_where_the_edition_says_so() -> None:
    """BB2020, unplayed fixtures: a D6 times 10,000."""
    faces = {"walkover/t1": (5,)}
    assert amounts(effects("winnings", HOME, walkover(), faces, NEWEST)) == {"winnings": 50_000}
    assert effects("winnings", AWAY, walkover(), faces, NEWEST) == ()
    assert effects("winnings", HOME, walkover(), faces) == ()
    assert effects("winnings", HOME, walkover(""), faces, NEWEST) == ()


# Fans


@pytest.mark.parametrize(("fans", "left"), [(5, 4), (1, 0), (0, 0)])
def test_who_gives_up_loses_a_point_of_fan_factor_without_a_throw(fans: int, left: int) -> None:
    """2016/17 league compendium, conceding; never below nothing (reading A-09). LRB6 the same (reading L-04)."""
    sheet = replace(AWAY, goods=Tally({"fan-factor": fans}))
    for rules in (RULES, LRB6):
        assert fold(sheet, effects("fan-factor", sheet, conceded(rules), {}, rules)).goods["fan-factor"] == left


@pytest.mark.parametrize(("fans", "face", "left"), [(5, 3, 2), (2, 3, 1), (1, 1, 1)])
def test_in_the_newest_edition_dice_say_how_many_and_never_the_last(fans: int, face: int, left: int) -> None:
    """BB2020, conceding: D3 dedicated fans."""
    sheet = replace(AWAY, goods=Tally({"dedicated-fans": fans}))
    happened = effects("fan-factor", sheet, conceded(NEWEST), {"fans-lost/t2": (face,)}, NEWEST)
    assert fold(sheet, happened).goods["dedicated-fans"] == left


def test_the_winner_and_an_ordinary_loser_throw_for_it() -> None:
    sheet = replace(HOME, goods=Tally({"fan-factor": 3}))
    assert effects("fan-factor", sheet, conceded(), {"fan-factor/t1/3d6": (6, 6, 6)}) == (
        fx.GoodsChanged("fan-factor", 1),
    )
    sheet = replace(AWAY, goods=Tally({"fan-factor": 3}))
    assert effects("fan-factor", sheet, conceded(could_field=0), {"fan-factor/t2/2d6": (1, 1)}) == (
        fx.GoodsChanged("fan-factor", -1),
    )


def test_nobody_comes_to_see_what_is_not_played() -> None:
    sheet = replace(AWAY, goods=Tally({"fan-factor": 3}))
    assert effects("fan-factor", sheet, walkover(), {}) == ()


# The moment it stands


def played(report: MatchReport, rules: Ruleset = RULES, **sheets: TeamSheet) -> dict[str, fx.MatchPlayed]:
    teams = {"t1": HOME, "t2": AWAY, **sheets}
    happened = decide_match("m1", report, teams, SeededDice(b"seed"), rules)
    return {one.team: one.effect for one in happened if isinstance(one.effect, fx.MatchPlayed)}


def allowed(report: MatchReport) -> MatchReport:
    """Who has no most valuable player names nobody."""
    named = () if report.ending == "conceded" and report.could_field is None else NOMINEES["away"]
    return replace(report, away=replace(report.away, nominees=named))


def test_a_conceded_match_is_lost_whatever_the_score() -> None:
    told = played(allowed(conceded()))
    assert (told["t1"].outcome, told["t2"].outcome) == ("win", "loss")
    assert (told["t1"].touchdowns_for, told["t2"].touchdowns_for) == (0, 1)
    assert [(one.ending, one.gave_up, one.friendly, one.serves) for one in told.values()] == [
        ("conceded", False, False, True),
        ("conceded", True, False, True),
    ]


def test_the_losers_fame_is_kept_for_who_takes_his_winnings_alone() -> None:
    fans = replace(AWAY, goods=Tally({"fan-factor": 18}))
    assert played(allowed(conceded()), t2=fans)["t1"].opponent_fame > 0
    assert played(allowed(conceded()), t2=fans)["t2"].opponent_fame == 0
    assert played(with_sides(), t2=fans)["t1"].opponent_fame == 0


def test_a_walkover_is_no_match_of_anybodys_career() -> None:
    report = walkover()
    told = played(report)
    assert (told["t1"].fans, told["t1"].outcome, told["t2"].outcome) == (0, "win", "loss")
    waiting = with_player(HOME, "p1", misses_next=True)
    for option, misses in ((False, True), (True, False)):
        rules = with_options(RULES, {"walkover-serves": option}) if option else RULES
        after = fold(waiting, [played(report, rules, t1=waiting)["t1"]])
        assert (the_player(after, "p1").misses_next, the_player(after, "p2").games) == (misses, 0)
        assert after.record.outcomes == Tally({"win": 1})


@pytest.mark.parametrize(("serves", "misses"), [(True, False), (False, True)])
def test_a_friendly_may_be_the_match_that_is_missed(serves: bool, misses: bool) -> None:
    """2016/17 league compendium, FAQ, friendly games: it is the next match like any other."""
    rules = RULES if serves else replace(RULES, options=replace(RULES.options, friendlies_serve_missed_game=False))
    waiting = with_player(HOME, "p12", misses_next=True)
    report = with_sides({"nominees": ()}, {"nominees": ()}, kind="friendly")
    after = fold(waiting, [played(report, rules, t1=waiting)["t1"]])
    assert (the_player(after, "p12").misses_next, the_player(after, "p2").games) == (misses, 1)


def test_a_star_owes_nothing_for_a_match_that_was_not_played() -> None:
    """Rostered stars: upkeep after each match."""
    starred = replace(HOME, star="barik-farblast")
    assert not fold(starred, [played(walkover())["t1"]]).star_played
    assert fold(starred, [played(with_sides())["t1"]]).star_played


def test_a_match_of_before_is_read_as_one_that_was_played_to_its_end() -> None:
    told = fx.from_data(
        {
            "kind": "match_played",
            "v": 2,
            "match": "m1",
            "opponent": "t2",
            "outcome": "win",
            "touchdowns_for": 1,
            "touchdowns_against": 0,
            "casualties_for": 0,
            "casualties_against": 0,
            "spp_casualties": 0,
            "fans": 0,
            "fame": 0,
            "value": 0,
            "fit": [],
        }
    )
    assert isinstance(told, fx.MatchPlayed)
    assert (told.ending, told.gave_up, told.friendly, told.serves) == ("played", False, False, True)
    assert isinstance(fold(HOME, [told]).last_match, LastMatch)


# The hour before a match that was never played


NINE, OTHERS = (replace(sheet, players=sheet.players[:9], balance=50_000) for sheet in (HOME, AWAY))
KEG = SidePreMatch(induced=(Induced("bloodweiser-keg"),), treasury=50_000)
PUT_IN, TAKEN_ON = SidePreMatch(induced=(), treasury=50_000), SidePreMatch(journeymen=("human-lineman",) * 2)


def hour_before(ending: Any, home: SidePreMatch, rules: Ruleset = RULES) -> MatchReport:
    prematch = PreMatch(home=home, away=SidePreMatch(induced=()), chooses_first="home")
    named: tuple[str, ...] = NOMINEES["home"] if (ending, rules) == ("played", RULES) else ()
    sides: dict[str, Any] = {"nominees": named}
    report = with_sides(sides, sides, prematch=prematch, ending=ending, gave_up="" if ending == "played" else "away")
    return endings.with_awarded(report, rules)


@pytest.mark.parametrize(("ending", "happens"), [("played", True), ("walkover", False)])
@pytest.mark.parametrize(
    ("rules", "home", "effect"),
    [(RULES, KEG, fx.GoldChanged), (LRB6, PUT_IN, fx.GoldChanged), (NEWEST, TAKEN_ON, fx.JourneymanTakenOn)],
    ids=["inducements", "petty cash", "journeymen"],
)
def test_nothing_is_paid_and_nobody_comes_to_a_match_that_was_never_played(
    rules: Ruleset, home: SidePreMatch, effect: Any, ending: Any, happens: bool
) -> None:
    """No document says it: our reading, for nothing of what was bought was used."""
    report, sheets = hour_before(ending, home, rules), {"t1": NINE, "t2": OTHERS}
    decided = decide_match("m1", report, sheets, SeededDice(b"seed"), rules)
    mine = [one.effect for one in decided if one.team == "t1"]
    assert any(isinstance(one, effect) for one in mine) is happens
    after = fold(NINE, mine)
    assert after.last_match is not None
    assert happens or (after.balance, after.last_match.petty_cash, len(after.players)) == (NINE.balance, 0, 9)


def test_whoever_files_it_is_told_that_nothing_is_paid() -> None:
    (found,) = problems("m1", hour_before("walkover", KEG), {"t1": NINE, "t2": OTHERS}, RULES)
    assert (found.code, found.severity, found.where) == ("walkover_unpaid", "warning", "prematch.home.induced")
    bare = replace(hour_before("walkover", KEG), prematch=PreMatch())
    assert problems("m1", bare, {"t1": NINE, "t2": OTHERS}, RULES) == ()
