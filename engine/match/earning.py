"""What a deed earns in star player points: the edition decides, by who did it, how, and what is in force just then."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from engine.rulesets.model import Ruleset
from engine.team.sheet import Player

# Why nothing is earned: nobody knows who did it; the victim was of his own side; it does not count how it was done;
# guests earn nothing; the edition gives nothing for it.
WhyNot = Literal["", "unknown", "own-side", "cause", "guest", "nothing"]
# What something is worth just now, instead of what the edition says: by deed, or by ``casualty/`` and the cause.
Boons = Mapping[str, int]
NO_BOONS: Boons = {}
# What earns points without being typed in: casualties have rows of their own, the most valuable player is drawn.
NO_DEEDS = ("touchdown", "casualty", "mvp")
RECORDED = ("touchdown", "casualty")


def deeds_of(ruleset: Ruleset) -> tuple[str, ...]:
    """What a player can be credited with: touchdowns, which make the score, and whatever else earns points."""
    return ("touchdown", *(deed for deed in ruleset.spp if deed not in NO_DEEDS))


def recorded(ruleset: Ruleset) -> tuple[str, ...]:
    """What a sheet counts: whatever earns points; and where dice do, what the record of a match has (Basic, 2.4)."""
    return tuple(ruleset.spp) if ruleset.spp_roll is None else (*RECORDED, *ruleset.spp)


@dataclass(frozen=True, slots=True)
class Doing:
    """Something that somebody did. Without a player, nobody knows who."""

    deed: str
    player: Player | None
    cause: str = ""  # of a casualty
    own: bool = False  # its victim plays for the same side


@dataclass(frozen=True, slots=True)
class Worth:
    spp: int = 0
    why_not: WhyNot = ""

    @property
    def counts(self) -> bool:
        """It is one of those that earn points, even where an edition gives none for it."""
        return self.why_not in ("", "nothing")


def worth(doing: Doing, ruleset: Ruleset, boons: Boons = NO_BOONS) -> Worth:
    """``boons`` are those of the player's side: what its prayers have been answered with, as long as that lasts."""
    if doing.player is None:
        # Of what counts for nobody it does not matter who did it.
        return Worth(why_not="cause" if _points(doing, ruleset, boons) is None else "unknown")
    if doing.own:
        return Worth(why_not="own-side")
    if doing.player.guest:
        return Worth(why_not="guest")
    points = _points(doing, ruleset, boons)
    if points is None:
        return Worth(why_not="cause")
    return Worth(points) if points else Worth(why_not="nothing")


def _points(doing: Doing, ruleset: Ruleset, boons: Boons) -> int | None:
    """None: it does not count how the casualty was caused."""
    by_cause = boons.get(f"{doing.deed}/{doing.cause}") if doing.cause else None
    if by_cause is not None:
        return by_cause
    if doing.deed == "casualty" and doing.cause not in ruleset.casualty_earns_spp:
        return None
    return boons.get(doing.deed, ruleset.spp.get(doing.deed, 0))
