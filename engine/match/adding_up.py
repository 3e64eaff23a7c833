"""What the events of a match add up to: both sides of the report, its dice, how the match stands, and who earned what.

It is total: events in any order, of nobody, or after the end, add up to something, and the checks say what cannot be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from engine.match import boons, endings
from engine.match.earning import Boons, Doing, Worth, deeds_of, worth
from engine.match.events import Event
from engine.match.grounds import extra_at
from engine.match.prematch import MaybeSide, Prayer, PreMatch
from engine.match.report import Casualty, Deeds, Ending, Kind, MatchReport, SideReport, hurt_key
from engine.match.running import DEEDS, Running, casualty_of, kick_off, walked
from engine.match.sides import SIDES, Side, other_side
from engine.rulesets.model import Ruleset
from engine.tally import NONE, Tally
from engine.team.sheet import TeamSheet

# What is in force for a side just now: what its prayers have been answered with, as far as it changes what is earned.
InForce = Callable[[Side, Running, Ruleset], Boons]


@dataclass(frozen=True, slots=True)
class Earned:
    """What an event is worth to whoever did it, or why it is worth nothing."""

    event: str
    side: Side  # of the player
    player: str
    deed: str
    worth: Worth


@dataclass(frozen=True, slots=True)
class AddedUp:
    home: SideReport
    away: SideReport
    dice: Mapping[str, tuple[int, ...]]
    state: Running
    earned: tuple[Earned, ...]

    def side(self, side: Side) -> SideReport:
        return self.home if side == "home" else self.away


def added_up(
    events: Iterable[Event],
    prematch: PreMatch | None,
    sheets: Mapping[Side, TeamSheet],
    ruleset: Ruleset,
    in_force: InForce = boons.in_force,
) -> AddedUp:
    """``sheets`` are those of the day. A touchdown of nobody counts in the score and in nobody's deeds."""
    adding = {side: _Adding(side, sheets[side].key, ruleset) for side in SIDES}
    earned: list[Earned] = []
    dice: dict[str, tuple[int, ...]] = {}
    state = kick_off(prematch)
    extra = extra_at(prematch, ruleset)
    alike = extra is not None and extra.fame_lost == "both"
    always = {side: boons.throughout(prematch, side, ruleset) for side in SIDES}
    for event, before, state in walked(events, prematch, sheets, ruleset):  # noqa: B007 - the last one is wanted
        if event.kind == "fame-lost":
            for side in SIDES if alike else ((event.side,) if event.side else ()):
                adding[side].fame_lost += 1
        if event.side == "":
            continue
        adding[event.side].take(event, _blessed(event, before, always, ruleset, in_force))
        dice.update(_dice(event, adding[event.side], event.side))
        earned += _earned(event, before, sheets, ruleset, in_force)
    home, away = (adding[side].report(state) for side in SIDES)
    return AddedUp(home, away, dice, state, tuple(earned))


class _Adding:
    """One side, event after event."""

    def __init__(self, side: Side, team: str, ruleset: Ruleset) -> None:
        self.side = side
        self.team = team
        self.deeds_known = deeds_of(ruleset)
        self.score = 0
        self.deeds: dict[str, Tally] = {}
        self.blessed: dict[str, Tally] = {}
        self.casualties: list[Casualty] = []
        self.healed_kos: list[str] = []
        self.used = NONE
        self.answered: list[Prayer] = []
        self.fame_lost = 0

    def take(self, event: Event, blessed: bool) -> None:
        if event.kind == "touchdown":
            self.score += 1
        if event.kind in self.deeds_known and event.player:
            self.deeds[event.player] = self.deeds.get(event.player, NONE).plus(event.kind)
            if blessed:
                self.blessed[event.player] = self.blessed.get(event.player, NONE).plus(event.kind)
        elif event.kind == "casualty" and event.player:
            self.casualties.append(replace(casualty_of(event), blessed=blessed))
        elif event.kind == "ko" and event.apothecary and event.player:
            self.healed_kos.append(event.player)
        elif event.kind == "inducement" and event.what:
            self.used = self.used.plus(event.what)
        elif event.kind == "prayer" and event.what:
            self.answered.append(Prayer(event.what, event.player))

    def times_hurt(self, player: str) -> int:
        return sum(casualty.victim == player for casualty in self.casualties)

    def report(self, state: Running) -> SideReport:
        return SideReport(
            team=self.team,
            score=self.score,
            deeds=tuple(Deeds(player, counts, self.blessed.get(player, NONE)) for player, counts in self.deeds.items()),
            casualties=tuple(self.casualties),
            healed_kos=tuple(self.healed_kos),
            sent_off=state.side(self.side).off("sent-off"),
            used=self.used,
            answered=tuple(self.answered),
            fame_lost=self.fame_lost,
        )


def _dice(event: Event, mine: _Adding, side: Side) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Those of a casualty are the report's; what was thrown for anything else is told with its event alone."""
    if event.kind == "casualty" and event.player:
        nth = mine.times_hurt(event.player)
        yield from ((hurt_key(part, mine.team, event.player, nth), faces) for part, faces in event.dice.items())


def _earned(
    event: Event, before: Running, sheets: Mapping[Side, TeamSheet], ruleset: Ruleset, in_force: InForce
) -> Iterator[Earned]:
    done = _done(event)
    if done is None:
        return
    side, key, deed = done
    doing = Doing(deed, sheets[side].player(key), event.cause, own=event.own and deed == "casualty")
    yield Earned(event.key, side, key, deed, worth(doing, ruleset, in_force(side, before, ruleset)))


def _blessed(event: Event, before: Running, always: Mapping[Side, Boons], ruleset: Ruleset, in_force: InForce) -> bool:
    """Whether a prayer makes it worth something else than usual in this match; nothing done to one's own side is."""
    done = _done(event)
    if done is None or event.own:
        return False
    side, _, deed = done
    found, usual = in_force(side, before, ruleset), always[side]
    return any(one in found and found[one] != usual.get(one) for one in (deed, f"{deed}/{event.cause}"))


def _done(event: Event) -> tuple[Side, str, str] | None:
    """Who did what, if it is something that can earn."""
    if event.side == "":
        return None
    if event.kind in DEEDS:
        return event.side, event.player, event.kind
    if event.kind == "casualty":
        return (event.side if event.own else other_side(event.side)), event.other, "casualty"
    return None


def report_from_events(
    events: tuple[Event, ...],
    prematch: PreMatch | None,
    sheets: Mapping[Side, TeamSheet],
    ruleset: Ruleset,
    *,
    nominees: Mapping[Side, tuple[str, ...]] | None = None,
    dice: Mapping[str, tuple[int, ...]] | None = None,
    ending: Ending = "played",
    gave_up: MaybeSide = "",
    could_field: int | None = None,
    shoot_out: MaybeSide = "",
    accepted: tuple[str, ...] = (),
    kind: Kind = "competition",
) -> MatchReport:
    """The report that these events make, with what cannot be tapped in. ``dice`` are those thrown after the match."""
    sums = added_up(events, prematch, sheets, ruleset)
    named = nominees or {}
    report = MatchReport(
        home=replace(sums.home, nominees=named.get("home", ())),
        away=replace(sums.away, nominees=named.get("away", ())),
        dice={**sums.dice, **(dice or {})},
        prematch=prematch,
        events=events,
        ending=ending,
        gave_up=gave_up,
        could_field=could_field,
        overtime=sums.state.half > 2,
        shoot_out=shoot_out,
        accepted=accepted,
        kind=kind,
    )
    return endings.with_awarded(report, ruleset)
