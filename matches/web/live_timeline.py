"""The events of a match in words, as its timeline shows them, with what may be decided about each of them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext, ngettext

from config.problems import title_of
from config.words import roll_word, word
from engine.dice import ReplayDice, Roll, TableDice
from engine.errors import EngineError
from engine.match import injuries, live_dice, told_dice
from engine.match.adding_up import Earned
from engine.match.events import Event, EventKind
from engine.match.injuries import Injured
from engine.match.returns import ways_back
from engine.match.sides import Side, other_side
from engine.match.throwing import thrower_of
from engine.rulesets import Ruleset
from engine.rulesets.tables import score_of
from engine.team.sheet import TeamSheet
from engine.typed import plain
from leagues.models import Coach
from matches.mapping import roll_of
from matches.selectors.live import Line, LiveMatch
from matches.web.match_story import Thrown, called, came_to, thrown_for
from teams.models import Team


@dataclass(frozen=True, slots=True)
class Quick:
    """Something that is decided about an event by one tap: what of it is told anew, and which dice are asked for."""

    label: str
    amend: str  # as JSON
    throw: str = ""
    apart: str = ""  # from which other event it is another one
    do: str = "amend"  # or undo; or take, or late, what a phone has told in the entry of that number
    entry: int = 0

    @property
    def taken(self) -> str:
        """What the page's script makes of it."""
        return "undo" if self.do == "undo" else "amend"


@dataclass(frozen=True, slots=True)
class Item:
    event: Event
    team: Team | None
    what: str
    who: str = ""
    how: str = ""
    rolls: tuple[Thrown, ...] = ()
    outcome: str = ""
    earns: str = ""
    quick: tuple[Quick, ...] = ()
    author: Coach | None = None
    edited: bool = False
    remarks: tuple[str, ...] = ()
    twin: str = ""  # the key of an event that may be the same
    late: int = 0  # the number of the entry that arrived after the report
    claims: tuple[Quick, ...] = ()  # what phones told that had not seen this, and to leave it as it is

    @property
    def acts(self) -> tuple[Quick, ...]:
        return (*self.claims, *self.quick)

    @property
    def side(self) -> str:
        return self.event.side

    @property
    def data(self) -> str:
        """The event as it was told: what an edit begins from."""
        return json.dumps(plain(self.event), ensure_ascii=False)

    @property
    def blood(self) -> bool:
        return self.event.kind in ("casualty", "ko")


def timeline(found: LiveMatch) -> tuple[Item, ...]:
    """The latest first."""
    twins = {second: first for first, second in reversed(found.twins)}
    earned = {one.event: one for one in found.sums.earned}
    items = (_item(line, found, earned.get(line.event.key)) for line in found.lines)
    return tuple(_paired(item, twins.get(item.event.key, "")) for item in reversed(list(items)))


def _paired(item: Item, twin: str) -> Item:
    if not twin:
        return item
    throw = "all" if item.event.kind == "casualty" else ""
    return replace(item, twin=twin, quick=(Quick(gettext("Both happened"), _json(), throw, apart=twin),))


def _contradicted(line: Line, found: LiveMatch) -> Iterator[tuple[str, Quick]]:
    """What phones told of an event that had not seen what counts of it: in words, and as it would count."""
    for against in line.against:
        event = against.entry.event
        if event is None:
            said = gettext("{coach} has taken it back, and had not seen this.")
            yield said.format(coach=against.author), Quick(gettext("Take it back"), _json(), do="undo")
            continue
        words = gettext("{coach} has told it otherwise, and had not seen this: {event}")
        label = gettext("As {coach} says").format(coach=against.author)
        take = Quick(label, _json(**plain(event)), do="take", entry=against.entry.number)
        yield words.format(coach=against.author, event=summary(event, found)), take


def summary(event: Event, found: LiveMatch) -> str:
    """An event in a line: when, what, who, how."""
    item, when = _told(event, found), ""
    if event.half:
        when = gettext("half {half}, turn {turn}").format(half=event.half, turn=event.turn)
    return ", ".join(part for part in (when, item.what, item.who, item.how) if part)


def late_items(found: LiveMatch) -> tuple[Item, ...]:
    """What arrived after the report. A taking back is told as the event that it takes back."""
    items = []
    for late in found.late:
        event = late.event or late.before
        if event is not None:
            said = _told(event, found)
            remarks = _dice_unfit(event, found) if late.event else (gettext("taken back"),)
            # Of a match that was reopened, it may still be told.
            take = Quick(gettext("Take it in"), _json(), do="late" if late.event else "undo", entry=late.entry.number)
            items.append(replace(said, author=late.author, remarks=remarks, late=late.entry.number, quick=(take,)))
    return tuple(items)


def _dice_unfit(event: Event, found: LiveMatch) -> tuple[str, ...]:
    scene = found.scene
    problems = told_dice.problems(event, scene.prematch, scene.sheets, scene.ruleset)
    return tuple(title_of(problem) for problem in problems)


def _item(line: Line, found: LiveMatch, earned: Earned | None) -> Item:
    item = _told(line.event, found)
    remarks = tuple(title_of(problem) for problem in found.remarks.get(line.event.key, ()))
    item = replace(item, author=line.author, edited=line.edited, remarks=remarks)
    if earned is not None and found.scene.ruleset.spp:
        item = replace(item, earns=_earns(earned, found))
    if line.event.kind == "casualty":
        item = _hurt(item, found)
    else:
        item = replace(item, rolls=tuple(_on_its_table(line.event, found)))
    if line.event.kind != "casualty" and not line.event.what and _server_may_throw(line.event, found):
        item = replace(item, quick=(Quick(gettext("The server throws"), _json(), "first"),))
    if line.against:
        said = tuple(_contradicted(line, found))
        leave = Quick(gettext("Leave it as it is"), _json())
        remarks = (*item.remarks, *(words for words, _ in said))
        item = replace(item, remarks=remarks, claims=(*(take for _, take in said), leave))
    # Forms begin from what was told, without what the dice have said since.
    return replace(item, event=line.entry.event or line.event)


def _on_its_table(event: Event, found: LiveMatch) -> Iterator[Thrown]:
    """What fell for a kick-off, the weather or a prayer: thrown by the server, or told."""
    table, faces = live_dice.table_of(event, found.scene), event.dice.get(event.kind)
    if table is None or faces is None or _dice_unfit(event, found):
        return
    stem = f"{event.kind}/live/"
    fell = any(row.key.startswith(stem) and tuple(row.faces) == faces for row in found.rolls)
    yield Thrown(roll_word(event.kind), Roll(event.kind, table.dice, faces, "seeded" if fell else "table"))


def _server_may_throw(event: Event, found: LiveMatch) -> bool:
    """On a table: what was told without its result, or has another drive since."""
    keys = live_dice.table_keys([event], found.scene)
    return bool(keys) and thrower_of(event.kind, found.scene.ruleset) != "table"


def _told(event: Event, found: LiveMatch) -> Item:
    sheets, match = found.scene.sheets, found.match
    team = {"home": match.home, "away": match.away}.get(event.side)
    who = called(sheets[event.side], event.player) if event.side and event.player else ""
    what = word("event-kind", event.kind)
    causes = {"casualty": "cause", "sent-off": "sent-off-for"}
    if event.cause and event.kind in causes:
        what = gettext("{event}: {cause}").format(event=what, cause=word(causes[event.kind], event.cause))
    return Item(event, team, what, who=who or (team.name if team else ""), how=_how(event, sheets, found.scene.ruleset))


def _how(event: Event, sheets: Mapping[Side, TeamSheet], ruleset: Ruleset) -> str:
    parts = []
    if event.what:
        parts.append(names_of(event.kind, ruleset).get(event.what, event.what))
    if event.other and event.side:
        other = called(sheets[event.side if event.own else other_side(event.side)], event.other)
        said = gettext("on {player}") if event.kind == "foul" else gettext("by {player}")
        parts.append(said.format(player=other))
    if event.kind == "ko" and event.apothecary:
        parts.append(gettext("back on his feet by the apothecary"))
    if event.note:
        parts.append(event.note)
    return ", ".join(parts)


def names_of(kind: EventKind, ruleset: Ruleset) -> dict[str, str]:
    """What an event of this kind can be about, by its key."""
    if kind == "back":
        return {key: word("back-by", key) for key in ways_back(ruleset)}
    if kind == "inducement":
        return {one.key: one.name for one in ruleset.inducements}
    if kind == "card":
        return {card.key: card.title for deck in ruleset.decks for card in deck.cards}
    if kind == "event":
        return {event.key: event.name for group in ruleset.events for event in group.events}
    tables = {"kick-off": ruleset.kickoff, "weather": ruleset.weather, "prayer": (ruleset.prayers,)}.get(kind, ())
    return {result.key: result.name for table in tables if table for result in table.results}


def _earns(earned: Earned, found: LiveMatch) -> str:
    if not earned.player:
        return gettext("No SPP: {why}").format(why=word("why-not", earned.worth.why_not))
    who = called(found.scene.sheets[earned.side], earned.player)
    if earned.worth.spp:
        points = ngettext("{points} SPP for {player}", "{points} SPP for {player}", earned.worth.spp)
        return points.format(points=earned.worth.spp, player=who)
    return gettext("No SPP for {player}: {why}").format(player=who, why=word("why-not", earned.worth.why_not))


# Casualties.


def _hurt(item: Item, found: LiveMatch) -> Item:
    injured = live_dice.injured_of(item.event, found.events, found.scene)
    if injured is None:
        return item
    thrown = dict(injuries.dice_by_key(injured, item.event.dice))
    dice = ReplayDice((roll_of(row) for row in found.rolls), fresh=TableDice(thrown))
    try:
        outcome = injuries.outcome_of(injured, dice)
    except EngineError:
        rolls = tuple(_so_far(injured, dice))
        return replace(item, rolls=rolls, quick=tuple(_open(item.event, injured, bool(rolls), found)))
    return replace(
        item,
        rolls=tuple(thrown_for(injured, outcome, found.scene.ruleset)),
        outcome=" ".join(came_to(outcome.effects, found.scene.ruleset)),
        quick=tuple(_settled(item.event, injured, outcome, found)),
    )


def _so_far(injured: Injured, dice: ReplayDice) -> Iterator[Thrown]:
    """What lies on the table, though something is still to be thrown."""
    for roll in dice.log:
        said = roll_word(roll.key)
        if roll.key.startswith("casualty/"):
            result = injured.table.felt(score_of(roll.faces) + injured.modifier).name
            said = gettext("{roll}: {result}").format(roll=said, result=result)
        yield Thrown(said, roll)


def _open(event: Event, injured: Injured, begun: bool, found: LiveMatch) -> Iterator[Quick]:
    """Something is still to be thrown."""
    if thrower_of("casualty", found.scene.ruleset) == "table":
        return
    if not begun:
        yield Quick(gettext("The server throws"), _json(), "first")
        return
    if not event.apothecary and _healers(injured, found) > 0:
        yield Quick(gettext("Apothecary"), _json(apothecary=True), "all")
        yield Quick(gettext("No apothecary"), _json(), "all")
        return
    yield Quick(gettext("Throw the rest"), _json(), "all")


def _settled(event: Event, injured: Injured, outcome: injuries.Outcome, found: LiveMatch) -> Iterator[Quick]:
    """Everything has been thrown: an apothecary may still be sent for, or which of two throws counts is chosen."""
    now = found.sums.state
    if not event.apothecary and (event.half, event.turn) == (now.half, now.turn) and _healers(injured, found) > 0:
        yield Quick(gettext("Apothecary"), _json(apothecary=True), "all" if outcome.throws[0].roll else "")
    if event.apothecary and len(outcome.throws) > 1 and not event.kept:
        first, second = outcome.throws[0], outcome.throws[-1]
        yield Quick(gettext("Keep {result}").format(result=first.result.name), _json(kept="first"), "all")
        yield Quick(gettext("Keep {result}").format(result=second.result.name), _json(kept="second"), "all")


def _healers(injured: Injured, found: LiveMatch) -> int:
    """How many apothecaries have not helped anybody yet."""
    mine = [event for event in found.events if event.side and found.scene.sheets[event.side].key == injured.sheet.key]
    return injuries.healers("apothecary", injured.sheet, injured.ruleset) - sum(event.apothecary for event in mine)


def _json(**amend: Any) -> str:
    return json.dumps(amend)
