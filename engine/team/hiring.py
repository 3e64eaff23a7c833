"""Hire and fire (league rules, post-match sequence): every act of a coach between two matches, and its limits.

An act is refused with everything that stands in its way, or has its effects at once. Whether the window is open at all
is not asked here: that depends on the match before it and on the commissioner.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Literal

from engine import effects as fx
from engine.dice import Dice, ReplayDice
from engine.errors import HiringIllegal, Problem, marked
from engine.rulesets.model import Good, Position, Ruleset
from engine.rulesets.tables import Raising
from engine.team import home_acts, limits, sponsoring
from engine.team.draft import player_name
from engine.team.evolve import fold
from engine.team.legality import worth_problems
from engine.team.paying import gold_problems, paid
from engine.team.sheet import Player, Risen, TeamSheet
from engine.team.value import value

ActKind = Literal[
    "hire",
    "fire",
    "buy",
    "drop",
    "hire-journeyman",
    "raise",
    "retire",
    "roster-star",
    "release-star",
    "rename",
    "sell-stadium",
    "buy-stadium",
    "pay-into-fund",
    "cancel-residency",
    "name-stadium",
    "end-sponsor",
    "end-sponsorship",
    "name-sponsored",
]
# What needs no window.
AT_ANY_TIME: tuple[ActKind, ...] = ("rename", "name-stadium", "cancel-residency")
# Names change nothing: whatever has to come first in a window, comes first in spite of them.
NAMING: tuple[ActKind, ...] = ("rename", "name-stadium")


@dataclass(frozen=True, slots=True)
class Act:
    """One thing that a coach does to his team. ``player`` is the key of whom it is about, or of who comes."""

    kind: ActKind
    player: str = ""
    position: str = ""
    number: int = 0
    name: str = ""
    good: str = ""
    count: int = 1
    victim: str = ""
    star: str = ""


Effects = tuple[fx.Effect, ...]
Problems = tuple[Problem, ...]
Checked = tuple[Problems, Effects]  # what stands in the way of an act, and what it does if nothing does


def problems(act: Act, sheet: TeamSheet, ruleset: Ruleset) -> Problems:
    """Everything that stands in the way of an act, all at once."""
    return _checked(act, sheet, ruleset)[0]


def decide_act(act: Act, sheet: TeamSheet, ruleset: Ruleset, dice: Dice | None = None) -> Effects:
    """``dice`` are for the one act that throws any: what a stadium is sold for."""
    found, effects = _checked(act, sheet, ruleset)
    if found:
        raise HiringIllegal(found)
    if act.kind == "sell-stadium":
        return (*effects, home_acts.sold(sheet, ruleset, dice or ReplayDice(())))
    return effects


def _checked(act: Act, sheet: TeamSheet, ruleset: Ruleset) -> Checked:
    if sheet.retired:
        return (limits.team_retired(sheet.name, "team"),), ()
    found, effects = _ACTS[act.kind](act, sheet, ruleset)
    return found or tuple(_grown_too_far(sheet, effects, ruleset)), effects


def places_left(sheet: TeamSheet, ruleset: Ruleset) -> int:
    return max(0, ruleset.draft.players_max - sheet.seats(ruleset))


def openings(position: Position, sheet: TeamSheet, ruleset: Ruleset) -> int:
    """How many more of a position the team may have, whatever it can pay for."""
    roster, counts = ruleset.roster(sheet.roster), _counts(sheet)
    left = [position.max - counts[position.key], places_left(sheet, ruleset)]
    if position.big_guy and roster.big_guys_max is not None:
        left.append(roster.big_guys_max - sum(counts[one.key] for one in roster.positions if one.big_guy))
    return max(0, min(left))


def price_of_good(good: Good, sheet: TeamSheet, ruleset: Ruleset) -> int:
    """After the draft: re-rolls cost twice what the team list says."""
    return ruleset.good_cost(ruleset.roster(sheet.roster), good.key) * good.later_factor


def price_of_journeyman(player: Player, sheet: TeamSheet, ruleset: Ruleset) -> int:
    """That of a rookie, or of what he has become meanwhile, as the edition says."""
    rookie = sheet.position_of(player, ruleset).cost
    current = bool(ruleset.journeymen and ruleset.journeymen.hired_at == "current")
    return rookie + (sum(one.value for one in player.improvements) if current else 0)


def suggested_name(act: Act, sheet: TeamSheet, ruleset: Ruleset, number: int) -> str:
    """What a newcomer is called until somebody gives him a better name: by his position and number."""
    risen = sheet.last_match.may_rise if sheet.last_match else ()
    wanted = act.position or next((one.position for one in risen if one.victim == act.victim), "")
    line = next((one for one in ruleset.roster(sheet.roster).positions if one.key == wanted), None)
    return f"{line.name} {number}" if line else str(number)


def raising_of(risen: Risen, ruleset: Ruleset) -> Raising | None:
    return next((rule for rule in ruleset.raising if rule.key == risen.raising), None)


def stars_join(ruleset: Ruleset) -> bool:
    """Whether a star may join a roster for good."""
    return ruleset.options.rostered_stars and ruleset.upkeep is not None


# The end of the window


def closing_options(sheet: TeamSheet, ruleset: Ruleset) -> tuple[str, ...]:
    """How a coach may end it: a star whose upkeep is due is paid or goes."""
    owed = upkeep_due(sheet, ruleset)
    if owed is None:
        return ("done",)
    return ("pay-upkeep", "release-star") if owed <= sheet.treasury else ("release-star",)


def upkeep_due(sheet: TeamSheet, ruleset: Ruleset) -> int | None:
    star = ruleset.star(sheet.star)
    if star is None or star.cost is None or ruleset.upkeep is None or not sheet.star_played:
        return None
    return ruleset.upkeep.owed(star.cost)


def closing_problems(sheet: TeamSheet, ruleset: Ruleset) -> Problems:
    """A team that has to be worth no more than so much is, when the window closes (Basic, section 2.5.3)."""
    return tuple(worth_problems(sheet, ruleset))


def close(sheet: TeamSheet, ruleset: Ruleset, choice: str) -> Effects:
    """Journeymen whom nobody hired go; a star stays for his upkeep, or goes."""
    gone = [fx.PlayerLeft(player.key) for player in sheet.roll_call if player.status == "journeyman"]
    if choice == "pay-upkeep":
        return (*gone, fx.GoldChanged(-(upkeep_due(sheet, ruleset) or 0), "upkeep", about=sheet.star))
    if choice == "release-star":
        return (*gone, fx.StarReleased(sheet.star))
    return tuple(gone)


# Journeymen


def journeymen_wanted(sheet: TeamSheet, ruleset: Ruleset) -> int:
    """How many a team that cannot field a full side may take on."""
    if ruleset.journeymen is None or not ruleset.options.journeymen or sheet.retired:
        return 0
    fit = len(sheet.fit) + sheet.star_members(ruleset)
    return max(0, ruleset.journeymen.up_to - fit)


def journeyman_options(sheet: TeamSheet, ruleset: Ruleset) -> tuple[str, ...]:
    """The positions of which a team that is short of players may take them on; none when it is not."""
    if not journeymen_wanted(sheet, ruleset):
        return ()
    return tuple(position.key for position in ruleset.roster(sheet.roster).positions if position.journeyman)


def window_options(sheet: TeamSheet, ruleset: Ruleset) -> tuple[str, ...]:
    """The same when a commissioner's window closes; where they are taken on before a match, not yet."""
    return journeyman_options(sheet, ruleset) if "journeymen" in ruleset.post_match else ()


def take_on(sheet: TeamSheet, ruleset: Ruleset, position: str, occasion: str) -> Effects:
    """As many as are wanted, all of one position."""
    return taken_on(sheet, ruleset, (position,) * journeymen_wanted(sheet, ruleset), occasion)


def taken_on(sheet: TeamSheet, ruleset: Ruleset, positions: Sequence[str], occasion: str) -> Effects:
    """One of each of these positions. Their keys name the occasion: deciding it again never gives them other ones."""
    roster = ruleset.roster(sheet.roster)
    worn = {player.number for player in sheet.roll_call}
    free = (number for number in count(1) if number not in worn)
    return tuple(
        fx.JourneymanTakenOn(f"j{occasion}-{nth}", next(free), f"{roster.position(key).name} {nth}", key)
        for nth, key in enumerate(positions, start=1)
    )


# Single acts


def _hire(act: Act, sheet: TeamSheet, ruleset: Ruleset) -> Checked:
    roster = ruleset.roster(sheet.roster)
    position = next((one for one in roster.positions if one.key == act.position), None)
    if position is None:
        return (limits.unknown_position(roster, act.position, "position"),), ()
    found = (
        *_newcomer(act, sheet, ruleset, position),
        *gold_problems(sheet, position.cost, ruleset),
    )
    return found, (
        fx.PlayerHired(act.player, act.number, act.name, position.key),
        *paid(position.cost, "player-hired", act.player, ruleset),
    )


def _fire(act: Act, sheet: TeamSheet, ruleset: Ruleset) -> Checked:
    found = tuple(_on_the_roster(act.player, sheet))
    return found, (fx.PlayerFired(act.player),)


def _buy(act: Act, sheet: TeamSheet, ruleset: Ruleset) -> Checked:
    good = next((one for one in ruleset.goods if one.key == act.good), None)
    if good is None:
        return (limits.unknown_good(act.good, f"goods.{act.good}"),), ()
    price = price_of_good(good, sheet, ruleset) * max(1, act.count)
    found = (*_may_buy(act, good, sheet, ruleset), *gold_problems(sheet, price, ruleset))
    return found, (
        fx.GoodsChanged(good.key, act.count),
        *paid(price, "goods-bought", good.key, ruleset),
    )


def _drop(act: Act, sheet: TeamSheet, ruleset: Ruleset) -> Checked:
    good = next((one for one in ruleset.goods if one.key == act.good), None)
    if good is None:
        return (limits.unknown_good(act.good, f"goods.{act.good}"),), ()
    return tuple(_may_drop(act, good, sheet)), (fx.GoodsChanged(good.key, -act.count),)


def _hire_journeyman(act: Act, sheet: TeamSheet, ruleset: Ruleset) -> Checked:
    player = sheet.player(act.player)
    if player is None or player.status != "journeyman":
        return (_no_journeyman(act.player, sheet),), ()
    price = price_of_journeyman(player, sheet, ruleset)
    found = (
        *_room(sheet, ruleset, sheet.position_of(player, ruleset)),
        *gold_problems(sheet, price, ruleset),
    )
    return found, (
        fx.JourneymanHired(player.key),
        *paid(price, "journeyman-hired", player.key, ruleset),
    )


def _raise(act: Act, sheet: TeamSheet, ruleset: Ruleset) -> Checked:
    last = sheet.last_match
    risen = next((one for one in (last.may_rise if last else ()) if one.victim == act.victim), None)
    rule = raising_of(risen, ruleset) if risen else None
    if last is None or risen is None or rule is None:
        return (_nobody_to_raise(act.victim),), ()
    position = ruleset.roster(sheet.roster).position(risen.position)
    price = position.cost if rule.paid else 0
    found = (
        *_newcomer(act, sheet, ruleset, position),
        *_raised_before(rule, last.raised.count(rule.key)),
        *gold_problems(sheet, price, ruleset),
    )
    return found, (
        fx.PlayerRaised(act.player, act.number, act.name, position.key, act.victim, rule.key),
        *paid(price, "player-hired", act.player, ruleset),
    )


def _retire(act: Act, sheet: TeamSheet, ruleset: Ruleset) -> Checked:
    player = sheet.player(act.player)
    if player is None or not player.on_the_roster:
        return tuple(_on_the_roster(act.player, sheet)), ()
    return tuple(_may_retire(player, ruleset)), (fx.PlayerRetired(act.player),)


def _roster_star(act: Act, sheet: TeamSheet, ruleset: Ruleset) -> Checked:
    if not stars_join(ruleset):
        return (_no_rostered_stars(),), ()
    star = ruleset.star(act.star)
    if star is None or star.cost is None or sheet.roster not in star.teams:
        return (_star_not_for_hire(act.star, sheet, ruleset),), ()
    price = star.cost
    found = (
        *_one_star(sheet, ruleset),
        *limits.too_many_players(sheet.seats(ruleset) + len(star.members), ruleset),
        *gold_problems(sheet, price, ruleset),
    )
    return found, (fx.StarRostered(star.key), *paid(price, "star-rostered", star.key, ruleset))


def _release_star(act: Act, sheet: TeamSheet, ruleset: Ruleset) -> Checked:
    found = () if sheet.star else (_no_star(sheet),)
    return found, (fx.StarReleased(sheet.star),)


def _rename(act: Act, sheet: TeamSheet, ruleset: Ruleset) -> Checked:
    found = (
        *_on_the_roster(act.player, sheet),
        *player_name(act.name, act.number, "name"),
        *_number(act, sheet, ruleset),
    )
    return found, (fx.PlayerRenamed(act.player, act.number, act.name),)


_ACTS: dict[ActKind, Callable[[Act, TeamSheet, Ruleset], Checked]] = {
    "hire": _hire,
    "fire": _fire,
    "buy": _buy,
    "drop": _drop,
    "hire-journeyman": _hire_journeyman,
    "raise": _raise,
    "retire": _retire,
    "roster-star": _roster_star,
    "release-star": _release_star,
    "rename": _rename,
    "sell-stadium": lambda act, sheet, ruleset: home_acts.sell(sheet, ruleset),
    "buy-stadium": lambda act, sheet, ruleset: home_acts.buy(sheet, ruleset),
    "pay-into-fund": lambda act, sheet, ruleset: home_acts.save(act.count, sheet, ruleset),
    "cancel-residency": lambda act, sheet, ruleset: home_acts.cancel(sheet, ruleset),
    "name-stadium": lambda act, sheet, ruleset: home_acts.give_a_name(act.name, sheet, ruleset),
    "end-sponsor": lambda act, sheet, ruleset: sponsoring.end_major(sheet, ruleset),
    "end-sponsorship": lambda act, sheet, ruleset: sponsoring.end_ongoing(act.count, sheet),
    "name-sponsored": lambda act, sheet, ruleset: sponsoring.name_player(act.player, sheet, ruleset),
}


# What may stand in the way


def _grown_too_far(sheet: TeamSheet, effects: Effects, ruleset: Ruleset) -> Iterator[Problem]:
    """Where a team may be worth only so much, no act takes it above; one that is above may shrink in steps."""
    after = fold(sheet, effects)
    if ruleset.value.cap is not None and value(after, ruleset).total > value(sheet, ruleset).total:
        yield from worth_problems(after, ruleset)


def _newcomer(act: Act, sheet: TeamSheet, ruleset: Ruleset, position: Position) -> Iterator[Problem]:
    if not act.player or sheet.player(act.player):
        yield Problem(
            "player_key_taken",
            marked("The key {player} names another player already."),
            "hiring",
            "player",
            {"player": act.player},
        )
    yield from player_name(act.name, act.number, "name")
    yield from _number(act, sheet, ruleset)
    yield from _room(sheet, ruleset, position)


def _room(sheet: TeamSheet, ruleset: Ruleset, position: Position) -> Iterator[Problem]:
    """Injured and retired players keep their place, on the roster and in their position."""
    yield from limits.too_many_players(sheet.seats(ruleset) + 1, ruleset)
    roster = ruleset.roster(sheet.roster)
    counts = _counts(sheet)
    counts[position.key] += 1
    if counts[position.key] > position.max:
        yield limits.position_limit(position, counts[position.key])
    if position.big_guy:
        yield from limits.too_many_big_guys(counts, roster)


def _counts(sheet: TeamSheet) -> Counter[str]:
    """Players by position. Whoever carried on from older rules is in no list, and in nobody's way."""
    return Counter(player.position for player in sheet.members if player.line is None)


def _number(act: Act, sheet: TeamSheet, ruleset: Ruleset) -> Iterator[Problem]:
    yield from limits.numbers_out_of_range((act.number,), ruleset)
    worn = next((one for one in sheet.roll_call if one.number == act.number and one.key != act.player), None)
    if worn is not None:
        yield Problem(
            "number_worn",
            marked("Number {number} is worn by {player}."),
            "draft.number",
            "number",
            {"number": act.number, "player": worn.name},
        )


def _on_the_roster(key: str, sheet: TeamSheet) -> Iterator[Problem]:
    player = sheet.player(key)
    if player is None or not player.on_the_roster:
        yield Problem(
            "player_not_here",
            marked("{team} has no player {player} on its roster."),
            "hiring",
            "player",
            {"team": sheet.name, "player": player.name if player else key},
        )


def _may_buy(act: Act, good: Good, sheet: TeamSheet, ruleset: Ruleset) -> Iterator[Problem]:
    roster, count = ruleset.roster(sheet.roster), sheet.goods[good.key] + act.count
    if act.count < 1:
        yield _not_a_count(good, act.count)
    if good not in ruleset.goods_of(roster):
        yield limits.good_not_allowed(roster, good)
    elif not good.later:
        yield Problem(
            "good_only_at_draft",
            marked("{good} can only be bought when a team is drafted."),
            "hiring",
            f"goods.{good.key}",
            {"good": good.name},
        )
    elif good.max is not None and count > good.max:
        yield limits.good_limit(good, count, good.max)


def _may_drop(act: Act, good: Good, sheet: TeamSheet) -> Iterator[Problem]:
    owned, most = sheet.goods[good.key], max(0, sheet.goods[good.key] - good.min)
    if act.count < 1:
        yield _not_a_count(good, act.count)
    if not good.droppable:
        yield Problem(
            "good_never_dropped",
            marked("{good} are never given up: the team has {owned}."),
            "hiring",
            f"goods.{good.key}",
            {"good": good.name, "owned": owned},
        )
    elif act.count > most:
        yield Problem(
            "good_not_owned",
            marked("{good}: {count} to give up, but at most {most} can be."),
            "hiring",
            f"goods.{good.key}",
            {"good": good.name, "count": act.count, "most": most},
        )


def _not_a_count(good: Good, count: int) -> Problem:
    return Problem(
        "good_count",
        marked("{good}: {count} is not a number that can be bought or given up."),
        "hiring",
        f"goods.{good.key}",
        {"good": good.name, "count": count},
    )


def _no_journeyman(key: str, sheet: TeamSheet) -> Problem:
    player = sheet.player(key)
    return Problem(
        "no_journeyman",
        marked("{player} is no journeyman of {team}."),
        "hiring.journeymen",
        "player",
        {"player": player.name if player else key, "team": sheet.name},
    )


def _nobody_to_raise(victim: str) -> Problem:
    return Problem(
        "nobody_to_raise",
        marked("Nobody “{victim}” was killed in the last match who could be raised."),
        "hiring.raising",
        "victim",
        {"victim": victim},
    )


def _raised_before(rule: Raising, times: int) -> Iterator[Problem]:
    if rule.most is not None and times >= rule.most:
        yield Problem(
            "raised_already",
            marked("{rule}: {times} raised after this match; {most} is the most."),
            "hiring.raising",
            "victim",
            {"rule": rule.name, "times": times, "most": rule.most},
        )


def _may_retire(player: Player, ruleset: Ruleset) -> Iterator[Problem]:
    if not ruleset.options.temporary_retirement:
        yield Problem(
            "no_temporary_retirement", marked("There is no temporary retirement in this league."), "hiring", "player"
        )
    elif player.status != "active":
        yield Problem(
            "retirement_not_active",
            marked("{player} is a journeyman or has retired already: he cannot retire."),
            "hiring.retiring",
            "player",
            {"player": player.name},
        )
    elif not player.lasting:
        yield Problem(
            "retirement_without_injury",
            marked("{player} suffered no lasting injury in the last match."),
            "hiring.retiring",
            "player",
            {"player": player.name},
        )


def _star_not_for_hire(key: str, sheet: TeamSheet, ruleset: Ruleset) -> Problem:
    star = ruleset.star(key)
    return Problem(
        "star_not_for_hire",
        marked("{star} does not play for {roster} teams."),
        "hiring.stars",
        "star",
        {"star": star.name if star else key, "roster": ruleset.roster(sheet.roster).name},
    )


def _no_rostered_stars() -> Problem:
    return Problem("no_rostered_stars", marked("Stars join no roster in this league."), "hiring.stars", "star")


def _one_star(sheet: TeamSheet, ruleset: Ruleset) -> Iterator[Problem]:
    if sheet.star:
        rostered = ruleset.star(sheet.star)
        yield Problem(
            "star_already",
            marked("{star} is on the roster already; {most} is the most."),
            "hiring.stars",
            "star",
            {
                "star": rostered.name if rostered else sheet.star,
                "most": ruleset.upkeep.rostered_max if ruleset.upkeep else 0,
            },
        )


def _no_star(sheet: TeamSheet) -> Problem:
    return Problem("no_star", marked("{team} has no star on its roster."), "hiring.stars", "star", {"team": sheet.name})
