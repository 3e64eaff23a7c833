"""Reading what happened to a team: its effects in the order of play, and the injuries among them."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet

from engine import effects as fx
from engine.rulesets.tables import Characteristic
from teams.models import EffectRow, Team


@dataclass(frozen=True, slots=True)
class Injury:
    """A casualty result of a player, and the occasion at which he suffered it."""

    occasion: str
    result: str
    misses_next: bool = False
    niggle: bool = False
    loses: Characteristic | None = None


def effects_of(team: Team) -> QuerySet[EffectRow]:
    """The effects that stand, in the order of play."""
    return (
        EffectRow.objects.filter(team=team, revision__entry__isnull=False)
        .select_related("revision__cause")
        .order_by("revision__entry__place", "revision__entry__step", "revision__cause", "nth")
    )


def ruling_reason(row: EffectRow) -> str:
    """Why a commissioner ruled so; of anything else, nothing."""
    return str(row.revision.inputs.get("ruling", {}).get("reason", ""))


def injuries_of(team: Team) -> dict[str, tuple[Injury, ...]]:
    """What every player of the team has suffered, by his key, in the order of play."""
    found: dict[str, tuple[Injury, ...]] = {}
    kinds = (fx.InjurySuffered.kind(), fx.PlayerDied.kind())
    for row in effects_of(team).filter(kind__in=kinds):
        effect, occasion = fx.from_data(row.data), row.revision.cause.occasion
        if isinstance(effect, fx.InjurySuffered):
            injury = Injury(occasion, effect.result, effect.misses_next, effect.niggle, effect.loses)
            found[effect.player] = (*found.get(effect.player, ()), injury)
        elif isinstance(effect, fx.PlayerDied):
            found[effect.player] = (*found.get(effect.player, ()), Injury(occasion, "dead"))
    return found
