"""How many special play cards a side draws and keeps, by each way of dealing them (BB2016, pre-match sequence, step 5;
special play card variants; LRB6, optional rules: special play cards)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine import rulesets
from engine.dice import ScriptedDice
from engine.match import cards
from engine.match.cards import AllowanceLine, allowance, begins, chooses
from engine.match.prematch import Induced, PreMatch, SidePreMatch
from engine.rulesets.model import Ruleset
from engine.rulesets.options import with_options
from engine.team.sheet import TeamSheet
from tests.engine.given import RULES, a_sheet

LRB6, BB2020 = rulesets.get("lrb6"), rulesets.get("bb2020")


def played_by(way: str, ruleset: Ruleset = RULES, **options: Any) -> Ruleset:
    return replace(ruleset, options=replace(ruleset.options, cards=way, **options))


def worth(gold: int, key: str = "t1") -> TeamSheet:
    """A team of exactly that value: a star's price on top of eleven linemen."""
    sheet = a_sheet(key)
    line = replace(sheet.position_of(sheet.players[0], RULES), cost=gold - 500_000)
    return replace(sheet, players=(replace(sheet.players[0], line=line), *sheet.players[1:]))


def teams(home: int, away: int = 600_000) -> dict[Any, TeamSheet]:
    return {"home": worth(home), "away": worth(away, "t2")}


def bought(**decks: int) -> SidePreMatch:
    induced = tuple(Induced("special-play", count, deck.replace("_", "-")) for deck, count in decks.items())
    return SidePreMatch(induced=induced)


def of(way: str, home: int, away: int = 600_000, prematch: PreMatch | None = None, **options: Any) -> tuple[int, int]:
    found = allowance("home", prematch or PreMatch(), teams(home, away), played_by(way, **options))
    return found.draw, found.keep


@pytest.mark.parametrize(
    ("value", "numbers"),
    [
        (600_000, (2, 1)),
        (999_999, (2, 1)),
        (1_000_000, (3, 2)),  # reading A-23
        (1_999_999, (3, 2)),
        (2_000_000, (4, 3)),
        (2_999_999, (4, 3)),
        (3_000_000, (5, 4)),
    ],
)
def test_the_league_draw_goes_by_the_higher_team_value(value: int, numbers: tuple[int, int]) -> None:
    """BB2016, pre-match sequence, step 5."""
    assert of("league-draw", value) == numbers
    assert of("league-draw", 600_000, value) == numbers


def test_each_special_play_adds_one_to_draw_and_keep() -> None:
    """BB2016, pre-match sequence, step 5."""
    found = allowance("home", PreMatch(home=bought(dirty_trick=2)), teams(600_000), played_by("league-draw"))
    assert (found.draw, found.keep, found.most) == (4, 3, 3)
    assert found.lines == (AllowanceLine("value", 600_000, 2, 1), AllowanceLine("special-play", 2, 2, 2))


def test_a_special_play_of_the_variant_is_a_card_of_its_deck() -> None:
    """BB2016, special play card variants: variant special play inducement."""
    rules = played_by("league-draw", variant_special_plays=True)
    found = allowance("home", PreMatch(home=bought(dirty_trick=2, heroic_feat=1)), teams(600_000), rules)
    assert (found.draw, found.keep, found.most) == (2, 1, 4)
    assert dict(found.bought) == {"dirty-trick": 2, "heroic-feat": 1}


@pytest.mark.parametrize("way", ["points-system", "card-draft", "one-deck-only"])
@pytest.mark.parametrize(("value", "number"), [(600_000, 2), (1_299_999, 2), (1_300_000, 3), (1_799_999, 3)])
def test_the_lower_bands_of_the_variants(way: str, value: int, number: int) -> None:
    """BB2016, special play card variants one to three: league play."""
    assert number_of(way, value) == number


@pytest.mark.parametrize("way", ["points-system", "card-draft", "one-deck-only"])
@pytest.mark.parametrize(("value", "number"), [(1_800_000, 4), (2_299_999, 4), (2_300_000, 5), (9_000_000, 5)])
def test_the_upper_bands_of_the_variants(way: str, value: int, number: int) -> None:
    """BB2016, special play card variants one to three: league play; 2'90'000 is read as 2,290,000 (T-06)."""
    assert number_of(way, value) == number


def number_of(way: str, value: int, one_off: bool = False, face: int = 0, side: Any = "home") -> int:
    rules = played_by(way)
    thrown = {"card/number/both": face, "card/number/t1": face} if face else {}
    found = allowance(side, PreMatch(one_off=one_off), teams(value), rules, thrown)
    return found.points or found.draw


def test_a_draft_leaves_one_card_fewer_than_the_starting_deck() -> None:
    """BB2016, special play card variants, variant two."""
    assert of("card-draft", 600_000) == (2, 1)
    assert of("card-draft", 2_300_000) == (5, 4)


BY_DIE = {
    "core-draw": [1, 2, 2, 2, 2, 3],  # core rules, special play cards
    "points-system": [2, 3, 3, 4, 4, 5],
    "card-draft": [2, 3, 3, 3, 3, 4],
    "one-deck-only": [1, 2, 2, 2, 2, 3],
    "round-robin": [1, 2, 2, 2, 2, 3],
}


@pytest.mark.parametrize(
    ("way", "face", "number"), [(w, f, n) for w, ns in BY_DIE.items() for f, n in enumerate(ns, 1)]
)
def test_outside_a_league_a_die_says_the_number(way: str, face: int, number: int) -> None:
    """BB2016, core rules and special play card variants: one-off match."""
    assert number_of(way, 2_500_000, one_off=True, face=face) == number


def test_until_the_die_is_thrown_the_most_it_could_give_is_allowed() -> None:
    found = allowance("home", PreMatch(one_off=True), teams(600_000), played_by("points-system"))
    assert (found.points, found.thrown) == (5, False)


def test_the_core_draw_goes_by_each_coachs_own_die_in_a_league_too() -> None:
    """BB2016, core rules, special play cards: the coaches roll separately."""
    rules = played_by("core-draw")
    thrown = {"card/number/t1": 1, "card/number/t2": 6}
    found = {side: allowance(side, PreMatch(), teams(600_000), rules, thrown).draw for side in cards.SIDES}
    assert found == {"home": 1, "away": 3}


def test_round_robin_in_a_league_draws_by_the_league_rule() -> None:
    """BB2016, special play card variants, variant four."""
    assert of("round-robin", 2_000_000) == (4, 3)


@pytest.mark.parametrize(("drawn", "most"), [(3, 1), (6, 1), (7, 2), (12, 2), (13, 3)])
def test_round_robin_keeps_all_decks_within_one_card_of_each_other(drawn: int, most: int) -> None:
    """BB2016, special play card variants, variant four, over the six decks of the edition."""
    allowed = cards.Allowance(draw=drawn, keep=drawn)
    assert cards.most_of_deck("dirty-trick", allowed, False, played_by("round-robin")) == most


@pytest.mark.parametrize(("drawn", "most"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
def test_round_robin_may_look_only_at_decks_that_were_drawn_from(drawn: int, most: int) -> None:
    rules = played_by("round-robin")
    uses = tuple(replace(use, ahead_of="drawn") if use.ahead else use for use in rules.card_uses)
    allowed = cards.Allowance(draw=drawn, keep=drawn)
    assert cards.most_of_deck("dirty-trick", allowed, False, replace(rules, card_uses=uses)) == most


def test_nobody_takes_two_magic_items_in_the_core_draw() -> None:
    """BB2016, core rules, special play cards."""
    rules = played_by("core-draw")
    assert cards.most_of_deck("magical-memorabilia", cards.Allowance(3, 3), False, rules) == 1
    assert cards.most_of_deck("heroic-feat", cards.Allowance(3, 3), False, rules) is None


# The older edition: cards are bought.


@pytest.mark.parametrize("way", ["added-to-inducements", "replacing-inducements"])
def test_cards_that_are_bought_are_the_cards_one_has(way: str) -> None:
    """LRB6, special play cards, the first and the second method."""
    found = allowance("home", PreMatch(home=bought(good_karma=2)), teams(600_000), played_by(way, LRB6))
    assert (dict(found.bought), found.most, found.gold) == ({"good-karma": 2}, 2, 0)


def test_a_budget_of_their_own_is_the_leagues_sum() -> None:
    """LRB6, special play cards, the third method: between 50,000 and 200,000."""
    rules = played_by("card-budget", LRB6, card_budget=150_000)
    found = allowance("home", PreMatch(home=bought(dirty_trick=1)), teams(600_000), rules)
    assert (found.gold, found.most) == (150_000, 1)
    assert found.lines[0] == AllowanceLine("budget", 150_000, 0, 0)


@pytest.mark.parametrize("budget", [49_999, 200_001])
def test_the_budget_stays_between_its_bounds(budget: int) -> None:
    with pytest.raises(Exception, match="put right"):
        with_options(LRB6, {"card-budget": budget})


def test_only_where_cards_are_bought_are_they_seen_first() -> None:
    """LRB6, special play cards, note: drawn and seen before other inducements are bought."""
    assert cards.seen_first(played_by("added-to-inducements", LRB6))
    assert not cards.seen_first(played_by("league-draw"))
    assert not cards.seen_first(LRB6)


def test_a_league_without_cards_sells_no_special_plays() -> None:
    assert cards.special_plays(played_by("none")) == ()
    assert not cards.are_played(played_by("none"))
    assert cards.are_played(RULES)


# The newest edition: two drawn and one kept for each that is bought; a die finds the deck.


def test_each_special_play_draws_two_and_keeps_one() -> None:
    """BB2020, inducements, special plays."""
    found = allowance("home", PreMatch(home=bought(x=2)), {"home": a_sheet(), "away": a_sheet("t2")}, BB2020)
    assert (found.draw, found.keep, found.most) == (4, 2, 2)


DECKS = [
    "random-event",
    "dirty-trick",
    "magical-memorabilia",
    "heroic-feat",
    "benefit-of-training",
    "miscellaneous-mayhem",
]


@pytest.mark.parametrize(("face", "deck"), list(enumerate(DECKS, 1)))
def test_a_die_finds_the_deck_of_a_special_play(face: int, deck: str) -> None:
    """BB2020, inducements, special plays."""
    assert cards.deck_found("t1", 1, cards.special_plays(BB2020)[0], ScriptedDice(face)) == deck


# Who begins.


def test_the_higher_team_value_draws_first() -> None:
    """BB2016, pre-match sequence, step 5."""
    assert begins(teams(600_000, 610_000), ScriptedDice(), RULES) == "away"
    assert begins(teams(620_000, 610_000), ScriptedDice(), RULES) == "home"


def test_of_equal_teams_the_higher_die_draws_first_and_level_dice_are_thrown_again() -> None:
    """BB2016, special play card variants: each rolls a D6, re-rolling ties."""
    assert begins(teams(600_000), ScriptedDice(3, 3, 5, 5, 1, 2), RULES) == "away"
    assert begins(teams(600_000), ScriptedDice(6, 5), RULES) == "home"


def test_who_names_the_deck_is_thrown_for_whatever_the_teams_are_worth() -> None:
    """BB2016, special play card variants two and three."""
    assert chooses(teams(900_000), ScriptedDice(1, 2), played_by("one-deck-only")) == "away"


def asked(rules: Ruleset, prematch: PreMatch | None = None, home: int = 610_000, **typed: tuple[int, ...]) -> list[str]:
    return [key for key, _ in cards.dice_of(prematch or PreMatch(), teams(home), rules, typed)]


def test_every_throw_about_cards_can_be_typed_in() -> None:
    assert asked(played_by("league-draw")) == []
    assert asked(played_by("league-draw"), home=600_000) == ["card/order/t1/1", "card/order/t2/1"]
    assert asked(played_by("core-draw")) == ["card/number/t1", "card/number/t2"]
    assert asked(played_by("points-system"), PreMatch(one_off=True)) == ["card/number/both"]
    assert asked(played_by("card-draft")) == ["card/choice/t1/1", "card/choice/t2/1"]
    assert asked(played_by("none")) == []


def test_a_level_throw_asks_for_another() -> None:
    typed = {"card/choice/t1/1": (4,), "card/choice/t2/1": (4,)}
    found = [key for key, _ in cards.dice_of(PreMatch(), teams(610_000), played_by("card-draft"), typed)]
    assert found == ["card/choice/t1/1", "card/choice/t2/1", "card/choice/t1/2", "card/choice/t2/2"]


def test_the_decks_of_special_plays_can_be_typed_in() -> None:
    prematch = PreMatch(home=bought(x=2), away=SidePreMatch())
    sheets: dict[Any, TeamSheet] = {"home": a_sheet(), "away": a_sheet("t2")}
    assert [*cards.dice_of(prematch, sheets, BB2020, {})] == [("card/deck/t1/1", (6,)), ("card/deck/t1/2", (6,))]


# What a league can choose.


@pytest.mark.parametrize("way", [use.key for use in RULES.card_uses if use.way])
def test_a_league_may_play_every_way_of_dealing(way: str) -> None:
    assert with_options(RULES, {"cards": way} if way != "league-draw" else {"cards": "none"})


def test_a_way_of_dealing_that_is_none_cannot_be_chosen() -> None:
    with pytest.raises(Exception, match="put right"):
        with_options(RULES, {"options.cards": "variant-special-play-inducement"})


def test_cards_that_cost_points_have_a_price_in_points() -> None:
    with pytest.raises(Exception, match="put right"):
        with_options(RULES, {"cards": "points-system", "decks": ["lrb6-dirty-trick"]})
    with pytest.raises(Exception, match="put right"):
        with_options(RULES, {"decks": ["nothing"]})
