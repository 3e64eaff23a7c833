"""The story of a match from its events: half by half and turn by turn, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby

from django.utils.translation import gettext

from config.words import word
from engine.match.events import Event as Told
from engine.match.running import Running, walked
from engine.match.sides import Side, other_side
from engine.rulesets import Ruleset
from engine.team.sheet import TeamSheet
from matches.selectors.matches import MatchPage
from matches.web.live_timeline import names_of
from matches.web.match_story import Event, called
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
    hurt = {side: iter([one for one in summed if one.kind == "casualty" and one.side == side]) for side in sheets}
    told = [
        (after.half, after.turn, _in_words(event, after, sheets, teams, hurt, ruleset))
        for event, _before, after in walked(page.report.events, page.report.prematch, sheets, ruleset)
        if event.kind not in SILENT
    ]
    return tuple(
        Half(half, tuple(Turn(turn, tuple(one for _, _, one in events)) for turn, events in _by(list(inside), 1)))
        for half, inside in _by(told, 0)
    )


def _by(told: list[tuple[int, int, Event]], place: int) -> Iterator[tuple[int, Iterator[tuple[int, int, Event]]]]:
    return groupby(told, key=lambda one: (one[0], one[1])[place])


def _in_words(
    event: Told,
    after: Running,
    sheets: Mapping[Side, TeamSheet],
    teams: Mapping[Side, Team],
    hurt: Mapping[Side, Iterator[Event]],
    ruleset: Ruleset,
) -> Event:
    if event.side == "":
        return Event(event.kind, "", None, word("event-kind", event.kind), _about(event, sheets, ruleset))
    if event.kind == "casualty" and event.player:
        known = next(hurt[event.side], None)
        if known is not None:
            return known
    who = called(sheets[event.side], event.player) if event.player else teams[event.side].name
    what = ", ".join(filter(None, (word("event-kind", event.kind), _about(event, sheets, ruleset))))
    said = Event(event.kind, event.side, teams[event.side], who, what)
    if event.kind == "touchdown":
        return replace(said, outcome=f"{after.home.score}\N{EN DASH}{after.away.score}")
    return said


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
