"""What phones tell while a match is played: it arrives once, in order, and nothing of it is lost."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from django.utils import timezone

from config.writing import write
from engine.dice import ReplayDice, notation
from engine.errors import DieImpossible, EngineError, Problem, marked
from engine.match import live, live_dice, told_dice
from engine.match.events import Event
from engine.match.live import Throw
from engine.match.live_scene import Scene, remarks
from engine.match.throwing import DieOfTheTable, LeagueDice, thrower_of
from engine.typed import plain
from leagues.models import Coach
from leagues.policies import allow
from matches.errors import DeviceUnfit, MatchNotKickedOff
from matches.mapping import entry_of, roll_of, rolls_from, seeded_from
from matches.models import OPEN, TO_COME, DiceSession, LiveEvent, Match, MatchStatus
from matches.policies import can_report, coaches_of
from matches.selectors.live import gone_on, scene_of
from matches.services.dice import rolls_keep
from matches.services.live_desk import DEVICE_LONGEST, ENTRIES_MOST, Desk, Receipt, Told, is_word, own_devices

# Nothing is told of these, unless they were kicked off here.
NOT_BEGUN = (*TO_COME, MatchStatus.CALLED_OFF)


@dataclass(frozen=True, slots=True)
class Received:
    match: Match
    receipts: tuple[Receipt, ...]


def events_receive(*, match: Match, device: str, entries: Sequence[Any], actor: Coach) -> Received:
    """Take in a batch of entries, each once, however often it is sent. What comes after the report is kept as late."""
    allow(can_report(actor, match))
    begins = own_devices(actor.pk)
    if not is_word(device, DEVICE_LONGEST) or not device.startswith(begins):
        raise DeviceUnfit(longest=DEVICE_LONGEST, begins=begins)
    with write("events.received", actor=actor, league=match.league) as writing:
        match = _locked(match)
        desk = _desk(match, device, actor)
        for raw in entries:
            desk.take(raw)
        received = _settle(match, desk, actor)
        writing.done(received, subject=f"match:{match.pk}", device=device, stored=len(desk.fresh))
    return received


def event_enter(*, match: Match, told: Told, actor: Coach) -> Received:
    """One entry of a form that has no count of its own: a page without a script."""
    allow(can_report(actor, match))
    with write("events.received", actor=actor, league=match.league) as writing:
        match = _locked(match)
        device = f"{own_devices(actor.pk)}form"
        desk = _desk(match, device, actor)
        sequence = 1 + max((one.sequence for one in desk.entries if one.device == device), default=0)
        key = told.key or f"{device}-{sequence}"
        event = replace(told.event, key=key) if told.event else None
        desk.take(plain(replace(told, sequence=sequence, key=key, event=event)))
        received = _settle(match, desk, actor)
        writing.done(received, subject=f"match:{match.pk}", device=device, stored=len(desk.fresh))
    return received


def _locked(match: Match) -> Match:
    """One writer of a match's events at a time: their numbers are the order of arrival."""
    Match.objects.select_for_update(no_key=True).only("pk").get(pk=match.pk)
    match.refresh_from_db(fields=["status", "version", "kicked_off_at"])
    return match


def _desk(match: Match, device: str, actor: Coach) -> Desk:
    if match.status in NOT_BEGUN and match.kicked_off_at is None:
        raise MatchNotKickedOff(home=match.home.name, away=match.away.name)
    now = timezone.now().timestamp() * 1000
    rows = list(match.live_events.all())
    return Desk(
        device=device,
        entries=[entry_of(row) for row in rows],
        late=match.status not in OPEN,
        now=now,
        room=ENTRIES_MOST - _kept_of(match, rows, actor),
    )


def _kept_of(match: Match, rows: Sequence[LiveEvent], actor: Coach) -> int:
    """How much of a match its coach has told; of anybody else, how much all others have who do not play in it."""
    coaches = coaches_of(match)
    if actor.pk in coaches:
        return sum(row.author_id == actor.pk for row in rows)
    return sum(row.author_id not in coaches for row in rows)


def _settle(match: Match, desk: Desk, actor: Coach) -> Received:
    """Throw what is asked for, say what is odd, and keep what is new."""
    if desk.fresh and desk.late:
        desk.remark(_impossible(desk, scene_of(match)))
    if desk.fresh and not desk.late:
        scene = scene_of(match)
        _read_tables(desk, scene)
        _throw(match, desk, scene, actor)
        standing = [one.event for one in desk.standing() if one.event is not None]
        desk.remark(remarks(standing, scene))
        desk.remark(gone_on(match, standing))
        desk.remark(desk.told_unseen())
    LiveEvent.objects.bulk_create(
        LiveEvent(
            match=match,
            number=one.number,
            device=one.device,
            sequence=one.sequence,
            key=one.key,
            event=plain(one.event) if one.event else None,
            rank=one.rank,
            late=one.late,
            seen=one.seen,
            apart=one.apart,
            author=actor,
        )
        for one in desk.fresh.values()
    )
    return Received(match, tuple(desk.receipts))


# Dice.


def _read_tables(desk: Desk, scene: Scene) -> None:
    """What faces that were typed in mean. Of those that no dice have, the remarks speak."""
    for entry in list(desk.fresh.values()):
        if entry.event is None:
            continue
        with suppress(DieImpossible):
            event = live_dice.answered(entry.event, scene)
            if event != entry.event:
                desk.improve(entry.number, event)


def _impossible(desk: Desk, scene: Scene) -> dict[str, list[Problem]]:
    """Of what comes too late nothing is read; that its dice cannot have fallen is said all the same."""
    told = [one.event for one in desk.fresh.values() if one.event is not None]
    found = {event.key: list(told_dice.problems(event, scene.prematch, scene.sheets, scene.ruleset)) for event in told}
    return {key: problems for key, problems in found.items() if problems}


def _throw(match: Match, desk: Desk, scene: Scene, actor: Coach) -> None:
    if not desk.wishes:
        return
    session = DiceSession.objects.prefetch_related("rolls").get(league=match.league_id, occasion=match.key)
    fallen, seeded = [roll_of(row) for row in rolls_from(session)], seeded_from(session)
    # Throwing changes nothing about what was told: it is read once for all wishes.
    events = [one.event for one in desk.standing() if one.event is not None]
    standing, told = {one.key: one for one in events}, {one.key: one.event for one in desk.fresh.values()}
    twins = live.twins_to_merge(desk.in_time())
    doubtful = {second for _, second in twins}
    found: dict[str, list[Problem]] = {}
    for key, wish in desk.wishes.items():
        event = standing.get(key)
        # What does not count, because its phone had not seen what does, asks for nothing.
        if event is None or event != told[key]:
            continue
        typed = live_dice.typed(event, events, scene)
        dice = ReplayDice(fallen, fresh=LeagueDice(typed, seeded, scene.ruleset))
        problems = _hindrances(event, twins, scene) or _thrown(event, events, wish, dice, scene, doubtful)
        found[key] = list(problems)
    desk.remark(found)
    # What was typed in may be typed again; what the server has thrown lies on the table for ever.
    rolls_keep(session=session, rolls=seeded.log, actor=actor)


def _thrown(
    event: Event, events: Sequence[Event], wish: Throw, dice: ReplayDice, scene: Scene, doubtful: Collection[str]
) -> tuple[Problem, ...]:
    try:
        live_dice.throw_for(event, events, wish, dice, scene, doubtful)
    except DieImpossible:
        return ()  # the remarks say so, of what was thrown for as of anything else
    except EngineError as error:
        return (_faces_unfit(error),)
    return ()


def _faces_unfit(error: EngineError) -> Problem:
    """The event stands as it was told, and the report will ask for its dice."""
    return Problem(error.code, error.message, error.rule, "event.dice", error.params)


def _hindrances(event: Event, twins: Sequence[tuple[str, str]], scene: Scene) -> tuple[Problem, ...]:
    """Why nothing is thrown just now."""
    wanted = live_dice.dice_for(event, scene)
    if wanted and thrower_of(event.kind, scene.ruleset) == "table":
        return (_faces_unfit(DieOfTheTable(dice=notation(wanted), key=event.kind)),)
    alike = {key for pair in twins if event.key in pair for key in pair} - {event.key}
    if alike:
        message = marked("Another phone has told the same. Nothing is thrown until it is clear whether both happened.")
        return (Problem("likely_twin", message, "", "event", {"other": min(alike)}),)
    return ()
