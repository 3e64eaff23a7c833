"""How many special play cards a side draws and keeps, and why.

Which way of dealing a league plays is an option; what that way is, its data says. Cards that are bought as inducements
widen the draw, or are cards of their deck by themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from engine.dice import Dice
from engine.match import decks, rolling_off
from engine.match.prematch import PreMatch, SidePreMatch
from engine.match.sides import SIDES, Side
from engine.rulesets.furniture import CardBand, CardUse, Inducement
from engine.rulesets.model import Ruleset
from engine.rulesets.tables import score_of
from engine.tally import NONE, Tally
from engine.team.sheet import TeamSheet
from engine.team.value import value

CARD = "card"  # the group of inducements that are cards
BOTH = "both"  # whose throw it is where one is for both sides
ORDER, CHOICE = "card/order", "card/choice"
Teams = Mapping[Side, TeamSheet]


@dataclass(frozen=True, slots=True)
class AllowanceLine:
    """One line of the explanation: where so many cards, or points, come from."""

    what: Literal["value", "die", "special-play", "budget"]
    about: int  # the higher value, the face of the die, the number that was bought, the sum
    draw: int
    keep: int


@dataclass(frozen=True, slots=True)
class Allowance:
    """What a side may draw and keep. Where a die has not been told, the most that it could give."""

    draw: int = 0
    keep: int = 0
    points: int = 0  # to be spent on cards, where they cost points
    gold: int = 0  # that buys cards and nothing else
    bought: Tally = NONE  # cards besides, by the deck that they were bought of
    lines: tuple[AllowanceLine, ...] = ()
    thrown: bool = True  # False: the die is still to be thrown

    @property
    def most(self) -> int | None:
        """The most that he can hold in the end. None: only his points limit it."""
        return None if self.points else self.keep + sum(self.bought.values())


def use_of(ruleset: Ruleset) -> CardUse | None:
    """The way of dealing that the league plays, if it deals any cards."""
    return next((use for use in ruleset.card_uses if use.key == ruleset.options.cards and use.way), None)


def special_plays(ruleset: Ruleset) -> tuple[Inducement, ...]:
    """Inducements that are cards, where a league has a use for them: those with decks of their own always are."""
    sold = (use := use_of(ruleset)) is not None and use.sold != "none"
    return tuple(one for one in ruleset.inducements if one.group == CARD and (sold or one.keep))


def are_played(ruleset: Ruleset) -> bool:
    return use_of(ruleset) is not None or bool(special_plays(ruleset))


def seen_first(ruleset: Ruleset) -> bool:
    """Whether cards are bought one by one, drawn and looked at before anything else is bought."""
    use = use_of(ruleset)
    return use is not None and use.way == "bought"


def bought_of(side: SidePreMatch, ruleset: Ruleset) -> Tally:
    """Special plays that a side has bought, by the deck they were bought of."""
    cards = {one.key for one in special_plays(ruleset)}
    found: dict[str, int] = {}
    for one in side.induced or ():
        if one.what in cards:
            found[one.about] = found.get(one.about, 0) + one.count
    return Tally(found)


def higher_value(teams: Teams, ruleset: Ruleset) -> int:
    """The numbers go by the higher of both team values."""
    return max(value(teams[side], ruleset).total for side in SIDES)


def leader(teams: Teams, ruleset: Ruleset) -> Side | None:
    """Who is worth more, and draws first; nobody, if they are worth the same."""
    home, away = (value(teams[side], ruleset).total for side in SIDES)
    if home == away:
        return None
    return "home" if home > away else "away"


# How many.


def number_key(team: str) -> str:
    return f"card/number/{team}"


def allowance(
    side: Side, prematch: PreMatch, teams: Teams, ruleset: Ruleset, thrown: Mapping[str, int] | None = None
) -> Allowance:
    """``thrown`` are the faces that are known, by their keys."""
    mine, use = prematch.side(side), use_of(ruleset)
    bought = bought_of(mine, ruleset)
    if use is None:
        return _of_their_own(bought, ruleset)
    if use.way == "bought":
        gold = ruleset.options.card_budget if use.sold == "budget" else 0
        budget = (AllowanceLine("budget", gold, 0, 0),) if gold else ()
        return Allowance(bought=bought, gold=gold, lines=(*budget, *_special_lines(bought)))
    numbers = numbers_of(use, prematch.one_off, ruleset)
    dealt = _dealt(side, numbers, prematch.one_off, teams, ruleset, thrown or {})
    return _widened(_as_points(dealt) if use.way == "points" else dealt, bought, use, ruleset)


def numbers_of(use: CardUse, one_off: bool, ruleset: Ruleset) -> CardUse:
    """The way of dealing whose numbers count: its own, or those of another that it is played with."""
    others = {other.key: other for other in ruleset.card_uses}
    candidates = [others[key] for key in use.numbers_of] or [use]
    wanted = [one for one in candidates if (one.by_die if one_off else one.by_value)]
    return (wanted or candidates)[0]


def by_die(numbers: CardUse, one_off: bool) -> bool:
    """A match outside every league goes by a die; so does a way of dealing that has no other table."""
    return bool(numbers.by_die) and (one_off or not numbers.by_value)


def thrower(side: Side, teams: Teams, numbers: CardUse) -> str:
    """Under whose name the number is thrown: each for himself, or one of them for both."""
    return teams[side].key if numbers.each_throws else BOTH


def _dealt(
    side: Side, numbers: CardUse, one_off: bool, teams: Teams, ruleset: Ruleset, thrown: Mapping[str, int]
) -> Allowance:
    if not by_die(numbers, one_off):
        higher = higher_value(teams, ruleset)
        band = _band(numbers.by_value, higher)
        return Allowance(band.draw, band.keep, lines=(AllowanceLine("value", higher, band.draw, band.keep),))
    face = thrown.get(number_key(thrower(side, teams, numbers)))
    band = _band(numbers.by_die, face) if face else max(numbers.by_die, key=lambda one: one.keep)
    lines = (AllowanceLine("die", face, band.draw, band.keep),) if face else ()
    return Allowance(band.draw, band.keep, lines=lines, thrown=face is not None)


def _band(bands: tuple[CardBand, ...], reached: int) -> CardBand:
    return [band for band in bands if reached >= band.start][-1]


def _as_points(dealt: Allowance) -> Allowance:
    return replace(dealt, draw=0, keep=0, points=dealt.draw)


def _widened(dealt: Allowance, bought: Tally, use: CardUse, ruleset: Ruleset) -> Allowance:
    """What special plays that were bought add: to the draw and to what is kept, or cards besides."""
    times = sum(bought.values())
    if not times:
        return dealt
    if use.special_play == "wider" and not ruleset.options.variant_special_plays:
        line = AllowanceLine("special-play", times, times, times)
        return replace(dealt, draw=dealt.draw + times, keep=dealt.keep + times, lines=(*dealt.lines, line))
    return replace(dealt, bought=bought, lines=(*dealt.lines, *_special_lines(bought)))


def _special_lines(bought: Tally) -> tuple[AllowanceLine, ...]:
    times = sum(bought.values())
    return (AllowanceLine("special-play", times, times, times),) if times else ()


def _of_their_own(bought: Tally, ruleset: Ruleset) -> Allowance:
    """Cards of an edition that has no decks: so many drawn and so many kept for each that is bought."""
    times = sum(bought.values())
    draw = sum(one.draw for one in special_plays(ruleset)) * times
    keep = sum(one.keep for one in special_plays(ruleset)) * times
    return Allowance(draw, keep, lines=(AllowanceLine("special-play", times, draw, keep),) if times else ())


# Limits on single decks.


def most_of_named(deck: str, one_off: bool, ruleset: Ruleset) -> int | None:
    """The most cards of a deck that has a limit of its own. None: it has none."""
    use = use_of(ruleset)
    if use is None:
        return None
    limits = (numbers_of(use, one_off, ruleset).most_of.get(deck), use.most_of.get(deck))
    return min((limit for limit in limits if limit is not None), default=None)


def most_of_deck(deck: str, allowed: Allowance, one_off: bool, ruleset: Ruleset) -> int | None:
    """The most cards of one deck that can be held by this way of dealing. None: as many as there are."""
    use, named = use_of(ruleset), most_of_named(deck, one_off, ruleset)
    if use is None or use.ahead is None:
        return named
    among = len(decks.piles(ruleset)) if use.ahead_of == "all" else 2
    # All others may lie so many cards behind it.
    even = (allowed.draw + (among - 1) * use.ahead) // among if among else 0
    return even if named is None else min(even, named)


# Who begins.


def begins(teams: Teams, dice: Dice, ruleset: Ruleset) -> Side:
    """Who draws first: the higher team value, or after a throw of both."""
    return leader(teams, ruleset) or _wins_the_throw(ORDER, teams, dice, ruleset)


def chooses(teams: Teams, dice: Dice, ruleset: Ruleset) -> Side:
    """Who names the deck, or picks first in a draft: the dice say, whatever the teams are worth."""
    return _wins_the_throw(CHOICE, teams, dice, ruleset)


def _wins_the_throw(purpose: str, teams: Teams, dice: Dice, ruleset: Ruleset) -> Side:
    return rolling_off.roll_off(purpose, _order_dice(ruleset), _keys(teams), dice)


def _order_dice(ruleset: Ruleset) -> tuple[int, ...]:
    use = use_of(ruleset)
    return use.order_dice if use else ()


def _keys(teams: Teams) -> dict[Side, str]:
    return {side: teams[side].key for side in SIDES}


def dice_of(
    prematch: PreMatch, teams: Teams, ruleset: Ruleset, typed: Mapping[str, tuple[int, ...]]
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Every throw about cards that coaches may have made at the table. Shuffling is none of them."""
    yield from _decks_thrown(prematch, teams, ruleset)
    use = use_of(ruleset)
    if use is None:
        return
    numbers = numbers_of(use, prematch.one_off, ruleset)
    if use.way != "bought" and by_die(numbers, prematch.one_off):
        keys = {number_key(thrower(side, teams, numbers)) for side in SIDES}
        yield from ((key, numbers.dice) for key in sorted(keys))
    if use.begins == "dice":
        yield from rolling_off.dice_of(CHOICE, use.order_dice, _keys(teams), typed)
    if use.order_dice and use.way != "draft" and leader(teams, ruleset) is None:
        yield from rolling_off.dice_of(ORDER, use.order_dice, _keys(teams), typed)


def _decks_thrown(prematch: PreMatch, teams: Teams, ruleset: Ruleset) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Where a die finds the deck of each special play that was bought."""
    for side in SIDES:
        for one in special_plays(ruleset):
            times = sum(each.count for each in prematch.side(side).induced or () if each.what == one.key)
            if one.table:
                yield from ((deck_key(teams[side].key, nth), one.table.dice) for nth in range(1, times + 1))


def deck_key(team: str, nth: int) -> str:
    return f"card/deck/{team}/{nth}"


def deck_found(team: str, nth: int, special_play: Inducement, dice: Dice) -> str:
    """The deck of the nth special play that was bought, where a die says it."""
    table = special_play.table
    if table is None:
        return ""
    return table.result(score_of(dice.roll(deck_key(team, nth), *table.dice).faces, table.read)).key
