"""The sheet of the day: journeymen and guests on it, and what of them reaches the ledger."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from engine import effects as fx
from engine.dice import SeededDice
from engine.errors import ReportIllegal
from engine.match import injuries
from engine.match.matchday import day_sheets, in_the_draw
from engine.match.played import decide_match
from engine.match.played import problems as report_problems
from engine.match.prematch import Induced, PreMatch
from engine.match.report import Casualty, Deeds, MatchReport, SideReport
from engine.match.sides import Side
from engine.rulesets.model import Ruleset
from engine.tally import Tally
from engine.team.evolve import fold
from engine.team.sheet import TeamSheet
from engine.team.value import value
from tests.engine.days import (
    BB2016,
    BB2020,
    LRB6,
    a_day,
    a_mercenary,
    a_star,
    a_team,
    bought,
    two_teams,
)
from tests.engine.given import a_step, done

RICH = 9_000_000
THREE = ("p1", "p2", "p3")


def home_on(day: PreMatch, rules: Ruleset = BB2016, teams: dict[Side, TeamSheet] | None = None) -> TeamSheet:
    return day_sheets(day, teams or two_teams(1_000_000, RICH, rules=rules), rules, "m7")["home"]


def guests(sheet: TeamSheet) -> list[tuple[str, str, str, int]]:
    return [(one.key, one.name, one.status, one.number) for one in sheet.players if one.guest]


# Who is on it


def test_without_a_record_both_teams_play_as_they_stand() -> None:
    teams = two_teams()
    assert day_sheets(None, teams, BB2016, "m7") == teams
    assert day_sheets(a_day(), teams, BB2016, "m7") == teams


def test_a_star_plays_with_his_own_line_and_the_next_number() -> None:
    sheet = home_on(a_day(bought(a_star("griff-oberwald"))))
    assert guests(sheet) == [("star-griff-oberwald-1", "Griff Oberwald", "star", 12)]
    griff = BB2016.star("griff-oberwald")
    assert griff is not None
    (member,) = griff.members
    line = sheet.position_of(sheet.players[-1], BB2016)
    assert (line.ma, line.st, line.ag, line.av) == (member.ma, member.st, member.ag, member.av)
    assert sheet.skills_of(sheet.players[-1], BB2016) == member.skills
    assert sheet.induced == Tally({"star-player": 1})


def test_of_a_duo_each_is_a_player() -> None:
    """BB2016, star players: a duo is one inducement and two players."""
    sheet = home_on(a_day(bought(a_star("grak-and-crumbleberry"))))
    assert [one[0] for one in guests(sheet)] == ["star-grak-and-crumbleberry-1", "star-grak-and-crumbleberry-2"]


@pytest.mark.parametrize(("rules", "loner"), [(BB2016, "Loner"), (LRB6, "Loner"), (BB2020, "Loner (4+)")])
def test_a_mercenary_has_loner_and_the_skill_he_was_paid_for(rules: Ruleset, loner: str) -> None:
    """BB2016, inducements, mercenaries."""
    position = rules.roster("human").positions[0]
    lines = (a_mercenary(position.key, skill="Tackle", name="Old Nob"), a_mercenary(position.key, 2))
    sheet = home_on(a_day(bought(*lines)), rules)
    names = ["Old Nob", f"{position.name} 2", f"{position.name} 3"]
    assert [one[:3] for one in guests(sheet)] == [(f"merc-{nth}", names[nth - 1], "mercenary") for nth in (1, 2, 3)]
    skilled, plain, _ = (one for one in sheet.players if one.guest)
    assert sheet.skills_of(skilled, rules) == (*position.skills, loner, "Tackle")
    assert sheet.skills_of(plain, rules) == (*position.skills, loner)
    assert sheet.characteristic(plain, "ma", rules) == position.ma


def test_keys_of_guests_fit_into_dice_keys_and_form_fields() -> None:
    for rules in (BB2016, LRB6, BB2020):
        for star in rules.stars:
            sheet = day_sheets(None, {"home": a_team(star=star.key, rules=rules), "away": a_team("t2")}, rules, "m7")
            assert len(guests(sheet["home"])) == len(star.members)
            assert all(re.fullmatch(r"[a-z0-9-]+", key) for key, *_ in guests(sheet["home"]))


def test_numbers_on_the_roster_are_left_alone() -> None:
    teams = two_teams(1_000_000, RICH)
    numbers = (1, 2, 4, *range(6, 14))
    worn = zip(teams["home"].players, numbers, strict=True)
    teams["home"] = replace(teams["home"], players=tuple(replace(one, number=number) for one, number in worn))
    sheet = home_on(a_day(bought(a_mercenary(count=3))), teams=teams)
    assert [number for *_, number in guests(sheet)] == [3, 5, 14]


def test_a_star_on_the_roster_plays_and_is_a_fan_favourite() -> None:
    """BB2016, rostered stars on the field."""
    teams: dict[Side, TeamSheet] = {"home": a_team(star="mighty-zug"), "away": a_team("t2")}
    for day in (None, a_day()):
        sheet = day_sheets(day, teams, BB2016, "m7")["home"]
        assert guests(sheet) == [("star-mighty-zug-1", "Mighty Zug", "star", 12)]
        assert "Fan Favourite" in sheet.skills_of(sheet.players[-1], BB2016)


def test_staff_who_may_take_the_field_are_on_it() -> None:
    """BB2016, famous coaching staff: Kari Coldsteel; she is no player who could be drawn as most valuable."""
    sheet = home_on(a_day(bought("kari-coldsteel")))
    assert [one[:3] for one in guests(sheet)] == [("kari-coldsteel-1", "Kari Coldsteel", "staff")]
    assert all(player.on_the_roster for player in in_the_draw(sheet, BB2016.mvp))


def test_guests_count_in_no_value() -> None:
    sheet = home_on(a_day(bought(a_star("griff-oberwald"), a_mercenary())))
    assert value(sheet, BB2016).total == 1_000_000


def test_whom_both_have_hired_is_on_neither_sheet() -> None:
    day = a_day(bought(a_star("morg-n-thorg")), bought(a_star("morg-n-thorg")))
    sheets = day_sheets(day, two_teams(), BB2016, "m7")
    assert [guests(sheet) for sheet in sheets.values()] == [[], []]


def test_journeymen_of_the_match_come_under_its_key() -> None:
    """BB2020, pre-game sequence: journeymen are taken on before the match."""
    teams = two_teams(rules=BB2020)
    teams["home"] = replace(teams["home"], players=teams["home"].players[:9])
    line = teams["home"].players[0].position
    sheet = home_on(a_day(bought(journeymen=(line, line))), BB2020, teams)
    taken = [one for one in sheet.players if one.status == "journeyman"]
    assert [(one.key, one.number) for one in taken] == [("jm7-1", 10), ("jm7-2", 11)]
    assert sheet.skills_of(taken[0], BB2020)[-1] == "Loner (4+)"
    unknown = home_on(a_day(bought(journeymen=("squirrel", line))), BB2020, teams)
    assert [one.key for one in unknown.players if one.status == "journeyman"] == ["jm7-1"]


# Healers


@pytest.mark.parametrize(
    ("rules", "what", "kind", "helps"),
    [
        (BB2016, "wandering-apothecary", "apothecary", {"active": 1, "journeyman": 1, "mercenary": 1, "star": 0}),
        (LRB6, "wandering-apothecary", "apothecary", {"active": 1, "journeyman": 1, "mercenary": 1, "star": 0}),
        (BB2020, "wandering-apothecary", "apothecary", {"active": 1, "journeyman": 1, "mercenary": 1, "star": 0}),
        (BB2016, "igor", "igor", {"active": 1, "mercenary": 1, "star": 0}),
        (BB2020, "mortuary-assistant", "igor", {"active": 1, "mercenary": 0, "star": 0}),
        (BB2020, "plague-doctor", "igor", {"active": 1, "mercenary": 0, "star": 0}),
    ],
)
def test_whom_those_who_were_hired_heal(rules: Ruleset, what: str, kind: Any, helps: dict[str, int]) -> None:
    """BB2016, inducements, Igor and star players; BB2020, inducements."""
    sheet = replace(a_team(rules=rules), induced=Tally({what: 1}))
    assert {status: injuries.healers(kind, sheet, rules, status) for status in helps} == helps


@pytest.mark.parametrize(
    ("rules", "helps"),
    [
        (BB2016, {"active": 1, "journeyman": 1, "mercenary": 1, "star": 0}),
        (BB2020, {"active": 1, "journeyman": 0, "mercenary": 0, "star": 0}),
    ],
)
def test_whom_the_teams_own_apothecary_heals(rules: Ruleset, helps: dict[str, int]) -> None:
    """BB2016, inducements, star players; BB2020, apothecary."""
    sheet = replace(a_team(rules=rules), goods=Tally({"apothecary": 1}))
    assert {status: injuries.healers("apothecary", sheet, rules, status) for status in helps} == helps


# What reaches the ledger


def a_match(
    day: PreMatch,
    home: SideReport,
    away: SideReport,
    rules: Ruleset = BB2016,
    values: tuple[int, int] = (1_000_000, RICH),
) -> dict[str, tuple[fx.Effect, ...]]:
    teams = two_teams(*values, rules=rules, treasury=500_000)
    report = MatchReport(home, away, prematch=day)
    sheets = {sheet.key: sheet for sheet in teams.values()}
    happened = decide_match("m7", report, sheets, SeededDice(b"day"), rules)
    return {key: tuple(one.effect for one in happened if one.team == key) for key in sheets}


def side(team: str, *casualties: Casualty, nominees: tuple[str, ...] = THREE, **more: Any) -> SideReport:
    return SideReport(team, casualties=casualties, nominees=nominees, **{"score": 0, **more})


def test_what_was_bought_stands_in_the_ledger_line_by_line() -> None:
    day = a_day(bought("bribe", Induced("bloodweiser-keg", 2), treasury=80_000))
    happened = a_match(day, side("t1"), side("t2"), values=(1_000_000, 1_120_000))["t1"]
    assert [one for one in happened if isinstance(one, fx.GoldChanged)] == [
        fx.GoldChanged(
            -80_000,
            "inducements",
            lines=(
                fx.GoldLine("Bribe", -100_000),
                fx.GoldLine("Bloodweiser Keg", -100_000),
                fx.GoldLine("given-for-inducements", 120_000),
            ),
        )
    ]
    assert isinstance(happened[0], fx.GoldChanged)


def test_what_was_given_gold_for_stands_there_too() -> None:
    happened = a_match(a_day(bought("bribe")), side("t1"), side("t2"))["t1"]
    gold = [one for one in happened if isinstance(one, fx.GoldChanged)]
    assert [(one.amount, one.reason, len(one.lines)) for one in gold] == [(0, "inducements", 2)]


def test_nothing_bought_leaves_no_trace() -> None:
    happened = a_match(a_day(bought()), side("t1"), side("t2"))["t1"]
    assert not any(isinstance(one, fx.GoldChanged) for one in happened)


def test_what_happens_to_a_guest_reaches_no_ledger() -> None:
    """BB2016, inducements, star players: deaths and injuries are waived after the match."""
    day = a_day(bought(a_star("griff-oberwald"), a_mercenary()))
    hurt = [Casualty(key, "block", "p4") for key in ("star-griff-oberwald-1", "merc-1")]
    happened = a_match(day, side("t1", *hurt), side("t2"))
    kinds = (fx.InjurySuffered, fx.PlayerDied, fx.CasualtySaved, fx.DeadMayRise)
    assert not any(isinstance(one, kinds) for effects in happened.values() for one in effects)
    played = next(one for one in happened["t2"] if isinstance(one, fx.MatchPlayed))
    # A victim is a victim: who caused it is credited.
    assert (played.casualties_for, played.spp_casualties) == (2, 2)


def test_what_a_guest_does_to_others_counts_and_earns_him_nothing() -> None:
    """BB2016, inducements: stars and mercenaries earn no star player points."""
    day = a_day(bought(a_star("griff-oberwald")))
    scored = (Deeds("star-griff-oberwald-1", Tally({"touchdown": 1})), Deeds("p1", Tally({"completion": 1})))
    home = side("t1", score=1, deeds=scored)
    away = side("t2", Casualty("p5", "block", "star-griff-oberwald-1"))
    happened = a_match(day, home, away)
    assert any(getattr(one, "player", "") == "p5" for one in happened["t2"])
    played = next(one for one in happened["t1"] if isinstance(one, fx.MatchPlayed))
    assert (played.touchdowns_for, played.casualties_for, played.spp_casualties) == (1, 1, 0)
    sheet = fold(two_teams()["home"], happened["t1"])
    assert sheet.last_match is not None
    report = MatchReport(home, away, prematch=day)
    step = done(a_step("spp", sheet, {"mvp/t1": (1,)}, last=sheet.last_match, report=report))
    assert [(one.player, one.deed) for one in step.effects if isinstance(one, fx.SppEarned)] == [
        ("p1", "completion"),
        ("p1", "mvp"),
    ]


def test_a_guest_may_be_most_valuable_player_and_it_earns_nothing() -> None:
    """BB2016, inducements, star players: no points other than the award, which no sheet keeps."""
    day = a_day(bought(a_star("griff-oberwald")))
    nominees = ("star-griff-oberwald-1", "p1", "p2")
    happened = a_match(day, side("t1", nominees=nominees), side("t2"))
    sheet = fold(two_teams()["home"], happened["t1"])
    assert sheet.last_match is not None
    report = MatchReport(side("t1", nominees=nominees), side("t2"), prematch=day)
    for die, earned in ((1, []), (2, ["p1"])):
        step = done(a_step("spp", sheet, {"mvp/t1": (die,)}, last=sheet.last_match, report=report))
        assert [one.player for one in step.effects if isinstance(one, fx.SppEarned)] == earned


@pytest.mark.parametrize(("rules", "drawn"), [(BB2016, True), (LRB6, True), (BB2020, False)])
def test_who_is_in_the_draw(rules: Ruleset, drawn: bool) -> None:
    """LRB6: an award that falls to a star is lost; BB2020: guests cannot have it."""
    star = next(one.key for one in rules.stars if "human" in one.teams and one.cost)
    sheet = home_on(a_day(bought(a_star(star))), rules)
    assert (len(in_the_draw(sheet, rules.mvp)) == 12) is drawn


def test_a_guest_is_not_nominated_where_guests_cannot_have_it() -> None:
    """BB2020, most valuable player."""
    rules = replace(BB2020, mvp=replace(BB2020.mvp, method="chosen"))
    star = next(one.key for one in rules.stars if "human" in one.teams and one.cost and len(one.members) == 1)
    day = a_day(bought(a_star(star)))
    with pytest.raises(ReportIllegal) as refused:
        a_match(day, side("t1", nominees=(f"star-{star}-1",)), side("t2", nominees=("p1",)), rules)
    assert [one.code for one in refused.value.problems] == ["nominee_guest"]


def test_what_does_not_fit_before_the_match_refuses_the_report() -> None:
    with pytest.raises(ReportIllegal) as refused:
        a_match(a_day(bought("igor")), side("t1"), side("t2"))
    assert [(one.code, one.where) for one in refused.value.problems] == [
        ("inducement_by_apothecary", "prematch.home.induced.0")
    ]


def test_somebody_who_was_not_hired_does_not_play() -> None:
    with pytest.raises(ReportIllegal) as refused:
        a_match(a_day(), side("t1", Casualty("merc-1", "block")), side("t2"))
    assert [one.code for one in refused.value.problems] == ["player_of_another_team"]


@pytest.mark.parametrize(("victim", "found"), [("star-griff-oberwald-1", ["apothecary_guest"]), ("merc-1", [])])
def test_no_apothecary_treats_a_star(victim: str, found: list[str]) -> None:
    """BB2016, inducements, star players: neither bought nor hired ones."""
    day = a_day(bought(a_star("griff-oberwald"), a_mercenary(), "wandering-apothecary"))
    home = side("t1", Casualty(victim, "block", "p4", apothecary=True))
    teams = two_teams(1_000_000, RICH)
    report = MatchReport(home, side("t2"), prematch=day)
    sheets = {sheet.key: sheet for sheet in teams.values()}
    assert [one.code for one in report_problems("m7", report, sheets, BB2016)] == found


@pytest.mark.parametrize(("healers", "refused"), [(1, True), (2, False)])
def test_each_of_those_who_were_hired_heals_once(healers: int, refused: bool) -> None:
    """BB2016, inducements, wandering apothecaries."""
    day = a_day(bought(Induced("wandering-apothecary", healers)))
    home = side("t1", *(Casualty(key, "block", "p4", apothecary=True) for key in ("p4", "p5")))
    if refused:
        with pytest.raises(ReportIllegal):
            a_match(day, home, side("t2"))
    else:
        assert a_match(day, home, side("t2"))


def test_journeymen_of_the_match_reach_the_ledger_and_earn_points() -> None:
    """BB2020, journeymen: they earn points like anybody else, and may be hired after the match."""
    teams = two_teams(rules=BB2020)
    teams["home"] = replace(teams["home"], players=teams["home"].players[:10])
    line = teams["home"].players[0].position
    home = SideReport("t1", 1, (Deeds("jm7-1", Tally({"touchdown": 1})),))
    report = MatchReport(home, SideReport("t2", 0), prematch=a_day(bought(journeymen=(line,))))
    sheets = {sheet.key: sheet for sheet in teams.values()}
    happened = [one.effect for one in decide_match("m7", report, sheets, SeededDice(b"j"), BB2020) if one.team == "t1"]
    assert isinstance(happened[0], fx.JourneymanTakenOn)
    after = fold(teams["home"], happened)
    player = after.player("jm7-1")
    assert player is not None
    assert (player.status, player.games) == ("journeyman", 1)
    assert after.last_match is not None
    step = a_step("spp", after, SeededDice(b"j"), last=after.last_match, report=report, ruleset=BB2020)
    assert any(isinstance(one, fx.SppEarned) and one.player == "jm7-1" for one in done(step).effects)


def test_the_value_at_kick_off_is_that_of_the_team_without_guests() -> None:
    happened = a_match(a_day(bought(a_star("griff-oberwald"))), side("t1"), side("t2"))["t1"]
    assert [one.value for one in happened if isinstance(one, fx.MatchPlayed)] == [1_000_000]
