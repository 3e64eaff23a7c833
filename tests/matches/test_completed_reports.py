"""A report speaks of the hour before the match and of its events, whether whoever filed it repeated them or not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.dice import Roll
from engine.errors import NotAllowed, ReportIllegal
from engine.match.prematch import Induced, PreMatch, SidePreMatch, Venue
from engine.match.sides import Side
from engine.team.ruling import Change
from engine.typed import plain
from matches.errors import NotYourReport
from matches.mapping import report_from, report_of
from matches.models import DiceSession, Match, MatchDay, Report
from matches.selectors.live import prematch_recorded
from matches.services.checking import report_problems
from matches.services.completing import completed
from matches.services.dice import rolls_keep
from matches.services.inducements import gold_transfer, inducements_buy
from matches.services.prematch import fans_record
from matches.services.reports import report_submit
from tests import cast
from tests.matches.playing import phone, phones

pytestmark = pytest.mark.django_db

BRIBE = Induced("bribe")


def bought() -> Match:
    """The home side has bought a bribe with gold of its own, in front of both coaches."""
    season = cast.season(cast.league())
    match = cast.match(season)
    for side, induced, gold in (("home", (BRIBE,), 100_000), ("away", (), 0)):
        coach = cast.commissioner_of(match.league)
        inducements_buy(match=match, side=side, induced=induced, treasury=gold, actor=coach)
    return cast.reread(match)


def filed(match: Match, **told: object) -> Report:
    report = replace(report_from(cast.report(match)), **told)
    return report_submit(match=match, report=report, actor=match.home.coach)


def test_what_was_bought_is_paid_though_the_report_does_not_say_so() -> None:
    """BB2016, pre-match sequence, inducements: gold depends on it."""
    match = bought()
    report = report_of(filed(match))
    assert report.prematch == prematch_recorded(match)
    before = match.home.treasury
    cast.confirm(cast.reread(match))
    assert cast.again(match.home).treasury == before - 100_000


def test_what_gold_depends_on_is_kept_where_a_report_tells_of_something_else() -> None:
    """LRB6, pre-match sequence, step 2, and the gate: his page may be older than what was recorded."""
    league = cast.league(ruleset="lrb6")
    match, cora = cast.match(cast.season(league)), cast.commissioner_of(league)
    cast.ruled(match.home, Change("gold", by=100_000))
    match = cast.reread(match)
    gold_transfer(match=match, side="home", gold=100_000, actor=cora)
    fans_record(match=match, fans={"home": 12_000, "away": 8_000}, actor=cora)
    nobody: dict[str, list[str]] = {"nominees": []}
    sent = {**cast.report(match, home=nobody, away=nobody), "prematch": {"kicking": "home", "away": {"fans": 9_000}}}
    report = report_of(report_submit(match=match, report=report_from(sent), actor=match.home.coach))
    recorded = prematch_recorded(match)
    assert report.prematch == replace(recorded, kicking="home").with_side("away", fans=9_000)
    assert (recorded.home.treasury, recorded.home.fans, recorded.away.fans) == (100_000, 12_000, 8_000)


def test_whom_a_side_has_taken_on_and_where_it_was_played_is_kept_as_well() -> None:
    """BB2020, pre-game sequence, journeymen: they count in the value, and gold is for the difference."""
    recorded = PreMatch(
        venue=Venue(stadium="ice", gold=20_000), home=SidePreMatch(journeymen=("human-lineman",)), weather="nice"
    )
    match = cast.match()
    MatchDay.objects.create(match=match, prematch=plain(recorded))
    told = replace(report_from(cast.report(match)), prematch=PreMatch(kicking="away"))
    found = completed(match, told).prematch
    assert found == replace(recorded, kicking="away", weather="")
    none = PreMatch(venue=Venue(stadium="standard"), home=SidePreMatch(journeymen=()))
    assert completed(match, replace(told, prematch=none)).prematch == none


def test_who_tells_it_otherwise_is_asked_whether_that_is_so() -> None:
    match = bought()
    recorded = prematch_recorded(match)
    otherwise = replace(recorded, home=replace(recorded.home, induced=(), treasury=0))
    with pytest.raises(ReportIllegal) as refused:
        filed(match, prematch=otherwise)
    (asked,) = refused.value.problems
    assert (asked.code, asked.severity, asked.where) == ("bought_otherwise", "warning", "prematch.home.induced")
    assert (asked.params["spent"], asked.params["paid"]) == (100_000, 0)
    assert report_of(filed(match, prematch=otherwise, accepted=("bought_otherwise",))).prematch == otherwise


def test_the_events_that_were_tapped_in_go_along() -> None:
    match = cast.kick_off(cast.match())
    assert report_of(filed(match)).events == ()


def test_what_one_side_has_sealed_is_paid_though_the_other_never_answers() -> None:
    """BB2016, inducements: gold that was laid out is spent, whoever looks at it."""
    season = cast.season(cast.league(house_rules={"inducements-sealed": True}))
    match = cast.match(season)
    inducements_buy(match=match, side="home", induced=(BRIBE,), treasury=100_000, actor=match.home.coach)
    assert prematch_recorded(match).home.induced is None
    report = report_of(filed(match))
    assert report.prematch is not None
    assert (report.prematch.home.induced, report.prematch.home.treasury) == ((BRIBE,), 100_000)


def test_a_result_that_is_told_against_a_die_is_asked_about() -> None:
    """BB2016, injuries: the die lies on the table."""
    match = cast.kick_off(cast.match())
    ann, _ = phones(match)
    ann.tap("casualty", side="home", player="p4", cause="crowd", throw="all")
    ann.send()
    home = {"casualties": [{"victim": "p4", "cause": "crowd", "result": "badly-hurt"}]}
    told = report_from(cast.report(match, (0, 0), home=home))
    with pytest.raises(ReportIllegal) as refused:
        report_submit(match=match, report=told, actor=match.home.coach)
    assert "told_against_dice" in [problem.code for problem in refused.value.problems]


def test_who_was_healed_by_dice_of_the_server_and_hurt_again_is_told_without_them() -> None:
    """BB2016, skills, Regeneration: what fell on the live page lies on the table, and nobody has to type it in."""
    league = cast.league()
    zombies = cast.team(league, "Bones", roster="undead", positions={"zombie": 11})
    match = cast.kick_off(cast.match(cast.season(league, [zombies, cast.team(league, by="Bob")])))
    side = "home" if match.home == zombies else "away"
    session = DiceSession.objects.get(league=league, occasion=match.key)
    regenerated = Roll(f"regeneration/{zombies.key}/p4", (6,), (4,), "seeded")
    rolls_keep(session=session, rolls=[regenerated], actor=None)
    ann = phone(match, zombies.coach, "anns")
    for half in (1, 2):
        ann.tap("casualty", side=side, player="p4", cause="crowd", half=half, throw="all")
    ann.send()
    hurt = {"casualties": [{"victim": "p4", "cause": "crowd"}] * 2}
    told = report_from(
        cast.report(match, (0, 0), home=hurt if side == "home" else None, away=hurt if side == "away" else None)
    )
    report = report_of(report_submit(match=cast.reread(match), report=told, actor=zombies.coach))
    assert (report.dice, len(report.events)) == ({}, 2)


def zombies_play(**house_rules: object) -> tuple[Match, Side]:
    league = cast.league(house_rules=house_rules)
    zombies = cast.team(league, "Bones", roster="undead", positions={"zombie": 11})
    match = cast.kick_off(cast.match(cast.season(league, [zombies, cast.team(league, by="Bob")])))
    return match, "home" if match.home == zombies else "away"


def hurt_twice(match: Match, side: Side, **dice: object) -> dict[str, object]:
    """An API client tells the course of the match itself, and says in it what Regeneration threw."""
    hurt = {"casualties": [{"victim": "p4", "cause": "crowd"}] * 2}
    told = cast.report(match, (0, 0), home=hurt if side == "home" else None, away=hurt if side == "away" else None)
    event = {"kind": "casualty", "side": side, "player": "p4", "cause": "crowd", "turn": 1}
    first = {**event, "key": "x-1", "half": 1, "dice": {"casualty": [5, 3], "regeneration": [4]}}
    return {**told, "events": [first, {**event, "key": "x-2", "half": 2}], **dice}


@pytest.mark.parametrize("dice", ["server", "either"])
def test_dice_of_an_event_that_nobody_threw_heal_nobody(dice: str) -> None:
    """BB2016, skills, Regeneration: they neither lie there nor are they typed for the report."""
    match, side = zombies_play(dice=dice)
    with pytest.raises(ReportIllegal) as refused:
        report_submit(match=match, report=report_from(hurt_twice(match, side)), actor=match.home.coach)
    assert [problem.code for problem in refused.value.problems] == ["casualty_not_healed"]


def test_dice_of_an_event_that_are_typed_for_the_report_as_well_are_believed() -> None:
    match, side = zombies_play()
    team = (match.home if side == "home" else match.away).key
    told = hurt_twice(match, side, dice={f"casualty/{team}/p4": [5, 3], f"regeneration/{team}/p4": [4]})
    report = report_of(report_submit(match=match, report=report_from(told), actor=match.home.coach))
    assert report.events[0].dice == {"casualty": (5, 3), "regeneration": (4,)}


def test_where_coaches_throw_at_the_table_the_event_says_what_fell() -> None:
    match, side = zombies_play(**{"table-rolls": ["casualty"]})
    report = completed(match, report_from(hurt_twice(match, side)))
    assert report.events[0].dice == {"casualty": (5, 3), "regeneration": (4,)}
    assert "casualty_not_healed" not in [problem.code for problem in report_problems(match, report)]


def test_what_lies_on_the_table_goes_before_what_an_event_says() -> None:
    match, side = zombies_play()
    team = (match.home if side == "home" else match.away).key
    session = DiceSession.objects.get(league=match.league, occasion=match.key)
    rolls_keep(session=session, rolls=[Roll(f"regeneration/{team}/p4", (6,), (2,), "seeded")], actor=None)
    assert completed(match, report_from(hurt_twice(match, side))).events[0].dice == {"regeneration": (2,)}


def test_a_number_beyond_all_reason_is_refused_at_once() -> None:
    match = cast.match()
    mercenaries = (Induced("mercenary", count=10**9, about="lineman"),)
    prematch = PreMatch(home=SidePreMatch(induced=mercenaries, journeymen=("lineman",) * 5_000))
    with pytest.raises(ReportIllegal):
        filed(match, prematch=prematch)


def test_a_commissioner_who_plays_speaks_for_his_own_side() -> None:
    league = cast.league(commissioner=cast.coach("Ann"))
    match = cast.match(cast.season(league))
    told = report_from(cast.report(match))
    ann = cast.coach("Ann")
    other = "away" if match.home.coach_id == ann.pk else "home"
    with pytest.raises(NotYourReport):
        report_submit(match=match, report=told, on_behalf=other, actor=ann)
    with pytest.raises(NotAllowed):
        inducements_buy(match=match, side=other, induced=(BRIBE,), treasury=0, actor=ann)
