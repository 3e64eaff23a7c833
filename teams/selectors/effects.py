"""Reading what happened to a team: its effects in the order of play, and the injuries among them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet

from engine import effects as fx
from engine.rulesets.tables import Characteristic
from teams.models import EffectRow, Team

INJURIES = (fx.InjurySuffered, fx.PlayerDied)


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


def remark_of(row: EffectRow) -> str:
    """The reason that was given when it was told, where one has to be: a commissioner's word, a deal."""
    inputs = row.revision.inputs
    told = (inputs, *(part for part in inputs.values() if isinstance(part, dict)))
    return next((str(part["reason"]) for part in told if part.get("reason")), "")


def injuries_of(team: Team) -> dict[str, tuple[Injury, ...]]:
    """What every player of the team has suffered, by his key, in the order of play."""
    return injuries_in(effects_of(team).filter(kind__in=[kind.kind() for kind in INJURIES]))


def injuries_in(rows: Iterable[EffectRow]) -> dict[str, tuple[Injury, ...]]:
    found: dict[str, tuple[Injury, ...]] = {}
    kinds = {kind.kind() for kind in INJURIES}
    for row in rows:
        if row.kind not in kinds:
            continue
        effect, occasion = fx.from_data(row.data), row.revision.cause.occasion
        if isinstance(effect, fx.InjurySuffered):
            injury = Injury(occasion, effect.result, effect.misses_next, effect.niggle, effect.loses)
            found[effect.player] = (*found.get(effect.player, ()), injury)
        elif isinstance(effect, fx.PlayerDied):
            found[effect.player] = (*found.get(effect.player, ()), Injury(occasion, "dead"))
    return found
