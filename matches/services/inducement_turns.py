"""Whether a side may buy now, or take back what it has bought: asked by who does it, and by the page that offers it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from engine.errors import EngineError
from engine.match.inducements import turns
from engine.match.prematch import PreMatch
from engine.match.sides import SIDES, Side, other_side
from engine.rulesets.model import Ruleset
from engine.team.sheet import TeamSheet
from leagues.models import Coach
from leagues.policies import Visitor, can_commission
from matches.errors import FirstUndecided, InducementsStand, NotYourTurn
from matches.models import Match
from matches.policies import coaches_of


class Counters(Protocol):
    """What is recorded of the hour before a match, and both teams as they come to it."""

    @property
    def match(self) -> Match: ...

    @property
    def prematch(self) -> PreMatch: ...

    @property
    def teams(self) -> Mapping[Side, TeamSheet]: ...

    @property
    def ruleset(self) -> Ruleset: ...


def hindrance_to_buying(at: Counters, side: Side) -> EngineError | None:
    match, other = at.match, other_side(side)
    if match.kicked_off_at is not None and at.prematch.side(side).induced is not None:
        return _stands(match, side)
    if at.ruleset.options.inducements_sealed:
        return _stands(match, side) if both_bought(at) else None
    now = turns(at.prematch, at.teams, at.ruleset)
    if now.undecided:
        return FirstUndecided()
    if now.first == other and not at.prematch.side(other).has_bought:
        return NotYourTurn(team=_named(match, side), other=_named(match, other))
    if now.first == side and at.prematch.side(other).induced is not None:
        return _stands(match, side)
    return None


def hindrance_to_returning(at: Counters, side: Side) -> EngineError | None:
    """The other has gone by it, or play has begun."""
    theirs = at.prematch.side(other_side(side)).induced
    second = turns(at.prematch, at.teams, at.ruleset).first == other_side(side)
    gone_by = theirs is not None and (not second or at.ruleset.options.inducements_sealed)
    return _stands(at.match, side) if at.match.kicked_off_at is not None or gone_by else None


def both_bought(at: Counters) -> bool:
    return all(at.prematch.side(side).induced is not None for side in SIDES)


def enters_from_paper(visitor: Visitor, match: Match) -> bool:
    """A commissioner who enters what others wrote down; in his own match he is a coach like any other."""
    return isinstance(visitor, Coach) and can_commission(visitor, match.league) and visitor.pk not in coaches_of(match)


def _stands(match: Match, side: Side) -> InducementsStand:
    return InducementsStand(team=_named(match, side), other=_named(match, other_side(side)))


def _named(match: Match, side: Side) -> str:
    return (match.home if side == "home" else match.away).name
