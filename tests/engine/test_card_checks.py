"""Can both coaches hold these cards? (BB2016, pre-match sequence, step 5; special play card variants; FAQ; LRB6,
special play cards; BB2020, special plays)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.match.card_checks import card_problems, held_problems
from engine.match.prematch import HeldCard, Induced, PreMatch, SidePreMatch
from engine.match.prematch_checks import problems
from engine.rulesets.model import Ruleset
from engine.team.sheet import TeamSheet
from tests.engine.given import RULES, a_sheet
from tests.engine.test_cards import BB2020, LRB6, played_by, teams

TRICKS = [HeldCard("dirty-trick", card.key) for card in RULES.decks[5].cards]
FEATS = [HeldCard("heroic-feat", card.key) for card in RULES.decks[3].cards]
MAGIC = [HeldCard("magical-memorabilia", card.key) for card in RULES.decks[2].cards]
MAYHEM = [HeldCard("miscellaneous-mayhem", card.key) for card in RULES.decks[1].cards]
TRAINING = [HeldCard("benefit-of-training", card.key) for card in RULES.decks[4].cards]
OLD_TRICKS = [HeldCard("dirty-trick", card.key) for card in LRB6.decks[3].cards]
KARMA = [HeldCard("good-karma", card.key) for card in LRB6.decks[4].cards]


def hand(*held: HeldCard, bought: tuple[Induced, ...] | None = ()) -> SidePreMatch:
    return SidePreMatch(cards=held, induced=bought)


def cards_of(deck: str, count: int = 1) -> tuple[Induced, ...]:
    return (Induced("special-play", count, deck),)


def found(
    rules: Ruleset, home: SidePreMatch, away: SidePreMatch | None = None, value: int = 600_000, **more: Any
) -> list[tuple[str, str]]:
    prematch = PreMatch(home=home, away=away or SidePreMatch(), **more)
    return [(one.code, one.where) for one in card_problems(prematch, teams(value), rules)]


LEAGUE = played_by("league-draw")


def test_what_was_not_recorded_is_no_problem() -> None:
    assert found(LEAGUE, SidePreMatch()) == []
    assert found(LEAGUE, hand()) == []
    assert found(played_by("none"), hand()) == []


def test_as_many_as_may_be_kept_and_not_one_more() -> None:
    """BB2016, pre-match sequence, step 5."""
    assert found(LEAGUE, hand(TRICKS[0])) == []
    assert found(LEAGUE, hand(*TRICKS[:2])) == [("cards_too_many", "prematch.home.cards")]
    assert found(LEAGUE, hand(*TRICKS[:2]), value=1_000_000) == []
    assert found(LEAGUE, hand(*TRICKS[:3]), value=1_000_000) == [("cards_too_many", "prematch.home.cards")]
    assert found(LEAGUE, hand(*TRICKS[:2], bought=cards_of("heroic-feat"))) == []
    assert found(LEAGUE, hand(*TRICKS[:3], bought=cards_of("heroic-feat"))) == [
        ("cards_too_many", "prematch.home.cards")
    ]


def test_it_is_named_with_both_numbers_and_the_rule() -> None:
    (one,) = card_problems(PreMatch(home=hand(*TRICKS[:2])), teams(600_000), LEAGUE)
    assert (one.params["held"], one.params["most"], one.rule) == (2, 1, "special-play-cards")


def test_how_many_were_bought_may_be_left_open() -> None:
    assert found(LEAGUE, hand(*TRICKS[:5], bought=None)) == []


def test_no_two_coaches_hold_the_same_card_of_one_set() -> None:
    """BB2016, FAQ, special play cards: a single set of decks, or one for each."""
    assert found(LEAGUE, hand(TRICKS[0]), hand(TRICKS[0])) == [("card_held_by_both", "prematch.away.cards.0")]
    assert found(LEAGUE, hand(TRICKS[0]), hand(TRICKS[1])) == []
    assert found(played_by("league-draw", shared_decks=False), hand(TRICKS[0]), hand(TRICKS[0])) == []
    drafted = played_by("card-draft", shared_decks=False)
    assert found(drafted, hand(TRICKS[0]), hand(TRICKS[0])) == [("card_held_by_both", "prematch.away.cards.0")]


def test_no_hand_holds_a_card_twice() -> None:
    assert ("card_held_twice", "prematch.home.cards.1") in found(LEAGUE, hand(TRICKS[0], TRICKS[0]), value=1_000_000)


def test_unknown_decks_and_cards_are_told_apart() -> None:
    assert found(LEAGUE, hand(HeldCard("x", "y"))) == [("card_deck_unknown", "prematch.home.cards.0.deck")]
    assert found(LEAGUE, hand(HeldCard("dirty-trick", "y"))) == [("card_unknown", "prematch.home.cards.0.card")]
    old = HeldCard("lrb6-dirty-trick", OLD_TRICKS[0].card)
    assert found(LEAGUE, hand(old)) == [("card_deck_not_in_use", "prematch.home.cards.0.deck")]
    assert found(played_by("league-draw", decks=("lrb6-dirty-trick",)), hand(old)) == []
    assert found(played_by("league-draw", decks=("lrb6-dirty-trick",)), hand(TRICKS[0])) != []


def test_a_deck_of_one_edition_is_not_that_of_another() -> None:
    """Cards are keyed by deck and title: the same title stands in decks of different editions."""
    assert found(played_by("added-to-inducements", LRB6), hand(TRICKS[2], bought=cards_of("dirty-trick"))) == [
        ("card_unknown", "prematch.home.cards.0.card")
    ]


def test_a_league_without_cards_has_none() -> None:
    assert found(played_by("none"), hand(TRICKS[0])) == [("cards_not_played", "prematch.home.cards")]


def test_one_magic_item_in_the_core_draw() -> None:
    """Core rules, special play cards."""
    core = played_by("core-draw")
    assert found(core, hand(MAGIC[0], TRICKS[0], TRICKS[1])) == []
    assert found(core, hand(*MAGIC[:2])) == [("cards_of_a_deck", "prematch.home.cards")]
    assert found(LEAGUE, hand(*MAGIC[:2]), value=1_000_000) == []


def test_a_die_that_is_known_says_how_many() -> None:
    """Core rules, special play cards: 1, 2-5, 6."""
    core = played_by("core-draw")
    prematch = PreMatch(home=hand(*TRICKS[:2]))
    for face, wrong in ((1, ["cards_too_many"]), (2, []), (6, [])):
        found_ones = held_problems("home", prematch, teams(600_000), core, {"card/number/t1": face})
        assert [one.code for one in found_ones] == wrong


def test_points_are_not_overspent() -> None:
    """BB2016, special play card variants, variant one: four for Miscellaneous Mayhem, two, one."""
    points = played_by("points-system")
    assert found(points, hand(*TRICKS[:2])) == []
    assert found(points, hand(FEATS[0])) == []
    assert found(points, hand(FEATS[0], TRICKS[0])) == [("card_points_exceeded", "prematch.home.cards")]
    assert found(points, hand(MAYHEM[0])) == [("card_points_exceeded", "prematch.home.cards")]
    assert found(points, hand(MAYHEM[0]), value=1_800_000) == []
    assert found(points, hand(MAYHEM[0], FEATS[0], bought=cards_of("miscellaneous-mayhem"))) == []


def test_all_cards_come_from_the_one_deck() -> None:
    """BB2016, special play card variants, variant three."""
    one_deck = played_by("one-deck-only")
    assert found(one_deck, hand(*TRICKS[:2])) == []
    assert found(one_deck, hand(TRICKS[0], FEATS[0])) == [("card_of_another_deck", "prematch.home.cards.1")]
    assert found(one_deck, hand(TRICKS[0]), card_deck="heroic-feat") == [
        ("card_of_another_deck", "prematch.home.cards.0")
    ]
    assert found(one_deck, hand(*TRICKS[:2], FEATS[0], bought=cards_of("heroic-feat"))) == []
    assert found(one_deck, hand(*TRICKS[:2]), hand(*FEATS[:2])) == [
        ("card_of_another_deck", "prematch.away.cards.0"),
        ("card_of_another_deck", "prematch.away.cards.1"),
    ]


def test_round_robin_holds_one_of_each_deck_before_a_second_of_any() -> None:
    """BB2016, special play card variants, variant four."""
    robin = played_by("round-robin")
    assert found(robin, hand(TRICKS[0], FEATS[0]), value=1_000_000) == []
    assert found(robin, hand(*TRICKS[:2]), value=1_000_000) == [("cards_of_a_deck", "prematch.home.cards")]


def test_cards_bought_of_one_deck_are_not_of_another() -> None:
    """BB2016, special play card variants: variant special play inducement."""
    rules = played_by("league-draw", variant_special_plays=True)
    assert found(rules, hand(TRICKS[0], FEATS[0], bought=cards_of("heroic-feat"))) == []
    assert found(rules, hand(*TRICKS[:2], bought=cards_of("heroic-feat"))) == [
        ("cards_dealt_too_many", "prematch.home.cards")
    ]


def test_only_what_was_bought_is_held() -> None:
    """LRB6, special play cards, the first and second method."""
    rules = played_by("added-to-inducements", LRB6)
    assert found(rules, hand(KARMA[0], bought=cards_of("good-karma"))) == []
    assert found(rules, hand(KARMA[0], OLD_TRICKS[0], bought=cards_of("good-karma", 2))) == [
        ("card_not_bought", "prematch.home.cards")
    ]
    assert found(rules, hand(*KARMA[:2], bought=cards_of("good-karma"))) == [
        ("cards_too_many", "prematch.home.cards"),
        ("card_not_bought", "prematch.home.cards"),
    ]


def test_the_cheapest_decks_may_be_one() -> None:
    """LRB6, special play cards: the 50,000 decks may be combined into one of 52."""
    rules = played_by("added-to-inducements", LRB6, merged_decks=True)
    magic = HeldCard("magic-item", LRB6.decks[2].cards[0].key)
    assert found(rules, hand(magic, bought=cards_of("dirty-trick"))) == []
    assert found(rules, hand(KARMA[0], bought=cards_of("dirty-trick"))) == [("card_not_bought", "prematch.home.cards")]


def test_a_budget_is_not_overspent_even_where_nobody_wrote_down_what_was_bought() -> None:
    """LRB6, special play cards, the third method."""
    rules = played_by("card-budget", LRB6, card_budget=150_000)
    assert found(rules, hand(KARMA[0], OLD_TRICKS[0], bought=None)) == []
    assert found(rules, hand(*KARMA[:2], bought=None)) == [("card_budget_exceeded", "prematch.home.cards")]


# The newest edition has no decks: titles are typed in.


def typed(*titles: str, bought: int = 1, deck: str = "dirty-trick") -> list[str]:
    held = tuple(HeldCard(deck, title) for title in titles)
    prematch = PreMatch(home=SidePreMatch(cards=held, induced=(Induced("special-play", bought),)))
    sheets: dict[Any, TeamSheet] = {"home": a_sheet(), "away": a_sheet("t2")}
    return [one.code for one in card_problems(prematch, sheets, BB2020)]


def test_titles_are_typed_in_for_each_special_play() -> None:
    """BB2020, inducements, special plays."""
    assert typed("Anything") == []
    assert typed("Anything", "Else") == ["cards_too_many"]
    assert typed("Anything", "Else", bought=2) == []
    assert typed(" ") == ["card_untitled"]
    assert typed("x" * 80) == []
    assert typed("x" * 81) == ["card_title_too_long"]
    assert typed("Anything", deck="good-karma") == ["card_deck_unknown"]


def test_the_checks_of_a_prematch_ask_for_cards() -> None:
    rules = replace(LEAGUE)
    found_ones = problems(PreMatch(home=hand(*TRICKS[:2])), teams(600_000), rules)
    assert "cards_too_many" in {one.code for one in found_ones}


@pytest.mark.parametrize("rules", [RULES, LRB6, BB2020], ids=["bb2016", "lrb6", "bb2020"])
def test_every_edition_takes_an_empty_prematch(rules: Ruleset) -> None:
    sheets: dict[Any, TeamSheet] = {"home": a_sheet(), "away": a_sheet("t2")}
    assert [*card_problems(PreMatch(), sheets, rules)] == []
