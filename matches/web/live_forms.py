"""What is tapped in about an event: which fields each kind has, and what they offer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from config.words import word
from engine.match import injuries, live
from engine.match.checks.words import SENT_OFF_FOR
from engine.match.decks import decks_in_use
from engine.match.events import Event, EventKind
from engine.match.grounds import extra_at
from engine.match.live_dice import table_of
from engine.match.match_events import pool
from engine.match.prematch import HeldCard, PreMatch
from engine.match.sides import SIDES, Side
from engine.match.throwing import thrower_of
from engine.rulesets import Ruleset
from engine.team.sheet import Player, TeamSheet
from matches.selectors.live import LiveMatch
from matches.web.live_timeline import names_of
from teams.models import Team

# The fields of each kind, in the order in which they are asked for. Half, turn and note every event has.
FIELDS: Mapping[EventKind, tuple[str, ...]] = {
    "touchdown": ("player",),
    "completion": ("player",),
    "superb-throw": ("player",),
    "interception": ("player",),
    "deflection": ("player",),
    "casualty": ("player", "cause", "other", "casualty"),
    "ko": ("player", "cause", "other", "apothecary"),
    "foul": ("player", "other"),
    "sent-off": ("player", "sent-off-for"),
    "back": ("player", "what"),
    "reroll": ("side",),
    "fame-lost": ("side",),
    "turn": ("side",),
    "kick-off": ("side", "what", "faces"),
    "weather": ("what", "faces"),
    "inducement": ("side", "what"),
    "card": ("side", "what"),
    "prayer": ("side", "what", "faces", "player"),
    "event": ("side", "what"),
    "abandoned": (),
    "resumed": (),
    "note": (),
}
# What is tapped most stands where the thumb is.
ORDER: tuple[EventKind, ...] = (
    "touchdown",
    "casualty",
    "ko",
    "completion",
    "foul",
    "reroll",
    "kick-off",
    "back",
    "interception",
    "deflection",
    "superb-throw",
    "sent-off",
    "weather",
    "inducement",
    "card",
    "prayer",
    "event",
    "fame-lost",
    "abandoned",
    "resumed",
    "note",
)
ICONS = {"superb-throw": "completion", "deflection": "interception"}
PICTURED = ("touchdown", "completion", "interception", "casualty")
# Who did it is all there is to say: the tap on him is the last one.
ONE_TAP = ("player", "side")


@dataclass(frozen=True, slots=True)
class Kind:
    key: EventKind
    word: str
    icon: str
    fields: tuple[str, ...]

    @property
    def one_tap(self) -> bool:
        return len(self.fields) == 1 and self.fields[0] in ONE_TAP


@dataclass(frozen=True, slots=True)
class Shirt:
    """A player as a button, and where he is."""

    side: Side
    player: Player
    position: str
    off: str  # reserves, knocked-out, casualty, sent-off or missing

    @property
    def value(self) -> str:
        return f"{self.side}/{self.player.key}"


@dataclass(frozen=True, slots=True)
class Bench:
    """A side's players: on the form by number, in the dugouts by where they are."""

    side: Side
    team: Team
    shirts: tuple[Shirt, ...]
    score: int
    rerolls: int
    next_turn: int

    def where(self) -> tuple[tuple[str, tuple[Shirt, ...]], ...]:
        """The boxes of its dugout; who is not here today stands in none."""
        boxes = ("reserves", "knocked-out", "casualty", "sent-off")
        return tuple((box, tuple(shirt for shirt in self.shirts if shirt.off == box)) for box in boxes)


@dataclass(frozen=True, slots=True)
class Offers:
    """What a kind can be about: in groups, where there are several."""

    kind: EventKind
    label: str
    groups: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]


@dataclass(frozen=True, slots=True)
class DieField:
    part: str
    label: str
    dice: int


@dataclass(frozen=True, slots=True)
class EventForm:
    kinds: tuple[Kind, ...]
    benches: tuple[Bench, Bench]
    causes: tuple[tuple[str, str], ...]
    offers: tuple[Offers, ...]
    results: tuple[tuple[str, str], ...]
    lasting: tuple[tuple[str, str], ...]
    twice: bool  # there are players for whom two results count
    sent_off_for: tuple[tuple[str, str], ...]
    dice: tuple[DieField, ...]  # of a casualty
    tables: Mapping[str, int]  # by kind: how many dice its table is thrown with
    healer: bool
    igor: bool
    regeneration: bool
    server_throws: tuple[str, ...]  # the kinds whose dice the server may throw
    may_type: tuple[str, ...]  # ... and those whose dice may be typed in
    event: Event | None = None  # that is edited

    def for_field(self, field: str) -> str:
        """The kinds that have a field, for a page that shows only what belongs to the one that was tapped."""
        return " ".join(kind.key for kind in self.kinds if field in kind.fields)

    @property
    def shown_for(self) -> dict[str, str]:
        return {field: self.for_field(field) for kind in self.kinds for field in kind.fields}

    @property
    def typed_tables(self) -> tuple[str, ...]:
        return tuple(key for key in self.may_type if key in self.tables)


def benches_of(found: LiveMatch) -> tuple[Bench, Bench]:
    home, away = (_bench(side, found) for side in SIDES)
    return home, away


def form_of(found: LiveMatch, benches: tuple[Bench, Bench], edit: str = "", hand: Sequence[HeldCard] = ()) -> EventForm:
    ruleset = found.scene.ruleset
    here = [key for key in live.kinds_of(ruleset) if key != "fame-lost" or _fame_is_lost(found)]
    line = found.line(edit) if edit else None
    told = line.entry.event if line else None
    table = ruleset.casualty
    healers = {good.healer for good in ruleset.goods}
    thrown = [key for key in here if {"casualty", "faces"} & set(FIELDS[key])]
    return EventForm(
        kinds=tuple(kind_of(key) for key in ORDER if key in here),
        benches=benches,
        causes=tuple((cause, word("cause", cause)) for cause in ruleset.casualty_causes),
        offers=tuple(offers for key in ORDER if key in here for offers in _offers(key, found, hand)),
        results=tuple((result.key, result.name) for result in table.results),
        lasting=tuple((result.key, result.name) for result in table.lasting),
        twice=_somebody(table.twice, found) or bool(told and told.second),
        sent_off_for=tuple((cause, word("sent-off-for", cause)) for cause in SENT_OFF_FOR),
        dice=tuple(_dice(found, told)),
        tables={key: len(drawn.dice) for key in here if (drawn := table_of(Event("", key), found.scene))},
        healer="apothecary" in healers,
        igor="igor" in healers and (_regenerates(found) or bool(told and told.igor)),
        regeneration=_regenerates(found) or bool(told and told.regenerated),
        server_throws=tuple(key for key in thrown if thrower_of(key, ruleset) != "table"),
        may_type=tuple(key for key in thrown if thrower_of(key, ruleset) != "server"),
        event=told,
    )


def _fame_is_lost(found: LiveMatch) -> bool:
    """Whether this match is played at one of the places that take FAME."""
    extra = extra_at(found.scene.prematch, found.scene.ruleset)
    return extra is not None and bool(extra.fame_lost)


def kind_of(key: EventKind) -> Kind:
    return Kind(key, word("event-kind", key), ICONS.get(key, key if key in PICTURED else ""), FIELDS[key])


def _bench(side: Side, found: LiveMatch) -> Bench:
    sheet, state = found.scene.sheets[side], found.sums.state.side(side)
    team = found.match.home if side == "home" else found.match.away
    off = {gone.player: str(gone.off) for gone in state.gone}
    here = [player for player in sheet.players if player.on_the_roster or player.guest]
    shirts = [
        Shirt(side, player, _position(player, sheet, found.scene.ruleset), _where(player, off))
        for player in sorted(here, key=lambda one: one.number)
    ]
    return Bench(side, team, tuple(shirts), state.score, state.rerolls, _next_turn(side, found))


def _position(player: Player, sheet: TeamSheet, ruleset: Ruleset) -> str:
    return sheet.position_of(player, ruleset).name


def _where(player: Player, off: Mapping[str, str]) -> str:
    return off.get(player.key) or ("reserves" if player.can_play else "missing")


def _next_turn(side: Side, found: LiveMatch) -> int:
    half = found.sums.state.half
    turns = [one.turn for one in found.events if one.kind == "turn" and (one.side, one.half) == (side, half)]
    return max(turns, default=0) + 1


def _offers(kind: EventKind, found: LiveMatch, hand: Sequence[HeldCard]) -> Iterator[Offers]:
    """What was bought or drawn for this match, where that was recorded; else whatever the edition has."""
    if "what" not in FIELDS[kind]:
        return
    names, ruleset, title = names_of(kind, found.scene.ruleset), found.scene.ruleset, word("event-kind", kind)
    recorded = _recorded(kind, found.scene.prematch)
    if recorded:
        yield Offers(kind, title, (("", tuple((key, names.get(key, key)) for key in recorded)),))
    elif kind == "card":
        mine = tuple((card.card, names.get(card.card, card.card)) for card in hand)
        decks = tuple(
            (deck.name, tuple((card.key, card.title) for card in deck.cards)) for deck in decks_in_use(ruleset)
        )
        yield Offers(kind, title, tuple(deck for deck in ((gettext("In your hand"), mine), *decks) if deck[1]))
    elif kind == "event":
        drawn = {one.key: one.name for side in SIDES for one in pool(found.scene.sheets[side].roster, ruleset)}
        yield Offers(kind, title, (("", tuple(drawn.items())),))
    else:
        table = table_of(Event("", kind), found.scene)
        there = {result.key: result.name for result in table.results} if table else names
        yield Offers(kind, title, (("", tuple(there.items())),))


def _recorded(kind: EventKind, prematch: PreMatch | None) -> tuple[str, ...]:
    sides = [prematch.side(side) for side in SIDES] if prematch else []
    found: list[str] = []
    for mine in sides:
        if kind == "inducement":
            found += [one.what for one in mine.induced or ()]
        elif kind == "card":
            found += [one.card for one in mine.cards or ()]
        elif kind == "event" and mine.event:
            found.append(mine.event)
    return tuple(dict.fromkeys(found))


def _dice(found: LiveMatch, event: Event | None) -> Iterator[DieField]:
    """What a casualty of these two teams may ask for, and whatever the event that is edited was told with."""
    told = set(event.dice) if event else set()
    asked = set(_parts(found))
    yield from (field for field in _every_die(found.scene.ruleset) if field.part in asked | told)


def _parts(found: LiveMatch) -> Iterator[str]:
    ruleset = found.scene.ruleset
    table = ruleset.casualty
    yield from ("casualty", "lasting")
    if "apothecary" in {*(good.healer for good in ruleset.goods), *(one.healer for one in ruleset.inducements)}:
        yield f"casualty/{injuries.APOTHECARY}"
    if _somebody(table.twice, found):
        yield f"casualty/{injuries.DECAY}"
    if _regenerates(found):
        yield from ("regeneration", f"regeneration/{injuries.IGOR}")
    if table.poison and _somebody(table.poison.skill, found):
        yield "poison"


def _regenerates(found: LiveMatch) -> bool:
    rules = found.scene.ruleset.casualty.regeneration
    return rules is not None and _somebody(rules.skill, found)


def _somebody(skill: str, found: LiveMatch) -> bool:
    sheets, ruleset = found.scene.sheets.values(), found.scene.ruleset
    return any(injuries.has_skill(skill, player, sheet, ruleset) for sheet in sheets for player in sheet.players)


def _every_die(ruleset: Ruleset) -> Iterator[DieField]:
    table = ruleset.casualty
    yield DieField("casualty", word("roll", "casualty"), len(table.dice))
    yield DieField(f"casualty/{injuries.APOTHECARY}", word("roll", "casualty/apothecary"), len(table.dice))
    if table.twice:
        yield DieField(f"casualty/{injuries.DECAY}", word("roll", "casualty/decay"), len(table.dice))
    if table.lasting:
        yield DieField("lasting", word("roll", "lasting"), len(table.lasting_dice))
    if table.regeneration:
        yield DieField("regeneration", word("roll", "regeneration"), len(table.regeneration.dice))
        yield DieField(f"regeneration/{injuries.IGOR}", word("roll", "regeneration/igor"), len(table.regeneration.dice))
    if table.poison:
        yield DieField("poison", word("roll", "poison"), len(table.poison.dice))
