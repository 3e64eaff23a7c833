"""What was tapped in: when it can have been, by whom, and nobody who was gone by then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.errors import Problem, marked
from engine.match import clock, injuries, told_dice
from engine.match.checks.pace import pace
from engine.match.checks.players import eligible, name_of
from engine.match.checks.scene import Whole
from engine.match.checks.words import words
from engine.match.events import Event
from engine.match.returns import UNDOES, Off, ways_back
from engine.match.running import DEEDS, Gone, Running, SideState, casualty_of, in_order, walked
from engine.match.sides import Side, other_side

# Kinds that are nothing without the player they are about. A coach may be sent off, a foul's victim stay unknown.
ABOUT_SOMEBODY = ("casualty", "ko", "back", "foul")
OF_A_SIDE = (*DEEDS, *ABOUT_SOMEBODY, "sent-off", "turn", "reroll", "fame-lost", "inducement", "card", "prayer")
ACTING = (*DEEDS, "foul", "sent-off")
FOR_GOOD: tuple[Off, ...] = ("sent-off", "casualty")


def events(whole: Whole) -> Iterator[Problem]:
    report = whole.report
    for key, times in Counter(event.key for event in report.events).items():
        if times > 1:
            yield Problem(
                "event_twice",
                marked("The event {key} is told {times} times."),
                "match-report",
                f"events.{key}",
                {"key": key, "times": times},
            )
    for event in report.events:
        yield from _when(event, whole)
        yield from _who(event, whole)
        yield from words(event, whole)
        yield from _dice(event, whole)
        # Those of a casualty are the report's: they are said with its dice.
        if event.kind != "casualty":
            yield from told_dice.problems(event, report.prematch, whole.sheets, whole.ruleset)
    yield from _gone(whole)
    yield from _stopped(whole)
    yield from pace(whole)


def _when(event: Event, whole: Whole) -> Iterator[Problem]:
    rules, report = whole.ruleset, whole.report
    halves = clock.HALVES if report.overtime else clock.HALVES - 1
    if not 0 <= event.half <= halves:
        yield Problem(
            "event_half",
            marked("There was no half {half} in this match: the last was {halves}."),
            "match-report.clock",
            f"events.{event.key}.half",
            {"half": event.half, "halves": halves},
        )
    turns = clock.turns(event.half, rules)
    if not 0 <= event.turn <= turns:
        yield Problem(
            "event_turn",
            marked("There is no turn {turn}: a half has {turns}."),
            "match-report.clock",
            f"events.{event.key}.turn",
            {"turn": event.turn, "turns": turns},
        )


def _who(event: Event, whole: Whole) -> Iterator[Problem]:
    where = f"events.{event.key}"
    if event.side == "":
        if event.kind in OF_A_SIDE:
            yield Problem(
                "event_of_nobody",
                marked("Nobody has said whose this is ({kind})."),
                "match-report",
                f"{where}.side",
                {"kind": event.kind},
            )
        return
    if event.kind in ABOUT_SOMEBODY and not event.player:
        yield Problem(
            "event_without_player",
            marked("Nobody has said who it was ({kind})."),
            "match-report.players",
            f"{where}.player",
            {"kind": event.kind},
        )
    sheet, opponent = whole.sheets[event.side], whole.sheets[other_side(event.side)]
    if event.player and event.kind in (*DEEDS, *ABOUT_SOMEBODY, "sent-off"):
        yield from eligible(event.player, sheet, opponent, f"{where}.player")
    if event.other and event.kind in ("casualty", "ko", "foul"):
        ours = event.own and event.kind != "foul"
        yield from eligible(event.other, *((sheet, opponent) if ours else (opponent, sheet)), f"{where}.other")
    if event.kind in ("casualty", "ko") and event.other and event.cause:
        yield from _cause(event, whole, event.side)


def _cause(event: Event, whole: Whole, side: Side) -> Iterator[Problem]:
    actor = "own" if event.own else "other"
    if event.cause in whole.ruleset.casualty_causes and actor not in whole.ruleset.actors(event.cause):
        causer = whole.sheets[side if event.own else other_side(side)]
        yield Problem(
            "event_cause",
            marked("{by} cannot have done that to {player} (“{cause}”)."),
            "match-report.casualties",
            f"events.{event.key}.other",
            {
                "by": name_of(event.other, causer),
                "player": name_of(event.player, whole.sheets[side]),
                "cause": event.cause,
            },
        )


def _dice(event: Event, whole: Whole) -> Iterator[Problem]:
    """Those of a casualty that it can ask for; what was thrown for anything else nothing here depends on."""
    if event.kind != "casualty" or event.side == "" or whole.sheets[event.side].player(event.player) is None:
        return
    injured = injuries.Injured(
        casualty_of(event), 1, whole.sheets[event.side], whole.sheets[other_side(event.side)], whole.ruleset
    )
    if injured.casualty.result:
        return  # said with the dice of the report
    asked = {part for part, _ in injuries.parts_of(injured)}
    for part in event.dice:
        if part not in asked:
            yield Problem(
                "event_die_unasked",
                marked("A casualty of {player} asks for no die “{part}”."),
                "dice",
                f"events.{event.key}.dice",
                {"player": injured.player.name, "part": part},
            )


def _gone(whole: Whole) -> Iterator[Problem]:
    """Nobody acts, and nobody is hurt, after he has left; unless something is recorded that brought him back."""
    warned: set[tuple[Side, str]] = set()
    for event, before, after in walked(whole.report.events, whole.report.prematch, whole.sheets, whole.ruleset):
        if event.kind == "back" and event.side:
            yield from _brought_back(event, before.side(event.side), after.side(event.side), whole)
        for side, player, part in _there(event):
            gone = before.side(side).why_gone(player)
            if gone is not None and not _may_be(gone, event, before, part):
                yield _acts_while_gone(event, gone, side, whole, part)
            elif before.side(side).times_back(player, *FOR_GOOD) and (side, player) not in warned:
                warned.add((side, player))
                yield _back_again(event, side, player, whole)


def _there(event: Event) -> Iterator[tuple[Side, str, str]]:
    """Who has to be on the pitch for this."""
    if event.side == "":
        return
    if event.player and event.kind in (*ACTING, "casualty", "ko"):
        yield event.side, event.player, "player"
    if event.other and event.kind in ("casualty", "ko", "foul"):
        ours = event.own and event.kind != "foul"
        yield (event.side if ours else other_side(event.side)), event.other, "other"


def _may_be(gone: Gone, event: Event, now: Running, part: str) -> bool:
    if event.kind == "sent-off" and (gone.off == "sent-off" or event.cause != "foul"):
        # Whoever is found out goes, wherever he is by then; and nobody goes twice.
        return gone.off != "sent-off"
    if _of_one_turn(gone, event):
        return True
    if part == "other" and event.kind != "foul" and gone.drive == now.drive and not (event.half and event.turn):
        return True  # both go down in one block, or he was sent off before anybody wrote down for what
    if gone.off == "knocked-out":
        # He woke up, and nobody tapped it in. Where nobody wrote down the half, it may have been in another one.
        return gone.drive < now.drive or not (event.half and gone.half)
    # A second casualty is looked at with the sides: the dice may show that he was healed.
    return gone.why == "casualty" and event.kind == "casualty" and part == "player"


def _of_one_turn(gone: Gone, event: Event) -> bool:
    """Both are told of one turn: which of them was first, nobody has written down, whatever was told first."""
    return event.half > 0 and event.turn > 0 and (gone.half, gone.turn) == (event.half, event.turn)


def _brought_back(event: Event, before: SideState, after: SideState, whole: Whole) -> Iterator[Problem]:
    """By what, and whether that undoes how he left. Who had not left at all may be told to be back."""
    if not event.player or event.side == "":
        return
    where, player = f"events.{event.key}.what", name_of(event.player, whole.sheets[event.side])
    gone = before.why_gone(event.player)
    if not event.what:
        yield Problem(
            "back_by_nothing",
            marked("Nobody has said what brought {player} back."),
            "match-report.players",
            where,
            {"player": player},
        )
    elif gone is not None and event.what in UNDOES and after.why_gone(event.player) is not None:
        may = [by for by, leavings in ways_back(whole.ruleset).items() if gone.why in leavings]
        yield Problem(
            "back_not_by",
            marked("{player}, {left}, is not brought back by “{what}”; what can do that here: {ways}."),
            "match-report.players",
            where,
            {"player": player, "left": gone.why, "what": event.what, "ways": ", ".join(may) or "-"},
        )


def _acts_while_gone(event: Event, gone: Gone, side: Side, whole: Whole, part: str) -> Problem:
    params = {"player": name_of(gone.player, whole.sheets[side]), "half": gone.half, "turn": gone.turn}
    where = f"events.{event.key}.{part}"
    if gone.off == "sent-off":
        return Problem(
            "acts_after_sent_off",
            marked("{player} was sent off (half {half}, turn {turn}), and nothing is recorded that brought him back."),
            "match-report.players",
            where,
            params,
        )
    if gone.off == "knocked-out":
        return Problem(
            "acts_while_knocked_out",
            marked("{player} was knocked out in this drive (half {half}, turn {turn}) and has not come back."),
            "match-report.players",
            where,
            params,
        )
    return Problem(
        "acts_after_casualty",
        marked("{player} was carried off (half {half}, turn {turn}), and nothing is recorded that brought him back."),
        "match-report.players",
        where,
        params,
    )


def _back_again(event: Event, side: Side, player: str, whole: Whole) -> Problem:
    name = name_of(player, whole.sheets[side])
    return Problem(
        "back_again",
        marked("{player} was off, came back and did something again ({kind}). Really?"),
        "match-report.players",
        f"events.{event.key}.player",
        {"player": name, "kind": event.kind},
        "warning",
    )


def _stopped(whole: Whole) -> Iterator[Problem]:
    """Between play that stopped and play that went on nothing happens."""
    stopped = ""
    for event in in_order(whole.report.events):
        if event.kind == "resumed":
            stopped = ""
        elif stopped and event.kind not in ("note", "abandoned"):
            yield Problem(
                "event_while_abandoned",
                marked("Play had stopped ({stopped}) and not gone on yet when this happened ({kind})."),
                "match-report.clock",
                f"events.{event.key}",
                {"stopped": stopped, "kind": event.kind},
            )
        elif event.kind == "abandoned":
            stopped = event.key
