"""What was sent by the form of the live page: an event, or one tap on one."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext

from engine.match.events import Event, EventKind
from engine.match.sides import SIDES
from engine.typed import build, plain
from matches.selectors.live import LateLine, Line
from matches.services.live_desk import Told
from matches.web.live_forms import EventForm, Kind, kind_of

_SPLIT = re.compile(r"[\s,;+/-]+")


class Unreadable(ValueError):
    """What was sent is no event."""


def told_from(sent: QueryDict, form: EventForm) -> Told:
    """The event that the fields describe; half and turn as they were shown, unless somebody has changed them."""
    # A turn has a button of its own.
    kinds = {kind.key: kind for kind in (*form.kinds, kind_of("turn"))}
    kind = kinds.get(sent.get("kind", ""))  # type: ignore[call-overload]
    if kind is None:
        raise Unreadable(gettext("Say what happened."))
    parts: dict[str, Any] = {
        **_as_told(sent, kind, form),
        "key": sent.get("key", ""),
        "kind": kind.key,
        "half": _number(sent.get("half", "")),
        "note": sent.get("note", "").strip(),
        **_people(sent, kind),
    }
    parts["turn"] = _number(sent.get("turn", "")) or _turn_begun(kind.key, parts.get("side", ""), form)
    parts["dice"] = {**_without_fields(parts.get("dice", {}), kind, form), **dict(_faces(sent, kind, form))}
    if "what" in kind.fields:
        parts["what"] = sent.get(f"what-{kind.key}", "")
    if {"apothecary", "casualty"} & set(kind.fields):
        parts["apothecary"] = "apothecary" in sent
    # Of a list in which nothing is chosen nothing was said.
    for name in {"cause", "sent-off-for"} & set(kind.fields) & set(sent):
        parts["cause"] = sent[name]
    if "casualty" in kind.fields:
        parts |= {name: sent[name] for name in ("result", "lasting", "second", "kept") if name in sent}
        parts |= {"igor": "igor" in sent, "regenerated": "regenerated" in sent}
    throws = {"casualty", "faces"} & set(kind.fields)
    throw = sent.get("throw", "") if throws and kind.key in form.server_throws else ""
    return Told(
        sequence=0,
        key=parts["key"],
        event=build(Event, parts, "event"),
        throw="first" if throw == "first" else "",
        seen=seen_by(sent),
    )


def _people(sent: QueryDict, kind: Kind) -> dict[str, Any]:
    """Whose event it is, who did it and to whom, as far as its kind has fields for it."""
    side, player = _who(sent.get("player", "")) if "player" in kind.fields else ("", "")
    if "side" in kind.fields:
        side = sent.get("side", "") or side
    found: dict[str, Any] = {"side": side} if {"side", "player"} & set(kind.fields) else {}
    if "player" in kind.fields:
        found["player"] = player
    if "other" in kind.fields:
        its_side, other = _who(sent.get("other", ""))
        found |= {"other": other, "own": bool(other) and its_side == side}
    return found


def _as_told(sent: QueryDict, kind: Kind, form: EventForm) -> dict[str, Any]:
    """An event that is edited, with what the form has no fields for: a device may have told more."""
    was = form.event
    if was is None or (was.key, was.kind) != (sent.get("key", ""), kind.key):
        return {}
    told: dict[str, Any] = plain(was)
    return told


def _without_fields(dice: Mapping[str, Any], kind: Kind, form: EventForm) -> dict[str, Any]:
    """The dice that the form has no fields for."""
    if kind.key not in form.may_type:
        return dict(dice)
    fields = {field.part for field in form.dice} if "casualty" in kind.fields else {kind.key}
    return {part: faces for part, faces in dice.items() if part not in fields}


def amended(event: Event, sent: QueryDict) -> Told:
    """One tap on an event: what of it is told anew."""
    try:
        changes = json.loads(sent.get("amend", "{}"))
    except ValueError:
        raise Unreadable(gettext("Say what happened.")) from None
    known = {"apothecary": bool, "kept": str, "igor": bool}
    fit = isinstance(changes, dict) and all(isinstance(one, known.get(name, ())) for name, one in changes.items())
    if not fit:
        raise Unreadable(gettext("Say what happened."))
    throw = sent.get("throw", "")
    return Told(
        sequence=0,
        key=event.key,
        event=replace(event, **changes),
        throw=throw if throw in ("first", "all") else "",  # type: ignore[arg-type]
        seen=seen_by(sent),
        apart=sent.get("apart", ""),
    )


def taken(line: Line, sent: QueryDict) -> Told:
    """One tap on what a phone told of an event that had not seen what counts of it: so be it."""
    number = sent.get("entry", "")
    event = next((one.entry.event for one in line.against if str(one.entry.number) == number), None)
    if event is None:
        raise Unreadable(gettext("That was decided meanwhile."))
    return Told(0, event.key, event, seen=seen_by(sent))


def told_again(late: Sequence[LateLine], sent: QueryDict) -> Told:
    """One tap on what came too late, of a match that was reopened: so it was."""
    number = sent.get("entry", "")
    line = next((one for one in late if str(one.entry.number) == number), None)
    if line is None:
        raise Unreadable(gettext("That was decided meanwhile."))
    return Told(0, line.entry.key, line.event, seen=seen_by(sent))


def seen_by(sent: QueryDict) -> int:
    """Up to which entry the page had seen what was told, when the form on it was filled in."""
    text = sent.get("seen", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else 0


def _faces(sent: QueryDict, kind: Kind, form: EventForm) -> Iterator[tuple[str, tuple[int, ...]]]:
    if kind.key not in form.may_type:
        return
    fields = form.dice if "casualty" in kind.fields else ()
    for field in fields:
        if faces := faces_in(sent.get(f"dice-{field.part}", ""), field.dice):
            yield field.part, faces
    if "faces" in kind.fields and (faces := faces_in(sent.get("faces", ""), form.tables.get(kind.key, 1))):
        yield kind.key, faces


def faces_in(text: str, dice: int) -> tuple[int, ...]:
    """As people write them down: 43 for a four and a three, or 4 3."""
    words = [one for one in _SPLIT.split(text.strip()) if one]
    if len(words) == 1 and dice > 1:
        words = list(words[0])
    if not all(one.isascii() and one.isdigit() and len(one) <= 3 for one in words):
        raise Unreadable(gettext("Write the faces, one digit for each die, such as 43."))
    return tuple(map(int, words))


def _who(value: str) -> tuple[str, str]:
    side, _, player = value.partition("/")
    return (side, player) if side in SIDES else ("", "")


def _turn_begun(kind: EventKind, side: str, form: EventForm) -> int:
    """A turn that begins has the next number of its side."""
    return next((bench.next_turn for bench in form.benches if kind == "turn" and bench.side == side), 0)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 2 else 0
