"""Reading what coaches typed in of the post-match sequence before it was asked for."""

from __future__ import annotations

from collections.abc import Iterable

from matches.models import Match, TypedAhead
from teams.models import Team

IMPROVEMENT = "improvement/"  # how the keys of its dice begin: their occasion is the player's own


def typed_ahead(match: Match) -> tuple[TypedAhead, ...]:
    """What stands of it: the last word about each key, without those that were taken back."""
    last = {row.key: row for row in TypedAhead.objects.filter(match=match).select_related("coach").order_by("pk")}
    return tuple(row for row in last.values() if row.faces)


def faces_ahead(rows: Iterable[TypedAhead]) -> dict[str, tuple[int, ...]]:
    return {row.key: tuple(row.faces) for row in rows}


def occasion_of_improvement(key: str) -> str:
    """Whose dice they are, and of which improvement: what their session goes by."""
    _, team, player, nth, *_ = key.split("/")
    return f"{team}-{player}-{nth}"


def improvement_ahead(team: Team, match: str, key: str) -> TypedAhead | None:
    """What was typed in ahead for an improvement, of the last match that the team has played."""
    rows = TypedAhead.objects.filter(match__league=team.league_id, match__key=match, key=key)
    last = rows.select_related("coach").order_by("pk").last()
    return last if last is not None and last.faces else None
