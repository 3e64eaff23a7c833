"""Running teams, entered as they stand: what is a mistake, what merely does not fit, and what becomes of the rest."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine import history, rulesets
from engine.dice import ReplayDice
from engine.effects import TeamEntered, from_data, to_data
from engine.errors import EntryIllegal, EntryUnfit
from engine.history import Cause, redecide
from engine.rulesets.model import Ruleset
from engine.rulesets.options import with_options
from engine.tally import Tally
from engine.team import legality
from engine.team.entry import EnteredPlayer, Entry, Learned, decide_entry, misfits, problems
from engine.team.evolve import evolve
from engine.team.improvement import due
from engine.team.sheet import Gained, HomeStadium, Record, TeamSheet
from engine.team.value import value
from engine.typed import build, plain
from tests.engine.given import RULES

BB2020, BASIC, LRB6 = rulesets.get("bb2020"), rulesets.get("basic"), rulesets.get("lrb6")


def a_player(number: int = 1, position: str = "lineman", **more: Any) -> EnteredPlayer:
    return EnteredPlayer(position, number, more.pop("name", f"Player {number}"), **more)


def an_entry(*players: EnteredPlayer, **more: Any) -> Entry:
    return Entry("Old Guard", more.pop("roster", "human"), players or (a_player(),), **more)


def wrong(entry: Entry, ruleset: Ruleset = RULES) -> list[tuple[str, str]]:
    return [(one.code, one.where) for one in problems(entry, ruleset)]


def unfit(entry: Entry, ruleset: Ruleset = RULES) -> list[tuple[str, str]]:
    assert problems(entry, ruleset) == ()
    return [(one.code, one.where) for one in misfits(entry, ruleset)]


def a_2020(**more: Any) -> EnteredPlayer:
    return a_player(1, BB2020.roster("human").positions[0].key, **more)


def an_entry_2020(**more: Any) -> Entry:
    return an_entry(a_2020(**more), goods=Tally({"dedicated-fans": 1}))


def entered(entry: Entry, ruleset: Ruleset = RULES) -> TeamSheet:
    return evolve(TeamSheet("t1"), decide_entry(entry, ruleset))


GRIFF = a_player(
    7,
    "blitzer",
    name="Griff",
    spp=31,
    deeds=Tally({"touchdown": 6, "mvp": 2}),
    improvements=(Learned("Dodge"), Learned("Tackle"), Learned("ma")),
    niggles=1,
    lost=Tally({"av": 1}),
    misses_next=True,
    games=12,
)
WHOLE = an_entry(
    GRIFF,
    a_player(2),
    treasury=80_000,
    goods=Tally({"reroll": 3, "fan-factor": 12}),
    record=Record(Tally({"win": 6, "draw": 2, "loss": 5}), 20, 15, 11, 13),
    star="griff-oberwald",
    sponsor="star-insurance-guild",
    sponsorships=2,
    stadium=HomeStadium("ice", "The Freezer", owned=True),
    fund=90_000,
    trophies=("Blood Bowl Trophy", "Blood Bowl Trophy"),
)


def test_everything_that_was_entered_stands_on_the_sheet() -> None:
    sheet = entered(WHOLE)
    griff = sheet.players[0]
    assert (sheet.name, sheet.roster, sheet.treasury, sheet.goods["reroll"]) == ("Old Guard", "human", 80_000, 3)
    assert (griff.key, griff.number, griff.position, griff.spp, griff.games) == ("p1", 7, "blitzer", 31, 12)
    assert (griff.niggles, griff.lost["av"], griff.misses_next, griff.deeds["touchdown"]) == (1, 1, True, 6)
    assert [player.key for player in sheet.players] == ["p1", "p2"]
    assert (sheet.record.played, sheet.record.touchdowns_for, sheet.record.casualties_against) == (13, 20, 13)
    assert (sheet.star, sheet.star_played) == ("griff-oberwald", True)
    assert (sheet.sponsor, sheet.sponsorships, sheet.fund) == ("star-insurance-guild", 2, 90_000)
    assert sheet.stadium == HomeStadium("ice", "The Freezer", owned=True)
    assert sheet.trophies == ("Blood Bowl Trophy", "Blood Bowl Trophy")
    assert legality.problems(sheet, RULES) == ()


def test_it_is_one_effect_which_is_read_for_ever() -> None:
    effect = decide_entry(WHOLE, RULES)
    assert isinstance(effect, TeamEntered)
    assert from_data(to_data(effect)) == effect


def test_improvements_are_worth_what_the_rules_say_and_their_kind_follows_from_the_position() -> None:
    """BB2016 league rules, improvement rolls: a normal skill 20,000, one on a double 30,000, +MA 30,000."""
    player = a_player(1, "blitzer", spp=31, improvements=(Learned("Tackle"), Learned("Dodge"), Learned("ma")))
    gained = entered(an_entry(player)).players[0].improvements
    assert gained == (
        Gained("normal", "Tackle", 20_000),
        Gained("double", "Dodge", 30_000),
        Gained("ma", "ma", 30_000),
    )
    assert value(entered(an_entry(player)), RULES).total == 90_000 + 80_000


def test_points_that_are_not_used_yet_let_him_improve_here() -> None:
    player = a_player(1, spp=16, improvements=(Learned("Block"),))
    assert due(entered(an_entry(player)).players[0], RULES) == 1


def test_where_points_are_spent_they_are_unless_it_is_said_otherwise() -> None:
    """BB2020, the advancement table: a chosen primary 6 points, then a random primary 4."""
    learned = (Learned("Block"), Learned("Tackle", random=True))
    player = entered(an_entry_2020(spp=20, improvements=learned), BB2020).players[0]
    assert [one.gain for one in player.improvements] == ["chosen-primary", "random-primary"]
    assert [one.value for one in player.improvements] == [20_000, 10_000]
    assert (player.spent, player.unspent) == (10, 10)
    told = entered(an_entry_2020(spp=20, spent=12, improvements=learned), BB2020).players[0]
    assert told.spent == 12


def test_a_retired_player_comes_retired() -> None:
    """BB2020, temporary retirement."""
    assert entered(an_entry_2020(retired=True), BB2020).players[0].status == "retired"


MISTAKES: list[tuple[Entry, str, str]] = [
    (replace(an_entry(), name=" "), "team_unnamed", "name"),
    (replace(an_entry(), name="x" * 81), "name_too_long", "name"),
    (replace(an_entry(), players=()), "team_without_players", "players"),
    (an_entry(a_player(1, name="")), "player_unnamed", "players.0.name"),
    (an_entry(a_player(1, name="y" * 81)), "name_too_long", "players.0.name"),
    (an_entry(a_player(0)), "number_out_of_range", "players.0.number"),
    (an_entry(a_player(100)), "number_out_of_range", "players.0.number"),
    (an_entry(a_player(4), a_player(4)), "number_taken", "players"),
    (an_entry(a_player(1), a_player(2, "wardancer")), "unknown_position", "players.1.position"),
    (an_entry(a_player(1, improvements=(Learned("Blok"),))), "unknown_skill", "players.0.skills"),
    (an_entry(a_player(1, "blitzer", improvements=(Learned("Block"),))), "skill_owned", "players.0.skills"),
    (an_entry(a_player(1, improvements=(Learned("Block"), Learned("Block")))), "skill_owned", "players.0.skills"),
    (an_entry(a_player(1, improvements=(Learned("pa"),))), "unknown_characteristic", "players.0.skills"),
    (an_entry(a_player(1, improvements=(Learned("ma"),) * 10)), "number_not_between", "players.0.skills"),
    (an_entry(a_player(1, lost=Tally({"pa": 1}))), "unknown_characteristic", "players.0.injuries"),
    (an_entry(a_player(1, lost=Tally({"ma": -1}))), "number_not_between", "players.0.injuries"),
    (an_entry(a_player(1, lost=Tally({"ma": 10}))), "number_not_between", "players.0.injuries"),
    (an_entry(a_player(1, niggles=-1)), "number_not_between", "players.0.injuries"),
    (an_entry(a_player(1, spp=-1)), "number_not_between", "players.0.spp"),
    (an_entry(a_player(1, spp=10_000)), "number_not_between", "players.0.spp"),
    (an_entry(a_player(1, games=-1)), "number_not_between", "players.0.games"),
    (an_entry(a_player(1, spp=6, spent=3)), "number_not_between", "players.0.spent"),
    (an_entry(a_player(1, deeds=Tally({"touchdown": -1}))), "number_not_between", "players.0.deeds"),
    (an_entry(a_player(1, deeds=Tally({"home-run": 1}))), "deed_without_points", "players.0.deeds"),
    (an_entry(treasury=-1), "number_not_between", "treasury"),
    (an_entry(treasury=100_000_001), "number_not_between", "treasury"),
    (an_entry(fund=-10), "number_not_between", "fund"),
    (an_entry(goods=Tally({"reroll": -1})), "number_not_between", "goods.reroll"),
    (an_entry(goods=Tally({"reroll": 100})), "number_not_between", "goods.reroll"),
    (an_entry(goods=Tally({"keg": 1})), "unknown_good", "goods.keg"),
    (an_entry(choices={"god": "Nurgle"}), "choice_unasked", "choices.god"),
    (an_entry(record=Record(Tally({"win": -1}))), "number_not_between", "record.win"),
    (an_entry(record=Record(Tally({"victory": 1}))), "unknown_outcome", "record.victory"),
    (an_entry(record=Record(touchdowns_for=3)), "record_without_matches", "record.win"),
    (an_entry(star="nobody"), "unknown_star", "star"),
    (an_entry(sponsor="nobody"), "unknown_sponsor", "sponsor"),
    (an_entry(sponsorships=-1), "number_not_between", "sponsorships"),
    (an_entry(stadium=HomeStadium("swamp")), "unknown_stadium", "stadium"),
    (an_entry(stadium=HomeStadium("luxury-stadium")), "unknown_stadium", "stadium"),
    (an_entry(stadium=HomeStadium("ice", "x" * 81)), "name_too_long", "stadium_name"),
    (an_entry(trophies=(" ",)), "trophy_unnamed", "trophies"),
    (an_entry(trophies=("Cup",) * 51), "number_not_between", "trophies"),
]


@pytest.mark.parametrize(("entry", "code", "where"), MISTAKES, ids=[f"{code}-{where}" for _, code, where in MISTAKES])
def test_a_mistake_is_refused_whatever_is_accepted(entry: Entry, code: str, where: str) -> None:
    assert wrong(entry) == [(code, where)]
    with pytest.raises(EntryIllegal) as refusal:
        decide_entry(replace(entry, accepted=(code,)), RULES)
    assert [one.code for one in refusal.value.problems] == [code]


def test_all_mistakes_are_said_at_once() -> None:
    entry = an_entry(a_player(0, "wardancer", name="", spp=-1), a_player(0), treasury=-5, star="nobody")
    assert {code for code, _ in wrong(entry)} == {
        "number_taken",
        "player_unnamed",
        "number_out_of_range",
        "unknown_position",
        "number_not_between",
        "unknown_star",
    }


def test_more_points_are_not_spent_than_he_has() -> None:
    assert wrong(an_entry_2020(spp=6, spent=7), BB2020) == [("number_not_between", "players.0.spent")]
    assert wrong(an_entry_2020(spp=6, spent=6), BB2020) == []


def test_an_edition_without_a_bank_a_stadium_or_sponsors_has_nothing_of_theirs() -> None:
    """Basic, section 6: no bank."""
    entry = an_entry(treasury=10_000, fund=10_000, sponsorships=1, stadium=HomeStadium("ice"))
    assert wrong(entry, BASIC) == [
        ("number_not_between", "treasury"),
        ("number_not_between", "fund"),
        ("number_not_between", "sponsorships"),
        ("unknown_stadium", "stadium"),
    ]


def test_what_the_team_list_lets_a_team_choose_is_chosen() -> None:
    chaos = next(roster for roster in BB2020.teams if roster.choices)
    choice = chaos.choices[0]
    player = a_player(1, chaos.positions[0].key)
    assert ("choice_open", f"choices.{choice.key}") in wrong(an_entry(player, roster=chaos.key), BB2020)
    chosen = an_entry(
        player, roster=chaos.key, goods=Tally({"dedicated-fans": 1}), choices={choice.key: choice.options[0]}
    )
    assert entered(chosen, BB2020).choices == {choice.key: choice.options[0]}


def squad(lineman: int, **others: int) -> tuple[EnteredPlayer, ...]:
    keys = ["lineman"] * lineman + [key for key, count in others.items() for _ in range(count)]
    return tuple(a_player(number, key) for number, key in enumerate(keys, start=1))


MISFITS: list[tuple[Entry, Entry, str, str]] = [
    # one that fits, one that does not
    (an_entry(*squad(12, blitzer=4)), an_entry(*squad(13, blitzer=4)), "too_many_players", "players"),
    (an_entry(*squad(1, blitzer=4)), an_entry(*squad(1, blitzer=5)), "position_limit", "positions.blitzer"),
    (
        an_entry(a_player(1, spp=6, improvements=(Learned("Block"),))),
        an_entry(a_player(1, spp=5, improvements=(Learned("Block"),))),
        "improvements_beyond_level",
        "players.0.skills",
    ),
    (
        an_entry(a_player(1, spp=6, improvements=(Learned("Dodge"),))),
        an_entry(a_player(1, spp=6, improvements=(Learned("Big Hand"),))),
        "improvement_not_for_him",
        "players.0.skills",
    ),
    (
        an_entry(a_player(1, spp=16, improvements=(Learned("ma"),) * 2)),
        an_entry(a_player(1, spp=31, improvements=(Learned("ma"),) * 3)),
        "characteristic_beyond",
        "players.0.skills",
    ),
    (
        an_entry(a_player(1, lost=Tally({"ma": 2}))),
        an_entry(a_player(1, lost=Tally({"ma": 3}))),
        "characteristic_beyond",
        "players.0.injuries",
    ),
    (
        an_entry(a_player(1, spp=6, deeds=Tally({"touchdown": 2}))),
        an_entry(a_player(1, spp=5, deeds=Tally({"touchdown": 2}))),
        "deeds_beyond_points",
        "players.0.spp",
    ),
    (
        an_entry(a_player(1, games=3), record=Record(Tally({"win": 3}))),
        an_entry(a_player(1, games=4), record=Record(Tally({"win": 3}))),
        "games_beyond_record",
        "players.0.games",
    ),
    (an_entry(), an_entry(a_player(1, retired=True)), "no_temporary_retirement", "players.0.injuries"),
    (an_entry(goods=Tally({"reroll": 8})), an_entry(goods=Tally({"reroll": 9})), "good_limit", "goods.reroll"),
    (
        an_entry(a_player(1, "zombie"), roster="undead"),
        an_entry(a_player(1, "zombie"), roster="undead", goods=Tally({"apothecary": 1})),
        "good_not_allowed",
        "goods.apothecary",
    ),
    (an_entry(star="griff-oberwald"), an_entry(star="varag-ghoul-chewer"), "star_not_for_hire", "star"),
]


@pytest.mark.parametrize(
    ("fits", "entry", "code", "where"), MISFITS, ids=[f"{code}-{where}" for _, _, code, where in MISFITS]
)
def test_what_another_league_allowed_is_entered_once_it_was_read(
    fits: Entry, entry: Entry, code: str, where: str
) -> None:
    """BB2016, each limit from both sides."""
    assert unfit(fits) == []
    assert unfit(entry) == [(code, where)]
    with pytest.raises(EntryUnfit) as refusal:
        decide_entry(replace(entry, accepted=("something_else",)), RULES)
    assert [one.code for one in refusal.value.problems] == [code]
    assert entered(replace(entry, accepted=(code,))).founded


def test_the_sheet_goes_on_saying_what_does_not_fit() -> None:
    sheet = entered(an_entry(*squad(13, blitzer=4), accepted=("too_many_players",)))
    assert [one.code for one in legality.problems(sheet, RULES)] == ["too_many_players"]


def test_improvements_that_cost_more_points_than_he_has_do_not_fit() -> None:
    """BB2020, the advancement table: two chosen primaries cost 6 and 8."""
    learned = (Learned("Block"), Learned("Tackle"))
    fits = an_entry_2020(spp=14, improvements=learned)
    assert unfit(fits, BB2020) == []
    poor = an_entry_2020(spp=13, improvements=learned)
    assert unfit(poor, BB2020) == [("improvements_beyond_points", "players.0.skills")]
    player = entered(replace(poor, accepted=("improvements_beyond_points",)), BB2020).players[0]
    assert (player.spent, player.unspent) == (13, 0)


def test_targets_stay_between_their_bounds() -> None:
    """BB2020: AG is never worse than 6+ nor better than 1+."""
    assert unfit(an_entry_2020(lost=Tally({"ag": 3})), BB2020) == []
    assert unfit(an_entry_2020(lost=Tally({"ag": 4})), BB2020) == [("characteristic_beyond", "players.0.injuries")]


def test_a_team_never_has_fewer_of_a_good_than_the_rules_say() -> None:
    """BB2020, dedicated fans: at least 1."""
    assert unfit(an_entry_2020(), BB2020) == []
    assert unfit(replace(an_entry_2020(), goods=Tally()), BB2020) == [("good_too_few", "goods.dedicated-fans")]


def test_a_team_above_the_greatest_value_does_not_fit() -> None:
    """Basic, section 2.3: 1,400,000."""
    human = BASIC.roster("human")
    dear = max(human.positions, key=lambda position: position.cost)
    count = BASIC.draft.gold // dear.cost + 1
    players = tuple(a_player(number, dear.key) for number in range(1, count + 1))
    codes = [code for code, _ in unfit(an_entry(*players), BASIC)]
    assert "value_over_cap" in codes
    assert "value_over_cap" not in [code for code, _ in unfit(an_entry(*players[:-1]), BASIC)]


def test_stars_join_no_roster_where_the_league_says_so() -> None:
    house = with_options(RULES, {"rostered-stars": False})
    assert unfit(an_entry(star="griff-oberwald"), house) == [("no_rostered_stars", "star")]
    assert wrong(an_entry(star="griff-oberwald"), LRB6) == []


def test_deciding_an_entry_again_changes_nothing() -> None:
    cause = Cause("entry-t1", "entry", "t1", (0, 0), ("t1",), {"entry": plain(WHOLE)})
    assert build(Entry, cause.inputs["entry"]) == WHOLE
    decision = history.decide(cause, {}, None, ReplayDice(()), RULES)
    stored = replace(cause, effects=decision.effects)
    again = redecide([stored], rules=lambda _: RULES, all_again=True)
    assert (again.changes, again.conflicts) == ((), ())
    assert again.after["t1"] == evolve(TeamSheet("t1"), decide_entry(WHOLE, RULES))


def test_a_star_takes_a_place_of_the_sixteen() -> None:
    """BB2016, rostered stars (SOURCES): sixteen players and a star are seventeen, fifteen and a star are not."""
    bb2016 = rulesets.get("bb2016")
    for size, unfit in ((15, False), (16, True)):
        players = tuple(EnteredPlayer("lineman", number, f"Lineman {number}") for number in range(1, size + 1))
        entry = Entry("Full House", "human", players, star="morg-n-thorg")
        assert ("too_many_players" in {problem.code for problem in misfits(entry, bb2016)}) == unfit
