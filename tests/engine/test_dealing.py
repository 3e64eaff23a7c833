"""Virtual decks: shuffled once by the match's seed, dealt card by card by each way of dealing."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import rulesets
from engine.dice import SeededDice
from engine.match import dealing
from engine.match.dealing import Act, CardMove, CardTable, Dealing, dealt, may_look, moved, open_turns
from engine.match.decks import pile_of, piles, shuffle_key, shuffled, shuffles
from engine.match.prematch import HeldCard, Induced, PreMatch, SidePreMatch
from engine.match.sides import SIDES, Side, other_side
from engine.rulesets.model import Ruleset
from tests.engine.given import RULES, quickly
from tests.engine.test_cards import LRB6, played_by, teams

SEED = b"a seed of the match day"
WAYS = [use.key for use in RULES.card_uses if use.way and use.way != "bought"]


def a_table(way: str = "league-draw", ruleset: Ruleset = RULES, *, home: int = 1_000_000, **options: Any) -> CardTable:
    prematch = options.pop("prematch", PreMatch())
    return CardTable(prematch, teams(home), played_by(way, ruleset, **options), SeededDice(SEED))


def turn(state: Dealing, side: Side, act: Act) -> dealing.Turn | None:
    return next((one for one in open_turns(state, side) if one.act == act), None)


def acts(state: Dealing, side: Side) -> list[str]:
    return [one.act for one in open_turns(state, side)]


def draw(state: Dealing, side: Side, *decks: str) -> Dealing:
    for deck in decks:
        state = moved(state, CardMove(side, "draw", deck))
    return state


# Shuffling


@pytest.mark.parametrize("ruleset", [RULES, LRB6], ids=["bb2016", "lrb6"])
@quickly
@given(seed=st.binary(min_size=1, max_size=32))
def test_a_shuffled_deck_has_every_card_exactly_once(ruleset: Ruleset, seed: bytes) -> None:
    for pile in piles(ruleset):
        assert Counter(shuffled(pile, SeededDice(seed))) == Counter(pile.cards)


@quickly
@given(seed=st.binary(min_size=1, max_size=32))
def test_the_seed_alone_decides_the_order(seed: bytes) -> None:
    for pile in piles(RULES):
        assert shuffled(pile, SeededDice(seed)) == shuffled(pile, SeededDice(seed))
    dice = SeededDice(seed)
    backwards = {pile.key: shuffled(pile, dice) for pile in reversed(piles(RULES))}
    assert backwards == {pile.key: shuffled(pile, SeededDice(seed)) for pile in piles(RULES)}


def test_every_card_may_lie_on_top() -> None:
    pile = piles(RULES)[0]
    tops = {shuffled(pile, SeededDice(bytes([one])))[0] for one in range(200)}
    assert tops == set(pile.cards)


def test_decks_of_ones_own_are_shuffled_apart() -> None:
    pile = piles(RULES)[0]
    assert shuffled(pile, SeededDice(SEED), "t1") != shuffled(pile, SeededDice(SEED), "t2")


def test_a_shuffle_is_known_by_its_key() -> None:
    pile = piles(RULES)[0]
    assert shuffle_key(pile, "") == "shuffle/random-event/12"
    assert shuffle_key(pile, "t1") == "shuffle/t1/random-event/12"
    assert shuffles(shuffle_key(pile, ""))
    assert not shuffles("card/number/t1")


def test_the_cheapest_decks_of_the_older_edition_make_one_of_52() -> None:
    """LRB6, special play cards."""
    merged = piles(replace(LRB6, options=replace(LRB6.options, merged_decks=True)))
    assert [(pile.key, len(pile.cards)) for pile in merged] == [
        ("merged", 52),
        ("good-karma", 26),
        ("random-event", 18),
        ("desperate-measure", 8),
    ]


def test_a_deck_of_one_card_needs_no_throw() -> None:
    deck = replace(RULES.decks[0], cards=RULES.decks[0].cards[:1])
    rules = replace(RULES, decks=(deck,))
    assert shuffled(piles(rules)[0], SeededDice(SEED)) == (HeldCard(deck.key, deck.cards[0].key),)
    assert shuffled(piles(replace(RULES, decks=(replace(deck, cards=()),)))[0], SeededDice(SEED)) == ()


# The league's draw: draw, look, keep, the rest under its decks; then the other.


def test_the_higher_value_draws_keeps_and_gives_back_and_then_the_other() -> None:
    """BB2016, pre-match sequence, step 5."""
    state = Dealing(a_table())
    assert acts(state, "home") == ["draw"]
    assert acts(state, "away") == []
    state = draw(state, "home", "dirty-trick", "dirty-trick", "heroic-feat")
    assert acts(state, "home") == ["keep"]
    one, two, back = state.hand("home").drawn
    state = moved(state, CardMove("home", "keep", cards=(one, two)))
    assert state.hand("home").cards == (one, two)
    assert state.left("heroic-feat", "home")[-1] == back
    assert acts(state, "home") == []
    assert acts(state, "away") == ["draw"]


def test_both_draw_from_one_set_of_decks_unless_each_has_his_own() -> None:
    """BB2016, FAQ, special play cards."""
    for shared in (True, False):
        state = draw(Dealing(a_table(shared_decks=shared)), "home", "dirty-trick", "dirty-trick", "dirty-trick")
        drawn = state.hand("home").drawn
        state = moved(state, CardMove("home", "keep", cards=drawn[:2]))
        assert (len(state.left("dirty-trick", "away")) == 8) is shared


@pytest.mark.parametrize("act", ["name", "buy", "keep", "exchange"])
def test_nothing_else_can_be_done_before_the_cards_are_drawn(act: Act) -> None:
    with pytest.raises(dealing.CardNotYourTurn):
        moved(Dealing(a_table()), CardMove("home", act, "dirty-trick"))


def test_the_other_side_waits() -> None:
    with pytest.raises(dealing.CardNotYourTurn):
        moved(Dealing(a_table()), CardMove("away", "draw", "dirty-trick"))


def test_a_deck_that_is_not_there_cannot_be_drawn_from() -> None:
    with pytest.raises(dealing.CardPileClosed):
        moved(Dealing(a_table()), CardMove("home", "draw", "good-karma"))


def test_cards_are_drawn_face_down_and_looked_at_when_all_are_drawn() -> None:
    """BB2016, pre-match sequence, step 5; special play card variants, variant two."""
    state = draw(Dealing(a_table()), "home", "dirty-trick", "dirty-trick")
    assert not may_look(state, "home")
    assert may_look(draw(state, "home", "dirty-trick"), "home")
    state = Dealing(a_table("card-draft"))
    assert not may_look(state, "home")
    for _ in range(2):
        side: Side = "home" if acts(state, "home") else "away"
        state = draw(state, side, "dirty-trick")
    assert may_look(state, "home")
    assert may_look(draw(Dealing(a_table("points-system")), "home", "dirty-trick"), "home")


@pytest.mark.parametrize("count", [0, 1, 3])
def test_exactly_as_many_are_kept_as_may_be(count: int) -> None:
    state = draw(Dealing(a_table()), "home", "dirty-trick", "dirty-trick", "heroic-feat")
    with pytest.raises(dealing.CardsKeptWrong):
        moved(state, CardMove("home", "keep", cards=state.hand("home").drawn[:count]))


def test_nobody_keeps_what_he_has_not_drawn() -> None:
    state = draw(Dealing(a_table()), "home", "dirty-trick", "dirty-trick", "heroic-feat")
    drawn = state.hand("home").drawn
    strange = next(card for card in piles(RULES)[0].cards if card not in drawn)
    for cards in ((drawn[0], strange), (drawn[0], drawn[0])):
        with pytest.raises(dealing.CardsNotInHand):
            moved(state, CardMove("home", "keep", cards=cards))


def test_an_empty_deck_cannot_be_drawn_from() -> None:
    rules = played_by("league-draw")
    short = tuple(replace(deck, cards=deck.cards[:1]) for deck in rules.decks if not deck.edition)
    table = replace(a_table(), ruleset=replace(rules, decks=short))
    state = draw(Dealing(table), "home", "dirty-trick")
    assert "dirty-trick" not in (turn(state, "home", "draw") or dealing.Turn("draw")).piles


def test_where_all_that_is_drawn_is_kept_nobody_is_asked() -> None:
    """Core rules, special play cards."""
    table = replace(a_table("core-draw"), thrown={"card/number/t1": 2})
    state = draw(Dealing(table), "home", "dirty-trick", "heroic-feat")
    assert state.hand("home").done
    assert len(state.hand("home").cards) == 2


def test_one_magic_item_is_drawn_and_no_second() -> None:
    """Core rules, special play cards."""
    state = draw(Dealing(replace(a_table("core-draw"), thrown={"card/number/t1": 6})), "home", "magical-memorabilia")
    with pytest.raises(dealing.CardPileClosed):
        draw(state, "home", "magical-memorabilia")


def test_round_robin_closes_a_deck_until_all_others_were_drawn_from() -> None:
    """BB2016, special play card variants, variant four."""
    state = draw(Dealing(a_table("round-robin", home=3_000_000)), "home", "dirty-trick", "heroic-feat")
    found = turn(state, "home", "draw")
    assert found
    assert len(found.piles) == 4
    assert "dirty-trick" not in found.piles


# Points


def test_points_are_spent_deck_by_deck_and_any_cards_exchanged_once() -> None:
    """BB2016, special play card variants, variant one."""
    state = Dealing(a_table("points-system", home=1_800_000))
    found = turn(state, "home", "draw")
    assert found
    assert found.left == 4
    assert "miscellaneous-mayhem" in found.piles
    state = draw(state, "home", "heroic-feat", "dirty-trick")
    found = turn(state, "home", "draw")
    assert found
    assert found.left == 1
    assert set(found.piles) == {"dirty-trick", "random-event"}
    feat, trick = state.hand("home").drawn
    top = state.left("dirty-trick", "home")[0]
    state = moved(state, CardMove("home", "exchange", cards=(trick,)))
    assert state.hand("home").cards == (feat, top)
    assert state.left("dirty-trick", "home")[-1] == trick
    assert acts(state, "home") == []
    assert acts(state, "away") == ["draw", "exchange"]


# The draft


def test_a_draft_deals_two_at_a_time_and_passes_the_rest_on() -> None:
    """BB2016, special play card variants, variant two."""
    state = Dealing(a_table("card-draft", home=1_300_000))
    first: Side = "home" if acts(state, "home") else "away"
    assert acts(state, other_side(first)) == []
    for side in (first, other_side(first), first):
        state = draw(state, side, "dirty-trick")
    assert [len(state.hand(side).drawn) for side in SIDES] == [3, 3]
    start = {side: state.hand(side).drawn for side in SIDES}
    state = moved(state, CardMove("home", "keep", cards=start["home"][:1]))
    assert acts(state, "home") == []
    assert acts(state, "away") == ["keep"]
    assert state.hand("away").drawn == start["away"]
    state = moved(state, CardMove("away", "keep", cards=start["away"][:1]))
    assert state.hand("home").drawn == start["away"][1:]
    assert state.hand("away").drawn == start["home"][1:]
    for side in SIDES:
        state = moved(state, CardMove(side, "keep", cards=state.hand(side).drawn[:1]))
    assert state.hand("home").cards == (start["home"][0], start["away"][1])
    assert state.hand("away").cards == (start["away"][0], start["home"][1])
    assert all(state.hand(side).done for side in SIDES)
    assert set(state.left("dirty-trick", "home")[-2:]) == {start["home"][2], start["away"][2]}


# One deck


def test_the_one_deck_is_named_by_the_winner_of_a_throw_and_one_card_is_exchanged() -> None:
    """BB2016, special play card variants, variant three."""
    state = Dealing(a_table("one-deck-only", home=600_001))
    chooser: Side = "home" if acts(state, "home") else "away"
    assert acts(state, chooser) == ["name"]
    assert acts(state, other_side(chooser)) == []
    state = moved(state, CardMove(chooser, "name", "heroic-feat"))
    with pytest.raises(dealing.CardPileClosed):
        draw(state, "home", "dirty-trick")
    state = draw(state, "home", "heroic-feat", "heroic-feat")
    one, two = state.hand("home").drawn
    with pytest.raises(dealing.CardsKeptWrong):
        moved(state, CardMove("home", "exchange", cards=(one, two)))
    top = state.left("heroic-feat", "home")[0]
    state = moved(state, CardMove("home", "exchange", cards=(two,)))
    assert state.hand("home").cards == (one, top)
    assert acts(state, "away") == ["draw"]


# Bought cards


def test_a_card_that_was_bought_is_drawn_at_any_time_and_kept() -> None:
    """LRB6, special play cards; BB2016, variant special play inducement."""
    prematch = PreMatch(away=SidePreMatch(induced=(Induced("special-play", 2, "good-karma"),)))
    state = Dealing(a_table("added-to-inducements", LRB6, prematch=prematch))
    assert acts(state, "home") == []
    assert acts(state, "away") == ["buy"]
    for _ in range(2):
        state = moved(state, CardMove("away", "buy", "good-karma"))
    assert len(state.hand("away").cards) == 2
    assert acts(state, "away") == []


def test_a_bought_card_is_kept_apart_from_what_is_dealt() -> None:
    """BB2016, special play card variants: treated separately until the match begins."""
    prematch = PreMatch(home=SidePreMatch(induced=(Induced("special-play", 1, "heroic-feat"),)))
    state = Dealing(a_table(prematch=prematch, variant_special_plays=True))
    state = moved(state, CardMove("home", "buy", "heroic-feat"))
    state = draw(state, "home", "dirty-trick", "dirty-trick", "dirty-trick")
    assert len(state.hand("home").drawn) == 3
    assert len(state.hand("home").bought) == 1


# Whatever the coaches do


@pytest.mark.parametrize("way", WAYS)
@quickly
@given(data=st.data(), seed=st.binary(min_size=1, max_size=8), value=st.sampled_from([600_000, 1_400_000, 3_000_000]))
def test_no_card_is_ever_lost_or_in_two_places(way: str, data: st.DataObject, seed: bytes, value: int) -> None:
    prematch = PreMatch(home=SidePreMatch(induced=(Induced("special-play", 2, "dirty-trick"),)))
    table = replace(a_table(way, home=value, prematch=prematch), dice=SeededDice(seed), thrown={})
    state, moves = Dealing(table), []
    while turns := [(side, one) for side in SIDES for one in open_turns(state, side)]:
        side, one = data.draw(st.sampled_from(turns))
        pile = data.draw(st.sampled_from(one.piles)) if one.piles else ""
        named = data.draw(st.permutations(state.hand(side).drawn))[: data.draw(st.integers(one.least, one.most))]
        moves.append(CardMove(side, one.act, pile, tuple(named)))
        state = moved(state, moves[-1])
        assert Counter(everywhere(state)) == Counter(card for each in piles(table.ruleset) for card in each.cards)
    assert all(state.hand(side).done for side in SIDES)
    assert dealt(replace(table, dice=SeededDice(seed)), moves).hands == state.hands
    for side in SIDES:
        most = table.allowance(side).most
        assert most is None or len(state.hand(side).cards) <= most


def everywhere(state: Dealing) -> list[HeldCard]:
    left = [card for pile in piles(state.table.ruleset) for card in state.left(pile.key, "home")]
    hands = [card for side in SIDES for card in (*state.hand(side).drawn, *state.hand(side).cards)]
    picked = [hand.picked for hand in map(state.hand, SIDES) if hand.picked and hand.picked not in hand.drawn]
    return [*left, *hands, *picked]


def test_what_was_dealt_stays_dealt_whatever_is_sold_afterwards() -> None:
    before = PreMatch(home=SidePreMatch(induced=(Induced("special-play", 1, "heroic-feat"),)))
    moves = [CardMove("home", "draw", "dirty-trick")] * 4
    state = dealt(a_table(prematch=before), moves)
    assert dealt(a_table(), moves).hands == state.hands


def test_a_pile_is_found_by_its_own_name_and_by_its_decks() -> None:
    rules = rulesets.get("lrb6")
    merged = replace(rules, options=replace(rules.options, merged_decks=True))
    assert pile_of("merged", merged) == pile_of("dirty-trick", merged)
    assert pile_of("nothing", merged) is None
