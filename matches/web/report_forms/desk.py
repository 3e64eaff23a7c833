"""What the parts of the form have before them: two teams as they play, the rules, and what has been typed so far."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext

from engine.match.prematch import Prayer, PreMatch
from engine.match.report import Kind
from engine.match.sides import Side, other_side
from engine.rulesets import Ruleset
from engine.team.sheet import Player, TeamSheet
from matches.web.report_forms.fields import Choices, with_typed
from teams.models import Team


@dataclass(frozen=True, slots=True)
class Desk:
    ruleset: Ruleset
    teams: Mapping[Side, Team]
    kind: Kind  # of the match, as the fixture has it
    bases: Mapping[Side, TeamSheet]  # as they come to the match
    sheets: Mapping[Side, TeamSheet]  # as they play it, with the people of the day
    prematch: PreMatch | None
    typed: Mapping[str, Any]
    draws: str = ""  # what the fixture says of a level score; nothing: what the league says
    grow: str = ""  # the list that is to have a row more

    def sheet(self, side: Side) -> TeamSheet:
        return self.sheets[side]

    def opponent(self, side: Side) -> TeamSheet:
        return self.sheets[other_side(side)]

    def prayers(self, side: Side) -> tuple[Prayer, ...]:
        """What this side's prayers have been answered with, before the match and in it, as far as it is known."""
        before = (self.prematch.side(side).prayers or ()) if self.prematch else ()
        stem = f"{side}-answered"
        typed = (self.said(f"{stem}-{nth}-what") for nth in self.rows(stem, 0))
        return (*before, *(Prayer(what) for what in typed if what))

    def said(self, name: str) -> str:
        """What stands in a field, whoever put it there."""
        found = self.typed.get(name)
        return "" if found is None or found is False else str(found)

    def rows(self, stem: str, blank: int) -> list[int]:
        """The rows of a list: those that something was typed into, and spare ones; one more where it was asked for."""
        pattern = re.compile(rf"{re.escape(stem)}-([0-9]{{1,3}})(?:-[a-z]+)?")
        hits = (pattern.fullmatch(name) for name in self.typed)
        numbers = sorted({int(hit[1]) for hit in hits if hit}) or list(range(blank))
        if self.grow != stem:
            return numbers
        return [*numbers, numbers[-1] + 1 if numbers else 0]

    def players(self, side: Side, none: str, name: str) -> Choices:
        """Everybody who can play for this side, and whoever was typed in besides."""
        fit = sorted(self.sheet(side).fit, key=lambda player: (player.number, player.key))
        listed = [("", none), *((player.key, self.called(side, player)) for player in fit)]
        typed = self.said(name)
        known = self.sheet(side).player(typed)
        return with_typed(listed, typed, f"{known.name} ({absence(known)})" if known else "")

    @property
    def has_best(self) -> bool:
        """Whether a match of this kind has a most valuable player at all."""
        friendly = self.ruleset.friendly if self.kind == "friendly" else None
        return self.kind != "exhibition" and (friendly is None or friendly.mvp)

    def called(self, side: Side, player: Player) -> str:
        return f"#{player.number} {player.name} ({self.position(side, player)})"

    def position(self, side: Side, player: Player) -> str:
        return self.sheet(side).position_of(player, self.ruleset).name


@dataclass(slots=True)
class Reading:
    """What was typed, as text, numbers and ticks; a blank is nothing. It remembers which field a place came from."""

    data: Mapping[str, Any]
    places: dict[str, str] = field(default_factory=dict)

    def text(self, name: str) -> str:
        return str(self.data.get(name) or "").strip()

    def number(self, name: str) -> int | None:
        said = self.data.get(name)
        if isinstance(said, int) and not isinstance(said, bool):
            return said
        text = str(said or "").strip()
        return int(text) if re.fullmatch(r"-?[0-9]{1,15}", text) else None

    def ticked(self, name: str) -> bool:
        return self.data.get(name) in (True, "on", "True", "true", "1")

    def faces(self, name: str) -> tuple[int, ...]:
        return self.data.get(name) or ()


def absence(player: Player | None) -> str:
    """Why a player may not appear in a report; nothing if he may."""
    if player is None:
        return gettext("not on this team")
    if player.status == "dead":
        return gettext("dead")
    if player.status == "retired":
        return gettext("temporarily retired")
    return gettext("misses this match, injured") if player.misses_next else ""
