"""What was bought: too many, too dear, for nobody, without a place; and the same star on both sides."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.match import prematch_checks
from engine.match.inducements import problems
from engine.match.inducements.purchases import in_hand
from engine.match.prematch import Induced, PreMatch, Venue
from engine.rulesets.model import Ruleset
from engine.tally import Tally
from tests.engine.days import (
    BB2016,
    BB2020,
    LRB6,
    a_day,
    a_mercenary,
    a_star,
    a_team,
    bought,
    changed,
    two_teams,
    with_choices,
)

RICH = 9_000_000


def codes(*induced: Induced | str, rules: Ruleset = BB2016, players: int = 11) -> list[str]:
    """What is wrong when the home side, for whom gold is no object, buys these."""
    teams = two_teams(1_000_000, RICH, rules=rules, players=players)
    found = prematch_checks.problems(a_day(bought(*induced)), teams, rules)
    return [f"{one.code} {one.where.removeprefix('prematch.home.')}" for one in found]


# Each line for itself


def test_what_nobody_sells_nobody_buys() -> None:
    assert codes("submarine") == ["inducement_unknown induced.0"]
    assert codes(a_star("squirrel")) == ["inducement_unknown induced.0"]
    assert codes("coaching-staff") == ["inducement_unknown induced.0"]


def test_every_line_is_said_at_once_with_its_place() -> None:
    assert codes("bribe", "igor", "submarine", a_star("count-luthor-von-drakenborg"), "wizard") == [
        "inducement_by_apothecary induced.1",
        "inducement_unknown induced.2",
        "star_not_for_team induced.3",
        "inducement_not_sold induced.4",
    ]


@pytest.mark.parametrize(("count", "refused"), [(-1, True), (0, True), (1, False)])
def test_a_number_is_one_at_least(count: int, refused: bool) -> None:
    assert codes(Induced("bribe", count)) == (["inducement_count induced.0"] if refused else [])


@pytest.mark.parametrize(
    ("one", "found"),
    [
        (a_mercenary(skill="Tackle"), []),
        (a_mercenary(skill="Catch"), ["mercenary_skill induced.0"]),
        (a_mercenary("blitzer", skill="Block"), ["mercenary_skill induced.0"]),
        (Induced("bribe", skill="Tackle"), ["inducement_without_skill induced.0"]),
        (a_mercenary(name="x" * 80), []),
        (a_mercenary(name="x" * 81), ["mercenary_name induced.0"]),
    ],
)
def test_a_mercenary_has_one_skill_of_his_own_and_a_name(one: Induced, found: list[str]) -> None:
    """BB2016, inducements, mercenaries: a skill that the position could learn on a normal roll."""
    assert codes(one) == found


# Limits


@pytest.mark.parametrize(
    ("rules", "what", "most"),
    [
        (BB2016, "bloodweiser-keg", 2),
        (BB2016, "bribe", 3),
        (BB2016, "extra-team-training", 4),
        (BB2016, "halfling-master-chef", 1),
        (BB2016, "wandering-apothecary", 2),
        (LRB6, "bloodweiser-babe", 2),
        (LRB6, "wizard", 1),
        (BB2020, "extra-team-training", 8),
        (BB2020, "temp-agency-cheerleader", 4),
        (BB2020, "part-time-assistant-coach", 3),
        (BB2020, "special-play", 5),
    ],
)
def test_each_has_its_limit(rules: Ruleset, what: str, most: int) -> None:
    """BB2016, pre-match sequence, step 4; LRB6, pre-match, step 3; BB2020, inducements."""
    assert codes(Induced(what, most), rules=rules) == []
    assert codes(Induced(what, most + 1), rules=rules) == ["inducement_too_many induced.0"]
    # In two lines it is the same, and the last of them is too many.
    assert codes(Induced(what, most), what, rules=rules) == ["inducement_too_many induced.1"]


def test_two_stars_are_enough_and_a_duo_is_one() -> None:
    """BB2016, inducements, star players; star players: a duo counts as one."""
    two = (a_star("grak-and-crumbleberry"), a_star("mighty-zug"))
    assert codes(*two) == []
    assert codes(*two, a_star("griff-oberwald")) == ["inducement_too_many induced.2"]
    assert codes(a_star("mighty-zug"), a_star("mighty-zug")) == ["inducement_too_many induced.1"]


def test_a_star_on_the_roster_leaves_one() -> None:
    """BB2016, the star player pool."""
    teams = two_teams(1_000_000, RICH)
    teams["home"] = replace(teams["home"], star="griff-oberwald")
    day = a_day(bought(a_star("mighty-zug"), a_star("puggy-baconbreath")))
    assert [one.code for one in problems(day, teams, BB2016)] == ["inducement_too_many"]
    assert [one.code for one in problems(a_day(bought(a_star("mighty-zug"))), teams, BB2016)] == []


def test_what_shares_a_limit_is_counted_together() -> None:
    """BB2016: two of the famous staff; BB2020: one wizard of any kind."""
    staff = ("horatio-x-scottenheim", "kari-coldsteel")
    assert codes(*staff) == []
    found = codes(*staff, "horatio-x-scottenheim")
    assert found == ["inducement_too_many induced.2", "inducement_too_many induced.2"]
    rules = with_choices(BB2020, supplements=("Death Zone",))
    both = ("hireling-sports-wizard", "horatio-x-schottenheim")
    assert codes(both[0], rules=rules) == codes(both[1], rules=rules) == []
    assert codes(*both, rules=rules) == ["inducement_too_many induced.1"]


@pytest.mark.parametrize(("each", "refused"), [((2, 3), False), ((3, 3), True)])
def test_special_plays_are_five_over_all_decks(each: tuple[int, int], refused: bool) -> None:
    """BB2016: 0-5 special plays; LRB6: five draws over all decks."""
    plays = [
        Induced("special-play", times, deck) for times, deck in zip(each, ("dirty-trick", "heroic-feat"), strict=True)
    ]
    assert codes(*plays) == (["inducement_too_many induced.1"] if refused else [])


@pytest.mark.parametrize(("ogres", "refused"), [(1, False), (2, True)])
def test_mercenaries_keep_to_the_limit_of_their_position(ogres: int, refused: bool) -> None:
    """BB2016, inducements, mercenaries."""
    assert codes(a_mercenary("ogre", ogres)) == (["inducement_too_many induced.0"] if refused else [])


# Places on the roster


@pytest.mark.parametrize(
    ("players", "lines", "refused"),
    [
        (15, (a_star("mighty-zug"),), False),
        (16, (a_star("mighty-zug"),), True),
        (14, (a_star("grak-and-crumbleberry"),), False),
        (15, (a_star("grak-and-crumbleberry"),), True),
        (13, (a_star("grak-and-crumbleberry"), a_mercenary("ogre")), False),
        (14, (a_star("grak-and-crumbleberry"), a_mercenary("ogre")), True),
        (16, ("bribe", "horatio-x-scottenheim"), False),
    ],
)
def test_stars_and_mercenaries_need_a_place_and_a_duo_needs_two(
    players: int, lines: tuple[Induced | str, ...], refused: bool
) -> None:
    """BB2016, inducements, star players and mercenaries: not more than sixteen; duos: two slots."""
    assert codes(*lines, players=players) == (["inducement_no_place induced"] if refused else [])


def test_whoever_misses_the_match_makes_room() -> None:
    """BB2016, inducements, star players: missing players may be replaced."""
    teams = two_teams(1_000_000, RICH, players=16)
    teams["home"] = changed(teams["home"], {"p2": {"misses_next": True}})
    assert [*problems(a_day(bought(a_star("mighty-zug"))), teams, BB2016)] == []


# A sum for cards alone


@pytest.mark.parametrize(("cards", "refused"), [(2, False), (3, True)])
def test_a_card_budget_pays_for_cards_and_for_nothing_else(cards: int, refused: bool) -> None:
    """LRB6, special play cards, the third way."""
    rules = with_choices(LRB6, cards="card-budget", card_budget=100_000)
    day = a_day(bought(Induced("special-play", cards, "dirty-trick")))
    found = [one.code for one in problems(day, two_teams(rules=rules), rules)]
    assert found == (["cards_too_dear"] if refused else [])
    other = a_day(bought("bloodweiser-babe"))
    assert [one.code for one in problems(other, two_teams(rules=rules), rules)] == ["inducements_too_dear"]


# Both sides


def test_one_star_for_both_plays_for_neither_and_both_have_paid() -> None:
    """BB2016, inducements, star players; the same in LRB6 and BB2020 (league matches)."""
    day = a_day(bought(a_star("morg-n-thorg"), "bribe"), bought(a_star("morg-n-thorg")))
    teams = two_teams(treasury=900_000)
    for side, left in (("home", {"bribe": 1}), ("away", {})):
        usable, counts = in_hand(side, day, teams, BB2016)
        assert counts == Tally(left)
        assert all(one.offer.group != "star" for one in usable)
    rules = with_choices(BB2016, same_star_twice=True)
    assert in_hand("home", day, teams, rules)[1]["star-player"] == 1
    assert in_hand("away", day, teams, rules)[1]["star-player"] == 1


@pytest.mark.parametrize(
    ("rules", "what", "barred"),
    [
        (BB2016, "horatio-x-scottenheim", True),
        (BB2016, "bribe", False),
        (BB2016, "wandering-apothecary", False),
        (BB2020, "josef-bugman", True),
        (BB2020, "hireling-sports-wizard", False),
        (BB2020, "biased-referee-unnamed", False),
        (BB2020, "jorm-the-ogre", True),
        (LRB6, "wizard", False),
    ],
)
def test_whoever_has_a_name_works_for_one_side_only(rules: Ruleset, what: str, barred: bool) -> None:
    """BB2016, 0-2 famous coaching staff; BB2020: staff, wizards and referees with a name."""
    rules = with_choices(rules, supplements=("Death Zone",))
    teams = two_teams(1_100_000, 1_000_000, treasury=900_000, rules=rules)
    day = a_day(bought(what, treasury=200_000), bought(what))
    assert in_hand("away", day, teams, rules)[1][what] == (0 if barred else 1)


# What the stadium gives


@pytest.mark.parametrize(
    ("roster", "stadium", "given"),
    [
        ("human", "apathetic-official", {"bribe": 2}),
        ("human", "on-site-apothecary", {"wandering-apothecary": 1}),
        ("undead", "on-site-apothecary", {"extra-team-training": 1}),
        ("human", "astrogranite", {}),
        ("human", "", {}),
    ],
)
def test_a_stadium_gives_both_sides_the_same(roster: str, stadium: str, given: dict[str, int]) -> None:
    """BB2016, rough and ready 1, luxury stadium 4."""
    teams = {"home": a_team(roster=roster), "away": a_team("t2")}
    day = PreMatch(venue=Venue(stadium=stadium))
    assert in_hand("home", day, teams, BB2016)[1] == Tally(given)


# Journeymen for gold


@pytest.mark.parametrize(("told", "refused"), [(2, True), (3, False), (7, False), (8, True)])
def test_riotous_rookies_are_two_d3_and_one(told: int, refused: bool) -> None:
    """BB2020, inducements: on top of those who make the team up to eleven."""
    teams = two_teams(rules=BB2020, roster="snotling")
    teams["away"] = a_team("t2", rules=BB2020, worth=2_000_000)
    line = teams["home"].players[0].position
    day = a_day(bought("riotous-rookies", journeymen=(line,) * told))
    found = [one.code for one in problems(day, teams, BB2020)]
    assert found == (["journeymen_number"] if refused else [])


@pytest.mark.parametrize(("rules", "both"), [(BB2020, 1), (BB2016, 0)])
def test_in_a_match_outside_every_league_both_may_have_the_same_star(rules: Ruleset, both: int) -> None:
    """BB2020, star players: in exhibition matches both sides may use him."""
    day = replace(a_day(bought(a_star("morg-n-thorg")), bought(a_star("morg-n-thorg"))), one_off=True)
    teams = two_teams(treasury=900_000, rules=rules)
    assert in_hand("home", day, teams, rules)[1]["star-player"] == both
    assert in_hand("home", replace(day, one_off=False), teams, rules)[1]["star-player"] == 0
