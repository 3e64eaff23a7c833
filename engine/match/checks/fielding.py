"""Giving up for nothing: whether there were too few players for the line, as far as the report tells of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.errors import Problem, marked
from engine.match.checks.scene import Whole
from engine.match.events import Event
from engine.match.injuries import Injured
from engine.match.running import DEEDS, Running, SideState, casualty_of, kick_off, walked
from engine.match.sides import SIDES, Side, other_side

# Whoever tells of these tells the course of the match; the others may have been looked up for once.
COURSE = (*DEEDS, "kick-off", "turn", "casualty", "ko", "foul", "sent-off", "back")
LEAVING = ("casualty", "sent-off", "back")
# What may keep a player off for a drive that is neither hurt nor sent off: their words do, and no event says whom.
KEEPS_OFF = ("card", "event", "prayer", "inducement")


def fielding(whole: Whole) -> Iterator[Problem]:
    report, rules = whole.report, whole.ruleset.concession
    if report.ending == "played" and rules is not None and rules.forced:
        yield from _played_on(whole)
    if report.ending != "conceded" or report.gave_up == "" or report.could_field is None or report.could_field < 0:
        return
    if any(event.kind in COURSE for event in report.events):
        yield from _by_events(whole, report.gave_up, report.could_field)
    elif rules is not None and whole.ruleset.options.concession_penalties and rules.is_free(report.could_field):
        left = len(_unhurt(whole, report.gave_up, _fit(whole, report.gave_up)))
        if not rules.is_free(left):
            yield _unlikely(whole, report.gave_up, report.could_field, left)


def _by_events(whole: Whole, side: Side, told: int) -> Iterator[Problem]:
    """Whoever is ready when play ends can be set up again; who was knocked out may wake up, and need not."""
    end = _states(whole)[-1]
    ready = len(_unhurt(whole, side, end.side(side).ready(whole.sheets[side])))
    most = len(_might_be_set_up(whole, side, end.side(side)))
    params = {"team": whole.sheets[side].name, "players": told, "ready": ready, "most": most}
    if told < ready and _may_be_kept_off(whole):
        yield _unlikely(whole, side, told, ready)
    elif told < ready:
        yield Problem(
            "could_field_too_few",
            marked(
                "{team} could set up {players} players: by what was tapped in {ready} were neither knocked out nor "
                "carried or sent off. Tap in who was, or tell how many there were."
            ),
            "match-report.ending",
            "could_field",
            params,
        )
    elif most < told <= len(whole.sheets[side].fit):
        yield Problem(
            "could_field_gone",
            marked("{team} could set up {players} players: by what was tapped in, at most {most} can have been there."),
            "match-report.ending",
            "could_field",
            params,
        )


def _unlikely(whole: Whole, side: Side, told: int, left: int) -> Problem:
    return Problem(
        "could_field_unlikely",
        marked("{team} could set up {players} players, and {left} are neither hurt nor sent off. Really?"),
        "match-report.ending",
        "could_field",
        {"team": whole.sheets[side].name, "players": told, "left": left},
        "warning",
    )


def _played_on(whole: Whole) -> Iterator[Problem]:
    """Where who cannot fill the line has to give up, no drive begins without enough players."""
    rules = whole.ruleset.concession
    for event, state, _ in _course(whole):
        for side in SIDES if event.kind == "kick-off" else ():
            most = len(_might_be_set_up(whole, side, state.side(side)))
            if rules is not None and rules.is_free(most):
                yield Problem(
                    "must_concede",
                    marked(
                        "With {players} players to set up the match is over: who cannot put {least} on the line "
                        "gives up."
                    ),
                    "match-report.ending",
                    f"events.{event.key}",
                    {"players": most, "least": rules.free_below},
                )


def _course(whole: Whole) -> Iterator[tuple[Event, Running, Running]]:
    return walked(whole.report.events, whole.report.prematch, whole.sheets, whole.ruleset)


def _states(whole: Whole) -> tuple[Running, ...]:
    """The match before its first event, and after each."""
    return (kick_off(whole.report.prematch), *(state for _, _, state in _course(whole)))


def _fit(whole: Whole, side: Side) -> tuple[str, ...]:
    return tuple(player.key for player in whole.sheets[side].fit)


def _unhurt(whole: Whole, side: Side, players: Iterable[str]) -> tuple[str, ...]:
    """Without those of whom only the totals say that they were hurt or sent off."""
    mine = whole.report.side(side)
    told = {event.player for event in whole.report.events if event.side == side and event.kind in LEAVING}
    gone = {*(casualty.victim for casualty in mine.casualties), *mine.sent_off} - told
    return tuple(player for player in players if player not in gone)


def _might_be_set_up(whole: Whole, side: Side, state: SideState) -> tuple[str, ...]:
    """Whoever is not surely gone: who was knocked out may wake up, and dice may heal who was carried off."""
    gone = {*state.off("sent-off"), *(player for player in state.off("casualty") if not _may_heal(whole, side, player))}
    return tuple(player for player in _fit(whole, side) if player not in gone)


def _may_heal(whole: Whole, side: Side, player: str) -> bool:
    told = [
        casualty_of(event)
        for event in whole.report.events
        if (event.kind, event.side, event.player) == ("casualty", side, player)
    ]
    told += [casualty for casualty in whole.report.side(side).casualties if casualty.victim == player]
    sheets, ruleset = whole.sheets, whole.ruleset
    if sheets[side].player(player) is None:
        return False  # nobody knows him: that is said of his casualty
    return any(
        casualty.apothecary
        or casualty.regenerated
        or Injured(casualty, 1, sheets[side], sheets[other_side(side)], ruleset).regeneration is not None
        for casualty in told
    )


def _may_be_kept_off(whole: Whole) -> bool:
    """By the weather of any of its drives, or by what was played or came about."""
    if any(event.kind in KEEPS_OFF for event in whole.report.events):
        return True
    keeping = {result.key for table in whole.ruleset.weather for result in table.results if result.keeps_off}
    return any(state.weather in keeping for state in _states(whole))
