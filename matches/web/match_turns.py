"""The story of a match from its events: half by half and turn by turn, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby

from django.utils.translation import gettext

from config.words import word
from engine.dice import Roll
from engine.match import told_dice
from engine.match.earning import deeds_of
from engine.match.events import Event as Told
from engine.match.running import Running, walked
from engine.match.sides import Side, other_side
from engine.rulesets import Ruleset
from engine.team.sheet import TeamSheet
from matches.selectors.matches import MatchPage
from matches.web.live_timeline import names_of
from matches.web.match_story import Event, called, times_told
from teams.models import Team

# What tells when something was, and nothing of its own.
SILENT = ("turn",)
OVERTIME = 3


@dataclass(frozen=True, slots=True)
class Turn:
    """What happened in one turn of the match. Number 0: nobody has written down when."""

    number: int
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Half:
    number: int
    turns: tuple[Turn, ...]

    @property
    def name(self) -> str:
        if self.number == 0:
            return gettext("Nobody wrote down when")
        if self.number >= OVERTIME:
            return gettext("Extra time")
        return gettext("First half") if self.number == 1 else gettext("Second half")


def halves_of(page: MatchPage, summed: tuple[Event, ...], ruleset: Ruleset) -> tuple[Half, ...]:
    """None where the match was told by its totals alone. ``summed`` are its casualties, with all that fell for them."""
    if page.report is None or not page.report.events:
        return ()
    sheets: dict[Side, TeamSheet] = {"home": page.sides[0].sheet, "away": page.sides[1].sheet}
    teams: dict[Side, Team] = {"home": page.sides[0].team, "away": page.sides[1].team}
    hurt = _Summed(summed)
    told = [
        (after.half, after.turn, _in_words(event, after, sheets, teams, hurt, page, ruleset))
        for event, _before, after in walked(page.report.events, page.report.prematch, sheets, ruleset)
        if event.kind not in SILENT
    ]
    return tuple(
        Half(half, tuple(Turn(turn, tuple(one for _, _, one in events)) for turn, events in _by(list(inside), 1)))
        for half, inside in _by(told, 0)
    )


def besides(page: MatchPage, summed: tuple[Event, ...], ruleset: Ruleset) -> tuple[Event, ...]:
    """Of ``summed`` what no event tells: ruled, typed beside the events, or of no turn at all."""
    if page.report is None:
        return ()
    sheets: dict[Side, TeamSheet] = {"home": page.sides[0].sheet, "away": page.sides[1].sheet}
    told: Counter[tuple[str, str, str]] = Counter()
    for event in page.report.events:
        if event.side and event.player and (event.kind != "ko" or event.apothecary):
            told[event.kind, event.side, called(sheets[event.side], event.player)] += 1
    return tuple(_untold(summed, told, frozenset((*deeds_of(ruleset), "casualty", "ko"))))


def _untold(summed: tuple[Event, ...], told: Counter[tuple[str, str, str]], turned: frozenset[str]) -> Iterator[Event]:
    for one in summed:
        known = min(told[one.kind, one.side, one.who], one.times) if one.kind in turned else 0
        told[one.kind, one.side, one.who] -= known
        if one.times > known:
            left = one.times - known
            yield replace(one, times=left, what=times_told(word("deed", one.kind), left)) if known else one


class _Summed:
    """The casualties with all that fell for them, each handed out once to the event that tells of it."""

    def __init__(self, summed: Iterable[Event]) -> None:
        self._left = [one for one in summed if one.kind == "casualty"]

    def take(self, side: Side, who: str) -> Event | None:
        found = next((one for one in self._left if (one.side, one.who) == (side, who)), None)
        if found is not None:
            self._left.remove(found)
        return found


def _by(told: list[tuple[int, int, Event]], place: int) -> Iterator[tuple[int, Iterator[tuple[int, int, Event]]]]:
    return groupby(told, key=lambda one: (one[0], one[1])[place])


def _in_words(
    event: Told,
    after: Running,
    sheets: Mapping[Side, TeamSheet],
    teams: Mapping[Side, Team],
    hurt: _Summed,
    page: MatchPage,
    ruleset: Ruleset,
) -> Event:
    if event.side == "":
        who = word("event-kind", event.kind)
        return Event(event.kind, "", None, who, _about(event, sheets, ruleset), _thrown(event, page, ruleset))
    if event.kind == "casualty" and event.player:
        known = hurt.take(event.side, called(sheets[event.side], event.player))
        if known is not None:
            return known
    who = called(sheets[event.side], event.player) if event.player else teams[event.side].name
    what = ", ".join(filter(None, (word("event-kind", event.kind), _about(event, sheets, ruleset))))
    said = Event(event.kind, event.side, teams[event.side], who, what, _thrown(event, page, ruleset))
    if event.kind == "touchdown":
        return replace(said, outcome=f"{after.home.score}\N{EN DASH}{after.away.score}")
    return said


def _thrown(event: Told, page: MatchPage, ruleset: Ruleset) -> Roll | None:
    """What fell for a kick-off, the weather or a prayer: thrown by the server, or told."""
    table = told_dice.table_of(event.kind, page.report.prematch if page.report else None, ruleset)
    faces = event.dice.get(event.kind)
    if table is None or faces is None:
        return None
    fell = any(row.key.startswith(f"{event.kind}/live/") and tuple(row.faces) == faces for row in page.dice.rolls)
    return Roll(event.kind, table.dice, faces, "seeded" if fell else "table")


def _about(event: Told, sheets: Mapping[Side, TeamSheet], ruleset: Ruleset) -> str:
    """What it was about: a result of a table, what was used, whom it befell, and what somebody has noted."""
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
