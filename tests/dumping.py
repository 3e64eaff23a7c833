"""A league in words that depend on no row ids and on no clock: two that have been played alike are equal."""

from typing import Any

from leagues.models import League
from matches.models import DiceRoll, PostMatchStep
from teams.models import EffectRow, PlayerRow, Team

SHEET = ("key", "treasury", "debt", "value", "goods", "record", "last_match", "choices", "star", "sponsor", "fund")
PLAYER = ("team__key", "key", "number", "spp", "status", "misses_next", "niggles", "deeds", "lost", "improvements")


def dump(league: League) -> dict[str, Any]:
    """Dice, choices, effects and sheets of a league, and where every step stands."""
    effects = EffectRow.objects.filter(revision__entry__league=league).order_by(
        "revision__entry__place", "revision__entry__step", "team__key", "nth"
    )
    steps = PostMatchStep.objects.filter(match__league=league).order_by("match__key", "team__key", "nth")
    matches = league.matches.order_by("key")
    return {
        "dice": sorted(DiceRoll.objects.filter(session__league=league).values_list("key", "faces", "source")),
        "effects": list(effects.values_list("team__key", "data")),
        "matches": list(matches.values_list("key", "status")),
        "steps": list(steps.values_list("match__key", "team__key", "nth", "name", "status", "choice")),
        "teams": list(Team.objects.filter(league=league).order_by("key").values(*SHEET)),
        "players": list(PlayerRow.objects.filter(team__league=league).order_by("team__key", "key").values(*PLAYER)),
    }
