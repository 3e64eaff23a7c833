"""The steps that every match day has: weather, stadium, referee, fans, journeymen, and who kicks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from django.http import QueryDict
from django.utils.translation import gettext

from engine.match.before import gate, tables, venue
from engine.match.journeymen import hirelings, owed, qualifying
from engine.match.prematch import MaybeSide
from engine.match.sides import SIDES, Side
from engine.rulesets.model import Position
from engine.rulesets.tables import DieResult, DieTable
from engine.team.known import stadium_keys
from engine.team.sheet import Player
from leagues.models import Coach
from leagues.policies import Visitor
from matches.models import Match
from matches.selectors.matchday import PreMatchPage
from matches.services import prematch as services
from matches.services.prematch import PLACES
from matches.web.asking import whole
from matches.web.prematch_dice import Dicing, dicing, typed_faces
from matches.web.prematch_steps import Shown, StepPage, Unreadable, seen
from teams.models import Team

# What a form of a step is for.
THROW, TYPED, TELL, HOME, ON = "throw", "typed", "tell", "home", "on"
Post = Callable[[QueryDict, Match, Coach], object]


# Sent


def thrown_or(step: str, tell: Post) -> Post:
    """The server throws, faces are typed in, or the result is simply told."""

    def sent(typed: QueryDict, match: Match, coach: Coach) -> object:
        do, table = typed.get("do", ""), typed.get("table", "")
        throw = partial(services.prematch_throw, match=match, step=step, table=table, seen=seen(typed), actor=coach)
        if do == THROW:
            return throw()
        return throw(typed=typed_faces(typed)) if do == TYPED else tell(typed, match, coach)

    return sent


def _side(typed: QueryDict, name: str) -> MaybeSide:
    said = typed.get(name, "")
    if said == "":
        return ""
    for side in SIDES:
        if side == said:
            return side
    raise Unreadable(gettext("Name one of the two sides."))


def _table_and_key(typed: QueryDict) -> tuple[str, str]:
    """``winter/blizzard``: a result, and the table on which it stands."""
    table, _, key = typed.get("result", "").partition("/")
    return table, key


def _weather_told(typed: QueryDict, match: Match, coach: Coach) -> object:
    table, weather = _table_and_key(typed)
    return services.weather_record(match=match, weather=weather, table=table, seen=seen(typed), actor=coach)


def _referee_told(typed: QueryDict, match: Match, coach: Coach) -> object:
    table, referee = _table_and_key(typed)
    return services.referee_record(match=match, referee=referee, table=table, seen=seen(typed), actor=coach)


def _stadium_told(typed: QueryDict, match: Match, coach: Coach) -> object:
    if typed.get("do") in (HOME, ON):
        home = typed.get("do") == HOME
        return services.stadium_choose(match=match, home=home, seen=seen(typed), actor=coach)
    return services.stadium_record(
        match=match,
        stadium=typed.get("stadium", ""),
        home_of=_side(typed, "home_of"),
        roller=_side(typed, "roller"),
        gold=_number(typed, "gold") or 0,
        seen=seen(typed),
        actor=coach,
    )


def _fans_told(typed: QueryDict, match: Match, coach: Coach) -> object:
    return services.fans_record(
        match=match,
        fans={side: _number(typed, f"fans-{side}") for side in SIDES},
        rivals={"yes": True, "no": False}.get(typed.get("rivals", "")),
        sits_out={side: typed.get(f"out-{side}", "") for side in SIDES if f"out-{side}" in typed},
        seen=seen(typed),
        actor=coach,
    )


def _kick_told(typed: QueryDict, match: Match, coach: Coach) -> object:
    kicking, coin = _side(typed, "kicking"), _side(typed, "coin")
    return services.kick_record(match=match, kicking=kicking, coin=coin, seen=seen(typed), actor=coach)


def _journeymen_sent(typed: QueryDict, match: Match, coach: Coach) -> object:
    side = _side(typed, "side")
    if not side:
        raise Unreadable(gettext("Name one of the two sides."))
    positions = [position for position in typed.getlist("position") if position]
    return services.journeymen_record(match=match, side=side, positions=positions, seen=seen(typed), actor=coach)


def _number(typed: QueryDict, name: str) -> int | None:
    number = whole(typed, name)
    if number is None and typed.get(name, "").strip():
        raise Unreadable(gettext("Write a number, such as 12000."))
    return number


# Shown


@dataclass(frozen=True, slots=True)
class TableStep:
    dicing: Dicing
    tables: tuple[DieTable, ...]
    table: str  # that is chosen, or would be
    result: DieResult | None
    chosen: str  # ``table/key``, as the field of the result has it
    told: bool  # recorded, and no dice lie there


def _table_step(
    step: str,
    all_tables: Callable[[PreMatchPage], tuple[DieTable, ...]],
    recorded: Callable[[PreMatchPage], tuple[str, DieResult | None]],
) -> Callable[[PreMatchPage, Visitor, QueryDict], Shown]:
    def show(page: PreMatchPage, visitor: Visitor, typed: QueryDict) -> Shown:
        found, dice = all_tables(page), dicing(step, page, typed)
        table, result = recorded(page)
        on = tables.thrown_on(tables.Recorded(typed.get("table", table), ""), found)
        key = f"{table or (on.key if on else '')}/{result.key}" if result else ""
        more = TableStep(
            dicing=dice,
            tables=found,
            table=on.key if on else "",
            result=result,
            chosen=typed.get("result", key),
            told=result is not None and not dice.lying,
        )
        return Shown("done" if result else "blank", more=more)

    return show


@dataclass(frozen=True, slots=True)
class StadiumStep:
    dicing: Dicing
    name: str  # of its attribute
    effect: str
    stadiums: tuple[tuple[str, str], ...]
    homes: tuple[tuple[Side, Team, str], ...]  # who has one, and what it is called
    choosing: Team | None  # whose coach says whether he plays at home
    chooses: bool  # ... and he is looking
    told: bool
    gold: bool  # it gives gold
    typed: QueryDict


def _stadium(page: PreMatchPage, visitor: Visitor, typed: QueryDict) -> Shown:
    dice, place, scene = dicing("stadium", page, typed), page.prematch.venue, page.scene
    names = stadium_keys(page.ruleset)
    rules = page.ruleset.stadiums
    roller = venue.at_home(scene).roller
    waits = bool(roller) and venue.is_a_choice(scene) and not place.stadium
    extra = rules.extra_of(place.stadium) if rules else None
    more = StadiumStep(
        dicing=dice,
        name=names.get(place.stadium, place.stadium),
        effect=_stadium_effect(page),
        stadiums=tuple(names.items()),
        homes=tuple(_homes(page)),
        choosing=page.team(roller) if waits and roller else None,
        chooses=waits and roller in page.decides,
        told=bool(place.stadium) and not dice.lying,
        gold=bool(extra and extra.gold),
        typed=typed,
    )
    if more.choosing:
        return Shown("waits", more.choosing.coach.name, more)
    return Shown("done" if place.stadium else "blank", more=more)


def _stadium_effect(page: PreMatchPage) -> str:
    rules = page.ruleset.stadiums
    results = [one for table in (rules.roll, *rules.categories) for one in table.results] if rules else []
    return next((one.effect for one in results if one.key == page.prematch.venue.stadium), "")


def _homes(page: PreMatchPage) -> Iterator[tuple[Side, Team, str]]:
    names = stadium_keys(page.ruleset)
    for side in SIDES:
        own = page.teams[side].stadium
        if own is not None:
            yield side, page.team(side), own.name or names.get(own.stadium, own.stadium)


@dataclass(frozen=True, slots=True)
class Gate:
    side: Side
    team: Team
    fans: int | None
    fame: int | None
    told: int | None
    typed: str
    rival: str  # who would turn up for it
    rival_here: bool
    makes_room: bool
    players: tuple[Player, ...]
    sits_out: str


@dataclass(frozen=True, slots=True)
class FansStep:
    dicing: Dicing
    gates: tuple[Gate, ...]
    rivals: bool  # they may turn up at this match


def _fans(page: PreMatchPage, visitor: Visitor, typed: QueryDict) -> Shown:
    scene, ruleset = page.scene, page.ruleset
    came = {side: gate.crowd_recorded(side, scene) for side in SIDES}
    fans = {side: number for side, number in came.items() if number is not None}
    rivals = gate.rivals_of(page.teams, ruleset)
    gates = []
    for side in SIDES:
        mine = page.prematch.side(side)
        star = ruleset.star(rivals.get(side, ""))
        gates.append(
            Gate(
                side=side,
                team=page.team(side),
                fans=came[side],
                fame=gate.fame_of(side, fans, page.prematch, ruleset) if len(fans) == len(SIDES) else None,
                told=mine.fans,
                typed=typed.get(f"fans-{side}", "" if mine.fans is None else str(mine.fans)),
                rival=star.name if star else "",
                rival_here=bool(mine.special),
                makes_room=bool(mine.special) and gate.has_to_make_room(side, page.teams, ruleset),
                players=page.teams[side].fit,
                sits_out=mine.sits_out,
            )
        )
    return Shown(
        "done" if len(fans) == len(SIDES) else "blank",
        more=FansStep(dicing("fans", page, typed), tuple(gates), bool(rivals)),
    )


@dataclass(frozen=True, slots=True)
class KickStep:
    dicing: Dicing
    sides: tuple[tuple[Side, Team], ...]
    winner: Team | None
    kicking: Team | None


def _kick(page: PreMatchPage, visitor: Visitor, typed: QueryDict) -> Shown:
    coin, kicking = page.prematch.coin, page.prematch.kicking
    more = KickStep(
        dicing=dicing("kick", page, typed),
        sides=tuple((side, page.team(side)) for side in SIDES),
        winner=page.team(coin) if coin else None,
        kicking=page.team(kicking) if kicking else None,
    )
    if more.winner and not kicking:
        return Shown("waits", more.winner.coach.name, more)
    return Shown("done" if kicking else "blank", more=more)


@dataclass(frozen=True, slots=True)
class JourneymenSide:
    side: Side
    team: Team
    owed: int
    positions: tuple[Position, ...]
    taken: tuple[str, ...] | None  # the names of their positions
    places: tuple[str, ...]  # what each field has: taken on, typed, or taken last
    decides: bool


def _journeymen(page: PreMatchPage, visitor: Visitor, typed: QueryDict) -> Shown:
    sides = tuple(_journeymen_side(side, page, typed) for side in SIDES)
    open_sides = [one for one in sides if one.owed and one.taken is None]
    if not open_sides:
        return Shown("done", more=sides)
    return Shown("waits", ", ".join(one.team.coach.name for one in open_sides), sides)


def _journeymen_side(side: Side, page: PreMatchPage, typed: QueryDict) -> JourneymenSide:
    sheet, taken = page.teams[side], page.prematch.side(side).journeymen
    positions = qualifying(sheet, page.ruleset)
    names = {position.key: position.name for position in positions}
    wanted = max(owed(sheet, page.ruleset), len(taken or ()))
    hired = sum(
        sum(one.journeymen_dice) + one.journeymen_more for one in hirelings(page.prematch.side(side), page.ruleset)
    )
    preset = page.last_journeyman.get(side, positions[0].key if positions else "")
    sent = typed.getlist("position") if typed.get("side") == side else []
    filled = [*(sent or taken or ()), *([preset] * wanted)][: max(wanted, len(sent))]
    return JourneymenSide(
        side=side,
        team=page.team(side),
        owed=owed(sheet, page.ruleset),
        positions=positions,
        taken=None if taken is None else tuple(names.get(key, key) for key in taken),
        places=(*filled, *[""] * max(0, owed(sheet, page.ruleset) + hired - len(filled))),
        decides=side in page.decides,
    )


STEPS = {
    "weather": StepPage(
        show=_table_step(
            "weather",
            lambda page: tables.weather_tables(page.ruleset),
            lambda page: (page.prematch.weather_table, tables.weather_of(page.prematch, page.ruleset)),
        ),
        post=thrown_or("weather", _weather_told),
        places=PLACES["weather"],
    ),
    "stadium": StepPage(
        show=_stadium,
        post=thrown_or("stadium", _stadium_told),
        places=PLACES["stadium"],
        feeds=("inducement",),
    ),
    "referee": StepPage(
        show=_table_step(
            "referee",
            lambda page: tables.referee_tables(page.ruleset),
            lambda page: (page.prematch.referee_table, tables.referee_of(page.prematch, page.ruleset)),
        ),
        post=thrown_or("referee", _referee_told),
        places=PLACES["referee"],
    ),
    "fans": StepPage(show=_fans, post=thrown_or("fans", _fans_told), places=PLACES["fans"]),
    "journeymen": StepPage(
        show=_journeymen, post=_journeymen_sent, places=PLACES["journeymen"], feeds=("inducement", "prayer")
    ),
    "kick": StepPage(show=_kick, post=thrown_or("kick", _kick_told), places=PLACES["kick"]),
}
