"""What is not settled about a match yet because of earlier ones: what its pages mark as provisional."""

from __future__ import annotations

from dataclasses import dataclass

from engine.team.sheet import Player
from matches.models import Match, MatchStatus
from matches.selectors.order import COUNTED, OVER, before, counted_later
from matches.services.provisional import UNCONFIRMED, Before, before_match
from teams.models import Team


@dataclass(frozen=True, slots=True)
class Unknown:
    """A player whose casualty waits for its dice: he counts as missing this match until they fall."""

    team: Team
    player: Player


@dataclass(frozen=True, slots=True)
class Marks:
    earlier: tuple[Match, ...] = ()  # not over yet: this match counts after them
    unconfirmed: tuple[Match, ...] = ()  # those of them whose reports count provisionally here
    unfit: tuple[Match, ...] = ()  # ... and those whose report does not fit the teams as they stand: it does not
    unknown: tuple[Unknown, ...] = ()
    late: bool = False  # it is told after others that came later and count already

    @property
    def provisional(self) -> bool:
        return bool(self.unconfirmed)


def marks_of(match: Match, told: Before | None = None) -> Marks:
    """Of a match that counts already, or that is only proposed, there is nothing to mark.

    ``told`` saves reading again how the teams come to it.
    """
    if match.status in (*COUNTED, *OVER, MatchStatus.PROPOSED):
        return Marks()
    earlier = tuple(before(match).exclude(status__in=OVER).select_related("home", "away"))
    late = match.status in UNCONFIRMED and counted_later(match)
    if not any(one.status in UNCONFIRMED for one in earlier):
        return Marks(earlier, late=late)
    told = told or before_match(match)
    teams = {team.key: team for team in (match.home, match.away)}
    return Marks(
        earlier=earlier,
        unconfirmed=told.unconfirmed,
        unfit=told.unfit,
        unknown=tuple(
            Unknown(teams[team], player)
            for team, key in told.unknown
            if (player := told.sheets[team].player(key)) is not None
        ),
        late=late,
    )
