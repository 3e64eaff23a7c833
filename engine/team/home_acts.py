"""What a coach does about his home stadium between two matches: buy, save, sell, end the residency, give it a name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine import effects as fx
from engine.dice import Dice, check_faces, notation
from engine.errors import Problem, marked
from engine.rulesets.furniture import Stadiums, StadiumSale
from engine.rulesets.model import Ruleset, required
from engine.rulesets.tables import Payment
from engine.team.draft import NAME_LONGEST
from engine.team.homes import has_stadiums, not_played
from engine.team.paying import gold_problems, paid
from engine.team.sheet import HomeStadium, TeamSheet

Checked = tuple[tuple[Problem, ...], tuple[fx.Effect, ...]]
WHERE = "stadium"


def sale_key(team: str) -> str:
    return f"stadium-sale/{team}"


def payment_key(team: str, dice: tuple[int, ...]) -> str:
    # Rows of the table may be paid by other dice: when a correction turns the first throw, that is another roll.
    return f"stadium-sale/{team}/{notation(dice).lower()}"


def price_of_home(sheet: TeamSheet, ruleset: Ruleset) -> int:
    """What it costs to own it, less what has been saved for it."""
    return max(0, _rules(ruleset).cost - sheet.fund)


def buy(sheet: TeamSheet, ruleset: Ruleset) -> Checked:
    if found := _not_a_resident(sheet, ruleset):
        return found, ()
    price, home = price_of_home(sheet, ruleset), _home(sheet)
    saved = min(sheet.fund, _rules(ruleset).cost)
    return tuple(gold_problems(sheet, price, ruleset)), (
        *paid(price, "stadium-bought", "", ruleset),
        *((fx.FundChanged(-saved),) if saved else ()),
        fx.StadiumChanged(replace(home, owned=True)),
    )


def save(count: int, sheet: TeamSheet, ruleset: Ruleset) -> Checked:
    """Partial payments: some of the gold is lost, and the rest can only be spent on a stadium."""
    if found := tuple(_unplayed(ruleset)):
        return found, ()
    rules = _rules(ruleset)
    if count < 1:
        return (_not_a_number_of_payments(count),), ()
    price = count * rules.fund_payment
    return tuple(gold_problems(sheet, price, ruleset)), (
        *paid(price, "stadium-fund", "", ruleset),
        fx.FundChanged(count * rules.fund_credit),
    )


def cancel(sheet: TeamSheet, ruleset: Ruleset) -> Checked:
    """A residency is ended at any time. Who owns the place sells it first."""
    if found := _not_a_resident(sheet, ruleset):
        return found, ()
    price = _rules(ruleset).residency.cancel_cost
    return tuple(gold_problems(sheet, price, ruleset)), (
        *paid(price, "residency-cancelled", "", ruleset),
        fx.StadiumChanged(None),
    )


def give_a_name(name: str, sheet: TeamSheet, ruleset: Ruleset) -> Checked:
    if found := (*_unplayed(ruleset), *_no_home(sheet)):
        return found, ()
    return tuple(_unfit(name)), (fx.StadiumChanged(replace(_home(sheet), name=name)),)


def sell(sheet: TeamSheet, ruleset: Ruleset) -> Checked:
    """The team stays on as resident. What it is paid for the place, ``sold`` throws."""
    if found := (*_unplayed(ruleset), *_no_home(sheet)):
        return found, ()
    home = _home(sheet)
    return tuple(_not_owned(home, sheet)), (fx.StadiumChanged(replace(home, owned=False)),)


def sold(sheet: TeamSheet, ruleset: Ruleset, dice: Dice) -> fx.GoldChanged:
    """Selling up: a throw on the table of sales, and what its row pays."""
    rules = _rules(ruleset)
    row = rules.sale_row(dice.roll(sale_key(sheet.key), *rules.sale_dice).total)
    pays = row.payment
    thrown = dice.roll(payment_key(sheet.key, pays.dice), *pays.dice).total * pays.unit if pays.dice else 0
    lines = (fx.GoldLine("sum", pays.fixed), fx.GoldLine("die", thrown))
    return fx.GoldChanged(
        pays.fixed + thrown, "stadium-sold", about=row.key, lines=tuple(line for line in lines if line.amount)
    )


def sale_faces(team: str, faces: tuple[int, ...], ruleset: Ruleset) -> dict[str, tuple[int, ...]]:
    """What was thrown at the table by the keys of its rolls: first for the table, then for what its row pays."""
    rules = _rules(ruleset)
    first, rest = faces[: len(rules.sale_dice)], faces[len(rules.sale_dice) :]
    check_faces(sale_key(team), rules.sale_dice, first)
    found = {sale_key(team): first}
    if rest:
        pays: Payment = rules.sale_row(sum(first)).payment
        key = payment_key(team, pays.dice)
        check_faces(key, pays.dice or rules.sale_dice, rest if pays.dice else faces)
        found[key] = rest
    return found


def sale_named(key: str, ruleset: Ruleset) -> StadiumSale | None:
    rows = ruleset.stadiums.sale if ruleset.stadiums else ()
    return next((row for row in rows if row.key == key), None)


def _rules(ruleset: Ruleset) -> Stadiums:
    return required(ruleset.stadiums, "stadiums", ruleset)


def _home(sheet: TeamSheet) -> HomeStadium:
    return sheet.stadium or HomeStadium("")


def _not_a_resident(sheet: TeamSheet, ruleset: Ruleset) -> tuple[Problem, ...]:
    return (*_unplayed(ruleset), *_no_home(sheet), *_owned(sheet))


def _unplayed(ruleset: Ruleset) -> Iterator[Problem]:
    if not has_stadiums(ruleset):
        yield not_played(WHERE)


def _who(sheet: TeamSheet) -> dict[str, str]:
    return {"team": sheet.name}


def _no_home(sheet: TeamSheet) -> Iterator[Problem]:
    if sheet.stadium is None:
        yield Problem("home_missing", marked("{team} is at home in no stadium."), "residency", WHERE, _who(sheet))


def _owned(sheet: TeamSheet) -> Iterator[Problem]:
    if sheet.stadium is not None and sheet.stadium.owned:
        yield Problem("home_owned", marked("{team} owns its home stadium."), "residency", WHERE, _who(sheet))


def _not_owned(home: HomeStadium, sheet: TeamSheet) -> Iterator[Problem]:
    if not home.owned:
        yield Problem("home_not_owned", marked("{team} does not own its home."), "residency", WHERE, _who(sheet))


def _unfit(name: str) -> Iterator[Problem]:
    if not 1 <= len(name) <= NAME_LONGEST:
        yield Problem(
            "home_name",
            marked("A home has a name of 1 to {most} characters; this has {length}."),
            "residency",
            "name",
            {"most": NAME_LONGEST, "length": len(name)},
        )


def _not_a_number_of_payments(count: int) -> Problem:
    message = marked("{count} is no number of payments into the fund.")
    return Problem("fund_payments", message, "residency", "count", {"count": count})
