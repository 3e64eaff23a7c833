"""What is for sale to which team: exceptions, limits, options of the league, stars, mercenaries, cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from engine.match.inducements import Market, Offer, market
from engine.match.inducements.offers import places_open
from engine.rulesets.model import Ruleset
from engine.rulesets.options import with_options
from engine.team.sheet import TeamSheet
from tests.engine.days import BASIC, BB2016, BB2020, LRB6, PLAYED, a_team, changed, with_choices

ALL_ON = {"optional_inducements": True, "wizard": True, "supplements": ("Death Zone",)}


def sold_to(roster: str, rules: Ruleset = BB2016, **choices: str) -> Market:
    chosen = {"choices": {"special-rule": choices["rule"]}} if choices else {}
    return market(a_team(roster=roster, rules=rules, **chosen), rules)


def price(offer: Offer | None) -> tuple[int, int | None] | str:
    assert offer is not None
    return (offer.cost, offer.most) if offer.why_not is None else offer.why_not.code


# Prices, limits, exceptions


@pytest.mark.parametrize(
    ("rules", "roster", "what", "expected"),
    [
        (BB2016, "human", "bribe", (100_000, 3)),
        (BB2016, "goblin", "bribe", (50_000, 3)),
        (LRB6, "orc", "bribe", (100_000, 3)),
        (LRB6, "goblin", "bribe", (50_000, 3)),
        (BB2020, "human", "bribe", (100_000, 3)),
        (BB2020, "snotling", "bribe", (50_000, 3)),
        (BB2016, "human", "halfling-master-chef", (300_000, 1)),
        (BB2016, "halfling", "halfling-master-chef", (100_000, 1)),
        (LRB6, "halfling", "halfling-master-chef", (100_000, 1)),
        (BB2020, "halfling", "halfling-master-chef", (100_000, 1)),
        (BB2016, "human", "bloodweiser-keg", (50_000, 2)),
        (LRB6, "human", "bloodweiser-babe", (50_000, 2)),
        (BB2016, "human", "extra-team-training", (100_000, 4)),
        (BB2020, "human", "extra-team-training", (100_000, 8)),
        (LRB6, "human", "wizard", (150_000, 1)),
        (BB2020, "human", "biased-referee-unnamed", (120_000, 1)),
        (BB2020, "goblin", "biased-referee-unnamed", (80_000, 1)),
    ],
)
def test_prices_and_limits(rules: Ruleset, roster: str, what: str, expected: tuple[int, int]) -> None:
    """BB2016, pre-match sequence, step 4, and team lists; LRB6, pre-match, step 3; BB2020, inducements."""
    assert price(sold_to(roster, rules).offer(what)) == expected


@pytest.mark.parametrize("rules", [BB2016, LRB6], ids=lambda rules: rules.key)
def test_an_igor_is_for_teams_that_may_have_no_apothecary_and_the_wanderer_for_all_others(rules: Ruleset) -> None:
    """BB2016, inducements, Igor and wandering apothecaries."""
    for roster in rules.teams:
        igor, wanderer = (price(sold_to(roster.key, rules).offer(what)) for what in ("igor", "wandering-apothecary"))
        if roster.apothecary:
            assert (igor, wanderer) == ("inducement_by_apothecary", (100_000, 2))
        else:
            assert (igor, wanderer) == ((100_000, 1), "inducement_by_apothecary")


def test_a_team_list_of_a_league_is_treated_like_any_other() -> None:
    """No list of teams decides who may have an Igor: whether they may have an apothecary does."""
    rules = with_options(BB2016, {"teams.human.apothecary": False})
    assert price(sold_to("human", rules).offer("igor")) == (100_000, 1)
    assert price(sold_to("human", rules).offer("wandering-apothecary")) == "inducement_by_apothecary"


@pytest.mark.parametrize(
    ("roster", "rule", "what", "expected"),
    [
        ("nurgle", "", "plague-doctor", (100_000, 1)),
        ("human", "", "plague-doctor", "inducement_by_special_rule"),
        ("vampire", "", "mortuary-assistant", (100_000, 1)),
        ("goblin", "", "mortuary-assistant", "inducement_by_special_rule"),
        ("goblin", "", "riotous-rookies", "inducement_by_special_rule"),
        ("snotling", "", "riotous-rookies", (100_000, 1)),
        ("chaos-chosen", "Favoured of Nurgle", "plague-doctor", (100_000, 1)),
        ("chaos-chosen", "Favoured of Khorne", "plague-doctor", "inducement_by_special_rule"),
    ],
)
def test_special_rules_decide_also_those_that_a_team_chose(
    roster: str, rule: str, what: str, expected: tuple[int, int] | str
) -> None:
    """BB2020, inducements."""
    chosen = {"rule": rule} if rule else {}
    assert price(sold_to(roster, BB2020, **chosen).offer(what)) == expected


@pytest.mark.parametrize("rules", PLAYED, ids=lambda rules: rules.key)
def test_the_list_of_every_team_is_what_a_slow_reader_finds(rules: Ruleset) -> None:
    """Read from the data by hand: nothing is sold that its own entry forbids, and nothing is kept back."""
    rules = with_choices(rules, **ALL_ON)
    heads = {one.one_of for one in rules.inducements}
    for roster in rules.teams:
        found = {offer.what for offer in sold_to(roster.key, rules).on_sale if offer.group not in ("star", "card")}
        assert found - {"mercenary"} == set(_allowed_by_hand(roster.key, rules)) - heads - {"mercenary"}


def _allowed_by_hand(roster: str, rules: Ruleset) -> Iterator[str]:
    entry = rules.roster(roster)
    for one in rules.inducements:
        if one.cost is None or one.group == "card" or (one.group == "staff" and not rules.options.staff):
            continue
        if (one.teams and roster not in one.teams) or roster in one.excluded:
            continue
        if one.requires and not set(one.requires) & set(entry.special_rules):
            continue
        if one.apothecary is not None and one.apothecary != entry.apothecary:
            continue
        yield one.key


def test_basic_sells_nothing() -> None:
    """Basic, section 1.1."""
    assert sold_to("human", BASIC).offers == ()


# What the league sells


@pytest.mark.parametrize(
    ("option", "rules", "what", "about"),
    [
        ("wizard", BB2016, "wizard", ""),
        ("wizard", BB2020, "hireling-sports-wizard", ""),
        ("staff", BB2016, "horatio-x-scottenheim", ""),
        ("staff", BB2020, "josef-bugman", ""),
        ("stars", BB2016, "star-player", "griff-oberwald"),
        ("mercenaries", LRB6, "mercenary", "lineman"),
        ("optional_inducements", BB2016, "master-of-ballistics", ""),
    ],
)
def test_an_option_sells_them_or_does_not(option: str, rules: Ruleset, what: str, about: str) -> None:
    for chosen, expected in ((True, None), (False, "inducement_not_sold")):
        offer = sold_to("human", with_choices(rules, **{option: chosen})).offer(what, about)
        assert offer is not None
        assert (offer.why_not.code if offer.why_not else None) == expected


def test_a_commissioner_takes_single_ones_off_the_list() -> None:
    """BB2016, optional league rules: excluding inducements. A heading takes what belongs to it along."""
    rules = with_options(BB2016, {"inducements-off": ["bribe", "coaching-staff"]})
    sold = sold_to("human", rules)
    assert price(sold.offer("bribe")) == price(sold.offer("kari-coldsteel")) == "inducement_not_sold"
    assert price(sold.offer("bloodweiser-keg")) == (50_000, 2)


def test_further_books_are_sold_where_the_league_plays_with_them() -> None:
    """BB2020: what a supplement brings is not in the rulebook."""
    assert price(sold_to("human", BB2020).offer("horatio-x-schottenheim")) == "inducement_not_sold"
    rules = with_options(BB2020, {"supplements": ["Death Zone"]})
    assert price(sold_to("human", rules).offer("horatio-x-schottenheim")) == (80_000, 1)
    # Those that the book leaves to the league need its consent besides.
    assert price(sold_to("human", rules).offer("team-mascot")) == "inducement_not_sold"
    rules = with_choices(rules, optional_inducements=True)
    assert price(sold_to("human", rules).offer("team-mascot")) == (30_000, 1)


def test_what_has_no_price_is_settled_at_the_table() -> None:
    assert price(sold_to("human", with_choices(BB2020, **ALL_ON)).offer("side-bet")) == "inducement_unpriced"


def test_a_heading_is_nothing_to_buy_and_limits_what_belongs_to_it() -> None:
    """BB2016: 0-2 famous coaching staff; BB2020: one wizard, one biased referee."""
    assert sold_to("human").offer("coaching-staff") is None
    assert sold_to("human").limits["coaching-staff"] == 2
    limits = sold_to("human", BB2020).limits
    assert (limits["in-famous-coaching-staff"], limits["wizard"], limits["biased-referee"]) == (2, 1, 1)


# Cards


@pytest.mark.parametrize(
    ("rules", "use", "cards", "bribes", "purse"),
    [
        (BB2016, "none", "inducement_not_sold", (100_000, 3), "inducements"),
        (BB2016, "league-draw", (50_000, 5), (100_000, 3), "inducements"),
        (LRB6, "none", "inducement_not_sold", (100_000, 3), "inducements"),
        (LRB6, "added-to-inducements", (50_000, 5), (100_000, 3), "inducements"),
        (LRB6, "replacing-inducements", (50_000, 5), "inducement_not_sold", "inducements"),
        (LRB6, "card-budget", (50_000, 5), (100_000, 3), "cards"),
    ],
)
def test_cards_are_sold_as_the_league_deals_them(
    rules: Ruleset, use: str, cards: tuple[int, int] | str, bribes: tuple[int, int] | str, purse: str
) -> None:
    """BB2016, 0-5 special plays; LRB6, special play cards: the three ways of using them."""
    sold = sold_to("human", with_choices(rules, cards=use))
    offer = sold.offer("special-play", "dirty-trick")
    assert (price(offer), price(sold.offer("bribe"))) == (cards, bribes)
    assert offer is not None
    assert offer.purse == purse
    assert sold.limits["special-play"] == 5


def test_every_deck_has_its_price_and_the_newer_edition_one_for_all() -> None:
    """BB2016, inducements, decks; BB2020: 100,000 each, a D6 picks the deck."""
    decks = {one.about: one.cost for one in sold_to("human").offers if one.what == "special-play"}
    assert decks == {deck.key: deck.cost for deck in BB2016.decks if not deck.edition}
    assert [(one.about, one.cost) for one in sold_to("human", BB2020).offers if one.what == "special-play"] == [
        ("", 100_000)
    ]


# Stars


@pytest.mark.parametrize("rules", PLAYED, ids=lambda rules: rules.key)
def test_a_star_plays_for_his_teams_at_his_price(rules: Ruleset) -> None:
    for roster in rules.teams:
        sold = sold_to(roster.key, rules)
        for star in rules.stars:
            offer = sold.offer("star-player", star.key)
            if star.cost is None:
                assert offer is None
                continue
            mine = roster.key in star.teams and (
                not star.requires or bool(set(star.requires) & set(roster.special_rules))
            )
            assert offer is not None
            assert (offer.cost, offer.most, offer.places, offer.open) == (star.cost, 1, len(star.members), mine)


def test_a_star_of_one_god_does_not_play_for_another() -> None:
    """BB2020, star players: who plays for the favoured of Khorne does not for a team that chose Nurgle."""
    for rule, expected in (("Favoured of Khorne", True), ("Favoured of Nurgle", False)):
        offer = sold_to("chaos-chosen", BB2020, rule=rule).offer("star-player", "scyla-anfingrimm")
        assert offer is not None
        assert offer.open is expected


def test_stars_who_come_by_a_rule_of_their_own_are_not_for_hire() -> None:
    """BB2016, star players: the White Dwarf and the Black Gobbo have no price (S-13)."""
    assert sold_to("dwarf").offer("star-player", "the-white-dwarf") is None


@pytest.mark.parametrize(("star", "most"), [("", 2), ("mighty-zug", 1)])
def test_a_star_on_the_roster_leaves_one_to_be_hired(star: str, most: int) -> None:
    """BB2016, the star player pool."""
    assert market(a_team(star=star), BB2016).limits["star-player"] == most


def test_a_star_on_a_roster_is_for_hire_to_nobody() -> None:
    """BB2016, the star player pool: who is rostered is unavailable to other teams."""
    holder = a_team("t2", star="mighty-zug")
    for mine, theirs in ((a_team(), holder), (holder, a_team())):
        found = market(mine, BB2016, opponent=theirs).offer("star-player", "mighty-zug")
        assert found is not None
        assert str(found.why_not) == "Mighty Zug is on the roster of Team t2."


@pytest.mark.parametrize(
    ("price_of", "star"), [(270_000, "griff-oberwald"), (10_000, "cheap"), (10_000, "sixty"), (5_000, "tiny")]
)
def test_a_broadcast_studio_makes_stars_cheaper(price_of: int, star: str) -> None:
    """BB2016, stadiums, luxury stadium 3: 50,000 less, never below 10,000."""
    assert BB2016.stadiums is not None
    griff = BB2016.star("griff-oberwald")
    assert griff is not None
    costs = {"griff-oberwald": 320_000, "cheap": 50_000, "sixty": 60_000, "tiny": 5_000}
    rules = replace(BB2016, stars=(replace(griff, key=star, cost=costs[star]),))
    studio = BB2016.stadiums.extra_of("broadcast-studio")
    found = market(a_team(), rules, extra=studio).offer("star-player", star)
    assert found is not None
    assert found.cost == price_of


# Mercenaries


@pytest.mark.parametrize("rules", PLAYED, ids=lambda rules: rules.key)
def test_a_mercenary_costs_30000_more_than_a_player_and_50000_for_a_skill(rules: Ruleset) -> None:
    """BB2016, inducements, mercenaries: the book's own example is a human lineman for 80,000."""
    sold = sold_to("human", rules)
    for position in rules.roster("human").positions:
        offer = sold.offer("mercenary", position.key)
        assert offer is not None
        assert (offer.cost, offer.skill_cost, offer.places) == (position.cost + 30_000, 50_000, 1)
    assert rules is not BB2016 or price(sold.offer("mercenary", "lineman")) == (80_000, 5)


def test_a_mercenary_may_have_one_skill_of_his_normal_categories() -> None:
    """BB2016, inducements, mercenaries: a lineman may have Tackle."""
    offer = sold_to("human").offer("mercenary", "blitzer")
    assert offer is not None
    assert {"Tackle", "Mighty Blow"} <= set(offer.skills)
    assert not {"Block", "Catch", "Loner"} & set(offer.skills)


@pytest.mark.parametrize(("blitzers", "missing", "left"), [(0, 0, 4), (4, 0, 0), (4, 1, 1), (3, 0, 1)])
def test_the_limit_of_the_position_holds_and_who_misses_the_match_does_not_count(
    blitzers: int, missing: int, left: int
) -> None:
    """BB2016, inducements, mercenaries."""
    changes: dict[str, dict[str, Any]] = {f"p{nth}": {"position": "blitzer"} for nth in range(1, blitzers + 1)}
    changes |= {f"p{nth}": {"position": "blitzer", "misses_next": True} for nth in range(1, missing + 1)}
    offer = market(changed(a_team(), changes), BB2016).offer("mercenary", "blitzer")
    assert offer is not None
    assert offer.most == left


def test_big_guys_share_a_limit() -> None:
    """BB2020, team lists: one of several big guys in all."""
    chosen = a_team(roster="chaos-chosen", rules=BB2020)
    assert [_most(chosen, key) for key in ("chaos-troll", "minotaur")] == [1, 1]
    with_one = changed(chosen, {"p1": {"position": "chaos-ogre"}})
    assert [_most(with_one, key) for key in ("chaos-troll", "minotaur")] == [0, 0]


def _most(sheet: TeamSheet, position: str) -> int | None:
    offer = market(sheet, BB2020).offer("mercenary", position)
    assert offer is not None
    return offer.most


# Places


@pytest.mark.parametrize(
    ("players", "missing", "retired", "star", "left"),
    [(11, 0, 0, "", 5), (16, 0, 0, "", 0), (16, 2, 0, "", 2), (16, 0, 1, "", 1), (15, 0, 0, "mighty-zug", 0)],
)
def test_whoever_misses_the_match_leaves_his_place_to_others(
    players: int, missing: int, retired: int, star: str, left: int
) -> None:
    """BB2016, inducements, star players: not more than sixteen, the missing not counted."""
    changes: dict[str, dict[str, Any]] = {f"p{nth}": {"misses_next": True} for nth in range(1, missing + 1)}
    changes |= {f"p{nth}": {"status": "retired"} for nth in range(9, 9 + retired)}
    assert places_open(changed(a_team(players=players, star=star), changes), BB2016) == left
