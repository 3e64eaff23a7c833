"""What a coach does about his home stadium between two matches (BB2016, stadiums: taking ownership, partial payments,
selling up; post-match sequence, step 4)."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from engine import effects as fx
from engine.dice import TableDice
from engine.errors import DieImpossible, DieMissing, HiringIllegal
from engine.match.throwing import purpose_of
from engine.rulesets.loading import from_data
from engine.rulesets.options import HouseRulesIllegal, with_options
from engine.team import home_acts
from engine.team.evolve import fold
from engine.team.hiring import AT_ANY_TIME, Act, ActKind, decide_act, problems
from engine.team.sheet import HomeStadium, TeamSheet
from engine.typed import plain
from tests.engine.given import RULES, a_sheet

D6, PAYMENT = "stadium-sale/t1", "stadium-sale/t1/2d6"
HOME_ACTS: tuple[ActKind, ...] = (
    "sell-stadium",
    "buy-stadium",
    "pay-into-fund",
    "cancel-residency",
    "name-stadium",
)


def a_home(*, owned: bool = False, fund: int = 0, treasury: int = 1_000_000) -> TeamSheet:
    return replace(a_sheet(treasury=treasury), stadium=HomeStadium("ice", "The Rink", owned), fund=fund)


def codes(kind: ActKind, sheet: TeamSheet, rules: Any = RULES, **about: Any) -> list[str]:
    return [problem.code for problem in problems(Act(kind, **about), sheet, rules)]


def after(kind: ActKind, sheet: TeamSheet, **about: Any) -> TeamSheet:
    return fold(sheet, decide_act(Act(kind, **about), sheet, RULES))


# Buying and saving


@pytest.mark.parametrize(
    ("fund", "price", "left"), [(0, 250_000, 0), (50_000, 200_000, 0), (250_000, 0, 0), (300_000, 0, 50_000)]
)
def test_a_resident_buys_his_home_for_what_the_fund_does_not_pay(fund: int, price: int, left: int) -> None:
    """BB2016, post-match sequence step 4: 250,000; stadiums, partial payments."""
    sheet = a_home(fund=fund)
    bought = after("buy-stadium", sheet)
    assert bought.stadium == HomeStadium("ice", "The Rink", owned=True)
    assert (bought.treasury, bought.fund) == (sheet.treasury - price, left)


def test_nobody_buys_what_he_cannot_pay() -> None:
    assert codes("buy-stadium", a_home(fund=50_000, treasury=199_999)) == ["treasury_too_small"]
    assert codes("buy-stadium", a_home(fund=50_000, treasury=200_000)) == []


def test_only_a_resident_buys_and_only_once() -> None:
    """BB2016, stadiums, taking ownership: a team with a residency."""
    assert codes("buy-stadium", a_sheet()) == ["home_missing"]
    assert codes("buy-stadium", a_home(owned=True)) == ["home_owned"]


@pytest.mark.parametrize("times", [1, 2, 5])
def test_a_payment_of_seventy_thousand_saves_fifty(times: int) -> None:
    """BB2016, stadiums, partial payments: any number of them, whether or not there is a home yet."""
    for sheet in (a_home(fund=50_000), replace(a_sheet(treasury=1_000_000), fund=50_000)):
        saved = after("pay-into-fund", sheet, count=times)
        assert (sheet.treasury - saved.treasury, saved.fund - sheet.fund) == (times * 70_000, times * 50_000)


@pytest.mark.parametrize("times", [0, -1])
def test_less_than_one_payment_is_none(times: int) -> None:
    assert codes("pay-into-fund", a_home(), count=times) == ["fund_payments"]


def test_nobody_saves_what_he_has_not() -> None:
    assert codes("pay-into-fund", a_home(treasury=69_999)) == ["treasury_too_small"]
    assert codes("pay-into-fund", a_home(treasury=70_000)) == []


# Ending and naming


def test_a_residency_is_ended_for_fifty_thousand() -> None:
    """BB2016, post-match sequence step 3: cancelled at any time."""
    ended = after("cancel-residency", a_home(fund=50_000, treasury=50_000))
    assert (ended.stadium, ended.treasury, ended.fund) == (None, 0, 50_000)
    assert "cancel-residency" in AT_ANY_TIME
    assert codes("cancel-residency", a_home(treasury=49_999)) == ["treasury_too_small"]
    assert codes("cancel-residency", a_home(owned=True)) == ["home_owned"]
    assert codes("cancel-residency", a_sheet()) == ["home_missing"]


def test_its_resident_names_it_and_nothing_else_changes() -> None:
    """BB2016, stadiums: make a note of the deal along with a name."""
    for owned in (True, False):
        named = after("name-stadium", a_home(owned=owned), name="New Rink")
        assert named == replace(a_home(owned=owned), stadium=HomeStadium("ice", "New Rink", owned))
    assert codes("name-stadium", a_home(), name="N" * 80) == []
    assert codes("name-stadium", a_home(), name="N" * 81) == codes("name-stadium", a_home()) == ["home_name"]
    assert codes("name-stadium", a_sheet(), name="New Rink") == ["home_missing"]


# Selling


def sale(face: int, *pays: int) -> fx.GoldChanged:
    dice = TableDice({D6: (face,), **({PAYMENT: pays} if pays else {})})
    sold, paid = decide_act(Act("sell-stadium"), a_home(owned=True), RULES, dice)
    assert sold == fx.StadiumChanged(HomeStadium("ice", "The Rink"))
    assert isinstance(paid, fx.GoldChanged)
    assert paid.amount == sum(line.amount for line in paid.lines)
    return paid


@pytest.mark.parametrize(("face", "pays"), list(product(range(1, 6), [(1, 1), (3, 4), (6, 6)])))
def test_a_sale_is_a_swindle_or_a_loss(face: int, pays: tuple[int, int]) -> None:
    """BB2016, stadiums, selling up: 1, and 2-5."""
    fixed, about = (0, "swindled") if face == 1 else (100_000, "sold-at-a-loss")
    paid = sale(face, *pays)
    assert (paid.amount, paid.reason, paid.about) == (fixed + sum(pays) * 10_000, "stadium-sold", about)


def test_a_six_breaks_even_and_no_further_dice_are_thrown() -> None:
    """BB2016, stadiums, selling up: 250,000 (defect T-09)."""
    assert sale(6) == fx.GoldChanged(250_000, "stadium-sold", "break-even", (fx.GoldLine("sum", 250_000),))


@pytest.mark.parametrize("face", [1, 2])
def test_what_a_row_pays_is_thrown_for_by_itself(face: int) -> None:
    with pytest.raises(DieMissing, match="2D6"):
        decide_act(Act("sell-stadium"), a_home(owned=True), RULES, TableDice({D6: (face,)}))
    assert purpose_of(D6) == purpose_of(PAYMENT) == "stadium"


def test_only_an_owner_sells() -> None:
    assert codes("sell-stadium", a_sheet()) == ["home_missing"]
    assert codes("sell-stadium", a_home()) == ["home_not_owned"]
    with pytest.raises(HiringIllegal):
        decide_act(Act("sell-stadium"), a_home(), RULES, TableDice({D6: (6,)}))


@pytest.mark.parametrize(
    ("faces", "wanted"),
    [((6,), {D6: (6,)}), ((2, 3, 4), {D6: (2,), PAYMENT: (3, 4)}), ((1,), {D6: (1,)})],
)
def test_faces_are_those_of_the_table_and_then_of_what_its_row_pays(
    faces: tuple[int, ...], wanted: dict[str, tuple[int, ...]]
) -> None:
    assert home_acts.sale_faces("t1", faces, RULES) == wanted


@pytest.mark.parametrize("faces", [(7,), (0,), (1, 2), (1, 2, 7), (1, 2, 3, 4), (6, 1), (6, 1, 1)])
def test_faces_that_nothing_asks_for_are_refused(faces: tuple[int, ...]) -> None:
    with pytest.raises(DieImpossible):
        home_acts.sale_faces("t1", faces, RULES)


# The rules themselves


@pytest.mark.parametrize("kind", HOME_ACTS)
def test_a_league_without_stadiums_has_none_of_it(kind: ActKind) -> None:
    rules = with_options(RULES, {"stadiums": False})
    assert codes(kind, a_home(owned=kind == "sell-stadium"), rules, name="A")[0] == "stadiums_not_played"


def test_a_league_sets_its_own_prices() -> None:
    rules = with_options(RULES, {"stadiums.cost": 300_000, "stadiums.losing.bribe": 50_000})
    assert home_acts.price_of_home(a_home(fund=50_000), rules) == 250_000


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("stadiums.sale.swindled.last", 2),
        ("stadiums.sale.break-even.first", 7),
        ("stadiums.residency.results.it-will-cost-you.last", 7),
        ("stadiums.losing.bribe", 0),
        ("stadiums.losing.dice", [1]),
    ],
)
def test_rules_of_homes_that_leave_something_open_are_refused(place: str, value: Any) -> None:
    with pytest.raises(HouseRulesIllegal):
        with_options(RULES, {place: value})


def test_what_it_means_to_be_at_a_place_belongs_to_a_place_that_there_is() -> None:
    data = plain(RULES)
    data["stadiums"]["extras"][0]["key"] = "atlantis"
    with pytest.raises(Exception, match="there is no such attribute"):
        from_data(data)
