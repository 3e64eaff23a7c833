"""What is found out before a match: the weather, the stadium, the referee, the fans, the journeymen, who kicks."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

from engine.errors import ChoiceUnknown
from engine.match.prematch import MaybeSide
from leagues.models import Coach
from matches.models import Match, MatchDay
from matches.services.matchday import preparing


def kick_record(*, match: Match, kicking: str, seen: int | None = None, actor: Coach) -> MatchDay:
    """Which side kicks off first; nothing takes it back."""
    with preparing("kick", match=match, places=("prematch.kicking",), seen=seen, actor=actor) as at:
        at.prematch = replace(at.prematch, kicking=_side(kicking))
    return at.day


def _side(said: str) -> MaybeSide:
    for side in get_args(MaybeSide):
        if side == said:
            return side
    raise ChoiceUnknown(chosen=said, options="home, away")
