"""What both sides bought: whether they could, what becomes of it, and what of it they may use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from engine.errors import Problem
from engine.match import journeymen
from engine.match.inducements import reasons
from engine.match.inducements.offers import Market, Offer
from engine.match.inducements.purse import Purse, markets_of, purses, stadium_extra
from engine.match.prematch import Induced, PreMatch, SidePreMatch
from engine.match.sides import SIDES, Side, other_side
from engine.rulesets.furniture import Inducement
from engine.rulesets.model import Ruleset
from engine.tally import Tally
from engine.team.sheet import TeamSheet

NAME_MOST = 80


@dataclass(frozen=True, slots=True)
class Purchase:
    """Something that was bought, with its offer. ``barred``: the other side has the same, and neither may use it."""

    offer: Offer
    bought: Induced
    barred: bool = False

    @property
    def cost(self) -> int:
        return self.bought.count * (self.offer.cost + (self.offer.skill_cost if self.bought.skill else 0))


def purchases(
    prematch: PreMatch, teams: Mapping[Side, TeamSheet], ruleset: Ruleset
) -> dict[Side, tuple[Purchase, ...]]:
    """What each side has, in the order in which it was bought; what nobody sells is left out."""
    markets, both = markets_of(prematch, teams, ruleset), at_odds(prematch, ruleset)
    return {
        side: tuple(
            Purchase(offer, one, barred=(one.what, one.about) in both)
            for one in prematch.side(side).induced or ()
            if one.count > 0 and (offer := markets[side].offer(one.what, one.about))
        )
        for side in SIDES
    }


def at_odds(prematch: PreMatch, ruleset: Ruleset) -> frozenset[tuple[str, str]]:
    """Whom both sides have hired, of whom there is only one: neither has him, and both have paid."""
    if ruleset.options.same_star_twice:
        return frozenset()
    unique = {one.key for one in ruleset.inducements if one.unique and not (prematch.one_off and one.one_off_both)}
    home, away = (
        {(one.what, one.about) for one in prematch.side(side).induced or () if one.what in unique} for side in SIDES
    )
    return frozenset(home & away)


def in_hand(
    side: Side, prematch: PreMatch, teams: Mapping[Side, TeamSheet], ruleset: Ruleset
) -> tuple[tuple[Purchase, ...], Tally]:
    """What a side may use in the match: what it bought, and how much of everything with what the stadium gives."""
    usable = tuple(one for one in purchases(prematch, teams, ruleset)[side] if not one.barred)
    counts: Counter[str] = Counter()
    for one in usable:
        counts[one.offer.what] += one.bought.count
    counts.update(_given(teams[side], prematch, ruleset))
    return usable, Tally(counts)


def _given(sheet: TeamSheet, prematch: PreMatch, ruleset: Ruleset) -> Counter[str]:
    """By the stadium. What a team may not have, it has something else for."""
    extra = stadium_extra(prematch, ruleset)
    if extra is None:
        return Counter()
    roster = ruleset.roster(sheet.roster)
    rules = sheet.special_rules(roster)
    known = [one for key in extra.gives if (one := ruleset.inducement(key))]
    allowed = all(one.may_buy(roster.key, rules, apothecary=roster.apothecary) for one in known)
    return Counter(extra.gives if allowed else extra.instead)


# What does not fit


def problems(prematch: PreMatch, teams: Mapping[Side, TeamSheet], ruleset: Ruleset) -> Iterator[Problem]:
    """Everything that is wrong with what both sides bought and paid."""
    markets, found = markets_of(prematch, teams, ruleset), purses(prematch, teams, ruleset)
    yield from _stadium_problems(prematch, ruleset)
    for side in SIDES:
        mine, sheet = prematch.side(side), teams[side]
        where = f"prematch.{side}"
        yield from _journeymen_problems(where, mine, prematch.side(other_side(side)), sheet, ruleset)
        yield from _line_problems(where, mine, markets[side])
        yield from _limit_problems(where, mine, sheet, markets[side], ruleset)
        yield from _gold_problems(where, mine, sheet, found[side])


def cards_first_problems(side: Side, before: SidePreMatch, now: SidePreMatch, market: Market) -> Iterator[Problem]:
    """Where cards are seen before anything else is bought: nothing but cards first, and none of them is given back."""
    where = f"prematch.{side}.induced"
    for nth, one in enumerate(now.induced or ()):
        offer = market.offer(one.what, one.about)
        if now.goes_on and offer and offer.group != "card":
            yield reasons.cards_alone(offer.name, f"{where}.{nth}")
    if before.cards:
        drawn, left = (_cards_of(each, market) for each in (before, now))
        yield from (
            reasons.card_drawn(offer.name, times, left[offer.key], where)
            for key, times in drawn.items()
            if times > left[key] and (offer := next(one for one in market.offers if one.key == key))
        )


def _cards_of(side: SidePreMatch, market: Market) -> Counter[str]:
    bought: Counter[str] = Counter()
    for one in side.induced or ():
        offer = market.offer(one.what, one.about)
        if offer and offer.group == "card":
            bought[offer.key] += one.count
    return bought


def _line_problems(where: str, mine: SidePreMatch, market: Market) -> Iterator[Problem]:
    """Each line for itself."""
    for nth, one in enumerate(mine.induced or ()):
        here = f"{where}.induced.{nth}"
        offer = market.offer(one.what, one.about)
        if offer is None:
            yield reasons.unknown(one.about or one.what, here)
            continue
        if offer.why_not:
            yield replace(offer.why_not, where=here)
        if one.count < 1:
            yield reasons.no_number(offer.name, one.count, here)
        if one.skill and not offer.skills:
            yield reasons.skill_not_sold(offer.name, here)
        elif one.skill and one.skill not in offer.skills:
            yield reasons.skill_not_his(offer.name, one.skill, here)
        if len(one.name) > NAME_MOST:
            yield reasons.name_too_long(offer.name, NAME_MOST, here)


def _limit_problems(
    where: str, mine: SidePreMatch, sheet: TeamSheet, market: Market, ruleset: Ruleset
) -> Iterator[Problem]:
    """Lines together: several of one kind share a limit, and all players share the roster."""
    bought: Counter[tuple[str, str]] = Counter()
    shared: Counter[str] = Counter()
    places = 0
    last: dict[tuple[str, str], int] = {}
    for nth, one in enumerate(mine.induced or ()):
        offer = market.offer(one.what, one.about)
        if offer is None or one.count < 1:
            continue
        bought[one.what, one.about] += one.count
        shared[offer.shared] += one.count
        places += one.count * offer.places
        last[one.what, one.about] = last["", offer.shared] = nth
    for key, times in bought.items():
        offer = market.offer(*key)
        if offer and offer.most is not None and times > offer.most and offer.open:
            yield reasons.too_many(offer.name, times, offer.most, f"{where}.induced.{last[key]}")
    for head, times in shared.items():
        most, named = market.limits.get(head), ruleset.inducement(head)
        if most is not None and named and times > most:
            yield reasons.too_many(named.name, times, most, f"{where}.induced.{last['', head]}")
    if places > market.places:
        yield reasons.no_place(sheet.name, places, market.places, f"{where}.induced")


def _gold_problems(where: str, mine: SidePreMatch, sheet: TeamSheet, purse: Purse) -> Iterator[Problem]:
    own = mine.treasury
    if own < 0 or own > sheet.treasury:
        yield reasons.treasury_too_small(sheet.name, own, sheet.treasury, f"{where}.treasury")
    elif own > 0 and own > purse.own_most:
        yield reasons.treasury_not_allowed(sheet.name, own, f"{where}.treasury")
    if purse.cost > purse.budget:
        yield reasons.too_dear(sheet.name, purse.cost, purse.budget, f"{where}.induced")
    if purse.cards > purse.cards_most:
        yield reasons.cards_too_dear(sheet.name, purse.cards, purse.cards_most, f"{where}.induced")


def _stadium_problems(prematch: PreMatch, ruleset: Ruleset) -> Iterator[Problem]:
    """Gold that a stadium gives is thrown for; where nothing was recorded, it gave none."""
    gold, extra = prematch.venue.gold, stadium_extra(prematch, ruleset)
    payment = extra.gold if extra else None
    if payment is None:
        if gold:
            yield reasons.stadium_gold(gold, 0, 0, "prematch.venue.gold")
        return
    least = payment.fixed + payment.unit * len(payment.dice)
    most = payment.fixed + payment.unit * sum(payment.dice)
    if gold and (not least <= gold <= most or (gold - payment.fixed) % payment.unit):
        yield reasons.stadium_gold(gold, least, most, "prematch.venue.gold")


def _journeymen_problems(
    where: str, mine: SidePreMatch, theirs: SidePreMatch, sheet: TeamSheet, ruleset: Ruleset
) -> Iterator[Problem]:
    """Where gold hangs on them they have to be told; more of them than are owed come only for gold."""
    owed, gold_moves = journeymen.owed(sheet, ruleset), bool(mine.induced or theirs.induced or mine.treasury)
    if mine.journeymen is None:
        if owed and gold_moves:
            yield reasons.journeymen_not_told(sheet.name, owed, f"{where}.journeymen")
        return
    hired = journeymen.hirelings(mine, ruleset)
    if not hired:
        return
    least = owed + sum(_fewest(one) for one in hired)
    most = owed + sum(sum(one.journeymen_dice) + one.journeymen_more for one in hired)
    if not least <= len(mine.journeymen) <= most:
        yield reasons.journeymen_number(sheet.name, len(mine.journeymen), least, most, f"{where}.journeymen")


def _fewest(one: Inducement) -> int:
    return len(one.journeymen_dice) + one.journeymen_more
