"""The steps of the pre-match about gold: what is moved to petty cash, and what is bought for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext

from config.refusals import shown
from engine.match.sides import SIDES, Side
from leagues.models import Coach
from leagues.policies import Visitor
from matches.models import Match
from matches.selectors.inducements import Shop, Shops, places, shops
from matches.selectors.matchday import PreMatchPage, prematch_page
from matches.services.inducements import (
    first_choose,
    gold_transfer,
    inducements_buy,
    inducements_return,
)
from matches.services.prematch import prematch_throw
from matches.web.asking import whole
from matches.web.inducement_forms import PurchasesForm
from matches.web.prematch_steps import Shown, StepPage, Unreadable, seen

BUY, CARDS, NOTHING, RETURN, THROW, FIRST = "buy", "cards", "nothing", "take-back", "throw", "first"


@dataclass(frozen=True, slots=True)
class Counter:
    """One side's shop with the form that buys in it or, as long as it is not its turn, only counts."""

    shop: Shop
    form: PurchasesForm | None
    typed: bool  # something was typed and is not recorded
    stands: Shop | None  # what is recorded, where something else is typed


def side_of(typed: QueryDict) -> Side:
    for side in SIDES:
        if typed.get("side") == side:
            return side
    raise Unreadable(gettext("Nobody knows which side this is about."))


def form_of(shop: Shop, all_of: Shops, data: QueryDict | None = None) -> PurchasesForm:
    return PurchasesForm(
        shop.market,
        prefix=shop.side,
        data=data,
        induced=shop.mine.induced or (),
        treasury=shop.mine.treasury,
        own_most=shop.purse.own_most,
        asks_gold=not all_of.petty,
    )


def counted(page: PreMatchPage, side: Side, typed: QueryDict) -> tuple[Shops, PurchasesForm, tuple[str, ...]]:
    """What is typed as if it was bought: cost, the gold that is left, and what does not fit, each beside its line."""
    before = shops(page)
    form = form_of(before.side(side), before, typed)
    if not form.is_valid():
        return before, form, tuple(str(error) for errors in form.errors.values() for error in errors)
    mine = page.prematch.side(side)
    treasury = mine.treasury if before.petty else form.treasury
    found = shops(page, {side: replace(mine, induced=form.induced, treasury=treasury)})
    wrong = found.side(side).problems
    form.beside(wrong, page.ruleset.rules)
    return found, form, tuple(str(shown(problem)) for problem in wrong)


def _show(page: PreMatchPage, visitor: Visitor, typed: QueryDict) -> Shown:
    buying = typed.get("do", BUY) == BUY
    about = next((side for side in SIDES if buying and typed.get("side") == side and side in page.decides), None)
    recorded = shops(page)
    found, sent, _wrong = counted(page, about, typed) if about else (recorded, None, ())
    counters = tuple(
        Counter(
            shop,
            sent if shop.side == about and sent else (form_of(shop, found) if _lists(shop, page) else None),
            shop.side == about,
            recorded.side(shop.side) if shop.side == about and shop.done else None,
        )
        for shop in found.sides
    )
    more = {"shops": found, "counters": counters, "rules": page.ruleset.rules}
    if all(shop.done and not shop.hidden for shop in found.sides):
        return Shown("done", more=more)
    if not any(shop.done for shop in found.sides):
        return Shown("blank", more=more)
    waiting = next((shop for shop in found.sides if not shop.done), None)
    return Shown("waits", waiting.team.coach.name if waiting else "", more=more)


def _lists(shop: Shop, page: PreMatchPage) -> bool:
    """Who may buy, and who still will: he may count already."""
    soon = shop.decides and not shop.done and page.match.kicked_off_at is None
    return not shop.hidden and (shop.buys or soon)


def _sent(typed: QueryDict, match: Match, coach: Coach) -> object:
    do = typed.get("do", BUY)
    if do == THROW:
        return prematch_throw(match=match, step="inducement", seen=seen(typed), actor=coach)
    if do == FIRST:
        return first_choose(match=match, first=side_of(typed), seen=seen(typed), actor=coach)
    side = side_of(typed)
    if do == RETURN:
        return inducements_return(match=match, side=side, seen=seen(typed), actor=coach)
    found = shops(prematch_page(coach, match))
    form = form_of(found.side(side), found, typed)
    if not form.is_valid():
        raise Unreadable(gettext("Some of what was typed cannot be bought as it stands. It is said beside it."))
    nothing = typed.get("then") == NOTHING
    return inducements_buy(
        match=match,
        side=side,
        induced=() if nothing else form.induced,
        treasury=0 if nothing else form.treasury,
        goes_on=typed.get("then") == CARDS,
        seen=seen(typed),
        actor=coach,
    )


def _show_transfer(page: PreMatchPage, visitor: Visitor, typed: QueryDict) -> Shown:
    found = shops(page)
    gold = {side: typed.get("gold", "") for side in SIDES if typed.get("side") == side}
    more: Mapping[str, Any] = {"shops": found, "typed": gold}
    told = [shop.transferred for shop in found.sides]
    return Shown("done" if all(told) else "blank" if not any(told) else "waits", more=more)


def _sent_transfer(typed: QueryDict, match: Match, coach: Coach) -> object:
    gold = whole(typed, "gold") if typed.get("gold", "").strip() else 0
    if gold is None:
        raise Unreadable(gettext("“{typed}” is no sum of gold.").format(typed=typed.get("gold", "")))
    return gold_transfer(match=match, side=side_of(typed), gold=gold, seen=seen(typed), actor=coach)


STEPS = {
    "inducement": StepPage(
        show=_show,
        post=_sent,
        places=tuple(place for side in SIDES for place in places(side)),
        feeds=("transfer-gold", "special-play-card", "prayer"),
    ),
    "transfer-gold": StepPage(show=_show_transfer, post=_sent_transfer, feeds=("inducement",)),
}
