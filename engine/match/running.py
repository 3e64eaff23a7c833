"""A match as it stands, event by event: the score, the drive, and who is off the pitch.

``after`` is total, like ``evolve``: an event that cannot be leaves the rest as it was, and the checks say so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from engine.dice import TableDice
from engine.errors import EngineError
from engine.match import injuries
from engine.match.events import Event
from engine.match.prematch import MaybeSide, Prayer, PreMatch
from engine.match.report import Casualty
from engine.match.returns import Leaving, Off, ways_back
from engine.match.sides import SIDES, Side, other_side
from engine.rulesets.model import Ruleset
from engine.tally import NONE, Tally
from engine.team.sheet import TeamSheet

# What became of a casualty, as far as it is told: back in the reserves, dead, or out for this match.
Fate = Literal["saved", "dead", "out"]
DEEDS = ("touchdown", "completion", "superb-throw", "interception", "deflection")


@dataclass(frozen=True, slots=True)
class Gone:
    """A player who is off the pitch: why, and since when."""

    player: str
    off: Off
    drive: int
    half: int
    turn: int
    dead: bool = False  # as far as it is told

    @property
    def why(self) -> Leaving:
        return "dead" if self.dead else self.off


@dataclass(frozen=True, slots=True)
class Answered:
    """A prayer that was answered, and when."""

    prayer: Prayer
    half: int
    drive: int


@dataclass(frozen=True, slots=True)
class SideState:
    score: int = 0
    gone: tuple[Gone, ...] = ()
    hurt: Tally = NONE  # how often each player was a casualty
    rerolls: int = 0  # used in this half
    prayers: tuple[Answered, ...] = ()
    brought_back: tuple[Gone, ...] = ()  # by a bribe, a card, the stadium ..., after being sent off or carried off

    def off(self, why: Off) -> tuple[str, ...]:
        return tuple(gone.player for gone in self.gone if gone.off == why)

    def why_gone(self, player: str) -> Gone | None:
        return next((gone for gone in self.gone if gone.player == player), None)

    def times_back(self, player: str, *why: Off) -> int:
        """How often something brought him back, after leaving like that."""
        return sum(gone.player == player and gone.off in why for gone in self.brought_back)

    def ready(self, sheet: TeamSheet) -> tuple[str, ...]:
        """Who is on the pitch or in reserve: set-ups are not written down."""
        gone = {one.player for one in self.gone}
        return tuple(player.key for player in sheet.fit if player.key not in gone)


@dataclass(frozen=True, slots=True)
class Running:
    half: int = 0  # 0: not written down
    turn: int = 0
    turn_of: MaybeSide = ""
    drive: int = 1
    kicked_off: bool = False  # this drive
    scored_at: tuple[int, int] = (0, 0)  # half and turn of the touchdown that this drive began with, if it was dated
    kicking: MaybeSide = ""
    weather: str = ""
    stopped: bool = False  # abandoned, to go on later
    home: SideState = field(default_factory=SideState)
    away: SideState = field(default_factory=SideState)

    def side(self, side: Side) -> SideState:
        return self.home if side == "home" else self.away

    def with_side(self, side: Side, state: SideState) -> Running:
        return replace(self, home=state) if side == "home" else replace(self, away=state)


def kick_off(prematch: PreMatch | None) -> Running:
    """Before the first event."""
    if prematch is None:
        return Running()
    state = Running(kicking=prematch.kicking, weather=prematch.weather)
    for side in SIDES:
        prayers = tuple(Answered(prayer, 1, 1) for prayer in prematch.side(side).prayers or ())
        state = state.with_side(side, SideState(prayers=prayers))
    return state


def in_order(events: Iterable[Event]) -> tuple[Event, ...]:
    """As they happened: by half and turn, and within a turn as they were told. What nobody dated stays where it is."""
    dated: list[tuple[int, int, int, Event]] = []
    half = turn = 0
    for nth, event in enumerate(events):
        if event.half:
            # Without a turn it belongs to the turn before it, if that was of the same half.
            half, turn = event.half, event.turn or (turn if event.half == half else 0)
        dated.append((half, turn, nth, event))
    return tuple(event for *_, event in sorted(dated, key=lambda one: one[:3]))


def once(events: Iterable[Event]) -> tuple[Event, ...]:
    """What arrived twice under one key counts once, as it came first."""
    return tuple({event.key: event for event in reversed(tuple(events))}.values())[::-1]


def stopped(events: Iterable[Event]) -> Event | None:
    """The last word about play itself, if it is that play stopped, to go on later."""
    word = _last_word(events)
    return word if word is not None and word.kind == "abandoned" else None


def resumed(events: Iterable[Event]) -> Event | None:
    """The last word about play itself, if it is that play goes on."""
    word = _last_word(events)
    return word if word is not None and word.kind == "resumed" else None


def _last_word(events: Iterable[Event]) -> Event | None:
    words = [event for event in in_order(once(events)) if event.kind in ("abandoned", "resumed")]
    return words[-1] if words else None


def walked(
    events: Iterable[Event], prematch: PreMatch | None, sheets: Mapping[Side, TeamSheet], ruleset: Ruleset
) -> Iterator[tuple[Event, Running, Running]]:
    """Each event as it happened, with the match at its moment and after it."""
    state = kick_off(prematch)
    for event in in_order(once(events)):
        now = _dated(state, event)
        state = after(now, event, sheets, ruleset)
        yield event, now, state


def after(state: Running, event: Event, sheets: Mapping[Side, TeamSheet], ruleset: Ruleset) -> Running:
    state = _dated(state, event)
    if event.kind == "kick-off":
        drive = state.drive + state.kicked_off
        return replace(state, drive=drive, kicked_off=True, kicking=event.side or state.kicking)
    if event.kind == "turn":
        return replace(state, turn_of=event.side)
    if event.kind == "weather":
        return replace(state, weather=event.what)
    if event.kind in ("abandoned", "resumed"):
        return replace(state, stopped=event.kind == "abandoned")
    if event.side == "":
        return state
    if event.kind == "touchdown":
        state = replace(state, drive=state.drive + 1, kicked_off=False, scored_at=(event.half, event.turn))
    mine = _side_after(state, event, event.side, sheets, ruleset)
    return state if mine is state.side(event.side) else state.with_side(event.side, mine)


def _dated(state: Running, event: Event) -> Running:
    """A new half begins a new drive, and new re-rolls. Overtime has none of its own."""
    half = event.half or state.half
    turn = event.turn or (state.turn if half == state.half else 0)
    if half == state.half:
        return state if turn == state.turn else replace(state, turn=turn)
    state = replace(state, half=half, turn=turn)
    if half <= 1:
        return state
    state = replace(state, drive=state.drive + 1, kicked_off=False, scored_at=(0, 0), turn_of="")
    if half > 2:
        return state
    return replace(state, home=replace(state.home, rerolls=0), away=replace(state.away, rerolls=0))


def _side_after(
    state: Running, event: Event, side: Side, sheets: Mapping[Side, TeamSheet], ruleset: Ruleset
) -> SideState:
    mine = state.side(side)
    if event.kind == "touchdown":
        return replace(mine, score=mine.score + 1)
    if event.kind == "reroll":
        return replace(mine, rerolls=mine.rerolls + 1)
    if event.kind == "prayer":
        answered = Answered(Prayer(event.what, event.player), state.half, state.drive)
        return replace(mine, prayers=(*mine.prayers, answered))
    if event.kind == "back":
        return _back(mine, event, ruleset)
    if not event.player:
        return mine
    if event.kind == "ko":
        return mine if event.apothecary else _off(mine, event, "knocked-out", state)
    if event.kind == "sent-off":
        return _off(mine, event, "sent-off", state)
    if event.kind == "casualty":
        mine = replace(mine, hurt=mine.hurt.plus(event.player))
        fate = fate_of(event, mine.hurt[event.player], side, sheets, ruleset)
        if fate == "saved":
            return _returned(mine, event.player)
        return _off(mine, event, "casualty", state, dead=fate == "dead")
    return mine


def _off(mine: SideState, event: Event, why: Off, state: Running, *, dead: bool = False) -> SideState:
    was = mine.why_gone(event.player)
    # Whatever else is told of the dead and of who was sent off: that is how they left.
    if was is not None and (was.dead or was.off == "sent-off") and why != "sent-off":
        return mine
    dead = dead or (was is not None and was.dead)
    gone = Gone(event.player, why, _drive_of(event, state), state.half, state.turn, dead)
    if was is not None and was.off == "casualty" and why == "sent-off":
        # Found out where he lies: he has been off the pitch since he was carried there.
        gone = replace(was, off=why, dead=dead)
    return replace(mine, gone=(*_returned(mine, event.player).gone, gone))


def _drive_of(event: Event, state: Running) -> int:
    """What is told of the turn of a touchdown, after it, may have been before it: then it was of the drive before."""
    return state.drive - (event.half > 0 and event.turn > 0 and state.scored_at == (event.half, event.turn))


def _returned(mine: SideState, player: str) -> SideState:
    return replace(mine, gone=tuple(gone for gone in mine.gone if gone.player != player))


def _back(mine: SideState, event: Event, ruleset: Ruleset) -> SideState:
    gone = mine.why_gone(event.player)
    if gone is None or gone.why not in ways_back(ruleset).get(event.what, ()):
        return mine
    mine = _returned(mine, event.player)
    # Waking up is what everybody hopes for; anything else that brings a player back is worth a second look.
    return mine if gone.off == "knocked-out" else replace(mine, brought_back=(*mine.brought_back, gone))


def casualty_of(event: Event) -> Casualty:
    """As a report has it. Nobody of the other side did what one of his own did."""
    by = event.other if event.other and not event.own else None
    return Casualty(
        victim=event.player,
        cause=event.cause or "other",
        by=by,
        apothecary=event.apothecary,
        kept=event.kept,
        igor=event.igor,
        result=event.result,
        lasting=event.lasting,
        second=event.second,
        regenerated=event.regenerated,
    )


def fate_of(event: Event, nth: int, side: Side, sheets: Mapping[Side, TeamSheet], ruleset: Ruleset) -> Fate:
    """What the dice thrown at the table, or whoever tells the result without them, say became of him."""
    if sheets[side].player(event.player) is None:
        return "out"
    injured = injuries.Injured(casualty_of(event), nth, sheets[side], sheets[other_side(side)], ruleset)
    thrown = dict(injuries.dice_by_key(injured, event.dice))
    try:
        outcome = injuries.treated(injured, TableDice(thrown))
    except EngineError:
        return "out"
    if outcome.saved:
        return "saved"
    return "dead" if any(result.dead for result in outcome.results) else "out"
