"""What happened to a team: past tense, frozen, serialisable, and read for ever.

Each kind has a schema version. When a kind changes, its version rises and ``UPGRADES`` says how the older
form is read; samples of every version ever written are kept in ``tests/engine/effect_samples.json``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.rulesets.model import Outcome, Position
from engine.rulesets.tables import Characteristic, Gain
from engine.typed import build, plain


@dataclass(frozen=True, slots=True)
class Effect:
    version: ClassVar[int] = 1

    @classmethod
    def kind(cls) -> str:
        """``GoldChanged`` is written ``gold_changed``."""
        return re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()


@dataclass(frozen=True, slots=True)
class TeamFounded(Effect):
    name: str
    roster: str


@dataclass(frozen=True, slots=True)
class PlayerHired(Effect):
    player: str
    number: int
    name: str
    position: str


@dataclass(frozen=True, slots=True)
class GoodsChanged(Effect):
    good: str
    by: int


@dataclass(frozen=True, slots=True)
class GoldLine:
    """A part of an amount, named, so that a statement can explain the whole."""

    why: str
    amount: int


@dataclass(frozen=True, slots=True)
class GoldChanged(Effect):
    amount: int
    reason: str
    about: str = ""
    lines: tuple[GoldLine, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchPlayed(Effect):
    version: ClassVar[int] = 2

    match: str
    opponent: str
    outcome: Outcome
    touchdowns_for: int
    touchdowns_against: int
    casualties_for: int
    casualties_against: int
    spp_casualties: int  # of those for us, the ones that earned star player points
    fans: int
    fame: int
    value: int  # the team's, at kick-off
    fit: tuple[str, ...]  # who could play, in the order of the roster


@dataclass(frozen=True, slots=True)
class InjurySuffered(Effect):
    """A casualty result as it took hold: what the rules' floors spared is not in it."""

    player: str
    result: str
    misses_next: bool = False
    niggle: bool = False
    loses: Characteristic | None = None


@dataclass(frozen=True, slots=True)
class PlayerDied(Effect):
    player: str


@dataclass(frozen=True, slots=True)
class SppEarned(Effect):
    player: str
    deed: str
    times: int
    spp: int


@dataclass(frozen=True, slots=True)
class ImprovementTaken(Effect):
    """A skill by its name, or a characteristic, and what it adds to the player's value."""

    player: str
    gain: Gain
    what: str
    value: int


@dataclass(frozen=True, slots=True)
class RulesChanged(Effect):
    """From here on the team plays by these rules, and hires from this list of theirs."""

    ruleset: str
    roster: str


@dataclass(frozen=True, slots=True)
class PositionChanged(Effect):
    player: str
    position: str


@dataclass(frozen=True, slots=True)
class PlayerCarriedOn(Effect):
    """The team list of the new rules has no such player: he keeps the line he had."""

    player: str
    line: Position


@dataclass(frozen=True, slots=True)
class MistakeMade(Effect):
    """A roll on the expensive mistakes table; the gold it costs is a ``GoldChanged`` of its own."""

    result: str
    treasury: int


KINDS: dict[str, type[Effect]] = {
    cls.kind(): cls
    for cls in (
        TeamFounded,
        PlayerHired,
        GoodsChanged,
        GoldChanged,
        MatchPlayed,
        InjurySuffered,
        PlayerDied,
        SppEarned,
        MistakeMade,
        ImprovementTaken,
        RulesChanged,
        PositionChanged,
        PlayerCarriedOn,
    )
}

# Whoever reads the older form asks for none of it: its rules pay no spiralling expenses, draw nobody at random and give
# no league points for casualties.
UPGRADES: dict[tuple[str, int], Callable[[dict[str, Any]], dict[str, Any]]] = {
    ("match_played", 1): lambda old: {**old, "spp_casualties": 0, "value": 0, "fit": []},
}


@dataclass(frozen=True, slots=True)
class TeamEffect:
    """An effect and the team it happened to."""

    team: str
    effect: Effect


def to_data(effect: Effect) -> dict[str, Any]:
    return {"kind": effect.kind(), "v": effect.version, **plain(effect)}


def from_data(data: Mapping[str, Any]) -> Effect:
    fields = dict(data)
    kind, version = fields.pop("kind"), fields.pop("v")
    cls = KINDS[kind]
    for older in range(version, cls.version):
        fields = UPGRADES[kind, older](fields)
    return build(cls, fields, kind)
