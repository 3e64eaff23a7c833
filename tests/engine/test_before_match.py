"""The hour before a match, edition by edition: what is thrown, what every face means, and what cannot have been so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from engine import rulesets
from engine.dice import TableDice
from engine.errors import Problem
from engine.match.before import PARTS, Scene, decided, dice_of, differences, problems, steps, wanted
from engine.match.before.gate import crowd, fame, fame_of, has_to_make_room, rivals_of, they_turn_up
from engine.match.before.venue import at_home, is_a_choice
from engine.match.matchday import day_sheets
from engine.match.prematch import PreMatch, SidePreMatch, Venue
from engine.match.sides import Side
from engine.match.throwing import purpose_of
from engine.rulesets import Ruleset
from engine.rulesets.options import with_options
from engine.team.sheet import HomeStadium, TeamSheet
from tests.engine.given import a_sheet

BASIC, LRB6, BB2016, BB2020 = (rulesets.get(key) for key in ("basic", "lrb6", "bb2016", "bb2020"))
WIDE = with_options(
    BB2016,
    {
        "weather": ["standard", "winter", "subterranean"],
        "referee-tables": ["referee", "famous-referee"],
        "special-spectators": True,
    },
)
PIT = HomeStadium("ice", "The Frozen Pit")
OURS = ("weather", "stadium", "referee", "fans", "kick")
ALL_2D6 = list(product(range(1, 7), repeat=2))


def teams(home: Any = None, away: Any = None, *, rosters: tuple[str, str] = ("human", "orc")) -> dict[Side, TeamSheet]:
    """Humans at home and orcs away, changed as told."""
    one, other = a_sheet("t1", roster=rosters[0]), a_sheet("t2", roster=rosters[1])
    return {"home": replace(one, **(home or {})), "away": replace(other, **(away or {}))}


def a_scene(
    prematch: PreMatch | None = None,
    fallen: Mapping[str, tuple[int, ...]] | None = None,
    ruleset: Ruleset = BB2016,
    **more: Any,
) -> Scene:
    return Scene(prematch or PreMatch(), more.get("teams") or teams(), ruleset, fallen or {})


def keys(step: str, scene: Scene) -> list[str]:
    return [ask.key for ask in wanted(step, scene)]


def codes(prematch: PreMatch, ruleset: Ruleset = BB2016, **more: Any) -> list[tuple[str, str]]:
    found = problems(prematch, more.get("teams") or teams(), ruleset)
    return [(problem.code, problem.where) for problem in found]


def params_of(found: tuple[Problem, ...], code: str) -> Mapping[str, Any]:
    return next(problem.params for problem in found if problem.code == code)


# Which steps there are


@pytest.mark.parametrize(
    ("ruleset", "expected"),
    [
        (BASIC, ["kick"]),
        (LRB6, ["weather", "transfer-gold", "inducement", "fans", "kick"]),
        (BB2016, ["weather", "stadium", "referee", "inducement", "special-play-card", "kick", "fans"]),
        (BB2020, ["fans", "weather", "journeymen", "inducement", "prayer", "kick"]),
    ],
    ids=lambda one: one.key if isinstance(one, Ruleset) else "",
)
def test_the_steps_come_in_the_order_of_the_edition(ruleset: Ruleset, expected: list[str]) -> None:
    """Each edition's printed list; BB2016 has the fans at the match itself, behind the flip for the kick."""
    known = {"weather", "stadium", "referee", "fans", "journeymen", "kick"} | {*expected}
    assert [step.key for step in steps(ruleset) if step.key in known] == expected


@pytest.mark.parametrize(
    ("off", "step"),
    [
        ({"weather": ()}, "weather"),
        ({"stadiums": False}, "stadium"),
        ({"referees": False}, "referee"),
        ({"cards": "none"}, "special-play-card"),
    ],
)
def test_a_step_that_an_option_leaves_out_is_none(off: dict[str, Any], step: str) -> None:
    assert step in {one.key for one in steps(BB2016)}
    assert step not in {one.key for one in steps(replace(BB2016, options=replace(BB2016.options, **off)))}


# The weather and the referee


@pytest.mark.parametrize(
    ("ruleset", "table"),
    [
        *((WIDE, table.key) for table in BB2016.weather),
        *((LRB6, table.key) for table in LRB6.weather),
        *((BB2020, table.key) for table in BB2020.weather),
    ],
    ids=lambda one: one.key if isinstance(one, Ruleset) else one,
)
def test_every_throw_has_its_weather_on_every_table(ruleset: Ruleset, table: str) -> None:
    """BB2016, the weather tables; LRB6, pre-match step 1; BB2020, pre-game sequence: 2D6, added up."""
    rows = next(one for one in ruleset.weather if one.key == table)
    seen = set()
    for faces in ALL_2D6:
        found = decided("weather", a_scene(PreMatch(weather_table=table), {"weather": faces}, ruleset))
        expected = next(row for row in rows.results if row.first <= sum(faces) <= row.last)
        assert (found.weather_table, found.weather) == (table, expected.key)
        seen.add(found.weather)
    assert seen == {row.key for row in rows.results}


@pytest.mark.parametrize(
    ("total", "weather"),
    [(2, "sweltering-heat"), (3, "very-sunny"), (4, "nice"), (10, "nice"), (11, "pouring-rain"), (12, "blizzard")],
)
def test_the_weather_changes_between_these_scores(total: int, weather: str) -> None:
    """BB2016, the standard weather table: both sides of each threshold."""
    faces = (1, total - 1) if total <= 7 else (6, total - 6)
    assert decided("weather", a_scene(fallen={"weather": faces})).weather == weather


@pytest.mark.parametrize("table", [table.key for table in BB2016.referees])
def test_every_throw_has_its_referee(table: str) -> None:
    """BB2016, pre-match sequence, referee; and the table of famous referees alone."""
    rows = next(one for one in BB2016.referees if one.key == table)
    for faces in ALL_2D6:
        found = decided("referee", a_scene(PreMatch(referee_table=table), {"referee": faces}, WIDE))
        assert found.referee == next(row for row in rows.results if row.first <= sum(faces) <= row.last).key


def test_where_nobody_chose_a_table_the_first_one_is_thrown_on() -> None:
    found = decided("weather", a_scene(fallen={"weather": (6, 5)}, ruleset=WIDE))
    assert (found.weather_table, found.weather) == ("standard", "pouring-rain")


def test_a_roll_that_lies_there_is_not_wanted_again() -> None:
    assert keys("weather", a_scene()) == ["weather"]
    assert keys("weather", a_scene(fallen={"weather": (1, 1)})) == []


@pytest.mark.parametrize(
    ("prematch", "code"),
    [
        (PreMatch(weather="blizzard"), ""),
        (PreMatch(weather="blizzard", weather_table="standard"), ""),
        (PreMatch(weather="freezing"), "result_unknown"),
        (PreMatch(weather="blizzard", weather_table="winter"), "table_not_played"),
        (PreMatch(weather="nonsense"), "result_unknown"),
        (PreMatch(referee="jorm-the-ogre"), ""),
        (PreMatch(referee="nobody"), "result_unknown"),
        (PreMatch(referee_table="famous-referee"), "table_not_played"),
    ],
)
def test_a_result_stands_on_a_table_that_the_league_throws_on(prematch: PreMatch, code: str) -> None:
    assert [found for found, _ in codes(prematch)] == ([code] if code else [])


def test_without_referees_there_is_none() -> None:
    """BB2016: the referee is thrown for if both coaches want one."""
    none = with_options(BB2016, {"referees": False})
    assert codes(PreMatch(referee="standard"), none) == [("result_unknown", "prematch.referee")]
    assert wanted("referee", a_scene(ruleset=none)) == ()


# The stadium


@pytest.mark.parametrize("faces", ALL_2D6)
def test_every_throw_leads_to_its_stadium(faces: tuple[int, int]) -> None:
    """BB2016, pre-match sequence, roll for stadium: 6 to 8 is an ordinary one, all others have an attribute."""
    assert BB2016.stadiums is not None
    row = BB2016.stadiums.roll.result(sum(faces))
    category = next((one for one in BB2016.stadiums.categories if one.key == row.key), None)
    scene = a_scene(fallen={"stadium/roll": faces})
    if category is None:
        assert sum(faces) in (6, 7, 8)
        assert (keys("stadium", scene), decided("stadium", scene).venue.stadium) == ([], "standard")
        return
    assert keys("stadium", scene) == [f"stadium/{category.key}"]
    assert decided("stadium", scene).venue.stadium == ""
    for face, attribute in enumerate(category.results, start=1):
        fallen = {"stadium/roll": faces, f"stadium/{category.key}": (face,)}
        assert decided("stadium", a_scene(fallen=fallen)).venue == Venue(stadium=attribute.key)


def test_a_coach_is_chosen_at_random_as_soon_as_somebody_has_a_home() -> None:
    """BB2016, stadiums: one coach is randomized if either team has a home stadium."""
    assert keys("stadium", a_scene()) == ["stadium/roll"]
    scene = a_scene(teams=teams(away={"stadium": PIT}))
    assert keys("stadium", scene) == ["stadium/coach", "stadium/roll"]
    for face, side in ((1, "home"), (2, "away")):
        found = decided("stadium", replace(scene, fallen={"stadium/coach": (face,)}))
        assert found.venue.roller == side


@pytest.mark.parametrize(
    ("coach", "roll", "may"),
    [((2,), (1, 2), True), ((1,), (1, 2), False), ((2,), (1, 5), False), ((2,), (4, 4), False)],
)
def test_only_his_own_home_replaces_a_stadium_that_is_not_standard(
    coach: tuple[int], roll: tuple[int, int], may: bool
) -> None:
    """BB2016, stadiums: any non-standard stadium, by the home of the coach who threw. The orcs have one."""
    scene = a_scene(fallen={"stadium/coach": coach, "stadium/roll": roll}, teams=teams(away={"stadium": PIT}))
    assert is_a_choice(scene) == may
    if may:
        assert at_home(scene) == Venue("away", "ice", "away", "The Frozen Pit")


@pytest.mark.parametrize(
    ("venue", "expected"),
    [
        (Venue(stadium="standard"), []),
        (Venue(stadium="ice"), []),
        (Venue(stadium="moon"), ["unknown_stadium"]),
        (Venue(stadium="ice", home_of="away"), []),
        (Venue(stadium="ice", home_of="away", roller="away"), []),
        (Venue(stadium="ice", home_of="away", roller="home"), ["home_of_the_other"]),
        (Venue(stadium="sloping-pitch", home_of="away"), ["home_is_another"]),
        (Venue(stadium="ice", home_of="home"), ["no_home_stadium"]),
    ],
)
def test_a_stadium_is_one_that_there_is_and_somebodys_home_only_if_it_is(venue: Venue, expected: list[str]) -> None:
    found = codes(PreMatch(venue=venue), teams=teams(away={"stadium": PIT}))
    assert [code for code, _ in found] == expected


def test_a_league_without_stadiums_has_none() -> None:
    bent = with_options(BB2016, {"stadiums": False})
    assert codes(PreMatch(venue=Venue(stadium="ice")), bent) == [("stadiums_not_played", "prematch.venue.stadium")]
    assert not any(key.startswith("stadium") for key, _ in dice_of(None, teams(), bent))


@pytest.mark.parametrize(("faces", "gold"), [((1, 1), 20_000), ((6, 6), 120_000), ((3, 4), 70_000)])
def test_a_stadium_that_is_a_spectacle_pays_both_sides_the_same(faces: tuple[int, int], gold: int) -> None:
    """BB2016, luxury stadiums, Reputation for Spectacle: one roll of 2D6 x 10,000 for inducements."""
    fallen = {"stadium/roll": (4, 5), "stadium/luxury-stadium": (2,)}
    before = decided("stadium", a_scene(fallen=fallen))
    assert keys("stadium", a_scene(before, fallen)) == ["stadium/gold"]
    after = decided("stadium", a_scene(before, {**fallen, "stadium/gold": faces}))
    assert after.venue.gold == gold


# Fans and FAME


@pytest.mark.parametrize(
    ("faces", "home", "fans"),
    [((1, 1), (1,), 3_000), ((1, 1), (3,), 5_000), ((6, 6), (1,), 13_000), ((6, 6), (3,), 15_000)],
)
def test_d3_thousand_more_fans_come_to_a_home_stadium(faces: tuple[int, int], home: tuple[int], fans: int) -> None:
    """BB2016, stadiums: +D3 fans at the home stadium, which are thousands (reading A-10)."""
    prematch = PreMatch(venue=Venue(home_of="home", stadium="ice"))
    dice = TableDice({"fans/t1": faces, "home-fans/t1": home, "fans/t2": faces})
    playing = teams(home={"stadium": PIT})
    assert crowd("home", prematch, playing["home"], dice, BB2016) == fans
    assert crowd("away", prematch, playing["away"], dice, BB2016) == sum(faces) * 1_000


@pytest.mark.parametrize(("face", "dedicated", "fans"), [(1, 1, 2), (3, 1, 4), (1, 6, 7), (3, 6, 9), (2, 2, 4)])
def test_fans_of_2020_are_a_d3_and_the_dedicated_fans(face: int, dedicated: int, fans: int) -> None:
    """BB2020, pre-game sequence, the fans."""
    sheet = replace(a_sheet("t1"), goods=a_sheet(goods={}).goods.plus("dedicated-fans", dedicated))
    assert crowd("home", None, sheet, TableDice({"fans/t1": (face,)}), BB2020) == fans


def test_nobody_counts_fans_in_the_basic_game() -> None:
    assert crowd("home", None, a_sheet(), TableDice({}), BASIC) == 0
    assert codes(PreMatch(home=SidePreMatch(fans=2)), BASIC) == [("fans_not_played", "prematch.home.fans")]


def test_fans_that_were_told_need_no_dice() -> None:
    assert crowd("home", PreMatch(home=SidePreMatch(fans=7_000)), a_sheet(), TableDice({}), BB2016) == 7_000


@pytest.mark.parametrize(
    ("fans", "possible"),
    [(1_000, False), (2_000, True), (12_000, True), (13_000, False), (2_500, False), (-2_000, False)],
)
def test_no_more_fans_come_than_the_dice_can_bring(fans: int, possible: bool) -> None:
    """BB2016: 2D6 and a fan factor of 0, in thousands."""
    found = codes(PreMatch(home=SidePreMatch(fans=fans)))
    assert found == ([] if possible else [("fans_impossible", "prematch.home.fans")])


@pytest.mark.parametrize(("fans", "possible"), [(2_000, False), (3_000, True), (15_000, True), (16_000, False)])
def test_at_home_more_of_them_can_come(fans: int, possible: bool) -> None:
    prematch = PreMatch(venue=Venue(home_of="home", stadium="ice"), home=SidePreMatch(fans=fans))
    found = codes(prematch, teams=teams(home={"stadium": PIT}))
    assert found == ([] if possible else [("fans_impossible", "prematch.home.fans")])


@pytest.mark.parametrize(
    ("home", "away", "worth"), [(7_000, 7_000, (1, 1)), (8_000, 7_000, (2, 1)), (14_000, 7_000, (2, 1))]
)
def test_a_boisterous_crowd_raises_fame_to_2_at_most(home: int, away: int, worth: tuple[int, int]) -> None:
    """BB2016, local crowds, Boisterous Rabble."""
    prematch, fans = PreMatch(venue=Venue(stadium="boisterous-rabble")), {"home": home, "away": away}
    assert tuple(fame_of(side, fans, prematch, BB2016) for side in ("home", "away")) == worth
    off = with_options(BB2016, {"stadiums": False})
    assert fame_of("home", fans, prematch, off) == fame(home, away, BB2016)


# The rivals


@pytest.mark.parametrize(
    ("rosters", "expected"),
    [
        (("human", "orc"), {"home": "the-white-dwarf", "away": "the-black-gobbo"}),
        (("goblin", "dwarf"), {"home": "the-black-gobbo", "away": "the-white-dwarf"}),
        (("human", "dwarf"), {}),
        (("orc", "goblin"), {}),
        (("human", "skaven"), {}),
    ],
)
def test_the_rivals_come_to_matches_between_their_teams(rosters: tuple[str, str], expected: dict[str, str]) -> None:
    """BB2016, White Dwarf and Black Gobbo: dwarfs, halflings, humans or norse against those of the Gobbo."""
    playing = teams()
    playing = {
        "home": replace(playing["home"], roster=rosters[0]),
        "away": replace(playing["away"], roster=rosters[1]),
    }
    assert rivals_of(playing, WIDE) == expected
    assert rivals_of(playing, BB2016) == {}


@pytest.mark.parametrize(
    ("home", "away", "come"),
    [((4, 5), (4, 5), False), ((4, 6), (1, 1), True), ((1, 1), (5, 5), True), ((6, 6), (6, 6), True)],
)
def test_either_coachs_throw_of_10_or_more_draws_them(home: tuple[int, int], away: tuple[int, int], come: bool) -> None:
    """BB2016, White Dwarf and Black Gobbo: before the fan factor or anything else is added."""
    scene = a_scene(fallen={"fans/t1": home, "fans/t2": away}, ruleset=WIDE)
    assert they_turn_up(scene) == come
    found = decided("fans", scene)
    assert (found.home.special, found.away.special) == (("the-white-dwarf", "the-black-gobbo") if come else ("", ""))


def test_they_never_come_alone_and_never_to_a_team_that_is_not_theirs() -> None:
    alone = PreMatch(home=SidePreMatch(special="the-white-dwarf"))
    assert codes(alone, WIDE) == [("rival_alone", "prematch.home.special")]
    wrong = PreMatch(home=SidePreMatch(special="the-black-gobbo"), away=SidePreMatch(special="the-black-gobbo"))
    assert codes(wrong, WIDE) == [("rival_of_no_side", "prematch.home.special")]
    both = PreMatch(home=SidePreMatch(special="the-white-dwarf"), away=SidePreMatch(special="the-black-gobbo"))
    assert codes(both, WIDE) == []
    assert [code for code, _ in codes(both, BB2016)] == ["rival_of_no_side", "rival_of_no_side"]


def test_they_play_for_nothing_on_the_sheet_of_the_day() -> None:
    both = PreMatch(home=SidePreMatch(special="the-white-dwarf"), away=SidePreMatch(special="the-black-gobbo"))
    day = day_sheets(both, teams(), WIDE, "m1")
    assert [player.name for player in day["home"].players if player.guest] == ["The White Dwarf"]
    assert [player.name for player in day["away"].players if player.guest] == ["The Black Gobbo"]


def test_whose_roster_is_full_names_one_who_sits_out() -> None:
    """BB2016, White Dwarf and Black Gobbo: with sixteen players the coach chooses one who sits the game out."""
    full = teams(home={"players": a_sheet(positions={"lineman": 16}).players})
    special = SidePreMatch(special="the-white-dwarf", sits_out="p4")
    prematch = PreMatch(home=special, away=SidePreMatch(special="the-black-gobbo"))
    assert (has_to_make_room("home", full, WIDE), has_to_make_room("away", full, WIDE)) == (True, False)
    assert codes(prematch, WIDE, teams=full) == []
    assert codes(prematch, WIDE) == [("nobody_sits_out", "prematch.home.sits_out")]
    day = day_sheets(prematch, full, WIDE, "m1")["home"]
    assert "p4" not in {player.key for player in day.fit}
    assert len(day.fit) == 16
    nobody = replace(prematch, home=replace(special, sits_out="p99"))
    assert codes(nobody, WIDE, teams=full) == [("cannot_sit_out", "prematch.home.sits_out")]


# The kick


@pytest.mark.parametrize("ruleset", [BASIC, LRB6, BB2016, BB2020], ids=lambda one: one.key)
def test_a_coin_says_who_chooses(ruleset: Ruleset) -> None:
    """Basic, 1.1; BB2016, flip for the kick; LRB6 and BB2020 likewise: its winner kicks or receives."""
    assert keys("kick", a_scene(ruleset=ruleset)) == ["kick"]
    for face, side in ((1, "home"), (2, "away")):
        found = decided("kick", a_scene(fallen={"kick": (face,)}, ruleset=ruleset))
        assert (found.coin, found.kicking) == (side, "")


# Dice and what is told


@pytest.mark.parametrize(
    ("ruleset", "expected"),
    [
        (BASIC, {"kick": (2,)}),
        (LRB6, {"weather": (6, 6), "fans/t1": (6, 6), "fans/t2": (6, 6), "kick": (2,)}),
        (BB2020, {"weather": (6, 6), "fans/t1": (3,), "fans/t2": (3,), "kick": (2,)}),
        (
            BB2016,
            {
                "weather": (6, 6),
                "stadium/roll": (6, 6),
                "stadium/unusual-playing-surface": (6,),
                "stadium/rough-and-ready": (6,),
                "stadium/luxury-stadium": (6,),
                "stadium/local-crowd": (6,),
                "stadium/gold": (6, 6),
                "referee": (6, 6),
                "fans/t1": (6, 6),
                "fans/t2": (6, 6),
                "kick": (2,),
            },
        ),
    ],
    ids=lambda one: one.key if isinstance(one, Ruleset) else "",
)
def test_every_roll_of_an_edition_may_be_typed_in(ruleset: Ruleset, expected: dict[str, tuple[int, ...]]) -> None:
    found = dict(dice_of(None, teams(), ruleset))
    assert {key: dice for key, dice in found.items() if purpose_of(key) in OURS} == expected


def test_at_home_there_is_one_more_die_and_one_for_the_coach() -> None:
    prematch = PreMatch(venue=Venue(home_of="home", stadium="ice"))
    found = dict(dice_of(prematch, teams(home={"stadium": PIT}), BB2016))
    assert (found["home-fans/t1"], found["stadium/coach"]) == ((3,), (2,))
    assert "home-fans/t2" not in found


@pytest.mark.parametrize(
    ("prematch", "fallen", "code"),
    [
        (PreMatch(weather="nice"), {"weather": (3, 4)}, ""),
        (PreMatch(weather="blizzard"), {"weather": (3, 4)}, "not_what_the_dice_say"),
        (PreMatch(), {"weather": (3, 4)}, ""),
        (PreMatch(weather="blizzard"), {"weather": (7, 4)}, ""),  # no face: another check says so
        (PreMatch(referee="standard"), {"referee": (1, 1)}, "not_what_the_dice_say"),
        (PreMatch(venue=Venue(stadium="standard")), {"stadium/roll": (3, 3)}, ""),
        (PreMatch(venue=Venue(stadium="ice")), {"stadium/roll": (3, 3)}, "not_what_the_dice_say"),
        (PreMatch(venue=Venue(stadium="ice", home_of="home")), {"stadium/roll": (3, 3)}, "standard_not_replaced"),
        (PreMatch(venue=Venue(stadium="ice", home_of="home")), {"stadium/roll": (1, 1)}, ""),
        (PreMatch(venue=Venue(roller="away")), {"stadium/coach": (1,)}, "not_what_the_dice_say"),
        (PreMatch(home=SidePreMatch(fans=7_000)), {"fans/t1": (3, 4)}, ""),
        (PreMatch(home=SidePreMatch(fans=8_000)), {"fans/t1": (3, 4)}, "fans_not_as_thrown"),
        (PreMatch(coin="home"), {"kick": (2,)}, "not_what_the_dice_say"),
        (PreMatch(coin="away"), {"kick": (2,)}, ""),
    ],
)
def test_what_is_told_agrees_with_the_dice_or_is_marked(
    prematch: PreMatch, fallen: dict[str, tuple[int, ...]], code: str
) -> None:
    found = differences(prematch, fallen, teams(home={"stadium": PIT}), BB2016)
    assert [problem.code for problem in found] == ([code] if code else [])


def test_rivals_that_neither_throw_has_drawn_are_marked() -> None:
    here = PreMatch(home=SidePreMatch(special="the-white-dwarf"), away=SidePreMatch(special="the-black-gobbo"))
    low = {"fans/t1": (4, 5), "fans/t2": (1, 1)}
    found = differences(here, low, teams(), WIDE)
    assert params_of(found, "rivals_not_drawn") == {"least": 10, "star": "The White Dwarf"}
    assert differences(here, {"fans/t1": (4, 5)}, teams(), WIDE) == ()


def test_every_part_that_throws_is_a_step_of_some_edition() -> None:
    listed = {step.key for ruleset in (BASIC, LRB6, BB2016, BB2020) for step in steps(ruleset)}
    assert set(PARTS) <= listed
