"""How a match ended: given up, never played, for fun, level (2016/17 league compendium; Basic 1.1 and 2.5; BB2020)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine import rulesets
from engine.match import afterwards, endings
from engine.match.checks import dice_of
from engine.match.report import Casualty, Deeds, MatchReport
from engine.rulesets.model import Outcome, Ruleset
from engine.rulesets.options import with_options
from engine.tally import Tally
from tests.engine.given import RULES, with_player
from tests.engine.reporting import AWAY, HOME, NOMINEES, events, found, ours, said, theirs, told, with_sides

BASIC, NEWEST, LRB6 = (rulesets.get(key) for key in ("basic", "bb2020", "lrb6"))
SEVENS = with_options(BASIC, {"variant": "sevens"})
NOBODY = {"nominees": ()}


def conceded(rules: Ruleset = RULES, **more: Any) -> MatchReport:
    """The away side gives up at 1:0 for it."""
    home: dict[str, Any] = {"nominees": ()}
    away = {"score": 1, "deeds": (Deeds("p1", Tally({"touchdown": 1})),), "nominees": ()}
    if rules.mvp.method == "nominated":
        home = {"nominees": NOMINEES["home"]}
    report = with_sides(home, away, ending="conceded", gave_up="away", **more)
    return endings.with_awarded(report, rules)


def walkover(rules: Ruleset = RULES, gave_up: Any = "away", **more: Any) -> MatchReport:
    report = with_sides(NOBODY, NOBODY, ending="walkover", gave_up=gave_up, **more)
    return endings.with_awarded(report, rules)


# Conceding


@pytest.mark.parametrize("rules", [RULES, LRB6, NEWEST], ids=lambda rules: rules.key)
def test_a_match_may_be_given_up_by_who_is_in_the_lead(rules: Ruleset) -> None:
    report = conceded(rules)
    assert found(report, rules) == []
    assert (report.outcome("home"), report.outcome("away")) == ("win", "loss")


@pytest.mark.parametrize(("rules", "due"), [(RULES, 0), (LRB6, 0), (BASIC, 0), (NEWEST, 2)], ids=str)
def test_who_did_not_give_up_is_awarded_what_the_edition_says(rules: Ruleset, due: int) -> None:
    """BB2020, conceding: a touchdown, and those of the other side (reading N-06)."""
    report = conceded(rules)
    assert (report.home.awarded, report.home.score) == (due, due)
    one_more = replace(report.home, awarded=due + 1, score=due + 1)
    assert found(replace(report, home=one_more), rules) == ["awarded_wrong home.awarded"]
    (words,) = said(replace(report, home=one_more), rules)
    assert str(due + 1) in words
    assert f"it is {due}" in words


def test_who_gave_up_is_awarded_nothing() -> None:
    report = conceded()
    wrong = replace(report, away=replace(report.away, awarded=1, score=2))
    assert found(wrong) == ["awarded_wrong away.awarded"]


def test_nothing_is_awarded_in_a_match_that_was_played() -> None:
    assert found(with_sides({"awarded": 1, "score": 1})) == ["awarded_wrong home.awarded"]


def test_the_score_is_what_was_scored_and_what_was_awarded() -> None:
    report = conceded(NEWEST)
    wrong = replace(report, home=replace(report.home, score=3))
    assert found(wrong, NEWEST) == ["score_mismatch home.score"]
    assert said(wrong, NEWEST) == ["Team t1: the score is 3 but the touchdowns, awarded ones included, are 2."]


def test_somebody_gave_up_or_nobody_did() -> None:
    assert found(replace(with_sides(), ending="conceded")) == ["nobody_gave_up gave_up"]
    assert found(replace(with_sides(), gave_up="home")) == ["gave_up_and_played gave_up"]


@pytest.mark.parametrize(
    ("players", "code"), [(-1, "could_field_wrong"), (0, "could_field_unlikely"), (12, None), (13, "too_many")]
)
def test_nobody_can_set_up_more_players_than_can_play(players: int, code: str | None) -> None:
    report = conceded(could_field=players)
    code = "could_field_too_many" if code == "too_many" else code
    both = () if players not in (0, 1, 2) else NOMINEES["away"]
    report = replace(report, away=replace(report.away, nominees=both))
    free = players >= 0 and players < 3
    home = report.home if not free else replace(report.home, nominees=NOMINEES["home"])
    if players < 0:
        # Fewer than none is fewer than the line needs, whatever else it is.
        report = replace(report, away=replace(report.away, nominees=NOMINEES["away"]))
    assert found(replace(report, home=home)) == ([f"{code} could_field"] if code else [])


@pytest.mark.parametrize(
    ("rules", "players", "free"),
    [
        (RULES, 2, True),
        (RULES, 3, False),
        (RULES, None, False),
        (LRB6, 2, True),
        (LRB6, 3, False),
        (BASIC, 2, True),
        (BASIC, 3, False),
        (SEVENS, 1, True),
        (SEVENS, 2, False),
        (NEWEST, 0, False),
    ],
    ids=str,
)
def test_who_cannot_fill_the_line_gives_up_for_nothing(rules: Ruleset, players: int | None, free: bool) -> None:
    """2016/17 league compendium, conceding; Basic, 2.5, and its Sevens, section 5: two on the line."""
    report = conceded(rules, could_field=players)
    assert endings.is_free(report, rules) is free
    assert endings.penalised(report, "away", rules) is not free
    assert endings.favoured(report, "home", rules) is not free
    assert not endings.penalised(report, "home", rules)


def test_a_league_may_let_everybody_give_up() -> None:
    lenient = with_options(RULES, {"concession-penalties": False})
    assert endings.is_free(conceded(), lenient)
    assert endings.mvps(conceded(), "away", lenient) == 1


@pytest.mark.parametrize(
    ("rules", "players", "forced"),
    [
        (BASIC, 2, True),
        (BASIC, 3, False),
        (SEVENS, 1, True),
        (SEVENS, 2, False),
        (RULES, 0, False),
        (LRB6, 0, False),
        (NEWEST, 0, False),
    ],
    ids=str,
)
def test_basic_makes_who_cannot_fill_the_line_give_up(rules: Ruleset, players: int, forced: bool) -> None:
    """Basic, 2.5; elsewhere he may play on with as many as he has (core rules, setting up the game)."""
    nominees = {} if rules.mvp.method == "nominated" else NOBODY
    report = with_sides(nominees, nominees, could_field=players)
    assert found(report, rules) == (["must_concede could_field"] if forced else [])


# What bears it out that nobody could fill the line


def hurt(*players: str) -> dict[str, Any]:
    return {"casualties": tuple(Casualty(player, "crowd", result="broken-ribs") for player in players)}


def who(count: int, first: int = 1) -> tuple[str, ...]:
    return tuple(f"p{nth}" for nth in range(first, first + count))


def given_up(could_field: int, *happened: dict[str, Any], rules: Ruleset = RULES, **more: Any) -> MatchReport:
    """The away side of twelve gives up."""
    return told(*happened, rules=rules, ending="conceded", gave_up="away", could_field=could_field, **more)


def off(kind: str, *players: str, **more: Any) -> tuple[dict[str, Any], ...]:
    more = {"cause": "crowd", "result": "broken-ribs", **more} if kind == "casualty" else more
    return tuple(theirs(kind, player, half=1, turn=2, **more) for player in players)


def about_fielding(report: MatchReport, rules: Ruleset = RULES, **more: Any) -> list[str]:
    return [one.split()[0] for one in found(report, rules, **more) if "could_field" in one or "must" in one]


@pytest.mark.parametrize(
    ("rules", "gone", "asked"), [(RULES, 9, True), (RULES, 10, False), (SEVENS, 10, True), (SEVENS, 11, False)], ids=str
)
def test_totals_that_leave_enough_for_the_line_are_asked_about(rules: Ruleset, gone: int, asked: bool) -> None:
    """2016/17 league compendium, conceding: two or fewer; Basic, section 5: one. Knock-outs stand in no total."""
    report = given_up(0, rules=rules)
    told_of = {**hurt(*who(gone - 2)), "sent_off": who(2, gone - 1)}
    report = replace(report, away=replace(report.away, **told_of))
    assert about_fielding(report, rules) == (["could_field_unlikely"] if asked else [])


def test_it_is_only_asked_where_it_saves_anything() -> None:
    assert about_fielding(given_up(3)) == []
    assert about_fielding(given_up(2)) == ["could_field_unlikely"]
    assert about_fielding(given_up(2), with_options(RULES, {"concession-penalties": False})) == []
    assert about_fielding(given_up(0, rules=NEWEST), NEWEST) == []


@pytest.mark.parametrize(
    ("told_of", "ready", "most"),
    [
        ((theirs("touchdown", "p1", half=1, turn=2),), 12, 12),
        (off("casualty", *who(9)), 3, 3),
        (off("sent-off", *who(9)), 3, 3),
        (off("ko", *who(9)), 3, 12),
        (off("ko", "p1", apothecary=True), 12, 12),
        (off("casualty", "p1", apothecary=True), 11, 12),
        ((*off("sent-off", "p1"), theirs("back", "p1", what="bribe", half=1, turn=2)), 12, 12),
    ],
    ids=["nobody", "hurt", "sent off", "knocked out", "stays", "treated", "bribed"],
)
def test_events_say_who_was_left(told_of: tuple[dict[str, Any], ...], ready: int, most: int) -> None:
    """2016/17 league compendium, conceding: whoever is ready can be set up; who was knocked out may be."""
    assert about_fielding(given_up(ready - 1, *told_of)) == ["could_field_too_few"]
    assert about_fielding(given_up(ready, *told_of)) == []
    assert about_fielding(given_up(most, *told_of)) == []
    over = "could_field_too_many" if most == 12 else "could_field_gone"
    assert about_fielding(given_up(most + 1, *told_of)) == [over]


def test_twelve_who_are_fit_do_not_give_up_for_nothing() -> None:
    """Basic, 2.5, as well."""
    happened = ours("touchdown", "p1", half=1, turn=2)
    for rules in (RULES, BASIC):
        assert about_fielding(given_up(0, happened, rules=rules), rules) == ["could_field_too_few"]
    (words,) = (one for one in said(given_up(0, happened), RULES) if "set up" in one)
    assert "0 players: by what was tapped in 12 were" in words


def test_what_only_the_totals_say_counts_beside_the_events() -> None:
    report = given_up(2, ours("touchdown", "p1", half=1, turn=2))
    totals = {**hurt(*who(8)), "sent_off": who(2, 9)}
    assert about_fielding(replace(report, away=replace(report.away, **totals))) == []
    totals["sent_off"] = ("p9",)
    assert about_fielding(replace(report, away=replace(report.away, **totals))) == ["could_field_too_few"]


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"kind": "weather", "what": "sweltering-heat"}, "could_field_unlikely"),
        ({"kind": "weather", "what": "blizzard"}, "could_field_too_few"),
        (theirs("card", what="anything"), "could_field_unlikely"),
    ],
    ids=["heat", "snow", "a card"],
)
def test_heat_and_cards_may_keep_off_who_is_neither_hurt_nor_sent_off(more: dict[str, Any], code: str) -> None:
    """Core rules, weather: who faints cannot be set up for the next kick-off. Nobody taps in who it was."""
    assert about_fielding(given_up(2, *off("casualty", *who(9)), more)) == [code]


@pytest.mark.parametrize(("gone", "over"), [(9, False), (10, True)])
def test_in_basic_no_drive_begins_with_too_few(gone: int, over: bool) -> None:
    """Basic, 1.1: fewer than three on the line, and the match is over. Elsewhere one may play on."""
    happened = (
        *off("casualty", *who(gone), cause="block", result=""),
        {"kind": "kick-off", "side": "home", "half": 2, "turn": 1},
    )
    assert about_fielding(told(*happened, rules=BASIC), BASIC) == (["must_concede"] if over else [])
    assert about_fielding(told(*happened, rules=RULES)) == []
    asleep = (*happened, *off("ko", *who(2, 11)), {"kind": "kick-off", "side": "home", "half": 2, "turn": 5})
    assert about_fielding(told(*asleep, rules=BASIC), BASIC) == (["must_concede"] * 2 if over else [])


# Most valuable players


@pytest.mark.parametrize(
    ("rules", "home", "away"), [(RULES, 2, 0), (LRB6, 2, 0), (NEWEST, 1, 0), (BASIC, 0, 0)], ids=str
)
def test_who_gives_up_has_no_most_valuable_player(rules: Ruleset, home: int, away: int) -> None:
    """2016/17 league compendium: the winner has both; BB2020 (reading N-03): nobody has the loser's."""
    report = conceded(rules)
    assert (endings.mvps(report, "home", rules), endings.mvps(report, "away", rules)) == (home, away)


def test_who_has_no_most_valuable_player_names_nobody() -> None:
    report = conceded()
    named = replace(report, away=replace(report.away, nominees=NOMINEES["away"]))
    assert found(named) == ["mvp_not_theirs away.nominees"]


def test_an_ordinary_loss_has_one() -> None:
    """Reading A-05."""
    free = conceded(could_field=2)
    assert (endings.mvps(free, "home", RULES), endings.mvps(free, "away", RULES)) == (1, 1)
    assert found(free, severity="error") == ["nominees away.nominees"]
    assert found(free, severity="warning") == ["could_field_unlikely could_field"]


@pytest.mark.parametrize(("edition", "mvps"), [("bb2016", 0), ("lrb6", 1), ("bb2020", 0), ("basic", 0)])
def test_a_friendly_has_none_where_the_edition_says_so(edition: str, mvps: int) -> None:
    """2016/17 league compendium, FAQ, friendly games."""
    rules = rulesets.get(edition)
    report = with_sides(NOBODY, NOBODY, kind="friendly")
    assert endings.mvps(report, "home", rules) == mvps
    assert found(report, rules) == []
    if edition == "bb2016":
        assert found(with_sides(kind="friendly")) == ["mvp_not_theirs home.nominees", "mvp_not_theirs away.nominees"]


@pytest.mark.parametrize(("rules", "home", "away"), [(RULES, 0, 0), (NEWEST, 2, 0)], ids=str)
def test_a_walkover_has_those_that_the_edition_gives(rules: Ruleset, home: int, away: int) -> None:
    """BB2020, unplayed fixtures: two for who came."""
    report = walkover(rules)
    assert (endings.mvps(report, "home", rules), endings.mvps(report, "away", rules)) == (home, away)
    assert endings.mvps(walkover(rules, ""), "home", rules) == 0


# Walkovers


@pytest.mark.parametrize("rules", [RULES, LRB6, BASIC, NEWEST], ids=lambda rules: rules.key)
def test_who_came_wins_by_a_touchdown_that_nobody_scored(rules: Ruleset) -> None:
    report = walkover(rules)
    assert found(report, rules) == []
    assert (report.home.score, report.away.score, report.outcome("home"), report.outcome("away")) == (
        1,
        0,
        "win",
        "loss",
    )


def test_a_match_to_which_nobody_came_is_lost_by_both() -> None:
    report = walkover(gave_up="")
    assert found(report) == []
    assert (report.home.score, report.away.score, report.outcome("home"), report.outcome("away")) == (
        0,
        0,
        "loss",
        "loss",
    )


@pytest.mark.parametrize(
    ("home", "where"),
    [
        ({"casualties": (Casualty("p1", "crowd"),)}, "home.casualties"),
        ({"healed_kos": ("p1",)}, "home.healed_kos"),
        ({"sent_off": ("p1",)}, "home.sent_off"),
        ({"used": Tally({"bribe": 1})}, "home.used"),
        ({"deeds": (Deeds("p1", Tally({"completion": 1})),)}, "home.deeds"),
    ],
)
def test_nothing_happens_in_a_match_that_was_never_played(home: dict[str, Any], where: str) -> None:
    report = walkover()
    report = replace(report, home=replace(report.home, **home))
    assert [one for one in found(report) if one.startswith("walkover")] == [f"walkover_played {where}"]


def test_no_event_either() -> None:
    report = replace(walkover(), events=events(ours("note")))
    assert found(report) == ["walkover_played events"]


# A level score


@pytest.mark.parametrize(
    ("draws", "score", "overtime", "shoot_out", "codes"),
    [
        ("stand", (1, 1), False, "", []),
        ("stand", (1, 1), True, "", ["overtime_not_played"]),
        ("stand", (1, 1), False, "home", ["shoot_out_unneeded"]),
        ("overtime", (1, 1), True, "away", []),
        ("overtime", (2, 1), True, "", []),
        ("overtime", (2, 1), False, "", []),
        ("overtime", (1, 1), True, "", ["winner_missing"]),
        ("overtime", (1, 1), False, "home", ["overtime_missing"]),
        ("overtime", (2, 1), True, "home", ["shoot_out_unneeded"]),
        ("shoot-out", (1, 1), False, "home", []),
        ("shoot-out", (1, 1), False, "", ["winner_missing"]),
        ("shoot-out", (1, 1), True, "home", ["overtime_not_played"]),
        ("shoot-out", (2, 1), False, "home", ["shoot_out_unneeded"]),
    ],
)
def test_a_level_score_is_broken_as_the_league_wants(
    draws: str, score: tuple[int, int], overtime: bool, shoot_out: Any, codes: list[str]
) -> None:
    """Core rules, sudden death overtime; BB2020, extra time."""
    home, away = (
        {"score": goals, "deeds": (Deeds("p1", Tally({"touchdown": goals})),)} if goals else {} for goals in score
    )
    report = with_sides(home, away, overtime=overtime, shoot_out=shoot_out)
    rules = with_options(RULES, {"draws": draws}) if draws != "stand" else RULES
    assert [one.split()[0] for one in found(report, rules)] == codes


@pytest.mark.parametrize(("shoot_out", "home"), [("home", "win"), ("away", "loss"), ("", "draw")])
def test_a_shoot_out_decides_who_won(shoot_out: Any, home: Outcome) -> None:
    assert with_sides(shoot_out=shoot_out).outcome("home") == home


def test_an_edition_without_extra_time_lets_scores_stand() -> None:
    """Basic, 1.1: a tied match is a draw."""
    wanted = replace(BASIC, options=replace(BASIC.options, draws="overtime"))
    assert found(with_sides(NOBODY, NOBODY), wanted) == []
    assert found(with_sides(NOBODY, NOBODY, overtime=True), wanted) == ["overtime_not_played overtime"]


@pytest.mark.parametrize("kind", ["friendly", "exhibition"])
def test_only_the_competition_needs_a_winner(kind: Any) -> None:
    rules = with_options(RULES, {"draws": "shoot-out"})
    assert found(with_sides(NOBODY, NOBODY, kind=kind), rules) == []


def test_an_exhibition_ends_as_its_coaches_like() -> None:
    report = with_sides(NOBODY, NOBODY, kind="exhibition", overtime=True, shoot_out="home")
    assert found(report) == []


def test_who_gave_up_needs_no_shoot_out() -> None:
    report = replace(conceded(), shoot_out="home")
    rules = with_options(RULES, {"draws": "shoot-out"})
    assert found(report, rules) == ["shoot_out_unneeded shoot_out"]
    assert found(conceded(), rules) == []


# Dice, and what a report of each kind does


def asked(report: MatchReport, rules: Ruleset) -> dict[str, tuple[int, ...]]:
    return dict(dice_of(report, {"t1": HOME, "t2": AWAY}, rules))


def test_after_an_exhibition_nothing_is_thrown() -> None:
    report = with_sides({**NOBODY, "casualties": (Casualty("p1", "crowd"),)}, NOBODY, kind="exhibition")
    assert "casualty/t1/p1" in asked(report, RULES)
    assert not afterwards.rolls(report, "home", RULES)
    assert not [key for key in asked(report, RULES) if key.startswith(("winnings", "mvp", "fan-factor", "expensive"))]


def test_a_friendly_is_paid_by_another_die() -> None:
    """2016/17 league compendium, FAQ: a D3. It is another roll than the D6 of a match that counts."""
    dice = asked(with_sides(NOBODY, NOBODY, kind="friendly"), RULES)
    assert {key: sides for key, sides in dice.items() if key.startswith(("winnings", "mvp"))} == {
        "winnings/t1/1/d3": (3,),
        "winnings/t1/2/d3": (3,),
        "winnings/t2/1/d3": (3,),
        "winnings/t2/2/d3": (3,),
    }


def test_a_conceded_match_asks_for_other_dice() -> None:
    """Reading A-04: both sides' winnings are thrown for; A-09: no fan factor throw for who gave up."""
    away = with_player(AWAY, "p1", status="dead")
    dice = dict(dice_of(conceded(), {"t1": HOME, "t2": away}, RULES))
    assert {"mvp/t1", "mvp/t1/2", "winnings/t1/1", "winnings/t1/2", "winnings/t2/1", "fan-factor/t1/3d6"} <= set(dice)
    assert not {"mvp/t2", "winnings/t2/2", "fan-factor/t2/2d6", "leaving/t2/p1", "leaving/t1/p2"} & set(dice)
    assert dice["leaving/t2/p2"] == (6,)


def test_in_the_newest_edition_fans_are_lost_by_dice_and_nobody_takes_the_winnings() -> None:
    """BB2020, conceding: D3 dedicated fans."""
    rolls = afterwards.rolls(conceded(NEWEST), "away", NEWEST)
    assert rolls["fanslost"] == ("fans-lost/t2", (3,))
    assert not {"winnings", "winnings2", "fanfactor", "mvp"} & set(rolls)


def test_a_walkover_asks_for_what_it_pays() -> None:
    """BB2020, unplayed fixtures: a D6."""
    dice = asked(walkover(NEWEST), NEWEST)
    assert dice["walkover/t1"] == (6,)
    assert not [key for key in dice if key.startswith(("winnings", "fan-factor", "walkover/t2"))]
    assert not [key for key in asked(walkover(), RULES) if key.startswith("walkover")]


def test_a_report_of_events_may_be_given_up() -> None:
    report = told(ours("touchdown", "p1"), ending="conceded", gave_up="away", nominees={"away": ()})
    assert found(report) == []


# Extra time

OVERTIME = with_options(RULES, {"draws": "overtime"})
OLDER, LATEST = with_options(LRB6, {"draws": "overtime"}), with_options(NEWEST, {"draws": "overtime"})


def scored(home: int, away: int, **more: Any) -> MatchReport:
    sides = ({"score": one, "deeds": (Deeds("p1", Tally({"touchdown": one})),)} if one else {} for one in (home, away))
    return with_sides(*sides, **more)


def in_extra_time(*happened: dict[str, Any], **more: Any) -> MatchReport:
    return replace(told(*happened, **more), overtime=True)


def codes(report: MatchReport, rules: Ruleset = OVERTIME) -> list[str]:
    return [one.split()[0] for one in found(report, rules)]


@pytest.mark.parametrize(
    ("rules", "score", "wrong"),
    [
        (OVERTIME, (1, 0), False),
        (OVERTIME, (2, 3), False),
        (OVERTIME, (2, 0), True),
        (OVERTIME, (1, 3), True),
        (OLDER, (2, 1), False),
        (OLDER, (3, 1), True),
        (LATEST, (3, 1), False),
    ],
    ids=str,
)
def test_the_first_touchdown_of_extra_time_wins(rules: Ruleset, score: tuple[int, int], wrong: bool) -> None:
    """Core rules, winning the match (2016 and LRB6): sudden death. BB2020 plays extra time to its end."""
    report = scored(*score, overtime=True)
    if rules.mvp.method != "nominated":
        report = replace(report, home=replace(report.home, nominees=()), away=replace(report.away, nominees=()))
    assert codes(report, rules) == (["overtime_by_more"] if wrong else [])


def test_the_words_name_the_score_of_extra_time() -> None:
    assert said(scored(2, 0, overtime=True), OVERTIME) == [
        "The first touchdown of extra time wins: 2:0 cannot differ by 2, only by 1."
    ]


@pytest.mark.parametrize(("away", "wrong"), [(1, False), (0, True)])
def test_who_loses_by_sudden_death_cannot_give_up_any_more(away: int, wrong: bool) -> None:
    """Core rules, winning the match: with its first touchdown extra time is over."""
    report = replace(scored(1, away, overtime=True), ending="conceded", gave_up="away")
    report = replace(report, away=replace(report.away, nominees=()))
    assert codes(report) == (["overtime_by_more"] if wrong else [])


LEVEL = (ours("touchdown", "p1", half=1, turn=2), theirs("touchdown", "p1", half=2, turn=8))


@pytest.mark.parametrize(
    ("happened", "found_codes"),
    [
        ((*LEVEL, ours("touchdown", "p1", half=3, turn=4)), []),
        ((LEVEL[0], ours("touchdown", "p1", half=3, turn=4)), ["overtime_by_more", "overtime_not_level"]),
        ((LEVEL[0],), ["overtime_not_level"]),
        ((LEVEL[0], theirs("touchdown", "p1", half=3, turn=1)), ["overtime_not_level", "winner_missing"]),
        (
            (*LEVEL, ours("touchdown", "p1", half=3, turn=4), ours("touchdown", "p2", half=3, turn=4)),
            ["overtime_by_more", "overtime_goes_on"],
        ),
    ],
    ids=["level", "two ahead", "nothing in it", "drawn level in it", "another one"],
)
def test_extra_time_begins_level(happened: tuple[dict[str, Any], ...], found_codes: list[str]) -> None:
    """Core rules, winning the match: it is played when the match is tied after two halves."""
    assert sorted(codes(in_extra_time(*happened))) == found_codes


def test_where_extra_time_is_played_out_more_than_one_may_score_in_it() -> None:
    """BB2020, extra time: eight turns, then a shoot-out if it is still level."""
    nobody: dict[Any, tuple[str, ...]] = {}
    goals = (ours("touchdown", "p1", half=3, turn=1), ours("touchdown", "p2", half=3, turn=5))
    assert codes(in_extra_time(*LEVEL, *goals, rules=LATEST, nominees=nobody), LATEST) == []
    ahead = in_extra_time(LEVEL[0], *goals, rules=LATEST, nominees=nobody)
    assert codes(ahead, LATEST) == ["overtime_not_level"]


def test_what_nobody_dated_says_nothing_of_when_it_was() -> None:
    undated = in_extra_time(ours("touchdown", "p1"), theirs("touchdown", "p1"), ours("touchdown", "p2"))
    assert codes(undated) == []
    assert codes(in_extra_time(*LEVEL, ours("touchdown", "p2"))) == []


@pytest.mark.parametrize(
    ("kind", "turn", "wrong"),
    [("completion", 3, False), ("completion", 4, False), ("completion", 5, True), ("note", 5, False)],
)
def test_nothing_is_played_after_it(kind: str, turn: int, wrong: bool) -> None:
    """Core rules, winning the match: the first team to score wins. Within a turn nobody tells in order."""
    won = (*LEVEL, ours("touchdown", "p1", half=3, turn=4))
    report = in_extra_time(*won, ours(kind, "p2", half=3, turn=turn))
    assert found(report, OVERTIME) == (["overtime_goes_on events.e4"] if wrong else [])


def test_both_cannot_have_scored_in_it() -> None:
    """A shoot-out decides only what extra time has left level."""
    both = (ours("touchdown", "p1", half=3, turn=2), theirs("touchdown", "p1", half=3, turn=3))
    report = replace(in_extra_time(*both), shoot_out="home")
    assert found(report, OVERTIME) == ["overtime_goes_on events.e2"]
    one = replace(in_extra_time(*LEVEL, both[0]), shoot_out="home")
    assert codes(one) == ["shoot_out_unneeded"]
    assert codes(replace(in_extra_time(*LEVEL), shoot_out="home")) == []


def test_a_walkover_has_no_extra_time() -> None:
    assert found(replace(walkover(), overtime=True), OVERTIME) == ["walkover_played overtime"]


# Play that stopped


@pytest.mark.parametrize(
    ("kinds", "ending", "asked"),
    [
        (("abandoned",), "played", True),
        (("abandoned", "resumed"), "played", False),
        (("abandoned", "resumed", "abandoned"), "played", True),
        (("abandoned",), "conceded", False),
        ((), "played", False),
    ],
)
def test_play_that_stopped_and_did_not_go_on_is_asked_about(kinds: tuple[str, ...], ending: Any, asked: bool) -> None:
    """Our own: a match that is abandoned is resumed later, or somebody gives it up."""
    stops = ({"kind": kind, "half": 1, "turn": nth} for nth, kind in enumerate(kinds, start=1))
    nobody: dict[Any, tuple[str, ...]] = {"away": ()} if ending == "conceded" else {}
    gave_up: Any = "away" if ending == "conceded" else ""
    report = told(*stops, ending=ending, gave_up=gave_up, nominees=nobody)
    assert found(report, severity="warning") == ([f"stopped_for_good events.e{len(kinds)}"] if asked else [])
    assert found(report, severity="error") == []
