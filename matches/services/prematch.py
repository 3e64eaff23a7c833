"""What is found out before a match: thrown by the server, typed in from the table, or just told.

A roll is kept before anything depends on it, and lies there whatever is told later. What is told may be told again,
until the report is filed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from engine.dice import notation
from engine.errors import Problem, marked
from engine.match.before import PARTS, Ask, Fallen, decided, wanted
from engine.match.before.gate import rivals_of
from engine.match.before.venue import at_home, category_key, is_a_choice
from engine.match.prematch import MaybeSide, PreMatch
from engine.match.sides import SIDES, Side
from engine.match.throwing import DieOfTheTable, thrower_of
from leagues.models import Coach
from leagues.policies import allow
from matches.errors import PrematchIllegal, ThrownAlready
from matches.models import Match, MatchDay
from matches.policies import can_decide
from matches.services.matchday import Preparation, preparing

NOTHING_TYPED: Fallen = MappingProxyType({})
# Where each step writes, as problems name it.
PLACES: Mapping[str, tuple[str, ...]] = {
    "weather": ("prematch.weather", "prematch.weather_table"),
    "stadium": ("prematch.venue",),
    "referee": ("prematch.referee", "prematch.referee_table"),
    "fans": (*(f"prematch.{side}.{part}" for side in SIDES for part in ("fans", "special", "sits_out")),),
    "kick": ("prematch.kicking", "prematch.coin"),
    "journeymen": tuple(f"prematch.{side}.journeymen" for side in SIDES),
}


def prematch_throw(
    *,
    match: Match,
    step: str,
    table: str = "",
    typed: Fallen = NOTHING_TYPED,
    seen: int | None = None,
    actor: Coach,
) -> MatchDay:
    """Throw for a step: with the server's dice, or with those of the table that were ``typed`` in.

    ``table`` is the one that coaches have agreed on, where there are several. One throw may lead to the next; where a
    coach may play at home instead, it waits for his word.
    """
    with preparing(step, match=match, places=PLACES.get(step, ()), seen=seen, actor=actor) as at:
        if table:
            at.prematch = _with_table(at, step, table)
            at.check()
        _check_keys(at, step, typed)
        fell: dict[str, tuple[int, ...]] = {}
        while asks := _thrown_now(at, step, typed, fell):
            fell |= at.throw(asks, typed)
            at.prematch = decided(step, at.scene)
        if not fell:
            raise _nothing_to_throw(at, step, typed)
        at.noted = {"rolls": {key: list(faces) for key, faces in fell.items()}}
    return at.day


def weather_record(*, match: Match, weather: str, table: str = "", seen: int | None = None, actor: Coach) -> MatchDay:
    """What the weather is; nothing takes it back. Dice that have fallen lie there all the same."""
    with preparing("weather", match=match, places=PLACES["weather"], seen=seen, actor=actor) as at:
        at.prematch = replace(at.prematch, weather=weather, weather_table=table)
    return at.day


def referee_record(*, match: Match, referee: str, table: str = "", seen: int | None = None, actor: Coach) -> MatchDay:
    with preparing("referee", match=match, places=PLACES["referee"], seen=seen, actor=actor) as at:
        at.prematch = replace(at.prematch, referee=referee, referee_table=table)
    return at.day


def stadium_record(
    *,
    match: Match,
    stadium: str = "",
    home_of: MaybeSide = "",
    roller: MaybeSide = "",
    gold: int = 0,
    seen: int | None = None,
    actor: Coach,
) -> MatchDay:
    """Where the match is played: a stadium by its key, or at home of a side. ``roller`` is whose coach threw for it."""
    with preparing("stadium", match=match, places=PLACES["stadium"], seen=seen, actor=actor) as at:
        venue = replace(at.prematch.venue, stadium=stadium, home_of=home_of, name="", gold=gold)
        venue = replace(venue, roller=roller or venue.roller)
        own = at.teams[home_of].stadium if home_of else None
        if own is not None:
            venue = replace(venue, stadium=own.stadium, name=own.name)
        at.prematch = replace(at.prematch, venue=venue)
    return at.day


def stadium_choose(*, match: Match, home: bool, seen: int | None = None, actor: Coach) -> MatchDay:
    """The coach who throws for the stadium says whether he plays at home, or throws on."""
    with preparing("stadium", match=match, places=PLACES["stadium"], seen=seen, actor=actor) as at:
        side = at_home(at.scene).roller
        if not side or not is_a_choice(at.scene):
            raise ThrownAlready
        allow(can_decide(actor, match, side))
        if home:
            at.prematch = replace(at.prematch, venue=at_home(at.scene))
        asks = [ask for ask in wanted("stadium", at.scene) if not (home and _is_category(at, ask))]
        asks = [ask for ask in asks if thrower_of(ask.key, at.ruleset) != "table"]
        at.throw(asks, NOTHING_TYPED)
        at.prematch = decided("stadium", at.scene)
    return at.day


def fans_record(
    *,
    match: Match,
    fans: Mapping[Side, int | None],
    rivals: bool | None = None,
    sits_out: Mapping[Side, str] = MappingProxyType({}),
    seen: int | None = None,
    actor: Coach,
) -> MatchDay:
    """How many came, told without dice; whether the rivals turned up, and who makes room for them."""
    with preparing("fans", match=match, places=PLACES["fans"], seen=seen, actor=actor) as at:
        stars = rivals_of(at.teams, at.ruleset)
        for side in SIDES:
            mine = at.prematch.side(side)
            at.prematch = at.prematch.with_side(
                side,
                fans=fans.get(side),
                special=mine.special if rivals is None else stars.get(side, "") if rivals else "",
                sits_out=sits_out.get(side, mine.sits_out) if rivals is not False else "",
            )
    return at.day


def kick_record(
    *, match: Match, kicking: MaybeSide, coin: MaybeSide = "", seen: int | None = None, actor: Coach
) -> MatchDay:
    """Which side kicks off first; nothing takes it back. ``coin`` is who won the toss, where that is told."""
    with preparing("kick", match=match, places=PLACES["kick"], seen=seen, actor=actor) as at:
        at.prematch = replace(at.prematch, kicking=kicking, coin=coin or at.prematch.coin)
    return at.day


def journeymen_record(
    *, match: Match, side: Side, positions: Sequence[str] | None, seen: int | None = None, actor: Coach
) -> MatchDay:
    """Whom a side that is short of players takes on, by their positions."""
    places = (f"prematch.{side}.journeymen",)
    with preparing("journeymen", match=match, side=side, places=places, seen=seen, actor=actor) as at:
        taken = None if positions is None else tuple(positions)
        at.prematch = at.prematch.with_side(side, journeymen=taken)
    return at.day


# What is thrown


def _with_table(at: Preparation, step: str, table: str) -> PreMatch:
    if step == "weather":
        return replace(at.prematch, weather_table=table)
    return replace(at.prematch, referee_table=table) if step == "referee" else at.prematch


def _check_keys(at: Preparation, step: str, typed: Fallen) -> None:
    """Faces for a roll that this step does not have, or that lies there already."""
    if step not in PARTS:
        raise ThrownAlready
    scene = at.scene
    possible = {ask.key for ask in PARTS[step].possible(scene)}
    unasked = tuple(
        Problem("die_not_of_step", marked("This step asks for no die {key}."), "dice", f"dice.{key}", {"key": key})
        for key in typed
        if key not in possible
    )
    if unasked:
        raise PrematchIllegal(unasked)
    if any(key in scene.fallen and tuple(faces) != scene.fallen[key] for key, faces in typed.items()):
        raise ThrownAlready


def _thrown_now(at: Preparation, step: str, typed: Fallen, fell: Fallen) -> list[Ask]:
    """What was typed in, or else all that the server throws."""
    asks = [ask for ask in wanted(step, at.scene) if ask.key not in fell]
    if step == "stadium" and is_a_choice(at.scene):
        asks = [ask for ask in asks if ask.key in typed or not _is_category(at, ask)]
    if typed:
        return [ask for ask in asks if ask.key in typed]
    return [ask for ask in asks if thrower_of(ask.key, at.ruleset) != "table"]


def _is_category(at: Preparation, ask: Ask) -> bool:
    rules = at.ruleset.stadiums
    return rules is not None and ask.key in {category_key(table.key) for table in rules.categories}


def _nothing_to_throw(at: Preparation, step: str, typed: Fallen) -> Exception:
    """Everything lies there, or what is missing is thrown at the table."""
    asks = wanted(step, at.scene)
    if typed or not asks or (step == "stadium" and is_a_choice(at.scene)):
        return ThrownAlready()
    return DieOfTheTable(dice=notation(asks[0].dice), key=asks[0].key)
