"""Sponsors and improvement (2016/17 league compendium, sponsorship deals: major sponsorships)."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, product

import pytest

from engine import effects as fx
from engine import history
from engine.dice import ReplayDice, Roll, SeededDice, TableDice
from engine.errors import ImprovementIllegal
from engine.history import Cause
from engine.rulesets import get
from engine.rulesets.coherence import incoherent
from engine.rulesets.model import required
from engine.team.evolve import evolve, fold
from engine.team.improvement import decide_improvement, dice_of, next_command, offers
from engine.team.offers import Improve, Improved, Offer, dice_key, may_rise
from engine.team.sheet import TeamSheet
from engine.typed import plain
from tests.engine.given import RULES, a_sheet, the_player, with_player

BURGERS, DICE = "mcmurtys-burger-emporium", "steelhelms-sporting-emporium"
CATCHER = "p9"
PLAIN = with_player(a_sheet(positions={"lineman": 8, "catcher": 4}), CATCHER, spp=6)


def sponsored(key: str, sheet: TeamSheet = PLAIN) -> TeamSheet:
    return evolve(sheet, fx.SponsorSigned(key))


def thrown(sheet: TeamSheet, faces: tuple[int, ...], thrown_by: str = "") -> dict[str, Offer]:
    key = dice_key(Improve(CATCHER, 1, sponsor=thrown_by), sheet.key)
    roll = Roll(key, (6,) * len(faces), faces, "table")
    return {offer.key: offer for offer in offers(the_player(sheet, CATCHER), sheet, RULES, roll)}


def decided(sheet: TeamSheet, faces: tuple[int, ...], choice: str) -> tuple[fx.Effect, ...]:
    command = replace(next_command(the_player(sheet, CATCHER), sheet, RULES), choice=choice)
    outcome = decide_improvement(command, sheet, RULES, TableDice({dice_key(command, sheet.key): faces}))
    assert isinstance(outcome, Improved)
    return outcome.effects


def as_a_set(found: dict[str, Offer]) -> set[tuple[str, int]]:
    return {(offer.key, offer.value) for offer in found.values()}


# McMurty's: nobody improves MA or AG


@pytest.mark.parametrize("faces", list(product(range(1, 7), repeat=2)))
def test_players_of_a_burger_shop_improve_neither_ma_nor_ag(faces: tuple[int, int]) -> None:
    """Every throw of the table: what it offers, without these two."""
    free, bound = thrown(PLAIN, faces), thrown(sponsored(BURGERS), faces)
    assert set(free) - set(bound) == {"ma", "ag"} & set(free)


def test_when_the_deal_ends_they_improve_again() -> None:
    sheet = fold(sponsored(BURGERS), [fx.SponsorLost(BURGERS)])
    assert "ag" in thrown(sheet, (5, 6))


def test_a_choice_that_the_sponsor_forbids_is_refused() -> None:
    assert decided(PLAIN, (5, 6), "ag")
    with pytest.raises(ImprovementIllegal) as refused:
        decided(sponsored(BURGERS), (5, 6), "ag")
    assert [problem.code for problem in refused.value.problems] == ["improvement_not_offered"]


def test_a_sponsor_that_the_rules_do_not_know_has_no_say() -> None:
    sheet = replace(PLAIN, sponsor=BURGERS)
    other = get("lrb6")
    assert may_rise("ma", the_player(sheet, CATCHER), sheet, other)


# Steelhelm's: three dice, any two of which count


def test_three_dice_are_thrown_under_a_key_of_their_own() -> None:
    command = next_command(the_player(PLAIN, CATCHER), sponsored(DICE), RULES)
    assert command == Improve(CATCHER, 1, sponsor=DICE)
    assert dice_key(command, "t1") == f"improvement/t1/{CATCHER}/1/sponsor/{DICE}"
    assert dice_of(command, RULES) == (6, 6, 6)
    assert dice_of(next_command(the_player(PLAIN, CATCHER), PLAIN, RULES), RULES) == (6, 6)
    assert next_command(the_player(PLAIN, CATCHER), sponsored(BURGERS), RULES).sponsor == ""


@pytest.mark.parametrize("faces", list(product(range(1, 7), repeat=3)))
def test_every_throw_of_three_offers_what_any_pair_offers(faces: tuple[int, int, int]) -> None:
    """Award: keep any two dice; pairs that are doubles included."""
    found = thrown(sponsored(DICE), faces, DICE)
    pairs = [thrown(PLAIN, pair) for pair in combinations(faces, 2)]
    assert as_a_set(found) == set().union(*(as_a_set(pair) for pair in pairs))
    for offer in found.values():
        assert offer.key in thrown(PLAIN, (offer.kept[0], offer.kept[1]))


@pytest.mark.parametrize("faces", list(product(range(1, 7), repeat=3)))
def test_every_throw_of_three_has_its_drawback(faces: tuple[int, int, int]) -> None:
    """Drawback: two or more equal, he misses the next game; two or more ones, a niggling injury as well."""
    sheet = sponsored(DICE)
    taken, *suffered = decided(sheet, faces, "skill/Block")
    assert taken == fx.ImprovementTaken(CATCHER, "normal", "Block", 20_000)
    after = the_player(fold(sheet, [taken, *suffered]), CATCHER)
    assert after.misses_next is (len(set(faces)) < 3)
    assert after.niggles == (faces.count(1) >= 2)


def test_two_dice_have_no_drawback() -> None:
    assert len(decided(PLAIN, (1, 1), "skill/Block")) == 1


def test_what_the_dice_did_has_a_name() -> None:
    (_, missed, niggle) = decided(sponsored(DICE), (1, 1, 4), "skill/Block")
    assert isinstance(missed, fx.InjurySuffered)
    assert isinstance(niggle, fx.InjurySuffered)
    assert RULES.injury_name(missed.result) == "Hurt in sponsored training"
    assert RULES.injury_name(niggle.result) == "Badly hurt in sponsored training"
    assert RULES.injury_name("badly-hurt") == "Badly Hurt"
    assert RULES.injury_name("nobody-knows") == "nobody-knows"


def test_a_throw_made_before_the_deal_stays_a_throw_of_two() -> None:
    assert as_a_set(thrown(sponsored(DICE), (3, 3))) == as_a_set(thrown(PLAIN, (3, 3)))


def test_when_the_deal_has_ended_the_first_two_of_three_dice_count() -> None:
    """No rule says it: a die that has fallen is not thrown again, and nobody may keep any two any more."""
    for faces in ((1, 2, 6), (5, 6, 1), (6, 6, 1), (1, 6, 6)):
        assert as_a_set(thrown(PLAIN, faces, DICE)) == as_a_set(thrown(PLAIN, faces[:2]))
    command = Improve(CATCHER, 1, "skill/Block", sponsor=DICE)
    outcome = decide_improvement(command, PLAIN, RULES, TableDice({dice_key(command, "t1"): (1, 1, 1)}))
    assert isinstance(outcome, Improved)
    assert len(outcome.effects) == 1


def test_a_sponsored_improvement_is_decided_again_from_its_own_dice() -> None:
    sheet = sponsored(DICE)
    command = replace(next_command(the_player(sheet, CATCHER), sheet, RULES), choice="skill/Block")
    cause = Cause("1", "improvement", "x", (1, 0, 1), ("t1",), {"improvement": plain(command)})
    first = history.decide(cause, {"t1": sheet}, None, SeededDice(b"steel"), RULES)
    again = history.decide(cause, {"t1": sheet}, None, ReplayDice(first.rolls), RULES)
    assert (again.effects, again.rolls) == (first.effects, first.rolls)
    asked = replace(cause, inputs={"improvement": plain(replace(command, choice=None))})
    waiting = history.decide(asked, {"t1": sheet}, None, SeededDice(b"steel"), RULES).choice
    assert waiting is not None
    assert waiting.roll == first.rolls[0].key


def test_the_data_says_it_all() -> None:
    sponsors = required(RULES.sponsors, "sponsors", RULES)
    assert {sponsor.key for sponsor in sponsors.majors if sponsor.barred} == {BURGERS}
    assert {sponsor.key for sponsor in sponsors.majors if sponsor.improvement_dice} == {DICE}
    majors = tuple(replace(one, improvement_dice=(1,)) if one.key == DICE else one for one in sponsors.majors)
    wrong = list(incoherent(replace(RULES, sponsors=replace(sponsors, majors=majors))))
    assert wrong == [f"sponsors.majors.{DICE}.improvement_dice: [1] cannot be thrown"]
